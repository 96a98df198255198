// Random bits.
#include "ir/interpreter/kernels/Random.h"

#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

RngAlgorithm algorithmOf(hlo::RngAlgorithm value) {
  switch (value) {
  case hlo::RngAlgorithm::DEFAULT:
    return RngAlgorithm::Default;
  case hlo::RngAlgorithm::THREE_FRY:
    return RngAlgorithm::ThreeFry;
  case hlo::RngAlgorithm::PHILOX:
    return RngAlgorithm::Philox;
  }
  return RngAlgorithm::Default;
}

} // namespace

void addRandom(EvaluatorTable &table) {
  table.pure<hlo::RngBitGeneratorOp>([](hlo::RngBitGeneratorOp op, const Call &call) {
    const ValueType &bits = call.resultType(1);
    return rngBitGenerator(call[0], *bits.element, bits.shape, algorithmOf(op.getRngAlgorithm()));
  });
  table.pure<hlo::RngOp>([](hlo::RngOp, const Call &) { return rng(); });
}

} // namespace lockstep::interp
