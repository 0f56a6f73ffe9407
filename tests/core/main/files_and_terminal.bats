#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What an output option may overwrite, what a terminal is shown, and options that were taken without a word.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	echo '1 0 a 1' >q
	echo '1 Q0 a 1 1 tag' >r
	ALLOCATION='plan richness -N 1000 --richness=0.3 --size=40'
}

@test "--write-allocation writes a new or empty file, and replaces no other" {
	cp q before
	# shellcheck disable=SC2086 # words
	{
		refused 64 "--write-allocation=q: there is a file of that name which is not empty; give another name, or remove it first" \
			$ALLOCATION --write-allocation=q
		cmp q before
		evaluate $ALLOCATION --write-allocation=new
		assert_equal "$exit_status" 0
		# one stratum, all 40 documents
		assert_equal "$(sed 's/,[^,]*,/,,/' new)" "$(printf 'topic,stratum,size\n1,,40' | sed 's/,[^,]*,/,,/')"
		: >empty
		evaluate $ALLOCATION --write-allocation=empty
		assert_equal "$exit_status $(wc -l <empty)" "0 2"
		evaluate $ALLOCATION --write-allocation=/dev/null
		assert_equal "$exit_status" 0
	}
	[ -c /dev/null ]
}

@test "an allocation that cannot be written leaves the one before, and nothing beside it" {
	[ "$(id -u)" != 0 ] || command -v setpriv >/dev/null || skip "skipped: root may write anywhere"
	mkdir shut
	# shellcheck disable=SC2086 # words
	"$STRAT_EVAL" $ALLOCATION --write-allocation=shut/a >/dev/null
	cp shut/a before
	chmod 555 shut
	chmod 755 .
	local as=
	[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --clear-groups'
	# shellcheck disable=SC2086 # words
	run $as "$STRAT_EVAL" $ALLOCATION --topic=9 --write-allocation=shut/a
	chmod 755 shut
	[ "$status" = 2 ] || skip "skipped: another user cannot come here"
	assert_output --partial 'shut/a: the allocation cannot be written: '
	cmp shut/a before
	assert_equal "$(ls shut)" a
}

@test "--plot replaces a picture, and no other file" {
	cp q x.svg
	refused 64 '--plot=x.svg: there is a file of that name which is not a picture; give another name, or remove it first' \
		-m map --plot=x.svg q r
	cmp q x.svg
	printf 'run,1,2\nA,1,2\nB,2,3\n' >m.svg
	cp m.svg before
	evaluate compare --scores=m.svg --plot=m.svg
	assert_equal "$exit_status" 64
	cmp m.svg before
}

@test "an output that cannot be written, or is named twice, is refused before any work" {
	refused 64 '--plot and --manifest both name x.svg: give two names' -m map --plot=x.svg --manifest=x.svg q r
	ln -s . here
	refused 64 '--plot and --manifest both name here/x.svg: give two names' -m map --plot=./x.svg --manifest=here/x.svg q r
	refused 64 '--plot=none/x.svg: cannot be written: there is no such folder' -m map --plot=none/x.svg q r
	refused 64 '--manifest=none/x: cannot be written: there is no such folder' stop -N 9 --manifest=none/x q
	mkdir folder.svg
	refused 64 '--plot=folder.svg: cannot be written: it is a folder' -m map --plot=folder.svg q r
	: >kept.svg
	chmod 444 kept.svg
	refused 64 '--plot=kept.svg: cannot be written: the file is read-only; remove it first' -m map --plot=kept.svg q r
	assert_equal "$(echo *.svg) $(wc -c <kept.svg)" "folder.svg kept.svg 0"
}

# A disk or a network may take less at a time than it is given.
@test "a file is whole although the system takes a hundred bytes at a time" {
	without_sanitizer "it must be loaded before all else"
	cat >few.c <<-'C'
		#define _GNU_SOURCE
		#include <sys/syscall.h>
		#include <unistd.h>

		ssize_t write(int file, const void *bytes, size_t size)
		{
			return syscall(SYS_write, file, bytes, size > 100 ? 100 : size);
		}
	C
	${CC:-gcc} -shared -fPIC -o few.so few.c
	evaluate -m map --plot=whole.svg q r
	LD_PRELOAD=$PWD/few.so "$STRAT_EVAL" -m map --plot=few.svg q r >stdout
	[ "$(wc -c <whole.svg)" -gt 300 ]
	cmp whole.svg few.svg
}

# script(1) gives the program a terminal; a pipe gets the bytes as they are.
@test "control characters of names are shown on a terminal, and kept in a file" {
	script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip 'skipped: there is no terminal to be had here (/dev/pts)'
	printf '\0331 0 a 1\n' >q
	printf '\0331 Q0 a 1 1 tag\n' >r
	evaluate -q -n -m map q r
	assert_equal "$exit_status" 0
	printf 'map                   \t\0331\t1.0000\n' | cmp - stdout
	script -qec "'$STRAT_EVAL' -q -n -m map q r" /dev/null </dev/null >shown
	grep -q '\\x1b1' shown
	refute grep -q "$(printf '\033')1" shown
	printf '\302\2331 0 a 1\n' >q
	printf '\302\2331 Q0 a 1 1 tag\n' >r
	script -qec "'$STRAT_EVAL' -q -n -m map q r" /dev/null </dev/null >shown
	grep -qa '\\x9b1' shown
	# letters are left alone: U+00E9
	printf '\303\251 0 a 1\n' >q
	printf '\303\251 Q0 a 1 1 tag\n' >r
	script -qec "'$STRAT_EVAL' -q -n -m map q r" /dev/null </dev/null >shown
	grep -qa "$(printf '\303\251')" shown
}

@test "the help of --format names all formats that a command takes, and no other" {
	local command
	for command in '' compare validate stop agree 'plan recall' 'simulate coverage'; do
		evaluate $command --format=none
		sed -n 's/.*not one of //p' stderr | tr ', ' '\n\n' | sed '/^$/d' | sort >taken
		evaluate $command --help
		grep -o -e '--format=[a-z|]*' stdout | sed 's/.*=//' | tr '|' '\n' | sort -u >named
		[ "$(wc -l <taken)" -ge 3 ]
		diff taken named || fail "$command"
	done
	# the default is the first one
	"$STRAT_EVAL" compare --help | grep -qF -e '--format=table|trec|csv|jsonl|latex|html|markdown'
}

@test "each group of options has a page, and no command explains its options again" {
	local group
	for group in reading output bounds samples; do
		evaluate help $group
		assert_equal "$exit_status" 0
		sed -nE 's/^ +(-., )?--([A-Za-z_-]+).*/\2/p' stdout >>pages
	done
	[ "$(wc -l <pages)" -ge 30 ]
	assert_equal "$(sort pages | uniq -d)" ''
	evaluate --help
	assert_equal "$(sed -nE 's/^ +(-., )?--([A-Za-z_-]+).*/\2/p' stdout | sort | comm -12 - <(sort pages))" ''
	grep -q '^strat_eval help bounds: --ci ' stdout
}
