# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin of doc/writing-a-measure.md, with what `make install` leaves.

load ../support/helper
load ../support/source_copy

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

@test "a plugin compiles against what make install DESTDIR=... leaves, through pkg-config" {
	copy_of_the_sources
	stage=$BATS_TEST_TMPDIR/stage
	run make install DESTDIR="$stage" PREFIX=/usr
	assert_success
	export PKG_CONFIG_SYSROOT_DIR=$stage PKG_CONFIG_PATH=$stage/usr/lib/pkgconfig
	run pkg-config --modversion strat_eval
	assert_success
	assert_output "$("$stage/usr/bin/strat_eval" --version | sed -n '1s/.* //p')"
	mkdir "$BATS_TEST_TMPDIR/plugin"
	cd "$BATS_TEST_TMPDIR/plugin"
	awk '/^```c file=first_tier.c/ { on = 1; next } /^```/ { on = 0 } on' \
		"$ROOT/doc/writing-a-measure.md" > first_tier.c
	run gcc -std=c17 -Wall -Wextra -Werror $(pkg-config --cflags strat_eval) -shared -fPIC \
		-o first_tier.so first_tier.c
	assert_success
	run "$stage/usr/bin/strat_eval" --plugin=first_tier.so -m patience.2 \
		"$ROOT/qrels-samples/tiny/qrels" "$ROOT/qrels-samples/tiny/alpha.run"
	assert_success
	assert_output "$(printf '%-22s\tall\t0.7778' patience_2)" # (1/3 + 1 + 1) / 3
	[ -f "$stage/usr/share/man/man1/strat_eval.1" ]
}
