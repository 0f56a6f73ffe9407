/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures that the caller computes: to the commands they are measures as any other.
 */
#include "core/base/host.h"
#include "core/data/joined/join.h"
#include "core/data/judgments/judgments.h"
#include "core/engine/request/registry.h"
#include "core/library/handle.h"

static struct strat_eval_document document_of(struct slice name, int32_t grade)
{
	return (struct strat_eval_document){ name.at, name.length, grade };
}

/* The judgments of the topic, those that are negative left out; returns how many there are. */
static size_t list_judged(const struct judgment_set *s, struct strat_eval_document *to)
{
	size_t count = 0;
	for (size_t i = 0; i < s->count; i++)
		if (s->judgment[i].level >= 0)
			to[count++] = document_of(judgment_document(&s->judgment[i]),
						  (int32_t)s->judgment[i].level);
	return count;
}

static int score_own(size_t number, const struct topic_view *t, double *value)
{
	const struct host *h = host_get();
	const struct own_measure *m = &((const struct strat_eval *)h->owner)->own[number];
	const struct judgments *j = view_judgments(t);
	int64_t topic = names_find(&j->names, slice_of(t->topic));
	const struct judgment_set *s = &j->topic[topic].all;
	struct strat_eval_document *list = calloc(t->retrieved + s->count + 1, sizeof *list);
	if (list == NULL)
		return -1;
	for (size_t i = 0; i < t->retrieved; i++) {
		struct document_number name = t->document(t, i);
		list[i] = document_of((struct slice){ name.text, name.length }, t->grade[i]);
	}
	const struct strat_eval_topic x = { .topic = t->topic,
					    .run = t->runid,
					    .ranking = list,
					    .retrieved = t->retrieved,
					    .judged = list + t->retrieved,
					    .judgments = list_judged(s, list + t->retrieved) };
	int result = m->score(m->context, &x, value);
	free(list);
	return result;
}

/* A measure has no context of its own: a function for each place. */
MEASURE_SCORE(own_0, score_own(0, t, value))
MEASURE_SCORE(own_1, score_own(1, t, value))
MEASURE_SCORE(own_2, score_own(2, t, value))
MEASURE_SCORE(own_3, score_own(3, t, value))
MEASURE_SCORE(own_4, score_own(4, t, value))
MEASURE_SCORE(own_5, score_own(5, t, value))
MEASURE_SCORE(own_6, score_own(6, t, value))
MEASURE_SCORE(own_7, score_own(7, t, value))

PUBLIC const char *strat_eval_measures(strat_eval *s)
{
	struct registry r;
	struct buffer b = { 0 };
	if (registry_init(&r, NULL, &s->err) < 0)
		return NULL;
	for (size_t i = 0; i < r.count; i++)
		buffer_print(&b, "%s\t%s\t%s\n", r.measure[i]->name, r.measure[i]->summary,
			     r.measure[i]->alias != NULL ? r.measure[i]->alias : "");
	registry_release(&r);
	const char *list = b.failed ? NULL : handle_text(s, b.text);
	buffer_release(&b);
	return list;
}

PUBLIC int strat_eval_measure(strat_eval *s, const char *name, double least, double most,
			      strat_eval_score score, void *context)
{
	static int (*const function[OWN_MAX])(const struct topic_view *, const struct parameters *,
					      double *) = { own_0, own_1, own_2, own_3,
							    own_4, own_5, own_6, own_7 };
	if (s == NULL || name == NULL || score == NULL)
		return STRAT_EVAL_USAGE;
	s->err = (struct err){ 0 };
	if (s->own_count == OWN_MAX)
		return err_usage(&s->err, "more than %d measures of one's own", OWN_MAX),
		       STRAT_EVAL_USAGE;
	if ((name = handle_text(s, name)) == NULL)
		return s->err.status;
	s->own[s->own_count] = (struct own_measure){ score, context };
	s->own_family[s->own_count] = (struct measure){ .abi = MEASURE_ABI,
							.name = name,
							.summary = "computed by the caller",
							.manual = "Computed by the caller.",
							.graded = true,
							.range = { least, most },
							.score = function[s->own_count] };
	s->own_count++;
	return STRAT_EVAL_OK;
}
