# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# est_recall_low_bias: recall by the first relevant document of a random order.

load ../../support/helper

# A topic for each outcome of two samples, of n1 from N1 retrieved documents and n0 from N0 others.
every_outcome() # N1 n1 N0 n0
{
	awk -v N1="$1" -v n1="$2" -v N0="$3" -v n0="$4" 'BEGIN { print "topic,stratum,runs,size,sampled,relevant"
		for (a = 0; a <= n1; a++) for (b = 0; b <= n0; b++)
			printf "%d_%d,set,x,%d,%d,%d\n%d_%d,rest,-,%d,%d,%d\n", a, b, N1, n1, a, a, b, N0, n0, b }'
}

# For every truth (R1, R0), the sum over all outcomes. `w` is the probability that m documents in a random
# order, all of them sampled, have a relevant one: the first m have M of N1 with a hypergeometric
# probability, of which none is relevant with choose(n1-a, M)/choose(n1, M). Prints the largest distance of
# sum(w estimate) from recall sum(w), the number of truths, in how many est_recall is biased, and the root
# mean square of the bias of est_recall and of this estimate.
enumerate() # N1 n1 N0 n0 m
{
	every_outcome "$@" > table.csv
	"$STRAT_EVAL" --quiet-warnings -q --digits=12 -R table -m est_recall -m est_recall_low_bias table.csv x |
		awk -v N1="$1" -v n1="$2" -v N0="$3" -v n0="$4" -v m="$5" '
		function choose(n, k,   i, x) { if (k < 0 || k > n) return 0
			x = 1; for (i = 1; i <= k; i++) x *= (n - k + i) / i; return x }
		function mass(k, N, R, n) { return choose(R, k) * choose(N - R, n - k) / choose(N, n) }
		$2 != "all" { value[$1, $2] = $3 }
		END {
			for (a = 0; a <= n1; a++) for (b = 0; b <= n0; b++) {
				w[a, b] = 1
				for (M = 0; M <= m && M <= n1; M++) if (m - M <= n0) w[a, b] -= mass(M, N1 + N0, N1, m) * \
					choose(n1 - a, M) / choose(n1, M) * choose(n0 - b, m - M) / choose(n0, m - M)
			}
			for (R1 = 0; R1 <= N1; R1++) for (R0 = 0; R0 <= N0; R0++) {
				if (R1 + R0 == 0) continue
				recall = R1 / (R1 + R0); sum = weight = seen = plain = low = 0
				for (a = 0; a <= n1; a++) for (b = a == 0; b <= n0; b++) {
					p = mass(a, N1, R1, n1) * mass(b, N0, R0, n0)
					x = value["est_recall_low_bias", a "_" b]
					sum += p * w[a, b] * x; weight += p * w[a, b]
					seen += p; low += p * x; plain += p * value["est_recall", a "_" b]
				}
				d = sum - recall * weight; if (d < 0) d = -d; if (d > worst) worst = d
				truths++; plain = plain / seen - recall; low = low / seen - recall
				biased += plain ^ 2 > 1e-12; squares += plain ^ 2; low_squares += low ^ 2
			}
			printf "%.3g %d %d %.6f %.6f\n", worst, truths, biased, sqrt(squares / truths), sqrt(low_squares / truths) }'
}

@test "weighted by the chance of meeting a relevant document it is unbiased, whatever the truth is" {
	for design in '6 3 9 4 3' '10 4 20 8 4' '10 10 20 6 6' '12 2 8 5 2' ${TEST_ALL:+'30 15 60 15 15'}; do
		set -- $(enumerate $design)
		echo "# $design: $2 truths, est_recall is biased in $3, bias $4 against $5" >&3
		rising "$1" 1e-10
		[ "$3" -gt 30 ]
		rising "$5" "$4"
	done
}

@test "judged as a whole, it is recall; of one random sample of all, est_recall" {
	set -- $(enumerate 5 5 7 7 12)
	[ "$3" = 0 ]
	rising "$5" 1e-9
	printf 'topic,stratum,runs,size,sampled,relevant\n1,all,x,500,60,7\n' > one.csv
	run "$STRAT_EVAL" -R table -m est_recall_low_bias one.csv x
	assert_output --partial 1.0000
	# 3 of 5 sampled relevant documents are retrieved; equal probabilities are one stratum
	printf '1 0 d%s %s\n' 1 1 2 1 3 1 4 1 5 1 6 0 7 0 > qrels
	printf '1 Q0 d%s 0 %s r\n' 1 9 2 8 3 7 6 6 > run
	awk '{ print $1, $2, $3, $4, 0.1 }' qrels > probs
	run "$STRAT_EVAL" --quiet-warnings -R probs -m est_recall_low_bias probs run
	assert_output --partial 0.6000
}

# The mean over all samples of Webber's Table III: est_recall .3142, recall .25 (tests of simulate).
@test "the bias in Webber's Table III is a fifth of that of est_recall" {
	only_with_test_all
	every_outcome 2000 100 100000 100 | awk -F, 'NR == 1 || (split($1, x, "_") && x[2] <= 20)' > table.csv
	"$STRAT_EVAL" -q --quiet-warnings --digits=10 -R table -m est_recall -m est_recall_low_bias table.csv x > values
	set -- $(awk 'function logs(n, k,   i, x) { for (i = 1; i <= k; i++) x += log((n - k + i) / i); return x }
		function mass(k, N, R, n) { return exp(logs(R, k) + logs(N - R, n - k) - logs(N, n)) }
		BEGIN { for (i = 0; i <= 100; i++) { p1[i] = mass(i, 2000, 1000, 100); p0[i] = i <= 20 ? mass(i, 100000, 3000, 100) : 0 } }
		$2 != "all" && $3 != "nan" { split($2, x, "_"); sum[$1] += p1[x[1]] * p0[x[2]] * $3 }
		END { print sum["est_recall"] - .25, sum["est_recall_low_bias"] - .25 }' values)
	near "$1" 0.0642 0.0001
	rising "$2" 0.0135
	rising 0 "$2"
}

@test "undefined with three strata, without a relevant document, or without a sample" {
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,x,50,5,2\n1,b,x,60,6,2\n1,c,-,600,50,3\n' > t.csv
	printf '2,a,x,50,5,0\n2,b,-,600,50,0\n3,a,x,50,0,0\n3,b,-,600,50,3\n' >> t.csv
	run "$STRAT_EVAL" --quiet-warnings -q -n -R table -m est_recall_low_bias t.csv x
	assert_success
	[ "$(echo "$output" | grep -c nan)" = 3 ]
}
