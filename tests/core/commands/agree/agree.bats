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
	assert_line '  95 % interval over documents (clopper-pearson, of kappa normal); kappa 0: alike as by chance, 1: always alike'
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
	# over documents by name: R's binom.test(8071, 10828), and kappa -+ 1.96 standard errors of .008301 (vcd's formula)
	run agree --over=documents "$@"
	assert_line 'share judged alike        0.7454    0.7371    0.7536'
	assert_line "Cohen's kappa             0.4725    0.4563    0.4888"
	assert_line '  95 % interval over documents (clopper-pearson, of kappa normal); kappa 0: alike as by chance, 1: always alike'
	# of the topics that are chosen, and not of all that are judged
	zcat "$data/qrels.human.gz" | awk '{ print $1 }' | sort -u | awk 'NR % 2' >half
	for judge in human gpt-4; do
		zcat "$data/qrels.$judge.gz" | awk 'NR == FNR { half[$1]; next } $1 in half' half - >half.$judge
	done
	by_hand 2 half.human half.gpt-4 >expected
	run agree --only-topics=half --format=csv "$@"
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
	[[ $stderr == *'kappa rests on one topic, as in the others both say the same of all documents, and always the same: it has no interval over topics (--over=documents gives one over documents)'* ]]
	# ... and it does
	run agree --quiet-warnings --over=documents --format=csv --resamples=100 b c run1 run2 run3
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
	run agree -R prels --b-format=qrels --quiet-warnings --format=csv --resamples=100 "$samples/judgments.prels" whole.qrels \
		"$samples/produced.run" "$samples/keyword.run" "$samples/learned.run"
	assert_success
	# the values are those of the two evaluations
	for name in produced keyword learned; do
		a=$("$STRAT_EVAL" --quiet-warnings -R prels -m statAP "$samples/judgments.prels" "$samples/$name.run" | cut -f3)
		b=$("$STRAT_EVAL" -m map whole.qrels "$samples/$name.run" | cut -f3)
		assert_equal "$(pick a_run,b_run what=run run=$name <<<"$output")" "$a,$b"
	done
	# tables of strata, which name their runs
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,a,A+B,20,8,5 1,b,A,20,5,3 1,c,-,60,9,1 >a.csv
	run agree --quiet-warnings -R table -m est_recall --format=csv --resamples=100 a.csv a.csv
	assert_equal "$(figure runs count) $(figure tau value)" '2 1.0000'
	sed 's/A+B/A+C/' a.csv >c.csv
	refused 1 "run 2 is 'B' in a.csv and 'C' in c.csv: name the runs behind the files" agree -R table -m est_recall a.csv c.csv
	sed 's/A+B/A+B+C/' a.csv >c.csv
	refused 1 'a.csv has 2 runs, c.csv has 3' agree -R table -m est_recall a.csv c.csv
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
strat_eval: warning: one topic, or means that are all the same, cannot tell how well runs can be told apart: values and intervals can be far off (too low where both sides err independently, so that they are lower limits; errors that both share, as on the same topics, can make them too high)
strat_eval: warning: agreement and kappa are the same, whichever of the 2 topics is left out, and the interval has no width: up to 78 % of all topics may still be different"
	run agree -c --quiet-warnings --format=csv --resamples=100 a b run1 short run3
	assert_equal "$(figure topics count)" 2
}

@test "what cannot be answered is refused" {
	refused 64 'two files of judgments and two runs or more are needed' agree a a run1
	refused 64 'judgments and two runs or more are needed' agree -m map -m P.1 a run1
	refused 64 'judgments and two runs or more are needed' agree
	refused 64 'two measures at most: -m bpref is the third' agree -m map -m P.1 -m bpref a run1 run2
	refused 64 '-m P: not one measure that is averaged over topics' agree -m P a a run1 run2
	refused 64 '-m num_ret: not one measure that is averaged over topics' agree -m num_ret a a run1 run2
	refused 64 '-m twice is for one file of judgments, --b-measure and --b-format are for two' \
		agree -m map -m P.1 --b-format=qrels a run1 run2
	refused 64 'standard input, - or /dev/stdin, can be read only once, but agree reads its files twice' agree a - run1 run2
	refused 64 'standard input, - or /dev/stdin, can be read only once, but agree reads its files twice' agree --only-topics=- a a run1 run2
	evaluate agree --draws=5 a a run1 run2
	assert_equal "$exit_status $(head -1 stderr)" \
		'64 strat_eval agree: --draws: the intervals of agree come from resamples of topics (--resamples)'
	grep '^1 ' a >first
	grep '^2 ' a >second
	refused 1 'no topic has a value of every run on both sides' agree --quiet-warnings first second run1 run2
	echo '1 0 r x' >bad
	refused 1 "bad:1: relevance 'x' is not an integer" agree a bad run1 run2
	refused 2 'none: cannot read: No such file or directory' agree a none run1 run2
}
