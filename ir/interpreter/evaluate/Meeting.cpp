#include "ir/interpreter/evaluate/Meeting.h"

#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/stablehlo/ReplicaGroups.h"

#include <algorithm>

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

using DeviceGroup = std::vector<int64_t>;

hlo::DeviceGrid gridOf(const World &world) {
  if (world.groupsMayLeaveOut)
    return {1, std::nullopt};
  return {world.replicas, world.partitions};
}

std::string text(const DeviceGroup &group) {
  std::string result = "{";
  for (size_t i = 0; i < group.size(); ++i) {
    if (i == 16)
      return result + ", ... " + std::to_string(group.size()) + " devices}";
    result += (i ? ", " : "") + std::to_string(group[i]);
  }
  return result + "}";
}

bool executes(const Execution &x, unsigned rank) { return std::binary_search(x.ranks.begin(), x.ranks.end(), rank); }

llvm::Error outsideOfRankPrograms(const Step &step) {
  return errorAt(step.op, "communicates, but no devices run this part of the program", code::unsupported);
}

llvm::Error notInWorld(const Execution &x, const Step &step, int64_t device) {
  return errorAt(step.op,
                 "names device " + llvm::Twine(device) + ", which is not one of the " +
                     llvm::Twine(x.world.rankCount()) + " devices of the mesh " + x.world.mesh.str(),
                 code::communication);
}

// Two ranks of which one executes the operator and the other does not.
llvm::Error divergence(const Execution &x, const Step &step, unsigned here, unsigned missing, const std::string &what) {
  return errorAt(step.op,
                 "device " + llvm::Twine(x.device(here)) + " reaches this " + what + ", but device " +
                     llvm::Twine(x.device(missing)) + " does not: it took another branch or left the loop earlier",
                 code::order);
}

llvm::Expected<unsigned> rankOf(const Execution &x, const Step &step, int64_t device) {
  if (std::optional<unsigned> rank = x.world.rankOf(device))
    return *rank;
  return notInWorld(x, step, device);
}

} // namespace

llvm::Expected<std::vector<Meeting>> meet(Execution &x, const Step &step) {
  if (!x.world.isRankProgram())
    return outsideOfRankPrograms(step);
  llvm::Expected<hlo::Groups> groups = hlo::replicaGroups(step.op, gridOf(x.world));
  if (!groups)
    return errorAt(step.op, llvm::toString(groups.takeError()), code::communication);
  std::vector<Meeting> meetings;
  std::vector<bool> meets(x.world.rankCount(), false);
  for (const DeviceGroup &group : *groups) {
    Meeting meeting;
    std::optional<unsigned> here, missing;
    for (int64_t device : group) {
      llvm::Expected<unsigned> rank = rankOf(x, step, device);
      if (!rank)
        return rank.takeError();
      if (meets[*rank])
        return errorAt(step.op, "device " + llvm::Twine(device) + " is in a replica group twice", code::communication);
      meets[*rank] = true;
      (executes(x, *rank) ? here : missing) = *rank;
      meeting.ranks.push_back(*rank);
    }
    if (here && missing)
      return divergence(x, step, *here, *missing, "collective of the group " + text(group));
    if (here)
      meetings.push_back(std::move(meeting));
  }
  for (unsigned rank : x.ranks)
    if (!meets[rank])
      return errorAt(step.op, "device " + llvm::Twine(x.device(rank)) + " executes this but is in no replica group",
                     code::communication);
  return meetings;
}

llvm::Expected<std::vector<Transfer>> transfersOf(Execution &x, const Step &step) {
  if (!x.world.isRankProgram())
    return outsideOfRankPrograms(step);
  llvm::Expected<hlo::Pairs> pairs = hlo::sourceTargetPairs(step.op, gridOf(x.world));
  if (!pairs)
    return errorAt(step.op, llvm::toString(pairs.takeError()), code::communication);
  std::vector<Transfer> transfers;
  std::vector<bool> sends(x.world.rankCount(), false), receives(x.world.rankCount(), false);
  for (auto [from, to] : *pairs) {
    llvm::Expected<unsigned> source = rankOf(x, step, from);
    if (!source)
      return source.takeError();
    llvm::Expected<unsigned> target = rankOf(x, step, to);
    if (!target)
      return target.takeError();
    if (sends[*source] || receives[*target])
      return errorAt(step.op,
                     "device " + llvm::Twine(sends[*source] ? from : to) + " is a " +
                         (sends[*source] ? "source" : "target") + " twice",
                     code::permute);
    sends[*source] = receives[*target] = true;
    bool sourceHere = executes(x, *source), targetHere = executes(x, *target);
    if (sourceHere != targetHere)
      return divergence(x, step, sourceHere ? *source : *target, sourceHere ? *target : *source,
                        "transfer from device " + std::to_string(from) + " to device " + std::to_string(to));
    if (sourceHere)
      transfers.push_back({*source, *target});
  }
  return transfers;
}

} // namespace lockstep::interp
