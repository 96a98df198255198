#include "verifier/term/Evaluate.h"

#include <cmath>
#include <limits>

namespace lockstep::verifier::engine {

int64_t Evaluator::value(Ix e, const Assignment &at) {
  int64_t sum = s[e].c;
  for (const IxTerm &term : s[e].terms) {
    const IxAtomNode &atom = s[term.atom];
    int64_t x = 0;
    if (atom.kind == IxKind::Var)
      x = at.at(atom.var());
    else if (atom.kind == IxKind::Floor)
      x = floorDivide(value(atom.index(), at), atom.divisor);
    else
      x = std::llround(value(atom.data(), at));
    sum += term.k * x;
  }
  return sum;
}

double Evaluator::value(Comb x, const Assignment &at) {
  double sum = 0;
  for (const Term &term : s[x].terms) {
    double product = s.q.toDouble(term.coef);
    // Guards first: where one is 0 the other factors need not exist.
    for (bool guards : {true, false})
      for (const Factor &f : s[term.mono].factors) {
        if (s.fnOf(f.atom).isGuard() != guards || product == 0)
          continue;
        std::vector<int64_t> args;
        for (Ix arg : s[f.atom].args)
          args.push_back(value(arg, at));
        double y = apply(s[f.atom].fn, args);
        product *= f.exp == kOne ? y : std::pow(y, s.q.toDouble(f.exp));
      }
    sum += product;
  }
  return sum;
}

double Evaluator::overDomain(const FnNode &fn, Assignment at, Span<int64_t> args) {
  std::vector<int64_t> lo, hi;
  for (unsigned k = fn.pairs - fn.bound; k < fn.pairs; ++k) {
    lo.push_back(args[fn.params + 2 * k]);
    hi.push_back(args[fn.params + 2 * k + 1]);
    sawEmptyDomain |= lo.back() >= hi.back();
  }
  double infinity = std::numeric_limits<double>::infinity();
  double total = fn.kind == FnKind::Sum ? 0 : fn.kind == FnKind::Maximum ? -infinity : infinity;
  Store &store = const_cast<Store &>(s); // bound(k) only looks up
  std::vector<int64_t> now = lo;
  for (bool more = true; more;) {
    for (unsigned k = 0; k < now.size(); ++k)
      at[store.bound(k)] = now[k];
    double x = value(fn.body(), at);
    total = fn.kind == FnKind::Sum ? total + x : fn.kind == FnKind::Maximum ? std::max(total, x) : std::min(total, x);
    more = false;
    for (unsigned k = 0; k < now.size() && !more; ++k) {
      more = ++now[k] < hi[k];
      if (!more)
        now[k] = lo[k];
    }
  }
  return total;
}

double Evaluator::scalar(const FnNode &fn, Span<double> x) {
  llvm::StringRef name = s.text(Symbol{fn.name});
  if (name == "log") return std::log(x[0]);
  if (name == "tanh") return std::tanh(x[0]);
  if (name == "sin") return std::sin(x[0]);
  if (name == "cos") return std::cos(x[0]);
  if (name == "erf") return std::erf(x[0]);
  if (name == "abs") return std::fabs(x[0]);
  if (name == "sign") return x[0] > tolerance ? 1 : x[0] < -tolerance ? -1 : 0;
  if (name == "max") return std::max(x[0], x[1]);
  if (name == "min") return std::min(x[0], x[1]);
  if (name == "power") return std::pow(x[0], x[1]);
  if (name == "is-zero") return std::fabs(x[0]) <= tolerance;
  if (name == "is-positive") return x[0] > tolerance;
  if (name == "is-nonnegative") return x[0] >= -tolerance;
  if (name == "is-finite" || name == "is-number") return 1;
  double phase = 0;
  for (char c : name)
    phase = phase * 1.7 + c;
  double sum = std::fmod(phase, 6.0);
  for (size_t i = 0; i < x.size(); ++i)
    sum += x[i] * (1 + 0.37 * double(i));
  return fn.boolean ? std::sin(sum) > 0 : fn.isInteger ? std::floor(std::fabs(std::sin(sum)) * 100) : std::sin(sum);
}

double Evaluator::apply(Fn id, Span<int64_t> args) {
  const FnNode &fn = s[id];
  switch (fn.kind) {
  case FnKind::Input: return input(fn.name, args);
  case FnKind::Index: return double(args[0]);
  case FnKind::AtLeast: return args[0] >= 0;
  case FnKind::Equal: return args[0] == 0;
  case FnKind::Prime: return s.q.toDouble(Q{fn.name});
  case FnKind::Huge: return s.q.toDouble(Q{fn.name});
  case FnKind::Infinity: return std::numeric_limits<double>::infinity();
  case FnKind::NotANumber: return std::nan("");
  case FnKind::Table: case FnKind::Unique: return std::sin(double(id.v));
  default: break;
  }
  auto [it, isNew] = memo.try_emplace({id, std::vector<int64_t>(args.begin(), args.end())}, 0);
  if (!isNew)
    return it->second;
  Assignment at;
  Store &store = const_cast<Store &>(s); // param and domain only look up
  for (unsigned i = 0; i < fn.params; ++i)
    at[store.param(i)] = args[i];
  for (unsigned i = 0; i < 2 * (fn.pairs - fn.bound); ++i)
    at[store.domain(i)] = args[fn.params + i];
  double result = 0;
  if (fn.isSumLike()) {
    result = overDomain(fn, at, args);
  } else if (fn.kind == FnKind::Combination) {
    result = value(fn.body(), at);
  } else if (fn.kind == FnKind::Exp) {
    result = std::exp(value(fn.body(), at));
  } else if (fn.kind == FnKind::Scalar) {
    std::vector<double> operands;
    for (unsigned i = 0; i < fn.bodies.size(); ++i)
      operands.push_back(value(fn.body(i), at));
    result = scalar(fn, operands);
  } else { // Rows: some function of all elements and the place
    for (unsigned i = 0; i < fn.bodies.size(); ++i)
      for (uint32_t v = 0; v < (fn.statics.empty() ? 1 : fn.statics.back()); ++v) {
        at[store.bound(0)] = v;
        result += std::sin(value(fn.body(i), at) * (i + 1) + 0.3 * v);
      }
    if (fn.isInteger)
      result = double(std::llround(std::fabs(result) * 10) % (fn.range.isFinite() ? fn.range.hi + 1 : 100));
  }
  return memo[{id, std::vector<int64_t>(args.begin(), args.end())}] = result;
}

} // namespace lockstep::verifier::engine
