# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes a matrix of skewed scores, for strat_eval simulate bootstrap --scores=FILE.
#
#	awk -v a=0.3 [-v topics=2000] -f skewed_scores.awk > FILE
#
# One system, whose scores are the quantiles of Beta(a,4) at (i - 1/2)/topics, so that topics drawn
# with replacement are a sample of Beta(a,4). Nothing is random. With -v mixed=0.8, 8 of 10 scores are
# from Beta(0.5,20) and the others from Beta(3,2). Without an upper limit, instead of -v a:
#
#	-v weibull=0.5		Weibull's distribution with this shape; 1: the exponential one
#	-v pareto=4		Pareto's with this shape, from 0 on
#	-v geometric=3		whole numbers, geometric with this mean

# P(X <= x), X ~ Beta(a,b), b a whole number: x^a sum of (1-x)^j a(a+1)...(a+j-1)/j!, j < b.
function distribution(x, a, b,    j, term, sum) {
	term = 1
	sum = 0
	for (j = 0; j < b; j++) {
		sum += term
		term *= (a + j) / (j + 1) * (1 - x)
	}
	return x ^ a * sum
}

# By bisection of log x, as quantiles may be very small.
function quantile(p, a, b,    low, high, middle, k) {
	low = log(p) / a - 5
	high = 0
	for (k = 0; k < 60; k++) {
		middle = (low + high) / 2
		if (distribution(exp(middle), a, b) < p)
			low = middle
		else
			high = middle
	}
	return exp((low + high) / 2)
}

BEGIN {
	if (!topics)
		topics = 2000
	print "topic,score"
	for (i = 1; i <= topics; i++) {
		p = (i - 0.5) / topics
		if (weibull)
			score = (-log(1 - p)) ^ (1 / weibull)
		else if (pareto)
			score = (1 - p) ^ (-1 / pareto) - 1
		else if (geometric)
			score = int(log(1 - p) / log(geometric / (1 + geometric)))
		else if (!mixed)
			score = quantile(p, a, 4)
		else
			score = p < mixed ? quantile(p / mixed, 0.5, 20) : \
				quantile((p - mixed) / (1 - mixed), 3, 2)
		printf "%d,%.9g\n", i, score
	}
}
