# Executes the dialects on the operator functions of kernels/.
lockstep_library(lockstep_interpreter MLIR
  SOURCES
    Compare.cpp
    Inputs.cpp
    Interpreter.cpp
    Literals.cpp
    PositiveArguments.cpp
    evaluate/Table.cpp
    evaluate/Attributes.cpp
    evaluate/Elementwise.cpp
    evaluate/Shapes.cpp
    evaluate/Indexing.cpp
    evaluate/Dynamic.cpp
    evaluate/Linear.cpp
    evaluate/Reductions.cpp
    evaluate/Combiners.cpp
    evaluate/Random.cpp
    evaluate/Chlo.cpp
    evaluate/Control.cpp
    evaluate/Calls.cpp
    evaluate/CustomCalls.cpp
    evaluate/Collectives.cpp
    evaluate/Meeting.cpp
    evaluate/PointToPoint.cpp
    evaluate/Shardings.cpp
    evaluate/ManualComputation.cpp
    evaluate/Stages.cpp
    machine/Dependence.cpp
    machine/Diagnostics.cpp
    machine/Execution.cpp
    machine/Plan.cpp
    machine/World.cpp
    ranks/Exchange.cpp
    ranks/Placement.cpp
  DEPENDS Boost::headers lockstep_kernels lockstep_core lockstep_stablehlo lockstep_chlo lockstep_sdy lockstep_mhlo lockstep_plan)
