#include "SmallPlans.h"

#include <algorithm>
#include <numeric>

namespace lockstep::verifier::test {

namespace {

/// Writes one pair; every kind is a method of the same name.
class Writer {
public:
  explicit Writer(std::mt19937_64 &random) : random(random) {
    ranks = pick({2, 3, 4});
    rows = ranks * pick({1, 2, 3});
    columns = ranks * pick({1, 2, 5});
    type = pick({0, 1}) ? "f32" : "bf16";
  }

  SmallPair draw() {
    switch (random() % 10) {
    case 0: return meanOverRanks();
    case 1: return splitContraction();
    case 2: return accumulation();
    case 3: return scatteredUpdate();
    case 4: return softmax();
    case 5: return rootMeanSquare();
    case 6: return narrowWire();
    case 7: return perceptron();
    case 8: return layerNorm();
    default: return logSumExp();
    }
  }

private:
  std::mt19937_64 &random;
  int64_t ranks, rows, columns;
  std::string type;

  int64_t pick(std::vector<int64_t> from) { return from[random() % from.size()]; }

  std::string tensor(std::vector<int64_t> shape, std::string element = "") const {
    std::string out = "tensor<";
    for (int64_t extent : shape)
      out += std::to_string(extent) + "x";
    return out + (element.empty() ? type : element) + ">";
  }
  std::string x() const { return tensor({rows, columns}); }
  std::string y() const { return tensor({columns, columns}); }

  /// y in the body is named %y, x is %x, the result %r.
  std::string logical(const std::string &body, const std::string &result) const {
    return "func.func public @main(%x: " + x() + ", %y: " + y() + ") -> " + result + " {\n" + body + "  return %r : " +
           result + "\n}\n";
  }

  /// `cut` is the dim of x over the ranks; y is whole, or cut likewise.
  std::string plan(const std::string &body, const std::string &local, const std::string &result, const std::string &out,
                   int cut, int cutY = -1) const {
    auto sharding = [](int dim) { return std::string(dim == 0 ? "[{\"r\"}, {}]" : dim == 1 ? "[{}, {\"r\"}]" : "[{}, {}]"); };
    std::string lx = tensor({cut == 0 ? rows / ranks : rows, cut == 1 ? columns / ranks : columns});
    std::string ly = tensor({cutY == 0 ? columns / ranks : columns, cutY == 1 ? columns / ranks : columns});
    return "sdy.mesh @mesh = <[\"r\"=" + std::to_string(ranks) + "]>\nfunc.func public @main(%x_: " + x() + ", %y_: " + y() +
           ") -> " + result + " {\n  %0 = sdy.manual_computation(%x_, %y_) in_shardings=[<@mesh, " + sharding(cut) +
           ">, <@mesh, " + sharding(cutY) + ">] out_shardings=[<@mesh, " + out + ">] manual_axes={\"r\"} (%x: " + lx +
           ", %y: " + ly + ") {\n" + body + "    sdy.return %r : " + local + "\n  } : (" + x() + ", " + y() + ") -> " + result +
           "\n  return %0 : " + result + "\n}\n";
  }

  /// All ranks in a drawn order: the interpreter adds in that order.
  std::string groups() {
    std::vector<int64_t> order(static_cast<size_t>(ranks));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    std::string out = "dense<[[";
    for (size_t i = 0; i < order.size(); ++i)
      out += (i ? ", " : "") + std::to_string(order[i]);
    return out + "]]> : tensor<1x" + std::to_string(ranks) + "xi64>";
  }

  std::string collective(const std::string &op, const std::string &to, const std::string &from, const std::string &fromType,
                         const std::string &toType, const std::string &combiner, const std::string &extra,
                         const std::string &group, const std::string &element) const {
    std::string text = "    " + to + " = \"stablehlo." + op + "\"(" + from + ") <{" + extra + "replica_groups = " + group +
                       ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ";
    if (!combiner.empty())
      text += "({\n      ^bb0(%p: tensor<" + element + ">, %q: tensor<" + element + ">):\n      %s = stablehlo." + combiner +
              " %p, %q : tensor<" + element + ">\n      stablehlo.return %s : tensor<" + element + ">\n    }) ";
    return text + ": (" + fromType + ") -> " + toType + "\n";
  }
  std::string allReduce(const std::string &to, const std::string &from, const std::string &shape, std::string combiner = "add",
                        std::string element = "") {
    return collective("all_reduce", to, from, shape, shape, combiner, "", groups(), element.empty() ? type : element);
  }

  std::string reduce(const std::string &to, const std::string &from, const std::string &fromType, const std::string &toType,
                     int dim, const std::string &op = "add") const {
    std::string init = op == "add" ? "0.0" : type == "f32" ? "0xFF800000" : "0xFF80";
    return "    " + to + "i = stablehlo.constant dense<" + init + "> : tensor<" + type + ">\n    " + to + " = stablehlo.reduce(" +
           from + " init: " + to + "i) applies stablehlo." + op + " across dimensions = [" + std::to_string(dim) + "] : (" +
           fromType + ", tensor<" + type + ">) -> " + toType + "\n";
  }
  std::string apply(const std::string &to, const std::string &op, const std::string &operands, const std::string &shape) const {
    return "    " + to + " = stablehlo." + op + " " + operands + " : " + shape + "\n";
  }
  std::string constant(const std::string &to, const std::string &value, const std::string &shape) const {
    return "    " + to + " = stablehlo.constant dense<" + value + "> : " + shape + "\n";
  }
  std::string broadcast(const std::string &to, const std::string &from, const std::string &fromType, const std::string &toType,
                        int dim) const {
    return "    " + to + " = stablehlo.broadcast_in_dim " + from + ", dims = [" + std::to_string(dim) + "] : (" + fromType +
           ") -> " + toType + "\n";
  }
  std::string dot(const std::string &to, const std::string &a, const std::string &b, const std::string &aType,
                  const std::string &bType, const std::string &toType) const {
    return "    " + to + " = stablehlo.dot_general " + a + ", " + b + ", contracting_dims = [1] x [0] : (" + aType + ", " +
           bType + ") -> " + toType + "\n";
  }

  // The mean of the columns: over local rows, then over ranks; divided at the end.
  SmallPair meanOverRanks() {
    std::string row = tensor({columns}), local = tensor({rows / ranks, columns});
    std::string divide = constant("%n", std::to_string(rows) + ".0", row) + apply("%r", "divide", "%t, %n", row);
    return {"mean", logical(reduce("%t", "%x", x(), row, 0) + divide, row),
            plan(reduce("%l", "%x", local, row, 0) + allReduce("%t", "%l", row) + divide, row, row, "[{}]", 0)};
  }

  // x y with the inner dim over the ranks.
  SmallPair splitContraction() {
    std::string lx = tensor({rows, columns / ranks}), ly = tensor({columns / ranks, columns});
    return {"contraction", logical(dot("%r", "%x", "%y", x(), y(), x()), x()),
            plan(dot("%l", "%x", "%y", lx, ly, x()) + allReduce("%r", "%l", x()), x(), x(), "[{}, {}]", 1, 0)};
  }

  // Rows added one by one in a drawn tree.
  SmallPair accumulation() {
    std::string row = tensor({columns}), one = tensor({1, columns}), body;
    std::vector<std::string> parts;
    for (int64_t i = 0; i < rows; ++i) {
      std::string n = std::to_string(i);
      body += "    %s" + n + " = stablehlo.slice %x [" + n + ":" + std::to_string(i + 1) + ", 0:" + std::to_string(columns) +
              "] : (" + x() + ") -> " + one + "\n    %m" + n + " = stablehlo.reshape %s" + n + " : (" + one + ") -> " + row + "\n";
      parts.push_back("%m" + n);
    }
    for (int64_t i = 0; parts.size() > 1; ++i) {
      std::shuffle(parts.begin(), parts.end(), random);
      std::string sum = "%a" + std::to_string(i);
      body += apply(sum, "add", parts[0] + ", " + parts[1], row);
      parts.erase(parts.begin(), parts.begin() + 2);
      parts.push_back(sum);
    }
    body += "    %r = stablehlo.negate " + parts[0] + " : " + row + "\n";
    return {"accumulation", logical(reduce("%t", "%x", x(), row, 0) + "    %r = stablehlo.negate %t : " + row + "\n", row),
            logical(body, row), true, false};
  }

  // The gradient x^T x is scattered over the ranks; each updates its rows of y, then all are gathered.
  SmallPair scatteredUpdate() {
    std::string lx = tensor({rows / ranks, columns}), tx = tensor({columns, rows}), tl = tensor({columns, rows / ranks});
    std::string piece = tensor({columns / ranks, columns});
    auto gradient = [&](const std::string &to, const std::string &from, const std::string &turned) {
      return "    %xt = stablehlo.transpose %x, dims = [1, 0] : (" + from + ") -> " + turned + "\n" +
             dot(to, "%xt", "%x", turned, from, y());
    };
    auto update = [&](const std::string &to, const std::string &g, const std::string &shape) {
      return constant("%lr", "1.000000e-02", shape) + apply("%d", "multiply", "%lr, " + g, shape) +
             apply(to, "subtract", "%y, %d", shape);
    };
    std::string ordered = "dense<[[";
    for (int64_t i = 0; i < ranks; ++i)
      ordered += (i ? ", " : "") + std::to_string(i);
    ordered += "]]> : tensor<1x" + std::to_string(ranks) + "xi64>";
    std::string body = gradient("%l", lx, tl) +
                       collective("reduce_scatter", "%g", "%l", y(), piece, "add", "scatter_dimension = 0 : i64, ", ordered, type) +
                       update("%u", "%g", piece) +
                       collective("all_gather", "%r", "%u", piece, y(), "", "all_gather_dim = 0 : i64, ", ordered, type);
    return {"scattered update", logical(gradient("%g", x(), tx) + update("%r", "%g", y()), y()),
            plan(body, y(), y(), "[{}, {}]", 0, 0)};
  }

  std::string softmaxBody(const std::string &shape, const std::string &rowType, bool split) {
    auto whole = [&](const std::string &to, const std::string &from, const std::string &op) {
      return split ? reduce(to + "l", from, shape, rowType, 1, op) + allReduce(to, to + "l", rowType, op)
                   : reduce(to, from, shape, rowType, 1, op);
    };
    return whole("%m", "%x", "maximum") + broadcast("%mb", "%m", rowType, shape, 0) + apply("%c", "subtract", "%x, %mb", shape) +
           apply("%e", "exponential", "%c", shape) + whole("%s", "%e", "add") + broadcast("%sb", "%s", rowType, shape, 0);
  }

  // Columns over the ranks.
  SmallPair softmax() {
    std::string row = tensor({rows}), local = tensor({rows, columns / ranks});
    return {"softmax", logical(softmaxBody(x(), row, false) + apply("%r", "divide", "%e, %sb", x()), x()),
            plan(softmaxBody(local, row, true) + apply("%r", "divide", "%e, %sb", local), local, x(), "[{}, {\"r\"}]", 1)};
  }

  SmallPair logSumExp() {
    std::string row = tensor({rows}), local = tensor({rows, columns / ranks});
    std::string end = apply("%k", "log", "%s", row) + apply("%r", "add", "%k, %m", row);
    return {"log-sum-exp", logical(softmaxBody(x(), row, false) + end, row),
            plan(softmaxBody(local, row, true) + end, row, row, "[{}]", 1)};
  }

  std::string normalised(const std::string &shape, const std::string &rowType, bool split, const std::string &squares,
                         const std::string &scaled) {
    std::string sum = split ? reduce("%ql", squares, shape, rowType, 1) + allReduce("%q0", "%ql", rowType)
                            : reduce("%q0", squares, shape, rowType, 1);
    return sum + constant("%n", std::to_string(columns) + ".0", rowType) + apply("%v", "divide", "%q0, %n", rowType) +
           constant("%eps", "1.000000e-01", rowType) + apply("%w", "add", "%v, %eps", rowType) +
           apply("%o", "rsqrt", "%w", rowType) + broadcast("%ob", "%o", rowType, shape, 0) +
           apply("%r", "multiply", scaled + ", %ob", shape);
  }

  SmallPair rootMeanSquare() {
    std::string row = tensor({rows}), local = tensor({rows, columns / ranks});
    auto body = [&](const std::string &shape, bool split) {
      return apply("%sq", "multiply", "%x, %x", shape) + normalised(shape, row, split, "%sq", "%x");
    };
    return {"root mean square", logical(body(x(), false), x()), plan(body(local, true), local, x(), "[{}, {\"r\"}]", 1)};
  }

  // The mean cancels, so the bound needs the range of x; in bf16 it may be vacuous.
  SmallPair layerNorm() {
    std::string row = tensor({rows}), local = tensor({rows, columns / ranks});
    auto body = [&](const std::string &shape, bool split) {
      std::string mean = split ? reduce("%tl", "%x", shape, row, 1) + allReduce("%t", "%tl", row) : reduce("%t", "%x", shape, row, 1);
      return mean + constant("%k", std::to_string(columns) + ".0", row) + apply("%u", "divide", "%t, %k", row) +
             broadcast("%ub", "%u", row, shape, 0) + apply("%c", "subtract", "%x, %ub", shape) +
             apply("%sq", "multiply", "%c, %c", shape) + normalised(shape, row, split, "%sq", "%c");
    };
    return {"layer norm", logical(body(x(), false), x()), plan(body(local, true), local, x(), "[{}, {\"r\"}]", 1), type == "f32"};
  }

  // Partial sums travel in bf16.
  SmallPair narrowWire() {
    std::string row = tensor({columns}), local = tensor({rows / ranks, columns}), wire = tensor({columns}, "bf16");
    std::string body = reduce("%l", "%x", local, row, 0) + "    %w = stablehlo.convert %l : (" + row + ") -> " + wire + "\n" +
                       allReduce("%s0", "%w", wire, "add", "bf16") + "    %r = stablehlo.convert %s0 : (" + wire + ") -> " + row + "\n";
    return {"narrow wire", logical(reduce("%r", "%x", x(), row, 0), row), plan(body, row, row, "[{}]", 0)};
  }

  // tanh(x y) y: the hidden dim over the ranks.
  SmallPair perceptron() {
    std::string ly = tensor({columns, columns / ranks}), hidden = tensor({rows, columns / ranks});
    std::string lower = tensor({columns / ranks, columns});
    std::string body = dot("%h", "%x", "%y", x(), ly, hidden) + apply("%a", "tanh", "%h", hidden) +
                       "    %yt = stablehlo.transpose %y, dims = [1, 0] : (" + ly + ") -> " + lower + "\n" +
                       dot("%l", "%a", "%yt", hidden, lower, x()) + allReduce("%r", "%l", x());
    std::string whole = dot("%h", "%x", "%y", x(), y(), x()) + apply("%a", "tanh", "%h", x()) +
                        "    %yt = stablehlo.transpose %y, dims = [1, 0] : (" + y() + ") -> " + y() + "\n" +
                        dot("%r", "%a", "%yt", x(), y(), x());
    return {"perceptron", logical(whole, x()), plan(body, x(), x(), "[{}, {}]", -1, 1)};
  }
};

} // namespace

SmallPair drawPair(std::mt19937_64 &random) { return Writer(random).draw(); }

} // namespace lockstep::verifier::test
