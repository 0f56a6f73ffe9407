#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Exports of Everlaw, Rayyan and Covidence, whose decisions stand within longer texts, and what a file is taken for.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

# 20 documents each, the first five produced and all coded; of the other 15, two are relevant: 8 and 15. By hand: 5 of 5
# produced ones less document 3 are relevant, 4; the list of all is the export.
everlaw() {
	printf 'Begin #,End #,Rating,Codes\n'
	for i in $(seq 1 20); do
		code='Privilege:No; Responsive:No'
		case $i in 1 | 2 | 4 | 5 | 8 | 15) code='Responsive: Yes, Hot:No' ;; esac
		printf 'D%d,D%d,Cold,"%s"\n' "$i" "$i" "$code"
	done
}

# Two reviewers who agree, and one who was alone.
rayyan() {
	printf 'key,title,notes\n'
	for i in $(seq 1 20); do
		vote='""Ann""=>""Excluded"",""Bob""=>""Excluded""'
		case $i in 1 | 2 | 4 | 5 | 8 | 15) vote='""Ann""=>""Included""' ;; esac
		printf 'D%d,T,"RAYYAN-INCLUSION: {%s} | RAYYAN-EXCLUSION-REASONS: wrong population"\n' "$i" "$vote"
	done
}

# The column of the reasons is Notes; Tags is for anything.
covidence() {
	printf 'Title,Covidence #,Study,Notes,Tags\n'
	for i in $(seq 1 20); do
		note='Exclusion reason: Wrong study design; '
		case $i in 1 | 2 | 4 | 5 | 8 | 15) note= ;; esac
		printf 'T,D%d,S 2020,%s,SRH\n' "$i" "$note"
	done
}

@test "exports of Everlaw, Rayyan and Covidence are counted as they are" {
	seq 1 5 | sed 's/^/D/' >produced
	for tool in everlaw rayyan covidence; do
		$tool >export.csv
		run --separate-stderr "$STRAT_EVAL" validate export.csv --produced=produced --collection=export.csv
		assert_success
		assert_line 'strat_eval validate --collection=20 --produced=5::4 --null=15::2'
	done
	# what Covidence does not write is taken as included, and that is said
	assert_equal "$stderr" 'strat_eval: warning: export.csv has reasons for exclusion and no other decisions: documents without one are taken as included'
	# its reasons may stand among the tags
	sed 's/^\(.*\),\(Excl[^,]*\),SRH$/\1,,\2/' export.csv >tags.csv
	run --separate-stderr "$STRAT_EVAL" validate tags.csv --produced=produced --collection=tags.csv
	assert_line 'strat_eval validate --collection=20 --produced=5::4 --null=15::2'
}

@test "a file of Covidence without any reason, and votes that differ, are not decided by the program" {
	seq 1 5 | sed 's/^/D/' >produced
	covidence | sed 's/Excl[^,]*//' >export.csv
	run "$STRAT_EVAL" validate export.csv --produced=produced --collection=export.csv
	assert_failure 1
	assert_output --partial "export.csv:1: no column 'rel' in the header"
	rayyan | sed '2s/{[^}]*/{""Ann""=>""Included"",""Bob""=>""Excluded""/' >export.csv
	run "$STRAT_EVAL" validate export.csv --produced=produced --collection=export.csv
	assert_failure 1
	assert_output --partial "relevance 'conflict' is neither a whole number nor a known word"
	# a record without a vote was not reviewed
	rayyan | sed '20s/RAYYAN-INCLUSION: {[^}]*} | //' >export.csv
	run --separate-stderr "$STRAT_EVAL" validate export.csv --produced=produced --collection=export.csv --drawn-from=null
	assert_line 'strat_eval validate --collection=20 --produced=5::4 --null=15:14:2'
}

@test "--show=columns: all columns, what they are taken for, and what each word counts as" {
	printf 'Control Number,Group ID,Responsive?,Tier,Stratum\nD1,G1,Responsive,x,a\nD2,G1,,y,a\nD3,G2,Not Responsive,x,b\nD4,G2,Needs review,,b\n' >export.csv
	run "$STRAT_EVAL" validate export.csv --show=columns --format=csv
	assert_success
	assert_output - <<-'END'
	use,column,word,rows,counts_as
	docno,Control Number,,4,
	cluster,Group ID,,4,
	rel,Responsive?,,4,
	rel,Responsive?,Responsive,1,relevant
	rel,Responsive?,,1,not reviewed
	rel,Responsive?,Not Responsive,1,not relevant
	rel,Responsive?,Needs review,1,unknown
	,Tier,,4,
	stratum,Stratum,,4,
	stratum,Stratum,a,2,
	stratum,Stratum,b,2,
	END
	# what is said of them counts
	run "$STRAT_EVAL" validate export.csv --show=columns --format=csv --gray-word='needs review' --column=stratum= --column=cluster=
	assert_line 'rel,Responsive?,Needs review,1,left out'
	refute_line --regexp '^(stratum|cluster)'
	# two columns that could be one: the rest is told
	printf 'Document,Responsive?,Relevant\nD1,Yes,No\n' >export.csv
	run "$STRAT_EVAL" validate export.csv --show=columns --format=csv
	assert_success
	assert_line 'rel,Responsive?,,0,'
	assert_line ',Relevant,,0,'
}
