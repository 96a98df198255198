// The dialects a Lockstep input may use, in one place.
#include "ir/chlo/ChloOps.h"
#include "ir/import/Program.h"
#include "ir/mhlo/MhloOps.h"
#include "ir/sdy/SdyOps.h"

#include "mlir/IR/DialectRegistry.h"

#ifdef LOCKSTEP_HAS_STABLEHLO
#include "ir/stablehlo/StablehloOps.h"
#endif

void lockstep::registerInputDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::func::FuncDialect, sdy::SdyDialect, chlo::ChloDialect, mhlo::MhloDialect>();
#ifdef LOCKSTEP_HAS_STABLEHLO
  registry.insert<stablehlo::StablehloDialect>();
#endif
}
