#include "ir/core/InputError.h"

#include "llvm/Support/raw_ostream.h"

namespace lockstep {

char InputError::ID = 0;

void InputError::log(llvm::raw_ostream &os) const {
  if (!path.empty()) {
    os << path << ':';
    if (line)
      os << line << ':';
    if (line && column)
      os << column << ':';
    os << ' ';
  }
  os << "error: " << message;
  if (!code.empty())
    os << " [" << code << ']';
  if (!sourceLine.empty()) {
    os << "\n  " << sourceLine;
    unsigned place = caret ? caret : column;
    if (place && place <= sourceLine.size() + 1) {
      os << "\n  ";
      for (unsigned i = 1; i < place; ++i)
        os << (sourceLine[i - 1] == '\t' ? '\t' : ' ');
      os << '^';
    }
  }
  if (!note.empty())
    os << "\n  note: " << note;
}

} // namespace lockstep
