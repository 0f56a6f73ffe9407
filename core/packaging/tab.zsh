# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# tab.zsh [FOLDER]: types each line of standard input, up to a ">", behind strat_eval in a zsh that has
# completions in FOLDER too, then a tab, and prints what the line has become. For tests.
zmodload zsh/zpty
zpty z zsh -f -i
# ^X shows the line that is being typed, ^U takes it away
zpty -w z "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; show() { print -r -- \"<\$BUFFER>\" }; zle -N show; bindkey '^X' show; print REA\DY"
zpty -r z out '*READY*'
while IFS='>' read -r line expected; do
	zpty -w -n z "strat_eval $line"$'\t\x18'
	zpty -r z out '*<*>*'
	print -r -- "$line>${${${out##*<strat_eval }%%>*}% }"
	zpty -w -n z $'\x15'
done
