#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# latex.sh PROGRAM FOLDER - the LaTeX tables of evaluation and compare, compiled.
#
# Leaves FOLDER/tables.pdf and a picture of each page to look at. Fails if LaTeX finds a mistake, or if
# a table is wider than the text of a plain article (345 pt). Real data is used if it is there.
set -eu
program=$(realpath "$1")
data=${STRAT_EVAL_DATA:-}
samples=$(realpath "$(dirname "$0")/../qrels-samples")
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

tables=0
table() # TITLE ARGUMENT...
{
	title=$1
	shift
	tables=$((tables + 1))
	"$program" "$@" >"table$tables.tex" 2>table.err || { cat table.err; exit 1; }
	printf '\n\\section*{%s}\n\\noindent\\input{table%d}\n' "$title" "$tables" >>tables.tex
}

printf '%s\n' '\documentclass{article}' '\usepackage{booktabs,amssymb}' '\begin{document}' >tables.tex
comparison=$samples/comparison
table 'Three runs' --format=latex -m map -m ndcg_cut.10 -m recip_rank "$comparison/qrels" "$comparison"/*.run
table 'Three runs, one-sided' --format=latex --tail=lower -m map "$comparison/qrels" "$comparison"/*.run
table 'Three runs compared' compare --format=latex -m map -m ndcg_cut.10 "$comparison/qrels" "$comparison"/*.run
table 'A sample' --format=latex -R table --digits=3 "$samples/legal09/strata.csv" \
	$(sed -n '/^207,/p' "$samples/legal09/strata.csv" | cut -d, -f3 | tr '+' '\n' | grep -v '^[-*]' | sort -u)
if [ -d "$data/robust03" ]; then
	set -- -m map -m P.10 -m ndcg_cut.10 "$data/robust03/qrels.robust03.gz" "$data"/robust03/input.*.gz
	table 'Eight runs' --format=latex --digits=3 "$@"
	table 'Eight runs compared' compare --format=latex "$@"
	table 'Eight runs and a baseline' compare --format=latex --baseline=uic0301 "$@"
fi
if [ -f "$data/robust04/ap.csv" ]; then
	cut -d, -f1,10-26 "$data/robust04/ap.csv" >seventeen.csv
	table 'Seventeen systems' compare --format=latex --scores=seventeen.csv
fi
# names that LaTeX would take for commands
printf 'topic,a_1 & $^2$,50%% #[x]~{y}\\\n1,.1,.2\n2,.2,.4\n3,.4,.5\n' >names.csv
table 'Names' compare --format=latex --scores=names.csv
printf '%s\n' '\end{document}' >>tables.tex

if ! pdflatex -interaction=nonstopmode -halt-on-error tables.tex >output.txt 2>&1; then
	grep -A4 '^!' output.txt
	exit 1
fi
if grep -n '^Overfull' tables.log; then
	echo "a table is wider than the text"
	exit 1
fi
pdftoppm -r 100 -png tables.pdf page
echo "latex: $tables tables compile, none is wider than the text: $folder/page-*.png"
