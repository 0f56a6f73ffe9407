# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# doc/gallery.md shows what its commands draw.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

@test "the gallery shows what its commands draw, in small files" {
	only_with_test_all
	mkdir -p "$BATS_TEST_TMPDIR/gallery/doc/pictures"
	ln -s "$ROOT/qrels-samples" "$BATS_TEST_TMPDIR/gallery"
	(cd "$BATS_TEST_TMPDIR/gallery" && sh "$ROOT/tests/support/run_examples.sh" -a "$ROOT/doc/gallery.md")
	drawn=$(cd "$BATS_TEST_TMPDIR/gallery/doc" && ls pictures/*)
	assert_equal "$(grep -oE 'pictures/[a-z-]+\.svg\)' doc/gallery.md | tr -d ')' | sort)" "$drawn"
	assert_equal "$(cd doc && ls pictures/*.svg)" "$drawn"
	for picture in $drawn; do
		[ "$(stat -c %s "doc/$picture")" -lt 30000 ] || fail "$picture is large"
		cmp "doc/$picture" "$BATS_TEST_TMPDIR/gallery/doc/$picture"
	done
}
