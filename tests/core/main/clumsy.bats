#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Command lines as people type them in a hurry: the message says what to type.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	echo 1 0 a 1 >q
	echo 1 Q0 a 1 1 tag >r
}

# The call is refused with the status; some line of standard error ends with the text.
slip() # STATUS TEXT ARGUMENT...
{
	local status=$1 text=$2
	shift 2
	evaluate "$@"
	[[ $exit_status == "$status" && "$(cat stderr)"$'\n' == *"$text"$'\n'* ]] || fail "$*: $exit_status $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty"
}

@test "measures with a comma between them get an -m each" {
	slip 64 '-m map,P.5: each measure has its own -m: -m map -m P.5' -m map,P.5 q r
	slip 64 '-m P,map: each measure has its own -m: -m P -m map' -m P,map q r
	slip 64 'each measure has its own -m: -m map -m P.5,10' -m map,P.5,10 q r
	evaluate -m P.5,10 q r # a list of cutoffs
	assert_equal "$exit_status $(cut -f1 stdout | xargs)" '0 P_5 P_10'
}

@test "a level in the place of a method is told to be --level" {
	local typed
	for typed in 95 0.95 95%; do
		slip 64 "--ci=$typed: --ci takes methods; the level is --ci --level=0.95" --ci=$typed q r
	done
	slip 64 '--ci takes methods; the level is --ci --level=0.9' validate --null=100:10:1 --ci=90
}

@test "whole numbers with signs between the digits, or with an exponent, are written out" {
	slip 64 'not a whole number from 0 to 9007199254740992; type -N 1000000' -N 1,000,000 q r
	slip 64 "not a whole number from 0 to 9007199254740992; type -N 12500" -N "12'500" q r
	slip 64 'not a whole number from 1 to 2147483647; type --size 2000' sample --size=2e3 r
	slip 64 'not a whole number from 0 to 9007199254740992' -N 1,5 q r # a decimal comma
	slip 64 'not a whole number from 0 to 9007199254740992' -N 1e30 q r
	slip 64 "'9007199254740991' is not a whole number from 0 to 1000000000000; write N:n:r, whole numbers: documents:sampled:relevant (N::r: all were reviewed; N: the size alone; name=N:n:r: a stratum with a name)" \
		validate --produced=9007199254740991::31000 --null=960000:2400:9
}

@test "a series that is none says what one looks like" {
	slip 64 '--topics=50:20: not a whole number from 1 to 1000000000; a series is FROM:TO:STEP, with FROM not above TO' plan topics --effect=0.5 --topics=50:20
	slip 64 '; a series is FROM:TO:STEP, with FROM not above TO' plan topics --effect=0.5 --topics=50:20:1
}

@test "an option with one hyphen is named with two" {
	slip 64 "strat_eval: unrecognized option '-help'; did you mean '--help'?" -help
	slip 64 "strat_eval: unrecognized option '-produced=40::30'; did you mean '--produced'?" validate -produced=40::30
	slip 64 "strat_eval: unrecognized option '--margin=0.1'; did you mean '--half-width'?" plan richness -N 1000 --richness=0.1 --margin=0.1
	evaluate -x q r
	assert_equal "$exit_status $(grep -c 'did you mean' stderr)" '64 0'
}

@test "the word evaluate is not needed, unless a file is called so" {
	slip 64 "'evaluate' is neither a command nor a file; an evaluation has no word before it: strat_eval QRELS RUN" evaluate q r
	slip 64 'an evaluation has no word before it: strat_eval QRELS RUN' evalute q r
	cp q evaluate
	evaluate evaluate r -m map
	assert_equal "$exit_status $(cat stdout)" "0 $(printf 'map                   \tall\t1.0000')"
}

@test "counts without an option, a run that a table has not, a scenario that is none" {
	slip 64 "'4::3': counts need an option, as in --null=N:n:r" validate 4::3 9:2:1
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,A+B,100,50,20\n1,b,-,900,90,1\n' >table.csv
	slip 64 "the table names no run 'C'; its column runs has A, B" -R table table.csv C
	slip 2 "--scenario=leagl: neither a file nor one of legal, neutral, small; did you mean 'legal'?" \
		simulate coverage --scenario=leagl --samples=2
}

# 1/1e-320 is infinite.
@test "numbers of files: a percentage, a decimal comma, a probability next to 0" {
	echo 1 0 a 1 50% >probs
	slip 1 "probs:1: probability '50%' is not a number: write 0.5" -R probs probs r
	echo 1 0 a 1 0,125 >probs
	slip 1 "probs:1: probability '0,125' is not a number: write 0.125" -R probs probs r
	echo 1 0 a 1 1e-320 >probs
	slip 1 "probs:1: probability '1e-320' is below 1e-15: one document would stand for more than 1e15" -R probs probs r
	printf 'topic;A;B\n1;0,5;0,25\n' >matrix.csv
	slip 1 "matrix.csv:2: A '0,5' is not a number: write 0.5" compare --scores=matrix.csv
}

@test "a list of documents or lines of TREC in the wrong format" {
	echo a >list
	slip 1 'list:1: 1 column, but a line has at least 6: topic Q0 document rank score tag (a list of document numbers is -T set)' q list
	slip 1 "r:1: no column 'docno' in the header '1 Q0 a 1 1 tag': fields are separated by commas, semicolons or tabs, and not by blanks; is the file of another format?" \
		-T csv q r
	echo 'Doc ID' >names.csv # a name with a blank is one column
	slip 1 "names.csv:1: no column 'topic' in the header 'Doc ID' (fields are separated by commas, semicolons or tabs); if it has another name, say so, as in --column=topic='Doc ID' (known names: topic, qid, query_id, topic_id)" \
		-R table names.csv
	printf '1 Q0 a 1 1 tag\nb\n' >cut # a line that was cut off
	slip 1 'cut:2: 1 column, but a line has at least 6: topic Q0 document rank score tag' q cut
}
