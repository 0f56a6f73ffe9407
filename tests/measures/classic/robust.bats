#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Eight runs of the TREC 2003 Robust track, 100 topics: real data as it was submitted.

load ../../support/helper

@test "all_trec of Robust 2003 runs, read as gzip in one call, agrees with the reference on every topic" {
	only_with_test_all
	need_data robust03
	local folder=$DATA/robust03 run count topics=100
	local -a runs=("$folder"/input.*.gz)
	assert_equal "${#runs[@]} runs" '8 runs'
	# eight, or two: another one, and that full of ties; of these every fifth topic
	count=$(cases 8 2)
	if [ "$count" = 2 ]; then
		for run in qrels.robust03.gz "${runs[0]##*/}" input.rutcor03100.gz; do
			gzip -dc "$folder/$run" | awk '$1 % 5 == 1' | gzip -1 >"$run"
		done
		folder=. runs=(./input.*.gz) topics=$(gzip -dc ./qrels.robust03.gz | cut -d' ' -f1 | sort -u | wc -l)
		[ "$topics" -ge 15 ]
	fi
	assert_equal "${#runs[@]} runs" "$count runs"
	# The reference takes some seconds for a run: two at a time. The output of several runs has the
	# block of each run, which begins with its runid; that of one run has the runid first in `all`.
	printf '%s\0' "${runs[@]}" | xargs -0 -n 1 -P 2 sh -c \
		'perl "$1" -q --digits=10 -m all_trec "$2" "$4" >"$3/$(basename "$4").reference"' \
		sh "$REFERENCE" "$folder/qrels.robust03.gz" "$BATS_TEST_TMPDIR"
	for run in "${runs[@]}"; do
		grep '^runid ' "$(basename "$run").reference"
		grep -v '^runid ' "$(basename "$run").reference"
	done >reference
	# 96 lines a topic, and 99 lines of `all`
	assert_equal "$(wc -l <reference | tr -d ' ')" $((count * (topics * 96 + 99)))
	evaluate -q --quiet-warnings --digits=10 -m all_trec "$folder/qrels.robust03.gz" "${runs[@]}"
	assert_equal "$exit_status $(cat stderr)" '0 '
	# two ways of adding up to a thousand terms
	agrees_with reference 1e-9 >differences || fail "$(cat differences)"
}

@test "MAP of the run rutcor03100, full of ties, is 0.0737; ascending ties would give 0.0582" {
	need_data robust03
	local folder=$DATA/robust03
	# Average precision worked out here, by another way: sort(1), then one pass.
	mean_average_precision() # SORT-KEY-OF-DOCUMENT
	{
		gzip -dc "$folder/input.rutcor03100.gz" | sort -k1,1 -k5,5gr -k3,3"$1" |
			perl -e 'open my $q, "-|", "gzip", "-dc", shift or die;
				while (<$q>) { my ($t, undef, $d, $g) = split; if ($g > 0) { $rel{$t}{$d} = 1 } else { $rel{$t} ||= {} } }
				while (<STDIN>) { my ($t, undef, $d) = split; $rank{$t}++;
					$sum{$t} += ++$found{$t} / $rank{$t} if $rel{$t}{$d} }
				for (keys %rel) { $n++; $map += ($sum{$_} || 0) / keys %{ $rel{$_} } if %{ $rel{$_} } }
				printf "%d %.4f\n", $n, $map / $n' "$folder/qrels.robust03.gz"
	}
	assert_equal "falling $(mean_average_precision r)" 'falling 100 0.0737'
	assert_equal "rising $(mean_average_precision '')" 'rising 100 0.0582'
	prints --quiet-warnings -m num_q -m map "$folder/qrels.robust03.gz" "$folder/input.rutcor03100.gz" <<-'END'
		num_q all 100
		map all 0.0737
	END
}

@test "-l -1 on Robust 2003: unjudged documents are relevant in the ranking, not in num_rel_ret; trec_eval's figures" {
	need_data robust03
	# trec_eval 10.0 prints these (its num_rel_ret and iprec_at_recall count judged documents only)
	prints -l -1 -m num_rel_ret -m map -m iprec_at_recall.0,1 -m P.10 -m set_P \
		"$DATA/robust03/qrels.robust03.gz" "$DATA/robust03/input.pircRBa1.gz" <<-'END'
		num_rel_ret all 48065
		map all 0.9454
		iprec_at_recall_0.00 all 0.4806
		iprec_at_recall_1.00 all 0.0000
		P_10 all 1.0000
		set_P all 0.4806
	END
}
