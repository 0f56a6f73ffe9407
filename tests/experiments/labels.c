/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * what cheap labels do to intervals of sets, whether they are good, useless or
 * wrong.
 *
 * Samples are simple random ones of a collection. Without labels the strata are what the run
 * retrieves and the rest; with labels their classes, joined as in an evaluation.
 */
#include <math.h>

#include "tests/experiments/key_value.h"
#include "tests/experiments/worlds/labelled_worlds.h"
#include "core/stats/interval/choose.h"
#include "core/stats/random/uniform.h"
#include "core/stats/sampling/jury.h"
#include "core/stats/two_runs/shared_posterior.h"

static const char *const quantities[] = { "recall",	 "precision", "F",	"yield",
					  "diff-recall", "diff-P",    "diff-F", NULL };
static const enum quantity quantity_of[] = {
	QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F, QUANTITY_YIELD,
	QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
};
enum { DIFFERENCE = LABELLED_DIFFERENCE, QUANTITIES = LABELLED_QUANTITIES };

struct labels_question {
	struct file_options files;
	struct labels_asked labels;
	struct number_list cuts, sizes, production, each;
	size_t depth;
	double level;
	int64_t draws;
	bool wanted[QUANTITIES], kind[KINDS];
	struct method_list methods;
	struct effort effort;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct labels_question, member)

OPTION_SETTER(set_label_bands)
{
	struct labels_question *q = request;
	return bands_parse(o, text, &q->cuts, &q->labels.bands, e);
}

static const struct command_option options[] = {
	{ .include = file_options, AT(files) },
	{ "labels", 0, "FILE", "Labels or scores of the judged documents, as in an evaluation",
	  ADDED_FILES, AT(labels.file) },
	{ "bands", 0, "K|CUT,...", "How scores are cut, as in an evaluation", .type = OPTION_LIST,
	  .range = { FROM_TO(-1e300, 1e300) }, AT(cuts), .set = set_label_bands },
	{ "depth", 0, "K", "A run retrieves its first K documents of a topic (default 100)",
	  WHOLE(1, 1000000000), AT(depth), .usual = "100" },
	{ HEADING("What is drawn:") },
	{ "sizes", 0, "N,...", "Documents of a sample (default 100,400)", LIST(WHOLES(2, 1000000)),
	  AT(sizes), .usual = "100,400" },
	{ "production", 0, "N,...",
	  "And samples in which N documents of the first run are judged on average (default 20)",
	  LIST(WHOLES(1, 1000000)), AT(production), .usual = "20" },
	{ "each", 0, "N,...",
	  "Samples of N documents of each topic instead: quantities are means over topics",
	  LIST(WHOLES(2, 1000000)), AT(each),
	  .more = "Without files there are three made-up sets of pools of 50 topics: rich, sparse and "
		  "medium. The column `best` has the root mean square error that the best coefficients "
		  "would have had in these samples, as a share of that without labels." },
	{ "quantity", 0, "NAME,...",
	  "Of recall, precision, F, yield, diff-recall, diff-P and diff-F (default: all)",
	  NAMES(quantities), AT(wanted),
	  .usual = "recall,precision,F,yield,diff-recall,diff-P,diff-F" },
	{ OPTION_LABEL_KINDS, AT(kind) },
	{ "ci", 0, "METHOD", "Interval method (default: as in an evaluation)", ADDED_METHODS,
	  AT(methods) },
	{ OPTION_LEVEL, AT(level) },
	{ "draws", 0, "N",
	  "Intervals from N Monte Carlo draws, as in an evaluation (default: they are computed; "
	  "diff-F of large sets takes long)",
	  WHOLE(1, 1000000000), AT(draws), .repeat = REPEAT_LAST },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples), .usual = "1000" },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static int check(void *request, struct err *e)
{
	const struct labels_question *q = request;
	if (methods_are_for_sets(&q->methods, e) < 0)
		return -1;
	if (q->methods.count > 1)
		return err_usage(e, "--ci: one method is tried at a time");
	return world_files_check(&q->files, &q->labels.file, false, e);
}

static void init(void *request)
{
	((struct labels_question *)request)->answer.format = FORMAT_CSV;
}

static const struct command_table table = {
	.name = "labels",
	.arguments = "[QRELS RUN RUN]",
	.doc = "How often intervals of recall, precision, F, yield and differences cover, and how wide "
	       "they are, with\ncheap labels and without, on the same simple random samples.",
	.notes = "Without files there are two made-up collections: review (10,000 documents, 500 "
		 "relevant) and pool (1,500 documents, 450 relevant). With files all judged "
		 "documents are the collection. " EXIT_STATUS,
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, AT(files.file) },
	.size = sizeof(struct labels_question),
	.init = init,
	.check = check,
};

/* Documents by which runs retrieve them (bit 0 the first, bit 1 the second) and by class. */
enum { QUARTERS = 4 };
struct cells {
	struct jury_cell cell[QUARTERS][LABEL_CLASSES_MAX + 1];
	size_t classes;
	const struct jury *jury; /* of what classes are made */
	struct jury_order use;
};

/* What two runs and labels of a kind make of a sample, in a fixed order. */
struct pair_cells {
	struct pair_stratum cell[QUARTERS * (LABEL_CLASSES_MAX + 1)];
	size_t count;
};

/* Samples of one size from one collection. */
struct drawing {
	const struct labels_question *asked;
	const struct ranked_world *w; /* of which all topics are one collection */
	size_t documents;
	const char *method; /* NULL: the default ones */
	int64_t sampled;    /* documents of a sample */
	bool tried[WITH_OR_WITHOUT];
	double truth[QUANTITIES];
	struct cells *whole; /* the collection, by kind: nothing of it is sampled */
};

/* Room of one thread. */
struct scratch {
	struct cells cells;
	struct pair_cells pairs[WITH_OR_WITHOUT];
	size_t item[]; /* all documents */
};

static int quarter_of(const struct drawing *x, const struct ranked_pool_document *d)
{
	double depth = (double)x->asked->depth;
	return is_first(d->rank[0], depth) | is_first(d->rank[1], depth) << 1;
}

static bool is_relevant(const struct drawing *x, const struct ranked_pool_document *d)
{
	return d->grade >= x->w->level;
}

/* The cell of a document; without labels there is one class. */
static struct jury_cell *cell_of(struct cells *c, const struct drawing *x, int kind,
				 const struct ranked_pool_document *d)
{
	return &c->cell[quarter_of(x, d)][kind < KINDS ? d->class_of[kind] + 1 : 0];
}

static void count_all(const struct drawing *x, int kind, const struct jury *jury)
{
	struct cells *c = &x->whole[kind];
	c->classes = jury->classes;
	c->jury = jury;
	for (int q = 0; q < QUARTERS; q++)
		for (size_t k = 0; k < c->classes; k++)
			c->cell[q][k] = (struct jury_cell){ .class_of = (int32_t)k };
	for (size_t i = 0; i < x->documents; i++)
		cell_of(c, x, kind, &x->w->document[i])->part.size++;
}

/* The classes of some quarters together. */
static void add_up(const struct cells *c, const int *quarter, int quarters, struct jury_cell *out)
{
	for (size_t k = 0; k < c->classes; k++) {
		out[k] = (struct jury_cell){ .class_of = (int32_t)k };
		for (int i = 0; i < quarters; i++) {
			const struct jury_cell *x = &c->cell[quarter[i]][k];
			out[k].part.size += x->part.size;
			out[k].part.sampled += x->part.sampled;
			out[k].relevant += x->relevant;
		}
	}
}

static void count_sample(struct cells *c, const struct drawing *x, int kind, const size_t *item)
{
	struct jury_cell all[LABEL_CLASSES_MAX + 1];
	*c = x->whole[kind];
	for (int64_t n = 0; n < x->sampled; n++) {
		const struct ranked_pool_document *d = &x->w->document[item[n]];
		struct jury_cell *cell = cell_of(c, x, kind, d);
		cell->part.sampled++;
		cell->relevant += is_relevant(x, d);
	}
	add_up(c, (const int[]){ 0, 1, 2, 3 }, QUARTERS, all);
	c->use = jury_choose(c->jury, all, c->classes);
}

/*
 * One run.
 */

/* Strata of the first run: quarters 0 and 2 are not retrieved, 1 and 3 are. */
static size_t strata_of(const struct cells *c, struct divided_stratum *out)
{
	size_t count = 0;
	int64_t unsampled[2] = { 0, 0 };
	for (int side = 0; side < 2; side++) {
		struct jury_cell cell[LABEL_CLASSES_MAX + 1];
		uint16_t group[LABEL_CLASSES_MAX + 1];
		add_up(c, (const int[]){ side, side + 2 }, 2, cell);
		size_t groups = jury_join(c->jury, &c->use, cell, c->classes, group);
		for (size_t g = 0; g < groups; g++) {
			struct divided_stratum d = { .retrieved = side == 1 };
			for (size_t k = 0; k < c->classes; k++) {
				if (group[k] != g)
					continue;
				d.size += cell[k].part.size;
				d.sampled += cell[k].part.sampled;
				d.relevant[side] += cell[k].relevant;
			}
			d.other[side] = d.sampled - d.relevant[side];
			if (d.sampled > 0)
				out[count++] = d;
			else
				unsampled[side] += d.size;
		}
	}
	for (int side = 0; side < 2; side++)
		if (unsampled[side] > 0)
			out[count++] = (struct divided_stratum){ .size = unsampled[side],
								 .retrieved = side == 1 };
	return count;
}

static struct interval_request request_of(const struct labels_question *asked, int quantity)
{
	struct interval_request q = { .quantity = quantity_of[quantity],
				      .beta = 1,
				      .post_stratified = true };
	q.ends.seed = 1;
	q.ends.draws = asked->draws;
	tails_set(&q.ends, asked->level, TAIL_BOTH);
	return q;
}

static int answer_of_run(const struct drawing *s, const struct cells *c, int quantity,
			 struct claim *out, struct err *e)
{
	struct divided_stratum *d = calloc(2 * LABEL_CLASSES_MAX + 4, sizeof *d);
	if (d == NULL)
		return err_memory(e);
	size_t count = strata_of(c, d);
	struct interval_request q = request_of(s->asked, quantity);
	q.labels = true;
	out->estimate = divided_value(d, count, &q);
	const struct sample_facts f = strata_facts(d, count, &q);
	const struct interval_rule named = { .method = s->method };
	int result = chosen_interval(s->method == NULL ? interval_choose(f) : &named, &f,
				     &out->interval, e);
	free(d);
	return result;
}

/*
 * Two runs.
 */

static size_t shared_of(const struct cells *c, struct pair_stratum *out)
{
	size_t count = 0;
	for (int quarter = 0; quarter < QUARTERS; quarter++) {
		const struct jury_cell *cell = c->cell[quarter];
		uint16_t group[LABEL_CLASSES_MAX + 1];
		size_t groups = jury_join(c->jury, &c->use, cell, c->classes, group);
		for (size_t g = 0; g < groups; g++) {
			struct pair_stratum d = { .in_a = quarter & 1, .in_b = quarter >> 1 & 1 };
			for (size_t k = 0; k < c->classes; k++) {
				if (group[k] != g)
					continue;
				d.size += cell[k].part.size;
				d.sampled += cell[k].part.sampled;
				d.relevant += cell[k].relevant;
			}
			d.assessable = d.sampled;
			out[count++] = d;
		}
	}
	return count;
}

static int by_cell(const void *a, const void *b)
{
	const struct pair_stratum *x = a, *y = b;
	const int64_t one[] = { x->in_a, x->in_b, x->size, x->sampled, x->relevant };
	const int64_t other[] = { y->in_a, y->in_b, y->size, y->sampled, y->relevant };
	for (size_t i = 0; i < sizeof one / sizeof *one; i++)
		if (one[i] != other[i])
			return one[i] < other[i] ? -1 : 1;
	return 0;
}

static bool same_cells(const struct pair_cells *a, const struct pair_cells *b)
{
	bool same = a->count == b->count;
	for (size_t i = 0; same && i < a->count; i++)
		same = by_cell(&a->cell[i], &b->cell[i]) == 0;
	return same;
}

static int answer_of_pair(const struct drawing *s, const struct pair_cells *p, int quantity,
			  struct claim *out, struct err *e)
{
	const struct interval_request q = request_of(s->asked, quantity);
	struct shared_result r;
	const struct interval_method *m = interval_find(
		s->method != NULL ? s->method : chosen_method(OF_SET, (struct sample_known){ 0 }));
	if (shared_compare(m, p->cell, p->count, &q, &r, e) < 0)
		return -1;
	out->estimate = r.mean;
	out->interval = r.interval;
	return 0;
}

/* Kinds that make the same cells (`reversed` those of `perfect`) have the same answers. */
static int answer_pairs(const struct drawing *x, const struct cells *c, struct pair_cells *pairs,
			int kind, struct claim *out, struct err *e)
{
	int same = 0;
	pairs[kind].count = shared_of(c, pairs[kind].cell);
	qsort(pairs[kind].cell, pairs[kind].count, sizeof *pairs[kind].cell, by_cell);
	while (!(x->tried[same] && same_cells(&pairs[same], &pairs[kind])))
		same++;
	for (int q = DIFFERENCE; q < QUANTITIES; q++) {
		if (!x->asked->wanted[q])
			continue;
		if (same < kind)
			out[kind * QUANTITIES + q] = out[same * QUANTITIES + q];
		else if (answer_of_pair(x, &pairs[kind], q, &out[kind * QUANTITIES + q], e) < 0)
			return -1;
	}
	return 0;
}

/*
 * Samples.
 */

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct drawing *x = question;
	struct scratch *room = scratch;
	struct uniform u = uniform_start(x->asked->effort.seed, number, STREAM_LABELLED_SAMPLE);
	for (size_t i = 0; i < x->documents; i++)
		room->item[i] = i;
	uniform_choose(&u, room->item, x->documents, (size_t)x->sampled);
	for (int kind = 0; kind < WITH_OR_WITHOUT; kind++) {
		if (!x->tried[kind])
			continue;
		count_sample(&room->cells, x, kind, room->item);
		for (int q = 0; q < DIFFERENCE; q++)
			if (x->asked->wanted[q] &&
			    answer_of_run(x, &room->cells, q, &to[kind * QUANTITIES + q], e) < 0)
				return -1;
		if (answer_pairs(x, &room->cells, room->pairs, kind, to, e) < 0)
			return -1;
		for (int q = 0; q < QUANTITIES; q++)
			to[kind * QUANTITIES + q].truth = x->truth[q];
	}
	return 0;
}

/* The true value. */
static double truth_of(const struct drawing *x, int quantity)
{
	double relevant[QUARTERS] = { 0 }, size[QUARTERS] = { 0 };
	for (size_t i = 0; i < x->documents; i++) {
		const struct ranked_pool_document *d = &x->w->document[i];
		size[quarter_of(x, d)]++;
		relevant[quarter_of(x, d)] += is_relevant(x, d);
	}
	double all = relevant[0] + relevant[1] + relevant[2] + relevant[3];
	double found[2] = { relevant[1] + relevant[3], relevant[2] + relevant[3] };
	double sets[2] = { size[1] + size[3], size[2] + size[3] }, value[2];
	for (int side = 0; side < 2; side++)
		value[side] =
			quantity_of[quantity] == QUANTITY_RECALL      ? found[side] / all
			: quantity_of[quantity] == QUANTITY_PRECISION ? found[side] / sets[side]
			: quantity_of[quantity] == QUANTITY_F ? 2 * found[side] / (sets[side] + all)
							      : all;
	return quantity < DIFFERENCE ? value[0] : value[0] - value[1];
}

/*
 * The question.
 */

static int simulate_size(struct drawing *x, double size, struct records *lines, struct err *e)
{
	const struct labels_question *q = x->asked;
	if (size < 2 || size > (double)x->documents)
		return err_usage(e, "samples of %.0f documents, of a collection of %zu", size,
				 x->documents);
	x->sampled = (int64_t)size;
	return labelled_run(&(struct labelled){ .world = x->w->name,
						.quantities = quantities,
						.wanted = q->wanted,
						.tried = x->tried,
						.sampled = x->sampled,
						.level = q->level,
						.effort = &q->effort },
			    sizeof(struct scratch) + x->documents * sizeof(size_t), one_sample, x,
			    lines, e);
}

static int simulate_sizes(struct drawing *x, struct records *lines, struct err *e)
{
	const struct labels_question *q = x->asked;
	double retrieved = 0;
	for (int i = 0; i < QUANTITIES; i++)
		x->truth[i] = truth_of(x, i);
	for (size_t i = 0; i < x->documents; i++)
		retrieved += quarter_of(x, &x->w->document[i]) & 1;
	for (size_t i = 0; i < q->sizes.count; i++)
		if (simulate_size(x, q->sizes.value[i], lines, e) < 0)
			return -1;
	for (size_t i = 0; i < q->production.count; i++) {
		double judged = q->production.value[i];
		if (simulate_size(x, nearbyint(judged * (double)x->documents / retrieved), lines,
				  e) < 0)
			return -1;
	}
	return 0;
}

static int simulate_world(const void *question, const struct ranked_world *w, struct records *lines,
			  struct err *e)
{
	const struct labels_question *q = question;
	struct arena memory = { 0 };
	struct drawing x = { .asked = q,
			     .w = w,
			     .documents = w->first[w->topics],
			     .method = q->methods.count > 0 ? q->methods.method[0] : NULL,
			     .whole = arena_zeroed(&memory, WITH_OR_WITHOUT, sizeof *x.whole) };
	struct jury *jury = arena_zeroed(&memory, WITH_OR_WITHOUT, sizeof *jury);
	for (int k = 0; k < WITH_OR_WITHOUT && !memory.failed; k++) {
		size_t classes = k < KINDS ? classes_of_kind((enum label_kind)k, w->classes) : 0;
		uint16_t *at = arena_zeroed(&memory, 2 * classes + 2, sizeof *at);
		x.tried[k] = k == NO_LABELS || (classes > 0 && q->kind[k]);
		if (!x.tried[k] || at == NULL)
			continue;
		jury[k] = jury_made((enum label_kind)k, w->classes, at);
		count_all(&x, k, &jury[k]);
	}
	int result = memory.failed ? err_memory(e) : simulate_sizes(&x, lines, e);
	arena_release(&memory);
	return result;
}

/* Means over topics. */
static int simulate_topics(const void *question, const struct ranked_world *w,
			   struct records *lines, struct err *e)
{
	const struct labels_question *q = question;
	int result = 0;
	for (size_t k = 0; k < q->each.count && result == 0; k++)
		result = labelled_topics(&(struct labelled_topics){ .world = w,
								    .depth = (double)q->depth,
								    .each = q->each.value[k],
								    .level = q->level,
								    .quantities = quantities,
								    .quantity_of = quantity_of,
								    .wanted = q->wanted,
								    .kind = q->kind,
								    .effort = &q->effort },
					 lines, e);
	return result;
}

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct labels_question *q = question;
	bool topics = q->each.count > 0;
	return worlds_simulate(
		&(struct worlds_asked){ .files = &q->files,
					.labels = &q->labels,
					.depth = (double)q->depth,
					.make = topics ? pools_make : collections_make,
					.made = topics ? POOLS_MADE : COLLECTIONS_MADE,
					.sizes = topics ? q->each.count
							: q->sizes.count + q->production.count,
					.effort = &q->effort,
					.simulate = topics ? simulate_topics : simulate_world,
					.question = q },
		lines, e);
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct labels_question *q = request;
	return simulation_lines(&q->effort, &q->answer, labelled_columns, labelled_line,
				simulate_all, q, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
