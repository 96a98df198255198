#include "verifier/term/Evaluate.h"

#include <algorithm>
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

static double phaseOf(llvm::StringRef name) {
  double phase = 0;
  for (char c : name)
    phase = std::fmod(phase * 1.7 + c, 6.0);
  return phase;
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
  if (name == "cbrt") return std::cbrt(x[0]);
  if (name == "ceil") return std::ceil(x[0]);
  if (name == "floor") return std::floor(x[0]);
  if (name == "round-afz") return std::round(x[0]);
  if (name == "round-even") return std::nearbyint(x[0]);
  if (name == "tan") return std::tan(x[0]);
  if (name == "atan2") return std::atan2(x[0], x[1]);
  if (name == "remainder") return std::fmod(x[0], x[1]);
  double sum = phaseOf(name);
  for (size_t i = 0; i < x.size(); ++i)
    sum += x[i] * (1 + 0.37 * double(i));
  if (opaqueIsReal)
    return sum;
  return fn.boolean ? std::sin(sum) > 0 : fn.isInteger ? std::floor(std::fabs(std::sin(sum)) * 100) : std::sin(sum);
}

double Evaluator::rowFunction(const FnNode &fn, Assignment at) {
  Store &store = const_cast<Store &>(s); // bound(k) only looks up
  std::vector<std::vector<double>> operands;
  uint64_t positions = 1;
  for (uint32_t extent : fn.statics)
    positions *= extent;
  for (unsigned i = 0; i < fn.bodies.size(); ++i) {
    std::vector<unsigned> own;
    for (unsigned v = 0; v < fn.statics.size(); ++v)
      if (positions <= 4096 || contains(s[fn.body(i)].vars, store.bound(v)))
        own.push_back(v);
    std::vector<uint32_t> now(own.size(), 0);
    operands.emplace_back();
    for (bool more = true; more;) {
      for (size_t k = 0; k < own.size(); ++k)
        at[store.bound(own[k])] = now[k];
      operands.back().push_back(value(fn.body(i), at));
      more = false;
      for (size_t k = own.size(); k-- > 0 && !more;) { // row-major
        more = ++now[k] < fn.statics[own[k]];
        if (!more)
          now[k] = 0;
      }
    }
  }
  llvm::StringRef name = s.text(Symbol{fn.name});
  if (rows)
    if (std::optional<double> known = rows(name, operands))
      return *known;
  double result = phaseOf(name);
  for (size_t i = 0; i < operands.size(); ++i)
    for (size_t k = 0; k < operands[i].size(); ++k)
      result += std::sin(std::clamp(operands[i][k], -1e6, 1e6) * (1 + 0.6180339 * double(i)) + 0.3 * double(k) + phaseOf(name));
  if (fn.isInteger && !opaqueIsReal)
    result = double(std::llround(std::fabs(result) * 10) % (fn.range.isFinite() ? fn.range.hi + 1 : 100));
  return result;
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
  } else {
    result = rowFunction(fn, at);
  }
  return memo[{id, std::vector<int64_t>(args.begin(), args.end())}] = result;
}

} // namespace lockstep::verifier::engine
