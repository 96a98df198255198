#include "verifier/refute/Pieces.h"

#include <cmath>

namespace lockstep::verifier {

using interp::Tensor;

namespace {

// An explanation is a help, not a proof: large programs are explained without pieces.
constexpr size_t storedLimit = 40'000'000;

Shape without(const Shape &shape, size_t dim) {
  Shape rest = shape;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(dim));
  return rest;
}

Fingerprint minus(const Fingerprint &a, const Fingerprint &b) {
  return {a.count - b.count, a.absolute - b.absolute, a.sum - b.sum, a.square - b.square, a.cube - b.cube};
}

void addElement(Fingerprint &print, double x) {
  print.count += x != 0;
  print.absolute += std::abs(x);
  print.sum += x;
  print.square += x * x;
  print.cube += x * x * x;
}

std::vector<Fingerprint> prefixesAlong(const Tensor &tensor, size_t dim) {
  const Shape &shape = tensor.shape();
  int64_t inner = 1;
  for (size_t i = dim + 1; i < shape.size(); ++i)
    inner *= shape[i];
  std::vector<Fingerprint> planes(static_cast<size_t>(shape[dim]) + 1);
  auto values = tensor.values<double>();
  size_t flat = 0;
  while (flat < values.size())
    for (int64_t plane = 1; plane <= shape[dim]; ++plane)
      for (int64_t i = 0; i < inner; ++i)
        addElement(planes[static_cast<size_t>(plane)], values[flat++]);
  for (size_t k = 1; k < planes.size(); ++k)
    planes[k] += planes[k - 1];
  return planes;
}

} // namespace

void PieceIndex::add(const Tensor &tensor, unsigned id) {
  if (tensor.storage() != interp::Storage::F64 || tensor.order() == 0 || tensor.size() < 4 ||
      stored + static_cast<size_t>(tensor.size()) > storedLimit)
    return;
  stored += static_cast<size_t>(tensor.size());
  for (size_t dim = 0; dim < tensor.shape().size(); ++dim)
    if (tensor.shape()[dim] > 1)
      entries[{dim, without(tensor.shape(), dim)}].push_back({id, prefixesAlong(tensor, dim)});
}

std::optional<PieceIndex::Found> PieceIndex::find(const Tensor &piece) const {
  if (!isFloat(piece.type()) || piece.order() == 0 || piece.size() < 3)
    return std::nullopt;
  Fingerprint print = Fingerprint::of(piece);
  if (print.isZero() || !print.isFinite())
    return std::nullopt;
  std::optional<Found> scaled;
  for (size_t dim = 0; dim < piece.shape().size(); ++dim) {
    auto candidates = entries.find({dim, without(piece.shape(), dim)});
    if (candidates == entries.end())
      continue;
    auto length = static_cast<size_t>(piece.shape()[dim]);
    for (const Entry &entry : candidates->second)
      for (size_t start = 0; start + length < entry.prefixes.size(); ++start) {
        Fingerprint block = minus(entry.prefixes[start + length], entry.prefixes[start]);
        if (block.count < 1 || !block.isFinite())
          continue;
        if (print.matches(block))
          return Found{entry.id, 1};
        if (auto ratio = print.ratioTo(block))
          if (!scaled || complexityOf(*ratio) < complexityOf(scaled->ratio))
            scaled = Found{entry.id, *ratio};
      }
  }
  return scaled;
}

} // namespace lockstep::verifier
