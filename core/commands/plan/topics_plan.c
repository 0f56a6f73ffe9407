/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/plan/topics_plan.h"
#include "core/stats/planning/sign_power.h"

static int find_topics(const struct topics_question *q, struct topics_line *l, struct err *e)
{
	struct sign_topics exact;
	double normal = whole_topics(sign_topics_normal(l->effect, l->wanted, l->alpha));
	if (sign_topics_exact(l->effect, l->wanted, l->alpha, &exact, e) < 0)
		return -1;
	l->first_topics = (double)exact.first;
	l->topics = q->normal ? normal : (double)exact.lasting;
	l->other = q->normal ? (double)exact.lasting : normal;
	return 0;
}

static int find_effect(const struct topics_question *q, struct topics_line *l, struct err *e)
{
	double exact = sign_effect_exact((int64_t)l->topics, l->wanted, l->alpha);
	double normal = sign_effect_normal(l->topics, l->wanted, l->alpha);
	l->effect = q->normal ? normal : exact;
	l->other = q->normal ? exact : normal;
	if (isnan(l->effect))
		return err_usage(e,
				 "%.0f topics are too few: not even all of them are significant at "
				 "alpha %g",
				 l->topics, l->alpha);
	if (l->effect > 1)
		return err_usage(e,
				 "%.0f topics are too few for power %g at alpha %g by the normal "
				 "approximation: the effect size would be %.3g, above 1",
				 l->topics, l->wanted, l->alpha, l->effect);
	return 0;
}

static int solve(const struct topics_question *q, struct topics_line *l, struct err *e)
{
	if (q->unknown == UNKNOWN_TOPICS && find_topics(q, l, e) < 0)
		return -1;
	if (q->unknown == UNKNOWN_EFFECT && find_effect(q, l, e) < 0)
		return -1;
	l->critical_value = sign_critical_value((int64_t)l->topics, l->alpha);
	l->power = sign_power_exact((int64_t)l->topics, l->effect, l->alpha);
	l->normal_power = sign_power_normal(l->topics, l->effect, l->alpha);
	return 0;
}

/* What certainty lambda changes; lambda is nan if the cheapest is wanted. */
static int add_study(const struct topics_question *q, struct topics_line *l, double lambda,
		     struct err *e)
{
	l->cheapest = isnan(lambda);
	if (l->cheapest)
		return study_cheapest(&q->model, &q->price, l->topics, &l->study, e);
	if (q->priced) {
		l->study = study_at(&q->model, &q->price, l->topics, lambda);
		return 0;
	}
	l->study = (struct study){ .lambda = lambda,
				   .topics = sign_adjusted_topics(l->topics, lambda),
				   .judgments = NAN,
				   .cost = NAN };
	return 0;
}

/* All certainties of one line. */
static int add_lines(const struct topics_question *q, struct topics_line *l,
		     struct topics_answer *out, struct err *e)
{
	if (solve(q, l, e) < 0)
		return -1;
	for (size_t i = 0; i < numbers_length(&q->certainty); i++) {
		struct topics_line *added = &out->line[out->count++];
		*added = *l;
		added->study = (struct study){ NAN, NAN, NAN, NAN };
		if (q->certainty.count > 0 && add_study(q, added, q->certainty.value[i], e) < 0)
			return -1;
	}
	return 0;
}

int topics_plan(const struct topics_question *q, struct topics_answer *out, struct err *e)
{
	size_t count = numbers_length(&q->topics) * numbers_length(&q->effect) *
		       numbers_length(&q->power) * q->alpha.count * numbers_length(&q->certainty);
	*out = (struct topics_answer){ .line = calloc(count + 1, sizeof *out->line) };
	if (out->line == NULL)
		return err_memory(e);
	for (size_t a = 0; a < q->alpha.count; a++)
		for (size_t t = 0; t < numbers_length(&q->topics); t++)
			for (size_t h = 0; h < numbers_length(&q->effect); h++)
				for (size_t p = 0; p < numbers_length(&q->power); p++) {
					struct topics_line l = {
						.alpha = q->alpha.value[a],
						.topics = numbers_item(&q->topics, t),
						.effect = numbers_item(&q->effect, h),
						.wanted = numbers_item(&q->power, p),
						.first_topics = NAN,
						.other = NAN
					};
					if (add_lines(q, &l, out, e) < 0)
						return -1;
				}
	return 0;
}

void topics_answer_release(struct topics_answer *a)
{
	free(a->line);
	*a = (struct topics_answer){ 0 };
}
