// Changes of state. A conversion is put right after its value (at the end of what is built so far of the value's block),
// so that it is made once however many consumers there are, and not once per turn of a loop that reads it.
#include "lowering/partition/AxisPass.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::lowering {

/// What the consumer needs that the value's state does not give, for people.
static std::string reason(const State &state, const Op *consumer) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (consumer)
    os << "'" << consumer->name() << "' needs ";
  else
    os << "a result is ";
  if (state.isPartial())
    os << "the whole " << (state.monoid() == Monoid::Add ? "sum" : name(state.monoid()));
  else if (state.isSharded())
    os << "all of dim " << state.digit().dim;
  else
    os << "its own part";
  return text;
}

Value *AxisPass::convert(Value *value, State to, const Op *consumer) {
  const State from = stateOf(*value);
  if (from == to)
    return value;
  for (auto &[state, known] : converted[value])
    if (state == to)
      return known;
  Value *made = nullptr;
  if (from.isReplicated() && to.isSharded())
    made = cutForm(value, to, consumer);
  else if (from.isReplicated() || to.isReplicated() || (from.isPartial() && to.isSharded()))
    made = insertConversion(value, to, consumer);
  else
    made = convert(convert(value, State::replicated(), consumer), to, consumer);
  converted[value].push_back({to, made});
  return made;
}

Value *AxisPass::insertConversion(Value *value, State to, const Op *consumer) {
  // Neutral constants are addends already.
  bool isAddend = to.isPartial() && isNeutral(*value, to.monoid());
  Op *op = out.addOp(OpKind::Conversion, nullptr, placeOf(*value));
  op->conversion = {axis, stateOf(*value), to, reason(stateOf(*value), consumer)};
  op->operands = {value};
  Value *result = makeLike(*value, to);
  result->origin = std::nullopt;
  result->splat = isAddend || !to.isPartial() ? value->splat : std::nullopt;
  op->results = {result};
  append(*value->block, *op);
  if (stateOf(*value).isPartial() && !undecided)
    askFor(*value, to, op->conversion.why);
  return result;
}

static int64_t elements(const Value &value) {
  int64_t count = 1;
  for (int64_t extent : value.shape)
    count *= extent;
  return count;
}

const Value &smallestForm(const Value &value) {
  const Op *def = value.def;
  if (!def || def->kind != OpKind::Logical)
    return value;
  if (def->name() != "stablehlo.broadcast_in_dim" && def->name() != "stablehlo.reshape")
    return value;
  const Value &operand = *def->operands[0];
  return elements(operand) <= elements(value) ? smallestForm(operand) : value;
}

void AxisPass::askFor(const Value &value, State target, const std::string &why) {
  const Value &place = smallestForm(value);
  if (!place.origin)
    return;
  if (&place != &value && target.isSharded())
    target = State::replicated();
  auto [entry, isNew] = asked.insert({*place.origin, {target, why}});
  if (!isNew && !(entry->second.target == target))
    entry->second.target = State::replicated(); // consumers differ: all of them can work with the whole value
}

bool AxisPass::isAllReplicated(const Op &op) const {
  auto isWhole = [&](const Value *value) { return stateOf(*value).isReplicated(); };
  if (op.kind == OpKind::Conversion && op.conversion.axis == axis)
    return false;
  if (!llvm::all_of(op.operands, isWhole) || !llvm::all_of(op.results, isWhole))
    return false;
  for (auto &region : op.regions)
    for (Op *inner : region->ops)
      if (!isAllReplicated(*inner))
        return false;
  return true;
}

// Cutting a whole value costs no communication, but making the whole of it first costs work and memory. So its producer
// is repeated in cut form, and so on up to iotas, constants and arguments: every device makes its own rows of a mask and
// exactly its own random bits.
Value *AxisPass::cutForm(Value *value, State to, const Op *consumer) {
  Op *def = value->def;
  if (!def || !isAllReplicated(*def) || !isFree(*value, to.digit()))
    return insertConversion(value, to, consumer);
  if (def->kind == OpKind::Loop)
    if (Value *made = cutLoop(value, to))
      return made;
  if (def->kind != OpKind::Logical || def->results.size() != 1)
    return insertConversion(value, to, consumer);
  Rule rule = ruleOf(*def);
  Values operands(def->operands.begin(), def->operands.end());
  bool found = false;
  if (rule.isReshape) {
    auto moved = reshapeDigit(value->shape, to.digit(), operands[0]->shape);
    found = moved && isFree(*operands[0], *moved);
    if (found)
      operands[0] = convert(operands[0], State::sharded(*moved), def);
  }
  for (const Factor &factor : rule.factors) {
    if (!rule.isCheap || factor.results[0] != to.digit().dim)
      continue;
    for (auto [operand, dim] : llvm::zip(operands, factor.operands))
      if (dim)
        operand = convert(operand, to.onDim(*dim), def);
    found = true;
    break;
  }
  if (!found)
    return insertConversion(value, to, consumer);
  Op *copy = emit(*def, operands, to);
  copy->results[0]->origin = std::nullopt;
  append(*value->block, *copy);
  return copy->results[0];
}

/// The loop again with the wanted value carried in cut form, if its body keeps it so.
Value *AxisPass::cutLoop(Value *value, State to) {
  const Op &loop = *value->def;
  std::vector<State> wanted(loop.results.size());
  wanted[value->index] = to;
  ++recutting;
  Op *copy = stepLoop(loop, lookup(loop.operands), wanted);
  --recutting;
  if (!(stateOf(*copy->results[value->index]) == to))
    return nullptr;
  append(*value->block, *copy);
  for (auto [old, made] : llvm::zip(loop.results, copy->results))
    if (old != value && stateOf(*made).isSharded())
      converted[old].push_back({stateOf(*made), made});
  return copy->results[value->index];
}

} // namespace lockstep::lowering
