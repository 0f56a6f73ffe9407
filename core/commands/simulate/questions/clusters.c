/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate clusters: how often intervals by clusters cover, if whole families are drawn.
 *
 * A made-up collection has families of 1, 2, 3 ... documents. Relevant documents are those whose
 * uniform number lies below the richness; with the probability sqrt(icc) the number is that of the
 * family, else the document's own, so that two documents of a family are correlated by icc. The
 * same is done, with other numbers, for what the run retrieves: 75 of 100 relevant documents and 10
 * of 100 others.
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/simulate/simulate.h"
#include "core/stats/interval/cluster_jackknife.h"
#include "core/stats/random/uniform.h"

enum { WORLD_CLUSTERS = 5000, LARGEST = 25 };
enum { RICHNESS, ELUSION, RECALL, PRECISION, F, QUANTITIES };
static const char *const quantity_names[] = { "richness", "elusion", "recall", "precision", "F" };
static const enum quantity quantity_of[] = { QUANTITY_YIELD, QUANTITY_PRECISION, QUANTITY_RECALL,
					     QUANTITY_PRECISION, QUANTITY_F };

enum { ALONE, PAIRS, MIXED, LONG, STEEP, KINDS };
static const char *const kinds[] = { "alone", "pairs", "mixed", "long", "steep", NULL };

struct clusters_question {
	struct number_list sizes, icc, richness;
	int kind[KINDS];
	bool strata;
	double level;
	struct effort effort;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct clusters_question, member)

OPTION_SETTER(set_kinds)
{
	struct clusters_question *q = request;
	struct slice item;
	for (int k = 0; k < KINDS; k++)
		q->kind[k] = 0;
	while (next_item(&text, &item)) {
		int k = 0;
		while (kinds[k] != NULL && !slice_equal(item, slice_of(kinds[k])))
			k++;
		if (kinds[k] == NULL)
			return err_usage(e,
					 "--%s: '%s' is not one of alone, pairs, mixed, long, "
					 "steep",
					 o->name, shown(item.at, item.length).text);
		q->kind[k] = 1;
	}
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("What is drawn:") },
	{ OPTION_SIZES("Families of a sample (default 100,400)"), AT(sizes) },
	{ "families", 0, "KIND,...",
	  "Of alone, pairs, mixed, long and steep (default: mixed and long)", SET_BY(set_kinds),
	  .more = "`alone`: each document is a family, for which `clusters` is not the default. `pairs`: each family has two. `mixed`: 1, 2, 3 "
		  "... documents, each number half as frequent as the one before. `long`: nine of ten "
		  "have one or two, the tenth has 3 to 25. `steep`: s documents or more with the "
		  "probability 1/s, 25 at most." },
	{ "icc", 0, "X,...", "Correlation within families (default 0.2,0.7)", .type = OPTION_LIST,
	  .range = { FROM_TO(0, 1) }, AT(icc) },
	{ "richness", 0, "X,...", "Relevant share of the documents (default 0.2)",
	  .type = OPTION_LIST, .range = { BETWEEN(0, 1) }, AT(richness) },
	{ "strata", 0, NULL,
	  "Half of the families are drawn from those with a retrieved document, half from the others",
	  AT(strata) },
	{ OPTION_LEVEL("intervals"), AT(level) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static void init(void *request)
{
	struct clusters_question *q = request;
	*q = (struct clusters_question){ .sizes = { { 100, 400 }, 2 },
					 .icc = { { 0.2, 0.7 }, 2 },
					 .richness = { { 0.2 }, 1 },
					 .kind = { [MIXED] = 1, [LONG] = 1 },
					 .level = 0.95,
					 .effort = effort_by_default(1000) };
}

static const struct command_table table = {
	.name = "simulate clusters",
	.summary = "how often intervals by clusters cover if families are drawn",
	.doc = "How often intervals of richness, elusion, recall, precision and F cover if whole\n"
	       "families are drawn: by clusters, and as if documents had been drawn one by one.",
	.notes =
		"Samples with too few clusters for an interval are left out: `offered` is the share "
		"of the others. `below` and `above`: how often the true value is below the lower end, and above "
		"the upper one; a one-sided bound of level .95 is an end at --level=0.9. The collection has 5,000 families. " EXIT_STATUS,
	.option = options,
	.size = sizeof(struct clusters_question),
	.init = init,
	.shard = offsetof(struct clusters_question, answer.shard),
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

/* What a sample says of a quantity; nan: it is not offered. */
struct said {
	double lower, upper, plain_lower, plain_upper, effect;
};

struct drawing {
	const struct clusters_question *q;
	const struct world *w;
	int64_t clusters;
	size_t *item;		   /* of each thread */
	struct weighted *document; /* of each thread */
	struct said *said;	   /* of each sample and quantity */
};

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
	       struct said *to, struct err *e)
{
	const double out = (1 - x->q->level) / 2;
	const struct interval_request q = { .quantity = quantity_of[quantity],
					    .beta = 1,
					    .ends = { .lower_p = out, .upper_p = 1 - out } };
	struct cluster_jackknife j;
	struct err refused = { 0 };
	*to = (struct said){ NAN, NAN, NAN, NAN, NAN };
	if (cluster_jackknife(d, count, &q, &j, &refused) < 0 ||
	    cluster_check(&j, q.quantity, &refused) < 0) {
		if (refused.status != STATUS_IO)
			return 0;
		*e = refused;
		return -1;
	}
	double scale = q.quantity == QUANTITY_YIELD ? j.total : 1;
	struct interval by_clusters = cluster_interval(&j, &q);
	to->effect = j.design_effect;
	j.variance /= j.design_effect;
	j.freedom = INFINITY;
	struct interval plain = cluster_interval(&j, &q);
	*to = (struct said){ by_clusters.lower / scale, by_clusters.upper / scale,
			     plain.lower / scale, plain.upper / scale, to->effect };
	return 0;
}

static int answer_sample(void *context, size_t sample, int thread, struct err *e)
{
	struct drawing *x = context;
	size_t *item = x->item + (size_t)thread * WORLD_CLUSTERS, half = (size_t)x->clusters / 2;
	struct weighted *d = x->document + (size_t)thread * WORLD_CLUSTERS * LARGEST;
	struct uniform u = uniform_start(x->q->effort.seed, sample + 1, 2);
	size_t count = 0;
	int result = 0;
	if (x->q->strata) {
		count = draw(x, 0, half, item, d, &u);
		count += draw(x, 1, (size_t)x->clusters - half, item, d + count, &u);
	} else
		count = draw(x, -1, (size_t)x->clusters, item, d, &u);
	struct said *said = x->said + sample * QUANTITIES;
	for (int k = 0; k < QUANTITIES && result == 0; k++)
		if (k != ELUSION)
			result = say(x, d, count, k, &said[k], e);
	for (size_t i = 0; i < count; i++)
		d[i].retrieved = !d[i].retrieved;
	if (result == 0)
		result = say(x, d, count, ELUSION, &said[ELUSION], e);
	progress_step(&x->q->effort.progress);
	return result;
}

static void said_fields(void *context, size_t sample, struct shard_line *l)
{
	struct drawing *x = context;
	for (size_t k = 0; k < QUANTITIES; k++) {
		struct said *s = &x->said[sample * QUANTITIES + k];
		SHARD_FIELD(l, &s->lower);
		SHARD_FIELD(l, &s->upper);
		SHARD_FIELD(l, &s->plain_lower);
		SHARD_FIELD(l, &s->plain_upper);
		SHARD_FIELD(l, &s->effect);
	}
}

/* ---- lines ---- */

struct row {
	const char *families, *quantity;
	double icc, richness, level;
	int64_t clusters, samples, seed;
	double truth, offered, coverage, below, above, coverage_plain, width, effect;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "families", "families", RECORD_TEXT, .width = 8, AT(families) },
	{ "icc", "icc", RECORD_SHORT, .width = 4, AT(icc) },
	{ "richness", "richness", RECORD_SHORT, .width = 8, AT(richness) },
	{ "drawn", "drawn", RECORD_WHOLE, .width = 5, AT(clusters) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 9, AT(quantity) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", "truth", RECORD_REAL, 6, 4, 6, AT(truth) },
	{ "offered", "offered", RECORD_REAL, 4, 3, 7, AT(offered) },
	{ "coverage", "coverage", RECORD_REAL, 4, 3, 8, AT(coverage) },
	{ "below", "below", RECORD_REAL, 4, 3, 5, AT(below) },
	{ "above", "above", RECORD_REAL, 4, 3, 5, AT(above) },
	{ "coverage_documents", "one by one", RECORD_REAL, 4, 3, 10, AT(coverage_plain) },
	{ "width", "width", RECORD_REAL, 6, 4, 6, AT(width) },
	{ "design_effect", "effect", RECORD_REAL, 4, 2, 6, AT(effect) },
	{ 0 },
};

static void add_line(struct records *r, const struct drawing *x, struct row row, int quantity)
{
	const struct clusters_question *q = x->q;
	double offered = 0;
	row.quantity = quantity_names[quantity];
	row.truth = truth_of(x->w, quantity);
	for (int64_t i = 0; i < q->effort.samples; i++) {
		const struct said *s = &x->said[(size_t)i * QUANTITIES + (size_t)quantity];
		if (isnan(s->lower))
			continue;
		offered++;
		row.coverage += s->lower <= row.truth && row.truth <= s->upper;
		row.below += row.truth < s->lower;
		row.above += row.truth > s->upper;
		row.coverage_plain += s->plain_lower <= row.truth && row.truth <= s->plain_upper;
		row.width += s->upper - s->lower;
		row.effect += s->effect;
	}
	row.offered = offered / (double)q->effort.samples;
	row.coverage /= offered;
	row.below /= offered;
	row.above /= offered;
	row.coverage_plain /= offered;
	row.width /= offered;
	row.effect /= offered;
	records_add(r, &row);
}

static int simulate_cell(struct drawing *x, struct row row, struct records *lines, struct err *e)
{
	const struct clusters_question *q = x->q;
	if (row.clusters > WORLD_CLUSTERS)
		return err_usage(e, "samples of %lld families, of a collection of %d",
				 (long long)row.clusters, WORLD_CLUSTERS);
	x->clusters = row.clusters;
	if (shard_each(q->effort.shard, q->effort.jobs, (size_t)q->effort.samples, answer_sample,
		       said_fields, x, e) < 0)
		return -1;
	for (int k = 0; k < QUANTITIES; k++)
		add_line(lines, x, row, k);
	return 0;
}

static int simulate_kind(struct drawing *x, struct world *w, int kind, struct records *lines,
			 struct err *e)
{
	const struct clusters_question *q = x->q;
	struct row row = { .families = kinds[kind],
			   .level = q->level,
			   .samples = q->effort.samples,
			   .seed = (int64_t)q->effort.seed };
	for (size_t i = 0; i < q->icc.count; i++)
		for (size_t k = 0; k < q->richness.count; k++) {
			row.icc = q->icc.value[i];
			row.richness = q->richness.value[k];
			make_world(w, kind, row.icc, row.richness, q->effort.seed);
			for (size_t n = 0; n < q->sizes.count; n++) {
				row.clusters = (int64_t)q->sizes.value[n];
				if (simulate_cell(x, row, lines, e) < 0)
					return -1;
			}
		}
	return 0;
}

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct clusters_question *q = question;
	size_t samples = (size_t)q->effort.samples, chosen = 0;
	size_t threads = (size_t)parallel_threads(q->effort.jobs, samples);
	for (int k = 0; k < KINDS; k++)
		chosen += (size_t)q->kind[k];
	progress_begin(&q->effort.progress,
		       chosen * q->icc.count * q->richness.count * q->sizes.count * samples);
	struct world *w = calloc(1, sizeof *w);
	struct drawing x = { .q = q, .w = w };
	x.item = calloc(threads * WORLD_CLUSTERS, sizeof *x.item);
	x.document = calloc(threads * WORLD_CLUSTERS * LARGEST, sizeof *x.document);
	x.said = calloc(samples * QUANTITIES + 1, sizeof *x.said);
	bool room = w != NULL && x.item != NULL && x.document != NULL && x.said != NULL;
	int result = room ? 0 : err_memory(e);
	for (int k = 0; k < KINDS && result == 0; k++)
		if (q->kind[k])
			result = simulate_kind(&x, w, k, lines, e);
	free(x.said);
	free(x.document);
	free(x.item);
	free(w);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct clusters_question *q = request;
	return simulation_lines(&q->effort, &q->answer, columns, sizeof(struct row), simulate_all,
				q, out, e);
}

COMMAND = { &table, run, NULL };
