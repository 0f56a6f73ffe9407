#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval plan recall: how many documents must be judged to know recall. Also what all questions of
# strat_eval plan share: help, output formats, wrong usage.

load ../../../support/helper
load ../../../support/plan

# ---- the expected interval ----

# tests/support/expected.pl lists all samples, and tests/support/posterior.pl all yields of each. The default, whose ends are
# moved out to the bounds, is in tests/core/engine/bounds/test_planned_for.c.
@test "the expected interval of a small collection is that of an enumeration of all samples" {
	run recall -N 52 --retrieved=12 --yield=14 --recall=0.5714286 --size=8 --allocation=3:5 --ci=bb-spread --format=csv
	assert_success
	set -- $(perl "$ROOT/tests/support/expected.pl" half 12 8 3 40 6 5)
	near "$(echo "$output" | pick lower)" "$1" 2e-6
	near "$(echo "$output" | pick upper)" "$2" 2e-6
	near "$(echo "$output" | pick width)" "$3" 2e-6
	[ "$(echo "$output" | pick how)" = exact ]
	near "$(echo "$output" | pick error)" 0 0
}

# The same with one probability of the tail: at 90 % the lower end of the enumeration at .1. With one
# sample of each segment bb-bound, the default, has the ends of melded.
@test "an expected lower bound is that of an enumeration of all samples" {
	run recall -N 52 --retrieved=12 --yield=14 --precision=0.6666667 --size=8 --allocation=3:5 \
		--tail=lower --level=0.9 --format=csv
	assert_success
	set -- $(perl "$ROOT/tests/support/expected.pl" melded 12 8 3 40 6 5 0.1 1)
	near "$(echo "$output" | pick lower)" "$1" 2e-6
	[ -z "$(echo "$output" | pick upper)$(echo "$output" | pick width)" ]
	[ "$(echo "$output" | pick tail)" = lower ]
}

@test "an expected upper bound is that of an enumeration of all samples" {
	run recall -N 52 --retrieved=12 --yield=14 --precision=0.6666667 --size=8 --allocation=3:5 \
		--tail=upper --level=0.9 --format=csv
	assert_success
	set -- $(perl "$ROOT/tests/support/expected.pl" melded 12 8 3 40 6 5 0 0.9)
	near "$(echo "$output" | pick upper)" "$2" 2e-6
}

@test "intervals that are undefined are left out of the mean, and their share is shown" {
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --allocation=4:6 \
		--ci=normal --format=csv
	assert_success
	set -- $(perl "$ROOT/tests/support/expected.pl" normal 40 15 4 90 6 6)
	near "$(echo "$output" | pick width)" "$3" 2e-6
	# nothing found; R: choose(25,4)/choose(40,4) * choose(84,6)/choose(90,6)
	near "$(echo "$output" | pick undefined)" 0.090368 1e-6
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --ci=normal
	assert_line --partial undefined
}

# The mean over 4,000 samples that R or Python would draw is within four of their standard errors; test_planned_outcomes.c has
# the sum over all samples of designs like this one, and of others.
@test "the seed decides the samples of outcomes that are too many, and the number of jobs nothing" {
	set -- -N 50000000 --retrieved=5000000 --recall=0.5 --precision=0.5 --width=0.03 --assurance=0.8 --samples=100 --format=csv
	recall "$@" --jobs=1 >one
	recall "$@" --jobs=4 --seed=1 | cmp - one
	recall "$@" --seed=2 >two
	assert_equal "$(pick samples,seed <two)" 100,2
	refute cmp -s <(sed 's/,2,/,1,/g' two) <(sed 's/,2,/,1,/g' one)
	set -- -N 5000 --retrieved=500 --recall=0.5 --precision=0.5 --width=0.3
	cmp <(recall "$@" --jobs=1) <(recall "$@" --jobs=4)
}

# ---- what is guessed ----

@test "any two of prevalence, recall and precision give the same plan" {
	only_with_test_all
	recall -N 1000 --retrieved=200 --recall=0.8 --precision=0.4 --size=50 > want
	for guess in '--richness=0.1 --recall=0.8' '--richness=0.1 --precision=0.4' '--yield=100 --recall=0.8' \
		'--yield=100 --precision=0.4' '--yield=100 --recall=0.8 --precision=0.4'; do
		recall -N 1000 --retrieved=200 $guess --size=50 | cmp want -
	done
	recall --collection=1000 --richness=0.1 --recall=0.8 --precision=0.4 --size=50 | cmp want -
}

@test "contradictions say what contradicts what" {
	run recall -N 1000 --retrieved=200 --richness=0.1 --recall=0.8 --precision=0.5 --size=50
	assert_failure 64
	assert_output "strat_eval: contradiction: richness 0.1 of 1000 documents and recall 0.8 make 80 relevant documents retrieved, precision 0.5 of 200 retrieved documents makes 100; leave one of them out"
	run recall -N 1000 --retrieved=50 --richness=0.1 --recall=0.8 --size=50
	assert_failure 64
	assert_output --partial "80 relevant documents retrieved, of 50"
	run recall -N 1000 --retrieved=200 --richness=0.05 --precision=0.4 --size=50
	assert_failure 64
	assert_output --partial "precision 0.4 of 200 retrieved documents makes 80 relevant ones, prevalence 0.05 makes 50"
	run recall -N 1000 --retrieved=900 --recall=0.8 --precision=0.8 --size=50
	assert_failure 64
	assert_output --partial "180 relevant documents would not be retrieved, of 100"
	run recall -N 1000 --retrieved=1000 --recall=0.8 --precision=0.8 --size=50
	assert_failure 64
	assert_output --partial "nothing is left"
	run recall -N 1000 --retrieved=10 --yield=1001 --recall=0.8 --size=50
	assert_failure 64
	assert_output --partial "1001 relevant documents are more than the collection's 1000"
	run recall -N 1000 --retrieved=100 --recall=0.8 --size=50
	assert_failure 64
	assert_output --partial "two of richness (or yield), recall and precision are needed"
	run recall -N 1000 --richness=0.1 --recall=0.8 --size=50
	assert_failure 64
	assert_output --partial "number of retrieved documents is needed"
}

# ---- divisions and sizes ----

@test "the best division and the smallest sample are those of trying all" {
	only_with_test_all
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=30,60 --allocation=best --ci=laplace --format=csv
	assert_success
	for size in $(cases '30 60' 30); do
		set -- $(perl "$ROOT/tests/support/expected.pl" laplace 40 15 best 90 6 $size)
		near "$(echo "$output" | pick width size=$size)" "$3" 1e-6
		[ "$(echo "$output" | pick sampled_retrieved size=$size)" = "$1" ]
	done
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --width=0.6,0.5 --allocation=best --ci=laplace --format=csv
	assert_success
	set -- $(perl "$ROOT/tests/support/expected.pl" laplace 40 15 target:0.6 90 6 40)
	[ "$(echo "$output" | pick size target=0.6)" = $(($1 + $2)) ]
	near "$(echo "$output" | pick width target=0.6)" "$3" 1e-6
	[ -n "${TEST_ALL-}" ] || return 0
	set -- $(perl "$ROOT/tests/support/expected.pl" laplace 40 15 target:0.5 90 6 60)
	[ "$(echo "$output" | pick size target=0.5)" = $(($1 + $2)) ]
}

@test "divisions from 5:95 to 95:5, then the best one, which no other beats" {
	run recall -N 100000 --retrieved=5000 --recall=0.6 --precision=0.3 --size=1000 --ci=koopman --format=csv
	assert_success
	[ "$(echo "$output" | pick allocation | head -1)" = 5:95 ]
	[ "$(echo "$output" | pick allocation | tail -1)" = best ]
	[ "$(echo "$output" | pick allocation | wc -l)" = 20 ]
	echo "$output" | pick width | sort -n | head -1 | cmp - <(echo "$output" | pick width allocation=best)
	[ "$(echo "$output" | pick sampled_retrieved allocation=15:85)" = 150 ]
	[ "$(echo "$output" | pick sampled_unretrieved allocation=15:85)" = 850 ]
}

@test "a segment gives no more than it has, and no division twice" {
	run recall -N 10000 --retrieved=100 --recall=0.5 --precision=0.5 --size=1000 --ci=koopman --format=csv
	assert_success
	[ "$(echo "$output" | pick allocation | tr '\n' ' ')" = '5:95 10:90 best ' ]
	[ "$(echo "$output" | pick sampled_retrieved allocation=10:90)" = 100 ]
	run recall -N 10 --retrieved=4 --recall=0.5 --precision=0.5 --size=10 --ci=bb-half --format=csv
	assert_success
	near "$(echo "$output" | pick width allocation=best)" 0 0
}

@test "a width that nothing reaches is an error" {
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --width=0.001 --ci=koopman
	assert_failure 64
	assert_output --partial "a width of 0.001 is not reached with probability 0.8 by judging all 130 documents"
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --bound=0.72 --tail=lower
	assert_failure 64
	assert_output --partial "a lower bound of 0.72 is out of reach if the true value is 0.714286" # 15 of 21
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --bound=0.71 --tail=upper
	assert_failure 64
}

@test "a lower bound is reached with as few documents as the plan says" {
	run recall -N 100000 --retrieved=5000 --recall=0.8 --precision=0.3 --bound=0.7 --tail=lower --ci=koopman \
		--allocation=10:90,best --format=csv
	assert_success
	n=$(echo "$output" | pick expected_size allocation=10:90)
	[ "$(echo "$output" | pick expected_size allocation=best)" -le "$n" ]
	run recall -N 100000 --retrieved=5000 --recall=0.8 --precision=0.3 --size="$((n - 1)),$n" --tail=lower --ci=koopman \
		--allocation=10:90 --format=csv
	# printed with six digits
	rising "$(echo "$output" | pick lower size=$((n - 1)))" 0.7
	rising 0.6999985 "$(echo "$output" | pick lower size="$n")"
}

# ---- Webber 2013, section 4.3 ----

# "A 20%:80% sample allocation to the retrieved and unretrieved segments gives reasonably close to minimal
# interval width across the scenarios"; low recall with high precision is narrow, the reverse is wide and favours
# the unretrieved. Population 5,000,000, retrieved 500,000, sample 5,000 (Figure 14).
@test "Webber's Figure 14: a fifth from the retrieved is near the best at every effectiveness" {
	run recall -N 5000000 --retrieved=500000 --recall=0.2,0.5,0.8 --precision=0.2,0.5,0.8 --size=5000 --ci=koopman \
		--allocation=20:80,80:20,best --format=csv
	assert_success
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ width[$at["recall"], $at["precision"], $at["allocation"]] = $at["width"] }
		END {
			for (r = 2; r <= 8; r += 3) for (p = 2; p <= 8; p += 3) {
				key = "0." r SUBSEP "0." p SUBSEP
				fifth = width[key "20:80"]
				if (fifth > 0 && fifth < 1.11 * width[key "best"] && fifth < width[key "80:20"]) n++
			}
			low = "0.2" SUBSEP "0.8" SUBSEP; high = "0.8" SUBSEP "0.2" SUBSEP
			if (!(width[low "best"] < 0.02 && width[high "best"] > 0.13 && n == 9)) exit 1
		}'
}

# Figure 15: recall and precision .5; the normal method falls with 1/sqrt(n) and is "wider than 1.0 in some cases";
# the beta-binomial "agrees closely with the normal for high prevalence and large samples, but gives smaller intervals
# for low prevalence and small samples".
@test "Webber's Figure 15: normal intervals wider than 1, beta-binomial ones as wide where much is found" {
	run recall -N 5000000 --retrieved=5000,500000 --recall=0.5 --precision=0.5 --size=1000,4000 --ci=bb-half \
		--allocation=best --format=csv
	assert_success
	few=$(echo "$output" | grep ^5000000,5000,)
	many=$(echo "$output" | grep ^5000000,500000,)
	head=$(echo "$output" | head -1)
	few=$(printf '%s\n%s\n' "$head" "$few")
	many=$(printf '%s\n%s\n' "$head" "$many")
	rising 1.4 "$(echo "$few" | pick normal size=1000)"
	near "$(echo "$few" | pick normal size=4000)" \
		"$(echo "$few" | pick normal size=1000 | awk '{ print $1 / 2 }')" 0.01
	rising "$(echo "$few" | pick width size=1000)" 0.8
	near "$(echo "$many" | pick width size=4000)" "$(echo "$many" | pick normal size=4000)" 0.0005
}

# Every outcome of the null sample, 0 to 20 relevant documents of 950, by validate --produced=50:50:40 --null=9950:950:R, weighted
# with the hypergeometric probabilities of 60 relevant documents among 9950 (Python's math.comb; they add up to 1):
# .2486 and .6503, width .4017. With --ci=bb-spread .2601, .6261 and .3660.
@test "a production that is judged as a whole: the plan is for the exact interval that validate will print" {
	local design='-N 10000 --retrieved=50 --richness=.01 --recall=.4 --size=1000 --allocation=5:95 --format=csv' line
	line=$(recall $design | tail -n 1)
	[[ $line = *,hypergeometric,*,exact,* ]]
	near "$(recall $design | pick width)" 0.4017 0.00005
	near "$(recall $design | pick lower)" 0.2486 0.00005
	near "$(recall $design | pick upper)" 0.6503 0.00005
	near "$(recall $design --ci=bb-spread | pick width)" 0.3660 0.00005
}

# ---- output ----

@test "csv and jsonl carry what the numbers depend on" {
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --allocation=4:6 --seed=7 --format=csv
	assert_success
	assert_line --index 0 "collection,retrieved,relevant,prevalence,recall,precision,method,level,tail,target,size,allocation,sampled_retrieved,sampled_unretrieved,width,lower,upper,reached,error,undefined,normal,how,assurance,checked,samples,seed,assured_size,assured_retrieved,assured_unretrieved,assured_reached,expected_size"
	assert_line --index 1 --partial "130,40,21,0.161538,0.714286,0.375,bb-spread,0.95,both,,10,4:6,4,6,"
	assert_line --index 1 --partial ",exact,,,,,"
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --allocation=4:6 --format=jsonl
	assert_success
	echo "$output" | perl -MJSON::PP -e '
		my $x = decode_json(<STDIN>);
		$x->{collection} == 130 && $x->{method} eq "bb-spread" && $x->{how} eq "exact" && $x->{sampled_retrieved} == 4
			&& !defined $x->{target} && !defined $x->{samples} && abs($x->{upper} - $x->{lower} - $x->{width}) < 1e-5 or die'
}

@test "lists and series make a line for each combination, in order" {
	run recall -N 1000 --retrieved=100,200 --recall=0.5,0.75 --precision=0.3 --size=20:60:20 --allocation=1:1 --ci=koopman,laplace --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = $((2 * 2 * 2 * 3 + 1)) ]
	[ "$(echo "$output" | pick size | head -3 | tr '\n' ' ')" = '20 40 60 ' ]
	[ "$(echo "$output" | pick method | sed -n '4p')" = laplace ]
	[ "$(echo "$output" | pick recall | sed -n '7p')" = 0.75 ]
	[ "$(echo "$output" | pick retrieved | sed -n '13p')" = 200 ]
}

@test "a table has a heading for each truth" {
	run recall -N 1000 --retrieved=100 --recall=0.5,0.8 --precision=0.3 --size=20 --allocation=1:1 --ci=koopman
	assert_success
	assert_line "1000 documents, 100 retrieved, 60 relevant: prevalence 0.06, recall 0.5, precision 0.3"
	assert_line "1000 documents, 100 retrieved, 38 relevant: prevalence 0.038, recall 0.7895, precision 0.3"
	[ "$(echo "$output" | grep -c '^method')" = 2 ]
}

# ---- usage ----

@test "wrong options of plan recall exit with 64 and print nothing" {
	good='-N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=50 --ci=koopman'
	recall $good > table
	for wrong in '-N 0' '-N 1' '-N x' '-N 1e6' '--collection=-5' --retrieved=0 --retrieved= --retrieved=1.5 --retrieved=10,10 \
		--retrieved=1000 --richness=0 --richness=1 --richness=x '--richness=0.06 --yield=60' --yield=0 --yield=2.5 \
		--recall=0 --recall=1.1 --recall=-1 --recall=nan --recall=0.5,,0.6 --precision=0 --precision=2 --precision=inf \
		--size=1 --size=0 --size=1001 --size=50,x --size=50:40:10 --size=10:20:0 --size=10:20 --size=1:2:3:4 --width=0 \
		--width=1 --width=x --bound=0.4 '--bound=0.4 --width=0.4' '--tail=lower --width=0.4' '--tail=lower --bound=0' \
		--allocation= --allocation=5 --allocation=0:5 --allocation=1:x --allocation=1:1,1:1 --allocation=1:2:3 \
		--allocation=best,best --allocation=1:inf --ci= --ci=none --ci=ht-logit --level=0 --level=1 --level=95 --tail=left \
		--exact --samples=1 --samples=x '--samples=10 --seed=-1' --jobs=0 --format=trec \
		--nonsense file; do
		run --separate-stderr recall $good $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	run recall --retrieved=100 --recall=0.5 --precision=0.3 --size=50
	assert_failure 64
	assert_output --partial "-N is missing"
	run recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3
	assert_failure 64
	assert_output --partial "--size, --width, --half-width or --bound is missing"
}

@test "plan without a question, or with one that does not exist, exits with 64" {
	run "$STRAT_EVAL" plan
	assert_failure 64
	assert_output --partial "a question is missing: control, elusion, labels, map, pair, pilot, precision, recall, richness, strata, topics"
	run "$STRAT_EVAL" plan money
	assert_failure 64
	assert_output --partial "'money' is not one of the questions control, elusion, labels, map, pair, pilot, precision, recall, richness, strata, topics"
	run "$STRAT_EVAL" plan --size=5 recall
	assert_failure 64
}

@test "help goes to standard output; a full disk is an error" {
	run --separate-stderr "$STRAT_EVAL" plan --help
	assert_success
	assert_line --partial "  recall "
	assert_line --partial "  topics "
	for question in control elusion map pair pilot precision recall richness strata topics; do
		run --separate-stderr "$STRAT_EVAL" plan $question --help
		assert_success
		assert_output --partial "Usage: strat_eval plan $question [OPTION...]"
		[ -z "$stderr" ]
	done
	[ -e /dev/full ] || skip "no /dev/full"
	run sh -c '"$0" plan topics --topics=50 --effect=0.5 > /dev/full' "$STRAT_EVAL"
	assert_failure 2
}

@test "a file named like the command is reached with a path" {
	printf '1 0 d1 1\n' > plan
	printf '1 Q0 d1 1 1 x\n' > run
	run "$STRAT_EVAL" -m map ./plan run
	assert_success
	assert_output --partial 1.0000
}

# The search for 0.8 finds this sample and division (doc/planning.md), and its probability is the sum over all
# outcomes that test_assurance.c enumerates: the same is told of a size that is given.
@test "plan recall --size with --bound tells how often the sample reaches it" {
	run $STRAT_EVAL plan recall -N 200000 --retrieved=10000 --precision=0.6 --recall=0.75 --size=2682 --allocation=299:2383 \
		--tail=lower --bound=0.65 --format=csv
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
	reached=$(echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["reached"], $at["target"] }')
	[[ "$reached" == "0.8007"*" 0.65" ]]
	run $STRAT_EVAL plan recall -N 200000 --retrieved=10000 --precision=0.6 --recall=0.75 --size=2682 --tail=lower --bound=0.65,0.7 --width=0.1
	[ "$status" -eq 64 ]
	run $STRAT_EVAL plan recall -N 200000 --retrieved=10000 --precision=0.6 --recall=0.75 --size=2682 --allocation=299:2383 \
		--tail=lower --bound=0.65,0.7 --format=csv
	assert_equal "$(echo "$output" | pick target | tr '\n' ' ')" "0.65 0.7 "
}

@test "a sample of one document cannot have both sides" {
	refused 64 '--size=1: both sides are sampled: 2 or more' plan recall -N 1000 --retrieved=100 --richness=.1 --recall=.5 --size=1
}
