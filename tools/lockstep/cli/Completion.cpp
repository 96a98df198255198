// Completion scripts, generated from the declared options, so that they cannot fall behind.
#include "tools/lockstep/cli/Parse.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

struct OptionText {
  std::string name; // "--format"
  std::string help;
  bool takesValue = false;
};

struct CommandText {
  std::string name, help;
  std::vector<OptionText> options;
};

std::vector<CommandText> describe(const CLI::App &app) {
  std::vector<CommandText> commands;
  for (const CLI::App *sub : app.get_subcommands([](const CLI::App *) { return true; })) {
    CommandText command{sub->get_name(), sub->get_description(), {}};
    for (const CLI::Option *option : sub->get_options())
      for (const std::string &name : option->get_lnames())
        command.options.push_back({"--" + name, option->get_description(), option->get_items_expected_max() > 0});
    commands.push_back(std::move(command));
  }
  return commands;
}

std::string bash(const std::vector<CommandText> &commands) {
  std::string names, cases;
  for (const CommandText &command : commands) {
    names += (names.empty() ? "" : " ") + command.name;
    std::string options;
    for (const OptionText &option : command.options)
      options += (options.empty() ? "" : " ") + option.name;
    cases += "    " + command.name + ") options=\"" + options + "\" ;;\n";
  }
  return "# bash completion for lockstep: source <(lockstep completion bash)\n"
         "_lockstep() {\n"
         "  local word=\"${COMP_WORDS[COMP_CWORD]}\" options=\"\"\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         names +
         " --help --version\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  case \"$word\" in\n"
         "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _lockstep lockstep\n";
}

/// Text inside single quotes of a shell; colons and brackets end a description in zsh.
std::string escaped(std::string text, bool zsh) {
  std::string result;
  for (char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (zsh && (c == ':' || c == '[' || c == ']'))
      result += std::string("\\") + c;
    else
      result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string zsh(const std::vector<CommandText> &commands) {
  std::string names, cases;
  for (const CommandText &command : commands) {
    names += "    '" + command.name + ":" + escaped(command.help, true) + "'\n";
    cases += "    " + command.name + ") _arguments";
    for (const OptionText &option : command.options)
      cases += " \\\n      '" + option.name + "[" + escaped(option.help, true) + "]" +
               (option.takesValue ? ":value:_files" : "") + "'";
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return "#compdef lockstep\n"
         "_lockstep() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe 'command' commands\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case \"$words[1]\" in\n" +
         cases +
         "  esac\n"
         "}\n"
         "compdef _lockstep lockstep\n";
}

std::string fish(const std::vector<CommandText> &commands) {
  std::string text = "# fish completion for lockstep: lockstep completion fish | source\n";
  for (const CommandText &command : commands)
    text += "complete -c lockstep -n __fish_use_subcommand -f -a " + command.name + " -d '" +
            escaped(command.help, false) + "'\n";
  for (const CommandText &command : commands)
    for (const OptionText &option : command.options)
      text += "complete -c lockstep -n '__fish_seen_subcommand_from " + command.name + "' -l " + option.name.substr(2) +
              (option.takesValue ? " -r" : "") + " -d '" + escaped(option.help, false) + "'\n";
  return text;
}

} // namespace

std::string completionScript(const CLI::App &app, std::string_view shell) {
  std::vector<CommandText> commands = describe(app);
  if (shell == "bash")
    return bash(commands);
  if (shell == "zsh")
    return zsh(commands);
  return shell == "fish" ? fish(commands) : "";
}

} // namespace lockstep::tool
