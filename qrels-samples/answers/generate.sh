#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the files of this folder: 50 topics of 4 to 8 nuggets, and what a model says of the answers of six systems to them: nuggets and citations;
# and what people say of two nuggets of each answer.
#
# A system supports a nugget with a probability that grows with its skill, falls with the difficulty of the topic, and is higher for vital nuggets.
set -eu
cd "$(dirname "$0")"
mkdir -p runs support
# By the congruential numbers of Park and Miller.
awk 'function random() { seed = seed * 16807 % 2147483647; return seed / 2147483647 }
	BEGIN { seed = 11; OFS = ","
		runs = split("closed lexical dense hybrid rerank agent", name, " "); split("-.25 -.06 0 .03 .1 .12", skill, " ")
		print "topic", "nugget", "importance" >"nuggets.csv"
		for (t = 1; t <= 50; t++) {
			ease[t] = random() * .6 - .3; vital[t] = 1 + t % 3; nuggets[t] = 4 + t % 5
			for (n = 1; n <= nuggets[t]; n++)
				print "q" t, "n" n, n <= vital[t] ? "vital" : "okay" >"nuggets.csv"
		}
		for (r = 1; r <= runs; r++) {
			file = "runs/" name[r] ".csv"
			print "run", "topic", "nugget", "importance", "assignment" >file
			for (t = 1; t <= 50; t++)
				for (n = 1; n <= nuggets[t]; n++) {
					p = .4 + skill[r] + ease[t] + (n <= vital[t]) * .1; u = random()
					model[r, t, n] = u < p ? "support" : u < p + .15 ? "partial_support" : "not_support"
					print name[r], "q" t, "n" n, n <= vital[t] ? "vital" : "okay", model[r, t, n] >file
				}
		}
		for (r = 1; r <= runs; r++) {
			file = "support/" name[r] ".csv"
			print "run", "topic", "sentence", "citation", "support" >file
			for (t = 1; t <= 50; t++)
				for (s = 1; s <= 3 + t % 3; s++) {
					p = .45 + skill[r] + ease[t] / 2; cites = random() < (r == 1 ? .4 : .85); u = random()
					print name[r], "q" t, s, cites ? "d" int(random() * 900) + 100 : "", cites ? (u < p ? "full" : u < p + .25 ? "partial" : "no") : "" >file
				}
		}
		# people, who judge two nuggets of each answer: support by the model is partial to them in 12 of 100 cases, and partial support none in 40
		print "run", "topic", "nugget", "assignment" >"people.csv"
		for (r = 1; r <= runs; r++)
			for (t = 1; t <= 50; t++) {
				left = 2
				for (n = 1; n <= nuggets[t]; n++) {
					drawn = random() * (nuggets[t] - n + 1) < left; left -= drawn; u = random(); said = model[r, t, n]
					if (said == "support" && u < .12) said = "partial_support"
					else if (said == "partial_support" && u < .4) said = "not_support"
					if (drawn) print name[r], "q" t, "n" n, said >"people.csv"
				}
			}
	}'
