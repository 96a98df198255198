#include "verifier/graph/Groups.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace lockstep::verifier {

GroupTable groupsOver(const Mesh &mesh, const std::vector<unsigned> &order) {
  std::map<std::vector<int64_t>, std::vector<std::pair<int64_t, int64_t>>> byRest;
  for (int64_t linear = 0; linear < mesh.deviceCount(); ++linear) {
    int64_t device = mesh.deviceAt(linear), position = 0;
    std::vector<int64_t> c = mesh.coordinates(device), rest = c;
    for (unsigned axis : order) {
      position = position * mesh.axes[axis].size + c[axis];
      rest[axis] = 0;
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

static GroupTable canonical(GroupTable groups, bool ordered) {
  if (!ordered)
    for (std::vector<int64_t> &group : groups)
      std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end());
  return groups;
}

std::optional<std::vector<unsigned>> axesOfGroups(const Mesh &mesh, GroupTable groups, bool ordered) {
  if (groups.empty()) {
    groups.emplace_back(mesh.deviceCount());
    std::iota(groups[0].begin(), groups[0].end(), 0);
  }
  size_t size = groups[0].size();
  groups = canonical(std::move(groups), ordered);
  std::vector<unsigned> candidates;
  for (unsigned i = 0; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].size > 1)
      candidates.push_back(i);
  if (candidates.size() > 6)
    return std::nullopt;
  for (unsigned mask = 0; mask < 1u << candidates.size(); ++mask) {
    std::vector<unsigned> order;
    size_t product = 1;
    for (unsigned i = 0; i < candidates.size(); ++i)
      if (mask >> i & 1) {
        order.push_back(candidates[i]);
        product *= mesh.axes[candidates[i]].size;
      }
    if (product != size)
      continue;
    do {
      if (canonical(groupsOver(mesh, order), ordered) == groups)
        return order;
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return std::nullopt;
}

} // namespace lockstep::verifier
