/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/commands/simulate/labels_world.h"
#include "core/data/judgments/judgments.h"
#include "core/data/runs/ranking.h"
#include "core/data/runs/runs.h"
#include "core/stats/random/uniform.h"

const char *const label_kinds[] = {
	[KIND_PERFECT] = "perfect",   [KIND_GOOD] = "good",
	[KIND_WRONG] = "wrong1%",     [KIND_RANDOM_2] = "random2",
	[KIND_RANDOM_5] = "random5",  [KIND_REVERSED] = "reversed",
	[KIND_CONSTANT] = "constant", [KIND_ADVERSARIAL] = "adversarial",
	[KIND_FILE] = "file",	      [KINDS] = NULL,
};

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

static uint16_t class_of(const struct labels_world *w, enum label_kind kind, size_t i, double u)
{
	const double sensitivity = 0.85, wrong = 0.05, rare = 0.01;
	bool relevant = w->relevant[i], right = w->in[0][i] == relevant;
	switch (kind) {
	case KIND_PERFECT:
		return relevant;
	case KIND_GOOD:
		return u < (relevant ? sensitivity : wrong);
	case KIND_WRONG:
		return relevant != (u < rare);
	case KIND_RANDOM_2:
		return (uint16_t)(2 * u);
	case KIND_RANDOM_5:
		return (uint16_t)(5 * u);
	case KIND_REVERSED:
		return !relevant;
	case KIND_ADVERSARIAL:
		return right ? !relevant : relevant;
	default:
		return 0;
	}
}

/* Labels of every kind but that of a file. */
static void make_labels(struct labels_world *w, uint64_t seed)
{
	for (int k = 0; k < KIND_FILE; k++) {
		struct uniform u = uniform_start(seed, (uint64_t)k, STREAM_LABELS);
		w->classes[k] = k == KIND_RANDOM_5 ? 5 : k == KIND_CONSTANT ? 1 : 2;
		for (size_t i = 0; i < w->documents; i++)
			w->class_of[k][i] = class_of(w, (enum label_kind)k, i, uniform_next(&u));
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

static int mark_retrieved(const struct judgments *j, const struct run *run, size_t depth, bool *in,
			  struct err *e)
{
	struct document_table table = { 0 };
	struct ranking ranking = { 0 };
	int result = 0;
	for (size_t t = 0; t < run->topics && result == 0; t++) {
		const struct run_topic *x = &run->topic[t];
		if (x->judged == NAME_UNKNOWN)
			continue;
		const struct judgment_set *all = &j->topic[x->judged].all;
		result = judgments_tabulate(&table, all->judgment, all->count, e);
		if (result == 0)
			result = ranking_make(&ranking, run, x, TIES_FALLING, e);
		for (size_t i = 0; result == 0 && i < x->count && i < depth; i++) {
			struct slice name = piece_slice(&run->in, ranking.document[i]);
			const struct judgment *y = judgments_find(&table, all->judgment, name,
								  hash_bytes(name.at, name.length));
			if (y != NULL)
				in[y - j->judgment] = true;
		}
	}
	document_table_release(&table);
	ranking_release(&ranking);
	return result;
}

static int take_labels(struct labels_world *w, const struct judgments *j,
		       const struct labels_asked *asked, struct err *e)
{
	struct labels l;
	if (asked->path == NULL)
		return 0;
	if (labels_read(&l, asked, &j->names, e) < 0)
		return -1;
	w->classes[KIND_FILE] = l.classes + 1;
	for (size_t i = 0; i < j->count; i++) {
		const struct judgment *y = &j->judgment[i];
		int32_t label =
			label_class(labels_of_topic(&l, y->topic), judgment_document(y), y->hash);
		w->class_of[KIND_FILE][i] = (uint16_t)(label + 1);
	}
	labels_release(&l);
	return 0;
}

static int fill(struct labels_world *w, const struct judgments *j, const struct file_options *files,
		const struct run_format *format, const struct labels_asked *labels, size_t depth,
		int jobs, struct err *e)
{
	struct runs runs;
	if (make_room(w, j->count, labels->path != NULL, e) < 0 || take_labels(w, j, labels, e) < 0)
		return -1;
	for (size_t i = 0; i < j->count; i++)
		w->relevant[i] = j->judgment[i].level >= files->level;
	if (runs_read(&runs, format, files->file.text + 1, 2, &j->names, jobs, e) < 0)
		return -1;
	int result = 0;
	for (int side = 0; side < 2 && result == 0; side++)
		result = mark_retrieved(j, &runs.run[side], depth, w->in[side], e);
	runs_release(&runs);
	return result;
}

int labels_world_read(struct labels_world *w, const struct file_options *files,
		      const struct labels_asked *labels, size_t depth, uint64_t seed, int jobs,
		      struct err *e)
{
	*w = (struct labels_world){ .name = "files" };
	struct formats f = files->formats;
	struct judgments j;
	if (formats_find(&f, files->judgment_format, files->run_format, e) < 0)
		return -1;
	if (f.judgments.kind != JUDGMENTS_GRADED)
		return err_usage(e, "-R %s: one grade per document is needed", f.judgments.name);
	if (judgments_read(&j, &f.judgments, files->file.text[0], e) < 0)
		return -1;
	int result = fill(w, &j, files, &f.runs, labels, depth, jobs, e);
	judgments_release(&j);
	if (result == 0)
		make_labels(w, seed);
	else
		labels_world_release(w);
	return result;
}
