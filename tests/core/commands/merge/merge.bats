#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --shard and merge: merged shards are the bytes of the undivided run, in whatever order they come, and
# what does not belong together is refused by name. What is expected is what the undivided run prints.

load ../../../support/helper

RANDOM_CASE=$ROOT/tests/support/random_case.pl

# Makes shards 1 to N of the call, as files shard.1 ... None says anything.
make_shards() # N ARGUMENT...
{
	local n=$1 i
	shift
	rm -f shard.*
	for i in $(seq "$n"); do
		"$STRAT_EVAL" "$@" --shard="$i/$n" >"shard.$i" 2>said ||
			{ fail "--shard=$i/$n $*: $(cat said)"; return 1; }
		[ ! -s said ] || { fail "--shard=$i/$n $*: $(cat said)"; return 1; }
	done
}

# Output, messages and status of merged shards, last one first, are those of the call itself, for each
# number of shards. What one of them finds wrong is what the call does. Counts the lines of items in the
# shards, the calls, those with a warning, and those with an error.
items=0 calls=0 warned=0 failed=0
merges() # "N..." ARGUMENT...
{
	local numbers=$1 status n
	shift
	evaluate "$@"
	status=$exit_status
	mv stdout whole
	mv stderr whole.said
	[ "$status" != 64 ] || { fail "$*: $(head -1 whole.said)"; return 1; }
	for n in $numbers; do
		calls=$((calls + 1))
		[ "$status" = 0 ] || failed=$((failed + 1))
		if ! (make_shards "$n" "$@") >failure; then
			[ "$status" != 0 ] && cmp -s said whole.said || { cat failure; return 1; }
			continue
		fi
		evaluate merge $(ls -r shard.*)
		assert_equal "$n $* -> $exit_status $(cat stderr)" "$n $* -> $status $(cat whole.said)"
		cmp -s whole stdout || { fail "$n: $*: $(diff whole stdout | head -4)"; return 1; }
		items=$((items + $(cat shard.* | grep -c "^[0-9]*$TAB")))
		[ ! -s whole.said ] || warned=$((warned + 1))
	done
}

# ---- the same bytes ----

@test "merged shards of every evaluation and simulation in the list of commands are its bytes" {
	local line number=0
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	while read -r line; do
		[ $((number++ % $(cases 1 3))) = 0 ] || continue
		# shellcheck disable=SC2086 # words of a command line
		merges "$(cases '1 2 7' 3)" $line || return 1
	done < <(sed -n 's/\([ =]\)@/\1/g; s/^evaluate //p; /^simulate/p' "$ROOT/tests/commands/list.txt" |
		grep -v -e --help -e --version -e --show=strata -e --show=labels -e '--labels.*html' -e --plot -e --shard -e "sampling.*--show=")
	echo "# $calls calls, $warned with a warning, $failed with an error; $items lines of results" >&3
	[ "$calls" -gt "$(cases 30 12)" ]
	[ "$failed" = 0 ]
}

@test "random cases: several runs, ties, scattered topics, topics that one file lacks; 1, 2 and 7 shards" {
	local seed options
	for seed in $(seq "$(cases 20 2)"); do
		perl "$RANDOM_CASE" "$seed" qrels
		awk '{ $5 = ($5 * 7 + length($3)) % 5; $6 = "other"; print }' run >other
		awk '{ print $0, "more" } NR % 5 == 0 { $5 -= 1; print }' run | shuf --random-source=<(yes "$seed") >twice
		for options in "-q -m all_trec" "-c --ci --resamples=100 -m map -m P.5 --format=csv" \
			"-q -n -m map -m relstring --format=jsonl" "--format=table -m map -m gm_map" "-q -Z zscores -m map"; do
			# shellcheck disable=SC2086
			merges '1 2 7' $options --duplicates=first qrels run other twice || return 1
		done
	done
	echo "# $calls calls, $warned with warnings, $failed with an error; $items lines of results" >&3
	[ "$warned" -gt $((calls / 2)) ]
	[ "$failed" -lt $((calls / 4)) ]
}

# Judgments with probabilities, and with strata whose sizes are given, of the random case.
sample_of_case()
{
	awk '!seen[$1, $3]++ { print $1, 0, $3, ($4 < 0 ? -1 : $4 > 0), 1 / (1 + length($3 NR) % 3) }' qrels >probs
	awk 'BEGIN { print "topic,docno,rel,stratum,size" }
		!seen[$1, $3]++ { s = length($3) % 3; print $1 "," $3 "," ($4 < 0 ? -1 : $4 > 0) "," s "," 200 + s }' qrels >strata.csv
}

@test "random samples: bounds, learnt means, pooled topics, random topics, pools" {
	only_with_test_all
	local seed options
	for seed in $(seq 101 "$(cases 115 101)"); do
		perl "$RANDOM_CASE" "$seed" qrels
		sample_of_case
		awk '{ $5 = ($5 * 7 + length($3)) % 5; $6 = "other"; print }' run >other
		while read -r options; do
			# shellcheck disable=SC2086
			merges "$(cases '1 2 7' 3)" $options || return 1
		done <<-'END'
			-q -R probs --ci probs run other
			-R probs -m stat --ci=ht-jackknife --format=csv probs run
			-c -R probs -N 5000 -m est -m capped_est --ci --format=jsonl --pool=other probs run
			-q -R csv strata.csv run other
			-q -R csv --ci=bb-half,bb-learnt,ht-logit --micro --format=csv -m est_recall strata.csv run other
			-R csv --ci --topic-scope=random --resamples=100 --tail=lower -m est_recall -m est_rel -m est_elusion strata.csv run
			-R csv -m est_recall --format=latex --gray=worst strata.csv run other
		END
	done
	echo "# $calls calls, $warned with warnings, $failed with an error; $items lines of results" >&3
	[ "$failed" -lt $((calls / 4)) ]
	[ "$warned" -gt $((calls / 4)) ]
}

# How topic 2 is estimated depends on the rates of topic 1, which another shard has: with them, precision is 1 / 2, as
# two documents are retrieved; without, it is 1, as one was drawn (doc/coverage.md, "Runs that came later").
@test "shards estimate precision as the rates of all topics have it" {
	cat >judged.csv <<-'END'
		topic,docno,rel,stratum,size
		1,a,0,s,6
		1,b,0,t,101
		1,c,1,u,101
		2,a,1,s,1
		3,a,0,s,101
	END
	printf '%s Q0 %s 0 %s r\n' 1 a 1 1 b 3 1 c 2 2 a 2 2 b 1 3 b 3 3 a 1 >run
	"$STRAT_EVAL" -q -R csv -m est_P --quiet-warnings judged.csv run >whole
	[ "$(awk '$2 == 2 { print $3 }' whole)" = 0.5000 ]
	merges '1 2 3' -q -R csv -m est_P -m est_F --ci --format=csv judged.csv run
	# strata that the runs form, if these are read whole
	printf '%s 0 %s %s %s\n' 1 a 0 .5 1 b 1 .01 1 c 0 .5 2 a 1 1 2 d 0 1 >probs
	merges '1 2' -q -R probs -m est_P -m est_F --ci --format=csv probs run
}

@test "shards with labels: topics that were not chosen, have no label, or no strata" {
	printf '%s\n' topic,docno,rel,stratum,size 1,d0,0,s0,101 6,d0,1,s0,1 6,d1,0,s1,6 6,d2,0,s2,101 >judged.csv
	printf '%s 0 %s %s\n' 1 d0 2 6 d0 2 6 d1 2 6 d2 0 >labels
	printf '%s Q0 %s 0 %s r\n' 1 d0 2 6 d0 3 6 d1 2 6 d2 1 >run
	merges '1 2' -R csv --labels=labels -q -c --topic=1 judged.csv run
	[ "$exit_status" = 0 ]
	# the judged documents of topic 6 have no label
	printf '%s,%s,1,s0,9\n' 1 d0 6 d0 | sed '1i topic,docno,rel,stratum,size' >one.csv
	printf '%s 0 %s %s\n' 1 d0 2 6 d8 0 >labels
	merges '1 2' -R csv --labels=labels -q one.csv run
	[ "$exit_status" = 0 ]
	printf '%s 0 %s %s %s\n' 1 d0 0 .31 1 d1 1 .17 6 d0 1 .29 6 d1 0 .07 >probs
	printf '%s 0 %s %s\n' 1 d0 2 1 d1 1 6 d0 0 6 d1 1 >labels
	merges '1 2' -R probs --labels=labels -q -m est_recall probs run
	grep -q 'the probabilities give no strata' stderr
}

@test "real judgments and runs: sampled, 100 topics" {
	only_with_test_all
	need_data robust03
	local d=$DATA/robust03
	"$STRAT_EVAL" sample --design=strata --size=30 "$d"/input.{aplrob03a,pircRBa1}.gz 2>/dev/null | grep -v '^#' >drawn
	awk -F, -v OFS=, 'NR == FNR { split($0, a, " "); rel[a[1], a[3]] = a[4] > 0; next }
		FNR == 1 { print; next } { $3 = ($1, $2) in rel ? rel[$1, $2] : 0; print }' <(zcat "$d/qrels.robust03.gz") drawn >judged.csv
	merges "$(cases 7 3)" -q --ci -R csv -m est_recall -m statAP judged.csv "$d"/input.{aplrob03a,uic0301}.gz
	[ "$(grep -c ci_lo_est_recall whole)" = 202 ]
	merges 2 -m map -m ndcg --ci "$d/qrels.robust03.gz" "$d"/input.{aplrob03a,uic0301}.gz
}

@test "every kind of simulation with several samples" {
	only_with_test_all
	local line question=
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	while read -r line; do
		# shellcheck disable=SC2086
		[ -n "${TEST_ALL-}" ] || [ "${line%% *}" != "$question" ] || continue # the first of each question
		question=${line%% *}
		merges "$(cases '1 2 7' 3)" simulate $line || return 1
	done <<-'END'
		coverage --scenario=neutral:9,hand.csv --samples=20 --ci=bb-half,normal
		coverage --scenario=small:5 --ci=bb-half,koopman --peeks=2 --samples=5 --format=csv
		coverage --scenario=hand.csv,small:3 --ci=normal,laplace --samples=9 -q --format=csv
		bootstrap --scores=matrix.csv --topics=2,3 --samples=30 --resamples=100 --format=jsonl
		sampling --samples=8 --depths=1,2,3 qrels alpha.run beta.run third.run
		sampling --samples=9 --depths=1,2 --hold-out=1 -q --format=csv qrels alpha.run beta.run third.run
		sampling --samples=9 --depths=2 --hold-out=alpha --truth=pool --format=jsonl qrels alpha.run beta.run third.run
	END
	echo "# $calls calls, $warned with a warning; $items lines of results" >&3
	[ "$items" -gt "$(cases 600 100)" ]
	[ "$failed" = 0 ]
}

@test "the page of a simulation is written by merge, and its shards end without a signal" {
	merges '1 2' simulate coverage --scenario=legal:2 --samples=4 --ci=normal --format=html
}

@test "a picture is drawn by merge and not by a shard" {
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	make_shards 2 simulate sampling --samples=2 --depths=1,2 --quiet-warnings --plot=plot.svg qrels alpha.run beta.run
	[ ! -e plot.svg ]
	evaluate merge shard.2 shard.1
	assert_equal "$exit_status $(cat stderr)" "0 "
	[ -s plot.svg ]
}

# ---- what is in a shard ----

@test "topics belong to shards in the order in which the judgments first name them" {
	# the first of 3, 2, 4 and 5 relevant documents is found: 1/3, 0.5, 0.25, 0.2
	printf '%s 0 d1 1\n' c a b d >qrels
	printf '%s 0 d2 1\n' a b c d >>qrels
	printf '%s 0 %s 1\n' c d3 b d3 b d4 d d3 d d4 d d5 >>qrels
	printf '%s Q0 d1 1 1 x\n' a b c d >run
	make_shards 3 -q -m map qrels run
	local n=0 values
	for values in '0.2 0.3333333333333333' 0.5 0.25; do
		n=$((n + 1))
		assert_equal "$(grep -o '	0\.[0-9]*' shard.$n | sort | xargs)" "$values"
	done
	evaluate merge shard.3 shard.1 shard.2
	assert_equal "$(awk '{ print $2, $3 }' stdout)" $'a 0.5000\nb 0.2500\nc 0.3333\nd 0.2000\nall 0.3208'
}

@test "a shard has numbers that read back as the same: a third of a score" {
	printf '1 0 d%s 1\n' 1 2 3 >qrels
	echo '1 Q0 d1 1 1 x' >run
	make_shards 1 -m map qrels run
	grep -q "0.3333333333333333$TAB\|0.3333333333333333\$" shard.1
	evaluate merge shard.1
	assert_equal "$(cat stdout)" "map                   	all	0.3333"
}

@test "the number of jobs is no part of the command, of neither shards nor merge" {
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	"$STRAT_EVAL" --jobs=1 -q qrels alpha.run beta.run >whole 2>/dev/null
	"$STRAT_EVAL" --jobs=2 --shard=1/2 -q qrels alpha.run beta.run >shard.1
	"$STRAT_EVAL" -q --shard=2/2 qrels --jobs=1 alpha.run beta.run >shard.2
	"$STRAT_EVAL" merge --jobs=2 shard.1 shard.2 >merged 2>/dev/null
	cmp whole merged
}

# ---- what is refused ----

@test "a shard number that cannot be is refused; 0 tells how Slurm counts" {
	touch qrels run
	refused 64 '--shard=0/7: shards are numbered from 1 to 7; with Slurm that is --array=1-7' --shard=0/7 qrels run
	refused 64 '--shard=8/7: shards are numbered from 1 to 7' --shard=8/7 qrels run
	local text
	for text in 1 1/ /2 a/2 1/0 -1/-2 1/2/3 1.0/2 1/1000001; do
		refused 64 "--shard=$text: not I/N, two whole numbers, as in 1/4" --shard=$text qrels run
	done
	refused 64 '--shard=-1/2: shards are numbered from 1 to 2' --shard=-1/2 qrels run
	evaluate compare --shard=1/2 qrels run run
	assert_equal "$exit_status" 64
	refused 64 '--show=strata cannot be combined with --shard' \
		--show=strata -R probs --shard=1/2 qrels run
}

@test "what can be read only once cannot be divided" {
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	local reason="can be read only once, but each shard reads it, and merge again: name a file"
	refused 64 "--shard: '-' $reason" --shard=1/2 qrels - <alpha.run
	mkfifo pipe
	refused 64 "--shard: 'pipe' $reason" --shard=1/2 qrels pipe
	refused 64 "--shard: '-' $reason" simulate coverage --shard=1/2 --scenario=neutral,- <topics.csv
}

shards_of_tiny()
{
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	make_shards 3 -q -m map qrels alpha.run beta.run
}

@test "a missing shard, a doubled one and one of another number are refused by name" {
	shards_of_tiny
	refused 1 'shard 2 of 3 is missing' merge shard.1 shard.3
	refused 1 'shard 1 of 3 is missing, and so are 1 others' merge shard.3
	cp shard.2 again
	refused 1 'shard.2 and again: both are shard 2 of 3' merge shard.1 shard.2 shard.3 again
	"$STRAT_EVAL" -q -m map qrels alpha.run beta.run --shard=2/2 >half
	refused 1 'half: one of 2 shards, but shard.1 is one of 3' merge shard.1 half shard.3
	evaluate merge
	assert_equal "$exit_status $(head -1 stderr)" "64 strat_eval: name the shards, the files written with --shard=I/N"
	refused 2 'nowhere: cannot read: No such file or directory' merge shard.1 nowhere
}

@test "a shard of another command, other options, version or inputs is refused by name" {
	shards_of_tiny
	"$STRAT_EVAL" -q -m map -m P.5 qrels alpha.run beta.run --shard=2/3 >options
	refused 1 'options: a shard of another command or other options than shard.1' merge shard.1 options shard.3
	"$STRAT_EVAL" simulate coverage --scenario=topics.csv --samples=2 --shard=2/3 >command
	refused 1 'command: a shard of another command or other options than shard.1' merge shard.1 command shard.3
	sed '1s/\t=[^\t]*/\t=0.1.9/' shard.2 >version
	refused 1 "version: a shard of version 0.1.9, but this program is $("$STRAT_EVAL" --version | awk 'NR == 1 { print $2 }')" \
		merge shard.1 version shard.3
	cp beta.run kept
	echo '1 Q0 one-more 9 0.01 beta' >>beta.run
	"$STRAT_EVAL" -q -m map qrels alpha.run beta.run --shard=2/3 >inputs
	refused 1 'inputs: a shard of other inputs than shard.1: beta.run differs' merge shard.1 inputs shard.3
	# merge does not read the runs again, but the judgments
	evaluate merge shard.1 shard.2 shard.3
	assert_equal "$exit_status" 0
	echo '1 0 one-more 1' >>qrels
	refused 1 'qrels: has changed since the shards were made' merge shard.1 shard.2 shard.3
	rm qrels
	refused 2 'qrels: cannot read: No such file or directory' merge shard.1 shard.2 shard.3
}

@test "a page has the checksums of the runs, which merge then looks at; pictures are drawn by merge" {
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	merges '1 2' --format=html -q -m map qrels alpha.run beta.run
	echo '1 Q0 one-more 9 0.01 beta' >>beta.run
	refused 1 'beta.run: has changed since the shards were made' merge shard.1 shard.2
	rm beta.run
	refused 1 'beta.run: no longer exists' merge shard.1 shard.2
	make_shards 2 -m map --plot=evaluation.svg qrels alpha.run third.run
	[ ! -e evaluation.svg ]
	evaluate merge shard.1 shard.2
	assert_equal "$exit_status $(grep -v 'tied scores\|column of ranks' stderr)" "0 "
	[ -s evaluation.svg ]
	make_shards 2 simulate coverage --scenario=hand.csv --ci=normal --plot=coverage.svg
	[ ! -e coverage.svg ]
	evaluate merge shard.1 shard.2
	[ -s coverage.svg ]
}

@test "a shard that is not complete, was changed, or is none, is refused by name" {
	shards_of_tiny
	: >empty
	refused 1 'empty: the shard is not complete: its last line is missing (run that part again)' merge shard.1 empty shard.3
	local bytes length
	length=$(stat -c %s shard.2)
	for bytes in 25 40 $((length / 2)) $((length - 22)) $((length - 1)); do
		head -c $bytes shard.2 >cut
		refused 1 'cut: the shard is not complete: its last line is missing (run that part again)' merge shard.1 cut shard.3
	done
	sed 's/^\(0\t.*\)0\./\11./' shard.2 >changed
	refute cmp -s shard.2 changed
	refused 1 'changed: the shard was changed: its checksum is not that of its last line' merge shard.1 changed shard.3
	refused 1 'alpha.run: not a shard of strat_eval' merge shard.1 alpha.run
}

@test "an error in the data is told by the shard that has the topic, with its line" {
	printf '%s 0 d1 1\n' a b >qrels
	printf '%s\n' 'a Q0 d1 1 3 x' 'b Q0 d1 1 3 x' 'b Q0 d2 2 2 x' 'b Q0 d1 3 1 x' >run
	evaluate -m map qrels run --shard=1/2
	assert_equal "$exit_status" 0
	refused 1 "run:4: document 'd1' of topic 'b' is retrieved twice: first on line 2" -m map qrels run --shard=2/2
	# of a large run, most of which a shard forgets, packed or not
	awk 'BEGIN { for (t = 1; t <= 40; t++) for (i = 1; i <= 500; i++) print t, "Q0", "document-" i, i, 1000 - i, "x"
		print "17 Q0 document-400 9 1 x" }' >run
	seq 40 | sed 's/$/ 0 document-3 1/' >qrels
	gzip -k run
	evaluate -m map qrels run --shard=1/40
	assert_equal "$exit_status" 0
	local name
	for name in run run.gz; do
		refused 1 "$name:20001: document 'document-400' of topic '17' is retrieved twice: first on line 8400" \
			-m map qrels "$name" --shard=17/40
	done
}
