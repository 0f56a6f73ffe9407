#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Load files are read as the same table saved as CSV, and --header skips what stands above a header: the expected answers
# are those of the CSV file.

load ../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	printf 'Control Number,Custodian,Responsive Designation\nD1,"Doe, J",Responsive\nD2,"a ""b""\nc",Not Responsive\nÜ3,,Responsive\nD4,,Not Responsive\n' >coded.csv
	printf 'Control Number\nD1\nD2\n' >produced.csv
	"$STRAT_EVAL" validate coded.csv --produced=produced.csv -N 50 --drawn-from=null --quiet-warnings >expected
}

# Thorn, registered sign and separator are the defaults of Concordance: characters 254, 174 and 20.
@test "load files of Concordance and Relativity, in UTF-8, UTF-16 and Latin-1" {
	python3 - <<-'END'
		rows = [["Control Number", "Custodian", "Responsive Designation"], ["D1", "Doe, J", "Responsive"],
		        ["D2", 'a "b"\u00aec', "Not Responsive"], ["Ü3", "", "Responsive"], ["D4", "", "Not Responsive"]]
		text = "".join("\x14".join("\u00fe%s\u00fe" % x for x in row) + "\r\n" for row in rows)
		for name, encoding in ("utf8", "utf-8"), ("mark", "utf-8-sig"), ("utf16", "utf-16"), ("latin1", "latin-1"):
		    open(name + ".dat", "wb").write(text.encode(encoding))
		open("bare.dat", "wb").write(text.replace("\u00fe", "").replace("\u00ae", " ").encode())
		open("open.dat", "wb").write(text.encode()[:-4] + b"\r\n")
	END
	local name
	for name in utf8 mark utf16 latin1 bare; do
		"$STRAT_EVAL" validate $name.dat --produced=produced.csv -N 50 --drawn-from=null --quiet-warnings >given
		sed "s/$name.dat/coded.csv/" given | diff expected -
	done
	refused 1 'open.dat:5: a field that begins with a thorn has no end' validate open.dat --produced=produced.csv -N 50 --drawn-from=null
}

@test "--header names the row of the header, in text and in workbooks" {
	{
		printf 'Review of May, "all"\n\n'
		cat coded.csv
	} >titled.csv
	python3 "$ROOT/tests/support/workbook.py" titled.xlsx shared S=titled.csv
	local name
	for name in titled.csv titled.xlsx; do
		"$STRAT_EVAL" validate $name --header=3 --produced=produced.csv -N 50 --drawn-from=null --quiet-warnings >given
		sed "s/$name/coded.csv/" given | diff expected -
	done
	sed 's/Not Responsive/perhaps/' titled.csv >odd.csv
	run "$STRAT_EVAL" validate odd.csv --header=3 --produced=produced.csv -N 50 --drawn-from=null
	assert_output --partial "odd.csv:5: relevance 'perhaps'"
	refused 1 'coded.csv: --header=9: the file has no such line' validate coded.csv --header=9 --produced=produced.csv -N 50 --drawn-from=null
}
