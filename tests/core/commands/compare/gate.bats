#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# compare --gate: what it decides, what it says, and with which exit status.

load ../../../support/helper

# Losses of b against a: .1 .2 .3 .1 .2 .3, without skew: mean .2, and .2 -+ 2.0150484 sqrt(.04/5/6) = .126421 and
# .273579 with an error of .05 each. c loses -.1 0 .1 -.1 0 .1: at most .073579.
setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	printf '%s\n' topic,a,b 1,.5,.4 2,.5,.3 3,.5,.2 4,.5,.4 5,.5,.3 6,.5,.2 >ab.csv
	printf '%s\n' topic,a,c 1,.5,.6 2,.5,.5 3,.5,.4 4,.5,.6 5,.5,.5 6,.5,.4 >ac.csv
	printf '%s\n' topic,a,b 1,.2,.21 2,.5,.42 3,.8,.75 4,.4,.30 5,.6,.61 6,.9,.80 7,.3,.33 8,.7,.55 >varied.csv
}

# The status and the line of a gate.
decides() # STATUS LINE ARGUMENT...
{
	local status=$1 line=$2
	shift 2
	evaluate compare --quiet-warnings --test=t --baseline=a "$@"
	assert_equal "$* -> $exit_status $(cat stderr)" "$* -> $status "
	assert_equal "$* -> $(awk '/^gate: /, /^run/' stdout | grep -v '^run' | tr '\n' ' ')" "$* -> $line "
}

# A value of a gate's lines, which may be a text.
value() # MEASURE FILE
{
	awk -F, -v name="$1" '$4 == name { print $5 }' "$2"
}

near() # A B TOLERANCE
{
	numbers "$1" "$2"
	awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { exit !(a - b <= t && b - a <= t) }' || fail "$1 is not $2"
}

@test "a shown loss has status 3, one that is not shown 0, and the line says which" {
	decides 3 'gate: fail: by score b loses 0.2000 against a, at least 0.1264 and at most 0.2736 (95 % confidence), and 0.12 is allowed' \
		--scores=ab.csv --gate=0.12
	decides 3 'gate: fail: by score b loses 0.2000 against a, at least 0.1264 and at most 0.2736 (95 % confidence), and 0 is allowed' --scores=ab.csv --gate
	decides 0 'gate: undecided: by score b loses 0.2000 against a, at least 0.1264 and at most 0.2736 (95 % confidence), and 0.13 is allowed' \
		--scores=ab.csv --gate=0.13
	decides 0 'gate: pass: by score b loses 0.2000 against a, at least 0.1264 and at most 0.2736 (95 % confidence), and 0.28 is allowed' \
		--scores=ab.csv --gate=0.28
	# with 80 % the bounds are .2 -+ .919544 (qt(.8, 5)) .0365148 = .166423 and .233577
	decides 3 'gate: fail: by score b loses 0.2000 against a, at least 0.1664 and at most 0.2336 (80 % confidence), and 0.13 is allowed' \
		--scores=ab.csv --gate=0.13 --level=0.8
}

@test "that a run is not inferior must be shown: status 4" {
	for margin in 0.12 0.13 0.273; do
		evaluate compare --baseline=a --scores=ab.csv --gate=noninferior:$margin
		assert_equal "$margin $exit_status" "$margin 4"
	done
	evaluate compare --baseline=a --scores=ab.csv --gate=noninferior:0.274
	assert_equal "$exit_status" 0
}

# R: power.t.test(delta = .05, sd = .0894427, sig.level = .05, power = .8, type = "paired", alternative = "one.sided"): n = 21.2
@test "an undecided gate says how many topics would show it, if there is a margin" {
	decides 0 'gate: undecided: by score c loses 0.0000 against a, at least -0.0736 and at most 0.0736 (95 % confidence), and 0.05 is allowed; 22 topics would show that it loses less, if the two are equally good' \
		--scores=ac.csv --gate=0.05
	decides 0 'gate: undecided: by score c loses 0.0000 against a, at least -0.0736 and at most 0.0736 (95 % confidence), and 0 is allowed' \
		--scores=ac.csv --gate
}

# R: bounds() as in tests/core/stats/topics/test_skewed_bound.c, and uniroot of bounds(b - (1 - r) a) for r
@test "a margin in % of the baseline's mean does not take that mean as known" {
	decides 3 'gate: fail: by score b loses 9.77 % against a, at least 2.23 % and at most 16.82 % (95 % confidence), and 2 % is allowed' \
		--scores=varied.csv --gate=2%
	decides 0 'gate: pass: by score b loses 9.77 % against a, at least 2.23 % and at most 16.82 % (95 % confidence), and 17 % is allowed' \
		--scores=varied.csv --gate=noninferior:17%
	"$STRAT_EVAL" compare --baseline=a --scores=varied.csv --gate=5% --format=csv >lines
	near "$(value gate_pct_loss_score lines)" 9.77272727272727 1e-10
	near "$(value gate_lo_pct_loss_score lines)" 2.22943714666573 1e-8
	near "$(value gate_hi_pct_loss_score lines)" 16.8152401435 1e-8
	assert_equal "$(value gate_pct_margin_score lines) $(value gate_score lines) $(value gate lines)" '5 undecided undecided'
	"$STRAT_EVAL" compare --baseline=a --scores=varied.csv --gate=0.05 --format=csv >lines
	near "$(value gate_lo_loss_score lines)" 0.0103489800111035 1e-10
	near "$(value gate_hi_loss_score lines)" 0.0971662401062051 1e-10
	# few topics with much skew, where the answer changes more than once: the bounds shown agree with the verdict
	"$STRAT_EVAL" compare -c --quiet-warnings --baseline=fused --gate=2% --format=csv -m map -m P.5 \
		"$ROOT"/qrels-samples/comparison/{qrels,fused.run,plain.run} >lines || true
	for measure in map P_5; do
		awk -v lo="$(value gate_lo_pct_loss_$measure lines)" -v hi="$(value gate_hi_pct_loss_$measure lines)" \
			'BEGIN { print (lo + 0 > 2 ? "fail" : hi + 0 < 2 ? "pass" : "undecided") }' >expected
		assert_equal "$measure $(value gate_$measure lines)" "$measure $(cat expected)"
	done
	printf '%s\n' topic,a,b 1,0,.1 2,0,.1 3,0,.2 4,0,.1 5,0,.3 >zero.csv
	refused 1 '--gate: 5 % of the mean score of a, which is not above 0: give the margin in units of the measure' \
		compare --baseline=a --scores=zero.csv --gate=5%
}

# R: bounds() with .05 and .025 for the two runs
@test "lower bounds are adjusted for runs times measures, upper ones are not" {
	awk -F, 'NR == 1 { print $0 ",c"; next } { print $0 "," $2 }' varied.csv >three.csv
	exit_status=0
	"$STRAT_EVAL" compare --baseline=a --scores=three.csv --gate --quiet-warnings --format=csv >lines || exit_status=$?
	assert_equal "$exit_status" 0
	near "$(awk -F, '$1 == "b" && $4 == "gate_lo_loss_score" { print $5 }' lines)" -0.000418828959583999 1e-10
	near "$(awk -F, '$1 == "b" && $4 == "gate_hi_loss_score" { print $5 }' lines)" 0.0971662401062051 1e-10
	awk -F, '$4 ~ /^gate_(lo|hi)_/ { print $4, $6, $7, $10 }' lines | sort -u >how
	assert_equal "$(cat how)" $'gate_hi_loss_score t-johnson 0.95 upper\ngate_lo_loss_score t-johnson 0.975 lower'
	# c has the scores of a
	assert_equal "$(awk -F, '$1 == "c" && $4 == "gate_score" { print $5 }' lines)" pass
	assert_equal "$(tail -1 lines | cut -d, -f1-5)" ',a,all,gate,undecided'
}

@test "the same scores pass, whatever the margin and up to 1e-9" {
	awk -F, 'NR == 1 { print; next } { printf "%s,%s,%.15f\n", $1, $2, $2 + (NR % 2 ? 1e-10 : -1e-10) }' varied.csv >same.csv
	for gate in --gate --gate=0.01 --gate=1% --gate=noninferior:1%; do
		evaluate compare --quiet-warnings --baseline=a --scores=same.csv $gate
		assert_equal "$gate $exit_status $(head -1 stdout | grep -o '^gate: pass: by score b loses [0.]*')" "$gate 0 gate: pass: by score b loses 0.00$([[ $gate == *% ]] || echo 00)"
	done
	# the same loss in each topic is that loss
	awk -F, 'NR == 1 { print; next } { print $1 "," $2 "," $2 - .1 }' varied.csv >shifted.csv
	decides 3 'gate: fail: by score b loses 0.1000 against a, at least 0.1000 and at most 0.1000 (95 % confidence), and 0.09 is allowed' --scores=shifted.csv --gate=0.09
	decides 0 'gate: pass: by score b loses 0.1000 against a, at least 0.1000 and at most 0.1000 (95 % confidence), and 0.11 is allowed' --scores=shifted.csv --gate=0.11
}

@test "of a measure of which less is better a loss is more" {
	decides 0 'gate: pass: by score b gains 0.2000 against a, a loss of at least -0.2736 and at most -0.1264 (95 % confidence), and 0 is allowed' \
		--lower-better --scores=ab.csv --gate
	sed 's/a,b/b,a/' ab.csv >ba.csv
	decides 3 'gate: fail: by score b loses 0.2000 against a, at least 0.1264 and at most 0.2736 (95 % confidence), and 0.12 is allowed' \
		--lower-better --scores=ba.csv --gate=0.12
}

# 11 of 12 topics lose .2 to .6, one gains up to .1: made up by a seed. The bound of such a loss lies at most
# 1.7959 + 3.4641 * 7.4504/(6 * 3.4641) = 3.04 standard errors below the mean (G1 of n = 12 is 12/sqrt(12) = 3.4641 at most).
@test "half of MAP lost on 12 topics fails, and so do twenty files in which 11 of 12 topics lose" {
	evaluate compare -c --quiet-warnings --baseline=fused --gate=0.05 -m map "$ROOT"/qrels-samples/comparison/{qrels,fused.run,plain.run}
	assert_equal "$exit_status" 3
	grep -q '^gate: fail: by map plain loses 0.4204 against fused, at least 0.2832' stdout
	local file
	for file in $(seq 20); do
		awk -v seed="$file" 'BEGIN {
			x = seed * 7919 % 104729; print "topic,a,b"
			for (t = 1; t <= 12; t++) {
				x = (x * 1103 + 12345) % 104729; u = x / 104729
				print t ",.9," (t == 1 + seed % 12 ? .9 + u / 10 : .7 - .4 * u)
			} }' >lost.csv
		evaluate compare --baseline=a --scores=lost.csv --gate=0.05
		assert_equal "$file $exit_status" "$file 3"
	done
}

# The estimated loss .2 is above the margin: more topics would show that more is lost
@test "topics are asked for only where they can show that less is lost" {
	evaluate compare --baseline=a --scores=ab.csv --gate=0.13 --format=csv
	grep -q '^b,a,all,gate_score,undecided' stdout
	refute grep -q gate_topics stdout
}

@test "every format has the verdict" {
	local said='y score b loses 0.2000 against a, at least 0.1264 and at most 0.2736 (95 % confidence), and 0.12 is allowed'
	for format in table markdown html latex; do
		evaluate compare --test=t --baseline=a --scores=ab.csv --gate=0.12 --format=$format
		assert_equal "$format $exit_status" "$format 3"
		begin='gate: fail: b'
		[[ $format == [tl]* ]] || begin=B # below a heading with the verdict
		tr '\n' ' ' <stdout | grep -qF "$begin$said" || fail "$format: $(cat stdout)"
	done
	evaluate compare --test=t --baseline=a --scores=ab.csv --gate=0.12 --format=markdown
	assert_equal "$(head -1 stdout)" '## Gate: fail'
	grep -qFx '| b | score | 6 | 0.2000 | 0.1264 | 0.2736 | 0.12 | fail | - |' stdout
	evaluate compare --test=t --baseline=a --scores=ab.csv --gate=0.12 --format=html
	grep -qF '<h2>Gate: fail</h2>' stdout
	evaluate compare --test=t --baseline=a --scores=ab.csv --gate=0.12 --format=trec
	assert_equal "$exit_status $(tail -1 stdout | tr -s ' \t' ' ')" '3 gate all fail'
	evaluate compare --test=t --baseline=a --scores=ab.csv --gate=0.12 --format=jsonl
	assert_equal "$exit_status $(tail -1 stdout)" '3 {"run_a":"","run_b":"a","topic":"all","measure":"gate","value":"fail"}'
}

# Nine topics; a has the relevant document first, b second or third: reciprocal rank 1, and 1/2 or 1/3.
@test "rankings and sets, of complete and of sampled judgments" {
	for t in 1 2 3 4 5 6 7 8 9; do echo "$t 0 r 1"; echo "$t 0 x1 0"; done >q
	ranked a 1 1 1 1 1 1 1 1 1 >a
	ranked b 2 2 3 2 3 2 2 3 2 >b
	evaluate compare --baseline=a --gate=10% -m recip_rank q a b
	assert_equal "$exit_status" 3
	evaluate compare --baseline=a --gate=10% -m recip_rank -m recall.5 q a b
	assert_equal "$exit_status" 3
	grep -q '^b *recall.5 .* pass' stdout
	for t in 1 2 3 4 5 6 7 8 9; do
		for d in 1 2 3 4; do echo "$t 0 d$d 1 0.5"; echo "$t 0 n$d 0 0.5"; done
	done >sampled
	for t in 1 2 3 4 5 6 7 8 9; do
		for d in 1 2 3 4; do echo "$t Q0 d$d $d $((9 - d)) full"; done
	done >full
	sed 's/full/half/' full | awk '$3 == "d1" || ($3 == "d2" && $1 > 1)' >half
	for run in a b full half; do awk '{ print $1, $3 }' $run >$run.set; done
	for kind in 'set q a b set_recall 1%' 'set sampled full half est_recall 0.01'; do
		# shellcheck disable=SC2086 # words
		set -- $kind
		local probs=''
		[ "$2" = q ] || probs='-R probs'
		# shellcheck disable=SC2086
		evaluate compare -T $1 $probs --quiet-warnings --baseline="$3.set" --gate="$6" -m $5 $2 $3.set $4.set
		assert_equal "$kind $exit_status" "$kind $([ "$2" = q ] && echo 0 || echo 3)"
	done
}

@test "the gate of sets from a sample is about these topics, in units of the measure" {
	{ echo topic,docno,rel,stratum,size
	for t in 1 2; do
		for d in 1 2 3 4; do echo "$t,a$d,1,a,4"; echo "$t,b$d,$((d == 1)),b,4"; done
	done; } >whole.csv
	for t in 1 2; do for d in 1 2 3 4; do echo "$t a$d"; done; done >o
	for t in 1 2; do for d in 1 2 3; do echo "$t a$d"; done; done >n
	# everything is judged: recall is 4/5 and 3/5, without an error, and so is the loss of 1/5
	evaluate compare -R csv -T set -m est_recall --baseline=o --gate=0.19 --format=csv whole.csv o n
	assert_equal "$exit_status" 3
	assert_equal "$(awk -F, '$4 ~ /^gate_(lo_|hi_)?loss/ { printf "%s %.6f;", $4, $5 }' stdout)" \
		'gate_loss_est_recall 0.200000;gate_lo_loss_est_recall 0.200000;gate_hi_loss_est_recall 0.200000;'
	evaluate compare -R csv -T set -m est_recall --baseline=o --gate=0.21 whole.csv o n
	assert_equal "$exit_status" 0
	refused_by compare 64 'the margin is in units of the measure: --gate=0.01' -R csv -T set -m est_recall --baseline=o --gate=1% whole.csv o n
}

@test "what cannot be compared is an error, and no pass" {
	for t in 1 2 3 4 5 6; do echo "$t 0 r 1"; echo "$t 0 x1 0"; done >q
	ranked a 1 1 1 1 1 1 >a
	ranked b 1 1 1 1 1 0 >b
	ranked few 1 1 1 1 >few
	seq 4 >four
	seq 5 >five
	sed 's/ Q0 / Q0 other-/' a | sed 's/a$/lost/' >lost
	sed 's/^/other-/; s/a$/gone/' a >gone
	for gate in --gate --gate=noninferior:0.1; do
		refused_by compare 1 '--gate: the judgments name none of the documents of lost: it cannot pass, and is not shown to be worse' \
			$gate --baseline=a q a lost
		# a baseline that does not fit is no better
		refused_by compare 1 'none of the documents of lost' $gate --baseline=lost --quiet-warnings q a lost
		refused_by compare 1 'gone: no topic of the run has judgments in q' $gate --baseline=a q a gone
		refused_by compare 1 'none of the documents of gone' -c $gate --baseline=a q a gone
		refused_by compare 1 '--gate: b has no value of map for topic 6, and a has one: -c counts topics that a run lacks as 0, and --topic=@FILE leaves others out' \
			$gate --baseline=a q a b
		refused_by compare 1 '--gate needs 5 topics or more: a and few have 4 in common (map)' $gate --baseline=a --topic=@four q a few
		evaluate compare $gate --baseline=a --topic=@five q a b
		assert_equal "$exit_status" 0
	done
	evaluate compare -c --gate=0.01 --baseline=a q a b
	grep -q '^gate: undecided' stdout
}

@test "a gate that cannot be combined with the other options is wrong usage" {
	refused_by compare 64 '--gate needs --baseline: the run that the others are compared with' --gate --scores=ab.csv
	refused_by compare 64 '--gate needs one run that the others are compared with: one --baseline=RUN' --gate --baseline=a --baseline=b --scores=ab.csv
	refused_by compare 64 '--gate cannot be combined with --counts: it is for comparisons over topics of runs and --scores' --gate --counts 1,2,3 2,1,3
	refused_by compare 64 '--gate needs a --level above 0.5' --gate --level=0.5 --baseline=a --scores=ab.csv
	for margin in x -1 101% noninferior noninferior: nan 5%%; do
		refused_by compare 64 "--gate=$margin: neither MARGIN nor noninferior:MARGIN" --gate=$margin --baseline=a --scores=ab.csv
	done
	refused_by compare 64 '--gate=noninferior:0: needs a margin above 0' --gate=noninferior:0 --baseline=a --scores=ab.csv
	printf '1 0 r 1\n' >q
	ranked a 1 >a
	ranked b 1 >b
	refused_by compare 64 '--gate: of two values of unj_5 neither is better' --gate --baseline=a -m unj.5 q a b
}

@test "a lost write is an error, whatever the gate decides" {
	[ -w /dev/full ] || skip 'skipped: no /dev/full'
	exit_status=0
	"$STRAT_EVAL" compare --gate --baseline=a --scores=ab.csv >/dev/full 2>stderr || exit_status=$?
	assert_equal "$exit_status" 2
}
