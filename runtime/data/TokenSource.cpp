#include "runtime/data/TokenSource.h"

#include "runtime/data/Integers.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace lockstep::runtime {
namespace {

bool mentions(std::string_view name, std::span<const std::string_view> words) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::any_of(words, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

constexpr std::string_view kNextWords[] = {"target", "label", "next"};
constexpr std::string_view kTokenWords[] = {"token", "input", "ids", "text"};

std::optional<Feed> guess(const BatchArgument &argument, size_t integerCount) {
  if (isFloat(argument.type) || isBoolean(argument.type))
    return Feed::Ones;
  if (integerCount == 1)
    return Feed::Tokens;
  if (mentions(argument.name, kNextWords))
    return Feed::Next;
  if (mentions(argument.name, kTokenWords))
    return Feed::Tokens;
  return std::nullopt;
}

/// The bits of 1.0 in a floating-point format: exponent field equal to the bias, mantissa zero.
std::optional<uint64_t> onePattern(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return 1;
  case ElementType::BF16:
    return 0x3F80;
  case ElementType::F16:
    return 0x3C00;
  case ElementType::F32:
    return 0x3F800000;
  case ElementType::F64:
    return 0x3FF0000000000000;
  default:
    return std::nullopt;
  }
}

Status fillOnes(const BatchArgument &argument, std::span<std::byte> row) {
  std::optional<uint64_t> pattern = onePattern(argument.type);
  if (!pattern && isStoredInteger(argument.type))
    pattern = 1;
  if (!pattern)
    return badInput("argument '" + argument.name + "': cannot fill " + std::string(name(argument.type)) + " with ones");
  unsigned width = byteWidth(argument.type);
  for (size_t at = 0; at < row.size(); at += width)
    std::memcpy(row.data() + at, &*pattern, width);
  return {};
}

} // namespace

std::optional<Feed> parseFeed(std::string_view text) {
  if (text == "tokens")
    return Feed::Tokens;
  if (text == "next")
    return Feed::Next;
  if (text == "ones")
    return Feed::Ones;
  return std::nullopt;
}

Result<std::vector<Feed>> chooseFeeds(std::span<const BatchArgument> arguments,
                                      std::span<const std::pair<std::string, Feed>> given) {
  for (const auto &[name, feed] : given)
    if (std::ranges::find(arguments, name, &BatchArgument::name) == arguments.end())
      return badInput("no batch argument is named '" + name + "'");
  size_t integers = std::ranges::count_if(
      arguments, [](const BatchArgument &a) { return isStoredInteger(a.type) && !isBoolean(a.type); });
  std::vector<Feed> feeds;
  for (const BatchArgument &argument : arguments) {
    auto found = std::ranges::find(given, argument.name, &std::pair<std::string, Feed>::first);
    std::optional<Feed> feed = found != given.end() ? std::optional(found->second) : guess(argument, integers);
    if (!feed)
      return badInput("cannot tell what batch argument '" + argument.name +
                      "' takes from the token file; say --feed '" + argument.name + "=tokens' (or =next, =ones)");
    feeds.push_back(*feed);
  }
  return feeds;
}

Result<TokenSource> TokenSource::create(TokenFile file, std::vector<BatchArgument> arguments, std::vector<Feed> feeds) {
  TokenSource source(std::move(file), std::move(arguments), std::move(feeds));
  if (source.arguments.empty())
    return badInput("the step has no batch argument that a token file could fill");
  uint64_t shortest = UINT64_MAX, reach = 0;
  for (size_t i = 0; i < source.arguments.size(); ++i) {
    const BatchArgument &argument = source.arguments[i];
    if (argument.shape.empty() || argument.shape.back() < 1)
      return badInput("argument '" + argument.name + "' has no dim to hold tokens");
    if (source.feeds[i] != Feed::Ones && !isStoredInteger(argument.type))
      return badInput("argument '" + argument.name + "': expected integers for tokens, found " +
                      std::string(name(argument.type)));
    uint64_t extent = static_cast<uint64_t>(argument.shape.back());
    shortest = std::min(shortest, extent);
    reach = std::max(reach, extent + (source.feeds[i] == Feed::Next ? 1 : 0));
  }
  if (reach > shortest + 1)
    return badInput("the batch arguments' last dims differ by more than one: a window of " + std::to_string(shortest) +
                    " tokens cannot fill " + std::to_string(reach));
  // A step that is given length + 1 tokens and shifts them itself advances by length.
  bool selfShifting =
      std::ranges::all_of(source.feeds, [](Feed feed) { return feed != Feed::Next; }) && source.arguments.size() == 1;
  source.length = selfShifting && shortest > 1 ? shortest - 1 : shortest;
  if (source.file.size() < reach)
    return badInput(source.file.path() + ": " + std::to_string(source.file.size()) +
                    " tokens do not fill one window of " + std::to_string(reach));
  source.windows = (source.file.size() - reach) / source.length + 1;
  return source;
}

Status TokenSource::fill(unsigned index, uint64_t sample, std::span<std::byte> row) const {
  const BatchArgument &argument = arguments[index];
  if (feeds[index] == Feed::Ones)
    return fillOnes(argument, row);
  unsigned width = byteWidth(argument.type);
  uint64_t first = sample * length + (feeds[index] == Feed::Next ? 1 : 0);
  for (uint64_t i = 0; i * width < row.size(); ++i) {
    int64_t token = file.at(first + i);
    bool inRange = !argument.range || (static_cast<double>(token) >= argument.range->first &&
                                       static_cast<double>(token) <= argument.range->second);
    if (!inRange || !storeInteger(argument.type, token, row.subspan(i * width, width)))
      return badInput(file.path() + ": token " + std::to_string(token) + " at position " + std::to_string(first + i) +
                      " is outside what argument '" + argument.name + "' accepts" +
                      (argument.range ? " (" + std::to_string(static_cast<int64_t>(argument.range->first)) + " to " +
                                            std::to_string(static_cast<int64_t>(argument.range->second)) + ")"
                                      : ""));
  }
  return {};
}

} // namespace lockstep::runtime
