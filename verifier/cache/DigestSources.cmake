# Writes the digest of a list of source files as a string literal.
file(READ "${SOURCES}" sources)
set(digests "")
foreach(source IN LISTS sources)
  file(SHA256 "${source}" digest)
  string(APPEND digests "${digest}")
endforeach()
string(SHA256 digest "${digests}")
file(WRITE "${OUTPUT}" "\"${digest}\"\n")
