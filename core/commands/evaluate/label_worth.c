/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/evaluate/evaluate.h"
#include "core/engine/bounds/set_questions.h"
#include "core/engine/evaluate/scoring.h"
#include "core/stats/interval/choose.h"

static size_t most_strata(const struct design *s)
{
	size_t most = 0;
	for (size_t t = 0; t < s->topics; t++)
		most += s->topic[t].count;
	return most;
}

static bool has_strata(const struct labelled_sample *x, size_t topic)
{
	return judgments_have_chosen(x->j, topic) && x->s->topic[topic].count > 0;
}

/*
 * Classes.
 */

static bool is_of(const struct shared_by *by, const struct jury *j, const struct design_stratum *c)
{
	if (by->counts == NULL)
		return by->class_of + 1 ==
		       (c->class_of == LABEL_NONE
				? 0
				: j->at[(size_t)c->class_of * j->judges + by->judge]);
	return c->class_of != LABEL_NONE && by->counts[c->class_of] == (by->above == 1);
}

/*
 * Classes of a stratum together: given how many of their documents are judged, these are a random
 * sample of them. Each for itself, as few as one or two would be.
 */
static void add_part(const struct shared_by *by, const struct jury *j,
		     const struct design_stratum *c, struct stratum_part *to)
{
	const struct stratum_part x = stratum_side(c, by->run, by->side);
	bool reversed = by->counts != NULL && by->above; /* errors are those that are not */
	if (!is_of(by, j, c))
		return;
	to->size += x.size;
	to->sampled += x.sampled;
	to->relevant += reversed ? x.sampled - x.gray - x.relevant : x.relevant;
}

int label_share_of(const struct labelled_sample *x, const struct shared_by *by,
		   struct label_share *out, struct err *e)
{
	const struct design *s = x->s;
	const struct interval_request q = { .quantity = QUANTITY_PRECISION,
					    .beta = 1,
					    .ends = x->options->bounds.ends,
					    .post_stratified = true };
	struct divided_stratum *d = calloc(most_strata(s) + 1, sizeof *d);
	size_t count = 0;
	*out = (struct label_share){ .share = NAN, .interval = { NAN, NAN } };
	if (d == NULL)
		return err_memory(e);
	for (size_t t = 0; t < s->topics; t++)
		for (size_t i = 0, end; has_strata(x, t) && i < s->topic[t].count; i = end) {
			struct stratum_part all = { 0 };
			end = cells_end(&s->topic[t], i);
			for (size_t k = i; k < end; k++)
				add_part(by, &s->jury, &s->topic[t].stratum[k], &all);
			if (all.size == 0)
				continue;
			out->documents += all.size;
			out->judged += all.sampled;
			out->relevant += all.relevant;
			const struct stratum sum = { all.size, all.sampled, all.relevant,
						     all.sampled, true };
			d[count++] = counted_stratum(&sum, 0);
		}
	int result = 0;
	if (out->judged > 0) {
		out->share = divided_value(d, count, &q);
		const struct sample_facts f = strata_facts(d, count, &q);
		result = chosen_interval(interval_choose(f), &f, &out->interval, e);
	}
	free(d);
	return result;
}

/*
 * Runs.
 */

/* One topic, by its labels. */
static double alone_in_topic(const struct design *s, const struct topic_strata *t, size_t run,
			     enum quantity quantity, int32_t level)
{
	double relevant[2] = { 0, 0 }, retrieved = 0;
	for (size_t i = 0; i < t->count; i++)
		for (int side = 0; side < 2; side++) {
			const struct design_stratum *c = &t->stratum[i];
			double size = (double)stratum_side(c, run, side).size;
			retrieved += side * size;
			if (c->class_of != LABEL_NONE && s->class_value[c->class_of] >= level)
				relevant[side] += size;
		}
	double all = relevant[0] + relevant[1];
	return quantity == QUANTITY_YIELD	? all
	       : quantity == QUANTITY_RECALL	? relevant[1] / all
	       : quantity == QUANTITY_PRECISION ? relevant[1] / retrieved
						: 2 * relevant[1] / (retrieved + all);
}

/* The mean over topics that have it. */
static double alone_in_all(const struct labelled_sample *x, size_t run, enum quantity quantity)
{
	const struct design *s = x->s;
	double sum = 0, topics = 0;
	for (size_t k = 0; k < s->classes; k++)
		if (isnan(s->class_value[k]))
			return NAN;
	for (size_t k = 0; k < s->topics; k++) {
		size_t t = x->j->sorted[k];
		double alone = has_strata(x, t) ? alone_in_topic(s, &s->topic[t], run, quantity,
								 x->options->join.level)
						: NAN;
		sum += isnan(alone) ? 0 : alone;
		topics += !isnan(alone);
	}
	return sum / topics;
}

int label_worth_of(const struct labelled_sample *x, size_t run, bool labels,
		   struct label_worth out[LABEL_FIGURES], struct err *e)
{
	struct design s = *x->s;
	struct evaluated_run r = x->run[run];
	struct evaluation found;
	r.sample = &s;
	s.labelled = labels;
	if (evaluation_run(&found, x->asked, x->j, &r, x->options, e) < 0)
		return -1;
	for (size_t f = 0; f < LABEL_FIGURES; f++) {
		const struct request *q = &x->asked->request[f];
		struct estimate *to = labels ? &out[f].with : &out[f].without;
		*to = value_alone(found.overall.score[q->first]);
		if (q->methods > 0)
			*to = found.overall.estimate[q->first_estimate];
		out[f].topics = evaluation_scores(&found, q, 0, NULL, NULL);
		if (labels)
			out[f].alone = alone_in_all(x, run, set_quantity_of(q->measure->quantity));
	}
	evaluation_release(&found);
	return 0;
}
