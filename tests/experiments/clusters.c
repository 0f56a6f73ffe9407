/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals by clusters cover, if whole families are drawn: `--ci=clusters`, and as if
 * documents had been drawn one by one (doc/coverage.md).
 *
 * A made-up collection has 5,000 families of 1, 2, 3 ... documents. Relevant documents are those
 *whose uniform number lies below the richness; with the probability sqrt(icc) the number is that of
 *the family, else the document's own, so that two documents of a family are correlated by icc. The
 * same is done, with other numbers, for what the run retrieves: 75 of 100 relevant documents and 10
 * of 100 others. Families:
 *
 *	alone  each document is one, for which `clusters` is not the default
 *	pairs  two documents
 *	mixed  1, 2, 3 ... documents, each number half as frequent as the one before
 *	long   nine of ten have one or two, the tenth has 3 to 25
 *	steep  s documents or more with the probability 1/s, 25 at most
 *
 * Samples with too few clusters are not offered an interval. A one-sided bound of level .95 is an
 *end at level=0.9.
 *
 * Evidence: families=pairs,mixed,long,steep seed=2
 */
#include <math.h>

#include "core/commands/simulate/trials.h"
#include "core/stats/interval/cluster_jackknife.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/key_value.h"

enum { WORLD_CLUSTERS = 5000, LARGEST = 25 };
enum { RICHNESS, ELUSION, RECALL, PRECISION, F, QUANTITIES };
static const char *const quantity_names[] = { "richness", "elusion", "recall", "precision", "F" };
static const enum quantity quantity_of[] = { QUANTITY_YIELD, QUANTITY_PRECISION, QUANTITY_RECALL,
					     QUANTITY_PRECISION, QUANTITY_F };

enum { ALONE, PAIRS, MIXED, LONG, STEEP, KINDS };
static const char *const kinds[] = { "alone", "pairs", "mixed", "long", "steep", NULL };

struct clusters_question {
	struct number_list sizes, icc, richness;
	bool kind[KINDS];
	bool strata;
	double level;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct clusters_question, member)

static const struct command_option keys[] = {
	{ "sizes", 0, "N,...", "Families of a sample (default 100,400)", LIST(WHOLES(2, 1000000)),
	  AT(sizes) },
	{ "families", 0, "KIND,...",
	  "Of alone, pairs, mixed, long and steep (default: mixed and long)", NAMES(kinds),
	  AT(kind) },
	{ "icc", 0, "X,...", "Correlation within families (default 0.2,0.7)", LIST(FROM_TO(0, 1)),
	  AT(icc) },
	{ "richness", 0, "X,...", "Relevant share of the documents (default 0.2)",
	  LIST(BETWEEN(0, 1)), AT(richness) },
	{ "strata", 0, NULL,
	  "Half of the families are drawn from those with a retrieved document, half from the others",
	  AT(strata) },
	{ OPTION_LEVEL, AT(level) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct clusters_question *)request =
		(struct clusters_question){ .sizes = { { 100, 400 }, 2 },
					    .icc = { { 0.2, 0.7 }, 2 },
					    .richness = { { 0.2 }, 1 },
					    .kind = { [MIXED] = true, [LONG] = true },
					    .level = 0.95,
					    .effort = experiment_effort(1000) };
}

static const struct command_table table = {
	.name = "clusters",
	.doc = "How often intervals of richness, elusion, recall, precision and F cover if whole families are drawn.",
	.option = keys,
	.size = sizeof(struct clusters_question),
	.init = init,
};

/* ---- the collection ---- */

struct world {
	size_t first[WORLD_CLUSTERS + 1]; /* document of each cluster */
	int stratum[WORLD_CLUSTERS];
	size_t in_stratum[2], documents_of[2], documents;
	bool relevant[WORLD_CLUSTERS * LARGEST], retrieved[WORLD_CLUSTERS * LARGEST];
};

static size_t cluster_size(int kind, struct uniform *u)
{
	double x = uniform_next(u);
	if (kind == ALONE)
		return 1;
	if (kind == PAIRS)
		return 2;
	if (kind == MIXED)
		return (size_t)fmin(1 + floor(-log2(x)), LARGEST);
	if (kind == STEEP)
		return (size_t)fmin(floor(1 / x), LARGEST);
	return x < 0.9 ? 1 + uniform_below(u, 2) : 3 + uniform_below(u, LARGEST - 2);
}

/* The number of a document that shares one with its family, with this probability. */
static double shared(double of_family, double probability, struct uniform *u)
{
	double own = uniform_next(u);
	return uniform_next(u) < probability ? of_family : own;
}

static void make_world(struct world *w, int kind, double icc, double richness, uint64_t seed)
{
	struct uniform u = uniform_start(seed, 0, 1);
	*w = (struct world){ .documents = 0 };
	for (size_t c = 0; c < WORLD_CLUSTERS; c++) {
		size_t end = w->documents + cluster_size(kind, &u), i = w->documents;
		double relevance = uniform_next(&u), retrieval = uniform_next(&u);
		int any = 0;
		w->first[c] = i;
		for (; i < end; i++) {
			w->relevant[i] = shared(relevance, sqrt(icc), &u) < richness;
			w->retrieved[i] =
				shared(retrieval, sqrt(icc), &u) < (w->relevant[i] ? 0.75 : 0.1);
			any = any || w->retrieved[i];
		}
		w->stratum[c] = any;
		w->in_stratum[any]++;
		w->documents_of[any] += end - w->documents;
		w->documents = end;
	}
	w->first[WORLD_CLUSTERS] = w->documents;
}

static double truth_of(const struct world *w, int quantity)
{
	double count[2][2] = { { 0 } }; /* relevant, retrieved */
	for (size_t i = 0; i < w->documents; i++)
		count[w->relevant[i]][w->retrieved[i]]++;
	double relevant = count[1][0] + count[1][1], set = count[0][1] + count[1][1];
	const double truth[] = { [RICHNESS] = relevant / (double)w->documents,
				 [ELUSION] = count[1][0] / (count[0][0] + count[1][0]),
				 [RECALL] = count[1][1] / relevant,
				 [PRECISION] = count[1][1] / set,
				 [F] = 2 * count[1][1] / (relevant + set) };
	return truth[quantity];
}

/* ---- samples ---- */

/* Samples of one size from one collection. */
struct drawing {
	const struct clusters_question *q;
	const struct world *w;
	size_t clusters;
	double truth[QUANTITIES];
};

/* Room of one thread. */
struct scratch {
	size_t item[WORLD_CLUSTERS];
	struct weighted document[WORLD_CLUSTERS * LARGEST];
};

/* By clusters, with the design effect, and as if documents had been drawn one by one. */
enum { BY_CLUSTERS, ONE_BY_ONE = QUANTITIES, CLAIMS = 2 * QUANTITIES };

static size_t take_cluster(const struct world *w, size_t c, int32_t stratum, struct weighted *to)
{
	size_t count = 0;
	for (size_t i = w->first[c]; i < w->first[c + 1]; i++)
		to[count++] = (struct weighted){ .relevant = w->relevant[i],
						 .retrieved = w->retrieved[i],
						 .cluster = (int32_t)c + 1,
						 .stratum = stratum };
	return count;
}

/* Draws clusters of one stratum, or of all (-1). */
static size_t draw(const struct drawing *x, int stratum, size_t wanted, size_t *item,
		   struct weighted *to, struct uniform *u)
{
	const struct world *w = x->w;
	size_t all = 0, count = 0;
	for (size_t c = 0; c < WORLD_CLUSTERS; c++)
		if (stratum < 0 || w->stratum[c] == stratum)
			item[all++] = c;
	wanted = wanted < all ? wanted : all;
	uniform_choose(u, item, all, wanted);
	for (size_t k = 0; k < wanted; k++)
		count += take_cluster(w, item[k], stratum < 0 ? 0 : stratum, to + count);
	size_t size = stratum < 0 ? w->documents : w->documents_of[stratum];
	for (size_t i = 0; i < count; i++)
		to[i].weight = (double)size / (double)count;
	return count;
}

/* What is refused has no bounds. -1: out of memory. */
static int say(const struct drawing *x, const struct weighted *d, size_t count, int quantity,
	       struct claim *to, struct err *e)
{
	const double out = (1 - x->q->level) / 2;
	const struct interval_request q = { .quantity = quantity_of[quantity],
					    .beta = 1,
					    .ends = { .lower_p = out, .upper_p = 1 - out } };
	struct cluster_jackknife j;
	struct err refused = { 0 };
	if (cluster_jackknife(d, count, &q, &j, &refused) < 0 ||
	    cluster_check(&j, q.quantity, &refused) < 0) {
		if (refused.status != STATUS_IO)
			return 0;
		*e = refused;
		return -1;
	}
	double scale = q.quantity == QUANTITY_YIELD ? j.total : 1;
	for (int k = BY_CLUSTERS; k < CLAIMS; k += ONE_BY_ONE) {
		const struct interval i = cluster_interval(&j, &q);
		to[k + quantity].truth = x->truth[quantity];
		to[k + quantity].estimate = j.share;
		to[k + quantity].interval = (struct interval){ i.lower / scale, i.upper / scale };
		to[k + quantity].more[0] = j.design_effect;
		j.variance /= j.design_effect;
		j.freedom = INFINITY;
	}
	return 0;
}

static int one_sample(const void *question, size_t number, void *room, struct claim *to,
		      struct err *e)
{
	const struct drawing *x = question;
	struct scratch *s = room;
	struct weighted *d = s->document;
	struct uniform u = uniform_start(x->q->effort.seed, number + 1, 2);
	size_t half = x->clusters / 2, count = 0;
	if (x->q->strata) {
		count = draw(x, 0, half, s->item, d, &u);
		count += draw(x, 1, x->clusters - half, s->item, d + count, &u);
	} else
		count = draw(x, -1, x->clusters, s->item, d, &u);
	for (int k = 0; k < QUANTITIES; k++)
		if (k != ELUSION && say(x, d, count, k, to, e) < 0)
			return -1;
	for (size_t i = 0; i < count; i++)
		d[i].retrieved = !d[i].retrieved;
	return say(x, d, count, ELUSION, to, e);
}

/* ---- lines ---- */

struct row {
	const char *families, *quantity;
	double icc, richness, level, truth, one_by_one;
	int64_t clusters, seed;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "families", NULL, RECORD_TEXT, AT(families) },
	{ "icc", NULL, RECORD_SHORT, AT(icc) },
	{ "richness", NULL, RECORD_SHORT, AT(richness) },
	{ "drawn", NULL, RECORD_WHOLE, AT(clusters) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "coverage_documents", NULL, RECORD_REAL, 6, AT(one_by_one) },
	{ "design_effect", NULL, RECORD_REAL, 4, AT(of.more[0]) },
	{ 0 },
};

static int simulate_size(struct drawing *x, struct row row, struct records *lines, struct err *e)
{
	struct tally tally[CLAIMS];
	const struct trials trials = { .effort = &x->q->effort,
				       .groups = 1,
				       .samples = (size_t)x->q->effort.samples,
				       .claims = CLAIMS,
				       .scratch = sizeof(struct scratch),
				       .one = one_sample,
				       .question = x };
	if (row.clusters > WORLD_CLUSTERS)
		return err_usage(e, "samples of %lld families, of a collection of %d",
				 (long long)row.clusters, WORLD_CLUSTERS);
	x->clusters = (size_t)row.clusters;
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (int k = 0; k < QUANTITIES; k++) {
		row.quantity = quantity_names[k];
		row.truth = x->truth[k];
		row.of = tally[k];
		row.one_by_one = tally[ONE_BY_ONE + k].coverage;
		records_add(lines, &row);
	}
	return 0;
}

static int simulate_world(const struct clusters_question *q, struct world *w, struct row row,
			  struct records *lines, struct err *e)
{
	struct drawing x = { .q = q, .w = w };
	for (int k = 0; k < QUANTITIES; k++)
		x.truth[k] = truth_of(w, k);
	for (size_t n = 0; n < q->sizes.count; n++) {
		row.clusters = (int64_t)q->sizes.value[n];
		if (simulate_size(&x, row, lines, e) < 0)
			return -1;
	}
	return 0;
}

static int simulate_kind(const struct clusters_question *q, struct world *w, int kind,
			 struct records *lines, struct err *e)
{
	struct row row = { .families = kinds[kind],
			   .level = q->level,
			   .seed = (int64_t)q->effort.seed };
	for (size_t i = 0; i < q->icc.count * q->richness.count; i++) {
		row.icc = q->icc.value[i / q->richness.count];
		row.richness = q->richness.value[i % q->richness.count];
		make_world(w, kind, row.icc, row.richness, q->effort.seed);
		if (simulate_world(q, w, row, lines, e) < 0)
			return -1;
	}
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct clusters_question *q = request;
	struct world *w = calloc(1, sizeof *w);
	struct records lines;
	int result = w != NULL ? 0 : err_memory(e);
	records_init(&lines, columns, sizeof(struct row));
	for (int k = 0; k < KINDS && result == 0; k++)
		if (q->kind[k])
			result = simulate_kind(q, w, k, &lines, e);
	free(w);
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
