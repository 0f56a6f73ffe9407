/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/pages.h"
#include "core/data/runs/run.h"
#include "core/engine/evaluate/evaluated.h"

static size_t score_size(const struct evaluation *x)
{
	return (x->judgments->topics * x->asked->width + 1) * sizeof *x->score;
}

struct score_row score_row_of(const struct request_list *p, struct arena *memory)
{
	struct score_row row;
	row.score = arena_zeroed(memory, p->width + 1, sizeof *row.score);
	row.estimate = arena_zeroed(memory, p->estimates + 1, sizeof *row.estimate);
	row.mean_bound = arena_zeroed(memory, p->mean_bounds + 1, sizeof *row.mean_bound);
	return row;
}

static struct score_row row_without_values(const struct request_list *p, struct arena *memory)
{
	struct score_row row = score_row_of(p, memory);
	for (size_t c = 0; row.score != NULL && c < p->width; c++)
		row.score[c] = NAN;
	return row;
}

int evaluation_init(struct evaluation *x, const char *id, bool sampled, struct err *e)
{
	const struct request_list *asked = x->asked;
	size_t topics = x->judgments->topics;
	x->listed = x->judgments->sorted;
	x->listed_count = topics;
	x->runid = arena_copy(&x->memory, slice_of(id));
	x->evaluated = arena_zeroed(&x->memory, topics, sizeof *x->evaluated);
	x->lacking = arena_zeroed(&x->memory, topics, sizeof *x->lacking);
	x->score = pages_reserve(score_size(x));
	x->text = arena_zeroed(&x->memory, topics * asked->text_width + 1, sizeof *x->text);
	x->run_text = arena_zeroed(&x->memory, asked->requests + 1, sizeof *x->run_text);
	x->estimate = arena_zeroed(&x->memory, topics * asked->estimates + 1, sizeof *x->estimate);
	x->overall = score_row_of(asked, &x->memory);
	if (sampled) {
		x->kept = arena_zeroed(&x->memory, topics, sizeof *x->kept);
		x->micro = row_without_values(asked, &x->memory);
	}
	size_t groups = x->groups != NULL ? x->groups->count : 0;
	if (groups > 0) {
		x->group = arena_zeroed(&x->memory, groups, sizeof *x->group);
		x->macro = row_without_values(asked, &x->memory);
	}
	for (size_t g = 0; x->group != NULL && g < groups; g++)
		x->group[g] = score_row_of(asked, &x->memory);
	return x->runid == NULL || x->score == NULL || x->memory.failed ? err_memory(e) : 0;
}

void evaluation_release(struct evaluation *x)
{
	pages_release(x->score, score_size(x));
	arena_release(&x->memory);
}

double evaluation_number(const struct score_row *row, const struct request *q,
			 const struct request_column *c)
{
	if (c->over_topics != NULL)
		return c->kind == COLUMN_LOWER ? row->mean_bound[c->place].ends.lower
					       : row->mean_bound[c->place].ends.upper;
	if (c->kind == COLUMN_VALUE)
		return row->score[q->first + c->value];
	const struct estimate *x = evaluation_estimate(row, q, c);
	return c->kind == COLUMN_ERROR	 ? x->se
	       : c->kind == COLUMN_LOWER ? x->bounds.lower
					 : x->bounds.upper;
}

const char *evaluation_method(const struct score_row *row, const struct request *q,
			      const struct request_column *c)
{
	const char *used = evaluation_estimate(row, q, c)->method;
	return used != NULL ? used : q->method[c->method];
}

void evaluation_add_cautions(struct caution *all, const struct caution *more)
{
	for (size_t i = 0; i < CAUTIONS_MAX && more[i].text != NULL; i++) {
		size_t k = 0;
		while (k < CAUTIONS_MAX && all[k].text != NULL &&
		       strcmp(all[k].text, more[i].text) != 0)
			k++;
		if (k == CAUTIONS_MAX)
			return;
		all[k].text = more[i].text;
		all[k].count += more[i].count;
	}
}

void evaluation_add_caution(struct evaluation *x, const char *text)
{
	const struct caution one[CAUTIONS_MAX] = { { text, 1 } };
	evaluation_add_cautions(x->caution, one);
}

void evaluation_add_topic_cautions(struct evaluation *x, const struct request *q,
				   const struct score_row *row, bool shown)
{
	const struct estimate *of = row->estimate + q->first_estimate;
	for (size_t k = 0; (shown || !q->measure->ranking) && k < q->methods * q->values; k++)
		evaluation_add_caution(x, of[k].caution);
}

/* The largest one of all topics. */
static double largest(const struct evaluation *x, size_t estimate)
{
	double most = 0;
	for (size_t t = 0; t < x->judgments->topics; t++)
		if (x->evaluated[t])
			most = fmax(most, evaluation_row(x, t).estimate[estimate].design_effect);
	return most;
}

const char *design_effects_of(const struct evaluation *x, struct arena *memory)
{
	enum { ROOM = 600 };
	char *list = NULL;
	size_t used = 0;
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t k = 0; k < q->methods * q->values; k++) {
			double effect = largest(x, q->first_estimate + k);
			if (effect > 0 && list == NULL)
				list = arena_zeroed(memory, ROOM, 1);
			if (effect > 0 && list != NULL && used < ROOM)
				used += (size_t)snprintf(list + used, ROOM - used, "%s%s %.2f",
							 used > 0 ? ", " : "",
							 q->column[k % q->values].name, effect);
		}
	}
	return list;
}

int run_scores_init(struct run_scores *s, size_t runs, struct err *e)
{
	*s = (struct run_scores){ .evaluation = calloc(runs + 1, sizeof *s->evaluation),
				  .runs = runs };
	return s->evaluation == NULL ? err_memory(e) : 0;
}

void run_scores_release(struct run_scores *s)
{
	for (size_t i = 0; s->evaluation != NULL && i < s->runs; i++)
		if (s->evaluation[i].asked != NULL) /* else its run failed */
			evaluation_release(&s->evaluation[i]);
	free(s->evaluation);
}

/* What the topics of a run add to the mean; nan if it has none. */
static double score_of(const struct evaluation *x, const struct request *q, size_t value,
		       enum score_part part, size_t t)
{
	const struct score_row row = evaluation_row(x, t);
	if (!x->evaluated[t])
		return NAN;
	if (part == SCORE_VALUE)
		return row.score[q->first_for_all + value];
	const struct estimate *estimate = &row.estimate[q->first_estimate + value];
	return part == SCORE_ERROR ? estimate->se : estimate->bias;
}

int run_scores_names(const struct run_scores *s, const char **name, struct err *e)
{
	const char **other = calloc(s->runs + 1, sizeof *other);
	if (other == NULL)
		return err_memory(e);
	for (size_t i = 0; i < s->runs; i++) {
		name[i] = s->evaluation[i].runid;
		other[i] = s->evaluation[i].other_name;
	}
	int result = runs_tell_apart(name, other, s->runs, e);
	free(other);
	return result;
}

int run_scores_table(struct score_table *t, const struct run_scores *s, const struct request *q,
		     size_t value, enum score_part part, struct err *e)
{
	const struct judgments *j = s->evaluation[0].judgments;
	*t = (struct score_table){ .systems = s->runs, .topics = j->topics };
	t->system = arena_zeroed(&t->memory, t->systems, sizeof *t->system);
	t->topic = arena_zeroed(&t->memory, t->topics, sizeof *t->topic);
	t->value = arena_zeroed(&t->memory, t->systems * t->topics, sizeof *t->value);
	if (t->memory.failed)
		return err_memory(e);
	if (run_scores_names(s, t->system, e) < 0)
		return -1;
	for (size_t k = 0; k < t->topics; k++)
		t->topic[k] = j->topic[j->sorted[k]].name;
	for (size_t i = 0; i < t->systems; i++)
		for (size_t k = 0; k < t->topics; k++)
			t->value[i * t->topics + k] =
				score_of(&s->evaluation[i], q, value, part, j->sorted[k]);
	return 0;
}

int evaluation_difference(const struct evaluation *a, const struct evaluation *b,
			  const struct request *q, size_t value, const size_t *topic, size_t topics,
			  bool random, struct sampled_error *out, struct err *e)
{
	size_t count = 0, all = topic != NULL ? topics : a->judgments->topics;
	struct topic_numbers *listed = calloc(a->judgments->topics + 1, sizeof *listed);
	if (listed == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++) {
		size_t t = topic != NULL ? topic[i] : a->judgments->sorted[i];
		if (a->evaluated[t] && (b == NULL || b->evaluated[t]))
			listed[count++] =
				(struct topic_numbers){ { a->ranked[t],
							  b != NULL ? b->ranked[t] : 0 } };
	}
	sampled_error(&a->ranking[q->first + value],
		      b != NULL ? &b->ranking[q->first + value] : NULL, listed, count, random, out);
	free(listed);
	return 0;
}

/* ---- what is said of all topics ---- */

const char *evaluation_design(const struct evaluation *x)
{
	const char *design = NULL;
	for (size_t t = 0; x->kept != NULL && t < x->judgments->topics; t++) {
		const char *of = x->evaluated[t] ? x->kept[t].design : NULL;
		if (of != NULL && design != NULL && strcmp(of, design) != 0)
			return "mixed";
		design = of != NULL ? of : design;
	}
	return design;
}

size_t evaluation_scores(const struct evaluation *x, const struct request *q, size_t value,
			 const size_t *group, double *score)
{
	const size_t *listed = group != NULL ? x->groups->member[*group] : x->listed;
	size_t topics = group != NULL ? x->groups->topics[*group] : x->listed_count, count = 0;
	for (size_t i = 0; i < topics; i++) {
		double s = x->score[listed[i] * x->asked->width + q->first_for_all + value];
		if (!x->evaluated[listed[i]] || isnan(s))
			continue;
		if (score != NULL)
			score[count] = s;
		count++;
	}
	return count;
}

void evaluation_effort(const struct evaluation *x, const struct request *q, size_t value,
		       int64_t collection, double *perfect, double *random)
{
	const char *name = q->measure->name;
	const bool percent = q->measure->kind == PARAMETERS_PERCENTS;
	const double at = q->parameters.value[value];
	double best = 0, expected = 0, topics = 0;
	if (strcmp(name, "recall") != 0 && strcmp(name, "recall_at") != 0)
		return;
	for (size_t t = 0; t < x->judgments->topics; t++) {
		int64_t relevant, other;
		judgment_set_count(&x->judgments->topic[t].all, q->level, &relevant, &other);
		if (!x->evaluated[t] || (percent && relevant == 0)) /* as in the measures */
			continue;
		double N = (double)(collection > 0 ? collection : relevant + other);
		double k = percent ? nearbyint(N * at / 100) : at;
		best += relevant > 0 ? fmin(k, (double)relevant) / (double)relevant : 0;
		expected += N > 0 ? fmin(k, N) / N : 0;
		topics++;
	}
	/* the number of documents is known for a review, or from -N */
	bool sized = !x->too_long && (percent || collection > 0);
	if (topics > 0 && (sized || !percent))
		*perfect = best / topics;
	if (topics > 0 && sized)
		*random = expected / topics;
}
