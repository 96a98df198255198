// Reports attributes that nobody here knows: they are kept, but what they may mean is not part of any proof.
#include "ir/import/Analysis.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace lockstep::analysis {
namespace {

bool isKnown(StringRef name) {
  static const llvm::StringSet<> known = {"mhlo.sharding",        "mhlo.frontend_attributes",
                                          "mhlo.num_partitions",  "mhlo.num_replicas",
                                          "mhlo.is_dynamic",      "mhlo.use_auto_spmd_partitioning",
                                          "mhlo.layout_mode",     "mhlo.memory_kind",
                                          "mhlo.input_output_alias", "mhlo.cross_program_prefetches",
                                          "mhlo.xla_entry_computation_parameter_layouts",
                                          "mhlo.xla_entry_computation_result_layout",
                                          "mhlo.spmd_output_sharding", "mhlo.spmd_parameters_shardings",
                                          "mhlo.parameter_replication", "mhlo.original_value",
                                          "tf.aliasing_output",   "result_layout",
                                          "xla_shape",            "stablehlo.mesh",
                                          "execution_thread",     "inferred_layout"};
  for (StringRef dialect : {"sdy.", "jax.", "lockstep.", "plan."})
    if (name.starts_with(dialect))
      return true;
  return known.contains(name);
}

class Census {
public:
  void add(mlir::DictionaryAttr attributes, llvm::function_ref<std::string()> where) {
    for (mlir::NamedAttribute attribute : attributes ? attributes.getValue() : llvm::ArrayRef<mlir::NamedAttribute>()) {
      if (isKnown(attribute.getName()))
        continue;
      auto [found, inserted] = entries.try_emplace(attribute.getName(), Entry{});
      if (inserted)
        found->second.first = where();
      ++found->second.count;
    }
  }

  void report(std::vector<std::string> &warnings) const {
    for (auto &[name, entry] : entries)
      warnings.push_back("unknown attribute '" + name.str() + "' on " + entry.first +
                         (entry.count > 1 ? " and " + std::to_string(entry.count - 1) + " more" : std::string()) +
                         " is kept but not understood");
  }

private:
  struct Entry {
    std::string first;
    size_t count = 0;
  };
  llvm::MapVector<mlir::StringAttr, Entry> entries;
};

} // namespace

void reportUnknownAttributes(Program &program) {
  Census census;
  for (size_t index = 0; index < program.arguments.size(); ++index)
    census.add(program.main.getArgAttrDict(index), [&] { return nameOf(program.arguments[index], index); });
  for (size_t index = 0; index < program.results.size(); ++index)
    census.add(program.main.getResultAttrDict(index), [&] { return nameOf(program.results[index], index); });
  program.module->walk([&](mlir::Operation *op) {
    if (op->getRawDictionaryAttrs().empty())
      return;
    census.add(op->getDiscardableAttrDictionary(), [&] { return "a " + op->getName().getStringRef().str(); });
  });
  census.report(program.warnings);
}

} // namespace lockstep::analysis
