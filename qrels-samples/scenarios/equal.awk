# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Truths of two runs become ones in which both have the same recall: the k-th stratum that only the first run
# retrieves and the k-th that only the second does share their relevant documents equally. An odd document is
# left out of both in one pair, and added to both in the next. Sizes and samples stay as they are.
#
#	awk -f equal.awk topics-robust60.csv > equal60.csv

BEGIN { FS = OFS = "," }

function share(k,    sum)
{
	sum = part(line[1, k], 5) + part(line[2, k], 5)
	if (sum % 2)
		sum += (odd++ % 2) ? 1 : -1
	print with_yield(line[1, k], sum / 2)
	print with_yield(line[2, k], sum / 2)
}

function part(row, i,    field)
{
	split(row, field, ",")
	return field[i]
}

function with_yield(row, yield,    field)
{
	split(row, field, ",")
	return field[1] OFS field[2] OFS field[3] OFS field[4] OFS yield OFS field[6] OFS field[7]
}

function end_of_truth(    k)
{
	if (count[1] != count[2]) {
		print "equal.awk: truth " truth ": " count[1] + 0 " strata of the first run only, " count[2] + 0 " of the second" > "/dev/stderr"
		failed = 1
		exit 1
	}
	for (k = 1; k <= count[1]; k++)
		share(k)
	count[1] = count[2] = 0
}

NR == 1 { print; next }
$1 != truth { end_of_truth(); truth = $1 }
$2 == $3 { print; next }
{ line[$2 ? 1 : 2, ++count[$2 ? 1 : 2]] = $0 }
END { if (!failed) end_of_truth() }
