/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/simulate/simulated_measures.h"

/* A plan borrows the text of what is asked. */
static int make_plan(struct simulated_measures *s, struct plan *p, const struct registry *g,
		     const char *name, const char *parameters, const char *format, int32_t level,
		     struct err *e)
{
	const struct bounds_asked none = { .lower = true, .upper = true };
	const struct judgment_format *f = judgment_format_find(format, e);
	size_t room = strlen(name) + strlen(parameters) + 1;
	char *text = arena_alloc(&s->memory, room);
	if (f == NULL)
		return -1;
	if (text == NULL)
		return err_memory(e);
	snprintf(text, room, "%s%s", name, parameters);
	return plan_ask(p, g, text, e) < 0 ? -1 : plan_finish(p, g, f, level, &none, e);
}

static int name_columns(struct simulated_measures *s, struct simulated_measure *m,
			const struct plan *asked, struct err *e)
{
	const struct request *q = asked->request;
	const char **name = arena_alloc(&s->memory, q->values * sizeof *name);
	if (name == NULL)
		return err_memory(e);
	for (size_t v = 0; v < q->values; v++) {
		name[v] = q->column[v].name;
		for (const struct simulated_measure *x = s->measure; x < m; x++)
			for (size_t i = 0; i < x->actual.request->values; i++)
				if (strcmp(x->as[i], name[v]) == 0)
					return err_usage(e, "-m: %s is asked for twice", name[v]);
	}
	m->as = name;
	return 0;
}

/* The estimate of that name, or the first that estimates the measure of that name. */
static const struct measure *find_estimate(const struct registry *g, const char *name)
{
	for (size_t i = 0; i < g->count; i++)
		if (g->measure[i]->estimates != NULL && strcmp(g->measure[i]->name, name) == 0)
			return g->measure[i];
	for (size_t i = 0; i < g->count; i++)
		if (g->measure[i]->estimates != NULL && strcmp(g->measure[i]->estimates, name) == 0)
			return g->measure[i];
	return NULL;
}

static int make_measure(struct simulated_measures *s, const struct registry *g, const char *asked,
			int32_t level, struct err *e)
{
	struct simulated_measure *m = &s->measure[s->count++];
	char name[64];
	size_t length = strcspn(asked, ".");
	snprintf(name, sizeof name, "%.*s", (int)length, asked);
	const struct measure *estimate = find_estimate(g, name);
	if (estimate == NULL)
		return err_usage(e,
				 "-m %.200s: neither a measure that is estimated from samples "
				 "(map, Rprec, P), nor one of the estimates (statAP ...)",
				 asked);
	const char *parameters = asked + length;
	if (make_plan(s, &m->actual, g, estimate->estimates, parameters, "qrels", level, e) < 0 ||
	    make_plan(s, &m->estimate, g, estimate->name, parameters, "csv", level, e) < 0)
		return -1;
	bool by_estimate = strcmp(estimate->name, name) == 0;
	return name_columns(s, m, by_estimate ? &m->estimate : &m->actual, e);
}

int simulated_measures_init(struct simulated_measures *s, const struct registry *registry,
			    const char *const *asked, size_t count, int32_t level, struct err *e)
{
	*s = (struct simulated_measures){ 0 };
	s->measure = calloc(count, sizeof *s->measure);
	int result = s->measure == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < count && result == 0; i++)
		result = make_measure(s, registry, asked[i], level, e);
	if (result < 0)
		simulated_measures_release(s);
	return result;
}

void simulated_measures_release(struct simulated_measures *s)
{
	for (size_t i = 0; i < s->count; i++) {
		plan_release(&s->measure[i].actual);
		plan_release(&s->measure[i].estimate);
	}
	free(s->measure);
	arena_release(&s->memory);
}
