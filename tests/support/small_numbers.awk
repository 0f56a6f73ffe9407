# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints FILE:LINE: NUMBER for every literal number between 0 and 0.00001 in source files, outside comments and
# strings: these are tolerances.

FNR == 1 { comment = 0 }
{
	line = $0
	code = ""
	while (line != "") {
		if (comment) {
			if (!(end = index(line, "*/")))
				break
			line = substr(line, end + 2)
			comment = 0
		} else if (match(line, /\/\*|\/\/|"([^"\\]|\\.)*"/)) {
			code = code substr(line, 1, RSTART - 1) " "
			found = substr(line, RSTART, 2)
			line = found == "//" ? "" : substr(line, RSTART + RLENGTH)
			comment = found == "/*"
		} else {
			code = code line
			line = ""
		}
	}
	while (match(code, /[A-Za-z0-9_.]+(e-[0-9]+)?/)) {
		number = substr(code, RSTART, RLENGTH)
		code = substr(code, RSTART + RLENGTH)
		if (number ~ /^[0-9]*\.?[0-9]*(e-[0-9]+)?$/ && number + 0 > 0 && number + 0 < 0.0000099)
			print FILENAME ":" FNR ": " number
	}
}
