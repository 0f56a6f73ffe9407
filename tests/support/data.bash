# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Real data that is not in the repository, for scripts that make tables: they set `top`, the source folder. It comes from
# STRAT_EVAL_DATA.

data=${STRAT_EVAL_DATA:-$top/../shared/data}

# Names of data in commands, and where it is.
link() # FILE...
{
	for file; do
		[ ! -e "$file" ] || ln -sf "$file" .
	done
}

# A working folder, in which commands find the data, and what the sources have.
enter() # FOLDER
{
	mkdir -p "$1"
	cd "$1"
	ln -sfn "$top/qrels-samples" qrels-samples
	ln -sfn "$top/tests" tests
	ln -sfn "${BUILD:-$top/build}" build
	mkdir -p ../shared
	ln -sfn "$data" ../shared/data # as documents name it
	link "$data"/robust04/ap.csv "$data"/robust03/*.gz "$data"/clef-tar/prognosis.* "$data"/dl21-labels/qrels.*.gz
}

# The first name of data in the commands that is not there.
missing() # FILE
{
	{ grep -oE '\b(ap\.csv|qrels\.[a-z0-9-]+\.gz|input\.[A-Za-z0-9]+\.gz|prognosis\.[a-z.]+)' "$1" || true; } | while read -r name; do
		[ -e "$name" ] || { echo "$name"; break; }
	done
}

# What stands behind "Evidence:" in the first comment of an experiment, which may go over several lines.
evidence_of() # SOURCE
{
	awk 'inside && (/\*\// || /^ \*$/) { exit } inside { sub(/^ \* */, " "); printf "%s", $0 }
		sub(/^ \* Evidence: /, "") { inside = 1; printf "%s", $0 }' "$1"
}
