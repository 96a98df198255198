// send and recv between devices of one program. In lockstep a parcel is always on its way before its receiver asks for
// it, provided the send stands before the recv in the text; the other order waits forever and is an error.
#include "ir/interpreter/evaluate/Meeting.h"
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

template <typename Op> llvm::Expected<std::vector<Transfer>> transfers(Op op, Execution &x, const Step &step) {
  if (op.getIsHostTransfer())
    return errorAt(op, "transfers between host and device are not supported", code::unsupported);
  if (!op.getSourceTargetPairs())
    return errorAt(op, "a transfer without source_target_pairs has no other end in this module", code::unsupported);
  return transfersOf(x, step);
}

llvm::Error send(hlo::SendOp op, Execution &x, const Step &step) {
  llvm::Expected<std::vector<Transfer>> all = transfers(op, x, step);
  if (!all)
    return all.takeError();
  for (const Transfer &transfer : *all) {
    World::Parcel parcel{{}, transfer.source, op};
    for (size_t i = 0; i + 1 < step.operands.size(); ++i)
      parcel.tensors.push_back(x.operand(step, i).at(transfer.source));
    x.world.inTransit[{op.getChannelHandle().getHandle(), transfer.target}].push_back(std::move(parcel));
  }
  x.setResult(step, 0, RankValue(Tensor()));
  return llvm::Error::success();
}

// Ranks that nothing is sent to get zeros, as in collective_permute.
llvm::Error receive(hlo::RecvOp op, Execution &x, const Step &step) {
  llvm::Expected<std::vector<Transfer>> all = transfers(op, x, step);
  if (!all)
    return all.takeError();
  size_t count = step.results.size() - 1;
  std::vector<RankValue> results;
  for (size_t i = 0; i < count; ++i) {
    const ValueType &type = step.resultTypes[i];
    if (!type.element)
      return errorAt(op, "a result that is not a tensor is not supported", code::unsupported);
    RankValue &result = results.emplace_back(RankValue::perRank(x.world.rankCount()));
    for (unsigned rank : x.ranks)
      result[rank] = Tensor(*type.element, type.shape, x.f64());
  }
  for (const Transfer &transfer : *all) {
    auto &waiting = x.world.inTransit[{op.getChannelHandle().getHandle(), transfer.target}];
    if (waiting.empty())
      return errorAt(op,
                     "device " + llvm::Twine(x.device(transfer.target)) + " waits for device " +
                         llvm::Twine(x.device(transfer.source)) + ", which has sent nothing over channel " +
                         llvm::Twine(op.getChannelHandle().getHandle()),
                     code::order);
    World::Parcel parcel = std::move(waiting.front());
    waiting.pop_front();
    if (parcel.sender != transfer.source || parcel.tensors.size() != count)
      return errorAt(op,
                     "device " + llvm::Twine(x.device(transfer.target)) + " expects " + llvm::Twine(count) +
                         " tensors from device " + llvm::Twine(x.device(transfer.source)) + ", found " +
                         llvm::Twine(parcel.tensors.size()) + " from device " + llvm::Twine(x.device(parcel.sender)) +
                         ", sent at " + placeOf(parcel.op),
                     code::order);
    for (size_t i = 0; i < count; ++i)
      results[i][transfer.target] = std::move(parcel.tensors[i]);
  }
  results.emplace_back(Tensor());
  x.setResults(step, std::move(results));
  return llvm::Error::success();
}

} // namespace

void addPointToPoint(EvaluatorTable &table) {
  table.machine<hlo::SendOp>(send);
  table.machine<hlo::RecvOp>(receive);
}

} // namespace lockstep::interp
