# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Estimates and intervals from sampled judgments, as a user sees them.
#
# Expected numbers are worked out by hand in the comments, or come from tests/support/posterior.pl (brute
# force over all yields), or from a count or formula written here a second time, in awk or perl.

load ../../../support/helper

setup() {
	p=$ROOT/qrels-samples/production
	four="$p/keyword.run $p/learned.run $p/merged.run $p/produced.run"
	pool="--pool $p/keyword.run --pool $p/learned.run --pool $p/merged.run"
	cd "$BATS_TEST_TMPDIR" || return 1
}

# Lines of the program without the padding: measure topic value.
values() {
	"$STRAT_EVAL" --quiet-warnings "$@" | awk '{ print $1, $2, $3 }'
}

# The value of one line of `values`, by its measure, for `all`.
value_of() {
	awk -v name="$1" '$1 == name && $2 == "all" { print $3 }'
}

# refused STATUS MESSAGE OPTION...: nothing on standard output, the message on standard error.
refused() {
	local status_expected=$1 message=$2
	shift 2
	run --separate-stderr "$STRAT_EVAL" "$@"
	assert_equal "$status" "$status_expected"
	assert_equal "$output" ''
	case $stderr in *"$message"*) ;; *) fail "no '$message' in: $stderr" ;; esac
}

# One topic. The run has d1, d2, d3, d5 and x, which was not sampled; d4, d6 and d7 are not retrieved.
one_topic() {
	cat > probs <<-END
		1 0 d1 1 0.5
		1 0 d2 0 0.25
		1 0 d3 1 0.2
		1 0 d4 1 0.1
		1 0 d5 -1 0.5
		1 0 d6 0 0.05
		1 0 d7 -2 0.25
	END
	awk '{ print "1 Q0", $1, 1, 9 - NR, "r" }' > r <<-END
		d1
		d2
		d3
		d5
		x
	END
}

# Four topics: 1 and 2 are in order, in 3 nothing relevant was sampled, in 4 nothing of what the run
# retrieves.
four_topics() {
	cat > probs <<-END
		1 0 a1 1 0.5
		1 0 a2 0 0.5
		1 0 a3 1 0.25
		2 0 b1 1 1
		2 0 b2 0 0.2
		2 0 b3 1 0.5
		3 0 c1 0 0.5
		3 0 c2 0 0.1
		4 0 e1 1 0.5
	END
	printf '%s Q0 %s 1 1 r\n' 1 a1 1 a2 2 b1 2 b2 2 b3 3 c1 4 z > r
}

# A table of strata from its rows: topic,label,runs,size,sampled,relevant.
table() {
	echo topic,stratum,runs,size,sampled,relevant
	printf "%s\n" "$@"
}

# A table with one retrieved and one unretrieved stratum: N1 n1 r1 N0 n0 r0.
two_strata() {
	table "1,in,x,$1,$2,$3" "1,out,-,$4,$5,$6" > two.csv
}

# ---- estimates ---------------------------------------------------------------------------------

@test "set estimates are sums of 1/probability" {
	one_topic
	run values -R probs -m est -m est_F.1 -m est_F.2 -m est_F.0.5 probs r
	# relevant: d1 1/.5 + d3 1/.2 + d4 1/.1 = 2 + 5 + 10; not relevant: d2 4 + d6 20; gray: d5 2 + d7 4.
	# recall 7/17; P 7/(7+4); F_b = (1+b^2) 7 / (11 + b^2 17): 14/28, 35/79, 8.75/15.25;
	# R_prec, cutoff 17: 7/11 * 5/17
	assert_output - <<-END
		runid all r
		num_q all 1
		num_sampled all 7
		num_gray all 2
		num_q_undef all 0
		est_rel all 17.0000
		est_nonrel all 24.0000
		est_gray all 6.0000
		est_rel_ret all 7.0000
		est_nonrel_ret all 4.0000
		est_gray_ret all 2.0000
		est_recall all 0.4118
		est_P all 0.6364
		est_F_1 all 0.5000
		est_F_2 all 0.4430
		est_F_0.5 all 0.5738
		est_R_prec all 0.1872
	END
}

@test "cutoffs count the top of the ranking as retrieved, and lower precision where it is short" {
	one_topic
	run values -R probs -m est_recall.1,2,10 -m est_P.1,2,10 probs r
	# recall: 2/17, 2/17, 7/17. P: 2/2; 2/(2+4); 7/11 * 5/10
	assert_output - <<-END
		est_recall_1 all 0.1176
		est_recall_2 all 0.1176
		est_recall_10 all 0.4118
		est_P_1 all 1.0000
		est_P_2 all 0.3333
		est_P_10 all 0.3182
	END
}

@test "capped_ keeps estimates within the collection and the retrieved set" {
	one_topic
	run values -R probs -N 12 -m capped_est_rel -m capped_est_nonrel -m capped_est_rel_ret -m capped_est_nonrel_ret \
		-m capped_est_recall -m capped_est_P.2 -m est_rel probs r
	# Collection of 12, 2 judged not relevant, 3 relevant: rel 17 -> 12-2, nonrel 24 -> 12-3.
	# 5 retrieved, 1 judged not relevant, 2 relevant: rel_ret 7 -> 5-1, nonrel_ret 4 -> 5-2.
	# recall 4/10. Of the first 2: rel 2 -> 2-1, nonrel 4 -> 2-1, P 1/2.
	assert_output - <<-END
		capped_est_rel all 10.0000
		est_rel all 17.0000
		capped_est_nonrel all 9.0000
		capped_est_rel_ret all 4.0000
		capped_est_nonrel_ret all 3.0000
		capped_est_recall all 0.4000
		capped_est_P_2 all 0.5000
	END
	# the nickname has those that can be capped; gray documents cannot
	run values -R probs -N 12 -m capped_est probs r
	assert_line 'capped_est_recall all 0.4000'
	refute_line --partial gray
	refused 64 "-m capped_est_gray: there is nothing to cap in est_gray" -R probs -N 12 -m capped_est_gray probs r
	refused 64 "did you mean 'capped_est_recall'?" -R probs -N 12 -m capped_est_recal probs r
	refused 64 "no such measure" compare -R probs -N 12 -m capped_est_recall probs r r
}

@test "-l decides what is relevant; a gray document is never" {
	one_topic
	sed -i 's/d3 1 /d3 2 /' probs
	run values -R probs -l 2 -m est_rel -m est_nonrel -m est_gray -m est_recall probs r
	# only d3 is: 5; d1, d2, d4, d6: 2 + 4 + 10 + 20
	assert_output - <<-END
		est_rel all 5.0000
		est_nonrel all 36.0000
		est_gray all 6.0000
		est_recall all 1.0000
	END
}

@test "an undefined value is nan, counted in num_q_undef and left out of the mean" {
	four_topics
	run values -R probs --ci=aslam-pavlu -q -m num_q_undef -m est_recall -m est_P -m est_F probs r
	# 1: 2/6, 2/4, F 4/(4+6). 2: 3/3, 3/8, F 6/(8+3). 3: 0/0, 0/2. 4: 0/2, 0/0.
	# means: (1/3 + 1 + 0)/3, (1/2 + 3/8 + 0)/3, (.4 + .5455)/2; a method that is named keeps them
	assert_output - <<-END
		num_q_undef 1 0
		est_recall 1 0.3333
		est_P 1 0.5000
		est_F 1 0.4000
		num_q_undef 2 0
		est_recall 2 1.0000
		est_P 2 0.3750
		est_F 2 0.5455
		num_q_undef 3 1
		est_recall 3 nan
		est_P 3 0.0000
		est_F 3 nan
		num_q_undef 4 1
		est_recall 4 0.0000
		est_P 4 nan
		est_F 4 nan
		num_q_undef all 2
		est_recall all 0.4444
		est_P all 0.2917
		est_F all 0.4727
	END
}

# Topic 1 has no strata (two probabilities, which are no n/N), topic 2 has one of four documents. By hand: relevant 1/.5 + 4/2,
# not relevant 1/.3 + 4/2, so that precision is 4/(4 + 16/3); R is 4, and all judged documents are among the first 4.
@test "--micro pools topics with strata and topics without" {
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' '1 0 a 1 0.5' '1 0 b 0 0.3' '2 0 c 1 0.5' '2 0 d 0 0.5' >probs
	printf '1 Q0 %s r\n' 'a 1 9' 'b 2 8' 'x 3 7' >run
	printf '2 Q0 %s r\n' 'c 1 9' 'd 2 8' 'e 3 7' 'f 4 6' >>run
	run --separate-stderr "$STRAT_EVAL" -R probs -N 40 --micro -m est_P -m est_R_prec probs run
	assert_line "$(printf '%-22s\tall\t0.4286' micro_est_P)"
	assert_line "$(printf '%-22s\tall\t0.4286' micro_est_R_prec)"
}

@test "--micro pools the topics" {
	four_topics
	run values -R probs --micro -m est_rel -m est_recall -m est_P -m est_F probs r
	# pooled: relevant 6 + 3 + 0 + 2 = 11, retrieved of them 2 + 3 = 5, not relevant 2 + 5 + 2 = 9
	assert_line 'est_rel all 2.7500'
	assert_line 'micro_est_rel all 11.0000'
	assert_line 'micro_est_recall all 0.4545'
	assert_line 'micro_est_P all 0.3571'
	assert_line 'micro_est_F all 0.4000' # 10 / (14 + 11)
}

@test "a topic that the run lacks is left out, or retrieves nothing with -c" {
	four_topics
	grep -v '^2' r > short
	run values -R probs --ci=aslam-pavlu -m num_q -m est_recall probs short
	assert_output "$(printf '%s\n' 'num_q all 3' 'est_recall all 0.1667')" # (1/3 + 0)/2
	run values -R probs --ci=aslam-pavlu -c -m num_q -m est_recall probs short
	assert_output "$(printf '%s\n' 'num_q all 4' 'est_recall all 0.1111')" # (1/3 + 0 + 0)/3
}

@test "measures of trec_eval read sampled judgments as plain ones" {
	one_topic
	run values -R probs -m num_ret -m num_rel -m map probs r
	# relevant at ranks 1 and 3 of 3: (1/1 + 2/3)/3
	assert_output "$(printf '%s\n' 'num_ret all 5' 'num_rel all 3' 'map all 0.5556')"
}

# ---- strata ------------------------------------------------------------------------------------

# Cells as runs,size,sampled,assessable,relevant,gray in the order of the text; stratum left out.
shown_strata() {
	"$STRAT_EVAL" --quiet-warnings --show=strata "$@" > shown || return 1
	head -n 1 shown | grep -qx 'topic,stratum,runs,size,sampled,assessable,relevant,gray,source,rule' || return 1
	sed 1d shown | cut -d, -f3-8 | sort
}

# The same, counted from a run file each (names from the tag), a collection of N documents named in
# the file `collection`, and judgments in the format probs.
count_strata() {
	local judgments=$1
	shift
	perl -e '
		my ($judgments, $collection, @runs) = @ARGV;
		my (%of, %cell);
		for my $file (@runs) {
			open my $in, "<", $file or die;
			while (<$in>) { my @f = split; $of{$f[2]} .= ($of{$f[2]} ? "+" : "") . $f[5] }
		}
		my %grade;
		open my $in, "<", $judgments or die;
		while (<$in>) { my @f = split; $grade{$f[2]} = $f[3] }
		open $in, "<", $collection or die;
		while (<$in>) {
			chomp;
			my $c = $cell{$of{$_} || "-"} ||= [0, 0, 0, 0, 0];
			my $g = $grade{$_};
			$c->[0]++;
			next unless defined $g;
			$c->[1]++;
			$c->[2] += $g >= 0;
			$c->[3] += $g > 0;
			$c->[4] += $g < 0;
		}
		print join(",", $_, @{$cell{$_}}), "\n" for keys %cell;
	' "$judgments" collection "$@" | sort
}

@test "generate.sh writes the files of the sample" {
	mkdir made
	(cd made && sh "$p/generate.sh")
	for file in made/*; do
		cmp "$file" "$p/${file#made/}"
	done
}

@test "--show=strata counts the intersections of the runs" {
	seq 400 | sed 's/^/00/; s/.*\(...\)$/doc\1/' > collection
	run shown_strata -R probs -N 400 "$p/judgments.probs" $four
	assert_success
	assert_output "$(count_strata "$p/judgments.probs" $four)"
	assert_line 'keyword+learned+merged+produced,20,10,9,8,1' # as its README says
	assert_equal "${#lines[@]}" 5
}

@test "--show=strata counts the intersections of 70 runs" {
	seq 500 | sed 's/^/d/' > collection
	# Each document has a number of runs that retrieve it, mostly none; a third of all is judged.
	perl -e '
		srand(7);
		my @list = map { [] } 1 .. 70;
		for my $d (1 .. 500) {
			next if rand() < 0.3;
			my $set = int rand 40; # few sets of runs, so that cells have more than one document
			for my $r (0 .. 69) { push @{$list[$r]}, $d if ($r * 7 + $set * 13) % 31 < 3 || $r == 64 + $set % 6 }
		}
		for my $r (0 .. 69) {
			open my $out, ">", sprintf("run%02d", $r) or die;
			printf $out "1 Q0 d%d 1 %d run%02d\n", $_, 1000 - $_, $r for @{$list[$r]};
		}
		open my $out, ">", "judged" or die;
		for my $d (1 .. 500) { print $out "1 0 d$d ", (-1, 0, 0, 1)[int rand 4], " 0.5\n" if rand() < 0.33 }
	'
	# one label without a size: the runs cut it
	awk '{ print $1, $2, $3, "x", $4 }' judged > labelled
	run shown_strata -R strata -N 500 labelled run??
	assert_success
	assert_output "$(count_strata judged run??)"
	[ "${#lines[@]}" -gt 30 ]
	# cells that differ only in runs beyond the 64th
	echo "$output" | cut -d, -f1 | grep -q 'run69'
}

@test "labels with sizes are the strata, whatever the runs; labels without are crossed with runs" {
	seq -f '1 Q0 doc%03.0f 1 1 late' 35 60 > late.run
	# by label, from the file that lists all documents; -1 is not sampled
	awk '{
			size[$4]++
			sampled[$4] += $5 != -1
			relevant[$4] += $5 == 1
			gray[$4] += $5 == -2
		}
		END { for (c in size) print c ",*," size[c] "," sampled[c] "," sampled[c] - gray[c] "," relevant[c] "," gray[c] ",file,sizes" }
	' "$p/whole.strata" | sort > expected
	for runs in late.run "late.run $four"; do
		"$STRAT_EVAL" -R strata --show=strata "$p/whole.strata" $runs | sed '1d; s/^1,[0-9]*://' | sort > found
		run diff expected found
		assert_success
	done

	# only the sampled documents are listed: cells, from the file that lists all
	awk 'NR == FNR { retrieved[$3] = 1; next }
		{
			cell = $4 "," ($3 in retrieved ? "late" : "-")
			size[cell]++
			sampled[cell] += $5 != -1
			relevant[cell] += $5 == 1
			gray[cell] += $5 == -2
		}
		END { for (c in size) if (sampled[c]) print c "," size[c] "," sampled[c] "," sampled[c] - gray[c] "," relevant[c] "," gray[c] ",labels,labels" }
	' late.run "$p/whole.strata" | sort > expected
	"$STRAT_EVAL" -R strata -N 400 --quiet-warnings --show=strata $pool --pool "$p/produced.run" \
		"$p/judgments.strata" late.run | sed -n 's/^1,[0-9]*://p' |
		awk -F, 'BEGIN { OFS = "," } { $2 = $2 ~ /late/ ? "late" : "-"; print }' | sort > found
	run diff expected found
	assert_success
	assert_equal "$(wc -l < found)" 7 # B and C are cut in two
}

@test "sizes of strata come from --strata where no run tells them" {
	run values -R strata --strata "$p/sizes.csv" -T set -m est_rel -m est_recall "$p/judgments.strata" "$p/produced.txt"
	# by hand in the sample's README
	assert_output "$(printf '%s\n' 'est_rel all 51.0000' 'est_recall all 0.5490')"
}

@test "all formats of the production sample give the same estimates and intervals" {
	ask="--digits=6 -m est_rel -m est_recall -m est_P -m est_F --ci=bb-half,normal"
	values $ask -R table "$p/table.csv" keyword learned merged produced > expected
	assert_equal "$(grep -c runid expected)" 4
	while read -r options; do
		run values $ask $options $four
		assert_success
		assert_output "$(cat expected)"
	done <<-END
		-R probs -N 400 $p/judgments.probs
		-R prels -N 400 $p/judgments.prels
		-R strata -N 400 $p/judgments.strata
		-R strata --strata $p/sizes.csv $p/judgments.strata
		-R strata $p/whole.strata
		-R csv -N 400 $p/judgments.csv
		-R csv --strata $p/sizes.csv $p/judgments.csv
	END
}

@test "a stratum of which nothing was sampled borrows from the others, with a warning" {
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,x,10,5,2\n1,b,y,7,0,0\n1,c,-,50,5,1\n' > gap.csv
	run --separate-stderr "$STRAT_EVAL" -R table -m est_rel -m est_recall gap.csv x
	assert_success
	# 10*2/5 + 50*1/5 = 14 of 60 documents: 7*14/60 more; 4/(14 + 98/60)
	assert_output "$(printf '%-22s\tall\t%s\n' est_rel 15.6333 est_recall 0.2559)"
	[ "$stderr" = 'strat_eval: warning: 7 documents are in strata without a sample: they are assumed to have the same share of relevant documents as the other strata' ]
	sed 's/,b,y,7,/,b,y,1,/' gap.csv > one.csv
	"$STRAT_EVAL" -R table -m est_rel one.csv x 2>&1 >/dev/null | grep -qx 'strat_eval: warning: 1 document is in strata without a sample: it is assumed to have the same share of relevant documents as the other strata'
	# so do those of which only the file of sizes knows
	printf '1 0 %s\n' 'a A 1' 'b A 0' 'c B 1' > judged
	printf 'topic,stratum,size\n1,A,10\n1,B,20\n1,C,30\n2,A,5\n' > sizes.csv
	printf '1 Q0 a 1 1 r\n' > r
	run values -R strata --strata sizes.csv -m est_rel judged r
	# 10*1/2 + 20 = 25 of 30, and as many of the 30 in C
	assert_output 'est_rel all 50.0000'
}

@test "a cutoff behind the last document of a run leaves nothing out, as without a cutoff" {
	printf '1 %s 1 1\n' 'd0 0' 'd1 1' > judged
	printf '1 Q0 %s 1 1 a\n' d1 d0 > a
	printf '1 Q0 %s a\n' 'd1 1 3' 'x0 2 2' 'x1 3 1' > b
	sed -i 's/ a$/ b/' b
	# x0 and x1 are a stratum of b alone, without a sample: one of the two, as of d0 and d1
	run values -R prels -m est_rel -m est_recall -m est_recall.3,5 -m est_P -m est_P.3,5 -m est_elusion.5 judged a b
	assert_success
	assert_line --index 0 'runid all a'
	assert_equal "$(sed '1,/^runid all b/d' <<<"$output")" "$(printf '%s all %s\n' est_rel 2.0000 est_elusion_5 0.0000 \
		est_recall 1.0000 est_recall_3 1.0000 est_recall_5 1.0000 est_P 0.6667 est_P_3 0.6667 est_P_5 0.4000)"
}

@test "where nothing was sampled of what is retrieved, or of what is not, its yield can be any" {
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,x,7,0,0\n1,b,-,50,5,5\n' > gap.csv
	# all of 7 by the share of the others, 5 in 5, and 0 to 7 as the precision may be 0 to 1
	for method in bb-learnt bb-spread jeffreys clopper-pearson anytime; do
		run values --ci=$method -R table -m est_rel_ret -m est_P gap.csv x
		assert_output "$(printf '%s all %s\n' est_rel_ret 7.0000 ci_lo_est_rel_ret 0.0000 ci_hi_est_rel_ret 7.0000 \
			est_P 1.0000 ci_lo_est_P 0.0000 ci_hi_est_P 1.0000)"
	done
	sed 's/,x,/,y,/; s/,-,/,x,/; s/,y,/,-,/' gap.csv > turned.csv
	run values --ci=bb-learnt -R table -m est_rel_unret -m est_elusion turned.csv x
	assert_output "$(printf '%s all %s\n' est_rel_unret 7.0000 ci_lo_est_rel_unret 0.0000 ci_hi_est_rel_unret 7.0000 \
		est_elusion 1.0000 ci_lo_est_elusion 0.0000 ci_hi_est_elusion 1.0000)"
	# by weights, where the stratum is known by its documents
	printf '1 0 %s\n' 'a A -1' 'b A -1' 'c B 1' 'd B 1' > judged
	printf '1 Q0 %s 1 1 r\n' a b > r
	run values --ci=ht-logit -R strata -m est_rel_ret -m est_rel judged r
	assert_output "$(printf '%s all %s\n' est_rel 4.0000 ci_lo_est_rel nan ci_hi_est_rel nan \
		est_rel_ret 2.0000 ci_lo_est_rel_ret 0.0000 ci_hi_est_rel_ret 2.0000)"
}

@test "documents of one probability are a stratum where the runs do not form the strata, with a warning" {
	run --separate-stderr "$STRAT_EVAL" -R probs -N 400 --show=strata "$p/judgments.probs" "$p/produced.run"
	assert_success
	# A: 10 of 20 and C: 10 of 40 ... by probability: n/N of the README's strata
	awk '{ n[$5]++; r[$5] += $4 > 0; g[$5] += $4 < 0 }
		END { for (p in n) print "*," n[p]/p "," n[p] "," n[p] - g[p] "," r[p] "," g[p] ",probabilities,rates" }' "$p/judgments.probs" | sort > expected
	echo "$output" | sed 1d | cut -d, -f3- | sort > found
	run diff expected found
	assert_success
	case $stderr in *'documents of one probability are taken as a stratum'*) ;; *) fail "$stderr" ;; esac
	# probabilities of single documents are none
	one_topic
	run --separate-stderr "$STRAT_EVAL" -R probs -N 50 --format=csv --ci -m est_recall probs r
	assert_success
	case $stderr in *'the probabilities give no strata: they are those of ht-logit'*) ;; *) fail "$stderr" ;; esac
	run --separate-stderr "$STRAT_EVAL" -R probs -N 50 --quiet-warnings -m est_recall probs r
	assert_equal "$stderr" ''
}

# ---- intervals ---------------------------------------------------------------------------------

# The production as posterior.pl reads it.
produced_strata() {
	cat <<-END
		1 1 20 10 9 8
		1 1 20 5 5 3
		1 0 40 10 9 2
		1 0 20 4 4 1
		1 0 300 30 28 1
	END
}

# brute PRIOR QUANTITY LOWER_P UPPER_P
brute() {
	perl "$ROOT/tests/support/posterior.pl" "$@"
}

@test "the ends of Bayesian intervals are quantiles of the posterior, by brute force" {
	for level in $(cases '0.95 0.8' 0.8); do
		low=$(awk -v l=$level 'BEGIN { print (1 - l) / 2 }')
		high=$(awk -v l=$level 'BEGIN { print (1 + l) / 2 }')
		values -R table --level=$level --digits=6 -m est_recall -m est_P -m est_F.1 -m est_F.2 -m est_rel \
			--ci=bb-half,bb-uniform "$p/table.csv" produced > found
		for prior in $(cases 'half uniform' half); do
			for pair in recall:est_recall precision:est_P F:est_F_1 F:2:est_F_2 yield:est_rel; do
				# the yield is that of the design: one segment, one prior
				expected=$(produced_strata | if [ ${pair%:*} = yield ]; then awk '{ $2 = 0; print }'; else cat; fi |
					brute $prior "${pair%:*}" $low $high)
				name=${pair##*:}_bb-$prior
				near "$(value_of "ci_lo_$name" < found)" "${expected% *}" 0.000002
				near "$(value_of "ci_hi_$name" < found)" "${expected#* }" 0.000002
			done
		done
	done
}

@test "ends of bb-bound with one stratum a side are those of the exact one-sided limits, by brute force" {
	two_strata 40 10 7 60 20 3
	values -R table --digits=6 --ci=bb-bound -m est_recall -m est_P -m est_F -m est_rel two.csv x > found
	for pair in recall:est_recall precision:est_P F:est_F yield:est_rel; do
		expected=$(printf '1 1 40 10 10 7\n1 0 60 20 20 3\n' | brute melded "${pair%:*}" 0.025 0.975)
		near "$(value_of "ci_lo_${pair#*:}" < found)" "${expected% *}" 0.000002
		near "$(value_of "ci_hi_${pair#*:}" < found)" "${expected#* }" 0.000002
	done
}

@test "--tail=lower and --tail=upper give one bound, with all of the error on its side" {
	expected=$(produced_strata | brute half recall 0.05 0.95)
	run values -R table --digits=6 --tail=lower --ci=bb-half -m est_recall "$p/table.csv" produced
	assert_output "$(printf '%s\n' 'est_recall all 0.549020' "ci_lo_est_recall all ${expected% *}")"
	run values -R table --digits=6 --tail=upper --ci=bb-half -m est_recall "$p/table.csv" produced
	assert_output "$(printf '%s\n' 'est_recall all 0.549020' "ci_hi_est_recall all ${expected#* }")"
}

# Ends from a program that adds up all yields by the formula on top of bb_bound.c, in another language.
@test "one bound is by bb-bound, unless a method is named; two are by bb-spread" {
	printf 'topic,stratum,runs,size,sampled,relevant\n' > four.csv
	printf '1,%s\n' a,x,60,12,5 b,x,90,9,6 c,-,200,20,1 d,-,300,10,0 >> four.csv
	asked='-m est_recall -m est_P -m est_F -m est_rel'
	run values -R table --digits=6 --tail=lower --ci $asked four.csv x
	assert_line 'ci_lo_est_recall all 0.456376'
	assert_line 'ci_lo_est_P all 0.360000'
	assert_line 'ci_lo_est_F all 0.432602'
	assert_line 'ci_lo_est_rel all 61.000000'
	run values -R table --digits=6 --tail=upper --ci $asked four.csv x
	assert_line 'ci_hi_est_recall all 0.988889'
	assert_line 'ci_hi_est_P all 0.740000'
	assert_line 'ci_hi_est_F all 0.826255'
	assert_line 'ci_hi_est_rel all 178.000000'
	# both ends, each at its own probability
	run values -R table --digits=6 --level=0.9 --ci=bb-bound -m est_recall four.csv x
	assert_line 'ci_lo_est_recall all 0.456376'
	assert_line 'ci_hi_est_recall all 0.988889'
	methods() {
		"$STRAT_EVAL" -R table --format=csv -m est_recall "$@" | awk -F, 'NR > 1 && $5 != "" { print $2, $5 }' | sort -u
	}
	assert_equal "$(methods --ci --tail=lower four.csv x)" 'all bb-bound'
	assert_equal "$(methods --ci four.csv x)" 'all bb-spread'
	assert_equal "$(methods --ci=bb-half --tail=lower four.csv x)" 'all bb-half'
}

# 40,000 produced and all reviewed, 31,000 relevant; 2,400 of 960,000 others sampled. With 9 relevant
# the bound is that of the exact limit. With none, R0 is at most the largest with C(960000-R,2400)/C(960000,2400)
# >= .05: 1196, by logarithms of factorials, and 31000/(31000+1196) = .9629.
@test "lower bounds of a production that was reviewed as a whole" {
	for case in 9:0.8318 0:0.9629; do
		printf 'topic,stratum,runs,size,sampled,relevant\n' > production.csv
		printf '1,set,x,40000,40000,31000\n1,null,-,960000,2400,%s\n' "${case%:*}" >> production.csv
		run values -R table --tail=lower --ci -m est_recall production.csv x
		assert_line "ci_lo_est_recall all ${case#*:}"
		run values -R table --tail=lower --ci=bb-bound -m est_recall production.csv x
		assert_line "ci_lo_est_recall all ${case#*:}"
	done
}

@test "a mean over several topics has the one-sided bound of bb-learnt, and says so" {
	s=$ROOT/qrels-samples/legal09/strata.csv
	for tail in lower upper; do
		"$STRAT_EVAL" -R table --tail=$tail --ci --micro --format=csv -m est_recall "$s" CS > default
		"$STRAT_EVAL" -R table --tail=$tail --ci=bb-learnt --micro --format=csv -m est_recall "$s" CS > learnt
		"$STRAT_EVAL" -R table --tail=$tail --ci=bb-bound --micro --format=csv -m est_recall "$s" CS > bound
		assert_equal "$(grep ',all,ci_\|,all,est_' default)" "$(grep ',all,ci_\|,all,est_' learnt)"
		assert_equal "$(grep ',micro_' default)" "$(grep ',micro_' bound)"
		grep -q ',ci_.*,bb-learnt,.*,learnt median,' default
		grep -q ',micro_ci_.*,bb-bound,' default
	done
}

@test "normal, Laplace and Agresti-Coull ends of precision, by hand" {
	two_strata 100 25 10 200 50 5
	run values -R table --digits=6 --ci=normal,laplace,agresti-coull -m est_P two.csv x
	# z = 1.959964; normal: p = .4, sd = sqrt(.4*.6/25 * (1 - .25)) = .0848528
	# Laplace: p = 11/27, sd = sqrt(p(1-p)/27 * .75) = .0818955
	# Agresti-Coull: p = 12/29, sd = sqrt(p(1-p)/29 * .75) = .0792163
	near "$(value_of ci_lo_est_P_normal <<< "$output")" 0.233692 0.000002
	near "$(value_of ci_hi_est_P_normal <<< "$output")" 0.566308 0.000002
	for c in 1:laplace 2:agresti-coull; do
		perl -e 'my $c = shift; my $p = (10 + $c) / (25 + 2 * $c);
			my $sd = sqrt($p * (1 - $p) / (25 + 2 * $c) * 0.75);
			printf "%.6f %.6f\n", $p - 1.959963985 * $sd, $p + 1.959963985 * $sd' "${c%:*}" > expected
		read -r low high < expected
		near "$(value_of "ci_lo_est_P_${c#*:}" <<< "$output")" "$low" 0.000002
		near "$(value_of "ci_hi_est_P_${c#*:}" <<< "$output")" "$high" 0.000002
	done
}

@test "at Koopman's ends, Pearson's chi-square is z squared" {
	two_strata 400 60 30 1000 200 12
	values -R table --digits=9 --ci=koopman -m est_recall two.csv x > found
	for method in koopman; do
		for end in lo hi; do
			# the most likely prevalences with this recall, by ternary search on the log likelihood
			perl -e '
				my ($t) = @ARGV;
				my @N = (1000, 400); my @n = (200, 60); my @p = (12 / 200, 30 / 60);
				my $phi = (1 / $t - 1) * $N[1] / $N[0];
				sub pi_of { my $x = shift; return ($phi * $x, $x) }
				sub likelihood { my @q = pi_of(shift);
					my $sum = 0;
					$sum += $n[$_] * ($p[$_] * log($q[$_]) + (1 - $p[$_]) * log(1 - $q[$_])) for 0, 1;
					return $sum }
				my ($low, $high) = (1e-9, ($phi > 1 ? 1 / $phi : 1) - 1e-9);
				for (1 .. 300) {
					my ($a, $b) = ($low + ($high - $low) / 3, $high - ($high - $low) / 3);
					if (likelihood($a) < likelihood($b)) { $low = $a } else { $high = $b }
				}
				my @q = pi_of($low);
				my $chi = 0;
				$chi += $n[$_] * ($p[$_] - $q[$_]) ** 2 / ($q[$_] * (1 - $q[$_])) for 0, 1;
				printf "%.6f\n", $chi' \
				"$(value_of "ci_${end}_est_recall" < found)" > chi
			near "$(cat chi)" 3.841459 0.0001 # qchisq(0.95, 1)
		done
	done
}

@test "ht-logit is the linearised variance on the logit scale" {
	one_topic
	run values -R probs --digits=6 --ci=ht-logit -m est_recall -m est_rel probs r
	# recall R = 7/17; u = (a - R b)/17 * weight, variance = sum (1 - p) u^2 over d1, d3, d4
	perl -e '
		my $R = 7 / 17; my $v = 0; my $vt = 0;
		for (["in", 2], ["in", 5], ["out", 10]) {
			my ($where, $w) = @$_;
			my $u = (($where eq "in") - $R) / 17 * $w;
			$v += (1 - 1 / $w) * $u ** 2;
			$vt += (1 - 1 / $w) * $w ** 2;
		}
		my ($l, $s) = (log($R / (1 - $R)), 1.959963985 * sqrt($v) / ($R * (1 - $R)));
		my $t = 1.959963985 * sqrt($vt) / 17;
		printf "%.6f %.6f %.6f %.6f\n", 1 / (1 + exp($s - $l)), 1 / (1 + exp(-$s - $l)), 17 * exp(-$t), 17 * exp($t)
	' > expected
	read -r low high yield_low yield_high < expected
	near "$(value_of ci_lo_est_recall <<< "$output")" "$low" 0.000002
	near "$(value_of ci_hi_est_recall <<< "$output")" "$high" 0.000002
	near "$(value_of ci_lo_est_rel <<< "$output")" "$yield_low" 0.00001
	near "$(value_of ci_hi_est_rel <<< "$output")" "$yield_high" 0.00001
}

@test "the sample decides an end: nothing relevant retrieved makes it 0, nothing missed makes it 1" {
	for method in bb-spread bb-half bb-uniform bb-mcp jeffreys laplace agresti-coull koopman bb-bound; do
		two_strata 50 10 0 100 20 5
		assert_equal "$(values -R table --ci=$method -m est_recall two.csv x | value_of ci_lo_est_recall)" 0.0000
		two_strata 50 10 5 100 20 0
		assert_equal "$(values -R table --ci=$method -m est_recall two.csv x | value_of ci_hi_est_recall)" 1.0000
	done
}

@test "several methods name their lines; -m with ci_lo_ or ci_hi_ prints one line" {
	run values -R table --ci=bb-half,normal -m est_recall "$p/table.csv" produced
	assert_equal "${#lines[@]}" 5
	assert_line --partial ci_lo_est_recall_bb-half
	assert_line --partial ci_hi_est_recall_normal
	expected=$(produced_strata | brute half recall 0.025 0.975)
	run values -R table --digits=6 --ci=bb-half -m ci_lo_est_recall "$p/table.csv" produced
	assert_output "ci_lo_est_recall all ${expected% *}"
	run values -R table --digits=6 --ci=bb-half -m ci_hi_est_recall "$p/table.csv" produced
	assert_output "ci_hi_est_recall all ${expected#* }"
	run values -R table -m est_recall "$p/table.csv" produced
	assert_equal "${#lines[@]}" 1
}

@test "the output is the same for any --jobs" {
	for format in trec csv jsonl; do
		ask="-q --format=$format --ci=bb-half,normal -R probs -N 400 --micro"
		"$STRAT_EVAL" $ask --jobs=1 "$p/judgments.probs" $four > one
		"$STRAT_EVAL" $ask --jobs=4 "$p/judgments.probs" $four > four
		cmp one four
	done
	ask="--ci --topic-scope=random --resamples=1000 -m est_recall -R table"
	"$STRAT_EVAL" $ask --jobs=1 "$ROOT/qrels-samples/legal09/strata.csv" > one
	"$STRAT_EVAL" $ask --jobs=8 "$ROOT/qrels-samples/legal09/strata.csv" > eight
	cmp one eight
}

@test "csv and jsonl carry method, level, draws and seed of each bound, and no nan" {
	two_strata 20 20 10 20 20 10
	run "$STRAT_EVAL" -R table --format=csv --level=0.9 --seed=5 --ci=bb-half -m est_recall two.csv x
	# everything was judged: recall is 10/20 for certain
	assert_output - <<-END
		runid,topic,measure,value,method,level,draws,seed,tail,n,design,estimator,file,asked
		x,all,est_recall,0.5,,,,,,1,file,,,est_recall
		x,all,ci_lo_est_recall,0.5,bb-half,0.9,0,5,both,1,file,,,est_recall
		x,all,ci_hi_est_recall,0.5,bb-half,0.9,0,5,both,1,file,,,est_recall
	END
	run "$STRAT_EVAL" -R table --format=jsonl --ci=bb-half -m est_recall two.csv x
	assert_output - <<-END
		{"runid":"x","topic":"all","measure":"est_recall","value":0.5,"n":1,"design":"file","asked":"est_recall"}
		{"runid":"x","topic":"all","measure":"ci_lo_est_recall","value":0.5,"method":"bb-half","level":0.95,"draws":0,"seed":1,"tail":"both","n":1,"design":"file","asked":"est_recall"}
		{"runid":"x","topic":"all","measure":"ci_hi_est_recall","value":0.5,"method":"bb-half","level":0.95,"draws":0,"seed":1,"tail":"both","n":1,"design":"file","asked":"est_recall"}
	END
	two_strata 20 10 0 20 10 0
	run "$STRAT_EVAL" -R table --format=csv -m est_recall two.csv x
	assert_line 'x,all,est_recall,,,,,,,,,,,est_recall'
	run --separate-stderr "$STRAT_EVAL" -R table --format=jsonl -m est_recall two.csv x
	assert_equal "$stderr" 'strat_eval: warning: est_recall is nan in 1 mean: not defined there'
	assert_output '{"runid":"x","topic":"all","measure":"est_recall","value":null,"asked":"est_recall"}'
}

@test "the default method is bb-spread where strata are known, else ht-logit" {
	method() { "$STRAT_EVAL" --quiet-warnings --format=csv --ci -m est_recall "$@" | sed -n 's/.*ci_lo_est_recall,[^,]*,\([^,]*\),.*/\1/p'; }
	assert_equal "$(method -R table "$p/table.csv" produced)" bb-spread
	assert_equal "$(method -R strata "$p/whole.strata" "$p/produced.run")" bb-spread
	assert_equal "$(method -R probs -N 400 "$p/judgments.probs" "$p/produced.run")" bb-spread
	assert_equal "$(method -R probs "$p/judgments.probs" "$p/produced.run")" bb-spread
	assert_equal "$(method -R prels "$p/judgments.prels" "$p/produced.run")" bb-spread
	one_topic
	assert_equal "$(method -R probs probs r)" ht-logit
}

# Three topics of 60 documents of which the run retrieves 20: two with a tenth and a half sampled, and one with a
# probability of its own for each document, of whose relevant documents only retrieved ones were seen.
mixed_topics() {
	awk 'BEGIN { for (t = 1; t <= 3; t++) for (d = 1; d <= 20; d++) print t, "Q0", "d" d, d, 100 - d, "r" }' > r
	awk 'BEGIN {
		for (t = 1; t <= 2; t++) {
			for (d = 1; d <= 20; d += 2) print t, 0, "d" d, (d % 3 == 0), 0.5
			for (d = 21; d <= 60; d += 10) print t, 0, "d" d, (d == 31), 0.1
		}
		for (d = 1; d <= 60; d += 3) print 3, 0, "d" d, (d < 13), sprintf("%.3f", 1 / (1.5 + d / 7))
	}' > probs
}

@test "a topic without strata is in the mean of all; the column method says what was used" {
	mixed_topics
	for ask in '-N 60' '' '-N 60 --tail=lower' '-N 60 --topic-scope=random'; do
		run --separate-stderr "$STRAT_EVAL" -R probs --pool r $ask -q --format=csv --ci --digits=9 -m est_rel -m est_recall -m est_P -m est_F probs r
		assert_success
		echo "$output" > found
		awk -F, '/,ci_/ { want = $2 == 3 ? "ht-logit" : $2 == "all" ? "bb-learnt" : $9 == "lower" ? "bb-bound" : "bb-spread"
			# of one sample: with -N it is what the run retrieves, without it all there is
			one = $2 < 3 && $9 == "both" && $5 == "hypergeometric" && $3 ~ /est_(P|rel)$/
			if (one) { ones++; next }
			if ($5 != want) { print; bad = 1 } n++ }
			END { exit bad || n < 16 || ($9 == "both" && !ones) }' found
		# topic 3 has recall 1, and no lower end; the mean has one
		grep -q '^r,3,ci_lo_est_recall,,ht-logit' found
		awk -F, '$2 == "all" { v[$3] = $4 }
			END { for (m in v) if (v[m] == "" || (m ~ /^ci_lo_/ && v[m] + 0 > v[substr(m, 7)] + 0) || (m ~ /^ci_hi_/ && v[m] + 0 < v[substr(m, 7)] + 0)) { print m, v[m]; exit 1 } }' found
		case $stderr in *'the probabilities give no strata: they are those of ht-logit'*) ;; *) fail "$stderr" ;; esac
	done
	# est_rel: 3 of 10 and 1 of 4 by probabilities of .5 and .1 make 6 + 10, twice; topic 3 by its weights
	near "$(awk -F, '$2 == "all" && $3 == "est_rel" { print $4 }' found)" \
		"$(awk '$1 == 3 && $4 { s += 1 / $5 } END { printf "%.9f", (2 * 16 + s) / 3 }' probs)" 1e-6
	# ht-logit has no mean of recall; that of yields is refused if a topic has none
	run --separate-stderr "$STRAT_EVAL" -R probs --ci=ht-logit -m est_recall -m est_rel probs r
	assert_success
	echo "$output" | grep -q 'ci_lo_est_recall.*nan'
	echo "$output" | grep 'ci_lo_est_rel' | grep -vq nan
	case $stderr in *'the method has none for a mean over several topics'*) ;; *) fail "$stderr" ;; esac
}

# ---- all topics --------------------------------------------------------------------------------

@test "the interval of a mean is that of the convolution of the posteriors, by brute force" {
	table 1,a,x,6,3,2 1,b,-,8,4,1 2,a,x,6,3,2 2,b,-,8,4,1 > twice.csv
	printf '1 1 6 3 3 2\n1 0 8 4 4 1\n2 1 6 3 3 2\n2 0 8 4 4 1\n' > strata
	for level in 0.95 0.9; do
		low=$(awk -v l=$level 'BEGIN { print (1 - l) / 2 }')
		high=$(awk -v l=$level 'BEGIN { print (1 + l) / 2 }')
		values -R table --level=$level --digits=6 --ci=bb-half -m est_recall -m est_P -m est_F twice.csv x > found
		for pair in recall:est_recall precision:est_P F:est_F; do
			expected=$(brute half "${pair%:*}" $low $high < strata)
			near "$(value_of "ci_lo_${pair#*:}" < found)" "${expected% *}" 0.000002
			near "$(value_of "ci_hi_${pair#*:}" < found)" "${expected#* }" 0.000002
		done
	done
}

@test "normal ends of a mean add the variances of the topics" {
	table 1,a,x,100,25,10 1,b,-,200,50,5 2,a,x,100,25,10 2,b,-,200,50,5 > twice.csv
	run values -R table --digits=6 --ci=normal -m est_P twice.csv x
	# one topic: .4 +- 1.959964 * .0848528 (above); two: the sd is divided by sqrt(2)
	near "$(value_of ci_lo_est_P <<< "$output")" 0.282402 0.000002
	near "$(value_of ci_hi_est_P <<< "$output")" 0.517598 0.000002
}

@test "the mean of one topic has the interval of that topic" {
	run values -R table -q --digits=6 --ci -m est_recall "$p/table.csv" produced
	assert_equal "$(grep ' all ' <<< "$output" | sed 's/ all / 1 /')" "$(grep ' 1 ' <<< "$output")"
}

@test "for topics like these a method has the width of clogit on the topics' own values" {
	# everything is judged: the values are what a matrix of scores would have
	table 1,a,x,10,10,5 1,b,-,10,10,5 2,a,x,10,10,5 2,b,-,10,10,0 3,a,x,10,10,3 3,b,-,10,10,7 > known.csv
	values -R table --digits=6 --ci=clogit -m est_recall known.csv x > scores
	for ci in --ci --ci=bb-half; do
		values -R table --digits=6 $ci --topic-scope=random -m est_recall known.csv x | sed 's/_clogit//' > random
		assert_equal "$(cat random)" "$(cat scores)"
	done
}

@test "--topic-scope=random is reproducible for a seed" {
	ask="-R table --digits=6 --ci --topic-scope=random --resamples=500 -m est_recall $ROOT/qrels-samples/legal09/strata.csv UW"
	values $ask --seed=1 > first
	values $ask --seed=1 > second
	values $ask --seed=2 > other
	cmp first second
	run cmp -s first other
	assert_failure
}

@test "the mean leaves out a topic without an estimate, and so does its interval" {
	table 1,a,x,6,3,2 1,b,-,8,4,1 2,a,x,6,3,0 2,b,-,8,4,0 > undefined.csv
	run values -R table --digits=6 --ci=bb-half -m num_q_undef -m est_recall undefined.csv x
	expected=$(printf '1 1 6 3 3 2\n1 0 8 4 4 1\n' | brute half recall 0.025 0.975)
	assert_line 'num_q_undef all 1'
	assert_line 'est_recall all 0.666667' # 4/(4 + 2)
	assert_line "ci_lo_est_recall all ${expected% *}"
	assert_line "ci_hi_est_recall all ${expected#* }"
}

# ---- wrong data and wrong use ------------------------------------------------------------------

@test "wrong judgments are errors that name the line" {
	printf '1 Q0 d 1 1 r\n' > r
	for probability in 0 -0.1 1.01 nan x; do
		printf '1 0 c 1 0.5\n1 0 d 1 %s\n' "$probability" > bad
		refused 1 'bad:2: probability' -R probs bad r
	done
	printf '1 0 d 1\n' > bad
	refused 1 'bad:1: 4 columns' -R probs bad r
	printf '1 d 1 3 0.5\n' > bad
	refused 1 "bad:1: method '3' is not 0, 1 or 2" -R prels bad r
	printf 'topic,docno,rel\n1,d,1\n' > bad
	refused 1 'bad: the judgments have neither probabilities nor strata' -R csv -m est bad r
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,x,10,5,6\n' > bad
	refused 1 'bad:2: relevant 6, sampled 5: more relevant than sampled' -R table bad
	printf 'topic,stratum,runs,size,sampled,relevant,assessable\n1,a,x,10,5,4,3\n' > bad
	refused 1 'bad:2: relevant 4, assessable 3: more relevant than assessable' -R table bad
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,x,10,11,1\n' > bad
	refused 1 'bad:2: sampled 11, size 10' -R table bad
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,x,10,5,1\n1,a,-,10,5,1\n' > bad
	refused 1 "bad:3: stratum 'a' of topic '1' appears twice: first on line 2" -R table bad
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,-,10,5,1\n' > bad
	refused 64 '-m est_recall: est_recall needs a run, and the table names none' -R table -m est_recall bad
	refused 64 '-m est_elusion: est_elusion needs a run, and the table names none' -R table -m est_elusion bad
	refused 64 "the table names no run 'x'" -R table bad x
	refused 64 'two runs or more are needed for a comparison' compare -R table bad
}

@test "a collection smaller than what is in the files is an error" {
	refused 1 "-N 50: topic '1' has 130 documents in the runs and judgments, more than the collection" \
		-R probs -N 50 "$p/judgments.probs" $four # 100 in the runs, 30 judged ones in none of them
}

@test "strata without sizes ask for them" {
	refused 1 'its size is not known: give the sizes with --strata' -R strata -N 400 -T set "$p/judgments.strata" "$p/produced.txt"
	printf 'topic,stratum,size\n1,A,20\n' > some.csv
	refused 1 'give the sizes with --strata' -R strata --strata some.csv -T set "$p/judgments.strata" "$p/produced.txt"
	sed 's/1,A,20/1,A,9/' "$p/sizes.csv" > small.csv
	refused 1 "stratum 'A' of topic '1' has 10 sampled documents, but a size of 9" \
		-R strata --strata small.csv -T set "$p/judgments.strata" "$p/produced.txt"
	printf '1,A,20\n' | cat "$p/sizes.csv" - > twice.csv
	refused 1 "twice.csv:7: stratum 'A' of topic '1' appears twice: first on line 2" \
		-R strata --strata twice.csv "$p/judgments.strata" "$p/produced.run"
	# also if the judgments have the size as well
	printf 'topic,docno,rel,stratum,size\n1,d,1,A,20\n' > sized.csv
	refused 1 "twice.csv:7: stratum 'A' of topic '1' appears twice: first on line 2" \
		-R csv --strata twice.csv sized.csv "$p/produced.run"
}

@test "options that do not fit the judgments are wrong usage" {
	tiny=$ROOT/qrels-samples/tiny
	for option in --micro --show=strata --strata=x --pool=x --gray=nonrelevant --topic-scope=random; do
		refused 64 'need sampled judgments' $option "$tiny/qrels" "$tiny/alpha.run"
	done
	refused 64 '--ci=bb-half is for estimates from sampled judgments' --ci=bb-half "$tiny/qrels" "$tiny/alpha.run"
	refused 64 'est_recall' -m est_recall "$tiny/qrels" "$tiny/alpha.run"
	one_topic
	refused 64 'use cutoffs' -R probs -M 10 probs r
	refused 64 'use cutoffs' -R probs -J probs r
	refused 64 '-m capped_est_P needs -N' -R probs -m capped_est_P probs r
	refused 64 'the probabilities give no strata' -R probs --show=strata probs r
	refused 64 '--ci=bb-half needs strata' -R probs --ci=bb-half probs r
	refused 64 "a table of strata has none" -R table --ci=ht-logit "$p/table.csv" produced
	refused 64 "map needs judgments with one grade per document" -R table -m map "$p/table.csv" produced
	refused 64 "the table names no run 'nobody'" -R table "$p/table.csv" nobody
	refused 64 'there are no bounds for est_nonrel' -R probs -m ci_lo_est_nonrel probs r
	refused 64 'two files are needed' -R probs probs
}

@test "methods for one stratum in each segment refuse more" {
	for method in koopman; do
		refused 1 "interval method '$method' needs one simple random sample of the retrieved and one of the unretrieved documents; here are 2 retrieved and 3 unretrieved strata" \
			-R table --ci=$method "$p/table.csv" produced
	done
}

# R: binom.test(17, 20)$conf.int .6210732 .9679291; binom.test(2, 50)$conf.int .004881433 .1371376;
# binom.test(2, 50, alternative = "less")$conf.int 0 .1206142
@test "an interval for one proportion, of judgments and of a table" {
	for i in $(seq 20); do echo "1 0 a$i set $((i <= 17))"; done > two.strata
	for i in $(seq 50); do echo "1 0 b$i rest $((i <= 2))"; done >> two.strata
	printf 'topic,stratum,size\n1,set,400\n1,rest,3000\n' > sizes.csv
	for i in $(seq 20); do echo "1 Q0 a$i $i $((100 - i)) x"; done > x
	printf 'topic,stratum,runs,size,sampled,relevant\n1,set,x,400,20,17\n1,rest,-,3000,50,2\n' > two.csv
	for judgments in "-R strata --strata sizes.csv two.strata" "-R table two.csv"; do
		values --digits=6 --ci=clopper-pearson -m est_P -m est_elusion -m est_rel_unret $judgments x > found
		near "$(value_of ci_lo_est_P < found)" .6210732 1e-6
		near "$(value_of ci_hi_est_P < found)" .9679291 1e-6
		near "$(value_of ci_lo_est_elusion < found)" .004881433 1e-6
		near "$(value_of ci_hi_est_elusion < found)" .1371376 1e-6
		near "$(value_of ci_hi_est_rel_unret < found)" 411.4129 1e-3
		values --digits=6 --ci=clopper-pearson --tail=upper -m est_elusion $judgments x > found
		near "$(value_of ci_hi_est_elusion < found)" .1206142 1e-6
	done
}

@test "methods for one proportion refuse a sum of strata, and have no bounds of recall and F" {
	printf 'topic,stratum,runs,size,sampled,relevant\n1,set,x,400,20,17\n1,rest,-,3000,50,2\n' > two.csv
	for method in wilson clopper-pearson hypergeometric; do
		refused 1 "interval method '$method' needs one stratum: this quantity is of 2 strata" \
			-R table --ci=$method -m est_rel two.csv x
		refused 1 "interval method '$method' needs one stratum: this quantity is of 2 strata" \
			-R table --ci=$method -m est_richness two.csv x
		refused 1 "interval method '$method' needs one stratum" -R table --ci=$method -m est_P "$p/table.csv" produced
		for measure in est_recall est_F; do
			refused 64 "there are no bounds for $measure by these methods" \
				-R table --ci=$method -m ci_lo_$measure two.csv x
			run "$STRAT_EVAL" -R table --ci=$method -m $measure two.csv x
			assert_success
			assert_output --partial "warning: --ci=$method: no bounds of $measure, which this method is not for"
		done
		run "$STRAT_EVAL" -R table --ci=$method,bb-half -m est_recall two.csv x
		refute_output --partial warning
	done
}

@test "wrong arguments of options are wrong usage" {
	one_topic
	while read -r option message; do
		refused 64 "$message" -R probs "$option" probs r
	done <<-END
		--ci=nope --ci=nope: no such method
		--ci=normal,normal method normal is named twice
		--level=1.5 --level=1.5: not a number above 0 and below 1
		--level=0.0 not a number above 0 and below 1
		--level=high not a number above 0 and below 1
		--tail=left --tail=left: not one of both, lower, upper
		--draws=9 --draws: gone here, the answer is computed
		--seed=-1 --seed -1: not a whole number from 0
		--gray=black --gray=black: not one of left-out, nonrelevant
		--topic-scope=all --topic-scope=all: not one of these, random
		--resamples=9 --resamples 9: not a whole number from 100
	END
}

@test "every interval method is explained in doc/methods.md and named in the manual page" {
	methods=$(sed -n 's/^\t\.name = "\(.*\)",$/\1/p' "$ROOT"/core/stats/*/methods/*.c)
	assert_equal "$(wc -w <<< "$methods")" "$(ls "$ROOT"/core/stats/*/methods/*.c | wc -l)"
	for method in $methods; do
		grep -q "\`$method\`" "$ROOT/doc/methods.md" || fail "$method is not in doc/methods.md"
		grep -qE "^\.It Cm ${method}( |\$)" "$BUILD/man/strat_eval.1" || fail "$method is not in doc/strat_eval.1"
	done
}

# ---- found by using it ------------------------------------------------------------------------

@test "--gray=nonrelevant counts gray documents in the estimates of precision and F too" {
	run values -R table --gray=nonrelevant -m est_P -m est_F "$p/table.csv" produced
	# 28 of 40; 2*28/(40 + 51)
	assert_output "$(printf '%s\n' 'est_P all 0.7000' 'est_F all 0.6154')"
}

@test "ht-logit claims no certainty from a sample without variance" {
	printf '1 0 a 1 0.5\n1 0 b 0 0.5\n' > probs
	printf '1 Q0 a 1 1 r\n' > r
	run values -R probs --ci=ht-logit -m est_recall probs r
	# one relevant document was seen, drawn with probability 1/2: the rest may hold others
	assert_output "$(printf '%s\n' 'est_recall all 1.0000' 'ci_lo_est_recall all nan' 'ci_hi_est_recall all 1.0000')"
}

@test "strata of which only the sampled documents are listed need sizes" {
	# no line has -1: nothing says how many documents were not sampled
	refused 1 'size' -R strata "$p/judgments.strata" "$p/produced.run"
}

@test "a bound that does not exist is refused" {
	one_topic
	refused 64 'bounds' -R probs -m ci_lo_est_R_prec probs r
}

# The header stays where it is.
shuffled() # SEED FILE
{
	perl -MList::Util=shuffle -e 'srand(shift); $_ = <>; print /^topic,/ ? $_ : (); print shuffle(/^topic,/ ? () : $_, <>)' "$@"
}

@test "compare --draws gives the same bounds for any order of lines" {
	local seed
	for seed in 1 2 3 4 5 6; do
		shuffled $seed "$p/judgments.csv" >s.csv
		"$STRAT_EVAL" compare --quiet-warnings -R csv --strata="$p/sizes.csv" --draws=200 s.csv "$p/produced.run" "$p/keyword.run" >compare.$seed
	done
	[ -s compare.1 ]
	assert_equal "$(md5sum compare.? | cut -c-32 | sort -u | wc -l)" 1
}

@test "bb-mcp has an interval if the run cuts a stratum of which much was sampled" {
	# 600 of 1000 sampled, a third relevant, 333 of them in the 500 documents of the run: with so much
	# judged the priors of bb-mcp and bb-half hardly matter
	perl -e 'print "1 Q0 d$_ 1 ", 1000 - $_, " r\n" for 1 .. 500' >cut.run
	perl -e 'print "topic,docno,rel,stratum,size\n"; print "1,d", int($_ * 3 / 2), ",", $_ % 3 == 0 ? 1 : 0, ",a,1000\n" for 1 .. 600' >cut.csv
	evaluate -R csv --ci=bb-mcp,bb-half -m est_recall --format=csv cut.csv cut.run
	assert_equal "$exit_status $(cat stderr)" "0 "
	for end in ci_lo_est_recall ci_hi_est_recall; do
		near "$(pick value measure=${end}_bb-mcp <stdout)" "$(pick value measure=${end}_bb-half <stdout)" 0.005
	done
}

@test "a topic with more documents than a posterior can hold has a name" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 6,a,x,50,10,4 6,b,-,900,10,1 7,a,x,50,10,4 7,b,-,9007199254740000,10,1 >t.csv
	refused 1 "topic '7': posterior intervals are for at most 4503599627370496 documents in all strata of a topic, and here are 9007199254740050" \
		-q -R table -m est_recall --ci t.csv x
	for ask in '-m est_rel_unret --ci=hypergeometric' '-m est_rel_ret --ci=bb-half'; do # has its own limits; is of few documents
		evaluate -q -R table $ask t.csv x
		assert_equal "$ask: $exit_status" "$ask: 0"
	done
}

# Topics 1 to 50 have nothing relevant judged: no estimate of average precision, and ht-logit no upper end of a precision of 0.
@test "bounds of estimates that are missing in fifty topics have one line, with the manual that says when" {
	awk 'BEGIN { for (t = 1; t <= 51; t++) for (d = 1; d <= 4; d++) print t, 0, "d" d, t == 51 && d < 3, 0.5 }' >q
	awk 'BEGIN { for (t = 1; t <= 51; t++) for (d = 2; d <= 4; d++) print t, "Q0", "d" d, d, 9 - d, "r" }' >r
	evaluate -q -R probs --ci=ht-logit -m est_P q r
	assert_equal "$(grep -c '^ci_hi_est_P .*nan$' stdout)" 51 # and the mean
	assert_equal "$(grep 'missing' stderr)" 'strat_eval: warning: bounds of est_P are missing in 50 topics: ht-logit has none for such a sample (-h --ci=ht-logit)'
	evaluate -q -R probs --ci=ht-logit -m est_P --quiet-warnings q r
	assert [ ! -s stderr ]
	evaluate -R probs --ci=ht-logit -m est_P q r # the topics are not printed
	refute grep -q missing stderr
	run "$STRAT_EVAL" -h --ci=ht-logit
	assert_success
	assert_output --partial 'At an estimate of 0 or 1 the other end is nan'
	evaluate -q -R probs --ci -m statAP q r
	grep -q 'bounds of statAP are missing in 50 topics: the estimate is nan (-m num_q_undef counts such topics)' stderr
	run "$STRAT_EVAL" -R probs -m num_q_undef --quiet-warnings q r
	assert_output "$(printf 'num_q_undef           \tall\t50')"
}
