#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What is refused, with which message and exit status, and what is accepted all the same.
#
# Exit status: 1 the data is wrong, 2 reading or writing failed, 64 wrong usage. Nothing is printed to
# standard output before all input was found valid, which refused() checks every time.

load ../support/helper

KINDS='qrels run qrels_jg prefs qrels_prefs zscores'

# A good line of each kind of input; good2 is another one of the same topic.
good() # KIND
{
	case $1 in
	run) echo '1 Q0 a 1 2.5 tag' ;;
	prefs) echo '1 g s a 1' ;;
	zscores) echo '1 map 0.25 0.5' ;;
	*) echo '1 g a 1' ;;
	esac
}

good2() # KIND
{
	case $1 in
	run) echo '1 Q0 b 2 1.5 tag' ;;
	prefs) echo '1 g s b 0' ;;
	zscores) echo '1 P_5 0.5 0.25' ;;
	*) echo '1 g b 0' ;;
	esac
}

# What is evaluated with the two good lines of one kind and the good lines of the others.
# Grades 1 0 at ranks 1 and 2: AP = 1, P_5 = 1/5. One preference, a > b, fulfilled.
# z-scores: (1 - .25) / .5 = 1.5, (.2 - .5) / .25 = -1.2.
expected_of() # KIND
{
	case $1 in
	qrels | run) printf '%-22s\tall\t%s\n' runid tag map 1.0000 P_5 0.2000 ;;
	qrels_jg) printf '%-22s\tall\t%s\n' runid tag map_avgjg 1.0000 P_avgjg_5 0.2000 ;;
	prefs | qrels_prefs)
		printf '%-22s\tall\t%s\n' runid tag prefs_num_prefs_ful_ret 1 prefs_simp 1.0000 ;;
	zscores) printf '%-22s\tall\t%s\nZ%-22s\tall\t%s\nZ%-22s\tall\t%s\n' runid tag map 1.5000 P_5 -1.2000 ;;
	esac
}

# Good files of all kinds.
good_files()
{
	local kind
	for kind in $KINDS; do
		{ good "$kind"; good2 "$kind"; } >"good.$kind"
	done
}

# The arguments by which a file is read as one kind of input, in the array `arguments`.
as() # KIND FILE
{
	arguments=(-m runid -m map -m P.5)
	case $1 in
	qrels) arguments+=("$2" good.run) ;;
	run) arguments+=(good.qrels "$2") ;;
	zscores) arguments+=(-Z "$2" good.qrels good.run) ;;
	qrels_jg) arguments=(-m runid -m map_avgjg -m P_avgjg.5 -R qrels_jg "$2" good.run) ;;
	*) arguments=(-m runid -m prefs_num_prefs_ful_ret -m prefs_simp -R "$1" "$2" good.run) ;;
	esac
}

# A file of a kind is refused.
bad_file() # STATUS MESSAGE KIND FILE
{
	as "$3" "$4"
	refused "$1" "$2" "${arguments[@]}"
}

# A line is refused where it stands: on the seventh physical line, behind comments, blank lines and
# good lines, with LF and CR LF. The file is `bad`.
bad_line() # KIND LINE MESSAGE
{
	{
		printf '# comment\n\n \t \n  # indented comment\r\n'
		good "$1"
		printf '\r\n%s\n' "$2"
		good2 "$1"
	} >bad
	bad_file 1 "bad:7: $3" "$1" bad
}

# A file of a kind is accepted and gives what the good one gives.
accepted() # WHAT KIND FILE
{
	as "$2" "$3"
	evaluate "${arguments[@]}"
	expected_of "$2" >expected
	assert_equal "$1 $2: $exit_status $(cat stderr)" "$1 $2: 0 "
	same_output "$1 $2"
}

qrels_columns='but a line has 4: topic iteration document relevance'
prefs_columns='but a line has 5: topic group sub-group document level'
run_columns='but a line has at least 6: topic Q0 document rank score tag'
zscores_columns='but a line has 4: topic measure mean deviation'

@test "the good files of these tests give the values worked out by hand" {
	good_files
	local kind
	for kind in $KINDS; do
		accepted 'as it is' "$kind" "good.$kind"
	done
}

@test "a line with too few or too many columns is refused by file, line and number of columns" {
	good_files
	local kind
	for kind in qrels qrels_jg qrels_prefs; do
		bad_line $kind '1' "1 column, $qrels_columns"
		bad_line $kind '1 0 a' "3 columns, $qrels_columns"
		bad_line $kind '1 0 a 1 1' "5 columns, $qrels_columns"
		bad_line $kind '1 0 a 1 # comment' "6 columns, $qrels_columns"
		bad_line $kind '1 0 a 1 5 6 7 8 9 10 11 12' "12 columns, $qrels_columns"
	done
	bad_line prefs '1 g a 1' "4 columns, $prefs_columns"
	bad_line prefs '1 g s c 1 1' "6 columns, $prefs_columns"
	bad_line run '1 Q0 c 1 1' "5 columns, $run_columns"
	bad_line run 'x' "1 column, $run_columns"
	bad_line zscores '1 map 1' "3 columns, $zscores_columns"
	bad_line zscores '1 map 1 1 1' "5 columns, $zscores_columns"
}

@test "a relevance that is not an integer, or beyond a million, is refused by its value" {
	good_files
	local kind value
	for kind in qrels qrels_jg qrels_prefs; do
		for value in yes 1.5 1.0000001 1e-3 0x1 inf nan .0 - + -- 1- 1,2 ''\''' é; do
			bad_line $kind "1 g c $value" "relevance '$value' is not an integer"
		done
		for value in 1000001 -1000001 1000001.0 1e7 1000000000000; do
			bad_line $kind "1 g c $value" "relevance '$value' is not within -1000000 and 1000000"
		done
	done
	# beyond 64 bits: refused, in whichever of the two ways
	printf '1 g a 1\n1 g c 99999999999999999999\n' >bad
	evaluate bad good.run
	assert_equal "$exit_status $(wc -c <stdout)" '1 0'
	assert_regex "$(cat stderr)" "^strat_eval: bad:2: relevance '99999999999999999999' is not "
}

@test "a level of preference, a mean and a deviation must be finite numbers" {
	good_files
	local value
	for value in high 1.5x nan inf -inf 1e999 1,5 -; do
		bad_line prefs "1 g s c $value" "level '$value' is not a finite number"
		bad_line zscores "1 x $value 1" "mean '$value' is not a finite number"
		bad_line zscores "1 x 1 $value" "deviation '$value' is not a finite number of at least 0"
	done
	bad_line zscores '1 x 1 -0.5' "deviation '-0.5' is not a finite number of at least 0"
}

@test "a score that is not a number, or NaN, is refused by its value" {
	good_files
	local value
	for value in abc 1.5x 1,500 - + . 0x 1e 1e+ --1 1.2.3 infinit é; do
		bad_line run "1 Q0 c 3 $value tag" "score '$value' is not a number"
	done
	bad_line run '1 Q0 c 3 1,5 tag' "score '1,5' is not a number: write 1.5"
	bad_line run '1 Q0 c 3 1.5% tag' "score '1.5%' is not a number: write 0.015"
	for value in nan NaN -nan 'nan(1)'; do
		bad_line run "1 Q0 c 3 $value tag" "score '$value' cannot be put in order"
	done
}

@test "unprintable and very long values are shown in a message so that it stays one short line" {
	good_files
	bad_line qrels $'1 0 c \x01\x1b[31m' "relevance '\\x01\\x1b[31m' is not an integer"
	local long
	long=$(printf '%05000d' 7)x
	printf '1 0 a %s\n' "$long" >bad
	evaluate bad good.run
	assert_equal "$exit_status $(wc -l <stderr | tr -d ' ')" '1 1'
	assert_regex "$(cat stderr)" "^strat_eval: bad:1: relevance '000.*\.\.\.' is not an integer$"
	[ "$(wc -c <stderr)" -lt 400 ] || fail "the message has $(wc -c <stderr) bytes"
}

@test "a document twice in a topic is refused with both lines, also where the lines are far apart" {
	good_files
	bad_line qrels '1 x a 0' "document 'a' of topic '1' is judged twice: first on line 5"
	bad_line qrels_jg '1 g a 0' "document 'a' of topic '1' is judged twice by one group: first on line 5"
	bad_line qrels_prefs '1 g a 0' "document 'a' of topic '1' is judged twice in one sub-group: first on line 5"
	bad_line prefs '1 g s a 1' "document 'a' of topic '1' is judged twice in one sub-group: first on line 5"
	bad_line run '1 Q0 a 9 9.5 tag' "document 'a' of topic '1' is retrieved twice: first on line 5"
	bad_line zscores '1 map 3 4' "measure 'map' of topic '1' appears twice: first on line 5"
	# scattered topics; the later line is named first
	printf '%s\n' '# 1' '2 0 a 1' '1 0 a 1' '' '2 0 b 1' '1 0 b 1' '2 0 a 0' >bad
	bad_file 1 "bad:7: document 'a' of topic '2' is judged twice: first on line 2" qrels bad
	printf '%s\n' '2 Q0 a 1 1 r' '1 Q0 a 1 1 r' '2 Q0 b 1 3 r' '#' '1 Q0 b 1 2 r' '1 Q0 a 2 3 r' >bad
	bad_file 1 "bad:6: document 'a' of topic '1' is retrieved twice: first on line 2" run bad
	# also where the score is the same, below the -M cut, and in a topic that nobody judged
	printf '1 Q0 a 1 %s r\n' 3 3 >bad
	bad_file 1 "bad:2: document 'a' of topic '1' is retrieved twice: first on line 1" run bad
	printf '1 Q0 %s r\n' 'b 1 9' 'a 2 2' 'a 3 1' >bad
	refused 1 "bad:3: document 'a' of topic '1' is retrieved twice: first on line 2" -M1 good.qrels bad
	printf '%s\n' '1 Q0 a 1 3 r' '77 Q0 a 1 3 r' '77 Q0 a 1 3 r' >bad
	bad_file 1 "bad:3: document 'a' of topic '77' is retrieved twice: first on line 2" run bad
	# the same document for other groups, sub-groups and topics is none
	printf '%s\n' '1 g a 1' '1 h a 0' '2 g a 1' '1 g b 0' >jg
	evaluate -R qrels_jg -m map_avgjg jg good.run
	assert_equal "$exit_status" 0
	printf '%s\n' '1 g s a 1' '1 g t a 1' '1 h s a 1' '1 g s b 0' >prefs
	evaluate -R prefs -m prefs_simp prefs good.run
	assert_equal "$exit_status" 0
}

@test "preferences of a group that contradict each other are refused, directly and around a corner" {
	good_files
	printf '1 g %s\n' 's a 2' 's b 1' 't b 2' 't a 1' >bad
	evaluate -R prefs bad good.run
	assert_equal "$exit_status $(wc -c <stdout)" '1 0'
	assert_regex "$(cat stderr)" "^strat_eval: bad:[1-4]: preferences of a judgment group of topic '1' contradict each other: document '[ab]' would be preferred to itself$"
	printf '1 g %s\n' 's a 2' 's b 1' 't b 2' 't c 1' 'u c 1' 'u a 0' >bad
	evaluate -R prefs bad good.run
	assert_equal "$exit_status $(wc -c <stdout)" '1 0'
	assert_regex "$(cat stderr)" "^strat_eval: bad:[1-6]: preferences of a judgment group of topic '1' contradict"
	# of different groups they may
	printf '1 %s\n' 'g s a 2' 'g s b 1' 'h s b 2' 'h s a 1' >fine
	prints -R prefs -m prefs_num_prefs_poss -m prefs_simp fine good.run <<-'END'
		prefs_num_prefs_poss all 2
		prefs_simp all 0.5000
	END
}

@test "a NUL byte is refused wherever it stands, and so is UTF-16" {
	good_files
	local kind line nul='NUL byte in the line: not a text file, or UTF-16'
	for kind in $KINDS; do
		line=$(good $kind)
		printf '#\n%s\n%s\0\n' "$line" "${line/1/2}" >bad
		bad_file 1 "bad:3: $nul" $kind bad
		printf '\0%s\n' "$line" >bad
		bad_file 1 "bad:1: $nul" $kind bad
		printf '%s\n%s\0%s\n' "$line" "${line%a*}" "${line#*a}" >bad
		bad_file 1 "bad:2: $nul" $kind bad
		printf '%s\n\0' "$line" >bad
		bad_file 1 "bad:2: $nul" $kind bad
		printf '%s\n%s \0' "$line" "${line/1/2}" >bad
		bad_file 1 "bad:2: $nul" $kind bad
	done
	good qrels | perl -pe 's/(.)/$1\0/gs' >bad
	bad_file 1 "bad:1: $nul" qrels bad
	# the same from a pipe, which is read, not mapped
	refused 1 "standard input:2: $nul" good.qrels - < <(printf '1 Q0 a 1 1 x\n1 Q0 b 1 \0 1 x\n')
}

@test "carriage returns without a line feed are refused instead of making one line of all" {
	good_files
	local kind cr='carriage return inside the line: lines must end in LF or CR LF'
	for kind in $KINDS; do
		tr '\n' '\r' <"good.$kind" >bad
		bad_file 1 "bad:1: $cr" $kind bad
		{ printf '# comment\r\n'; good $kind; good2 $kind | sed 's/ /\r/'; } >bad
		bad_file 1 "bad:3: $cr" $kind bad
	done
}

@test "an empty file, and one with comments only, are refused as empty" {
	good_files
	local kind what
	: >empty
	printf '# a\n\n#b\n  \t\r\n# last' >comments
	printf '\xef\xbb\xbf' >bom
	: | gzip >empty.gz
	for kind in $KINDS; do
		case $kind in
		run) what='no retrieved documents' ;;
		zscores) what='no z-scores' ;;
		*) what='no judgments' ;;
		esac
		bad_file 1 "empty: $what in the file" $kind empty
		bad_file 1 "comments: $what in the file" $kind comments
		bad_file 1 "bom: $what in the file" $kind bom
		bad_file 1 "empty.gz: $what in the file" $kind empty.gz
		bad_file 1 "/dev/null: $what in the file" $kind /dev/null
		bad_file 1 "standard input: $what in the file" $kind - </dev/null
	done
}

@test "truncated gzip data is a reading error, wherever the cut is" {
	good_files
	local kind size cut
	for kind in $KINDS; do
		# comments that do not compress to nothing, so that there is a middle
		{ cat "good.$kind"; perl -e 'srand 1; print "# ", rand, "\n" for 1 .. 200'; } | gzip >whole.gz
		accepted 'gzip' $kind whole.gz
		size=$(wc -c <whole.gz)
		for cut in $(cases "2 3 9 10 11 $((size / 2)) $((size - 8)) $((size - 5))" "3 10 $((size / 2))") $((size - 1)); do
			head -c "$cut" whole.gz >cut.gz
			bad_file 2 'cut.gz: damaged or truncated gzip data' $kind cut.gz
		done
	done
	# from a pipe, and in the second member
	head -c 30 whole.gz >cut.gz
	refused 2 'standard input: damaged or truncated gzip data' -Z - good.qrels good.run < <(cat cut.gz)
	gzip -c good.run >two.gz
	head -c 15 two.gz >>two.gz
	bad_file 2 'two.gz: damaged or truncated gzip data' run two.gz
}

@test "damaged gzip data is a reading error" {
	good_files
	local kind
	damage() # FILE POSITION (negative: from the end)
	{
		perl -0777 -pe 'substr($_, '"$2"', 1) ^= "\x5a"' "$1" >damaged.gz
	}
	for kind in $KINDS; do
		gzip -c "good.$kind" >whole.gz
		damage whole.gz -6 # of the check sum
		bad_file 2 'damaged.gz: damaged or truncated gzip data' $kind damaged.gz
		damage whole.gz -2 # of the length
		bad_file 2 'damaged.gz: damaged or truncated gzip data' $kind damaged.gz
		damage whole.gz 2 # the compression method
		bad_file 2 'damaged.gz: damaged or truncated gzip data' $kind damaged.gz
		{ cat whole.gz; echo garbage; } >damaged.gz
		bad_file 2 'damaged.gz: damaged or truncated gzip data' $kind damaged.gz
	done
}

@test "gzip data that unpacks to more than the memory, and lengths that lie, do no harm" {
	without_sanitizer "the address sanitizer reserves more"
	good_files
	head -c 10000000 /dev/zero | tr '\0' ' ' | gzip >ten_megabytes.gz
	for i in {1..40}; do cat ten_megabytes.gz; done >bomb.gz
	exit_status=0
	(ulimit -v 200000 && "$STRAT_EVAL" good.qrels bomb.gz >stdout 2>stderr) || exit_status=$?
	assert_equal "$exit_status $(cat stderr)" '2 strat_eval: out of memory'
	# a thousand members of some bytes each, the length at the end far below that of all
	printf '  ' | gzip >two_blanks.gz
	perl -0777 -ne 'print $_ x 1000' two_blanks.gz >many.gz
	gzip -c good.run >>many.gz
	accepted 'many members' run many.gz
	{ gzip -c good.run; cat two_blanks.gz; } >small_last.gz
	accepted 'the last member is the smallest' run small_last.gz
	# one member of 3 MB whose last bytes say 4 GiB less a byte: the length is checked
	{ cat good.run; head -c 3000000 /dev/zero | tr '\0' ' '; echo; } | gzip >long.gz
	accepted 'far smaller than what it unpacks to' run long.gz
	perl -0777 -pe 'substr($_, -4) = "\xff\xff\xff\xff"' long.gz >lies.gz
	bad_file 2 'lies.gz: damaged or truncated gzip data' run lies.gz
}

@test "a file that is missing, a directory or unreadable is a reading error that says which" {
	good_files
	mkdir folder
	ln -s loop loop
	local kind
	for kind in $KINDS; do
		bad_file 2 'missing: cannot read: No such file or directory' $kind missing
		bad_file 2 'good.run/x: cannot read: Not a directory' $kind good.run/x
		bad_file 2 'folder: cannot read: it is a directory' $kind folder
		bad_file 2 'loop: cannot read: Too many levels of symbolic links' $kind loop
		# opens, but cannot be read
		bad_file 2 '/proc/self/mem: cannot read: Input/output error' $kind /proc/self/mem
		bad_file 2 'standard input: cannot read: it is a directory' $kind - <folder
	done
}

@test "a file without permission to read is a reading error" {
	[ "$(id -u)" != 0 ] || skip 'skipped: root may read every file'
	good_files
	local kind
	for kind in $KINDS; do
		cp "good.$kind" secret
		chmod 000 secret
		bad_file 2 'secret: cannot read: Permission denied' $kind secret
		rm -f secret
	done
}

@test "gzip is told by its first bytes, whatever the name, also in several members and from a pipe" {
	good_files
	local kind
	for kind in $KINDS; do
		gzip -c "good.$kind" >"$kind"
		accepted 'gzip without .gz' $kind "$kind"
		cp "good.$kind" plain.gz
		accepted 'plain with .gz' $kind plain.gz
		{ good $kind | gzip; good2 $kind | gzip -1; } >members.gz
		accepted 'two members' $kind members.gz
		{ gzip -c "good.$kind"; head -c 600 /dev/zero; } >padded.gz
		accepted 'padded with zeros, as on tapes' $kind padded.gz
		accepted 'gzip from a pipe' $kind - < <(cat "$kind")
		accepted 'gzip from standard input' $kind - <"$kind"
	done
}

# Nothing is read, so that the other files need not exist.
@test "every command refuses standard input that is named twice, by whatever names" {
	local line calls=0 once='standard input, - or /dev/stdin, can be read only once, but'
	while read -r line; do
		for names in '- -' '- /dev/stdin' '/dev/stdin /dev/stdin'; do
			call=${line/@1/${names% *}}
			evaluate ${call/@2/${names#* }} </dev/null
			[[ "$exit_status $(<stderr)" =~ ^64\ strat_eval[a-z\ ]*:\ "$once is named twice" && ! -s stdout ]] ||
				fail "$line with $names: $exit_status $(head -1 stderr stdout)"
			calls=$((calls + 1))
		done
	done <<-'END'
		@1 @2
		qrels @1 @2
		qrels @1 run @2
		-Z @1 qrels @2
		--topic=@@1 qrels @2
		-R csv --strata=@1 judgments @2
		-R csv --drawn=@1 --strata=sizes judgments @2
		-R probs --pool=@1 judgments @2
		compare qrels @1 @2
		compare --scores @1 @2
		compare --scores=@1 --topic=@@2
		merge @1 @2
		sample --size=2 @1 @2
		sample --size=2 --judged=@1 @2
		sample --size=2 --collection=@1 --labels=@2
		sample --size=2 --collection=@1 --labels=@2
		sample --design=strata --allocation=@1 @2
		plan map @1 @2
		plan map --scores @1 @2
		plan map --scores=@1 --topic=@@2
		plan pilot @1 @2 run
		plan pilot qrels @1 @2
		simulate coverage --scenario=@1,@2
		simulate sampling qrels @1 @2
		stop @1 @2
		validate @1 @2 --produced=p -N 9
		validate @1 --produced=@2 -N 9
		validate codes --produced=@1 --collection=@2
		sample --size=2 --collection=@1 --leave-out=@2
	END
	[ "$calls" -gt 80 ]
	refused 64 "$once is named twice" /dev/fd/0 /proc/self/fd/0 </dev/null
	refused 64 "$once agree reads its files twice" agree qrels /dev/stdin run run2 </dev/null
	refused 64 "$once agree reads its files twice" agree qrels - run run2 </dev/null
}

@test "- is standard input, for each of the inputs, as a file and as a pipe that gives one byte at a time" {
	good_files
	local kind
	for kind in $KINDS; do
		accepted 'file' $kind - <"good.$kind"
		accepted 'slow pipe' $kind - < <(perl -e '$| = 1; local $/ = \1; print while <STDIN>' <"good.$kind")
	done
	# a file whose first line somebody has read already is read from there
	{ echo 'not a line of judgments'; cat good.qrels; } >rest
	{
		read -r _
		accepted 'rest of a file' qrels -
	} <rest
}

@test "comments, blank lines, CR LF, tabs, other blanks, a missing last newline and a byte-order mark are accepted everywhere" {
	good_files
	local kind
	for kind in $KINDS; do
		{ printf '# a\n#b\n\n\n   \n\t# c\n'; good $kind; printf '#\n# d\n\n'; good2 $kind; printf '\n\n# e\n#\n'; } >f
		accepted 'comments' $kind f
		{ cat "good.$kind"; printf '# last line without an end'; } >f
		accepted 'comment at the end' $kind f
		sed 's/$/\r/' "good.$kind" >f
		accepted 'CR LF' $kind f
		printf '%s\r\n%s\r' "$(good $kind)" "$(good2 $kind)" >f
		accepted 'CR LF without the last LF' $kind f
		tr ' ' '\t' <"good.$kind" >f
		accepted 'tabs' $kind f
		perl -pe 's/^/ \t/; s/(\S) /$1 \t\x0b\x0c /g; s/$/ \t /' "good.$kind" >f
		accepted 'several blanks, VT and FF' $kind f
		printf '%s\n%s' "$(good $kind)" "$(good2 $kind)" >f
		accepted 'no newline at the end' $kind f
		{ printf '\xef\xbb\xbf'; cat "good.$kind"; } >f
		accepted 'byte-order mark' $kind f
		{ printf '\xef\xbb\xbf# comment\r\n'; cat "good.$kind"; } >f
		accepted 'byte-order mark and comment' $kind f
	done
}

@test "a document number may have any bytes but blanks, and hundreds of thousands of them" {
	local name long
	long=$(printf '%0300000d' 1)
	for name in 'é' $'\xff\xfe' $'\xa0\x85' '<doc,id="1">' "it's" '%s%n' '\' $'\x01' 'a#b' "$long"; do
		printf '1 0 %s 1\n' "$name" >q
		printf '1 Q0 %s 1 1 %s\n' "$name" tag >r
		prints -m num_rel_ret q r <<<'num_rel_ret all 1'
	done
	# 63, 64 and 65 bytes, and so on: the tokenizer looks at 64 bytes together
	local length
	for length in $(seq 1 140) 255 256 257 4095 4096 4097; do
		printf '1 0 %0*d 1\n' "$length" 5
	done >q
	sed 's/^1 0 \(.*\) 1$/1 Q0 \1 1 1 tag/' q >r
	prints -m num_rel_ret q r <<<'num_rel_ret all 146'
	# 16 MiB are refused
	perl -e 'print "1 0 ", "x" x (1 << 24), " 1\n"' >q
	refused 1 'q:1: a field of 16777216 bytes: at most 16777215 are allowed' q r
}

@test "a file that ends exactly with a page is read to its end, with and without a last newline" {
	good_files
	local kind page size sizes rest
	page=$(getconf PAGESIZE)
	sizes=$(printf '%d\n' 4096 8192 "$page" $((2 * page)) | sort -nu)
	filled() # SIZE TAIL: comment lines and the tail, together SIZE bytes
	{
		rest=$(($1 - ${#2} - 2))
		printf '#%0*d\n%s' "$rest" 0 "$2"
	}
	for kind in $KINDS; do
		for size in $sizes; do
			# with a newline at the end
			filled $size "$(cat "good.$kind")"$'\n' >f
			assert_equal "$(wc -c <f | tr -d ' ')" "$size"
			accepted "$size bytes" $kind f
			# without
			filled $size "$(cat "good.$kind")" >f
			assert_equal "$(wc -c <f | tr -d ' ')" "$size"
			accepted "$size bytes, no newline" $kind f
			# a byte less and a byte more
			filled $((size - 1)) "$(cat "good.$kind")" >f
			accepted "$((size - 1)) bytes" $kind f
			filled $((size + 1)) "$(cat "good.$kind")" >f
			accepted "$((size + 1)) bytes" $kind f
		done
	done
}

@test "an error at the very end of a page is still one line of the right number" {
	good_files
	printf '#%0*d\n1 0 a x' 4087 0 >bad
	assert_equal "$(wc -c <bad | tr -d ' ')" 4096
	bad_file 1 "bad:2: relevance 'x' is not an integer" qrels bad
	printf '#%0*d\n1 Q0 a 1 1e' 4083 0 >bad
	assert_equal "$(wc -c <bad | tr -d ' ')" 4096
	bad_file 1 "bad:2: 5 columns, $run_columns" run bad
	# a number that would go on behind the end of the file
	printf '#%0*d\n1 x 0 .' 4087 0 >bad
	bad_file 1 "bad:2: deviation '.' is not a finite number of at least 0" zscores bad
}

@test "more than six columns in a run are accepted: a tag with blanks is the usual reason" {
	printf '1 0 a 1\n' >q
	printf '1 Q0 %s\n' 'a 1 3 tag extra' 'b 1 2 tag x y z' 'c 1 1 tag' 'd 1 1 last 1 2 3 4 5 6 7 8 9' >r
	prints -m runid -m map q r <<-'END'
		runid all last
		map all 1.0000
	END
}

@test "grades of a million cost nothing, in all measures" {
	printf '1 0 %s\n' 'a 1000000' 'b 999999' 'c -1000000' >q
	printf '1 Q0 %s r\n' 'a 1 3' 'b 2 2' 'c 3 1' >r
	# trec_eval makes a table of all grades up to the largest, and with gains a square of them
	evaluate -q -m all_trec -m dcg -m ideal_dcg -m yaap -m ndcg_exp -m ndcg_exp_cut -m judged q r
	assert_equal "$exit_status $(cat stderr)" '0 '
	run ! grep -iE 'nan|inf$' stdout
	# the ranking is ideal
	prints -m ndcg -m ndcg_cut.1 -m ndcg_exp -m ndcg_exp_cut.2 -m set_P -m Rprec q r <<-'END'
		Rprec all 1.0000
		ndcg all 1.0000
		ndcg_cut_1 all 1.0000
		set_P all 0.6667
		ndcg_exp all 1.0000
		ndcg_exp_cut_2 all 1.0000
	END
	# a first, then b: 2^-1 of the gain of a, so (1/2 + 1/log2(3)) / (1 + 1/2/log2(3)) = 0.859717
	printf '1 Q0 %s r\n' 'b 1 3' 'a 2 2' >r
	prints -m ndcg_exp q r <<<'ndcg_exp all 0.8597'
	# topics that have only one huge grade, and levels as high
	prints -l 1000000 -m num_rel q r <<<'num_rel all 1'
	prints -l -1000000 -m num_rel q r <<<'num_rel all 2'
}

@test "a full disk is a writing error, for every kind of output" {
	[ -w /dev/full ] || skip 'skipped: no /dev/full'
	good_files
	# more than a buffer's worth of output, too
	perl -e 'print "t$_ 0 a 1\n" for 1 .. 2000' >q
	perl -e 'print "t$_ Q0 a 1 1 r\n" for 1 .. 2000' >r
	local line status
	while IFS= read -r line; do
		status=0
		# shellcheck disable=SC2086
		"$STRAT_EVAL" $line >/dev/full 2>stderr || status=$?
		assert_equal "$line: $status $(cat stderr)" \
			"$line: 2 strat_eval: cannot write to standard output: No space left on device"
	done <<-'END'
		good.qrels good.run
		-m map good.qrels good.run
		-q q r
		--format=csv good.qrels good.run
		--format=jsonl -q q r
		--quiet-warnings -m map good.qrels good.run good.run
		-h
		-h -m map
		--version
	END
}

@test "a closed standard output is a writing error" {
	good_files
	local status=0
	"$STRAT_EVAL" good.qrels good.run >&- 2>stderr || status=$?
	assert_equal "$status $(cat stderr)" \
		'2 strat_eval: cannot write to standard output: Bad file descriptor'
}

@test "wrong usage is refused with status 64 and a reason" {
	good_files
	refused 64 'two files are needed: judgments and a run' good.qrels
	refused 64 'two files are needed: judgments and a run' -q -m map good.qrels
	refused 64 '-m nosuch: no such measure or nickname (--help lists them)' -m nosuch good.qrels good.run
	refused 64 '-m nosuch.5: no such measure or nickname (--help lists them)' -m nosuch.5 good.qrels good.run
	refused 64 '-m : no such measure or nickname (--help lists them)' -m '' good.qrels good.run
	refused 64 '-m MAPPED: no such measure or nickname (--help lists them)' -m MAPPED good.qrels good.run
	refused 64 '-R nosuch: not one of the formats of judgments beir, csv, diversity, json, jsonl, nuggets, pairs, prefs, prels, probs, qrels, qrels_jg, qrels_prefs, strata, table, topics' -R nosuch good.qrels good.run
	refused 64 '-T nosuch: not one of the formats of runs assignments, csv, json, jsonl, msmarco, pairs, set, support, trec_results' -T nosuch good.qrels good.run
	refused 64 'standard input, - or /dev/stdin, can be read only once, but is named twice' - -
	refused 64 'standard input, - or /dev/stdin, can be read only once, but is named twice' -Z - good.qrels -
	refused 64 'standard input, - or /dev/stdin, can be read only once, but is named twice' good.qrels - good.run -
	refused 64 'standard input, - or /dev/stdin, can be read only once, but is named twice' good.qrels /dev/stdin /dev/fd/0
	refused 64 '-M -5: not a whole number from 0 to 9223372036854775807' -M -5 good.qrels good.run
	refused 64 '-M 5x: not a whole number from 0 to 9223372036854775807' -M 5x good.qrels good.run
	refused 64 '-l x: not a whole number from -1000000 to 1000000' -l x good.qrels good.run
	refused 64 '-l 1.5: not a whole number from -1000000 to 1000000' -l 1.5 good.qrels good.run
	refused 64 '-l 1000001: not a whole number from -1000000 to 1000000' -l 1000001 good.qrels good.run
	refused 64 '-N -1: not a whole number from 0 to 9007199254740992' -N -1 good.qrels good.run
	refused 64 '-D x: not a whole number, or number.topic' -D x good.qrels good.run
	refused 64 '--jobs 0: not a whole number from 1 to 1024' --jobs=0 good.qrels good.run
	refused 64 '--digits 18: not a whole number from 0 to 17' --digits=18 good.qrels good.run
	refused 64 '--format=xml: not one of trec, csv, jsonl, table, latex, html, markdown' --format=xml good.qrels good.run
	# getopt's own messages begin with the program's path
	local arguments
	for arguments in --nosuch -x -m '-q -l' '--measure' --Re=qrels; do
		# shellcheck disable=SC2086
		evaluate good.qrels good.run $arguments
		assert_equal "$arguments: $exit_status $(wc -c <stdout | tr -d ' ')" "$arguments: 64 0"
		assert_regex "$(cat stderr)" "strat_eval: .*option"
	done
}

@test "parameters that a measure cannot take are refused with status 64 and the reason" {
	good_files
	bad_measure() # REQUEST COMPLAINT
	{
		refused 64 "-m $1: $2" -m "$1" good.qrels good.run
	}
	bad_measure P. "no parameters after the '.'"
	bad_measure P.0 'P takes whole numbers above 0'
	bad_measure P.-5 'P takes whole numbers above 0'
	bad_measure P.0.9 'P takes whole numbers above 0'
	bad_measure P.1e300 'P takes whole numbers above 0'
	bad_measure P.x 'P takes numbers'
	bad_measure P.5, 'P takes numbers'
	bad_measure P.,5 'P takes numbers'
	bad_measure P.nan 'P takes numbers'
	bad_measure P.inf 'P takes numbers'
	bad_measure P.5,5 'P is given a parameter twice'
	bad_measure P.5,10,5.5 'P is given a parameter twice'
	bad_measure iprec_at_recall..1,.10 'iprec_at_recall is given a parameter twice'
	bad_measure iprec_at_recall.-1 'iprec_at_recall takes numbers of 0 or more'
	bad_measure utility.1 'utility takes exactly 4 numbers'
	bad_measure utility.1,2,3,4,5 'utility takes exactly 4 numbers'
	bad_measure ndcg.1 "ndcg takes pairs such as 1=0.5,2=1; did you mean 'ndcg@1'?"
	bad_measure ndcg.1=x 'ndcg takes pairs such as 1=0.5,2=1'
	bad_measure ndcg.1=1,2 'ndcg takes pairs such as 1=0.5,2=1'
	bad_measure ndcg.x=1 'ndcg takes pairs such as 1=0.5,2=1'
	bad_measure ndcg.1=inf 'ndcg takes pairs such as 1=0.5,2=1'
	bad_measure ndcg.1=1,1=2 'ndcg is given two gains for one grade'
	# measures that other judgments are needed for
	refused 64 '-m map: map needs judgments with one grade per document, but -R prefs has preferences' \
		-m map -R prefs good.prefs good.run
	refused 64 '-m prefs_simp: prefs_simp needs judgments with preferences, but -R qrels has one grade per document' \
		-m prefs_simp good.qrels good.run
	refused 64 '-m map_avgjg: map_avgjg needs judgments with grades by judgment group, but -R qrels has one grade per document' \
		-m map_avgjg good.qrels good.run
}

@test "the order of complaints is usage, then z-scores, judgments, and runs from first to last" {
	good_files
	echo bad >bad
	refused 64 '-m nosuch: no such measure or nickname (--help lists them)' -m nosuch -Z bad bad bad
	refused 1 "bad:1: 1 column, $zscores_columns" -Z bad bad bad
	refused 1 "bad:1: 1 column, $qrels_columns" bad missing
	echo worse >bad2
	local list='(a list of document numbers is -T set)'
	refused 1 "bad:1: 1 column, $run_columns $list" good.qrels good.run bad bad2
	refused 1 "bad2:1: 1 column, $run_columns $list" good.qrels good.run bad2 bad
}

@test "a line of 20 MB, of blanks or of a million columns, does no harm" {
	good_files
	perl -e 'print " " x 20000000' >bad
	bad_file 1 'bad: no judgments in the file' qrels bad
	perl -e 'print "x " x 1000000' >bad
	bad_file 1 "bad:1: 1000000 columns, $qrels_columns" qrels bad
	evaluate good.qrels bad
	assert_regex "$exit_status $(head -c 200 stderr)" "^1 strat_eval: bad:1: score 'x' is not a number$"
}

@test "an input that is shortened while it is read is a reading error, not a crash" {
	good_files
	mkfifo pipe
	cp good.qrels short
	"$STRAT_EVAL" -m map short pipe >stdout 2>stderr &
	local program=$! status=0
	# The pipe opens when the program has read the judgments, which are mapped, and asks for the run.
	exec 9>pipe
	: >short
	cat good.run >&9
	exec 9>&-
	wait $program || status=$?
	assert_equal "$status $(cat stderr) $(wc -c <stdout | tr -d ' ')" \
		'2 strat_eval: an input file was shortened while it was read 0'
}
