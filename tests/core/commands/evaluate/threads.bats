#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# One large run, read and measured by several threads: the same bytes, and the same message, for any
# number of them. Parts have 256 KiB at least; these runs have some 1.4 MB.

load ../../../support/helper

setup_file()
{
	cd "$BATS_FILE_TMPDIR" || return 1
	# 40 topics of 1,000 documents, with ties; every 7th document is judged
	perl -e 'for my $t (1 .. 40) { for my $d (1 .. 1000) {
		printf "%d Q0 doc-%05d %d %.3f some-run\n", $t, ($d * 7919 + $t) % 50021, $d, int((1001 - $d) / 3) / 7 } }' >run
	perl -ane 'print "$F[0] 0 $F[2] ", $. % 3, "\n" if $. % 7 == 0' run >qrels
	perl -MList::Util=shuffle -e 'srand 3; print shuffle(<>)' run >shuffled
	perl -ne 's/^\d+/17/; s/doc/"doc$."/e; print' run >one_topic
	{ printf '\357\273\277# first\r\n'; perl -ne 'chomp; print $. % 500 == 0 ? "\n# $.\n" : "", $_, $. % 3 ? "\r\n" : " more\n"' run; } >odd
	gzip -k run
}

# The call has the same output, messages and status for any number of threads.
same_for_all() # ARGUMENT...
{
	local jobs
	evaluate --jobs=1 "$@"
	mv stdout want
	echo "$exit_status" >>stderr
	mv stderr said
	for jobs in 2 3 4 16; do
		evaluate --jobs=$jobs "$@"
		echo "$exit_status" >>stderr
		cmp -s want stdout || fail "--jobs=$jobs $*: $(diff want stdout | head -3)"
		cmp -s said stderr || fail "--jobs=$jobs $*: $(cat said) but $(cat stderr)"
	done
}

@test "one run gives the same bytes for any number of threads" {
	f=$BATS_FILE_TMPDIR
	[ "$(stat -c %s "$f/run")" -gt 1200000 ]
	for run in run shuffled odd run.gz one_topic; do
		same_for_all -q -m all_trec -m runid "$f/qrels" "$f/$run"
		[ "$(wc -l <want)" -gt 50 ] || fail "$run: $(head -3 want)"
		# the threads have what one has, and that is what the file says
		[ "$(awk '$1 == "num_ret" && $2 == "all" { print $3 }' want)" = 40000 ] || fail "$run: $(grep num_ret want | tail -1)"
	done
	same_for_all -q -m map --ci -c "$f/qrels" "$f/run" "$f/shuffled"
	same_for_all -q -J -M 100 --format=jsonl -m map -m ndcg "$f/qrels" "$f/run"
}

@test "a sample gives the same bytes for any number of threads" {
	f=$BATS_FILE_TMPDIR
	awk '{ print $0, NR % 4 ? 0.5 : 1 }' "$f/qrels" >probs
	same_for_all -q --ci -R probs -N 60000 -m est_recall -m statAP -m est_P.10 probs "$f/run"
	[ "$(grep -c ci_lo_est_recall want)" = 41 ]
	run "$STRAT_EVAL" sample --jobs=1 --size=20 "$f/run" "$f/odd"
	first=$(md5sum <<<"$output")
	for jobs in 2 5; do
		run "$STRAT_EVAL" sample --jobs=$jobs --size=20 "$f/run" "$f/odd"
		assert_equal "$(md5sum <<<"$output")" "$first"
	done
}

# As under `ulimit -u`, which root does not feel.
@test "where no thread can be made, the caller does all of the work" {
	without_sanitizer 'it makes threads of its own'
	f=$BATS_FILE_TMPDIR
	cat >none.c <<-'END'
		#include <errno.h>
		#include <stdio.h>
		int pthread_create(void *id, void *how, void *(*work)(void *), void *argument)
		{
			(void)id, (void)how, (void)work, (void)argument;
			FILE *said = fopen("asked", "w");
			if (said != NULL)
				fclose(said);
			return EAGAIN;
		}
	END
	gcc -shared -fPIC -o none.so none.c
	printf 'topic,A,B\n1,.1,.2\n2,.5,.1\n3,.3,.7\n' >matrix.csv
	for line in "-q -m map $f/qrels $f/run" "-m map --ci $f/qrels $f/run $f/shuffled" \
		'simulate bootstrap --scores=matrix.csv --topics=2 --samples=20 --resamples=100' \
		"sample --size=20 $f/run $f/odd"; do
		evaluate $line --jobs=1
		mv stdout want
		rm -f asked
		LD_PRELOAD=./none.so "$STRAT_EVAL" $line --jobs=4 >stdout
		cmp want stdout
		[ -e asked ] || fail "$line made no thread"
	done
}

@test "the first error by line is reported, whatever the number of threads" {
	f=$BATS_FILE_TMPDIR
	for line in 1 12345 27000 40000; do
		awk -v bad=$line 'NR == bad || NR == 39999 { $5 = "x" NR } { print }' "$f/run" >bad
		same_for_all "$f/qrels" bad
		assert_equal "$(cat said)" "strat_eval: bad:$((line < 39999 ? line : 39999)): score 'x$((line < 39999 ? line : 39999))' is not a number
1"
		[ ! -s want ]
	done
	# a document twice, in two topics that two threads see
	awk 'NR == 30002 || NR == 9002 { print previous; } { print; previous = $0 }' "$f/run" >twice
	same_for_all "$f/qrels" twice
	assert_regex "$(cat said)" "^strat_eval: twice:9002: document 'doc-[0-9]*' of topic '10' is retrieved twice: first on line 9001"
	head -c 1000000 "$f/run" >cut
	same_for_all "$f/qrels" cut
	sed -i '40000s/some-run/some\x1brun/' "$f/run"
	same_for_all "$f/qrels" "$f/run"
	assert_regex "$(cat said)" "run:40000: tag 'some.x1brun' has a control character"
}
