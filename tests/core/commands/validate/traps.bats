#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Slips of people who validate a production: each message says what to type.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

# The call is refused with the status, and its first line ends with the text.
slip() # STATUS TEXT ARGUMENT...
{
	local status=$1 text=$2
	shift 2
	evaluate "$@"
	[[ $exit_status == "$status" && "$(head -1 stderr)" == *"$text" ]] || fail "$*: $exit_status $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty"
}

@test "percentages, decimal commas and signs between digits" {
	set -- validate --produced=50::3 --null=100:10:1
	slip 64 '--target=75: not a number above 0 and at most 1; for 75 % type --target=0.75' "$@" --target=75
	slip 64 'for 75 % type --target=0.75' "$@" --target=75%
	slip 64 '--target=0,75: not a number above 0 and at most 1; with a point: --target=0.75' "$@" --target=0,75
	slip 64 'for 90 % type --level=0.9' "$@" --level=90
	slip 64 'for 95 % type --level=0.95' "$@" --level=95%
	slip 64 '--level=0: not a number above 0 and below 1' "$@" --level=0
	slip 64 '--level=200: not a number above 0 and below 1' "$@" --level=200
	slip 64 '--null=40,000:2,400:9: write whole numbers, without separators: --null=40000:2400:9' \
		validate --null=40,000:2,400:9
	slip 64 '--null=mail=40000:2400:9' validate --null="mail=40'000:2'400:9"
	slip 64 '--control=2000:80:58:6' validate -N 1000000 --control=2,000:80:58:6
}

@test "a dash from a text processor" {
	local dash
	for dash in — – −− ––; do
		slip 64 "'${dash}null=100:10:1' begins with a dash that a text processor made: type two hyphens, --null=100:10:1" \
			validate "${dash}null=100:10:1"
	done
	slip 64 "type two hyphens, --labels=x" sample —labels=x
	# of no option it is a word
	slip 64 "'—x': the list of what was produced is missing, --produced=FILE; of an elusion test alone, that of what was not, --drawn-from=FILE" validate —x
}

@test "N and n exchanged" {
	slip 64 '--null=2400:960000:9: 960000 documents sampled of 2400 (N:n:r is documents:sampled:relevant); did you mean --null=960000:2400:9?' \
		validate --null=2400:960000:9
	slip 64 'did you mean --null=mail=960000:2400:9?' validate --null=mail=2400:960000:9
	slip 64 '(N:n:r is documents:sampled:relevant)' validate --null=5:2400:9
	slip 64 '30 relevant of 20 documents sampled (N:n:r is documents:sampled:relevant)' validate --null=100:20:30
}

@test "two strata of one size are asked about, and rounds are no strata" {
	slip 64 '--null=960000:2400:9 and --null=960000:1200:3: the same 960000 documents? Strata of one size get names, --null=NAME=960000:2400:9; two samples add up: if their total size was fixed in advance, add --fixed-size; if one was drawn because of what another had shown, add --ci=anytime' \
		validate --produced=40000::31000 --null=960000:2400:9 --null=960000:1200:3
	slip 64 '--produced=50:5:3 and --produced=50:6:3: the same 50 documents? Strata of one size get names, --produced=NAME=50:5:3' \
		validate --produced=50:5:3 --produced=50:6:3
	slip 64 '--null=a=60:5:3: there are two strata of this name' validate --null=a=50:5:3 --null=a=60:5:3
	evaluate validate --null=a=50:5:3 --null=b=50:5:3
	assert_equal "$exit_status" 0
	slip 64 '--null-round=n:r: gone; give --null=N:n:r once more, with --fixed-size or --ci=anytime' validate --null=50:5:3 --null-round=3:1
	slip 64 '--null=50:3:4: 4 relevant of 3 documents sampled (N:n:r is documents:sampled:relevant)' validate --null=50:5:3 --null=50:3:4 --fixed-size
	slip 64 '--null=50:5:3: 56 documents sampled of 50, in 3 rounds' validate --null=50:5:3 --null=50:50:3 --null=50:1:0 --fixed-size
}

@test "a plan for a bound has no width" {
	slip 64 '--width cannot be combined with --tail=upper: a bound on one side has no width: type --bound=X, or --tail=both for an interval' \
		plan elusion --null=100000 --elusion=.001 --width=.01
}

@test "an Excel file" {
	printf 'PK\003\004xxxx[Content_Types].xml' >a.xlsx
	echo d1 >list
	slip 1 'a.xlsx: an Office file that is no workbook, or is cut off: save it as .xlsx or CSV (UTF-8) and give that file' -R csv -T set a.xlsx list
	slip 1 'a.xlsx: an Office file that is no workbook, or is cut off: save it as .xlsx or CSV (UTF-8) and give that file' sample --collection=a.xlsx --size=1
	slip 1 'a.xlsx: an Office file that is no workbook, or is cut off: save it as .xlsx or CSV (UTF-8) and give that file' stop -N 100 a.xlsx
}

# Scores are 0.1 to 100.0.
@test "a number of bands that may be a score says what it did" {
	seq 1000 | awk 'BEGIN { print "docno,score" } { print "d" $1 "," $1 / 10 }' >scores.csv
	evaluate sample --labels=scores.csv --bands=30 --size=90
	assert_equal "$exit_status $(cat stderr)" \
		"0 strat_eval: warning: --bands=30 makes 30 bands of about as many documents each; to cut scores at 30, type --bands=30.0"
	assert_equal "$(grep '^1,' stdout | cut -d, -f5 | sort -u | wc -l)" 30
	evaluate sample --labels=scores.csv --bands=30.0 --size=90
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(grep '^1,' stdout | cut -d, -f5,6 | sort -u | xargs)" 'band1,701 band2,299'
	evaluate sample --labels=scores.csv --bands=30,100.5 --size=90
	assert_equal "$exit_status $(cat stderr)" \
		"0 strat_eval: warning: --bands: no score is at least 100.5: band1 is empty (scores are from 0.1 to 100)"
	evaluate sample --labels=scores.csv --size=90 # the default was not typed
	assert_equal "$exit_status $(cat stderr)" '0 '
}

# 600 of 3000 are drawn, a fifth: of 300 documents 60 on average, and none has a probability of .8^300; of 20, 4.
@test "a production none of whose documents is in the sample is an error, unless that may be chance" {
	seq -f d%g 3000 >list
	"$STRAT_EVAL" sample --collection=list --size=600 --seed=1 >sample.csv
	awk -F, '/^1,/ { print $2 "," (NR % 7 == 0) }' sample.csv | sed '1i docno,rel' >judged.csv
	seq -f D%05g 300 >produced
	slip 1 'produced: none of its 300 documents is in the sample, where at least 60 would be: are the document numbers written the same way?' \
		-R csv -T set --drawn=sample.csv -m est_recall judged.csv produced
	seq -f D%05g 20 >produced
	evaluate -R csv -T set --drawn=sample.csv -m est_recall judged.csv produced
	assert_equal "$exit_status $(grep -c 'none of them is in the sample' stderr)" '0 1'
}

# Nothing relevant among all that was produced: recall is 0 without doubt, and so is its upper bound.
@test "an upper bound of 0 has no sign" {
	evaluate validate --produced=10::0 --null=960000:2400:9
	assert_equal "$(sed -n '/^recall /p; /^F1 /p' stdout | xargs)" \
		'recall 0.0000 0.0000 0.0000 0.0000 0.0000 F1 0.0000 0.0000 0.0000 0.0000 0.0000'
}

# 0.3.0 said "type 960".
@test "a point between thousands is asked about, and never taken as a decimal point" {
	evaluate validate --produced=40000:500:388 --null=960.000:2400:9
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: --null=960.000:2400:9: write whole numbers, without separators: --null=960000:2400:9'
	evaluate validate --null=a=1.960.000:2.400:9
	assert_equal "$(head -1 stderr)" 'strat_eval: --null=a=1.960.000:2.400:9: write whole numbers, without separators: --null=a=1960000:2400:9'
	evaluate validate --null=960.5:2400:9
	[[ "$(head -1 stderr)" == *"'960.5' is not a whole number"* ]]
	evaluate plan richness -N 960.000 --half-width=.02
	assert_equal "$(head -1 stderr)" 'strat_eval: -N 960.000: not a whole number from 1 to 4503599627370496; type -N 960000'
}
