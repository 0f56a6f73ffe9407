#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What `make install` leaves: enough for other programs, for Python and for shells.

load ../../support/helper

@test "the example of library.md compiles by what make install leaves, through pkg-config, and Python finds it" {
	without_sanitizer "the library needs the sanitizer's run time"
	local prefix=/opt/strat stage=$PWD/staged file libraries
	# what is built already is installed as it is
	make_built install DESTDIR="$stage" PREFIX=$prefix >log 2>&1 || fail "$(cat log)"
	export PKG_CONFIG_PATH=$stage$prefix/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage
	awk '/^```c file=example.c/ { on = 1; next } /^```/ { on = 0 } on' "$ROOT/doc/library.md" >example.c
	assert_equal "strat_eval $(pkg-config --modversion libstrat_eval)" "$("$STRAT_EVAL" --version | head -1)"
	# shellcheck disable=SC2046
	${CC:-gcc} -std=c17 -Wall -Wextra -Werror example.c $(pkg-config --cflags --libs libstrat_eval) -o shared
	LD_LIBRARY_PATH=$stage$prefix/lib run ./shared
	assert_success
	assert_output $'map 1 0.5000\nmap 2 0.5000\nmap all 0.5000'
	# without the shared library, what is private to it is named too
	libraries=$(pkg-config --libs --static libstrat_eval)
	rm "$stage$prefix"/lib/libstrat_eval.so*
	# shellcheck disable=SC2046,SC2086
	${CC:-gcc} example.c $(pkg-config --cflags libstrat_eval) $libraries -o static
	run ./static
	assert_line 'map all 0.5000'
	for file in man/man1/strat_eval.1 man/man1/strat_eval-compare.1 bash-completion/completions/strat_eval \
		zsh/site-functions/_strat_eval fish/vendor_completions.d/strat_eval.fish; do
		[ -s "$stage$prefix/share/$file" ] || fail "$file is not installed"
	done
	[ -e "$BUILD/python/strat_eval/_engine.abi3.so" ] || skip "skipped in part: no libpython3-dev"
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$stage$prefix/lib/python3/dist-packages \
		run /usr/bin/python3 -c 'import strat_eval; print(strat_eval.__file__, strat_eval.evaluate("1 0 a 1\n", "1 Q0 a 1 1 x\n", "map"))'
	assert_output "$stage$prefix/lib/python3/dist-packages/strat_eval/__init__.py {'map': 1.0}"
}

@test "the version is the same in the program, the change log, the citation and the Debian package" {
	local version
	version=$(sed -n 's/^#define PROGRAM_VERSION "\(.*\)"/\1/p' "$ROOT/core/options/command.h")
	[ -n "$version" ]
	# of the change log, the last version that was released
	assert_equal "$(sed -n '/(unreleased)/d; s/^## \([0-9.]*\).*/\1/p' "$ROOT/CHANGELOG.md" | head -1)" "$version"
	assert_equal "$(sed -n 's/^version: *//p' "$ROOT/CITATION.cff")" "$version"
	assert_equal "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$ROOT/core/packaging/debian/changelog")" "$version"
}

@test "a folder with a blank in its name can be installed into" {
	without_sanitizer "the library needs the sanitizer's run time"
	make_built install-program install-library DESTDIR="$PWD/a b" PREFIX=/opt/strat >log 2>&1 ||
		fail "$(cat log)"
	assert_equal "$(ls)" "$(printf 'a b\nlog')"
	run "a b/opt/strat/bin/strat_eval" --version
	assert_success
	assert_equal "$(ls "a b/opt/strat/bin")" strat_eval # no link called trec_eval, which would be quiet
	[ -s "a b/opt/strat/lib/pkgconfig/libstrat_eval.pc" ]
	[ -s "a b/opt/strat/include/strat_eval/measures/measure.h" ]
}
