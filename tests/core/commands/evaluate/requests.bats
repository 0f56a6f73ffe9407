#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What -m asks for, what the output looks like, and several runs in one call: all that is beyond
# trec_eval.
#
# Expected values are worked out by hand beside the test or come from reference.pl.

load ../../../support/helper

# Topic 1 ranks a b c d, grades 2 0 - 1; e (grade 1) is not retrieved. R = 3, or 1 at level 2.
# Topic 2 ranks a b, grades 0 1. R = 1, or 0 at level 2.
small()
{
	printf '%s\n' '1 0 a 2' '1 0 b 0' '1 0 d 1' '1 0 e 1' '2 0 a 0' '2 0 b 1' >q
	printf '%s\n' '1 Q0 a 1 4 tag' '1 Q0 b 2 3 tag' '1 Q0 c 3 2 tag' '1 Q0 d 4 1 tag' \
		'2 Q0 a 1 2 tag' '2 Q0 b 2 1 tag' >r
}

# It may be near one: tests/core/main/slips.bats.
no_measure() # NAME
{
	evaluate -m "$1" q r
	assert_equal "$1: $exit_status $(sed 's/; did you mean .*//' stderr)" \
		"$1: 64 strat_eval: -m $1: no such measure or nickname (--help lists them)"
	[ ! -s stdout ]
}

@test "-m P.5 -m P.10 gives both, and cutoffs of all requests are united and sorted" {
	small
	# P_1: 1, 0; P_2: 1/2, 1/2; P_4: 2/4, 1/4
	prints -m P.4 -m P.1 q r <<-'END'
		P_1 all 0.5000
		P_4 all 0.3750
	END
	prints -m P.4,1 -m P.2 -m P.1,2 -m P.2 q r <<-'END'
		P_1 all 0.5000
		P_2 all 0.5000
		P_4 all 0.3750
	END
	prints -m iprec_at_recall.1 -m iprec_at_recall..5,0 q r <<-'END'
		iprec_at_recall_0.00 all 0.7500
		iprec_at_recall_0.50 all 0.5000
		iprec_at_recall_1.00 all 0.2500
	END
	evaluate -m P -m P.7 q r
	assert_equal "$(cut -f1 stdout | tr -d ' ' | tr '\n' ' ')" \
		'P_5 P_7 P_10 P_15 P_20 P_30 P_100 P_200 P_500 P_1000 '
}

@test "different parameters of a measure with one column give one column each, the same ones give one" {
	small
	# r - (n - r): 2-2 = 0, 1-1 = 0; 2r - (n - r): 2, 1
	prints -m utility -m utility.2,-1,0,0 -m utility.2,-1,0,0 -m utility q r <<-'END'
		utility all 0.0000
		utility_2,-1,0,0 all 1.5000
	END
	# with and without a cutoff: first relevant at rank 1 and 2
	prints -m recip_rank -m recip_rank.1 q r <<-'END'
		recip_rank all 0.7500
		recip_rank_1 all 0.5000
	END
}

@test "parameters given by name replace those of a nickname, and only of that measure" {
	small
	evaluate -m all_trec -m P.3 -m relstring.1 -m ndcg.1=1 -m success.4 -q q r
	# P_3: 1/3; ndcg with its usual gains: (2 + 1/log2(5)) / (2 + 1/log2(3) + 1/2) = 2.430677 / 3.130930
	cp stdout with
	evaluate -m all_trec -q q r
	assert_equal "$(grep -P '^(P|relstring|ndcg|success)(_\S*)? .*\t1\t' with | grep -v ndcg_cut | grep -v ndcg_rel | cut -f1,3 | tr -s ' ')" \
		$'P_3 \t0.3333\nrelstring_1 \t\'2\'\nndcg_1=1 \t0.7763\nsuccess_4 \t1.0000'
	# everything else is as before
	diff <(grep -vP '^(P_\d+|relstring|relstring_1|ndcg|ndcg_1=1|success_\d+) ' with) \
		<(grep -vP '^(P_\d+|relstring|ndcg|success_\d+) ' stdout)
	# asked for by name without parameters, the defaults stay
	evaluate -m official -m P q r
	cp stdout with
	evaluate -m official q r
	cmp with stdout
	# and two nicknames give each measure once
	evaluate -m official -m set -m official q r
	assert_equal "$(cut -f1 stdout | sort | uniq -d)" ''
	assert_equal "$(wc -l <stdout | tr -d ' ')" 36 # 30 of official, utility and five of set
}

@test "every name that is printed is a request for that line" {
	only_with_test_all
	small
	local name requests=0
	evaluate -m all_trec -m review -m recip_rank.10 -m iprec_at_recall.0.25 -m ndcg.1=1,2=3 -m set_F.0.5 \
		-m utility.1,-1,0,0 -m rbp.p=0.5 -m recall_at.12.5 q r
	assert_equal "$exit_status $(cat stderr)" '0 '
	cp stdout all
	while read -r name; do
		evaluate -m "$name" q r
		assert_equal "$name: $exit_status $(cat stderr)" "$name: 0 "
		cmp stdout <(grep -P "^\Q$name\E *\t" all) || fail "-m $name: $(cat stdout)"
		requests=$((requests + 1))
	done < <(cut -f1 all | tr -d ' ')
	[ "$requests" -gt 80 ]
	# bounds have names too
	printf '%s\n' '1 0 a 1 0.1' '1 0 b 0 0.1' >probs
	evaluate -R probs --ci -m est_recall.1 -m est_P.1,2 -m statP.2 probs r
	cp stdout all
	assert_equal "$(grep -c '^ci_' all)" 8
	while read -r name; do
		evaluate -R probs -m "$name" probs r
		grep -q -P "^\Q$name\E *\t" stdout || fail "$name: $(cat stdout stderr)"
		diff <(grep -P "^\Q$name\E *\t" all) <(grep -P "^\Q$name\E *\t" stdout)
	done < <(cut -f1 all | tr -d ' ')
	# what would be printed otherwise is no name
	for name in P_05 P_5,10 P_5.5 P_ P_x P_0 _5 map_5 nosuch_5 iprec_at_recall_0.1 recall_at_10 official_5 ci_lo_num_q_5; do
		no_measure "$name"
	done
	# as P.4: it adds to other cutoffs, and a nickname's give way
	prints -m P_4 -m P.1 q r <<-'END'
		P_1 all 0.5000
		P_4 all 0.3750
	END
	evaluate -m official -m P_4 q r
	assert_equal "$(grep -o '^P_[0-9]*' stdout)" P_4
}

@test "names of ir_measures are understood and print trec_eval's names and values, or their own with rel" {
	small
	local alias request number=0
	while read -r alias request; do
		[ $((number++ % $(cases 1 2))) = 0 ] || continue
		evaluate -q -m "$alias" q r
		assert_equal "$alias: $exit_status $(cat stderr)" "$alias: 0 "
		cp stdout given
		# shellcheck disable=SC2086
		perl "$REFERENCE" -q $request q r >expected
		case $alias in *rel=*)
			cut -f2- expected | sed "s/^/$alias /" | trec_lines >named && mv named expected ;;
		esac
		[ -s expected ] || fail "$request: the reference has nothing"
		cmp expected given || fail "-m $alias: $(diff expected given)"
	done <<-'END'
		AP -m map
		AP@2 -m map_cut.2
		AP(rel=2) -m map -l2
		AP(rel=2)@3 -m map_cut.3 -l2
		P@5 -m P.5
		P(rel=2)@5 -m P.5 -l2
		R@100 -m recall.100
		R(rel=2)@1 -m recall.1 -l2
		RR -m recip_rank
		RR@1 -m recip_rank.1
		RR(rel=2)@10 -m recip_rank.10 -l2
		RR(rel=2) -m recip_rank -l2
		nDCG -m ndcg
		nDCG@10 -m ndcg_cut.10
		nDCG@2 -m ndcg_cut.2
		nDCG(dcg='exp-log2') -m ndcg_exp
		nDCG(dcg='exp-log2')@3 -m ndcg_exp_cut.3
		Rprec -m Rprec
		Rprec(rel=2) -m Rprec -l2
		Bpref -m bpref
		Bpref(rel=2) -m bpref -l2
		infAP -m infAP
		RBP(p=0.8) -m rbp.p=0.8
		RBP -m rbp.p=0.8
		Judged@10 -m judged.10
		Judged@3 -m judged.3
		Success@1 -m success.1
		Success(rel=2)@1 -m success.1 -l2
		IPrec@0.1 -m iprec_at_recall.0.1
		IPrec(rel=2)@0.1 -m iprec_at_recall.0.1 -l2
		SetP -m set_P
		SetP(rel=2) -m set_P -l2
		SetR -m set_recall
		SetAP -m set_map
		SetF -m set_F
		NumQ -m num_q
		NumRet -m num_ret
		NumRel -m num_rel
		NumRel(rel=2) -m num_rel -l2
		NumRet(rel=2) -m num_rel_ret -l2
		MAP -m map
		MAP@2 -m map_cut.2
		MAP(rel=2) -m map -l2
		NDCG -m ndcg
		NDCG@10 -m ndcg_cut.10
		nDCG(dcg='log2')@2 -m ndcg_cut.2
		nDCG(dcg="exp-log2")@3 -m ndcg_exp_cut.3
		NDCG(dcg='exp-log2') -m ndcg_exp
		MRR -m recip_rank
		MRR(rel=2)@10 -m recip_rank.10 -l2
		Precision@5 -m P.5
		Recall(rel=2)@1 -m recall.1 -l2
		RPrec -m Rprec
		BPref -m bpref
		NumRelRet -m num_rel_ret
		NumRelRet(rel=2) -m num_rel_ret -l2
		SetRelP -m set_relative_P
		SetP(relative=True) -m set_relative_P
	END
}

@test "an argument may name several measures, with blanks between" {
	small
	local text
	evaluate -q -m map -m ndcg_cut.10 -m 'P(rel=2)@1' -m num_rel_ret q r
	cp stdout expected
	for text in 'AP nDCG@10 P(rel=2)@1 NumRelRet' ' map  ndcg_cut_10	P(rel=2)@1 num_rel_ret ' \
		'"AP nDCG@10 P(rel=2)@1 NumRelRet"'; do
		evaluate -q -m "$text" q r
		cmp expected stdout || fail "$text: $(cat stderr)"
	done
	# blanks before a number are none between measures, as ever
	prints -m 'P. 4, 1' -m 'P@ 2' q r <<-'END'
		P_1 all 0.5000
		P_2 all 0.5000
		P_4 all 0.3750
	END
	# the one that is wrong is named
	refused 64 '-m nosuch: no such measure or nickname (--help lists them)' -m 'AP nosuch P@5' q r
	refused 64 '-m  : no such measure or nickname (--help lists them)' -m ' ' q r
	# in a comparison measures of pairs may be among them
	sed 's/ b 2 3/ b 0 9/; s/tag/other/' r >s
	evaluate compare -m map -m E_diff -m P.1 q r s
	[ -s stdout ] || fail "$(cat stderr)"
	cp stdout expected
	evaluate compare -m 'map E_diff P_1' q r s
	assert_equal "$exit_status $(cat stderr)" '0 '
	cmp expected stdout
}

@test "aliases and names unite, and a level of its own holds for that request only" {
	small
	prints -m P@4 -m P.1 -m P@1 q r <<-'END'
		P_1 all 0.5000
		P_4 all 0.3750
	END
	# level 2: topic 1: 1/1, topic 2: 0. Level 1: AP = (1 + 2/4) / 3 = 1/2 and 1/2
	prints -m 'RR(rel=2)@10' -m AP -m 'P(rel=2)@1' q r <<-'END'
		map all 0.5000
		RR(rel=2)@10 all 0.5000
		P(rel=2)@1 all 0.5000
	END
	# -l is for those without
	prints -l2 -m 'AP(rel=1)' -m num_rel q r <<-'END'
		num_rel all 1
		AP(rel=1) all 0.5000
	END
}

@test "a level of its own stands under the name that was asked for, beside the other one" {
	small
	prints -m AP -m 'AP(rel=2)' -m 'P(rel=2)@5,1' -m P@5 -m 'P( rel=2 )@2' q r <<-'END'
		map all 0.5000
		AP(rel=2) all 0.5000
		P(rel=2)@1 all 0.5000
		P(rel=2)@2 all 0.2500
		P(rel=2)@5 all 0.1000
		P_5 all 0.3000
	END
	prints -l2 -m AP -m 'AP(rel=2)' q r <<-'END'
		map all 0.5000
		AP(rel=2) all 0.5000
	END
	# with and without the unjudged; csv and comparison know the names too
	prints -m 'P@4 P(judged_only=True)@4' q r <<-'END'
		P_4 all 0.3750
		P(judged_only=True)@4 all 0.3750
	END
	evaluate --format=csv -m 'AP(rel=2)' q r
	assert_equal "$(sed -n 2p stdout | cut -d, -f3)" 'AP(rel=2)'
	sed 's/ b 2 3/ b 0 9/; s/tag/other/' r >s
	evaluate compare --quiet-warnings --baseline=tag -m 'AP(rel=2)' q r s
	assert_equal "$exit_status $(cat stderr)" '0 '
	grep -q 'AP(rel=2)' stdout
}

@test "names that ir_measures would not have are refused" {
	small
	local name
	refused 64 '-m P(rel=2): a cutoff is needed, as in P@10' -m 'P(rel=2)' q r
	refused 64 '-m Compat@5: this measure takes no cutoff' -m Compat@5 q r
	refused 64 '-m AP(judged_only=1): judged_only is True or False' -m 'AP(judged_only=1)' q r
	refused 64 '-m nDCG(gains=3): gains are written as {1:1,2:3}' -m 'nDCG(gains=3)' q r
	refused 64 '-m Compat(q=1): '"'q=1' is not a setting of this measure" -m 'Compat(q=1)' q r
	refused 64 '-m compat.1: compat takes settings only: p=0.95 normalize=1' -m compat.1 q r
	refused 64 '-m err.x: err takes numbers, and settings: max=4' -m err.x q r
	refused 64 '-m AP@@5: a cutoff is a whole number, as in AP@10' -m AP@@5 q r
	for name in 'P@' 'P@[]' 'SetF(beta=)' 'IPrec(recall=)'; do
		refused 64 "-m $name: a number is missing" -m "$name" q r
	done
	for name in '@5' '(rel=2)' 'P(rel=2@5' 'XYZ(rel=2)@5' ')' '(' '@'; do
		no_measure "$name"
	done
	refused 64 '-m P(rel=x)@5: rel is not a whole number' -m 'P(rel=x)@5' q r
	refused 64 '-m P(rel=)@5: rel is not a whole number' -m 'P(rel=)@5' q r
	refused 64 "-m P(foo=2)@5: 'foo=2' is not a setting of this measure" -m 'P(foo=2)@5' q r
	refused 64 '-m P@x: a cutoff is a whole number, as in P@10' -m P@x q r
	refused 64 '-m P@0: P takes whole numbers above 0' -m P@0 q r
	refused 64 "-m map.3: map takes no parameters; did you mean 'map@3'?" -m map.3 q r
	refused 64 '-m official.3: a nickname takes no parameters' -m official.3 q r
}

@test "--help lists every measure, and -h -m NAME prints the manual of exactly that one" {
	evaluate --help
	assert_equal "$exit_status $(cat stderr)" '0 '
	cp stdout help
	local name names=() asked=()
	while read -r name _; do
		names+=("$name") asked+=(-m "$name")
	done < <(sed -n '/^Measures/,/^Nicknames/{/^  /p}' help)
	# trec_eval has 57 measures; each one in the source has an example
	local built
	built=$(cat "$ROOT"/measures/{answers,classic,estimate,review}/*.c | grep -c '\.example = ')
	assert_equal "${#names[@]}" "$built"
	[ "${#names[@]}" -gt 60 ]
	for name in official set all_trec all_prefs prefs qrels_jg; do
		grep -q "^Nicknames:.* $name\( \|$\)" help || fail "no nickname $name"
	done
	# all manuals together: one heading for each, in the same order, with text under it
	evaluate -h "${asked[@]}"
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(grep -o '^[^ ]* - ' stdout | cut -d' ' -f1 | tr '\n' ' ')" "${names[*]} "
	perl -ne 'if (/^\S/) { die "no text before: $_" if $. > 1 && !$text; $text = 0 } else { $text++ }
		END { die "no text at the end" unless $text }' stdout
	# one alone
	evaluate -h -m P.5
	assert_equal "$(grep -c '^[^ ]' stdout)" 1
	assert_regex "$(head -1 stdout)" '^P - .'
	grep -q '5,10,15,20,30,100,200,500,1000' stdout
	refused 64 '-m nosuch: no such measure or nickname (--help lists them)' -h -m nosuch
}

@test "--help tells the formats, and --version the version, on standard output" {
	evaluate --help
	local format
	for format in '-R qrels ' '-R qrels_jg ' '-R prefs ' '-R qrels_prefs ' '-T trec_results '; do
		grep -qF -e "  $format" stdout || fail "no $format"
	done
	evaluate --help -R qrels_jg -T trec_results
	assert_equal "$(grep -o '^-[RT] [a-z_]* - ' stdout)" $'-R qrels_jg - \n-T trec_results - '
	refused 64 '-R nosuch: not one of the formats of judgments beir, csv, diversity, json, jsonl, nuggets, pairs, prefs, prels, probs, qrels, qrels_jg, qrels_prefs, strata, table, topics' -h -R nosuch
	local version
	version=$(sed -n 's/^#define PROGRAM_VERSION "\(.*\)"/\1/p' "$ROOT/core/options/command.h")
	for format in -v --version; do
		evaluate $format
		assert_equal "$exit_status $(head -1 stdout)$(cat stderr)" "0 strat_eval $version"
	done
}

@test "--digits sets the digits of real numbers and leaves whole ones alone" {
	small
	printf '3 0 a 1\n3 0 b 0\n3 0 c 0\n' >>q
	printf '3 Q0 %s tag\n' 'b 1 3' 'c 2 2' 'a 3 1' >>r
	# map: (1/2 + 1/2 + 1/3) / 3 = 4/9
	prints --digits=10 -m map -m num_ret q r <<-'END'
		num_ret all 9
		map all 0.4444444444
	END
	prints --digits=1 -m map -m num_ret q r <<-'END'
		num_ret all 9
		map all 0.4
	END
	evaluate --digits=17 -m map q r
	assert_regex "$(cut -f3 stdout)" '^0\.444444444444444[0-9]{2}$'
	evaluate --digits=0 -m map q r
	assert_equal "$(cut -f3 stdout | tr -d ' ')" 0
	evaluate --digits=6 --format=csv -m map q r
	assert_equal "$(tail -1 stdout | cut -d, -f1-4)" 'tag,all,map,0.444444'
	# without --digits csv and jsonl have what it takes to read back the same number, here 4/9
	evaluate --format=csv -m map -m num_ret q r
	assert_equal "$(tail -2 stdout | cut -d, -f1-4)" $'tag,all,num_ret,9\ntag,all,map,0.4444444444444444'
	evaluate --format=jsonl -m map q r
	assert_equal "$(cat stdout)" '{"runid":"tag","topic":"all","measure":"map","value":0.4444444444444444,"n":3,"file":"r","asked":"map"}'
}

@test "csv has a header and a runid column, and quotes commas and quotation marks as RFC 4180 says" {
	printf '%s\n' 'a,b 0 x 1' '"q" 0 x 1' >q
	printf '%s\n' 'a,b Q0 x 1 1 r' '"q" Q0 x 1 1 my,"run"' >r
	# AP = 1 in both topics; one document, relevant, in each: utility 1; '"' comes before 'a'
	cat >expected <<-'END'
		runid,topic,measure,value,method,level,draws,seed,tail,n,design,estimator,file,asked
		"my,""run""","""q""",num_ret,1,,,,,,1,,,r,num_ret
		"my,""run""","""q""",map,1,,,,,,1,,,r,map
		"my,""run""","""q""",relstring,'1',,,,,,,,,r,relstring
		"my,""run""","""q""","utility_1,-1,0,0",1,,,,,,1,,,r,"utility.1,-1,0,0"
		"my,""run""","a,b",num_ret,1,,,,,,1,,,r,num_ret
		"my,""run""","a,b",map,1,,,,,,1,,,r,map
		"my,""run""","a,b",relstring,'1',,,,,,,,,r,relstring
		"my,""run""","a,b","utility_1,-1,0,0",1,,,,,,1,,,r,"utility.1,-1,0,0"
		"my,""run""",all,num_q,2,,,,,,2,,,r,num_q
		"my,""run""",all,num_ret,2,,,,,,2,,,r,num_ret
		"my,""run""",all,map,1,,,,,,2,,,r,map
		"my,""run""",all,"utility_1,-1,0,0",1,,,,,,2,,,r,"utility.1,-1,0,0"
	END
	evaluate --format=csv -q -m map -m num_ret -m num_q -m relstring -m utility.1,-1,0,0 -m runid q r
	assert_equal "$exit_status $(cat stderr)" '0 '
	same_output csv
}

@test "csv and jsonl of several runs have one header, no runid lines, and all other lines of the trec format" {
	small
	sed 's/tag$/second/' r >r2
	evaluate --format=csv --digits=4 -q q r r2
	cut -d, -f1-4 stdout >csv
	assert_equal "$(sed 1d stdout | cut -d, -f13 | uniq)" $'r\nr2'
	evaluate --format=jsonl --digits=4 -q q r r2
	cp stdout jsonl
	evaluate -q q r r2
	# back from the trec format
	perl -lane '($m, $t, $v) = split /\t/; $m =~ s/ +$//; if ($m eq "runid") { $run = $v; next }
		print "$run,$t,$m,$v"' stdout >lines
	{ echo runid,topic,measure,value; cat lines; } >expected
	cmp expected csv
	perl -MJSON::PP -ne 'my $x = decode_json($_);
		printf "%s,%s,%s,%s\n", @$x{qw(runid topic measure)}, /"value":([^,}]*)/' jsonl >given
	cmp lines given
}

@test "jsonl is one valid JSON object a line, with numbers as numbers and all texts escaped" {
	printf '%s\n' $'t"\\\x01 0 x 1' $'\xc3\xa9 0 x 1' $'\xff\xed\xa0\x80 0 x 1' >q
	sed -e 's/ 0 x 1/ Q0 x 1 1 r"\\\t/' -e $'s/r"\\\\\t/r"\\\\/' q >r
	evaluate --format=jsonl -q -m map -m relstring -m num_ret q r
	assert_equal "$exit_status $(cat stderr)" '0 '
	# decode_json() dies on anything that is not JSON in UTF-8; encode with sorted keys to compare
	perl -MJSON::PP -ne 'my $x = decode_json($_); delete $x->{n}; delete $x->{file} eq "r" or die; $json ||= JSON::PP->new->canonical->ascii; print $json->encode($x), "\n"' \
		stdout >given
	# bytes that are not UTF-8 (a lone 0xff, a surrogate) are U+FFFD each; bytewise order: t, U+00E9, 0xff
	cat >expected <<-'END'
		{"asked":"num_ret","measure":"num_ret","runid":"r\"\\","topic":"t\"\\\u0001","value":1}
		{"asked":"map","measure":"map","runid":"r\"\\","topic":"t\"\\\u0001","value":1}
		{"asked":"relstring","measure":"relstring","runid":"r\"\\","topic":"t\"\\\u0001","value":"'1'"}
		{"asked":"num_ret","measure":"num_ret","runid":"r\"\\","topic":"\u00e9","value":1}
		{"asked":"map","measure":"map","runid":"r\"\\","topic":"\u00e9","value":1}
		{"asked":"relstring","measure":"relstring","runid":"r\"\\","topic":"\u00e9","value":"'1'"}
		{"asked":"num_ret","measure":"num_ret","runid":"r\"\\","topic":"\ufffd\ufffd\ufffd\ufffd","value":1}
		{"asked":"map","measure":"map","runid":"r\"\\","topic":"\ufffd\ufffd\ufffd\ufffd","value":1}
		{"asked":"relstring","measure":"relstring","runid":"r\"\\","topic":"\ufffd\ufffd\ufffd\ufffd","value":"'1'"}
		{"asked":"num_ret","measure":"num_ret","runid":"r\"\\","topic":"all","value":3}
		{"asked":"map","measure":"map","runid":"r\"\\","topic":"all","value":1}
	END
	sed 's/"value":1\.0*}/"value":1}/' given | diff expected - || fail "jsonl"
}

# 20 runs of different length, with ties, some without all topics.
twenty_runs()
{
	perl -e 'srand 7; my @d = map { "d$_" } 1 .. 40;
		open my $q, ">", "q"; for my $t (1 .. 12) { for (@d) { print $q "$t 0 $_ ", int rand 3, "\n" if rand() < .6 } }
		for my $r (1 .. 20) { open my $o, ">", sprintf "run%02d", $r;
			for my $t (1 .. 12) { next if $r % 5 == 0 && $t == 7;
				for (@d) { print $o "$t Q0 $_ 0 ", int(rand 9), " system$r\n" if rand() < $r / 20 || $_ eq "d3" } } }'
}

@test "the output of several runs is the block of each, in the order given, opened by its runid line, for any --jobs" {
	twenty_runs
	local run jobs
	local -a runs=(run*)
	assert_equal "${#runs[@]}" 20
	# in falling order, so that the order of the command line can be told from that of names
	mapfile -t runs < <(printf '%s\n' "${runs[@]}" | sort -r)
	for run in "${runs[@]}"; do
		perl "$REFERENCE" -q -m official -m ndcg "q" "$run" 2>/dev/null >one
		grep '^runid ' one
		grep -v '^runid ' one
	done >expected
	for jobs in --jobs=1 --jobs=2 --jobs=4 --jobs=8 --jobs=1024 ''; do
		evaluate -q -m official -m ndcg --quiet-warnings $jobs q "${runs[@]}"
		assert_equal "$exit_status $(cat stderr)" '0 '
		same_output "$jobs"
	done
	# the runid line is there also where nobody asked for it, once
	evaluate --quiet-warnings -m num_q q run01 run05
	trec_lines >expected <<-'END'
		runid all system1
		num_q all 12
		runid all system5
		num_q all 11
	END
	same_output 'num_q'
	# a single run has it only on request
	prints -m num_q q run01 <<<'num_q all 12'
}

@test "warnings of several runs name the run, in the order given" {
	twenty_runs
	evaluate -m num_q q run10 run01 run05
	assert_equal "$exit_status $(cat stderr)" "0 strat_eval: warning: run10: 1 of 12 judged topics is missing from the run; left out of its means (-c counts them)
strat_eval: warning: run05: 1 of 12 judged topics is missing from the run; left out of its means (-c counts them)"
}

@test "one bad run among several gives the error and no output at all" {
	twenty_runs
	echo '1 Q0 d1 1 high bad' >bad
	local jobs
	for jobs in 1 2 8; do
		refused 1 "bad:1: score 'high' is not a number" --jobs=$jobs q run01 run02 bad run03
		refused 1 "bad:1: score 'high' is not a number" --jobs=$jobs --format=csv -q q bad run*
		refused 2 'missing: cannot read: No such file or directory' --jobs=$jobs q run* missing
		refused 2 'missing: cannot read: No such file or directory' --jobs=$jobs q missing run01 bad
	done
	printf 'x Q0 d1 1 1 other\n' >other
	refused 1 "other: no topic of the run has judgments in q: the run has 'x', and judged is '1'" q run01 other
}

@test "a run on standard input may stand among files" {
	twenty_runs
	evaluate --quiet-warnings -m num_ret q run01 - run03 <run02
	cp stdout given
	evaluate --quiet-warnings -m num_ret q run01 run02 run03
	cmp stdout given
	assert_equal "$(grep -c ^num_ret given)" 3
}

@test "each format of judgments has its own default measures" {
	printf '1 g a 1\n1 g b 0\n' >jg
	sed 's/ g / g s /' jg >p
	printf '1 Q0 a 1 2 tag\n1 Q0 b 2 1 tag\n' >r
	default() # FORMAT FILE NICKNAME
	{
		evaluate -R "$1" "$2" r
		cp stdout given
		evaluate -R "$1" -m "$3" "$2" r
		assert_equal "$exit_status" 0
		cmp given stdout
	}
	default qrels jg official
	default qrels_jg jg qrels_jg
	default prefs p prefs
	default qrels_prefs jg prefs
	prints -R prefs p r <<-'END'
		runid all tag
		num_q all 1
		prefs_num_prefs_poss all 1
		prefs_num_prefs_ful all 1
		prefs_num_prefs_ful_ret all 1
		prefs_simp all 1.0000
		prefs_pair all 1.0000
		prefs_avgjg all 1.0000
	END
}

@test "a share in percent may be asked for by the name that is printed" {
	printf '1 0 r 1\n1 0 s 1\n1 0 x 0\n1 0 y 0\n' >q
	printf '1 Q0 %s\n' 'r 1 9 a' 'x 2 8 a' 's 3 7 a' 'y 4 6 a' >run
	# half of four documents have one of the two that are relevant
	run "$STRAT_EVAL" -m 'recall_at_50%' q run
	assert_success
	assert_output "$(printf 'recall_at_50%%         \tall\t0.5000')"
}
