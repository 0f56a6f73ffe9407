# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes what fuzz_workbook begins with: small workbooks, and their parts with the byte 1 between.
#
#   sh tests/fuzz/workbook_seeds.sh FOLDER
set -e
mkdir -p "$1"
printf 'docno,rel,note\nD1,1,"a, ""b"""\nD2,,\n,,\nD4,TRUE,"x\r\ny <&>"\n' >"$1/table.csv"
for kind in shared inline formula; do
	python3 "$(dirname "$0")/../support/workbook.py" "$1/$kind.xlsx" $kind Coding="$1/table.csv" .Notes="$1/table.csv"
	python3 - "$1/$kind.xlsx" "$1/$kind.parts" <<-END
		import sys, zipfile
		book = zipfile.ZipFile(sys.argv[1])
		names = {name.lower(): name for name in book.namelist()}
		parts = ["workbook.xml", "_rels/workbook.xml.rels", "sharedstrings.xml", "worksheets/sheet1.xml"]
		open(sys.argv[2], "wb").write(b"\1".join(book.read(names["xl/" + part]) for part in parts))
	END
done
rm "$1/table.csv"
