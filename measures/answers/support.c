/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Support of citations. A sentence i of an answer that cites something has a support s_i: 1 (full),
 * 0.5 (partial) or 0; strict: 1 or 0. If several of its citations were judged, it is their mean, as
 * in RAGDoll (support/metrics.py, 2026: weighted_precision_all_judged_citations).
 *
 *	precision = sum of s_i, over the sentences with a citation
 *	recall = sum of s_i, over all sentences of the answer
 *
 * Thakur et al. 2025, Support Evaluation for the TREC 2024 RAG Track (SIGIR, arXiv 2504.15205):
 * weighted precision and weighted recall, one citation of a sentence being judged. Citations are
 * documents, named sentence/citation, and their support the scores; a sentence without a citation
 * is a document of its name, with -1.
 */
#include <stdlib.h>
#include <string.h>

#include "measures/measure.h"

/* A citation, or a sentence without one. */
struct citation {
	const char *sentence;
	size_t length;
	double support; /* -1: nothing is cited */
};

static struct citation citation_of(const struct topic_view *t, size_t i)
{
	struct document_number d = t->document(t, i);
	const char *end = memchr(d.text, '/', d.length);
	return (struct citation){ d.text, end != NULL ? (size_t)(end - d.text) : d.length,
				  t->score(t, i) };
}

static int by_sentence(const void *a, const void *b)
{
	const struct citation *x = a, *y = b;
	int order = memcmp(x->sentence, y->sentence, x->length < y->length ? x->length : y->length);
	return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

static double add_sentences(const struct citation *c, size_t count, bool strict, bool all)
{
	double sum = 0, cited = 0, sentences = 0;
	for (size_t i = 0, next; i < count; i = next) {
		double support = 0, citations = 0;
		for (next = i; next < count && by_sentence(&c[i], &c[next]) == 0; next++) {
			double s = c[next].support;
			citations += s >= 0;
			support += s == 1 || (s == 0.5 && !strict) ? s : 0;
		}
		sentences++;
		cited += citations > 0;
		sum += citations > 0 ? support / citations : 0;
	}
	double whole = all ? sentences : cited;
	return whole > 0 ? sum / whole : 0;
}

static int support_score(const struct topic_view *t, bool strict, bool all, double *value)
{
	struct citation *c = calloc(t->retrieved + 1, sizeof *c);
	if (c == NULL)
		return -1;
	bool taken = true;
	for (size_t i = 0; i < t->retrieved; i++) {
		c[i] = citation_of(t, i);
		double s = c[i].support;
		taken = taken && (s == 1 || s == 0.5 || s == 0 || s == -1);
	}
	qsort(c, t->retrieved, sizeof *c, by_sentence);
	*value = add_sentences(c, t->retrieved, strict, all);
	free(c);
	return taken ? 0 : SCORE_NOT_TAKEN;
}

MEASURE_SCORE(precision, support_score(t, false, false, value))
MEASURE_SCORE(recall, support_score(t, false, true, value))
MEASURE_SCORE(strict_precision, support_score(t, true, false, value))
MEASURE_SCORE(strict_recall, support_score(t, true, true, value))

/* The example of all: three sentences have a citation, with full, partial and no support. */
#define EXAMPLE .ranking = "0:1 0:0.5 0:0 0:-1"
#define SUPPORT(is)                                                               \
	.abi = MEASURE_ABI, .members = "support", .graded = true, .scores = true, \
	.any_judgments = true, .score = is

#define SOURCE                                                                    \
	"Judgments name the topics (-R topics), runs are support (-T support).\n" \
	"Thakur et al. 2025, Support Evaluation for the TREC 2024 RAG Track.\n"

MEASURES = {
	{
		.name = "support_precision",
		SUPPORT(precision),
		.example = { EXAMPLE, .value = 1.5 / 3 },
		.summary =
			"share of the cited sentences that their citation supports, partial ones half",
		.manual =
			"Sentences whose citation supports them, those with partial support counting 0.5,\n"
			"over the sentences with a citation. 0 where nothing is cited. Of several judged\n"
			"citations of a sentence the mean counts. Weighted precision of TREC RAG 2024. " SOURCE,
		.after = "nugget_strict_weighted",
	},
	{
		.name = "support_recall",
		SUPPORT(recall),
		.example = { EXAMPLE, .value = 1.5 / 4 },
		.summary = "share of all sentences that their citation supports, partial ones half",
		.manual =
			"The same sum, over all sentences of the answer, also those without a citation.\n"
			"Weighted recall of TREC RAG 2024. " SOURCE,
	},
	{
		.name = "support_strict_precision",
		SUPPORT(strict_precision),
		.example = { EXAMPLE, .value = 1.0 / 3 },
		.summary = "share of the cited sentences that their citation supports in full",
		.manual = "As support_precision, but partial support counts 0.\n" SOURCE,
	},
	{
		.name = "support_strict_recall",
		SUPPORT(strict_recall),
		.example = { EXAMPLE, .value = 1.0 / 4 },
		.summary = "share of all sentences that their citation supports in full",
		.manual = "As support_recall, but partial support counts 0.\n" SOURCE,
	},
	MEASURES_END,
};
