#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --plot of evaluation, compare and validate: what is in the picture, and that it is where it belongs.

load ../../support/helper

COMPARED=$ROOT/qrels-samples/comparison
REVIEW=$ROOT/qrels-samples/review

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
}

# The call succeeds and draws p.svg.
draws() # ARGUMENT...
{
	rm -f p.svg
	evaluate "$@" --quiet-warnings --plot=p.svg
	assert_equal "$* -> $exit_status $(cat stderr)" "$* -> 0 "
	grep -q '</svg>' p.svg
}

# The texts of p.svg are there, each as often as the number before it says.
texts() # COUNT TEXT...
{
	local count=$1 text
	shift
	for text in "$@"; do
		assert_equal "$text: $(grep -cF ">$text</text>" p.svg)" "$text: $count"
	done
}

# Where the points of curves are in p.svg, x and y a line, in the order in which they are drawn.
points()
{
	sed -n '/<g class="points"/,/<\/g>/p' p.svg | perl -ne 'print "$1 $2\n" if /translate\(([-\d.]+),([-\d.]+)\)/'
}

# The ends of intervals of x, one a line.
ends()
{
	sed -n '/class="interval"/,/\/>/p' p.svg | perl -ne 'while (/M([\d.]+),[\d.]+v8m0,-4H([\d.]+)/g) { print "$1\n$2\n" }'
}

# The corners of a dashed grey line, x and y a line: 1 is the first such line.
grey_line() # NUMBER
{
	grep 'class="pale"' p.svg | sed -n "$1p" | sed 's/.* d="M//; s/".*//' | tr 'L,' '\n '
}

# Two columns of standard input are in proportion: y = a + b x, to what a pixel's hundredth allows.
# b is not 0, and there are COUNT lines.
in_proportion() # COUNT
{
	perl -ane 'push @x, $F[0]; push @y, $F[1];
		END {
			die scalar(@x) . " points, not '"$1"'\n" if @x != '"$1"';
			my ($l, $h) = (sort { $x[$a] <=> $x[$b] } 0 .. $#x)[0, -1];
			my $b = ($y[$h] - $y[$l]) / ($x[$h] - $x[$l]);
			die "all in one place\n" if abs($y[$h] - $y[$l]) < 20;
			for (0 .. $#x) {
				my $d = $y[$_] - $y[$l] - $b * ($x[$_] - $x[$l]);
				die "point $_ ($x[$_]) is off by $d\n" if abs($d) > 0.03;
			}
		}'
}

@test "the points of runs are at their means, the best on top, and intervals reach their bounds" {
	draws -m map --digits=12 --format=csv "$COMPARED/qrels" "$COMPARED"/{plain,stemmed,fused}.run
	texts 1 fused stemmed plain 'map, 11 to 12 topics' '95 % intervals (clogit)'
	awk -F, '$3 == "map" { print $4 }' stdout | sort -rn >means
	points >at
	cut -d' ' -f1 at | paste -d' ' means - | in_proportion 3
	rising $(cut -d' ' -f2 at)
	# the names stand beside the points, in this order
	assert_equal "$(grep -oE '>(fused|stemmed|plain)<' p.svg | tr -d '\n')" '>fused<>stemmed<>plain<'
	ends >ends
	for run in fused stemmed plain; do
		awk -F, -v r=$run '$1 == r && $3 == "ci_lo_map" { lo = $4 } $1 == r && $3 == "ci_hi_map" { hi = $4 }
			END { print lo; print hi }' stdout
	done >bounds
	{ paste -d' ' bounds ends; cut -d' ' -f1 at | paste -d' ' means -; } | in_proportion 9
}

@test "one plot for each measure; a measure with several values is a curve for each run" {
	draws -m map -m P.5 -m iprec_at_recall -m recall "$COMPARED/qrels" "$COMPARED"/{plain,stemmed}.run
	texts 1 'map, 12 topics' 'P_5, 12 topics' 'Precision and recall, 12 topics' 'Recall against effort, 12 topics'
	texts 2 '95 % intervals (clogit)'
	texts 4 plain stemmed
	texts 1 'perfect order'
	texts 0 'random order'
	# two measures, 11 levels of recall, 9 cutoffs and 0, for two runs
	assert_equal "$(points | wc -l)" $((2 * (2 + 11 + 9 + 1)))
}

@test "without -m the picture and what is printed are of the leaderboard's measures" {
	draws "$COMPARED/qrels" "$COMPARED"/{plain,stemmed}.run
	texts 1 'map, 12 topics' 'recip_rank, 12 topics' 'P_10, 12 topics' 'ndcg_cut_10, 12 topics'
	assert_equal "$(grep -vc -e ci_ -e runid stdout)" 8
	# a single run: all in one plot
	draws "$COMPARED/qrels" "$COMPARED/plain.run"
	texts 1 'plain, 12 topics' map recip_rank P_10 ndcg_cut_10
	assert_equal "$(points | wc -l)" 4
}

# 300 documents, 20 of them relevant: 10, 100 and 300 documents hold 10/20, all and all of these in the best
# order, and 10/300, 100/300, 300/300 of them in a random one. After no document it is none.
@test "recall against effort stands beside the perfect order and the random one" {
	draws -m recall.10,100,300 -N 300 "$REVIEW/qrels" "$REVIEW/ranked.run"
	texts 1 'perfect order' 'random order' 'documents read' ranked
	printf '%s\n' 0 0.5 1 1 >perfect
	printf '%s\n' 0 0.0333333333 0.3333333333 1 >random
	printf '%s\n' 0 10 100 300 >read
	for line in 1:perfect 2:random; do
		grey_line "${line%:*}" >at
		cut -d' ' -f2 at | paste -d' ' "${line#*:}" - | in_proportion 4
		cut -d' ' -f1 at | paste -d' ' read - | in_proportion 4
	done
	# shares of all documents; N is the number of judged ones
	draws -m recall_at.5,20,100 "$REVIEW/qrels" "$REVIEW/ranked.run"
	texts 1 'documents read, % of all'
	printf '%s\n' 0 0.75 1 1 >perfect
	printf '%s\n' 0 0.05 0.2 1 >random
	grey_line 1 | cut -d' ' -f2 | paste -d' ' perfect - | in_proportion 4
	grey_line 2 | cut -d' ' -f2 | paste -d' ' random - | in_proportion 4
	# a ranking with more documents than are judged: how many there are is not known
	head -100 "$REVIEW/qrels" >few
	draws -m recall_at.5,20,100 few "$REVIEW/ranked.run"
	texts 0 'perfect order' 'random order'
	draws -m recall.5,20 few "$REVIEW/ranked.run"
	texts 1 'perfect order'
}

@test "differences by topic are bars of their height, the largest first" {
	draws compare -m map -q --digits=12 --format=csv "$COMPARED/qrels" "$COMPARED"/{plain,stemmed}.run
	awk -F, '$4 == "diff_map" && $3 != "all" { print $5 }' stdout | sort -rn >differences
	assert_equal "$(wc -l <differences)" 12
	perl -ne 'print $1 + $2, " $1\n" if /<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"\/>/' p.svg >bars
	# all are below 0, so that one end is everywhere the same
	assert_equal "$(cut -d' ' -f2 bars | sort -u | wc -l)" 1
	cut -d' ' -f1 bars | paste -d' ' differences - | in_proportion 12
	of_all() { awk -F, -v n="$1" '$4 == n && $3 == "all" { print $5 }' stdout; }
	texts 1 'map: plain - stemmed, 12 topics' 'plain better on 0, stemmed on 12' \
		"mean $(of_all diff_map), 95 % interval $(of_all ci_lo_diff_map) to $(of_all ci_hi_diff_map) (t)"
	assert_equal "$(grep -c 'class="band"' p.svg)" 1
}

@test "several runs have the letters of the table, and with a baseline the intervals of differences" {
	# in four of the topics B is better than A, and C is far behind
	{ echo topic,A,B,C; for i in 1 2 3 4 5 6 7 8; do echo "$i,0.8$((i * 3 % 8)),0.8$((i * 5 % 8)),0.1$i"; done; } >matrix.csv
	draws compare --scores=matrix.csv
	assert_equal "$(sed -n '2,4s/.* //p' stdout | tr -d '\n')" aab
	texts 1 A B C 'score, 8 topics' '95 % intervals (t)' b 'runs that share a letter:' 'no significant difference found (t test, Holm)'
	texts 2 a
	draws compare --scores=matrix.csv --baseline=C --format=csv --digits=12
	texts 1 A B 'score: difference from C, 8 topics'
	texts 0 C
	points >at
	ends >ends
	awk -F, '$4 == "diff_score" { print $5 }' stdout >differences
	awk -F, '$4 ~ /^ci_.._diff_/ { print $5 }' stdout >bounds
	{ cut -d' ' -f1 at | paste -d' ' differences -; paste -d' ' bounds ends; } | in_proportion 6
}

@test "validate draws shares with their bounds, and the target" {
	draws validate --produced=10000:500:400 --produced=5000:200:90 --null=90000:1500:6 --target=0.75 --format=csv --digits=12
	texts 1 recall precision F1 richness elusion 'target 0.75' 'recall at least, one-sided'
	texts 1 '95 % intervals (bb-spread)' '95 % intervals (bb-spread, hypergeometric)' # elusion is of one sample
	points | cut -d' ' -f1 >at
	for name in est_recall est_P est_F; do awk -F, -v n=$name '$3 == n { print $4 }' stdout; done >shares
	head -3 at | paste -d' ' shares - | in_proportion 3
	draws validate --produced=10000:500:400 --null=90000:1500:6 --tail=lower
	texts 2 '95 % lower bounds (bb-bound)'
	draws validate --collection=1000:100:7
	texts 1 richness
	texts 0 recall
}

@test "a value that there is none of leaves its row empty, and a plot without values says so" {
	# nothing is relevant: recall after a share of the documents is nan
	printf '1 0 d1 0\n2 0 d2 1\n' >q
	printf '1 Q0 d1 1 2 none\n' >none
	printf '2 Q0 d2 1 2 some\n' >some
	draws -m recall_at.50 q none some
	texts 1 none some 'recall_at_50%, 0 to 1 topics'
	assert_equal "$(points | wc -l)" 1
	draws -m recall_at.50 -m map q none
	texts 1 'recall_at_50%' map
	draws -m recall_at.50 q none none
	texts 1 'no values'
	# two topics with the same difference
	printf '%s 0 d1 1\n%s 0 d2 0\n' 1 1 2 2 >q
	printf '1 Q0 d1 1 2 a\n2 Q0 d1 1 2 a\n' >a
	printf '%s Q0 d2 1 2 b\n%s Q0 d1 2 1 b\n' 1 1 2 2 >b
	draws compare -m map q a b
	texts 1 'mean 0.5000, 95 % interval 0.5000 to 0.5000 (constant)'
}

@test "many systems and more topics than names fit are drawn" {
	local systems
	systems=$(cases 110 55)
	awk -v systems="$systems" 'BEGIN { srand(1)
		for (s = 1; s <= systems; s++) printf ",sys%d", s
		print ""
		for (t = 1; t <= 70; t++) { printf "%d", t; for (s = 1; s <= systems; s++) printf ",%.4f", (rand() + s / 50) / 4; print "" }
	}' | sed '1s/^/topic/' >matrix.csv
	draws compare --scores=matrix.csv --baseline=sys1 --resamples=100 --test=t
	assert_equal "$(points | wc -l) $(grep -c '>sys' p.svg)" "$((systems - 1)) $((systems - 1))"
	draws compare --scores=matrix.csv --resamples=100 --test=t
	assert_equal "$(points | wc -l) $(grep -c '>sys' p.svg)" "$systems $systems"
	cut -d, -f1-3 matrix.csv >two.csv
	draws compare --scores=two.csv --resamples=100 --test=t
	assert_equal "$(sed -n '/class="bars"/,/<\/g>/p' p.svg | grep -c '<rect')" 70
	# every second topic is named: 70 names have no room
	assert_equal "$(grep -c 'text-anchor="end" transform="rotate' p.svg)" 35
}

@test "of more than eight runs the first eight have a colour and a name" {
	for i in 1 2 3 4 5 6 7 8 9; do sed "s/plain\$/run$i/" "$COMPARED/plain.run" >"$i"; done
	draws -m recall.5,10 "$COMPARED/qrels" 1 2 3 4 5 6 7 8 9
	assert_equal "$(grep -c '>run' p.svg) $(grep -c 'class="faint"' p.svg)" '8 1'
}

# One of four relevant documents at the top: precision 1 at the levels of recall up to 1/4, 0 behind; all four behind
# one that is not relevant: 4/5 at every level.
@test "the runs with a colour are those whose curves are highest, not those that begin highest" {
	printf '1 0 %s 1\n' a b c d >q
	for i in 1 2 3 4 5 6 7 8; do
		printf '1 Q0 a 0 9 first%s\n' $i >first$i
		printf "1 Q0 %s 0 %s both$i\n" x 9 a 8 b 7 c 6 d 5 >both$i
	done
	draws -m iprec_at_recall q first? both?
	assert_equal "$(grep -c '>both' p.svg) $(grep -c '>first' p.svg) $(grep -c 'class="faint"' p.svg)" '8 0 8'
}

# The objects of a PDF as texts.
unpacked() # FILE
{
	perl -MCompress::Zlib -0777 -ne 'print; while (/stream\r?\n(.*?)\r?\nendstream/sg) { print uncompress($1) // "", "\n" }' "$1"
}

# Width and height in pixels of the SVG: PNG is twice as fine, and in PDF 96 pixels are 72 points.
size_of() # FILE
{
	case $1 in
	*.svg) sed -n '2s/.* width="\([0-9]*\)" height="\([0-9]*\)".*/\1 \2/p' "$1" ;;
	*.png) perl -e 'read STDIN, $_, 24; print join(" ", map { $_ / 2 } unpack "x16 NN", $_), "\n"' <"$1" ;;
	*.pdf) unpacked "$1" | perl -ne 'print $1 / 0.75, " ", $2 / 0.75, "\n" if /MediaBox *\[ *0 0 ([\d.]+) ([\d.]+)/' ;;
	esac
}

# The characters of the texts that are drawn, each once. A PDF says which its glyphs stand for; a ligature has several.
letters_of() # FILE
{
	unpacked "$1" | perl -0777 -ne '
		my %seen;
		s/&#(\d+);/chr $1/ge;
		$seen{$_}++ for map { split // } />([^<>]+)<\/text>/g;
		$seen{chr hex}++ for map { /.{4}/g } join("", /begincmap.*?endcmap/sg) =~ /^<[0-9a-f]+> <([0-9a-f]+)>$/mg;
		delete $seen{" "};
		print sort(keys %seen), "\n"'
}

@test "PNG and PDF are as large as the SVG, and a PDF has its letters; they are the same on every day, for any number of threads" {
	only_with_test_all
	need_rsvg
	while read -r name arguments; do
		for kind in svg png pdf; do
			evaluate $arguments --plot=$name.$kind
			assert_equal "$name.$kind: $exit_status $(cat stderr)" "$name.$kind: 0 "
			assert_equal "$name.$kind: $(size_of $name.$kind)" "$name.$kind: $(size_of $name.svg)"
		done
		assert_equal "$(head -c 5 $name.svg)$(head -c 4 $name.png | tail -c 3)$(head -c 4 $name.pdf)" '<?xmlPNG%PDF'
		assert_equal "$name: $(letters_of $name.pdf)" "$name: $(letters_of $name.svg)"
	done <<-END
		evaluate -m map --jobs=1 --quiet-warnings $COMPARED/qrels $COMPARED/plain.run $COMPARED/fused.run
		compare compare -m map --quiet-warnings $COMPARED/qrels $COMPARED/plain.run $COMPARED/fused.run
		validate validate --produced=100:10:9 --null=900:50:1
		plan plan topics --effect=0.5 --topics=20:60:10
	END
	for kind in svg png pdf; do
		SOURCE_DATE_EPOCH=1000000000 "$STRAT_EVAL" -m map --quiet-warnings --jobs=2 --plot=2.$kind "$COMPARED/qrels" "$COMPARED"/{plain,fused}.run >2
		cmp evaluate.$kind 2.$kind
	done
}

@test "rsvg-convert gets the SVG, a format and a date that never changes" {
	printf '1 0 d1 1\n' >q
	printf '1 Q0 d1 1 2 a\n' >run
	false_rsvg <<-'EOF'
		echo "$SOURCE_DATE_EPOCH $*" >told
		exec cat
	EOF
	draws -m map q run
	[ ! -e told ]
	while read -r kind options; do
		SOURCE_DATE_EPOCH=7 "$STRAT_EVAL" -m map --quiet-warnings --plot=p.$kind q run >stdout
		cmp p.svg p.$kind
		assert_equal "$(cat told)" "0 $options"
	done <<-'END'
		png --format=png --zoom=2
		pdf --format=pdf --zoom=1
	END
}

# rsvg-convert succeeds without any font, and draws a box for each letter.
@test "without fonts a PNG or PDF is refused before the work, and the message names a font" {
	printf '1 0 d1 1\n' >q
	printf '1 Q0 d1 1 2 a\n' >run
	no_fonts="a picture in PNG or PDF needs fonts, and rsvg-convert finds none with Latin letters (Debian's package is \
fonts-liberation); SVG needs nothing: --plot=NAME.svg"
	if command -v rsvg-convert >/dev/null; then
		mkdir fonts
		echo "<?xml version='1.0'?><fontconfig><dir>$PWD/fonts</dir><cachedir>$PWD/fonts</cachedir></fontconfig>" >fonts.conf
		for kind in png pdf; do
			FONTCONFIG_FILE=$PWD/fonts.conf refused 2 "$no_fonts" -m map --quiet-warnings --plot=p.$kind q run
		done
		evaluate -m map --quiet-warnings --plot=p.png q run
		assert_equal "$exit_status $(cat stderr)" '0 '
		rm p.png
	fi
	false_rsvg <<<'wc -c'
	refused 2 "$no_fonts" -m map --quiet-warnings --plot=p.png q run
	[ ! -e p.png ] && [ ! -e p.pdf ]
	false_rsvg <<<'cat >svg'
	refused 2 'rsvg-convert drew nothing' -m map --quiet-warnings --plot=p.png q run
}

@test "a name is a text in SVG, whatever is in it" {
	printf '1 0 d1 1\n' >q
	for name in "it's" '100%d' '`>broken`' 'a_{b}^c' '$(>broken)' 'x\n' '<b>&' "'tis" "O''Neil" ']]>' '"q"' '@x' '%s%n'; do
		printf '1 Q0 d1 1 2 %s\n' "$name" >run
		cp run other
		draws -m map -m P.5,10 q run other
		draws compare -m map q run other
		names=$((${names-0} + 1))
		mv p.svg $names.svg
	done
	assert_equal "$names" 13
	python3 -c 'import sys, xml.etree.ElementTree as tree; [tree.parse(name) for name in sys.argv[1:]]' *.svg
	[ ! -e broken ]
	printf '1 Q0 d1 1 2 50%%_a<b\n' >run
	printf '1 Q0 d2 1 2 c\n' >other
	draws -m map q run other
	texts 1 '50%_a&#60;b'
}

@test "what cannot be drawn is refused before the work, and nothing is printed" {
	printf '1 0 d1 1\n' >q
	printf '1 Q0 d1 1 2 a\n' >a
	refused 64 '--plot=x.eps: the name must end in .svg, .png or .pdf' --plot=x.eps q a
	refused 64 '--plot=x.eps: the name must end in .svg, .png or .pdf' compare --plot=x.eps q a a
	refused 64 '--plot=x.eps: the name must end in .svg, .png or .pdf' validate --plot=x.eps --null=9:3:1 --produced=9:3:1
	refused 64 '--show=strata cannot be combined with --plot' --plot=x.svg --show=strata q a
	refused 64 '--plot is for --counts and comparisons over topics' compare --plot=x.svg --wins 3,4
	refused_without_rsvg q a
	[ ! -e x.eps ]
}

@test "plan marks the best division, and logarithmic axes name 2 and 5" {
	draws_plan() { rm -f p.svg; "$STRAT_EVAL" plan recall -N 10000 --richness=0.05 --recall=0.8 --precision=0.7 "$@" --plot=p.svg >stdout; }
	draws_plan --size=400 --format=csv --allocation=10:90,30:70,50:50,best
	texts 1 'best division' 'Interval on recall, 10000 documents'
	# shares of the sample, the best one last, which is marked
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["sampled_retrieved"] / 400 }' stdout >shares
	points | cut -d' ' -f1 | paste -d' ' shares - | in_proportion 4
	draws_plan --size=100,400,900 --allocation=best
	texts 1 100 200 500 1000
}

@test "the ranks of compare are drawn, with whole numbers on their axis" {
	printf 'topic,a,b,c\n' >m.csv
	awk 'BEGIN { for (t = 1; t <= 12; t++) printf "%d,%.2f,%.2f,%.2f\n", t, .9 - t % 3 / 50, .5 + t % 4 / 50, .5 + t % 5 / 50 }' >>m.csv
	draws compare --scores=m.csv --simultaneous --quiet-warnings
	# a is above both others in every topic; b and c may change places
	texts 1 'rank by the true mean' a b c
	grep -oE '>[0-9.]+</text>' p.svg | tr -dc '0-9.\n' >numbers
	grep -qx 3 numbers
	refute grep -qx '[12]\.5' numbers
}

@test "a mean has the interval of the leaderboard in the picture of compare" {
	draws compare -m AP "$COMPARED/qrels" "$COMPARED"/{plain,stemmed,fused}.run
	texts 1 'AP, 11 to 12 topics' '95 % intervals (clogit)'
	{ points | cut -d' ' -f1; ends; } >compared
	draws -m AP "$COMPARED/qrels" "$COMPARED"/{plain,stemmed,fused}.run
	texts 1 'AP, 11 to 12 topics' '95 % intervals (clogit)'
	{ points | cut -d' ' -f1; ends; } | paste -d' ' compared - | in_proportion 9
	draws compare --ci=t -m AP "$COMPARED/qrels" "$COMPARED"/{plain,stemmed,fused}.run
	texts 1 '95 % intervals (t)'
}
