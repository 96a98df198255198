// Collectives: every executing rank of a group meets at the operator; the formulas on a group's tensors are in
// ranks/Exchange.h.
#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/evaluate/Combiners.h"
#include "ir/interpreter/evaluate/Meeting.h"
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/interpreter/machine/Execution.h"
#include "ir/interpreter/ranks/Exchange.h"
#include "ir/stablehlo/StablehloOps.h"

#include <functional>

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

// Maps the members' tensors of one operand to one tensor for all members, or to one per member.
using Exchange = std::function<Results(Members)>;

// One result per operand, each operand by itself.
llvm::Error exchangeAll(Execution &x, const Step &step, const Exchange &exchange) {
  llvm::Expected<std::vector<Meeting>> meetings = meet(x, step);
  if (!meetings)
    return meetings.takeError();
  for (size_t i = 0; i < step.operands.size(); ++i) {
    RankValue result = RankValue::perRank(x.world.rankCount());
    for (const Meeting &meeting : *meetings) {
      std::vector<Tensor> members;
      for (unsigned rank : meeting.ranks)
        members.push_back(x.operand(step, i).at(rank));
      Results exchanged = exchange(members);
      if (!exchanged)
        return exchanged.takeError();
      bool shared = exchanged->size() == 1;
      if (shared && meeting.ranks.size() == x.ranks.size()) {
        result = RankValue(exchanged->front());
        continue;
      }
      for (size_t m = 0; m < meeting.ranks.size(); ++m)
        result[meeting.ranks[m]] = (*exchanged)[shared ? 0 : m];
    }
    x.setResult(step, i, std::move(result));
  }
  return llvm::Error::success();
}

Results single(Result result) {
  if (!result)
    return result.takeError();
  return std::vector<Tensor>{std::move(*result)};
}

llvm::Error deviceNumber(Execution &x, const Step &step, bool partition) {
  RankValue result = RankValue::perRank(x.world.rankCount());
  for (unsigned rank : x.ranks) {
    Tensor number(ElementType::UI32, {});
    int64_t device = x.device(rank);
    number.setInteger(0, partition ? device % x.world.partitions : device / x.world.partitions);
    result[rank] = std::move(number);
  }
  x.setResult(step, 0, std::move(result));
  return llvm::Error::success();
}

llvm::Error permute(hlo::CollectivePermuteOp op, Execution &x, const Step &step) {
  llvm::Expected<std::vector<Transfer>> transfers = transfersOf(x, step);
  if (!transfers)
    return transfers.takeError();
  RankValue result = RankValue::perRank(x.world.rankCount());
  const RankValue &operand = x.operand(step, 0);
  Tensor zeros;
  for (unsigned rank : x.ranks) {
    const Tensor &own = operand.at(rank);
    if (zeros.size() != own.size() || zeros.shape() != own.shape())
      zeros = Tensor(own.type(), own.shape(), own.storage() != storageOf(own.type()));
    result[rank] = zeros;
  }
  for (const Transfer &transfer : *transfers)
    result[transfer.target] = operand.at(transfer.source);
  x.setResult(step, 0, std::move(result));
  return llvm::Error::success();
}

// Everybody gets what the first member of the group holds.
Results broadcastFirst(Members members) { return std::vector<Tensor>{members.front()}; }

} // namespace

void addCollectives(EvaluatorTable &table) {
  table.machine<hlo::PartitionIdOp>(
      [](hlo::PartitionIdOp, Execution &x, const Step &step) { return deviceNumber(x, step, true); });
  table.machine<hlo::ReplicaIdOp>(
      [](hlo::ReplicaIdOp, Execution &x, const Step &step) { return deviceNumber(x, step, false); });
  table.machine<hlo::AllReduceOp>([](hlo::AllReduceOp, Execution &x, const Step &step) {
    Call call(step.op, {}, x.f64(), x, step, x.ranks.front());
    Combiner combiner = combinerOf(call, 0);
    return exchangeAll(x, step, [&](Members members) { return single(reduceMembers(members, combiner)); });
  });
  table.machine<hlo::ReduceScatterOp>([](hlo::ReduceScatterOp op, Execution &x, const Step &step) {
    Call call(step.op, {}, x.f64(), x, step, x.ranks.front());
    Combiner combiner = combinerOf(call, 0);
    return exchangeAll(
        x, step, [&](Members members) { return reduceScatterMembers(members, op.getScatterDimension(), combiner); });
  });
  table.machine<hlo::AllGatherOp>([](hlo::AllGatherOp op, Execution &x, const Step &step) {
    return exchangeAll(x, step, [&](Members members) { return single(gatherMembers(members, op.getAllGatherDim())); });
  });
  table.machine<hlo::AllToAllOp>([](hlo::AllToAllOp op, Execution &x, const Step &step) {
    return exchangeAll(x, step, [&](Members members) {
      return exchangeMembers(members, op.getSplitDimension(), op.getConcatDimension());
    });
  });
  table.machine<hlo::CollectiveBroadcastOp>(
      [](hlo::CollectiveBroadcastOp, Execution &x, const Step &step) { return exchangeAll(x, step, broadcastFirst); });
  table.machine<hlo::CollectivePermuteOp>(permute);
}

} // namespace lockstep::interp
