#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# make STATIC=1: one file that needs nothing of the system that it runs on, and answers as the usual program does.

load ../support/helper

setup_file()
{
	export STATIC="$BATS_FILE_TMPDIR/strat_eval"
	case ${MAKEFLAGS-} in *fsanitize*) return ;; esac
	make -s -C "$ROOT" BUILD="$(realpath -m --relative-to="$ROOT" "$BUILD")" STATIC=1 PROGRAM="$STATIC" >&2
}

setup()
{
	without_sanitizer "a static program has none"
	cd "$BATS_TEST_TMPDIR"
}

@test "the static program names no library, and answers in a folder where there is nothing else" {
	run ldd "$STATIC"
	assert_output --regexp 'not a dynamic executable|statically linked'
	mkdir empty
	cp "$STATIC" "$ROOT/qrels-samples/tiny/qrels" "$ROOT/qrels-samples/tiny/alpha.run" empty/
	(cd empty && "$STRAT_EVAL" qrels alpha.run 2>&1) >expected
	cd empty
	run env -i ./strat_eval qrels alpha.run
	assert_success
	assert_output "$(cat ../expected)"
	[ "$(id -u)" = 0 ] || skip "only root can make this folder the whole system"
	run chroot "$PWD" /strat_eval qrels alpha.run
	assert_success
	assert_output "$(cat ../expected)"
}

@test "the static program answers as the usual one does, byte for byte" {
	local line count=0
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	# one line of every command, with its questions
	sed -n 's/^evaluate //p; /^[a-z]* /p' "$ROOT/tests/commands/list.txt" | grep -v '^evaluate' | sed 's/\([ =]\)[@~]/\1/g; s/^[@~]//' |
		grep -v "plugin\|plot\|version" | awk '!seen[$1 " " ($2 ~ /^-/ ? "" : $2)]++' >lines
	while read -r line; do
		count=$((count + 1))
		# shellcheck disable=SC2086 # the line is words
		{ "$STRAT_EVAL" $line 2>&1; echo "exit $?"; } </dev/null >expected
		# shellcheck disable=SC2086
		{ "$STATIC" $line 2>&1; echo "exit $?"; } </dev/null >found
		cmp expected found || fail "$line"
	done <lines
	[ "$count" -ge 12 ] || fail "only $count lines"
}

@test "the static program refuses plugins, and says so where it speaks of itself" {
	run "$STATIC" --plugin=new.so "$ROOT/qrels-samples/tiny/qrels" "$ROOT/qrels-samples/tiny/alpha.run"
	assert_failure 64
	assert_output "strat_eval: --plugin=new.so: this program was built without plugins (make STATIC=1, make wasm); use \
one that was built by \`make\`, or put the source of the measure into measures/ and build again"
	run "$STATIC" --version
	assert_line 'Built without plugins'
	run "$STATIC" --help
	assert_line 'This program was built without plugins (--plugin).'
	run "$STATIC" validate --help
	refute_output --partial 'without plugins'
	run "$STRAT_EVAL" --version
	refute_output --partial 'without plugins'
}
