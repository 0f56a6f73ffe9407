/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options that several commands have, each with the one thing that it means: name, letter, argument
 * and help, with which an entry of a table begins. What a command adds is its `here`.
 */
#pragma once

#define NAME_ALLOCATION "allocation", 0, "HOW", "How the sample is divided among strata:"
#define NAME_ALPHA	"alpha", 0, "X,...", "Level of the test"
#define NAME_ASSURANCE                                                                            \
	"assurance", 0, "X",                                                                      \
		"Probability that this and every larger sample reaches the target (default 0.8)", \
		REAL(BETWEEN(0, 1)), .usual = "0.8"
#define NAME_BANDS               \
	"bands", 0, "K|CUT,...", \
		"Cut scores into K bands with about equal numbers of documents, or at these scores; band1 has the highest"
#define NAME_BASELINE         \
	"baseline", 0, "RUN", \
		"Differences from this run only: its name, its file, or its scores, in csv of -q with the manifest above them"
#define NAME_CI "ci", 0, "METHOD,...", "Confidence intervals by these methods"
#define NAME_CLUSTERS                \
	"cluster-column", 0, "NAME", \
		"Column that names the family or thread of a document, if these were drawn whole"
#define NAME_COLLECTION                  \
	"collection", 0, "FILE|N[:n:r]", \
		"All documents: their list, or their number (with n:r, a sample of all of them: richness)"
#define NAME_COLLECTION_SIZE \
	"Number_docs_in_coll", 'N', "N", "Number of documents in the collection"
#define NAME_DRAWS \
	"draws", 0, "N", "Estimate by N random draws, as the papers did, what is otherwise computed"
#define NAME_DRAWN_FROM \
	"drawn-from", 0, "WHAT|FILE", "What the judged documents were drawn from at random:"
#define NAME_HALF_WIDTH           \
	"half-width", 0, "X,...", \
		"Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %"
#define NAME_LABELS \
	"labels", 0, "FILE", "Labels or scores of all documents, by a language model for instance"
#define NAME_LEVEL       \
	"level", 0, "X", \
		"Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)"
#define NAME_LEVEL_FOR_REL "level_for_rel", 'l', "N", "Least grade that is relevant (default 1)"
#define NAME_MEASURE                         \
	"measure", 'm', "NAME[.PARAMETERS]", \
		"Measure (P.10, P@10, nDCG@10), or nickname of several; may be repeated"
#define NAME_MOST_RETRIEVED \
	"Max_retrieved_per_topic", 'M', "N", "Use only the first N documents of each topic in a run"
#define NAME_NOSUMMARY "nosummary", 'n', NULL, "Do not print the summary over all topics"
#define NAME_NULL                    \
	"null", 0, "[NAME=]N[:n:r]", \
		"What was not produced, the null set: N documents, n of them sampled at random, r of these relevant"
#define NAME_PLOT          \
	"plot", 0, "FILE", \
		"Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert"
#define NAME_POOL_DEPTH       \
	"pool-depth", 0, "K", \
		"The first K documents of each run are a pool, which is judged as a whole"
#define NAME_POWER     "power", 0, "X,...", "Probability that the test finds the difference"
#define NAME_PRECISION "precision", 0, "X,...", "Share of the retrieved that is relevant, a guess"
#define NAME_PROB_REL \
	"prob-rel", 0, "X", "Probability that an unjudged document is relevant (default 0.5)"
#define NAME_QUERIES   "query_eval_wanted", 'q', NULL, "Also the values of each topic"
#define NAME_RECALL    "recall", 0, "X,...", "Share of the relevant that is retrieved, a guess"
#define NAME_RESAMPLES "resamples", 0, "N", "Number of resamples of topics"
#define NAME_RETRIEVED "retrieved", 0, "N,...", "Number of documents retrieved (produced)"
#define NAME_RICHNESS  "richness", 0, "X,...", "Share of the collection that is relevant, a guess"
#define NAME_SAMPLES   "samples", 0, "N", "Simulated samples"
#define NAME_SCORES          \
	"scores", 0, "FILE", \
		"Scores by topic instead of judgments and runs: lines of -q, or CSV with a line for each topic and a column for each system"
#define NAME_SHOW	  "show", 0, "PART", "Print only this part, instead of the answer:"
#define NAME_SIMULTANEOUS "simultaneous", 0, NULL, "All bounds hold at once"
#define NAME_SIZE	  "size", 0, "N,...", "Documents to judge, of each topic if there are several"
#define NAME_SYSTEM_OF          \
	"system-of", 0, "FILE", \
		"CSV with run,system: a system is the mean of its runs (seeds or folds), topic by topic"
#define NAME_TAIL \
	"tail", 0, "SIDE", "Sides of bounds, and in plan of the test; p of compare is two-sided"
#define NAME_TARGET "target", 0, "X", "Target recall"
#define NAME_TOPIC \
	"topic", 0, "TOPIC|@FILE", "The topic asked about, or those in FILE, one on each line"
#define NAME_TOPICS "topics", 0, "N,...", "Number of topics"
#define NAME_TOPIC_SCOPE \
	"topic-scope", 0, "WHICH", "The answer is for these topics, or for random ones like them"
#define NAME_YIELD \
	"yield", 0, "N,...", "Number of relevant documents, a guess, in place of --richness"
