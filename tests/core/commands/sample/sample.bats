#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval sample: which documents are to be judged, and with what probability each was drawn.

load ../../../support/helper

# strat_eval sample; standard output into `stdout`, standard error into `stderr`.
sample() # ARGUMENT...
{
	evaluate sample --no-comments "$@" </dev/null
	assert_equal "$exit_status $(cat stderr)" '0 '
}

quietly() # ARGUMENT...
{
	sample --quiet-warnings "$@"
}

# The call ends with the status, its first line of complaint is the message, and it prints nothing.
refuses() # STATUS MESSAGE ARGUMENT...
{
	local status=$1 message=$2
	shift 2
	evaluate sample --no-comments "$@" </dev/null
	assert_equal "$* -> $exit_status $(head -1 stderr)" "$* -> $status $message"
	[ ! -s stdout ] || fail "$*: standard output is not empty: $(head -3 stdout)"
}

# The documents of `stdout`, on one line.
documents()
{
	awk -F, 'NR > 1 { printf "%s%s", (NR > 2 ? " " : ""), $2 } END { print "" }' stdout
}

# Rows of `stdout` whose column has a value.
rows_with() # COLUMN VALUE
{
	awk -F, -v column="$1" -v value="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i; next }
		$at == value { n++ } END { print n + 0 }' stdout
}

# Runs r1 ... rN with 5 to 40 documents in each of several topics, many of them shared, some scores
# tied, lines in any order; document numbers of 2 to 50 bytes.
random_runs() # SEED N
{
	perl -e '
		my ($seed, $n) = @ARGV;
		srand $seed;
		for my $r (1 .. $n) {
			my @lines;
			for my $topic (7, 10, "topic-number-11") {
				next if $r > 1 && rand() < 0.1;
				my %got;
				my $length = 5 + int rand 36;
				$got{int rand 60} = 1 while keys %got < $length;
				for (keys %got) {
					my $name = $_ % 3 ? "d$_" : "$_-" . "x" x ($_ % 47);
					push @lines, sprintf "%s Q0 %s 0 %.1f run%d\n", $topic, $name, rand(9), $r;
				}
			}
			open my $out, ">", "r$r" or die;
			print $out sort { rand() <=> 0.5 } @lines;
		}' "$1" "$2"
}

# `stdout` and `expected` have the same fields; probabilities may differ by 1e-12.
same_rows()
{
	awk -F, 'NR == FNR { row[FNR] = $0; n = FNR; next }
		{ split(row[FNR], x, ",")
		  d = x[4] - $4
		  for (i = 1; i <= 7; i++) if (i != 4 && x[i] "" != $i "") bad = 1
		  if (FNR > 1 && (d > 1e-12 || d < -1e-12)) bad = 1
		  if (bad) { print FNR ": " row[FNR] " is not " $0; exit } }
		END { if (FNR != n) print n " lines, not " FNR; exit bad || FNR != n }' stdout expected
}

# Two runs of one topic: A has a ... f, B has d ... k.
two_runs()
{
	for d in a b c d e f; do printf '1 Q0 %s 0 %d A\n' "$d" "$((200 - $(printf %d "'$d")))"; done >A
	for d in d e f g h i j k; do printf '1 Q0 %s 0 %d B\n' "$d" "$((200 - $(printf %d "'$d")))"; done >B
}

# Each line of topic 1 again for topics 2 to N: as many samples in one call.
for_topics() # N FILE...
{
	perl -pi -e 'BEGIN { $n = shift } s/^1(?=[ ,])(.*\n)/join "", map { "$_$1" } 1 .. $n/e' "$@"
}

# The values of a measure for each topic of the run that is first in `stdout`.
of_first_run() # MEASURE
{
	awk -v name="$1" '$1 == name { if ($2 == "all") exit; print $3 }' stdout
}

# The mean of the numbers in `estimates`, of which there are so many, is the truth within four standard
# errors, and these are small.
right_on_the_average() # COUNT TRUTH STANDARD_ERROR
{
	awk -v count="$1" -v truth="$2" -v most="$3" '
		{ s += $1; q += $1 * $1 } END { m = s / NR; d = sqrt((q / NR - m * m) / NR)
		print NR " estimates: " m " +- " d
		exit NR != count || m - truth > 4 * d || truth - m > 4 * d || d > most }' estimates
}

# ---- Stevens' design ----

# W(r) of alpha (Z = 6) and beta (Z = 4) by eq 5 of Aslam & Pavlu 2008; tests/support/sample.pl restates the
# whole computation.
@test "a small sample, byte for byte" {
	evaluate sample --no-comments --seed=5 --size=3 "$ROOT"/qrels-samples/tiny/{alpha,beta}.run
	cat >expected <<-END
		topic,docno,rel,prob,stratum,size,picks
		1,d01,,0.7038194444444444,bucket1,3,3
		1,d02,,0.7038194444444444,bucket1,3,3
		1,d05,,0.24756944444444445,bucket2,3,3
		10,d31,,1,bucket1,2,3
		10,d32,,1,bucket1,2,3
		2,d21,,1,bucket1,3,3
		2,d22,,1,bucket1,3,3
		2,d23,,1,bucket1,3,3
	END
	same_output sample
	perl "$ROOT/tests/support/sample.pl" stevens 5 3 "$ROOT"/qrels-samples/tiny/{alpha,beta}.run >expected
	same_rows
}

@test "stevens agrees with a restatement in Perl on random cases" {
	for case in $(seq "$(cases 40 12)"); do
		random_runs "$case" $((case % 5 + 1))
		size=$((case * 7 % 29 + 1))
		quietly --seed="$case" --size="$size" r? </dev/null
		perl "$ROOT/tests/support/sample.pl" stevens "$case" "$size" r? >expected
		same_rows
		rm r?
	done
}

@test "seeds up to 2^63 - 1 are told apart" {
	random_runs 3 2
	quietly --seed=9223372036854775807 --size=6 r1 r2
	perl "$ROOT/tests/support/sample.pl" stevens 9223372036854775807 6 r1 r2 >expected
	same_rows
	quietly --seed=0 --size=6 r1 r2
	run same_rows
	assert_failure
}

@test "a sample has as many documents as were asked for where they fill the last bucket" {
	for i in $(seq 60); do echo "1 Q0 d$i 0 $((100 - i)) x"; done >run
	for seed in $(seq 30); do
		sample --seed="$seed" --size=12 run
		assert_equal "$(wc -l <stdout)" 13
	done
}

@test "one document of one run" {
	echo '1 Q0 d 0 1 x' >run
	sample --size=1 run
	assert_equal "$(tail -1 stdout)" '1,d,,1,bucket1,1,1'
}

@test "a larger sample than there are documents takes all of them, with a warning" {
	two_runs
	evaluate sample --no-comments --size=100 A
	assert_equal "$(cat stderr)" 'strat_eval: warning: in 1 topic there are fewer documents than are to be drawn (94 missing): all of them are in the sample'
	assert_equal "$(documents)" 'a b c d e f'
	assert_equal "$(rows_with prob 1)" 6
}

@test "-M counts the first documents of each run only, as if there were no others" {
	random_runs 4 3
	quietly --size=8 -M 10 r1 r2 r3
	cp stdout short
	for r in r1 r2 r3; do
		sort -k1,1 -k5,5gr -k3,3r "$r" | awk '{ if (n[$1]++ < 10) print }' >"$r.cut"
		mv "$r.cut" "$r"
	done
	quietly --size=8 r1 r2 r3
	cmp short stdout
	[ "$(wc -l <stdout)" -gt 10 ]
}

# A has d1 ... d6, B d4 ... d9; of the first 2 of each are d1 d2 d4 d5. Below are d3 d6 d7 d8 d9.
@test "--below draws from what all runs have below -M, and leaves the rest of the sample as it is" {
	for i in 1 2 3 4 5 6; do
		echo "1 Q0 d$i $i $((9 - i)) A" >>A
		echo "1 Q0 d$((i + 3)) $i $((9 - i)) B" >>B
	done
	sample --size=2 -M 2 A B
	cp stdout without
	sample --size=2 -M 2 --below=2 A B
	grep -v below stdout | cmp - without
	assert_equal "$(grep below stdout | cut -d, -f4- | uniq -c | tr -s ' ')" ' 2 0.4,below,5,'
	[ -z "$(grep below stdout | cut -d, -f2 | grep -v '^d[36789]$')" ]
	# each as often as the others: 2/5 of 1000 samples, 4 standard errors
	cp A A10
	cp B B10
	for_topics 10 A10 B10
	for seed in $(seq 25); do
		"$STRAT_EVAL" sample --no-comments --size=2 -M 2 --below=2 --seed=$seed A10 B10 | grep below
	done | cut -d, -f2 | sort | uniq -c >counts
	[ "$(wc -l <counts)" = 5 ]
	awk '$1 < 100 - 31 || $1 > 100 + 31 { exit 1 }' counts || fail "$(cat counts)"
	# all of them, for certain
	evaluate sample --no-comments --size=2 -M 2 --below=7 A B
	grep -q 'fewer documents than are to be drawn (2 missing)' stderr
	assert_equal "$(grep below stdout | cut -d, -f2,4- | tr '\n' ' ')" \
		'd3,1,below,5, d6,1,below,5, d7,1,below,5, d8,1,below,5, d9,1,below,5, '
	# what is taken for certain is not below
	echo 1 0 d7 1 >known
	sample --size=2 -M 2 --below=4 --judged=known --add-judged A B
	assert_equal "$(grep below stdout | cut -d, -f2,4- | tr '\n' ' ')" \
		'd3,1,below,4, d6,1,below,4, d8,1,below,4, d9,1,below,4, '
	grep -qx '1,d7,1,1,judged,1,' stdout
	refuses 64 'strat_eval: --below needs -M: it draws below that rank' --below=2 --size=2 A
	refuses 64 'strat_eval: --below is for --design=stevens' \
		--below=2 -M 2 --pool-depth=2 --design=pool A
}

# ---- what must not matter ----

@test "the same bytes with 1, 2 and 4 jobs" {
	random_runs 8 5
	for options in --size=9 '--size=9 --pool-depth=3' '--design=strata --size=9 -N 500'; do
		for jobs in 1 2 4; do
			quietly $options --jobs=$jobs r?
			mv stdout jobs.$jobs
		done
		[ "$(wc -l <jobs.1)" -gt 20 ]
		cmp jobs.1 jobs.2
		cmp jobs.1 jobs.4
	done
}

@test "neither the order of lines and topics nor that of the runs matters, nor gzip" {
	random_runs 8 4
	for r in r?; do sort -k1,1r -k3,3 "$r" | gzip >"$r.gz"; done
	for options in --size=9 '--size=9 --pool-depth=3' '--design=strata --size=9 -N 500'; do
		quietly $options r1 r2 r3 r4
		mv stdout one
		quietly $options r3.gz r1.gz r4.gz r2.gz
		cmp one stdout
	done
}

@test "a topic is drawn alike with and without the others" {
	random_runs 8 4
	quietly --size=9 r?
	grep '^10,' stdout >expected
	for r in r?; do grep '^10 ' "$r" >"only-$r"; done
	quietly --size=9 only-r?
	tail -n +2 stdout | cmp expected -
}

@test "another seed draws another sample" {
	random_runs 8 4
	quietly --size=9 r?
	mv stdout one
	quietly --size=9 --seed=2 r?
	run cmp -s one stdout
	assert_failure
}

# ---- how many ----

@test "--total goes in equal parts to the topics, and what is left to the first ones" {
	for t in c a b; do for i in $(seq 8); do echo "$t Q0 d$i 0 $i x"; done; done >run
	sample --total=5 --design=strata -N 8 run
	assert_equal "$(rows_with topic a) $(rows_with topic b) $(rows_with topic c)" '2 2 1'
	sample --total=6 run
	assert_equal "$(rows_with topic a) $(rows_with topic b) $(rows_with topic c)" '2 2 2'
	refuses 64 'strat_eval: --total 2: there are 3 topics, and each needs a document' --total=2 run
}

# ---- pools ----

@test "a pool is the first documents of each run, for certain" {
	two_runs
	sample --design=pool --pool-depth=2 A B
	cat >expected <<-END
		topic,docno,rel,prob,stratum,size,picks
		1,a,,1,pool,4,
		1,b,,1,pool,4,
		1,d,,1,pool,4,
		1,e,,1,pool,4,
	END
	same_output pool
	sample --design=pool --pool-depth=1000 A B
	assert_equal "$(documents)" 'a b c d e f g h i j k'
}

@test "a pool beside a sample: what is in both is certain, the rest is drawn as without it" {
	random_runs 5 3
	quietly --size=12 r1 r2 r3
	mv stdout alone
	quietly --size=12 --pool-depth=4 r1 r2 r3
	mv stdout both
	quietly --design=pool --pool-depth=4 r1 r2 r3
	mv stdout pool
	# the pool, and of the sample whatever is not in it
	{
		tail -n +2 pool
		awk -F, 'NR == FNR { pooled[$1, $2] = 1; next } FNR > 1 && !(($1, $2) in pooled)' pool alone
	} | sort >expected
	tail -n +2 both | sort | cmp expected -
	common=$(awk -F, 'NR == FNR { pooled[$1, $2] = 1; next } ($1, $2) in pooled' pool alone | wc -l)
	[ "$common" -gt 5 ]
}

# ---- strata ----

@test "strata agree with a restatement in Perl on random cases" {
	for case in $(seq "$(cases 20 6)"); do
		random_runs "$case" $((case % 4 + 1))
		# whatever the cells are called: take a third of each, as a sample of all shows them
		quietly --design=strata --size=1000 r?
		awk -F, 'NR > 1 && !(($1, $5) in seen) { seen[$1, $5] = 1
			print $1 "," $5 "," int(($6 + 2) / 3) }' stdout >cells
		{ echo topic,stratum,size; cat cells; } >shares.csv
		quietly --seed="$case" --design=strata --allocation=shares.csv r?
		perl "$ROOT/tests/support/sample.pl" strata "$case" shares.csv r? >expected
		same_rows
		rm r?
	done
}

# A+B has 3 documents, A 3, B 5, the rest 9 of 20.
@test "allocations by hand" {
	two_runs
	shares() # ARGUMENT...: rows of A+B, A, B and the rest
	{
		evaluate sample --no-comments --design=strata --quiet-warnings "$@" A B
		assert_equal "$exit_status" 0
		echo "$(rows_with stratum A+B) $(rows_with stratum A) $(rows_with stratum B) $(rows_with stratum -)"
	}
	# 10 of 20: 1.5, 1.5, 2.5, 4.5; one each for the two cells that come first, by size, the rest last
	assert_equal "$(shares -N 20 --size=10)" '1 2 3 4'
	assert_equal "$(shares -N 20 --size=8 --allocation=equal)" '2 2 2 2'
	assert_equal "$(shares -N 20 --size=16 --allocation=equal)" '3 3 5 5'
	# sqrt(.5 .5) of 3, 3, 5 documents is 1.5, 1.5, 2.5; sqrt(.01 .99) of 989 is 98.4: 20 are 0.29,
	# 0.29, 0.48 and 18.9, but one each; 17 are left for the rest
	assert_equal "$(shares -N 1000 --size=20 --allocation=neyman)" '1 1 1 17'
	# sqrt(.0001 .9999) of 989 is 9.889: 20 of 15.389 are 1.95, 1.95, 3.25, 12.85
	assert_equal "$(shares -N 1000 --size=20 --allocation=neyman --prevalence=0.5,0.0001)" '2 2 3 13'
	assert_equal "$(shares --size=3)" '1 1 1 0'
}

@test "neyman learns from what is judged already" {
	two_runs
	# A+B: 2 of 2 known ones relevant, (2 + .5)/3 = .8333; A: 0 of 3, .125; B and the rest: the guesses.
	# 3 sqrt(.1389) = 1.118, 3 sqrt(.1094) = .992, 5 * .5 = 2.5, 9 sqrt(.0099) = .895: 10 of these
	# 5.506 are 2.03, 1.80, 4.54, 1.63
	printf '1 0 %s\n' 'd 1' 'e 2' 'a 0' 'b 0' 'c 0' 'f -1' >qrels
	quietly --design=strata --allocation=neyman -N 20 --size=10 --judged=qrels A B
	assert_equal "$(rows_with stratum A+B) $(rows_with stratum A) $(rows_with stratum B) $(rows_with stratum -)" \
		'2 2 4 2'
	# with -l 2 one of the two is relevant, (1 + .5)/3 = .5 and 1.5: 10 of 5.888 are 2.55, 1.69, 4.25, 1.52
	quietly --design=strata --allocation=neyman -N 20 --size=10 --judged=qrels -l 2 A B
	assert_equal "$(rows_with stratum A+B) $(rows_with stratum A) $(rows_with stratum B) $(rows_with stratum -)" \
		'3 2 4 1'
}

@test "the rest of a collection is drawn from its list" {
	two_runs
	printf '%s\n' a b c d e f g h i j k l m n o p q r s t >list
	for seed in $(seq 20); do
		sample --design=strata --seed="$seed" --size=12 --collection=list A B
		assert_equal "$(rows_with stratum -) $(rows_with size 9)" '5 5'
		awk -F, '$5 == "-" { print $2 }' stdout
	done >drawn
	# each of l ... t, and nobody else
	assert_equal "$(sort -u drawn | tr -d '\n')" lmnopqrst
	sample --design=strata --size=20 --collection=list A B
	assert_equal "$(wc -l <stdout) $(rows_with prob 1)" '21 20'
	sort -r list >tsil
	sample --design=strata --size=12 --collection=list A B
	cp stdout expected
	sample --design=strata --size=12 --collection=tsil A B
	same_output 'another order of the list'
}

# 1,000 samples, 3 of 9: each is drawn in 333.3 of them, standard deviation 14.9; 4.5 of them are 67.
@test "all documents of the rest are drawn equally often" {
	two_runs
	printf '%s\n' a b c d e f g h i j k l m n o p q r s t >list
	printf 'topic,stratum,size\n1,-,3\n' >shares
	for_topics 20 A B shares
	for seed in $(seq 50); do
		"$STRAT_EVAL" sample --no-comments --quiet-warnings --jobs=1 --design=strata --allocation=shares --seed="$seed" \
			--collection=list A B
	done | awk -F, '$5 == "-" { print $2 }' >drawn
	assert_equal "$(wc -l <drawn)" 3000
	sort drawn | uniq -c | awk '{ if ($1 < 266 || $1 > 401) bad = 1; print } END { exit bad || NR != 9 }'
}

@test "a collection of which only the size is known leaves rows to be filled in" {
	two_runs
	evaluate sample --no-comments --design=strata --size=10 -N 20 A B
	assert_equal "$exit_status $(cat stderr)" '0 strat_eval: warning: 4 rows without a document number: put in documents drawn at random from those that no run retrieves'
	assert_equal "$(tail -4 stdout | sort -u)" '1,,,0.4444444444444444,-,9,'
	evaluate sample --no-comments --design=strata --size=11 -N 11 A B
	assert_equal "$exit_status $(cat stderr) $(rows_with stratum -)" '0  0'
}

@test "without a collection there is a warning that nothing is drawn of the rest" {
	two_runs
	evaluate sample --no-comments --design=strata --size=6 A B
	assert_equal "$exit_status $(cat stderr)" '0 strat_eval: warning: documents that no run retrieves are not drawn: name all documents with --collection, or give their number with -N'
}

# A only a b c, both d e f, B only g h i j k
@test "more cells than documents to draw: small ones are joined by how many runs retrieve them" {
	two_runs
	strata()
	{
		evaluate sample --no-comments --design=strata "$@"
		cut -d, -f4-6 stdout | sed 1d | sort -u | paste -sd' '
	}
	assert_equal "$(strata --size=2 -N 11 A B)" '0.125,1-of-2-runs,8 0.3333333333333333,2-of-2-runs,3'
	assert_equal "$(cat stderr)" "strat_eval: warning: in 1 topic there are more cells of the runs than documents to draw: small cells are joined by how many runs retrieve them, and a run retrieves parts of such strata; to avoid it, draw more or name fewer runs"
	assert_equal "$(strata --size=1 -N 11 A B)" 0.09090909090909091,1-to-2-of-2-runs,11
	assert_equal "$(strata --size=2 -N 20 A B)" '0.09090909090909091,1-to-2-of-2-runs,11 0.1111111111111111,-,9'
	assert_equal "$(strata --size=3 -N 20 A B)" '0.1111111111111111,-,9 0.125,1-of-2-runs,8 0.3333333333333333,2-of-2-runs,3'
	# a cell of which two or more would be drawn stays: 4 of 51 documents, 40 in one cell; one run has c g i j, two have a b d e f h k
	for d in $(seq 40); do echo "1 Q0 c$d 0 -$d C"; done | cat - <(sed -n '1,2s/A$/C/p' A) <(sed -n '5p;8p' B | sed 's/B$/C/') >C
	assert_equal "$(strata --size=4 A B C)" '0.05,C,40 0.14285714285714285,2-of-3-runs,7 0.25,1-of-3-runs,4'
	# what the user divides stays divided
	printf 'docno,label\na,x\nb,y\nc,z\n' >labels
	evaluate sample --no-comments --labels=labels --size=2
	assert_equal "$(cat stderr)" 'strat_eval: warning: nothing is drawn from cells that hold 1 document: the sample says nothing about them'
}

@test "a production without topics and scores" {
	printf '%s\n' d3 d1 d2 >produced.txt
	seq -f d%g 10 >list
	sample --design=strata -T set --topic=201 --size=10 --collection=list produced.txt
	assert_equal "$(rows_with topic 201) $(rows_with stratum produced) $(rows_with stratum -)" '10 3 7'
	sample --design=strata -T set --size=10 --collection=list produced.txt
	assert_equal "$(rows_with topic 1)" 10
	refuses 64 'strat_eval: -T set has no ranking, which stevens and pool need: use --design=strata' \
		-T set --topic=201 --size=2 produced.txt
	refuses 64 'strat_eval: -T set has no ranking, which --pool-depth needs' \
		--design=strata -T set --topic=201 --size=2 --pool-depth=1 produced.txt
	two_runs
	refuses 64 'strat_eval: --topic is for lists that name none (-T set, --collection, --labels)' --topic=201 --size=2 A
}

@test "names with commas, quotes and blanks come back as they were" {
	printf 'topic,docno,score,tag\n"1,a","d ""x"" y",1,"t,1"\n"1,a"," z ",2,"t,1"\n' >run.csv
	quietly --design=strata --size=2 -T csv run.csv
	sed 's/,,1,/,0,1,/' stdout >filled.csv
	run "$STRAT_EVAL" -R csv -T csv -N 9 --quiet-warnings -m num_ret -m est_rel filled.csv run.csv
	assert_success
	assert_output --partial 'est_rel'
	assert_equal "$(grep -c '"1,a"," z ",,1,"t,1",2,' stdout) $(grep -c '"1,a","d ""x"" y",,1,"t,1",2,' stdout)" '1 1'
}

# ---- what is known already ----

@test "--judged fills in what is known, and changes nothing else" {
	random_runs 6 3
	quietly --size=15 r?
	cp stdout plain
	# every second document of the sample, and others; -1 is nobody's judgment
	awk -F, 'NR > 1 { print $1, 0, $2, NR % 2 ? 1 + NR % 3 : -1 }' plain >qrels
	echo '10 0 unheard-of 1' >>qrels
	quietly --size=15 --judged=qrels r?
	cut -d, -f1,2,4- plain >expected
	cut -d, -f1,2,4- stdout | cmp expected -
	awk -F, 'NR == 1 { print; next } { printf "%s,%s,%s\n", $1, $2, NR % 2 ? 1 + NR % 3 : "" }' plain |
		tail -n +2 >expected
	tail -n +2 stdout | cut -d, -f1-3 | cmp expected -
	# a sample that is partly filled in says the same
	awk -F, -v OFS=, 'NR > 1 { $3 = NR % 2 ? 1 + NR % 3 : "" } { print }' plain >partly.csv
	cp stdout expected
	quietly --size=15 --judged=partly.csv -R csv r?
	same_output 'csv'
}

@test "--add-judged takes all that is known for certain, retrieved or not" {
	two_runs
	printf '1 0 %s\n' 'b 1' 'g 0' 'c -1' 'outside 2' >qrels
	quietly --size=4 --pool-depth=1 --judged=qrels --add-judged A B
	# a and d are the pool
	assert_equal "$(grep -E ',(pool|judged),' stdout | tr '\n' ' ')" \
		'1,a,,1,pool,2, 1,b,1,1,judged,3, 1,d,,1,pool,2, 1,g,0,1,judged,3, 1,outside,2,1,judged,3, '
	assert_equal "$(awk -F, '$5 ~ /bucket/ { print $7 }' stdout | sort -u)" 4
	# strata draw from what is left: c e f | d pooled; A: c; B: h i j k; the rest 20 - 11 - 1
	quietly --design=strata --size=100 -N 20 --pool-depth=1 --judged=qrels --add-judged A B
	assert_equal "$(rows_with stratum A+B) $(rows_with stratum A) $(rows_with stratum B) $(rows_with stratum -)" \
		'2 1 4 8'
	printf '%s\n' a b c d e f g h i j k >list
	refuses 1 "strat_eval: qrels:4: document 'outside' of topic '1' is not in the collection" \
		--design=strata --size=2 --judged=qrels --add-judged --collection=list A B
}

# What a first sample has found is not drawn again by the same numbers: over 400 first samples, the
# estimate of a second one of the same seed, with what the first one judged, is right. 40 documents,
# the first 10 relevant.
@test "a second sample of the same seed is independent of the first" {
	for i in $(seq 40); do printf '1 Q0 d%d 0 %d x\n' "$i" $((100 - i)); done >run
	for_topics 20 run
	for seed in $(seq 20); do
		"$STRAT_EVAL" sample --no-comments --jobs=1 --seed="$seed" --size=8 run |
			awk -F, 'NR > 1 { print $1, 0, $2, (substr($2, 2) + 0 <= 10) }' >known
		"$STRAT_EVAL" sample --no-comments --jobs=1 --seed="$seed" --size=8 --judged=known --add-judged run |
			awk -F, 'NR > 1 { r[$1] += substr($2, 2) + 0 <= 10 ? 1 / $4 : 0 } END { for (t in r) print r[t] }'
	done >estimates
	right_on_the_average 400 10 0.2
}

# ---- back again ----

# Fills the column rel of `sample.csv` from qrels, 0 where they are silent: `filled.csv`.
fill() # QRELS
{
	awk -F, -v OFS=, -v qrels="$1" '
		BEGIN { while ((getline line < qrels) > 0) { split(line, x, " "); rel[x[1], x[3]] = x[4] } }
		NR > 1 { $3 = ($1, $2) in rel ? rel[$1, $2] : 0 } { print }' sample.csv >filled.csv
}

# One topic, two runs of 60 and 50 documents with 20 in common, 30 relevant ones in both runs and 5 in
# the rest of 400.
study()
{
	for i in $(seq 60); do printf '1 Q0 d%03d 0 %d A\n' "$i" $((100 - i)); done >A
	for i in $(seq 41 90); do printf '1 Q0 d%03d 0 %d B\n' "$i" $((100 - i)); done >B
	seq -f d%03g 400 >list
	for i in $(seq 3 3 90) $(seq 100 50 300); do printf '1 0 d%03d 1\n' "$i"; done >qrels
}

@test "strata: drawn, judged and read back, everything gives the truth and samples come near it" {
	study
	quietly --design=strata --size=400 --collection=list A B
	mv stdout sample.csv
	fill qrels
	# all 400 judged: 35 relevant, A has 20 of them
	evaluate -R csv -N 400 -m est_rel -m est_recall --ci filled.csv A B
	printf '%s\n' 'runid all A' 'est_rel all 35.0000' 'ci_lo_est_rel all 35.0000' 'ci_hi_est_rel all 35.0000' \
		'est_recall all 0.5714' 'ci_lo_est_recall all 0.5714' 'ci_hi_est_recall all 0.5714' \
		'runid all B' 'est_rel all 35.0000' 'ci_lo_est_rel all 35.0000' 'ci_hi_est_rel all 35.0000' \
		'est_recall all 0.4857' 'ci_lo_est_recall all 0.4857' 'ci_hi_est_recall all 0.4857' |
		trec_lines >expected
	assert_equal "$exit_status $(cat stderr)" '0 '
	same_output 'all judged'
	for_topics 10 A B qrels
	for seed in $(seq 6); do
		quietly --design=strata --allocation=equal --size=120 --seed="$seed" --collection=list A B
		mv stdout sample.csv
		fill qrels
		evaluate -q -R csv -N 400 -m est_rel filled.csv A B
		assert_equal "$exit_status $(cat stderr)" '0 '
		of_first_run est_rel
	done >estimates
	right_on_the_average 60 35 2
}

@test "rows that were left nameless can be filled in and read back" {
	study
	quietly --design=strata --allocation=equal --size=120 -N 400 A B
	awk -F, -v OFS=, '$2 == "" && NR > 1 { $2 = "d" 91 + n++ } { print }' stdout >sample.csv
	fill qrels
	evaluate -R csv -N 400 -m est_rel filled.csv A B
	assert_equal "$exit_status $(cat stderr)" '0 '
}

@test "stevens: drawn, judged and read back, the estimate is right on the average" {
	study
	for_topics 10 A B qrels
	for seed in $(seq 10); do
		sample --size=20 --seed="$seed" A B
		mv stdout sample.csv
		fill qrels
		cut -d, -f1-4 filled.csv >plain.csv
		evaluate -q -R csv -m est_rel plain.csv A B
		assert_equal "$exit_status $(cat stderr)" '0 '
		of_first_run est_rel
	done >estimates
	# 30 relevant documents are retrieved
	right_on_the_average 100 30 2
	if "$STRAT_EVAL" -h -R csv | grep -q picks; then
		evaluate -R csv -m est_rel filled.csv A B
		assert_equal "$exit_status $(cat stderr)" '0 '
	fi
}

# 16 of the 30 relevant documents that are retrieved are in the first 25 of A or B (see study), whatever
# the sample says of them; with the residual stratum all 30 are estimated.
@test "stevens with --below: the number of relevant documents is right on the average, and the design is read back" {
	study
	for_topics 10 A B qrels
	for seed in $(seq 10); do
		sample --size=15 -M 25 --below=10 --seed="$seed" A B
		mv stdout sample.csv
		fill qrels
		evaluate -q -R csv -m est_rel -m statAP --ci=ht-linear,ht-logit filled.csv A B
		assert_equal "$exit_status $(cat stderr)" '0 '
		of_first_run est_rel
		refute grep -q 'statAP.*nan' stdout # the joint probabilities are known
	done >estimates
	right_on_the_average 100 30 2
}

# ---- rows that are not judged yet ----

@test "rows that are not judged yet are counted and refused" {
	study
	quietly --design=strata --size=40 -N 400 A B
	mv stdout sample.csv
	refused 1 'sample.csv:2: relevance is empty: 40 of 40 rows still to be judged (--partial leaves them out)' \
		-R csv -N 400 sample.csv A
	quietly --design=strata --size=40 --collection=list A B
	awk -F, -v OFS=, 'NR > 1 && NR % 4 { $3 = 0 } { print }' stdout >partly.csv
	empty=$(awk -F, 'NR > 1 && $3 == ""' partly.csv | wc -l)
	refused 1 "partly.csv:4: relevance is empty: $empty of $(($(wc -l <partly.csv) - 1)) rows still to be judged (--partial leaves them out)" \
		-R csv -N 400 partly.csv A
	evaluate -R csv -N 400 --partial -m est_rel partly.csv A B
	assert_equal "$exit_status $(cat stderr)" "0 strat_eval: warning: partly.csv: $empty of $(($(wc -l <partly.csv) - 1)) rows are not judged and left out; the estimates assume that they are missing at random"
	cp stdout expected
	awk -F, '$3 != ""' partly.csv >judged.csv
	evaluate -R csv -N 400 --partial -m est_rel judged.csv A B
	assert_equal "$exit_status $(cat stderr)" '0 '
	same_output 'the judged rows alone'
	refused 1 'sample.csv: no judgments in the file' -R csv -N 400 --partial --quiet-warnings sample.csv A
	refused 64 '--partial is for -R csv, in which a relevance may be empty' --partial qrels A
}

@test "a filled-in sample that cannot be is refused with file and line" {
	study
	quietly --size=10 A B
	mv stdout sample.csv
	fill qrels
	line=$(sed -n 3p filled.csv)
	document=$(echo "$line" | cut -d, -f2)
	sed "3s/,0\\.[0-9]*,/,1.5,/" filled.csv | cut -d, -f1-4 >bad.csv
	refused 1 "bad.csv:3: probability '1.5' is not above 0 and at most 1" -R csv bad.csv A
	{ cat filled.csv; echo "$line"; } | cut -d, -f1-4 >bad.csv
	refused 1 "bad.csv:$(wc -l <bad.csv): document '$document' of topic '1' is judged twice: first on line 3" -R csv bad.csv A
	sed '4s/^1,[^,]*,/1,,/' filled.csv | cut -d, -f1-4 >bad.csv
	refused 1 'bad.csv:4: document is empty' -R csv bad.csv A
	# a document that was not drawn, and one that was and is missing
	sed "3s/,$document,/,nobody,/" filled.csv >bad.csv
	refused 1 "bad.csv:3: document 'nobody' of topic '1' is not in the sample sample.csv" -R csv --drawn sample.csv bad.csv A
	sed 3d filled.csv >bad.csv
	rows=$(($(wc -l <sample.csv) - 1))
	refused 1 "sample.csv:3: document '$document' is not judged in bad.csv, like 1 of $rows of the sample (--partial allows it)" \
		-R csv --drawn sample.csv bad.csv A
	evaluate -R csv --partial --drawn sample.csv bad.csv A
	assert_equal "$exit_status" 0
	evaluate -R csv --drawn sample.csv filled.csv A
	assert_equal "$exit_status" 0
	refused 2 "nowhere.csv: cannot read: No such file or directory" -R csv --drawn nowhere.csv filled.csv A
	refused 64 '--drawn is for judgments with one grade per document' -R table --drawn sample.csv filled.csv A
}

# ---- bad input ----

@test "options that are no good are refused" {
	two_runs
	for option in size total pool-depth jobs; do
		case $option in jobs) most=1024 ;; *) most=2147483647 ;; esac
		for value in 0 -1 1.5 x '' 99999999999; do
			refuses 64 "strat_eval: --$option $value: not a whole number from 1 to $most" --$option="$value" A
		done
	done
	refuses 64 'strat_eval: -M 0: not a whole number from 1 to 9223372036854775807' --size=1 -M 0 A
	refuses 64 'strat_eval: -N 0: not a whole number from 1 to 9007199254740992' --size=1 -N 0 A
	refuses 64 'strat_eval: --seed -1: not a whole number from 0 to 9223372036854775807' --size=1 --seed=-1 A
	refuses 64 'strat_eval: -l -1: not a whole number from 0 to 1000000' --size=1 -l -1 A
	refuses 64 'strat_eval: --design=steven: not one of stevens, strata, pool; did you mean '\''stevens'\''?' --size=1 --design=steven A
	for value in 0 1 x 0.5,1 0.5,; do
		evaluate sample --no-comments --size=1 --design=strata --allocation=neyman --prevalence=$value A
		assert_equal "$value $exit_status" "$value 64"
	done
	refuses 64 'strat_eval: -T xml: not one of the formats of runs assignments, csv, json, jsonl, msmarco, pairs, set, support, trec_results' --size=1 -T xml A
	refuses 64 'strat_eval: -R xml: not one of the formats of judgments beir, csv, diversity, json, jsonl, nuggets, pairs, prefs, prels, probs, qrels, qrels_jg, qrels_prefs, strata, table, topics' --size=1 --judged=A -R xml A
	refuses 64 'strat_eval: -R prefs: --judged needs one grade per document' --size=1 --judged=A -R prefs A
	refuses 64 'strat_eval: a run is needed, to draw documents from, or a list: --collection or --labels' --size=1
	refuses 64 "strat_eval: unrecognized option '--sise=1'; did you mean '--size'?" --sise=1 A
}

@test "options that cannot be combined are refused" {
	two_runs
	echo 1 0 a 1 >qrels
	refuses 64 'strat_eval: how many documents are to be drawn? --size for each topic or --total for all is needed (--design=pool takes a pool alone)' A
	refuses 64 'strat_eval: how many documents are to be drawn? --size for each topic or --total for all is needed (--design=pool takes a pool alone)' --pool-depth=3 A
	refuses 64 'strat_eval: --size cannot be combined with --total: --size is for each topic, --total for all' --size=1 --total=1 A
	refuses 64 'strat_eval: --design=pool needs --pool-depth' --design=pool A
	refuses 64 'strat_eval: --design=pool cannot be combined with --size' --design=pool --pool-depth=1 --size=1 A
	for option in --allocation=equal --collection=A '-N 9'; do
		refuses 64 'strat_eval: --allocation, --collection and -N are for --design=strata' --size=1 $option A
	done
	refuses 64 'strat_eval: --prevalence needs --allocation=neyman' --size=1 --design=strata --prevalence=.5 A
	refuses 64 'strat_eval: --prevalence needs --allocation=neyman' --size=1 --prevalence=.5 A
	refuses 64 'strat_eval: -M cannot be combined with --design=strata: cells are what the runs retrieve, as the evaluation sees them' --size=1 --design=strata -M 5 A
	refuses 64 'strat_eval: --collection cannot be combined with -N: its size is known' --size=1 --design=strata -N 5 --collection=A A
	refuses 64 'strat_eval: --allocation: not proportional, equal or neyman, so it is a file that says how many documents to draw, which --size and --total cannot be combined with' --size=1 --design=strata --allocation=A A
	for option in --add-judged '-R csv' '-l 2'; do
		refuses 64 "strat_eval: ${option% *} needs --judged" --size=1 $option A
	done
	refuses 64 'strat_eval: standard input, - or /dev/stdin, can be read only once, but is named twice' --size=1 - -
	refuses 64 'strat_eval: standard input, - or /dev/stdin, can be read only once, but is named twice' --size=1 --judged=- -
}

@test "runs that are no good are refused" {
	two_runs
	: >empty
	refuses 2 'strat_eval: missing: cannot read: No such file or directory' --size=1 A missing
	refuses 1 'strat_eval: empty: no retrieved documents in the file' --size=1 A empty
	printf '1 Q0 x 1 9 t\n1 Q0 y 2 8 t\n1 Q0 x 3 7 t\n' >twice
	refuses 1 "strat_eval: twice:3: document 'x' of topic '1' is retrieved twice: first on line 1" --size=1 A twice
	refuses 1 "strat_eval: twice:3: document 'x' of topic '1' is retrieved twice: first on line 1" --size=1 -M 2 A twice
	printf '1 Q0 x 1 oops t\n' >bad
	refuses 1 "strat_eval: bad:1: score 'oops' is not a number" --size=1 A bad twice
	sed 's/B$/A/' B >namesake
	refuses 1 "strat_eval: two runs are called 'A', after which cells are named: A and namesake" --design=strata --size=1 A namesake
	quietly --size=1 A namesake
	# d alone is in "A+B", the others in A or B: two cells of one name
	printf '1 Q0 z 1 1 A+B\n' >C
	refuses 1 "strat_eval: topic '1': two cells would be called 'A+B': the name of a run with a + in it must not be made up of names of other runs" \
		--design=strata --size=12 --quiet-warnings A B C
	printf '2 Q0 z 1 1 C\n' >C
	evaluate sample --no-comments --size=1 A C
	assert_equal "$exit_status $(cat stderr)" '0 ' # topics that a run lacks are no matter
}

@test "a collection, an allocation and judgments that are no good are refused" {
	two_runs
	printf '%s\n' a b c d e f g i j k >list
	refuses 1 "strat_eval: B:5: document 'h' of topic '1' is not in the collection" --design=strata --size=1 --collection=list A B
	printf '%s\n' a b a >list
	refuses 1 "strat_eval: list:3: document 'a' appears twice in the collection: first on line 1" --design=strata --size=1 --collection=list A B
	printf '1 a\n1 b\n' >list
	refuses 1 'strat_eval: list:1: 2 columns, but a collection is a list of document numbers, one a line' --design=strata --size=1 --collection=list A B
	: >list
	refuses 1 'strat_eval: list: no documents in the file' --design=strata --size=1 --collection=list A B
	refuses 1 "strat_eval: -N 10: topic '1' has 11 documents in the runs and judgments, more than the collection" --design=strata --size=1 -N 10 A B
	shares() { printf 'topic,stratum,size\n'; printf '%s\n' "$@"; }
	shares 1,A+B,1 1,A+C,1 >shares.csv
	refuses 1 "strat_eval: shares.csv:3: stratum 'A+C': topic '1' of the runs has no such cell" --design=strata --allocation=shares.csv A B
	shares 1,A+B,1 2,A,1 >shares.csv
	refuses 1 "strat_eval: shares.csv:3: stratum 'A': topic '2' of the runs has no such cell" --design=strata --allocation=shares.csv A B
	shares 1,-,1 >shares.csv
	refuses 1 "strat_eval: shares.csv:2: stratum '-': topic '1' of the runs has no such cell; that of what no run retrieves needs -N or --collection" --design=strata --allocation=shares.csv A B
	shares 1,A,4 >shares.csv
	refuses 1 "strat_eval: shares.csv:2: size 4: cell 'A' of topic '1' has 3 documents to draw from" --design=strata --allocation=shares.csv A B
	shares 1,A,1 1,A,2 >shares.csv
	refuses 1 "strat_eval: shares.csv:3: stratum 'A' of topic '1' appears twice: first on line 2" --design=strata --allocation=shares.csv A B
	shares 1,A,x >shares.csv
	evaluate sample --no-comments --design=strata --allocation=shares.csv A B
	assert_equal "$exit_status" 1
	refuses 2 'strat_eval: proportionate: cannot read: No such file or directory' --design=strata --allocation=proportionate A
	echo 7 0 a 1 >qrels
	refuses 1 'strat_eval: qrels: no topic of the runs has judgments in the file' --size=1 --judged=qrels A
	printf '1 0 a 1\n1 0 a 0\n' >qrels
	refuses 1 "strat_eval: qrels:2: document 'a' of topic '1' is judged twice: first on line 1" --size=1 --judged=qrels A
}

@test "a lost write is an error, and help is not" {
	two_runs
	evaluate sample --no-comments --size=3 A
	run bash -c '"$1" sample --size=3 A >/dev/full' - "$STRAT_EVAL"
	assert_equal "$status $output" '2 strat_eval: cannot write to standard output: No space left on device'
	for option in --help -h; do
		evaluate sample --no-comments $option
		assert_equal "$exit_status $(cat stderr)" '0 '
		[ -s stdout ]
	done
	# a file of this name is still a file
	cp A sample
	echo 1 0 a 1 >qrels
	evaluate qrels ./sample
	assert_equal "$exit_status" 0
}

# One run of four documents: the prior at rank r is 1 + 1/r + ... + 1/4 over 8, the sum of all (eq 5):
# 37/12, 25/12, 19/12 and 15/12 over 8. Buckets of two have 62/96 and 34/96, which are the inclusion
# probabilities (eq 6), and two picks between them.
@test "buckets: prior, weights and picks, by hand" {
	for r in 1 2 3 4; do echo "7 Q0 d$r $r $((10 - r)) run"; done >four.run
	evaluate sample --no-comments --show=buckets --size=2 --plot=b.svg four.run
	assert_equal "$exit_status" 0
	near "$(pick first bucket=bucket1 <stdout)" 0.385416667 1e-8
	near "$(pick last bucket=bucket1 <stdout)" 0.260416667 1e-8
	near "$(pick last bucket=bucket2 <stdout)" 0.15625 1e-12
	for column in weight prob; do
		near "$(pick $column bucket=bucket1 <stdout)" 0.645833333 1e-8
		near "$(pick $column bucket=bucket2 <stdout)" 0.354166667 1e-8
	done
	assert_equal "$(pick documents <stdout | xargs) $(pick picked <stdout | total)" '2 2 2'
	# the sample itself: as many documents of each bucket as were picked
	cp stdout buckets
	"$STRAT_EVAL" sample --no-comments --size=2 four.run >sample
	for b in bucket1 bucket2; do
		assert_equal "$(pick drawn bucket=$b <buckets)" "$(pick docno stratum=$b <sample | wc -l)"
		assert_equal "$(pick drawn bucket=$b <buckets)" "$(pick picked bucket=$b <buckets)"
	done
	grep -q 'Topic 7: prior of average precision' b.svg
	refused 64 '--show=buckets needs --design=stevens' sample --show=buckets --design=strata --size=2 four.run
	refused 64 '--plot needs --show=buckets' sample --plot=b.svg --size=2 four.run
}
