#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What a page of --format=html may do, and how files are written.

load ../../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	samples=$ROOT/qrels-samples
}

# The hashes are those of Python's hashlib, of all that stands between the tags.
@test "a page runs its own style and script alone, by their hashes" {
	local page
	"$STRAT_EVAL" validate --produced=200:40:30 --null=1000:100:2 --format=html >validate.html
	"$STRAT_EVAL" --format=html --ci=t -m map "$samples"/comparison/qrels "$samples"/comparison/*.run >board.html
	"$STRAT_EVAL" compare --resamples=100 --format=html "$samples"/comparison/qrels "$samples"/comparison/*.run >compare.html
	for page in *.html; do
		python3 - "$page" <<-'END'
			import base64, hashlib, re, sys
			text = open(sys.argv[1], encoding="utf-8").read()
			policy = re.search('Content-Security-Policy" content="([^"]*)"', text).group(1)
			def hashed(tag):
			    parts = re.findall("<%s>(.*?)</%s>" % (tag, tag), text, re.S)
			    assert len(parts) == 1, tag
			    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(parts[0].encode()).digest()).decode()
			assert policy == "default-src 'none'; style-src %s; script-src %s" % (hashed("style"), hashed("script")), policy
			assert not re.search(r'<[^>]* (style|on[a-z]+)=', text)
		END
	done
}

@test "a link as output is followed; one to nothing is refused, and stays" {
	local draw=(-m map --ci=t --plot=link.svg "$samples"/comparison/qrels "$samples"/comparison/plain.run "$samples"/comparison/fused.run)
	mkdir elsewhere
	: >elsewhere/picture.svg
	ln -s elsewhere/picture.svg link.svg
	"$STRAT_EVAL" "${draw[@]}" >/dev/null
	[ -L link.svg ]
	grep -q '</svg>' elsewhere/picture.svg
	rm elsewhere/picture.svg
	run -2 --separate-stderr "$STRAT_EVAL" "${draw[@]}"
	[[ $stderr = *'link.svg: the plot cannot be written: No such file or directory'* ]]
	[ -L link.svg ] && [ ! -e elsewhere/picture.svg ]
}

# A limit of file sizes ends it in the middle of writing (SIGXFSZ).
@test "a process that is killed leaves at most a file whose name says what it is" {
	run bash -c 'ulimit -c 0 -f 1; exec "$@"' - "$STRAT_EVAL" -m map --ci=t --plot=picture.svg "$samples"/comparison/qrels "$samples"/comparison/*.run
	assert_failure
	[ ! -e picture.svg ]
	[[ $(ls) = picture.svg.unfinished.* ]]
}
