#include "lowering/partition/AxisPass.h"

namespace lockstep::lowering {

AxisResult propagateAxis(const Graph &graph, const AxisGoal &goal) {
  // New demands can only come from values that were partial and no longer are, so a few rounds suffice; a plan is right
  // after any number of them, only not the cheapest.
  constexpr unsigned maxRounds = 10;
  DueValues due;
  for (unsigned round = 0;; ++round) {
    AxisPass pass(graph, goal, due);
    AxisResult result = pass.run();
    bool grew = false;
    for (auto &[value, demand] : pass.newlyDue()) {
      auto [known, isNew] = due.insert({value, demand});
      bool changes = !isNew && !(known->second.target == demand.target) && !known->second.target.isReplicated();
      if (changes)
        known->second.target = State::replicated();
      grew |= isNew || changes;
    }
    if (!grew || round == maxRounds)
      return result;
  }
}

// A reshape stopped the digit. Had the operand been cut by the leading part of a dim of the result instead, it would have
// passed; follow that digit back to an argument.
void AxisPass::wish(const Op &reshape, const Value &operand) {
  const Shape &to = reshape.results[0]->shape;
  for (unsigned dim = 0; dim < to.size(); ++dim) {
    if (to[dim] % goal.size != 0)
      continue;
    std::optional<Digit> digit = reshapeDigit(to, {dim, to[dim] / goal.size, goal.size}, operand.shape);
    const Value *value = &operand;
    while (digit && value->def) {
      const Op &def = *value->def;
      if (def.kind != OpKind::Logical || def.results.size() != 1)
        break;
      Rule rule = ruleOf(def);
      const Value *from = nullptr;
      if (rule.isReshape) {
        from = def.operands[0];
        digit = reshapeDigit(value->shape, *digit, from->shape);
      }
      for (const Factor &factor : rule.factors) {
        if (from || factor.results[0] != digit->dim)
          continue;
        for (auto [source, sourceDim] : llvm::zip(def.operands, factor.operands))
          if (!from && sourceDim && stateOf(*source).isSharded()) {
            from = source;
            digit->dim = *sourceDim;
          }
      }
      if (!from)
        break;
      value = from;
    }
    if (!digit || value->def || value->block != &out.body())
      continue;
    PlacementWish found{value->index, *digit};
    if (!llvm::is_contained(wishes, found))
      wishes.push_back(found);
  }
}

} // namespace lockstep::lowering
