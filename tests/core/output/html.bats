#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Pages: the text of --format=html. `make browser-test` has them in a browser.

load ../../support/helper

# By hand, two topics with one relevant document each: A finds it at ranks 1 and 2 (map .75), B at 4 and
# in the second topic not at all (.125).
files()
{
	printf '%s\n' '1 0 r 1' '2 0 r 1' >q
	printf '%s\n' '1 Q0 r 1 9 A' '2 Q0 x 1 9 A' '2 Q0 r 2 8 A' >a
	printf '%s\n' '1 Q0 x 1 9 B' '1 Q0 y 2 8 B' '1 Q0 z 3 7 B' '1 Q0 r 4 6 B' '2 Q0 x 1 9 B' >b
}

page() # ARGUMENT...
{
	exit_status=0
	"$STRAT_EVAL" "$@" >stdout 2>stderr || exit_status=$?
}

# The rows of a table, the first or the one with a title: cells with a bar between.
rows() # [TITLE]
{
	awk -v title="${1-}" '
		/<details/ { on = title == "" ? !seen++ : index($0, "<summary>" title) > 0 }
		on && /^<tr>/ { gsub(/^<tr>/, ""); gsub(/<t[hd][^>]*>/, "|"); gsub(/<[^>]*>/, ""); print substr($0, 2) }
		/<\/details>/ { on = 0 }' stdout
}

@test "a page has the leaderboard, and with -q the values of all topics" {
	files
	page --format=html -q -m map -m P.1 q b a
	assert_equal "$exit_status" 0
	assert_equal "$(rows | sed 's/ [[][^]]*[]]//g' | xargs)" 'A|0.7500|0.5000 B|0.1250|0.0000'
	assert_equal "$(rows map | xargs)" '1|1.0000|0.2500 2|0.5000|0.0000'
	assert_equal "$(rows P_1 | xargs)" '1|1.0000|0.0000 2|0.0000|0.0000'
	assert_equal "$(grep -c 'class="best"' stdout)" 1
	page --format=html -m map q b a
	refute [ -n "$(rows 'By topic')" ]
	# intervals are those of the table
	page --format=table -m map q a b
	table=$(sed -n 's/^A .*\(\[.*\]\).*/\1/p' stdout)
	page --format=html -m map q a b
	grep -qF "$table" stdout
}

# The mean of .2, .2 and .2 is .2 + 2^-55: numbers on an axis that is as short as that differ by less than rounding.
@test "values that differ by rounding alone are drawn" {
	cd "$BATS_TEST_TMPDIR"
	printf '%s 0 r 1\n' 1 2 3 >qrels
	printf '1 Q0 r 1 1 one\n' >one
	printf '%s Q0 r 1 1 all\n' 1 2 3 >all
	run --separate-stderr ending "$STRAT_EVAL" --format=html -m P.5 qrels one all
	assert_success
	assert_output --partial '<svg'
}

@test "a topic that a run lacks, and a sample with bounds by topic" {
	files
	sed -i /^2/d b
	page --format=html -q -m map q a b
	assert_equal "$(rows map | xargs)" '1|1.0000|0.2500 2|0.5000|-'
	grep -q '<p>Warning: b: 1 of 2 judged topics is missing from the run' stdout
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,in,A,400,40,30 1,out,-,9600,96,3 >t
	# 30/40 of 400 = 300 of 300 + 9600 * 3/96 = 600: recall .5
	page --format=html -q -R table -m est_recall t A
	assert_equal "$(rows est_recall | sed 's/ [[][^]]*[]]//')" '1|0.5000'
	rows est_recall | grep -q ' \[0\.[0-9]*, 0\.[0-9]*\]$'
	page --format=html -q -R table -m est_recall --tail=lower t A
	rows est_recall | grep -q '^1|0.5000 &ge; 0\.[0-9]*$'
	# the run is a name in the table, no file, even if there is a file of that name
	touch A
	page --format=html -R table t A
	assert_equal "$(rows Files | cut -d'|' -f1)" t
}

@test "everything is escaped: names of runs, of files and in the command" {
	files
	sed -i "s/A\$/<b>\\&\"'x<\\/b>/" a
	cp a '<i>'
	page --format=html -q -m map q '<i>' b
	assert_equal "$exit_status" 0
	refute grep -q "<b>\|<i>\|['\"]x<" stdout
	grep -qF '&#60;b&#62;&#38;&#34;&#39;x&#60;/b&#62;' stdout
	rows Files | grep -qF '&#60;i&#62;|'
	# what is no text becomes U+FFFD
	printf '1 Q0 r 1 9 a\xffb\n' >bytes
	page --format=html q bytes b
	grep -qF 'a&#xfffd;b' stdout
	printf 'topic,<u>,"&lt;"\n<s>,.1,.2\n2,.2,.4\n3,.3,.5\n' >m
	page compare --format=html -q --scores=m
	refute grep -q '<u>\|<s>\|[^;]&lt;&' stdout
	assert_equal "$(rows Topics | head -1)" '2|0.4000|0.2000'
	rows Topics | grep -qF '&#60;s&#62;|0.2000|0.1000'
}

@test "a page needs nothing else, has no date, and is the same for any number of threads" {
	files
	page --format=html -q q a b
	cp stdout one
	refute grep -qE '(src|href)="?(http|//)|@import|url\(' one
	grep -qF "default-src 'none'" one
	refute grep -q "$(date +%Y-%m-%d)" one
	sleep 1
	page --format=html -q --jobs=1 q a b
	cmp one stdout
}

# `sample` has the checksum of what it reads, by other code.
@test "command, version and checksums stand at the foot" {
	files
	printf 'x\n' >pool
	page -m map --format=html --quiet-warnings q - b <a
	sed 's/<[/]*span>//g' stdout | grep -qx '<pre>strat_eval --measure=map --format=html --quiet-warnings q - b</pre>'
	grep -qF '<span>--measure=map</span> ' stdout # no line ends behind a hyphen
	grep -qx "<p>Made by strat_eval $("$STRAT_EVAL" --version | sed -n '1s/.* //p'), with the command</p>" stdout
	assert_equal "$(rows Files | sed -n 2p)" '-|-|read once, no checksum'
	"$STRAT_EVAL" sample --size=1 a b 2>&1 | grep -oE 'XXH64 [0-9a-f]{16}' >sums || true
	[ "$(wc -l <sums)" = 2 ]
	assert_equal "$(rows Files | sed -n 3p)" "b|$(stat -c %s b)|$(sed -n '2s/XXH64 //p' sums)"
	page compare --format=html --scores=pool
	[ "$exit_status" = 1 ] && [ ! -s stdout ]
}

@test "a comparison has letters or a baseline, pairs with all tests, and figures of pairs" {
	printf 'topic,b,a,c\n' >m
	for t in 1 2 3 4 5 6 7 8; do echo "$t,.1$t,.5$((t * 3 % 7)),.10$t"; done >>m
	page compare --format=html --scores=m
	assert_equal "$exit_status" 0
	assert_equal "$(rows | cut -d'|' -f1,4 | xargs)" 'a|a b|b c|c'
	assert_equal "$(rows Pairs | wc -l)" 3
	page compare --format=html --scores=m --baseline=b
	assert_equal "$(rows | cut -d'|' -f1,4 | xargs)" 'a| b|baseline c|'
	# the same figures as in the table
	page compare --scores=m --baseline=b
	awk '/^[ac] +b/ { print $1, $3, $4, $5 }' stdout >table
	page compare --format=html --scores=m --baseline=b
	rows Pairs | awk -F'|' '{ print $1, $3, $4, $5 }' | diff table -
	page compare --format=html --wins 3,4
	assert_equal "$exit_status" 0
	rows 'Figures of pairs' | grep -q '^A|B|all|'
}

@test "a comparison has the sentences and the stars of the table" {
	set -- --quiet-warnings "$ROOT"/qrels-samples/comparison/{qrels,fused.run,plain.run,stemmed.run}
	page compare "$@"
	sed -n '/^For the report:/,$p' stdout | sed 1d | tr '\n' ' ' >sentences
	[ -s sentences ]
	sed -n 's/.* \(\*\**\) .*/\1/p' stdout | tail -3 >stars
	page compare --format=html "$@"
	assert_equal "$exit_status" 0
	tr '\n' ' ' <stdout | grep -qF "$(cat sentences)"
	assert_equal "$(rows Pairs | cut -d'|' -f12)" "$(cat stars)"
}

@test "a validation has the table and the sentences" {
	set -- --produced=1000:100:80 --null=9000:300:3 --target=.7
	page validate "$@"
	sed -n '/^For the report:/,/^$/p' stdout | sed '1d; $d' | tr '\n' ' ' | sed 's/ %/\xc2\xa0%/g' >sentences
	awk '$1 == "recall" && NF == 6 { print $2 }' stdout >recall
	page validate --format=html "$@"
	assert_equal "$exit_status" 0
	assert_equal "$(rows Estimates | awk -F'|' '$1 == "recall" { print $2 }')" "$(cat recall)"
	tr '\n' ' ' <stdout | grep -qF "$(cat sentences)"
	grep -q '<p>recall of 0.7: shown' stdout
	assert_equal "$(grep -c '^<svg' stdout)" 2
}

@test "pages are valid HTML with pictures, whose names differ" {
	command -v tidy >/dev/null || skip "skipped: tidy is not installed"
	files
	"$STRAT_EVAL" --format=html -q -m map -m P.1 q a b >stdout
	# tidy knows HTML, and not all attributes of SVG
	run sh -c "tidy -e -q stdout 2>&1 | grep -v '<svg> proprietary attribute'"
	assert_output ''
	assert_equal "$(grep -c '^<svg\|^<figure>' stdout)" 4
	assert_equal "$(grep -oE "[^a-z]id=[\"'][^\"']*" stdout | sort | uniq -d)" ''
	refute grep -q '<?xml\|<!DOCTYPE svg' stdout
}

@test "what a page cannot have is refused, and a full disk is an error" {
	files
	page --format=html -n q a
	[ "$exit_status" = 64 ]
	grep -q 'a leaderboard is about all topics' stderr
	page --format=html --show=strata q a
	[ "$exit_status" = 64 ]
	grep -q -- '--show=strata cannot be combined with --format=html: it is CSV' stderr
	if [ -c /dev/full ]; then
		exit_status=0
		"$STRAT_EVAL" --format=html q a >/dev/full 2>stderr || exit_status=$?
		[ "$exit_status" = 2 ]
	fi
}

# Names that XML or HTML would take for an end.
@test "no name costs a page: quotes at the beginning, two quotes, the end of CDATA" {
	printf '%s 0 a 1\n' 1 2 3 >q
	for name in "'tis" "O''Neil" ']]>' '--><x>' '</svg><x>'; do
		printf "%s Q0 a 0 1 $name\\n" 1 2 3 >r
		page --format=html -m map --ci --quiet-warnings q r
		assert_equal "$name: $exit_status $(cat stderr)" "$name: 0 "
		tail -n 1 stdout | grep -qi '</html>$'
		refute grep -qF -e "$name" stdout
		printf 'topic,"%s","B"\n1,.1,.2\n2,.2,.4\n3,.4,.3\n' "$name" >m
		page compare --format=html --quiet-warnings --scores=m
		assert_equal "$name: $exit_status $(cat stderr)" "$name: 0 "
		refute grep -qF -e "$name" stdout
	done
}

@test "an option in a sentence stays on one line, and a long word is not cut within a letter" {
	evaluate validate --null=100:10:1 --title="x$(printf 'é%.0s' $(seq 200))" --format=html
	grep -q 'need <span>--ci=anytime</span> from the first look on' stdout
	refute grep -q '&#xfffd;' stdout
	[ "$(grep -c "$(printf 'é%.0s' $(seq 200))" stdout)" -ge 3 ] # title, heading, command
	grep -q '^p span, li span, pre span { display: inline-block' stdout
}
