#!/usr/bin/env bats
# strat_eval plan: what is asked before judgments are paid for.

bats_require_minimum_version 1.5.0
bats_load_library bats-support
bats_load_library bats-assert

setup() {
	cd "$BATS_TEST_TMPDIR"
	export LC_ALL=C
	root=$BATS_TEST_DIRNAME/../../../..
}

recall() {
	"$STRAT_EVAL" plan recall "$@"
}

topics() {
	"$STRAT_EVAL" plan topics "$@"
}

# Column $1 of the CSV on standard input, of the lines whose column $2 is $3 (all without it).
figure() {
	awk -F, -v column="$1" -v where="${2-}" -v is="${3-}" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		where == "" || $at[where] == is { print $at[column] }'
}

# Is $1 within $3 of $2?
near() {
	awk -v got="$1" -v want="$2" -v slack="$3" 'BEGIN {
		d = got - want
		if (got == "" || want == "" || d > slack || d < -slack) { print got " is not " want; exit 1 } }'
}

need_gnuplot() {
	command -v gnuplot >/dev/null || skip "skipped: gnuplot is not installed"
}

# ---- recall: the expected interval ----

# tests/support/expected.pl lists all samples, and tests/support/posterior.pl all yields of each.
@test "the expected interval of a small collection is that of an enumeration of all samples" {
	run recall -N 52 --retrieved=12 --yield=14 --recall=0.5714286 --size=8 --allocation=3:5 --format=csv
	assert_success
	set -- $(perl "$root/tests/support/expected.pl" half 12 8 3 40 6 5)
	near "$(echo "$output" | figure lower)" "$1" 2e-6
	near "$(echo "$output" | figure upper)" "$2" 2e-6
	near "$(echo "$output" | figure width)" "$3" 2e-6
	[ "$(echo "$output" | figure how)" = exact ]
	near "$(echo "$output" | figure error)" 0 0
}

# The same with one probability of the tail: at 90 % the lower end of the enumeration at .1.
@test "an expected lower bound is that of an enumeration of all samples" {
	run recall -N 52 --retrieved=12 --yield=14 --precision=0.6666667 --size=8 --allocation=3:5 \
		--tail=lower --level=0.9 --format=csv
	assert_success
	set -- $(perl "$root/tests/support/expected.pl" half 12 8 3 40 6 5 0.1 1)
	near "$(echo "$output" | figure lower)" "$1" 2e-6
	[ -z "$(echo "$output" | figure upper)$(echo "$output" | figure width)" ]
	[ "$(echo "$output" | figure tail)" = lower ]
}

@test "an expected upper bound is that of an enumeration of all samples" {
	run recall -N 52 --retrieved=12 --yield=14 --precision=0.6666667 --size=8 --allocation=3:5 \
		--tail=upper --level=0.9 --format=csv
	assert_success
	set -- $(perl "$root/tests/support/expected.pl" half 12 8 3 40 6 5 0 0.9)
	near "$(echo "$output" | figure upper)" "$2" 2e-6
}

@test "intervals that are undefined are left out of the mean, and their share is shown" {
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --allocation=4:6 \
		--ci=normal --format=csv
	assert_success
	set -- $(perl "$root/tests/support/expected.pl" normal 40 15 4 90 6 6)
	near "$(echo "$output" | figure width)" "$3" 2e-6
	# nothing found; R: choose(25,4)/choose(40,4) * choose(84,6)/choose(90,6)
	near "$(echo "$output" | figure undefined)" 0.090368 1e-6
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --ci=normal
	assert_line --partial undefined
}

@test "the sum over all samples, a few samples that stand for all, and drawn samples agree" {
	set -- -N 5000 --retrieved=500 --recall=0.5 --precision=0.5 --size=200 --allocation=20:80 --ci=koopman,bb-half
	run recall "$@" --exact --format=csv
	assert_success
	exact=$output
	run recall "$@" --format=csv
	rule=$output
	run recall "$@" --samples=4000 --format=csv
	drawn=$output
	[ "$(echo "$exact" | figure how method bb-half)" = exact ]
	[ "$(echo "$rule" | figure how method bb-half)" = rule ]
	[ "$(echo "$drawn" | figure how method bb-half)" = sampled ]
	[ "$(echo "$drawn" | figure samples method bb-half)" = 4000 ]
	for method in koopman bb-half; do
		near "$(echo "$rule" | figure width method $method)" "$(echo "$exact" | figure width method $method)" 2e-5
		near "$(echo "$drawn" | figure width method $method)" "$(echo "$exact" | figure width method $method)" \
			"$(awk -v e="$(echo "$drawn" | figure error method $method)" 'BEGIN { print 4 * e }')"
	done
}

@test "the seed decides the samples that are drawn, and the number of jobs nothing" {
	set -- -N 5000 --retrieved=500 --recall=0.5 --precision=0.5 --size=200 --ci=score --samples=500
	for jobs in 1 2 4; do
		recall "$@" --jobs=$jobs > "jobs.$jobs"
		recall -N 5000 --retrieved=500 --recall=0.5 --precision=0.5 --size=200 --width=0.3 --jobs=$jobs >> "jobs.$jobs"
	done
	cmp jobs.1 jobs.2
	cmp jobs.1 jobs.4
	recall "$@" --seed=1 | cmp - <(recall "$@")
	run cmp <(recall "$@" --seed=2) <(recall "$@")
	assert_failure
}

# ---- recall: what is guessed ----

@test "any two of prevalence, recall and precision give the same plan" {
	recall -N 1000 --retrieved=200 --recall=0.8 --precision=0.4 --size=50 > want
	for guess in '--prevalence=0.1 --recall=0.8' '--prevalence=0.1 --precision=0.4' '--yield=100 --recall=0.8' \
		'--yield=100 --precision=0.4' '--yield=100 --recall=0.8 --precision=0.4'; do
		recall -N 1000 --retrieved=200 $guess --size=50 | cmp want -
	done
	recall --collection=1000 --prevalence=0.1 --recall=0.8 --precision=0.4 --size=50 | cmp want -
}

@test "contradictions say what contradicts what" {
	run recall -N 1000 --retrieved=200 --prevalence=0.1 --recall=0.8 --precision=0.5 --size=50
	assert_failure 64
	assert_output "strat_eval: contradiction: prevalence 0.1 of 1000 documents and recall 0.8 make 80 relevant documents retrieved, precision 0.5 of 200 retrieved documents makes 100; leave one of them out"
	run recall -N 1000 --retrieved=50 --prevalence=0.1 --recall=0.8 --size=50
	assert_failure 64
	assert_output --partial "80 relevant documents retrieved, of 50"
	run recall -N 1000 --retrieved=200 --prevalence=0.05 --precision=0.4 --size=50
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
	assert_output --partial "two of prevalence (or yield), recall and precision are needed"
	run recall -N 1000 --prevalence=0.1 --recall=0.8 --size=50
	assert_failure 64
	assert_output --partial "number of retrieved documents is needed"
}

# ---- recall: divisions and sizes ----

@test "the best division and the smallest sample are those of trying all" {
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=30,60 --width=0.6,0.5 --allocation=best \
		--ci=laplace --exact --format=csv
	assert_success
	for size in 30 60; do
		set -- $(perl "$root/tests/support/expected.pl" laplace 40 15 best 90 6 $size)
		near "$(echo "$output" | figure width size $size)" "$3" 1e-6
		[ "$(echo "$output" | figure sampled_retrieved size $size)" = "$1" ]
	done
	set -- $(perl "$root/tests/support/expected.pl" laplace 40 15 target:0.6 90 6 40)
	[ "$(echo "$output" | figure size target 0.6)" = $(($1 + $2)) ]
	near "$(echo "$output" | figure width target 0.6)" "$3" 1e-6
	set -- $(perl "$root/tests/support/expected.pl" laplace 40 15 target:0.5 90 6 60)
	[ "$(echo "$output" | figure size target 0.5)" = $(($1 + $2)) ]
}

@test "divisions from 5:95 to 95:5, then the best one, which no other beats" {
	run recall -N 100000 --retrieved=5000 --recall=0.6 --precision=0.3 --size=1000 --ci=score --format=csv
	assert_success
	[ "$(echo "$output" | figure allocation | head -1)" = 5:95 ]
	[ "$(echo "$output" | figure allocation | tail -1)" = best ]
	[ "$(echo "$output" | figure allocation | wc -l)" = 20 ]
	echo "$output" | figure width | sort -n | head -1 | cmp - <(echo "$output" | figure width allocation best)
	[ "$(echo "$output" | figure sampled_retrieved allocation 15:85)" = 150 ]
	[ "$(echo "$output" | figure sampled_unretrieved allocation 15:85)" = 850 ]
}

@test "a segment gives no more than it has, and no division twice" {
	run recall -N 10000 --retrieved=100 --recall=0.5 --precision=0.5 --size=1000 --ci=score --format=csv
	assert_success
	[ "$(echo "$output" | figure allocation | tr '\n' ' ')" = '5:95 10:90 best ' ]
	[ "$(echo "$output" | figure sampled_retrieved allocation 10:90)" = 100 ]
	run recall -N 10 --retrieved=4 --recall=0.5 --precision=0.5 --size=10 --ci=bb-half --format=csv
	assert_success
	near "$(echo "$output" | figure width allocation best)" 0 0
}

@test "a width that nothing reaches is an error" {
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --width=0.001 --ci=koopman
	assert_failure 64
	assert_output --partial "an expected width of 0.001 is not reached by judging all 130 documents"
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --bound=0.72 --tail=lower
	assert_failure 64
	assert_output --partial "an expected lower bound of 0.72 is not reached"
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --bound=0.71 --tail=upper
	assert_failure 64
}

@test "a lower bound is reached with as few documents as the plan says" {
	run recall -N 100000 --retrieved=5000 --recall=0.8 --precision=0.3 --bound=0.7 --tail=lower --ci=score \
		--allocation=10:90,best --format=csv
	assert_success
	n=$(echo "$output" | figure size allocation 10:90)
	[ "$(echo "$output" | figure size allocation best)" -le "$n" ]
	run recall -N 100000 --retrieved=5000 --recall=0.8 --precision=0.3 --size="$((n - 1)),$n" --tail=lower --ci=score \
		--allocation=10:90 --format=csv
	awk -v less="$(echo "$output" | figure lower size $((n - 1)))" -v enough="$(echo "$output" | figure lower size "$n")" \
		'BEGIN { exit !(less < 0.7 && enough >= 0.7 - 1e-6) }'
}

# ---- Webber 2013, section 4.3 ----

# "A 20%:80% sample allocation to the retrieved and unretrieved segments gives reasonably close to minimal
# interval width across the scenarios"; low recall with high precision is narrow, the reverse is wide and favours
# the unretrieved. Population 5,000,000, retrieved 500,000, sample 5,000 (Figure 14).
@test "Webber's Figure 14: a fifth from the retrieved is near the best at every effectiveness" {
	run recall -N 5000000 --retrieved=500000 --recall=0.2,0.5,0.8 --precision=0.2,0.5,0.8 --size=5000 --ci=score \
		--allocation=20:80,80:20,best --format=csv
	assert_success
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ width[$at["recall"], $at["precision"], $at["allocation"]] = $at["width"] }
		END {
			for (r = 2; r <= 8; r += 3) for (p = 2; p <= 8; p += 3) {
				key = "0." r SUBSEP "0." p SUBSEP
				if (width[key "20:80"] > 1.11 * width[key "best"]) exit 1
				if (width[key "20:80"] > width[key "80:20"]) exit 1
				n++
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
	awk -v x="$(echo "$few" | figure normal size 1000)" 'BEGIN { exit !(x > 1.4) }'
	near "$(echo "$few" | figure normal size 4000)" \
		"$(echo "$few" | figure normal size 1000 | awk '{ print $1 / 2 }')" 0.01
	awk -v x="$(echo "$few" | figure width size 1000)" 'BEGIN { exit !(x < 0.8) }'
	near "$(echo "$many" | figure width size 4000)" "$(echo "$many" | figure normal size 4000)" 0.0005
}

# ---- topics ----

# Carterette & Smucker 2007, section 3.2: critical value 32, power .882 by the normal law; section 3.4.2: certainty .8
# makes h' = .24 of h = .4, and 139 topics of 50 (the paper cuts 138.9 off).
@test "the sign test example: critical value 32, power .882, h' = .24, n' = 139" {
	run topics --topics=50 --effect=0.4 --certainty=0.8 --format=csv
	assert_success
	[ "$(echo "$output" | figure critical_value)" = 32 ]
	near "$(echo "$output" | figure power_normal)" 0.882 0.0005
	near "$(echo "$output" | figure theta)" 0.7 1e-9
	near "$(echo "$output" | figure adjusted_effect)" 0.24 1e-9
	[ "$(echo "$output" | figure adjusted_topics)" = 139 ]
	# R: pbinom(31, 50, .7, lower.tail = FALSE)
	near "$(echo "$output" | figure power)" 0.859440 1e-6
}

# Table 2, predicted; four of the nine differ from the exact values by up to .004 (doc/methods.md).
# R: n <- 25; p <- .625; pbinom(qbinom(.95, n, .5), n, p, lower.tail = FALSE)
@test "the predicted powers of Table 2" {
	run topics --topics=25,50,100 --effect=0.25,0.35,0.5 --format=csv
	assert_success
	printed='0.222 0.408 0.727 0.478 0.753 0.971 0.795 0.971 1.000'
	exact='0.221756 0.404322 0.726506 0.475811 0.754401 0.971267 0.796396 0.970888 0.999853'
	i=0
	for power in $(echo "$output" | figure power); do
		i=$((i + 1))
		near "$power" "$(echo $printed | cut -d' ' -f$i)" 0.004
		near "$power" "$(echo $exact | cut -d' ' -f$i)" 1e-6
	done
	[ $i = 9 ]
}

# Section 3.2: "If we want 80% power and 95% accuracy, the effect size must be at least 0.35 ... For 95% power, the
# effect size would have to be 0.47"; for 60 % it is .268, not .25.
@test "effects that 50 topics detect, by the normal law and exactly" {
	run topics --topics=50 --power=0.6,0.8,0.95 --normal --format=csv
	assert_success
	near "$(echo "$output" | figure effect power_wanted 0.6)" 0.268 0.0005
	near "$(echo "$output" | figure effect power_wanted 0.8)" 0.35 0.005
	near "$(echo "$output" | figure effect power_wanted 0.95)" 0.47 0.005
	normal=$output
	run topics --topics=50 --power=0.6,0.8,0.95 --format=csv
	assert_success
	for power in 0.6 0.8 0.95; do
		near "$(echo "$output" | figure power power_wanted $power)" $power 1e-6
		[ "$(echo "$output" | figure effect power_wanted $power)" = \
			"$(echo "$normal" | figure effect_other power_wanted $power)" ]
		[ "$(echo "$normal" | figure effect power_wanted $power)" = \
			"$(echo "$output" | figure effect_other power_wanted $power)" ]
	done
}

# Section 5.1: "an effect size of 0.5 with 80% power ... about n = 25 topics": 24.7 by the normal law. Exactly, by trying
# all: 23 topics have the power first (.8037), 24, 25 and 27 do not, all from 28 on do.
# R: f <- function(n) pbinom(qbinom(.95, n, .5), n, .75, lower.tail = FALSE); sapply(20:60, f) >= .8
@test "topics for an effect of .5 with 80 % power" {
	run topics --effect=0.5 --power=0.8 --format=csv
	assert_success
	[ "$(echo "$output" | figure topics)" = 28 ]
	[ "$(echo "$output" | figure topics_first)" = 23 ]
	[ "$(echo "$output" | figure topics_other)" = 25 ]
	run topics --effect=0.5 --power=0.8 --normal --format=csv
	[ "$(echo "$output" | figure topics)" = 25 ]
	[ "$(echo "$output" | figure topics_other)" = 28 ]
}

# Section 5.1 with eq 6. R: C <- function(l) exp(4.79) * l^5.43 * (25/(2*l-1)^2)^.71. The paper prints C(1,25) as 1180,
# 914 for what is C(.9,25) = 916, C(.68,25) as 620, n' as 192; least at 5.43/(2*5.43 - 4*.71) = .67706 (eq 8).
@test "the cost of certainty: 1180 judgments at 1, least at .677 with 621, 193 topics at .68" {
	for gamma in 4.79,5.43,0.71 robust04; do
		run topics --topics=25 --effect=0.5 --gamma=$gamma --certainty=1,0.9,0.8,0.68,best --format=csv
		assert_success
		near "$(echo "$output" | figure cost certainty 1.000000)" 1182.519 0.001
		near "$(echo "$output" | figure cost certainty 0.900000)" 916.130 0.001
		near "$(echo "$output" | figure cost certainty 0.800000)" 727.130 0.001
		near "$(echo "$output" | figure cost certainty 0.680000)" 621.415 0.001
		[ "$(echo "$output" | figure adjusted_topics certainty 0.680000)" = 193 ]
		near "$(echo "$output" | figure certainty certainty_is cheapest)" 0.677057 1e-6
		near "$(echo "$output" | figure cost certainty_is cheapest)" 621.326 0.001
		[ "$(echo "$output" | figure judgments certainty_is cheapest)" = "$(echo "$output" | figure cost certainty_is cheapest)" ]
	done
	run topics --topics=25 --effect=0.5 --gamma=robust04
	assert_success
	assert_line --partial given
	assert_line --partial cheapest
}

# The minimum of eq 7 by trying lambda in steps of 1e-5: C_t = 20, n = 25.
@test "with topics that cost something the cheapest certainty is that of trying all" {
	run topics --topics=25 --effect=0.5 --gamma=robust04 --topic-cost=20 --judgment-cost=2 --certainty=best --format=csv
	assert_success
	set -- $(awk 'BEGIN { least = 1e99
		for (i = 50001; i <= 100000; i++) {
			l = i / 1e5; n = 25 / (2 * l - 1) ^ 2
			c = 20 * n + 2 * exp(4.79) * l ^ 5.43 * n ^ 0.71
			if (c < least) { least = c; at = l }
		}
		print at, least }')
	near "$(echo "$output" | figure certainty)" "$1" 2e-5
	near "$(echo "$output" | figure cost)" "$2" 0.01
	# topics that are there already are free
	run topics --topics=25 --effect=0.5 --gamma=robust04 --topic-cost=20 --free-topics=249 --certainty=best --format=csv
	near "$(echo "$output" | figure certainty)" 0.677057 1e-5
}

@test "a model whose cost falls for ever is an error" {
	run topics --topics=25 --effect=0.5 --gamma=4,5,-1
	assert_failure
	assert_output --partial "no certainty costs least"
}

@test "too few topics are an error that says so" {
	run topics --topics=3 --power=0.8
	assert_failure 64
	assert_output --partial "3 topics are too few"
	run topics --topics=3 --power=0.8 --normal
	assert_failure 64
	run topics --topics=3 --effect=0.9 --format=csv
	assert_success
	near "$(echo "$output" | figure power)" 0 0
	run topics --effect=0.00001 --power=0.8
	assert_failure
	assert_output --partial "too small"
}

# ---- pilot ----

pilot() {
	"$STRAT_EVAL" plan pilot "$@"
}

# Five topics of 12 to 16 documents, two runs that share most of them, about a third relevant; ranks and scores agree.
make_pilot() {
	perl -e 'my $x = 42; sub pick { $x = ($x * 1103515245 + 12345) % 2147483648; return int($x / 65536) % $_[0] }
		open Q, ">qrels"; open A, ">a.run"; open B, ">b.run";
		for my $t (1 .. 5) {
			my @d = map { "d$_" } 1 .. 18;
			for my $run (*A, *B) {
				my @order = @d;
				for my $i (reverse 1 .. $#order) { my $k = pick($i + 1); @order[$i, $k] = @order[$k, $i] }
				my $n = 10 + pick(4);
				printf $run "%d Q0 %s %d %d x\n", $t, $order[$_], $_ + 1, 100 - $_ for 0 .. $n - 1;
			}
			printf Q "%d 0 %s %d\n", $t, $_, pick(3) == 0 for @d;
		}'
}

# tests/support/pilot.pl writes the paper's sums out; all topics together are drawn in one way only.
@test "the judgments that a pilot study takes are those of the paper's sums written out" {
	make_pilot
	for probability in 0.5 0.3; do
		run pilot qrels a.run b.run --sizes=1,5 --reach=0.6,0.7,0.8,0.9,0.95,1 --resamples=3 --prob-rel=$probability --format=csv
		assert_success
		csv=$output
		set -- $(perl "$root/tests/support/pilot.pl" $probability qrels a.run b.run 0.6 0.7 0.8 0.9 0.95 1 | cut -d' ' -f2)
		[ $# = 6 ]
		got=$(echo "$csv" | figure judgments topics 5 | sed 's/\.000$//')
		[ "$(echo $got)" = "$*" ] || fail "$got is not $*"
		[ "$(echo "$csv" | figure reached topics 5 | sort -u)" = 3 ]
	done
}

# R: glm(judgments ~ log(certainty) + log(topics), family = poisson) on the observations, which are the means
# where every resample gives the same: two topics that are copies of one another.
@test "the model of a pilot study is the Poisson regression of R" {
	make_pilot
	for file in qrels a.run b.run; do
		grep '^1 ' $file > one.$file
		sed 's/^1 /2 /' one.$file >> one.$file
	done
	run pilot one.qrels one.a.run one.b.run --sizes=1,2,4 --reach=0.6,0.8,0.9 --resamples=2 --format=csv
	assert_success
	[ "$(echo "$output" | figure reached | sort -u)" = 2 ]
	csv=$output
	# normal equations of the fit: residuals are orthogonal to 1, log certainty and log topics
	echo "$csv" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ r = $at["judgments"] - $at["fitted"]; s += r; c += r * log($at["certainty"]); t += r * log($at["topics"]); n++ }
		END { if (n != 9 || s * s > 1e-4 || c * c > 1e-4 || t * t > 1e-4) { print s, c, t; exit 1 } }'
}

@test "a pilot study is followed by the plan that plan topics makes of its model" {
	make_pilot
	run pilot qrels a.run b.run --topics=25 --effect=0.5 --topic-cost=3 --sizes=1,2,5 --reach=0.6,0.7,0.8 --format=csv
	assert_success
	gamma=$(echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["gamma_0"] "," $at["gamma_1"] "," $at["gamma_2"]; exit }')
	pilot_cost=$(echo "$output" | figure cost certainty_is given)
	run topics --topics=25 --effect=0.5 --topic-cost=3 --gamma="$gamma" --certainty=1 --format=csv
	assert_success
	near "$(echo "$output" | figure cost)" "$pilot_cost" 0.01
	run pilot qrels a.run b.run --topics=25 --effect=0.5 --sizes=1,2,5 --reach=0.6,0.7,0.8
	assert_success
	assert_line --index 0 --partial "5 topics, 1 pair of runs"
	assert_line --index 1 --partial "judgments for n topics at certainty x: exp("
}

@test "a pilot study gives the same bytes with any number of jobs, others with another seed" {
	make_pilot
	tac a.run | awk '{ $5 = NR; print }' > c.run
	for jobs in 1 2 4; do
		pilot qrels a.run b.run c.run --resamples=5 --jobs=$jobs > "jobs.$jobs"
	done
	cmp jobs.1 jobs.2
	cmp jobs.1 jobs.4
	grep -q "3 pairs of runs" jobs.1
	run cmp jobs.1 <(pilot qrels a.run b.run c.run --resamples=5 --seed=2)
	assert_failure
}

@test "-M and --depth: rankings end where the pools do, unless they are told not to" {
	make_pilot
	head=$(awk '{ if (n[$1]++ < 4) print }' a.run)
	echo "$head" > short_a.run
	awk '{ if (n[$1]++ < 4) print }' b.run > short_b.run
	pilot qrels short_a.run short_b.run --resamples=4 > short
	pilot qrels a.run b.run --depth=4 --resamples=4 | cmp short -
	run cmp short <(pilot qrels a.run b.run --depth=4 -M 20 --resamples=4)
	assert_failure
}

@test "unjudged documents in the pools and topics that a run lacks are warned of" {
	make_pilot
	grep -v '^1 0 d[1-9] ' qrels > fewer
	run --separate-stderr pilot fewer a.run b.run --resamples=2
	assert_success
	[[ $stderr =~ documents\ in\ the\ pools\ were\ not\ judged ]]
	grep -v '^3 ' a.run > lacks.run
	run --separate-stderr pilot qrels lacks.run b.run --resamples=2
	assert_success
	[[ $stderr =~ "1 judged topic that not all runs have is left out" ]]
	assert_line --index 0 --partial "4 topics"
	run --separate-stderr pilot qrels lacks.run b.run --resamples=2 --quiet-warnings
	[ -z "$stderr" ]
}

@test "a pilot study that cannot be one is refused, with the file" {
	make_pilot
	grep '^1 ' a.run > one.run
	run pilot qrels one.run b.run
	assert_failure 1
	assert_output --partial "qrels: a pilot study needs two topics at least, and all runs have 1"
	run pilot qrels a.run missing.run
	assert_failure 2
	assert_output --partial missing.run
	{ cat a.run; head -1 a.run; } > twice.run
	run pilot qrels twice.run b.run
	assert_failure 1
	assert_output --partial twice.run
	# identical runs never become certain
	run pilot qrels a.run a.run
	assert_failure 1
	assert_output --partial "none of the certainties is ever reached"
	run pilot -R probs qrels a.run b.run
	assert_failure 64
	assert_output --partial "pools that were judged completely"
	run pilot -R prefs qrels a.run b.run
	assert_failure 64
}

@test "the fit of a pilot study is drawn beside what was observed" {
	need_gnuplot
	make_pilot
	pilot qrels a.run b.run --resamples=3 --plot=pilot.svg > table
	grep -q '</svg>' pilot.svg
	grep -q '5 topics' pilot.svg
}

@test "wrong options of plan pilot exit with 64 and print nothing" {
	make_pilot
	for wrong in '-l x' '-M 0' --depth=0 --prob-rel=0 --prob-rel=1 --reach=0.5 --reach=1.1 --reach= --sizes=0 --sizes=1.5 \
		--resamples=0 --seed=-1 --jobs=0 --topics=5 '--alpha=0.05' --normal --topic-cost=5 --certainty=0.9 --format=trec --gamma=1,2,3 \
		--nonsense '-R nonsense' '-T nonsense'; do
		run --separate-stderr pilot qrels a.run b.run $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for files in '' qrels 'qrels a.run' '- - b.run'; do
		run pilot $files
		assert_failure 64
	done
}

# ---- map ----

map() {
	"$STRAT_EVAL" plan map "$@"
}

# In R, for the figures of this section:
#     A <- c(.12,.55,.91,.30,.44,.20,.71,.05); B <- c(.20,.42,.57,.33,.10,.20,.60,.15)
#     hw <- function(n, sd, l = .95) qt(1 - (1 - l)/2, n - 1) * sd / sqrt(n)
#     sm <- function(sd, w, l = .95) { n <- 2; while (hw(n, sd, l) > w) n <- n + 1; n }
#     sl <- function(sd, n, c = .8) sd * sqrt((n - 1) / qchisq(1 - c, n - 1))
#     power.t.test(..., type = "paired")
make_matrix() {
	printf '%s\n' topic,A,B 1,.12,.20 2,.55,.42 3,.91,.57 4,.30,.33 5,.44,.10 6,.20,.20 7,.71,.60 8,.05,.15 > matrix.csv
}

# Figures $1... of the first line of the CSV on standard input, with spaces between.
figures() {
	csv=$(cat)
	for column; do
		printf '%s ' "$(echo "$csv" | figure "$column" | head -1)"
	done
}

@test "topics for a half-width are those of Student's interval in R" {
	make_matrix
	run map --matrix=matrix.csv --half-width=0.1 --pairs --format=csv
	assert_success
	[ "$(echo "$output" | figure run | tr '\n' ' ')" = "A B A " ]
	[ "$(echo "$output" | figure minus | tr '\n' ' ')" = "  B " ]
	[ "$(echo "$output" | figure pilot_topics | sort -u)" = 8 ]
	# R: mean(x), sd(x), sl(sd(x), 8), for x = A, B, A - B
	[ "$(echo "$output" | figure mean | tr '\n' ' ')" = "0.410000 0.321250 0.088750 " ]
	[ "$(echo "$output" | figure sd | tr '\n' ' ')" = "0.300095 0.191642 0.175046 " ]
	[ "$(echo "$output" | figure sd_safe | tr '\n' ' ')" = "0.406111 0.259344 0.236885 " ]
	# R: sm(sd(x), .1), sm(sl(sd(x), 8), .1), hw(sm(sd(x), .1), sd(x)), hw(sm(sd(x), .1), sl(sd(x), 8))
	[ "$(echo "$output" | figure topics | tr '\n' ' ')" = "38 17 15 " ]
	[ "$(echo "$output" | figure topics_safe | tr '\n' ' ')" = "66 29 25 " ]
	[ "$(echo "$output" | figure half_width | tr '\n' ' ')" = "0.098639 0.098533 0.096937 " ]
	[ "$(echo "$output" | figure half_width_safe | tr '\n' ' ')" = "0.133485 0.133343 0.131182 " ]
}

@test "half-widths for given topics are those of Student's interval in R" {
	make_matrix
	# R: hw(50, sd(x)), hw(50, sl(sd(x), 8)), for A, B, A - B
	run map --matrix=matrix.csv --topics=50 --pairs --format=csv
	assert_success
	[ "$(echo "$output" | figure half_width | tr '\n' ' ')" = "0.085286 0.054464 0.049747 " ]
	[ "$(echo "$output" | figure half_width_safe | tr '\n' ' ')" = "0.115415 0.073705 0.067322 " ]
	# without anything, what the pilot itself has: hw(8, sd(A)) is the interval of t.test(A)
	run map --matrix=matrix.csv --format=csv
	[ "$(echo "$output" | figures topics)" = "8 " ]
	near "$(echo "$output" | figures half_width)" 0.250886 1e-6
}

# R: sm(sd(A), .1, .9), sl(sd(A), 8, .95), sm(sl(sd(A), 8, .95), .1, .9)
@test "--level and --safety" {
	make_matrix
	run map --matrix=matrix.csv --half-width=0.1 --level=0.9 --safety=0.95 --format=csv
	assert_success
	[ "$(echo "$output" | figures topics sd_safe topics_safe level safety scope)" = "27 0.539316 81 0.9 0.95 random " ]
}

@test "a list makes a line for each value, and halving the width takes four times the topics" {
	make_matrix
	run map --matrix=matrix.csv --half-width=0.04,0.02,0.01 --format=csv
	assert_success
	set -- $(echo "$output" | figure topics run A)
	[ $# = 3 ]
	awk -v a=$1 -v b=$2 -v c=$3 'BEGIN { exit !(b / a > 3.95 && b / a <= 4 && c / b > 3.98 && c / b <= 4) }'
}

# R: power.t.test(delta = .05, sd = sd(A - B), power = .8, type = "paired")$n = 98.1, with sl(sd(A - B), 8) 178.1;
# at power .9 and sig.level .01 185.7
@test "topics for a paired t test are those of R's power.t.test" {
	make_matrix
	run map --matrix=matrix.csv --difference=0.05 --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = 2 ]
	[ "$(echo "$output" | figures run minus topics topics_safe power_wanted alpha)" = "A B 99 179 0.8 0.05 " ]
	run map --matrix=matrix.csv --difference=0.05 --power=0.9 --alpha=0.01 --format=csv
	[ "$(echo "$output" | figures topics power_wanted alpha)" = "186 0.9 0.01 " ]
}

# R: power.t.test(50, .05, sd(A - B), type = "paired")$power, and with sl(sd(A - B), 8)
@test "the power of given topics, and the difference that they find, are those of R's power.t.test" {
	make_matrix
	run map --matrix=matrix.csv --difference=0.05 --topics=50 --format=csv
	assert_success
	[ "$(echo "$output" | figures topics power power_safe)" = "50 0.508039 0.309715 " ]
	# R: power.t.test(n = 50, sd = sd(A - B), power = .9, type = "paired", tol = 1e-10)$delta
	run map --matrix=matrix.csv --power=0.9 --topics=50 --format=csv
	assert_success
	[ "$(echo "$output" | figures difference difference_safe power)" = "0.081865 0.110786 0.900000 " ]
}

@test "intervals and a test can be asked for together" {
	make_matrix
	run map --matrix=matrix.csv --half-width=0.1 --difference=0.05 --format=csv
	assert_success
	[ "$(echo "$output" | figure topics | tr '\n' ' ')" = "38 17 15 99 " ]
}

@test "--baseline plans for differences from one run" {
	make_matrix
	sed 's/$/,.3/; 1s/,.3/,C/; 4s/.3$/.8/' matrix.csv > three.csv
	run map --matrix=three.csv --difference=0.05 --baseline=B --format=csv
	assert_success
	[ "$(echo "$output" | figure run | tr '\n' ' ')" = "A C " ]
	[ "$(echo "$output" | figure minus | tr '\n' ' ')" = "B B " ]
	[ "$(echo "$output" | figure topics run A)" = 99 ]
	run map --matrix=three.csv --difference=0.05 --format=csv
	[ "$(echo "$output" | figure run | tr '\n' ' ')" = "A A B " ]
	run map --matrix=three.csv --baseline=D
	assert_failure 64
	assert_output "strat_eval: --baseline=D: none of the runs has this name"
}

# R: mean and sd of A[-3], and of (A - B)[-3]
@test "topics without a score are left out, in pairs where either lacks it" {
	make_matrix
	sed 's/^3,.91/3,/' matrix.csv > holes.csv
	run map --matrix=holes.csv --pairs --format=csv
	assert_success
	[ "$(echo "$output" | figure pilot_topics | tr '\n' ' ')" = "7 8 7 " ]
	[ "$(echo "$output" | figure mean | tr '\n' ' ')" = "0.338571 0.321250 0.052857 " ]
	[ "$(echo "$output" | figure sd | tr '\n' ' ')" = "0.239682 0.191642 0.154025 " ]
}

@test "judgments and runs, score files and a matrix give the same plan" {
	make_pilot
	for run in a b; do
		sed "s/ x$/ $run/" $run.run > named_$run.run
		"$STRAT_EVAL" -q -m map -m runid --digits=15 qrels named_$run.run > $run.eval
	done
	map qrels named_a.run named_b.run --half-width=0.05 --pairs --format=csv > want
	map --scores a.eval b.eval --half-width=0.05 --pairs --format=csv | cmp want -
	{ echo topic,a,b; awk '$1 == "map" && $2 != "all" { if (FNR == NR) a[$2] = $3; else print $2 "," a[$2] "," $3 }' a.eval b.eval; } > m.csv
	map --matrix=m.csv --half-width=0.05 --pairs --format=csv | sed 's/^score,/map,/' | cmp want -
	# runs of the same name are told apart by their files
	run map qrels a.run b.run --format=csv
	[ "$(echo "$output" | figure run | tr '\n' ' ')" = "a.run b.run " ]
}

@test "-m plans for another measure, and the options of an evaluation count" {
	make_pilot
	for options in '-m P.5' '-m P.5 -M 3' '-m P.5 -J' '-m recip_rank -l 1' '-m ndcg -c'; do
		want=$("$STRAT_EVAL" $options qrels a.run | awk '$2 == "all" { print $3 }')
		run map qrels a.run $options --format=csv
		assert_success
		near "$(echo "$output" | figures mean)" "$want" 0.00005
	done
	[ "$(echo "$output" | figures measure)" = "ndcg " ]
}

@test "scores that are all equal are warned of, and have no plan" {
	printf '%s\n' topic,A,B,C 1,.1,.2,.3 2,.2,.3,.1 3,.7,.8,.2 > same.csv
	run --separate-stderr map --matrix=same.csv --half-width=0.1 --difference=0.05 --format=csv
	assert_success
	[ "$stderr" = "strat_eval: warning: 1 of 6 have the same score in all topics, which tells nothing about others" ]
	[ "$(echo "$output" | figure topics minus B)" = "$(printf '\n\n')" ]
	[ "$(echo "$output" | figure half_width minus B)" = "$(printf '\n\n')" ]
	run --separate-stderr map --matrix=same.csv --pairs --topics=9 --quiet-warnings
	[ -z "$stderr" ]
	assert_line --regexp '^A +B +3 +-0\.1000 +0\.0000 +- +9 +- +-$'
}

@test "plan map refuses what has nothing to plan with, and says what is missing" {
	make_pilot
	make_matrix
	grep '^1 ' a.run > one.run
	run map qrels one.run --quiet-warnings
	assert_failure 1
	assert_output "strat_eval: a plan needs two topics with a score at least, and none of the runs has as many (map)"
	printf '%s\n' topic,A,B 1,.1, 2,.5, 3,,.3 4,,.2 > apart.csv
	run map --matrix=apart.csv --difference=0.1
	assert_failure 1
	assert_output "strat_eval: a plan needs two topics with a score at least, and none of the runs that are compared has as many (score)"
	run map --matrix=apart.csv --pairs
	assert_success
	assert_line "strat_eval: warning: 1 of 3 have fewer than two topics, which tell nothing about others"
	assert_line --regexp '^A +B +0 +- +- +- +- +- +-$'
	run map --matrix=missing.csv
	assert_failure 2
	assert_output --partial missing.csv
	run map --scores missing.eval
	assert_failure 2
	run map qrels missing.run
	assert_failure 2
	sed 's/.44/abc/' matrix.csv > wrong.csv
	run map --matrix=wrong.csv
	assert_failure 1
	assert_output --partial "wrong.csv:6"
	run map --matrix=matrix.csv --half-width=1e-9
	assert_failure 64
	assert_output --partial "--half-width=1e-09: more than 1000000000 topics would be needed"
	run map --matrix=matrix.csv --difference=1e-9
	assert_failure 64
	assert_output --partial "--difference=1e-09: more than 1000000000 topics would be needed"
	run map qrels a.run --pairs
	assert_failure 64
	assert_output --partial "two runs or more"
}

@test "wrong options of plan map exit with 64 and print nothing" {
	make_pilot
	make_matrix
	for wrong in --half-width=0 --half-width=-1 --half-width=inf --half-width= --half-width=x --half-width=0.1,0.1 --topics=1 --topics=2.5 \
		--judgments=0 --judgments=x --level=0 --level=1 --level=2 --safety=0 --safety=1 --alpha=0 --alpha=1 --alpha=0.05 --difference=0 \
		--difference=-0.1 --power=0.8 '--power=0 --topics=9' '--power=1 --topics=9' '--difference=0.1 --power=0.8 --topics=9' \
		'--half-width=0.1 --topics=9' '--half-width=0.1 --topics=9 --judgments=3' --judgments=10 --these-topics '--these-topics --safety=0.7' \
		'--these-topics --half-width=0.1 --topic-cost=3' --topic-cost=-1 --topic-cost=1,2 --topic-cost=5 --judgment-cost=x --judgment-cost=0 \
		--free-topics=-1 --format=trec --nonsense --plot=curve.pdf --pairs=yes; do
		run --separate-stderr map --matrix=matrix.csv $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for wrong in '-R nonsense' '-T nonsense' '-m nonsense' '-m P' '-m all_trec' '-m num_rel' '-m runid' '-m map -m P.5' '-l x' '-M x' '-N x' \
		--jobs=0 --pool=a.run --strata=x.csv --partial '-T set' '-m statAP'; do
		run --separate-stderr map qrels a.run $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for wrong in '' qrels '- -' --scores '--scores - -' '--scores --matrix=matrix.csv' '--matrix=matrix.csv --matrix=matrix.csv' \
		'--matrix=matrix.csv a.run' '--matrix=matrix.csv -m map' '--matrix=matrix.csv -c' '--matrix=matrix.csv -R qrels' \
		'--matrix=matrix.csv -l 2' '--matrix=matrix.csv -M 9' '--matrix=matrix.csv -N 9' '--matrix=matrix.csv --plugin=x.so'; do
		run --separate-stderr map $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
}

# Twelve topics of 60 documents, about a third relevant, and two runs of 40 that find them from badly to well; of each
# topic 24 documents judged, drawn by Stevens' design.
make_sampled_pilot() {
	perl -e 'my $x = 7; sub pick { $x = ($x * 1103515245 + 12345) % 2147483648; return int($x / 65536) % $_[0] }
		open Q, ">qrels"; open A, ">a.run"; open B, ">b.run";
		for my $t (1 .. 12) {
			my @relevant = map { pick(3) == 0 } 0 .. 59;
			for my $run (["a", *A], ["b", *B]) {
				my @score = map { pick(1000) + $relevant[$_] * ($t - 4) * 120 + $_ / 1000 } 0 .. 59;
				my @order = sort { $score[$b] <=> $score[$a] } 0 .. 59;
				printf { $run->[1] } "%d Q0 d%d %d %d %s\n", $t, $order[$_], $_ + 1, 100 - $_, $run->[0] for 0 .. 39;
			}
			printf Q "%d 0 d%d %d\n", $t, $_, $relevant[$_] for 0 .. 59;
		}'
	"$STRAT_EVAL" sample --size=24 --judged=qrels a.run b.run > sample.csv
}

# Half of the interval that the evaluation of a.run prints.
half_width() {
	"$STRAT_EVAL" -R csv --ci --digits=9 "$@" sample.csv a.run |
		awk '/^ci_lo_/ { low = $3 } /^ci_hi_/ { printf "%.9f\n", ($3 - low) / 2 }'
}

@test "for the pilot's own topics and judgments, half-widths are those that the evaluation prints" {
	make_sampled_pilot
	for measure in statAP statAP_bc statP.5 statRprec; do
		run map -R csv -m $measure sample.csv a.run --format=csv
		assert_success
		[ "$(echo "$output" | figures topics judgments scope)" = "12 24 random " ]
		near "$(echo "$output" | figures half_width)" "$(half_width -m $measure --topics=random)" 2e-6
		near "$(echo "$output" | figures half_width_these)" "$(half_width -m $measure)" 2e-6
		run map -R csv -m $measure sample.csv a.run --these-topics --format=csv
		near "$(echo "$output" | figures half_width)" "$(half_width -m $measure)" 2e-6
		[ "$(echo "$output" | figures scope)" = "these " ]
	done
	# statAP is what sampled judgments are evaluated by
	map -R csv sample.csv a.run --format=csv | cmp - <(map -R csv -m statAP sample.csv a.run --format=csv)
}

# R: qt(.975, c(11, 29)) = 2.200985, 2.04523; qnorm(.975) = 1.959964
@test "half-widths of other topics and judgments follow from the variance between and within topics" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --topics=12,30 --judgments=6,12,48 --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = 7 ]
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		function off(x, y) { return x - y > 3e-6 || y - x > 3e-6 }
		{ n = $at["topics"]; m = $at["judgments"]; share = $at["pilot_judgments"] / m
		  between = $at["sd_between"] ^ 2; within = $at["se_within"] ^ 2; bias = ($at["bias"] * share) ^ 2
		  if (off(between + within, $at["sd"] ^ 2)) { print "parts do not add up"; exit 1 }
		  t = n == 12 ? 2.200985 : 2.04523
		  if (off($at["half_width"], t * sqrt((between + within * share) / n + bias))) { print "half-width " $0; exit 1 }
		  safe = ($at["sd_safe"] / $at["sd"]) ^ 2
		  if (off($at["half_width_safe"], t * sqrt(safe * (between + within * share) / n + bias))) { print "safe " $0; exit 1 }
		  seen++ }
		END { exit seen != 6 }'
}

@test "the smallest numbers of topics and of judgments are those before which the half-width is missed" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --half-width=0.1,0.08 --judgments=20,80 --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = 5 ]
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["half_width_wanted"], $at["topics"], $at["judgments"] }' > found
	while read -r wanted topics judgments; do
		before=$(map -R csv sample.csv a.run --topics=$((topics - 1)),$topics --judgments=$judgments --format=csv | figure half_width | tr '\n' ' ')
		awk -v w=$wanted -v x="$before" 'BEGIN { split(x, h, " "); exit !(h[1] > w && h[2] <= w) }'
	done < found
	run map -R csv sample.csv a.run --half-width=0.1,0.09 --topics=40,80 --format=csv
	assert_success
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["judgments"] > 1 { print $at["half_width_wanted"], $at["topics"], $at["judgments"] }' > found
	[ "$(wc -l < found)" -ge 2 ]
	while read -r wanted topics judgments; do
		before=$(map -R csv sample.csv a.run --topics=$topics --judgments=$((judgments - 1)),$judgments --format=csv | figure half_width | tr '\n' ' ')
		awk -v w=$wanted -v x="$before" 'BEGIN { split(x, h, " "); exit !(h[1] > w && h[2] <= w) }'
	done < found
}

@test "where no number of judgments is enough there is a dash" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --half-width=0.01 --topics=5
	assert_success
	assert_line --regexp '^run .* wanted topics judgments half-width$'
	assert_line --regexp ' 0\.01 +5 +- +-$'
	# a bias that is too large for any number of topics
	run map -R csv sample.csv a.run --half-width=0.01 --judgments=5
	assert_success
	assert_line --regexp ' 0\.01 +- +5 +-$'
}

@test "the cheapest study costs least of all, with costs and without costs of topics" {
	make_sampled_pilot
	for costs in '--topic-cost=30' '--topic-cost=7 --judgment-cost=2.5' '--topic-cost=100 --free-topics=20' '--judgment-cost=3'; do
		best=$(map -R csv sample.csv a.run --half-width=0.05 --judgments=1:250:1 $costs --format=csv |
			awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
				$at["cost"] != "" && (cost == "" || $at["cost"] < cost) { cost = $at["cost"]; line = $at["topics"] " " $at["judgments"] " " $at["cost"] }
				END { print line " yes " }')
		run map -R csv sample.csv a.run --half-width=0.05 $costs --format=csv
		assert_success
		[ "$(echo "$output" | figures topics judgments cost cheapest)" = "$best" ] || fail "$costs: $output is not $best"
	done
}

@test "for these topics only judgments count, and as many topics as there are" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --these-topics --half-width=0.04 --topics=12 --format=csv
	assert_success
	near "$(echo "$output" | figures half_width)" 0.04 0.001
	[ -z "$(echo "$output" | figure half_width_safe)$(echo "$output" | figure sd_safe)" ]
	m=$(echo "$output" | figure judgments)
	map -R csv sample.csv a.run --these-topics --judgments=$m,$((m - 1)) --format=csv | figure half_width |
		awk 'NR == 1 && $1 > 0.04 || NR == 2 && $1 <= 0.04 { exit 1 }'
}

@test "a difference of runs on sampled judgments is planned with the judgments of the pilot" {
	make_sampled_pilot
	run map -R csv sample.csv a.run b.run --pairs --half-width=0.05 --format=csv
	assert_success
	sd=$(join <("$STRAT_EVAL" -R csv -q -n -m statAP --digits=12 sample.csv a.run | awk '{ print $2, $3 }' | sort) \
		<("$STRAT_EVAL" -R csv -q -n -m statAP --digits=12 sample.csv b.run | awk '{ print $2, $3 }' | sort) |
		awk '{ d = $2 - $3; n++; s += d; q += d * d } END { printf "%.6f\n", sqrt((q - s * s / n) / (n - 1)) }')
	[ "$(echo "$output" | figure sd minus b)" = "$sd" ]
	[ -z "$(echo "$output" | figure judgments minus b)$(echo "$output" | figure se_within minus b)" ]
	for wrong in --judgments=10 --these-topics --topic-cost=5 '--topics=9 --half-width=0.1'; do
		run map -R csv sample.csv a.run b.run --pairs $wrong
		assert_failure 64
	done
}

@test "judgments that are complete have no number to choose" {
	make_sampled_pilot
	sed '2,$s/,[^,]*,[^,]*,[^,]*,[^,]*$/,1,pool,24,/' sample.csv > complete.csv
	run map -R csv complete.csv a.run --format=csv --quiet-warnings
	assert_success
	[ "$(echo "$output" | figure topics)" = 12 ]
	[ -z "$(echo "$output" | figure judgments)" ]
	for wrong in --judgments=10 --these-topics --topic-cost=5 '--topics=9 --half-width=0.1'; do
		run --separate-stderr map -R csv complete.csv a.run --quiet-warnings $wrong
		assert_failure 64
		[ -z "$output" ]
	done
	[[ $stderr =~ "leave nothing to be found: the statAP of a does not depend on how much is judged" ]]
	for wrong in '-M 10' -J '-m se_statAP' '-m ci_lo_statAP' '-m statP.5,10' --strata=sizes.csv; do
		run map -R csv sample.csv a.run $wrong
		assert_failure 64
	done
}

@test "plan map draws what is asked for several values of" {
	need_gnuplot
	make_matrix
	map --matrix=matrix.csv --topics=10:100:10 --plot=width.svg > table
	grep -q '</svg>' width.svg
	grep -q half-width width.svg
	map --matrix=matrix.csv --half-width=0.02:0.1:0.02 --pairs --plot=topics.svg > table
	grep -q 'A - B' topics.svg
	map --matrix=matrix.csv --topics=10:100:10 --difference=0.05 --plot=power.svg > table
	grep -q power power.svg
	run map --matrix=matrix.csv --topics=10 --plot=none.svg
	assert_failure 64
	assert_output --partial "nothing to draw a curve of"
	[ ! -e none.svg ]
	# curves of what no number reaches are left out
	make_sampled_pilot
	map -R csv sample.csv a.run --half-width=0.05:0.15:0.05 --topics=20,200 --plot=judgments.svg > table
	grep -q '200 topics' judgments.svg
	run ! grep -q ' 20 topics' judgments.svg
	run map -R csv sample.csv a.run --half-width=0.01,0.02 --topics=5 --plot=none.svg
	assert_failure 64
	assert_output --partial "no number is enough"
	[ ! -e none.svg ]
}

# ---- output ----

@test "csv and jsonl carry what the numbers depend on" {
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --allocation=4:6 --samples=9 --seed=7 --format=csv
	assert_success
	assert_line --index 0 "collection,retrieved,relevant,prevalence,recall,precision,method,level,tail,target,size,allocation,sampled_retrieved,sampled_unretrieved,width,lower,upper,error,undefined,normal,how,samples,seed"
	assert_line --index 1 --partial "130,40,21,0.161538,0.714286,0.375,bb-shared,0.95,both,,10,4:6,4,6,"
	assert_line --index 1 --partial ",sampled,9,7"
	run recall -N 130 --retrieved=40 --yield=21 --precision=0.375 --size=10 --allocation=4:6 --format=jsonl
	assert_success
	echo "$output" | perl -MJSON::PP -e '
		my $x = decode_json(<STDIN>);
		$x->{collection} == 130 && $x->{method} eq "bb-shared" && $x->{how} eq "exact" && $x->{sampled_retrieved} == 4
			&& !defined $x->{target} && !defined $x->{samples} && $x->{upper} - $x->{lower} - $x->{width} < 1e-5 or die'
	run topics --topics=25 --effect=0.5 --format=jsonl
	assert_success
	echo "$output" | perl -MJSON::PP -e '
		my $x = decode_json(<STDIN>);
		$x->{topics} == 25 && $x->{critical_value} == 18 && !defined $x->{certainty} && !defined $x->{cost} or die'
}

@test "lists and series make a line for each combination, in order" {
	run recall -N 1000 --retrieved=100,200 --recall=0.5,0.75 --precision=0.3 --size=20:60:20 --allocation=1:1 --ci=score,laplace --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = $((2 * 2 * 2 * 3 + 1)) ]
	[ "$(echo "$output" | figure size | head -3 | tr '\n' ' ')" = '20 40 60 ' ]
	[ "$(echo "$output" | figure method | sed -n '4p')" = laplace ]
	[ "$(echo "$output" | figure recall | sed -n '7p')" = 0.75 ]
	[ "$(echo "$output" | figure retrieved | sed -n '13p')" = 200 ]
	run topics --topics=25 --effect=0.1:0.5:0.1 --format=csv
	[ "$(echo "$output" | figure effect | tail -1)" = 0.500000 ]
	[ "$(echo "$output" | figure effect | wc -l)" = 5 ]
}

@test "a table has a heading for each truth" {
	run recall -N 1000 --retrieved=100 --recall=0.5,0.8 --precision=0.3 --size=20 --allocation=1:1 --ci=score
	assert_success
	assert_line "1000 documents, 100 retrieved, 60 relevant: prevalence 0.06, recall 0.5, precision 0.3"
	assert_line "1000 documents, 100 retrieved, 38 relevant: prevalence 0.038, recall 0.7895, precision 0.3"
	[ "$(echo "$output" | grep -c '^method')" = 2 ]
}

# ---- plots ----

@test "curves are drawn as SVG and PNG" {
	need_gnuplot
	recall -N 1000 --retrieved=100 --recall=0.5,0.8 --precision=0.3 --size=50 --ci=score --plot=divisions.svg > table
	grep -q '<svg' divisions.svg
	grep -q 'recall 0.5' divisions.svg
	grep -q '</svg>' divisions.svg
	[ -s table ]
	recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=50,100 --allocation=best --ci=score --plot=sizes.png > table
	[ "$(head -c 4 sizes.png | od -An -tx1 | tr -d ' ')" = 89504e47 ]
	recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --width=0.4,0.5 --ci=score --plot=targets.svg > table
	grep -q 'smallest sample' targets.svg
	topics --topics=10:50:10 --effect=0.5 --plot=power.svg > table
	grep -q 'power' power.svg
	topics --topics=25 --effect=0.5 --certainty=0.6,0.8,1 --plot=adjusted.svg > table
	topics --topics=25 --effect=0.5 --certainty=0.6,0.8,1 --gamma=robust04 --plot=cost.svg > table
	grep -q 'cost' cost.svg
	topics --effect=0.2:0.6:0.1 --power=0.8,0.9 --plot=needed.svg > table
	topics --topics=20:60:20 --power=0.8 --plot=detected.svg > table
	[ "$(ls | grep -cE '\.(svg|png)$')" = 8 ]
	[ -z "$(ls | grep -E '\.(svg|png)\.')" ]
}

@test "a file name is no command, whatever is in it" {
	need_gnuplot
	name="a'b;touch evil;\$(touch evil)\`touch evil\`\"| c.svg"
	topics --topics=10:50:10 --effect=0.5 --plot="$name" > table
	grep -q '</svg>' "$name"
	[ ! -e evil ]
}

@test "a plot that cannot be written leaves nothing and prints nothing" {
	need_gnuplot
	run topics --topics=10:50:10 --effect=0.5 --plot=no/where.svg
	assert_failure 2
	assert_output --partial "no/where.svg: the plot cannot be written"
	mkdir folder.svg
	run topics --topics=10:50:10 --effect=0.5 --plot=folder.svg
	assert_failure 2
	assert_output --partial "folder.svg: the plot cannot be written"
	[ -z "$(ls | grep 'folder.svg\.')" ]
	# gnuplot that fails half-way keeps what was there
	mkdir bin
	printf '#!/bin/sh\necho half\necho "it broke" >&2\n[ "$(cat | wc -l)" = 0 ]\n' > bin/gnuplot
	chmod +x bin/gnuplot
	echo before > kept.svg
	PATH=$PWD/bin:$PATH run topics --topics=10:50:10 --effect=0.5 --plot=kept.svg
	assert_failure 2
	assert_output --partial "gnuplot failed: it broke"
	[ "$(cat kept.svg)" = before ]
	[ -z "$(ls | grep 'kept.svg\.')" ]
}

@test "without gnuplot the message says what is missing, before any work, with status 2" {
	mkdir empty
	PATH=$PWD/empty run -2 "$STRAT_EVAL" plan topics --topics=10:50:10 --effect=0.5 --plot=x.svg
	assert_output "strat_eval: --plot needs the program gnuplot, which is not installed (Debian's package is gnuplot-nox)"
	[ ! -e x.svg ]
}

@test "a plot of a single point is refused, and a name that is no picture" {
	need_gnuplot
	run recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=50 --allocation=best --plot=x.svg
	assert_failure 64
	assert_output --partial "nothing to draw"
	run topics --topics=50 --effect=0.5 --plot=x.svg
	assert_failure 64
	assert_output --partial "nothing to draw"
	for name in x.pdf svg .svg x ''; do
		run topics --topics=10:50:10 --effect=0.5 --plot="$name"
		assert_failure 64
		assert_output --partial "must end in .svg or .png"
	done
	[ ! -e x.svg ]
}

# ---- usage ----

@test "wrong options of plan recall exit with 64 and print nothing" {
	good='-N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=50 --ci=score'
	recall $good > table
	for wrong in '-N 0' '-N 1' '-N x' '-N 1e6' '--collection=-5' --retrieved=0 --retrieved= --retrieved=1.5 --retrieved=10,10 \
		--retrieved=1000 --prevalence=0 --prevalence=1 --prevalence=x '--prevalence=0.06 --yield=60' --yield=0 --yield=2.5 \
		--recall=0 --recall=1.1 --recall=-1 --recall=nan --recall=0.5,,0.6 --precision=0 --precision=2 --precision=inf \
		--size=1 --size=0 --size=1001 --size=50,x --size=50:40:10 --size=10:20:0 --size=10:20 --size=1:2:3:4 --width=0 \
		--width=1 --width=x --bound=0.4 '--bound=0.4 --width=0.4' '--tail=lower --width=0.4' '--tail=lower --bound=0' \
		--allocation= --allocation=5 --allocation=0:5 --allocation=1:x --allocation=1:1,1:1 --allocation=1:2:3 \
		--allocation=best,best --allocation=1:inf --ci= --ci=none --ci=ht-logit --level=0 --level=1 --level=95 --tail=left \
		'--exact --samples=10' --samples=1 --samples=x --seed=3 '--samples=10 --seed=-1' --jobs=0 --format=trec \
		--nonsense file; do
		run --separate-stderr recall $good $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	run recall --retrieved=100 --recall=0.5 --precision=0.3 --size=50
	assert_failure 64
	assert_output --partial "size of the collection is missing"
	run recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3
	assert_failure 64
	assert_output --partial "nothing is asked"
}

@test "wrong options of plan topics exit with 64 and print nothing" {
	good='--topics=50 --effect=0.5'
	topics $good > table
	for wrong in --topics=0 --topics=x --topics=2.5 --topics=5,5 --effect=0 --effect=1.5 --effect=-0.5 --effect=nan --power=0.8 \
		--alpha=0 --alpha=1 --alpha=x --normal --certainty=0.5 --certainty=1.1 --certainty=best --certainty=x --certainty= \
		--certainty=best,0.8 --gamma=1,2 --gamma=1,2,3,4 --gamma=x --gamma=1,2,nan --gamma= --topic-cost=5 \
		--judgment-cost=5 --free-topics=5 '--gamma=robust04 --topic-cost=-1' '--gamma=robust04 --judgment-cost=x' \
		'--gamma=robust04 --topic-cost=1,2' '--gamma=robust04 --free-topics=x' '--gamma=robust04 --judgment-cost=0' \
		--format=trec --jobs=2 --nonsense file; do
		run --separate-stderr topics $good $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for wrong in --topics=50 --effect=0.5 --power=0.8 ''; do
		run topics $wrong
		assert_failure 64
		assert_output --partial "two of --topics, --effect and --power"
	done
	run topics --power=1 --effect=0.5
	assert_failure 64
}

@test "plan without a question, or with one that does not exist, exits with 64" {
	run "$STRAT_EVAL" plan
	assert_failure 64
	assert_output --partial "a question is missing: map, pilot, recall, topics"
	run "$STRAT_EVAL" plan money
	assert_failure 64
	assert_output --partial "'money' is not one of the questions map, pilot, recall, topics"
	run "$STRAT_EVAL" plan --size=5 recall
	assert_failure 64
}

@test "help goes to standard output; a full disk is an error" {
	run --separate-stderr "$STRAT_EVAL" plan --help
	assert_success
	assert_line --partial "  recall "
	assert_line --partial "  topics "
	for question in pilot recall topics; do
		run --separate-stderr "$STRAT_EVAL" plan $question --help
		assert_success
		assert_output --partial "Usage: strat_eval plan $question [OPTION...]"
		[ -z "$stderr" ]
		run --separate-stderr "$STRAT_EVAL" plan $question --usage
		assert_success
		[ -n "$output" ]
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

@test "every option of the questions' --help is in the manual page, in the section PLAN" {
	awk '/^\.Sh/ { on = $2 == "PLAN" } on' "$root/doc/strat_eval.1" > section
	for question in pilot recall topics; do
		options=$("$STRAT_EVAL" plan $question --help | sed '/^Interval methods/,$d' | grep -oE '(^| )--[a-z-]+' |
			tr -d ' -' | sort -u)
		[ "$(echo "$options" | wc -l)" -gt 10 ]
		for option in $options; do
			tr -d - < section | grep -q "^\.It .*Fl $option" || fail "$option is not in doc/strat_eval.1"
		done
	done
}
