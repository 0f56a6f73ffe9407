#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# An option twice: data and questions add or are refused with both values, trec_eval's own options and those about how
# work is done and shown take the last, and the same value once more says nothing new. test_options.c goes through the
# tables; here the options do what they say.

load ../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

@test "two different files of labels are refused in sample; in an evaluation they are two judges" {
	labels=$STRAT_EVAL_ROOT/qrels-samples/labels
	cp "$labels/model.csv" b.csv
	refused_by sample 64 "--labels=b.csv: there is --labels=$labels/model.csv already; only one can be given" --labels="$labels/model.csv" --labels=b.csv
	# the same file twice is one file
	"$STRAT_EVAL" -l 2 -R csv -T set --labels=b.csv -m est_recall "$labels/judged.csv" "$labels/produced.txt" >once
	"$STRAT_EVAL" -l 2 -R csv -T set --labels=b.csv --lab b.csv -m est_recall "$labels/judged.csv" "$labels/produced.txt" >twice
	cmp once twice
}

@test "of trec_eval's own options the last counts, as in trec_eval, and -m adds" {
	# trec_eval 10.0 prints the same numbers for each of these lines
	printf '1 0 a 1\n1 0 b 2\n1 0 c 0\n' >q
	printf '1 Q0 a 1 3 tag\n1 Q0 b 2 2 tag\n1 Q0 c 3 1 tag\n' >r
	prints -l 2 -l 1 -m num_rel q r <<<'num_rel all 2'
	prints -M 1 -M 2 -m num_ret q r <<<'num_ret all 2'
	prints -N 5 -N 9 -m utility.0,0,0,1 q r <<<'utility_0,0,0,1 all 6.0000'
	prints -R prefs -R qrels -T trec_results -T trec_results -m num_rel q r <<<'num_rel all 2'
	printf '%s\n' 'num_ret all 3' 'num_rel all 2' | prints -m num_rel -m num_ret -m num_rel q r
}

@test "of switches of execution and output the last counts" {
	printf '1 0 a 1\n2 0 b 2\n' >q
	printf '1 Q0 a 1 3 tag\n2 Q0 c 1 3 tag\n2 Q0 b 2 2 tag\n' >r
	"$STRAT_EVAL" --ci=t --level=0.9 --format=csv --digits=2 -m map q r >once
	"$STRAT_EVAL" --ci=t --level=0.5 --level=0.9 --format=jsonl --format=csv --digits=7 --digits=2 --jobs=2 --jobs=1 --seed=4 --seed=1 -m map q r >twice
	cmp once twice
}

@test "a column has one name, and a list is told as one" {
	printf 'topic,docno,rel,Second\n1,a,1,0\n' >q
	printf '1 Q0 a 1 3 tag\n' >r
	refused 64 '--column=rel=Second: there is --column=rel=rel already; only one can be given' -R csv --column=rel=rel --column=rel=Second q r
	prints -R csv --column=rel=rel --column=relevance=rel -m num_rel q r <<<'num_rel all 1'
	refused_by 'plan' 64 '--size=200: there is --size=100 already; only one can be given; for both type --size=100,200' \
		richness -N 1000 --richness=.1 --size=100 --size=200
	"$STRAT_EVAL" plan richness -N 1000 --richness=.1 --size=100,200 >both
}

@test "the same value once more changes nothing, in every line of the battery" {
	only_with_test_all
	# counts are counted each; old lines of simulate are refused with the whole line, which is another one then
	cat >twice <<-END
		#!/bin/bash
		words=()
		for word; do
			words+=("\$word")
			case \$word in
			--produced=* | --production=* | --null=* | --culled=* | --withheld=* | --collection*=* | --wins=* | --*retrieved*=*) ;;
			--stratum=* | --system=* | --topic=*) ;;
			--scores=*) [ "\${words[0]}" = agree ] || words+=("\$word") ;; # of each side
			--*=*) words+=("\$word") ;;
			esac
		done
		# what an old name is now is said each time
		{ (exec -a strat_eval "$STRAT_EVAL" "\${words[@]}") 2>&1 >&3 | awk '!seen[\$0]++' >&2; exit \${PIPESTATUS[0]}; } 3>&1
	END
	chmod +x twice
	grep -v '^simulate --' "$STRAT_EVAL_ROOT/tests/battery.txt" >lines
	BATTERY=lines run bash "$STRAT_EVAL_ROOT/tests/battery.sh" "$STRAT_EVAL" ./twice =
	assert_success
	assert_output --regexp ' 0 different'
}
