/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/compare/compared_systems.h"

static void warn_of_parts(const struct comparison *c, const struct run_systems *s,
			  struct warnings *w)
{
	for (size_t i = 0; i < s->count; i++)
		if (c->spread[i].partly > 0)
			warnings_add(w,
				     "system %s: topics for which only some of its runs have a "
				     "value: %zu; they are the mean of these runs",
				     s->name[i], c->spread[i].partly);
}

/* A system is the mean of its runs: one that says nothing is enough. */
static int find_unmet(struct comparison *c, const struct run_systems *s, struct err *e)
{
	bool *unmet = calloc(s->count + 1, sizeof *unmet);
	if (unmet == NULL)
		return err_memory(e);
	for (size_t i = 0; i < c->measure[0].table.systems; i++)
		unmet[s->of[i]] = unmet[s->of[i]] || comparison_is_unmet(c, i);
	free(c->unmet);
	c->unmet = unmet;
	return 0;
}

/* The scores of a measure, and those that other orders of ties would give. */
static int average_measure(struct compared_measure *m, const struct run_systems *s,
			   struct system_spread *spread, struct err *e)
{
	struct score_table *tied[2] = { &m->worst, &m->best };
	for (int i = 0; i < 2 && m->worst.value != NULL; i++)
		if (score_table_average(tied[i], s, spread, e) < 0)
			return -1;
	return score_table_average(&m->table, s, spread, e);
}

static int average(struct comparison *c, const struct run_systems *s, struct warnings *w,
		   struct err *e)
{
	if (s->count < 2)
		return err_usage(e,
				 "all runs are of one system, '%.200s': two systems or more are "
				 "needed for a comparison",
				 s->name[0]);
	c->spread = calloc(c->measures * s->count, sizeof *c->spread);
	if (c->spread == NULL)
		return err_memory(e);
	if (find_unmet(c, s, e) < 0)
		return -1;
	for (size_t m = 0; m < c->measures; m++)
		if (average_measure(&c->measure[m], s, c->spread + m * s->count, e) < 0)
			return -1;
	c->file = NULL;
	warn_of_parts(c, s, w);
	return 0;
}

int comparison_systems(struct comparison *c, const char *path, const struct topics_found *complete,
		       struct warnings *w, struct err *e)
{
	const struct score_table *t = &c->measure[0].table;
	struct run_systems s;
	size_t runs = t->systems;
	if (path == NULL)
		return 0;
	if (run_systems_read(&s, path, t->system, c->file, runs, w, e) < 0)
		return -1;
	int result = complete != NULL ? run_systems_refuse_folds(&s, complete, runs, e) : 0;
	if (result == 0)
		result = average(c, &s, w, e);
	run_systems_release(&s);
	return result;
}
