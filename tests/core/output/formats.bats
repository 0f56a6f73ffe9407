#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command in every format. Commands, questions and formats are those that the program lists, and the calls
# are lines of battery.txt: a new command or format is tested as soon as it is there.

load ../../support/helper

# Answers a call in a format: ../ID.FORMAT, and a line about it for check_format.py.
answer() # ID FORMAT CALL [TEXT]
{
	bash -c "\"$STRAT_EVAL\" $3 --format=$2" >"../$1.$2" 2>../said </dev/null || fail "$3 --format=$2: $(cat ../said)"
	echo "../$1.$2 $2 ${4-}" >>../answers
}

all_well_formed()
{
	run python3 "$ROOT/tests/support/check_format.py" <../answers
	assert_success
	assert_output ''
}

# Commands and questions that take --format, one a line; evaluation is an empty line.
commands()
{
	echo
	for word in $("$STRAT_EVAL" help | awk '/^  [a-z]/ { print $1 }'); do
		[ "$word" != help ] && [ "$word" != strat_eval ] || continue
		questions=$("$STRAT_EVAL" help "$word" | awk 'NR == 1 && !/ QUESTION / { exit } /^  [a-z]/ { print $1 }')
		for question in ${questions:--}; do
			echo "$word ${question#-}"
		done
	done | sed 's/ $//' | while IFS= read -r word; do
		[ -z "$(formats_of "$word")" ] || echo "$word"
	done
}

formats_of() # COMMAND
{
	"$STRAT_EVAL" $1 --format=? 2>&1 | sed -n 's/^.*: not one of //p' | tr -d ,
}

# The first line of the battery that is a plain call of a command and answers.
call_of() # COMMAND
{
	local line
	while IFS= read -r line; do
		bash -c "\"$STRAT_EVAL\" $line" >answer 2>/dev/null </dev/null && [ -s answer ] && { echo "$line"; return; }
	done < <(awk -v name="$1" '
		/[;|<>]|--(format|plot|shard|help|usage|version|show|write|agreement)| -[qnh]( |$)|data\/|^#/ { next }
		name == "" ? /^-m .* qrels [a-z]*.run$/ : index($0, name " -") == 1 || index($0, name " q") == 1' "$ROOT/tests/battery.txt")
	return 1
}

@test "every command answers in every format that it lists, and each answer is well formed" {
	sh "$ROOT/tests/battery_files.sh" "$PWD/files"
	cd files
	local command call format count=0
	commands >../commands
	for command in '' agree compare sample stop validate 'plan recall' 'simulate coverage'; do
		grep -qx "$command" ../commands || fail "'$command' is not found"
	done
	while IFS= read -r command; do
		call=$(call_of "$command") || fail "no line of battery.txt calls '$command'"
		formats=$(formats_of "$command")
		for format in $formats; do
			answer "${command// /-}" "$format" "$call"
			count=$((count + 1))
		done
		for format in table latex html markdown csv jsonl; do
			case " $formats " in *" $format "*) ;; *) fail "$command has no $format" ;; esac
		done
	done <../commands
	[ "$count" -ge 123 ] || fail "only $count answers"
	all_well_formed
}

@test "papers and pages have the numbers of the text" {
	sh "$ROOT/tests/battery_files.sh" "$PWD/files"
	cd files
	local call format id=0
	while IFS= read -r call; do
		id=$((id + 1))
		answer $id table "$call"
		for format in latex html markdown; do
			answer $id $format "$call" ../$id.table
		done
	done <<'END'
agree --resamples=100 -l 2 qrels more.qrels alpha.run beta.run third.run
stop -N 60 --target=0.8 --batch=5 --tail-size=6 review.csv
stop --batch=2 qrels alpha.run
validate --produced=200:40:30 --null=a=1000:100:2 --null=b=1000:50:1 --word=responsive --target=0.7
validate --produced=200:40:30 --null=1000:100:2 --ci=normal,bb-half
plan recall -N 10000 --retrieved=50 --richness=.01 --recall=.4 --size=1000
plan topics --topics=25,50 --effect=0.4
plan richness -N 100000 --richness=0.05 --half-width=0.02
sample --size=4 alpha.run beta.run
simulate sampling --samples=2 --depths=1,2 --quiet-warnings samples/comparison/qrels samples/comparison/plain.run samples/comparison/fused.run
compare --counts 10,10,0 3,2,7
compare --scores=all.matrix --judged-scores=some.matrix
--ci -m map -m ndcg qrels alpha.run beta.run third.run
END
	all_well_formed
}

# By hand: a name with every letter that LaTeX, Markdown or HTML would take for its own.
@test "new answers escape names, and a comment of LaTeX stays one" {
	printf '%s\n' '1 0 r 1' '2 0 r 1' >q
	printf '%s\n' '1 Q0 r 1 9 a_b&<c>|[d]%--e' '2 Q0 r 1 9 a_b&<c>|[d]%--e' >a
	printf '%s\n' '1 Q0 x 1 9 B' '1 Q0 r 2 8 B' '2 Q0 r 1 9 B' >b
	"$STRAT_EVAL" agree --quiet-warnings --resamples=100 -m map -m P.1 --format=latex q a b >stdout
	assert_equal "$(grep -c 'a\\_b\\&\\textless{}c\\textgreater{}\\textbar{}{\[}d]\\%-{}-e &' stdout)" 1
	"$STRAT_EVAL" agree --quiet-warnings --resamples=100 -m map -m P.1 --format=markdown q a b >stdout
	assert_equal "$(grep -cF '| a\_b\&\<c\>\|\[d\]%--e |' stdout)" 1
	"$STRAT_EVAL" agree --quiet-warnings --resamples=100 -m map -m P.1 --format=html q a b >stdout
	assert_equal "$(grep -c '<th scope="row">a_b&#38;&#60;c&#62;|\[d\]%--e<td>' stdout)" 1
	# a path with a line break, in what explains a table
	printf '%s\n' docno,label r,1 x,0 >"$(printf 'la\nbels')" || skip
	printf '%s\n' topic,docno,rel,stratum,size 1,r,1,s,2 1,x,0,s,2 >j.csv
	printf '%s\n' r >r
	"$STRAT_EVAL" -R csv -T set --labels="$(printf 'la\nbels')" -m est_recall --format=latex j.csv r >stdout
	assert_equal "$(sed '/^\\begin/,$d' stdout | grep -vc '^%')" 0
}

@test "the help of --format is made from the list" {
	local command
	for command in agree stop 'plan recall' sample; do
		help=$("$STRAT_EVAL" $command --help | tr -s ' \n' ' ')
		for format in $(formats_of "$command"); do
			case $help in *"$format"*) ;; *) fail "$command --help does not name $format" ;; esac
		done
	done
}

@test "--show=strata prints the topics that are chosen, each stratum once" {
	printf 'topic,docno,rel,stratum,size\n1,a,1,x,10\n1,b,0,y,20\n2,c,1,x,30\n2,d,0,z,40\n' >sample.csv
	printf '1 Q0 a 1 2 r\n2 Q0 c 1 2 r\n' >run
	"$STRAT_EVAL" --quiet-warnings -R csv --show=strata sample.csv run | cut -d, -f1,2,4 >all
	printf '%s\n' topic,stratum,size 1,1:x,10 1,2:y,20 2,1:x,30 2,2:z,40 | diff - all
	"$STRAT_EVAL" --quiet-warnings -R csv --show=strata --topic=2 sample.csv run | cut -d, -f1,2,4 >one
	sed '2,3d' all | diff - one
}
