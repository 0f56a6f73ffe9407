# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What tests/adversary.sh says of the cells: see there. A file has NAME|SAMPLES, a header, and lines. Exit status 1: a cell fails.

function value(column, other)
{
	return (column in at) && $at[column] != "" ? $at[column] : other
}

# What tells cells of a command apart: the columns before its figures.
function label(   text, i)
{
	text = name
	for (i = 1; i <= NF && header[i] !~ /^(truth|samples|offered|coverage|family_error|error_topics)$/; i++)
		if ($i != "" && header[i] !~ /^(seed|level|beta|tail|world|scenario|systems|outside|rest|share|good|how|alpha|$)/)
			text = text ", " ($i ~ /^[0-9.-]+$/ ? header[i] " " $i : $i)
	return text
}

function smaller(a, b) { return a < b ? a : b }

function judge(   covered, n, warned, silent, fails)
{
	covered = value("family_error") != "" ? 1 - value("family_error") : value("error_topics_and_seeds") != "" ? 1 - value("error_topics_and_seeds") : value("coverage")
	if (covered == "") # no sample has an interval
		return
	n = samples * value("offered", 1)
	warned = value("warned", 0)
	silent = value("silent", smaller(1 - covered, 1 - warned))
	fails = silent > 0.1 + 2 * sqrt(0.1 * 0.9 / n)
	failed += fails
	below += covered < 0.9
	cell[++cells] = sprintf("%.4f | %s | %d | %.3f | %.2f | %.3f |%s", covered, label(), n + .5, covered, warned, silent, fails ? " FAILS" : "")
}

FNR == 1 { split($0, part, "|"); name = part[1]; gsub(/^ +| +$/, "", name); samples = part[2]; first = ""; split("", at); next }
/^#/ { next }
/ offered [0-9.]+ covers / { # top_of_rankings.pl: words and values
	split("", at)
	FS = " "
	$0 = $0
	for (i = 4; i < NF; i += 2) { header[i + 1] = $i; at[$i == "covers" ? "coverage" : $i] = i + 1 }
	header[1] = "pool"; header[2] = "design"; header[3] = "measure"; header[4] = "offered"
	judge()
	next
}
/ offered 0.000 / { next }
$0 == first { next } # a loop prints it again
!("coverage" in at || "family_error" in at || "error_topics_and_seeds" in at) {
	split("", at)
	first = $0
	FS = /,/ ? "," : " "
	$0 = $0
	for (i = 1; i <= NF; i++) { header[i] = $i; at[$i] = i }
	next
}
{ judge() }
END {
	if (cells == 0) {
		print "adversary: no cell" > "/dev/stderr"
		exit 1
	}
	print "| truths and quantity | intervals | coverage | warned | missed without a word |"
	print "|---|---|---|---|---|"
	sorted = "sort -n | head -" (below > worst ? below : worst) " | sed 's/^[0-9.]* //'"
	for (i = 1; i <= cells; i++)
		print cell[i] | sorted
	close(sorted)
	printf "\ncells: %d; below .90: %d, wrong without a word too often: %d\n", cells, below, failed
	exit failed > 0
}
