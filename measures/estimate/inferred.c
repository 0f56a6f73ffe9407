/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimates from a pool whose strata were sampled at different rates, all documents of the pool
 * being known: those of sample_eval. Yilmaz, Kanoulas & Aslam 2008, "A simple and efficient
 * sampling method for estimating AP and NDCG" (SIGIR).
 *
 * Stratum s has N documents, of which n are judged, r of them relevant. Of the documents of s at
 * rank k and better, d(k) are in the pool, n(k) are judged and r(k) relevant. Then
 *
 *	R     = sum over s of N r/n
 *	rel(k) = sum over s of d(k) (r(k) + e)/(n(k) + 3 e),  e = 0.00001
 *	P_k   = rel(k) / k
 *	AP    = 1/R * sum over the relevant judged documents, rank k, stratum s, of
 *	        N/n of s * (1 + rel(k - 1))/k; 0 for those not retrieved
 *	DCG   = sum over s of d/n * sum over its judged documents of grade/log2(k + 1),
 *	        d and n being those of the whole ranking
 *	NDCG  = DCG / DCG of the ideal ranking, which has as many documents of each grade as are
 *		estimated: sum over s of N (judged to be of the grade)/n, rounded
 *
 * Retrieved documents outside the pool are not relevant. The smoothing is that of sample_eval: a
 * stratum without a judged document above rank k counts as one third relevant there; if some are
 * judged, the smoothing hardly matters. Gray documents are taken as not judged, as sample_eval does
 * with all negative grades.
 */
#include <math.h>

#include "core/stats/discount.h"
#include "measures/measure.h"

static const double smoothing = 0.00001;

/* What a judged document stands for: N/n of its stratum, n without gray ones. */
static double weight_of(const struct sample_view *s, const struct sampled_document *d)
{
	const struct drawn_stratum *c = &s->drawn[d->drawn];
	return d->grade >= 0 ? (double)c->size / (double)c->assessable : 0;
}

/* One stratum while the ranking is walked down. */
struct walk {
	const struct topic_view *t;
	int32_t drawn;
	size_t document, unsampled; /* the next ones, of any stratum */
	double pooled, judged, relevant;
};

/* Takes in all documents of the stratum above `rank`, from 0. */
static void walk_to(struct walk *w, double rank)
{
	const struct sample_view *s = w->t->sample;
	for (; w->unsampled < s->unsampled_documents; w->unsampled++) {
		const struct unsampled_document *d = &s->unsampled[w->unsampled];
		if (!((double)d->rank < rank))
			break;
		w->pooled += d->drawn == w->drawn;
	}
	for (; w->document < s->documents; w->document++) {
		const struct sampled_document *d = &s->document[w->document];
		if (d->rank < 0 || !((double)d->rank < rank))
			break;
		if (d->drawn != w->drawn)
			continue;
		w->pooled++;
		w->judged += d->grade >= 0;
		w->relevant += document_is_relevant(w->t, d);
	}
}

static double seems_relevant(const struct walk *w)
{
	if (w->pooled == 0)
		return 0;
	return w->pooled * ((w->relevant + smoothing) / (w->judged + 3 * smoothing));
}

static double number_relevant(const struct topic_view *t)
{
	const struct sample_view *s = t->sample;
	double sum = 0;
	for (size_t i = 0; i < s->documents; i++)
		sum += document_is_relevant(t, &s->document[i]) ? weight_of(s, &s->document[i]) : 0;
	return sum;
}

MEASURE_VALUE(inum_rel, number_relevant(t))

/* The sum over strata is the outer one, so that a single stratum is walked at a time. */
static double average_precision(const struct topic_view *t)
{
	const struct sample_view *s = t->sample;
	double total = number_relevant(t), sum = 0;
	for (size_t i = 0; i < s->documents && s->document[i].rank >= 0; i++)
		if (document_is_relevant(t, &s->document[i]))
			sum += weight_of(s, &s->document[i]) / (double)(s->document[i].rank + 1);
	for (size_t c = 0; c < s->drawn_strata; c++) {
		struct walk w = { .t = t, .drawn = (int32_t)c };
		for (size_t i = 0; i < s->documents && s->document[i].rank >= 0; i++) {
			const struct sampled_document *d = &s->document[i];
			if (!document_is_relevant(t, d))
				continue;
			walk_to(&w, (double)d->rank);
			sum += weight_of(s, d) * (seems_relevant(&w) / (double)(d->rank + 1));
		}
	}
	return total > 0 ? sum / total : 0;
}

MEASURE_VALUE(xinf_ap, average_precision(t))

static int i_p(const struct topic_view *t, const struct parameters *p, double *value)
{
	for (size_t k = 0; k < p->count; k++)
		value[k] = 0;
	for (size_t c = 0; c < t->sample->drawn_strata; c++) {
		struct walk w = { .t = t, .drawn = (int32_t)c };
		for (size_t k = 0; k < p->count; k++) {
			walk_to(&w, p->value[k]);
			value[k] += seems_relevant(&w) / p->value[k];
		}
	}
	return 0;
}

static double dcg(const struct topic_view *t)
{
	const struct sample_view *s = t->sample;
	double sum = 0;
	for (size_t c = 0; c < s->drawn_strata; c++) {
		struct walk w = { .t = t, .drawn = (int32_t)c };
		walk_to(&w, INFINITY);
		double gain = 0;
		for (size_t i = 0; i < s->documents && s->document[i].rank >= 0; i++) {
			const struct sampled_document *d = &s->document[i];
			if (d->drawn == w.drawn && d->grade > 0)
				gain += (double)d->grade * 1 / rank_discount((double)(d->rank + 1));
		}
		sum += gain > 0 ? w.pooled / w.judged * gain : 0;
	}
	return sum;
}

/* Judgments of the topic at a grade, by their weights. */
static double number_of_grade(const struct topic_view *t, int32_t grade)
{
	const struct sample_view *s = t->sample;
	double sum = 0;
	for (size_t i = 0; i < s->documents; i++)
		if (s->document[i].grade == grade)
			sum += weight_of(s, &s->document[i]);
	return sum;
}

static double ideal_dcg(const struct topic_view *t)
{
	double sum = 0, rank = 1;
	for (size_t g = 0; g < t->distinct_grades && t->grades[g].grade > 0; g++) {
		double last = rank + floor(number_of_grade(t, t->grades[g].grade) + 0.5);
		for (; rank < last; rank++)
			sum += (double)t->grades[g].grade * 1 / rank_discount(rank);
	}
	return sum;
}

static double ndcg(const struct topic_view *t)
{
	double ideal = ideal_dcg(t);
	return ideal > 0 ? dcg(t) / ideal : 0;
}

MEASURE_VALUE(inf_ndcg, ndcg(t))

#define FAMILY .abi = MEASURE_ABI, .members = "inferred", .ranking = true, .input = INPUT_POOL

/* Examples: one stratum of seven documents, two of them ('-') not sampled. */
MEASURES = {
	{
		FAMILY,
		.name = "inum_rel",
		.no_best = true,
		.range = { 0, INFINITY },
		.summary = "estimated number of relevant documents in a sampled pool",
		.manual =
			"Sum over strata of N*r/n, n being the judged documents of the N.\n"
			"As sample_eval; est_rel counts gray documents in n. Summed over topics.\n",
		.after = "statP",
		.aggregate = AGGREGATE_SUM,
		.score = inum_rel,
		/* 7 * 3/5 */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = 4.2 },
	},
	{
		FAMILY,
		.name = "xinfAP",
		.summary = "inferred average precision, for strata sampled from a pool",
		.manual =
			"Yilmaz, Kanoulas & Aslam 2008: the mean over the relevant documents judged,\n"
			"each weighted by N/n of its stratum, of the precision expected at its rank k:\n"
			"(1 + sum over strata of d*(r+e)/(n+3e))/k. d are the documents of the stratum\n"
			"above rank k, n those judged and r those relevant; e = 0.00001 as in\n"
			"sample_eval, which calls it infAP. 0 if nothing relevant was judged. With\n"
			"everything judged it is map, up to e.\n",
		.score = xinf_ap,
		/* rank 1: 1; rank 4: 3 documents above, 2 judged, 1 relevant; one not retrieved */
		.example = { .ranking = "1 - 0 1 | 1 0 -",
			     .value = (1 + (1 + 3 * 1.00001 / 2.00003) / 4) / 3 },
	},
	{
		FAMILY,
		.name = "infNDCG",
		.summary = "inferred ndcg, for strata sampled from a pool",
		.manual =
			"Yilmaz, Kanoulas & Aslam 2008: the discounted gains of the judged documents of\n"
			"a stratum, times d/n: d documents of the stratum are retrieved, n of them\n"
			"judged. It is divided by those of the ideal ranking, which has as many documents\n"
			"of each grade as are estimated to be in the pool, rounded to whole numbers as in\n"
			"sample_eval. The gain is the grade, the discount log2(rank + 1). 0 if no\n"
			"judged document has a grade above 0. With everything judged it is ndcg.\n",
		.graded = true,
		.score = inf_ndcg,
		/* 4/3 * (1 + 1/log2(5)) over ranks 1 to round(4.2) = 4: 1 + 1/log2(3) + 1/2 +
		   1/log2(5); log2(3) = 1.5849625007211562, log2(5) = 2.321928094887362 */
		.example = { .ranking = "1 - 0 1 | 1 0 -",
			     .value = 4.0 / 3 * (1 + 1 / 2.321928094887362) /
				      (1.5 + 1 / 1.5849625007211562 + 1 / 2.321928094887362) },
	},
	{
		FAMILY,
		.name = "iP",
		.summary = "inferred precision in the top k, for strata sampled from a pool",
		.manual =
			"1/k * sum over strata of d*(r+e)/(n+3e), d being the documents of the stratum\n"
			"in the top k, n those judged, r those relevant, e = 0.00001 as in sample_eval.\n"
			"With everything judged it is P, up to e.\n",
		USUAL_CUTOFFS,
		.score = i_p,
		/* 4 of the pool in the top 5, 3 judged, 2 relevant */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = 4 * 2.00001 / 3.00003 / 5 },
	},
	MEASURES_END,
};
