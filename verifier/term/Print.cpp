// Terms as text.
#include "verifier/term/Store.h"

namespace lockstep::verifier::engine {

std::string Store::str(Ix x) const {
  const IxNode &node = (*this)[x];
  std::string out;
  for (const IxTerm &term : node.terms) {
    const IxAtomNode &atom = (*this)[term.atom];
    std::string name = atom.kind == IxKind::Var     ? (*this)[atom.var()].name
                       : atom.kind == IxKind::Floor ? "(" + str(atom.index()) + ")/" + std::to_string(atom.divisor)
                                                    : "<" + str(atom.data()) + ">";
    out += out.empty() ? "" : "+";
    out += term.k == 1 ? name : std::to_string(term.k) + "*" + name;
  }
  if (node.c != 0 || out.empty())
    out += (out.empty() ? "" : "+") + std::to_string(node.c);
  return out;
}

std::string Store::str(Fn x) const {
  const FnNode &fn = (*this)[x];
  std::string id = "#" + std::to_string(x.v);
  switch (fn.kind) {
  case FnKind::Input: return "arg" + std::to_string(fn.name);
  case FnKind::Index: return "index";
  case FnKind::AtLeast: return "ge0";
  case FnKind::Equal: return "is0";
  case FnKind::Prime: return q.str({fn.name});
  case FnKind::Huge: return "huge" + id;
  case FnKind::Infinity: return "inf";
  case FnKind::NotANumber: return "nan";
  case FnKind::Table: return "table" + id;
  case FnKind::Combination: return "f" + id;
  case FnKind::Exp: return "exp" + id;
  case FnKind::Scalar: return symbols[fn.name] + id;
  case FnKind::Sum: return "sum" + id;
  case FnKind::Maximum: return "max" + id;
  case FnKind::Minimum: return "min" + id;
  case FnKind::Rows: return symbols[fn.name] + id;
  case FnKind::Unique: return "unknown" + id;
  }
  return id;
}

std::string Store::str(Atom x, unsigned depth) const {
  const AtomNode &atom = (*this)[x];
  const FnNode &fn = (*this)[atom.fn];
  std::string out = str(atom.fn);
  if (depth > 0 && !fn.bodies.empty()) {
    out += "{";
    for (unsigned i = 0; i < fn.bodies.size(); ++i)
      out += (i ? "; " : "") + str(fn.body(i), depth - 1);
    out += "}";
  }
  if (atom.args.empty())
    return out;
  out += "[";
  for (size_t i = 0; i < atom.args.size(); ++i)
    out += (i == 0 ? "" : i == fn.params ? " | " : ", ") + str(atom.args[i]);
  return out + "]";
}

std::string Store::str(Mono x, unsigned depth) const {
  std::string out;
  for (const Factor &factor : (*this)[x].factors) {
    out += (out.empty() ? "" : "*") + str(factor.atom, depth);
    if (factor.exp != kOne)
      out += "^" + q.str(factor.exp);
  }
  return out.empty() ? "1" : out;
}

std::string Store::str(Comb x, unsigned depth) const {
  std::string out;
  for (const Term &term : (*this)[x].terms) {
    out += out.empty() ? "" : " + ";
    if (term.mono == unit)
      out += q.str(term.coef);
    else
      out += (term.coef == kOne ? "" : q.str(term.coef) + "*") + str(term.mono, depth);
  }
  return out.empty() ? "0" : out;
}

} // namespace lockstep::verifier::engine
