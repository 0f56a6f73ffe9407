#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# compare --scores=LABELS --judged-scores=PEOPLE: means over topics, prediction-powered.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	printf '%s\n' topic,s 1,1.1 2,2.2 3,1.5 4,1.8 5,3.9 6,5.1 7,4.5 8,4.8 >labels.csv
	printf '%s\n' topic,s 1,1 2,2 5,4 6,5 >people.csv
	printf '%s\n' topic,stratum 1,a 2,a 3,a 4,a 5,b 6,b 7,b 8,b >strata.csv
}

# The warning of few judged topics.
few() # FILE TOPICS
{
	echo "strat_eval: warning: $1: $2 topics have scores by people: intervals of fewer than 10 covered .89 to .99 for .95, and useless labels make them wider (doc/coverage.md)"
}

# GLIDE (EmertonData/glide, d6021e6a), the example of its StratifiedPPIMeanEstimator: 3.086 [2.720, 3.452].
# By hand: lambda = cov/((1 + 2/2) var): .55/(2 * .216667) = 1.269231 and .6/(2 * .2625) = 1.142857, on average
# 1.206044; 1.5 and 4.5 + 1.142857 * .15: mean 3.085714; variances 1.269231^2 * .045/2 + .0392308... each.
@test "the stratified example of GLIDE" {
	evaluate compare --scores=labels.csv --judged-scores=people.csv --strata=strata.csv --ci=normal --format=csv
	assert_equal "$exit_status $(cat stderr)" "0 $(few people.csv 4)"
	assert_equal "$(pick estimate kind=mean <stdout)" 3.085714
	assert_equal "$(pick lambda kind=mean <stdout)" 1.206044
	assert_equal "$(printf '%.3f %.3f' $(pick lower kind=mean <stdout) $(pick upper kind=mean <stdout))" '2.720 3.452'
	assert_equal "$(pick by_people kind=mean <stdout) $(pick by_labels kind=mean <stdout)" '3.000000 3.112500'
	# by t the interval is wider
	evaluate compare --scores=labels.csv --judged-scores=people.csv --strata=strata.csv --format=csv
	assert_equal "$(awk -v a="$(pick lower kind=mean <stdout)" 'BEGIN { print a < 2.72 }')" 1
}

# The same from one file, whose second column has the scores by people.
@test "the stratified example of GLIDE from one file with a second column" {
	printf '%s\n' topic,people,s 1,1,1.1 2,2,2.2 3,,1.5 4,NA,1.8 5,4,3.9 6,5,5.1 7,,4.5 8,nan,4.8 >scores.csv
	evaluate compare --scores=scores.csv --judged-scores=scores.csv#people --strata=strata.csv --ci=normal --format=csv
	assert_equal "$exit_status $(cat stderr)" "0 $(few scores.csv 4)"
	assert_equal "$(printf '%.3f %.3f %.3f' $(pick estimate kind=mean <stdout) $(pick lower kind=mean <stdout) $(pick upper kind=mean <stdout))" '3.086 2.720 3.452'
	assert_equal "$(pick run kind=mean <stdout)" s
	"$STRAT_EVAL" compare --scores=labels.csv --judged-scores=people.csv --format=csv 2>/dev/null >expected
	evaluate compare --scores=scores.csv --judged-scores=scores.csv#people --format=csv
	same_output 'by t'
	refused 64 '--judged-scores=scores.csv#q: no column of this name' compare --scores=scores.csv --judged-scores=scores.csv#q
	refused 64 '--judged-scores needs --scores=FILE: the scores by labels' compare --scores --judged-scores=q a b
	printf '%s\n' topic,people,s,r 1,1,1,1 2,2,2,2 3,,1,1 >three.csv
	refused 64 '--judged-scores=FILE#COLUMN needs one other column, of scores by labels, and three.csv has 2: for several systems give a matrix by labels and one by people (--judged-scores=FILE)' \
		compare --scores=three.csv --judged-scores=three.csv#people
}

# By hand: judged (y, f) = (1,1) (2,3) (3,2) (6,6), f of the others 4 4 8: b = 13/14, means 3 3 and 16/3. The
# distance counts by 3/7: the mean is 3 + 13/14 (3/7) (7/3) = 3.928571. Squares of y - b f: 14 - 13^2/14 = 1.928571,
# s^2 = .964286; var(f) over all is 34/6, or 5.666667: .964286/4 + (13/14)^2 5.666667/7 + .964286/14 (1)^2 = 1.007961;
# t with 2 degrees of freedom: 4.302653.
@test "by regression, by hand" {
	printf '%s\n' topic,s 1,1 2,3 3,2 4,6 5,4 6,4 7,8 >f.csv
	printf '%s\n' topic,s 1,1 2,2 3,3 4,6 >h.csv
	evaluate compare --scores=f.csv --judged-scores=h.csv --format=csv
	assert_equal "$(pick estimate kind=mean <stdout) $(pick lambda kind=mean <stdout)" '3.928571 0.397959'
	assert_equal "$(pick df kind=mean <stdout)" 2
	awk -v se="$(pick se kind=mean <stdout)" -v from="$(pick lower kind=mean <stdout)" 'BEGIN {
		f[1] = 1; f[2] = 3; f[3] = 2; f[4] = 6; f[5] = 4; f[6] = 4; f[7] = 8
		for (i in f) m += f[i] / 7
		for (i in f) v += (f[i] - m) ^ 2 / 6
		wanted = sqrt(.964286 / 4 + (13 / 14) ^ 2 * v / 7 + .964286 / 14)
		exit !((se - wanted) ^ 2 < 1e-11 && (from - (3.928571 - 4.302653 * wanted)) ^ 2 < 1e-10) }' || fail "$(cat stdout)"
}

# By hand: y = .2 .4 .6 and f = 0 0 0 of three judged topics, f of the others 1 and 0. No slope is known. The variance of y is .04, that of
# f over all .2, the distance counts by 2/5: .04/3 + .04/.2 (2/5 * 1/2)^2 = .0213333; t with 2 degrees of freedom: 4.302653.
@test "labels that are the same in all judged topics, and not in the others" {
	printf '%s\n' topic,s 1,0 2,0 3,0 4,1 5,0 >f.csv
	printf '%s\n' topic,s 1,.2 2,.4 3,.6 >h.csv
	evaluate compare --scores=f.csv --judged-scores=h.csv --format=csv
	assert_equal "$(pick estimate kind=mean <stdout) $(pick lambda kind=mean <stdout) $(pick df kind=mean <stdout)" '0.400000 0.000000 2'
	assert_equal "$(pick se kind=mean <stdout)" 0.146059
	# labels that are the same everywhere add nothing, also if they are no sum of powers of 2: sqrt(.04/3)
	printf '%s\n' topic,s 1,.1 2,.1 3,.1 4,.1 5,.1 >f.csv
	evaluate compare --scores=f.csv --judged-scores=h.csv --format=csv
	assert_equal "$(pick se kind=mean <stdout) $(pick df kind=mean <stdout)" '0.115470 2'
}

# That the time is linear in them are shapes of `make linear`.
@test "thousands of topics, and of strata of topics" {
	awk 'BEGIN { print "topic,s" > "f.csv"; print "topic,s" > "h.csv"; print "topic,stratum" > "t.csv"
		for (t = 1; t <= 50000; t++) {
			print t "," t % 7 > "f.csv"; print t ",s" int(t / 5) > "t.csv"
			if (t % 2) print t "," t % 11 > "h.csv" } }'
	evaluate compare --scores=f.csv --judged-scores=h.csv --format=csv
	assert_equal "$(pick topics,judged kind=mean <stdout)" 50000,25000
	# of every five topics two or three are judged; the first stratum is short of one and the last of four
	sed -i 's/,s0$/,s1/; s/,s10000$/,s9999/' t.csv
	evaluate compare --scores=f.csv --judged-scores=h.csv --strata=t.csv --format=csv
	assert_equal "$(pick topics,judged kind=mean <stdout)" 50000,25000
}

# The formula in awk, of the difference of two systems on 30 topics of which 10 are judged.
@test "a difference is one score, with a lambda of its own" {
	awk 'BEGIN {
		srand(7)
		print "topic,x,y" > "f.csv"; print "topic,x,y" > "h.csv"
		for (t = 1; t <= 30; t++) {
			a = rand(); b = rand()
			printf "%02d,%.3f,%.3f\n", t, a, b > "f.csv"
			if (t <= 10) printf "%02d,%.3f,%.3f\n", t, .2 + .5 * a + .2 * rand(), .6 * b + .3 * rand() > "h.csv"
		}
	}'
	evaluate compare --scores=f.csv --judged-scores=h.csv --ci=normal --format=csv
	assert_equal "$exit_status $(cat stderr)" '0 '
	awk -F, 'FNR == 1 { next }
	FILENAME == "h.csv" { y[$1] = $2 - $3; next }
	{ f[$1] = $2 - $3 }
	END {
		for (t in f) { N++; mf += f[t]; if (t in y) { n++; my += y[t]; fn += f[t] } else { m++; fm += f[t] } }
		mf /= N; my /= n; fn /= n; fm /= m
		for (t in f) {
			v += (f[t] - mf)^2 / (N - 1)
			if (t in y) c += (y[t] - my) * (f[t] - fn) / (n - 1); else w += (f[t] - fm)^2 / (m - 1)
		}
		l = c / ((1 + n / m) * v)
		for (t in y) e += (y[t] - my - l * (f[t] - fn))^2 / (n - 1)
		printf "%.6f %.6f %.6f\n", l * fm + my - l * fn, sqrt(l * l * w / m + e / n), l
	}' h.csv f.csv >expected
	assert_equal "$(pick estimate kind=difference <stdout) $(pick se kind=difference <stdout) $(pick lambda kind=difference <stdout)" "$(cat expected)"
}

@test "if all topics are judged it is the paired t test" {
	printf '%s\n' topic,x,y 1,.1,.2 2,.5,.2 3,.4,.1 4,.9,.3 5,.3,.35 >f.csv
	printf '%s\n' topic,x,y 1,.3,.1 2,.6,.4 3,.2,.1 4,.8,.6 5,.3,.45 >h.csv
	evaluate compare --scores=h.csv --test=t --format=csv
	local p=$(pick value measure=p_t_score <stdout)
	evaluate compare --scores=f.csv --judged-scores=h.csv --format=csv
	assert_equal "$(pick p kind=difference <stdout)" "$(printf %.6f "$p")"
	assert_equal "$(pick lambda kind=difference <stdout)" 0.000000
}

# Labels that say the opposite: y = 1 - f + noise. lambda is negative, and the interval as narrow.
@test "reversed labels are as good as others: lambda is not clipped" {
	awk 'BEGIN { srand(3); print "topic,s" > "f.csv"; print "topic,s" > "r.csv"; print "topic,s" > "h.csv"
		for (t = 1; t <= 40; t++) {
			a = rand(); printf "%02d,%.4f\n", t, a > "f.csv"; printf "%02d,%.4f\n", t, 1 - a > "r.csv"
			if (t <= 12) printf "%02d,%.4f\n", t, a + .1 * rand() > "h.csv" } }'
	evaluate compare --scores=f.csv --judged-scores=h.csv --format=csv
	local se=$(pick se kind=mean <stdout) estimate=$(pick estimate kind=mean <stdout)
	evaluate compare --scores=r.csv --judged-scores=h.csv --format=csv
	assert_equal "$(pick se kind=mean <stdout) $(pick estimate kind=mean <stdout)" "$se $estimate"
}

@test "two matrices: what is refused" {
	refused 64 '--judged-scores needs --scores=FILE: the scores by labels' compare --scores --judged-scores=people.csv a b
	refused 64 'options for judgments and runs need judgments and runs' compare --scores=labels.csv --strata=strata.csv
	refused 64 '--judged-scores needs --ci=t or --ci=normal' \
		compare --scores=labels.csv --judged-scores=people.csv --ci=bca
	refused 64 '--judged-scores cannot be combined with --format=trec' \
		compare --scores=labels.csv --judged-scores=people.csv --format=trec
	refused 64 '--baseline=q: no system of this name in labels.csv' \
		compare --scores=labels.csv --judged-scores=people.csv --baseline=q
	printf '%s\n' topic,s 1,1 9,2 >more.csv
	refused 1 "more.csv: topic '9' has no scores by labels in labels.csv" compare --scores=labels.csv --judged-scores=more.csv
	printf '%s\n' topic,s 1,1 1a,3 5,2 >more.csv
	refused 1 "more.csv: topic '1a' has no scores by labels in labels.csv" compare --scores=labels.csv --judged-scores=more.csv
	printf '%s\n' topic,q 1,1 2,2 >other.csv
	refused 1 "other.csv: system 'q' has no scores by labels in labels.csv" compare --scores=labels.csv --judged-scores=other.csv
	head -2 people.csv >one.csv
	refused 1 "one.csv: fewer than two topics of 's' have a score by people" compare --scores=labels.csv --judged-scores=one.csv
	head -4 people.csv >few.csv
	refused 1 "few.csv: fewer than two topics of 's' in stratum b have a score by people" \
		compare --scores=labels.csv --judged-scores=few.csv --strata=strata.csv
	head -8 strata.csv >short.csv
	refused 1 "short.csv: no stratum for topic '8'" compare --scores=labels.csv --judged-scores=people.csv --strata=short.csv
	printf '%s\n' 1,b >>strata.csv
	refused 1 "strata.csv:10: topic '1' is listed twice" \
		compare --scores=labels.csv --judged-scores=people.csv --strata=strata.csv
	sed 's/^1,1.1/1,/' labels.csv >hole.csv
	refused 1 "hole.csv: no score of 's' for topic '1', which has one by people" \
		compare --scores=hole.csv --judged-scores=people.csv
}
