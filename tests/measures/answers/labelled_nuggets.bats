#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Nugget scores from human judgments of a sample of pairs of an answer and a nugget, and a model's on all of them.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
}

# Two runs, three topics of 6 nuggets, of which n1 and n2 are vital. The model's assignments, and people's: of all pairs, and of some.
make_files()
{
	awk 'BEGIN { OFS = ","; split("not_support partial_support support", word, " ")
		for (r = 1; r <= 2; r++) for (t = 1; t <= 3; t++) for (n = 1; n <= 6; n++) {
			run = r == 1 ? "a" : "b"; x = (r * 5 + t * 7 + n * 11 + t * n) % 9; people = x < 4 ? 3 : x < 6 ? 2 : 1
			model = (x + n) % 4 == 0 ? people % 3 + 1 : people
			row = run OFS "q" t OFS "nugget " n OFS (n <= 2 ? "vital" : "okay") OFS
			print row word[model] >"model"; print row word[people] >"all"
			if ((n + t + r) % 3) print row word[people] >"some"
			print row word[people] >(run ".truth"); print row word[model] >(run ".csv") } }'
	for file in model all some a.truth b.truth a.csv b.csv; do sed -i '1i run,topic,nugget,importance,assignment' $file; done
	{ echo topic,nugget,importance && sed 1d a.csv | cut -d, -f2-4; } >nuggets.csv
}

@test "if people judged all pairs, the scores are those of people's assignments, whatever the model says" {
	make_files
	names=$(printf -- '-m nugget_%s ' {,strict_}{vital,all,weighted})
	for run in a b; do
		"$STRAT_EVAL" -q -R nuggets $names nuggets.csv $run.truth | sed 's/^/lab_/; s/ *\t/ /g' >expected
		"$STRAT_EVAL" -q -R pairs --drawn-from=labels --labels=model $names all $run.csv | grep -v ^ci_ | sed 's/ *\t/ /g' >got
		grep -v 'num_\|runid' expected | grep ' all ' | diff - <(grep '^lab_.* all ' got)
		diff <(grep '^lab_n.* q' expected | sort) <(grep '^lab_n.* q' got | sort)
	done
	"$STRAT_EVAL" compare -R pairs --drawn-from=labels --labels=model $names --format=csv all a.csv b.csv >got
	for name in nugget_{,strict_}{vital,all}; do
		difference=$(paste <("$STRAT_EVAL" -R nuggets -m $name nuggets.csv a.truth) <("$STRAT_EVAL" -R nuggets -m $name nuggets.csv b.truth) |
			awk '{ printf "%.3f", $3 - $6 }')
		assert_equal "$(pick value measure=diff_lab_$name <got | awk '{ printf "%.3f", $1 }')" "$difference"
	done
}

# By hand. A topic of 40 vital nuggets; the model says support of all, which is one class; people judged 20 of them, and 15 are supported: the
# score is 3/4. The variance of the mean is (1 - 20/40) (20 3/4 1/4 / 19)/20, times (20/19)^2 as the leverages are 1/20; half a disagreement
# more is N/n (N/n - 1) (1/40)^2/2 = 1/1600. On the logit scale, with t of 19 degrees of freedom, 2.09302405.
@test "the mean and its interval by hand" {
	seq 40 | sed 's/.*/a q1 n& vital/' >run
	seq 40 | sed '1i run,topic,nugget,assignment
		s/.*/a,q1,n&,support/' >model.csv
	seq 20 | awk '{ print "a q1 n" $1, $1 <= 15 ? "support" : "not_support" }' >people
	run --separate-stderr "$STRAT_EVAL" --digits=9 -R pairs --drawn-from=labels --labels=model.csv -m nugget_vital people run
	assert_equal "$status$stderr" 0
	found() { awk -v name="$1lab_nugget_vital" '$1 == name { print $3 }' <<<"$output"; }
	end() { awk -v t="$1" 'BEGIN { v = (1 - 20/40) * (20 * 3/4 * 1/4 / 19) / 20 * (20/19)^2 + 1 / 1600
		printf "%.12f", 1 / (1 + exp(-log(3) - t * sqrt(v) / (3/4 * 1/4))) }'; }
	assert_equal "$(found '')" 0.750000000
	near "$(found ci_lo_)" "$(end -2.09302405)" 5e-5 # the model's share of one topic is that of 19 others, nearly
	assert_equal "$(found ci_hi_)" 0.875000000 # less than .8822 on that scale: 5 of 40 are known not to be supported
}

@test "people's pairs by sample, by nuggetizer's JSON and by a table are the same" {
	make_files
	"$STRAT_EVAL" -R pairs --drawn-from=labels --labels=model some a.csv b.csv >expected
	# as sample -T pairs draws them, with the word in rel
	"$STRAT_EVAL" sample -T pairs --design=strata --allocation=equal --size=12 --quiet-warnings a.csv b.csv |
		awk -F, 'NR == FNR { word[$2 "," $1 "/" $3] = $5; next } /^#/ || /^topic/ { print; next } { print $1 "," $2 "," word[$1 "," $2] "," $4 "," $5 "," $6 "," }' some - >drawn.csv
	assert_equal "$(grep -c support drawn.csv)" 24
	"$STRAT_EVAL" -R pairs --drawn-from=labels --labels=model drawn.csv a.csv b.csv | diff expected -
	for file in some model; do
		awk -F, 'NR > 1 { if ($1 $2 != last) printf "%s{\"run_id\": \"%s\", \"qid\": \"%s\", \"nuggets\": [", last ? "]}\n" : "", $1, $2
			printf "%s{\"text\": \"%s\", \"importance\": \"%s\", \"assignment\": \"%s\"}", $1 $2 != last ? "" : ", ", $3, $4, $5; last = $1 $2 }
			END { print "]}" }' $file >$file.jsonl
	done
	"$STRAT_EVAL" -R pairs --drawn-from=labels --labels=model.jsonl some.jsonl a.csv b.csv | diff expected -
	# a nugget with quotes and one with escapes
	sed 's/nugget 3/"say ""3"""/' some >quoted; sed 's/nugget 3/"say ""3"""/' model >quoted_model
	for run in a b; do sed 's/nugget 3/"say ""3"""/' $run.csv >q_$run.csv; done
	"$STRAT_EVAL" -R pairs --drawn-from=labels --labels=quoted_model quoted q_a.csv q_b.csv | diff expected -
	sed 's/nugget 3/say \\"\\u0033\\"/' some.jsonl >escaped.jsonl
	"$STRAT_EVAL" -R pairs --drawn-from=labels --labels=quoted_model escaped.jsonl q_a.csv q_b.csv | diff expected -
}

@test "topics of which no pair of a run was judged have values, too, and the mean of their contributions is that of all" {
	make_files
	awk -F, 'NR == 1 || $2 != "q2" || $1 != "b"' some >less
	run --separate-stderr "$STRAT_EVAL" -q --quiet-warnings --format=csv -R pairs --drawn-from=labels --labels=model -m nugget_all less a.csv b.csv
	assert_equal "$status" 0
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["measure"] == "lab_nugget_all" {
			if ($at["topic"] == "all") { if ((sum / n - $at["value"]) ^ 2 > 1e-16) bad = 1; sum = n = 0; means++ }
			else { sum += $at["contribution"]; n++; if (n > 3 || $at["value"] < 0 || $at["value"] > 1) bad = 1 } }
		END { exit bad || means != 2 }' <<<"$output" || fail "$output"
}

@test "what is wrong with pairs is said" {
	make_files
	says() # MESSAGE ARGUMENT...
	{
		local message=$1
		shift
		run --separate-stderr "$STRAT_EVAL" "$@"
		assert_equal "$status ${stderr##*strat_eval: }" "1 $message"
		assert_equal "$output" ''
	}
	grep -v ^b some >only_a
	says "only_a: people judged none of the pairs of run 'b'" -R pairs --drawn-from=labels --labels=model only_a a.csv b.csv
	sed 's/^a,/x\/y,/' some >slash
	says "slash:2: run 'x/y' has a '/', which separates run and nugget in names of pairs" -R pairs --drawn-from=labels --labels=model slash a.csv
	sed 's/support$/suport/' some >misspelt
	says "misspelt:2: assignment 'suport' is none of support, partial_support, not_support; did you mean 'support'?" \
		-R pairs --drawn-from=labels --labels=model misspelt a.csv
	cut -d, -f2- some >nameless
	says "nameless:2: no run: a pair is a run and a nugget (column run, or key run_id)" -R pairs --drawn-from=labels --labels=model nameless a.csv
	run --separate-stderr "$STRAT_EVAL" -R pairs --drawn-from=labels --labels=model --show=labels some a.csv
	assert_equal "$status ${stderr%%:*} ${stderr#*: }" '64 strat_eval --show=labels is about labels of documents: agree -R pairs compares people with a model on pairs'
	printf '%s\n' topic,docno,rel q1,n1,support >no_pair
	says "no_pair:2: docno 'n1' is not a pair: run, '/' and the nugget" -R pairs --drawn-from=labels --labels=model no_pair a.csv
	printf '%s\n' run,topic,nugget,assignment a,q1,n9,support >unknown
	says "unknown: topic 'q1': pair 'a/n9' is judged, and has no label in model: with --drawn-from=labels the labelled pairs are the pool that the judged ones were drawn from" \
		-R pairs --drawn-from=labels --labels=model unknown a.csv
}
