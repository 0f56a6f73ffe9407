#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval simulate sampling: samples against pools of the same size.
#
# Estimates are compared with those of the commands `sample` and `strat_eval -R csv`, agreement with
# what a few lines of Perl make of the estimates, significance with the command `compare`.

load ../../../support/helper

SAMPLES=$ROOT/qrels-samples/comparison

simulate() # ARGUMENT...
{
	"$STRAT_EVAL" simulate sampling "$@"
}

# The runs of the example, under short names; `fused` lacks topic 1.
example()
{
	cp "$SAMPLES/qrels" q
	for name in fused plain stemmed; do cp "$SAMPLES/$name.run" $name; done
}

# Fills the column rel of a sample from the judgments `q`; what is not judged is not relevant. The
# columns behind prob are left out: the estimates at hand need no strata.
judge()
{
	awk -F, 'NR == FNR { split($0, f, " "); grade[f[1], f[3]] = f[4] < 0 ? 0 : f[4]; next }
		FNR == 1 { print "topic,docno,rel,prob"; next }
		{ print $1 "," $2 "," grade[$1, $2] + 0 "," $4 }' q -
}

# measure,run,value lines of an evaluation on standard input, under the names of what is estimated.
as_lines()
{
	awk '$1 == "runid" { run = $3; next }
		{ sub(/^statAP/, "map", $1); sub(/^stat/, "", $1); print $1 "," run "," $3 }' | sort
}

# ---- by hand ------------------------------------------------------------------------------------

# A has a, b; B has c, a; a, c and d are relevant, d is retrieved by nobody. R = 3:
#	AP of A = (1/1)/3 = 1/3, of B = (1/1 + 2/2)/3 = 2/3
# The pool of depth 1 is {a, c}, R = 2: AP = 1/2 and 1. RMS error sqrt((1/36 + 4/36)/2) = .263523,
# mean error (1/6 + 1/3)/2. The pool of depth 2 is all three documents, and so is the sample: the
# same. Depth 2 mixed: the pool of depth 1 and one more document, which is a or c as a rule, or b:
# nothing changes either, as b is not relevant.
@test "two runs with three documents, by hand" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' '1 0 c 1' '1 0 d 1' >q
	printf '1 Q0 %s 0 %s A\n' a 2 b 1 >A
	printf '1 Q0 %s 0 %s B\n' c 2 a 1 >B
	simulate -m map --depths=1,2 --format=csv q A B >out
	pick judging,judged,rms,bias,correlation,tau,undefined depth=2 <out >got
	printf '%s,%s,0.263523,0.250000,1.000000,1.000000,0.0000\n' pool 3.0000 sample 3.0000 >want
	grep -v mixed got | head -2 | diff want -
	assert_equal "$(pick judging,rms,bias depth=2 judging=mixed <out)" mixed,0.263523,0.250000
	assert_equal "$(pick judging,judged,rms,bias depth=2 judging=both <out)" both,3.0000,0.263523,0.250000
	assert_equal "$(pick judging,judged,rms,bias,tau depth=1 judging=pool <out)" \
		pool,2.0000,0.263523,0.250000,1.000000
	# d cannot be drawn; no pair is significant with one topic
	assert_equal "$(pick relevant,unreachable,found,missed,false,pairs,effort,runs,topics depth=2 judging=pool <out)" \
		3,1.0000,0.0000,0.0000,0.0000,2.0000,3.0000,2,1
	# depth 1 has no mixture of itself
	assert_equal "$(pick judging depth=1 <out | tr '\n' ' ')" 'pool sample both '
}

# ---- the estimates are those of sample and of the evaluation --------------------------------------

# Compares all ways of judging at the depth with the sample, judged and evaluated.
estimates_are_those_of_sample() # DEPTH SEED DRAW RUN...
{
	local depth=$1 seed=$2 draw=$3 from= judging
	shift 3
	[ "$draw" = all ] || from="-M $draw"
	local options="-M $draw --samples=1 --seed=$seed --quiet-warnings -m map -m Rprec -m P.5,30 --format=csv"
	simulate $options --depths=2,$depth --pool-depth=2 q "$@" >figures
	simulate $options --depths=2,$depth --pool-depth=2 -q q "$@" >estimates
	local total shallow
	total=$(pick effort measure=map depth="$depth" judging=pool <figures)
	shallow=$(pick effort measure=map depth=2 judging=pool <figures)
	local -A what=([pool]="--design=pool --pool-depth=$depth" [sample]="--total=${total%.*}"
		[mixed]="--total=$((${total%.*} - ${shallow%.*})) --pool-depth=2"
		[both]="--total=${total%.*} --pool-depth=$depth")
	for judging in pool sample mixed both; do
		"$STRAT_EVAL" sample --no-comments --quiet-warnings $from --seed="$seed" ${what[$judging]} "$@" | judge >judged.csv
		local stat=stat map=statAP
		[ $judging != pool ] || { stat=; map=map; }
		"$STRAT_EVAL" -c --digits=12 --quiet-warnings -R csv -m runid -m $map -m ${stat}Rprec -m ${stat}P.5,30 \
			judged.csv "$@" | as_lines >want
		pick measure,run,estimate depth="$depth" judging=$judging <estimates | sort >got
		[ "$(wc -l <got)" = $((4 * $#)) ]
		diff want got || fail "depth $depth, seed $seed, $judging"
		# so many documents were judged
		near "$(pick judged measure=map depth="$depth" judging=$judging <figures)" \
			"$(awk -v rows="$(wc -l <judged.csv)" -v topics="$(pick topics measure=map depth=2 judging=pool <figures)" \
				'BEGIN { printf "%.4f", (rows - 1)/topics }')" 0.0001
	done
	"$STRAT_EVAL" -c --digits=12 -m runid -m map -m Rprec -m P.5,30 q "$@" | as_lines >want
	pick measure,run,actual depth=2 judging=pool <estimates | sort | diff want -
}

@test "estimates are those of a sample of the same seed, judged and evaluated, to twelve digits" {
	only_with_test_all
	example
	for seed in 1 2 3; do
		estimates_are_those_of_sample 4 $seed all fused plain stemmed
		estimates_are_those_of_sample 7 $seed 10 fused plain stemmed
	done
}

@test "the same on the Robust 2003 runs" {
	only_with_test_all
	need_data robust03
	zcat "$DATA/robust03/qrels.robust03.gz" >q
	local -a runs=("$DATA"/robust03/input.*)
	estimates_are_those_of_sample 10 7 100 "${runs[@]:0:$(cases 8 3)}"
}

@test "runs that are held out are evaluated, but shape neither pool nor sample" {
	example
	simulate --hold-out=plain --depths=5 --samples=1 --seed=4 -M all -m map --quiet-warnings \
		--format=csv q fused plain stemmed >figures
	simulate --hold-out=plain --depths=5 --samples=1 --seed=4 -M all -m map --quiet-warnings \
		-q --format=csv q fused plain stemmed >estimates
	total=$(pick effort group=all judging=pool <figures)
	"$STRAT_EVAL" sample --no-comments --quiet-warnings --seed=4 --total="${total%.*}" fused stemmed | judge >judged.csv
	"$STRAT_EVAL" -c --digits=12 -R csv -m runid -m statAP judged.csv fused plain stemmed | as_lines >want
	pick measure,run,estimate judging=sample <estimates | sort | diff want -
	assert_equal "$(pick run,group judging=pool <estimates | tr '\n' ' ')" \
		'fused,shaping plain,held-out stemmed,shaping '
	# by name or by file, one by one or as a list
	simulate --hold-out=stemmed --hold-out=plain --samples=2 --quiet-warnings --format=csv q fused plain stemmed >one
	mkdir d
	mv plain stemmed d
	simulate --hold-out=d/plain,d/stemmed --samples=2 --quiet-warnings --format=csv q fused d/plain d/stemmed | diff one -
	assert_equal "$(pick group,runs measure=map depth=3 judging=pool <one | tr '\n' ' ')" \
		'all,3 shaping,1 held-out,2 '
	# of one run there is an error, but no order
	assert_equal "$(pick correlation,tau,pairs measure=map depth=3 judging=pool group=shaping <one)" ,,0.0000
}

# ---- agreement -----------------------------------------------------------------------------------

# group,depth,judging,rms,bias,correlation,tau of estimates of one sample, from their definitions.
agreement()
{
	perl -F, -lane '
		next if $. == 1;
		for my $group ("all", $F[2]) {
			push @{$x{"$group,$F[3],$F[4]"}}, $F[5];
			push @{$y{"$group,$F[3],$F[4]"}}, $F[6];
		}
		END {
			sub sgn { $_[0] > 1e-12 ? 1 : $_[0] < -1e-12 ? -1 : 0 }
			for my $k (sort keys %x) {
				my @x = @{$x{$k}}; my @y = @{$y{$k}}; my $n = @x;
				my ($rms, $bias, $mx, $my) = (0, 0, 0, 0);
				for (0 .. $n - 1) {
					$rms += ($y[$_] - $x[$_])**2/$n; $bias += ($y[$_] - $x[$_])/$n;
					$mx += $x[$_]/$n; $my += $y[$_]/$n;
				}
				my ($xx, $yy, $xy, $s, $tx, $ty) = (0) x 6;
				for my $i (0 .. $n - 1) {
					$xx += ($x[$i] - $mx)**2; $yy += ($y[$i] - $my)**2;
					$xy += ($x[$i] - $mx)*($y[$i] - $my);
					for my $j (0 .. $i - 1) {
						my ($a, $b) = (sgn($x[$i] - $x[$j]), sgn($y[$i] - $y[$j]));
						$s += $a*$b; $tx += $a != 0; $ty += $b != 0;
					}
				}
				printf "%s,%.6f,%.6f,%s,%s\n", $k, sqrt $rms, $bias,
					$tx*$ty ? (sprintf("%.6f", $xy/sqrt($xx*$yy)), sprintf("%.6f", $s/sqrt($tx*$ty))) : ("", "");
			}
		}'
}

@test "agreement is what the estimates of the runs say" {
	example
	# copies that end earlier make more runs
	awk '++n[$1] <= 9' plain | sed 's/plain$/short/' >short
	awk '++n[$1] % 3' stemmed | sed 's/stemmed$/holes/' >holes
	for options in '--seed=1' '--seed=9 --pool-depth=2 --depths=1,3,20' '-M 3' '-m P.5'; do
		simulate -m Rprec $options --samples=1 --hold-out=short,plain --quiet-warnings --format=csv \
			q fused plain stemmed short holes >figures
		simulate -m Rprec $options --samples=1 --hold-out=short,plain --quiet-warnings --format=csv -q \
			q fused plain stemmed short holes >estimates
		for measure in $(cut -d, -f1 figures | sed 1d | uniq); do
			grep -e "^$measure," -e ^measure, estimates | agreement >want
			pick group,depth,judging,rms,bias,correlation,tau measure="$measure" <figures | sort >got
			[ "$(wc -l <got)" -gt 20 ]
			diff <(tr , '\t' <want) <(tr , '\t' <got) | head -5
			cmp want got
		done
	done
}

@test "figures are means over samples, whose seeds follow each other" {
	example
	simulate -m map --depths=3,6 --samples=4 --seed=10 --quiet-warnings --format=csv q fused plain stemmed >all
	for seed in 10 11 12 13; do
		simulate -m map --depths=3,6 --samples=1 --seed=$seed --quiet-warnings --format=csv q fused plain stemmed |
			pick depth,judging,judged,rms,correlation,tau,bias,undefined,found,missed,false
	done | perl -F, -lane '
		my $k = "$F[0],$F[1]";
		$n{$k}++;
		for (2 .. $#F) { $sum{$k}[$_] += $F[$_]; $square{$k}[$_] += $F[$_]**2 }
		END {
			for my $k (sort keys %n) {
				my @mean = map { $sum{$k}[$_]/4 } 0 .. 10;
				my @sd = map { my $v = ($square{$k}[$_] - 4*$mean[$_]**2)/3; sqrt($v > 0 ? $v : 0) } 0 .. 10;
				print join ",", $k, map({ sprintf "%.5f", $_ } @mean[2 .. 10]), map { sprintf "%.4f", $_ } @sd[3 .. 6];
			}
		}' >want
	pick depth,judging,judged,rms,correlation,tau,bias,undefined,found,missed,false,rms_sd,correlation_sd,tau_sd,bias_sd <all |
		sort | perl -F, -lane 'print join ",", @F[0, 1], map({ sprintf "%.5f", $_ } @F[2 .. 10]), map { sprintf "%.4f", $_ || 0 } @F[11 .. 14]' >got
	[ "$(wc -l <want) $(wc -l <got)" = '8 8' ]
	perl -e 'open A, "want"; open B, "got"; while ($a = <A>) { @a = split /,/, $a; @b = split /,/, <B>;
		for (0 .. $#a) { die "$_: $a\n@b" if $_ < 2 ? $a[$_] ne $b[$_] : !(abs($a[$_] - $b[$_]) <= 2e-4) } }'
	# a pool is the same every time, and is tried once
	assert_equal "$(pick samples,rms_sd depth=3 judging=pool <all)" 1,
	assert_equal "$(pick samples depth=3 judging=sample <all)" 4
}

# Both of two-sided p < .1 and a difference above 0: p_greater < .05.
@test "significant pairs are those of compare's Wilcoxon test" {
	example
	for seed in 1 5; do
		simulate -m map --depths=6 --samples=1 --seed=$seed -M all --quiet-warnings --format=csv \
			q fused plain stemmed >figures
		total=$(pick effort judging=pool <figures)
		"$STRAT_EVAL" sample --no-comments --quiet-warnings --seed=$seed --total="${total%.*}" fused plain stemmed | judge >judged.csv
		pairs() { # ARGUMENT...
			local run measure=$1 # compare refuses to test estimates of single topics, but takes any scores
			for run in fused plain stemmed; do "$STRAT_EVAL" -q -n -c --quiet-warnings --digits=15 -m "$@" $run >${run}_scores; done
			"$STRAT_EVAL" compare --scores --quiet-warnings --test=wilcoxon --adjust=none --format=jsonl -m "$measure" {fused,plain,stemmed}_scores |
				perl -ne 'my ($a, $b) = /"run_a":"(\w+)","run_b":"(\w+)"/ or next;
					/"measure":"diff_\w+".*?"value":([-\d.e]+)/ and $diff{"$a $b"} = $1;
					/"measure":"p_wilcoxon_\w+".*?"value":([-\d.e]+)/ and $p{"$a $b"} = $1;
					END { for (keys %p) { my ($a, $b) = split / /; next if $p{$_} >= .1;
						print $diff{$_} > 0 ? "$a $b\n" : "$b $a\n" } }' | sort
		}
		pairs map q >true
		pairs statAP -R csv judged.csv >estimated
		[ -s true ]
		want=$(comm -12 true estimated | wc -l).0000,$(comm -23 true estimated | wc -l).0000,$(comm -13 true estimated | wc -l).0000,6.0000
		assert_equal "$(pick found,missed,false,pairs judging=sample <figures)" "$want"
	done
}

# One topic: with several the larger ones would get too few picks.
@test "where everything is judged every way of judging is right" {
	example
	sed -i '/^7 /!d' q
	simulate --truth=pool -M all --depths=1000 --samples=2 --format=csv q fused plain stemmed >out
	pick measure,judging,rms,correlation,tau,undefined,unreachable <out | grep -v mixed >got
	for measure in map Rprec P_30; do
		printf "$measure,%s,0.000000,1.000000,1.000000,0.0000,0.0000\n" pool sample both
	done | diff - got
}

@test "--truth=pool takes the judgments of the first documents of the runs for all there are" {
	example
	simulate --truth=pool -M 4 --depths=2 --samples=1 --quiet-warnings -q --format=csv q fused plain stemmed >out
	"$STRAT_EVAL" sample --no-comments --design=pool --pool-depth=4 --quiet-warnings fused plain stemmed | judge >judged.csv
	"$STRAT_EVAL" -c --digits=12 -R csv -m runid -m map -m Rprec -m P.30 judged.csv fused plain stemmed | as_lines >want
	pick measure,run,actual judging=pool <out | sort | diff want -
	assert_equal "$(simulate --truth=pool -M 4 --depths=2 -m map --quiet-warnings --format=csv q fused plain stemmed |
		pick unreachable,relevant judging=pool)" "0.0000,$(awk -F, '$3 > 0' judged.csv | sed 1d | wc -l)"
}

@test "runs held out at random are others for each sample" {
	example
	for jobs in 1 3; do
		simulate --hold-out=1 --samples=30 -m map --depths=4 --quiet-warnings --jobs=$jobs --format=csv \
			q fused plain stemmed >out.$jobs
	done
	cmp out.1 out.3
	assert_equal "$(pick group,runs,samples,pairs judging=pool <out.1 | tr '\n' ' ')" \
		'all,3,30,6.0000 shaping,2,30,2.0000 held-out,1,30,0.0000 '
	# the efforts of the three splits, each of which comes up in 30
	for held in fused plain stemmed; do
		simulate --hold-out=$held --samples=1 -m map --depths=4 --quiet-warnings --format=csv q fused plain stemmed |
			pick effort group=all judging=pool
	done | sort -g >efforts
	effort=$(pick effort group=all judging=pool <out.1)
	rising "$(head -1 efforts)" "$effort" "$(tail -1 efforts)"
	simulate --hold-out=1 --samples=2 -m map --depths=4 --quiet-warnings -q --format=csv \
		q fused plain stemmed >runs
	assert_equal "$(pick group judging=pool run=fused <runs)" ''
}

# ---- topics, grades, formats ----------------------------------------------------------------------

@test "topics with nothing relevant or that no run has are left out, and missing ones retrieve nothing" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' '2 0 a 0' '3 0 a 1' '4 0 b 2' '4 0 a 1' >q
	printf '%s Q0 %s 0 %s A\n' 1 a 2 1 b 1 2 a 1 4 a 2 4 b 1 >A
	printf '%s Q0 %s 0 %s B\n' 1 b 2 1 a 1 >B
	simulate -m map --depths=2 --samples=1 --format=csv q A B >out 2>err
	assert_equal "$(cat err)" "strat_eval: warning: 2 topics without a relevant document, or that no run has, are left out"
	assert_equal "$(pick topics,relevant,judged judging=pool <out)" 2,3,2.0000
	simulate -m map --depths=2 --samples=1 --quiet-warnings -q --format=csv q A B >out 2>err
	[ ! -s err ]
	# A: 1 and 1; B: 1/2 and nothing
	assert_equal "$(pick run,actual judging=pool <out | tr '\n' ' ')" 'A,1.000000000000 B,0.250000000000 '
	# at level 2 only topic 4 has a relevant document, b: A finds it at rank 2
	simulate -m map -l 2 --depths=2 --samples=1 --quiet-warnings -q --format=csv q A B >out
	assert_equal "$(pick run,actual judging=sample <out | tr '\n' ' ')" 'A,0.500000000000 B,0.000000000000 '
	refused 1 'no topic of the runs has a relevant document' simulate sampling -l 3 q A B
}

@test "judgments and runs may be in other formats, and one of them standard input" {
	example
	simulate --samples=2 --quiet-warnings q fused plain >want
	awk 'BEGIN { print "topic,docno,rel" } { print $1 "," $3 "," $4 }' q >q.csv
	for run in fused plain; do
		awk 'BEGIN { print "topic,docno,score,runid" } { print $1 "," $3 "," $5 "," $6 }' $run >$run.csv
	done
	simulate --samples=2 --quiet-warnings -R csv -T csv q.csv fused.csv plain.csv | diff want -
	simulate --samples=2 --quiet-warnings q - plain <fused | diff want -
	gzip -k q
	simulate --samples=2 --quiet-warnings q.gz fused plain | diff want -
}

@test "an estimate can be named in place of what it estimates" {
	example
	simulate -m statAP_literal -m map --depths=3 --samples=1 --quiet-warnings -q --format=csv q plain stemmed >out
	simulate -m statAP --depths=3 --samples=1 --quiet-warnings -q --format=csv q plain stemmed >same
	assert_equal "$(pick run,judging,actual,estimate measure=map <out)" \
		"$(pick run,judging,actual,estimate measure=statAP <same)"
	assert_equal "$(pick run,judging,actual,estimate measure=statAP_literal judging=pool <out)" \
		"$(pick run,judging,actual,estimate measure=map judging=pool <out)"
	# what counts a document more than once in its own precision is larger
	pick estimate measure=statAP_literal judging=sample run=plain <out >literal
	pick estimate measure=map judging=sample run=plain <out | paste literal - | awk '{ exit !($1 > $2) }'
}

@test "the output is the same for any number of threads" {
	example
	for format in table csv jsonl; do
		simulate --samples=5 --quiet-warnings --jobs=1 --format=$format q fused plain stemmed >one
		simulate --samples=5 --quiet-warnings --jobs=7 --format=$format q fused plain stemmed | cmp - one
	done
	[ -s one ]
	# nor does it depend on the order of the runs, but for rounding
	simulate --samples=5 --quiet-warnings q stemmed fused plain >other
	simulate --samples=5 --quiet-warnings q fused plain stemmed | cmp - other
}

@test "csv and jsonl say the same" {
	example
	simulate --samples=2 --quiet-warnings --format=csv q plain stemmed | sed 1d >csv
	simulate --samples=2 --quiet-warnings --format=jsonl q plain stemmed | perl -ne '
		s/^\{//; s/\}$//; chomp;
		print join(",", map { my ($k, $v) = /^"(\w+)":(.*)$/ or die; $v =~ s/^"(.*)"$/$1/; $v eq "null" ? "" : $v }
			split /,/), "\n"' | diff csv -
	simulate --samples=1 -q --quiet-warnings --format=jsonl q plain stemmed | head -1 | grep -q \
		'^{"measure":"map","run":"plain","group":"shaping","depth":1,"judging":"pool","actual":0\.[0-9]*,"estimate":0\.[0-9]*,"estimate_sd":null,"rms":0\.[0-9]*,"samples":1,"seed":1}$'
}

@test "the table for people has a block for each measure, and one for significance" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' '1 0 c 1' '1 0 d 1' >q
	printf '1 Q0 %s 0 %s A\n' a 2 b 1 >A
	printf '1 Q0 %s 0 %s B\n' c 2 a 1 >B
	run simulate -m map --depths=2 --samples=1 q A B
	assert_success
	assert_output "2 runs, 1 topics, 1 sample; 33.3 % of 3 relevant documents cannot be drawn

map, 2 runs
               RMS error                    linear correlation        Kendall's tau             both
depth judged    pool sample  mixed   both   pool sample mixed  both   pool sample mixed  both judged
    2    3.0  0.2635 0.2635 0.2635 0.2635  1.000  1.000 1.000 1.000  1.000  1.000 1.000 1.000    3.0

map, 2 runs: 0 of 2 ordered pairs are significant with all judgments
        pool                  sample                mixed                 both
depth   found missed  false   found missed  false   found missed  false   found missed  false
    2     0.0    0.0    0.0     0.0    0.0    0.0     0.0    0.0    0.0     0.0    0.0    0.0"
}

# ---- pictures -------------------------------------------------------------------------------------

@test "--plot draws a picture beside the output" {
	example
	simulate --samples=2 --quiet-warnings q plain stemmed >want
	simulate --samples=2 --quiet-warnings --plot=p.svg q plain stemmed | cmp - want
	grep -q '<svg' p.svg
	grep -q 'RMS error' p.svg
	grep -q 'Kendall&#39;s tau' p.svg
	grep -q 'P_30' p.svg
	run ! grep -q 'held out' p.svg
	simulate --samples=2 --quiet-warnings --plot=h.svg --hold-out=plain -m map q plain stemmed fused >/dev/null
	grep -q 'sample, held out' h.svg
}

# Runs with the same means have no correlation: its panels have no point.
@test "--plot leaves a panel empty where nothing is defined" {
	printf '1 0 d1 1\n1 0 d2 0\n' >q
	for run in A B; do printf "1 Q0 d%d %d %d $run\n" 1 1 2 2 2 1 >$run.run; done
	simulate --samples=2 --depths=1 --quiet-warnings q A.run B.run >want
	[ -s want ]
	simulate --samples=2 --depths=1 --quiet-warnings --plot=p.svg q A.run B.run >found
	cmp want found
	grep -q '</svg>' p.svg
}

@test "without rsvg-convert, or with another ending, --plot is refused before the work" {
	example
	refused 64 '--plot=p.eps: the name must end in .svg, .png or .pdf' simulate sampling --plot=p.eps q plain stemmed
	refused_without_rsvg simulate sampling q plain stemmed
}

# ---- what is refused ------------------------------------------------------------------------------

@test "options are checked" {
	example
	while IFS='|' read -r message options; do
		evaluate simulate sampling $options q plain stemmed </dev/null
		said=$(head -1 stderr)
		assert_equal "$options -> $exit_status ${said#strat_eval*: }" "$options -> 64 $message"
		[ ! -s stdout ]
	done <<-'END'
		--depths=0: not a whole number from 1 to 1000000|--depths=0
		--depths=x: not a whole number from 1 to 1000000|--depths=x
		--depths=2: 2 is named twice|--depths=2,2
		--pool-depth 0: not a whole number from 1 to 1000000|--pool-depth=0
		--pool-depth 1.5: not a whole number from 1 to 1000000|--pool-depth=1.5
		-M 0: not a whole number from 1 to 2147483647|-M 0
		-M some: not a whole number from 1 to 2147483647|-M some
		--truth=half: not one of all, pool|--truth=half
		--depths=7 goes beyond -M 5, which is all that is known with --truth=pool|--truth=pool -M 5 --depths=3,7
		--hold-out: a name is missing|--hold-out=plain,
		--hold-out=nobody: no run has this name or file|--hold-out=nobody
		2 of 2 runs are held out: none is left to shape pools and samples|--hold-out=plain,stemmed
		2 of 2 runs are held out: none is left to shape pools and samples|--hold-out=2
		--hold-out names runs, or draws N: not both|--hold-out=plain --hold-out=1
		-m ndcg: neither a measure that is estimated from samples (map, Rprec, P), nor one of the estimates (statAP ...)|-m ndcg
		-m: P_5 is asked for twice|-m P.5,10 -m P.5
		-l 0: not a whole number from 1 to 1000000|-l 0
		-l x: not a whole number from 1 to 1000000|-l x
		-R probs: complete judgments are needed, with one grade per document|-R probs
		-R prefs: complete judgments are needed, with one grade per document|-R prefs
		-T set has no ranking, which pools and samples need|-T set
		--samples 0: not a whole number from 1 to 1000000000|--samples=0
		--seed -1: not a whole number from 0 to 9223372036854775807|--seed=-1
		--jobs 0: not a whole number from 1 to 1024|--jobs=0
		--format=xml: not one of table, csv, jsonl, latex, html, markdown|--format=xml
	END
	evaluate simulate sampling -m P.0 q plain stemmed
	assert_equal $exit_status 64
	evaluate simulate sampling -R none q plain stemmed
	assert_equal $exit_status 64
	evaluate simulate sampling -T none q plain stemmed
	assert_equal $exit_status 64
}

# What the check of the question says has its name in front.
refuses() # MESSAGE ARGUMENT...
{
	local message=$1
	shift
	evaluate simulate "$@"
	assert_equal "$exit_status $(head -1 stderr)" "64 strat_eval: $message"
	[ ! -s stdout ]
}

@test "files are checked" {
	example
	refuses 'judgments and two runs or more are needed' sampling
	refuses 'judgments and two runs or more are needed' sampling q plain
	refuses 'standard input, - or /dev/stdin, can be read only once, but is named twice' sampling q - -
	refused 2 'nowhere: cannot read: No such file or directory' simulate sampling q plain nowhere
	refused 2 'nowhere: cannot read: No such file or directory' simulate sampling nowhere plain stemmed
	printf '%s\n' '1 Q0 a 0 2 A' '1 Q0 b 0 1 A' '1 Q0 a 0 1 A' >twice
	refused 1 "twice:3: document 'a' of topic '1' is retrieved twice: first on line 1" \
		simulate sampling q plain twice
	printf '%s\n' 'topic,docno,rel,prob' '1,d01-01,1,0.5' >sampled.csv
	refused 1 'sampled.csv: the judgments are a sample, but complete ones are needed' \
		simulate sampling -R csv sampled.csv plain stemmed
	echo '1 Q0 a 0 x A' >wrong
	evaluate simulate sampling q plain wrong
	assert_equal $exit_status 1
	[ ! -s stdout ]
	simulate --samples=1 --quiet-warnings q plain stemmed >/dev/full 2>err && fail 'a full disk is an error'
	grep -q 'No space left on device' err
}

# ---- the paper's question ---------------------------------------------------------------------------

# Aslam & Pavlu 2008, Figures 5, 6, 7, 10 and 12 on eight runs of another track: what doc/sampling.md
# says of them, with 40 or 15 samples instead of 100.
@test "on the Robust 2003 runs a sample is ahead of a pool of the same size" {
	only_with_test_all
	need_data robust03
	ahead() { # STATISTIC MEASURE FROM more|less
		pick depth,judging,"$1" measure="$2" group=all <out | awk -F, -v from="$3" -v way="$4" '
			{ value[$1, $2] = $3 }
			END {
				for (d = from; d <= 10; d++) {
					gain = value[d, "sample"] - value[d, "pool"]
					if (way == "less" ? gain < 0 : gain > 0) continue
					print "depth " d ": " value[d, "sample"] " and " value[d, "pool"]
					bad = 1
				}
				exit bad
			}'
	}
	local samples
	samples=$(cases 40 6)
	for truth in $(cases 'all pool' pool); do
		simulate --samples=$samples --truth=$truth --format=csv "$DATA"/robust03/qrels.robust03.gz "$DATA"/robust03/input.* >out
		ahead rms map 1 less
		ahead rms Rprec 3 less
		ahead rms P_30 1 less
		ahead correlation map 1 more
		ahead correlation Rprec 1 more
		ahead tau Rprec 1 more
		# tau of map moves in steps of .07 with eight runs: ahead in the mean of depths 2 to 10
		pick depth,judging,tau measure=map <out | awk -F, '$1 > 1 { sum[$2] += $3 / 9 }
			END { exit !(sum["sample"] > sum["pool"] + .03) }'
	done
	# held-out runs (Figure 12)
	simulate --samples=$samples --hold-out=4 -m map --format=csv "$DATA"/robust03/qrels.robust03.gz "$DATA"/robust03/input.* >out
	ahead rms map 1 less
	ahead tau map 1 more
	pick depth,judging,rms group=held-out <out | sed 's/^/held,/' | awk -F, '{ v[$2, $3] = $4 }
		END { for (d = 1; d <= 10; d++) if (!(v[d, "sample"] < v[d, "pool"])) exit 1 }'
}

# The commands stand at the top of the table, in the order of its settings.
@test "the table of sampling against pooling is what the program prints" {
	need_data robust03
	local table=$ROOT/doc/evidence/tables/sampling-against-pooling-1.csv n=0 command columns='1-' samples=100
	# all of them take half a minute; otherwise what is not about samples: depth, judged, and the pool by each figure
	[ -n "${TEST_ALL-}" ] || { columns='1,2,3,4,5,6,10,14' samples=1; }
	sed -n 's/^# \$ strat_eval //p' "$table" >commands
	assert_equal "$(wc -l <commands)" 4
	while read -r command; do
		n=$((n + 1))
		setting=$(printf '%s\n' 'all judgments are the truth' --truth=pool '-M all' --hold-out=4 | sed -n "${n}p")
		cases "$n" "$([ $n != 2 ] || echo 2)" | grep -q . || continue
		(cd "$DATA/robust03" && eval "\"$STRAT_EVAL\" ${command/--samples=100/--samples=$samples}") |
			awk -v setting="$setting" '/: .*significant/ { measure = "" }
				/^(map|Rprec|P_30), / && !/significant/ { measure = $0; sub(/, /, ",", measure) }
				measure != "" && $1 ~ /^[0-9]+$/ { row = setting "," measure
					for (i = 1; i <= NF; i++) row = row "," ($i == "-" ? "" : $i); print row }' | cut -d, -f"$columns" >printed
		[ -s printed ]
		grep "^$setting," "$table" | cut -d, -f"$columns" | diff - printed
	done <commands
}

@test "estimates of each topic of a run: with all judged they are those of an evaluation" {
	example
	simulate --show=plain --samples=2 --depths=1,1000 -M all -m map --quiet-warnings --format=csv \
		q fused plain stemmed >out
	"$STRAT_EVAL" -q -n -m map --digits=12 q plain | awk '{ print $2, $3 }' >expected
	assert_equal "$(pick topic,actual depth=1000 judging=pool <out | tr , ' ')" "$(cat expected)"
	# the pool has all documents, except relevant ones of topic 1 that no run retrieves
	assert_equal "$(pick topic,estimate depth=1000 judging=pool <out | tr , ' ' | grep -v '^1 ')" "$(grep -v '^1 ' expected)"
	# the mean of the topics is the estimate of the run
	simulate -q --samples=2 --depths=1 -M all -m map --quiet-warnings --format=csv q fused plain stemmed >runs
	near "$(pick estimate depth=1 judging=pool <out | awk '{ s += $1 } END { printf "%.12f", s / NR }')" \
		"$(pick estimate run=plain judging=pool <runs)" 1e-11
	refused 64 '--show=x: no run has this name or file' simulate sampling --show=x q fused plain
	refuses '--show cannot be combined with -q' sampling -q --show=plain q fused plain
}

@test "scatter plots of runs and of topics, with bars over samples" {
	example
	simulate -q --samples=3 --depths=1,3 -m map --quiet-warnings --hold-out=fused --plot=r.svg q fused plain stemmed >/dev/null
	for text in 'map, pool' 'map, sample' 'runs held out'; do grep -q "$text" r.svg; done
	simulate --show=plain --samples=3 --depths=1 -m map --quiet-warnings --plot=t.svg q fused plain stemmed >/dev/null
	grep -q 'their mean' t.svg
}
