#include "verifier/trace/Certificate.h"

#include "verifier/trace/Encoder.h"

#include <algorithm>

namespace lockstep::verifier::engine {

namespace {

constexpr size_t kLongestScript = 20'000;

class Certifier {
public:
  Certifier(Normalizer &n, const Trace &trace) : n(n), s(n.s), trace(trace) {}

  CertificateData run() {
    for (uint32_t i = 0; i < trace.size(); ++i)
      step(trace[i], trace.uses(i));
    return std::move(out);
  }

private:
  void step(const Step &step, uint64_t uses) {
    CertificateData::Step entry;
    entry.rule = name(step.rule);
    entry.tag = name(roundingTag(step.rule));
    entry.uses = uses;
    for (const Fact &given : step.given)
      entry.given.push_back(s.str(Ix{given.a}) + (given.b ? " = 0" : " >= 0"));
    entry.before = str(s, step.before);
    for (const Side &side : step.after)
      entry.after.push_back(str(s, side));
    for (const Fact &fact : step.facts) {
      entry.conditions.push_back(str(s, fact));
      if (fact.kind == Fact::Kind::AtLeast)
        condition(step, fact, entry, uses);
    }
    if (!step.maps.empty())
      correspondence(step, entry, uses);
    if (step.before.vars.empty() && step.after.size() == 1 && step.after[0].vars.empty() && step.maps.empty())
      equation(step, entry, uses);
    if (entry.scripts.empty())
      ++out.withoutScript[entry.rule];
    out.steps.push_back(std::move(entry));
  }

  void add(CertificateData::Step &entry, const char *what, const std::string &text, uint64_t uses) {
    if (text.size() > kLongestScript)
      return;
    auto [it, isNew] = byText.try_emplace(text, out.scripts.size());
    if (isNew)
      out.scripts.push_back({entry.rule, what, text, 0});
    out.scripts[it->second].uses += uses;
    entry.scripts.push_back(it->second);
  }

  void condition(const Step &step, const Fact &fact, CertificateData::Step &entry, uint64_t uses) {
    Encoder in(n);
    for (const Fact &given : step.given)
      in.script.require(in.fact(given));
    in.script.require(smt::negate(in.fact(fact)));
    add(entry, "condition", in.script.text(entry.rule + ": an end of a domain lies in the range of its variable"), uses);
  }

  /// A map of summed variables: into the range, one to one, and of domains of one size, so a bijection.
  void correspondence(const Step &step, CertificateData::Step &entry, uint64_t uses) {
    if (step.after.size() != 1 || step.maps.size() != 1)
      return;
    auto [target, e] = step.maps[0];
    auto summed = [](const Side &side, Var v) { return llvm::is_contained(side.vars, v); };
    bool fromBefore = summed(step.after[0], target) && !summed(step.before, target);
    if (!fromBefore && !(summed(step.before, target) && !summed(step.after[0], target)))
      return;
    const Side &side = fromBefore ? step.before : step.after[0], &far = fromBefore ? step.after[0] : step.before;
    Encoder in(n);
    std::map<Var, smt::Int> twin;
    std::vector<smt::Bool> same;
    int64_t size = 1;
    for (Var v : side.vars)
      if (!summed(far, v)) {
        smt::Int x = in.variable(v), y = in.other(v);
        twin[v] = y;
        same.push_back(smt::equal(x, y));
        size *= s.extent(v);
      }
    if (twin.empty() || size != s.extent(target))
      return;
    smt::Int x = in.index(e), y = in.indexAt(e, twin);
    smt::Bool inside = smt::both({smt::atLeast(x, 0), smt::atMost(x, s.extent(target) - 1)});
    in.script.require(smt::either({smt::negate(inside), smt::both({smt::equal(x, y), smt::negate(smt::both(same))})}));
    add(entry, "correspondence",
        in.script.text(entry.rule + ": " + std::to_string(size) + " places go to as many, each to its own"), uses);
  }

  void equation(const Step &step, CertificateData::Step &entry, uint64_t uses) {
    const Side &left = step.before, &right = step.after[0];
    Encoder in(n);
    for (const Fact &given : step.given)
      in.script.require(in.fact(given));
    switch (left.shape) {
    case Side::Shape::Floor: {
      smt::Int x = smt::floorDiv(in.index(left.index), left.divisor);
      std::set<Comb> known = in.data;
      in.script.require(smt::negate(smt::equal(x, in.index(right.index))));
      if (known == in.data)
        add(entry, "equation", in.script.text("floor: a quotient in its normal form"), uses);
      return;
    }
    case Side::Shape::AtLeast: case Side::Shape::Equal: {
      if (right.shape != Side::Shape::Value || right.combs.size() != 1)
        return;
      smt::Bool holds = left.shape == Side::Shape::AtLeast ? smt::atLeast(in.index(left.index), 0)
                                                          : smt::equal(in.index(left.index), smt::integer(0));
      std::set<Comb> known = in.data;
      smt::Real y = in.linear(s[right.combs[0]].terms);
      in.script.require(smt::negate(smt::equal(smt::choose(holds, smt::Real{"1.0"}, smt::Real{"0.0"}), y)));
      if (known == in.data && in.unknowns.empty())
        add(entry, "equation", in.script.text("guard: a guard in its normal form"), uses);
      return;
    }
    case Side::Shape::Value: break;
    default: return;
    }
    if (left.combs.size() + left.factors.size() == 0 || right.shape != Side::Shape::Value)
      return;
    if (step.rule == Rule::GuardContext || step.rule == Rule::MergeGuards)
      return pieces(step, in, entry, uses);
    if (step.rule == Rule::Fold || step.rule == Rule::Product || step.rule == Rule::Compare)
      return product(left, right, in, entry, uses);
  }

  /// Pieces of values under guards: the values themselves are unknown and the same on both sides.
  void pieces(const Step &step, Encoder &in, CertificateData::Step &entry, uint64_t uses) {
    auto encode = [&](const Side &side) {
      return side.combs.empty() ? in.linear(side.coef, side.factors) : in.linear(s[side.combs[0]].terms);
    };
    smt::Real x = encode(step.before);
    std::set<Mono> known = in.unknowns;
    std::set<Comb> data = in.data;
    smt::Real y = encode(step.after[0]);
    in.script.require(smt::negate(smt::equal(x, y)));
    if (known == in.unknowns || step.after[0].combs[0] == s.zero || std::includes(known.begin(), known.end(), in.unknowns.begin(), in.unknowns.end()))
      if (data == in.data)
        add(entry, "equation", in.script.text(entry.rule + ": guarded pieces of the same values"), uses);
  }

  void product(const Side &left, const Side &right, Encoder &in, CertificateData::Step &entry, uint64_t uses) {
    auto encode = [&](const Side &side) -> std::optional<smt::Real> {
      std::vector<smt::Real> parts;
      if (side.coef != kOne || !side.factors.empty()) {
        std::optional<smt::Real> x = in.polynomial(side.coef, side.factors, 2);
        if (!x)
          return std::nullopt;
        parts.push_back(*x);
      }
      for (Comb c : side.combs) {
        std::optional<smt::Real> x = in.polynomial(c, 2);
        if (!x)
          return std::nullopt;
        parts.push_back(*x);
      }
      if (parts.size() > 1)
        in.script.setNonlinear();
      return smt::multiply(parts);
    };
    std::optional<smt::Real> x = encode(left), y = encode(right);
    if (!x || !y)
      return;
    in.script.require(smt::negate(smt::equal(*x, *y)));
    add(entry, "equation", in.script.text(entry.rule + ": equal as polynomials"), uses);
  }

  Normalizer &n;
  Store &s;
  const Trace &trace;
  CertificateData out;
  std::map<std::string, size_t> byText;
};

} // namespace

CertificateData certify(Normalizer &n, const Trace &trace) { return Certifier(n, trace).run(); }

} // namespace lockstep::verifier::engine
