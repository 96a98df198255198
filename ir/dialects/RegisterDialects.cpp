// The dialects a Lockstep input may use, in one place.
#include "ir/chlo/ChloOps.h"
#include "ir/import/Program.h"
#include "ir/mhlo/MhloOps.h"
#include "ir/plan/PlanOps.h"
#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/StablehloOps.h"

#include "mlir/IR/DialectRegistry.h"

void lockstep::registerInputDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::func::FuncDialect, stablehlo::StablehloDialect, sdy::SdyDialect, chlo::ChloDialect,
                  mhlo::MhloDialect, plan::PlanDialect>();
}
