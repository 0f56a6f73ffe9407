#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Exports as review tools write them, of invented documents.
#
#	sh make.sh relativity [SAMPLE]	20,000 documents, some of which were reviewed; those of SAMPLE, too
#	sh make.sh volume 1 | 2 | withheld	lists of them
#	sh make.sh everlaw [SAMPLE]	20,000 documents, of which those of SAMPLE were rated
#	sh make.sh produced	a list of these
#	sh make.sh asreview [SAMPLE]	2,000 records, of which 899 were screened, and those of SAMPLE
#	sh make.sh screened	the 899 alone
#	sh make.sh rayyan [SAMPLE]	1,500 records; two people decided on what a model included, and on SAMPLE
#	sh make.sh included	what the model included
#
# SAMPLE is what `strat_eval sample` printed. The reviewers' words follow from the number of a document.
what=$1
sample=${2:-/dev/null}
exec awk -F, -v what="$what" -v part="$2" '
	# The name of a document in the sample, second column behind the comments.
	FNR == 1 { header = 0 }
	/^#/ { next }
	!header { header = 1; next }
	{ drawn[$2] }

	# A number from 0 to 999 that looks random.
	function mixed(n, by) { return (n * by + int(n / 7) * 13) % 1009 % 1000 }

	# Relevant documents, those that a review found, and those of it that are privileged.
	function relevant(n) { return mixed(n, 367) < 60 }
	function found(n) { return relevant(n) ? mixed(n, 611) < 850 : mixed(n, 611) < 25 }
	function privileged(n) { return relevant(n) && found(n) && mixed(n, 97) < 40 }
	function volume(n) { return n <= 12000 ? 1 : 2 }

	function relativity(n, name, reviewed) {
		name = sprintf("REL%07d", n)
		reviewed = found(n) || (name in drawn)
		printf "%s,GRP%06d,\"Doe, J\",%.2f,%s,%s\r\n", name, int(n / 3), mixed(n, 5) / 10,
			reviewed ? relevant(n) ? "Responsive" : "Not Responsive" : "",
			privileged(n) ? "Privileged - Withhold" : reviewed ? "Not Privileged" : ""
	}
	function everlaw(n, name) {
		name = sprintf("EVL%06d", n)
		printf "%s,%s,FAM%05d,%.2f,%s\n", name, name, int(n / 2), mixed(n, 5) / 10,
			(name in drawn) ? relevant(n) ? mixed(n, 3) < 100 ? "Hot" : "Warm" : "Cold" : ""
	}

	# A review that began with what a model thought relevant: a minute for each record.
	function rank(n) { return (n * 7) % 2003 }
	function included(n) { return rank(n) < 700 ? mixed(n, 367) < 150 : mixed(n, 367) < 10 }
	function asreview(n, all, time) {
		time = (n in drawn) ? 1000 + n : rank(n)
		if ((n in drawn) || rank(n) < 900)
			printf "%d,\"Title, %d\",10.1/%d,%d,2026-03-%02d %02d:%02d:00,\n", n, n, n, included(n),
				1 + int(time / 1440), int(time / 60) % 24, time % 60
		else if (all)
			printf "%d,\"Title, %d\",10.1/%d,,,\n", n, n, n
	}

	function rayyan(n, name, word, note) {
		name = "rayyan-" 90000 + n
		word = mixed(n, 367) < (rank(n) < 200 ? 500 : 8) ? "Included" : "Excluded"
		note = "\"RAYYAN-INCLUSION: {\"\"Ann\"\"=>\"\"" word "\"\", \"\"Bob\"\"=>\"\"" word "\"\"} | RAYYAN-LABELS: round 2\""
		if (rank(n) >= 200 && !(name in drawn)) note = ""
		printf "%s,Title %d,2020,Journal,\"Roe, R\",Abstract,%s\n", name, n, note
	}

	END {
		if (what == "relativity") {
			printf "\357\273\277Control Number,Group Identifier,Custodian,Cal Rank Score,Responsive Designation,Privilege Designation\r\n"
			for (n = 1; n <= 20000; n++) relativity(n)
		}
		if (what == "volume") {
			print "Control Number,Production Begin Bates"
			for (n = 1; n <= 20000; n++)
				if (found(n) && (part == "withheld" ? privileged(n) : !privileged(n) && part == volume(n)))
					printf "REL%07d,ABC%08d\n", n, 10 * n
		}
		if (what == "everlaw") {
			print "Begin #,End #,Family ID,Prediction Score: Responsive,Rating"
			for (n = 1; n <= 20000; n++) everlaw(n)
		}
		if (what == "produced") {
			print "Begin #,End #"
			for (n = 1; n <= 20000; n++)
				if (found(n)) printf "EVL%06d,EVL%06d\n", n, n
		}
		if (what == "asreview" || what == "screened") {
			print "record_id,title,doi,asreview_label,asreview_time,asreview_note"
			for (n = 1; n <= 2000; n++) asreview(n, what == "asreview")
		}
		if (what == "rayyan") {
			print "key,title,year,journal,authors,abstract,notes"
			for (n = 1; n <= 1500; n++) rayyan(n)
		}
		if (what == "included") {
			print "key,title"
			for (n = 1; n <= 1500; n++) if (rank(n) < 200) print "rayyan-" 90000 + n ",Title " n
		}
	}' "$([ -f "$sample" ] && echo "$sample" || echo /dev/null)"
