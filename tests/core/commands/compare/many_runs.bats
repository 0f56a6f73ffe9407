#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# compare with more than two runs: baselines, the leaderboard, and adjustments that look at all
# runs together.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	sample=$ROOT/qrels-samples/comparison
	printf 'topic,b,a,c,d\n1,.2,.3,.29,.1\n2,.1,.5,.49,.1\n3,.4,.4,.39,.1\n4,.6,.2,.19,.4\n5,.3,.9,.89,.2\n6,.5,.7,.67,.2\n' >four.csv
}

refused() # STATUS MESSAGE ARGUMENT...
{
	refused_by compare "$@"
}

pairs() # ARGUMENT...
{
	"$STRAT_EVAL" compare --format=trec "$@" |
		awk '$1 == "run_a" { a = $3 } $1 == "run_b" { printf "%s%s ", a, $3 }'
}

# ---- baselines and leaderboard ------------------------------------------------------------------

# Means: b .35, a .5, c .486, d .183.
@test "several baselines: every other run against each of them, and no other pair" {
	assert_equal "$(pairs --scores=four.csv --baseline=b)" 'ab cb db '
	assert_equal "$(pairs --scores=four.csv --baseline=b --baseline=c)" 'ab db ac dc '
	assert_equal "$(pairs --scores=four.csv --baseline=c --baseline=b --baseline=d)" 'ab ac ad '
	# p is adjusted for four comparisons
	p=$("$STRAT_EVAL" compare --scores=four.csv --format=csv --baseline=b --baseline=c --adjust=bonferroni |
		awk -F, '$1 == "a" && $2 == "c" && ($4 == "p_t_score" || $4 == "p_adj_score") { print $5 }' | tr '\n' ' ')
	echo "$p" | awk '{ exit !($2 < 1 && ($2 - 4 * $1) ^ 2 < 1e-12) }' || fail "$p"
	"$STRAT_EVAL" compare --scores=four.csv --baseline=b --baseline=d >stdout
	assert_equal "$(grep -c '  baseline$' stdout)" 2
	# in LaTeX the baselines have letters
	awk -F, '{ print $0 "," (NR == 1 ? "e" : $5 + .4 + NR / 1000) }' four.csv >five.csv
	"$STRAT_EVAL" compare --scores=five.csv --format=latex --adjust=none --baseline=b --baseline=d >stdout
	grep -q '^(d) b (baseline) &' stdout
	grep -q '^(e) d (baseline) &' stdout
	# d + .4 + .0045; above b by .302 .403 .104 .205 .306 .107, t = 4.8
	grep -qF 'e & \textbf{0.5878}\textsuperscript{d,e}' stdout
	run ! grep -q 'dagger' stdout
}

@test "a baseline is known by its name or its file" {
	files=("$sample/plain.run" "$sample/stemmed.run" "$sample/fused.run")
	"$STRAT_EVAL" compare --baseline="$sample/stemmed.run" "$sample/qrels" "${files[@]}" >by_file
	tag=$(awk '{ print $6; exit }' "$sample/stemmed.run")
	"$STRAT_EVAL" compare --baseline="$tag" "$sample/qrels" "${files[@]}" >by_name
	cmp by_file by_name
	printf 'map 1 0.5\nmap 2 0.25\nrunid all x\n' >one.txt
	printf 'map 1 0.4\nmap 2 0.75\nrunid all y\n' >two.txt
	assert_equal "$(pairs --quiet-warnings --scores --baseline=one.txt one.txt two.txt)" 'yx '
	refused 64 "none of the runs has this name or file: x, y" --scores --baseline=nobody.txt one.txt two.txt
}

@test "the leaderboard alone" {
	only_with_test_all
	"$STRAT_EVAL" compare --scores=four.csv >all
	"$STRAT_EVAL" compare --scores=four.csv --show=leaderboard >stdout
	head -n 8 all | diff - stdout
	run ! grep -q better/same/worse stdout
	assert_equal "$(awk 'NR == 2 { print $1 }' stdout)" a
	refused 64 '--show=leaderboard cannot be combined with --format=csv: it is for tables of runs' --scores=four.csv --show=leaderboard --format=csv
	# two runs are a list too
	"$STRAT_EVAL" compare --show=leaderboard --quiet-warnings "$sample/qrels" "$sample/plain.run" "$sample/stemmed.run" >stdout
	assert_equal "$(grep -c '^A' stdout)" 0
	# 40 runs, each of which differs from all but its neighbours
	awk 'BEGIN { printf "topic"; for (s = 0; s < 40; s++) printf ",s%d", s; print ""; srand(3)
		for (t = 0; t < 40; t++) { printf "%d", t; for (s = 0; s < 40; s++) printf ",%.6f", s / 40 + rand() / 10; print "" } }' >many.csv
	"$STRAT_EVAL" compare --scores=many.csv --show=leaderboard --test=t --resamples=100 >stdout
	# more than 26 groups: new letters follow each other, and after z comes aa
	awk '/^s[0-9]/ { sub(/\?$/, "", $4); if (!seen[$4]++) print $4 }' stdout >letters
	[ "$(wc -l <letters)" -gt 26 ]
	printf '%s\n' {a..z} a{a..z} | head -n "$(wc -l <letters)" | diff - letters
}

# ---- all systems together -----------------------------------------------------------------------

# R, with A <- read.csv("ap.csv"), M <- as.matrix(A[,2:9]), n <- 249, k <- 8:
#   d <- data.frame(score=as.vector(M), topic=factor(rep(1:n,k)), system=factor(rep(1:k,each=n)))
#   TukeyHSD(aov(score ~ topic + system, d), "system")
@test "Tukey's HSD of eight systems of Robust 2004 is that of R" {
	need_data robust04
	cut -d, -f1-9 "$DATA/robust04/ap.csv" >eight.csv
	"$STRAT_EVAL" compare --scores=eight.csv --adjust=tukey --test=t --format=csv --digits=12 |
		awk -F, '$4 == "p_adj_score" { p = $5 } $4 == "sim_lo_diff_score" { lo = $5 }
			$4 == "sim_hi_diff_score" { print $1 "-" $2, p, lo, $5 }' | sort >stdout
	assert_equal "$(wc -l <stdout)" 28
	check() # PAIR P FROM TO
	{
		grep -q "^$1 " stdout || fail "no $1"
		awk -v pair="$1" -v p="$2" -v lo="$3" -v hi="$4" '
			function far(a, b, d) { return a - b > d || b - a > d }
			$1 == pair && (far($2, p, 1e-8) || far($3, lo, 1e-5) || far($4, hi, 1e-5)) { print; bad = 1 }
			END { exit bad }' stdout || fail "$1"
	}
	check sys4-sys1 8.03251241320e-05 0.01566191878867 0.073109165548674
	check sys5-sys1 7.70045515575e-01 -0.01389069165309 0.043556555106907
	check sys2-sys3 6.88419933918e-03 0.005698464973414 0.06314571173341
	check sys3-sys4 1.68581572717e-03 0.009148665776627 0.06659591253663
	check sys7-sys3 1.09919595883e-01 -0.00273607317920 0.054711173580803
	check sys4-sys5 3.85335955415e-02 0.000828987061768 0.05827623382177
	check sys8-sys6 5.86706982898e-01 -0.01122603301855 0.046221213741446
	check sys7-sys6 9.99993720718e-01 -0.02609189647237 0.031355350287630
}

@test "p and interval agree, and are the same for any number of threads" {
	need_data robust03
	files=("$DATA/robust03/qrels.robust03.gz" "$DATA"/robust03/input.*.gz)
	for how in $(cases 'shrunk-t tukey random-tukey' 'shrunk-t random-tukey'); do
		for jobs in 1 3; do
			"$STRAT_EVAL" compare --jobs=$jobs --test=t --adjust=$how --format=csv "${files[@]}" >$how.$jobs
		done
		cmp $how.1 $how.3
		# an interval without 0 goes with p below .05, and except for shrunk-t the other way round
		awk -F, -v how=$how '$4 == "p_adj_map" { p = $5 } $4 == "sim_lo_diff_map" { lo = $5 } $4 == "sim_hi_diff_map" {
			clear += p < 0.05; all++; out = lo > 0 || $5 < 0; if (out && p >= 0.05 || p < 0.05 && !out && how != "shrunk-t") bad++ }
			END { print clear " of " all " clear"; exit !(all == 28 && clear > 10 && clear < 28 && !bad) }' $how.1
	done
	"$STRAT_EVAL" compare --seed=2 --test=t --adjust=shrunk-t --format=csv "${files[@]}" >other
	run ! cmp -s shrunk-t.1 other
	# against a baseline there is less to look at, and p is not larger
	"$STRAT_EVAL" compare --test=t --adjust=shrunk-t --baseline=uic0301 --format=csv "${files[@]}" |
		awk -F, 'FNR == NR { if ($4 == "p_adj_map") p[$1 $2] = p[$2 $1] = $5; next }
			$4 == "p_adj_map" { n++; if ($5 > p[$1 $2] + 0.005) bad++ } END { exit !(n == 7 && !bad) }' shrunk-t.1 -
}

# Scores in which d is worse than the others in every topic, by .3 and a little, and a, b and c differ by chance.
clear_matrix() {
	awk 'BEGIN { print "topic,a,b,c,d"; for (t = 1; t <= 20; t++) {
		x = 0.5 + 0.02 * (t % 5); printf "%d,%.3f,%.3f,%.3f,%.3f\n", t, x + 0.01 * (t % 3), x + 0.012 * (t % 2), x, x - 0.3 - 0.01 * (t % 4) } }' >clear.csv
}

# By Bonferroni: of three pairs, each is an interval of its own at level 1 - .05/3.
@test "simultaneous intervals of sets from a sample are Bonferroni's" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,x,A+B,400,40,30 1,y,A,600,60,20 1,z,B+C,400,50,10 \
		1,v,C,300,30,9 1,w,-,5000,200,2 >s.csv
	"$STRAT_EVAL" compare --quiet-warnings -R table --format=csv --simultaneous s.csv A B C >all
	"$STRAT_EVAL" compare --quiet-warnings -R table --format=csv --level=0.98333333333333333 s.csv A B C >each
	awk -F, '$4 ~ /^sim_(lo|hi)_diff_est_/ { sub(/^sim/, "ci", $4); x[$1, $2, $4] = $5; n++ }
		FILENAME == "each" && ($1, $2, $4) in x { d = x[$1, $2, $4] - $5; same += d < 1e-8 && d > -1e-8 }
		END { exit !(n == 18 && same == 18) }' all each
}

@test "simultaneous intervals beside Holm's p, and the ranks that they allow" {
	clear_matrix
	"$STRAT_EVAL" compare --scores=clear.csv --format=csv --simultaneous >all
	"$STRAT_EVAL" compare --scores=clear.csv --format=csv >plain
	# p is that of holm, and nothing else changes
	grep -vE ',(sim|rank)_' all | diff - plain
	assert_equal "$(grep -c ',sim_lo_diff_score,.*,shrunk-t,0.95,10000,1,both' all)" 6
	"$STRAT_EVAL" compare --jobs=3 --scores=clear.csv --format=csv --simultaneous | cmp - all
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous | grep -q '^from, to: 95 % intervals that hold all at once (shrunk-t)$'
	# ranks from the intervals, by their definition
	awk -F, '$4 == "sim_lo_diff_score" { lo = $5 } $4 == "sim_hi_diff_score" {
			if (lo > 0) { worse[$1]++; better[$2]++ } else if ($5 < 0) { better[$1]++; worse[$2]++ } }
		END { for (i = 1; i <= 4; i++) { r = substr("abcd", i, 1); print r, 1 + better[r], 4 - worse[r] } }' all >wanted
	awk -F, '$4 == "rank_lo_score" { lo[$1] = $5 } $4 == "rank_hi_score" { print $1, lo[$1], $5 }' all | sort | diff wanted -
	# d is the last in any case, and nobody else is
	grep -qx 'd 4 4' wanted
	[ "$(grep -c '^[abc] [123] 3$' wanted)" -ge 1 ]
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --show=leaderboard | awk '$1 == "d" && $4 == "4" { n++ } END { exit n != 1 }'
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --lower-better --show=leaderboard | awk '$1 == "d" && $4 == "1" { n++ } END { exit n != 1 }'
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --format=latex | grep -q '^(d) d & 0\.[0-9]* & 4 '
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --format=trec | grep -A2 -E '^run +'"$TAB"'all'"$TAB"'d$' | tail -1 | grep -qE '^rank_hi_score +'"$TAB"'all'"$TAB"'4$'
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --format=html | grep -q '<th scope="row">d<td>20<td>0\.[0-9]*<td>4<'
	# the adjustment's own intervals, or ours beside its p
	"$STRAT_EVAL" compare --scores=clear.csv --adjust=tukey 2>/dev/null | grep -q 'for all runs at once (tukey)'
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --adjust=shrunk-t 2>/dev/null | grep -q 'hold all at once (shrunk-t)'
	# a baseline: its pairs only, so that intervals are not wider
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --baseline=d --format=csv | grep -c ',sim_lo_diff_score,' | grep -qx 3
	"$STRAT_EVAL" compare --scores=clear.csv --simultaneous --baseline=d --format=csv | grep -c ',rank_' | grep -qx 0
	refused 64 '--simultaneous cannot be combined with --adjust=tukey: it has such intervals: leave --simultaneous out' --scores=clear.csv --simultaneous --adjust=tukey
	refused 64 '--simultaneous cannot be combined with --tail=lower: its intervals have both ends' --scores=clear.csv --simultaneous --tail=lower
	refused 64 '--simultaneous cannot be combined with --counts: it is for comparisons over topics of runs and --scores' --simultaneous --counts 1,2,3 4,5,6
	# two topics make all of the difference: one resample in eight has neither, and the interval has ends nevertheless
	{ echo topic,a,b; for t in 0 1; do echo "$t,0.90,0.40"; done; for t in $(seq 2 19); do echo "$t,0.30,0.31"; done; } >two.csv
	"$STRAT_EVAL" compare --scores=two.csv --simultaneous --format=csv | awk -F, '$4 == "sim_lo_diff_score" && $5 < 0 && $5 > -2 { n++ } END { exit n != 1 }'
	sed '3s/,[^,]*$/,/' clear.csv >gap.csv
	# a run that lacks a topic: over the topics that both have
	"$STRAT_EVAL" compare --quiet-warnings --scores=gap.csv --simultaneous --format=csv |
		awk -F, '$4 ~ /^sim_/ && $5 > -1 && $5 < 1 { n++ } END { exit n != 12 }'
}

# ---- the check ----------------------------------------------------------------------------------

# e is b, and .001 more, nearly the same in all topics: t is sure of it, shrunk-t is not. Both are clearly better
# than c and d.
near_matrix()
{
	awk 'BEGIN { print "topic,a,b,c,d,e"; for (t = 1; t <= 30; t++) { x = .4 + .2 * sin(t); b = x + .1 * sin(5.1 * t) + .07
		printf "%d,%.4f,%.4f,%.4f,%.4f,%.4f\n", t, x + .05 + .15 * sin(2.3 * t), b, x + .12 * cos(3.7 * t) - .03,
			x - .1 + (t % 10 == 3 ? .5 : .02 * sin(7.3 * t)), b + .001 + .001 * cos(8.1 * t) } }' >near.csv
}

# The formula of methods.md, written anew, with random numbers of its own: 2,000 resamples.
oracle()
{
	python3 - "$1" <<-'END'
	import random, sys
	rows = [line.strip().split(',') for line in open(sys.argv[1])]
	name, x = rows[0][1:], [[float(v) for v in r[1:]] for r in rows[1:]]
	n, w, f, draws = len(x), .4, .05, 2000
	pairs = [(a, b) for a in range(len(name)) for b in range(a)]
	d = {p: [r[p[0]] - r[p[1]] for r in x] for p in pairs}
	def var(v, m): return sum((y - m) ** 2 for y in v) / n / (n - 1)
	mean = {p: sum(d[p]) / n for p in pairs}
	se = {p: var(d[p], mean[p]) for p in pairs}
	k = {p: (sum((y - mean[p]) ** 4 for y in d[p]) / sum((y - mean[p]) ** 2 for y in d[p]) ** 2) ** 3 for p in pairs}
	v = sum(se.values()) / len(pairs)
	t = {p: abs(mean[p]) / ((se[p] + k[p] * v) ** (1 - w) * v ** w) ** .5 for p in pairs}
	order = sorted(pairs, key=lambda p: t[p])
	reached = dict.fromkeys(pairs, 0)
	random.seed(8)
	for i in range(draws):
	    at = random.choices(range(n), k=n)
	    m = {p: sum(d[p][j] for j in at) / n for p in pairs}
	    s = {p: var([d[p][j] for j in at], m[p]) for p in pairs}
	    u, most = max(sum(s.values()) / len(pairs), f * v), 0
	    for p in order:
	        own = (1 - f) * s[p] + f * se[p] + k[p] * u
	        most = max(most, abs(m[p] - mean[p]) / (own ** (1 - w) * u ** w) ** .5)
	        reached[p] += most >= t[p]
	least = 0
	for p in reversed(order):
	    least = max(least, (1 + reached[p]) / (1 + draws))
	    for q in p, p[::-1]:
	        print(name[q[0]], name[q[1]], least)
	END
}

@test "a star that shrunk-t, stepping down, does not confirm is marked, in every format" {
	near_matrix
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=csv >csv
	awk -F, '$4 == "p_check_score" { print $1, $2, $5, $6, $8 }' csv >check
	assert_equal "$(wc -l <check)" 10
	oracle near.csv >expected
	# four standard errors of the two numbers of draws
	awk 'NR == FNR { p[$1 $2] = $3; next } { e = p[$1 $2]; d = e - $3
		if (d * d > 16 * e * (1 - e) * (1 / 2000 + 1 / 10000) + 1e-6 || $4 != "shrunk-t" || $5 != 10000) { print; bad = 1 } }
		END { exit bad }' expected check
	# one pair is claimed and not confirmed
	awk -F, '$4 == "p_adj_score" { a[$1 $2] = $5 } $4 == "p_check_score" && a[$1 $2] < .05 && $5 >= .05 { printf "%s%s ", $1, $2 }' csv >doubtful
	assert_equal "$(cat doubtful)" 'eb '
	"$STRAT_EVAL" compare --test=t --scores=near.csv >table
	assert_equal "$(grep -c '\*?' table)" 1
	grep -Eq '^e +b .*<0.0001 \*\*\*\?' table
	grep -Eq '^e .* a  ?\?$' table
	grep -Fq 'shrunk-t (p_check of 0.05 or more), as happens with skewed differences and near-duplicates: e and b (0.' table
	tr '\n' ' ' <table | grep -Fq ', 1 of which is not confirmed by shrunk-t'
	"$STRAT_EVAL" compare --test=t --scores=near.csv --show=leaderboard | grep -Fq 'e and b (0.'
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=latex >latex
	grep -Fq '(a) e & \textbf{0.4702}\textsuperscript{b?,d,e}' latex
	grep -q '^% ?: significant by Holm, not confirmed by shrunk-t' latex
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=markdown | grep -Fq '| (a) e | **0.4702** (b?,d,e) |'
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=html >html
	assert_equal "$(grep -o '[*]?' html | wc -l)" 1
	grep -Fq '?: significant by Holm, not confirmed by shrunk-t' html
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=jsonl | grep -c '"measure":"p_check_score"' | grep -qx 10
	# with a baseline
	"$STRAT_EVAL" compare --test=t --scores=near.csv --baseline=b --format=latex | grep -Fq 'e & \textbf{0.4702}$^{\ddagger}$\textsuperscript{?}'
	"$STRAT_EVAL" compare --test=t --scores=near.csv --baseline=b --format=markdown | grep -Fq 'e | **0.4702** ++? |'
	"$STRAT_EVAL" compare --test=t --scores=near.csv --baseline=b | grep -Eq '^e +b .*\*\*\*\?'
	# any number of threads; another seed gives other numbers, the claims stay
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=csv --jobs=3 | cmp - csv
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=csv --seed=7 | grep p_check_ >other
	run ! cmp -s <(grep p_check_ csv) other
	# --adjust=shrunk-t decides by it, with the same numbers
	"$STRAT_EVAL" compare --test=t --scores=near.csv --format=csv --adjust=shrunk-t |
		awk -F, '$4 == "p_adj_score" { print $1, $2, $5, $6, $8 }' | cmp - check
}

@test "what is not checked: two runs, tests that are not of means, other adjustments, no claims" {
	near_matrix
	for how in --test=sign --adjust=bh --adjust=none --adjust=shrunk-t; do
		"$STRAT_EVAL" compare --quiet-warnings --scores=near.csv --format=csv "$how" >csv
		refute grep -q p_check csv
	done
	"$STRAT_EVAL" compare --scores=near.csv --format=csv --adjust=bonferroni | grep -q p_check
	cut -d, -f1,3,6 near.csv >two.csv
	"$STRAT_EVAL" compare --scores=two.csv --format=csv >csv
	refute grep -q p_check csv
	# a run that lacks a topic: the check is of the topics that both runs of a pair have
	sed '3s/,[^,]*$/,/' near.csv >gap.csv
	"$STRAT_EVAL" compare --quiet-warnings --scores=gap.csv --format=csv >csv
	assert_equal "$(grep -c p_check_score csv)" "$(grep -c p_adj_score csv)"
	# one that has no topic of its own left out is compared as before: the pairs of the others
	"$STRAT_EVAL" compare --quiet-warnings --scores=gap.csv | grep -Fq '*?'
	# all runs have all topics: 2 of 2^12 choices of signs are as extreme, and resamples of equal differences say nothing
	awk 'BEGIN { print "topic,a,b,c"; for (t = 1; t <= 12; t++) print t "," .5 + t / 100 "," .4 + t / 100 "," .2 + t / 100 }' >even.csv
	"$STRAT_EVAL" compare --quiet-warnings --test=random --scores=even.csv >table
	grep -qx 'differences are not checked by shrunk-t: they are the same in every topic' table
	assert_equal "$(grep -c ' 0.0005   0.0015 ' table)" 3
	# nothing is claimed, and nothing drawn
	awk 'BEGIN { print "topic,a,b,c"; for (t = 1; t <= 30; t++) printf "%d,%.4f,%.4f,%.4f\n", t, .5 + .3 * sin(t), .5 + .3 * sin(2.3 * t), .5 + .3 * sin(5.1 * t) }' >alike.csv
	"$STRAT_EVAL" compare --scores=alike.csv --format=csv --test=t >csv
	assert_equal "$(awk -F, '$4 == "p_adj_score" && $5 < .05' csv)" ''
	refute grep -q p_check_score csv
	# --resamples is the number of draws, where that does not take long
	"$STRAT_EVAL" compare --scores=near.csv --format=csv --resamples=100 |
		awk -F, '$4 == "p_check_score" && $8 == 100 && $5 >= 1 / 101 - 1e-9 { n++ } END { exit n != 10 }'
}

@test "what goes with all systems together, and what does not" {
	refused 64 '--show=leaderboard needs a measure that is averaged over topics: -m NAME' --show=leaderboard -m prob_gt "$sample/qrels" "$sample/plain.run" "$sample/stemmed.run"
	refused 64 '--adjust=tukey cannot be combined with --baseline: it is for all pairs; with a baseline use shrunk-t' --scores=four.csv --adjust=tukey --baseline=a
	refused 64 '--adjust=shrunk-t cannot be combined with --tail=lower: its intervals have both ends' --scores=four.csv --adjust=shrunk-t --tail=lower
	refused 64 "not one of holm, bonferroni, bh, shrunk-t, tukey, random-tukey, none; did you mean 'tukey'?" --scores=four.csv --adjust=tuky
	sed '3s/,[^,]*$/,/' four.csv >gap.csv
	refused 1 '--adjust=tukey needs a value of score of every run for every topic: d has none for topic 2 (-c, or --topic)' \
		--scores=gap.csv --adjust=tukey
	"$STRAT_EVAL" compare --scores=gap.csv --adjust=shrunk-t --topic=1 --topic=3 --topic=4 --topic=5 >stdout
	grep -q '^from, to: 95 % intervals that hold all at once (shrunk-t)$' stdout
	tr '\n' ' ' <stdout | grep -q 'shrunk-t, the largest t of all pairs with topics resampled, for 6 comparisons, p below 0.05'
	"$STRAT_EVAL" compare --scores=four.csv | grep -q 'not adjusted for the number of comparisons'
	# what was measured to be off says so (doc/coverage.md)
	for how in shrunk-t tukey random-tukey holm; do
		"$STRAT_EVAL" compare --scores=four.csv --adjust=$how 2>&1 >/dev/null | sed -n 's/^strat_eval: warning: --adjust=\([^:]*\): .*/\1/p'
	done >cautions
	assert_equal "$(paste -sd' ' cautions)" 'tukey random-tukey'
}

# C has topic 2 alone, so that its pairs have no micro_ figures; csv has each figure with its name.
@test "figures of pairs stand under their headings, also if pairs have different ones" {
	printf '%s\n' '1 0 r 1' '1 0 s 1' '1 0 x 0' '2 0 r 1' '2 0 s 1' '2 0 x 0' >q
	printf '%s\n' '1 Q0 r 1 9 A' '2 Q0 r 1 9 A' '2 Q0 s 1 8 A' >a
	printf '%s\n' '1 Q0 x 1 9 B' '2 Q0 x 1 9 B' '2 Q0 r 1 8 B' >b
	printf '%s\n' '2 Q0 s 1 9 C' >c
	local asked='compare --quiet-warnings -m prob_gt -m paired q' order
	for order in 'a b c' 'c b a'; do
		"$STRAT_EVAL" $asked $order --format=csv |
			awk -F, '$3 == "all" && $4 ~ /^(micro_)?prob_gt|^paired_prob/ { printf "%s %s %s %.4f\n", $1, $2, $4, $5 }' >expected
		[ "$(grep -c micro_ expected)" = 3 ]
		"$STRAT_EVAL" $asked $order | awk '$1 == "A" && $2 == "B" && $3 ~ /_/ { split($0, name); columns = NF; next }
			columns && NF { if (NF != columns) exit 1; for (i = 3; i <= NF; i++) if ($i != "-") print $1, $2, name[i], $i }' |
			diff <(sort expected) <(sort -)
	done
}
