#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# From `strat_eval sample` to the reviewers and back into `strat_eval validate`: control sets, null samples, strata that
# a production cuts, families, and lists of documents that were withheld or culled.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

validate() { "$STRAT_EVAL" validate "$@"; }

# 3000 documents d1 ... d3000, of which every tenth was produced; reviewers say yes to those of them that are no multiple of 30,
# and to 7, 57, 107 ... of the others.
collection()
{
	awk 'BEGIN { for (i = 1; i <= 3000; i++) print "d" i }' >all.txt
	awk 'BEGIN { for (i = 10; i <= 3000; i += 10) print "d" i }' >produced.txt
}

review() # SAMPLE: the same file with codes
{
	awk -F, -v OFS=, '/^1,/ { n = substr($2, 2) + 0; $3 = n % 10 == 0 ? n % 30 == 0 ? "No" : "Yes" : n % 50 == 7 ? "Yes" : "No" } { print }' "$1"
}

# The answer from the files is that of the command line that it prints, with its ledger, unless it has what counts do not tell.
same_from_counts() # ARGUMENT...
{
	validate "$@" --quiet-warnings >table
	sed -n 's/^strat_eval validate/validate/p' table >line
	local without=nothing
	if grep -q 'since\|after the draw' line table; then without='ledger: '; fi
	validate "$@" --quiet-warnings --format=csv | grep -v "$without" >from_files
	eval "\"\$STRAT_EVAL\" $(cat line) --format=csv" | grep -v "$without" | diff from_files -
}

@test "a sample of the whole collection comes back as a control set that the production cuts" {
	collection
	"$STRAT_EVAL" sample --collection=all.txt --size=600 --seed=7 >drawn.csv
	review drawn.csv >coded.csv
	same_from_counts coded.csv --produced=produced.txt --target=0.5
	# the counts by awk
	awk -F, '/^1,/ { n = substr($2, 2) + 0; p += n % 10 == 0; a += n % 10 == 0 && $3 == "Yes"; b += n % 10 > 0 && $3 == "Yes" }
		END { printf "validate --collection=3000 --produced=300 --control=600:%d:%d:%d --target=0.5\n", p, a, b }' coded.csv | diff - line
	# the same without the columns of the sample, named as a control set
	sed -n '/^#/d; p' coded.csv | cut -d, -f 2,3 >plain.csv
	validate plain.csv --produced=produced.txt --collection=all.txt --control=drawn.csv --target=0.5 | diff table -
	refused 1 'coded.csv: drawn from 3000 documents, and the collection has 3001' validate coded.csv --produced=produced.txt -N 3001
	# two volumes are one production
	sed 100q produced.txt >v1
	sed 1,100d produced.txt >v2
	validate coded.csv --produced=v1 --produced=v2 --target=0.5 | diff table -
}

@test "a sample of what was not produced comes back as elusion, and a further round leaves it out" {
	collection
	"$STRAT_EVAL" sample --collection=all.txt --leave-out=produced.txt --size=400 --seed=5 >first.csv
	refute grep -qE '^1,d[0-9]*0,' first.csv
	assert_equal "$(grep -c '^1,.*,-,2700,' first.csv)" 400
	grep -q '^# left out: produced.txt, XXH64 [0-9a-f]\{16\}$' first.csv
	review first.csv >coded.csv
	same_from_counts coded.csv --produced=produced.txt
	assert_equal "$(cat line)" "validate --null=2700:400:$(grep -c ',Yes,' coded.csv)"
	evaluate validate coded.csv --produced=produced.txt
	assert_equal "$(cat stderr)" 'strat_eval: warning: coded.csv: no document of the production is coded: only elusion can be estimated, not recall; check that document numbers are written the same way in produced.txt'
	# the relevant ones of the sample are produced: what it was drawn from stays what it was, and they are no longer missed
	{ cat produced.txt; awk -F, '/,Yes,/ { print $2 }' coded.csv; } >later.txt
	hits=$(grep -c ',Yes,' coded.csv)
	same_from_counts coded.csv --produced=later.txt
	assert_equal "$(cat line)" "validate --null=2700:400:$hits --produced-since=$hits:$hits"
	# by hand: 2700 * hits/400 at the draw, less the hits, of 2700 less the hits
	validate coded.csv --produced=later.txt --format=trec --digits=6 --quiet-warnings | awk '$1 == "est_elusion" { print $3 }' |
		diff - <(awk -v r="$hits" 'BEGIN { printf "%.6f\n", (2700 * r / 400 - r) / (2700 - r) }')
	"$STRAT_EVAL" sample --collection=all.txt --leave-out=produced.txt --leave-out=first.csv --size=300 --seed=6 >second.csv
	assert_equal "$(grep -c '^1,.*,-,2300,' second.csv)" 300
	assert_equal "$(cat first.csv second.csv | awk -F, '/^1,/ { print $2 }' | sort | uniq -d)" ''
	# the draw is that of a list that never had them
	grep -vxFf produced.txt all.txt >rest.txt
	"$STRAT_EVAL" sample --collection=rest.txt --size=400 --seed=5 --no-comments | sed 's/,all,/,-,/' | diff - <(grep -v '^#' first.csv)
	refused 1 'all.txt: all of its documents are in all.txt: nothing is left' sample --collection=all.txt --leave-out=all.txt --size=1
	echo x1 >other.txt
	refused 1 'other.txt: none of its documents is in all.txt: are the document numbers written the same way?' \
		sample --collection=all.txt --leave-out=other.txt --size=1
	# a list whose documents are all left out already
	"$STRAT_EVAL" sample --collection=all.txt --leave-out=produced.txt --leave-out=<(sed 5q produced.txt) --size=400 --seed=5 --no-comments |
		diff - <(grep -v '^#' first.csv)
	# 100 of the 300 numbers are written otherwise: they stay, in the sample and in the count of what was not produced
	sed '1,100s/d/D/' produced.txt >written.txt
	run --separate-stderr "$STRAT_EVAL" sample --collection=all.txt --leave-out=written.txt --size=400 --seed=5
	assert_equal "$stderr" 'strat_eval: warning: written.txt: 100 of its 300 documents are not in all.txt; if their numbers are written differently there, they may be drawn'
	review - <<<"$output" >coded.csv
	refused 1 'coded.csv: drawn from 2800 documents that were not produced, and there are 2700: are the document numbers written the same way in written.txt?' \
		validate coded.csv --produced=written.txt -N 3000
	evaluate sample -T set produced.txt --leave-out=other.txt --design=strata --size=9
	assert_equal "$exit_status $(cat stderr)" '64 strat_eval: --leave-out needs --collection'
}

# The strata of the labels are e and p; the production has parts of both, and all of x. As an evaluation of the same files.
@test "strata that the production cuts are counted, with the bounds of an evaluation" {
	collection
	awk 'BEGIN { print "docno,label"; for (i = 1; i <= 3000; i++) print "d" i "," (i % 3 == 0 ? "e" : i % 60 == 10 ? "x" : "p") }' >labels.csv
	"$STRAT_EVAL" sample --labels=labels.csv --size=900 --seed=3 >drawn.csv
	review drawn.csv >coded.csv
	same_from_counts coded.csv --produced=produced.txt
	awk -F, '/^1,/ { n[$5]++; N[$5] = $6; odd = substr($2, 2) % 10 != 0; p[$5] += !odd; yes = $3 == "Yes"; a[$5] += yes && !odd; b[$5] += yes && odd }
		END { for (s in n) print s == "x" ? "--produced=x=" N[s] ":" n[s] ":" a[s] : "--stratum=" s "=" N[s] ":" n[s] ":" p[s] ":" a[s] ":" b[s] }' coded.csv | sort >expected
	tr ' ' '\n' <line | sed 1d | sort | diff expected -
	for tail in lower upper; do
		"$STRAT_EVAL" -R csv -T set --tail=$tail --ci -m est_recall -m est_elusion -m est_richness --digits=9 coded.csv produced.txt | cut -f 1,3 | tr -d ' ' | sort >evaluated
		validate coded.csv --produced=produced.txt --tail=$tail --format=trec --digits=9 | cut -f 1,3 | tr -d ' ' |
			grep -E 'recall|elusion|richness' | sort | diff evaluated -
	done
	run validate coded.csv --produced=produced.txt
	[[ "$(tr -s ' \n' ' ' <<<"$output")" == *'documents of stratum e, a part of which was produced'* ]]
	assert_line --regexp '^e +0\.[0-9]+ '
	validate coded.csv --produced=produced.txt --format=csv | grep -q '^[^,]*,stratum: e,'
	# more or fewer documents than the strata can have
	sed 60q produced.txt | grep -v '^d10$' >few.txt
	{ cat produced.txt; seq -f 'y%.0f' 3000; } >many.txt
	refused 1 "coded.csv: the strata that are produced have 50 documents, with those of which a part is, and 3300 are in many.txt" \
		validate coded.csv --produced=many.txt
	refused 64 'coded.csv: has strata of its own, which say what was drawn: leave --control, --null-sample and --drawn-from out, or say --column=stratum=' \
		validate coded.csv --produced=produced.txt --control=all.txt
}

@test "a stratum that was not produced when it was drawn from stays so if a later volume has documents of it" {
	collection
	"$STRAT_EVAL" sample -T set --design=strata produced.txt --collection=all.txt --size=500 --seed=2 >drawn.csv
	review drawn.csv >coded.csv
	run --separate-stderr validate coded.csv --produced=produced.txt
	assert_equal "$stderr" ''
	seq -f 'd%.0f' 1 10 991 >volume2.txt
	run --separate-stderr validate coded.csv --produced=produced.txt --produced=volume2.txt
	cut=$(awk -F, 'NR == FNR { v[$1]; next } /^1,/ && $2 in v { n++ } END { print n }' volume2.txt coded.csv)
	yes=$(awk -F, 'NR == FNR { v[$1]; next } /^1,/ && $2 in v && $3 == "Yes" { n++ } END { print n + 0 }' volume2.txt coded.csv)
	assert_equal "$stderr" ''
	assert_line --regexp "^strat_eval validate .* --null=2700:[0-9]+:[0-9]+ .*--produced='produced since=$cut::$yes' --produced-since=$cut:$yes\$"
}

# By hand: of the 1000 + 2000 documents 500 + 400 are sampled, of these 100 + 40 produced, of which 80 + 30 are relevant, and 5 + 8 are
# relevant and not produced: found 160 + 150, missed 10 + 40: recall 310/360, precision 310/(200 + 200), elusion 50/(3000 - 400).
@test "strata that are cut, from counts" {
	run validate --stratum=a=1000:500:100:80:5 --stratum=b=2000:400:40:30:8 --format=trec --digits=6
	assert_line --regexp '^est_recall *.all.0\.861111$'
	assert_line --regexp '^est_P *.all.0\.775000$'
	assert_line --regexp '^est_elusion *.all.0\.019231$'
	assert_line --regexp '^est_rel *.all.360\.'
	# a control set alone is one of them
	validate --collection=1000 --control=500:100:80:5 --format=csv >control
	validate --stratum=1000:500:100:80:5 --format=csv | diff control -
	denied() { evaluate "${@:2}"; assert_equal "$exit_status $(head -1 stderr)" "64 strat_eval$1"; }
	denied ': --stratum=100:200:1:1:0: impossible: 200 of 100 documents sampled, 1 of them produced, 1 relevant and produced, 0 relevant and not produced' validate --stratum=100:200:1:1:0
	denied ': --stratum=100:20:5:6:0: impossible: 20 of 100 documents sampled, 5 of them produced, 6 relevant and produced, 0 relevant and not produced' validate --stratum=100:20:5:6:0
	denied ': --stratum=a=100:20:5:3:0 and --stratum=a=100:20:5:3:1: the same stratum? Each needs a name of its own' \
		validate --stratum=a=100:20:5:3:0 --stratum=a=100:20:5:3:1
	denied ': --stratum=100:20:5: not N:n:p:a:b, whole numbers: documents:sampled:of these produced:relevant and produced:relevant and not produced' \
		validate --stratum=100:20:5
	denied ': --control is of the whole collection, and --stratum of a part: they cannot be combined' \
		validate --collection=1000 --control=500:100:80:5 --stratum=100:20:5:3:0
	denied ': --produced-qc cannot be combined with --stratum' validate --produced=100:20:5 --stratum=100:20:5:3:0 --produced-qc=5:5,
}

# An export of 1000 documents: 1 to 100 produced and coded (90 relevant), 101 to 120 withheld and coded (20 relevant), 901 to 1000 culled, of
# which 50 are coded (901 to 950, 4 relevant), and of the others every eighth (128 to 896: 97 coded, of them 168, 336 ... relevant: 5).
export_of() # FILE
{
	awk 'BEGIN { print "Control Number,Responsive Designation,Privilege Designation"
		for (i = 1; i <= 1000; i++) {
			yes = i <= 90 || i > 100 && i <= 120 || i > 120 && i % 168 == 0 && i <= 900 || i > 900 && i <= 904
			coded = i <= 120 || i <= 900 && i % 8 == 0 || i > 900 && i <= 950
			privilege = yes && i > 100 && i <= 120 || i == 168 ? "Privileged - Withhold" : coded ? "Not Privileged" : ""
			print "D" i "," (coded ? yes ? "Responsive" : "Not Responsive" : "") "," privilege
		} }' >"$1"
	seq -f 'D%.0f' 1 100 >produced.txt
	seq -f 'D%.0f' 101 120 >withheld.txt
	seq -f 'D%.0f' 901 1000 >culled.txt
}

# By hand: 780 others (121 to 900), (896 - 128)/8 + 1 = 97 of them coded, 5 relevant (168, 336, 504, 672, 840).
@test "what was withheld and culled comes from lists, and the command line from counts is the same" {
	export_of export.csv
	set -- export.csv --produced=produced.txt --collection=export.csv --withheld=withheld.txt --culled=culled.txt --drawn-from=null
	same_from_counts "$@" --column=privilege=
	assert_equal "$(cat line)" 'validate --collection=900 --produced=100::90 --null=780:97:5 --withheld=20::20 --culled=100:50:4'
	# 110 of 110 + 780 * 5/97 + 100 * 4/50
	awk 'BEGIN { printf "%.6f\n", 110 / (110 + 780 * 5 / 97 + 8) }' >expected
	validate "$@" --column=privilege= --quiet-warnings --format=trec --digits=6 | awk '$1 == "est_recall_end_to_end" { print $3 }' | diff expected -
	# in two lists; and one that is produced too
	sed 10q withheld.txt >w1
	{ sed 1,10d withheld.txt; echo D1; } >w2
	run --separate-stderr validate export.csv --produced=produced.txt -N 900 --withheld=w1 --withheld=w2 --culled=culled.txt --column=privilege= --drawn-from=null
	assert_line 'strat_eval validate --collection=900 --produced=100::90 --null=780:97:5 --withheld=20::20 --culled=100:50:4'
	[[ "$stderr" == *'the lists of withheld documents: 1 document is also listed as produced: it counts so'* ]] || fail "$stderr"
	[[ "$stderr" == *'the coded documents of culled.txt, 50, are taken as a random sample of them'* ]] || fail "$stderr"
	printf 'D101\nX1\n' >w3
	refused 1 "w3: 1 of 2 documents is not in the collection: 'X1'" \
		validate export.csv --produced=produced.txt --collection=export.csv --withheld=w3
	evaluate validate "$@" --withheld=20::20
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: --withheld=20::20: the files are counted: leave it out'
}

@test "relevant documents that were not produced and are marked as privileged are asked about, and each answer works" {
	export_of export.csv
	set -- export.csv --produced=produced.txt -N 900 --culled=culled.txt --drawn-from=null
	evaluate validate "$@"
	assert_equal "$exit_status" 64
	grep -qF "export.csv: 21 relevant documents not produced are marked in the column 'Privilege Designation', and no list says that they were withheld. If all that is marked was withheld: strat_eval validate " stderr
	grep -qF -- "--column=privilege='Privilege Designation'; if what is not listed was missed: " stderr
	# the answers, as they are printed: 101 to 120 and 168 were withheld, or all 25 of 800 - 21 + 21 coded ones were missed
	sed 's/.*was withheld: strat_eval //; s/; if what.*//' stderr >withheld
	sed 's/.*was missed: strat_eval //' stderr >missed
	eval "\"\$STRAT_EVAL\" $(head -1 withheld) --quiet-warnings" | grep -qx 'strat_eval validate --collection=900 --produced=100::90 --null=779:96:4 --withheld=21::21 --culled=100:50:4'
	eval "\"\$STRAT_EVAL\" $(head -1 missed) --quiet-warnings" | grep -qx 'strat_eval validate --collection=900 --produced=100::90 --null=800:117:25 --culled=100:50:4'
	echo D168 >>withheld.txt
	run --separate-stderr validate "$@" --withheld=withheld.txt
	[[ "$status" = 0 && "$stderr" != *rivilege* ]] || fail "$stderr"
	# beside a list of what was drawn, too
	seq -f 'D%.0f' 128 8 160 >null.txt
	evaluate validate export.csv --produced=produced.txt -N 900 --null-sample=null.txt
	assert_equal "$exit_status $(grep -c 'and no list says that they were withheld' stderr)" '64 1'
}

# --collection has what was withheld, and the control set is of the rest: by hand, of 1000 documents 100 were withheld, and the 90 documents of the
# control set stand for 900: 20 of them produced, 18 relevant, 2 relevant and not produced: end to end (180 + 60) / (200 + 60).
@test "beside a control set, what was withheld is not counted twice" {
	run validate --collection=1000 --control=90:20:18:2 --withheld=100::60 --format=trec --digits=6
	assert_line --regexp '^est_rel *.all.200\.'
	assert_line --regexp '^est_recall_end_to_end *.all.0\.923077$'
}

# 1500 documents in 600 families of 1 to 4, of which 120 families (300 documents) were drawn from all; 364 documents were produced, 89 of them among
# those drawn. The figures are R's, by a jackknife written there from the formula (Wolter 2007, section 4.5): families left out one at a time, the
# weights of production and null set kept at their sizes, both in one group as they share families, 1 - f of the least sampled share, Satterthwaite's
# degrees of freedom, at most families that bear on the figure less one, ends by qt() on the logit scale.
families_of() # makes export.csv drawn.txt produced.txt
{
	awk 'BEGIN { print "Doc ID,Family ID,Responsive" >"export.csv"
		for (f = 1; f <= 600; f++) {
			size = 1 + (f * 7) % 4
			for (k = 0; k < size; k++) {
				d++
				rel = (f * 37) % 11 < 3 ? (k + f) % 5 < 4 : (f * 13 + k) % 29 == 0
				drawn = (f * 53) % 600 < 120
				print "D" d ",F" f "," (drawn ? rel ? "Y" : "N" : "") >"export.csv"
				if (drawn) print "D" d >"drawn.txt"
				if ((f * 37) % 11 < 3 && (d * 3) % 7 < 5 || (d * 31) % 17 == 0) print "D" d >"produced.txt"
			}
		} }'
}

@test "families: bounds are those of a jackknife of families, as in R, and the sentence says that families were drawn" {
	families_of
	grep -v ',$' export.csv >coded.csv # the drawn ones: the sizes of the other families are not known
	set -- coded.csv --produced=produced.txt -N 1500 --control=drawn.txt --cluster-column='Family ID' --quiet-warnings
	validate "$@" --format=trec --digits=8 >both
	validate "$@" --format=trec --digits=8 --tail=lower | grep _lo_ >lower
	validate "$@" --format=trec --digits=8 --tail=upper | grep _hi_ >upper
	within() # FILE NAME VALUE
	{
		awk -v name="$2" -v want="$3" '$1 == name { found = 1; if (($3 - want) ^ 2 > 1e-16) { print name, $3, want; exit 1 } } END { exit !found }' "$1"
	}
	within both est_recall 0.57564616
	within both ci_lo_est_recall 0.48587939
	within both ci_hi_est_recall 0.66068505
	within lower ci_lo_est_recall 0.50093818
	within upper ci_hi_est_elusion 0.17775323
	within both ci_lo_est_elusion 0.09186797
	within lower ci_lo_est_P 0.48410187
	within both ci_hi_est_P 0.65074556
	within both ci_lo_est_richness 0.19319166
	run validate "$@" --target=0.5
	says() { [[ "$(tr -s ' \n' ' ' <<<"$output")" == *"$1"* ]] || fail "'$1' is not in: $output"; }
	assert_line 'The estimates from counts, which say nothing about families:'
	says 'Whole families, not single documents, were drawn (column Family ID): the 300 documents that were reviewed are in 120 families, and the bounds allow for that (design effect of recall 0.98).'
	says 'recall of 0.5: not shown (at least 0.5009 by clusters, an approximation)'
	# with the sizes of all families there is a bound that holds whatever the truth is (test_family_bound.c)
	run validate export.csv --produced=produced.txt --collection=export.csv "${@:5}" --target=0.4
	says 'recall of 0.4: shown (at least 0.5009)' # not above the jackknife
	says 'method fay-feuer)'
	says 'Families: the bounds assume that whole families were drawn, each with the same chance.'
	# a sample that knows its strata: as an evaluation of the same file
	set -- "$STRAT_EVAL_ROOT/qrels-samples/families/judged.csv"
	validate "$1" --produced="${1%/*}/production.txt" --cluster-column='Family ID' --format=trec --digits=9 --quiet-warnings |
		grep -E 'recall|elusion|_P|_F' | cut -f 1,3 | tr -d ' ' | sort >ours
	"$STRAT_EVAL" -R csv -T set --cluster-column='Family ID' -m est_recall -m est_elusion -m est_P -m est_F --ci --digits=9 --quiet-warnings "$1" "${1%/*}/production.txt" |
		cut -f 1,3 | tr -d ' ' | sort | diff ours -
	# and so have families that `sample` drew, of 1 to 4 documents: prob is the share of families, not of documents
	awk 'BEGIN { print "docno,family"; for (i = 1; i <= 2000; i++) { if (left-- == 0) left = ++f % 4; print "d" i ",F" f } }' >whole.csv
	seq -f d%g 500 >first.txt
	"$STRAT_EVAL" sample --collection=whole.csv --cluster-column=family --size=250 --seed=4 |
		awk -F, -v OFS=, '/^1,/ { n = substr($2, 2) + 0; $3 = n <= 500 ? n % 3 > 0 : int(n / 7) % 7 == 0 } { print }' >coded.csv
	"$STRAT_EVAL" -R csv -T set --cluster-column=cluster --post-stratify -m est_recall -m est_elusion -m est_P --ci --digits=9 --quiet-warnings coded.csv first.txt |
		cut -f 1,3 | tr -d ' ' | sort >evaluated
	assert_equal "$(wc -l <evaluated)" 9
	validate coded.csv --produced=first.txt --cluster-column=cluster --format=trec --digits=9 --quiet-warnings | cut -f 1,3 | tr -d ' ' |
		grep -E 'recall|elusion|_P' | sort | diff evaluated -
}

# What was withheld are families of their own, all coded: nothing is drawn there, and end-to-end recall moves by counted documents only.
@test "families: withheld documents, too few families, and what cannot be combined with them" {
	families_of
	sed 5q produced.txt >withheld.txt
	sed 1,5d produced.txt >volume.txt
	set -- export.csv --collection=export.csv --cluster-column='Family ID' --control=drawn.txt
	while read -r d; do sed -i "s/^\($d,F[0-9]*\),.*/\1,Y/" export.csv; done <withheld.txt
	run --separate-stderr validate "$@" --produced=volume.txt --withheld=withheld.txt
	assert_success
	assert_line --regexp '^recall, end to end +0\.[0-9]+ +0\.[0-9]+ +0\.[0-9]+ '
	evaluate validate "$@" --produced=volume.txt --withheld=5::5
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: --cluster-column cannot be combined with --withheld: counts have no documents'
	evaluate validate "$@" --produced=volume.txt --ci=bb-bound
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: --cluster-column: bounds are by --ci=clusters; leave --ci out'
	evaluate validate --produced=10:5:1 --cluster-column=x
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: a file with the codes of the documents is missing: JUDGED --produced=FILE'
	# 20 families: estimates without bounds, and why
	{ sed 1q export.csv; grep -Fwf <(sed 40q drawn.txt) export.csv; } >few.csv
	run --separate-stderr validate few.csv --produced=produced.txt -N 1500 --control=<(sed 40q drawn.txt) --cluster-column='Family ID'
	assert_success
	assert_line --regexp '^recall +0\.[0-9]+ +- +- +- +-$'
	said='strat_eval: warning: no bounds by families of richness; relevant; relevant, produced; relevant, not produced; elusion; recall; precision; F1. Of the first: bounds of a share of relevant documents by clusters need 30 clusters in the judged set, and there are 16: without --cluster-column bounds assume that documents were drawn one by one'
	assert_equal "$stderr" "$said"
	evaluate validate few.csv --produced=produced.txt -N 1500 --control=<(sed 40q drawn.txt) --cluster-column='Family ID' --target=.5
	assert_equal "$exit_status $(cat stderr)" "1 $said
strat_eval: --target: recall has no bounds by families; a warning says what is missing"
	# families of one document each
	awk -F, -v OFS=, 'NR > 1 { $2 = "G" NR } { print }' export.csv >single.csv
	validate single.csv --produced=produced.txt --collection=export.csv --control=drawn.txt --column=cluster= >plain
	run --separate-stderr validate single.csv --produced=produced.txt --collection=export.csv --control=drawn.txt --cluster-column='Family ID'
	assert_equal "$output" "$(cat plain)"
	[[ "$stderr" == *"single.csv: each of the 30"*" documents is a family of its own (column 'Family ID'): bounds are those of documents drawn one by one"* ]] || fail "$stderr"
}

# 950 families of two documents and BIG, with 100 of 2,000, which `sample` would take; two of ten families are relevant.
@test "families: one of more than 1 % of the documents that was not drawn is named as the reason" {
	awk 'BEGIN { print "Control Number,Group Identifier"; for (i = 0; i < 2000; i++) print "d" i "," (i < 1900 ? "F" int(i / 2) : "BIG") }' >all.csv
	awk 'BEGIN { for (i = 0; i < 1900; i++) if (int(i / 2) % 5 == 0) print "d" i }' >produced.txt
	"$STRAT_EVAL" sample --collection=all.csv --cluster-column='Group Identifier' --size=300 --seed=2 --quiet-warnings | grep -v 'BIG$' >drawn.csv
	coded() # LIST: with the codes of the sample
	{
		awk -F, -v OFS=, 'NR == FNR { if (/^1,/) drawn[$2] = 1; next } FNR == 1 { print $0, "Responsive?"; next }
			{ n = int(substr($1, 2) / 2); print $0, $1 in drawn ? n % 5 == 0 || n % 100 == 1 ? "Yes" : "No" : "" }' drawn.csv "$1"
	}
	coded all.csv >coded.csv
	set -- --produced=produced.txt --control=drawn.csv --cluster-column='Group Identifier' --target=0.99 --quiet-warnings
	run "$STRAT_EVAL" validate coded.csv --collection=coded.csv "$@"
	assert_line --regexp '^recall of 0.99: not shown \(at least 0\.[0-9]+ only; family BIG, with more than 1 % of all documents, was not drawn\)$'
	# of small families none is named
	grep -v BIG coded.csv >small.csv
	run "$STRAT_EVAL" validate small.csv --collection=small.csv "$@"
	assert_line --regexp '^recall of 0.99: not shown \(at least 0\.[0-9]+ only\)$'
}
