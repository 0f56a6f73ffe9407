#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval page: the page in a browser is found beside the program, and copied.

load ../../../support/helper

# A copy of the program in an installation of its own, in which the page is a small file.
installed()
{
	mkdir -p root/bin root/share/strat_eval
	cp "$STRAT_EVAL" root/bin/strat_eval
	printf '<!DOCTYPE html>\nthe page\n' >root/share/strat_eval/strat_eval.html
}

@test "the installed page is named, and copied byte for byte" {
	installed
	run root/bin/strat_eval page
	assert_success
	assert_equal "$(realpath "$output")" "$(realpath root/share/strat_eval/strat_eval.html)"
	run root/bin/strat_eval page copy.html
	assert_success
	assert_output ''
	cmp copy.html root/share/strat_eval/strat_eval.html
	# again: the copy is a page
	root/bin/strat_eval page copy.html
}

@test "a page that was built beside the program is found, too" {
	mkdir -p tree/build
	cp "$STRAT_EVAL" tree/strat_eval
	printf '<!DOCTYPE html>\nbuilt\n' >tree/build/strat_eval.html
	tree/strat_eval page copy.html
	cmp copy.html tree/build/strat_eval.html
}

@test "without a page, page says how it is made" {
	mkdir bin
	cp "$STRAT_EVAL" bin/strat_eval
	run bin/strat_eval page
	assert_failure 2
	assert_output 'strat_eval: there is no page here: `make page` builds it as build/strat_eval.html, and `make install` then installs it'
	run bin/strat_eval page copy.html
	assert_failure 2
	[ ! -e copy.html ]
}

@test "a file of another kind is not replaced, and one file is written, no more" {
	installed
	echo '1 0 d 1' >qrels
	run root/bin/strat_eval page qrels
	assert_failure 64
	assert_output --partial 'qrels: there is a file of that name which is not a page; choose another name'
	assert_equal "$(cat qrels)" '1 0 d 1'
	run root/bin/strat_eval page a b
	assert_failure 64
	assert_line --index 0 "strat_eval: only one file can be written"
	run root/bin/strat_eval page no/such/folder.html
	assert_failure 2
	assert_output --partial 'no/such/folder.html: the page cannot be written'
}
