/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the sign of the difference of two runs is right, by the confidence in it, as pools are
 * judged (Carterette & Smucker 2007, section 4.1 and Figure 4; doc/papers.md).
 *
 * Evidence: sizes=25,50 qrels.robust03.gz input.SABIR03BASE.gz input.UIUC03Rd1.gz
 * input.aplrob03a.gz input.humR03dc.gz input.pircRBa1.gz input.uic0301.gz
 */
#include "core/base/parallel.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/pools.h"

struct confidence_asked {
	struct pools_asked asked;
	struct number_list sizes;
};

#define AT(member) OPTION_AT(struct confidence_asked, member)

static const struct command_option keys[] = {
	{ "sizes", 0, "N,...", "Topics in a draw (default: all topics, once)",
	  LIST(WHOLES(2, 1000000)), AT(sizes) },
	{ OPTION_DEPTH, AT(asked.pilot.depth) },
	{ .include = file_options, AT(asked.files) },
	{ OPTION_SAMPLES("Draws of topics, for each size (default 10)"), AT(asked.effort.samples) },
	{ .include = effort_options, AT(asked.effort) },
	{ OPTION_PICTURE("how often the sign is right"), AT(asked.plot) },
	{ 0 },
};

static const struct command_option files = { .type = OPTION_FILES, AT(asked.files.file) };

static void init(void *request)
{
	((struct confidence_asked *)request)->asked = pools_by_default(10);
}

static const struct command_table table = {
	.name = "confidence",
	.arguments = "QRELS RUN...",
	.doc = "How often the sign of the difference of two runs is right, by the confidence in it, as pools are judged.",
	.option = keys,
	.word = &files,
	.size = sizeof(struct confidence_asked),
	.init = init,
	.check = pools_check,
};

/* ---- the work ---- */

enum { CONFIDENCE_BINS = 10 }; /* between 1/2 and 1 */

/* All depths of all pairs, and of all draws of topics, with a confidence in the bin. */
struct confidence_bin {
	int64_t observations;
	double confidence; /* mean, of the sign of the difference in MAP */
	double right;	   /* share in which it is the sign of all judgments */
	double topics;	   /* share of the topics with a difference whose sign is right */
};

struct confidence_work {
	const struct confidence_asked *q;
	const struct pilot_data *d;
	struct confidence_bin *bin; /* of each pair, sums */
};

/* Every depth of one set of topics. */
static void observe_depths(const struct pilot_topic *topic, const struct pilot_draw *r,
			   struct confidence_bin *bin)
{
	double judged, sum = 0;
	for (size_t i = 0; i < r->size; i++)
		sum += pool_truth(&topic[r->drawn[i]]);
	size_t depths = pilot_depths(topic, r);
	for (size_t k = 1; k <= depths && sum != 0; k++) {
		struct map_difference x = pilot_judge(topic, r, k, &judged);
		int place = (int)((x.certainty - 0.5) * 2 * CONFIDENCE_BINS);
		struct confidence_bin *to =
			&bin[place < CONFIDENCE_BINS ? place : CONFIDENCE_BINS - 1];
		double right = 0, different = 0;
		for (size_t i = 0; i < r->size; i++) {
			int actual = sign(pool_truth(&topic[r->drawn[i]]));
			different += actual != 0;
			right += actual != 0 && sign(r->difference[i].mean) == actual;
		}
		to->observations++;
		to->confidence += x.certainty;
		to->right += sign(x.mean) == sign(sum);
		to->topics += right / different;
	}
}

static int observe_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct confidence_work *w = context;
	const struct pools_asked *s = &w->q->asked;
	const struct pilot_topic *topic = w->d->topic + pair * w->d->topics;
	size_t topics = w->d->topics, most = topics;
	struct confidence_bin *bin = w->bin + pair * CONFIDENCE_BINS;
	for (size_t i = 0; i < w->q->sizes.count; i++)
		most = w->q->sizes.value[i] > (double)most ? (size_t)w->q->sizes.value[i] : most;
	struct pilot_draw r;
	int result = pilot_draw_init(&r, topics, most, e);
	if (result == 0 && w->q->sizes.count == 0) {
		r.size = topics;
		memcpy(r.drawn, r.order, topics * sizeof *r.drawn);
		observe_depths(topic, &r, bin);
	}
	for (size_t i = 0; result == 0 && i < w->q->sizes.count; i++)
		for (int64_t k = 0; k < s->effort.samples; k++) {
			size_t size = (size_t)w->q->sizes.value[i];
			struct uniform u = uniform_start(
				s->effort.seed, pair * (uint64_t)s->effort.samples + (uint64_t)k,
				(uint32_t)size);
			pilot_draw_next(&r, &u, topics, size);
			observe_depths(topic, &r, bin);
		}
	pilot_draw_release(&r);
	return result;
}

static void add_up(const struct confidence_work *w, struct confidence_bin *bin)
{
	for (size_t i = 0; i < CONFIDENCE_BINS; i++) {
		struct confidence_bin sum = { 0 };
		for (size_t pair = 0; pair < w->d->pairs; pair++) {
			const struct confidence_bin *x = &w->bin[pair * CONFIDENCE_BINS + i];
			sum.observations += x->observations;
			sum.confidence += x->confidence;
			sum.right += x->right;
			sum.topics += x->topics;
		}
		double n = (double)sum.observations;
		bin[i] = (struct confidence_bin){ sum.observations, sum.confidence / n,
						  sum.right / n, sum.topics / n };
	}
}

/* ---- lines and the picture ---- */

struct row {
	double from, to;
	struct confidence_bin bin;
	int64_t seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "from", NULL, RECORD_REAL, 2, AT(from) },
	{ "to", NULL, RECORD_REAL, 2, AT(to) },
	{ "observations", NULL, RECORD_WHOLE, AT(bin.observations) },
	{ "confidence", NULL, RECORD_REAL, 6, AT(bin.confidence) },
	{ "right", NULL, RECORD_REAL, 6, AT(bin.right) },
	{ "topics_right", NULL, RECORD_REAL, 6, AT(bin.topics) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static int draw(const struct confidence_bin *bin, struct picture *out, struct err *e)
{
	if (picture_init(out, 1, 1, e) < 0)
		return -1;
	struct plot *p = out->plot;
	buffer_print(&p->title, "How often the sign of a difference is right");
	buffer_print(&p->x_label, "confidence");
	buffer_print(&p->y_label, "share that is right");
	plot_line(p, "as it says", 0.5, 0.5, 1, 1);
	for (int topics = 0; topics < 2; topics++) {
		plot_curve(p, PLOT_CURVE, topics ? "single topics" : "mean", (size_t)topics);
		for (int i = 0; i < CONFIDENCE_BINS; i++)
			plot_point(p, bin[i].confidence, topics ? bin[i].topics : bin[i].right);
	}
	return 0;
}

static int answer(const void *request, const struct pilot_data *d, int64_t *unplanned,
		  struct records *lines, struct picture *picture, struct err *e)
{
	(void)unplanned; /* there are no pilots */
	const struct confidence_asked *q = request;
	struct confidence_bin bin[CONFIDENCE_BINS];
	struct confidence_work w = { q, d, calloc(d->pairs * CONFIDENCE_BINS, sizeof *w.bin) };
	int result = w.bin == NULL
			     ? err_memory(e)
			     : parallel_each(q->asked.effort.jobs, d->pairs, observe_pair, &w, e);
	if (result == 0)
		add_up(&w, bin);
	free(w.bin);
	for (int i = 0; i < CONFIDENCE_BINS && result == 0; i++)
		records_add(lines, &(struct row){ 0.5 + i * 0.5 / CONFIDENCE_BINS,
						  0.5 + (i + 1) * 0.5 / CONFIDENCE_BINS, bin[i],
						  (int64_t)q->asked.effort.seed });
	return result == 0 && q->asked.plot != NULL ? draw(bin, picture, e) : result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	return pools_run(request, columns, sizeof(struct row), answer, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
