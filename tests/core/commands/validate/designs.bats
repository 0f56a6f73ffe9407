#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The sentences describe the draw that was made: twelve designs, each with its protocol. Every number of the sentences
# about the draw is one of the protocol, or a sum of them; the bound is the one-sided one of the table.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

# The sentences, on one line, without those about figures.
told() # ARGUMENT...
{
	"$STRAT_EVAL" validate "$@" --quiet-warnings >answer || return
	sed -n '/^For the report:/,/^What this/p' answer | sed '1d;$d' | tr -s '\n' ' ' >sentences
	sed 's/ The point estimate of .*//; s/ Recall is .*//; s/ Elusion, .*//; s/ Precision is .*//' sentences
	# sentences quote one-sided bounds only
	refute grep -q 'two-sided' sentences
}

# DOCUMENTS d1 ... dN: the production is d1 to d200, of which the first 150 are relevant. Of the others every hundredth is.
files() # N
{
	seq -f 'd%.0f' "$1" >all.txt
	seq -f 'd%.0f' 200 >produced.txt
}

code() # reads documents, prints them with their codes
{
	awk 'BEGIN { print "docno,rel" } { n = substr($1, 2) + 0; print $1 "," (n <= 150 || n > 200 && n % 100 == 0 ? 1 : 0) }'
}

@test "1, 2, 3: a control set of the collection, with the size of the production and with all of its codes" {
	assert_equal "$(told --collection=3000 --control=60:20:15:4)" 'Of the 3,000 documents of the collection, 60 were drawn at random (control set) and reviewed; 19 of these were coded relevant. Of the 20 in the production, 15 were coded relevant; of the 40 others, 4.'
	assert_equal "$(told --collection=3000 --produced=900 --control=60:20:15:4)" 'Of the 3,000 documents of the collection, 60 were drawn at random (control set) and reviewed. 20 of them are among the 900 produced: 15 of these were coded relevant; 40 are among the 2,100 not produced: 4 of these were coded relevant.'
	assert_equal "$(told --collection=3000 --produced=900::700 --control=60:20:15:4)" 'Of the 3,000 documents of the collection, 60 were drawn at random (control set) and reviewed. 20 of them are among the 900 produced: 15 of these were coded relevant; 40 are among the 2,100 not produced: 4 of these were coded relevant. Of the 900 documents produced, all were reviewed; 700 of these were coded relevant.'
}

@test "4, 5, 6: a sample of the null set alone, beside a production that was reviewed, and beside a sample of it" {
	local null='Of the 2,100 documents not produced, 300 were drawn at random and reviewed; 4 of these were coded relevant.'
	assert_equal "$(told --null=2100:300:4)" "$null"
	assert_equal "$(told --produced=900::700 --null=2100:300:4)" "Of the 900 documents produced, all were reviewed; 700 of these were coded relevant. $null"
	assert_equal "$(told --produced=900:90:70 --null=2100:300:4)" "Of the 900 documents produced, 90 were drawn at random and reviewed; 70 of these were coded relevant. $null"
}

# By hand: 201 to 400 were coded before the draw (300 and 400 are relevant, and were not produced); of the 2,600 others, 401 to 3000, every
# tenth is drawn (410 ... 3000: 260), of which 500, 600 ... 3000 are relevant: 26.
@test "7: what was coded before the draw is told apart, and is no part of what was drawn from" {
	files 3000
	seq -f 'd%.0f' 410 10 3000 >drawn.txt
	{ cat produced.txt; seq -f 'd%.0f' 201 400; cat drawn.txt; } | code >coded.csv
	assert_equal "$(told coded.csv --produced=produced.txt --collection=all.txt --null-sample=drawn.txt --drawn-from=unreviewed)" \
		'Of the 200 documents produced, all were reviewed; 150 of these were coded relevant. Of the 2,800 documents not produced, 200 had been coded before the sample was drawn from the others; 2 of these were coded relevant. Of the other 2,600, 260 were drawn at random and reviewed; 26 of these were coded relevant.'
	head -1 answer | grep -qx 'Known misses: 28 documents are coded relevant and neither produced nor'
	# recall is 150 of 150 + 2 + 2600 * 26/260
	grep -qE '^recall +0\.3641 ' answer || fail "150/412 is not in $(cat answer)"
}

# The 28 hits of the sample, 300, 400 ... 3000, are produced afterwards: every twentieth of 2,800 is drawn (220, 240 ...: 140), 28 relevant.
@test "8: hits that were produced since the draw are told, and what was drawn from stays what it was" {
	files 3000
	seq -f 'd%.0f' 220 20 3000 >drawn.txt
	seq -f 'd%.0f' 300 100 3000 >volume2.txt
	{ cat produced.txt drawn.txt; } | code >coded.csv
	assert_equal "$(told coded.csv --produced=produced.txt --produced=volume2.txt --collection=all.txt --null-sample=drawn.txt --drawn-from=null)" \
		'Of the 228 documents produced, all were reviewed; 178 of these were coded relevant. Of the 2,800 documents not produced when the sample was drawn, 140 were drawn at random and reviewed; 28 of these were coded relevant. 28 of these were produced since, 28 of them coded relevant.'
	# at the draw 2800 * 28/140 = 560 were relevant; 28 of them were produced since: 178 of 150 + 560
	grep -qE '^recall +0\.2507 ' answer || fail "178/710 is not in $(cat answer)"
}

@test "9: strata of the null set" {
	assert_equal "$(told --produced=900::700 --null=mail=1500:200:3 --null=files=600:100:1)" 'Of the 900 documents produced, all were reviewed; 700 of these were coded relevant. The 2,100 documents not produced are in 2 strata: mail, 200 of 1,500 drawn at random and reviewed, 3 coded relevant; files, 100 of 600 drawn at random and reviewed, 1 coded relevant. In the estimates a stratum of N documents counts as N times the share of its sample.'
}

# 1,500 families of two documents, of which the production has 100; of the others every seventh is drawn: 101, 108 ... 1494 (200).
@test "10: whole families" {
	awk 'BEGIN { print "docno,rel,family" >"coded.csv"; for (f = 1; f <= 1500; f++) for (k = 0; k < 2; k++) { d = "d" 2 * f - 1 + k
		drawn = f > 100 && (f - 101) % 7 == 0; rel = f <= 100 ? f <= 75 : f % 50 == 0
		print d "," (f <= 100 || drawn ? rel + 0 : "") ",F" f >"coded.csv"
		if (f <= 100) print d >"produced.txt"; else if (drawn) print d >"drawn.txt" } }'
	told coded.csv --produced=produced.txt --collection=coded.csv --null-sample=drawn.txt --drawn-from=null --cluster-column=family >said
	assert_equal "$(cat said)" 'Of the 200 documents produced, all were reviewed; 150 of these were coded relevant. Of the 2,800 documents not produced, 400 were drawn at random in whole families and reviewed; 8 of these were coded relevant. Whole families, not single documents, were drawn (column family): the 600 documents that were reviewed are in 300 families, and the bounds allow for that.'
}

@test "11, 12: a second review, and two samples of the same documents" {
	assert_equal "$(told --produced=900::700 --null=2100:300:14 --null-qc=14:12,60:1)" 'Of the 900 documents produced, all were reviewed; 700 of these were coded relevant. Of the 2,100 documents not produced, 300 were drawn at random and reviewed; 14 of these were coded relevant. A second review, whose decision is final, saw all 14 coded relevant again and found 12 of them relevant. It also saw 60 of the 286 coded not relevant again, drawn at random, and found 1 of them relevant.'
	assert_equal "$(told --produced=900::700 --null=2100:300:4 --null=2100:200:1 --fixed-size)" 'Of the 900 documents produced, all were reviewed; 700 of these were coded relevant. Of the 2,100 documents not produced, 500 were drawn at random, in 2 rounds (300 and 200), and reviewed; 5 of these were coded relevant.'
}

# A control set of every tenth document (10, 20 ... 3000: 300). At the draw d1 to d200 had been produced, of which the
# first 150 are relevant: 20 of the control set, 15 relevant. Of the 280 others 300, 400 ... 3000 are: 28. These 28 and
# d210, d220 and d230, which are not relevant and were drawn, too, and d201, which was not, were produced since.
@test "hits of a control set that were produced since count as they were at the draw" {
	files 3000
	seq -f 'd%.0f' 10 10 3000 >control.txt
	{ seq -f 'd%.0f' 300 100 3000; printf 'd210\nd220\nd230\nd201\n'; } >volume2.txt
	{ cat produced.txt control.txt; echo d201; } | sort -u | code >coded.csv
	set -- coded.csv --produced=produced.txt --produced=volume2.txt --collection=all.txt --control=control.txt
	assert_equal "$(told "$@" --produced-since=volume2.txt)" \
		'Of the 3,000 documents of the collection, 300 were drawn at random (control set) and reviewed. 20 of them had been produced before the draw: 15 of these were coded relevant; 280 are among the 2,800 not produced then: 28 of these were coded relevant. Of the 232 documents produced, all were reviewed; 178 of these were coded relevant. 32 of these were produced since, 28 of them coded relevant.'
	# at the draw 2800 * 28/280 = 280 were relevant; 28 were produced since: 178 of 150 + 280
	assert_regex "$(cat answer)" 'recall +0\.4140 '
	assert_regex "$(cat answer)" '--produced=232::178 --control=300:20:15:28 --produced-since=32:28'
	run "$STRAT_EVAL" validate "$@" --produced-since=volume2.txt --drawn-from=null
	assert_failure 64
	assert_output --partial 'applies to one draw, and there are two'
	# nothing says it: the volume refutes that it was chosen without the sample, and all may have been produced since:
	# 3000 * 43/300 = 430 relevant, 178 of them found
	assert_regex "$(told "$@")" 'Whether documents were produced because they had been drawn is not known: the bounds hold in either case\.'
	assert_regex "$(cat answer)" '--produced=232::178 --control=300:0:0:43 --produced-since=232:178'
	assert_regex "$(cat answer)" 'recall +0\.4140 '
	# only the control set is coded: then the production must be said; at the draw 200 * 15/20 = 150, as above
	code <control.txt >coded.csv
	evaluate validate "$@"
	assert_equal "$exit_status" 1
	assert_regex "$(cat stderr)" 'volume2.txt: 31 of its 32 documents are in the control set, .* Say --produced-since=volume2.txt'
	told "$@" --produced-since=volume2.txt >/dev/null
	assert_regex "$(cat answer)" '--produced=232 --control=300:20:15:28 --produced-since=32:28'
	assert_regex "$(cat answer)" 'recall +0\.4140 '
	# one volume, with the only two hits, 300 and 400: it is asked
	{ cat produced.txt; printf 'd300\nd400\n'; } >one.txt
	awk -F, '{ n = substr($1, 2) + 0 } n > 400 { $0 = $1 ",0" } { print }' coded.csv >few && mv few coded.csv
	evaluate validate coded.csv --produced=one.txt --collection=all.txt --control=control.txt
	assert_equal "$exit_status" 64
	assert_regex "$(cat stderr)" 'all 17 relevant documents of the control set were produced, and nothing says whether some were produced because they had been drawn\. If nothing was: strat_eval validate .* --produced-since=0:0; if so, list what was produced since the draw: add --produced-since=FILE'
	evaluate validate coded.csv --produced=one.txt --collection=all.txt --control=control.txt --produced-since=nowhere:1
	assert_equal "$exit_status" 64
}
