#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What is printed and drawn when a disk or the memory is full, or a panel of a plot has no values.

load ../../support/helper

@test "a plot on a full disk is an error, and leaves nothing behind" {
	false_rsvg <<-'EOF'
		cat
		head -c 65536 /dev/zero
	EOF
	echo "%PDF before" >kept.png
	printf '1 0 d1 1\n2 0 d1 1\n' >q
	printf '1 Q0 d1 1 2 a\n2 Q0 d2 1 2 a\n' >run
	while read -r name arguments; do
		# a write past the limit fails as it does on a full disk
		exit_status=0
		(
			trap '' XFSZ
			ulimit -f 16
			"$STRAT_EVAL" $arguments --quiet-warnings --plot=$name >stdout 2>stderr </dev/null
		) || exit_status=$?
		assert_equal "$exit_status $(cat stderr)" "2 strat_eval: $name: the plot cannot be written: File too large"
		"$STRAT_EVAL" $arguments --quiet-warnings --plot=other.svg >answer
		rm other.svg
		cmp answer stdout # a picture that fails costs the picture
	done <<-'END'
		p.png simulate sampling --samples=2 --depths=1 -m map q run run
		p.png -m map q run
		p.pdf compare -m map q run run
		p.pdf validate --produced=100:10:9 --null=900:50:1
		kept.png -m map q run
	END
	[ "$(cat kept.png)" = "%PDF before" ]
	[ ! -e p.png ] && [ ! -e p.pdf ]
	[ -z "$(ls | grep -E '\.(svg|png|pdf)\.')" ]
	# the same picture where there is room
	"$STRAT_EVAL" plan topics --effect=0.5 --topics=20:60:10 --plot=p.png >stdout
	[ "$(stat -c %s p.png)" -gt 65536 ]
}

@test "a panel without values is drawn empty, and the table is printed" {
	# two runs with the same mean have no correlation, whatever is judged
	printf '1 0 d1 1\n1 0 d2 0\n' >q
	printf '1 Q0 d1 1 2 a\n1 Q0 d2 2 1 a\n' >a
	printf '1 Q0 d1 1 2 b\n1 Q0 d2 2 1 b\n' >b
	"$STRAT_EVAL" simulate sampling --samples=2 --depths=1 -m map q a b >want
	evaluate simulate sampling --samples=2 --depths=1 -m map --plot=p.svg q a b
	assert_equal "$exit_status $(cat stderr)" "0 "
	cmp want stdout
	[ "$(grep -c 'no values' p.svg)" = 2 ]
	grep -q '</svg>' p.svg
}

@test "--help on a full disk, or with standard output closed, is an error for every command" {
	[ -w /dev/full ] || skip "skipped: no /dev/full"
	for command in '' compare sample 'simulate coverage' 'simulate sampling' 'plan topics' 'plan map' 'plan pilot' 'plan recall'; do
		for printed in -h --help; do
			exit_status=0
			"$STRAT_EVAL" $command $printed >/dev/full 2>stderr || exit_status=$?
			assert_equal "$command $printed: $exit_status $(cat stderr)" \
				"$command $printed: 2 strat_eval: cannot write to standard output: No space left on device"
			exit_status=0
			"$STRAT_EVAL" $command $printed >&- 2>stderr || exit_status=$?
			assert_equal "$command $printed closed: $exit_status" "$command $printed closed: 2"
			"$STRAT_EVAL" $command $printed | grep -q Usage:
		done
	done
}

@test "no control character reaches the terminal in a message" {
	printf '1 0 d 1\n' >q
	printf '1 Q0 d 1 1 a\n' >good.run
	escape=$'\x1b[2J' c1=$'\xc2\x9b2J'
	printf '1 Q0 d 1 1 %s\n' "$escape" >tag.run
	refused 1 "tag.run:1: tag '\\x1b[2J' has a control character in it" q tag.run
	refused 2 'no\x1b[2J: cannot read: No such file or directory' "no$escape" good.run
	refused 64 '-m no\x1b[2J: no such measure or nickname (--help lists them)' -m "no$escape" q good.run
	refused 64 "unrecognized option '--no\\x1b[2J' (--help lists them)" "--no$escape" q good.run
	refused 64 "unrecognized option '-x\\x1b[2J' (--help lists them)" "-x$escape" q good.run
	# the same words, wherever they stand: no message has the bytes
	cp good.run "seven$escape" && printf '1 Q0 d 1 1 a 7\n' >>"seven$escape"
	sed -i 's/d 1 1 a 7/e 1 1 a 7/' "seven$escape"
	for words in "q seven$escape" "q no$c1" "compare --baseline=no$escape q good.run seven$escape" "plan no$escape" \
		"simulate coverage --scenario=no$escape" "simulate --scenario=no$escape" "simulate --scenario=no$c1" "sample --design=no$escape q" "-R no$escape q good.run" "--format=no$escape q good.run"; do
		evaluate $words
		[ -s stderr ] || fail "$words: no message"
		! grep -q $'[\x01-\x08\x0b-\x1f\x7f]' stderr || fail "$words: $(cat -v stderr)"
		! grep -q $'\xc2[\x80-\x9f]' stderr || fail "$words: $(cat -v stderr)"
	done
}

# `make oom-test` does so for every command line of the list.
no_memory() # BEGIN_OF_LINES...
{
	[ -x "$BUILD/oom" ] || skip "skipped: not with sanitizers, which have their own memory"
	sh "$ROOT/tests/commands/files.sh" files
	[ -n "${TEST_ALL-}" ] || export OOM_SOME=1
	for begin; do
		run "$BUILD/oom" "$ROOT/tests/commands/list.txt" files "$begin"
		assert_success
		assert_output --regexp '[1-9][0-9]* failures injected: .* 0 wrong$'
	done
}

@test "out of memory at many places is status 2 and no output, or changes nothing" {
	no_memory 'plan topics --effect=0.5 --' 'plan map --jobs=1 --scores' 'compare --jobs=2' 'sample --jobs=1 --design' \
		'simulate bootstrap --jobs=1' 'evaluate -q --jobs=2' 'evaluate -q --jobs=1 -R csv --post-stratify' \
		'plan control' 'plan pair' 'plan strata' 'compare --counts' 'evaluate -q --jobs=1 -R csv -T set --column' \
		'evaluate -q --jobs=1 -R probs -N 400' 'agree -R csv' 'stop --batch=2 @more' \
		'evaluate -q --jobs=1 -R csv -T set --cluster'
}

@test "where memory runs out for the text there is no picture either" {
	no_memory 'stop -N 60 --batch=5 --plot'
}

@test "agreement that is the same in three topics may be another in up to 1 - .05^(1/3) = 63 % of them" {
	printf '%s 0 a 1\n%s 0 b 1\n%s 0 c 0\n' 1 1 1 2 2 2 3 3 3 >one
	sed 's/b 1/b 0/' one >other
	run --separate-stderr "$STRAT_EVAL" agree one other
	assert_success
	[[ $stderr == *'up to 63 % of all topics may still be different'* ]]
}
