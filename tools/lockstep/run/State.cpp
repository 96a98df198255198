#include "tools/lockstep/run/State.h"

#include "ir/interpreter/Inputs.h"

#include <cmath>

namespace lockstep::tool {
namespace {

using interp::Tensor;
using runtime::badInput;

std::string describe(ElementType type, const Shape &shape) {
  std::string text = std::string(name(type)) + "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

bool isState(const ArgumentInfo &argument) { return argument.result.has_value() || argument.role == Role::State; }

/// "params['layers'][0]" -> "params", "[0]['w']" -> "[0]"; empty when the name has no parts.
std::string_view topLevel(std::string_view name) {
  size_t end = name.find_first_of("[.", 1);
  return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
}

/// The tree that a state argument belongs to, by its own name or else by that of the result that updates it.
std::string_view treeOf(const Program &program, const ArgumentInfo &argument) {
  std::string_view own = topLevel(argument.name);
  return own.empty() && argument.result ? topLevel(program.results[*argument.result].name) : own;
}

Tensor seededValue(const ArgumentInfo &argument, unsigned index, uint64_t seed, bool f64) {
  Tensor value(argument.type, argument.shape, f64);
  int64_t last = argument.shape.empty() ? 1 : argument.shape.back();
  int64_t fanIn = argument.shape.size() < 2 || last == 0 ? value.size() : value.size() / last;
  double reach = 1.0 / std::sqrt(static_cast<double>(std::max<int64_t>(1, fanIn)));
  uint64_t stream = interp::mix(seed) + index;
  for (int64_t i = 0; i < value.size(); ++i)
    value.setReal(i, (2 * interp::unit(stream, static_cast<uint64_t>(i)) - 1) * reach);
  return value;
}

/// Bits of a random key: a function of seed, argument and step.
void fillKey(Tensor &value, unsigned index, uint64_t seed, uint64_t step) {
  uint64_t stream = interp::mix(interp::mix(interp::mix(seed) + index) + step);
  for (int64_t i = 0; i < value.size(); ++i)
    value.setInteger(i, static_cast<int64_t>(interp::mix(stream + static_cast<uint64_t>(i))));
}

void fillNumber(Tensor &value, double number) {
  for (int64_t i = 0; i < value.size(); ++i) {
    if (isFloat(value.type()))
      value.setReal(i, number);
    else
      value.setInteger(i, static_cast<int64_t>(number));
  }
}

} // namespace

std::vector<bool> seededArguments(const Program &program) {
  std::string_view parameters;
  for (const ArgumentInfo &argument : program.arguments) {
    if (isState(argument)) {
      parameters = treeOf(program, argument);
      break;
    }
  }
  std::vector<bool> positive = interp::positiveArguments(program), seeded;
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    const ArgumentInfo &argument = program.arguments[i];
    bool candidate = isState(argument) && isFloat(argument.type) && !argument.shape.empty();
    bool chosen = parameters.empty() ? !positive[i] : treeOf(program, argument) == parameters;
    seeded.push_back(candidate && chosen);
  }
  return seeded;
}

runtime::Result<State> State::create(const Program &program, const StateOptions &options) {
  State state(program, options);
  if (runtime::Status status = state.fill(); !status.ok())
    return status;
  if (options.initPath.empty())
    return state;
  runtime::Result<runtime::SafetensorsFile> file = runtime::SafetensorsFile::open(options.initPath);
  if (!file)
    return file.status();
  if (runtime::Status status = state.load(*file); !status.ok())
    return status;
  return state;
}

runtime::Status State::fill() {
  std::vector<bool> seeded = seededArguments(*program);
  for (const auto &[name, value] : options.fixed) {
    bool known = std::ranges::any_of(program->arguments, [&](const ArgumentInfo &a) { return a.name == name; });
    if (!known)
      return badInput("--set: no argument is named '" + name + "'");
  }
  for (unsigned i = 0; i < program->arguments.size(); ++i) {
    const ArgumentInfo &argument = program->arguments[i];
    bool draw = seeded[i] && options.initPath.empty();
    Tensor value =
        draw ? seededValue(argument, i, options.seed, options.f64) : Tensor(argument.type, argument.shape, options.f64);
    auto fixed = options.fixed.find(argument.name);
    if (fixed != options.fixed.end())
      fillNumber(value, fixed->second);
    else if (argument.role == Role::Key)
      fillKey(value, i, options.seed, 0);
    else if (argument.role == Role::Unknown && !isState(argument))
      return badInput("it is not known what argument '" + argument.name + "' (" +
                      describe(argument.type, argument.shape) + ") means: give its role in a contract, or --set '" +
                      argument.name + "=VALUE'");
    values.push_back(std::move(value));
  }
  return {};
}

runtime::Status State::load(const runtime::SafetensorsFile &file) {
  size_t used = 0;
  for (unsigned i = 0; i < program->arguments.size(); ++i) {
    const ArgumentInfo &argument = program->arguments[i];
    const runtime::StoredTensor *stored = file.find(argument.name);
    if (!stored)
      continue;
    if (stored->type != argument.type || stored->shape != argument.shape)
      return badInput(file.path() + ": tensor '" + argument.name + "' is " + describe(stored->type, stored->shape) +
                      ", the step takes " + describe(argument.type, argument.shape));
    values[i] = Tensor::fromBytes(argument.type, argument.shape, stored->bytes, options.f64);
    ++used;
  }
  if (used == 0)
    return badInput(file.path() + ": none of its " + std::to_string(file.tensors().size()) +
                    " tensors has the name of an argument, such as '" +
                    (program->arguments.empty() ? "" : program->arguments.front().name) + "'");
  auto step = file.metadata().find("next_step");
  if (step != file.metadata().end())
    start = std::strtoull(step->second.c_str(), nullptr, 10);
  return {};
}

std::vector<Tensor> &State::arguments(uint64_t step) {
  for (unsigned i = 0; i < program->arguments.size(); ++i) {
    const ArgumentInfo &argument = program->arguments[i];
    if (isState(argument) || options.fixed.contains(argument.name))
      continue;
    if (argument.role == Role::Key)
      fillKey(values[i], i, options.seed, step);
    if (argument.role == Role::Step)
      fillNumber(values[i], static_cast<double>(step));
  }
  return values;
}

void State::update(const std::vector<Tensor> &results) {
  for (unsigned i = 0; i < program->arguments.size(); ++i)
    if (std::optional<unsigned> result = program->arguments[i].result)
      values[i] = results[*result];
}

runtime::Status State::save(const std::string &path, uint64_t nextStep) const {
  std::vector<runtime::StoredTensor> tensors;
  std::vector<std::vector<std::byte>> bytes;
  for (unsigned i = 0; i < program->arguments.size(); ++i) {
    const ArgumentInfo &argument = program->arguments[i];
    if (!isState(argument))
      continue;
    bytes.push_back(values[i].toBytes());
    tensors.push_back({argument.name, argument.type, argument.shape, {}});
  }
  for (size_t i = 0; i < tensors.size(); ++i)
    tensors[i].bytes = bytes[i];
  return runtime::writeSafetensors(path, tensors, {{"next_step", std::to_string(nextStep)}});
}

} // namespace lockstep::tool
