#include "verifier/graph/Groups.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace lockstep::verifier {

static GroupTable groupsOver(const Mesh &mesh, const std::vector<AxisDigit> &order) {
  std::map<std::vector<int64_t>, std::vector<std::pair<int64_t, int64_t>>> byRest;
  for (int64_t linear = 0; linear < mesh.deviceCount(); ++linear) {
    int64_t device = mesh.deviceAt(linear), position = 0;
    std::vector<int64_t> c = mesh.coordinates(device), rest = c;
    for (const AxisDigit &digit : order) {
      int64_t value = c[digit.axis] / digit.stride % digit.size;
      position = position * digit.size + value;
      rest[digit.axis] -= value * digit.stride;
    }
    byRest[rest].push_back({position, device});
  }
  GroupTable groups;
  for (auto &[rest, members] : byRest) {
    std::sort(members.begin(), members.end());
    groups.emplace_back();
    for (const auto &[position, device] : members)
      groups.back().push_back(device);
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

static AxisDigit wholeAxis(const Mesh &mesh, unsigned axis) { return {axis, 1, mesh.axes[axis].size}; }

GroupTable groupsOver(const Mesh &mesh, const std::vector<unsigned> &order) {
  std::vector<AxisDigit> digits;
  for (unsigned axis : order)
    digits.push_back(wholeAxis(mesh, axis));
  return groupsOver(mesh, digits);
}

bool isOrdered(Opcode collective) { return collective != Opcode::AllReduce && collective != Opcode::CrossReplicaSum; }

static GroupTable canonical(GroupTable groups, bool ordered) {
  if (!ordered)
    for (std::vector<int64_t> &group : groups)
      std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end());
  return groups;
}

static GroupTable orAllDevices(const Mesh &mesh, GroupTable groups) {
  if (groups.empty()) {
    groups.emplace_back(mesh.deviceCount());
    std::iota(groups[0].begin(), groups[0].end(), 0);
  }
  return groups;
}

/// The digits among `candidates` whose groups are these, in the order that gives the members' order.
static std::optional<std::vector<AxisDigit>> search(const Mesh &mesh, const std::vector<AxisDigit> &candidates,
                                                    GroupTable groups, bool ordered) {
  int64_t size = static_cast<int64_t>(groups[0].size());
  groups = canonical(std::move(groups), ordered);
  for (unsigned mask = 0; mask < 1u << candidates.size(); ++mask) {
    std::vector<unsigned> chosen;
    int64_t product = 1;
    for (unsigned i = 0; i < candidates.size(); ++i)
      if (mask >> i & 1) {
        chosen.push_back(i);
        product *= candidates[i].size;
      }
    if (product != size)
      continue;
    do {
      std::vector<AxisDigit> order;
      for (unsigned i : chosen)
        order.push_back(candidates[i]);
      if (canonical(groupsOver(mesh, order), ordered) == groups)
        return order;
    } while (ordered && std::next_permutation(chosen.begin(), chosen.end()));
  }
  return std::nullopt;
}

static std::vector<AxisDigit> wholeAxes(const Mesh &mesh) {
  std::vector<AxisDigit> out;
  for (unsigned i = 0; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].size > 1)
      out.push_back(wholeAxis(mesh, i));
  return out;
}

std::optional<std::vector<unsigned>> axesOfGroups(const Mesh &mesh, GroupTable groups, bool ordered) {
  std::vector<AxisDigit> candidates = wholeAxes(mesh);
  if (candidates.size() > 6)
    return std::nullopt;
  auto digits = search(mesh, candidates, orAllDevices(mesh, std::move(groups)), ordered);
  if (!digits)
    return std::nullopt;
  std::vector<unsigned> axes;
  for (const AxisDigit &digit : *digits)
    axes.push_back(digit.axis);
  return axes;
}

std::optional<std::vector<AxisDigit>> digitsOfGroups(const Mesh &mesh, GroupTable groups, bool ordered) {
  std::vector<AxisDigit> candidates = wholeAxes(mesh);
  if (candidates.size() > 6)
    return std::nullopt;
  groups = orAllDevices(mesh, std::move(groups));
  if (auto whole = search(mesh, candidates, groups, ordered))
    return whole;
  std::vector<AxisDigit> primes;
  for (const AxisDigit &axis : candidates) { // most significant first
    int64_t stride = axis.size;
    for (int64_t p = 2; stride > 1; ++p)
      while (stride % p == 0) {
        stride /= p;
        primes.push_back({axis.axis, stride, p});
      }
  }
  if (primes.size() > 6)
    return std::nullopt;
  auto found = search(mesh, primes, groups, ordered);
  if (!found)
    return std::nullopt;
  std::vector<AxisDigit> merged;
  for (const AxisDigit &digit : *found)
    if (!merged.empty() && merged.back().axis == digit.axis && merged.back().stride == digit.stride * digit.size)
      merged.back() = {digit.axis, digit.stride, merged.back().size * digit.size};
    else
      merged.push_back(digit);
  return merged;
}

} // namespace lockstep::verifier
