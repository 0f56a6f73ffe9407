#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs that retrieve documents outside the frame of a sample: how often they are warned of, and how often
# the 95 % intervals of --outside hold the truth. For tables in doc/coverage.md.
#
#	tests/tables/outside_frame.sh SAMPLES RUNS [FAMILY TOPICS OUTSIDE]
#
# Two families of truths. Strata are SIZE:JUDGED:RELEVANT, and runs retrieve FOUND of the stratum's documents, of
# which GOOD are relevant, if nothing is outside; else a part of that, and documents outside in their place.
# SAMPLES samples are drawn at random, and for each of them RUNS runs, in which other documents stand.
# Documents outside are not relevant, or (half) every second one of them is.
set -euo pipefail

samples=$1 runs=$2 families=${3:-pool collection} numbers=${4:-1 20} shares=${5:-0 0.25 0.5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pool='60:30:36:50:33 200:40:24:30:9 740:50:12:20:2'     # depths of a pool, judged at falling rates
collection='400:60:120:60:40 20000:100:160:40:4'        # hits of a query, and the rest

draw() # STRATA TOPICS OUTSIDE SEED: writes sample.csv, run-* and the truths of each run
{
	perl -e 'use strict; my ($strata, $topics, $outside, $seed, $runs, $work) = @ARGV;
		srand $seed;
		my @stratum = map { [split /:/] } split / /, $strata;
		sub chosen { my ($count, @from) = @_;
			for my $i (0 .. $count - 1) { my $k = $i + int rand(@from - $i); @from[$i, $k] = @from[$k, $i] }
			return @from[0 .. $count - 1] }
		open my $csv, ">", "$work/sample.csv"; print $csv "topic,docno,rel,stratum,size\n";
		open my $truth, ">", "$work/truth";
		for my $t (1 .. $topics) { for my $h (0 .. $#stratum) { my ($N, $n, $R) = @{ $stratum[$h] };
			print $csv "t$t,s$h-$_,", $_ < $R ? 1 : 0, ",s$h,$N\n" for chosen($n, 0 .. $N - 1) } }
		for my $r (1 .. $runs) {
			open my $run, ">", "$work/run-$r"; my %mean;
			for my $t (1 .. $topics) {
				my ($ret, $good, $all, $inside) = (0, 0, 0, 0); my @doc;
				for my $h (0 .. $#stratum) { my ($N, $n, $R, $found, $rel) = @{ $stratum[$h] };
					my $in = int($found * (1 - $outside) + .5); my $g = int($rel * (1 - $outside) + .5);
					push @doc, map { "s$h-$_" } chosen($g, 0 .. $R - 1), chosen($in - $g, $R .. $N - 1);
					$ret += $found; $good += $g; $all += $R; $inside += $in }
				push @doc, map { "x$r-$_" } 1 .. $ret - $inside;
				print $run "t$t Q0 $doc[$_] 1 ", -$_, " run$r\n" for 0 .. $#doc;
				my $half = int(($ret - $inside) / 2);
				$mean{P} += $good / $ret / $topics; $mean{F} += 2 * $good / ($ret + $all) / $topics;
				$mean{Phalf} += ($good + $half) / $ret / $topics;
				$mean{Fhalf} += 2 * ($good + $half) / ($ret + $all + $half) / $topics;
				$mean{recall} += $good / $all / $topics }
			print $truth "run$r $mean{P} $mean{F} $mean{Phalf} $mean{Fhalf} $mean{recall}\n" }' "$@" "$runs" "$work"
}

bounds() # OPTION...: runs with their bounds, one a line
{
	strat_eval -R csv --format=csv --ci "$@" "$work/sample.csv" "$work"/run-* 2>"$work/said" |
		awk -F, 'NR > 1 && $3 ~ /^ci_/ { value[$1] = value[$1] " " $4; if (!($1 in seen)) { seen[$1]; order[++n] = $1 } }
			END { for (i = 1; i <= n; i++) print order[i] value[order[i]] }'
}

echo "truths topics outside runs warned left:P nonrelevant:P nonrelevant:F half,unknown:P half,unknown:F recall"
for family in $families; do
	for topics in $numbers; do
		for outside in $shares; do
			for ((k = 1; k <= samples; k++)); do
				draw "${!family}" $topics $outside $((1000 * topics + k))
				bounds --outside=left-out -m est_P >"$work/left"
				warned=$(grep -c 'could not be drawn' "$work/said" || true)
				bounds --outside=nonrelevant -m est_recall -m est_P -m est_F >"$work/none"
				bounds --outside=unknown -m est_P -m est_F >"$work/unknown"
				# two ends of each, in this order
				sort "$work/truth" | join - <(sort "$work/left") | join - <(sort "$work/none") |
					join - <(sort "$work/unknown") | awk -v warned="$warned" '
					function in_(x, l, u) { return l <= x + 1e-9 && x <= u + 1e-9 }
					{ n++; lp += in_($2, $7, $8); r += in_($6, $9, $10); np += in_($2, $11, $12)
					  nf += in_($3, $13, $14); up += in_($4, $15, $16); uf += in_($5, $17, $18) }
					END { print n, warned, lp, np, nf, up, uf, r }'
			done | awk -v what="$family $topics $outside" '
				{ for (i = 1; i <= NF; i++) sum[i] += $i }
				END { printf "%s %d", what, sum[1]; for (i = 2; i <= 8; i++) printf " %.3f", sum[i] / sum[1]; print "" }'
		done
	done
done
