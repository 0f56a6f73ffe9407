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
 *is a document of its name, with -1.
 */
#include <string.h>

#include "measures/measure.h"

/* Its name without the citation. */
static struct document_number sentence_of(const struct topic_view *t, size_t i)
{
	struct document_number d = t->document(t, i);
	const char *end = memchr(d.text, '/', d.length);
	return (struct document_number){ d.text, end != NULL ? (size_t)(end - d.text) : d.length };
}

static bool is_of(const struct topic_view *t, size_t i, struct document_number sentence)
{
	struct document_number s = sentence_of(t, i);
	return s.length == sentence.length && memcmp(s.text, sentence.text, s.length) == 0;
}

static int support_score(const struct topic_view *t, bool strict, bool all, double *value)
{
	double sum = 0, cited = 0, sentences = 0;
	for (size_t i = 0; i < t->retrieved; i++) {
		struct document_number sentence = sentence_of(t, i);
		double support = 0, citations = 0;
		size_t first = 0;
		while (!is_of(t, first, sentence))
			first++;
		for (size_t k = i; first == i && k < t->retrieved; k++) {
			double s = t->score(t, k);
			bool counts = is_of(t, k, sentence) && s >= 0;
			citations += counts;
			support += counts && (s == 1 || (s == 0.5 && !strict)) ? s : 0;
		}
		double s = t->score(t, i);
		if (s != 1 && s != 0.5 && s != 0 && s != -1)
			return SCORE_NOT_TAKEN;
		sentences += first == i;
		cited += citations > 0;
		sum += citations > 0 ? support / citations : 0;
	}
	double whole = all ? sentences : cited;
	*value = whole > 0 ? sum / whole : 0;
	return 0;
}

#define SUPPORT_SCORE(name, strict, all)                                                       \
	static int name(const struct topic_view *t, const struct parameters *p, double *value) \
	{                                                                                      \
		(void)p;                                                                       \
		return support_score(t, strict, all, value);                                   \
	}

SUPPORT_SCORE(precision, false, false)
SUPPORT_SCORE(recall, false, true)
SUPPORT_SCORE(strict_precision, true, false)
SUPPORT_SCORE(strict_recall, true, true)

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
