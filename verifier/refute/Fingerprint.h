// Recognises a tensor by a few sums over its elements. The sums add up over pieces, don't depend on the order of
// elements and ignore zeros, so a value is recognised whole, cut, transposed or padded.
#pragma once

#include "ir/interpreter/Tensor.h"

#include <optional>
#include <vector>

namespace lockstep::verifier {

struct Fingerprint {
  double count = 0;    // non-zero elements
  double absolute = 0; // sum of |x|
  double sum = 0;      // of x
  double square = 0;   // of x^2
  double cube = 0;     // of x^3

  static Fingerprint of(const interp::Tensor &tensor);
  static Fingerprint of(const std::vector<double> &values);
  Fingerprint &operator+=(const Fingerprint &other);

  bool isZero() const { return count == 0; }
  bool isFinite() const;
  /// Equal within what rounded literals explain.
  bool matches(const Fingerprint &other) const;
  /// The factor c with this = c * other, when there is one and the tensor has enough structure to tell.
  std::optional<double> ratioTo(const Fingerprint &other) const;
};

/// Orders ratios: simple fractions first, arbitrary numbers last.
double complexityOf(double ratio);

/// All values of one execution, to be asked "have you ever made this?".
class FingerprintIndex {
public:
  void add(const Fingerprint &print, unsigned id);
  /// Call once after the last add().
  void finish();

  std::optional<unsigned> find(const Fingerprint &print) const;
  struct Scaled {
    unsigned id;
    double ratio;
  };
  /// Simple fractions first; nullopt when nothing is a multiple.
  std::optional<Scaled> findScaled(const Fingerprint &print) const;

private:
  struct Entry {
    Fingerprint print;
    unsigned id;
  };
  std::vector<Entry> byMagnitude, byShape;
};

} // namespace lockstep::verifier
