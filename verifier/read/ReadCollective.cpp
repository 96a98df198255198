// Collectives are operations on the rank's index: a reduction sums over it, a gather makes it a digit of a dim, a
// permute replaces it. Groups are matched to mesh axes by their contents.
#include "verifier/graph/Groups.h"
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

/// The number of the partition or of the replica at hand.
Comb Reader::deviceNumber(bool partition) {
  if (!mesh) {
    fail("a device number outside a rank program");
    return s.zero;
  }
  if (stage)
    return partition ? stagePartitionId() : s.zero;
  Ix linear = s.zeroIx;
  for (size_t i = 0; i < rankAxes.size(); ++i)
    linear = n.add(n.scale(linear, rankAxes[i].size), rankIx[i]);
  std::optional<Comb> device = n.fromIndex(linear);
  if (!mesh->deviceIds.empty()) {
    Tensor table;
    table.table = std::make_shared<std::vector<int64_t>>(mesh->deviceIds);
    device = s[linear].isConst() ? std::optional(n.number(mesh->deviceAt(s[linear].c))) : tableLookup(table, *device);
  }
  if (!device) {
    fail("the device order of the mesh is too large to be tabulated");
    return s.zero;
  }
  bool replicated = graph.replicas > 1 && graph.replicas * graph.partitions == mesh->deviceCount();
  if (!replicated)
    return partition ? *device : s.zero;
  Ix number = n.toIndex(*device);
  return n.fromIndex(partition ? n.mod(number, graph.partitions) : n.floorDiv(number, graph.partitions));
}

std::optional<std::vector<AxisDigit>> Reader::groupDigits(const CollectiveAttr &attr, bool ordered) {
  if (!mesh || attr.mode == GroupMode::CrossReplica || attr.mode == GroupMode::CrossReplicaAndPartition)
    return std::nullopt;
  auto [it, isNew] = groupMemo.try_emplace({attr.groups, ordered});
  if (!isNew)
    return it->second;
  std::optional<GroupTable> groups = groupsHere(attr);
  if (!groups)
    return std::nullopt;
  return groupMemo[{attr.groups, ordered}] = digitsOfGroups(*mesh, *groups, ordered);
}

Ix Reader::digitOf(Ix coordinate, const AxisDigit &digit) {
  return n.mod(n.floorDiv(coordinate, digit.stride), digit.size);
}

/// The coordinate with one digit replaced.
Ix Reader::withDigit(Ix coordinate, const AxisDigit &digit, Ix value) {
  if (digit.stride == 1 && digit.size == rankAxes[digit.axis].size)
    return value;
  return n.add(coordinate, n.scale(n.sub(value, digitOf(coordinate, digit)), digit.stride));
}

/// One element of a collective's result on the rank at hand (for a specialised operand: the ranks of one coordinate).
Comb Reader::collected(const Node &node, const Tensor &x, unsigned part, Span<Ix> index, Span<AxisDigit> digits,
                       ReduceKind kind) {
  Ix own = s.zeroIx; // this rank's number in its group
  int64_t size = 1;
  for (const AxisDigit &digit : digits) {
    own = n.add(n.scale(own, digit.size), digitOf(rankIx[digit.axis], digit));
    size *= digit.size;
  }
  auto coordinatesOf = [&](Ix number) {
    std::map<unsigned, Ix> out;
    for (size_t i = digits.size(); i-- > 0;) {
      Ix &axis = out.try_emplace(digits[i].axis, rankIx[digits[i].axis]).first->second;
      axis = withDigit(axis, digits[i], n.mod(number, digits[i].size));
      number = n.floorDiv(number, digits[i].size);
    }
    return out;
  };
  return exchanged(node, x, index, own, size,
                   [&](Span<Ix> source) { return reducedOver(kind, x, part, source, digits); },
                   [&](Span<Ix> source, Ix from) { return takenAt(x, part, source, coordinatesOf(from)); });
}

/// What a collective does, whatever its groups are: `own` is this rank's number among `size` members; `reduce` combines
/// the members' elements at a place, `take` is that of one member.
Comb Reader::exchanged(const Node &node, const Tensor &x, Span<Ix> index, Ix own, int64_t size,
                       llvm::function_ref<Comb(Span<Ix>)> reduce, llvm::function_ref<Comb(Span<Ix>, Ix)> take) {
  const CollectiveAttr &attr = std::get<CollectiveAttr>(node.attributes);
  Vec<Ix> source(index.begin(), index.end());
  switch (node.opcode) {
  case Opcode::AllReduce: case Opcode::CrossReplicaSum:
    return reduce(index);
  case Opcode::ReduceScatter: {
    int64_t piece = x.shape[attr.dim] / size;
    source[attr.dim] = n.add(n.scale(own, piece), index[attr.dim]);
    return reduce(source);
  }
  case Opcode::AllGather: {
    int64_t piece = x.shape[attr.dim];
    Ix from = n.floorDiv(index[attr.dim], piece);
    source[attr.dim] = n.sub(index[attr.dim], n.scale(from, piece));
    return take(source, from);
  }
  case Opcode::AllToAll: {
    int64_t piece = x.shape[attr.dim] / size, block = attr.dim == attr.concatDim ? piece : x.shape[attr.concatDim];
    Ix from = n.floorDiv(index[attr.concatDim], block);
    source[attr.concatDim] = n.sub(index[attr.concatDim], n.scale(from, block));
    source[attr.dim] = n.add(n.scale(own, piece), source[attr.dim]);
    return take(source, from);
  }
  case Opcode::CollectiveBroadcast:
    return take(index, s.zeroIx);
  default:
    fail("the collective is not modelled");
    return s.zero;
  }
}

/// Groups that are no digits of the mesh: every rank of every group for itself.
Comb Reader::enumerated(const Node &node, const Tensor &x, Span<Ix> index, const GroupTable &groups, ReduceKind kind) {
  auto coordinateOf = [&](int64_t device) { return mesh->coordinates(device); };
  auto elementAt = [&](Span<Ix> place, int64_t device) {
    Substitution by;
    std::vector<int64_t> c = coordinateOf(device);
    for (size_t a = 0; a < rankAxes.size(); ++a)
      by.set(rankAxes[a].var, n.constant(c[a]));
    by.normalize();
    return n.substitute(at(x, place), by);
  };
  Vec<Comb> pieces;
  for (const std::vector<int64_t> &group : groups)
    for (size_t own = 0; own < group.size(); ++own) {
      Comb here = s.one;
      std::vector<int64_t> c = coordinateOf(group[own]);
      for (size_t a = 0; a < rankAxes.size(); ++a)
        here = n.mul(here, n.guardEqual(n.plus(rankIx[a], -c[a])));
      auto reduce = [&](Span<Ix> place) {
        Comb total = elementAt(place, group[0]);
        for (size_t m = 1; m < group.size(); ++m) {
          std::optional<Comb> both = combined(kind, total, elementAt(place, group[m]), x.type);
          if (!both)
            fail("the combiner of the collective is not modelled");
          total = both.value_or(s.zero);
        }
        return total;
      };
      auto take = [&](Span<Ix> place, Ix from) {
        Vec<Comb> members;
        for (size_t m = 0; m < group.size(); ++m)
          if (Comb chosen = n.guardEqual(n.plus(from, -int64_t(m))); chosen != s.zero)
            members.push_back(n.guarded(chosen, elementAt(place, group[m])));
        return n.add(members);
      };
      if (here != s.zero)
        pieces.push_back(n.guarded(here, exchanged(node, x, index, n.constant(int64_t(own)), int64_t(group.size()), reduce, take)));
    }
  return n.add(pieces);
}

/// Groups of one size that hold every device of the mesh once.
bool Reader::canEnumerate(const GroupTable &groups) const {
  std::set<int64_t> seen;
  for (const std::vector<int64_t> &group : groups)
    for (int64_t device : group)
      if (group.size() != groups[0].size() || device < 0 || device >= mesh->deviceCount() || !seen.insert(device).second)
        return false;
  return int64_t(seen.size()) == mesh->deviceCount() && mesh->deviceCount() <= 32;
}

Reader::Values Reader::collective(const Node &node, Span<Tensor> operands) {
  const CollectiveAttr &attr = std::get<CollectiveAttr>(node.attributes);
  std::optional<std::vector<AxisDigit>> digits = groupDigits(attr, isOrdered(node.opcode));
  if (!mesh) {
    fail("a collective outside a rank program");
    return {};
  }
  std::optional<GroupTable> here = groupsHere(attr);
  if (!here) {
    fail("its groups reach beyond the stage");
    return {};
  }
  const GroupTable &table = *here;
  bool specialised = llvm::any_of(operands, [](const Tensor &x) { return x.isSpecialised(); });
  if (!digits && (specialised || table.empty() || !canEnumerate(table))) {
    fail("the replica groups are not those of mesh axes");
    return {};
  }
  ReduceKind kind = node.opcode == Opcode::CrossReplicaSum ? ReduceKind::Add
                    : node.regions.empty()                 ? ReduceKind::Other
                                                           : reducer(node.regions[0]);
  bool reduces = node.opcode == Opcode::AllReduce || node.opcode == Opcode::ReduceScatter;
  if (reduces && (kind == ReduceKind::Other || kind == ReduceKind::Multiply)) {
    fail("the combiner of the collective is not modelled");
    return {};
  }
  int64_t size = digits ? 1 : int64_t(table[0].size());
  if (digits)
    for (const AxisDigit &digit : *digits)
      size *= digit.size;
  if (node.opcode == Opcode::AllToAll && attr.splitCount != 0 && attr.splitCount != size) {
    fail("the split count differs from the group's size");
    return {};
  }
  Values out;
  for (size_t j = 0; j < operands.size(); ++j) {
    const Tensor &x = operands[j];
    if (!digits) {
      out.push_back(make(node.results[j], [&](Span<Ix> index) { return enumerated(node, x, index, table, kind); }));
      continue;
    }
    if (!x.isSpecialised()) {
      out.push_back(make(node.results[j], [&](Span<Ix> index) { return collected(node, x, 0, index, *digits, kind); }));
      continue;
    }
    std::vector<Ix> symbolic = rankIx;
    Vec<Tensor, 4> parts;
    for (unsigned k = 0; k < coordinates.size(); ++k) {
      for (size_t i = 0; i < special.size(); ++i)
        rankIx[special[i]] = n.constant(coordinates[k][i]);
      parts.push_back(make(node.results[j], [&](Span<Ix> index) { return collected(node, x, k, index, *digits, kind); }));
    }
    rankIx = symbolic;
    out.push_back(combine(parts));
  }
  return out;
}

Reader::Values Reader::permute(const Node &node, Span<Tensor> operands) {
  std::optional<PermuteAttr> here = pairsHere(std::get<PermuteAttr>(node.attributes));
  const PermuteAttr attr = here.value_or(PermuteAttr());
  if (!here) {
    fail("a permute moves data between stages");
    return {};
  }
  if (!mesh || attr.mode == GroupMode::CrossReplica || attr.mode == GroupMode::CrossReplicaAndPartition) {
    fail("a permute of replicas, not of partitions");
    return {};
  }
  int64_t devices = mesh->deviceCount();
  std::vector<int64_t> source(devices, -1);
  for (const auto &[from, to] : attr.pairs) {
    if (from < 0 || to < 0 || from >= devices || to >= devices) {
      fail("a permute names a device that the mesh does not have");
      return {};
    }
    source[mesh->coordinateOf(to)] = mesh->coordinateOf(from);
  }
  // One axis, shifted by a constant, with or without wrap-around.
  for (unsigned a = 0; a < rankAxes.size(); ++a) {
    int64_t size = rankAxes[a].size;
    for (int64_t shift = 1; shift < size; ++shift)
      for (int variant = 0; variant < 3; ++variant) {
        int64_t by = variant == 2 ? shift - size : shift;
        bool matches = true;
        for (int64_t target = 0; target < devices && matches; ++target) {
          std::vector<int64_t> c = mesh->coordinates(mesh->deviceAt(target));
          int64_t from = c[a] - by;
          if (variant == 0)
            from = (from % size + size) % size;
          c[a] = from;
          int64_t linear = 0;
          for (size_t i = 0; i < c.size(); ++i)
            linear = linear * mesh->axes[i].size + c[i];
          matches = source[target] == (from < 0 || from >= size ? -1 : linear);
        }
        if (!matches)
          continue;
        Ix moved = n.plus(rankIx[a], -by);
        Comb exists = n.mul(n.guardAtLeast(moved), n.guardAtLeast(n.plus(n.scale(moved, -1), size - 1)));
        if (variant == 0)
          moved = n.mod(moved, size), exists = s.one;
        Substitution substitution;
        substitution.set(rankAxes[a].var, moved);
        return {make(node.results[0], [&](Span<Ix> index) {
          return n.guarded(exists, n.substitute(at(operands[0], index), substitution));
        })};
      }
  }
  if (devices > 16) {
    fail("an irregular permute of more than 16 devices");
    return {};
  }
  return {make(node.results[0], [&](Span<Ix> index) {
    Comb element = at(operands[0], index);
    Vec<Comb> pieces;
    for (int64_t target = 0; target < devices; ++target) {
      if (source[target] < 0)
        continue;
      std::vector<int64_t> to = mesh->coordinates(mesh->deviceAt(target)), from = mesh->coordinates(mesh->deviceAt(source[target]));
      Comb here = s.one;
      Substitution substitution;
      for (size_t a = 0; a < rankAxes.size(); ++a) {
        here = n.mul(here, n.guardEqual(n.plus(rankIx[a], -to[a])));
        substitution.set(rankAxes[a].var, n.constant(from[a]));
      }
      substitution.normalize();
      pieces.push_back(n.guarded(here, n.substitute(element, substitution)));
    }
    return n.add(pieces);
  })};
}

} // namespace lockstep::verifier::engine
