// Every operator of the input dialects is read as the interpreter executes it, or is unsupported by its own name.
#include "ReadProgram.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <random>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::engine;
using namespace lockstep::verifier::test;

namespace {

std::vector<std::string> programsOf(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(std::string(LOCKSTEP_OPERATOR_PROGRAMS) + "/" + file);
  if (!buffer) {
    ADD_FAILURE() << file << ": " << buffer.getError().message();
    return {};
  }
  std::vector<std::string> out;
  llvm::SmallVector<llvm::StringRef> parts;
  (*buffer)->getBuffer().split(parts, "// -----\n");
  for (llvm::StringRef part : parts)
    out.push_back(part.str());
  return out;
}

std::string tensor(const Shape &shape, const std::string &type = "f32") {
  std::string out = "tensor<";
  for (int64_t extent : shape)
    out += std::to_string(extent) + "x";
  return out + type + ">";
}

std::string elementwise(const std::string &op, const std::string &from, const std::string &to, int operands) {
  std::string args, names, types, x = "tensor<4x3x" + from + ">", y = "tensor<4x3x" + to + ">";
  for (int i = 0; i < operands; ++i) {
    std::string comma = i ? ", " : "";
    args += comma + "%x" + std::to_string(i) + ": " + x;
    names += comma + "%x" + std::to_string(i);
    types += comma + x;
  }
  return "func.func public @main(" + args + ") -> " + y + " {\n  %y = \"" + op + "\"(" + names + ") : (" + types +
         ") -> " + y + "\n  return %y : " + y + "\n}\n";
}

/// Operators on single elements whose normal forms are evaluated exactly.
std::vector<std::string> exactElementwise() {
  std::vector<std::string> out;
  for (std::string op : {"abs", "ceil", "cbrt", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one",
                         "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"})
    out.push_back(elementwise("stablehlo." + op, "f32", "f32", 1));
  for (std::string op : {"erf", "erfc", "square", "tan"})
    out.push_back(elementwise("chlo." + op, "f32", "f32", 1));
  out.push_back(elementwise("mhlo.erf", "f32", "f32", 1));
  for (std::string op : {"add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"})
    out.push_back(elementwise("stablehlo." + op, "f32", "f32", 2));
  for (std::string op : {"add", "maximum", "minimum", "multiply", "subtract"})
    out.push_back(elementwise("stablehlo." + op, "i32", "i32", 2));
  for (std::string op : {"sdy.propagation_barrier"})
    out.push_back("func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %y = " + op +
                  " %x allowed_direction=NONE : tensor<4xf32>\n  return %y : tensor<4xf32>\n}\n");
  return out;
}

/// Those without laws: equal normal forms, equal values.
std::vector<std::string> opaqueElementwise() {
  std::vector<std::string> out;
  for (std::string op : {"acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "cosh", "digamma", "erf_inv",
                         "lgamma", "sinh"})
    out.push_back(elementwise("chlo." + op, "f32", "f32", 1));
  for (std::string op : {"is_inf", "is_neg_inf", "is_pos_inf"})
    out.push_back(elementwise("chlo." + op, "f32", "i1", 1));
  for (std::string op : {"acos", "acosh", "asin", "asinh", "atanh", "cosh", "sinh"})
    out.push_back(elementwise("mhlo." + op, "f32", "f32", 1));
  for (std::string op : {"next_after", "polygamma", "zeta"})
    out.push_back(elementwise("chlo." + op, "f32", "f32", 2));
  for (std::string op : {"atan2", "next_after", "polygamma", "power", "remainder", "zeta"})
    out.push_back(elementwise("chlo.broadcast_" + op, "f32", "f32", 2));
  for (std::string op : {"and", "divide", "or", "remainder", "shift_left", "shift_right_arithmetic", "shift_right_logical", "xor"}) {
    out.push_back(elementwise("stablehlo." + op, "i32", "i32", 2));
    out.push_back(elementwise("chlo.broadcast_" + op, "i32", "i32", 2));
  }
  for (std::string op : {"count_leading_zeros", "not", "popcnt"})
    out.push_back(elementwise("stablehlo." + op, "i32", "i32", 1));
  out.push_back(elementwise("chlo.mulhi", "i32", "i32", 2));
  out.push_back(elementwise("mhlo.mulhi", "i32", "i32", 2));
  out.push_back(elementwise("stablehlo.bitcast_convert", "i32", "f32", 1));
  return out;
}

/// A window over random dims, as reduce_window and as the spatial part of a convolution.
struct RandomWindow {
  Dims sizes, strides, base, window, low, high, out;
  RandomWindow(std::mt19937 &random, const Shape &shape, bool dilated) {
    auto draw = [&](int64_t lo, int64_t hi) { return std::uniform_int_distribution<int64_t>(lo, hi)(random); };
    for (int64_t extent : shape) {
      int64_t size = draw(1, std::min<int64_t>(3, extent)), stride = draw(1, 2), b = dilated ? draw(1, 2) : 1, w = dilated ? draw(1, 2) : 1;
      int64_t reach = (size - 1) * w + 1, l = draw(0, reach - 1), h = draw(0, reach - 1), whole = (extent - 1) * b + 1 + l + h;
      if (whole < reach)
        h += reach - whole, whole = reach;
      sizes.push_back(size), strides.push_back(stride), base.push_back(b), window.push_back(w);
      low.push_back(l), high.push_back(h), out.push_back((whole - reach) / stride + 1);
    }
  }
  static std::string list(const Dims &dims) {
    std::string text;
    for (int64_t x : dims)
      text += (text.empty() ? "" : ", ") + std::to_string(x);
    return text;
  }
  std::string padding() const {
    std::string text;
    for (size_t d = 0; d < low.size(); ++d)
      text += (d ? ", [" : "[") + std::to_string(low[d]) + ", " + std::to_string(high[d]) + "]";
    return "[" + text + "]";
  }
};

std::string randomReduceWindow(std::mt19937 &random) {
  Shape shape = {2, std::uniform_int_distribution<int64_t>(3, 6)(random), std::uniform_int_distribution<int64_t>(3, 5)(random)};
  RandomWindow w(random, shape, true);
  static const std::pair<const char *, const char *> kinds[] = {
      {"add", "0.0"}, {"add", "0.5"}, {"maximum", "0xFF800000"}, {"maximum", "0.1"}, {"minimum", "0x7F800000"}};
  auto [op, init] = kinds[random() % 5];
  return "func.func public @main(%x: " + tensor(shape) + ") -> " + tensor(w.out) + " {\n  %z = stablehlo.constant dense<" + init +
         "> : tensor<f32>\n  %y = \"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: " + w.list(w.sizes) +
         ">, window_strides = array<i64: " + w.list(w.strides) + ">, base_dilations = array<i64: " + w.list(w.base) +
         ">, window_dilations = array<i64: " + w.list(w.window) + ">, padding = dense<" + w.padding() +
         "> : tensor<3x2xi64>}> ({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    %s = stablehlo." + op +
         " %p, %q : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) : (" + tensor(shape) + ", tensor<f32>) -> " +
         tensor(w.out) + "\n  return %y : " + tensor(w.out) + "\n}\n";
}

std::string randomSelectAndScatter(std::mt19937 &random) {
  Shape shape = {2, std::uniform_int_distribution<int64_t>(3, 6)(random), std::uniform_int_distribution<int64_t>(3, 5)(random)};
  RandomWindow w(random, shape, false);
  return "func.func public @main(%x: " + tensor(shape) + ", %g: " + tensor(w.out) + ") -> " + tensor(shape) +
         " {\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n  %y = \"stablehlo.select_and_scatter\"(%x, %g, %z) <{window_dimensions = array<i64: " +
         w.list(w.sizes) + ">, window_strides = array<i64: " + w.list(w.strides) + ">, padding = dense<" + w.padding() +
         "> : tensor<3x2xi64>}> ({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    %s = stablehlo.compare GE, %p, %q : "
         "(tensor<f32>, tensor<f32>) -> tensor<i1>\n    stablehlo.return %s : tensor<i1>\n  }, {\n  ^bb0(%p: tensor<f32>, %q: "
         "tensor<f32>):\n    %s = stablehlo.add %p, %q : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) : (" +
         tensor(shape) + ", " + tensor(w.out) + ", tensor<f32>) -> " + tensor(shape) + "\n  return %y : " + tensor(shape) + "\n}\n";
}

std::string randomConvolution(std::mt19937 &random) {
  auto draw = [&](int64_t lo, int64_t hi) { return std::uniform_int_distribution<int64_t>(lo, hi)(random); };
  int64_t featureGroups = draw(1, 2), batchGroups = featureGroups == 1 ? draw(1, 2) : 1, channels = draw(1, 2);
  Shape spatial = {draw(3, 5), draw(3, 4)};
  RandomWindow w(random, spatial, true);
  Shape x = {2 * batchGroups, channels * featureGroups, spatial[0], spatial[1]}, k = {w.sizes[0], w.sizes[1], channels, 4};
  Shape y = {2, 4, w.out[0], w.out[1]};
  auto flag = [&] { return std::string(draw(0, 1) ? "true" : "false"); };
  return "func.func public @main(%x: " + tensor(x) + ", %w: " + tensor(k) + ") -> " + tensor(y) +
         " {\n  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [" +
         w.list(w.strides) + "], pad = " + w.padding() + ", lhs_dilate = [" + w.list(w.base) + "], rhs_dilate = [" +
         w.list(w.window) + "], reverse = [" + flag() + ", " + flag() + "]} {batch_group_count = " + std::to_string(batchGroups) +
         " : i64, feature_group_count = " + std::to_string(featureGroups) + " : i64} : (" + tensor(x) + ", " + tensor(k) + ") -> " +
         tensor(y) + "\n  return %y : " + tensor(y) + "\n}\n";
}

std::string randomScatter(std::mt19937 &random) {
  auto draw = [&](int64_t lo, int64_t hi) { return std::uniform_int_distribution<int64_t>(lo, hi)(random); };
  Shape x = {draw(3, 6), draw(2, 4)}, u = {draw(1, 5), x[1]};
  std::string op = std::vector<std::string>{"add", "maximum", "minimum"}[random() % 3];
  std::string t = tensor(x), i = tensor({u[0], 1}, "i32"), v = tensor(u);
  return "func.func public @main(%x: " + t + ", %i: " + i + ", %u: " + v + ") -> " + t +
         " {\n  %y = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "
         "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n  ^bb0(%p: tensor<f32>, %q: "
         "tensor<f32>):\n    %s = stablehlo." + op + " %p, %q : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) : (" + t +
         ", " + i + ", " + v + ") -> " + t + "\n  return %y : " + t + "\n}\n";
}

/// What GE selects: the first of the greatest elements inside the operand. `name` ends with the window's extents and the
/// dim whose position is asked for.
std::optional<double> selection(llvm::StringRef name, const std::vector<std::vector<double>> &operands) {
  if (!name.starts_with("select."))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef> parts;
  name.rsplit(')').second.split(parts, '.', -1, false);
  std::vector<int64_t> extents;
  for (llvm::StringRef part : parts)
    extents.push_back(std::stoll(part.str()));
  size_t dim = size_t(extents.back());
  extents.pop_back();
  int64_t count = 1, best = -1;
  for (int64_t extent : extents)
    count *= extent;
  auto at = [&](const std::vector<double> &values, int64_t i) { return values[values.size() == 1 ? 0 : size_t(i)]; };
  for (int64_t i = 0; i < count; ++i)
    if (at(operands[0], i) != 0 && (best < 0 || at(operands[1], i) > at(operands[1], best)))
      best = i;
  best = std::max<int64_t>(best, 0);
  for (size_t d = extents.size(); d-- > dim + 1;)
    best /= extents[d];
  return double(best % extents[dim]);
}

void expectExact(const std::string &text, const Evaluator::Rows &rows = {}) {
  SCOPED_TRACE(text);
  for (const Element &x : elementsOf(programOf(text), inputOf, 200, rows)) {
    if (std::isnan(x.got) && std::isnan(x.want))
      continue; // both undefined: a root of a negative sample
    if (!std::isfinite(x.want) && x.got == x.want)
      continue; // a window of padding only
    EXPECT_NEAR(x.got, x.want, 1e-6 * (1 + std::fabs(x.want))) << x.where << " is " << x.term;
  }
}

/// Executes the program on inputs of which every argument is one of two, with repeated rows: where two elements have
/// equal normal forms (numbers that depend on every operand of every function) they must have equal values.
void expectFunction(const std::string &text) {
  SCOPED_TRACE(text);
  Program program = programOf(text);
  std::map<std::pair<std::string, int64_t>, double> known;
  size_t elements = 0;
  unsigned count = unsigned(program.arguments.size());
  for (unsigned choice = 0; choice < 1u << count; ++choice) {
    Sample sample = [&](ElementType type, uint32_t argument, Span<int64_t> index) {
      std::vector<int64_t> repeated(index.begin(), index.end());
      if (repeated.size() > 1)
        repeated[0] %= 2;
      double x = sampleInput((2 * argument + (choice >> argument & 1)) % 8, repeated);
      return isFloat(type) ? x + 0.2 : isBoolean(type) ? double(x > 0.7) : std::floor(x * 4) - (repeated.size() > 1 ? 1 : 0);
    };
    for (const Element &x : elementsOf(program, sample, 200, {}, true)) {
      ++elements;
      std::pair<std::string, int64_t> key{x.where.substr(0, x.where.find(" element")), std::llround(x.got * 1e7)};
      auto [it, isNew] = known.try_emplace(key, x.want);
      if (std::isnan(x.want) && std::isnan(it->second))
        continue;
      EXPECT_NEAR(it->second, x.want, 1e-6 * (1 + std::fabs(x.want))) << x.where << " is " << x.term;
    }
  }
  EXPECT_GT(known.size(), 1u) << "the normal form does not depend on the inputs";
  EXPECT_LT(known.size(), elements) << "no two elements have one normal form: nothing was compared";
}

TEST(Operators, NormalFormsHaveTheInterpretersValues) {
  for (const std::string &text : exactElementwise())
    expectExact(text);
  for (const std::string &text : programsOf("exact.mlir"))
    expectExact(text, selection);
}

TEST(Operators, RandomWindowsAndScatters) {
  std::mt19937 random(7);
  for (int i = 0; i < 12; ++i) {
    expectExact(randomReduceWindow(random));
    expectExact(randomSelectAndScatter(random), selection);
    expectExact(randomConvolution(random));
    expectExact(randomScatter(random));
  }
}

TEST(Operators, OpaqueFunctionsDependOnAllTheirOperands) {
  for (const std::string &text : opaqueElementwise())
    expectFunction(text);
  for (const std::string &text : programsOf("opaque.mlir"))
    expectFunction(text);
}

/// Operators without a reading: unsupported under their own names.
const std::set<std::string> unsupported = {
    "stablehlo.after_all", "stablehlo.async_done", "stablehlo.async_start", "stablehlo.collective_reduce",
    "stablehlo.create_token", "stablehlo.dynamic_conv", "stablehlo.einsum", "stablehlo.infeed", "stablehlo.outfeed",
    "stablehlo.recv", "stablehlo.rng", "stablehlo.send", "stablehlo.set_dimension_size", "stablehlo.torch_index_select",
    "stablehlo.unary_einsum", "chlo._asin_acos_kernel", "mhlo.bitcast"};

/// Reads tokens, which only unsupported operators make; the token does not matter for its value.
const std::set<std::string> ordering = {"mhlo.add_dependency"};

/// Parts of other operators, declarations, and operators that only say where values lie.
const std::set<std::string> structure = {
    "stablehlo.return", "sdy.return", "sdy.mesh", "sdy.named_computation", "sdy.sharding_group", "sdy.constant",
    "sdy.all_gather", "sdy.all_reduce", "sdy.all_slice", "sdy.all_to_all", "sdy.collective_permute", "sdy.data_flow_edge",
    "sdy.func_data_flow_edge", "sdy.reduce_scatter", "sdy.replicated_to_unreduced", "sdy.reshard", "sdy.sharded_to_unreduced"};

/// Read, but not executed by the interpreter: proved equal to other spellings below.
const std::set<std::string> spellings = {"stablehlo.tuple", "stablehlo.get_tuple_element", "stablehlo.cross-replica-sum"};

TEST(Operators, TuplesAreTheirParts) {
  const std::string head = "func.func public @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {\n";
  auto difference = [&](int first, int second) {
    auto part = [](const char *name, int i) {
      return std::string("  ") + name + " = stablehlo.get_tuple_element %t[" + std::to_string(i) +
             "] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>\n";
    };
    return head + "  %t = stablehlo.tuple %x, %w : tuple<tensor<4xf32>, tensor<4xf32>>\n" + part("%a", first) + part("%b", second) +
           "  %y = stablehlo.subtract %a, %b : tensor<4xf32>\n  return %y : tensor<4xf32>\n}\n";
  };
  std::string direct = head + "  %y = stablehlo.subtract %x, %w : tensor<4xf32>\n  return %y : tensor<4xf32>\n}\n";
  EXPECT_TRUE(proveTexts(direct, difference(0, 1)).proved());
  EXPECT_FALSE(proveTexts(direct, difference(1, 0)).proved());
}

TEST(Operators, EveryOneIsReadOrUnsupportedByName) {
  std::set<std::string> read;
  std::vector<std::string> programs = programsOf("exact.mlir");
  for (auto more : {programsOf("opaque.mlir"), exactElementwise(), opaqueElementwise()})
    programs.insert(programs.end(), more.begin(), more.end());
  for (const std::string &text : programs) {
    Program program = programOf(text);
    (*program.module)->walk([&](mlir::Operation *op) { read.insert(op->getName().getStringRef().str()); });
    EXPECT_TRUE(coverageOf(importGraph(program).graph).unsupported.empty()) << text;
  }
  programOf(programs[0]); // loads the dialects
  for (mlir::RegisteredOperationName op : context().getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    if (!llvm::is_contained({"stablehlo", "chlo", "sdy", "mhlo"}, op.getDialectNamespace()))
      continue;
    int places = int(read.count(name)) + int(unsupported.count(name)) + int(spellings.count(name)) + int(ordering.count(name)) +
                 int(structure.count(name) && !read.count(name));
    EXPECT_EQ(places, 1) << name << " must be read by a program of this test, or be listed as unsupported";
  }
}

TEST(Operators, WhatIsNotReadIsNeverProved) {
  const std::vector<std::pair<std::string, std::string>> uses = {
      {"stablehlo.rng", "%s = stablehlo.constant dense<4> : tensor<1xi64>\n  %a = stablehlo.constant dense<0.0> : tensor<f32>\n  "
                        "%y = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>"},
      {"stablehlo.set_dimension_size", "%n = stablehlo.constant dense<3> : tensor<i32>\n  "
                                       "%y = \"stablehlo.set_dimension_size\"(%x, %n) {dimension = 0 : i64} : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>"},
      {"stablehlo.unary_einsum", "%y = stablehlo.unary_einsum %x, config = \"i->i\" : (tensor<4xf32>) -> tensor<4xf32>"},
      {"stablehlo.einsum", "%y = stablehlo.einsum %x, %x, config = \"i,i->i\" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"},
      {"stablehlo.torch_index_select", "%i = stablehlo.constant dense<0> : tensor<4xi64>\n  "
                                       "%y = \"stablehlo.torch_index_select\"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>"}};
  for (const auto &[name, body] : uses) {
    std::string text = "func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  " + body + "\n  return %y : tensor<4xf32>\n}\n";
    Proof proof = proveTexts(text, text);
    ASSERT_EQ(proof.results.size(), 1u) << name;
    EXPECT_EQ(proof.results[0].status, ResultStatus::Unsupported) << name;
    EXPECT_EQ(proof.results[0].operatorName, name);
  }
}

} // namespace
