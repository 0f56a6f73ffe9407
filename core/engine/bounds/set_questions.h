/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What interval methods are asked, so that their answers give the bounds of a quantity of a set:
 * one of recall, precision, F and yield, of the sample as it is or as if it were another.
 *
 * Another set. The share of what is not retrieved that is relevant (elusion) is the precision of
 * that set, and the share of everything (richness) is the precision of a set that has all
 * documents. Of strata, richness is the yield over their size, which methods have that have no
 * precision of several strata.
 *
 * Outside the frame (--outside): precision and F of all that a run retrieves. Let D be the number
 * of retrieved documents (without gray ones, if these are left out), inside and outside, and R1 and
 * R0 the relevant documents of the frame that are retrieved and that are not. If nothing outside is
 * relevant,
 *
 *     precision = R1 / D
 *     F_b       = (1+b^2) R1 / (D + b^2 (R1 + R0)) = (1+b^2)/b^2 * R1 / (R1 + R0 + D/b^2)
 *
 * D is known, so that the first is a number of documents over a constant. The second is a recall,
 * with D/b^2 more documents that are known to be relevant and not retrieved. If all X documents
 * outside are relevant, precision has R1 + X for R1, and F has X more relevant documents, which are
 * known to be retrieved: in recall too, as the population is then the frame and what is outside. R1
 * + X is D - S1, with S1 the others that are retrieved inside: so an estimated X brings the error
 * of S1. If what is outside is unknown, bounds are from the least to the most of all this, and of
 * the frame alone; F is at most that of the upper ends of precision and recall.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"
#include "measures/measure.h"

struct set_question {
	struct sample_view sample;	      /* as the question sees it */
	struct divided_stratum *stratum;      /* of its own, or NULL: they are borrowed */
	struct sampled_document *document;    /* likewise */
	const struct divided_stratum *design; /* the strata before a cutoff divides them */
	double cutoff; /* documents of higher ranks are not retrieved; INFINITY: all are */
	struct interval_request asked;
	double value;	    /* the estimate of what is asked */
	double times, over; /* what the answer is multiplied with and divided by */
};

void set_question_release(struct set_question *a);

/* Which of the methods' quantities it is: those that do not have it have no bounds. */
enum quantity set_quantity_of(enum measured_quantity what);

/* Parameters are cutoffs, except the beta of F. */
static inline size_t cutoffs_of(enum measured_quantity what, const struct parameters *p)
{
	return what == SET_F ? 0 : p->count;
}

static inline double beta_of(enum measured_quantity what, const struct parameters *p)
{
	return what == SET_F && p->count > 0 ? p->value[0] : 1;
}

/*
 * Of the frame, or of the first `cutoff` documents. `value` is the estimate of the quantity. On
 * failure nothing is left to release. With `as_share` richness stays a precision.
 */
int set_question_init(struct set_question *a, const struct sample_view *s,
		      enum measured_quantity what, double beta, double cutoff, double value,
		      bool as_share, const struct estimate_request *q, struct err *e);

/* Whether documents outside the frame matter to this quantity of a sample. */
bool outside_matters(const struct sample_view *s, enum measured_quantity what);

enum outside_part {
	OUTSIDE_LEAST, /* nothing outside is relevant */
	OUTSIDE_REST,  /* what is not relevant, of all that is retrieved, if all outside is */
	OUTSIDE_FOUND, /* recall, if all outside is relevant */
	OUTSIDE_PARTS,
};

/* What there is to ask, besides the frame if the documents are unknown: the first so many parts. */
size_t outside_parts(enum measured_quantity what, double beta, enum outside as);

/* There is none (nan for bounds) if the run seems to have gray documents alone. */
bool outside_has_documents(const struct sample_view *s, int32_t level);

int outside_question_init(struct set_question *a, const struct sample_view *s, int32_t level,
			  enum measured_quantity what, double beta, enum outside_part part,
			  const struct estimate_request *q, struct err *e);

/* Are more documents estimated to be relevant than the run has? */
bool outside_has_few(const struct sample_view *s, int32_t level);

/*
 * The bounds from those of the parts; if the documents are unknown, `out` has those of the frame.
 * A share is at most 1, and its bounds contain its value.
 */
void outside_settle(enum outside as, enum measured_quantity what, double beta, bool few,
		    const struct estimate part[OUTSIDE_PARTS], struct estimate *out);

/* No bounds, and why. */
void outside_without_bounds(struct estimate *out);

/* Are there judged documents without a stratum? Of pooled topics, some may have strata. */
bool lacks_strata(const struct sample_view *s);

/* How many documents the sample stands for: the sum of its weights, and strata without a sample. */
double documents_stood_for(const struct sample_view *s);

/*
 * The documents of a sample with their weights, as methods see them that need no strata. The first
 * `cutoff` of the ranking are retrieved; with `retrieved_only` no others. `out` has room for all;
 * returns how many there are.
 */
size_t weighted_documents(const struct sample_view *s, int32_t level, double cutoff,
			  bool retrieved_only, struct weighted *out);

/*
 * Bounds from strata of whole sizes, for estimates that weigh documents by 1/p. A posterior is that
 * of N documents, and sum of 1/p need not be whole: 6 documents of probability .8 stand for 7.5,
 * and their stratum has 8. The estimate is that of the probabilities; the bounds are rescaled, from
 * around `from` to around `to`.
 *
 * A yield is multiplied by the ratio of the two estimates, which is sum of 1/p over N if there is
 * one stratum. The odds of a share (recall, precision, F) are multiplied by the ratio of theirs: if
 * the retrieved and the other documents have one scale each, that is the share of the rescaled
 * numbers. So bounds that hold the estimate of the strata hold that of the probabilities. nan stays
 * nan, and so do 0 and 1 of a share.
 */
double value_rescale(double x, double from, double to, enum quantity quantity);
void bounds_rescale(struct interval *x, double from, double to, enum quantity quantity);
