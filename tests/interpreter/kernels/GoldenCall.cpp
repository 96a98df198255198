#include "tests/interpreter/kernels/Golden.h"

#include "ir/interpreter/kernels/Chlo.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Convolution.h"
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Fft.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/LinearAlgebra.h"
#include "ir/interpreter/kernels/Norm.h"
#include "ir/interpreter/kernels/Random.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Sort.h"
#include "ir/interpreter/kernels/Window.h"

#include <map>

namespace lockstep::interp {
namespace {

using Json = nlohmann::json;
using Unary = Result (*)(const Tensor &);
using Binary = Result (*)(const Tensor &, const Tensor &);

const std::map<std::string, Unary> kUnary = {{"abs", abs},
                                             {"cbrt", cbrt},
                                             {"ceil", ceil},
                                             {"cosine", cosine},
                                             {"count_leading_zeros", countLeadingZeros},
                                             {"exponential", exponential},
                                             {"exponential_minus_one", exponentialMinusOne},
                                             {"floor", floor},
                                             {"imag", imag},
                                             {"is_finite", isFinite},
                                             {"log", log},
                                             {"log_plus_one", logPlusOne},
                                             {"logistic", logistic},
                                             {"negate", negate},
                                             {"not", bitwiseNot},
                                             {"popcnt", popcnt},
                                             {"real", real},
                                             {"round_nearest_afz", roundNearestAfz},
                                             {"round_nearest_even", roundNearestEven},
                                             {"rsqrt", rsqrt},
                                             {"sign", sign},
                                             {"sine", sine},
                                             {"sqrt", sqrt},
                                             {"tan", tan},
                                             {"tanh", tanh},
                                             {"acos", acos},
                                             {"acosh", acosh},
                                             {"asin", asin},
                                             {"asinh", asinh},
                                             {"atan", atan},
                                             {"atanh", atanh},
                                             {"bessel_i1e", besselI1e},
                                             {"conj", conj},
                                             {"cosh", cosh},
                                             {"digamma", digamma},
                                             {"erf", erf},
                                             {"erf_inv", erfInv},
                                             {"erfc", erfc},
                                             {"lgamma", lgamma},
                                             {"sinh", sinh},
                                             {"square", square}};

const std::map<std::string, Binary> kBinary = {{"add", add},
                                               {"atan2", atan2},
                                               {"and", bitwiseAnd},
                                               {"or", bitwiseOr},
                                               {"xor", bitwiseXor},
                                               {"complex", complex},
                                               {"divide", divide},
                                               {"maximum", maximum},
                                               {"minimum", minimum},
                                               {"multiply", multiply},
                                               {"power", power},
                                               {"remainder", remainder},
                                               {"shift_left", shiftLeft},
                                               {"shift_right_arithmetic", shiftRightArithmetic},
                                               {"shift_right_logical", shiftRightLogical},
                                               {"subtract", subtract},
                                               {"next_after", nextAfter},
                                               {"polygamma", polygamma},
                                               {"zeta", zeta}};

const std::map<std::string, Primitive> kPrimitives = {
    {"add", Primitive::Add},         {"multiply", Primitive::Multiply}, {"maximum", Primitive::Maximum},
    {"minimum", Primitive::Minimum}, {"and", Primitive::And},           {"or", Primitive::Or},
    {"xor", Primitive::Xor},         {"replace", Primitive::Replace}};

const std::map<std::string, Direction> kDirections = {{"EQ", Direction::EQ}, {"NE", Direction::NE},
                                                      {"GE", Direction::GE}, {"GT", Direction::GT},
                                                      {"LE", Direction::LE}, {"LT", Direction::LT}};

const std::map<std::string, CompareType> kCompareTypes = {{"DEFAULT", CompareType::Default},
                                                          {"FLOAT", CompareType::Float},
                                                          {"TOTALORDER", CompareType::TotalOrder},
                                                          {"SIGNED", CompareType::Signed},
                                                          {"UNSIGNED", CompareType::Unsigned}};

Results one(Result result) {
  if (!result)
    return result.takeError();
  return std::vector<Tensor>{*result};
}

std::vector<std::pair<int64_t, int64_t>> pairs(const Json &json) {
  std::vector<std::pair<int64_t, int64_t>> values;
  for (const Json &pair : json)
    values.emplace_back(pair[0], pair[1]);
  return values;
}

WindowDims windowOf(const Json &a) {
  WindowDims window;
  window.sizes = a["sizes"].get<Dims>();
  window.strides = a["strides"].get<Dims>();
  window.baseDilations = a.value("base", Dims());
  window.windowDilations = a.value("window", Dims());
  window.padding = pairs(a["padding"]);
  return window;
}

Results callIndex(const GoldenCase &g) {
  const Json &a = g.attrs;
  const std::vector<Tensor> &x = g.operands;
  if (g.op == "dynamic_slice")
    return one(dynamicSlice(x[0], llvm::ArrayRef(x).drop_front(1), a["sizes"].get<Dims>()));
  if (g.op == "dynamic_update_slice")
    return one(dynamicUpdateSlice(x[0], x[1], llvm::ArrayRef(x).drop_front(2)));
  if (g.op == "gather") {
    GatherDims dims{a["offset_dims"],           a["collapsed_slice_dims"],
                    a["operand_batching_dims"], a["start_indices_batching_dims"],
                    a["start_index_map"],       a["index_vector_dim"]};
    return one(gather(x[0], x[1], dims, a["slice_sizes"].get<Dims>()));
  }
  ScatterDims dims{a["update_window_dims"],           a["inserted_window_dims"],
                   a["input_batching_dims"],          a["scatter_indices_batching_dims"],
                   a["scatter_dims_to_operand_dims"], a["index_vector_dim"]};
  return scatter({x[0]}, x[1], {x[2]}, dims, kPrimitives.at(a["combiner"]));
}

Results callShape(const GoldenCase &g) {
  const Json &a = g.attrs;
  const std::vector<Tensor> &x = g.operands;
  if (g.op == "broadcast_in_dim")
    return one(broadcastInDim(x[0], a["dims"].get<Dims>(), a["shape"]));
  if (g.op == "transpose")
    return one(transpose(x[0], a["permutation"].get<Dims>()));
  if (g.op == "reverse")
    return one(reverse(x[0], a["dims"].get<Dims>()));
  if (g.op == "reshape")
    return one(reshape(x[0], a["shape"]));
  if (g.op == "slice")
    return one(slice(x[0], a["starts"].get<Dims>(), a["limits"].get<Dims>(), a["strides"].get<Dims>()));
  if (g.op == "pad")
    return one(pad(x[0], x[1], a["low"].get<Dims>(), a["high"].get<Dims>(), a["interior"].get<Dims>()));
  if (g.op == "concatenate")
    return one(concatenate(x, a["dim"]));
  return one(iota(g.results[0].type(), g.results[0].shape(), a["dim"]));
}

Results callReduce(const GoldenCase &g) {
  const Json &a = g.attrs;
  const std::vector<Tensor> &x = g.operands;
  if (g.op == "reduce")
    return reduce({x[0]}, {x[1]}, a["dims"].get<Dims>(), kPrimitives.at(a["combiner"]));
  if (g.op == "reduce_window")
    return reduceWindow({x[0]}, {x[1]}, windowOf(a), kPrimitives.at(a["combiner"]));
  if (g.op == "select_and_scatter")
    return one(selectAndScatter(x[0], x[1], x[2], windowOf(a), Comparison{0, Direction::GE, CompareType::Default},
                                Primitive::Add));
  if (g.op == "top_k")
    return topK(x[0], a["k"]);
  return sort(x, a["dim"], Comparison{0, kDirections.at(a["direction"]), kCompareTypes.at(a["type"])});
}

Results callProducts(const GoldenCase &g) {
  const Json &a = g.attrs;
  const std::vector<Tensor> &x = g.operands;
  if (g.op == "dot_general")
    return one(dotGeneral(x[0], x[1], {a["lhs_batch"], a["rhs_batch"], a["lhs_contracting"], a["rhs_contracting"]},
                          *parseElementType(a["to"].get<std::string>())));
  if (g.op == "ragged_dot")
    return one(raggedDot(
        x[0], x[1], x[2],
        {{a["lhs_batch"], a["rhs_batch"], a["lhs_contracting"], a["rhs_contracting"]}, a["ragged"], a["group"]},
        *parseElementType(a["to"].get<std::string>())));
  Dims input = a["input"], kernel = a["kernel"], output = a["output"];
  auto spatial = [](const Dims &dims) { return Dims(dims.begin() + 2, dims.end()); };
  ConvDims dims{input[0],        input[1],  spatial(input), kernel[0],      kernel[1],
                spatial(kernel), output[0], output[1],      spatial(output)};
  ConvWindow window{a["strides"], a["lhs_dilation"], a["rhs_dilation"], pairs(a["padding"]), a["reversal"]};
  return one(convolution(x[0], x[1], dims, window, a["feature_groups"], a["batch_groups"], x[0].type()));
}

Results callLinear(const GoldenCase &g) {
  const Json &a = g.attrs;
  const std::vector<Tensor> &x = g.operands;
  if (g.op == "cholesky")
    return one(cholesky(x[0], a["lower"]));
  if (g.op == "triangular_solve") {
    const std::map<std::string, TransposeA> modes = {
        {"NO_TRANSPOSE", TransposeA::No}, {"TRANSPOSE", TransposeA::Transpose}, {"ADJOINT", TransposeA::Adjoint}};
    return one(triangularSolve(x[0], x[1], a["left"], a["lower"], a["unit"], modes.at(a["transpose"])));
  }
  if (g.op == "fft") {
    const std::map<std::string, FftType> types = {
        {"FFT", FftType::Fft}, {"IFFT", FftType::Ifft}, {"RFFT", FftType::Rfft}, {"IRFFT", FftType::Irfft}};
    return one(fft(x[0], types.at(a["type"]), a["length"].get<Dims>()));
  }
  if (g.op == "batch_norm_inference")
    return one(batchNormInference(x[0], x[1], x[2], x[3], x[4], a["epsilon"], a["dim"]));
  if (g.op == "batch_norm_training")
    return batchNormTraining(x[0], x[1], x[2], a["epsilon"], a["dim"]);
  return batchNormGrad(x[0], x[1], x[2], x[3], x[4], a["epsilon"], a["dim"]);
}

Results callOthers(const GoldenCase &g) {
  const Json &a = g.attrs;
  const std::vector<Tensor> &x = g.operands;
  if (g.op == "compare")
    return one(compare(x[0], x[1], kDirections.at(a["direction"]), kCompareTypes.at(a["type"])));
  if (g.op == "select")
    return one(select(x[0], x[1], x[2]));
  if (g.op == "clamp")
    return one(clamp(x[0], x[1], x[2]));
  if (g.op == "convert")
    return one(convert(x[0], *parseElementType(a["to"].get<std::string>())));
  if (g.op == "bitcast_convert")
    return one(bitcastConvert(x[0], *parseElementType(a["to"].get<std::string>())));
  if (g.op == "reduce_precision")
    return one(reducePrecision(x[0], a["exponent_bits"], a["mantissa_bits"]));
  if (g.op == "rng_bit_generator") {
    const std::map<std::string, RngAlgorithm> algorithms = {
        {"DEFAULT", RngAlgorithm::Default}, {"THREE_FRY", RngAlgorithm::ThreeFry}, {"PHILOX", RngAlgorithm::Philox}};
    return rngBitGenerator(x[0], g.results[1].type(), g.results[1].shape(), algorithms.at(a["algorithm"]));
  }
  return operatorError(g.op, "no such operator in the golden tests");
}

} // namespace

Results callOperator(const GoldenCase &g) {
  if (auto unary = kUnary.find(g.op); unary != kUnary.end())
    return one(unary->second(g.operands[0]));
  if (auto binary = kBinary.find(g.op); binary != kBinary.end())
    return one(binary->second(g.operands[0], g.operands[1]));
  const std::map<std::string, Results (*)(const GoldenCase &)> families = {{"dynamic_slice", callIndex},
                                                                           {"dynamic_update_slice", callIndex},
                                                                           {"gather", callIndex},
                                                                           {"scatter", callIndex},
                                                                           {"broadcast_in_dim", callShape},
                                                                           {"transpose", callShape},
                                                                           {"reverse", callShape},
                                                                           {"reshape", callShape},
                                                                           {"slice", callShape},
                                                                           {"pad", callShape},
                                                                           {"concatenate", callShape},
                                                                           {"iota", callShape},
                                                                           {"reduce", callReduce},
                                                                           {"reduce_window", callReduce},
                                                                           {"select_and_scatter", callReduce},
                                                                           {"top_k", callReduce},
                                                                           {"sort", callReduce},
                                                                           {"dot_general", callProducts},
                                                                           {"ragged_dot", callProducts},
                                                                           {"convolution", callProducts},
                                                                           {"cholesky", callLinear},
                                                                           {"triangular_solve", callLinear},
                                                                           {"fft", callLinear},
                                                                           {"batch_norm_inference", callLinear},
                                                                           {"batch_norm_training", callLinear},
                                                                           {"batch_norm_grad", callLinear}};
  auto family = families.find(g.op);
  return family == families.end() ? callOthers(g) : family->second(g);
}

} // namespace lockstep::interp
