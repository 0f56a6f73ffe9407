# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether the line is about this command: "", "compare", "plan recall".
function __strat_eval_is
    set -l words (commandline -opc)
    set -l command ''
    if contains -- "$words[2] $words[3]" $__strat_eval_commands
        set command "$words[2] $words[3]"
    else if contains -- "$words[2]" $__strat_eval_commands
        set command $words[2]
    end
    test "$command" = "$argv[1]"
end

# Whether the next word is the second one of such a command, perhaps behind help, or the first one ("").
function __strat_eval_awaits
    set -l words (commandline -opc)
    if test -z "$argv[1]"
        test (count $words) -eq 1
    else
        test "$words[2..]" = "$argv[1]" -o "$words[2..]" = "help $argv[1]"
    end
end

complete -c strat_eval -n '__strat_eval_awaits ""' -a help -d 'what a command or a measure is'
complete -c strat_eval -n '__strat_eval_awaits help' -f -a '(string replace -r " .*" "" -- $__strat_eval_commands) $__strat_eval_measures'
