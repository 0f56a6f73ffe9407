#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Excel workbooks are read as the same table saved as CSV: the expected answers are those of the CSV file.

load ../support/helper

setup() { cd "$BATS_TEST_TMPDIR"; }

workbook() # FILE.xlsx KIND NAME=SHEET...: see the script
{
	python3 "$ROOT/tests/support/workbook.py" "$@"
}

# Answer and messages of a command with these files as CSV and as workbooks, but for the files' names and checksums.
same_as_csv() # ARGUMENT...
{
	local status_of_csv=0 status_of_book=0
	"$STRAT_EVAL" "$@" >csv.out 2>csv.err || status_of_csv=$?
	"$STRAT_EVAL" "${@//.csv/.xlsx}" >book.out 2>book.err || status_of_book=$?
	assert_equal "$status_of_book" "$status_of_csv"
	sed 's/\.xlsx/.csv/g; s/XXH64.*/XXH64/' book.out | diff <(sed 's/XXH64.*/XXH64/' csv.out) -
	sed 's/\.xlsx/.csv/g' book.err | diff csv.err -
}

# Quotes, commas, semicolons, both line ends, UTF-8, entities, gaps, numbers, words of Excel, a column without a name.
tables()
{
	printf '%s\r\n' 'Control Number,"Custodian; all",Responsive?,"Notes, ""own""",,Size' \
		'D1,"Doe, J",TRUE,"two'$'\n''lines",,12' 'D2,,FALSE,"two'$'\r\n''lines",x,1.50' 'Ünï 3,<a&b>,FALSE,&amp;,,' \
		'D4,_x000G_,TRUE,"""",,-3' 'D5,,FALSE,,,' 'D6,a;b;c;d;e;f;g;h,TRUE,,,0' >coded.csv
	printf 'BegDoc\nD1\nD2\n"Ünï 3"\n' >produced.csv
}

@test "an export and a list as workbooks give the answers of the CSV files, however they are written" {
	local kind
	tables
	for kind in shared inline formula; do
		workbook coded.xlsx $kind "R&D <1>"=coded.csv -- produced.xlsx $kind Sheet1=produced.csv
		same_as_csv validate coded.csv --produced=produced.csv -N 50 --drawn-from=null
		grep -q -- '--collection=50 --produced=3::1 --null=47:3:2' book.out
		same_as_csv sample --collection=produced.csv --size=2 --seed=3
		same_as_csv stop -N 30 coded.csv
	done
}

@test "judgments, runs, strata and groups may be workbooks, packed or on standard input too" {
	printf 'topic,docno,rel,stratum\n1,a,1,x\n1,b,0,y\n2,a,0,x\n2,c,2,y\n' >judged.csv
	printf 'topic,docno,score\n1,b,2.5\n1,a,0.125\n2,c,3\n2,a,1\n' >run.csv
	printf 'topic,stratum,size\n1,x,10\n1,y,20\n2,x,5\n2,y,7\n' >strata.csv
	printf 'topic,group\n1,long\n2,short\n' >groups.csv
	workbook judged.xlsx shared S=judged.csv -- run.xlsx inline S=run.csv -- strata.xlsx formula S=strata.csv -- \
		groups.xlsx shared S=groups.csv
	same_as_csv -q -m runid -m map -m ndcg judged.csv run.csv
	grep -q "runid.*run$" book.out # without the ending
	same_as_csv -m est_rel --strata=strata.csv -R csv judged.csv run.csv
	same_as_csv -m map --topic-groups=groups.csv judged.csv run.csv
	"$STRAT_EVAL" -m map judged.csv run.csv >csv.out
	gzip -k judged.xlsx
	"$STRAT_EVAL" -m map judged.xlsx.gz run.csv | diff csv.out -
	"$STRAT_EVAL" -m map judged.xlsx - <run.csv | diff csv.out -
	"$STRAT_EVAL" -m map - run.csv <judged.xlsx | diff csv.out -
}

@test "of several sheets one is named; hidden ones are passed over" {
	tables
	printf 'a,b\n1,2\n' >other.csv
	printf '1 0 a 1\n' >qrels
	printf '1 Q0 a 1 1 tag\n' >run
	workbook both.xlsx shared Coding=coded.csv "List & more"=produced.csv Pivot=other.csv .Lookup=other.csv -- \
		hidden.xlsx shared .Lookup=other.csv Coding=coded.csv -- nothing.xlsx shared .Lookup=other.csv
	"$STRAT_EVAL" validate coded.csv --produced=produced.csv -N 50 --drawn-from=null --quiet-warnings >csv.out
	"$STRAT_EVAL" validate both.xlsx --produced=both.xlsx -N 50 --drawn-from=null --sheet=coding --run-sheet='List & more' --quiet-warnings | diff csv.out -
	"$STRAT_EVAL" validate hidden.xlsx --produced=produced.csv -N 50 --drawn-from=null --quiet-warnings | diff csv.out -
	refused 1 "both.xlsx: the workbook has several sheets; say which with --sheet=NAME: 'Coding', 'List & more', 'Pivot', 'Lookup'" \
		validate both.xlsx --produced=produced.csv -N 50
	refused 1 "both.xlsx: the workbook has several sheets; say which with --run-sheet=NAME: 'Coding', 'List & more', 'Pivot', 'Lookup'" \
		validate coded.csv --produced=both.xlsx -N 50
	refused 1 "both.xlsx: there is no sheet 'List'; its sheets: 'Coding', 'List & more', 'Pivot', 'Lookup'" \
		validate both.xlsx --produced=produced.csv -N 50 --sheet=List
	refused 1 "nothing.xlsx: no sheet of the workbook is shown: 'Lookup'" sample --collection=nothing.xlsx --size=1
	refused 1 "both.xlsx: the workbook has several sheets; give a copy with only the one to read: 'Coding', 'List & more', 'Pivot', 'Lookup'" \
		--topic-groups=both.xlsx qrels run
}

# In 300 MB of memory: 16,384 fields in each of 20,000 rows would not fit. The expected answer is that of the same rows without the value.
@test "a stray value far to the right costs nothing" {
	without_sanitizer "it reserves memory of its own"
	python3 - <<-'END' >rows
		print("<row r='1'><c r='A1' t='str'><v>docno</v></c><c r='B1' t='str'><v>rel</v></c></row>", end="")
		for i in range(2, 20002):
		    print(f"<row r='{i}'><c r='A{i}' t='str'><v>d{i}</v></c><c r='B{i}'><v>{i % 3 // 2}</v></c>", "</row>", sep="", end="")
	END
	# as a file: a word of a command is shorter
	sed 's|\(</v></c>\)</row>$|\1<c r="XFD20001" t="str"><v>x</v></c></row>|' rows >stray
	cmp -s rows stray && fail 'there is no stray value'
	workbook rows.xlsx shared S=@rows -- stray.xlsx shared S=@stray
	"$STRAT_EVAL" stop -N 50000 rows.xlsx >rows.out
	(ulimit -v 300000 && "$STRAT_EVAL" stop -N 50000 stray.xlsx) | diff rows.out -
}

# By APPNOTE 4.3.12 nothing forbids it, and readers differ in which one they take.
@test "comments and CDATA are read, and a part that is there twice is refused" {
	workbook a.xlsx shared 'S=<row><!-- <c> --><c t="str"><v>doc<!-- > -->no</v></c></row><row><c t="inlineStr"><is><t>a<![CDATA[&<b>]]>&amp;</t></is></c></row>'
	"$STRAT_EVAL" sample --collection=a.xlsx --size=1 --no-comments >out
	grep -qF 'a&<b>&' out
	python3 - <<-'END'
		import warnings, zipfile
		warnings.simplefilter("ignore")
		with zipfile.ZipFile("a.xlsx") as old, zipfile.ZipFile("twice.xlsx", "w") as new:
		    for name in old.namelist() + ["xl/worksheets/sheet1.xml"]:
		        new.writestr(name, old.read(name))
	END
	refused 2 'twice.xlsx: a damaged or truncated Excel workbook: it holds one of its parts twice' sample --collection=twice.xlsx --size=1
}

# Rows: 3 has the header, 4 a cell of two lines, 5 nothing, 6 a code that is no word.
@test "messages name the row of the sheet, and the cell of what Excel could not have written" {
	local rows='<row r="3"><c r="A3" t="str"><v>docno</v></c><c r="C3" t="str"><v>rel</v></c></row>'
	printf 'D2\n' >list
	workbook a.xlsx shared "S=$rows<row r='4'><c r='A4' t='str'><v>D1</v></c><c r='B4' t='str'><v>x&#10;y</v></c><c r='C4'><v>1</v></c></row><row r='5'/><row r='6'><c r='A6' t='str'><v>D2</v></c><c r='C6' t='e'><v>#N/A</v></c></row>"
	run --separate-stderr "$STRAT_EVAL" validate a.xlsx --produced=list -N 9
	assert_equal "${stderr%%;*}" "strat_eval: a.xlsx:6: relevance '#N/A' is neither a whole number nor a known word"
	bad_cell() # ROWS MESSAGE
	{
		books+=(-- $((++number)).xlsx shared "The list=$1" "strings=<si><t>a</t></si>")
		expected+=("$2")
	}
	local number=0 books=() expected=('')
	bad_cell '<row r="2"><c r="AB2" t="s"><v>1</v></c></row>' "cell AB2: the workbook has no text of this number: '1'"
	bad_cell '<row r="2"><c r="B2"/><c r="A2"/></row>' "cell B2: what follows is not allowed there: 'A2'"
	bad_cell '<row r="2"><c r="B2"/><c r="C3"/></row>' "cell B2: what follows is not allowed there: 'C3'"
	bad_cell '<row r="2"><c r="XFD2"/><c/></row>' "cell XFD2: what follows is not allowed there: ''"
	bad_cell '<row r="2"/><row r="2"/>' "row 2: what follows is not allowed there: '2'"
	bad_cell '<row r="1048576"/><row/>' "row 1048576: what follows is not allowed there: ''"
	bad_cell '<row r="1"><c t="str"><v>a&nbsp;b</v></c></row>' "cell A1: damaged XML: ''"
	bad_cell '<row r="1"><c t="str"><v>before</v><v>a&nbsp;b</v></c></row>' "cell A1: damaged XML: ''"
	workbook "${books[@]:1}"
	for ((; number > 0; number--)); do
		refused 1 "$number.xlsx: sheet 'The list', ${expected[number]}" sample --collection=$number.xlsx --size=1
	done
}

@test "passwords, old, binary, huge and damaged workbooks are named, with what to do" {
	printf 'docno\na\nb\n' >list.csv
	workbook a.xlsx shared S=list.csv
	printf '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0' >a.xls
	refused 1 'a.xls: an old Excel file (.xls), or a workbook with a password: save it without a password as .xlsx or CSV (UTF-8), and give that file' \
		sample --collection=a.xls --size=1
	size=$(wc -c <a.xlsx)
	head -c $((size - 30)) a.xlsx >cut.xlsx
	refused 2 'cut.xlsx: a damaged or truncated Excel workbook: there is no directory at its end' sample --collection=cut.xlsx --size=1
	# PK\5\6: APPNOTE 4.3.16, offset of the directory at 16, all ones in zip64; the flags of an entry at 8: encrypted is 1
	python3 - <<-'END'
		import zipfile
		book = open("a.xlsx", "rb").read()
		end, first = book.rindex(b"PK\5\6"), book.index(b"PK\1\2", book.index(b"PK\1\2") + 1)
		open("zip64.xlsx", "wb").write(book[:end + 16] + b"\xff" * 4 + book[end + 20:])
		open("locked.xlsx", "wb").write(book[:first + 8] + b"\1" + book[first + 9:])
		open("crc.xlsx", "wb").write(book[:first + 16] + b"\1\2\3\4" + book[first + 20:])
		open("far.xlsx", "wb").write(book[:first + 42] + b"\xff\xff\xff\0" + book[first + 46:])
		with zipfile.ZipFile("a.xlsb", "w") as file:
		    file.writestr("xl/workbook.bin", "")
		with zipfile.ZipFile("bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as file:
		    file.writestr("xl/workbook.xml", " " * (1 << 27))
	END
	refused 1 'zip64.xlsx: a zip64 archive: save it again in Excel' sample --collection=zip64.xlsx --size=1
	refused 1 'locked.xlsx: a workbook that is encrypted, zip64 or packed in an unusual way: save it again in Excel' sample --collection=locked.xlsx --size=1
	refused 2 'crc.xlsx: a damaged or truncated Excel workbook: xl/workbook.xml' sample --collection=crc.xlsx --size=1
	refused 2 'far.xlsx: a damaged or truncated Excel workbook: xl/workbook.xml' sample --collection=far.xlsx --size=1
	refused 1 'a.xlsb: a binary Excel workbook (.xlsb): save it as .xlsx' sample --collection=a.xlsb --size=1
	run --separate-stderr "$STRAT_EVAL" sample --collection=bomb.xlsx --size=1
	assert_equal "$status" 1
	[[ $stderr == 'strat_eval: bomb.xlsx: the workbook unpacks to more than is read (134217728 bytes from 1'* ]]
}

# Deflate packs 1032 to one at most, and 64 MB are read in any case. Here are 1,048,576 rows in 20 MB of XML.
@test "as many rows as Excel has are read" {
	only_with_test_all
	python3 -c 'print("docno"); [print("D%d" % i) for i in range(1, 1048576)]' >list.csv
	workbook list.xlsx inline S=list.csv
	"$STRAT_EVAL" sample --collection=list.csv --size=5 >csv.out
	"$STRAT_EVAL" sample --collection=list.xlsx --size=5 | sed 's/list\.xlsx/list.csv/' | diff csv.out -
}

# Written by another program than ours, as pandas and others do: the same table, with numbers and truth values of their own types.
@test "workbooks that openpyxl writes are read as the CSV files" {
	/usr/bin/python3 -c 'import openpyxl' 2>/dev/null || skip "skipped: no python3-openpyxl"
	tables
	/usr/bin/python3 - coded produced <<'PYTHON'
import csv, sys
import openpyxl
for name in sys.argv[1:]:
    book = openpyxl.Workbook()
    for row in csv.reader(open(name + ".csv", newline="", encoding="utf-8")):
        book.active.append([{"TRUE": True, "FALSE": False, "12": 12, "-3": -3, "0": 0, "": None}.get(x, x) for x in row])
    book.save(name + ".xlsx")
PYTHON
	sed -i 's/\r$//' coded.csv # a line end within a cell is one byte there
	same_as_csv validate coded.csv --produced=produced.csv -N 50 --drawn-from=null
	same_as_csv sample --collection=produced.csv --size=2 --seed=3
	same_as_csv stop -N 30 coded.csv
}

# A filter leaves its rows in the sheet, hidden. D2, D4 and D6 are.
@test "rows that a filter hides are asked about, and what is offered works" {
	printf 'Control Number,Responsive\nD1,yes\nD2,yes\nD3,no\nD4,no\nD5,no\nD6,yes\n' >coded.csv
	printf 'Control Number\nD1\nD2\n' >produced.csv
	printf 'Control Number,Responsive\nD1,yes\nD3,no\nD5,no\n' >visible.csv
	workbook coded.xlsx shared S=coded.csv
	python3 - <<-'END'
		import re, zipfile
		old, new = zipfile.ZipFile("coded.xlsx"), zipfile.ZipFile("filtered.xlsx", "w")
		for name in old.namelist():
		    new.writestr(name, re.sub(rb'<row r="([357])"', rb'<row r="\1" hidden="1"', old.read(name)))
		new.close()
	END
	refused 64 'filtered.xlsx: 3 rows are hidden, as by a filter: --hidden-rows=read counts them, --hidden-rows=left-out does not' \
		validate filtered.xlsx --produced=produced.csv -N 50 --drawn-from=null
	for how in read:coded left-out:visible; do
		"$STRAT_EVAL" validate "${how#*:}.csv" --produced=produced.csv -N 50 --drawn-from=null --format=csv --quiet-warnings >csv.out
		"$STRAT_EVAL" validate filtered.xlsx --hidden-rows="${how%:*}" --produced=produced.csv -N 50 --drawn-from=null --format=csv --quiet-warnings | cmp - csv.out
	done
}
