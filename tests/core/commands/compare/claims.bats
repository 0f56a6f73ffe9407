#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Of what nothing may be claimed, and what would be claimed otherwise with another order of ties.

load ../../../support/helper

# The warnings of a call, or "none".
said() # ARGUMENT...
{
	evaluate compare "$@"
	assert_equal "$exit_status" 0
	if [ -s stderr ]; then sed 's/^strat_eval: warning: //' stderr; else echo none; fi
}

# Eight topics in which z is relevant, and x is not. A run NAME has z first in its first topics, and x before z in the
# others: P@1 is 1 or 0. In the topics that are named behind, it has both with one score: z comes first by its number.
firsts() # NAME TOPICS [TIED...]
{
	local name=$1 first=$2 t
	shift 2
	for t in 1 2 3 4 5 6 7 8; do
		if [[ " $* " == *" $t "* ]]; then
			printf "$t Q0 %s 1 5 $name\n" z x
		elif [ $t -le "$first" ]; then
			printf "$t Q0 %s $name\n" 'z 1 9' 'x 2 8'
		else
			printf "$t Q0 %s $name\n" 'x 1 9' 'z 2 8'
		fi
	done
}

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	for t in 1 2 3 4 5 6 7 8; do printf "$t 0 %s\n" 'z 1' 'x 0'; done >q
	firsts a 5 >a
	firsts b 0 >b
	firsts c 4 >c
	firsts d 1 >d
	sed 's/ Q0 / Q0 other-/; s/a$/lost/' a >lost
}

# Differences of P@1 between a and b: 1 in k = 5 of 8 topics. t = k/8 / (sd/sqrt(8)) = 3.4157 with 7 degrees of
# freedom, two-sided p .0112; with k = 3 it is 2.0494, and p .0796 (both by integrating the density).
@test "of a run none of whose documents is judged nothing is claimed, in any format" {
	unmet="lost: documents: 16, and none of them is judged in any topic: its scores are meaningless. Are document numbers written the same way? 'other-z' is retrieved, and 'z' judged"
	for quiet in '' --quiet-warnings; do
		for tests in '' '--test=sign,t' --margin=0.1; do
			# shellcheck disable=SC2086 # words
			evaluate compare $quiet $tests -m P.1 q a lost
			assert_equal "$exit_status" 0
			refute grep -q 'For the report\|significant' stdout
			grep -qFx 'lost: none of its documents is judged, so nothing is claimed about it' stdout
			grep -Eq '^p, t +-$' stdout
			grep -Eq '^A - B +0.6250$' stdout
		done
	done
	said -m P.1 q a lost | grep -qFx "$unmet"
	# two runs: the values of programs have a difference, and nothing that says how sure it is
	for format in csv jsonl trec; do
		"$STRAT_EVAL" compare --quiet-warnings --margin=0.1 --ci=t,percentile --format=$format -m P.1 q a lost >"lost.$format"
	done
	awk -F, '$4 ~ /^(p_|ci_|effect)/ && $5 != ""' lost.csv >claims
	grep '"measure":"\(p_\|ci_\|effect\)' lost.jsonl | grep -v '"value":null' >>claims || true
	awk '$1 ~ /^(p_|ci_|effect)/ && $3 != "nan"' lost.trec >>claims
	assert_equal "$(cat claims)" ''
	grep -q '^a,lost,all,diff_P_1,0.625,' lost.csv
	for format in html latex markdown; do
		"$STRAT_EVAL" compare --quiet-warnings --format=$format -m P.1 q a lost >page
		refute grep -q 'For the report' page
		refute grep -Eq '<td[^>]*>\*' page
		refute grep -Eq '0\.6250?\^|0\.6250 \(b\)' page
		grep -q 'lost: none of its documents is judged' page
	done
	"$STRAT_EVAL" compare --format=html -m P.1 q a lost 2>/dev/null | grep -q 'none of them is judged'
	"$STRAT_EVAL" --format=html -m P.1 q lost 2>/dev/null | grep -q 'none of them is judged'
}

@test "the other runs are compared as if such a run were not there" {
	for adjust in holm bonferroni bh none tukey shrunk-t random-tukey 'holm --simultaneous'; do
		# shellcheck disable=SC2086 # words
		{
			"$STRAT_EVAL" compare --quiet-warnings --adjust=$adjust --format=csv -m P.1 q a b d >without
			"$STRAT_EVAL" compare --quiet-warnings --adjust=$adjust --format=csv -m P.1 q a lost b d >with
			grep -v ',rank_' without >wanted # there are more ranks with one run more
			grep -v ',lost,\|^lost,\|,rank_' with | cmp - wanted || fail "$adjust: $(diff without with)"
		}
	done
	evaluate compare --quiet-warnings -m P.1 q a lost b d
	# p is .0112 of a and b, .0331 of a and d (k = 4), .3506 of d and b (k = 1), and adjusted .0336, .0663, .3506
	assert_equal "$(awk '$2 == 8 { print $1, $4 }' stdout)" $'a a\nd ab\nlost \nb b'
	grep -q 'p_adj: for 3 comparisons (Holm)' stdout
	tr '\n' ' ' <stdout | grep -qF 'Of the 3 pairs of 3 runs, 1 differs significantly in mean P_1'
}

@test "with a baseline, by groups, of systems and of pairs of sets nothing is claimed either" {
	evaluate compare --quiet-warnings --baseline=lost -m P.1 q a lost b
	refute grep -q 'For the report' stdout
	evaluate compare --quiet-warnings --baseline=a -m P.1 q a lost b
	tr '\n' ' ' <stdout | grep -qF 'Of 1 run, 0 have a significantly better mean P_1 than the baseline a, and 1 has a'
	printf '%s\n' topic,group 1,low 2,low 3,low 4,low 5,high 6,high 7,high 8,high >groups
	evaluate compare --quiet-warnings --topic-groups=groups --format=csv -m P.1 q a lost
	awk -F, '$4 ~ /^(p_|ci_|effect)/ && $5 != ""' stdout >claims
	assert_equal "$(cat claims)" ''
	# one run of a system is enough
	printf '%s\n' run,system a,A lost,A b,B c,C >systems
	evaluate compare --quiet-warnings --system-of=systems --format=csv -m P.1 q a lost b c
	awk -F, '$4 ~ /^p_/ && $5 != "" { print $1 "-" $2 }' stdout | sort -u >pairs
	assert_equal "$(cat pairs)" C-B
	printf '%s\n' z x >produced
	printf '%s\n' other-z >elsewhere
	grep '^1 ' q >one
	evaluate compare --quiet-warnings -T set -m prob_gt --format=trec one produced elsewhere
	awk '$1 ~ /^prob_gt/ && $3 != "nan"' stdout >claims
	assert_equal "$exit_status $(cat claims)" '0 '
	evaluate compare --quiet-warnings -T set -m prob_gt --format=trec one produced produced
	grep -q '^prob_gt.*0.5' stdout
}

# Topics that no run has: -c counts them as 0.
@test "a run that has none of the judged topics is no better known" {
	sed 's/^/9/; s/a$/away/' a >away
	said -c -m P.1 q a away | grep -qFx 'away: none of the 8 judged topics is in the run: its scores are meaningless. Are topics written the same way?'
	refute grep -q significant stdout
}

# tied is a with ties in topics 4 and 5: P@1 is .625, or .375 in the worst order.
@test "ties are warned of if a pair would be said to differ, or not, or change places, and the pair is named" {
	firsts tied 3 4 5 >tied
	sed 's/tied$/also/' tied >also
	local chosen='(--score-ties chooses an order)'
	assert_equal "$(said --test=t -m P@1 q tied b)" \
		"P@1: tied scores: another order of ties would change whether these differ significantly: tied and b (p_adj 0.0112, then 0.0796) $chosen"
	assert_equal "$(said --test=t -J -m P.1 q tied b)" \
		"P_1: tied scores: another order of ties would change whether these differ significantly: tied and b (p_adj 0.0112, then 0.0796) $chosen"
	# c is at .5 without ties. They differ in no order: 1 - 1/8 and 1/8 of eight topics
	assert_equal "$(said --test=t -m P.1 q tied c)" \
		"P_1: tied scores: another order of ties would change which of these is better: tied and c (0.6250 and 0.5000, then 0.3750 and 0.5000) $chosen"
	# by the sign test four topics more or two more are no difference: 2/2^4, or 2/2^2
	assert_equal "$(said --test=sign -m P.1 q tied d)" none
	# an order that was chosen is no surprise, and ties that do not matter are none
	assert_equal "$(said --test=t -m P.1 --score-ties=docno q tied b)" none
	assert_equal "$(said --test=t -m P.2 q tied b)" \
		'the interval of P_2 has no width in 1 difference (constant): it is the same in all 8 topics, and may differ in up to 31 % of other topics (95 %)'
	assert_equal "$(said --quiet-warnings --test=t -m P.1 q tied b)" none
	# three runs, Holm: p is .0112 and .0331 of tied and c with b, and .3506 of tied with c. Then .0796 for .0112 is
	# adjusted to .1592, as .0331 comes first; c and b stay as they are
	assert_equal "$(said --test=t -m P.1 q tied b c | grep significantly)" \
		"P_1: tied scores: another order of ties would change whether these differ significantly: tied and b (p_adj 0.0336, then 0.1592) $chosen"
	# the test by resamples moves as t does: .0625 by flipping five signs, 2/2^5
	assert_equal "$(said --test=random -m P.1 q tied b)" none
	# of both runs ties are in other orders, so that each can be better
	assert_equal "$(said --test=t -m P.1 q tied also | grep -c 'which of these')" 0 # they look alike as they are
	# systems. The mean of c and tied less b is 1, 1, 1, 1, 1/2, 0, 0, 0 by topic, or 1, 1, 1, 1/2, 0, 0, 0, 0: t is 3.21
	# or 2.50, and significant both ways
	printf '%s\n' run,system c,C tied,C b,B >systems
	assert_equal "$(said --test=t --system-of=systems -m P.1 q c tied b)" none
	printf '%s\n' run,system tied,T b,B >systems
	assert_equal "$(said --test=t --system-of=systems -m P.1 q tied b)" \
		"P_1: tied scores: another order of ties would change whether these differ significantly: T and B (p_adj 0.0112, then 0.0796) $chosen"
	# many pairs: three are named
	for i in 1 2 3 4; do firsts "b$i" 0 | sed "s/x/y$i/" >"b$i"; done
	said --test=t --adjust=none -m P.1 q tied b b1 b2 b3 b4 | grep significantly >many
	assert_equal "$(grep -o 'and b[0-4]* (p_adj 0.0112, then 0.0796)' many | wc -l)" 3
	grep -qF ', and 2 other pairs (--score-ties' many
	# a method that looks at all runs together is asked again: two runs that differ as above by Tukey's HSD are one t test
	assert_equal "$(said --test=t --adjust=tukey -m P.1 q tied b | grep significantly)" \
		"P_1: tied scores: another order of ties would change whether these differ significantly: tied and b (p_adj 0.0112, then 0.0796) $chosen"
}
