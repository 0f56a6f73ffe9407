#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that are no text: the message says what they are and what to type. The first bytes are those
# that the formats' own descriptions give (RFC 8878 zstd, the .xz file format, bzip2's magic and the
# digits of pi, PKZIP's APPNOTE, Parquet's PAR1, and so on).

load ../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	printf '1 0 a 1\n' >qrels
	printf '1 Q0 a 1 1 tag\n' >run
}

# The bytes are refused as judgments, as a run and as a list.
foreign() # FILE BYTES MESSAGE
{
	printf "$2" >"$1"
	refused 1 "$1: $3" "$1" run
	refused 1 "$1: $3" -R csv "$1" run
	refused 1 "$1: $3" qrels "$1"
	refused 1 "$1: $3" sample --size=1 --collection="$1"
}

@test "packed files are named, with the command that unpacks them" {
	foreign r.zst '\x28\xb5\x2f\xfd\x00' 'a file packed by zstd: type <(zstd -dc r.zst) in its place'
	foreign r.xz '\xfd7zXZ\x00\x00' 'a file packed by xz: type <(xz -dc r.xz) in its place'
	foreign r.bz2 'BZh91AY&SYabc' 'a file packed by bzip2: type <(bzip2 -dc r.bz2) in its place'
	foreign r.lz4 '\x04\x22\x4d\x18\x60' 'a file packed by lz4: type <(lz4 -dc r.lz4) in its place'
	foreign r.7z '7z\xbc\xaf\x27\x1c\x00' 'a 7z archive: type <(7z x -so r.7z) in its place'
	foreign r.zip 'PK\x03\x04abc my.run' 'a zip archive: type <(unzip -p r.zip) in its place'
	foreign r.tar "$(printf '%0257d' 0)ustar" 'a tar archive: type <(tar -xOf r.tar) in its place'
	refused 1 'standard input: a file packed by zstd: unpack it first, as in zstd -dc FILE | strat_eval ...' qrels - \
		< <(printf '\x28\xb5\x2f\xfd\x00')
	# also inside gzip
	gzip -c r.tar >r.tar.gz
	refused 1 'r.tar.gz: a tar archive: type <(tar -xOf r.tar.gz) in its place' qrels r.tar.gz
}

@test "spreadsheets, Parquet and PDF are named, with what to do" {
	foreign b.docx 'PK\x03\x04abc[Content_Types].xml' 'an Office file that is no workbook, or is cut off: save it as .xlsx or CSV (UTF-8) and give that file'
	foreign a.xls '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00' 'an old Excel file (.xls), or a workbook with a password: save it without a password as .xlsx or CSV (UTF-8), and give that file'
	foreign a.ods 'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet' \
		'an OpenDocument spreadsheet: save it as .xlsx or CSV (UTF-8) and give that file'
	# Parquet begins with PAR1 and Thrift's 0x15, field 1 being a number; cut off, and without a NUL byte, too
	for bytes in 'PAR1\x15\x04\x15\x00abcdefgPAR1' 'PAR1\x15\x04\x15\x00abcdefg' 'PAR1\x15\x04\x15\x10abcPAR1'; do
		foreign a.parquet "$bytes" "a Parquet file: write it as CSV, as in python3 -c \"import pandas; pandas.read_parquet('a.parquet').to_csv('table.csv', index=False)\""
	done
	foreign a.arrow 'ARROW1\x00\x00\xff' "an Arrow file: write it as CSV, as in python3 -c \"import pandas; pandas.read_feather('a.arrow').to_csv('table.csv', index=False)\""
	foreign a.pdf '%%PDF-1.7' 'a PDF file: give the table in it as CSV'
}

@test "text that begins with the same letters is text" {
	local name
	for name in PAR1 PAR1-001 ARROW1 BZh9 BZh91AY PK 7z ustar; do
		printf '%s 0 %s 1\n' "$name" "$name" >q
		printf '%s Q0 %s 1 1 tag\n' "$name" "$name" >r
		run --separate-stderr "$STRAT_EVAL" -m map q r
		assert_equal "$name $output" "$name $(printf '%-22s\tall\t1.0000' map)"
	done
}

# What Windows programs write as "Unicode text". Expected: the answer and the messages of the same text in UTF-8.
@test "text in UTF-16 with a byte-order mark is read, in either order" {
	printf 'topic\tdocno\trel\r\n1\tÜñ-€-😀\t1\r\n1\tb\t0\r\n2\tb\t1\r\n' >q.csv
	printf '1 Q0 b 1 2 tag\n1 Q0 Üñ-€-😀 2 1 tag\n2 Q0 b 1 1 tag\n' >r
	"$STRAT_EVAL" -q -m map q.csv r >expected
	assert_equal "$(tail -n 1 expected)" "$(printf '%-22s\tall\t0.7500' map)"
	for order in le be; do
		for file in q.csv r; do
			python3 -c 'import sys; t = open(sys.argv[1], newline="", encoding="utf-8").read()
open(sys.argv[1] + sys.argv[2], "wb").write(("\ufeff" + t).encode("utf-16-" + sys.argv[2]))' $file $order
		done
		"$STRAT_EVAL" -q -m map q.csv$order r$order | diff expected -
	done
	gzip -k q.csvbe
	"$STRAT_EVAL" -q -m map q.csvbe.gz - <rle | diff expected -
	printf '\xff\xfe1\0 \0\x30\0 \0a\0 \0x\0\n\0' >word
	refused 1 "word:1: relevance 'x' is not an integer" word r
	printf '\xff\xfea\0\n\0b\0\0\xd8c\0' >half
	refused 1 'half:2: text in UTF-16 with half a character' half r
	printf '\xfe\xff\0a\0' >odd
	refused 1 'odd:1: text in UTF-16 with half a character' odd r
}
