// One step: random points, the two sides, functions opened level by level until the sides agree.
#include "verifier/trace/Replay.h"

#include <algorithm>

namespace lockstep::verifier::engine {

namespace {

constexpr uint64_t kMostSummed = 20'000; // places of summed variables that are visited
constexpr size_t kMostNames = 400;       // names that are opened together

void collectVars(const Store &s, const Side &side, std::set<Var> &out) {
  auto take = [&](VarList vars) { out.insert(vars.begin(), vars.end()); };
  for (const Factor &f : side.factors)
    take(s[f.atom].vars);
  for (Comb x : side.combs)
    take(s[x].vars);
  if (side.index.valid())
    take(s[side.index].vars);
}

uint64_t places(const Store &s, Span<Var> vars) {
  uint64_t count = 1;
  for (Var v : vars)
    if (__builtin_mul_overflow(count, uint64_t(s.extent(v)), &count))
      return ~0ull;
  return count;
}

bool has(Span<Var> vars, Var v) { return llvm::is_contained(vars, v); }

} // namespace

StepReplay::Plan StepReplay::planOf(const Step &step) const {
  Plan plan;
  auto everywhere = [&](Var v) {
    return has(step.before.vars, v) && llvm::all_of(step.after, [&](const Side &side) { return has(side.vars, v); });
  };
  std::set<Var> used, summed, loose; // loose: not summed by a side that has it
  auto collect = [&](const Side &side) {
    std::set<Var> inside;
    collectVars(s, side, inside);
    used.insert(inside.begin(), inside.end());
    for (Var v : inside)
      if (!has(side.vars, v))
        loose.insert(v);
  };
  collect(step.before);
  for (const Side &side : step.after)
    collect(side);
  for (const Fact &given : step.given)
    used.insert(s[Ix{given.a}].vars.begin(), s[Ix{given.a}].vars.end());
  for (const Fact &fact : step.facts)
    if (fact.kind == Fact::Kind::AtLeast)
      used.insert(s[Ix{fact.a}].vars.begin(), s[Ix{fact.a}].vars.end());
  for (Var v : step.before.vars)
    if (!everywhere(v))
      plan.before.push_back(v), summed.insert(v);
  for (const Side &side : step.after) {
    plan.after.emplace_back();
    for (Var v : side.vars)
      if (!everywhere(v))
        plan.after.back().push_back(v), summed.insert(v);
  }
  plan.named = !step.before.vars.empty() && !step.maps.empty() && s[step.maps[0].first].kind == VarKind::Bound;
  for (const auto &[var, by] : step.maps) {
    used.insert(s[by].vars.begin(), s[by].vars.end());
    (summed.count(var) || plan.named ? plan.paired : plan.read).push_back({var, by});
  }
  uint64_t most = places(s, plan.before);
  for (const auto &vars : plan.after)
    most = std::max(most, places(s, vars));
  plan.pointwise = plan.named || (most > kMostSummed && !plan.paired.empty() && plan.after.size() == 1);
  for (Var v : used) {
    bool isPaired = llvm::any_of(plan.paired, [&](const auto &map) { return map.first == v; });
    // A variable that is replaced may occur in what replaces variables, too: it has a value of its own there.
    if (plan.pointwise ? !isPaired : loose.count(v) || !summed.count(v))
      plan.drawn.push_back(v);
  }
  return plan;
}

int64_t StepReplay::drawValue(Var v) {
  const VarNode &node = s[v];
  int64_t lo = 0, hi = 9;
  if (node.kind == VarKind::Free && node.range.isFinite())
    lo = node.range.lo, hi = node.range.hi;
  switch (random() % 4) {
  case 0: return lo;
  case 1: return hi;
  default: return lo + int64_t(random() % uint64_t(hi - lo + 1));
  }
}

/// Changes one variable so that e becomes 0, or just not negative, when it can.
void StepReplay::meet(Ix e, bool equality, Assignment &at) {
  Interpretation<Field> in(s, facts, {}, 1, 10'000);
  int64_t now = in.index(e, at);
  if (in.trouble != Trouble::None || (equality ? now == 0 : now >= 0))
    return;
  Vec<const IxTerm *> order;
  for (const IxTerm &term : s[e].terms)
    if (s[term.atom].kind == IxKind::Var && at.count(s[term.atom].var()))
      order.push_back(&term);
  std::shuffle(order.begin(), order.end(), random);
  for (const IxTerm *term : order) {
    Var v = s[term->atom].var();
    int64_t by = -floorDivide(now, std::abs(term->k)); // at least -now / |k|
    if (equality && now % term->k != 0)
      continue;
    int64_t value = at[v] + (term->k > 0 ? by : -by);
    const VarNode &node = s[v];
    if (node.kind == VarKind::Free && node.range.isFinite() && (value < node.range.lo || value > node.range.hi))
      continue;
    at[v] = value;
    return;
  }
}

bool StepReplay::holds(const Step &step, const Assignment &at) {
  for (const Fact &given : step.given) {
    if (s[Ix{given.a}].hasData)
      continue; // asked where data has its values
    Interpretation<Field> in(s, facts, {}, 1, 10'000);
    int64_t e = in.index(Ix{given.a}, at);
    if (in.trouble != Trouble::None || (given.b ? e != 0 : e < 0))
      return false;
  }
  return true;
}

std::optional<Assignment> StepReplay::draw(const Plan &plan, const Step &step) {
  for (unsigned attempt = 0; attempt < 30; ++attempt) {
    Assignment at;
    for (Var v : plan.drawn)
      at[v] = drawValue(v);
    for (auto &[v, value] : at) // domains are not empty
      if (s[v].kind == VarKind::Domain && s[v].number % 2 == 1)
        for (auto &[w, low] : at)
          if (s[w].kind == VarKind::Domain && s[w].number + 1 == s[v].number)
            value = low + 1 + int64_t(random() % 4);
    for (unsigned round = 0; round < 3; ++round)
      for (const Fact &given : step.given)
        meet(Ix{given.a}, given.b, at);
    // Every other point lies where one of the guards changes.
    if (random() % 2 == 0) {
      Vec<Factor, 8> guards;
      for (Comb x : step.before.combs)
        for (const Term &term : s[x].terms)
          for (const Factor &f : s[term.mono].factors)
            guards.push_back(f);
      guards.append(step.before.factors.begin(), step.before.factors.end());
      llvm::erase_if(guards, [&](const Factor &f) { return !s.fnOf(f.atom).isGuard(); });
      if (!guards.empty())
        meet(s[guards[random() % guards.size()].atom].args[0], true, at);
    }
    if (holds(step, at))
      return at;
  }
  return std::nullopt;
}

template <typename A>
typename A::Number StepReplay::integrand(const Side &side, const Assignment &at, Interpretation<A> &in) {
  switch (side.shape) {
  case Side::Shape::AtLeast: return A::integer(in.index(side.index, at) >= 0);
  case Side::Shape::Equal: return A::integer(in.index(side.index, at) == 0);
  case Side::Shape::Floor: return A::integer(floorDivide(in.index(side.index, at), side.divisor));
  case Side::Shape::Index: return A::integer(in.index(side.index, at));
  case Side::Shape::Power: return in.number(A::power(in.value(side.combs[0], at), s.q, side.coef, in.strained));
  case Side::Shape::Exp: return in.number(A::exp(in.value(side.combs[0], at)));
  case Side::Shape::Log: return in.number(A::log(in.value(side.combs[0], at), in.strained));
  case Side::Shape::Value: break;
  }
  typename A::Number result = in.product(side.factors, in.number(A::rational(s.q, side.coef)), at);
  for (Comb x : side.combs) {
    if (A::isZero(result))
      return A::integer(0);
    result = A::mul(result, in.value(x, at));
  }
  return result;
}

/// What the sum `name` adds up at the bound variables' values in `at`; 0 outside its domain.
template <typename A>
typename A::Number StepReplay::termOf(Atom name, const Assignment &at, Interpretation<A> &in) {
  Store &store = const_cast<Store &>(s); // param, domain and bound only look up
  const FnNode &fn = s.fnOf(name);
  Span<Ix> args = s[name].args;
  Assignment inner;
  for (unsigned i = 0; i < fn.params; ++i)
    inner[store.param(i)] = in.index(args[i], at);
  for (unsigned i = 0; i < 2 * fn.pairs; ++i) {
    int64_t end = in.index(args[fn.params + i], at);
    unsigned k = i / 2, own = fn.pairs - fn.bound;
    if (k < own) {
      inner[store.domain(i)] = end;
      continue;
    }
    int64_t place = inner[store.bound(k - own)] = at.at(store.bound(k - own));
    if (i % 2 == 0 ? place < end : place >= end)
      return A::integer(0);
  }
  return in.value(fn.body(), inner);
}

template <typename A>
typename A::Number StepReplay::side(const Side &side, Span<Var> summed, Assignment &at, Interpretation<A> &in) {
  bool some = false;
  typename A::Number total = A::integer(0);
  for (Var v : summed)
    at[v] = 0;
  for (bool more = true; more && in.spend();) {
    typename A::Number x = integrand(side, at, in);
    if (side.over == FnKind::Sum)
      total = A::add(total, x);
    else if (!some || A::less(total, x) == (side.over == FnKind::Maximum))
      total = x;
    some = true;
    more = false;
    for (size_t k = 0; k < summed.size() && !more; ++k) {
      more = ++at[summed[k]] < s.extent(summed[k]);
      if (!more)
        at[summed[k]] = 0;
    }
  }
  return total;
}

std::string StepReplay::pointText(const Assignment &at) const {
  std::string text;
  for (const auto &[v, value] : at)
    text += (text.empty() ? "" : ", ") + s[v].name + "=" + std::to_string(value);
  return text;
}

template <typename A>
StepReplay::Agreement StepReplay::compareAt(const Step &step, const Plan &plan, Assignment at, Interpretation<A> &in) {
  Assignment left = at;
  Vec<std::pair<Var, int64_t>, 4> values;
  for (const auto &[var, by] : plan.read)
    values.push_back({var, in.index(by, at)});
  for (const auto &[var, value] : values)
    left[var] = value;
  for (const Fact &given : step.given)
    if (int64_t e = in.index(Ix{given.a}, at); given.b ? e != 0 : e < 0)
      return Agreement::Undefined;
  typename A::Number x, y = A::integer(0);
  if (plan.pointwise) {
    for (const auto &[var, by] : plan.paired) {
      int64_t value = in.index(by, at);
      if (!plan.named && (value < 0 || value >= s.extent(var)))
        return Agreement::Undefined; // no place corresponds to this one
      left[var] = at[var] = value;
    }
    x = integrand(step.before, left, in);
    y = plan.named ? termOf(step.after[0].factors[0].atom, at, in) : integrand(step.after[0], at, in);
  } else {
    x = side(step.before, plan.before, left, in);
    for (size_t i = 0; i < step.after.size(); ++i)
      y = A::add(y, side(step.after[i], plan.after[i], at, in));
  }
  if (in.trouble != Trouble::None)
    return in.trouble == Trouble::TooLarge ? Agreement::TooLarge : Agreement::Undefined;
  if (A::same(x, y))
    return Agreement::Yes;
  if (in.strained)
    return Agreement::Undefined;
  std::string right;
  for (const Side &part : step.after)
    right += (right.empty() ? "" : " + ") + str(s, part);
  failure = str(s, step.before) + " = " + right + " at " + pointText(left) + ": " + A::str(x) + " and " + A::str(y);
  return Agreement::No;
}

template <typename A>
StepReplay::Agreement StepReplay::compare(const Step &step, const Plan &plan, const std::set<Fn> &open) {
  unsigned agreed = 0;
  for (unsigned attempt = 0; attempt < 12 * options.points && agreed < options.points; ++attempt) {
    std::optional<Assignment> at = draw(plan, step);
    if (!at)
      return Agreement::Undefined;
    Interpretation<A> in(s, facts, open, random(), options.budget);
    switch (compareAt(step, plan, *at, in)) {
    case Agreement::Yes: ++agreed; break;
    case Agreement::Undefined: break;
    case Agreement::No: return Agreement::No;
    case Agreement::TooLarge: return Agreement::TooLarge;
    }
  }
  return agreed > 0 ? Agreement::Yes : Agreement::Undefined;
}

std::set<Fn> StepReplay::reachable(const std::set<Fn> &from) const {
  std::set<Fn> out = from;
  for (Fn fn : from)
    for (unsigned i = 0; i < s[fn].bodies.size(); ++i)
      for (const Term &term : s[s[fn].body(i)].terms)
        for (const Factor &f : s[term.mono].factors)
          out.insert(s[f.atom].fn);
  return out;
}

/// Functions that are only names for expressions.
static bool isName(const FnNode &fn) {
  return fn.kind == FnKind::Combination || fn.kind == FnKind::Exp || fn.kind == FnKind::Scalar;
}

std::set<Fn> StepReplay::namesIn(std::set<Fn> from) const {
  std::set<Fn> out;
  while (!from.empty() && out.size() < kMostNames) {
    std::set<Fn> inside;
    for (Fn fn : from)
      if (isName(s[fn]) && out.insert(fn).second)
        inside.insert(fn);
    from = reachable(inside);
  }
  return out;
}

std::set<Atom> StepReplay::atomsOf(const Side &side) const {
  std::set<Atom> out;
  for (const Factor &f : side.factors)
    out.insert(f.atom);
  for (Comb x : side.combs)
    for (const Term &term : s[x].terms)
      for (const Factor &f : s[term.mono].factors)
        out.insert(f.atom);
  return out;
}

/// What to open, from nothing to everything: first what only one side mentions, and names, which cost little.
std::vector<std::set<Fn>> StepReplay::levelsOf(const Step &step) const {
  std::set<Atom> left = atomsOf(step.before), right;
  for (const Side &side : step.after)
    right.merge(atomsOf(side));
  std::set<Fn> top, names, onlyLeft, onlyRight;
  for (const std::set<Atom> *atoms : {&left, &right})
    for (Atom a : *atoms) {
      Fn fn = s[a].fn;
      top.insert(fn);
      if (isName(s[fn]))
        names.insert(fn);
      if (atoms == &left && !right.count(a))
        onlyLeft.insert(fn);
      if (atoms == &right && !left.count(a))
        onlyRight.insert(fn);
    }
  std::set<Fn> newNames;
  for (Fn fn : names)
    if (onlyLeft.count(fn) || onlyRight.count(fn))
      newNames.insert(fn);
  return {{}, newNames, onlyLeft, onlyRight, names, top, namesIn(top), reachable(top)};
}

StepReplay::Outcome StepReplay::test(const Step &step) {
  Plan plan = planOf(step);
  std::vector<std::set<Fn>> levels = levelsOf(step), tried;
  const size_t given = levels.size();
  Agreement last = Agreement::Undefined;
  for (size_t i = 0; i < levels.size(); ++i) {
    const std::set<Fn> open = levels[i];
    if (!llvm::is_contained(tried, open)) {
      tried.push_back(open);
      if (compare<Field>(step, plan, open) == Agreement::Yes)
        return Outcome::Exact;
      last = compare<Real>(step, plan, open);
      if (last == Agreement::Yes)
        return Outcome::Numeric;
      if (last == Agreement::TooLarge && i + 1 >= given)
        return Outcome::TooLarge;
    }
    if (i + 1 < levels.size())
      continue;
    std::set<Fn> deeper = open; // twice as deep each time
    for (size_t k = 0; k < size_t(1) << (i + 1 - given); ++k)
      deeper = reachable(deeper);
    if (deeper != open)
      levels.push_back(deeper);
  }
  return last == Agreement::No         ? Outcome::Failed
         : last == Agreement::TooLarge ? Outcome::TooLarge
                                       : Outcome::Undefined;
}

StepReplay::Outcome StepReplay::testFact(const Fact &fact, const Step &step) {
  if (fact.kind != Fact::Kind::AtLeast)
    return Outcome::Exact; // signs are tested with their functions
  Plan plan = planOf(step);
  for (unsigned i = 0; i < 4 * options.points; ++i) {
    std::optional<Assignment> at = draw(plan, step);
    if (!at)
      return Outcome::Undefined;
    Interpretation<Field> in(s, facts, {}, random(), options.budget);
    for (Var v : s[Ix{fact.a}].vars)
      at->try_emplace(v, drawValue(v));
    int64_t e = in.index(Ix{fact.a}, *at);
    if (in.trouble == Trouble::None && e < 0) {
      failure = "the condition " + str(s, fact) + " fails at " + pointText(*at);
      return Outcome::Failed;
    }
  }
  return Outcome::Exact;
}

Vec<int64_t, 16> StepReplay::drawArguments(const FnNode &fn) {
  Vec<int64_t, 16> args;
  for (unsigned i = 0; i < fn.params; ++i)
    args.push_back(int64_t(random() % 5));
  for (unsigned k = 0; k < fn.pairs; ++k) {
    args.push_back(int64_t(random() % 4));
    args.push_back(args.back() + 1 + int64_t(random() % 3));
  }
  return args;
}

StepReplay::Outcome StepReplay::testAdditive(Fn fn, unsigned pair) {
  const FnNode &node = s[fn];
  std::set<Fn> open{fn};
  bool some = false;
  for (unsigned i = 0; i < 4 * options.points; ++i) {
    Vec<int64_t, 16> left = drawArguments(node), right = left, both = left;
    unsigned at = node.params + 2 * pair;
    int64_t end = left[at + 1] + 1 + int64_t(random() % 3);
    right[at] = left[at + 1];
    right[at + 1] = both[at + 1] = end;
    Interpretation<Field> in(s, facts, open, random(), options.budget);
    Field::Number sum = Field::add(in.apply(fn, left), in.apply(fn, right)), whole = in.apply(fn, both);
    if (in.trouble != Trouble::None)
      continue;
    some = true;
    if (sum != whole) {
      failure = s.str(fn) + " is not additive in its domain " + std::to_string(pair);
      return Outcome::Failed;
    }
  }
  return some ? Outcome::Exact : Outcome::Undefined;
}

StepReplay::Outcome StepReplay::testFunction(Fn fn) {
  const FnNode &node = s[fn];
  bool scalar = node.kind == FnKind::Scalar || node.kind == FnKind::Rows; // their traits are given, not concluded
  if (node.bodies.empty() || (scalar && node.symmetries.empty()))
    return Outcome::Exact;
  bool some = false;
  std::set<Fn> open{fn};
  for (unsigned i = 0; i < 2 * options.points; ++i) {
    Vec<int64_t, 16> args = drawArguments(node), other = args;
    Interpretation<Real> real(s, facts, open, random(), options.budget);
    Real::Number x = real.apply(fn, args);
    if (real.trouble == Trouble::None && !scalar) {
      some = true;
      bool negative = x.value < -1e-13L * x.size;
      if ((node.sign != Sign::Unknown && negative) ||
          (node.boolean && std::fabs(x.value) > 1e-12L && std::fabs(x.value - 1) > 1e-12L)) {
        failure = s.str(fn) + " was taken for " + (node.boolean ? "0 or 1" : "not negative") + " and is " + Real::str(x);
        return Outcome::Failed;
      }
    }
    for (const std::vector<uint32_t> &permutation : node.symmetries) {
      for (size_t k = 0; k < permutation.size(); ++k)
        other[k] = args[permutation[k]];
      Interpretation<Field> in(s, facts, open, random(), options.budget);
      if (in.apply(fn, args) != in.apply(fn, other) && in.trouble == Trouble::None) {
        failure = s.str(fn) + " changes under a permutation of its arguments that was taken for a symmetry";
        return Outcome::Failed;
      }
    }
  }
  return some ? Outcome::Exact : Outcome::Undefined;
}

} // namespace lockstep::verifier::engine
