#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval plan: samples that reach a bound or a width with a probability.

load ../../../support/helper
load ../../../support/plan

plan() {
	"$STRAT_EVAL" plan "$@"
}

small() {
	recall -N 10000 --retrieved=600 --precision=0.75 --recall=0.8 "$@"
}

apart() {
	plan pair --system=400:0.75 --both=300:0.7 --yield=310 --system=500:0.8 "$@"
}

strata() {
	plan strata --retrieved-stratum=top=200:0.9 --retrieved-stratum=middle=1000:0.5 --unretrieved-stratum=near=5000:0.02 \
		--unretrieved-stratum=far=9000:0.001 "$@"
}

# ---- recall ----

@test "plan recall --bound finds the sample that reaches it, and the smaller one that does on average" {
	run small --tail=lower --bound=0.7 --format=csv
	assert_success
	awk -v p="$(echo "$output" | pick reached)" 'BEGIN { exit !(p >= 0.8 && p < 0.85) }'
	expected=$(echo "$output" | pick expected_size)
	[ "$(echo "$output" | pick size)" -gt "$expected" ]
	[ "$(echo "$output" | pick checked)" -ge "$(echo "$output" | pick size)" ]
	[ "$(echo "$output" | pick assurance)" = 0.8 ]
	run small --tail=lower --bound=0.7 --size="$expected" --allocation=best --format=csv
	assert_success
	awk -v p="$(echo "$output" | pick reached)" 'BEGIN { exit !(p > 0.3 && p < 0.7) }'
	near "$(echo "$output" | pick lower)" 0.7 0.001
	[ -z "$(echo "$output" | pick assurance,checked | tr -d ,)" ]
}

# Counted in 1,500 drawn samples: 45 % (standard error 1.3); in 2,000 others 47 %.
@test "a bound that is expected at 70 % is reached by less than half of the samples" {
	only_with_test_all
	run recall -N 300000 --retrieved=12000 --precision=0.75 --recall=0.8 --tail=lower --bound=0.7 --ci=bb-half \
		--size=1085 --allocation=86:999 --format=csv
	assert_success
	near "$(echo "$output" | pick lower)" 0.7 0.0002
	near "$(echo "$output" | pick reached)" 0.48 0.001
}

# One design, asked in every way: by half the width, the width, the assurance typed out or not, and by strata.
@test "a design has one size however it is asked" {
	set -- -N 2000 --retrieved=120 --precision=0.75 --recall=0.8
	size=$(recall "$@" --width=0.2 --format=csv | pick assured_size)
	[ "$size" -gt 100 ]
	assert_equal "$(recall "$@" --half-width=0.1 --format=csv | pick assured_size)" "$size"
	assert_equal "$(recall "$@" --width=0.2 --assurance=0.8 --format=csv | pick size)" "$size"
	assert_equal "$(plan strata --retrieved-stratum=120:0.75 --unretrieved-stratum=1880:0.012234 --width=0.2 --format=csv | first size)" "$size"
	expected=$(recall "$@" --width=0.2 --assurance=0.9 --format=csv | pick expected_size)
	assert_equal "$(recall "$@" --width=0.2 --format=csv | pick size)" "$expected"
	for what in richness:-N precision:--retrieved elusion:--null; do
		plan ${what%:*} ${what#*:} 5000 --${what%:*}=0.1 --tail=upper --bound=0.12 --format=csv | pick size
	done | sort -u >sizes
	assert_equal "$(wc -l <sizes)" 1
}

@test "plan recall --assurance with a width and with several divisions" {
	run recall -N 400 --retrieved=60 --yield=52 --recall=0.77 --width=0.4 --assurance=0.7 --allocation=1:2,1:1 --format=csv
	assert_success
	[ "$(echo "$output" | pick allocation | tr '\n' ' ')" = "1:2 1:1 " ]
	awk -v a="$(echo "$output" | pick reached | tr '\n' ' ')" 'BEGIN { split(a, p, " "); exit !(p[1] >= 0.7 && p[2] >= 0.7) }'
}

# ---- one sample ----

@test "plan elusion: the exact hypergeometric limit of R" {
	command -v Rscript >/dev/null || skip "skipped: no R"
	run plan elusion --null=20000 --elusion=0.002 --bound=0.01 --assurance=0.8 --format=csv
	assert_success
	cat > elusion.R <<-'R'
		N <- 20000; R <- 40; B <- 200
		# the upper limit of r of n is the largest yield with phyper(r, ., ., n) > .05; at most B if B + 1 has no more
		c <- function(n) { r <- -1; while (phyper(r + 1, B + 1, N - B - 1, n) <= .05) r <- r + 1; r }
		n <- 1:4000
		p <- sapply(n, function(n) phyper(c(n), R, N - R, n))
		s <- max(n[p < .8]) + 1
		cat(sprintf("%d,%.6f", s, p[s]))
	R
	[ "$(echo "$output" | pick size,reached)" = "$(Rscript elusion.R)" ]
}

# The exact upper limit of 5 of 1,534 in 92,000 is .68 %.
@test "plan elusion --size shows the bound of what is to be expected" {
	run plan elusion --null=92000 --elusion=0.00326 --size=1534 --bound=0.01 --format=csv
	assert_success
	near "$(echo "$output" | pick upper)" 0.0068 5e-5
	[ -z "$(echo "$output" | pick lower,width,assurance,checked | tr -d ,)" ]
}

@test "what is planned is what is printed: the interval of a sample that finds what is to be expected" {
	run plan precision --retrieved=400 --precision=0.75 --size=100 --format=csv
	assert_success
	planned=$(echo "$output" | pick lower,upper)
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,x,400,100,75\n1,b,-,600,50,1\n' > table.csv
	run "$STRAT_EVAL" -R table -m est_P --ci --digits=6 table.csv
	assert_success
	printed=$(echo "$output" | awk '/ci_/ { print $3 }' | paste -sd,)
	[ "$planned" = "$printed" ]
	run plan precision --retrieved=400 --precision=0.75 --size=100 --tail=lower --format=csv
	planned=$(echo "$output" | pick lower)
	run "$STRAT_EVAL" -R table -m est_P --ci --tail=lower --digits=6 table.csv
	[ "$planned" = "$(echo "$output" | awk '/ci_lo/ { print $3 }')" ]
}

@test "what is planned for elusion and control sets is what validate prints" {
	run plan elusion --null=92000 --elusion=0.00326 --size=1534 --format=csv
	planned=$(echo "$output" | pick upper)
	run "$STRAT_EVAL" validate --null=92000:1534:5 --tail=upper --digits=6 --format=trec
	assert_success
	[ "$planned" = "$(echo "$output" | awk '$1 == "ci_hi_est_elusion" { print $3 }')" ]
	run plan control -N 1000000 --richness=0.05 --recall=0.8 --tail=lower --size=2526 --format=csv
	planned=$(echo "$output" | pick lower)
	run "$STRAT_EVAL" validate --collection=1000000 --control=2526::101:25 --tail=lower --digits=6 --format=trec
	assert_success
	[ "$planned" = "$(echo "$output" | awk '$1 == "ci_lo_est_recall" { print $3 }')" ]
	run plan richness -N 1000000 --richness=0.05 --size=1000 --format=csv
	planned=$(echo "$output" | pick lower,upper)
	run "$STRAT_EVAL" validate --collection=1000000:1000:50 --digits=6 --format=trec
	assert_success
	[ "$planned" = "$(echo "$output" | awk '/ci_.*est_richness/ { print $3 }' | paste -sd,)" ]
}

@test "plan richness, precision and control with every option" {
	run plan richness -N 10000 --richness=0.05,0.1 --width=0.08 --assurance=0.9 --level=0.9 --ci=bb-half,normal \
		--tail=both --jobs=2 --format=jsonl
	assert_success
	[ "$(echo "$output" | grep -c '"quantity":"richness"')" = 4 ]
	run plan richness -N 10000 --richness=0.05 --width=0.08,0.1 --size=200,300
	assert_success
	assert_output --partial "richness in 10000 documents, from a random sample: interval at level 0.95"
	[ "$(echo "$output" | wc -l)" = 7 ]
	run plan precision --retrieved=1000 --precision=0.75 --tail=lower --bound=0.7
	assert_success
	assert_output --partial "with probability 0.8 at least"
	run plan control -N 600 --yield=60 --recall=0.8 --tail=lower --bound=0.6 --assurance=0.7 --format=csv
	assert_success
	first=$output
	run plan control -N 600 --richness=0.1 --recall=0.8 --tail=lower --bound=0.6 --assurance=0.7 --format=csv
	[ "$output" = "$first" ]
	awk -v p="$(echo "$output" | pick reached)" 'BEGIN { exit !(p >= 0.7 && p < 0.75) }'
}

# ---- two runs, several strata ----

@test "plan pair finds the better run, and says how often the other one is found" {
	run apart --format=csv
	assert_success
	[ "$(echo "$output" | pick better,only_a,only_b,relevant_only_a,relevant_only_b,assurance)" = B,100,200,16,31,0.8 ]
	awk -v p="$(echo "$output" | pick reached)" -v w="$(echo "$output" | pick wrong)" \
		'BEGIN { exit !(p >= 0.8 && p < 0.9 && w >= 0 && w < 0.01) }'
	swapped=$(plan pair --system=500:0.8 --both=300:0.7 --yield=310 --system=400:0.75 --format=csv)
	[ "$(echo "$swapped" | pick better)" = A ]
	[ "$(echo "$swapped" | pick size,reached,sampled_b,sampled_a)" = "$(echo "$output" | pick size,reached,sampled_a,sampled_b)" ]
	run apart --size=50,100 --level=0.9 --ci=bb-half --jobs=1
	assert_success
	[ "$(echo "$output" | wc -l)" = 5 ]
}

@test "plan strata draws samples by a seed, and says how sure the probability is" {
	only_with_test_all
	run strata --tail=lower --bound=0.5 --samples=200 --seed=3 --jobs=1 --format=csv
	assert_success
	[ "$(echo "$output" | pick stratum | tr '\n' ' ')" = "top middle near far " ]
	awk -v p="$(echo "$output" | first reached)" -v e="$(echo "$output" | first error)" \
		'BEGIN { exit !(p >= 0.8 && e > 0.005 && e < 0.04) }'
	[ "$(echo "$output" | pick sampled | total)" = "$(echo "$output" | first size)" ]
	again=$(strata --tail=lower --bound=0.5 --samples=200 --seed=3 --format=csv)
	[ "$again" = "$output" ]
	run strata --width=0.5 --size=900 --ci=bb-half --level=0.9
	assert_success
	assert_output --partial "900 documents reach a width of 0.5 on recall (bb-half, level 0.9) with probability"
}

# ---- allocations ----

@test "what plan recall --write-allocation writes, sample --allocation draws" {
	seq -f 'doc%g' 1 600 > produced.txt
	seq -f 'doc%g' 1 10000 > all.txt
	run small --tail=lower --bound=0.7 --assurance=0.8 --write-allocation=plan.csv --topic=201 --format=csv
	assert_success
	[ "$(tail -n +2 plan.csv)" = "201,retrieved,$(echo "$output" | pick sampled_retrieved)
201,-,$(echo "$output" | pick sampled_unretrieved)" ]
	"$STRAT_EVAL" sample --no-comments --design=strata -T set --topic=201 --collection=all.txt --allocation=plan.csv produced.txt > sample.csv
	for label in produced -; do # the one run is what was retrieved
		[ "$(pick docno stratum=$label < sample.csv | wc -l)" = "$(awk -F, -v s=${label/produced/retrieved} '$2 == s { print $3 }' plan.csv)" ]
	done
	# of two runs, nothing says which
	evaluate sample --design=strata -T set --topic=201 --collection=all.txt --allocation=plan.csv produced.txt all.txt
	assert_equal "$exit_status" 1
}

@test "what plan pair and plan strata write, sample draws" {
	seq -f 'doc%g' 1 400 > x.txt
	seq -f 'doc%g' 101 600 > y.txt
	plan pair --system=x=400:0.75 --system=y=500:0.8 --both=300:0.7 --yield=310 --write-allocation=pair.csv --topic=1 > /dev/null
	"$STRAT_EVAL" sample --no-comments --design=strata -T set --topic=1 -N 5000 --allocation=pair.csv --quiet-warnings x.txt y.txt > sample.csv
	for label in x y; do
		count=$(pick docno stratum=$label < sample.csv | wc -l)
		[ "$count" -gt 10 ]
		[ "$count" = "$(awk -F, -v s=$label '$2 == s { print $3 }' pair.csv)" ]
	done
	strata --tail=lower --bound=0.5 --size=100 --samples=100 --write-allocation=strata.csv > /dev/null
	[ "$(cut -d, -f1,2 strata.csv | tr '\n' ' ')" = "topic,stratum 1,top 1,middle 1,near 1,far " ]
	[ "$(awk -F, 'NR > 1 { n += $3 } END { print n }' strata.csv)" = 100 ]
	plan elusion --null=5000 --elusion=0.002 --bound=0.02 --write-allocation=null.csv --topic='a,b' > /dev/null
	[ "$(tail -1 null.csv | cut -d, -f1-3)" = '"a,b",-' ]
	plan precision --retrieved=400 --precision=0.7 --width=0.2 --write-allocation=p.csv > /dev/null
	[ "$(tail -1 p.csv | cut -d, -f1,2)" = 1,retrieved ]
}

@test "an allocation keeps names with blanks at their ends, and long ones" {
	seq -f 'doc%g' 1 400 > x.txt
	plan precision --retrieved=400 --precision=0.7 --width=0.2 --write-allocation=blank.csv --topic=' a' > /dev/null
	"$STRAT_EVAL" sample --no-comments --design=strata -T set --topic=' a' --allocation=blank.csv x.txt > sample.csv
	[ "$(tail -n +2 sample.csv | wc -l)" = "$(tail -1 blank.csv | cut -d, -f3)" ]
	long=$(printf 'x%.0s' {1..300})
	plan pair --system="$long=400:0.75" --system=y=500:0.8 --both=300:0.7 --yield=310 --write-allocation=pair.csv > /dev/null
	assert_equal "$(sed -n 2p pair.csv | cut -d, -f2)" "$long"
}

# ---- errors ----

wrong() # MESSAGE ARGUMENT...
{
	local message=$1
	shift
	run --separate-stderr "$STRAT_EVAL" plan "$@"
	assert_failure 64
	[ -z "$output" ]
	[[ $stderr == *"$message"* ]] || fail "$stderr"
}

@test "an assurance outside 0 to 1, targets that cannot be reached and missing figures are wrong usage" {
	for x in 0 1 1.5 -1 x; do
		wrong "--assurance" recall -N 10000 --retrieved=600 --precision=0.75 --recall=0.8 --tail=lower --bound=0.7 --assurance=$x
		wrong "--assurance" elusion --null=1000 --elusion=0.01 --bound=0.05 --assurance=$x
	done
	wrong "--assurance needs --width, --half-width or --bound" recall -N 1000 --retrieved=100 --precision=0.75 --recall=0.8 --size=50 --assurance=0.8
	wrong "a lower bound of 0.9 is out of reach if the true value is 0.797872, as guessed" \
		recall -N 1000 --retrieved=100 --precision=0.75 --recall=0.8 --tail=lower --bound=0.9 --assurance=0.8
	wrong "an upper bound of 0.01 is out of reach if the true value is 0.02, as guessed: the target must be above the guess" elusion --null=1000 --elusion=0.02 --bound=0.01
	wrong "a lower bound of 0.9 is out of reach if the true value is 0.8, as guessed: the target must be below the guess" control -N 1000 --richness=0.1 --recall=0.8 --tail=lower --bound=0.9
	wrong "a lower bound of 0.97 is out of reach if the true value is" strata --retrieved-stratum=top=200:0.9 \
		--retrieved-stratum=middle=1000:0.5 --unretrieved-stratum=near=5000:0.02 --unretrieved-stratum=far=9000:0.001 --tail=lower --bound=0.97
	wrong "-N" richness --richness=0.1 --width=0.1
	wrong "--null" elusion --elusion=0.1 --bound=0.2
	wrong "--retrieved" precision --precision=0.1 --width=0.1
	wrong "--richness or --yield" control -N 100 --recall=0.8 --width=0.1
	wrong "--richness cannot be combined with --yield" control -N 100 --recall=0.8 --width=0.1 --richness=0.1 --yield=10
	wrong "more than the collection's 100" control -N 100 --recall=0.8 --width=0.1 --yield=200
	wrong "--size, --width, --half-width or --bound is missing" richness -N 100 --richness=0.1
	wrong "--tail=lower or --tail=upper" richness -N 100 --richness=0.1 --bound=0.2
	wrong "has no width" elusion --null=100 --elusion=0.1 --width=0.2
	wrong "there are 100 documents" richness -N 100 --richness=0.1 --size=101
	wrong "no interval for this" richness -N 100 --richness=0.1 --width=0.1 --ci=koopman
}

@test "wrong usage of plan pair, plan strata and --write-allocation" {
	wrong "a second --system is missing" pair --system=400:0.7 --both=300:0.7 --yield=310
	wrong "--system=3:1: there are two already" pair --system=1:1 --system=2:1 --system=3:1 --both=300:0.7 --yield=310
	wrong "--both is missing" pair --system=400:0.7 --system=500:0.8 --yield=310
	wrong "--yield is missing" pair --system=400:0.7 --system=500:0.8 --both=300:0.7
	wrong "the same recall" pair --system=400:0.8 --system=500:0.8 --both=300:0.7 --yield=310
	wrong "recall 0.6 of run A is less" pair --system=400:0.6 --system=500:0.8 --both=300:0.7 --yield=310
	wrong "--system=400: not [NAME=]N:R" pair --system=400 --both=300:0.7 --yield=310
	wrong "of its own, of 100" pair --system=400:0.99 --system=500:0.8 --both=300:0.6 --yield=310
	wrong "relevant documents in both runs" pair --system=400:0.7 --system=500:0.8 --both=100:0.6 --yield=310
	wrong "has none of its own" pair --system=300:0.7 --system=500:0.8 --both=300:0.7 --yield=310
	wrong "give one number here" pair --system=400:0.75 --system=500:0.8 --both=300:0.7 --yield=1,2
	set -- pair --system=400:0.75 --system=500:0.8 --both=300:0.7 --yield=310
	wrong "only one of the runs retrieves 300 documents" "$@" --size=301
	wrong "no posterior" "$@" --ci=koopman
	wrong "--unretrieved-stratum is missing" strata --retrieved-stratum=100:0.5 --width=0.1
	wrong "not [NAME=]N:P" strata --retrieved-stratum=100 --unretrieved-stratum=100:0.1 --width=0.1
	wrong "not [NAME=]N:P" strata --retrieved-stratum=100:1.5 --unretrieved-stratum=100:0.1 --width=0.1
	wrong "two strata are called 'x'" strata --retrieved-stratum=x=100:.5 --unretrieved-stratum=x=100:0.1 --width=0.1
	wrong "--width, --half-width or --bound is missing" strata --retrieved-stratum=100:.5 --unretrieved-stratum=100:0.1 --size=10
	wrong "there are 200 documents" strata --retrieved-stratum=100:.5 --unretrieved-stratum=100:0.1 --width=0.1 --size=201
	wrong "by these guesses no document is relevant" strata --retrieved-stratum=100:0 --unretrieved-stratum=100:0 --width=0.1 --size=20
	wrong "the answer has 2 lines" elusion --null=1000 --elusion=0.01 --bound=0.05,0.06 --write-allocation=x.csv
	[ ! -e x.csv ]
	echo mine >x.csv
	wrong "--write-allocation=x.csv: there is a file of that name which is not empty; give another name, or remove it first" \
		elusion --null=1000 --elusion=0.01 --bound=0.05 --write-allocation=x.csv
	assert_equal "$(cat x.csv)" mine
	run "$STRAT_EVAL" plan elusion --null=1000 --elusion=0.01 --bound=0.05 --write-allocation=/nowhere/x.csv
	assert_failure 64
	assert_output "strat_eval: --write-allocation=/nowhere/x.csv: cannot be written: there is no such folder"
	run "$STRAT_EVAL" plan elusion --null=1000 --elusion=0.01 --bound=0.05 --write-allocation=/dev/full
	assert_failure 2
	assert_output "strat_eval: /dev/full: the allocation cannot be written: No space left on device"
}

# ---- the first questions of everybody ----

# The smallest size such that it and every larger one have the probability, from the exact probabilities of all sizes.
slowly() # DOCUMENTS ARGUMENT...
{
	local documents=$1
	shift
	plan "$@" --size=1:"$documents":1 --format=csv | pick size,reached |
		awk -F, '$2 < 0.8 { last = $1 } END { print last + 1 }'
}

@test "the quick search finds what all sizes one by one have" {
	local case documents options
	for case in "200 richness -N 200 --richness=0.5 --width=0.2" "250 richness -N 250 --richness=0.5 --width=0.1" \
		"256 richness -N 256 --richness=0.48 --width=0.15" "250 richness -N 250 --richness=0.1 --half-width=0.05" \
		"240 richness -N 240 --richness=0.5 --width=0.2 --ci=bb-half" "250 precision --retrieved=250 --precision=0.7 --width=0.12" \
		"250 elusion --null=250 --elusion=0.02 --bound=0.06" "120 control -N 120 --richness=0.4 --recall=0.8 --tail=lower --bound=0.6" \
		"256 richness -N 256 --richness=0.3 --bound=0.25 --tail=lower" "256 richness -N 256 --richness=0.5 --width=0.3 --ci=clopper-pearson"; do
		read -r documents options <<<"$case"
		assert_equal "$options: $(plan $options --format=csv | pick size)" "$options: $(slowly "$documents" $options)"
	done
}

# Of N documents K are of a rare kind; the bound is met if the limit of K is at most L. A sample of n may have c(n) of them: the
# most with P(X <= c) < 1 - level if L + 1 are in the N. c steps up at some sizes; between two steps P(X <= c | K), the
# probability of meeting the bound, falls with n. So the answer is the first size after the last step down to less than .8:
# steps by bisection, P by its definition, from P(X = 0), a product over the documents of the kind.
rare_kind() # N K L LEVEL
{
	python3 - "$@" <<'END'
import math, sys
N, K, L = map(int, sys.argv[1:4])
allowed = 1 - float(sys.argv[4])

def upto(c, kind, n):
    mass = math.exp(math.fsum(math.log1p(-n / (N - i)) for i in range(kind)))
    total = [mass]
    for k in range(c):
        mass *= (kind - k) * (n - k) / ((k + 1) * (N - kind - n + k + 1))
        total.append(mass)
    return math.fsum(total)

def first_size(c):
    low, high = c, N - L - 1
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if upto(c, L + 1, middle) < allowed else (middle, high)
    return high

start, answer = first_size(0), 0
for c in range(60):
    following = first_size(c + 1)
    reached = upto(c, K, following - 1)
    answer = answer if reached >= 0.8 else following
    if reached > 0.995:
        break
    start = following
print(answer)
END
}

# Each takes minutes or has no end in 0.3.0.
@test "rare documents among a billion: the smallest sample" {
	while read -r N K L level options; do
		ending plan $options --level=$level --format=csv >answer || fail "$options does not end"
		assert_equal "$options: $(pick size <answer)" "$options: $(rare_kind $N $K $L $level)"
	done <<-END
		1000000000 1000 2000 0.99 elusion --null=1000000000 --elusion=1e-6 --bound=2e-6 --tail=upper
		1000000000 189 378 0.99 elusion --null=1000000000 --elusion=1.89e-7 --bound=3.78e-7 --tail=upper
		10000000 440 1000 0.95 precision --retrieved=10000000 --precision=0.999956 --bound=0.9999 --tail=lower
	END
}

# Expected: the answers of the same plans with what is taken typed out.
@test "richness without a guess is 50 %, and a bound of a control set is the lower one" {
	run plan richness -N 1000000 --half-width=0.05
	assert_line --index 1 'no richness was given: 50 % is taken, for which a width needs the largest sample (--richness=X)'
	assert_equal "$(plan richness -N 20000 --width=0.1 --format=csv)" "$(plan richness -N 20000 --richness=0.5 --width=0.1 --format=csv)"
	wrong '--bound needs --richness' richness -N 1000 --tail=upper --bound=0.05
	set -- control -N 500 --richness=0.2 --recall=0.8
	assert_equal "$(plan "$@" --bound=0.5 --format=csv)" "$(plan "$@" --tail=lower --bound=0.5 --format=csv)"
	wrong '--bound needs --tail=lower or --tail=upper' "$@" --bound=0.6 --tail=both
}

# qnorm(.975)^2/4/h^2: 384.1, 1536.6, 2400.9; with p = .05, h = .02: 456.2
@test "the size of textbooks stands beside ours" {
	run plan richness -N 1000000 --richness=0.5 --half-width=0.05,0.025,0.02
	assert_success
	for size in '385 for plus or minus 0.05' '1537 for plus or minus 0.025' '2401 for plus or minus 0.02'; do
		assert_output --partial "Textbooks have $size: z^2 p (1-p) / h^2, p = 1/2."
	done
	run plan richness -N 1000000 --richness=0.05 --half-width=0.02
	[[ "$(tr '\n' ' ' <<<"$output")" == *'with p = 0.05 it is 457. Ours is'* ]] || fail "$output"
	# by the textbook's method the width is the textbook's
	run plan richness -N 1000000 --richness=0.5 --size=385,1537,2401 --ci=normal --format=csv
	assert_equal "$(echo "$output" | pick width | awk '{ printf "%.3f ", $1 }')" '0.100 0.050 0.040 '
	run plan richness -N 1000000 --richness=0.5 --width=0.1 --format=csv
	refute_output --partial Textbooks
	wrong "--width cannot be combined with --half-width" richness -N 1000 --richness=0.5 --width=0.1 --half-width=0.05
	wrong "--width cannot be combined with --half-width" richness -N 1000 --richness=0.5 --half-width=0.05 --width=0.1
}

@test "plan recall --bound has the assurance of the other questions" {
	small --tail=lower --bound=0.7 --assurance=0.8 --format=csv >named
	small --tail=lower --bound=0.7 --format=csv | diff named -
	for gone in on-average exact force; do
		wrong "--$gone: gone; " recall -N 1000 --retrieved=100 --precision=0.75 --recall=0.8 --tail=lower --bound=0.7 --$gone
	done
	wrong "a lower bound of 0.75 is out of reach if the true value is 0.75" control -N 1000000 --richness=0.03 --recall=0.75 \
		--bound=0.75 --tail=lower
	# 31,000 of 41,333.3 relevant documents: in whole ones recall is .750006, a quarter of a document above the target
	wrong "a lower bound of 0.75 is out of reach if the true value is 0.75" recall -N 1000000 --retrieved=40000 --precision=0.775 \
		--recall=0.75 --bound=0.75 --tail=lower
}

# The sizes are R's: the sum of dhyper(x, R, N-R, n) dhyper(y, R1, R-R1, x) over the samples whose limit of Clopper and Pearson,
# qbeta(.05, y, x-y+1), with its distance from y/x times sqrt(1-n/N), is .75 or more; .79999 at 4515, .80007 at 4516.
@test "the smallest control set for a lower bound of recall" {
	without_sanitizer "it takes longer"
	set -- '0.03 0.85 3639' '0.1 0.8 4516' '0.3 0.9 155'
	for case in "${@:1:$(cases 3 1)}"; do
		read -r prevalence recall size <<<"$case"
		ending plan control -N 1000000 --richness=$prevalence --recall=$recall --tail=lower --bound=0.75 \
			--format=csv >answer || fail "$case does not end"
		near "$(tail -n 1 answer | cut -d , -f 11)" "$size" "$((1 + size / 160))" # by simulated samples
	done
}

@test "what people type for an option of plan: the message has the right one" {
	evaluate plan elusion -N 960000 --elusion=0.001 --bound=0.01
	[ "$exit_status" = 64 ]
	grep -qF -- "--null=N" stderr
	evaluate plan precision -N 40000 --precision=0.7 --width=0.1
	[ "$exit_status" = 64 ]
	grep -qF -- "--retrieved=N" stderr
}

# Ends are whole documents, so that a width jumps up and down with the size: 2,288 documents, which was
# the answer once, reach this one with probability 0.035.
@test "a sample that is found has the probability that is asked for" {
	for question in "richness -N 3000 --richness=0.5 --half-width=0.01" "richness -N 3000 --richness=0.2 --half-width=0.01" \
		"precision --retrieved=3000 --precision=0.5 --half-width=0.005"; do
		run plan $question --format=csv
		[ "$status" -eq 0 ]
		echo "$question: $output"
		echo "$output" | tail -n 1 | awk -F, '{ exit !($12 >= 0.8) }'
	done
}

# 1.6449^2 .25 4/.01^2 = 27055 relevant documents make a width of .01 at level .9, 27082 documents of which .999 are relevant; that the width is
# reached with probability .8 takes a little more. (The program crashed: by rounding a row had fewer outcomes open than none.)
@test "a control set of a collection of 10^12 documents, nearly all of them relevant" {
	only_with_test_all
	evaluate plan control -N 1000000000000 --richness=0.999 --recall=0.5 --width=0.01 --level=0.9
	assert_equal "$exit_status" 0
	awk '$1 == 999000000000 { found = $6 >= 27055 && $6 <= 1.01 * 27082 } END { exit !found }' stdout || fail "$(cat stdout)"
}
