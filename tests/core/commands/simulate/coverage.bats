#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval simulate: how often the intervals of each method hold the true value.

load ../../../support/helper

simulate() {
	"$STRAT_EVAL" simulate "$@"
}

truth() {
	printf 'truth,retrieved,size,yield,sampled\n' > truth.csv
	printf 'a,%s\n' "$@" >> truth.csv
}

@test "a collection judged completely is covered for certain, by intervals without width" {
	truth 1,30,20,30 0,200,5,200
	run simulate coverage --scenario=truth.csv --format=csv
	assert_success
	# not those that know no finite population, or that add to what was counted
	for method in bb-bound bb-half bb-mcp bb-spread bb-uniform jeffreys normal normal-uncorr trec-legal; do
		near "$(echo "$output" | pick coverage method="$method")" 1 0
		near "$(echo "$output" | pick width method="$method")" 0 0
	done
}

# N1 = n1 = R1 = 1; N0 = 2, n0 = 1, R0 = 1: recall 1/2. The sample has r0 = 0, interval [1,1], or
# r0 = 1, interval [1/3,1/3], each with probability 1/2.
@test "coverage, balance and width of the normal interval, by hand" {
	truth 1,1,1,1 0,2,1,1
	run simulate coverage --scenario=truth.csv --ci=normal --format=csv
	assert_success
	near "$(echo "$output" | pick coverage method=normal)" 0 0
	near "$(echo "$output" | pick below method=normal)" 0.5 0
	near "$(echo "$output" | pick above method=normal)" 0.5 0
	near "$(echo "$output" | pick width method=normal)" 0 0
	near "$(echo "$output" | pick coverage_rmse method=normal)" 0.95 0
	assert_equal "$(echo "$output" | pick samples,offered,coverage_se method=normal)" ,1.000000, # exact
	# the estimate is 1 or 1/3: the mean is off by (1/2 - 1/6)/2, the mean square is (1/4 + 1/36)/2
	near "$(echo "$output" | pick bias method=normal)" 0.166667 1e-6
	near "$(echo "$output" | pick rmse method=normal)" 0.372678 1e-6
}

# All outcomes with their hypergeometric probabilities. Laplace: p = (r+1)/(n+2), variance
# N^2 p(1-p)/(n+2) (1 - n/N) of each yield (Webber 2013, eq 27-29), var = (R0^2 V1 + R1^2 V0)/(R1+R0)^4
# (eq 23), forced ends.
@test "laplace agrees with an enumeration of all samples in awk" {
	truth 1,40,15,12 0,90,6,20
	run simulate coverage --scenario=truth.csv --ci=laplace --format=csv
	assert_success
	expected=$(awk 'function choose(n, k,   i, x) { x = 1; for (i = 1; i <= k; i++) x *= (n - k + i) / i
				return k < 0 || k > n ? 0 : x }
		function mass(k, N, R, n) { return choose(R, k) * choose(N - R, n - k) / choose(N, n) }
		function estimate(N, n, r) { p = (r + 1) / (n + 2); Y = N * p
			V = N * N * p * (1 - p) / (n + 2) * (1 - n / N) }
		BEGIN { z = 1.959963984540054
			for (a = 0; a <= 12; a++) for (b = 0; b <= 6; b++) {
				weight = mass(a, 40, 15, 12) * mass(b, 90, 6, 20)
				estimate(40, 12, a); Y1 = Y; V1 = V
				estimate(90, 20, b); Y0 = Y; V0 = V
				recall = Y1 / (Y1 + Y0)
				sd = sqrt((Y0 * Y0 * V1 + Y1 * Y1 * V0) / (Y1 + Y0) ^ 4)
				low = a == 0 ? 0 : recall - z * sd
				high = b == 0 ? 1 : recall + z * sd
				true = 15 / 21
				if (true < low) below += weight
				else if (true > high) above += weight
				else covered += weight
				width += weight * (high - low)
			}
			print covered, below, above, width }')
	set -- $expected
	near "$(echo "$output" | pick coverage method=laplace)" "$1" 2e-6
	near "$(echo "$output" | pick below method=laplace)" "$2" 2e-6
	near "$(echo "$output" | pick above method=laplace)" "$3" 2e-6
	near "$(echo "$output" | pick width method=laplace)" "$4" 2e-6
	[ "$(echo "$output" | pick how method=laplace)" = exact ]
}

# N = 2, n = 1, R = 1 in both segments: with probability 1/4 nothing relevant is seen, and there is no interval. Of the three other samples, the
# intervals of which have no width, one is right: recall is 1/2, and they say 1, 0 and 1/2.
@test "a sample without an interval is counted in offered, and in nothing else" {
	truth 1,2,1,1 0,2,1,1
	run simulate coverage --scenario=truth.csv --ci=normal --format=csv
	assert_success
	assert_equal "$(echo "$output" | pick offered,coverage,below,above,width,bias)" 0.750000,0.333333,0.333333,0.333333,0.000000,0.000000
	near "$(echo "$output" | pick rmse)" 0.408248 1e-6 # sqrt((1/4 + 1/4)/3)
	near "$(echo "$output" | pick coverage_rmse)" 0.616667 1e-6
	run simulate coverage --scenario=truth.csv --ci=normal --samples=3000 -q --format=csv
	near "$(echo "$output" | pick offered)" 0.75 0.032
	near "$(echo "$output" | pick coverage)" 0.333333 0.04
	near "$(echo "$output" | pick coverage_se)" 0.009938 0.0005 # sqrt(2/9/2250)
}

@test "the same bytes with 1, 2 and 4 jobs" {
	for options in '--ci=bb-half,koopman,normal' '--ci=bb-half,normal --samples=20' \
		'--ci=bb-uniform -m est_F --format=csv'; do
		for jobs in 1 2 4; do
			simulate coverage --scenario=neutral:$(cases 6 2),legal:$(cases 6 2),small:$(cases 6 2) $options --jobs=$jobs > "jobs.$jobs"
		done
		[ "$(wc -l < jobs.1)" -gt 3 ]
		cmp jobs.1 jobs.2
		cmp jobs.1 jobs.4
	done
}

@test "another seed draws other truths" {
	simulate coverage --scenario=small:5 --ci=koopman > one
	simulate coverage --scenario=small:5 --ci=koopman --seed=2 > two
	run cmp one two
	assert_failure
}

@test "samples agree with the exact coverage, and say that they are samples" {
	truth 1,60,40,15 0,400,30,50
	exact=$(simulate coverage --scenario=truth.csv --ci=bb-half --format=csv)
	sampled=$(simulate coverage --scenario=truth.csv --ci=bb-half --samples=4000 --format=csv)
	[ "$(echo "$exact" | pick how method=bb-half)" = exact ]
	[ "$(echo "$sampled" | pick how method=bb-half)" = sampled ]
	[ "$(echo "$sampled" | pick samples method=bb-half)" = 4000 ]
	# five standard errors of a share near .95; widths scatter by less than .1
	near "$(echo "$sampled" | pick coverage method=bb-half)" "$(echo "$exact" | pick coverage method=bb-half)" 0.018
	near "$(echo "$sampled" | pick width method=bb-half)" "$(echo "$exact" | pick width method=bb-half)" 0.02
	near "$(echo "$sampled" | pick bias method=bb-half)" "$(echo "$exact" | pick bias method=bb-half)" 0.01
	near "$(echo "$sampled" | pick rmse method=bb-half)" "$(echo "$exact" | pick rmse method=bb-half)" 0.01
	coverage=$(echo "$sampled" | pick coverage method=bb-half)
	near "$(echo "$sampled" | pick coverage_se method=bb-half)" "$(awk -v c="$coverage" 'BEGIN { print sqrt(c * (1 - c) / 4000) }')" 1e-6
	[ -z "$(echo "$sampled" | pick coverage_rmse_with_noise method=bb-half)" ]
}

@test "the noise of the paper is added to an exact error only" {
	truth 1,60,40,15 0,400,30,50
	run simulate coverage --scenario=truth.csv --ci=koopman --format=csv
	rmse=$(echo "$output" | pick coverage_rmse method=koopman)
	near "$(echo "$output" | pick coverage_rmse_with_noise method=koopman)" \
		"$(awk -v x="$rmse" 'BEGIN { print sqrt(x * x + 0.95 * 0.05 / 1000) }')" 2e-6
}

@test "one stratum in each segment: sharing the prior changes nothing" {
	run simulate coverage --scenario=small:5 --ci=bb-half,bb-spread
	assert_success
	[ "$(echo "$output" | sed -n 's/bb-half  //p')" = "$(echo "$output" | sed -n 's/bb-spread//p')" ]
}

# One retrieved document, relevant and judged; two null strata of two documents, one of each sampled, one of
# each relevant. Recall is 1/3. One document of its own for each sample of one: R0 = r + BetaBin(1; r+1, 1-r).
# None found (1/4): each R0 is 0 or 1 with 1/2; 2 with 1/4, lower bound 1/3. One found: 2, and 0 or 1; so
# 3 with 1/2, bound 1/4. Both: 4, bound 1/5. None is above 1/3: covered for certain. The open end is the
# greatest recall that is left: 1, 1/2 and 1/3.
@test "coverage and width of a one-sided bound by bb-bound, by hand; --samples=all sums" {
	truth 1,1,1,1 0,2,1,1 0,2,1,1
	run simulate coverage --scenario=truth.csv --ci=bb-bound --tail=lower --samples=all --format=csv
	assert_success
	near "$(echo "$output" | pick coverage method=bb-bound)" 1 0
	near "$(echo "$output" | pick width method=bb-bound)" 0.325 0.000001 # ((1 - 1/3) + 2 (1/2 - 1/4) + (1/3 - 1/5))/4
	[ "$(echo "$output" | pick how)" = exact ]
}

@test "methods for two samples are left out with more strata, and are an error when named" {
	truth 1,60,40,15 1,30,10,5 0,400,30,50
	run simulate coverage --scenario=truth.csv --samples=5
	assert_success
	refute_output --partial koopman
	assert_output --partial bb-spread
	run simulate coverage --scenario=truth.csv --samples=5 --ci=koopman
	assert_failure 1
	assert_output --partial "2 retrieved and 1 unretrieved strata"
}

@test "methods that do not apply to the quantity are left out, and are an error when named" {
	truth 1,60,40,15 0,400,30,50
	run simulate coverage --scenario=truth.csv -m est_P
	assert_success
	refute_output --partial koopman
	assert_output --partial normal
	run simulate coverage --scenario=truth.csv -m est_P --ci=koopman
	assert_failure 64
	run simulate coverage --scenario=truth.csv --ci=ht-logit
	assert_failure 64
}

# 12 retrieved, 5 relevant, 4 sampled: a sum over r = 0 .. 4; what is unretrieved does not matter.
@test "the coverage of precision is that of a sum over the retrieved sample" {
	truth 1,12,5,4 0,400,30,50
	run simulate coverage --scenario=truth.csv -m est_P --ci=normal --format=csv
	assert_success
	expected=$(awk 'BEGIN { c[0] = 35; c[1] = 5 * 35; c[2] = 10 * 21; c[3] = 10 * 7; c[4] = 5
		for (r = 0; r <= 4; r++) {
			p = r / 4; sd = sqrt(p * (1 - p) / 4 * (1 - 4 / 12))
			if (p - 1.959963984540054 * sd <= 5 / 12 && 5 / 12 <= p + 1.959963984540054 * sd)
				sum += c[r] / 495
		}
		print sum }')
	near "$(echo "$output" | pick coverage method=normal)" "$expected" 2e-6
}

# Webber 2013, Figures 4 to 7: mean coverage of a binomial sample of 20 at .95 is .977, .851 (Wald), .953
# and .951. He does not say over which prevalences. Wald's mean depends on them (.846 to .923 for steps
# of .0001 to .1); the step .005 was chosen to give his. What tests it is R, with dbinom() on the same
# prevalences; of a million documents the sample is nearly binomial.
@test "one proportion is covered as often as R says" {
	awk 'BEGIN { print "truth,retrieved,size,yield,sampled"
		for (i = 1; i < 200; i++) print i ",1,1000000," 5000 * i ",20" }' > truths.csv
	run simulate coverage --scenario=truths.csv --samples=all -m est_P --format=csv \
		--ci=clopper-pearson,normal,wilson,jeffreys,hypergeometric
	assert_success
	near "$(echo "$output" | pick coverage method=clopper-pearson)" 0.9766693 0.00001
	near "$(echo "$output" | pick coverage method=normal)" 0.8505799 0.00001
	near "$(echo "$output" | pick coverage method=wilson)" 0.9532669 0.00001
	near "$(echo "$output" | pick coverage method=jeffreys)" 0.9503183 0.00001
	for method in clopper-pearson hypergeometric; do
		rising 0.95 "$(echo "$output" | pick least method=$method)"
	done
}

# The interval of r = 1 of 50 begins at .003539 (R: prop.test(1, 50, correct = FALSE)), that of r = 2 at
# .01104, and that of r = 0 ends at .0713. So .0035 is covered if r = 0, and .0036 if r is 0 or 1:
# .9965^50 = .8391994 and .9964^50 + 50 .0036 .9964^49 = .9858418.
@test "the coverage of wilson jumps where the interval of a sample begins" {
	for truth in 35000:.8391994 36000:.9858418; do
		truth 1,10000000,"${truth%:*}",50
		run simulate coverage --scenario=truth.csv --samples=all -m est_P --ci=wilson --format=csv
		assert_success
		near "$(echo "$output" | pick coverage method=wilson)" "${truth#*:}" 5e-6
	done
}

# Every truth of a small stratum: by definition at least the level. The sample is half of the stratum, so
# that clopper-pearson, which does not know this, is wider.
@test "exact limits cover at least the level, whatever the truth is" {
	for tail in both lower upper; do
		awk 'BEGIN { print "truth,retrieved,size,yield,sampled"
			for (R = 0; R <= 40; R++) print R ",1,40," R ",20" }' > truths.csv
		run simulate coverage --scenario=truths.csv --samples=all -m est_P --tail=$tail --format=csv \
			--ci=clopper-pearson,hypergeometric
		assert_success
		rising 0.95 "$(echo "$output" | pick least method=clopper-pearson)"
		rising 0.95 "$(echo "$output" | pick least method=hypergeometric)"
		rising "$(echo "$output" | pick width method=hypergeometric)" \
			"$(echo "$output" | pick width method=clopper-pearson)"
	done
}

# As above: the estimate is 1/3 or 1, each with probability 1/2; the mean is 2/3, the truth 1/2.
@test "-q has the bias of the estimate, by hand" {
	truth 1,1,1,1 0,2,1,1
	run simulate coverage --scenario=truth.csv --ci=normal -q --format=csv
	assert_success
	assert_line --index 1 --partial 'truth.csv,1,a,normal,recall,1,0.95,both,1,exact,1,1,1,2,0.500000,0.666667,0.333333,,1.000000,0.000000,,0.500000,0.500000,0.000000,0.166667,0.372678'
}

# One relevant document each, one of ten sampled: with 81 of 100 samples there is no estimate. Of the
# others 9 give 1, 9 give 0 and 1 gives 1/2, and so does the truth.
@test "samples without an estimate are left out of its bias" {
	truth 1,10,1,1 0,10,1,1
	run simulate coverage --scenario=truth.csv --ci=normal -q --format=csv
	assert_success
	near "$(echo "$output" | pick estimate method=normal)" 0.5 0
	near "$(echo "$output" | pick sd method=normal)" 0.486664 0.000001 # sqrt(18/19)/2
}

# Webber 2013, section 2.4: "true recall is 0.25, but the mean of the estimator is 0.31".
@test "the estimate of Table III has the bias of the paper" {
	truth 1,2000,1000,100 0,100000,3000,100
	run simulate coverage --scenario=truth.csv --ci=normal -q --format=csv
	assert_success
	near "$(echo "$output" | pick value)" 0.25 0
	near "$(echo "$output" | pick estimate)" 0.31 0.005
	# the same sum in awk
	expected=$(awk 'function choose(n, k,   i, x) { x = 0; for (i = 1; i <= k; i++) x += log((n - k + i) / i); return x }
		function mass(k, N, R, n) { return exp(choose(R, k) + choose(N - R, n - k) - choose(N, n)) }
		BEGIN { for (a = 0; a <= 100; a++) p1[a] = mass(a, 2000, 1000, 100)
			for (b = 0; b <= 30; b++) { p0 = mass(b, 100000, 3000, 100)
				for (a = b == 0; a <= 100; a++) sum += p0 * p1[a] * 20 * a / (20 * a + 1000 * b) }
			printf "%.7f", sum }')
	near "$(echo "$output" | pick estimate)" "$expected" 2e-6
}

@test "quartiles and the share of truths in which a method is closest" {
	awk 'BEGIN { print "truth,retrieved,size,yield,sampled"
		for (R = 1; R <= 7; R++) print R ",1,40," 4 * R ",20" }' > truths.csv
	simulate coverage --scenario=truths.csv --samples=all -m est_P --ci=wilson,normal --format=csv > all.csv
	simulate coverage --scenario=truths.csv --samples=all -m est_P --ci=wilson,normal -q --format=csv > each.csv
	for method in wilson normal; do
		# of seven: the second, the fourth and the sixth
		set -- $(pick coverage method=$method < each.csv | sort -n)
		near "$(pick q1 method=$method < all.csv)" "$2" 0
		near "$(pick median method=$method < all.csv)" "$4" 0
		near "$(pick q3 method=$method < all.csv)" "$6" 0
		set -- $(pick below method=$method < each.csv | sort -n)
		near "$(pick below_median method=$method < all.csv)" "$4" 0
	done
	[ "$(pick method,coverage < each.csv | awk -F, '{ x = sqrt(($2 - .95) ^ 2); if ($1 == "wilson") w = x; else if (w != x) n++ } END { print n }')" -ge 3 ]
	near "$(pick closest < all.csv | awk '{ sum += $1 } END { print sum }')" 1 1e-6
	# two names of one method share
	run simulate coverage --scenario=small:3 --ci=bb-half,bb-spread,naive --format=csv
	[ "$(echo "$output" | pick closest method=bb-half)" = "$(echo "$output" | pick closest method=bb-spread)" ]
	# one truth has no quartiles, and one method no other
	truth 1,60,40,15 0,400,30,50
	run simulate coverage --scenario=truth.csv --ci=normal
	refute_output --partial q1
	refute_output --partial closest
}

# Webber 2013, section 4.2.6: "the uniform prior comes closest to nominal coverage in a plurality of
# realizations for all three scenarios".
@test "bb-uniform is the closest in more truths than any other of the paper's methods" {
	[ -n "${TEST_ALL-}" ] || skip "skipped: a minute; TEST_ALL=1 runs it"
	simulate coverage --scenario=neutral:200,legal:200,small:200 --format=csv \
		--ci=naive,normal,laplace,agresti-coull,koopman,jeffreys,bb-uniform,bb-mcp,bb-half > all.csv
	[ "$(pick scenario,method,closest < all.csv | awk -F, '$3 > most[$1] { most[$1] = $3; best[$1] = $2 }
		END { print best["neutral"], best["legal"], best["small"] }')" = 'bb-uniform bb-uniform bb-uniform' ]
}

@test "--plot draws boxes, and a curve over truths" {
	simulate coverage --scenario=small:5,neutral:5 --ci=normal,laplace > want
	simulate coverage --scenario=small:5,neutral:5 --ci=normal,laplace --plot=boxes.svg | cmp - want
	grep -q agresti-coull boxes.svg && fail "a method that was not asked for"
	[ "$(grep -c '>laplace</text>' boxes.svg)" = 8 ] # four panels for each scenario
	simulate coverage --scenario=small:5 --ci=normal -q --plot=truths.svg > /dev/null
	grep -q 'bias of the estimate' truths.svg
	truth 1,60,40,15 0,400,30,50
	simulate coverage --scenario=truth.csv --ci=normal,laplace -q --plot=one.svg > /dev/null
	grep -q 'laplace' one.svg
	refute grep -q 'bias of the estimate' one.svg
}

@test "--plot of no picture is refused" {
	truth 1,60,10,15 0,60,5,15
	run simulate coverage --scenario=truth.csv --plot=x.txt
	assert_failure 64
	assert_output --partial '--plot=x.txt: the name must end in .svg, .png or .pdf'
}

@test "a one-sided bound misses on one side only" {
	run simulate coverage --scenario=small:4 --ci=bb-half --tail=lower --format=csv
	assert_success
	near "$(echo "$output" | pick above method=bb-half)" 0 0
	[ "$(echo "$output" | pick tail method=bb-half)" = lower ]
	run simulate coverage --scenario=small:4 --ci=bb-half --tail=upper --format=csv
	near "$(echo "$output" | pick below method=bb-half)" 0 0
}

@test "scenarios by list, by repetition and by default" {
	simulate coverage --scenario=neutral:1,legal:1,small:1 --ci=koopman > all
	simulate coverage --ci=koopman --scenario=neutral:1,legal:1,small:1 > list
	simulate coverage --ci=koopman --scenario=neutral:1 --scenario=legal:1,small:1 > repeated
	cmp all list
	cmp all repeated
	[ "$(wc -l < all)" = 4 ]
}

@test "a file named like a scenario is reached with a path, one named like the command too" {
	truth 1,60,40,15 0,400,30,50
	cp truth.csv small
	run simulate coverage --scenario=./small --ci=koopman --format=csv
	assert_success
	[ "$(echo "$output" | pick realizations method=koopman)" = 1 ]
	printf '1 0 d1 1\n' > simulate
	printf '1 Q0 d1 1 1 x\n' > run
	run "$STRAT_EVAL" -m map ./simulate run
	assert_success
	assert_output --partial 1.0000
}

@test "csv and jsonl carry what the numbers depend on" {
	run simulate coverage --scenario=small:2 --ci=koopman --format=csv --seed=7 --level=0.9
	assert_success
	assert_line --index 0 "scenario,method,quantity,beta,level,tail,seed,realizations,how,samples,offered,coverage,coverage_se,below,above,width,bias,rmse,least,most,q1,median,q3,closest,coverage_rmse,coverage_rmse_with_noise,below_q1,below_median,below_q3,above_q1,above_median,above_q3"
	assert_line --index 1 --partial "small,koopman,recall,1,0.9,both,7,2,exact,,1.000000,"
	run simulate coverage --scenario=small:2 --ci=koopman --samples=9 --format=jsonl --seed=7
	assert_success
	echo "$output" | perl -MJSON::PP -e '
		my $x = decode_json(<STDIN>);
		$x->{seed} == 7 && $x->{samples} == 18 && $x->{how} eq "sampled" && $x->{realizations} == 2
			&& !defined $x->{coverage_rmse_with_noise} && $x->{coverage} <= 1 or die'
}

@test "a table of strata gives a truth for each topic and run" {
	cat > table.csv <<-'END'
		topic,stratum,runs,size,sampled,relevant
		1,11,A+B,20,10,5
		1,10,A,10,10,7
		1,00,-,400,40,2
		2,01,B,30,15,9
		2,00,-,300,30,3
	END
	run simulate coverage --scenario=table.csv --ci=laplace --format=csv
	assert_success
	[ "$(echo "$output" | pick realizations method=laplace)" = 3 ]
	# the same written down: N r/n documents are relevant
	cat > truths.csv <<-'END'
		truth,retrieved,size,yield,sampled
		1 A,1,20,10,10
		1 A,1,10,7,10
		1 A,0,400,20,40
		1 B,1,20,10,10
		1 B,0,10,7,10
		1 B,0,400,20,40
		2 B,1,30,18,15
		2 B,0,300,30,30
	END
	table=$output
	run simulate coverage --scenario=truths.csv --ci=laplace --format=csv
	assert_success
	[ "$(echo "$output" | cut -d, -f2-)" = "$(echo "$table" | cut -d, -f2-)" ]
}

@test "truths without a value are left out with a warning, and an error if there is no other" {
	truth 1,60,0,15 0,400,0,50
	run simulate coverage --scenario=truth.csv
	assert_failure 1
	assert_output --partial 'undefined in every truth'
	printf 'b,1,60,40,15\nb,0,400,30,50\n' >> truth.csv
	run simulate coverage --scenario=truth.csv --ci=koopman
	assert_success
	assert_output --partial 'in 1 of 2 truths the quantity is undefined'
	run simulate coverage --scenario=truth.csv --ci=koopman --quiet-warnings
	refute_output --partial warning
}

@test "wrong usage exits with 64" {
	for wrong in --scenario= --scenario=small, --ci=none --ci=koopman,koopman -mP -mest_P.2 -mest_F.-1 -mest_F.x \
		--level=1 --level=95 --tail=left --scenario=small:0 --scenario=small:x --scenario=small: --samples=0 --samples=x --seed=-1 --jobs=0 \
		--format=trec --nonsense file --scenario=-,-; do
		run simulate coverage $wrong
		assert_failure 64
	done
	run simulate coverage --scenario=nowhere.csv
	assert_failure 2
}

@test "wrong options of a bootstrap exit with 64, and so do its options and methods elsewhere" {
	printf 't,A\n1,0.1\n2,0.3\n3,0.9\n' > m.csv
	run simulate bootstrap --scores=m.csv --topics=2 --samples=2
	assert_success
	for wrong in --scenario=small --scenario=m.csv -m est_F.2 --level=0.9 --tail=lower \
		--ci=normal --ci=none --ci=t,t --sizes=1 --sizes=2,2 --sizes=2, --sizes= \
		--sizes=x --alpha=0 --alpha=1 --alpha=0.1,0.1 --alpha=x --alpha=nan --resamples=0 \
		--resamples=x --samples=0 --format=trec --jobs=0 --seed=x; do
		run simulate bootstrap --scores=m.csv $wrong
		assert_failure 64
	done
	run simulate bootstrap
	assert_failure 64
	for wrong in --scores=m.csv --sizes=2 --alpha=0.1 --resamples=5; do
		run simulate coverage --scenario=small:1 $wrong
		assert_failure 64
		assert_output --partial "unrecognized option '$wrong'"
	done
	run simulate coverage --scenario=small:1 --ci=slogit
	assert_failure 64
	assert_output --partial '--ci=slogit: a method for means over topics, which works only with simulate bootstrap'
}

@test "wrong truths name file, line, column and value" {
	truth 1,60,61,15
	run simulate coverage --scenario=truth.csv
	assert_failure 1
	assert_output --partial 'truth.csv:2: yield 61, size 60'
	truth 1,60,1,15 0,60,1,61
	run simulate coverage --scenario=truth.csv
	assert_failure 1
	assert_output --partial 'truth.csv:3: sampled 61, size 60'
	truth yes,60,1,15
	run simulate coverage --scenario=truth.csv
	assert_failure 1
	assert_output --partial "truth.csv:2: retrieved 'yes'"
	printf 'truth,retrieved,size,yield\n' > truth.csv
	run simulate coverage --scenario=truth.csv
	assert_failure 1
	assert_output --partial sampled
	printf 'truth,retrieved,size,yield,sampled\n' > truth.csv
	run simulate coverage --scenario=truth.csv
	assert_failure 1
	assert_output --partial 'no truths'
}

@test "help goes to standard output; a full disk is an error" {
	run simulate coverage --help
	assert_success
	assert_output --partial 'Usage: strat_eval simulate coverage [OPTION...]'
	assert_output --partial neutral
	[ -e /dev/full ] || skip "no /dev/full"
	run sh -c '"$0" simulate coverage --scenario=small:1 --ci=koopman > /dev/full' "$STRAT_EVAL"
	assert_failure 2
}

@test "nothing is said about progress where standard error is no terminal" {
	simulate coverage --scenario=small:2 --ci=koopman 2> errors >/dev/null
	[ ! -s errors ]
}

@test "the strata of TREC Legal 2009 are truths for 24 pairs of topic and run" {
	need_data legal09
	legal=$DATA/legal09/strata.csv
	run simulate coverage --scenario="$legal" --ci=normal --samples=50 --format=csv
	assert_success
	[ "$(echo "$output" | pick realizations method=normal)" = 24 ]
	# too low: symmetric intervals beside strata with few relevant documents
	near "$(echo "$output" | pick coverage method=normal)" 0.87 0.05
}

@test "the samples of scenarios are what the script writes with any awk" {
	for awk in mawk gawk 'busybox awk' original-awk; do
		command -v ${awk%% *} >/dev/null || continue
		$awk -v design=C -v strata=2 -v truths=3 -f "$ROOT/qrels-samples/scenarios/strata.awk" > truths.csv
		cksum < truths.csv >> sums
	done
	[ "$(sort -u sums | wc -l)" = 1 ]
	run simulate coverage --scenario=truths.csv --ci=laplace --samples=10
	assert_success
}

# A one-sided bound leaves the other side open. Where nothing retrieved is relevant in the sample, the
# posterior of the lower end is 0, which once was taken for the open end too.
@test "no truth lies beyond the open side of a bound" {
	only_with_test_all
	awk -v retrieved=12/4 -v others=36/9 -f "$BATS_TEST_DIRNAME/../../../../qrels-samples/scenarios/every.awk" >every.csv
	for measure in est_recall est_F est_rel; do
		for method in $(cases 'bb-bound bb-half' 'bb-bound'); do
			near "$(simulate coverage --scenario=every.csv --samples=all --tail=lower -m $measure --ci=$method --format=csv | pick above)" 0 1e-9
			near "$(simulate coverage --scenario=every.csv --samples=all --tail=upper -m $measure --ci=$method --format=csv | pick below)" 0 1e-9
		done
	done
}

# ---- small strata ----

# With a prior shared by size (bb-shared, up to version 0.4) these were covered in .891, .818, .681 and, mirrored, .818.
@test "the yield of a precise production is covered, and so is its mirror image" {
	cat >yields.csv <<-'END'
		truth,retrieved,size,yield,sampled
		a,0,300,270,22
		a,0,1700,15,200
		b,0,300,285,22
		b,0,1700,15,200
		c,0,300,285,22
		c,0,1700,5,200
		d,0,300,15,22
		d,0,1700,1685,200
	END
	run simulate coverage --scenario=yields.csv --samples=all -m est_rel -q --ci=bb-spread --format=csv
	assert_success
	echo "$output" >found
	pick coverage method=bb-spread <found | awk '{ n++; if ($1 < 0.95 || $1 > 0.99) bad = 1 } END { exit bad || n != 4 }' ||
		fail "$(pick coverage method=bb-spread <found)"
	# exchanging relevant and other documents mirrors: b and d are the same truth
	assert_equal "$(pick coverage truth=b method=bb-spread <found)" "$(pick coverage truth=d method=bb-spread <found)"
}

# 100 samples have a standard error of .022 at .95.
@test "designs with 10 to 40 small strata are covered" {
	awk -f "$ROOT/qrels-samples/scenarios/small.awk" | grep -E '^truth|10 of 100:5:(97|60)|20 of 30:3:28|20 rich' >small.csv
	run simulate coverage --scenario=small.csv --samples=100 -m est_P -q --ci=bb-spread --format=csv
	assert_success
	pick coverage <<<"$output" | awk '{ n++; if ($1 < 0.87) bad = 1 } END { exit bad || n != 4 }' || fail "$output"
}

# The share is at most alpha and two of its standard errors.
kept() # MISSED,COVERED ALPHA SAMPLES
{
	IFS=, read -r missed covered <<<"$1"
	near "$missed" "$(awk -v c="$covered" 'BEGIN { print 1 - c }')" 2e-6
	awk -v m="$missed" -v a="$2" -v n="$3" 'BEGIN { exit !(m <= a + 2 * sqrt(a * (1 - a) / n)) }' ||
		fail "$1 is more than $2"
}

@test "12 looks at a growing sample: anytime keeps 95 %, a bound for one look does not" {
	only_with_test_all
	printf 'truth,retrieved,size,yield,sampled\na,1,40000,31000,600\na,0,960000,4000,2400\n' > truth.csv
	local n=$(cases 1000 200)
	run "$STRAT_EVAL" simulate coverage --scenario=truth.csv --ci=anytime,bb-bound --tail=lower --peeks=12 --samples="$n" --format=csv
	assert_success
	kept "$(echo "$output" | pick below,coverage method=anytime)" 0.05 "$n"
	rising 0.07 "$(echo "$output" | pick below method=bb-bound)"
	# more looks miss more, and one look is the usual coverage
	run "$STRAT_EVAL" simulate coverage --scenario=truth.csv --ci=bb-bound --tail=lower --peeks=1 --samples="$n" --format=csv
	rising "$(echo "$output" | pick below method=bb-bound)" 0.08
}

# N = 2, R = 1 not retrieved, two looks: after the first the sample is 0 or 1 of 1, after the second all is
# known. normal of a sample of one has no width: 0 or 2 relevant, so that each path misses at once.
@test "a miss at any look counts, by hand" {
	printf 'truth,retrieved,size,yield,sampled\na,1,1,1,1\na,0,2,1,2\n' > truth.csv
	run "$STRAT_EVAL" simulate coverage --scenario=truth.csv --ci=normal -m est_recall --peeks=2 --samples=50 --format=csv
	assert_success
	near "$(echo "$output" | pick coverage method=normal)" 0 0
	near "$(echo "$output" | pick width method=normal)" 0 0
	run "$STRAT_EVAL" simulate coverage --scenario=truth.csv --ci=normal -m est_recall --samples=50 --format=csv
	near "$(echo "$output" | pick coverage method=normal)" 1 0
}

@test "--peeks and --samples=all exclude each other" {
	run "$STRAT_EVAL" simulate coverage --peeks=2 --samples=all
	assert_failure 64
	assert_output --partial '--samples=all cannot be combined with --peeks'
}
