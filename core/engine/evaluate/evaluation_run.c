/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/evaluation_fields.h"
#include "core/engine/evaluate/scoring.h"

static int score_run(struct scoring *s, struct err *e)
{
	const struct shard *shard = s->options->shard;
	if (scoring_run_topics(s, e) < 0)
		return -1;
	return shard != NULL && shard_writes(shard) ? 0 : scoring_all_topics(s, e);
}

static int make_room_for(struct evaluation *x, const struct evaluated_run *r, struct err *e)
{
	x->path = r->run != NULL ? r->run->in.path : NULL;
	return evaluation_init(x, r->run != NULL ? r->run->id : r->sample->strata.run[r->number],
			 r->sample != NULL, e);
}

int evaluation_run(struct evaluation *x, const struct request_list *asked,
		   const struct judgments *judgments, const struct evaluated_run *r,
		   const struct evaluation_options *options, struct err *e)
{
	if (options->join.ties_by_rank && r->run != NULL && !r->run->ranks)
		return err_usage(e, "--score-ties=rank: %.600s has no column of ranks",
				 r->run->in.path);
	*x = (struct evaluation){ .asked = asked,
				  .judgments = judgments,
				  .groups = options->groups };
	int result = make_room_for(x, r, e);
	struct scoring s = { .x = x, .options = options, .r = r };
	scoring_begin(&s);
	if (result == 0)
		result = score_run(&s, e);
	scoring_release(&s);
	if (result < 0)
		evaluation_release(x);
	return result;
}

/*
 * Systems.
 */

static void average_topic(struct evaluation *x, const struct evaluation *const *run, size_t runs,
			  size_t topic)
{
	double *to = evaluation_row(x, topic).score;
	for (size_t i = 0; i < runs; i++)
		x->evaluated[topic] = x->evaluated[topic] || run[i]->evaluated[topic];
	x->topics += x->evaluated[topic];
	for (size_t c = 0; c < x->asked->width; c++) {
		double sum = 0, count = 0;
		for (size_t i = 0; i < runs; i++) {
			double value = evaluation_row(run[i], topic).score[c];
			bool has = run[i]->evaluated[topic] && !isnan(value);
			sum += has ? value : 0;
			count += has;
		}
		to[c] = sum / count;
	}
}

int evaluation_average(struct evaluation *x, const char *name, const struct evaluation *const *run,
		       size_t runs, const struct evaluation_options *options, struct err *e)
{
	*x = (struct evaluation){ .asked = run[0]->asked,
				  .judgments = run[0]->judgments,
				  .groups = options->groups };
	const struct evaluated_run none = { 0 };
	struct scoring s = { .x = x, .options = options, .r = &none };
	int result = evaluation_init(x, name, false, e);
	for (size_t t = 0; t < x->judgments->topics && result == 0; t++)
		average_topic(x, run, runs, t);
	for (size_t i = 0; i < runs; i++)
		x->too_long = x->too_long || run[i]->too_long;
	for (size_t i = 0; i < x->asked->requests && result == 0; i++)
		x->run_text[i] = x->runid;
	if (result == 0)
		result = scoring_all_topics(&s, e);
	yield_memory_release(&s.yields);
	if (result < 0)
		evaluation_release(x);
	return result;
}

/*
 * Shards.
 */

static int topics_room(struct evaluation *x, struct evaluated_topics *t, struct err *e)
{
	*t = (struct evaluated_topics){ 0 };
	t->list = arena_zeroed(&x->memory, x->judgments->topics, sizeof *t->list);
	return t->list == NULL ? err_memory(e) : 0;
}

int evaluation_write(struct evaluation *x, const struct evaluated_run *r,
		     const struct evaluation_options *options, struct shard_line *l, struct err *e)
{
	struct evaluated_topics topics;
	if (topics_room(x, &topics, e) < 0)
		return -1;
	evaluated_topics_find(&topics, x, r->run);
	evaluation_fields(x, &topics, scoring_needs_documents(x->asked, options), l);
	return shard_line_end(l, e);
}

/* What needs caution, in the order in which the topics of the run are evaluated. */
static void add_cautions_of(struct evaluation *x, const struct evaluated_topics *t)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct score_row row = evaluation_row(x, t->list[i].topic);
		for (size_t k = 0; k < x->asked->estimates; k++)
			if (row.estimate[k].caution != NULL)
				evaluation_add_caution(x, row.estimate[k].caution);
	}
}

static int read_lines(struct evaluation *x, const struct evaluation_options *options,
		      struct shard_line *line, size_t lines, struct err *e)
{
	struct evaluated_topics topics;
	if (topics_room(x, &topics, e) < 0)
		return -1;
	for (size_t i = 0; i < lines; i++) {
		line[i].memory = &x->memory;
		evaluation_fields(x, &topics, scoring_needs_documents(x->asked, options), &line[i]);
		if (shard_line_end(&line[i], e) < 0)
			return -1;
	}
	evaluated_topics_sort(&topics);
	add_cautions_of(x, &topics);
	return 0;
}

int evaluation_merge(struct evaluation *x, const struct request_list *asked,
		     const struct judgments *judgments, const struct evaluated_run *r,
		     const struct evaluation_options *options, struct shard_line *line,
		     size_t lines, struct err *e)
{
	*x = (struct evaluation){ .asked = asked,
				  .judgments = judgments,
				  .groups = options->groups };
	struct scoring s = { .x = x, .options = options, .r = r };
	int result = make_room_for(x, r, e);
	if (result == 0)
		result = read_lines(x, options, line, lines, e);
	if (result == 0)
		result = scoring_all_topics(&s, e);
	yield_memory_release(&s.yields);
	if (result < 0)
		evaluation_release(x);
	return result;
}
