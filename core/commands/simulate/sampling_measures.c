/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/sampling.h"

/* A plan borrows the text of what is asked. */
static int make_plan(struct simulated_measures *s, struct request_list *p, const struct registry *g,
		     const char *name, const char *parameters, const char *format, int32_t level,
		     struct err *e)
{
	const struct bounds_asked none = { .lower = true, .upper = true };
	const struct judgment_format *f = judgment_format_find(format, e);
	const char *given = parameters != NULL ? parameters : "";
	size_t room = strlen(name) + strlen(given) + 2;
	char *text = arena_alloc(&s->memory, room);
	if (f == NULL)
		return -1;
	if (text == NULL)
		return err_memory(e);
	snprintf(text, room, "%s%s%s", name, parameters != NULL ? "." : "", given);
	return requests_ask(p, g, text, e) < 0 ? -1 : requests_finish(p, g, f, level, &none, e);
}

static int name_columns(struct simulated_measures *s, struct simulated_measure *m,
			const struct request_list *asked, struct err *e)
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

/* A measure that estimates another one, or the first that estimates it. */
static const struct measure *find_estimate(const struct registry *g, const struct measure *m)
{
	if (m->estimates != NULL)
		return m;
	for (size_t i = 0; i < g->count; i++)
		if (g->measure[i]->estimates != NULL &&
		    strcmp(g->measure[i]->estimates, m->name) == 0)
			return g->measure[i];
	return NULL;
}

/* Makes the two plans of one measure; `whole` is what was asked. */
static int make_measure(struct simulated_measures *s, const struct registry *g,
			const struct request_list *whole, const char *asked, int32_t level,
			struct err *e)
{
	struct simulated_measure *m = &s->measure[s->count++];
	const char *parameters = NULL;
	const struct measure *named = requests_only_asked(whole, &parameters);
	const struct measure *estimate = named != NULL ? find_estimate(g, named) : NULL;
	if (estimate == NULL)
		return err_usage(e,
				 "-m %.200s: neither a measure that is estimated from samples "
				 "(map, Rprec, P), nor one of the estimates (statAP ...)",
				 asked);
	if (make_plan(s, &m->actual, g, estimate->estimates, parameters, "qrels", level, e) < 0 ||
	    make_plan(s, &m->estimate, g, estimate->name, parameters, "csv", level, e) < 0)
		return -1;
	return name_columns(s, m, estimate == named ? &m->estimate : &m->actual, e);
}

int simulated_measures_init(struct simulated_measures *s, const struct registry *registry,
			    const struct text_list *texts, int32_t level, struct err *e)
{
	*s = (struct simulated_measures){ 0 };
	struct text_list asked = { 0 };
	int result = measures_split(texts, &s->memory, &asked, e);
	s->measure = calloc(asked.count + 1, sizeof *s->measure);
	if (result == 0 && s->measure == NULL)
		result = err_memory(e);
	for (size_t i = 0; i < asked.count && result == 0; i++) {
		struct request_list whole = { 0 };
		result = requests_ask(&whole, registry, asked.text[i], e);
		if (result == 0)
			result = make_measure(s, registry, &whole, asked.text[i], level, e);
		requests_release(&whole);
	}
	text_list_release(&asked);
	if (result < 0)
		simulated_measures_release(s);
	return result;
}

void simulated_measures_release(struct simulated_measures *s)
{
	for (size_t i = 0; i < s->count; i++) {
		requests_release(&s->measure[i].actual);
		requests_release(&s->measure[i].estimate);
	}
	free(s->measure);
	arena_release(&s->memory);
}
