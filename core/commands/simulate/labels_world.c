/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/labels_world.h"
#include "core/stats/random/uniform.h"

void labels_world_release(struct labels_world *w)
{
	free(w->relevant);
	free(w->in[0]);
	free(w->in[1]);
	for (int k = 0; k < KINDS; k++)
		free(w->class_of[k]);
	*w = (struct labels_world){ 0 };
}

static int make_room(struct labels_world *w, size_t documents, bool file, struct err *e)
{
	w->documents = documents;
	w->relevant = calloc(documents + 1, sizeof *w->relevant);
	bool room = w->relevant != NULL;
	for (int side = 0; side < 2; side++) {
		w->in[side] = calloc(documents + 1, sizeof *w->in[side]);
		room = room && w->in[side] != NULL;
	}
	for (int k = 0; k < (file ? KINDS : KIND_FILE); k++) {
		w->class_of[k] = calloc(documents + 1, sizeof *w->class_of[k]);
		room = room && w->class_of[k] != NULL;
	}
	return room ? 0 : err_memory(e);
}

/* Labels of every kind but that of a file. */
static void make_labels(struct labels_world *w, uint64_t seed)
{
	for (int k = 0; k < KIND_FILE; k++) {
		struct uniform u = uniform_start(seed, (uint64_t)k, STREAM_LABELS);
		w->classes[k] = k == KIND_RANDOM_5 ? 5 : k == KIND_CONSTANT ? 1 : 2;
		for (size_t i = 0; i < w->documents; i++)
			w->class_of[k][i] = label_of_kind((enum label_kind)k, w->relevant[i],
							  w->in[0][i], uniform_next(&u));
	}
}

/*
 * Made-up collections.
 */

/* Relevant documents come first; of either run, those found and those that are not relevant. */
struct made {
	const char *name;
	size_t documents, relevant, found[2], other[2];
};

static const struct made made[WORLDS_MADE] = {
	{ "review", 10000, 500, { 350, 300 }, { 250, 150 } },
	{ "pool", 1500, 450, { 270, 220 }, { 230, 180 } },
};

/* `count` documents of those from `first` to `end`, at random. */
static void retrieve(bool *in, size_t first, size_t end, size_t count, struct uniform *u)
{
	size_t left = count;
	for (size_t i = first; i < end; i++)
		if (uniform_below(u, end - i) < left) {
			in[i] = true;
			left--;
		}
}

int labels_world_make(struct labels_world *w, int number, uint64_t seed, struct err *e)
{
	const struct made *m = &made[number];
	*w = (struct labels_world){ .name = m->name };
	if (make_room(w, m->documents, false, e) < 0) {
		labels_world_release(w);
		return -1;
	}
	for (size_t i = 0; i < m->relevant; i++)
		w->relevant[i] = true;
	for (int side = 0; side < 2; side++) {
		struct uniform u = uniform_start(seed, KINDS + (uint64_t)side, STREAM_LABELS);
		retrieve(w->in[side], 0, m->relevant, m->found[side], &u);
		retrieve(w->in[side], m->relevant, m->documents, m->other[side], &u);
	}
	make_labels(w, seed);
	return 0;
}

/*
 * Files.
 */

/* All topics of ranked pools are one collection. */
static int fill(struct labels_world *w, const struct ranked_world *from, double depth,
		struct err *e)
{
	if (make_room(w, from->first[from->topics], from->file, e) < 0)
		return -1;
	w->classes[KIND_FILE] = from->classes + 1;
	for (size_t i = 0; i < w->documents; i++) {
		const struct ranked_pool_document *d = &from->document[i];
		w->relevant[i] = d->grade >= from->level;
		for (int side = 0; side < 2; side++)
			w->in[side][i] = d->rank[side] >= 0 && (double)d->rank[side] < depth;
		if (from->file)
			w->class_of[KIND_FILE][i] = (uint16_t)(d->class_of[KIND_FILE] + 1);
	}
	return 0;
}

int labels_world_read(struct labels_world *w, const struct file_options *files,
		      const struct labels_asked *labels, size_t depth, uint64_t seed, int jobs,
		      struct err *e)
{
	struct ranked_world from;
	*w = (struct labels_world){ .name = "files" };
	if (ranked_world_read(&from, files, labels, (double)depth, seed, jobs, e) < 0)
		return -1;
	int result = fill(w, &from, (double)depth, e);
	ranked_world_release(&from);
	if (result == 0)
		make_labels(w, seed);
	else
		labels_world_release(w);
	return result;
}
