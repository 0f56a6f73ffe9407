/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/simulate/ranked_world.h"
#include "core/data/joined/pair_topics.h"
#include "core/data/runs/run.h"
#include "core/stats/random/variates.h"

void ranked_world_release(struct ranked_world *w)
{
	free(w->first);
	free(w->document);
	*w = (struct ranked_world){ 0 };
}

static int make_room(struct ranked_world *w, size_t topics, size_t documents, struct err *e)
{
	w->topics = topics;
	w->first = calloc(topics + 1, sizeof *w->first);
	w->document = calloc(documents + 1, sizeof *w->document);
	return w->first != NULL && w->document != NULL ? 0 : err_memory(e);
}

/* Labels of every kind but that of a file. */
static void make_labels(struct ranked_world *w, double depth, uint64_t seed)
{
	for (int k = 0; k < KIND_FILE; k++) {
		struct uniform u = uniform_start(seed, (uint64_t)k, STREAM_LABELS);
		for (size_t i = 0; i < w->first[w->topics]; i++) {
			struct ranked_pool_document *d = &w->document[i];
			bool shown = d->rank[0] >= 0 && (double)d->rank[0] < depth;
			d->class_of[k] = label_of_kind((enum label_kind)k, d->grade >= w->level,
						       shown, uniform_next(&u));
		}
	}
}

/*
 * Made-up pools.
 */

static const struct made {
	const char *name;
	size_t documents;
	double relevant, spread; /* share of relevant documents, on the logit scale its deviation */
	double signal[2];	 /* how far relevant documents stand above others in either run */
} made[RANKED_WORLDS_MADE] = {
	{ "rich", 200, 0.2, 1, { 1, 0.8 } },
	{ "sparse", 100, 0.04, 0.7, { 1.8, 1.4 } },
	{ "medium", 150, 0.1, 1.3, { 1.2, 1.1 } },
};
enum { MADE_TOPICS = 50 };

struct scored {
	double score;
	size_t document;
};

static int by_falling_score(const void *a, const void *b)
{
	const struct scored *x = a, *y = b;
	return (x->score < y->score) - (x->score > y->score);
}

static void make_topic(struct ranked_pool_document *d, const struct made *m, struct random *g)
{
	struct scored order[200];
	double odds = log(m->relevant / (1 - m->relevant)) + m->spread * random_normal(g);
	for (size_t i = 0; i < m->documents; i++) {
		bool relevant = random_uniform(g) < 1 / (1 + exp(-odds));
		d[i].grade = relevant ? 1 + (int32_t)(3 * random_uniform(g)) : 0;
	}
	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; i < m->documents; i++) {
			double shift = d[i].grade > 0 ? m->signal[side] + 0.2 * d[i].grade : 0;
			order[i] = (struct scored){ shift + random_normal(g), i };
		}
		qsort(order, m->documents, sizeof *order, by_falling_score);
		for (size_t i = 0; i < m->documents; i++)
			d[order[i].document].rank[side] = (int64_t)i;
	}
}

int ranked_world_make(struct ranked_world *w, int number, double depth, uint64_t seed,
		      struct err *e)
{
	const struct made *m = &made[number];
	*w = (struct ranked_world){ .name = m->name, .level = 1 };
	if (make_room(w, MADE_TOPICS, MADE_TOPICS * m->documents, e) < 0) {
		ranked_world_release(w);
		return -1;
	}
	for (size_t t = 0; t < w->topics; t++) {
		struct random g;
		random_init(&g, seed, t, STREAM_LABELS);
		make_topic(w->document + w->first[t], m, &g);
		w->first[t + 1] = w->first[t] + m->documents;
	}
	make_labels(w, depth, seed);
	return 0;
}

/*
 * Files.
 */

static int take_ranks(struct ranked_world *w, const struct judgments *j, const struct run *run,
		      int side, struct err *e)
{
	int64_t *rank = malloc((j->count + 1) * sizeof *rank);
	int result = rank == NULL ? err_memory(e) : judgment_ranks(j, run, rank, e);
	for (size_t i = 0; i < j->count && result == 0; i++)
		w->document[i].rank[side] = rank[i];
	free(rank);
	return result;
}

static int take_labels(struct ranked_world *w, const struct judgments *j,
		       const struct labels_asked *asked, struct err *e)
{
	struct labels l;
	if (asked->path == NULL)
		return 0;
	if (labels_read(&l, asked, &j->names, e) < 0)
		return -1;
	w->file = true;
	w->classes = l.classes;
	for (size_t i = 0; i < j->count; i++) {
		const struct judgment *y = &j->judgment[i];
		w->document[i].class_of[KIND_FILE] =
			label_class(labels_of_topic(&l, y->topic), judgment_document(y), y->hash);
	}
	labels_release(&l);
	return 0;
}

static int fill(struct ranked_world *w, const struct judgments *j, const struct file_options *files,
		const struct run_format *format, const struct labels_asked *labels, int jobs,
		struct err *e)
{
	struct runs runs;
	if (make_room(w, j->topics, j->count, e) < 0)
		return -1;
	for (size_t t = 0; t < j->topics; t++) {
		const struct judgment_set *all = &j->topic[t].all;
		w->first[t] = (size_t)(all->judgment - j->judgment);
		w->first[t + 1] = w->first[t] + all->count;
	}
	for (size_t i = 0; i < j->count; i++)
		w->document[i].grade = (int32_t)fmax(j->judgment[i].level, 0);
	if (take_labels(w, j, labels, e) < 0 ||
	    runs_read(&runs, format, files->file.text + 1, 2, &j->names, jobs, e) < 0)
		return -1;
	int result = 0;
	for (int side = 0; side < 2 && result == 0; side++)
		result = take_ranks(w, j, &runs.run[side], side, e);
	runs_release(&runs);
	return result;
}

int ranked_world_read(struct ranked_world *w, const struct file_options *files,
		      const struct labels_asked *labels, double depth, uint64_t seed, int jobs,
		      struct err *e)
{
	*w = (struct ranked_world){ .name = "files", .level = files->level };
	struct formats f = files->formats;
	struct judgments j;
	if (formats_find(&f, files->judgment_format, files->run_format, e) < 0)
		return -1;
	if (f.judgments.kind != JUDGMENTS_GRADED)
		return err_usage(e, "-R %s: one grade per document is needed", f.judgments.name);
	if (judgments_read(&j, &f.judgments, files->file.text[0], e) < 0)
		return -1;
	int result = fill(w, &j, files, &f.runs, labels, jobs, e);
	judgments_release(&j);
	if (result == 0)
		make_labels(w, depth, seed);
	else
		ranked_world_release(w);
	return result;
}
