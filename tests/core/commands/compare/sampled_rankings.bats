#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Rankings of which people judged a part: what compare says of lab_, reg_ and statAP, and its edge cases.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
}

# 12 topics of 40 labelled documents, 12 of them judged ("people"), grades 0 to 3; a run ranks by grade and noise.
world()
{
	awk -v judged="${1:-12}" 'BEGIN { srand(7); for (t = 1; t <= 12; t++) { left = judged; for (d = 1; d <= 40; d++) {
		g = rand() < .35 ? 1 + int(3 * rand()) : 0; j = rand() * (41 - d) < left; left -= j
		l = g + (rand() < .25); print t, 0, "d" d, (l > 3 ? 3 : l) > "labels"; print t, 0, "d" d, g > "all"
		if (j) print t, 0, "d" d, g > "people"
		print t, 0, "d" d, "s", j ? g : -1 > "pool"
		print t, "d" d, 1.2 * g + 3 * rand() > "a"; print t, "d" d, .4 * g + 3 * rand() > "b" } } }'
	for run in a b; do
		sort -k1,1n -k3,3gr $run | awk -v r=$run '{ print $1, "Q0", $2, ++n[$1], 100 - n[$1], r }' >"$run.run"
	done
}

# The run with its documents of rank $1 and $2 exchanged
exchanged()
{
	awk -v x="$1" -v y="$2" '{ r = $4 == x ? y : $4 == y ? x : $4; print $1, $2, $3, r, 100 - r, "other" }' a.run | sort -k1,1n -k4,4n
}

# diff, lower, upper and p_adj of a measure: compared NAME OPTION...
compared()
{
	local name=$1
	shift
	"$STRAT_EVAL" compare --quiet-warnings --format=csv --test=t "$@" | awk -F, -v m="$name" '
		$4 == "diff_" m { d = $5 } $4 == "ci_lo_diff_" m { lo = $5 } $4 == "ci_hi_diff_" m { hi = $5 } $4 == "p_adj_" m { p = $5 }
		END { if (d == "" || lo == "") print "nothing was compared"; else print d, lo, hi, p }'
}

@test "the means are those of the evaluation, interval and p are by greg, contributions are tested" {
	world
	"$STRAT_EVAL" --quiet-warnings --format=csv --drawn-from=labels --labels=labels -q -m lab_P.10 -m lab_nDCG.10 people a.run b.run >evaluated
	"$STRAT_EVAL" compare --quiet-warnings --format=csv --test=t --drawn-from=labels --labels=labels -m lab_P.10 -m lab_nDCG.10 people a.run b.run >compared
	for m in lab_P_10 lab_nDCG_10; do
		for run in a b; do
			assert_equal "$(awk -F, -v n="${run}_$m" '$4 == n { print $5 }' compared)" \
				"$(awk -F, -v m=$m -v r=$run 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["runid"] == r && $at["topic"] == "all" && $at["measure"] == m { print $at["value"] }' evaluated)"
		done
		# p_t is Student's of the contributions of the topics
		awk -F, -v m=$m 'NR == FNR { if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i
				if ($at["measure"] == m && $at["topic"] != "all") c[$at["runid"], $at["topic"]] = $at["contribution"]; next }
			$4 == "p_less_t_" m { less = $5 }
			END { for (t = 1; t <= 12; t++) { d = c["a", t] - c["b", t]; s += d; q += d * d }
				print s / 12 / sqrt((q - s * s / 12) / 11 / 12), less }' evaluated compared >t
		# of 11 degrees of freedom: P(T < t) for t = 1.796 is .95, for 3.106 .995 (tables)
		awk '{ exit !(($1 > 1.796) == ($2 > .95) && ($1 > 3.106) == ($2 > .995)) }' t || fail "$m: $(cat t)"
		assert_equal "$(awk -F, -v m=$m '$4 == "ci_lo_diff_" m { print $6 }' compared)" greg
		assert_equal "$(awk -F, -v m=$m '$4 == "p_greg_" m { print $5 }' compared)" "$(awk -F, -v m=$m '$4 == "p_adj_" m { print $5 }' compared)"
	done
	run "$STRAT_EVAL" compare --quiet-warnings --drawn-from=labels --labels=labels -m lab_P.10 people a.run b.run
	assert_line --regexp '^p, topics like these '
	assert_output --partial '95 % interval (greg, topics like'
	refute_output --partial "d_z"
	refute_output --partial 'better/same/worse'
}

@test "tests that count topics are refused, with the reason" {
	world
	for test in sign t,wilcoxon; do
		run --separate-stderr "$STRAT_EVAL" compare --test=$test --drawn-from=labels --labels=labels -m lab_P.10 people a.run b.run
		assert_equal "$status" 64
		[[ $stderr == *'own estimate of lab_P_10 is mostly sampling error'* ]] || fail "$stderr"
		assert_output ''
	done
}

@test "no number depends on which other runs are in the call" {
	world
	exchanged 1 12 >other.run
	two=$(compared lab_nDCG_10 --drawn-from=labels --labels=labels -m lab_nDCG.10 people a.run b.run)
	three=$("$STRAT_EVAL" compare --quiet-warnings --format=csv --test=t --adjust=none --drawn-from=labels --labels=labels -m lab_nDCG.10 people a.run b.run other.run |
		awk -F, '$1 == "a" && $2 == "b" { v[$4] = $5 } END { m = "lab_nDCG_10"; print v["diff_" m], v["ci_lo_diff_" m], v["ci_hi_diff_" m], v["p_adj_" m] }')
	assert_equal "$three" "$two"
	[ "$(wc -w <<<"$two")" = 4 ]
}

@test "identical runs, and the same ten documents in another order" {
	world
	sed 's/a$/same/' a.run >same.run
	for m in lab_P_10 lab_nDCG_10; do
		assert_equal "$(compared $m --drawn-from=labels --labels=labels -m "${m%_10}.10" people a.run same.run)" '0 0 0 1'
	done
	# P of the first ten is the same whatever is relevant; their nDCG is not
	exchanged 1 10 >other.run
	assert_equal "$(compared reg_P_10 -R strata -m reg_P.10 pool a.run other.run)" '0 0 0 1'
	compared reg_nDCG_10 -R strata -m reg_nDCG.10 pool a.run other.run | awk '{ exit !($2 < $1 && $1 < $3 && $1 != 0) }'
}

@test "one swap: only judged documents at the two ranks decide, and a line says how many" {
	world
	exchanged 2 9 >other.run
	judged=$(awk 'NR == FNR { j[$1, $3] = 1; next } ($4 == 2 || $4 == 9) && j[$1, $3]' people a.run | wc -l)
	[ "$judged" -gt 1 ] && [ "$judged" -lt 16 ]
	run --separate-stderr "$STRAT_EVAL" compare --drawn-from=labels --labels=labels -m lab_nDCG.10 people a.run other.run
	[[ $stderr == *'in 1 of 1 pairs of runs few judged documents decide'* ]] || fail "$stderr"
	# the difference is at most that of the two discounts, over the smallest ideal: below .4 for any grades
	compared lab_nDCG_10 --drawn-from=labels --labels=labels -m lab_nDCG.10 people a.run other.run | awk '{ exit !($2 < $3 && $2 > -.4 && $3 < .4) }'
}

# 1/log2(3) - 1/log2(10) = .33: what an exchange of ranks 2 and 9 can bring in each topic, either way.
@test "no judged document decides: the interval shows what is possible, and a line says so" {
	world
	exchanged 2 9 >other.run
	awk 'NR == FNR { if ($4 == 2 || $4 == 9) x[$1, $3] = 1; next } x[$1, $3] { $5 = -1 } { print }' a.run pool >open
	run --separate-stderr "$STRAT_EVAL" compare -R strata -m reg_nDCG.10 open a.run other.run
	[[ $stderr == *'no judged document decides: the interval shows what is possible'* ]] || fail "$stderr"
	compared reg_nDCG_10 -R strata -m reg_nDCG.10 open a.run other.run | awk '{ w = log(2) / log(3) - log(2) / log(10)
		exit !(($2 + w) ^ 2 < 1e-12 && ($3 - w) ^ 2 < 1e-12 && $4 == 1) }'
}

@test "one run is a prefix of the other" {
	world
	awk '$4 <= 5 { $6 = "prefix"; print }' a.run >prefix.run
	compared lab_P_10 --drawn-from=labels --labels=labels -m lab_P.10 people a.run prefix.run | awk '{ exit !($1 > 0 && $1 <= .5 && $2 < $1 && $1 < $3 && $3 <= 1) }'
	# its own P is that of its five documents: at most a half
	"$STRAT_EVAL" --quiet-warnings --drawn-from=labels --labels=labels --topics=random --ci -m lab_P.10 people prefix.run |
		awk '/lab_P_10/ { n++; if ($3 > .5001) exit 1 } END { exit n != 3 }'
}

# Bit for bit what complete judgments say: difference, its interval, and p.
@test "with everything judged compare says what it says of complete judgments" {
	world 40
	for m in P.10=lab_P_10 ndcg_cut.10=lab_nDCG_10; do
		plain=${m%%=*}
		assert_equal "$(compared "${m#*=}" --drawn-from=labels --labels=labels -m $plain people a.run b.run)" \
			"$(compared "${plain/./_}" -m $plain all a.run b.run)"
	done
}

@test "a topic without relevant documents is worth 0, and negative grades gain 0" {
	world 40
	awk '$1 == 3 { $4 = 0 } { print }' people >nothing
	awk '$1 == 3 { $4 = -2 - NR % 2 } { print }' people >negative
	for file in nothing negative; do
		for m in lab_P_10 lab_nDCG_10; do
			"$STRAT_EVAL" --quiet-warnings -q --drawn-from=labels --labels=labels -m "${m%_10}.10" $file a.run >out
			assert_equal "$(awk -v m=$m '$1 == m && $2 == 3 { print $3 }' out)" 0.0000
			awk -v m=$m '$1 == m && $2 != "all" { s += $3; n++ } $1 == m && $2 == "all" { all = $3 } END { exit !(n == 12 && (s / n - all) ^ 2 < 1e-7) }' out
		done
	done
	# of a sample, too: grades below 0 are worth what 0 is
	rm people
	world
	awk '$4 == 0 && NR % 2 { $4 = -2 } { print }' people >below
	assert_equal "$(compared lab_nDCG_10 --drawn-from=labels --labels=labels -m lab_nDCG.10 below a.run b.run)" \
		"$(compared lab_nDCG_10 --drawn-from=labels --labels=labels -m lab_nDCG.10 people a.run b.run)"
}

@test "k larger than the pool" {
	world
	for m in lab_P_100 lab_nDCG_100; do
		compared $m --drawn-from=labels --labels=labels -m "${m%_100}.100" people a.run b.run >out
		awk '{ exit !($1 >= $2 && $1 <= $3 && $2 >= -1 && $3 <= 1) }' out || fail "$m: $(cat out)"
	done
	# both runs have all 40 documents in the first 100: P is the same whatever is relevant
	assert_equal "$(compared lab_P_100 --drawn-from=labels --labels=labels -m lab_P.100 people a.run b.run)" '0 0 0 1'
}

# Documents of the first stratum are judged in 6 of 12 topics: those of the others stand for them.
@test "strata without a judged document in a topic are pooled over topics" {
	world
	awk '{ $4 = substr($3, 2) % 2 ? "odd" : "even" } $4 == "odd" && $1 > 6 { $5 = -1 } { print }' pool >strata
	compared reg_P_10 -R strata -m reg_P.10 strata a.run b.run >out
	awk '{ exit !($2 < $1 && $1 < $3 && $2 >= -1 && $3 <= 1) }' out || fail "$(cat out)"
	"$STRAT_EVAL" -R strata --quiet-warnings --format=csv -q -m reg_P.10 strata a.run | awk -F, '$3 ~ /reg_P_10/ || $4 ~ /reg_P_10/ { n++ } END { exit n != 13 }'
}

@test "no interval has zero width unless all that differs is judged" {
	for n in 1 2 4; do
		rm -f people
		world $n
		for grade in 0 3; do
			awk -v g=$grade '{ $4 = g; print }' people >extreme
			for m in lab_P_10 lab_nDCG_10; do
				compared $m --drawn-from=labels --labels=labels -m "${m%_10}.10" extreme a.run b.run | awk '{ exit !($3 - $2 > .01) }' || fail "$n $grade $m"
				"$STRAT_EVAL" --quiet-warnings --drawn-from=labels --labels=labels --topics=random --ci -m "${m%_10}.10" extreme a.run |
					awk '/ci_lo/ { lo = $3 } /ci_hi/ { hi = $3 } END { exit !(hi - lo > .01 && lo >= 0 && hi <= 1) }' || fail "mean $n $grade $m"
			done
		done
	done
}

# What the headline claims is what its interval shows, also where limits of shares are the ends.
@test "p is below .05 exactly where the interval leaves 0 out" {
	for n in 2 3 5 8 20; do
		rm -f people
		world $n
		awk '$4 < 3 { $4 = 0 } { print }' people >few
		for file in people few; do
			for m in lab_P_10 lab_nDCG_10; do
				compared $m --drawn-from=labels --labels=labels -m "${m%_10}.10" $file a.run b.run | awk '{ exit !(NF == 4 && $2 + 0 == $2 && ($4 < .05) == ($2 > 0 || $3 < 0)) }' || fail "$n $m"
			done
		done
	done
}

@test "estimates that a tenth of the topics lack: no star, no gate, and the headline says over how many" {
	world 3
	run --separate-stderr "$STRAT_EVAL" compare -R strata -m statAP pool a.run b.run
	assert_success
	[[ $stderr == *'statAP: in 1 of 1 pairs of runs at least a tenth of the topics have no estimate'* ]] || fail "$stderr"
	lacking=$("$STRAT_EVAL" compare -R strata --quiet-warnings --format=csv -m statAP pool a.run b.run | awk -F, '$4 == "left_out_statAP" { print $5 }')
	[ "$lacking" -ge 2 ]
	assert_output --partial "Over $((12 - lacking)) of 12 topics the mean statAP"
	refute_output --partial significant
	"$STRAT_EVAL" compare -R strata --quiet-warnings --format=csv -m statAP pool a.run b.run | awk -F, '$4 == "p_adj_statAP" { n++; exit $5 != "" } END { exit !n }'
	# the interval is by t, around the printed difference
	"$STRAT_EVAL" compare -R strata --quiet-warnings --format=csv -m statAP pool a.run b.run | awk -F, '$4 ~ /^(diff|ci_lo_diff|ci_hi_diff)_statAP$/ { x[$4] = $5 }
		END { off = (x["ci_lo_diff_statAP"] + x["ci_hi_diff_statAP"]) / 2 - x["diff_statAP"]; exit !(x["ci_hi_diff_statAP"] > x["ci_lo_diff_statAP"] && off < 1e-9 && off > -1e-9) }'
	run --separate-stderr "$STRAT_EVAL" compare -R strata -m statAP --baseline=a --gate=.05 pool a.run b.run
	assert_failure 1
	[[ $stderr == *"$lacking of 12 topics have no estimate of statAP"* ]] || fail "$stderr"
}

# Every fourth of the first ten, from the third on, is a document that nobody labelled.
outside()
{
	awk -v name="$2" '{ print $1, $2, ($4 <= 10 && $4 % 4 == 3 ? "new" : "") $3, $4, $5, name }' "$1"
}

# With q the weight outside over that inside, here .2/.8, values are low, low (1 + q/2) and low + .2/2 of a document.
@test "documents outside the frame: none, half-way to as good as the others, half-way to all; a line has the share" {
	world 20
	outside b.run new >new.run
	for how in nonrelevant as-inside unknown ''; do
		run --separate-stderr "$STRAT_EVAL" --drawn-from=labels --labels=labels ${how:+--outside=$how} --digits=6 --ci -m lab_P.10 people new.run
		assert_success
		[[ $stderr == *'lab_P_10 20.0 % of the weight is of documents outside the frame'* ]] || fail "$stderr"
		awk '{ printf "%s%s", $3, NR < 3 ? " " : "\n" }' <<<"$output"
	done >found
	awk '{ v[NR] = $1; lo[NR] = $2; hi[NR] = $3 } END { d = v[2] - v[1] * 1.125; u = v[3] - v[1] - .1
		exit !(d * d < 1e-10 && u * u < 1e-10 && lo[1] == lo[2] && lo[2] == lo[3] && hi[1] < hi[2] && hi[2] < hi[3] && v[4] == v[2] && hi[4] == hi[2]) }' found || fail "$(cat found)"
}

@test "more than a third of the weight outside: an interval and no value" {
	world 20
	awk '{ print $1, $2, ($4 <= 10 && $4 % 2 ? "new" : "") $3, $4, $5, "new" }' b.run >new.run
	run --separate-stderr "$STRAT_EVAL" --drawn-from=labels --labels=labels --ci -m lab_P.10 people new.run
	assert_line --regexp '^lab_P_10[[:blank:]]+all[[:blank:]]+nan$'
	awk '/ci_lo/ { lo = $3 } /ci_hi/ { hi = $3 } END { exit !(lo >= 0 && lo < hi && hi <= 1) }' <<<"$output"
	[[ $stderr == *'that is more than a third, and there is no value'* ]] || fail "$stderr"
}

# a has what b has but for the third and seventh, so that what is outside is common to both, and cancels.
@test "in a difference documents outside that both runs have cancel" {
	world 20
	awk '{ print $1, $2, ($4 % 4 == 3 && $4 <= 10 ? "new" $4 : $3), $4, $5, "a" }' a.run >a.new
	awk '{ print $1, $2, ($4 % 4 == 3 && $4 <= 10 ? "new" $4 : $3), $4, $5, "b" }' b.run >b.new
	for how in nonrelevant unknown; do
		compared lab_P_10 --outside=$how --drawn-from=labels --labels=labels -m lab_P.10 people a.new b.new >$how
		awk '{ exit !($2 < $1 && $1 < $3) }' $how
	done
	paste nonrelevant unknown | awk '{ for (i = 1; i <= 4; i++) if (($i - $(i + 4)) ^ 2 > 1e-24) exit 1 }'
}

@test "a difference that stands at one end of the assumption only is marked, and nothing is claimed" {
	world 20
	outside a.run new >new.run
	outside b.run other >other.run
	run --separate-stderr "$STRAT_EVAL" compare --outside=unknown --drawn-from=labels --labels=labels -m lab_P.10 people new.run other.run
	[[ $stderr == *'which one is better depends on documents nobody labelled'* ]] || fail "$stderr"
	assert_output --partial 'Which side of 0 it lies on depends on documents nobody'
	refute_output --partial 'It is statistically significant'
	compared lab_P_10 --outside=unknown --drawn-from=labels --labels=labels -m lab_P.10 people new.run other.run | awk '{ exit !($2 <= 0 && $3 >= 0 && $4 >= .05) }'
	compared lab_P_10 --outside=nonrelevant --drawn-from=labels --labels=labels -m lab_P.10 people new.run other.run | awk '{ exit !($4 < .05) }'
	run --separate-stderr "$STRAT_EVAL" compare --outside=unknown --quiet-warnings --drawn-from=labels --labels=labels -m lab_P.10 people new.run other.run a.run
	assert_line --regexp '^new +other .* o$'
	run "$STRAT_EVAL" compare --quiet-warnings --outside=unknown --drawn-from=labels --labels=labels --baseline=new --gate=0.05 -m lab_P.10 people new.run other.run
	assert_output --partial 'gate: undecided'
}

# The first recipe of labels.md, on TREC DL 2021: GPT-4's labels, and 20 of people's judgments of each of 53 topics.
@test "labels.md, two qrels files: runs in the order of complete judgments, where anything is claimed" {
	need_data dl21-labels
	local data=$DATA/dl21-labels runs=(TUW_DR_Base WLUPassage ihsm_bicolbert mono_d3 p_bm25 p_tct0 p_unicoil0 pash_f1)
	zcat "$data/qrels.gpt-4.gz" >model.qrels
	zcat "$data/qrels.human.gz" | awk '{ print NR * 7919 % 10007, $0 }' | sort -k2,2n -k1,1n | awk '++n[$2] <= 20 { print $2, $3, $4, $5 }' >people.qrels
	for run in "${runs[@]}"; do zcat "$data/input.$run.gz" >"$run"; done
	"$STRAT_EVAL" -l 2 --quiet-warnings --format=csv --drawn-from=labels --labels=model.qrels -m nDCG@10 -m P@10 people.qrels "${runs[@]}" >sampled
	zcat "$data/qrels.human.gz" >all.qrels
	"$STRAT_EVAL" -l 2 --quiet-warnings --format=csv -m ndcg_cut.10 -m P.10 all.qrels "${runs[@]}" >complete
	# 16 intervals, all of 95 %: fewer than 14 that cover have a probability of .04
	awk -F, '$2 != "all" { next } { m = $3; sub(/^ci_.._/, "", m); sub(/lab_nDCG/, "ndcg_cut", m); sub(/lab_P/, "P", m) }
		NR == FNR { v[$1, m] = $4; next } $3 ~ /^ci_lo/ { lo[$1, m] = $4 } $3 ~ /^ci_hi/ { n++; covered += lo[$1, m] <= v[$1, m] && v[$1, m] <= $4 }
		END { exit !(n == 16 && covered >= 14) }' complete sampled
	"$STRAT_EVAL" compare -l 2 --quiet-warnings --format=csv --test=t --drawn-from=labels --labels=model.qrels -m nDCG@10 people.qrels "${runs[@]}" >compared
	awk -F, 'NR == FNR { if ($2 == "all" && $3 == "ndcg_cut_10") v[$1] = $4; next }
		$4 == "topics_lab_nDCG_10" && $5 != 53 { exit 1 }
		$4 == "diff_lab_nDCG_10" { d = $5 } $4 == "p_adj_lab_nDCG_10" { n++; claimed += $5 < .05; wrong += $5 < .05 && d * (v[$1] - v[$2]) <= 0 }
		END { exit !(n == 28 && claimed >= 7 && wrong == 0) }' complete compared || fail "$(grep 'diff_\|p_adj' compared | cut -d, -f1-5)"
}
