// Rationals without limit, for the few places that need them.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace lockstep::verifier::engine {

using BigRational = boost::multiprecision::cpp_rational;
using BigInteger = boost::multiprecision::cpp_int;
struct BigNumber {
  BigRational value;
};

} // namespace lockstep::verifier::engine
