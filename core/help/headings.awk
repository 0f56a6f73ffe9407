# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The headings of the documents as a table of C, for `strat_eval help WORDS`: page, heading, and other words by which it
# is found: the title of the page, whom it is for, and those of a comment below a heading: <!-- words: power, pilot -->

function quoted(text) {
	gsub(/[\\"]/, "\\\\&", text)
	gsub(/[`*]/, "", text)
	return "\"" text "\""
}

function finish() {
	if (heading != "")
		print quoted(page) ", " quoted(heading) ", " quoted(page " " title " " readers " " words) ","
	heading = words = ""
}

BEGIN { print "extern const char *const headings[];\nconst char *const headings[] = {" }
FNR == 1 { finish(); page = FILENAME; title = readers = ""; code = 0 }
/^```/ { code = !code }
code { next }
/^#+ / { finish(); heading = $0; sub(/^#+ /, "", heading); if (title == "") title = heading }
/^\*For / { readers = $0 }
/^<!-- words: / { words = $0; gsub(/^<!-- words: | -->$/, "", words) }
END { finish(); print "0 };" }
