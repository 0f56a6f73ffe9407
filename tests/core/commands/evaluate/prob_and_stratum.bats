#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Judged documents with their probabilities and the labels of their strata, without sizes.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	sample=$ROOT/qrels-samples/production
}

# By hand: strata of 20, 20, 40, 20, 300 documents with 10, 5, 10, 4, 30 judged, 8, 3, 2, 1, 1 of them relevant:
# 8 2 + 3 4 + 2 4 + 1 5 + 1 10 = 51, of which the first two, 28, are produced.
@test "a sample with probabilities is no list of whole strata, even if nobody names a size" {
	evaluate -R csv -m est_rel -m est_recall "$sample/judgments.csv" "$sample/produced.run"
	assert_equal "$exit_status $(cut -f3 stdout | xargs)" '0 51.0000 0.5490'
	evaluate -R csv --show=strata "$sample/judgments.csv" "$sample/produced.run"
	assert_equal "$(cut -d, -f4,5,9 stdout | tail -n +2 | xargs)" \
		'20,10,probabilities 20,5,probabilities 40,10,probabilities 20,4,probabilities 300,30,probabilities'
	for size in '-N 400' "--strata=$sample/sizes.csv"; do
		evaluate -R csv $size -m est_rel -m est_recall "$sample/judgments.csv" "$sample/produced.run"
		assert_equal "$size $exit_status $(cut -f3 stdout | xargs)" "$size 0 51.0000 0.5490"
	done
}

# Two of four documents were drawn; those that were not drawn stand there with -1.
@test "a list of whole strata may have probabilities, which must be those of the list" {
	printf 'topic,docno,rel,stratum,prob\n1,a,1,s,0.5\n1,b,0,s,0.5\n1,c,-1,s,0.5\n1,d,-1,s,0.5\n' >list.csv
	printf '1 Q0 a 1 2 x\n1 Q0 c 2 1 x\n' >run
	evaluate -R csv -m est_rel -m est_rel_ret list.csv run
	assert_equal "$exit_status $(cut -f3 stdout | xargs)" '0 2.0000 2.0000'
	sed -i 's/0\.5/0.25/' list.csv
	refused 1 "list.csv:2: probability 0.25, but stratum 's' of topic '1' has 2 sampled documents of 4, which is 0.5 (--partial allows it)" \
		-R csv -m est_rel list.csv run
	sed -i 's/0\.25/1/' list.csv
	refused 1 "list.csv:2: probability 1, but stratum 's' of topic '1' has 2 sampled documents of 4, which is 0.5 (--partial allows it)" \
		-R csv -m est_rel list.csv run
}

# That the time is linear in them is a shape of `make linear`.
@test "thousands of topics with strata of their own" {
	awk 'BEGIN { print "topic,docno,rel,stratum" > "many.csv"; print "topic,stratum,size" > "many.sizes"
		for (t = 1; t <= 40000; t++) {
			print t ",d,1,s" t > "many.csv"; print t ",s" t ",3" > "many.sizes"; print t ",not" t ",2" > "many.sizes"
			print t, "Q0", "d", 1, 1, "r" > "many.run" } }'
	evaluate -R csv --strata=many.sizes -q -m num_sampled -m est_rel --quiet-warnings many.csv many.run
	# one of three documents is judged, and relevant; of the stratum of two nothing, so that it is taken to be like the other
	assert_equal "$(awk '$2 == 777 || $2 == "all" { printf "%s ", $3 }' stdout)" '1 5.0000 40000 5.0000 '
}

# The sizes say all that the probabilities do. F over the number of documents of a run is made of whole documents, D/b^2 of them;
# a probability must not undo the rounding.
@test "sizes with and without probabilities: the same bounds of F, whatever beta" {
	{ seq -f '1,a%g,1,A,12' 3; seq -f '1,a%g,0,A,12' 4 5; echo 1,a6,-1,A,12; seq -f '1,b%g,0,B,100' 9; echo 1,b10,1,B,100; } >lines
	{ echo topic,docno,rel,stratum,size; cat lines; } >size.csv
	{ echo topic,docno,rel,stratum,size,prob; sed 's/,12$/,12,.5/; s/,100$/,100,.1/' lines; } >both.csv
	printf '1 Q0 %s 1 1 run\n' a1 a2 a4 a6 b10 x1 x2 x3 >run
	for outside in nonrelevant unknown; do
		for file in size both; do
			evaluate --quiet-warnings -R csv --outside=$outside --ci -m est_F.1 -m est_F.2 -m est_F.3 -m est_P $file.csv run
			assert_equal "$exit_status $(wc -l <stdout)" '0 12'
			cp stdout $file.out
		done
		cmp size.out both.out
	done
}
