// Counter-based random bits, with the state layout and the order of elements of XLA's CPU backend, so that a step
// draws the same numbers here and there.
//
//   state          ui64[2] = {key, counter}; PHILOX also ui64[3] = {key, counter low, counter high}
//   THREE_FRY      Threefry-2x32, 20 rounds. Block i encrypts counter + i (as low, high word) to two words. A 64-bit
//                  element takes a block, low word first. Narrower elements take the low bits of one word each: one
//                  dim, the first with an even extent (else the first of the largest extent, padded by one), is halved,
//                  blocks count row-major over the halved shape, and the two words of a block are neighbours in that
//                  dim.
//   PHILOX         Philox-4x32, 10 rounds; four words a block, elements take them in row-major order. With ui64[2]
//                  the counter's high half starts as the key.
//   DEFAULT        PHILOX.
// The counter advances by the number of blocks.
#include "ir/interpreter/kernels/Random.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Support.h"

#include <algorithm>
#include <array>
#include <bit>

namespace lockstep::interp {
namespace {

uint32_t lowWord(uint64_t x) { return static_cast<uint32_t>(x); }
uint32_t highWord(uint64_t x) { return static_cast<uint32_t>(x >> 32); }
uint64_t joined(uint32_t low, uint32_t high) { return low | static_cast<uint64_t>(high) << 32; }

/// Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC 2011).
uint64_t threefry(uint64_t key, uint64_t counter) {
  const std::array<uint32_t, 3> keys = {lowWord(key), highWord(key), lowWord(key) ^ highWord(key) ^ 0x1BD11BDAu};
  const std::array<int, 8> rotations = {13, 15, 26, 6, 17, 29, 16, 24};
  uint32_t a = lowWord(counter) + keys[0], b = highWord(counter) + keys[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (uint32_t round = 0; round < 4; ++round) {
      a += b;
      b = std::rotl(b, rotations[(group % 2) * 4 + round]) ^ a;
    }
    a += keys[(group + 1) % 3];
    b += keys[(group + 2) % 3] + group + 1;
  }
  return joined(a, b);
}

struct Counter {
  uint64_t low, high;
  void advance(uint64_t by) {
    low += by;
    high += low < by;
  }
};

/// Two 64-bit results: words 0, 1 and words 2, 3.
std::array<uint64_t, 2> philox(uint64_t key, Counter counter) {
  uint32_t x0 = lowWord(counter.low), x1 = highWord(counter.low);
  uint32_t x2 = lowWord(counter.high), x3 = highWord(counter.high);
  uint32_t k0 = lowWord(key), k1 = highWord(key);
  for (int round = 0; round < 10; ++round) {
    uint64_t p = uint64_t{0xD2511F53u} * x0, q = uint64_t{0xCD9E8D57u} * x2;
    x0 = highWord(q) ^ x1 ^ k0;
    x1 = lowWord(q);
    x2 = highWord(p) ^ x3 ^ k1;
    x3 = lowWord(p);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return {joined(x0, x1), joined(x2, x3)};
}

size_t halvedDim(const Shape &shape) {
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] % 2 == 0)
      return i;
  return static_cast<size_t>(std::max_element(shape.begin(), shape.end()) - shape.begin());
}

/// Fills `out`, returns the number of blocks used.
uint64_t fillThreefry(uint64_t key, uint64_t counter, Tensor &out) {
  auto count = static_cast<uint64_t>(out.size());
  if (count == 0)
    return 0;
  if (bitWidth(out.type()) == 64) {
    for (uint64_t i = 0; i < count; ++i)
      out.setInteger(static_cast<int64_t>(i), static_cast<int64_t>(threefry(key, counter + i)));
    return count;
  }
  // A scalar counts as one dim of extent one.
  Shape shape = out.shape().empty() ? Shape{1} : out.shape();
  size_t dim = halvedDim(shape);
  int64_t extent = shape[dim];
  Shape halved = shape;
  halved[dim] = (extent + 1) / 2;
  Dims strides = stridesOf(shape), position(shape.size(), 0);
  uint64_t block = 0;
  do {
    int64_t flat = position[dim] * strides[dim]; // twice with the sum below: neighbours lie at 2p and 2p + 1
    for (size_t i = 0; i < position.size(); ++i)
      flat += position[i] * strides[i];
    uint64_t bits = threefry(key, counter + block++);
    out.setInteger(flat, lowWord(bits));
    if (2 * position[dim] + 1 < extent)
      out.setInteger(flat + strides[dim], highWord(bits));
  } while (next(position, halved));
  return block;
}

void fillPhilox(uint64_t key, Counter &counter, Tensor &out) {
  auto count = static_cast<uint64_t>(out.size());
  bool wide = bitWidth(out.type()) == 64;
  uint64_t perBlock = wide ? 2 : 4;
  std::array<uint64_t, 2> words{};
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t place = i % perBlock;
    if (place == 0) {
      words = philox(key, counter);
      counter.advance(1);
    }
    uint64_t bits = wide ? words[place] : place % 2 ? highWord(words[place / 2]) : lowWord(words[place / 2]);
    out.setInteger(static_cast<int64_t>(i), static_cast<int64_t>(bits));
  }
}

ElementType unsignedOfWidth(unsigned width) {
  switch (width) {
  case 8:
    return ElementType::UI8;
  case 16:
    return ElementType::UI16;
  case 32:
    return ElementType::UI32;
  default:
    return ElementType::UI64;
  }
}

} // namespace

Results rngBitGenerator(const Tensor &state, ElementType type, const Shape &shape, RngAlgorithm algorithm) {
  bool threeFry = algorithm == RngAlgorithm::ThreeFry;
  bool fits = state.type() == ElementType::UI64 && state.order() == 1 &&
              (state.size() == 2 || (state.size() == 3 && !threeFry));
  if (!fits)
    return operatorError("rng_bit_generator", std::string("expected a state tensor<2xui64>") +
                                                  (threeFry ? "" : " or tensor<3xui64>") + ", found " +
                                                  state.typeString());
  if (bitWidth(type) < 8 || isComplex(type))
    return operatorError("rng_bit_generator", "not defined for results of type " + std::string(name(type)));
  if (llvm::Error error = requireShape("rng_bit_generator", shape))
    return error;
  Tensor bits(isInteger(type) ? type : unsignedOfWidth(bitWidth(type)), shape);
  Tensor newState = state;
  auto words = newState.data<uint64_t>();
  uint64_t key = words[0];
  if (threeFry) {
    words[1] += fillThreefry(key, words[1], bits);
  } else {
    Counter counter{words[1], state.size() == 3 ? words[2] : key};
    fillPhilox(key, counter, bits);
    words[1] = counter.low;
    if (state.size() == 3)
      words[2] = counter.high;
  }
  if (isInteger(type))
    return std::vector<Tensor>{newState, bits};
  Result values = bitcastConvert(bits, type);
  if (!values)
    return values.takeError();
  return std::vector<Tensor>{newState, *values};
}

Results rng() {
  return operatorError("rng", "not reproducible: it has no state, so no two executions are comparable; "
                              "expected rng_bit_generator");
}

} // namespace lockstep::interp
