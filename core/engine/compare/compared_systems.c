/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/compare/compared_systems.h"

/* Runs that together have no more topics than there are have each about its own: folds. */
static int refuse_folds(const struct run_systems *s, size_t runs, const struct topics_found *x,
			struct err *e)
{
	for (size_t i = 0; i < s->count; i++) {
		size_t found = 0;
		for (size_t k = 0; k < runs; k++)
			found += s->of[k] == i ? x->found[k] : 0;
		if (s->runs[i] > 1 && found <= x->topics)
			return err_usage(
				e,
				"the %zu runs of system '%.200s' have %zu topics together, "
				"as folds have: -c would count the topics of other folds "
				"as 0. Leave out -c",
				s->runs[i], s->name[i], found);
	}
	return 0;
}

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
	for (size_t m = 0; m < c->measures; m++)
		if (score_table_average(&c->measure[m].table, s, c->spread + m * s->count, e) < 0)
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
	int result = complete != NULL ? refuse_folds(&s, runs, complete, e) : 0;
	if (result == 0)
		result = average(c, &s, w, e);
	run_systems_release(&s);
	return result;
}
