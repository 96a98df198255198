// Certificates on disk; docs/certificate.md is the format.
#pragma once

#include "lockstep/Result.h"
#include "verifier/trace/CertificateData.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::verifier {

/// Writes the certificate into the directory, which is made, or must be empty.
llvm::Error writeCertificate(const std::string &directory, const CertificateData &data, const Result &result);

/// Reads a certificate, checks its files against their digests and prints a summary.
llvm::Error inspectCertificate(llvm::raw_ostream &os, const std::string &directory);

} // namespace lockstep::verifier
