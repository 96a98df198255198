#include "verifier/refute/Fingerprint.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lockstep::verifier {

namespace {

// Literals are rounded to their own type (1.2e-7 for f32) and may enter a few times.
constexpr double tolerance = 2e-6;

bool near(double a, double b, double scale) { return std::abs(a - b) <= tolerance * scale; }

/// Unchanged by scaling: how the magnitude is spread over elements.
double spreadOf(const Fingerprint &print) { return print.square / (print.absolute * print.absolute); }

template <typename Key, typename Entries> auto rangeAround(const Entries &entries, double value, Key key) {
  auto below = [&](const auto &entry, double bound) { return key(entry) < bound; };
  auto from = std::lower_bound(entries.begin(), entries.end(), value * (1 - tolerance), below);
  auto to = std::lower_bound(from, entries.end(), value * (1 + tolerance), below);
  return std::pair(from, to);
}

} // namespace

double complexityOf(double ratio) {
  for (int denominator = 1; denominator <= 64; ++denominator)
    if (std::abs(ratio * denominator - std::round(ratio * denominator)) < 1e-7 * denominator)
      return denominator + std::abs(std::round(ratio * denominator));
  return 1e9;
}

static Fingerprint sumUp(std::span<const double> values) {
  Fingerprint print;
  for (double x : values) {
    print.count += x != 0;
    print.absolute += std::abs(x);
    print.sum += x;
    print.square += x * x;
    print.cube += x * x * x;
  }
  return print;
}

Fingerprint Fingerprint::of(const std::vector<double> &values) { return sumUp(values); }

Fingerprint Fingerprint::of(const interp::Tensor &tensor) {
  // Every value of both programs comes by here, nearly all of them held as doubles.
  if (tensor.storage() == interp::Storage::F64)
    return sumUp(tensor.values<double>());
  std::vector<double> values(static_cast<size_t>(tensor.size()));
  bool real = isFloat(tensor.type());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = real ? tensor.real(static_cast<int64_t>(i))
                     : static_cast<double>(tensor.integer(static_cast<int64_t>(i)));
  return sumUp(values);
}

Fingerprint &Fingerprint::operator+=(const Fingerprint &other) {
  count += other.count;
  absolute += other.absolute;
  sum += other.sum;
  square += other.square;
  cube += other.cube;
  return *this;
}

bool Fingerprint::isFinite() const { return std::isfinite(absolute) && std::isfinite(cube); }

bool Fingerprint::matches(const Fingerprint &other) const {
  // The number of non-zero elements is not compared: one program may make exact zeros where the other makes 1e-18.
  return near(absolute, other.absolute, other.absolute) && near(sum, other.sum, other.absolute) &&
         near(square, other.square, other.square) && near(cube, other.cube, other.square * std::sqrt(other.square));
}

std::optional<double> Fingerprint::ratioTo(const Fingerprint &other) const {
  if (count < 3 || other.count < 3 || !isFinite() || !other.isFinite())
    return std::nullopt;
  double ratio = absolute / other.absolute;
  // The sign shows in the odd sums; where they vanish it is taken as positive.
  if (sum * other.sum < 0 || (sum * other.sum == 0 && cube * other.cube < 0))
    ratio = -ratio;
  Fingerprint scaled = other;
  scaled.absolute *= std::abs(ratio);
  scaled.sum *= ratio;
  scaled.square *= ratio * ratio;
  scaled.cube *= ratio * ratio * ratio;
  return matches(scaled) ? std::optional(ratio) : std::nullopt;
}

void FingerprintIndex::add(const Fingerprint &print, unsigned id) {
  if (print.isZero() || !print.isFinite())
    return;
  byMagnitude.push_back({print, id});
  // All elements alike have no shape to be recognised by.
  if (print.count >= 3 && spreadOf(print) * print.count > 1 + 1e-9)
    byShape.push_back({print, id});
}

void FingerprintIndex::finish() {
  std::sort(byMagnitude.begin(), byMagnitude.end(), [](const Entry &a, const Entry &b) {
    return std::pair(a.print.absolute, a.id) < std::pair(b.print.absolute, b.id);
  });
  std::sort(byShape.begin(), byShape.end(), [](const Entry &a, const Entry &b) {
    return std::pair(spreadOf(a.print), a.id) < std::pair(spreadOf(b.print), b.id);
  });
}

std::optional<unsigned> FingerprintIndex::find(const Fingerprint &print) const {
  if (!print.isFinite())
    return std::nullopt;
  auto [from, to] = rangeAround(byMagnitude, print.absolute, [](const Entry &entry) { return entry.print.absolute; });
  for (auto entry = from; entry != to; ++entry)
    if (print.matches(entry->print))
      return entry->id;
  return std::nullopt;
}

std::optional<FingerprintIndex::Scaled> FingerprintIndex::findScaled(const Fingerprint &print) const {
  if (print.count < 3 || !print.isFinite())
    return std::nullopt;
  std::optional<Scaled> best;
  auto [from, to] = rangeAround(byShape, spreadOf(print), [](const Entry &entry) { return spreadOf(entry.print); });
  for (auto entry = from; entry != to; ++entry)
    if (auto ratio = print.ratioTo(entry->print))
      if (!best || complexityOf(*ratio) < complexityOf(best->ratio))
        best = Scaled{entry->id, *ratio};
  return best;
}

} // namespace lockstep::verifier
