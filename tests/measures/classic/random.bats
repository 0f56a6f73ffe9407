#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Small random cases, compared with reference.pl, which computes every measure straight from its
# definition. Values are printed with 12 digits; they may differ by 1e-10 (1e-10 of the value above
# 1), as the two programs do not add up in the same order.

load ../../support/helper

TOLERANCE=1e-10
EVERY_GRADED="-m all_trec -m yaap -m dcg -m ideal_dcg -m ndcg_exp -m ndcg_exp_cut -m judged \
	-m recip_rank.3 -m ndcg.1=0.5,2=3 -m dcg.0=0.25,1=4,2=1 -m rbp.p=0.5,1=0.25 -m rbp_resid.p=0.5 \
	-m G.1=2.5 -m utility.1,-1,0.5,0.25 -m relstring.4 -m set_F.0.5 -m Rndcg.1=2,2=2 -m ndcg_rel.1=0.5"

# Evaluates one case with both programs.
agree() # FORMAT SEED ARGUMENT...
{
	local format=$1 seed=$2
	shift 2
	perl "$REFERENCE" -q --digits=12 -R "$format" "$@" qrels run >reference 2>/dev/null ||
		fail "seed $seed, $*: the reference fails"
	evaluate --quiet-warnings -q --digits=12 -R "$format" "$@" qrels run
	assert_equal "seed $seed, -R $format $*: $exit_status $(cat stderr)" \
		"seed $seed, -R $format $*: 0 "
	agrees_with reference $TOLERANCE >differences ||
		fail "seed $seed, -R $format $*: $(cat differences)"
	lines=$((lines + $(wc -l <reference)))
}

# Each case with a few of the option sets, in turn: a fifth of the cases, or with TEST_ALL all of them. At least
# LINES lines are compared for each case, so that nothing can pass by comparing nothing.
compare_cases() # LINES FORMAT FIRST-SEED LAST-SEED MEASURES OPTIONS...
{
	local least=$1 format=$2 first=$3 last=$4 measures=$5 seed k
	shift 5
	last=$(cases "$last" $((first + (last - first) / 5)))
	lines=0
	local -a sets=("$@")
	for ((seed = first; seed <= last; seed++)); do
		perl "$ROOT/tests/support/random_case.pl" "$seed" "$format"
		for k in 0 1; do
			# shellcheck disable=SC2086
			agree "$format" "$seed" $measures ${sets[(seed + k * 3) % ${#sets[@]}]}
		done
	done
	[ "$lines" -gt $((least * (last - first + 1))) ] || fail "only $lines lines were compared"
}

@test "every measure on graded judgments agrees with the reference on random cases, for all options" {
	# 96 lines of all_trec and 42 more for each topic
	compare_cases 1000 qrels 1 60 "$EVERY_GRADED" '' '-c' '-l2' '-l 0' '-l -1 -c' '-l3 -c' '-M2' '-M5 -J' \
		'-J' '-J -c -l2' '-N 1000' '-M0 -c' '-l5 -M10'
}

@test "z-scores agree with the reference on random cases" {
	compare_cases 500 qrels 101 120 '-m all_trec -m utility.1,-1,0,0 -Z zscores' '' '-c' '-l2'
}

@test "measures by judgment group agree with the reference on random cases" {
	compare_cases 133 qrels_jg 201 230 '-m qrels_jg -m P_avgjg.1,3' '' '-c' '-l2' '-l 0' '-M3' '-J' '-J -c -M4'
}

@test "preferences with sub-groups agree with the reference on random cases" {
	only_with_test_all
	compare_cases 100 prefs 301 340 '-m all_prefs' '' '-c' '-M3' '-c -M10' '-J'
}

@test "grades read as preferences agree with the reference on random cases" {
	only_with_test_all
	compare_cases 100 qrels_prefs 401 440 '-m all_prefs' '' '-c' '-M3' '-c -M10' '-J'
}

@test "the comparison sees a difference of 1e-9, another name, another order and a missing line" {
	printf 'map\t1\t0.123456789000\nP_5\t1\t0.2\n' >expected
	differs() { printf "$1" >stdout; run agrees_with expected $TOLERANCE; assert_failure; }
	differs 'map\t1\t0.123456790000\nP_5\t1\t0.2\n'
	differs 'mop\t1\t0.123456789000\nP_5\t1\t0.2\n'
	differs 'P_5\t1\t0.2\nmap\t1\t0.123456789000\n'
	differs 'map\t1\t0.123456789000\n'
	differs 'map\t1\tnan\nP_5\t1\t0.2\n'
	printf 'map\t1\t0.123456789001\nP_5\t1\t0.2\n' >stdout
	agrees_with expected $TOLERANCE
}
