// Bookkeeping: fuel, time, assumptions, trace.
#include "verifier/normalize/Normalizer.h"

#include <chrono>

namespace lockstep::verifier::engine {

static constexpr unsigned kMaxDepth = 20'000;

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const char *name(Rule rule) {
  static constexpr const char *names[] = {
#define LOCKSTEP_RULE(enumerator, name, tag) name,
#include "verifier/normalize/Rules.def"
  };
  return names[static_cast<size_t>(rule)];
}

RoundingTag roundingTag(Rule rule) {
  static constexpr RoundingTag tags[] = {
#define LOCKSTEP_RULE(enumerator, name, tag) RoundingTag::tag,
#include "verifier/normalize/Rules.def"
  };
  return tags[static_cast<size_t>(rule)];
}

const char *name(RoundingTag tag) {
  switch (tag) {
  case RoundingTag::Exact: return "exact";
  case RoundingTag::ExactIf: return "exact-if";
  case RoundingTag::Reorder: return "reorder";
  case RoundingTag::Reround: return "reround";
  case RoundingTag::Algebra: return "algebra";
  }
  return "";
}

Normalizer::Normalizer(const Limits &limits, Settings settings) : settings(settings), limits(limits), startTime(now()) {
  if (limits.trace || limits.replay || limits.certificate)
    trace = std::make_unique<Trace>(), trace->corrupt = limits.corruptStep;
}

bool Normalizer::spend(uint64_t steps) {
  if (stopped != Stop::No)
    return false;
  uint64_t before = fuelUsed;
  fuelUsed += steps;
  if (fuelUsed > limits.fuel)
    stopped = Stop::Fuel;
  else if (depth > kMaxDepth)
    stopped = Stop::Depth;
  else if ((before >> 10) != (fuelUsed >> 10)) {
    if (limits.seconds > 0 && now() - startTime > limits.seconds)
      stopped = Stop::Time;
    else if (limits.interrupted && limits.interrupted())
      stopped = Stop::Interrupted;
  }
  return stopped == Stop::No;
}

std::string Normalizer::stopReason() const {
  switch (stopped) {
  case Stop::No: return "";
  case Stop::Fuel: return "the step limit of " + std::to_string(limits.fuel) + " was reached";
  case Stop::Time: return "the time limit was reached";
  case Stop::Interrupted: return "interrupted";
  case Stop::Depth: return "terms are nested too deeply";
  case Stop::Overflow: return "an index expression exceeds 64 bits";
  }
  return "";
}

void Normalizer::recordUnder(Rule rule, Atom a, const Context &known, Comb result) {
  Step step(rule);
  for (const Known &fact : known)
    step.where(fact);
  trace->record(step.from(Side::atom(a)).to(Side::of(result)));
}

void Normalizer::assume(AssumptionKind kind, const std::string &text) { ++assumed.texts[{kind, text}]; }

void Normalizer::recordCancelled(Atom atom) { assumed.cancelled.insert(atom); }

std::vector<Assumption> Normalizer::assumptions() const {
  std::vector<Assumption> out;
  for (const auto &[key, uses] : assumed.texts)
    out.push_back({key.first, key.second, uses});
  std::map<Fn, Atom> byFunction; // one sentence a function, whatever its arguments
  for (Atom atom : assumed.cancelled)
    byFunction.try_emplace(s[atom].fn, atom);
  for (const auto &[fn, atom] : byFunction)
    out.push_back({AssumptionKind::NonZero, "the cancelled factor " + s.str(atom, 2) + " is not zero", 1});
  return out;
}

Var Normalizer::formal(unsigned dim, int64_t extent) {
  auto [it, isNew] = formals.try_emplace({dim, extent});
  if (isNew)
    it->second = s.freeVar({0, extent - 1}, "i" + std::to_string(dim) + "_" + std::to_string(extent));
  return it->second;
}

int64_t Normalizer::checkedMul(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) {
    stopped = Stop::Overflow;
    return 0;
  }
  return r;
}

int64_t Normalizer::checkedAdd(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_add_overflow(a, b, &r)) {
    stopped = Stop::Overflow;
    return 0;
  }
  return r;
}

} // namespace lockstep::verifier::engine
