// Enumerations and their attributes; numbers are those of the specification.
#ifndef LOCKSTEP_STABLEHLO_ENUMS_TD
#define LOCKSTEP_STABLEHLO_ENUMS_TD

include "ir/stablehlo/ods/Base.td"
include "mlir/IR/EnumAttr.td"

class Stablehlo_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::lockstep::stablehlo";
}
class Stablehlo_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Stablehlo_Dialect, info, mnemonic>;

def Precision : Stablehlo_Enum<"Precision", "precision of a contraction", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def PrecisionAttr : Stablehlo_EnumAttr<Precision, "precision">;
def PrecisionConfigAttr : TypedArrayAttrBase<PrecisionAttr, "precision per operand">;

def ResultAccuracyMode : Stablehlo_Enum<"ResultAccuracyMode", "how result_accuracy is meant", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>, I32EnumAttrCase<"TOLERANCE", 2>]>;
def ResultAccuracyModeAttr : Stablehlo_EnumAttr<ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def FftType : Stablehlo_Enum<"FftType", "kind of Fourier transform", [
  I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def FftTypeAttr : Stablehlo_EnumAttr<FftType, "fft_type">;

def ComparisonDirection : Stablehlo_Enum<"ComparisonDirection", "which comparison", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def ComparisonDirectionAttr : Stablehlo_EnumAttr<ComparisonDirection, "comparison_direction">;

def ComparisonType : Stablehlo_Enum<"ComparisonType", "how elements are read by a comparison", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def ComparisonTypeAttr : Stablehlo_EnumAttr<ComparisonType, "comparison_type">;

def Transpose : Stablehlo_Enum<"Transpose", "how triangular_solve reads its matrix", [
  I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
  I32EnumAttrCase<"ADJOINT", 3>]>;
def TransposeAttr : Stablehlo_EnumAttr<Transpose, "transpose">;

def RngDistribution : Stablehlo_Enum<"RngDistribution", "distribution of rng", [
  I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def RngDistributionAttr : Stablehlo_EnumAttr<RngDistribution, "rng_distribution">;

def RngAlgorithm : Stablehlo_Enum<"RngAlgorithm", "algorithm of rng_bit_generator", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]>;
def RngAlgorithmAttr : Stablehlo_EnumAttr<RngAlgorithm, "rng_algorithm">;

// Kept as a plain i32 attribute in text, read through the C++ enumeration.
def CustomCallApiVersion : I32EnumAttr<"CustomCallApiVersion", "calling convention of a custom call", [
  I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>, I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
  I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>, I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
  I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let genSpecializedAttr = 1;
  let cppNamespace = "::lockstep::stablehlo";
}

#endif
