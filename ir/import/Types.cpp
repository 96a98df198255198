#include "ir/import/Program.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep {

std::optional<ElementType> elementType(mlir::Type type) {
  if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
    type = shaped.getElementType();
  // The names of types are the same words in both worlds; the common ones avoid printing.
  if (type.isF32())
    return ElementType::F32;
  if (type.isSignlessInteger(32))
    return ElementType::I32;
  llvm::SmallString<32> text;
  llvm::raw_svector_ostream stream(text);
  type.print(stream);
  return parseElementType(std::string_view(text.data(), text.size()));
}

Shape shape(mlir::Type rankedTensor) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(rankedTensor);
  return type ? Shape(type.getShape().begin(), type.getShape().end()) : Shape();
}

} // namespace lockstep
