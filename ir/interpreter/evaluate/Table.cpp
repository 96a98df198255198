#include "ir/interpreter/evaluate/Table.h"

namespace lockstep::interp {

EvaluatorTable::EvaluatorTable() {
  addElementwise(*this);
  addShapes(*this);
  addIndexing(*this);
  addDynamic(*this);
  addLinear(*this);
  addReductions(*this);
  addRandom(*this);
  addChlo(*this);
  addControl(*this);
  addCalls(*this);
  addCustomCalls(*this);
  addCollectives(*this);
  addPointToPoint(*this);
  addShardings(*this);
  addManualComputation(*this);
  addStages(*this);
}

} // namespace lockstep::interp
