/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/data/joined/regressed_view.h"
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/stats/regression/ranked_regression.h"

static const char no_sample[] =
	"some strata have no judged document: those of the others stand for them, and their error "
	"is not known";

static const char blank_topics[] =
	"there are topics of whose judged documents none has a grade above 0: their nDCG counts as 0, which "
	"lowers the value, and the ideal DCG of the others, from as few judgments, is too small, which "
	"raises it: of such values 60 to 80 % were above the truth on TREC DL 2021 and 10 to 37 % in "
	"made-up pools. The upper end takes nDCG of these topics for 1";

static const char experimental[] =
	"average precision by regression is experimental, and the interval is not to be reported: such "
	"ones covered .73 to .93 for .95 on TREC DL 2021, and .29 to 1 of made-up pools, as the "
	"estimate is biased (doc/labels-rankings.md)";

bool regression_has_bounds(enum measured_quantity quantity, const char *method)
{
	(void)quantity;
	return strcmp(method, "greg") == 0;
}

/* What the quantity is. */
static struct regressed_as kind_of(enum measured_quantity quantity, double cutoff, int32_t level)
{
	bool ap = quantity == REGRESSION_AP || quantity == LABELLED_AP;
	bool labels = quantity >= LABELLED_PRECISION && quantity != REGRESSION_AP;
	int plain = (int)quantity - (labels ? LABELLED_PRECISION : REGRESSION_PRECISION);
	return (struct regressed_as){ .kind = ap ? REGRESSED_AP : (enum regressed_kind)plain,
				      .labels = labels,
				      .cutoff = cutoff,
				      .level = level };
}

static int sample_of_topic(const void *context, size_t topic, const struct regressed_as *as,
			   struct regressed_view *v, struct err *e)
{
	const struct sample_view *const *sample = context;
	return regressed_view_init(v, sample[topic], as, e);
}

/* Coefficients are those of all these topics, which may lack judged documents. */
static int regress(const struct sample_view *const *sample, size_t topics,
		   const struct regressed_as *asked, struct ranked_regression *out, struct err *e)
{
	struct regressed_as as = *asked;
	size_t classes = as.kind == REGRESSED_AP; /* what is retrieved, and what is not */
	struct ap_shares *shares = calloc(1, sizeof *shares);
	int result = shares != NULL ? 0 : err_memory(e);
	as.shares = shares;
	as.highest = topics > 0 ? sample[0]->highest_grade : 0;
	as.labels = as.labels && topics > 0 && sample[0]->document_class != NULL;
	for (size_t t = 0; t < topics && result == 0; t++) {
		if (as.kind == REGRESSED_AP)
			result = regressed_shares_add(shares, sample[t], &as, e);
		if (as.labels && sample[t]->classes > classes)
			classes = sample[t]->classes;
	}
	if (result == 0)
		result = regress_topics(topics, classes, &as, sample_of_topic, sample, out, e);
	free(shares);
	return result;
}

int regression_value(const struct topic_view *t, enum measured_quantity quantity,
		     const struct parameters *p, double *value, struct err *e)
{
	for (size_t k = 0; k < p->count; k++) {
		struct ranked_regression x;
		const struct regressed_as as = kind_of(quantity, p->value[k], t->level);
		if (regress(&t->sample, 1, &as, &x, e) < 0)
			return -1;
		value[k] = x.mean;
	}
	return 0;
}

static struct interval interval_of(const struct ranked_regression *x,
				   const struct estimate_request *q, const struct regressed_as *as)
{
	return ranked_regression_interval(x, regressed_scale(as), q->ends.lower_p, q->ends.upper_p);
}

/* What there is to say against it, or NULL. */
static const char *caution_of(const struct ranked_regression *x, const struct regressed_as *as)
{
	return x->blank > 0		  ? blank_topics
	       : x->unsampled		  ? no_sample
	       : as->kind == REGRESSED_AP ? experimental
					  : NULL;
}

int regression_bounds(const struct topic_view *t, enum measured_quantity quantity,
		      const struct parameters *p, const struct estimate_request *q,
		      struct estimate *out, struct err *e)
{
	for (size_t k = 0; k < p->count; k++) {
		struct ranked_regression x;
		const struct regressed_as as = kind_of(quantity, p->value[k], t->level);
		if (regress(&t->sample, 1, &as, &x, e) < 0)
			return -1;
		out[k].se = x.se;
		out[k].bounds = interval_of(&x, q, &as);
		if (caution_of(&x, &as) != NULL)
			out[k].caution = caution_of(&x, &as);
	}
	return 0;
}

int regression_mean(const struct topics_view *v, enum measured_quantity quantity,
		    const struct parameters *p, const struct estimate_request *q,
		    struct estimate *out, struct err *e)
{
	const struct regressed_as as = kind_of(quantity, p->value[v->value], v->level);
	struct ranked_regression x;
	if (v->topics == 0)
		return 0;
	if (regress(v->sample, v->topics, &as, &x, e) < 0)
		return -1;
	if (q->random_topics) {
		x.se = x.among;
		x.df = (double)v->topics - 1;
	}
	out->value = x.mean;
	out->se = x.se;
	out->bounds = interval_of(&x, q, &as);
	out->estimator = as.labels && v->sample[0]->document_class != NULL ? "regression, labels"
									   : "regression";
	if (caution_of(&x, &as) != NULL)
		out->caution = caution_of(&x, &as);
	return 0;
}
