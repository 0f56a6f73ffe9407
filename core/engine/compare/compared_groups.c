/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/compare/compared_groups.h"
#include "core/stats/topics/correlation.h"

/*
 * Each group.
 */

/* The topics of one group. Names are borrowed from the whole table. */
static int choose_topics(const struct score_table *all, const struct topic_groups *g, size_t group,
			 struct score_table *t, struct err *e)
{
	bool *chosen = calloc(all->topics + 1, sizeof *chosen);
	int result = chosen == NULL ? err_memory(e) : score_table_copy(t, all, e);
	for (size_t k = 0; result == 0 && k < all->topics; k++)
		chosen[k] = topic_groups_find(g, all->topic[k]) == group;
	if (result == 0)
		score_table_keep(t, chosen);
	free(chosen);
	return result;
}

static int refuse_empty(const struct comparison *part, const char *group, struct err *e)
{
	for (size_t m = 0; m < part->measures; m++)
		for (size_t r = 0; r < part->measure[m].table.systems; r++)
			if (score_table_topics(&part->measure[m].table, r) == 0)
				return err_data(e,
						"%.300s has no value of %.100s for a topic of "
						"group %.200s (-c, or other groups)",
						part->measure[m].table.system[r],
						part->measure[m].name, group);
	return 0;
}

/* Runs on a sample: the same, of the topics of a group. */
static int choose_sets(struct compared_groups *g, const struct comparison *c, size_t group,
		       struct comparison *part, struct err *e)
{
	size_t topics = g->groups.topics[group];
	size_t *topic = arena_zeroed(&g->memory, topics, sizeof *topic);
	size_t *own = arena_zeroed(&g->memory, topics, sizeof *own);
	if (g->memory.failed)
		return err_memory(e);
	for (size_t k = 0; k < topics; k++)
		topic[k] = c->sets->topic[g->groups.member[group][k]];
	g->sets[group] = *c->sets;
	g->sets[group].topic = topic;
	part->sets = &g->sets[group];
	for (size_t m = 0; m < part->measures; m++) {
		struct compared_measure *x = &part->measure[m];
		x->mean = arena_zeroed(&part->memory, c->runs, sizeof *x->mean);
		if (x->mean == NULL)
			return err_memory(e);
		for (size_t i = 0; i < c->runs; i++) {
			x->mean[i].bounds = (struct interval){ NAN, NAN };
			x->mean[i].method = "";
			size_t count = set_topics(part->sets, x, (size_t[2]){ i, i }, own);
			if (set_mean_over(part->sets, x, i, own, count, &x->mean[i].value, e) < 0)
				return -1;
		}
	}
	return 0;
}

static int compare_group(struct compared_groups *g, const struct comparison *c, size_t group,
			 struct err *e)
{
	struct comparison *part = &g->part[group];
	*part = (struct comparison){ .request = c->request, .file = c->file, .unmet = c->unmet };
	part->measure = arena_zeroed(&part->memory, c->measures, sizeof *part->measure);
	if (part->measure == NULL)
		return err_memory(e);
	for (size_t m = 0; m < c->measures; m++) {
		part->measure[m] = c->measure[m];
		part->measure[m].table = (struct score_table){ 0 }; /* c's own */
		part->measure[m].worst = part->measure[m].best = part->measure[m].table;
		part->measure[m].mean = NULL;
		part->measures++;
		if (choose_topics(&c->measure[m].table, &g->groups, group, &part->measure[m].table,
				  e) < 0)
			return -1;
	}
	if (refuse_empty(part, g->groups.name[group], e) < 0 ||
	    (c->sets != NULL && choose_sets(g, c, group, part, e) < 0))
		return -1;
	return comparison_run(part, e);
}

/*
 * The mean over groups.
 */

/* Leaves the topics that are in a group, by the number of that in place of their own. */
static void keep_grouped(struct paired_scores *s, const char *const *topic,
			 const struct topic_groups *g)
{
	size_t kept = 0;
	for (size_t i = 0; i < s->count; i++) {
		size_t group = topic_groups_find(g, topic[s->topic[i]]);
		s->score[0][kept] = s->score[0][i];
		s->score[1][kept] = s->score[1][i];
		s->difference[kept] = s->difference[i];
		s->topic[kept] = group;
		kept += group != SIZE_MAX;
	}
	s->count = kept;
}

static int compare_macro(const struct comparison *c, const struct pair *p,
			 const struct compared_measure *m, const struct topic_groups *g,
			 struct macro_difference *out, struct err *e)
{
	const double *const score[2] = { comparison_scores(m, p->run[0]),
					 comparison_scores(m, p->run[1]) };
	const struct ends *ends = &c->request->ends;
	struct paired_scores s;
	struct macro_mean one;
	double grain = 0;
	if (paired_scores_init(&s, score, m->table.topics, e) < 0)
		return -1;
	keep_grouped(&s, m->table.topic, g);
	int result = 0;
	for (int side = 0; side < 2 && result == 0; side++) {
		result = macro_mean(s.score[side], s.topic, s.count, g->count, 0, &one, e);
		out->mean[side] = one.mean;
		grain = fmax(grain, tie_tolerance(s.score[side], s.count));
	}
	if (result == 0)
		result = macro_mean(s.difference, s.topic, s.count, g->count, grain,
				    &out->difference, e);
	out->bounds = macro_mean_interval(&out->difference, ends->lower_p, ends->upper_p);
	out->p = macro_mean_p(&out->difference);
	out->method = macro_mean_method.name;
	arena_release(&s.memory);
	return result;
}

/* Of sets from a sample: the samples of groups are independent. */
static int set_macro(const struct compared_groups *g, const struct pair *p, size_t measure,
		     struct macro_difference *out, struct err *e)
{
	double groups = (double)g->groups.count;
	struct group_estimate *of = calloc(g->groups.count + 1, sizeof *of);
	if (of == NULL)
		return err_memory(e);
	*out = (struct macro_difference){
		.difference = { .groups = g->groups.count, .se = NAN, .df = NAN }, .p = NAN
	};
	for (size_t k = 0; k < g->groups.count; k++) {
		bool turned = false;
		const struct over_topics *x =
			&comparison_pair(&g->part[k], p->run[0], p->run[1], &turned)
				 ->measure[measure];
		double sign = turned ? -1 : 1,
		       ends[] = { sign * x->interval.lower, sign * x->interval.upper };
		of[k] = (struct group_estimate){ sign * x->difference,
						 { ends[turned], ends[!turned] } };
		for (int side = 0; side < 2; side++)
			out->mean[side] += x->mean[side != turned] / groups;
		out->method = x->method;
	}
	out->difference.mean = out->mean[0] - out->mean[1];
	out->bounds = macro_estimate(of, g->groups.count).bounds;
	free(of);
	return 0;
}

static int compare_macros(struct compared_groups *g, const struct comparison *c, struct err *e)
{
	size_t items = c->pairs * c->measures;
	g->macro = arena_zeroed(&g->memory, items, sizeof *g->macro);
	int result = g->macro == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < items && result == 0; i++) {
		const struct pair *p = &c->pair[i / c->measures];
		const struct compared_measure *m = &c->measure[i % c->measures];
		result = comparison_is_of_sets(c, m)
				 ? set_macro(g, p, i % c->measures, &g->macro[i], e)
				 : compare_macro(c, p, m, &g->groups, &g->macro[i], e);
		if (!comparison_claims(c, p)) {
			g->macro[i].bounds = (struct interval){ NAN, NAN };
			g->macro[i].p = NAN;
		}
	}
	return result;
}

static void warn_of_single_topics(const struct topic_groups *g, struct warnings *w)
{
	size_t single = 0, first = 0;
	for (size_t k = 0; k < g->count; k++)
		if (g->topics[k] == 1 && single++ == 0)
			first = k;
	if (single > 0)
		warnings_add(w,
			     "groups of one topic: %zu (such as %s): they have no test, and the "
			     "mean over groups has no interval",
			     single, g->name[first]);
}

/* Of the topics for which a run has a value: the others were not chosen, or no run has them. */
static int read_groups(struct topic_groups *g, struct score_table *t, const char *path,
		       struct warnings *w, struct err *e)
{
	bool *counted = calloc(t->topics + 1, sizeof *counted);
	if (counted == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->systems * t->topics; i++)
		counted[i % t->topics] = counted[i % t->topics] || !isnan(t->value[i]);
	int result = topic_groups_read(g, path, &t->data_sets, t->topic, t->topics, counted, w, e);
	free(counted);
	return result;
}

int compared_groups_run(struct compared_groups *g, const struct comparison *c, const char *path,
			struct warnings *w, struct err *e)
{
	struct score_table *t = &c->measure[0].table;
	*g = (struct compared_groups){ 0 };
	if (path == NULL && t->data_sets.name.count == 0)
		return 0;
	if (read_groups(&g->groups, t, path, w, e) < 0)
		return -1;
	g->part = arena_zeroed(&g->memory, g->groups.count, sizeof *g->part);
	g->sets = arena_zeroed(&g->memory, g->groups.count, sizeof *g->sets);
	if (g->memory.failed)
		return err_memory(e);
	for (size_t k = 0; k < g->groups.count; k++)
		if (compare_group(g, c, k, e) < 0)
			return -1;
	warn_of_single_topics(&g->groups, w);
	return compare_macros(g, c, e);
}

void compared_groups_release(struct compared_groups *g)
{
	for (size_t k = 0; g->part != NULL && k < g->groups.count; k++)
		comparison_release(&g->part[k]);
	arena_release(&g->memory);
	topic_groups_release(&g->groups);
	*g = (struct compared_groups){ 0 };
}
