// mlir-opt with Lockstep's dialects: parses, verifies and prints modules; used by tests and for debugging.
#include "ir/import/Program.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  lockstep::registerInputDialects(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Lockstep: parse, verify and print modules\n", registry));
}
