#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval sample --cluster-column: whole families are drawn, and come back into strat_eval validate.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

# 1500 documents in 600 families of 1 to 4; a document alone has nothing in the column. 265 were produced.
list()
{
	awk 'BEGIN { print "Control Number,Group Identifier"
		for (f = 1; f <= 600; f++) { n = 1 + (f * 7) % 4; for (k = 0; k < n; k++) printf "D%05d,%s\n", ++d, n == 1 ? "" : "F" f } }' >list.csv
	awk -F, 'NR > 1 && (NR * 31) % 17 < 3 { print $1 }' list.csv >produced.txt
}

review() # the same with codes
{
	awk -F, -v OFS=, '/^1,/ { n = substr($2, 2) + 0; f = substr($7, 2) + 0; $3 = f % 7 == 3 || n % 23 == 0 ? "Yes" : "No" } { print }'
}

draw() # ARGUMENT...
{
	"$STRAT_EVAL" sample --collection=list.csv --cluster-column='Group Identifier' "$@"
}

@test "families are drawn as a whole, each with the same probability, and a larger sample has the smaller one" {
	list
	draw --size=80 --seed=4 >drawn.csv
	grep -qx '# whole families were drawn (column Group Identifier): 80 of 600, with 199 of 1500 documents' drawn.csv
	grep -qx 'topic,docno,rel,prob,stratum,size,cluster' drawn.csv
	# 80 of 600 families: each document of the list that shares one with a drawn document is drawn, and nothing else
	awk -F, 'FNR == NR { if (/^1,/) { drawn[$2]; families[$7 != "" ? $7 : $2]; bad = bad || ($4 - 80 / 600)^2 > 1e-20 || $5 != "all" || $6 != 1500 } next }
		FNR > 1 { key = $2 != "" ? $2 : $1; if ((key in families) != ($1 in drawn)) bad = 1 }
		END { for (f in families) n++; exit bad || n != 80 }' drawn.csv list.csv
	draw --size=120 --seed=4 --no-comments | cut -d, -f 2 | sort >larger
	assert_equal "$(grep '^1,' drawn.csv | cut -d, -f 2 | sort | comm -23 - larger)" ''
	# the order of the list does not matter
	{ sed 1q list.csv; sed 1d list.csv | tac; } >turned && mv turned list.csv
	diff <(grep '^1,' drawn.csv) <(draw --size=80 --seed=4 --no-comments | sed 1d)
}

# Two of six families of 1, 1, 1, 2, 3 and 4 documents, by 240 seeds: each is drawn 80 times, with a deviation of sqrt(240 * 2/9) = 7.3.
# Family A2 and the document A2, which has none, are two.
@test "a large family is drawn as often as a small one" {
	printf '%s\n' docno,family A1,A1 A2, A3,A2 B1,B B2,B C1,C C2,C C3,C D1,D D2,D D3,D D4,D >list.csv
	for ((seed = 1; seed <= 240; seed++)); do
		"$STRAT_EVAL" sample --collection=list.csv --cluster-column=family --size=2 --seed=$seed --no-comments | sed -n 's/^1,\([A-D][0-9]\),.*/\1/p'
	done | sort | uniq -c >drawn
	assert_equal "$(wc -l <drawn)" 12
	awk '$1 < 80 - 4 * 7.3 || $1 > 80 + 4 * 7.3 { exit 1 }' drawn || fail "$(cat drawn)"
	assert_equal "$(awk '$2 ~ /D/ { print $1 }' drawn | uniq | wc -l)" 1
}

# R, from the formula of a ratio to size and its jackknife (Wolter 2007, section 4.5), of the file null.csv:
#   x <- read.csv("null.csv", comment.char = "#"); g <- ifelse(x$cluster == "", x$docno, x$cluster)
#   r <- tapply(x$rel == "Yes", g, sum); m <- tapply(x$rel, g, length); n <- length(m); p <- sum(r) / sum(m)
#   o <- (sum(r) - r) / (sum(m) - m) - p; s <- (n - 1) * var(o)
#   v <- (1 - sum(m) / x$size[1]) * (n - 1) / n * s; df <- min(2 * s^2 / ((n - 1) * var(o^2)), n - 1)
#   plogis(qlogis(p) + c(-1, 1) * qt(.975, df) * sqrt(v) / (p * (1 - p))); the same with qt(.95, df)
@test "a sample of families of what was not produced comes back as elusion, with the bounds of R" {
	list
	draw --leave-out=produced.txt --size=150 --seed=4 | review >null.csv
	grep -q '^# whole families were drawn (column Group Identifier): 150 of 573, with 322 of 1235 documents$' null.csv
	"$STRAT_EVAL" validate null.csv --produced=produced.txt --cluster-column=cluster --format=trec --digits=10 --quiet-warnings >two
	"$STRAT_EVAL" validate null.csv --produced=produced.txt --cluster-column=cluster --format=trec --digits=10 --tail=upper --quiet-warnings >one
	grep -h elusion two one | awk '{ print $1, $3 }' | sort -u >ours
	printf '%s\n' 'ci_hi_est_elusion 0.2160684193' 'ci_hi_est_elusion 0.2276367922' 'ci_lo_est_elusion 0.1163831929' 'est_elusion 0.1645962733' >wanted
	grep -v 'ci_lo_est_elusion *0.0000000000' ours | diff wanted -
	"$STRAT_EVAL" validate null.csv --produced=produced.txt --cluster-column=cluster --quiet-warnings | tr -s ' \n' ' ' |
		grep -q 'Whole families, not single documents, were drawn (column cluster): the 322 documents that were reviewed are in 150 families, and the bounds allow for that'
	# whoever forgets the families is asked
	"$STRAT_EVAL" validate null.csv --produced=produced.txt 2>&1 >/dev/null | grep -q "families of several documents (column 'cluster') were drawn as a whole. If whole families were drawn: "
}

@test "a control set of families has recall with bounds, and the estimate of its counts" {
	list
	draw --size=150 --seed=4 | review >control.csv
	"$STRAT_EVAL" validate control.csv --produced=produced.txt --cluster-column=cluster --format=trec --digits=9 --quiet-warnings >answer
	# relevant of the production and of the rest, each in proportion to its size: 265 and 1235 documents
	awk -F, 'FNR == NR { produced[$1]; next } /^1,/ { side = $2 in produced; n[side]++; r[side] += $3 == "Yes" }
		END { found = 265 * r[1] / n[1]; printf "%.9f\n", found / (found + 1235 * r[0] / n[0]) }' produced.txt control.csv >wanted
	awk '$1 == "est_recall" { print $3 }' answer | diff wanted -
	grep -q '^ci_lo_est_recall' answer
}

@test "families: what does not go together" {
	list
	refused 64 '--cluster-column needs --collection' sample --labels=list.csv --cluster-column=x --size=3
	refused 1 "list.csv:1: --cluster-column=x: no column of that name in the header 'Control Number,Group Identifier'" sample --collection=list.csv --cluster-column=x --size=3
	refused 1 "list.csv:1: --cluster-column=x: no column of that name in the header 'Control Number,Group Identifier'" \
		sample --collection=list.csv --cluster-column=x --run-column=cluster='Group Identifier' --size=3
	sed 's/$/,T/; 1s/,T$/,Threads/' list.csv >threads.csv
	refused 1 "threads.csv:1: --cluster-column=Threads: --run-column=cluster names another column, 'Group Identifier', and only one can count" \
		sample --collection=threads.csv --cluster-column=Threads --run-column=cluster='Group Identifier' --size=3
	evaluate sample --collection=list.csv --cluster-column='Group Identifier' --size=700
	assert_equal "$exit_status $(cat stderr)" '0 strat_eval: warning: in 1 topic there are fewer families than are to be drawn (100 missing): all of them are in the sample'
}

# BIG has 30 of 1,539 documents, 5 of them produced, and ODD 9.
@test "families of more than 1 % of the documents are taken whole, and no draws" {
	list
	for ((i = 1; i <= 39; i++)); do echo "B$i,$( ((i > 30)) && echo ODD || echo BIG)"; done >>list.csv
	printf 'B%d\n' 1 2 3 4 5 >>produced.txt
	draw --leave-out=produced.txt --size=150 --seed=4 >drawn.csv 2>stderr
	assert_equal "$(cat stderr)" 'strat_eval: warning: 1 family with more than 1 % of the documents is taken whole, beside the 150 that are drawn'
	assert_equal "$(grep BIG drawn.csv | cut -d, -f 4-6 | sort | uniq -c | tr -s ' ')" ' 25 1,-large-families,25'
	# the others are drawn as if it were not there: 1,235 and the 9 of ODD
	assert_equal "$(grep '^1,' drawn.csv | grep -v BIG | cut -d, -f 5,6 | uniq)" '-,1244'
	# 10 of BIG are relevant, and not produced: in an export with all documents, and in the sample itself
	code()
	{
		awk -F, -v OFS=, 'FILENAME == "produced.txt" { found[$1]; next } FILENAME == "drawn.csv" { if (/^1,/) drawn[$2]; next }
			FNR == 1 { print $0, "Responsive?"; next } { n = substr($1, 2) + 0
			code = $1 in found || ($2 == "BIG" ? n <= 15 : substr($1, 1, 1) == "D" && n % 40 == 0) ? "Yes" : "No"
			print $0, $1 in found || $1 in drawn ? code : "" }' produced.txt drawn.csv "$1"
	}
	code list.csv >export.csv
	set -- --cluster-column='Group Identifier' --format=csv --quiet-warnings --null-sample=drawn.csv
	"$STRAT_EVAL" validate export.csv --collection=export.csv --produced=produced.txt "$@" >with
	"$STRAT_EVAL" validate export.csv --collection=export.csv --produced=produced.txt "${@:1:1}" --null-sample=drawn.csv --quiet-warnings >text
	grep -q -- "--produced=270::270 --null='in large families=25::10' --null=1244:[0-9]*:[0-9]* *$" text
	# the bound has the same misses of the others: of 265 found documents without BIG, of 270 and 10 known misses with it
	{ echo 'topic,docno,rel,prob,stratum,size,cluster'; grep '^1,' drawn.csv | grep -v BIG; } >small.csv
	grep -v BIG export.csv >small_export.csv
	grep -v '^B' produced.txt >small_produced.txt
	"$STRAT_EVAL" validate small_export.csv --collection=small_export.csv --produced=small_produced.txt "${@:1:3}" --null-sample=small.csv >less
	bound() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["measure"] == "ci_lo_est_recall" { print $at["one_sided"] }' "$1"; }
	awk -v with="$(bound with)" -v less="$(bound less)" 'BEGIN { missed = 265 / less - 265; x = with - 270 / (270 + missed + 10); exit missed < 1 || x > 1e-6 || x < -1e-6 }'
	# the filled sample: a stratum of which all is known
	awk -F, -v OFS=, 'NR == FNR { code[$1] = $3; next } /^1,/ { $3 = code[$2] } { print }' export.csv drawn.csv >filled.csv
	"$STRAT_EVAL" validate filled.csv --produced=produced.txt --cluster-column=cluster --quiet-warnings | grep -q -- '--null=-large-families=25:25:10 '
	# a list of a control set does not say enough
	draw --size=150 --seed=4 --quiet-warnings >control.csv
	evaluate validate export.csv --collection=export.csv --produced=produced.txt "${@:1:3}" --control=control.csv
	assert_equal "$exit_status $(cat stderr)" '1 strat_eval: control.csv was drawn from several strata: have its column rel filled in, and give it in place of the export'
	awk -F, -v OFS=, '/^1,/ { $3 = $7 == "BIG" ? "Yes" : "No" } { print }' control.csv >filled.csv
	"$STRAT_EVAL" validate filled.csv --produced=produced.txt --cluster-column=cluster --quiet-warnings | grep -q -- '--stratum=large-families=30:30:5:5:25 '
}
