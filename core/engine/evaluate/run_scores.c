/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/evaluate/evaluation.h"
#include "core/engine/evaluate/run_scores.h"

int run_scores_init(struct run_scores *s, size_t runs, const char *const *path, size_t paths,
		    struct err *e)
{
	*s = (struct run_scores){ .evaluation = calloc(runs + 1, sizeof *s->evaluation),
				  .runs = runs,
				  .path = path,
				  .paths = paths };
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

const char *run_scores_name(const struct run_scores *s, size_t run)
{
	const char *id = s->evaluation[run].runid;
	for (size_t i = 0; i < s->runs; i++)
		if (i != run && strcmp(s->evaluation[i].runid, id) == 0 && run < s->paths)
			return shown_path(s->path[run]);
	return id;
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
	for (size_t k = 0; k < t->topics; k++)
		t->topic[k] = j->topic[j->sorted[k]].name;
	for (size_t i = 0; i < t->systems; i++) {
		t->system[i] = run_scores_name(s, i);
		for (size_t k = 0; k < t->topics; k++)
			t->value[i * t->topics + k] =
				score_of(&s->evaluation[i], q, value, part, j->sorted[k]);
	}
	return 0;
}
