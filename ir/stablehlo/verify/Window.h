// Windows of reduce_window, select_and_scatter and convolution, and the shapes they and gather produce.
#pragma once

#include "ir/stablehlo/StablehloAttributes.h"

#include <optional>

namespace lockstep::stablehlo {

/// One dimension of a window with every default filled in.
struct WindowDim {
  int64_t size = 1, stride = 1, padLow = 0, padHigh = 0, baseDilation = 1, windowDilation = 1;
  /// Number of windows that fit into `inputSize` elements; dynamic if that is.
  int64_t outputSize(int64_t inputSize) const;
};

class Window {
public:
  using List = std::optional<llvm::ArrayRef<int64_t>>;
  Window(llvm::ArrayRef<int64_t> sizes, List strides, std::optional<mlir::DenseIntElementsAttr> padding,
         List baseDilations, List windowDilations);

  llvm::ArrayRef<WindowDim> dims() const { return windowDims; }
  llvm::SmallVector<int64_t> outputShape(llvm::ArrayRef<int64_t> inputShape) const;

private:
  llvm::SmallVector<WindowDim> windowDims;
};

/// The result shape of gather.
llvm::SmallVector<int64_t> gatherShape(GatherDimensionNumbersAttr numbers, llvm::ArrayRef<int64_t> indicesShape,
                                       llvm::ArrayRef<int64_t> sliceSizes);

} // namespace lockstep::stablehlo
