#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# plan labels: what labels save. Variances are computed here from the formula of core/stats/planning/labels_saving.h.

load ../../../support/helper

# variance N_c:p_c:a_c ... - sum of a^2 N^2 p(1-p) (1/m - 1/N + (1-w)/m^2 (1-f)), m = 100 w, w = N/1000, f = 1/10
width() {
	echo "$*" | awk '{ for (i = 1; i <= NF; i++) { split($i, c, ":"); w = c[1] / 1000; m = 100 * w
		v += c[3] ^ 2 * c[1] ^ 2 * c[2] * (1 - c[2]) * (1 / m - 1 / c[1] + (1 - w) / m ^ 2 * .9) } printf "%.6f\n", 2 * 1.959963985 * sqrt(v) }'
}

# 1,000 documents, 200 retrieved with precision .5 and recall .5: 100 found, 100 missed. a = .5/200 and -.5/200.
@test "recall of a production of 200 from 1,000 documents" {
	evaluate plan labels -N 1000 --retrieved=200 --recall=0.5 --precision=0.5 --sensitivity=0.8 --specificity=0.9 --size=100 --format=csv
	found() { awk -F, -v d="$1" '$4 == "recall" && $7 == d { printf "%.6f\n", $8 }' stdout; }
	assert_equal "$(found 'without labels')" "$(width 200:.5:.0025 800:.125:-.0025)"
	# labelled relevant: .8 of the relevant and .1 of the others, 80 + 10 and 80 + 70; the rest 20 + 90 and 20 + 630
	assert_equal "$(found post-strata)" \
		"$(width 90:.888888888889:.0025 110:.181818181818:.0025 150:.533333333333:-.0025 650:.0307692307692:-.0025)"
}

@test "useless labels save nothing, perfect ones nearly all" {
	evaluate plan labels -N 1000 --retrieved=200 --recall=0.5 --precision=0.5 --sensitivity=1,1 --specificity=0,1 --size=100 --format=csv
	# one class of all documents is no division
	awk -F, '$2 == 0 && ($9 < 1 - 1e-9 || $9 > 1 + 1e-9) { print; bad = 1 } $2 == 1 && $7 != "without labels" && $8 > 1e-6 { print; bad = 1 } END { exit bad }' stdout
}

@test "a pilot is read from what --show=labels prints" {
	awk 'BEGIN { print "topic,docno,rel,stratum,size" > "judged.csv"
		for (i = 0; i < 400; i++) { print 1, 0, "d" i, i % 2 > "labels"
			if (i % 4 < 2) print "1,d" i "," (i % 2 ? i % 3 == 0 : i % 7 == 0) + 0 ",all,400" > "judged.csv"
			if (i < 150) print "d" i > "run" } }'
	"$STRAT_EVAL" -R csv -T set --labels=labels --show=labels --format=csv judged.csv run > pilot.csv
	evaluate plan labels pilot.csv --size=100 --format=csv
	assert_equal "$exit_status $(cat stderr)" "0 "
	# 75 retrieved documents of each label; 25 judged of 1 are relevant of 75: counted with half a document in 76 and so on
	awk -F, 'NR > 1 && $2 == "run" && $3 != "" { p = ($7 + .5) / ($6 + 1); all += $5 * p; if ($3 == "the run") found += $5 * p }
		END { printf "%.9f\n", found / all }' pilot.csv > expected
	awk -F, '$4 == "recall" { printf "%.9f\n", $5; exit }' stdout | diff expected -
	run -1 "$STRAT_EVAL" plan labels judged.csv --size=100
	assert_line --partial "judged.csv:1: no column 'label'"
	run -64 "$STRAT_EVAL" plan labels --size=100
	assert_line --partial "-N is missing, or the file of a pilot"
	run -64 "$STRAT_EVAL" plan labels -N 300 --retrieved=200 --precision=0.9 --recall=0.5 --sensitivity=1 --specificity=1 --size=10
	assert_line --partial "leaves 180 relevant documents among the other 100"
}

@test "no more documents can be judged than there are" {
	refused_by plan 64 'strat_eval: --size=2000: the collection has 1000 documents (-N)' \
		labels -N 1000 --retrieved=200 --sensitivity=0.8 --specificity=0.9 --size=100,2000
	printf 'label,run,set,measure,documents,judged,relevant\n1,r,the run,,150,10,8\n0,r,the rest,,850,50,1\n' >pilot.csv
	evaluate plan labels pilot.csv --size=100,1001
	assert_equal "$exit_status $(cat stderr)" '64 strat_eval: --size=1001: the collection has 1000 documents (pilot.csv)'
	sed -i 's/50,1$/50,51/' pilot.csv
	refused 1 'pilot.csv:3: 850 documents, 50 judged, 51 relevant: that cannot be' plan labels pilot.csv --size=100
}
