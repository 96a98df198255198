// Programs that wait for one another: messages and collectives end when all who take part have come to them. Used to
// execute plans of stages and to find their deadlocks. Nothing is buffered; each program posts one thing at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// One end of a message between two programs.
struct MessageEnd {
  bool sends = false;
  unsigned peer = 0;
  std::string key;  // what identifies the message: "\"act\" of micro-batch 2"
  std::string type; // "tensor<4x8xf32>"
  std::string place; // of the operator in its file, may be empty
};

/// A collective between programs.
struct CollectiveEnd {
  std::string communicator;      // who takes part, down to devices; calls of one communicator pair up in order
  std::vector<unsigned> members; // programs, the caller among them
  std::string signature;         // all that members must agree on
  std::string place;
};

/// What a program stops at: a group of messages, or a collective.
struct Post {
  std::vector<MessageEnd> messages;
  std::optional<CollectiveEnd> collective;
};

/// Two ends that do not fit together.
struct Mismatch {
  enum class Kind { Message, Type, Collective } kind = Kind::Message;
  unsigned first = 0, second = 0; // programs
  std::string text;               // a sentence without final dot, both ends with their places
  std::string firstPlace, secondPlace;
};

/// A program that cannot go on, what it is at, and for whom it waits.
struct Waiting {
  unsigned program = 0;
  std::vector<unsigned> on;
  std::string what, place;
  bool peerEnded = false; // one of those has ended its program
};

class Rendezvous {
public:
  /// `word` names the programs in texts: "stage 3".
  Rendezvous(unsigned programs, std::string word) : states(programs), word(std::move(word)) {}

  /// The program stops here. It must not be waiting already.
  void post(unsigned program, Post post);
  void end(unsigned program) { states[program].ended = true; }
  bool isWaiting(unsigned program) const { return states[program].current.has_value(); }
  bool hasEnded(unsigned program) const { return states[program].ended; }

  /// A message that went over: position of its ends within what was posted.
  struct Transfer {
    unsigned source = 0, sent = 0, target = 0, received = 0;
  };
  /// Lets every message go over whose ends are both posted. Within one pair of programs messages keep their order.
  std::vector<Transfer> transfer();
  /// Programs that can go on: all of their group has gone over, or everybody has come to their collective. They are no
  /// longer waiting afterwards. Collectives come as one list each, messages as a list of one.
  std::vector<std::vector<unsigned>> release();
  /// The first two ends that do not fit, once met.
  const std::optional<Mismatch> &mismatch() const { return found; }

  /// Who waits for whom, for programs that cannot go on: a cycle if there is one, else those who wait for somebody who
  /// has ended.
  std::vector<Waiting> blocked() const;
  std::string describe(const std::vector<Waiting> &waiting) const;
  std::string name(unsigned program) const { return word + " " + std::to_string(program); }

private:
  struct State {
    std::optional<Post> current;
    std::vector<bool> done;
    bool ended = false;
  };

  bool wantsFirst(unsigned program, size_t index) const;
  bool isComplete(unsigned program) const;
  Waiting waitingOf(unsigned program) const;
  std::string textOf(unsigned program, const MessageEnd &end) const;

  std::vector<State> states;
  std::string word;
  std::optional<Mismatch> found;
};

} // namespace lockstep
