// Language-model batches cut from a token stream: sample i is the window of tokens that starts at i * length.
#pragma once

#include "runtime/data/SampleSource.h"
#include "runtime/data/TokenFile.h"

namespace lockstep::runtime {

/// What an argument gets of a window of `length` tokens.
enum class Feed {
  Tokens, // the tokens of the window; an argument of length + 1 also gets the one after it
  Next,   // the token after each of them
  Ones,   // 1 everywhere: a mask or weight that keeps every token
};
std::optional<Feed> parseFeed(std::string_view text); // "tokens", "next", "ones"

/// Guesses the feed of every argument that is not listed in `given` (by name):
///  * floating-point and i1 arguments: ones;
///  * a single integer argument: tokens;
///  * two integer arguments: by the words token/input/id against target/label/next in their names.
/// Anything else is an error that asks for the missing ones.
Result<std::vector<Feed>> chooseFeeds(std::span<const BatchArgument> arguments,
                                      std::span<const std::pair<std::string, Feed>> given);

class TokenSource : public SampleSource {
public:
  /// `feeds` has one entry per argument. Fails when the arguments' lengths differ or the file holds no whole window.
  static Result<TokenSource> create(TokenFile file, std::vector<BatchArgument> arguments, std::vector<Feed> feeds);

  uint64_t sampleCount() const override { return windows; }
  size_t sampleOrder(unsigned) const override { return 1; }
  /// Fails when a token lies outside the argument's declared range or element type.
  Status fill(unsigned argument, uint64_t sample, std::span<std::byte> row) const override;

private:
  TokenSource(TokenFile file, std::vector<BatchArgument> arguments, std::vector<Feed> feeds)
      : file(std::move(file)), arguments(std::move(arguments)), feeds(std::move(feeds)) {}

  TokenFile file;
  std::vector<BatchArgument> arguments;
  std::vector<Feed> feeds;
  uint64_t length = 0, windows = 0;
};

} // namespace lockstep::runtime
