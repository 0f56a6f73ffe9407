# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The first fields of lines FIELD:TEXT.
_strat_eval_names()
{
	local line
	while IFS= read -r line; do
		[[ -z $line ]] || printf '%s\n' "${line%%:*}"
	done
}

# The command that the line is about: "", "compare", "plan recall".
_strat_eval_command()
{
	local name IFS=$'\n'
	for name in $(_strat_eval_commands | _strat_eval_names); do
		if [[ "$1 $2" == "$name" || $1 == "$name" ]]; then
			printf '%s' "$name"
			return
		fi
	done
}

# The first words of all commands.
_strat_eval_words()
{
	{ _strat_eval_commands && echo help:; } | _strat_eval_names | sed 's/ .*//' | sort -u
}

# bash takes "--format=csv" for three words.
_strat_eval()
{
	local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command values head= IFS=$'\n'
	COMPREPLY=()
	if ((COMP_CWORD == 1)) && [[ $current != -* ]]; then
		COMPREPLY=($(compgen -W "$(_strat_eval_words)" -- "$current"; compgen -f -- "$current"))
		return
	fi
	if ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == help ]]; then
		values=$(_strat_eval_values '' -m)
		COMPREPLY=($(compgen -W "$(_strat_eval_words)"$'\n'"${values// /$'\n'}" -- "$current"))
		return
	fi
	command="${COMP_WORDS[*]:1:COMP_CWORD-1}"
	command=${command#help$'\n'}
	if [[ $current != -* && $command != *$'\n'* ]] && _strat_eval_with_questions | _strat_eval_names | grep -qxF -e "$command"; then
		COMPREPLY=($(compgen -W "$(_strat_eval_commands | _strat_eval_names | sed -n "s/^$command //p")" -- "$current"))
		return
	fi
	command=$(_strat_eval_command "${COMP_WORDS[1]}" "${COMP_WORDS[2]}")
	if [[ $current == = ]]; then
		current= option+='='
	elif [[ $option == = ]]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}=
	fi
	values=$(_strat_eval_values "$command" "$option")
	case $values in
	'')
		[[ $current != -* ]] || values=$(_strat_eval_options "$command" | _strat_eval_names) ;;
	list*)
		[[ $current != *,* ]] || head=${current%,*},
		values=${values#list } ;;
	words*)
		values=${values#words } ;;
	unknown)
		return ;;
	file)
		values= ;;
	esac
	if [[ -z $values ]]; then
		compopt -o filenames 2>/dev/null
		COMPREPLY=($(compgen -f -- "$current"))
	else
		COMPREPLY=($(compgen -P "$head" -W "${values// /$'\n'}" -- "${current#"$head"}"))
	fi
}

complete -F _strat_eval strat_eval
