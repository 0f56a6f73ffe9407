/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/batch_work.h"

/* What is known of a file besides its topics. */
static void file_fields(struct batch_work *w, size_t file, struct shard_line *l)
{
	struct run *run = &w->runs.run[file];
	SHARD_FIELD(l, &run->id);
	SHARD_SUM(l, &w->dropped[file]);
	SHARD_SUM(l, &w->unsampled[file]);
}

static void gaps_fields(struct sample_gaps *g, struct shard_line *l)
{
	SHARD_SUM(l, &g->unsampled);
	SHARD_SUM(l, &g->outside);
	SHARD_SUM(l, &g->rated);
	SHARD_SUM(l, &g->labelled);
	SHARD_SUM(l, &g->labels.documents);
	SHARD_SUM(l, &g->labels.unlabelled);
	SHARD_SUM(l, &g->labels.outside);
	SHARD_SUM(l, &g->labels.judged);
	SHARD_SUM(l, &g->labels.judged_labelled);
	SHARD_SUM(l, &g->labels.topics_without);
	SHARD_SUM(l, &g->few_digits.strata);
	SHARD_SUM(l, &g->few_digits.topics);
	for (int i = 0; i < 2; i++) {
		SHARD_SUM(l, &g->few_digits.sum[i]);
		SHARD_SUM(l, &g->few_digits.effect[i]);
	}
}

static int write_file(struct batch_work *w, size_t file, struct buffer *to, struct err *e)
{
	struct shard_line l = shard_line_begin(to, file);
	file_fields(w, file, &l);
	return shard_line_end(&l, e);
}

int batch_write_run(struct batch_work *w, size_t i, struct evaluation *x,
		    const struct evaluated_run *r, const struct evaluation_options *options,
		    struct err *e)
{
	struct buffer *to = &w->line[i];
	if (r->run != NULL && write_file(w, i, to, e) < 0)
		return -1;
	struct shard_line l = shard_line_begin(to, i);
	return evaluation_write(x, r, options, &l, e);
}

int batch_write_all(struct batch_work *w, struct err *e)
{
	struct buffer *to = &w->shard->text;
	for (size_t i = 0; i < w->count; i++) {
		buffer_add(to, w->line[i].text, w->line[i].length);
		buffer_release(&w->line[i]);
	}
	for (size_t i = w->count; i < w->runs.count; i++)
		if (write_file(w, i, to, e) < 0)
			return -1;
	struct shard_line l = shard_line_begin(to, 0);
	gaps_fields(&w->gaps, &l);
	return shard_line_end(&l, e);
}

static int read_file_line(struct batch_work *w, size_t file, size_t shard, struct err *e)
{
	struct shard_line l = shard_line_next(w->shard, shard, file);
	l.memory = &w->memory;
	file_fields(w, file, &l);
	return shard_line_end(&l, e);
}

int batch_read_lines(struct batch_work *w, struct err *e)
{
	size_t shards = w->shard->count, files = w->runs.count;
	for (size_t i = 0; i < w->count || i < files; i++)
		for (size_t k = 0; k < shards; k++) {
			if (i < files && read_file_line(w, i, k, e) < 0)
				return -1;
			if (i < w->count)
				w->read[i * shards + k] = shard_line_next(w->shard, k, i);
		}
	for (size_t k = 0; k < shards; k++) {
		struct shard_line l = shard_line_next(w->shard, k, 0);
		gaps_fields(&w->gaps, &l);
		if (shard_line_end(&l, e) < 0)
			return -1;
	}
	return 0;
}
