/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/output/interval_gaps.h"

/* What is said of a reason, with the name of the method before it, and "-h --ci=NAME" behind it. */
static const struct gap_text {
	bool method, manual;
	const char *text;
} texts[GAP_REASONS] = {
	[MEAN_NO_TOPIC] = { .text = "no topic has a value" },
	[MEAN_ONE_TOPIC] = { .text = "one topic does not show how topics vary" },
	[MEAN_EQUAL] = { true, false,
			 " has none if all topics have the same value; --ci without a name has" },
	[MEAN_UNEQUAL] = { true, false,
			   " is for topics that all have the same value; use --ci without a name" },
	[MEAN_NOT_BINARY] = { true, false,
			      " is for differences of scores that are all 0 or 1; --ci=t is for "
			      "any" },
	[MEAN_UNLIMITED] = { true, false,
			     " needs a lower limit of the values, which the "
			     "measure lacks, or a topic is below it; --ci=t does not" },
	[MEAN_NO_SPREAD] = { true, true, " has none for such values" },
	[GAP_ESTIMATE] = { .text = "the estimate is nan (-m num_q_undef counts such topics)" },
	[GAP_SAMPLE] = { true, true, " has none for such a sample" },
	[GAP_TOPICS] = { true, false, " has none for so few topics, or for equal differences" },
	[GAP_VALUE] = { .text = "not defined there" },
};

static void count(struct interval_gap *x, const void *line, bool mean, const char *measure,
		  const char *method)
{
	if (x->measure == NULL) {
		x->prefix = "";
		x->measure = measure;
		x->method = method;
	}
	x->others = x->others || strcmp(x->measure, measure) != 0;
	if (x->last != line)
		*(mean ? &x->means : &x->topics) += 1;
	x->last = line;
}

void interval_gaps_mean(struct interval_gaps *g, const void *line, const char *measure,
			const struct mean_bounds *b)
{
	if (b->gap == MEAN_WHOLE && !b->by->constant)
		return;
	count(&g->of[b->gap], line, true, measure, b->by->name);
	if (b->gap == MEAN_WHOLE)
		g->fewest = g->fewest == 0 || b->topics < g->fewest ? b->topics : g->fewest;
}

void interval_gaps_estimate(struct interval_gaps *g, const void *line, bool all,
			    const char *measure, const char *method, const struct estimate *x)
{
	enum gap_reason why = isnan(x->value) ? GAP_ESTIMATE : GAP_SAMPLE;
	if (why == GAP_ESTIMATE || x->caution == NULL) /* which has a line of its own */
		count(&g->of[why], line, all, measure, method);
}

void interval_gaps_topics(struct interval_gaps *g, const void *line, const char *measure,
			  const char *method)
{
	count(&g->of[GAP_TOPICS], line, true, measure, method);
}

void interval_gaps_value(struct interval_gaps *g, const void *line, bool all, const char *prefix,
			 const char *measure)
{
	struct interval_gap *x = &g->of[GAP_VALUE];
	bool first = x->measure == NULL;
	count(x, line, all, measure, NULL);
	x->others = x->others || (!first && strcmp(x->prefix, prefix) != 0);
	x->prefix = first ? prefix : x->prefix;
}

void interval_gaps_add(struct interval_gaps *to, const struct interval_gaps *more)
{
	for (size_t i = 0; i < GAP_REASONS; i++) {
		struct interval_gap *x = &to->of[i];
		const struct interval_gap *y = &more->of[i];
		if (y->measure == NULL)
			continue;
		if (x->measure == NULL) {
			*x = *y;
			continue;
		}
		x->others = x->others || y->others || strcmp(x->measure, y->measure) != 0;
		x->topics += y->topics;
		x->means += y->means;
	}
	if (more->fewest > 0 && (to->fewest == 0 || more->fewest < to->fewest))
		to->fewest = more->fewest;
}

/* "3 topics and 1 mean" */
struct places {
	char text[100];
};

static struct places places(const struct interval_gap *x, const char *mean)
{
	struct places p = { "" };
	size_t used = 0;
	if (x->topics > 0)
		used = (size_t)snprintf(p.text, sizeof p.text, "%zu topic%s%s", x->topics,
					x->topics == 1 ? "" : "s", x->means > 0 ? " and " : "");
	if (x->means > 0)
		snprintf(p.text + used, sizeof p.text - used, "%zu %s%s", x->means, mean,
			 x->means == 1 ? "" : "s");
	return p;
}

/* The share is that of core/stats/topics/intervals/constant.c. */
static void warn_of_constant(const struct interval_gaps *g, const char *mean, double level,
			     struct warnings *w)
{
	const struct interval_gap *x = &g->of[GAP_CONSTANT];
	if (x->measure == NULL)
		return;
	double others = -expm1(log1p(-level) / (double)g->fewest);
	warnings_add(w,
		     "the interval of %s%s has no width in %s (constant): it is the same in all "
		     "%zu topics, and may differ in up to %.2g %% of other topics (%g %%)",
		     x->measure, x->others ? " and others" : "", places(x, mean).text, g->fewest,
		     100 * others, 100 * level);
}

void interval_gaps_warn(const struct interval_gaps *g, const char *mean, double level,
			struct warnings *w)
{
	for (size_t i = GAP_CONSTANT + 1; i < GAP_REASONS; i++) {
		const struct interval_gap *x = &g->of[i];
		const struct gap_text *t = &texts[i];
		if (x->measure != NULL)
			warnings_add(w, "%s%s%s%s %s in %s: %s%s%s%s%s",
				     i == GAP_VALUE ? "" : "bounds of ", x->prefix, x->measure,
				     x->others ? " and others" : "",
				     i != GAP_VALUE ? "are missing"
				     : x->others    ? "are nan"
						    : "is nan",
				     places(x, mean).text, t->method ? x->method : "", t->text,
				     t->manual ? " (-h --ci=" : "", t->manual ? x->method : "",
				     t->manual ? ")" : "");
	}
	warn_of_constant(g, mean, level, w);
}
