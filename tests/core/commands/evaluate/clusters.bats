#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Families: --cluster-column.

load ../../../support/helper

# judged.csv has 217 documents of 74 families in two strata; A3 is in both. The expected numbers are
# those of tests/support/clusters.R, which leaves each family out with R.
SETS="-m est_rel -m est_richness -m est_elusion -m est_recall -m est_P -m est_F"
METHOD=--ci
EXPECTED=$ROOT/tests/support/clusters.expected

files()
{
	cp "$ROOT"/qrels-samples/families/judged.csv "$ROOT"/qrels-samples/families/production.txt .
}

# TITLE OPTION... : value, bounds and design effects are those of R.
assert_as_in_r()
{
	local title=$1
	shift
	run "$STRAT_EVAL" -R csv -T set $SETS $METHOD --digits=6 "$@"
	assert_success
	printf '%s\n' "$output" | awk '
		/design effects: / { sub(/.*design effects: /, ""); n = split($0, x, /, /)
			for (i = 1; i <= n; i++) { split(x[i], y, " "); effect[y[1]] = y[2] } }
		$2 == "all" { value[$1] = $3; if ($1 !~ /^ci_/) order[++count] = $1 }
		END { for (i = 1; i <= count; i++) { m = order[i]
			print m, value[m], value["ci_lo_" m], value["ci_hi_" m], effect[m] } }' >actual
	grep "^$title " "$EXPECTED" | cut -d ' ' -f 2- | grep -E "^($(echo $SETS | sed 's/-m //g; s/ /|/g')) " >expected
	[ "$(wc -l <expected)" = $((($(echo $SETS | wc -w)) / 2)) ]
	run diff expected actual
	assert_success
}

@test "values, bounds and design effects by families are those of R, with a family in two strata" {
	files
	assert_as_in_r families --cluster-column='Family ID' judged.csv production.txt
}

@test "families within strata: each stratum has its own factor" {
	files
	grep -v ',B,.*,A3$' judged.csv >nested.csv
	[ "$(wc -l <nested.csv)" = 217 ]
	assert_as_in_r nested --cluster-column=family_id nested.csv production.txt
}

@test "one stratum" {
	files
	sed -E '1!s/,[AB],[0-9]+,/,A,6000,/' judged.csv >one.csv
	assert_as_in_r one --cluster-column='Family ID' one.csv production.txt
}

@test "documents that are families of their own have the usual error, and the design effect 1" {
	files
	sed '1!s/,[^,]*$/,/' judged.csv >empty.csv # an empty field is a family of its own
	METHOD=--ci=clusters assert_as_in_r alone --cluster-column='Family ID' empty.csv production.txt
	# and the width of the interval by strata, within a tenth
	"$STRAT_EVAL" -R csv -T set -m est_recall --ci=clusters,bb-spread --format=csv --cluster-column=family_id \
		empty.csv production.txt 2>/dev/null >both.csv
	run awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ value[$at["measure"]] = $at["value"] }
		END { a = value["ci_hi_est_recall_clusters"] - value["ci_lo_est_recall_clusters"]
			b = value["ci_hi_est_recall_bb-spread"] - value["ci_lo_est_recall_bb-spread"]
			print (a > 0 && b > 0 && a / b > .9 && a / b < 1.1) ? "alike" : a " " b }' both.csv
	assert_output alike
}

@test "a column of families that nobody named: a warning, and --column=cluster= ends it" {
	files
	evaluate -R csv -T set -m est_recall --ci judged.csv production.txt
	[ "$exit_status" = 0 ]
	grep -qF "has a column 'Family ID', and bounds assume that documents were drawn one by one" stderr
	grep -qF -- "say --cluster-column='Family ID'" stderr
	for name in 'Group Identifier' 'Thread ID' family cluster; do
		sed "1s/Family ID/$name/" judged.csv >other.csv
		evaluate -R csv -T set -m est_recall --ci other.csv production.txt
		grep -qF "has a column '$name'" stderr
	done
	evaluate -R csv -T set -m est_recall --ci --column=cluster= judged.csv production.txt
	[ "$exit_status" = 0 ] && [ ! -s stderr ]
	# two such columns are no error
	sed '1s/$/,Thread ID/; 1!s/$/,t/' judged.csv >two.csv
	evaluate -R csv -T set -m est_recall --ci two.csv production.txt
	[ "$exit_status" = 0 ]
}

# COLUMN-OPTION STATUS TEXT FILE...
assert_refused()
{
	local status=$1 text=$2
	shift 2
	evaluate -R csv -T set --ci "$@"
	[ "$exit_status" = "$status" ]
	[ ! -s stdout ]
	grep -qF -- "$text" stderr || { cat stderr; false; }
}

@test "too few families, relevant ones, or ones that speak against: refused, with what is missing" {
	files
	local by=--cluster-column='Family ID'
	awk -F, 'NR == 1 || $6 ~ /^A[0-9]$/ || $6 ~ /^B1[0-9]$/' judged.csv >few.csv
	assert_refused 1 "need 30 clusters in the judged set, and there are 20" "$by" -m est_recall few.csv production.txt
	local asked
	for asked in 'est_recall recall' 'est_elusion a share of relevant documents' 'est_F F' 'est_rel a number of relevant documents'; do
		assert_refused 1 "bounds of ${asked#* } by clusters need 30 clusters" "$by" -m "${asked%% *}" few.csv production.txt
	done
	# nine families with a relevant document
	awk -F, -v OFS=, 'NR > 1 && $3 == 1 && !($6 in kept) { if (n < 9) { kept[$6]; n++ } else $3 = 0 } 1' judged.csv >nine.csv
	assert_refused 1 "need 10 clusters with a relevant document in the judged set, and there are 9:" "$by" \
		-m est_richness nine.csv production.txt
	# all that is relevant is produced
	awk -F, 'NR > 1 { print $2 }' judged.csv >all.txt
	assert_refused 1 "need 5 clusters with a document that is relevant and not retrieved, and there are 0" "$by" \
		-m est_recall judged.csv all.txt
	# a stratum of one family
	sed 's/,B,4000,B[0-9]*$/,B,4000,B0/' judged.csv | sed 's/,A3$/,A33/' | awk -F, '!/,B,/ || /,B0$/' >single.csv
	assert_refused 1 "one stratum has judged documents of one cluster only" "$by" -m est_richness single.csv production.txt
}

@test "what cannot be combined with --cluster-column" {
	files
	assert_refused 64 "name the column of families or threads with --cluster-column=NAME" -m est_recall --ci=clusters \
		judged.csv production.txt
	assert_refused 1 "--cluster-column=Familie: no column of that name" -m est_recall --cluster-column=Familie \
		judged.csv production.txt
	printf '1 0 a 1 0.5\n' >probs
	evaluate -R probs -T set -m est_recall --cluster-column=x probs production.txt
	[ "$exit_status" = 64 ]
	grep -qF -- "--cluster-column is for files whose columns have names" stderr
	evaluate compare -R csv -T set --cluster-column='Family ID' judged.csv production.txt production.txt
	[ "$exit_status" = 64 ]
	grep -qF "there are no comparisons by clusters" stderr
}

@test "the order of rows and the number of threads do not matter" {
	files
	{ head -n 1 judged.csv; tail -n +2 judged.csv | sort -t , -k 6; } >sorted.csv
	for file in judged.csv sorted.csv; do
		"$STRAT_EVAL" -R csv -T set $SETS --ci --jobs=2 --cluster-column='Family ID' $file production.txt \
			>$file.out 2>/dev/null
	done
	run cmp judged.csv.out sorted.csv.out
	assert_success
}

# By hand: 45 families are left, one of them with 96 of the 217 documents. (sum m)^2 / sum m^2 is 4.9 (awk), and at
# most (217/96)^2 = 5.1.
@test "a few large families have most of the documents: they count as fewer, and are refused" {
	files
	sed -E '/,A,/s/,A(1[0-9]|2[0-9]|3[0-9]|[5-9])$/,A4/' judged.csv >large.csv
	assert_refused 1 "need 30 clusters in the judged set, and there are 45, worth 4.9 of equal size" \
		--cluster-column=family_id -m est_richness large.csv production.txt
}

# 42 families have a relevant document, worth 36 by their sizes, and 17 one that is not produced, worth 15 (awk). With
# relevant documents in the first n families only, there are n.
@test "just enough families: a warning, and none with twice as many" {
	files
	awk -F, 'NR == FNR { if (FNR > 1) { m[$6]++; rel[$6] += $3; N++ } next }
		END { for (f in m) { k++; squares += m[f] ^ 2; r += rel[f] > 0 }
			equal = N * N / squares / k; printf "%d %.3f\n", r, equal * r }' judged.csv /dev/null >worth
	read -r families worth <worth
	awk -v worth="$worth" 'BEGIN { exit worth < 20 }'
	evaluate -R csv -T set -m est_richness --ci --cluster-column=family_id judged.csv production.txt
	[ "$exit_status" = 0 ]
	refute grep -qF "just enough clusters" stderr
	awk -F, -v OFS=, 'NR > 1 && $3 == 1 && !($6 in kept) { if (n < 14) { kept[$6]; n++ } else $3 = 0 } 1' judged.csv >some.csv
	evaluate -R csv -T set -m est_richness --ci --cluster-column=family_id some.csv production.txt
	[ "$exit_status" = 0 ]
	grep -qF "there are just enough clusters for bounds" stderr
}

# The same documents as two topics, pooled, and as one topic with strata and families of their own.
@test "--micro keeps the strata of topics apart" {
	local sample=$ROOT/qrels-samples/families
	{ cat "$sample/judged.csv"; sed -n 's/^1,d\(.*\),\([^,]*\)$/2,z\1,X\2/p' "$sample/judged.csv"; } >two.csv
	sed 's/^2,\(.*\),\([AB]\),\([0-9]*\),/1,\1,Z\2,\3,/' two.csv >one.csv
	{ sed 's/.*/1 Q0 & 1 0 p/' "$sample/production.txt"; sed 's/^d\(.*\)/2 Q0 z\1 1 0 p/' "$sample/production.txt"; } >two.run
	sed 's/^2 /1 /' two.run >one.run
	for measure in est_recall est_P est_rel; do
		evaluate -R csv --cluster-column='Family ID' --quiet-warnings --micro -m $measure --ci two.csv two.run
		assert_equal "$exit_status" 0
		pooled=$(sed -n 's/^micro_//p' stdout | awk '{ print $1, $3 }')
		evaluate -R csv --cluster-column='Family ID' --quiet-warnings -m $measure --ci one.csv one.run
		assert_equal "$pooled" "$(awk '{ print $1, $3 }' stdout)"
	done
}

# Documents drawn one by one are a sample of families of one document: the design effect is 1 by definition, and the
# ordinary bounds are right however few documents there are.
@test "families of one document each: the bounds of documents drawn one by one, and a warning" {
	files
	sed '1!s/,[^,]*$/,/' judged.csv >alone.csv
	head -n 40 alone.csv >few.csv # too few of everything for bounds by clusters
	for file in alone.csv few.csv; do
		for tail in both lower; do
			evaluate -R csv -T set $SETS --ci --tail=$tail --column=cluster= $file production.txt
			assert_equal "$exit_status" 0
			mv stdout want
			evaluate -R csv -T set $SETS --ci --tail=$tail --cluster-column='Family ID' $file production.txt
			assert_equal "$exit_status" 0
			cmp want stdout
			grep -qF "is a cluster of its own (column 'Family ID'), so bounds are those of documents drawn one by one" stderr
		done
	done
	evaluate compare -R csv -T set --cluster-column='Family ID' alone.csv production.txt production.txt
	assert_equal "$exit_status" 0
	# a pair is a family
	sed '2,3s/$/P/' alone.csv >pair.csv
	evaluate -R csv -T set -m est_recall --ci --cluster-column='Family ID' pair.csv production.txt
	grep -qF "217 judged documents are in 216 clusters" stderr
	refute grep -qF "cluster of its own" stderr
}

# 200 families of one document and 20 of SIZE, of 9,000; every third document is relevant, every second retrieved.
# Kish's number of equal families, (sum of m)^2 / sum of m^2, is (200 + 20 s)^2 / (200 + 20 s^2) of 220:
# 102400 / 920 = 111.3 for s = 6, and 115600 / 1180 = 98.0 for s = 7; half of 220 is 110.
uneven() # SIZE
{
	awk -v s="$1" 'BEGIN { print "topic,docno,rel,stratum,size,family"
		for (f = 1; f <= 220; f++) for (k = 1; k <= (f > 200 ? s : 1); k++) {
			n++; printf "1,d%d,%d,A,9000,f%d\n", n, n % 3 == 0, f; if (n % 2) print "d" n > "list" } }' >uneven.csv
}

@test "lower bounds alone of families of which a few are large have a warning, and only they" {
	for size in 6 7; do
		uneven $size
		for tail in lower upper both; do
			evaluate -R csv -T set --cluster-column=family -m est_recall --ci --tail=$tail uneven.csv list
			assert_equal "$size $tail: $exit_status $(grep -c 'a few large clusters have most of the documents' stderr)" \
				"$size $tail: 0 $((size == 7 && 0$([ $tail = lower ] && echo 1)))"
		done
	done
}

# TOPIC SIZE RELEVANT: 120 documents of 40 families, all judged; every RELEVANT-th is relevant.
family_rows()
{
	awk -v t="$1" -v size="$2" -v r="$3" 'BEGIN { for (i = 0; i < 120; i++)
		printf "%s,%s-d%d,%d,all,%d,%s-f%d\n", t, t, i, i % r == 0, size, t, i / 3 }'
}

# Everything was judged, so that nothing is left to chance: of topic 1 all 40 relevant documents are known,
# of which the production, 60 documents, has 20.
@test "families that were all judged have no error: the bounds are the estimate, as without the column" {
	local how
	{ echo topic,docno,rel,stratum,size,family; family_rows 1 120 3; } >census.csv
	awk -F, 'NR > 1 && NR % 2 { print $2 }' census.csv >half.txt
	cut -d, -f2 census.csv | tail -n +2 >all.txt
	for how in --cluster-column=family --column=cluster=; do
		run "$STRAT_EVAL" -R csv -T set $how --ci -m est_rel -m est_recall -m est_P -m est_elusion census.csv half.txt
		assert_success
		assert_output - <<-END
			est_rel               	all	40.0000
			ci_lo_est_rel         	all	40.0000
			ci_hi_est_rel         	all	40.0000
			est_elusion           	all	0.3333
			ci_lo_est_elusion     	all	0.3333
			ci_hi_est_elusion     	all	0.3333
			est_recall            	all	0.5000
			ci_lo_est_recall      	all	0.5000
			ci_hi_est_recall      	all	0.5000
			est_P                 	all	0.3333
			ci_lo_est_P           	all	0.3333
			ci_hi_est_P           	all	0.3333
		END
		# all are produced: no document is left that could speak for the other side
		run "$STRAT_EVAL" -R csv -T set $how --ci --tail=lower -m est_recall census.csv all.txt
		assert_success
		assert_output "$(printf 'est_recall            \tall\t1.0000\nci_lo_est_recall      \tall\t1.0000')"
	done
}

# (1/2 + 0)/2 and (40 + 30)/2: in topic 2 d0, d4, ... are relevant, and the production is d1, d3, ...
@test "the mean over topics that were all judged has no error either" {
	{ echo topic,docno,rel,stratum,size,family; family_rows 1 120 3; family_rows 2 120 4; } >census.csv
	awk -F, 'NR > 1 && NR % 2 { print $1, $2 }' census.csv >half.txt
	run "$STRAT_EVAL" -R csv -T set --cluster-column=family --ci -m est_rel -m est_recall census.csv half.txt
	assert_success
	refute_output --partial warning
	assert_line "$(printf 'ci_lo_est_rel         \tall\t35.0000')"
	assert_line "$(printf 'ci_hi_est_rel         \tall\t35.0000')"
	assert_line "$(printf 'ci_lo_est_recall      \tall\t0.2500')"
	assert_line "$(printf 'ci_hi_est_recall      \tall\t0.2500')"
}

# The production was reviewed as a whole, and the rest sampled: precision is known, recall is not.
@test "a production of which all families were judged has a precision without error, and no more" {
	{ echo topic,docno,rel,stratum,size,family
		family_rows 1 120 3 | sed 's/,all,/,produced,/'
		family_rows 1 6000 10 | sed 's/,all,/,rest,/; s/1-/r-/g'; } >judged.csv
	awk -F, '$4 == "produced" { print $2 }' judged.csv >production.txt
	run "$STRAT_EVAL" -R csv -T set --cluster-column=family --ci -m est_recall -m est_P judged.csv production.txt
	assert_success
	assert_line "$(printf 'ci_lo_est_P           \tall\t0.3333')"
	assert_line "$(printf 'ci_hi_est_P           \tall\t0.3333')"
	assert_line "$(printf 'est_recall            \tall\t0.0625')" # 40 of 40 + 12 * 6000/120
	refute_line --partial nan
	run ! grep -q 'ci_lo_est_recall .*0.0625' <<<"$output"
}
