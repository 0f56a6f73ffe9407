#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval agree: do two sets of judgments, or two measures, order the runs alike?

load ../../../support/helper

agree() {
	"$STRAT_EVAL" agree "$@"
}

# A number of a record: of a coefficient its value, of anything else its count.
figure() # NAME COLUMN
{
	pick "$2" "name=$1" <<<"$output"
}

# Three topics; run N puts the relevant document at rank N, and P of topic 3 at rank 4 - N.
setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	printf '%s 0 r 1\n%s 0 x 0\n%s 0 y 0\n' 1 1 1 2 2 2 3 3 3 >a
	for n in 1 2 3; do
		perl -e '
			my $n = $ARGV[0];
			for my $topic (1 .. 3) {
				my @list = ("x", "y");
				splice @list, $topic < 3 ? $n - 1 : 3 - $n, 0, "r";
				printf "%d Q0 %s 0 %d run%d\n", $topic, $list[$_], 9 - $_, $n for 0 .. 2;
			}' $n >run$n
	done
}

@test "judgments without a document in common have no agreement, and a warning says so" {
	printf '1 0 p 1\n' >p
	printf '1 0 q 1\n' >q
	run --separate-stderr agree p q
	assert_success
	assert_equal "$stderr" 'strat_eval: warning: no document is judged in both p and q: are topics and document numbers written the same way?'
	assert_output - <<-END
		A: p
		B: q

		documents judged in A and B: 0
	END
}

@test "the same judgments twice: all coefficients are 1, and so are their bounds" {
	run agree --quiet-warnings --format=csv --resamples=200 a a run1 run2 run3
	assert_success
	for name in tau tau_b tau_ap_a tau_ap_b rbo; do
		assert_equal "$name $(figure $name value)" "$name 1.0000"
	done
	# a resample of topic 3 only has the opposite order on both sides; topics 1 and 3 once each have ties
	assert_equal "$(figure tau_b lower,upper)" 1.0000,1.0000
	assert_equal "$(figure discordant count) $(figure kappa value)" '0 1.0000'
	# means 7/9, 1/2, 5/9 of variance 7/324; the residuals are 2/9, 2/9, -4/9 of run1, 0 of run2 and the opposite of
	# run1's of run3: 16/27 in all, 4/27 for each of 4 degrees of freedom: 1 - 4/27/3/(7/324) = -9/7
	"$STRAT_EVAL" agree --resamples=200 a a run1 run2 run3 2>&1 >/dev/null | grep -q 'reliability of their means -1.29 and -1.29'
}

@test "a line of JSON leaves out what it has no value for" {
	run agree --quiet-warnings --format=jsonl --resamples=200 a a run1 run2 run3
	assert_success
	refute_output --partial ':null'
	# a seed stands beside resamples, and nowhere else
	assert_equal "$(grep -c '"seed":1' <<<"$output")" "$(grep -c '"resamples":200' <<<"$output")"
	[ "$(grep -vc '"seed"' <<<"$output")" -gt 0 ]
}

@test "two measures on real runs: values, orders and pairs as the evaluation has them" {
	need_data robust03
	local data=$DATA/robust03
	run agree -m AP -m P_10 --format=csv --resamples=100 "$data"/qrels* "$data"/input*
	assert_success
	cp <(echo "$output") answer
	"$STRAT_EVAL" --format=csv --digits=4 -m map -m P.10 "$data"/qrels* "$data"/input* >values
	# every pair in every order of the two, from the values of the evaluation
	perl -F, -lane '
		next if $. == 1;
		$v{$F[2]}{$F[0]} = $F[3];
		END {
			my @runs = sort keys %{$v{map}};
			my ($c, $d) = (0, 0);
			for my $x (@runs) {
				print "run,$x,$v{map}{$x},$v{P_10}{$x}";
				for my $y (@runs) {
					next if $v{map}{$x} <= $v{map}{$y};
					$v{P_10}{$x} > $v{P_10}{$y} ? $c++ : $d++;
					print "discordant,$x,$y,$v{map}{$x},$v{map}{$y},$v{P_10}{$x},$v{P_10}{$y}" if $v{P_10}{$x} < $v{P_10}{$y};
				}
			}
			printf "tau,%.4f\n", ($c - $d) / ($c + $d);
		}' values | sort >expected
	{
		pick run,a_run,b_run what=run <answer | sed 's/^/run,/'
		pick run,other,a_run,a_other,b_run,b_other what=discordant <answer | sed 's/^/discordant,/'
		pick value name=tau <answer | sed 's/^/tau,/'
	} | sort >stdout
	same_output 'agree -m AP -m P_10'
	[ "$(grep -c ^discordant expected)" = 5 ]
}

@test "the same bytes for any number of threads, and other ones for another seed" {
	need_data robust03
	local data=$DATA/robust03
	set -- agree -m AP -m P_10 --format=jsonl --resamples=500 "$data"/qrels* "$data"/input*
	"$STRAT_EVAL" "$@" --jobs=1 >one 2>warnings
	assert_equal "$(grep -c 'hardly tell the runs apart' warnings)" 0
	"$STRAT_EVAL" "$@" --jobs=7 >seven
	"$STRAT_EVAL" "$@" --seed=2 >other
	cmp one seven
	refute cmp -s one other
}

@test "kappa and its counts by hand; documents that only one side judged do not count" {
	# A calls 25 of 50 relevant and B 20: 15 together and 20 not (Cohen's kappa: (35/50 - .5)/(1 - .5) = .4)
	perl -e 'for my $d (1 .. 50) {
			print A "1 0 d$d ", $d <= 25 ? 1 : 0, "\n";
			print B "1 0 d$d ", $d <= 15 || ($d > 25 && $d <= 30) ? 2 : 0, "\n";
		} BEGIN { open A, ">", "left"; open B, ">", "right" }
		print A "1 0 only 1\n1 0 gray 1\n"; print B "1 0 other 1\n1 0 gray -1\n"'
	echo '1 Q0 d1 1 1 x' >r1
	echo '1 Q0 d40 1 1 y' >r2
	run agree --quiet-warnings --format=csv --resamples=100 left right r1 r2
	assert_success
	assert_equal "$(figure judged_by_both count) $(figure both_rel count) $(figure only_a_rel count)" '50 15 10'
	assert_equal "$(figure only_b_rel count) $(figure neither_rel count) $(figure either_gray count)" '5 20 1'
	assert_equal "$(figure agreement value) $(figure kappa value)" '0.7000 0.4000'
	# standard error .1269960629 by the delta method with numerical derivatives in R: .4 -+ 1.96 times it
	run agree --quiet-warnings --resamples=100 left right r1 r2
	assert_line "Cohen's kappa             0.4000    0.1511    0.6489"
	assert_line '  95 % interval over documents (clopper-pearson, of kappa normal); kappa 0: no better than chance, 1: perfect agreement'
	refute_output --partial 'kappa is low then'
	# -l 2: nothing of A is relevant
	run agree --format=csv --resamples=100 --quiet-warnings -l 2 -m P.1 left right r1 r2
	assert_equal "$(figure only_b_rel count) $(figure agreement value)" '20 0.6000'
}

# The two figures of the judgments in A and B over topics, by leaving out one topic at a time; quantiles of Student's t
# by Simpson's rule and bisection. Prints name,value,lower,upper.
by_hand() # LEVEL_FOR_REL A B
{
	python3 - "$@" <<-'END'
		import gzip, math, sys
		def read(path):
		    judged = {}
		    for line in (gzip.open if path.endswith(".gz") else open)(path, "rt"):
		        topic, _, document, grade = line.split()
		        judged[topic, document] = int(grade) >= int(sys.argv[1])
		    return judged
		def below(x, df):  # P(T <= x), x > 0
		    c = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
		    f = lambda u: c * (1 + u * u / df) ** (-(df + 1) / 2)
		    h = x / 1000
		    return .5 + h / 3 * sum(f(i * h) * (1 if i in (0, 1000) else 4 if i % 2 else 2) for i in range(1001))
		def quantile(p, df):
		    low, high = 0, 100
		    for _ in range(60):
		        mid = (low + high) / 2
		        low, high = (mid, high) if below(mid, df) < p else (low, mid)
		    return low
		def share(n): return (n[0] + n[3]) / sum(n)
		def kappa(n):
		    a, b = (n[2] + n[3]) / sum(n), (n[1] + n[3]) / sum(n)
		    q = a * b + (1 - a) * (1 - b)
		    return (share(n) - q) / (1 - q)
		a, b = read(sys.argv[2]), read(sys.argv[3])
		topics = {}
		for key in a.keys() & b.keys():
		    topics.setdefault(key[0], [0] * 4)[2 * a[key] + b[key]] += 1
		rows = list(topics.values())
		T, sizes = len(rows), [sum(r) for r in rows]
		total = [sum(c) for c in zip(*rows)]
		for name, figure, least in ("agreement", share, 0), ("kappa", kappa, -1):
		    x = figure(total)
		    d = [figure([s - c for s, c in zip(total, r)]) - x for r in rows]
		    two, four = sum(v ** 2 for v in d), sum(v ** 4 for v in d)
		    df = min(T - 1, 2 * two ** 2 / (four - two ** 2 / T), sum(sizes) ** 2 / sum(s * s for s in sizes) - 1)
		    y = (x - least) / (1 - least)
		    half = quantile(.975, df) * math.sqrt((T - 1) / T * two) / (1 - least) / (y * (1 - y))
		    ends = [least + (1 - least) / (1 + math.exp(-math.log(y / (1 - y)) - e)) for e in (-half, half)]
		    print("%s,%.4f,%.4f,%.4f" % (name, x, *ends))
	END
}

@test "share judged alike and kappa have intervals over topics, as computed apart" {
	need_data dl21-labels
	local data=$DATA/dl21-labels
	by_hand 2 "$data/qrels.human.gz" "$data/qrels.gpt-4.gz" >expected
	# what R 4.2 gives by the same formula
	assert_equal "$(cat expected)" 'agreement,0.7454,0.7071,0.7802
kappa,0.4725,0.3940,0.5442'
	set -- -c -l 2 -m P.10 --quiet-warnings --resamples=100 "$data/qrels.human.gz" "$data/qrels.gpt-4.gz" "$data"/input.p_*.gz
	run agree --format=csv "$@"
	assert_success
	for name in agreement kappa; do
		assert_equal "$(figure $name name,value,lower,upper)" "$(grep "^$name," expected)"
		assert_equal "$(figure $name level,method)" 0.95,jackknife
	done
	assert_equal "$(figure topics_judged_by_both count)" 53
	# as if all were of one topic, over documents: R's binom.test(8071, 10828), and kappa -+ 1.96 standard errors of .008301 (vcd's formula)
	for judge in human gpt-4; do zcat "$data/qrels.$judge.gz" | awk '{ print 1, $2, $1 "-" $3, $4 }' >one.$judge; done
	run agree -l 2 --quiet-warnings one.human one.gpt-4
	assert_line 'share judged alike        0.7454    0.7371    0.7536'
	assert_line "Cohen's kappa             0.4725    0.4563    0.4888"
	assert_line '  95 % interval over documents (clopper-pearson, of kappa normal); kappa 0: no better than chance, 1: perfect agreement'
	# of the topics that are chosen, and not of all that are judged
	zcat "$data/qrels.human.gz" | awk '{ print $1 }' | sort -u | awk 'NR % 2' >half
	for judge in human gpt-4; do
		zcat "$data/qrels.$judge.gz" | awk 'NR == FNR { half[$1]; next } $1 in half' half - >half.$judge
	done
	by_hand 2 half.human half.gpt-4 >expected
	run agree --topic=@half --format=csv "$@"
	assert_equal "$(figure kappa name,value,lower,upper)" "$(grep '^kappa,' expected)"
	assert_equal "$(figure topics_judged_by_both count)" 27
}

@test "--level and --tail are about kappa, too" {
	printf '%s 0 %s %s\n' 1 r 1 1 x 1 1 y 0 2 r 1 2 x 0 2 y 0 3 r 0 3 x 0 3 y 1 >b
	by_hand 1 a b >expected
	run agree --quiet-warnings --format=csv --resamples=100 a b run1 run2 run3
	for name in agreement kappa; do
		assert_equal "$(figure $name name,value,lower,upper)" "$(grep "^$name," expected)"
	done
	# a bound of 97.5 % on one side is the end of the interval of 95 %
	local lower=$(figure kappa lower) upper=$(figure kappa upper)
	run agree --quiet-warnings --format=csv --level=0.975 --tail=lower --resamples=100 a b run1 run2 run3
	assert_equal "$(figure kappa lower,upper,level)" "$lower,,0.975"
	run agree --quiet-warnings --level=0.975 --tail=upper --resamples=100 a b run1 run2 run3
	assert_line --regexp "^Cohen's kappa +[0-9.]+ +$upper\$"
}

@test "kappa that rests on one topic, or is the same whichever is left out: a line says what its interval is worth" {
	# in topics 2 and 3 both call every document not relevant
	awk '{ print $1, $2, $3, $1 == 1 && $3 != "y" }' a >b
	awk '{ print $1, $2, $3, $1 == 1 && $3 == "x" }' a >c
	run --separate-stderr agree --format=csv --resamples=100 b c run1 run2 run3
	assert_success
	assert_equal "$(figure kappa lower,upper,method)" ,,
	[[ $stderr == *'kappa rests on one topic, because in the others both judges give every document the same grade: it has no interval over topics (--topic gives one of that topic, over documents)'* ]]
	# ... and it does
	run agree --quiet-warnings --topic=1 --format=csv --resamples=100 b c run1 run2 run3
	assert_equal "$(figure kappa method)" normal
	# 1 - .05^(1/3) = .632
	run --separate-stderr agree --format=csv --resamples=100 a a run1 run2 run3
	assert_equal "$(figure kappa value,lower,upper,method)" 1.0000,1.0000,1.0000,constant
	[[ $stderr == *'agreement and kappa are the same, whichever of the 3 topics is left out, and the interval has no width: up to 63 % of all topics may still be different'* ]]
}

@test "a measure of which lower values are better turns the order" {
	# last_rel is 1, 2, 3 in topics 1 and 2 and 3, 2, 1 in topic 3: means 5/3, 2, 7/3
	run agree --quiet-warnings -m recip_rank -m last_rel --format=csv --resamples=100 a run1 run2 run3
	assert_success
	# recip_rank: (1 + 1 + 1/3)/3, 1/2, (1/3 + 1/3 + 1)/3: tau 1 of run1 > run3 > run2 against run1 > run2 > run3
	assert_equal "$(figure tau value) $(figure discordant count)" '0.3333 1'
	assert_equal "$(pick run,other,a_run,a_other,b_run,b_other what=discordant <<<"$output")" \
		run3,run2,0.5556,0.5000,2.3333,2.0000
}

@test "a sample and the whole: formats and measures of their own" {
	samples=$ROOT/qrels-samples/production
	awk '{ print $1, 0, $3, ($5 > 0) }' "$samples/whole.strata" >whole.qrels
	run agree -R prels -R qrels --quiet-warnings --format=csv --resamples=100 "$samples/judgments.prels" whole.qrels \
		"$samples/produced.run" "$samples/keyword.run" "$samples/learned.run"
	assert_success
	# the values are those of the two evaluations
	for name in produced keyword learned; do
		a=$("$STRAT_EVAL" --quiet-warnings -R prels -m statAP "$samples/judgments.prels" "$samples/$name.run" | cut -f3)
		b=$("$STRAT_EVAL" -m map whole.qrels "$samples/$name.run" | cut -f3)
		assert_equal "$(pick a_run,b_run what=run run=$name <<<"$output")" "$a,$b"
	done
	# and by measures of their own: statRprec of the sample, Rprec of the whole
	run agree -R prels -R qrels -m statRprec -m Rprec --quiet-warnings --format=csv --resamples=100 "$samples/judgments.prels" \
		whole.qrels "$samples/produced.run" "$samples/keyword.run" "$samples/learned.run"
	a=$("$STRAT_EVAL" --quiet-warnings -R prels -m statRprec "$samples/judgments.prels" "$samples/keyword.run" | cut -f3)
	b=$("$STRAT_EVAL" -m Rprec whole.qrels "$samples/keyword.run" | cut -f3)
	assert_equal "$(pick a_run,b_run what=run run=keyword <<<"$output")" "$a,$b"
	# without the second -R the words after the first are runs
	run agree -m map -m Rprec --quiet-warnings --format=csv --resamples=100 whole.qrels "$samples/produced.run" "$samples/keyword.run"
	b=$("$STRAT_EVAL" -m map whole.qrels "$samples/keyword.run" | cut -f3)
	assert_equal "$(pick a_run what=run run=keyword <<<"$output")" "$b"
	# tables of strata, which name their runs
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,a,A+B,20,8,5 1,b,A,20,5,3 1,c,-,60,9,1 >a.csv
	run agree --quiet-warnings -R table -m est_recall --format=csv --resamples=100 a.csv a.csv
	assert_equal "$(figure runs count) $(figure tau value)" '2 1.0000'
	sed 's/A+B/A+C/' a.csv >c.csv
	refused 1 'at least two runs must be on all sides, and there is 1' agree --quiet-warnings -R table -m est_recall a.csv c.csv
	sed 's/A+B/A+B+C/' a.csv >c.csv
	run --separate-stderr agree -R table -m est_recall --format=csv --resamples=100 a.csv c.csv
	[[ $stderr == *"warning: a.csv has no run 'C', which c.csv has: it is left out"* ]]
	run agree --quiet-warnings -R table -m est_recall --format=csv --resamples=100 a.csv c.csv B A
	assert_equal "$(figure runs count)" 2
}

@test "topics that a side or a run lacks are left out, with a warning" {
	grep -v '^1 ' a >b
	grep -v '^2 ' run2 >short
	run --separate-stderr agree --format=csv --resamples=100 a b run1 short run3
	assert_success
	assert_equal "$(figure topics count)" 1
	assert_equal "$stderr" "strat_eval: warning: short: 1 of 3 judged topics is missing from the run; left out of its means (-c counts them)
strat_eval: warning: short: 1 of 2 judged topics is missing from the run; left out of its means (-c counts them)
strat_eval: warning: topics that only one side has are left out: 1 of A, 0 of B
strat_eval: warning: topics left out, as not every run has a value on both sides: 1 (-c counts topics that a run lacks)
strat_eval: warning: there is one topic, so there are no intervals over topics, and differences of runs are not tested: values can be far off (too low where both sides err independently, so that they are lower limits; errors that both share, as on the same topics, can make them too high)
strat_eval: warning: only 2 of 6 documents are relevant to either judge, and kappa is then low however well they agree on the others
strat_eval: warning: agreement and kappa are the same, whichever of the 2 topics is left out, and the interval has no width: up to 78 % of all topics may still be different"
	run agree -c --quiet-warnings --format=csv --resamples=100 a b run1 short run3
	assert_equal "$(figure topics count)" 2
}

@test "what cannot be answered is refused" {
	refused 64 'two files of judgments and two runs or more are needed' agree a a run1
	refused 64 'judgments and two runs or more are needed' agree -m map -m P.1 a run1
	refused 64 'judgments and two runs or more are needed, or --scores' agree
	refused 64 '-m P: no measure that is averaged over topics' agree -m P a a run1 run2
	refused 64 '-m num_ret: no measure that is averaged over topics' agree -m num_ret a a run1 run2
	refused 64 '-m: at most two, one for A and one for B and the others' agree -R qrels -R qrels -m map -m P.1 -m P.2 a a run1 run2
	refused 64 '-R: at most two, one for A and one for B and the others' agree -R qrels -R qrels -R qrels a a run1 run2
	refused 64 'a is given twice, as A and as C' agree a b --also=a run1 run2
	refused 64 'standard input, - or /dev/stdin, can be read only once, but agree reads its files twice' agree a - run1 run2
	refused 64 'standard input, - or /dev/stdin, can be read only once, but agree reads its files twice' agree --topic=@- a a run1 run2
	evaluate agree --draws=5 a a run1 run2
	assert_equal "$exit_status $(head -1 stderr)" \
		"64 strat_eval: --draws: gone here, the answer is computed; 'compare' and 'validate' have it"
	grep '^1 ' a >first
	grep '^2 ' a >second
	refused 1 "no topic is on both sides: first has a topic '1', second has '2'" agree --quiet-warnings first second run1 run2
	echo '1 0 r x' >bad
	refused 1 "bad:1: relevance 'x' is not an integer" agree a bad run1 run2
	refused 2 'none: cannot read: No such file or directory' agree a none run1 run2
}

# A second and a third judge, and runs of three topics that differ enough to be told apart in part.
three_judges()
{
	cp "$ROOT"/qrels-samples/comparison/{qrels,*.run} .
	awk '{ if (NR % (2 + $1 % 4) == 0) $4 = $4 > 0 ? 0 : 1; if (NR % 11) print }' qrels >second
	awk '{ if (NR % 7 == 0) $4 = ($4 + 1) % 3; if (NR % 13) print }' qrels >third
}

# The same answer without what says where it comes from.
anonymous() # FILE...
{
	cut -d, -f1-18 "$@"
}

@test "scores in every form give the answer of the judgments that they come from" {
	three_judges
	agree -m map --quiet-warnings --format=csv --resamples=100 --digits=10 qrels second *.run | grep -v ^judgments | anonymous >expected
	for judge in qrels second; do
		local run="$STRAT_EVAL --quiet-warnings -q -m map"
		$run --digits=17 $judge *.run >$judge.blocks
		$run --format=csv $judge *.run >$judge.csv
		$run --format=jsonl $judge *.run >$judge.jsonl
		# trec_eval prints runid behind the topics
		for name in *.run; do $run --digits=17 -m runid $judge $name | awk '$2 != "all"'; echo "runid all ${name%.run}"; done >$judge.eval
		# run measure topic value; run topic measure value, with a header and without; a matrix, the runs in another order
		perl -F, -lane 'print join " ", @F[0, 2, 1, 3] if $. > 1' $judge.csv >$judge.tot
		perl -F, -lane 'print join "\t", $. > 1 ? @F[0 .. 3] : qw(run_id query_id measure value)' $judge.csv >$judge.ir
		sed 1d $judge.ir >$judge.plain
		perl -F, -lane 'next if $. == 1; $v{$F[1]}{$F[0]} = $F[3]; $runs{$F[0]}++;
			END { my @r = reverse sort keys %runs; print join ",", "topic", @r; print join ",", $_, @{$v{$_}}{@r} for sort keys %v }' $judge.csv >$judge.matrix
		sort -R --random-source=qrels $judge.tot >$judge.shuffled
	done
	for form in blocks csv jsonl eval tot ir plain matrix shuffled; do
		for other in $form tot; do
			agree --quiet-warnings --format=csv --resamples=100 --digits=10 --scores=qrels.$form --scores=second.$other | anonymous >stdout
			# the runs are in the order in which A has them
			sort -o stdout stdout
			sort expected | cmp - stdout || fail "$form $other: $(diff <(sort expected) stdout | head -4)"
		done
	done
	run agree --scores=qrels.tot --scores=second.tot --resamples=100
	assert_line 'measure: map, runs: 3, topics: 11'
	assert_line 'strat_eval: warning: topics left out, as not every run has a value on both sides: 1'
}

# TREC CAR Y3, and scores by a language model's ratings of at least 1 to 4: official rank and scores of 16 runs, and Kendall's
# correlation (scipy's tau-b) as printed, in the appendix of "Pencils Down! Evaluating Information Content with FLAN-T5-EXAM"
# (github.com/laura-dietz/flan-t5-exam-appendix, car-results/qrel-leaderboard-car-genq-self-rating.md). Of ratings of 5 it prints .79,
# and its scores, of three digits with ties, give .791.
@test "a published leaderboard: TREC CAR, Kendall's tau as its authors printed it" {
	cat >car <<-'END'
		Bert-ConvKNRM-50 9 .657 .638 .596 .571
		Bert-DRMMTKS 12 .33 .304 .271 .251
		ECNU_BM25_1 7.5 .677 .654 .612 .586
		ECNU_ReRank1 7.5 .618 .592 .542 .512
		ICT-DRMMTKS 16 .337 .303 .265 .247
		IRIT1 5 .645 .614 .567 .54
		IRIT2 5 .645 .614 .567 .54
		IRIT3 5 .645 .614 .567 .54
		ReRnak2_BERT 3 .694 .667 .623 .593
		ReRnak3_BERT 2 .691 .67 .624 .594
		UNH-bm25-ecmpsg 11 .596 .56 .514 .487
		UvABM25RM3 13 .403 .368 .322 .3
		UvABottomUp2 15 .397 .361 .311 .289
		UvABottomUpChangeOrder 14 .381 .348 .304 .283
		bm25-populated 10 .614 .58 .53 .502
		dangnt-nlp 1 .652 .624 .578 .555
	END
	awk '{ print $1, "official", "all", -$2; for (i = 3; i <= 6; i++) print $1, "rating" (i - 2), "all", $i }' car >board
	run --separate-stderr agree -m official -m rating1 -m rating2 -m rating3 -m rating4 --scores=board --format=csv --digits=3
	assert_success
	assert_equal "$(pick judge,value,lower name=tau_b what=coefficient <<<"$output")" 'rating1,0.704,
rating2,0.738,
rating3,0.738,
rating4,0.738,'
	[[ $stderr == *'warning: there are means only, and no topics, so there are no intervals over topics'* ]]
}

# auto-judge-evaluate (trec-auto-judge, tests/test_evaluation.py, test_correlation_on_two_leaderboards_01): runs with 1, 2, 3, 4
# by the truth, 1, 3, 2, 4 by M1 and 4, 3, 2, 1 by M2: kendall and tauap_b .6667 and -1.
@test "the figures of TREC AutoJudge's own tool" {
	awk 'BEGIN { split("1 3 2 4", m); for (i = 1; i <= 4; i++) { print "run_0" i, "ORACLE query-01", i; print "run_0" i, "ORACLE all", i
		print "run_0" i, "M1 query-01", m[i]; print "run_0" i, "M2 query-01", 5 - i } }' >board
	run agree --quiet-warnings -m ORACLE -m M1 -m M2 --scores=board --format=csv
	assert_equal "$(pick judge,value name=tau what=coefficient <<<"$output")" 'M1,0.6667
M2,-1.0000'
	assert_equal "$(pick judge,value name=tau_ap_b what=coefficient <<<"$output")" 'M1,0.6667
M2,-1.0000'
}

# Of judgments in FILEs, the first being A: weighted kappas and alphas of each with A, and alpha of all, from the definitions:
# alpha over pairs of values within documents, and over all pairs of values.
by_definition() # LEVEL_FOR_REL FILE...
{
	python3 - "$@" <<-'END'
		import sys, itertools
		level, files = int(sys.argv[1]), sys.argv[2:]
		judged = [{(t, d): int(g) for t, _, d, g in map(str.split, open(f)) if int(g) >= 0} for f in files]
		def kappa(pairs, v):
		    n = len(pairs)
		    return 1 - sum(v(a, b) for a, b in pairs) / sum(v(a, b) for a, _ in pairs for _, b in pairs) * n
		def alpha(units, ordinal):
		    units = [u for u in units if len(u) > 1]
		    values = [x for u in units for x in u]
		    n = {g: values.count(g) for g in sorted(set(values))}
		    def d(a, b):
		        if not ordinal or a == b: return float(a != b)
		        return (sum(c for g, c in n.items() if min(a, b) <= g <= max(a, b)) - (n[a] + n[b]) / 2) ** 2
		    within = sum(d(a, b) / (len(u) - 1) for u in units for a, b in itertools.permutations(u, 2)) / len(values)
		    among = sum(c * k * d(a, b) for a, c in n.items() for b, k in n.items()) / len(values) / (len(values) - 1)
		    return 1 - within / among
		for f, j in zip(files[1:], judged[1:]):
		    pairs = [(judged[0][k], j[k]) for k in judged[0] if k in j]
		    for name, x in (("kappa", kappa(pairs, lambda a, b: (a >= level) != (b >= level))), ("kappa_linear", kappa(pairs, lambda a, b: abs(a - b))),
		                    ("kappa_quadratic", kappa(pairs, lambda a, b: (a - b) ** 2)), ("alpha_nominal", alpha(pairs, False)), ("alpha_ordinal", alpha(pairs, True))):
		        print("%s,%s,%.8f" % (f, name, x))
		units = [[j[k] for j in judged if k in j] for k in set().union(*judged)]
		print(",alpha_nominal,%.8f\n,alpha_ordinal,%.8f" % (alpha(units, False), alpha(units, True)))
	END
}

@test "weighted kappa and alpha of three judges, with documents that not all of them judged, by their definitions" {
	three_judges
	by_definition 1 qrels second third >expected
	run agree --quiet-warnings --format=csv --digits=8 --resamples=100 qrels second --also=third *.run
	assert_success
	pick judge,name,value what=judgments <<<"$output" | grep -E ',(kappa|alpha)' >stdout
	same_output 'agree qrels second --also=third'
	[ "$(wc -l <expected)" = 12 ]
	# grades 0 and 1 only: kappa is weighted as it is, and shown once, unless neither grade is relevant, or both
	run agree --quiet-warnings --resamples=100 qrels second *.run
	assert_line --partial "Cohen's kappa"
	refute_line --partial 'linear weights'
	run agree --quiet-warnings --resamples=100 -l 2 qrels second *.run
	assert_line --partial 'kappa, linear weights'
}

# By hand: of d1 to d4 there are 4 grades of 1 and 6 of 0, and d3, which A lacks with its topic, is 1 in B and 0 in C: 1 - 9 * 2/(2 * 4 * 6).
@test "alpha of all together counts topics that A lacks" {
	printf '1 0 d1 1\n1 0 d2 0\n' >a
	printf '1 0 d1 1\n1 0 d2 0\n2 0 d3 1\n2 0 d4 0\n' >b
	sed 's/d3 1/d3 0/' b >c
	run agree --quiet-warnings --format=csv --digits=6 a b --also=c
	assert_equal "$(pick judge,name,value what=judgments <<<"$output" | grep alpha_nominal | tr '\n' ' ')" 'b,alpha_nominal,1.000000 c,alpha_nominal,1.000000 ,alpha_nominal,0.625000 '
	assert_equal "$(agree --quiet-warnings --format=csv --topic=1 a b --also=c | pick judge,name,value what=judgments | grep ^,alpha_nominal)" ,alpha_nominal,1.0000
}

@test "with several judges each one's lines are those without the others, and differences are paired" {
	three_judges
	agree --quiet-warnings --format=csv --resamples=200 --digits=10 qrels second --also=third *.run >answer
	for judge in second third; do
		agree --quiet-warnings --format=csv --resamples=200 --digits=10 qrels $judge *.run >alone
		awk -F, -v judge=$judge 'FNR == 1 || ($19 == judge && $1 != "difference")' answer | cmp - alone
	done
	# differences are those of the values, and each figure has one
	perl -F, -lane '$v{$F[18]}{$F[1]} = $F[3] if $F[0] =~ /coefficient|judgments/ && $F[3] ne "";
		if ($F[0] eq "difference") { $n++; abs($v{$F[18]}{$F[1]} - $v{$F[19]}{$F[1]} - $F[3]) < 1e-9 && $F[4] <= $F[3] && $F[3] <= $F[5] or die "$_\n" }
		END { $n == 11 or die "$n\n" }' answer
	# the same judgments under two names: no difference
	cp second again
	run agree --quiet-warnings --format=csv --resamples=100 qrels second --also=again *.run
	assert_equal "$(pick value,lower,upper what=difference <<<"$output" | sort -u)" 0.0000,0.0000,0.0000
}

@test "the differences of three judges stand beside their letters" {
	three_judges
	awk '{ if (NR % 5 == 0) $4 = ($4 + 1) % 3; print }' qrels >fourth
	for two in 'B second C third' 'B second D fourth' 'C third D fourth'; do
		read -r b first c other <<<"$two"
		agree --quiet-warnings --format=csv qrels $first --also=$other | pick value,lower,upper what=difference name=agreement | sed "s/^/$b,$c,/"
	done | tr , ' ' >expected
	agree --quiet-warnings qrels second --also=third --also=fourth | awk '/^share judged alike/ && NF == 8 { print $4, $5, $6, $7, $8 }' >stdout
	[ "$(wc -l <expected)" = 3 ]
	same_output 'differences of three judges'
}

@test "pairs that only one side tells apart: p-values are those of compare, and so are the claims" {
	three_judges
	run agree -c --quiet-warnings --format=csv --digits=6 --level=0.9 --resamples=100 qrels second *.run
	assert_success
	for side in qrels second; do
		"$STRAT_EVAL" compare -c --quiet-warnings -m map --format=csv --digits=6 $side *.run >$side.pairs
	done
	# p < .1 on one side only; every such pair is there, with both p
	perl -F, -lane '
		/^run_a/ and @name = @F and next;
		my %r; @r{@name} = @F;
		$p{$ARGV}{join " ", sort $r{run_a}, $r{run_b}} = $r{value} if $r{measure} eq "p_adj_map";
		END { for (sort keys %{$p{"qrels.pairs"}}) {
			my ($a, $b) = ($p{"qrels.pairs"}{$_}, $p{"second.pairs"}{$_});
			print "$_,$a,$b" if ($a < .1) != ($b < .1) } }' qrels.pairs second.pairs >expected
	pick run,other,a_p,b_p what=separated <<<"$output" | perl -F, -lane 'print join(" ", sort @F[0, 1]), ",$F[2],$F[3]"' | sort >stdout
	same_output 'agree: separated'
}

# 5 of 6 documents alike; of A three are relevant, of B two: by chance 1/2 1/3 + 1/2 2/3 = 1/2, kappa (5/6 - 1/2)/(1/2) = 2/3.
@test "two files of judgments alone: how far they agree, and nothing of orders" {
	printf '%s 0 %s %s\n' 1 a 1 1 b 1 1 c 0 2 a 1 2 b 0 2 c 0 >one
	printf '%s 0 %s %s\n' 1 a 1 1 b 1 1 c 0 2 a 0 2 b 0 2 c 0 >two
	run --separate-stderr agree --format=csv one two
	assert_equal "$status $stderr" '0 strat_eval: warning: only 3 of 6 documents are relevant to either judge, and kappa is then low however well they agree on the others'
	assert_equal "$(figure agreement value) $(figure kappa value)" '0.8333 0.6667'
	refute_output --partial tau
	refute_output --partial ,runs,
	run agree one two
	assert_line 'documents judged in A and B: 6'
	refute_output --partial Kendall
	refused 64 'two files of judgments and two runs or more are needed' agree -m map one two
}

@test "scores that do not fit each other are refused, with what to do" {
	printf '%s\n' 'a map 1 .5' 'b map 1 .4' 'c map 1 .3' 'a map all .5' >one
	printf '%s\n' 'a map 1 .5' 'b map 1 .6' 'd map 1 .3' 'a map all .5' >two
	run --separate-stderr agree --format=csv --scores=one --scores=two
	assert_equal "$(figure runs count) $(figure tau value)" '2 -1.0000'
	[[ $stderr == *"warning: two has no run 'c', which one has: it is left out"*"warning: one has no run 'd', which two has: it is left out"* ]]
	sed 's/map 1/map q1/' one >three
	refused 1 "no topic is on both sides: one has a topic '1', three has 'q1'" agree --scores=one --scores=three
	sed 's/^b map 1.*/b map 1 nan/' one >four
	refused 1 'no topic has a value of every run on both sides' agree --quiet-warnings --scores=one --scores=four
	refused 64 'one is given twice, as A and as B' agree --scores=one --scores=one
	refused 64 'two files of scores are needed, or two measures of one' agree --scores=one
	refused 64 '--scores replaces judgments, runs and their options' agree --scores=one --scores=two -c
	refused 64 '--scores replaces judgments, runs and their options' agree --scores=one --scores=two a
	refused 1 "two: no measure 'P'; there are map ..." agree --scores=one --scores=two -m map -m P
	refused 1 "one: no measure 'P'; there are map ..." agree -m P --scores=one --scores=two
	grep -v '^[bcd]' one >alone
	refused 1 'at least two runs must be on all sides, and there is 1' agree --quiet-warnings --scores=alone --scores=two
	refused 64 '26 can be compared at most, A to Z, and there are 27' agree --scores=one $(printf -- '-m m%d ' {1..27})
}

# tau of B is 0, of C 1/3; by resamples B - C is -2/3 to 0, and the other end, 2*(-1/3) - (-2/3), is 0, too: not 1e-16.
@test "an end that is 0 but for rounding is 0" {
	printf '%s\n' topic,a,b,c 0,3,1,2 1,3,2,1 >A
	printf '%s\n' topic,a,b,c 0,3,1,2 1,1,2,3 >B
	printf '%s\n' topic,a,b,c 0,3,1,2 1,2,1,3 >C
	evaluate agree --quiet-warnings --digits=17 --format=csv --resamples=100 --scores=A --scores=B --scores=C
	assert_equal "$(awk -F, '$1 == "difference" && $2 == "tau" { print $6 }' stdout)" 0.00000000000000000
}
