#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Names that are nearly right: the message ends with the one that may have been meant.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	echo 1 0 a 1 >q
	echo 1 Q0 a 1 1 tag >r
}

# The last line of standard error.
slip() # END ARGUMENT...
{
	local end=$1
	shift
	evaluate "$@"
	assert_equal "$* -> $exit_status $(grep -o "[^ ;]* did you mean.*" stderr | sed 's/.*did/did/')" "$* -> 64 $end"
	[ ! -s stdout ] || fail "$*: standard output is not empty"
}

@test "the nearest measure, option, command, format or method is named" {
	slip "did you mean 'map'?" -m mapp q r
	slip "did you mean 'map'?" -m mpa q r
	slip "did you mean 'ndcg_cut.10'?" -m ndgc_cut.10 q r
	slip "did you mean 'ndcg_cut.10'?" -m ndgc_cut_10 q r
	slip "did you mean 'Precision@5'?" -m Precison@5 q r
	slip "did you mean 'nDCG@10'?" -m nDGC@10 q r
	slip "did you mean 'Precision(rel=2)@10'?" -m 'Precison(rel=2)@10' q r
	slip '' -m 'nDGC(rel=2)@10' q r # nDCG has no level
	slip "did you mean 'ndcg_cut.10'?" -m ndcg_cut@10 q r
	slip '' -m elusion q r
	grep -q 'est_elusion needs judgments with probabilities or strata' stderr
	slip "did you mean '--null'?" validate --elusion=100:10:1
	slip "did you mean '--withheld'?" validate --privileged=10
	slip "did you mean 'official'?" -m oficial q r
	slip "did you mean '--format'?" --fromat=csv q r
	slip "did you mean '--size'?" sample --sise=1 r
	slip "did you mean 'compare'?" compar q r
	slip "did you mean 'validate'?" valdate
	slip "did you mean 'recall'?" plan recal
	slip "did you mean 'qrels'?" -R qrel q r
	slip "did you mean 'trec_results'?" -T trec_result q r
	slip "did you mean 'table'?" --format=tabel q r
	slip "did you mean 'clogit'?" --ci=clogti q r
	slip "did you mean 'bb-half'?" validate --null=100:10:1 --ci=bb-hlf
	slip "did you mean 'wilcoxon'?" compare --test=wilcoxn q r r
}

@test "nothing is named if nothing is near" {
	slip '' -m mapxyz q r # three letters too many
	slip '' -m x q r
	slip '' --nosuchoption q r
	slip '' --format=xml q r
	slip '' plan nosuch
}

@test "a first word near a command is a file if there is one" {
	cp q compar
	evaluate -m map compar r
	cp stdout expected
	evaluate compar r -m map
	assert_equal "$exit_status $(cat stderr)" '0 '
	cmp expected stdout
	refused 2 'nofile: cannot read: No such file or directory' nofile r
}

@test "without arguments the commands are listed on standard error" {
	evaluate
	assert_equal "$exit_status $(wc -c <stdout | tr -d ' ')" '64 0'
	cp stderr usage
	assert_equal "$(head -1 usage)" 'Usage: strat_eval [OPTION...] QRELS RUN...'
	for command in compare agree sample simulate stop validate plan help; do
		grep -q "^  $command  *[a-z]" usage || fail "$command is not listed"
	done
	evaluate help
	assert_equal "$exit_status $(cat stderr)" '0 '
	cmp usage stdout
	# --help: before the options, with no line broken
	evaluate --help
	diff <(grep '^  [a-z][a-z]*  *[a-z]' usage) <(sed '1,/^Commands:/d; /^$/,$d' stdout)
}

@test "help tells about commands, questions and measures" {
	for command in compare agree sample simulate 'simulate coverage' stop validate 'plan recall' plan; do
		evaluate $command --help
		cp stdout expected
		evaluate help $command
		assert_equal "$command: $exit_status $(cat stderr)" "$command: 0 "
		[ -s stdout ]
		cmp expected stdout
	done
	for measure in map P_10 nDCG@10; do
		evaluate -h -m $measure
		cp stdout expected
		evaluate help $measure
		assert_equal "$measure: $exit_status $(cat stderr)" "$measure: 0 "
		[ -s stdout ]
		cmp expected stdout
	done
	evaluate help xompare
	assert_equal "$(head -n 1 stdout)" '  compare: compare two or more runs'
	refused 64 "help: nothing has the word 'xyzzy'" help xyzzy
	refused 64 "help: nothing has the words 'xyzzy' ..." help xyzzy qwertz
	# ./help is a file
	cp q help
	prints -m map ./help r <<<'map all 1.0000'
}

@test "files in the wrong order are recognised" {
	refused 1 'r:1: 6 columns, but a line has 4: topic iteration document relevance (this looks like a run: judgments come first, then runs)' r q
	refused 1 'q:1: 4 columns, but a line has at least 6: topic Q0 document rank score tag (these look like judgments, and a run is read here)' q q
	refused 1 'q:1: 4 columns, but a line has at least 6: topic Q0 document rank score tag (these look like judgments, and a run is read here)' sample --size=5 q
	refused 1 'r:1: 6 columns, but a line has 5: topic iteration document stratum relevance (this looks like a run: judgments come first, then runs)' -R strata r q
	# neither
	echo 1 0 a b c tag >bad
	refused 1 'bad:1: 6 columns, but a line has 4: topic iteration document relevance' bad r
	echo 1 0 a x >bad
	refused 1 'bad:1: 4 columns, but a line has at least 6: topic Q0 document rank score tag' q bad
}

@test "simulate sampling and plan map understand the names that evaluation understands" {
	for topic in 1 2 3; do
		printf "$topic 0 %s\n" 'a 1' 'b 0' 'c 1' 'd 1' >&3
		printf "$topic Q0 %s A\n" 'a 0 2' 'b 0 1' "c 0 -$topic" >&4
		printf "$topic Q0 %s B\n" 'c 0 2' "a 0 -$topic" >&5
	done 3>judged 4>A 5>B
	evaluate simulate sampling -m map -m P.2 --depths=1 --samples=2 --format=csv judged A B
	[ "$exit_status" = 0 ] && [ -s stdout ] || fail "$(cat stderr)"
	cp stdout expected
	for names in 'AP P@2' 'map P_2' 'MAP Precision@2'; do
		evaluate simulate sampling -m "$names" --depths=1 --samples=2 --format=csv judged A B
		cmp expected stdout || fail "$names: $(cat stderr)"
	done
	refused 64 '-m AP(rel=2): neither a measure that is estimated from samples (map, Rprec, P), nor one of the estimates (statAP ...)' \
		simulate sampling -m 'AP(rel=2)' --depths=1 judged A B
	slip "did you mean 'map'?" simulate sampling -m mapp --depths=1 judged A B
	evaluate plan map -m map --quiet-warnings --topics=5 judged A
	[ "$exit_status" = 0 ] && [ -s stdout ] || fail "$(cat stderr)"
	cp stdout expected
	evaluate plan map -m AP --quiet-warnings --topics=5 judged A
	cmp expected stdout
	evaluate plan map -m 'AP(rel=1)' --quiet-warnings --topics=5 judged A
	assert_equal "$exit_status" 0
	grep -q 'AP(rel=1)' stdout
}

@test "an option that another command has is said to be there" {
	evaluate --baseline=r q r
	assert_equal "$exit_status $(tail -1 stderr)" "64 strat_eval: unrecognized option '--baseline=r'; 'strat_eval compare' has --baseline"
	evaluate --privileged q r
	assert_equal "$exit_status $(tail -1 stderr)" "64 strat_eval: unrecognized option '--privileged'; 'strat_eval validate' has --withheld"
}

@test "no unknown option brings control characters to the terminal" {
	local word
	for word in $'--a\033[31m' $'--a=\033[31m' $'--elusion=\302\23331m' $'-\033[31m' $'--a\302\233=1'; do
		evaluate "$word" q r
		assert_equal "$exit_status" 64
		[ "$(LC_ALL=C tr -d '\n\40-\176' <stderr | wc -c)" -eq 0 ] || fail "$(cat -v stderr)"
		[ -s stderr ]
	done
	evaluate $'--elusion=\033[31m' q r
	assert_equal "$(cat stderr)" \
		"strat_eval: unrecognized option '--elusion=\\x1b[31m'; 'strat_eval plan elusion' has --elusion"
}
