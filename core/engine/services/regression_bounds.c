/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/data/joined/regressed_view.h"
#include "core/engine/services/regression_bounds.h"
#include "core/stats/regression/ranked_regression.h"

static const char no_sample[] =
	"some strata have no judged document: those of the others stand for them, and their error "
	"is not known";

static const char blank_topics[] =
	"of nDCG there is none: in some topics no judged document has a grade above 0, so that they "
	"count as 0, and the mean is too low";

/* What the quantity is. */
static struct regressed_as kind_of(enum measured_quantity quantity, double cutoff, int32_t level)
{
	bool labels = quantity >= LABELLED_PRECISION;
	int plain = (int)quantity - (labels ? LABELLED_PRECISION : REGRESSION_PRECISION);
	return (struct regressed_as){ .kind = (enum regressed_kind)plain,
				      .labels = labels,
				      .cutoff = cutoff,
				      .level = level };
}

static int one_topic(const struct sample_view *s, const struct regressed_as *as,
		     struct ranked_regression *out, struct err *e)
{
	struct regressed_view v;
	int result = regressed_view_init(&v, s, as, e);
	if (result == 0)
		result = ranked_regression(&v.topic, 1, as->labels ? s->classes : 0, out, NULL, e);
	regressed_view_release(&v);
	return result;
}

int regression_value(const struct topic_view *t, enum measured_quantity quantity,
		     const struct parameters *p, double *value, struct err *e)
{
	for (size_t k = 0; k < p->count; k++) {
		struct ranked_regression x;
		const struct regressed_as as = kind_of(quantity, p->value[k], t->level);
		if (one_topic(t->sample, &as, &x, e) < 0)
			return -1;
		value[k] = x.mean;
	}
	return 0;
}

static struct interval interval_of(double value, double se, double df,
				   const struct estimate_request *q, const struct regressed_as *as)
{
	return ranked_regression_interval(value, se, df, regressed_scale(as), q->ends.lower_p,
					  q->ends.upper_p);
}

int regression_bounds(const struct topic_view *t, enum measured_quantity quantity,
		      const struct parameters *p, const struct estimate_request *q,
		      struct estimate *out, struct err *e)
{
	for (size_t k = 0; k < p->count; k++) {
		struct ranked_regression x;
		const struct regressed_as as = kind_of(quantity, p->value[k], t->level);
		if (one_topic(t->sample, &as, &x, e) < 0)
			return -1;
		out[k].se = x.se;
		out[k].bounds = interval_of(x.mean, x.se, x.df, q, &as);
		out[k].caution = x.unsampled ? no_sample : out[k].caution;
	}
	return 0;
}

static int sample_of_topic(const void *context, size_t topic, const struct regressed_as *as,
			   struct regressed_view *v, struct err *e)
{
	const struct topics_view *all = context;
	return regressed_view_init(v, all->sample[topic], as, e);
}

/* Topics that nothing is known of have values, too: coefficients are those of all topics. */
static int regress_all(const struct topics_view *v, const struct regressed_as *as,
		       struct ranked_regression *out, struct err *e)
{
	size_t classes = 0;
	for (size_t t = 0; as->labels && t < v->topics; t++)
		if (v->sample[t]->classes > classes)
			classes = v->sample[t]->classes;
	return regress_topics(v->topics, classes, as, sample_of_topic, v, out, e);
}

int regression_mean(const struct topics_view *v, enum measured_quantity quantity,
		    const struct parameters *p, const struct estimate_request *q,
		    struct estimate *out, struct err *e)
{
	const struct regressed_as as = kind_of(quantity, p->value[v->value], v->level);
	struct ranked_regression x;
	if (v->topics == 0)
		return 0;
	if (regress_all(v, &as, &x, e) < 0)
		return -1;
	double df = q->random_topics ? (double)v->topics - 1 : x.df;
	out->value = x.mean;
	out->se = q->random_topics ? x.among : x.se;
	out->bounds = interval_of(x.mean, x.blank > 0 ? NAN : out->se, df, q, &as);
	out->estimator = as.labels && v->sample[0]->document_class != NULL ? "regression, labels"
									   : "regression";
	out->caution = x.blank > 0 ? blank_topics : x.unsampled ? no_sample : out->caution;
	return 0;
}
