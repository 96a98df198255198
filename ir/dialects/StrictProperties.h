// Registration of operators that reject properties they do not know. MLIR drops an unknown entry of `<{...}>` without a
// word; an attribute of a newer specification may change what an operator means, so it has to be an error.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"

namespace lockstep {

/// Fails, naming it, if an entry is not among `known`.
inline llvm::LogicalResult checkKnownProperties(mlir::Attribute properties, llvm::ArrayRef<llvm::StringRef> known,
                                                llvm::function_ref<mlir::InFlightDiagnostic()> emitError) {
  auto dictionary = mlir::dyn_cast_if_present<mlir::DictionaryAttr>(properties);
  if (!dictionary)
    return mlir::success();
  for (mlir::NamedAttribute entry : dictionary)
    if (!llvm::is_contained(known, entry.getName().getValue()))
      return emitError() << "expected only attributes of the specification between <{ and }>, found "
                         << entry.getName();
  return mlir::success();
}

/// Stands in for an operator class at registration; everywhere else there is only the class itself.
template <typename ConcreteOp>
struct Strict : ConcreteOp {
  using ConcreteOp::ConcreteOp;

  template <typename Properties>
  static llvm::LogicalResult setPropertiesFromAttr(Properties &properties, mlir::Attribute attribute,
                                                   llvm::function_ref<mlir::InFlightDiagnostic()> emitError) {
    if (failed(checkKnownProperties(attribute, ConcreteOp::getAttributeNames(), emitError)))
      return mlir::failure();
    return ConcreteOp::setPropertiesFromAttr(properties, attribute, emitError);
  }
};

template <typename... ConcreteOps>
void addStrictOperations(mlir::Dialect &dialect) {
  (mlir::RegisteredOperationName::insert(
       std::make_unique<mlir::RegisteredOperationName::Model<Strict<ConcreteOps>>>(&dialect),
       ConcreteOps::getAttributeNames()),
   ...);
}

} // namespace lockstep

/// The registered operator is the one of the class.
template <typename ConcreteOp>
class mlir::detail::TypeIDResolver<lockstep::Strict<ConcreteOp>> {
public:
  static TypeID resolveTypeID() { return TypeID::get<ConcreteOp>(); }
};
