/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/planning/study_guess.h"

static int count_missing(const struct guess *g)
{
	return isnan(g->prevalence) + isnan(g->recall) + isnan(g->precision);
}

static int check_given(const struct guess *g, struct err *e)
{
	int missing = count_missing(g);
	if (missing > 1)
		return err_usage(e,
				 "two of richness (or yield), recall and precision are needed, "
				 "given %s",
				 missing == 3		 ? "is none"
				 : !isnan(g->prevalence) ? "is richness"
				 : !isnan(g->recall)	 ? "is recall"
							 : "is precision");
	if (g->retrieved == 0 && missing > 0)
		return err_usage(e, "the number of retrieved documents is needed, unless richness "
				    "(or yield), recall and precision are all given");
	if (g->prevalence > 1)
		return err_usage(e, "%.0f relevant documents are more than the collection's %lld",
				 g->prevalence * (double)g->collection, (long long)g->collection);
	if (g->retrieved >= g->collection)
		return err_usage(e,
				 "retrieved %lld, collection %lld: nothing is left that is not "
				 "retrieved",
				 (long long)g->retrieved, (long long)g->collection);
	return 0;
}

/* R1 from prevalence and recall against R1 from precision, where all is given. */
static int check_agreement(const struct guess *g, struct err *e)
{
	double by_recall = (double)g->collection * g->prevalence * g->recall;
	double by_precision = (double)g->retrieved * g->precision;
	if (fabs(by_recall - by_precision) <= 1)
		return 0;
	return err_usage(e,
			 "contradiction: richness %g of %lld documents and recall %g make %.0f "
			 "relevant documents retrieved, precision %g of %lld retrieved documents "
			 "makes %.0f; leave one of them out",
			 g->prevalence, (long long)g->collection, g->recall, by_recall,
			 g->precision, (long long)g->retrieved, by_precision);
}

static int check_counts(const struct guess *g, const struct guessed *x, struct err *e)
{
	int64_t rest = x->collection - x->retrieved;
	int64_t relevant_rest = x->relevant - x->relevant_retrieved;
	if (x->relevant_retrieved > x->retrieved)
		return err_usage(e,
				 "contradiction: richness %g and recall %g make %lld relevant "
				 "documents retrieved, of %lld documents retrieved",
				 g->prevalence, g->recall, (long long)x->relevant_retrieved,
				 (long long)x->retrieved);
	if (relevant_rest < 0)
		return err_usage(e,
				 "contradiction: precision %g of %lld retrieved documents makes "
				 "%lld relevant ones, prevalence %g makes %lld in the whole "
				 "collection",
				 g->precision, (long long)x->retrieved,
				 (long long)x->relevant_retrieved, g->prevalence,
				 (long long)x->relevant);
	if (relevant_rest > rest)
		return err_usage(e,
				 "contradiction: %lld relevant documents would not be retrieved, "
				 "of %lld documents that are not retrieved",
				 (long long)relevant_rest, (long long)rest);
	if (x->relevant_retrieved < 1)
		return err_usage(e, "by this guess less than one relevant document is retrieved");
	return 0;
}

int guess_resolve(const struct guess *g, struct guessed *out, struct err *e)
{
	if (check_given(g, e) < 0)
		return -1;
	if (g->retrieved > 0 && count_missing(g) == 0 && check_agreement(g, e) < 0)
		return -1;
	double N = (double)g->collection, N1 = (double)g->retrieved, R, R1;
	if (g->retrieved == 0)
		N1 = N * g->prevalence * g->recall / g->precision;
	if (isnan(g->prevalence)) {
		R1 = N1 * g->precision;
		R = R1 / g->recall;
	} else {
		R = N * g->prevalence;
		R1 = isnan(g->recall) ? N1 * g->precision : R * g->recall;
	}
	if (!(N1 + 0.5 < N))
		return err_usage(e,
				 "contradiction: richness %g, recall %g and precision %g make "
				 "%.0f documents retrieved, of %lld in the collection",
				 g->prevalence, g->recall, g->precision, N1,
				 (long long)g->collection);
	if (!(R < N + 0.5))
		return err_usage(e,
				 "contradiction: recall %g and precision %g make %.0f relevant "
				 "documents, of %lld in the collection",
				 g->recall, g->precision, R, (long long)g->collection);
	*out = (struct guessed){ .collection = g->collection,
				 .retrieved = (int64_t)llround(N1),
				 .relevant = (int64_t)llround(R),
				 .relevant_retrieved = (int64_t)llround(R1) };
	return check_counts(g, out, e);
}
