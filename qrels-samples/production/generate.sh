#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the files of this sample into the current folder: sh generate.sh
#
# Five strata of a collection of 400 documents, doc001 to doc400, in this order. Of each, the
# documents to be judged are drawn with a fixed generator of random numbers (Lehmer, 48271); the
# first of the drawn are relevant, the last gray.
set -eu
awk '
	# label, runs that retrieve it, size, sampled, relevant, gray
	function stratum(label, runs, size, sampled, relevant, gray,    i, j, k, order, first) {
		first = documents + 1
		documents += size
		for (i = 1; i <= size; i++)
			order[i] = first + i - 1
		for (i = 1; i <= sampled; i++) { # the first of a shuffled deck
			seed = seed * 48271 % 2147483647
			j = i + seed % (size - i + 1)
			k = order[i]; order[i] = order[j]; order[j] = k
			grade[order[i]] = i <= relevant ? 1 : i > sampled - gray ? -2 : 0
			probability[order[i]] = sampled / size
		}
		for (i = first; i <= documents; i++) {
			label_of[i] = label
			runs_of[i] = "+" runs "+"
		}
		print "1," label "," runs "," size "," sampled "," sampled - gray "," relevant > "table.csv"
		print "1," label "," size > "sizes.csv"
	}
	function run(name,    d, rank) {
		for (d = 1; d <= documents; d++)
			if (index(runs_of[d], "+" name "+")) {
				printf "1 Q0 doc%03d %d %d %s\n", d, ++rank, documents - d, name > (name ".run")
				if (name == "produced")
					printf "doc%03d\n", d > "produced.txt"
			}
	}
	BEGIN {
		seed = 2009
		print "topic,stratum,runs,size,sampled,assessable,relevant" > "table.csv"
		print "topic,stratum,size" > "sizes.csv"
		stratum("A", "keyword+learned+merged+produced", 20, 10, 8, 1)
		stratum("B", "learned+merged+produced", 20, 5, 3, 0)
		stratum("C", "keyword+merged", 40, 10, 2, 1)
		stratum("D", "learned", 20, 4, 1, 0)
		stratum("E", "-", 300, 30, 1, 2)
		run("keyword"); run("learned"); run("merged"); run("produced")
		print "topic,docno,rel,stratum,prob" > "judgments.csv"
		for (d = 1; d <= documents; d++) {
			name = sprintf("doc%03d", d)
			print "1 0 " name " " label_of[d] " " (d in grade ? grade[d] : -1) > "whole.strata"
			if (!(d in grade))
				continue
			print "1 0 " name " " label_of[d] " " grade[d] > "judgments.strata"
			print "1 0 " name " " grade[d] " " probability[d] > "judgments.probs"
			print "1 " name " " grade[d] " 1 " probability[d] > "judgments.prels"
			print "1," name "," grade[d] "," label_of[d] "," probability[d] > "judgments.csv"
		}
	}'
