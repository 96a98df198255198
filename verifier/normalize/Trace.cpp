#include "verifier/normalize/Trace.h"

#include "verifier/normalize/Normalizer.h"

namespace lockstep::verifier::engine {

namespace {

using Words = Vec<uint32_t, 64>;

void put(Words &out, int64_t x) {
  out.push_back(uint32_t(x));
  out.push_back(uint32_t(uint64_t(x) >> 32));
}

void put(Words &out, const Side &side) {
  out.append({uint32_t(side.shape), uint32_t(side.over), side.coef.v, side.index.v, uint32_t(side.vars.size()),
              uint32_t(side.factors.size()), uint32_t(side.combs.size())});
  put(out, side.divisor);
  for (Var v : side.vars)
    out.push_back(v.v);
  for (const Factor &f : side.factors)
    out.append({f.atom.v, f.exp.v});
  for (Comb x : side.combs)
    out.push_back(x.v);
}

void put(Words &out, Span<Fact> facts) {
  out.push_back(uint32_t(facts.size()));
  for (const Fact &fact : facts)
    out.append({uint32_t(fact.kind), fact.a, fact.b});
}

/// Reads what the functions above wrote.
class Decoder {
public:
  explicit Decoder(KeyTable::Words words) : words(words) {}
  uint32_t word() { return words[at++]; }
  int64_t number() {
    uint64_t low = word(), high = word();
    return int64_t(low | high << 32);
  }
  Side side() {
    Side out;
    out.shape = Side::Shape(word());
    out.over = FnKind(word());
    out.coef = {word()};
    out.index = {word()};
    uint32_t vars = word(), factors = word(), combs = word();
    out.divisor = number();
    while (vars-- > 0)
      out.vars.push_back({word()});
    while (factors-- > 0) {
      Atom atom{word()};
      out.factors.push_back({atom, Q{word()}});
    }
    while (combs-- > 0)
      out.combs.push_back({word()});
    return out;
  }
  Vec<Fact, 4> facts() {
    Vec<Fact, 4> out;
    for (uint32_t count = word(); count > 0; --count) {
      Fact fact;
      fact.kind = Fact::Kind(word());
      fact.a = word();
      fact.b = word();
      out.push_back(fact);
    }
    return out;
  }

private:
  KeyTable::Words words;
  size_t at = 0;
};

} // namespace

Side Side::over_(Span<Var> vars, Comb x) {
  Side out;
  out.vars.assign(vars.begin(), vars.end());
  out.combs.push_back(x);
  return out;
}

Side Side::sum(Span<Var> vars, Q coef, Span<Factor> factors) {
  Side out;
  out.vars.assign(vars.begin(), vars.end());
  out.coef = coef;
  out.factors.assign(factors.begin(), factors.end());
  return out;
}

Side Side::extremum(FnKind kind, Span<Var> vars, Comb x) {
  Side out = sum(vars, x);
  out.over = kind;
  return out;
}

Side Side::product(Comb x, Comb y) {
  Side out = of(x);
  out.combs.push_back(y);
  return out;
}

Side Side::applied(Shape shape, Comb x, Q exponent) {
  Side out = of(x);
  out.shape = shape;
  out.coef = exponent;
  return out;
}

Side Side::at(Shape shape, Ix index, int64_t divisor) {
  Side out;
  out.shape = shape;
  out.index = index;
  out.divisor = divisor;
  return out;
}

Step &Step::where(const Known &known) {
  given.push_back({Fact::Kind::AtLeast, known.e.v, known.equality});
  return *this;
}

std::string str(const Store &s, const Fact &fact) {
  switch (fact.kind) {
  case Fact::Kind::AtLeast: return s.str(Ix{fact.a}) + " >= 0";
  case Fact::Kind::Additive: return s.str(Fn{fact.a}) + " is additive in domain " + std::to_string(fact.b);
  case Fact::Kind::NonNegative: return s.str(Atom{fact.a}) + " >= 0";
  case Fact::Kind::Positive: return s.str(Atom{fact.a}) + " > 0";
  }
  return "";
}

static std::string productText(const Store &s, const Side &side) {
  std::string text = side.coef == kOne && side.factors.size() + side.combs.size() > 0 ? "" : s.q.str(side.coef);
  auto append = [&](const std::string &part) { text += (text.empty() ? "" : " * ") + part; };
  for (const Factor &f : side.factors)
    append(s.str(f.atom) + (f.exp == kOne ? "" : "^(" + s.q.str(f.exp) + ")"));
  for (Comb x : side.combs)
    append(side.combs.size() + side.factors.size() > 1 ? "(" + s.str(x) + ")" : s.str(x));
  return text;
}

std::string str(const Store &s, const Side &side) {
  switch (side.shape) {
  case Side::Shape::Power: return "(" + s.str(side.combs[0]) + ")^(" + s.q.str(side.coef) + ")";
  case Side::Shape::Exp: return "exp(" + s.str(side.combs[0]) + ")";
  case Side::Shape::Log: return "log(" + s.str(side.combs[0]) + ")";
  case Side::Shape::AtLeast: return "[" + s.str(side.index) + " >= 0]";
  case Side::Shape::Equal: return "[" + s.str(side.index) + " = 0]";
  case Side::Shape::Floor: return "floor((" + s.str(side.index) + ")/" + std::to_string(side.divisor) + ")";
  case Side::Shape::Index: return s.str(side.index);
  case Side::Shape::Value: break;
  }
  if (side.vars.empty())
    return productText(s, side);
  std::string text = side.over == FnKind::Sum ? "sum" : side.over == FnKind::Maximum ? "max" : "min";
  for (Var v : side.vars)
    text += " " + s[v].name + "<" + std::to_string(s.extent(v));
  return text + ": " + productText(s, side);
}

uint32_t Trace::record(const Step &step) {
  Step copy = step;
  if (corrupt)
    corrupt(copy);
  Words words{uint32_t(copy.rule)};
  put(words, copy.given);
  words.push_back(uint32_t(copy.maps.size()));
  for (const auto &[var, by] : copy.maps)
    words.append({var.v, by.v});
  put(words, copy.before);
  words.push_back(uint32_t(copy.after.size()));
  for (const Side &side : copy.after)
    put(words, side);
  put(words, copy.facts);
  bool isNew;
  uint32_t id = steps.intern(words, isNew);
  if (isNew)
    useCounts.push_back(0);
  ++useCounts[id];
  return id;
}

Step Trace::operator[](uint32_t i) const {
  Decoder in(steps.words(i));
  Step out{Rule(in.word())};
  out.given = in.facts();
  for (uint32_t count = in.word(); count > 0; --count) {
    Var var{in.word()};
    out.maps.push_back({var, Ix{in.word()}});
  }
  out.before = in.side();
  for (uint32_t count = in.word(); count > 0; --count)
    out.after.push_back(in.side());
  out.facts = in.facts();
  return out;
}

} // namespace lockstep::verifier::engine
