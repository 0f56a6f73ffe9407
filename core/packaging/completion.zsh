# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The command that the line is about: "", "compare", "plan recall".
_strat_eval_command()
{
	local name
	for name in ${${(f)"$(_strat_eval_commands)"}%%:*}; do
		if [[ "$1 $2" == "$name" || $1 == "$name" ]]; then
			print -r -- "$name"
			return
		fi
	done
}

_strat_eval()
{
	local command option values
	local -a list asking=(${(f)"$(_strat_eval_with_questions)"})
	if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
		list=(${(f)"$(_strat_eval_commands)"})
		for command in ${asking%%:*}; do
			list=(${list:#$command *})
		done
		list=($list $asking 'help:what a command or a measure is')
		_describe command list
		_files
		return
	fi
	if (( CURRENT == 3 )) && [[ $words[2] == help ]]; then
		list=(${${${(f)"$(_strat_eval_commands)"}%%:*}%% *})
		values=$(_strat_eval_values '' -m)
		compadd -- ${(u)list} ${=values#words }
		return
	fi
	command="$words[2,CURRENT-1]"
	command=${command#help }
	list=(${(M)asking:#${command}:*})
	if [[ $words[CURRENT] != -* ]] && (( $#list )); then
		list=(${(M)${(f)"$(_strat_eval_commands)"}:#$command *})
		list=("${list[@]#$command }")
		_describe question list
		return
	fi
	command=$(_strat_eval_command "$words[2]" "$words[3]")
	option=$words[CURRENT-1]
	if compset -P '--*='; then
		option=$IPREFIX
	elif [[ $words[CURRENT] == -* ]]; then
		list=(${(f)"$(_strat_eval_options "$command")"})
		_describe -o option list
		return
	fi
	values=$(_strat_eval_values "$command" "$option")
	case $values in
	list*)
		compset -P '*,'
		compadd -- ${=values#list } ;;
	words*)
		compadd -- ${=values#words } ;;
	unknown)
		_message value ;;
	*)
		_files ;;
	esac
}

_strat_eval "$@"
