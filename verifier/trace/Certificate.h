// The certificate of a proof: its steps as text, and scripts for a solver of the conditions, correspondences of indices
// and equations that can be put to one.
#pragma once

#include "verifier/normalize/Normalizer.h"
#include "verifier/trace/CertificateData.h"

namespace lockstep::verifier::engine {

CertificateData certify(Normalizer &n, const Trace &trace);

} // namespace lockstep::verifier::engine
