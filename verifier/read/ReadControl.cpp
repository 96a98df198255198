// Loops, branches, and the border of rank programs.
#include "verifier/read/Reader.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static constexpr unsigned kMaxTrips = 4096;

Reader::Values Reader::loop(const Node &node, Span<Tensor> operands) {
  std::vector<Tensor> state(operands.begin(), operands.end());
  for (unsigned trip = 0;; ++trip) {
    std::vector<Tensor> condition = region(node.regions[0], state);
    const Tensor &test = condition[0];
    bool same = llvm::all_of(test.parts, [&](Comb x) { return x == test.parts[0]; });
    if (test.unsupported != kNone || n.exhausted())
      return broken(node, test.unsupported);
    if (!same) {
      fail("the trip count of the loop depends on the rank");
      return {};
    }
    if (test.parts[0] != s.one && test.parts[0] != s.zero)
      return dataLoop(node, operands);
    if (test.parts[0] == s.zero)
      break;
    if (trip == kMaxTrips) {
      fail("the loop runs more than " + std::to_string(kMaxTrips) + " times");
      return {};
    }
    state = region(node.regions[1], state);
  }
  return Values(state.begin(), state.end());
}

Reader::Values Reader::branch(const Node &node, Span<Tensor> operands) {
  unsigned count = node.regions.size();
  // The number of the branch a value selects; `if` takes region 0 for true. Out of range selects the last one.
  auto chosen = [&](Comb x) -> std::optional<unsigned> {
    int64_t k;
    if (!n.isNumber(x) || !s.q.toInt(n.numberOf(x), k))
      return std::nullopt;
    if (node.opcode == Opcode::If)
      return k != 0 ? 0 : 1;
    return k >= 0 && k < count ? unsigned(k) : count - 1;
  };
  Vec<std::optional<unsigned>> choices;
  for (Comb x : operands[0].parts)
    choices.push_back(chosen(x));
  bool known = llvm::all_of(choices, [](auto c) { return c.has_value(); });
  if (known && llvm::all_of(choices, [&](auto c) { return c == choices[0]; })) {
    std::vector<Tensor> results = region(node.regions[*choices[0]], {});
    return Values(results.begin(), results.end());
  }
  if (!known && operands[0].isSpecialised()) {
    fail("the branch depends on data and on the rank");
    return {};
  }
  std::vector<std::vector<Tensor>> branches;
  for (const Region &r : node.regions)
    branches.push_back(region(r, {}));
  Values out;
  for (size_t j = 0; j < node.results.size(); ++j) {
    for (std::vector<Tensor> &branch : branches)
      if (branch[j].unsupported != kNone)
        return broken(node, branch[j].unsupported);
    Tensor result = branches[0][j];
    if (known) {
      Vec<Tensor, 4> parts;
      for (unsigned k = 0; k < choices.size(); ++k)
        parts.push_back(instantiate(branches[*choices[k]][j], k));
      out.push_back(combine(parts));
      continue;
    }
    if (llvm::any_of(branches, [&](const std::vector<Tensor> &b) { return b[j].isSpecialised() || b[j].placement; })) {
      fail("a branch on data holds values that differ by rank");
      return {};
    }
    auto joined = [&](bool imaginary) {
      Comb test = operands[0].comb(), others = s.one;
      Vec<Comb> pieces;
      for (unsigned k = 0; k < count; ++k) {
        Comb guard = node.opcode == Opcode::If ? (k == 0 ? test : n.logicalNot(test))
                     : k + 1 < count           ? n.guardEqual(n.plus(n.toIndex(test), -int64_t(k)))
                                               : others;
        if (node.opcode == Opcode::Case && k + 1 < count)
          others = n.mul(others, n.logicalNot(guard));
        pieces.push_back(n.guarded(guard, component(branches[k][j], imaginary).comb()));
      }
      Tensor side = component(result, imaginary);
      side.parts = {n.add(pieces)};
      side.table = nullptr;
      return side;
    };
    out.push_back(isComplex(result.type) ? complexOf(joined(false), joined(true), result.type) : joined(false));
  }
  return out;
}

void Reader::leaveMesh() {
  special.clear();
  specialVars.clear();
  coordinates.clear();
}

void Reader::enterMesh(const Mesh &entered, Span<const Region *> bodies) {
  mesh = &entered;
  rankAxes.clear();
  rankIx.clear();
  for (const MeshAxis &axis : entered.axes) {
    Var var = s.freeVar({0, axis.size - 1}, "rank." + axis.name);
    rankAxes.push_back({axis.name, axis.size, var});
    rankIx.push_back(axis.size == 1 ? s.zeroIx : s.varIx(var));
  }
  groupMemo.clear();
  summedVars.clear(); // summed variables are younger than those of ranks
  leaveMesh();
  // Axes over which a permute moves data steer control.
  std::set<unsigned> moved;
  std::set<const Region *> seen;
  std::function<void(const Region &)> walk = [&](const Region &region) {
    if (!seen.insert(&region).second)
      return;
    for (NodeId id : region.nodes) {
      const Node &node = graph.nodes[id];
      if (auto *written = std::get_if<PermuteAttr>(&node.attributes))
        for (const auto &[from, to] : pairsHere(*written).value_or(PermuteAttr()).pairs) {
          if (from < 0 || to < 0 || from >= entered.deviceCount() || to >= entered.deviceCount())
            continue;
          std::vector<int64_t> a = entered.coordinates(from), b = entered.coordinates(to);
          for (unsigned k = 0; k < a.size(); ++k)
            if (a[k] != b[k])
              moved.insert(k);
        }
      if (auto *call = std::get_if<CallAttr>(&node.attributes))
        walk(graph.functions[call->function].body);
      for (const Region &inner : node.regions)
        walk(inner);
    }
  };
  for (const Region *body : bodies)
    walk(*body);
  int64_t count = 1;
  for (unsigned axis : moved)
    count *= entered.axes[axis].size;
  if (count > 64 || count <= 1)
    return; // permutes are then read symbolically, or not at all
  special.assign(moved.begin(), moved.end());
  for (int64_t c = 0; c < count; ++c) {
    Vec<int64_t, 4> coordinate(special.size());
    int64_t rest = c;
    for (size_t i = special.size(); i-- > 0; rest /= entered.axes[special[i]].size)
      coordinate[i] = rest % entered.axes[special[i]].size;
    coordinates.push_back(coordinate);
  }
  for (unsigned axis : special)
    specialVars.push_back(rankAxes[axis].var);
  std::sort(specialVars.begin(), specialVars.end());
}

Ix Reader::digit(const AxisRef &ref) {
  for (size_t i = 0; i < rankAxes.size(); ++i) {
    if (rankAxes[i].name != ref.name)
      continue;
    if (!ref.isSubAxis())
      return rankIx[i];
    return n.mod(n.floorDiv(rankIx[i], rankAxes[i].size / (ref.preSize * ref.size)), ref.size);
  }
  fail("a sharding names the axis '" + ref.name + "', which the mesh does not have");
  return s.zeroIx;
}

Ix Reader::pieceOf(Span<AxisRef> refs) {
  Ix number = s.zeroIx;
  for (const AxisRef &ref : refs)
    number = n.add(n.scale(number, axesSize(*mesh, {ref})), digit(ref));
  return number;
}

/// Axes of a dim that the manual computation splits; automatic axes stay whole inside.
static std::vector<AxisRef> manualOnly(const std::vector<AxisRef> &axes, const std::vector<std::string> *only) {
  std::vector<AxisRef> out;
  for (const AxisRef &ref : axes)
    if (!only || llvm::is_contained(*only, ref.name))
      out.push_back(ref);
  return out;
}

Tensor Reader::localArgument(const Tensor &whole, const Sharding &sharding, const Shape &local,
                            const std::vector<std::string> *only) {
  Tensor out = whole;
  out.shape = local;
  out.table = nullptr;
  if (!sharding.unreduced.empty() || sharding.dims.size() != whole.shape.size() || local.size() != whole.shape.size()) {
    fail("an argument's sharding does not fit it");
    return out;
  }
  Vec<Ix> index = formals(local), source;
  for (size_t d = 0; d < local.size(); ++d) {
    std::vector<AxisRef> axes = manualOnly(sharding.dims[d].axes, only);
    if (axesSize(*mesh, axes) * local[d] != whole.shape[d])
      fail("dim " + std::to_string(d) + " of extent " + std::to_string(whole.shape[d]) + " is not " +
           std::to_string(axesSize(*mesh, axes)) + " pieces of " + std::to_string(local[d]));
    source.push_back(n.add(n.scale(pieceOf(axes), local[d]), index[d]));
  }
  if (!failed)
    out.parts = {at(whole, source)};
  if (!failed && whole.imaginary)
    out.imaginary = std::make_shared<const Tensor>(localArgument(*whole.imaginary, sharding, local, only));
  return out;
}

Tensor Reader::placed(const Tensor &local, const Sharding &sharding, unsigned result, const std::vector<std::string> *only) {
  Tensor out = local;
  if (local.imaginary)
    out.imaginary = std::make_shared<const Tensor>(placed(*local.imaginary, sharding, result, only));
  auto placement = std::make_shared<Placement>();
  placement->localShape = local.shape;
  placement->mesh = rankAxes;
  if (!sharding.unreduced.empty() || sharding.dims.size() != local.shape.size()) {
    fail("the sharding of result " + std::to_string(result) + " is unreduced or of another order");
    return out;
  }
  std::set<std::string> used;
  out.shape.clear();
  for (size_t d = 0; d < local.shape.size(); ++d) {
    std::vector<AxisRef> axes = manualOnly(sharding.dims[d].axes, only);
    for (const AxisRef &ref : axes)
      if (!ref.isSubAxis()) // with a sub-axis the other digits may not occur; that is not decided here
        used.insert(ref.name);
    out.shape.push_back(local.shape[d] * axesSize(*mesh, axes));
    placement->axes.push_back(axes);
  }
  if (local.parts.size() > 1)
    placement->coordinates = coordinates, placement->special.assign(special.begin(), special.end());
  for (unsigned part = 0; part < local.parts.size(); ++part) {
    Substitution by;
    if (local.parts.size() > 1)
      by = coordinate(part);
    Vec<Ix> starts;
    for (size_t d = 0; d < local.shape.size(); ++d)
      starts.push_back(n.substitute(n.scale(pieceOf(manualOnly(sharding.dims[d].axes, only)), local.shape[d]), by));
    placement->starts.push_back(starts);
  }
  for (size_t a = 0; a < rankAxes.size(); ++a) {
    if (used.count(rankAxes[a].name) || rankAxes[a].size == 1)
      continue;
    bool left = llvm::any_of(local.parts, [&](Comb x) { return contains(s[x].vars, rankAxes[a].var); });
    bool differ = local.parts.size() > 1 && llvm::is_contained(special, a);
    if (left || differ)
      replicas.push_back({result, rankAxes[a].name,
                          "rank digit of axis " + rankAxes[a].name + " left in result " + std::to_string(result) +
                              ", which is declared replicated over it"});
  }
  out.placement = placement;
  return out;
}

/// The global tensor of a placed value: rank digits become index digits. Only for values that are used further.
Tensor Reader::global(const Tensor &x) {
  Tensor out = x;
  out.placement = nullptr;
  if (x.imaginary)
    out.imaginary = std::make_shared<const Tensor>(global(*x.imaginary));
  const Placement &p = *x.placement;
  Vec<Ix> index = formals(x.shape), local = formals(p.localShape);
  Vec<Comb> pieces;
  for (unsigned part = 0; part < x.parts.size(); ++part) {
    Substitution by;
    std::map<unsigned, Ix> digits; // by axis
    for (size_t d = 0; d < p.localShape.size(); ++d) {
      Ix offset = index[d];
      if (!p.axes[d].empty()) {
        Ix piece = n.floorDiv(index[d], p.localShape[d]);
        offset = n.sub(index[d], n.scale(piece, p.localShape[d]));
        for (size_t i = p.axes[d].size(); i-- > 0;) {
          const AxisRef &ref = p.axes[d][i];
          auto axis = llvm::find_if(p.mesh, [&](const Axis &a) { return a.name == ref.name; });
          if (ref.isSubAxis() || axis == p.mesh.end()) {
            fail("a result sharded over a part of an axis is used outside the rank program");
            return out;
          }
          digits[axis - p.mesh.begin()] = n.mod(piece, axis->size);
          piece = n.floorDiv(piece, axis->size);
        }
      }
      if (local[d] != s.zeroIx)
        by.set(s[s[local[d]].terms[0].atom].var(), offset);
    }
    Comb here = s.one;
    for (unsigned a = 0; a < p.mesh.size(); ++a) {
      bool differs = contains(s[x.parts[part]].vars, p.mesh[a].var) || (x.parts.size() > 1 && llvm::is_contained(p.special, a));
      if (differs && !digits.count(a)) {
        fail("a value that differs over axis " + p.mesh[a].name + " is declared replicated over it");
        return out;
      }
      Ix digit = digits.count(a) ? digits[a] : s.zeroIx; // replicas: any coordinate will do
      auto at = llvm::find(p.special, a);
      if (x.parts.size() > 1 && at != p.special.end())
        here = n.mul(here, n.guardEqual(n.plus(digit, -p.coordinates[part][at - p.special.begin()])));
      else
        by.set(p.mesh[a].var, digit);
    }
    by.normalize();
    pieces.push_back(n.guarded(here, n.substitute(x.parts[part], by)));
  }
  out.parts = {n.add(pieces)};
  return out;
}

Reader::Values Reader::manual(const Node &node, Span<Tensor> operands) {
  const ManualAttr &attr = std::get<ManualAttr>(node.attributes);
  const Region &body = node.regions[0];
  enterMesh(graph.meshes[attr.mesh], {&body});
  std::vector<Tensor> local;
  for (size_t i = 0; i < operands.size(); ++i)
    local.push_back(localArgument(operands[i], attr.in[i], graph.values[body.arguments[i]].shape, &attr.manualAxes));
  if (failed)
    return {};
  std::vector<Tensor> results = region(body, local);
  Values out;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].unsupported != kNone) {
      out.push_back(broken(node, results[i].unsupported)[i]);
      continue;
    }
    // Findings are about results of the program when the value is one.
    auto direct = llvm::find(graph.body().results, node.results[i]);
    unsigned number = direct == graph.body().results.end() ? kNone : unsigned(direct - graph.body().results.begin());
    out.push_back(placed(results[i], attr.out[i], number, &attr.manualAxes));
    if (number == kNone) // global() refuses such a value when something uses it
      std::erase_if(replicas, [](const ReplicaFinding &finding) { return finding.result == kNone; });
  }
  leaveMesh();
  return out;
}

std::vector<Tensor> Reader::runPerDevice(Span<Tensor> arguments) {
  values.assign(graph.values.size(), {});
  const Region &body = graph.body();
  enterMesh(graph.mesh, {&body});
  std::vector<Tensor> local;
  for (size_t i = 0; i < arguments.size(); ++i)
    local.push_back(localArgument(arguments[i], graph.argumentShardings[i], graph.values[body.arguments[i]].shape, nullptr));
  if (failed)
    return {};
  std::vector<Tensor> results = region(body, local);
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i].unsupported == kNone)
      results[i] = placed(results[i], graph.resultShardings[i], i, nullptr);
  return results;
}

} // namespace lockstep::verifier::engine
