#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Several files with codes are read as one: `strat_eval validate JUDGED...`.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

validate() { "$STRAT_EVAL" validate "$@"; }

# d1 ... d2000 in families of three, of which the first 300 were produced; coded are every other one of these and every
# tenth of the rest. Relevant: multiples of 3, and of 70 beyond 300.
export_of() # FILE FROM TO HEADER
{
	awk -v from="$2" -v to="$3" -v header="$4" 'BEGIN {
		print header
		for (i = from; i <= to; i++) {
			code = i % 3 == 0 && i <= 300 || i % 70 == 0 ? "Yes" : "No"
			print "d" i "," (i <= 300 && i % 2 == 0 || i > 300 && i % 10 == 0 ? code : "") ",F" int(i / 3)
		} }' >"$1"
}

HEADER='Control Number,Responsive?,Group Identifier'

exports()
{
	awk 'BEGIN { for (i = 1; i <= 300; i++) print "d" i }' >produced.txt
	export_of whole.csv 1 2000 "$HEADER"
	export_of first.csv 1 700 "$HEADER"
	export_of second.csv 701 2000 "$HEADER"
}

@test "an export in two parts gives the answer of the whole, with families that the parts share" {
	exports
	# 700 = 3 * 233 + 1 is in the family of 699 and 701
	for families in --column=cluster= --cluster-column='Group Identifier'; do
		validate whole.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced "$families" --target=0.5 --quiet-warnings >whole
		validate first.csv second.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced "$families" --target=0.5 --quiet-warnings | diff whole -
		validate second.csv first.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced "$families" --target=0.5 --quiet-warnings | diff whole -
	done
	tr '\n' ' ' <whole | grep -q 'Whole families, not single documents, were drawn (column Group Identifier)'
	# by hand: 150 of the 300 are coded, of them 50 multiples of 6, and 70, 140, 280; 170 of the others, of them 24 multiples of 70 (350 ... 1960)
	validate first.csv second.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --column=cluster= --quiet-warnings |
		grep -qx 'strat_eval validate --collection=2000 --produced=300:150:53 --null=1700:170:24'
}

@test "files with other columns: each has the first of the names that it has" {
	exports
	validate whole.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --column=cluster= --quiet-warnings >whole
	export_of first.csv 1 700 'Bates,First Level,Family'
	export_of second.csv 701 2000 'Doc,Second Level,Threads'
	validate first.csv second.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --column=docno=Bates --column=docno=Doc --column=rel='Second Level' \
		--column=rel='First Level' --column=cluster= --quiet-warnings | diff whole -
	validate whole.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --cluster-column='Group Identifier' --quiet-warnings --format=csv >whole
	validate first.csv second.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --column=docno=Bates --column=docno=Doc --column=rel='Second Level' \
		--column=rel='First Level' --cluster-column=Family --column=cluster=Threads --quiet-warnings --format=csv | diff whole -
	refused 1 "second.csv:1: --column=rel=First Level: no column of that name in the header 'Doc,Second Level,Threads'" \
		validate first.csv second.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --column=docno=Bates --column=docno=Doc --column=rel='First Level'
	refused 64 '--column=rel=First Level: there is --column=rel=Second Level already; only one can be given' \
		validate first.csv --produced=produced.txt -N 2000 --column=rel='Second Level' --column=rel='First Level'
}

@test "a name that no file has is an error, and so are two names of families in one file" {
	exports
	validate_all() { refused 1 "$@" --produced=produced.txt -N 2000; }
	for order in 'Rsponsive Responsive?' 'Responsive? Rsponsive'; do
		read -r one two <<<"$order"
		validate_all '--column=rel=Rsponsive: no file has a column of that name' validate first.csv second.csv --column=rel="$one" --column=rel="$two"
	done
	validate_all '--cluster-column=Family: no file has a column of that name' \
		validate first.csv second.csv --column=cluster='Group Identifier' --cluster-column=Family
	validate_all "whole.csv:1: --cluster-column=Family: no column of that name in the header '$HEADER'" \
		validate whole.csv --column=cluster='Group Identifier' --cluster-column=Family
	sed 's/$/,T/; 1s/,T$/,Threads/' first.csv >threads.csv
	local said="threads.csv:1: --cluster-column=Threads: --column=cluster names another column, 'Group Identifier', and only one can count"
	validate_all "$said" validate threads.csv --column=cluster='Group Identifier' --cluster-column=Threads
	validate_all "$said" validate second.csv threads.csv --column=cluster='Group Identifier' --cluster-column=Threads
}

@test "a document in two files counts once, with the code of one of them, and two codes are an error that names both" {
	exports
	validate whole.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --column=cluster= >whole 2>/dev/null
	# 690 is coded No in both; 699 is not coded in either; 350 is coded in the second alone, so that nothing is lost
	sed 's/^d350,Yes/d350,/' first.csv >early.csv
	{ sed 1q second.csv; sed -n '/^d\(690\|699\|350\),/p' first.csv; sed 1d second.csv; } >late.csv
	run --separate-stderr validate early.csv late.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced --column=cluster=
	diff whole - <<<"$output"
	grep -qF 'early.csv and 1 more: 1 document is coded in two files, the same way (d690): each counts once' <<<"$stderr"
	sed 's/^d690,No/d690,Yes/' late.csv >other.csv
	refused 1 "other.csv:3: document 'd690' counts as relevant, and as not relevant in early.csv, line 691" \
		validate early.csv other.csv --produced=produced.txt -N 2000
	sed 's/^d690,No,F230/d690,No,F999/' late.csv >other.csv
	refused 1 "other.csv:3: document 'd690' is of another family in early.csv, line 691" \
		validate early.csv other.csv --produced=produced.txt -N 2000 --cluster-column='Group Identifier'
}

@test "a file that contradicts itself is refused, whichever comes first" {
	exports
	# 690 twice in one of two files that have it
	{ cat second.csv; sed -n '/^d690,/p; /^d690,/p' first.csv; } >again.csv
	for files in 'first.csv again.csv' 'again.csv first.csv'; do
		refused 1 "again.csv:1303: document 'd690' was coded already on line 1302" validate $files --produced=produced.txt -N 2000
	done
	# stratum x of 80 in one file, and of 120 and 80 in the other, also if it has a document of the first
	printf '%s\n' docno,rel,stratum,size d1,1,x,80 d2,0,x,80 >a.csv
	for document in d2 d3; do
		printf '%s\n' docno,rel,stratum,size d301,1,x,120 $document,0,x,80 >b.csv
		for files in 'a.csv b.csv' 'b.csv a.csv'; do
			refused 1 "b.csv:3: stratum 'x' has 80 documents, and 120 above" validate $files --produced=produced.txt -N 2000
		done
	done
	# a document that is coded in three files is one document
	printf '%s\n' docno,rel d1,1 d2,0 d301,0 >plain.csv
	validate plain.csv plain.csv plain.csv --produced=produced.txt -N 2000 --drawn-from=null --drawn-from=produced 2>&1 >/dev/null |
		grep -qF 'plain.csv and 2 more: 3 documents are coded in two files, the same way (d1 ...): each counts once'
}

# Two draws by `strat_eval sample`, of the production and of the rest, which both call their stratum "all".
@test "a sample of the production and one of the null set, each in its file" {
	exports
	awk 'BEGIN { for (i = 301; i <= 2000; i++) print "d" i }' >rest.txt
	for list in produced rest; do
		"$STRAT_EVAL" sample --collection=$list.txt --size=120 --seed=3 |
			awk -F, -v OFS=, '/^1,/ { n = substr($2, 2) + 0; $3 = n <= 300 && n % 3 == 0 || n % 70 == 0 ? "Yes" : "No" } { print }' >$list.csv
	done
	validate produced.csv rest.csv --produced=produced.txt -N 2000 --quiet-warnings >answer
	{ awk -F, '/^1,/ { yes += $3 == "Yes" } END { printf "strat_eval validate --collection=2000 --produced=300:120:%d", yes }' produced.csv
		awk -F, '/^1,/ { yes += $3 == "Yes" } END { printf " --null=1700:120:%d\n", yes }' rest.csv; } >line
	cp line line.all
	grep '^strat_eval validate' answer | tr ' ' '\n' | sort | diff - <(tr ' ' '\n' <line | sort)
	# each in halves of two reviewers
	for list in produced rest; do
		sed 60q $list.csv >$list-1.csv
		{ grep '^topic' $list.csv; sed 1,60d $list.csv; } >$list-2.csv
	done
	validate produced-[12].csv rest-[12].csv --produced=produced.txt -N 2000 --quiet-warnings | diff answer -
	# the null set alone, as a whole and in halves
	line="strat_eval validate --collection=2000 $(grep -o -- '--null.*' line)"
	assert_equal "$(validate rest.csv --produced=produced.txt -N 2000 --quiet-warnings | grep '^strat_eval validate')" "$line"
	assert_equal "$(validate rest-[12].csv --produced=produced.txt -N 2000 --quiet-warnings | grep '^strat_eval validate')" "$line"
	refused 1 'rest.csv: none of its 120 documents was produced. If it was drawn from what was not produced, -N is missing, the number of all documents (2000, with 1700 not produced). If it was drawn from all, are the document numbers written the same way in produced.txt?' \
		validate rest.csv --produced=produced.txt
	# the production alone
	assert_equal "$(validate produced.csv --produced=produced.txt -N 2000 --quiet-warnings | sed -n '2s/.*--p/--p/p')" "$(grep -o -- '--produced=[0-9:]*' line.all)"
	refused 64 'the number of documents is missing: --collection=FILE lists them (it may be the file with the codes, if all are in it), or -N gives their number' \
		validate produced.csv rest.csv --produced=produced.txt
	refused 1 'produced.csv has strata with their sizes, and whole.csv has none: files are read as one; if strata do not matter, say --column=stratum=' validate produced.csv whole.csv --produced=produced.txt -N 2000
}

# 100 produced and 100 not, 20 and 30 of them drawn: both strata are "all" of 100. Relevant: even ones of the production, multiples of 5 of the rest.
@test "samples of a production and of a rest of one size are two, and a control set that was divided by side is one" {
	drawn_of() { awk -v from="$1" -v to="$2" -v size="$3" 'BEGIN { print "docno,rel,stratum,size,family"
		for (i = from; i <= to; i++) print "d" i "," (i % (i <= 100 ? 2 : 5) == 0) ",all," size ",F" int(i / 2) }'; }
	seq -f 'd%g' 100 >produced.txt
	drawn_of 1 20 100 >p.csv
	drawn_of 101 130 100 >r.csv
	for files in 'p.csv r.csv' 'r.csv p.csv'; do
		validate $files --produced=produced.txt -N 200 --column=cluster= --quiet-warnings | grep '^strat_eval validate' | tr ' ' '\n' | sort >line
		printf '%s\n' strat_eval validate --collection=200 --produced=100:20:10 --null=100:30:6 | sort | diff line -
		refused 64 'the number of documents is missing: --collection=FILE lists them (it may be the file with the codes, if all are in it), or -N gives their number' \
			validate $files --produced=produced.txt
	done
	# with families, as of sizes that differ
	drawn_of 101 130 101 >other.csv
	validate p.csv r.csv --produced=produced.txt -N 200 --cluster-column=family --format=csv --quiet-warnings | grep est_recall, >equal
	validate p.csv other.csv --produced=produced.txt -N 201 --cluster-column=family --format=csv --quiet-warnings | grep est_recall, >unequal
	# 100 * 10/20 = 50 found; 100 * 6/30 = 20 missed, or 101 * 6/30 = 20.2
	grep -q '0.7143' equal && grep -q '0.7123' unequal
	# each in halves
	for list in p r; do
		sed 12q $list.csv >$list-1.csv
		{ sed 1q $list.csv; sed 1,12d $list.csv; } >$list-2.csv
	done
	validate [pr]-[12].csv --produced=produced.txt -N 200 --column=cluster= --quiet-warnings | grep '^strat_eval validate' | tr ' ' '\n' | sort | diff line -
	# one draw of 200 documents, of which one reviewer has what was produced
	drawn_of 1 20 200 >p.csv
	drawn_of 101 130 200 >r.csv
	for size in '' '-N 200'; do
		validate p.csv r.csv --produced=produced.txt $size --column=cluster= --quiet-warnings | grep -qx 'strat_eval validate --collection=200 --produced=100 --control=50:20:10:6'
	done
}

@test "a control set and a null sample overlap, and are named" {
	exports
	awk 'BEGIN { for (i = 1; i <= 2000; i++) print "d" i }' >all.txt
	code() { awk -F, -v OFS=, '/^1,/ { n = substr($2, 2) + 0; $3 = n <= 300 && n % 3 == 0 || n % 70 == 0 ? 1 : 0 } { print }'; }
	"$STRAT_EVAL" sample --collection=all.txt --size=400 | code >control.csv
	"$STRAT_EVAL" sample --collection=all.txt --leave-out=produced.txt --size=150 --seed=8 | code >null.csv
	hint='a control set beside a sample of the null set says so: --column=stratum= --control=FILE --null-sample=FILE'
	twice=$(comm -12 <(cut -d, -f 2 control.csv | sort) <(cut -d, -f 2 null.csv | sort) | grep '^d[0-9]' | while read -r d; do grep -n ",$d," null.csv; done | sort -n | head -1 | cut -d, -f 2)
	refused 1 "null.csv:$(grep -n ",$twice," null.csv | cut -d: -f 1): document '$twice' is of another stratum in control.csv, line $(grep -n ",$twice," control.csv | cut -d: -f 1); $hint" \
		validate control.csv null.csv --produced=produced.txt -N 2000
	# the same if none is in both
	grep -vFf <(comm -12 <(cut -d, -f 2 control.csv | sort) <(cut -d, -f 2 null.csv | sort) | sed -n 's/^d[0-9].*/,&,/p') null.csv >apart.csv
	refused 1 "control.csv and 1 more: drawn from 3700 documents in all, and there are 2000: what samples are drawn from must not overlap, and nothing may be left; $hint" \
		validate control.csv apart.csv --produced=produced.txt -N 2000
	validate control.csv null.csv --column=stratum= --control=control.csv --null-sample=null.csv --produced=produced.txt -N 2000 --quiet-warnings >answer
	{ echo docno,rel; cat control.csv null.csv | sed -n 's/^1,\([^,]*,[01]\),.*/\1/p' | sort -u; } >one.csv
	validate one.csv --control=control.csv --null-sample=null.csv --produced=produced.txt -N 2000 --quiet-warnings | diff answer -
}
