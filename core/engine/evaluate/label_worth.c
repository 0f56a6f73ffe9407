/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/data/design/label_cells.h"
#include "core/engine/evaluate/label_worth.h"
#include "core/stats/interval/choose.h"

static struct interval_request request_of(enum quantity quantity, const struct ends *ends)
{
	return (struct interval_request){
		.quantity = quantity, .beta = 1, .ends = *ends, .post_stratified = true
	};
}

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
	const struct interval_request q = request_of(QUANTITY_PRECISION, x->ends);
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

/* Topics in which the run retrieves something. Returns how many. */
static size_t list_topics(const struct labelled_sample *x, size_t run, size_t *number)
{
	size_t count = 0;
	for (size_t k = 0; k < x->s->topics; k++) {
		size_t t = x->j->sorted[k];
		int64_t retrieved = 0;
		for (size_t i = 0; has_strata(x, t) && i < x->s->topic[t].count; i++)
			retrieved += stratum_side(&x->s->topic[t].stratum[i], run, 1).size;
		if (retrieved > 0)
			number[count++] = t;
	}
	return count;
}

/* The mean over topics: cells of all of them, and the topics that have any. */
static void all_cells(const struct design *s, const size_t *number, size_t topics, size_t run,
		      struct labelled_cells *topic, struct label_cell *cell)
{
	size_t used = 0;
	for (size_t t = 0; t < topics; t++) {
		const struct topic_strata *of = &s->topic[number[t]];
		size_t first = used;
		for (size_t i = 0, end; i < of->count; i = end) {
			end = cells_end(of, i);
			for (int side = 0; side < 2; side++)
				for (size_t k = i; k < end; k++) {
					const struct stratum_part part =
						stratum_side(&of->stratum[k], run, side);
					cell[used] = label_cell_of(s, of, k, part, side, 1);
					cell[used].gray = 0; /* it counts as not relevant */
					used += cell[used].size > 0;
				}
		}
		topic[t] = (struct labelled_cells){ .cell = cell + first, .cells = used - first };
	}
}

static int mean_of_topics(const struct design *s, const size_t *number, size_t topics, size_t run,
			  const struct interval_request *q, struct labelled_memo *memo,
			  struct label_worth *out, struct err *e)
{
	const struct learnt_request r = { .of = { .quantity = q->quantity, .beta = 1 },
					  .ends = q->ends };
	struct arena memory = { 0 };
	struct labelled_cells *topic = arena_zeroed(&memory, topics, sizeof *topic);
	struct label_cell *cell = arena_zeroed(&memory, 2 * most_strata(s), sizeof *cell);
	struct labelled_result found = { 0 };
	int result = memory.failed ? err_memory(e) : 0;
	if (result == 0) {
		all_cells(s, number, topics, run, topic, cell);
		result = labelled_mean(topic, topics, &s->variates, &r, false, memo, &found, e);
	}
	arena_release(&memory);
	out->value = found.with.estimate;
	out->interval = found.with.interval;
	out->without = found.without.estimate;
	out->interval_without = found.without.interval;
	out->variates = found.variates;
	return result;
}

static int of_one_topic(const struct design *s, const struct topic_strata *t, size_t run,
			bool labels, const struct interval_request *q, double *value,
			struct interval *out, struct err *e)
{
	struct divided_stratum *d = calloc(2 * t->count + 2, sizeof *d);
	uint16_t group[JURY_CELLS_MOST];
	size_t count = 0;
	if (d == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->count; i = cells_end(t, i))
		for (int side = 0; side < 2; side++)
			count += label_groups(s, t, i, cells_end(t, i) - i, run, side, labels,
					      d + count, group);
	struct interval_request r = *q;
	r.quantity = q->quantity == QUANTITY_F ? QUANTITY_RECALL : q->quantity;
	*value = divided_value(d, count, &r); /* nan without relevant documents, of F too */
	r.quantity = q->quantity;
	*value = isnan(*value) ? NAN : divided_value(d, count, q);
	r.labels = labels && cells_end(t, 0) == t->count;
	const struct sample_facts f = strata_facts(d, count, &r);
	int result = isnan(*value) ? 0 : chosen_interval(interval_choose(f), &f, out, e);
	free(d);
	return result;
}

/* Recall and F of topics of which one shows a relevant document are those of that topic. */
static size_t keep_defined(const struct design *s, size_t *number, size_t topics)
{
	size_t defined = 0, at = 0;
	for (size_t k = 0; k < topics; k++) {
		const struct topic_strata *t = &s->topic[number[k]];
		int64_t relevant = 0;
		for (size_t i = 0; i < t->count; i++)
			relevant += t->stratum[i].relevant;
		at = relevant > 0 ? k : at;
		defined += relevant > 0;
	}
	number[0] = defined == 1 ? number[at] : number[0];
	return defined == 1 ? 1 : topics;
}

/* With labels, and without. */
static int estimate(const struct labelled_sample *x, size_t run, const struct interval_request *q,
		    struct label_worth *out, struct err *e)
{
	const struct design *s = x->s;
	size_t *number = calloc(s->topics + 1, sizeof *number);
	int result = number == NULL ? err_memory(e) : 0;
	out->value = out->without = NAN;
	out->interval = out->interval_without = (struct interval){ NAN, NAN };
	out->topics = result == 0 ? list_topics(x, run, number) : 0;
	if (q->quantity == QUANTITY_RECALL || q->quantity == QUANTITY_F)
		out->topics = keep_defined(s, number, out->topics);
	if (out->topics > 1)
		result = mean_of_topics(s, number, out->topics, run, q, x->memo, out, e);
	const struct topic_strata *only = out->topics == 1 ? &s->topic[number[0]] : NULL;
	if (only != NULL &&
	    (of_one_topic(s, only, run, true, q, &out->value, &out->interval, e) < 0 ||
	     of_one_topic(s, only, run, false, q, &out->without, &out->interval_without, e) < 0))
		result = -1;
	free(number);
	return result;
}

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

int label_worth_of(const struct labelled_sample *x, size_t run, enum quantity quantity,
		   struct label_worth *out, struct err *e)
{
	const struct design *s = x->s;
	const struct interval_request q = request_of(quantity, x->ends);
	size_t topics = 0;
	bool graded = true;
	*out = (struct label_worth){ .alone = 0 };
	for (size_t k = 0; k < s->classes; k++)
		graded = graded && !isnan(s->class_value[k]);
	for (size_t k = 0; k < s->topics; k++) {
		size_t t = x->j->sorted[k];
		if (!has_strata(x, t))
			continue;
		double alone = alone_in_topic(s, &s->topic[t], run, quantity, x->level);
		out->alone += isnan(alone) ? 0 : alone;
		topics += isnan(alone) ? 0 : 1;
	}
	out->alone = graded ? out->alone / (double)topics : NAN;
	return estimate(x, run, &q, out, e);
}
