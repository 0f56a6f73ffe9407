#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval simulate bootstrap: how often the intervals of a mean over topics cover it.

load ../../../support/helper

bootstrap() {
	"$STRAT_EVAL" simulate bootstrap "$@"
}

# A matrix of 12 topics and 3 systems.
matrix() {
	cat > matrix.csv <<-'END'
		topic,A,B,C
		1,0.11,0.62,0.05
		2,0.52,0.71,0
		3,0.03,0.14,0.31
		4,0.94,0.85,0.4
		5,0.25,0.36,0.2
		6,0.36,0.17,0.1
		7,0.07,0.58,0.02
		8,0.68,0.99,0.7
		9,0.19,0.4,1
		10,0.31,0.21,0.03
		11,0.12,0.72,0.6
		12,0.43,0.53,0.09
	END
}

# Two of 0, .1, .4, 1, whose mean is .375: six samples. With one degree of freedom the quantile of
# .75 of Student's t is 1, and the interval is from the smaller score to the larger. So are the
# quantiles of .1 and .9 of the resampled means, which are the two scores with probability 1/4 each.
# The mean lies above (0, .1), below (.4, 1), and within the four others; the widths are .1 .4 1 .3 .9
# and .6, with mean .55. 20,000 samples: four standard errors.
@test "six samples of two scores, by hand" {
	printf 't,X\n1,0\n2,0.1\n3,0.4\n4,1\n' > four.csv
	run bootstrap --scores=four.csv --topics=2 --samples=20000 --resamples=200 \
		--ci=t,percentile --alpha=0.5,0.2 --format=csv
	assert_success
	near "$(echo "$output" | pick coverage method=t n=2 alpha=0.5)" 0.66667 0.0134
	near "$(echo "$output" | pick coverage_se method=t n=2 alpha=0.5)" 0.003333 0.0001 # sqrt(2/9/20000)
	near "$(echo "$output" | pick above method=t n=2 alpha=0.5)" 0.16667 0.0106
	near "$(echo "$output" | pick below method=t n=2 alpha=0.5)" 0.16667 0.0106
	near "$(echo "$output" | pick width method=t n=2 alpha=0.5)" 0.55 0.009
	near "$(echo "$output" | pick bias method=t n=2 alpha=0.5)" 0 0.0064
	# the means of the pairs are off by .325, .175 and .125, down and up: sqrt(.050625)
	near "$(echo "$output" | pick rmse method=t n=2 alpha=0.5)" 0.225 0.0024
	assert_equal "$(echo "$output" | pick samples,offered method=t n=2 alpha=0.5)" 20000,1.000000
	[ "$(echo "$output" | grep '^percentile,2,0.2,' | cut -d, -f4-)" = \
		"$(echo "$output" | grep '^t,2,0.5,' | cut -d, -f4-)" ]
}

# The same with replacement: sixteen pairs, of which four are equal scores and have no interval. Of the twelve others (0, .1)
# and (.4, 1) come in two orders each, and miss.
@test "sixteen samples of two scores with replacement, by hand" {
	printf 't,X\n1,0\n2,0.1\n3,0.4\n4,1\n' > four.csv
	run bootstrap --scores=four.csv --topic-scope=random --topics=2,9 --samples=20000 --ci=t \
		--alpha=0.5 --format=csv
	assert_success
	near "$(echo "$output" | pick offered method=t n=2 alpha=0.5)" 0.75 0.0123
	near "$(echo "$output" | pick above method=t n=2 alpha=0.5)" 0.166667 0.0122
	near "$(echo "$output" | pick below method=t n=2 alpha=0.5)" 0.166667 0.0122
	near "$(echo "$output" | pick coverage method=t n=2 alpha=0.5)" 0.666667 0.0154
	near "$(echo "$output" | pick width method=t n=2 alpha=0.5)" 0.55 0.01
	assert_equal "$(echo "$output" | pick replacement)" $'with\nwith'
}

# The figures are those of a separate program in C, from 22,000 random samples of Beta(.3,4) and Beta(.2,4):
# slogit .0851 and .0992, clogit .0520 and .0581. Four standard errors of 4000 samples and of those.
@test "clogit has its level on skewed scores, where slogit has not" {
	only_with_test_all
	for shape in 0.3,.0851,.0520 0.2,.0992,.0581; do
		awk -v a="${shape%%,*}" -f "$ROOT/qrels-samples/scenarios/skewed_scores.awk" > beta.csv
		run bootstrap --scores=beta.csv --topic-scope=random --topics=10 --samples=4000 --alpha=0.05 \
			--ci=clogit,slogit --format=csv
		assert_success
		IFS=, read -r _ slogit clogit <<< "$shape"
		near "$(echo "$output" | pick coverage method=slogit n=10 alpha=0.05)" "$(awk "BEGIN { print 1 - $slogit }")" 0.020
		near "$(echo "$output" | pick coverage method=clogit n=10 alpha=0.05)" "$(awk "BEGIN { print 1 - $clogit }")" 0.016
	done
}

# Every sample is then the same, and an interval of t lies around the sample's mean.
@test "a sample of all topics never misses the mean" {
	matrix
	run bootstrap --scores=matrix.csv --topics=12 --samples=20 --ci=t,slogit --format=csv
	assert_success
	[ "$(echo "$output" | pick coverage method=t n=12 alpha=0.5)" = 1.000000 ]
	[ "$(echo "$output" | pick coverage method=t n=12 alpha=0.05)" = 1.000000 ]
	[ "$(echo "$output" | pick coverage method=slogit n=12 alpha=0.05)" = 1.000000 ]
}

@test "scores that are all equal give no interval, which is not offered and no miss" {
	printf 't,X,Y\n1,0.5,0.1\n2,0.5,0.2\n3,0.5,0.9\n4,0.5,0.4\n' > equal.csv
	run bootstrap --scores=equal.csv --topics=3 --samples=50 --ci=percentile,bca,slogit,t --format=csv
	assert_success
	for method in percentile bca slogit t; do
		assert_equal "$(echo "$output" | pick samples,offered method=$method n=3 alpha=0.05)" 100,0.500000
		IFS=, read -r coverage below above < <(echo "$output" | pick coverage,below,above method=$method n=3 alpha=0.05)
		near "$(awk -v c="$coverage" -v b="$below" -v a="$above" 'BEGIN { print c + b + a }')" 1 2e-6
	done
	printf 't,X\n1,0.5\n2,0.5\n' > equal.csv
	run bootstrap --scores=equal.csv --topics=2 --samples=5 --alpha=0.05 --ci=t --format=csv
	assert_line --index 1 't,2,0.05,1,2,1000,1,without,5,0.000000,,,,,,0.000000,0.000000'
	run bootstrap --scores=equal.csv --topics=2 --samples=5 --alpha=0.05 --ci=t
	assert_line --index 1 --regexp '^t +2 +0.05 +5  0.0000        -      -      -   0.0000   0.0000'
}

@test "the same bytes with 1, 2 and 4 jobs, and others with another seed" {
	matrix
	for jobs in 1 2 4; do
		bootstrap --scores=matrix.csv --topics=4,7 --samples=33 --resamples=100 --jobs=$jobs \
			--format=csv > "jobs.$jobs"
	done
	[ "$(wc -l < jobs.1)" = 61 ]
	cmp jobs.1 jobs.2
	cmp jobs.1 jobs.4
	bootstrap --scores=matrix.csv --topics=4,7 --samples=33 --resamples=100 --seed=2 --format=csv > other
	run cmp jobs.1 other
	assert_failure
}

@test "a sample does not depend on what else is asked for" {
	matrix
	bootstrap --scores=matrix.csv --topics=4,7 --samples=30 --resamples=50 --format=csv |
		grep '^bca,7,0.1,' > among
	bootstrap --scores=matrix.csv --topics=7 --samples=30 --resamples=50 --alpha=0.1 --ci=bca \
		--format=csv | grep '^bca' > alone
	[ "$(wc -l < alone)" = 1 ]
	cmp among alone
}

@test "missing scores are left out; gzip and standard input are read" {
	matrix
	cut -d, -f1,2 matrix.csv > full.csv
	sed '3s/$/\n2b,NA\n2c,\n2d,nan/' full.csv > gaps.csv
	bootstrap --scores=full.csv --samples=40 --topics=5 --resamples=50 > full
	bootstrap --scores=gaps.csv --samples=40 --topics=5 --resamples=50 > gaps
	cmp full gaps
	gzip -c full.csv | bootstrap --scores=- --samples=40 --topics=5 --resamples=50 > zipped
	cmp full zipped
}

@test "sizes, alphas, methods, samples and resamples are the paper's by default" {
	only_with_test_all
	{ echo topic,A,B; seq 1 30 | awk '{ print $1 "," $1 / 40 "," $1 % 7 / 7 }'; } > many.csv
	bootstrap --scores=many.csv > by_default
	bootstrap --scores=many.csv --topics=5,10,20 --samples=1000 --resamples=1000 --seed=1 \
		--alpha=.05,.1,.15,.2,.25,.3,.35,.4,.45,.5 --ci=percentile,bca,slogit --format=table > named
	cmp by_default named
	[ "$(head -1 named | tr -s ' ')" = 'method n alpha samples offered coverage +- below above width bias rmse' ]
	[ "$(wc -l < named)" = 91 ]
}

@test "csv and jsonl carry what the numbers depend on" {
	matrix
	run bootstrap --scores=matrix.csv --samples=9 --resamples=20 --topics=6 --seed=7 --alpha=0.1 \
		--ci=bca --format=csv
	assert_success
	assert_line --index 0 "method,n,alpha,systems,topics,resamples,seed,replacement,samples,offered,coverage,coverage_se,below,above,width,bias,rmse"
	assert_line --index 1 --partial "bca,6,0.1,3,12,20,7,without,27,"
	csv=$output
	run bootstrap --scores=matrix.csv --samples=9 --resamples=20 --topics=6 --seed=7 --alpha=0.1 \
		--ci=bca --format=jsonl
	assert_success
	[ "$(echo "$csv" | sed 1d)" = "$(echo "$output" | perl -MJSON::PP -e '
		my $x = decode_json(<STDIN>);
		print join ",", map { /offered|cover|below|above|width|bias|rmse/ ? sprintf "%.6f", $x->{$_} : $x->{$_} }
			qw(method n alpha systems topics resamples seed replacement samples offered coverage coverage_se below above width bias rmse)')" ]
}

@test "a matrix that cannot be used is refused with what is wrong" {
	refused 2 "nowhere.csv: cannot read: No such file or directory" simulate bootstrap --scores=nowhere.csv
	matrix
	sed -i '4s/0.03/-1.03/' matrix.csv
	refused 1 "matrix.csv: system 'A', topic '3': score -1.03 is below 0, and --ci=slogit needs a least score" \
		simulate bootstrap --scores=matrix.csv --topics=5
	bootstrap --scores=matrix.csv --topics=5 --ci=bca,percentile,t --samples=5
	matrix
	# the same of the second system: only the last line is its last topic
	awk -F, -v OFS=, 'NR == 3 { $3 = -1.25 } { print }' matrix.csv >second.csv
	refused 1 "second.csv: system '$(sed -n 1p second.csv | cut -d, -f3)', topic '$(sed -n 3p second.csv | cut -d, -f1)': score -1.25 is below 0, and --ci=slogit needs a least score" \
		simulate bootstrap --scores=second.csv --topics=5
	matrix
	refused 1 "matrix.csv: system 'A' has scores for 12 topics, from which 20 cannot be drawn" \
		simulate bootstrap --scores=matrix.csv
	sed -i '8s/0.58/NA/' matrix.csv
	refused 1 "matrix.csv: system 'B' has scores for 11 topics, from which 12 cannot be drawn" \
		simulate bootstrap --scores=matrix.csv --topics=12
	sed -i '8s/NA/n.a./' matrix.csv
	refused 1 "matrix.csv:8: B 'n.a.' is not a number" simulate bootstrap --scores=matrix.csv
	printf 'topic,A\n' > matrix.csv
	refused 1 "matrix.csv: no topics: there is nothing below the header" \
		simulate bootstrap --scores=matrix.csv
}

# Park (2011), Tables 1 to 3, for alpha = .05, .10, .15, .20 and n = 5, 10, 20.
park() {
	cat <<-'END'
		percentile 0.05 .1814 .1075 .0701
		percentile 0.1  .2279 .1576 .1191
		percentile 0.15 .2816 .2045 .1672
		percentile 0.2  .3295 .2514 .2151
		bca        0.05 .1704 .0932 .0592
		bca        0.1  .2186 .1442 .1067
		bca        0.15 .2613 .1927 .1552
		bca        0.2  .3085 .2392 .2030
		slogit     0.05 .0546 .0541 .0466
		slogit     0.1  .1097 .1075 .0934
		slogit     0.15 .1646 .1592 .1420
		slogit     0.2  .2190 .2101 .1910
	END
}

# 25 or 100 samples of each of 110 systems instead of 1000: four standard errors of so many, and three of the
# paper's own 110,000.
@test "on the scores of the TREC 2004 Robust track, the type I error is that of Park's tables" {
	only_with_test_all
	need_data robust04
	local samples
	samples=$(cases 100 25)
	bootstrap --scores="$DATA/robust04/ap.csv" --samples=$samples --alpha=.05,.1,.15,.2 --format=csv > out.csv
	park > park.txt
	run awk -F, -v samples=$samples 'NR == FNR { split($0, p, " ")
			want[p[1] "," 5 "," p[2]] = p[3]
			want[p[1] "," 10 "," p[2]] = p[4]
			want[p[1] "," 20 "," p[2]] = p[5]
			next }
		($1 "," $2 "," $3) in want {
			w = want[$1 "," $2 "," $3]
			sd = sqrt(w * (1 - w))
			slack = sd * (4 / sqrt(110 * samples) + 3 / sqrt(110000))
			d = 1 - $11 - w
			if (!($11 != "" && d < slack && -d < slack)) print $0 ": the paper has " w
			count++ }
		END { print count " compared" }' park.txt out.csv
	assert_output '36 compared'
}
