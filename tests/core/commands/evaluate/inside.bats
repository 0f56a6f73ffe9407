#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# By default an estimate never lies outside its bounds: random designs, each of them a topic.

load ../../../support/helper

# designs.pl FORMAT SEED TOPICS: writes `judgments` and the runs `a` and `b`. A topic has 1 to 6 strata of 1 to
# 120 documents with rates of relevance from 0 to 1, sampled at rates from nothing to all; some documents are
# gray. The runs retrieve whole strata (table), or parts of strata. FORMAT control is csv with one stratum.
designs() {
	cat > designs.pl <<-'END'
		my ($format, $seed, $topics) = @ARGV;
		srand($seed);
		my $one = $format eq 'control'; $format = 'csv' if $one;
		open my $j, '>', 'judgments'; open my $a, '>', 'a'; open my $b, '>', 'b';
		print $j "topic,stratum,runs,size,sampled,assessable,relevant\n" if $format eq 'table';
		print $j "topic,docno,rel,stratum,size\n" if $format eq 'csv';
		for my $t (1 .. $topics) {
			my $strata = $one ? 1 : 1 + int(rand(6));
			my $whole = rand() < 0.3;
			my ($seen, @line);
			for my $s (1 .. $strata) {
				my $N = 1 + int(rand() < 0.3 ? rand(4) : rand(120));
				my $rate = (0, 0.02, 0.1, 0.5, 1)[rand(5)];
				my $n = rand() < 0.15 ? $N : rand() < 0.1 ? 0 : 1 + int(rand(rand() < 0.5 ? 4 : $N));
				$n = $N if $n > $N;
				$n = 1 if $n == 0 && ($format ne 'table' || ($s == $strata && !$seen));
				$seen ||= $n;
				my @of = (0, 0, 0); # gray, not relevant, relevant
				my @take = $whole || $format eq 'table' ? map { rand() < 0.5 } 1, 2 : (rand(), rand());
				my $p = (0.1, 0.25, 0.5, 1)[rand(4)];
				for my $d (1 .. $N) {
					my $own = $format eq 'single' ? sprintf('%.4f', 0.05 + 0.9 * rand() ** 2) : $p;
					my $kind = rand() < 0.05 ? 0 : rand() < $rate ? 2 : 1;
					my $in = $format =~ /probs|single/ ? rand() < $own : $d <= $n;
					my $grade = $kind == 0 ? -1 : $kind - 1;
					$of[$kind]++ if $d <= $n;
					print $j "$t,s$s-$d,$grade,s$s,$N\n" if $format eq 'csv' && $in;
					print $j "$t 0 s$s-$d $grade $own\n" if $format =~ /probs|single/ && $in;
					print $j "$t 0 s$s-$d s$s ", ($in ? ($grade < 0 ? -2 : $grade) : -1), "\n" if $format eq 'strata';
					next if $format eq 'table';
					print $a "$t Q0 s$s-$d 1 ", 1000 - $d, " a\n" if rand() < $take[0];
					print $b "$t Q0 s$s-$d 1 ", 1000 - $d, " b\n" if rand() < $take[1];
				}
				my $runs = join '+', ($take[0] ? 'a' : ()), ($take[1] ? 'b' : ());
				push @line, join ',', $t, "s$s", $runs || '-', $N, $n, $n - $of[0], $of[2] if $format eq 'table';
			}
			print $j "$_\n" for @line;
			next if $one; # the stratum is all there is
			print $a "$t Q0 x 1 0 a\n"; print $b "$t Q0 x 1 0 b\n";
			print $j "$t 0 x 0 1\n" if $format =~ /probs|single/;
		}
	END
	perl designs.pl "$@"
}

# Counts bounds of estimates, those that are not the estimate, and those that are undefined, by ht-logit and by
# methods with strata; complains of estimates outside.
count_inside() {
	awk -F, '$3 !~ /^ci_/ { v[$1, $2, $3] = $4 }
		/,ci_/ { m = substr($3, 7); k = $1 SUBSEP $2 SUBSEP m
			if (v[k] == "") next
			if ($4 == "") { none[$5 == "ht-logit"]++; next }
			n++
			if ($3 ~ /^ci_lo/ ? $4 > v[k] + 1e-9 * (1 + v[k]) : $4 < v[k] - 1e-9 * (1 + v[k])) { print "outside:", $0, v[k]; bad++ }
			wide += $4 != v[k] }
		END { print n + 0, wide + 0, none[1] + 0, none[0] + 0 }'
}

# 25 topics a file, so 375 designs or 10,000: all topics and their mean, two runs, both bounds or one. ht-logit has no bounds of a topic at an estimate of 0 or 1; the others always have some.
@test "by default no estimate lies outside its bounds, in random designs" {
	files=$(cases 400 10)
	estimates='-m est_rel -m est_rel_ret -m est_recall -m est_P -m est_F'
	: > counts
	for ((file = 1; file <= files; file++)); do
		format=$(echo table csv strata probs single | cut -d' ' -f$((file % 5 + 1)))
		designs "$format" "$file" 25
		case $format in
		table) ask='-R table' ;;
		csv) ask='-R csv' ;;
		strata) ask='-R strata' ;;
		*) ask='-R probs' ;;
		esac
		tail=$(echo both lower upper | cut -d' ' -f$((file % 3 + 1)))
		run --separate-stderr "$STRAT_EVAL" $ask --format=csv --digits=12 --quiet-warnings -q --ci --tail=$tail $estimates judgments a b
		assert_success
		echo "$output" | count_inside > found
		grep '^outside' found && fail "file $file ($format), --tail=$tail: $(cat found)"
		echo "$format $tail $(tail -n 1 found)" >> counts
	done
	awk '{ n += $3; wide += $4; none += $5; bad += $6 }
		END { print "# " n " bounds, " wide " of them not at the estimate; undefined " none " of ht-logit, " bad " of others"; exit n < 500 || bad > 0 }' counts >&3
}

# 25 topics a file: strata of which all documents are listed, and control sets. Bounds of one topic and of means.
@test "no estimate of strata that a run splits lies outside its bounds, in random designs" {
	only_with_test_all
	files=$(cases 200 6)
	estimates='-m est_rel -m est_rel_ret -m est_recall -m est_P -m est_F -m est_elusion'
	: > counts
	: > split
	for ((file = 1; file <= files; file++)); do
		format=$(echo strata control | cut -d' ' -f$((file % 2 + 1)))
		designs "$format" "$file" 25
		ask="--post-stratify --quiet-warnings -R ${format/control/csv}"
		tail=$(echo both lower upper | cut -d' ' -f$((file % 3 + 1)))
		run --separate-stderr "$STRAT_EVAL" $ask --format=csv --digits=12 -c -q --ci --tail=$tail $estimates judgments a b
		assert_success
		echo "$output" | count_inside > found
		grep '^outside' found && fail "file $file ($format), --tail=$tail: $(cat found)"
		tail -n 1 found >> counts
		"$STRAT_EVAL" $ask --show=strata judgments a b | awk -F, 'NR > 1 { sub(/^not /, "", $3); n[$1, $2, $3]++ }
			END { for (k in n) two += n[k] == 2; print two + 0, length(n) }' >> split
	done
	awk '{ n += $1; wide += $2; bad += $4 }
		END { print "# " n " bounds, " wide " of them not at the estimate; undefined " bad; exit n < 500 || bad > 0 }' counts >&3
	awk '{ two += $1; n += $2 } END { print "# " two " of " n " strata were split"; exit 10 * two < n }' split >&3
}

# Of 1,359 documents that are not retrieved 136 are known to be relevant, and one was not judged in a stratum of 17: at 80 % the lower end
# is what is known. 31 retrieved documents, of which one of 4 could not be assessed, and 24, of which 2: the estimate of F is
# 2 * 1/(31 * 3/4 + 22 + 1), and the bounds count 23 documents in the first stratum.
@test "an end that excluded the estimate is one that can be" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,both,A+B,36,36,15 1,a,A,291,291,227 1,b,B,301,301,135 1,near,-,17,16,1 1,rest,-,1041,11,0 >table.csv
	"$STRAT_EVAL" -R table --digits=9 --quiet-warnings --ci --level=0.8 -m est_elusion table.csv A >stdout
	near "$(awk '$1 == "ci_lo_est_elusion" { print $3 }' stdout)" "$(awk 'BEGIN { printf "%.9f", 136 / 1359 }')" 1e-8
	{ echo topic,docno,rel,stratum,size
		printf '1,a%d,%d,a,31\n' 1 0 2 0 3 0 4 -1
		printf '1,b%d,%d,b,24\n' 1 1 2 -1 3 -1 $(seq -f '%.0f 0' 4 24); } >judged.csv
	{ seq -f '1 Q0 a%.0f 1 0 A' 31; seq -f '1 Q0 b%.0f 1 0 A' 24; } >A
	"$STRAT_EVAL" -R csv --digits=9 --quiet-warnings --ci --tail=lower -m est_F judged.csv A >stdout
	value=$(awk '$1 == "est_F" { print $3 }' stdout)
	near "$value" "$(awk 'BEGIN { printf "%.9f", 2 / (31 * 3 / 4 + 22 + 1) }')" 1e-8
	awk -v value="$value" '$1 == "ci_lo_est_F" { exit !($3 <= value + 1e-9) }' stdout
}

# 12 documents retrieved, none judged, and 6 missed: F is at most 2 12/(12 + 18) = .8. With known numbers of documents precision is
# est_rel_ret over that number, and strata that are not retrieved do not matter.
@test "strata without a sample: precision is that of the yield, and no end is impossible" {
	rows() { printf 'topic,stratum,runs,size,sampled,relevant\n'; printf '1,%s\n' "$@"; }
	ends() { awk '{ print $3 }' stdout | xargs; }
	rows a,x,300,30,20 b,x,500,50,5 >alone.csv
	rows a,x,300,30,20 b,x,500,50,5 c,-,9000,0,0 >beside.csv
	rows a,x,40,20,18 b,x,60,30,28 c,-,100,20,3 d,x,50,0,0 >within.csv
	rows a,x,12,0,0 b,-,12,12,6 >never.csv
	for method in '' =bb-spread; do
		for file in alone beside; do
			evaluate --quiet-warnings -R table --ci$method -m est_P $file.csv x
			cp stdout $file.out
		done
		cmp alone.out beside.out
		evaluate --quiet-warnings -R table --ci$method --digits=6 -m est_P within.csv x
		of_precision=$(ends)
		evaluate --quiet-warnings -R table --ci$method -m est_rel_ret within.csv x
		assert_equal "$of_precision" "$(awk '{ printf "%.6f\n", $3 / 150 }' stdout | xargs)"
		evaluate --quiet-warnings -R table --ci$method -m ci_hi_est_F never.csv x
		assert_equal "$(ends)" 0.8000
	done
}
