#include "tools/lockstep/cli/Parse.h"

#include "tools/lockstep/cli/Progress.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/cli/Version.h"

#include "llvm/ADT/StringRef.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace lockstep::tool {
namespace {

constexpr std::string_view kDescription =
    "Lockstep proves that a parallel training plan computes the same step as the model written for one device,\n"
    "makes such plans, and runs them.";
constexpr std::string_view kFooter =
    "Exit codes: 0 proved or done, 1 refuted, 2 bad usage or input, 3 unknown or unsupported, 4 internal error,\n"
    "5 a run failed. Start with: lockstep verify --help, or examples/quickstart.sh";

/// The candidate closest to `word`, empty when none is close.
std::string nearest(std::string_view word, const std::vector<std::string> &candidates) {
  std::string best;
  unsigned limit = std::max<unsigned>(1, word.size() / 3);
  for (const std::string &candidate : candidates) {
    unsigned distance = llvm::StringRef(word).edit_distance(candidate, /*AllowReplacements=*/true, limit);
    if (distance <= limit) {
      best = candidate;
      limit = distance == 0 ? 0 : distance - 1;
    }
  }
  return best;
}

std::string didYouMean(std::string_view word, const std::vector<std::string> &candidates) {
  std::string best = nearest(word, candidates);
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

std::vector<std::string> optionNames(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

/// Help in the order users read: summary, usage, options, examples.
void addHelp(CLI::App &app, std::string_view example) {
  app.set_help_flag("-h,--help", "Show this help");
  std::string text = "\nExample:\n";
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(example).split(lines, '\n');
  for (llvm::StringRef line : lines)
    text += "  " + line.str() + "\n";
  app.footer(text);
}

class CommandLine {
public:
  CommandLine(Commands &commands, Session &session) : commands(commands), session(session) {
    app.set_help_flag("-h,--help", "Show this help");
    app.set_version_flag("--version", [] { return versionText(); });
    app.footer(std::string("\n") + std::string(kFooter));
    app.require_subcommand(0, 1);
    for (std::unique_ptr<Command> &command : commands) {
      CLI::App *sub = app.add_subcommand(std::string(command->name), std::string(command->summary));
      addHelp(*sub, command->example);
      command->configure(*sub);
      sub->add_option("--progress", progress, "Progress on standard error: auto, bar, plain or none")
          ->type_name("MODE")
          ->check(CLI::IsMember({"auto", "bar", "plain", "none"}));
    }
    completion = app.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
    addHelp(*completion, "source <(lockstep completion bash)");
    completion->add_option("SHELL", shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  }

  int run(std::span<char *const> given) {
    // "help COMMAND" is "COMMAND --help".
    std::vector<char *> arguments(given.begin(), given.end());
    static char helpFlag[] = "--help";
    if (arguments.size() >= 2 && std::string_view(arguments[1]) == "help") {
      arguments.erase(arguments.begin() + 1);
      arguments.insert(arguments.begin() + std::min<size_t>(2, arguments.size()), helpFlag);
    }
    if (std::string message = checkCommandName(arguments); !message.empty())
      return usage(message);
    try {
      app.parse(static_cast<int>(arguments.size()), arguments.data());
    } catch (const CLI::CallForHelp &) {
      session.out << (active() ? active()->help("lockstep") : app.help());
      return kSuccess;
    } catch (const CLI::CallForVersion &version) {
      session.out << version.what() << '\n';
      return kSuccess;
    } catch (const CLI::ExtrasError &) {
      return usage(describeExtras());
    } catch (const CLI::ParseError &error) {
      return usage(error.what());
    }
    if (completion->parsed()) {
      session.out << completionScript(app, shell);
      return kSuccess;
    }
    session.progress.setMode(parseProgressMode(progress).value_or(ProgressMode::Auto));
    for (std::unique_ptr<Command> &command : commands)
      if (app.got_subcommand(std::string(command->name)))
        return command->run(session);
    session.err << app.help();
    return kBadInput;
  }

private:
  CLI::App *active() {
    auto chosen = app.get_subcommands();
    return chosen.empty() ? nullptr : chosen.front();
  }

  std::vector<std::string> commandNames() const {
    std::vector<std::string> names = {"completion"};
    for (const std::unique_ptr<Command> &command : commands)
      names.emplace_back(command->name);
    return names;
  }

  /// A first word that is no command; empty when all is well.
  std::string checkCommandName(std::span<char *const> arguments) const {
    if (arguments.size() < 2 || arguments[1][0] == '-')
      return "";
    std::string word = arguments[1];
    std::vector<std::string> names = commandNames();
    if (std::ranges::find(names, word) != names.end())
      return "";
    if (std::ranges::find(plannedCommands(), word) != plannedCommands().end())
      return "'" + word + "' is not available in this version";
    return "unknown command '" + word + "'" + didYouMean(word, names);
  }

  std::string describeExtras() {
    CLI::App *sub = active();
    std::vector<std::string> left = app.remaining(true);
    std::string word = left.empty() ? "" : left.front();
    if (!word.starts_with("-"))
      return "unexpected argument '" + word + "'";
    std::string name = word.substr(0, word.find('='));
    for (const std::unique_ptr<Command> &command : commands)
      if (sub && command->name == sub->get_name())
        if (std::vector<std::string> planned = command->plannedOptions();
            std::ranges::find(planned, name) != planned.end())
          return "option '" + name + "' is not available in this version";
    return "unknown option '" + name + "'" + didYouMean(name, optionNames(sub ? *sub : app));
  }

  int usage(const std::string &message) {
    CLI::App *sub = active();
    session.err << "lockstep: error: " << message << "\nTry 'lockstep " << (sub ? sub->get_name() + " " : "")
                << "--help'.\n";
    return kBadInput;
  }

  Commands &commands;
  Session &session;
  CLI::App app{std::string(kDescription), "lockstep"};
  CLI::App *completion = nullptr;
  std::string progress = "auto", shell;
};

} // namespace

int dispatch(Commands &commands, std::span<char *const> arguments, Session &session) {
  return CommandLine(commands, session).run(arguments);
}

} // namespace lockstep::tool
