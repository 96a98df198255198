// A program read by the engine, its normal forms evaluated, beside the interpreter's results.
#pragma once

#include "Texts.h"
#include "ir/interpreter/Interpreter.h"
#include "verifier/read/Reader.h"
#include "verifier/term/Evaluate.h"

namespace lockstep::verifier::test {

using engine::Span;

/// One element of a result: the evaluated normal form and the interpreter's value.
struct Element {
  double got = 0, want = 0;
  ElementType type = ElementType::F32;
  std::string where, term;
};

using Sample = std::function<double(ElementType type, uint32_t argument, Span<int64_t> index)>;

inline double inputOf(ElementType type, uint32_t argument, Span<int64_t> index) {
  double x = engine::sampleInput(argument, index);
  return isFloat(type) ? x - 0.6 : isBoolean(type) ? double(x > 0.7) : std::floor(x * 5);
}

template <typename F> void forAllIndices(const Shape &shape, F f) {
  std::vector<int64_t> index(shape.size(), 0);
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  for (int64_t flat = 0; flat < count; ++flat) {
    int64_t rest = flat;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      index[d] = rest % shape[d];
    f(flat, index);
  }
}

/// At most `most` elements of every result; a test failure and nothing when the program can't be read or executed.
inline std::vector<Element> elementsOf(const Program &program, const Sample &sample, int64_t most,
                                       const engine::Evaluator::Rows &rows = {}, bool opaqueIsReal = false) {
  using namespace engine;
  std::vector<Element> out;
  ImportedGraph imported = importGraph(program);
  const Graph &graph = imported.graph;
  EXPECT_EQ(graph.check(), "");
  Limits limits;
  Normalizer n(limits);
  engine::Reader reader(n, graph);
  std::vector<engine::Tensor> inputs;
  std::vector<interp::Tensor> arguments;
  for (uint32_t i = 0; i < graph.body().arguments.size(); ++i) {
    const Value &value = graph.value(graph.body().arguments[i]);
    Fn fn = n.intern({FnKind::Input, i, uint32_t(value.shape.size())}, Sign::Unknown);
    FnNode &node = n.s.edit(fn);
    node.paramExtent.assign(value.shape.begin(), value.shape.end());
    node.isInteger = !isFloat(value.type);
    node.boolean = isBoolean(value.type);
    node.range = node.boolean ? engine::Range{0, 1} : engine::Range{0, 10};
    engine::Tensor tensor;
    tensor.type = value.type;
    tensor.shape = value.shape;
    tensor.parts.push_back(n.single(n.s.atom(fn, reader.formals(value.shape))));
    inputs.push_back(tensor);
    interp::Tensor argument(value.type, value.shape, /*f64Mode=*/true);
    forAllIndices(value.shape, [&](int64_t flat, const std::vector<int64_t> &index) {
      double x = sample(value.type, i, index);
      isFloat(value.type) ? argument.setReal(flat, x) : argument.setInteger(flat, int64_t(x));
    });
    arguments.push_back(argument);
  }
  interp::Options options;
  options.f64 = true;
  auto outcome = interp::run(program, arguments, options);
  if (!outcome) {
    ADD_FAILURE() << llvm::toString(outcome.takeError());
    return out;
  }
  std::vector<engine::Tensor> results = reader.run(inputs);
  EXPECT_EQ(results.size(), outcome->results.size());
  Evaluator evaluator(n.s, [&](uint32_t argument, Span<int64_t> index) {
    return sample(graph.value(graph.body().arguments[argument]).type, argument, index);
  });
  evaluator.rows = rows;
  evaluator.opaqueIsReal = opaqueIsReal;
  for (size_t r = 0; r < results.size(); ++r) {
    EXPECT_EQ(results[r].unsupported, kNone) << reader.whyUnsupported(results[r].unsupported);
    if (results[r].unsupported != kNone)
      return out;
    engine::Tensor whole = results[r].placement ? reader.global(results[r]) : results[r];
    Vec<Ix> formal = reader.formals(whole.shape);
    const interp::Tensor &result = outcome->results[r];
    int64_t total = result.size(), step = std::max<int64_t>(1, total / most);
    forAllIndices(whole.shape, [&](int64_t flat, const std::vector<int64_t> &index) {
      if (flat % step != 0)
        return;
      Evaluator::Assignment at;
      for (size_t d = 0; d < index.size(); ++d)
        if (formal[d] != n.s.zeroIx)
          at[n.s[n.s[formal[d]].terms[0].atom].var()] = index[d];
      Element element;
      element.type = whole.type;
      element.got = evaluator.value(whole.comb(), at);
      element.want = isFloat(whole.type) ? result.real(flat) : double(result.integer(flat));
      element.where = "result " + std::to_string(r) + " element " + std::to_string(flat);
      element.term = n.s.str(whole.comb(), 2).substr(0, 500);
      out.push_back(element);
    });
  }
  return out;
}

} // namespace lockstep::verifier::test
