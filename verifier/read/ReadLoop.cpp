// Loops whose number of steps depends on data. Such a loop is a function of its initial values, given by its condition
// and its body on a symbolic state: equal conditions, bodies and initial values make equal results. A loop of a rank
// program is compared with the loops of the logical program: by induction over the steps, when a piece of the logical
// state is its state before a step and both agree on the condition, so it is after the step.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

namespace {

std::string slotText(const Tensor &slot) {
  std::string out = std::string(name(slot.type));
  for (int64_t extent : slot.shape)
    out += "x" + std::to_string(extent);
  return out;
}

} // namespace

/// One real tensor per part of every value.
std::vector<Tensor> Reader::slotsOf(Span<Tensor> xs) {
  std::vector<Tensor> out;
  for (const Tensor &x : xs) {
    out.push_back(component(x, false));
    if (isComplex(x.type))
      out.push_back(component(x, true));
  }
  for (Tensor &slot : out)
    slot.table = nullptr;
  return out;
}

std::vector<Tensor> Reader::fromSlots(Span<Tensor> like, Span<Tensor> slots) {
  std::vector<Tensor> out;
  size_t next = 0;
  for (const Tensor &x : like) {
    Tensor re = slots[next++];
    out.push_back(isComplex(x.type) ? complexOf(re, slots[next++], x.type) : re);
  }
  return out;
}

/// The symbol of slot k of the state, at an index of the whole tensor. Loops within loops have other symbols.
Comb Reader::stateSymbol(size_t k, const std::string &slot, ElementType type, const Shape &shape, Span<Ix> index) {
  std::string text = "state." + std::to_string(loopDepth) + "." + std::to_string(k) + "." + slot;
  Fn fn = n.intern({FnKind::Table, s.symbol(text).v, uint32_t(shape.size())}, Sign::Unknown);
  FnNode &node = s.edit(fn);
  node.paramExtent.assign(shape.begin(), shape.end());
  node.boolean = isBoolean(type);
  if (node.boolean || isInteger(type)) {
    node.isInteger = true;
    node.range = integerBounds(type);
  }
  return n.single(s.atom(fn, index));
}

/// Condition and body on a symbolic state; nothing when an operator in them is not understood.
std::optional<Reader::Step> Reader::stepOf(const Node &node, Span<Tensor> operands, const std::vector<Tensor> &state) {
  ++loopDepth;
  std::vector<Tensor> arguments = fromSlots(operands, state);
  std::vector<Tensor> condition = region(node.regions[0], arguments), after = region(node.regions[1], arguments);
  --loopDepth;
  Step step{condition[0].comb(), {}, kNone};
  for (Span<Tensor> values : {Span<Tensor>(condition), Span<Tensor>(after)})
    for (const Tensor &value : values) {
      if (value.unsupported != kNone)
        step.unsupported = value.unsupported;
      if (value.isSpecialised() || value.placement)
        return std::nullopt;
    }
  if (step.unsupported == kNone)
    step.after = slotsOf(after);
  return step;
}

Reader::Values Reader::dataLoop(const Node &node, Span<Tensor> operands) {
  if (llvm::any_of(operands, [](const Tensor &x) { return x.isSpecialised(); })) {
    fail("the trip count of the loop depends on data, and its values differ in form by rank");
    return {};
  }
  std::vector<Tensor> initial = slotsOf(operands);
  std::vector<Tensor> results;
  if (mesh) {
    for (const DataLoop &known : *loops)
      if (matches(known, node, operands, initial, results)) {
        results = fromSlots(operands, results);
        return Values(results.begin(), results.end());
      }
    fail("the trip count of the loop depends on data, and no loop of the logical step has its condition, body and initial values");
    return {};
  }
  DataLoop loop{loopDepth, initial, s.zero, {}, {}};
  std::vector<Tensor> state = initial;
  ++loopDepth;
  for (size_t k = 0; k < state.size(); ++k)
    state[k].parts = {stateSymbol(k, slotText(state[k]), state[k].type, state[k].shape, formals(state[k].shape))};
  --loopDepth;
  std::optional<Step> step = stepOf(node, operands, state);
  if (!step) {
    fail("the trip count of the loop depends on data, and its values differ in form by rank");
    return {};
  }
  if (step->unsupported != kNone)
    return broken(node, step->unsupported);
  loop.condition = step->condition;
  loop.after = step->after;
  // The function of the whole loop: condition, body and initial values over all elements.
  Vec<Var> vars;
  Vec<Comb> bodies = {loop.condition};
  std::string label = "while";
  for (const std::vector<Tensor> &list : {loop.after, loop.initial})
    for (const Tensor &slot : list) {
      Vec<Ix> index;
      for (int64_t extent : slot.shape) {
        index.push_back(s.zeroIx);
        if (extent > 1) {
          vars.push_back(summed(extent));
          index.back() = s.varIx(vars.back());
        }
      }
      label += "." + slotText(slot);
      bodies.push_back(at(slot, index));
    }
  for (size_t k = 0; k < initial.size(); ++k) {
    Tensor result = initial[k];
    Normalizer::ScalarTraits traits = opaqueTraits(result.type);
    result.parts = {n.rows(label + "." + std::to_string(k), vars, bodies, formals(result.shape), traits)};
    results.push_back(result);
  }
  loop.results = results;
  loops->push_back(loop);
  results = fromSlots(operands, results);
  return Values(results.begin(), results.end());
}

/// Which axes may cut a dim of the state into pieces of the extent at hand: one choice per ratio of extents.
std::vector<std::map<int64_t, unsigned>> Reader::cuts(const DataLoop &known, const std::vector<Tensor> &initial) {
  std::set<int64_t> ratios;
  for (size_t k = 0; k < initial.size(); ++k) {
    const Shape &whole = known.initial[k].shape, &local = initial[k].shape;
    for (size_t d = 0; d < whole.size(); ++d) {
      if (whole[d] % local[d] != 0)
        return {};
      if (whole[d] != local[d])
        ratios.insert(whole[d] / local[d]);
    }
  }
  std::vector<std::map<int64_t, unsigned>> choices(1);
  for (int64_t ratio : ratios) {
    std::vector<std::map<int64_t, unsigned>> longer;
    for (const auto &choice : choices)
      for (unsigned axis = 0; axis < rankAxes.size(); ++axis)
        if (rankAxes[axis].size == ratio) {
          longer.push_back(choice);
          longer.back()[ratio] = axis;
        }
    choices = longer;
  }
  return choices;
}

/// Whether the loop's state is a piece of the known loop's, step by step; then its results are that piece too.
bool Reader::matches(const DataLoop &known, const Node &node, Span<Tensor> operands, const std::vector<Tensor> &initial,
                     std::vector<Tensor> &results) {
  if (known.depth != loopDepth || known.initial.size() != initial.size())
    return false;
  for (size_t k = 0; k < initial.size(); ++k)
    if (known.initial[k].type != initial[k].type || known.initial[k].shape.size() != initial[k].shape.size())
      return false;
  for (const std::map<int64_t, unsigned> &choice : cuts(known, initial)) {
    std::vector<Vec<Ix>> index; // of the known state, per slot
    std::vector<Tensor> state = initial;
    bool same = true;
    for (size_t k = 0; k < initial.size() && same; ++k) {
      const Shape &whole = known.initial[k].shape, &local = initial[k].shape;
      index.push_back(formals(local));
      for (size_t d = 0; d < whole.size(); ++d)
        if (whole[d] != local[d])
          index[k][d] = n.add(index[k][d], n.scale(rankIx[choice.at(whole[d] / local[d])], local[d]));
      same = n.sameValue(at(known.initial[k], index[k]), initial[k].comb());
      ++loopDepth;
      state[k].parts = {stateSymbol(k, slotText(known.initial[k]), state[k].type, whole, index[k])};
      --loopDepth;
    }
    std::optional<Step> step = same ? stepOf(node, operands, state) : std::nullopt;
    if (!step || step->unsupported != kNone || !n.sameValue(known.condition, step->condition))
      continue;
    for (size_t k = 0; k < initial.size() && same; ++k)
      same = n.sameValue(at(known.after[k], index[k]), step->after[k].comb());
    if (!same || n.exhausted())
      continue;
    results = initial;
    for (size_t k = 0; k < results.size(); ++k)
      results[k].parts = {at(known.results[k], index[k])};
    return true;
  }
  return false;
}

} // namespace lockstep::verifier::engine
