/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/experiments/worlds/labelled_worlds.h"
#include "core/data/joined/pair_topics.h"
#include "core/data/runs/run.h"
#include "core/stats/random/uniform.h"
#include "core/stats/random/variates.h"

const char *const label_kinds[] = {
	[KIND_PERFECT] = "perfect",
	[KIND_GOOD] = "good",
	[KIND_WRONG] = "wrong1%",
	[KIND_RANDOM_2] = "random2",
	[KIND_RANDOM_5] = "random5",
	[KIND_REVERSED] = "reversed",
	[KIND_CONSTANT] = "constant",
	[KIND_ADVERSARIAL] = "adversarial",
	[KIND_RANDOM_10] = "random10",
	[KIND_RANDOM_20] = "random20",
	[KIND_WRONG_LESS] = "wrong.3%",
	[KIND_MISSED_1] = "missed1%",
	[KIND_MISSED_3] = "missed3%",
	[KIND_MISSED_10] = "missed10%",
	[KIND_SECOND] = "second",
	[KIND_FILE] = "file",
	[KIND_GOOD_SECOND] = "good+second",
	[KIND_RANDOM_GOOD] = "random5+good",
	[KIND_FILE_SECOND] = "file+second",
	[KIND_RANDOM_FILE] = "random5+file",
	[KIND_RANDOM_WRONG] = "random5+wrong1%",
	[KIND_RANDOM_SECOND] = "random2+second",
	[KIND_RANDOM_RANDOM] = "random2+random5",
	[KINDS] = NULL,
};

/* The class that a label of this kind (not of a file, or a jury) gives; u is uniform on (0,1). */
static uint16_t label_of_kind(enum label_kind kind, bool relevant, bool shown, double u)
{
	const double sensitivity = 0.85, wrong = 0.05, rare = 0.01;
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
	case KIND_RANDOM_10:
	case KIND_RANDOM_20:
		return (uint16_t)((double)classes_of_kind(kind, 0) * u);
	case KIND_WRONG_LESS:
		return relevant != (u < 0.3 * rare);
	case KIND_MISSED_1:
		return relevant && u >= 0.01;
	case KIND_MISSED_3:
		return relevant && u >= 0.03;
	case KIND_MISSED_10:
		return relevant && u >= 0.1;
	case KIND_SECOND:
		return u < (relevant ? 0.7 : 0.1);
	case KIND_REVERSED:
		return !relevant;
	case KIND_ADVERSARIAL: /* the first run shows what it takes for relevant */
		return shown == relevant ? !relevant : relevant;
	default:
		return 0;
	}
}

bool jury_of_kind(enum label_kind kind, size_t file, enum label_kind judge[2], struct jury *out)
{
	static const enum label_kind judges[KINDS][2] = {
		[KIND_GOOD_SECOND] = { KIND_GOOD, KIND_SECOND },
		[KIND_RANDOM_GOOD] = { KIND_RANDOM_5, KIND_GOOD },
		[KIND_FILE_SECOND] = { KIND_FILE, KIND_SECOND },
		[KIND_RANDOM_FILE] = { KIND_RANDOM_5, KIND_FILE },
		[KIND_RANDOM_WRONG] = { KIND_RANDOM_5, KIND_WRONG },
		[KIND_RANDOM_SECOND] = { KIND_RANDOM_2, KIND_SECOND },
		[KIND_RANDOM_RANDOM] = { KIND_RANDOM_2, KIND_RANDOM_5 },
	};
	if (kind <= KIND_FILE || kind >= KINDS)
		return false;
	*out = (struct jury){ .judges = 2, .classes = 1 };
	for (int g = 0; g < 2; g++) {
		judge[g] = judges[kind][g];
		out->judge[g].classes = classes_of_kind(judge[g], file);
		out->classes *= out->judge[g].classes > 0 ? out->judge[g].classes + 1 : 0;
	}
	return true;
}

size_t classes_of_kind(enum label_kind kind, size_t file)
{
	static const size_t others[KINDS] = { [KIND_RANDOM_5] = 5,
					      [KIND_RANDOM_10] = 10,
					      [KIND_RANDOM_20] = 20,
					      [KIND_CONSTANT] = 1 };
	enum label_kind judge[2];
	struct jury jury;
	if (kind == KIND_FILE)
		return file;
	if (jury_of_kind(kind, file, judge, &jury))
		return jury.classes <= LABEL_CLASSES_MAX ? jury.classes : 0;
	return kind < KINDS && others[kind] > 0 ? others[kind] : 2;
}

struct jury jury_made(enum label_kind kind, size_t file, uint16_t *at)
{
	enum label_kind judge[2];
	size_t classes = kind < KINDS ? classes_of_kind(kind, file) : 0;
	struct jury jury = { .judges = 1, .judge = { { .classes = classes } } };
	if (!jury_of_kind(kind, file, judge, &jury)) {
		for (size_t k = 0; k <= classes; k++)
			at[k] = (uint16_t)k;
	} else {
		for (uint16_t a = 0; a <= jury.judge[0].classes; a++)
			for (uint16_t b = 0; b <= jury.judge[1].classes; b++) {
				const uint16_t both[2] = { a, b };
				memcpy(at + 2 * (jury_place(&jury, both) + 1), both, sizeof both);
			}
	}
	jury.classes = classes + 1;
	jury.at = at;
	return jury;
}

/* The class of a jury, of those of its two judges; -1: none. */
static uint16_t joint_class(const struct jury *j, int32_t first, int32_t second)
{
	const uint16_t at[2] = { (uint16_t)(first + 1), (uint16_t)(second + 1) };
	return (uint16_t)jury_place(j, at);
}

/* Made-up runs have the streams after those of the first kinds. */
enum { RETRIEVED_FROM = KINDS_BY_DEFAULT + 1, FURTHER_KINDS = 100 };

static uint64_t stream_of_kind(int kind)
{
	return (uint64_t)kind + (kind < KINDS_BY_DEFAULT ? 0 : FURTHER_KINDS);
}

struct labelled_row {
	const char *design, *world, *labels, *quantity;
	int64_t sampled, seed;
	double level, ratio, deviation, best;
	struct tally of;
};

#define AT(field)	 .at = offsetof(struct labelled_row, field)
#define AT_TALLY(member) AT(of.member)

const struct record_column designed_columns[] = {
	{ "design", "design", RECORD_TEXT, .width = 6, AT(design) },
	{ "collection", "collection", RECORD_TEXT, .width = 10, AT(world) },
	{ "sampled", "sampled", RECORD_WHOLE, .width = 7, AT(sampled) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 11, AT(quantity) },
	{ "labels", "labels", RECORD_TEXT, .width = 11, AT(labels) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", "truth", RECORD_REAL, 6, 4, 9, AT(of.truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "ratio", "ratio", RECORD_REAL, 4, 3, 5, AT(ratio) },
	{ "deviation", "deviation", RECORD_REAL, 4, 3, 9, AT(deviation), .if_any = true },
	{ "best", "best", RECORD_REAL, 4, 3, 5, AT(best), .if_any = true },
	{ 0 },
};
const struct record_column *const labelled_columns = designed_columns + 1;
const size_t labelled_line = sizeof(struct labelled_row);

static double deviation_of(const struct tally *t)
{
	return sqrt(fmax(t->rmse * t->rmse - t->bias * t->bias, 0));
}

/* The deviation with the best coefficient of the first variate, as a share of that without. */
static double best_of(const struct tally *t, const struct tally *without)
{
	const double *m = t->more;
	double covariance = m[MORE_PRODUCT] - m[MORE_ERROR] * m[MORE_VARIATE];
	double square = m[MORE_SQUARE] - m[MORE_VARIATE] * m[MORE_VARIATE];
	double all = deviation_of(without) * deviation_of(without);
	double left = square > 0 ? all - covariance * covariance / square : all;
	return sqrt(fmax(left, 0) / all);
}

static void add_lines(struct records *r, const struct labelled *x, const struct tally *tally,
		      size_t quantities)
{
	for (size_t i = 0; i < quantities; i++)
		for (int k = -1; k < KINDS; k++) {
			size_t kind = k < 0 ? NO_LABELS : (size_t)k;
			const struct tally *t = &tally[kind * quantities + i];
			const struct tally *without = &tally[NO_LABELS * quantities + i];
			const struct labelled_row row = {
				.design = x->design,
				.world = x->world,
				.labels = k < 0 ? "none" : label_kinds[k],
				.quantity = x->quantities[i],
				.sampled = x->sampled,
				.seed = (int64_t)x->effort->seed,
				.level = x->level,
				.ratio = t->width / without->width,
				.deviation =
					x->best ? deviation_of(t) / deviation_of(without) : NAN,
				.best = x->best ? best_of(t, without) : NAN,
				.of = *t
			};
			if (x->wanted[i] && x->tried[kind])
				records_add(r, &row);
		}
}

int labelled_run(const struct labelled *x, size_t scratch, trials_one *one, const void *question,
		 struct records *lines, struct err *e)
{
	size_t quantities = 0;
	while (x->quantities[quantities] != NULL)
		quantities++;
	const struct trials trials = { .effort = x->effort,
				       .groups = 1,
				       .samples = (size_t)x->effort->samples,
				       .claims = WITH_OR_WITHOUT * quantities,
				       .scratch = scratch,
				       .one = one,
				       .question = question };
	struct tally *tally = calloc(trials.claims, sizeof *tally);
	int result = tally == NULL ? err_memory(e) : trials_run(&trials, tally, e);
	if (result == 0)
		add_lines(lines, x, tally, quantities);
	free(tally);
	return result;
}

/*
 * ---- ranked pools ----
 */

static int make_pools(struct ranked_world *w, size_t topics, size_t documents, struct err *e)
{
	w->topics = topics;
	w->first = arena_zeroed(&w->memory, topics + 1, sizeof *w->first);
	w->document = arena_zeroed(&w->memory, documents + 1, sizeof *w->document);
	return w->memory.failed ? err_memory(e) : 0;
}

/* The first documents, and labels of every kind but that of a file. */
static void label_pools(struct ranked_world *w, double depth, uint64_t seed)
{
	for (size_t i = 0; i < w->first[w->topics]; i++)
		for (int side = 0; side < 2; side++)
			if (is_first(w->document[i].rank[side], depth))
				w->document[i].top = true;
	for (int k = 0; k < KIND_FILE; k++) {
		struct uniform u = uniform_start(seed, stream_of_kind(k), STREAM_LABELS);
		for (size_t i = 0; i < w->first[w->topics]; i++) {
			struct ranked_pool_document *d = &w->document[i];
			bool shown = is_first(d->rank[0], depth);
			d->class_of[k] = label_of_kind((enum label_kind)k, d->grade >= w->level,
						       shown, uniform_next(&u));
		}
	}
	for (int k = KIND_FILE + 1; k < KINDS; k++) {
		enum label_kind judge[2];
		struct jury jury;
		jury_of_kind((enum label_kind)k, w->classes, judge, &jury);
		for (size_t i = 0; jury.classes > 0 && i < w->first[w->topics]; i++) {
			int32_t *of = w->document[i].class_of;
			of[k] = joint_class(&jury, of[judge[0]], of[judge[1]]);
		}
	}
}

/*
 * Made-up pools.
 */

static const struct made_pool {
	const char *name;
	size_t documents;
	double relevant, spread; /* share of relevant documents, on the logit scale its deviation */
	double signal[2];	 /* how far relevant documents stand above others in either run */
} made_pools[POOLS_MADE] = {
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

static void make_topic(struct ranked_pool_document *d, const struct made_pool *m, struct random *g)
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

int pools_make(struct ranked_world *w, int number, size_t topics, double depth, uint64_t seed,
	       struct err *e)
{
	const struct made_pool *m = &made_pools[number];
	*w = (struct ranked_world){ .name = m->name, .level = 1 };
	topics = topics > 0 ? topics : MADE_TOPICS;
	if (make_pools(w, topics, topics * m->documents, e) < 0)
		return -1;
	for (size_t t = 0; t < w->topics; t++) {
		struct random g;
		random_init(&g, seed, t, STREAM_LABELS);
		make_topic(w->document + w->first[t], m, &g);
		w->first[t + 1] = w->first[t] + m->documents;
	}
	label_pools(w, depth, seed);
	return 0;
}

/* Makes it one of `topics` topics, its own from the first to the last and from the first again. */
static int ranked_world_repeat(struct ranked_world *w, size_t topics, struct err *e)
{
	const struct ranked_world own = *w;
	size_t documents = 0;
	for (size_t t = 0; t < topics; t++)
		documents += own.first[t % own.topics + 1] - own.first[t % own.topics];
	if (make_pools(w, topics, documents, e) < 0)
		return -1;
	for (size_t t = 0; t < topics; t++) {
		size_t from = own.first[t % own.topics];
		size_t count = own.first[t % own.topics + 1] - from;
		memcpy(w->document + w->first[t], own.document + from, count * sizeof *w->document);
		w->first[t + 1] = w->first[t] + count;
	}
	return 0;
}

/*
 * Files.
 */

static int take_ranks(struct ranked_world *w, const struct judgments *j, const struct run *run,
		      size_t side, double depth, struct err *e)
{
	int64_t *rank = malloc((j->count + 1) * sizeof *rank);
	int result = rank == NULL ? err_memory(e) : judgment_ranks(j, run, rank, e);
	for (size_t i = 0; i < j->count && result == 0; i++) {
		if (side < 2)
			w->document[i].rank[side] = rank[i];
		if (is_first(rank[i], depth))
			w->document[i].top = true;
	}
	free(rank);
	return result;
}

static int take_labels(struct ranked_world *w, const struct judgments *j,
		       const struct labels_asked *asked, struct err *e)
{
	struct labels l;
	if (asked->file.count == 0)
		return 0;
	if (labels_read(&l, asked, &j->names, e) < 0)
		return -1;
	w->classes = l.classes;
	for (size_t i = 0; i < j->count; i++) {
		const struct judgment *y = &j->judgment[i];
		w->document[i].class_of[KIND_FILE] =
			label_class(labels_of_topic(&l, y->topic), judgment_document(y), y->hash);
	}
	labels_release(&l);
	return 0;
}

static int read_pools(struct ranked_world *w, const struct judgments *j,
		      const struct file_options *files, const struct run_format *format,
		      const struct labels_asked *labels, double depth, int jobs, struct err *e)
{
	struct runs runs;
	size_t count = files->file.count - 1;
	if (make_pools(w, j->topics, j->count, e) < 0)
		return -1;
	for (size_t t = 0; t < j->topics; t++) {
		const struct judgment_set *all = &j->topic[t].all;
		w->first[t] = (size_t)(all->judgment - j->judgment);
		w->first[t + 1] = w->first[t] + all->count;
	}
	for (size_t i = 0; i < j->count; i++)
		w->document[i].grade = (int32_t)fmax(j->judgment[i].level, 0);
	if (take_labels(w, j, labels, e) < 0 ||
	    runs_read(&runs, format, files->file.text + 1, count, &j->names, NULL, jobs, e) < 0)
		return -1;
	int result = 0;
	for (size_t side = 0; side < count && result == 0; side++)
		result = take_ranks(w, j, &runs.run[side], side, depth, e);
	runs_release(&runs);
	return result;
}

static int ranked_world_read(struct ranked_world *w, const struct file_options *files,
			     const struct labels_asked *labels, double depth, uint64_t seed,
			     int jobs, struct err *e)
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
	int result = read_pools(w, &j, files, &f.runs, labels, depth, jobs, e);
	judgments_release(&j);
	if (result == 0)
		label_pools(w, depth, seed);
	return result;
}

/*
 * Made-up collections.
 */

/* Relevant documents come first; of either run, those found and those that are not relevant. */
struct made_collection {
	const char *name;
	size_t documents, relevant, found[2], other[2];
};

static const struct made_collection made_collections[COLLECTIONS_MADE] = {
	{ "review", 10000, 500, { 350, 300 }, { 250, 150 } },
	{ "pool", 1500, 450, { 270, 220 }, { 230, 180 } },
};

/* `count` documents of those from `first` to `end`, at random. */
static void retrieve(struct ranked_pool_document *d, int side, size_t first, size_t end,
		     size_t count, struct uniform *u)
{
	size_t left = count;
	for (size_t i = first; i < end; i++) {
		bool in = uniform_below(u, end - i) < left;
		d[i].rank[side] = in ? 0 : -1;
		left -= in;
	}
}

int collections_make(struct ranked_world *w, int number, size_t topics, double depth, uint64_t seed,
		     struct err *e)
{
	const struct made_collection *m = &made_collections[number];
	*w = (struct ranked_world){ .name = m->name, .level = 1 };
	(void)topics; /* there is one */
	if (make_pools(w, 1, m->documents, e) < 0)
		return -1;
	w->first[1] = m->documents;
	for (size_t i = 0; i < m->relevant; i++)
		w->document[i].grade = 1;
	for (int side = 0; side < 2; side++) {
		struct uniform u =
			uniform_start(seed, RETRIEVED_FROM + (uint64_t)side, STREAM_LABELS);
		retrieve(w->document, side, 0, m->relevant, m->found[side], &u);
		retrieve(w->document, side, m->relevant, m->documents, m->other[side], &u);
	}
	label_pools(w, depth, seed);
	return 0;
}

/*
 * All worlds.
 */

int world_files_check(const struct file_options *files, const struct text_list *labels, bool more,
		      struct err *e)
{
	size_t count = files->file.count;
	if (count != 0 && (count < 3 || (count > 3 && !more)))
		return err_usage(e, "judgments and two runs are needed, or no files");
	if (labels->count > 1)
		return err_usage(e, "--labels: one file is tried at a time, and --kind has juries");
	if (files->file.count == 0 && labels->count > 0)
		return err_usage(e, "--labels are those of judged documents: name judgments and "
				    "two runs");
	return 0;
}

int worlds_simulate(const struct worlds_asked *q, struct records *lines, struct err *e)
{
	const struct effort *x = q->effort;
	bool files = q->files->file.count > 0;
	int worlds = files ? 1 : q->made, result = 0;
	progress_begin(&x->progress, (size_t)worlds * q->sizes * (size_t)x->samples);
	for (int i = 0; i < worlds && result == 0; i++) {
		struct ranked_world w = { 0 };
		result = files ? ranked_world_read(&w, q->files, q->labels, q->depth, x->seed,
						   x->jobs, e)
			       : q->make(&w, i, q->topics, q->depth, x->seed, e);
		if (result == 0 && files && q->topics > 0)
			result = ranked_world_repeat(&w, q->topics, e);
		if (result == 0)
			result = q->simulate(q->question, &w, lines, e);
		arena_release(&w.memory);
	}
	return result;
}
