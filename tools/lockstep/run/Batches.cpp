#include "tools/lockstep/run/Batches.h"

#include "ir/interpreter/Inputs.h"
#include "runtime/data/NamedSource.h"

#include <algorithm>

namespace lockstep::tool {
namespace {

runtime::BatchArgument describe(const ArgumentInfo &argument) {
  runtime::BatchArgument batch{argument.name, argument.type, argument.shape, std::nullopt};
  if (argument.range)
    batch.range = {argument.range->lo, argument.range->hi};
  return batch;
}

/// The source that the file's kind calls for.
runtime::Result<std::unique_ptr<runtime::SampleSource>>
openSource(const DataOptions &options, const std::vector<runtime::BatchArgument> &arguments) {
  if (options.path.ends_with(".safetensors")) {
    runtime::Result<runtime::SafetensorsFile> file = runtime::SafetensorsFile::open(options.path);
    if (!file)
      return file.status();
    runtime::Result<runtime::NamedSource> source = runtime::NamedSource::create(std::move(*file), arguments);
    if (!source)
      return source.status();
    return std::unique_ptr<runtime::SampleSource>(std::make_unique<runtime::NamedSource>(std::move(*source)));
  }
  runtime::Result<runtime::TokenFile> file = runtime::TokenFile::open(options.path, options.width);
  if (!file)
    return file.status();
  runtime::Result<std::vector<runtime::Feed>> feeds = runtime::chooseFeeds(arguments, options.feeds);
  if (!feeds)
    return feeds.status();
  runtime::Result<runtime::TokenSource> source = runtime::TokenSource::create(std::move(*file), arguments, *feeds);
  if (!source)
    return source.status();
  return std::unique_ptr<runtime::SampleSource>(std::make_unique<runtime::TokenSource>(std::move(*source)));
}

} // namespace

runtime::Result<Batches> Batches::create(const Program &program, const DataOptions &options,
                                         const std::vector<std::string> &fixed) {
  Batches batches(program);
  batches.seed = options.sampling.seed;
  std::vector<runtime::BatchArgument> arguments;
  for (unsigned i = 0; i < program.arguments.size(); ++i) {
    const ArgumentInfo &argument = program.arguments[i];
    if (argument.role != Role::Batch || std::ranges::find(fixed, argument.name) != fixed.end())
      continue;
    batches.indices.push_back(i);
    arguments.push_back(describe(argument));
  }
  if (options.synthetic || (arguments.empty() && options.path.empty()))
    return batches;
  if (options.path.empty())
    return runtime::badInput("the step takes batch arguments (first: '" + arguments.front().name +
                             "'): give --data FILE, or --synthetic for made-up values");
  runtime::Result<std::unique_ptr<runtime::SampleSource>> source = openSource(options, arguments);
  if (!source)
    return source.status();
  runtime::Result<runtime::BatchMaker> maker =
      runtime::BatchMaker::create(std::move(*source), arguments, options.sampling);
  if (!maker)
    return maker.status();
  batches.maker.emplace(std::move(*maker));
  return batches;
}

runtime::Status Batches::fill(uint64_t step, std::vector<interp::Tensor> &arguments) const {
  if (!maker) {
    fillSynthetic(step, arguments);
    return {};
  }
  runtime::Result<std::vector<std::vector<std::byte>>> batch = maker->make(step);
  if (!batch)
    return batch.status();
  for (size_t i = 0; i < indices.size(); ++i) {
    interp::Tensor &target = arguments[indices[i]];
    bool f64 = isFloat(target.type()) && target.storage() != interp::storageOf(target.type());
    target = interp::Tensor::fromBytes(target.type(), target.shape(), (*batch)[i], f64);
  }
  return {};
}

void Batches::fillSynthetic(uint64_t step, std::vector<interp::Tensor> &arguments) const {
  interp::InputOptions options;
  for (unsigned index : indices) {
    interp::Tensor &target = arguments[index];
    bool f64 = isFloat(target.type()) && target.storage() != interp::storageOf(target.type());
    interp::Recipe recipe = interp::recipeFor(program->arguments[index], /*makePositive=*/false, options);
    uint64_t stream = interp::mix(interp::mix(seed) + step) + index;
    target = interp::fill(recipe, stream, target.type(), target.shape(), f64);
  }
}

} // namespace lockstep::tool
