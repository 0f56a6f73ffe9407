#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The file that make page writes, with any bytes in place of the program; make page-test has it in a browser.

load ../support/helper

make_page() # MODULE
{
	python3 -B "$ROOT/core/page/make_page.py" "$1" 1.2.3 '<commit>'
}

# The checksum of standard input, as a policy names it.
checksum()
{
	perl -MDigest::SHA=sha256 -MMIME::Base64 -0777 -pe '$_ = "sha256-" . encode_base64(sha256($_), "")'
}

@test "the same input gives the same page, which is whole, and whose policy names its one script and one style" {
	printf 'a program' >module
	make_page module >page
	make_page module | cmp - page
	perl -0777 -ne 'print $1 while /<script>(.*?)<\/script>/gs' page >script
	perl -0777 -ne 'print $1 while /<style>(.*?)<\/style>/gs' page >style
	[ "$(wc -c <script)" -gt 20000 ]
	[ "$(wc -c <style)" -gt 5000 ]
	policy="default-src 'none'; script-src '$(checksum <script)' 'wasm-unsafe-eval'; worker-src blob:; style-src '$(checksum <style)'; img-src data:; form-action 'none'; base-uri 'none'"
	assert_equal "$(sed -n 's/.*Content-Security-Policy" content="\([^"]*\)".*/\1/p' page)" "$policy"
	assert_equal "$(grep -c '^<script' page) $(grep -c '^<style' page)" '2 1'
	run ! grep -qE '@[A-Z]+@' page
	# the program, as it was
	sed -n 's/.*id="page-wasm">\([^<]*\)<.*/\1/p' page | base64 -d | gunzip | cmp - module
	grep -qF "<code id=\"page-checksum\">$(sha256sum <module | cut -d ' ' -f 1)</code>" page
	grep -qF '1.2.3' page
	grep -qF '&lt;commit&gt;' page
	grep -qF 'GNU GENERAL PUBLIC LICENSE' page
}

@test "a page above 1,100,000 bytes is refused" {
	head -c 800000 /dev/urandom >module
	run make_page module
	assert_failure 1
	assert_output --regexp '^make_page: the page has [0-9]+ bytes; at most 1100000 are allowed$'
}

@test "no script of the page sends, stores, or makes markup or code from text" {
	cd "$ROOT/core/page"
	run grep -nE 'fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage|sessionStorage|indexedDB|caches|document\.cookie' ./*.js
	assert_failure 1
	run grep -nE 'innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setTimeout\(.["'\'']|import\(|srcdoc|[^a-z]location' ./*.js
	assert_failure 1
	# the one parser of markup makes a document that runs nothing
	assert_equal "$(grep -l 'DOMParser' ./*.js)" ./answer.js
}
