/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Studies of pairs of runs that a pilot study plans, their judgments and their power: pools are
 * judged deeper and deeper until the sign of the difference is certain enough (Carterette & Smucker
 * 2007, section 5, Figures 7 and 8; doc/papers.md). The last line is of all studies.
 *
 * Evidence: samples=2000 certainty=0.68 qrels.robust03.gz input.SABIR03BASE.gz input.UIUC03Rd1.gz
 * input.aplrob03a.gz input.humR03dc.gz input.pircRBa1.gz input.uic0301.gz
 */
#include <math.h>

#include "core/base/near.h"
#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/planning/study_cost.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/correlation.h"
#include "tests/experiments/pools.h"

struct study_asked {
	struct pools_asked asked;
	double topics;	  /* n: the power to be kept is that of n topics without error */
	double certainty; /* of every study; 0: what a pilot study says is cheapest */
	int64_t pilot_topics;
	struct study_prices price;
	double alpha;
};

#define AT(member) OPTION_AT(struct study_asked, member)

static const struct command_option keys[] = {
	{ "sizes", 0, "N", "Topics that would have the power if all were judged (default 25)",
	  REAL(WHOLES(2, 1000000)), AT(topics) },
	{ "certainty", 0, "X", "Judge every study to this certainty, without a pilot (section 5.1)",
	  REAL(ABOVE_TO(0.5, 1)), AT(certainty) },
	{ "pilot", 0, "N", "Topics of a pilot (default 10)", WHOLE(2, 1000000), AT(pilot_topics) },
	{ "topic-cost", 0, "X", "Cost of a topic, that of a judgment being 1 (default 0)",
	  REAL(FROM_TO(0, 1e9)), AT(price.topic) },
	{ "free-topics", 0, "N", "Topics that cost nothing (default 0)", REAL(FROM_TO(0, 1e9)),
	  AT(price.free_topics) },
	{ OPTION_DEPTH, AT(asked.pilot.depth) },
	{ .include = file_options, AT(asked.files) },
	{ OPTION_SAMPLES("Studies, each of a pair that is drawn (default 1000)"),
	  AT(asked.effort.samples) },
	{ .include = effort_options, AT(asked.effort) },
	{ OPTION_PICTURE("effect size and power"), AT(asked.plot) },
	{ 0 },
};

static const struct command_option files = { .type = OPTION_FILES, AT(asked.files.file) };

static void init(void *request)
{
	*(struct study_asked *)request = (struct study_asked){ .asked = pools_by_default(1000),
							       .topics = 25,
							       .pilot_topics = 10,
							       .price = { .judgment = 1 },
							       .alpha = 0.05 };
}

static const struct command_table table = {
	.name = "study",
	.arguments = "QRELS RUN...",
	.doc = "Studies of pairs of runs that a pilot study plans: judgments and power.",
	.option = keys,
	.word = &files,
	.size = sizeof(struct study_asked),
	.init = init,
	.check = pools_check,
};

/* ---- the work ---- */

/* The certainty that counts as 1: the normal distribution never gets there. */
static const double SURE = 0.9999;

enum { STUDY_BINS = 10 }; /* of effect sizes, .1 wide; the last row is all studies */

struct study_bin {
	int64_t studies;
	double effect;		/* mean size over all topics, of the better run */
	double certainty;	/* mean, that was aimed at */
	double topics;		/* mean number */
	double adjusted;	/* mean effect that eq 2 predicts */
	double observed;	/* mean effect of the signs that were seen */
	double predicted_power; /* mean, of n topics without error */
	double power;		/* share that finds the better run, one-sided sign test */
	double predicted;	/* mean judgments that the pilot predicted; nan without a pilot */
	double judgments;	/* mean */
	double median;
	double complete;    /* mean, of n topics until the sign is certain */
	double pool;	    /* mean, of the deepest pools of n topics */
	double start;	    /* mean, of the pilots */
	double reached;	    /* share in which the certainty was reached */
	double correlation; /* of predicted and actual judgments */
};

/* One study. */
struct trial {
	bool planned;
	double effect; /* of the better run, over all topics */
	struct study plan;
	double topics; /* whole number */
	double judgments, complete, pool, start;
	bool reached, significant;
	double observed; /* effect of the signs that were seen, for the better run */
};

struct study_work {
	const struct study_asked *s;
	const struct pilot_data *d;
	struct trial *trial;
};

/* Certainty and topics from a pilot study, whose topics are judged completely. */
static int plan(const struct study_asked *s, const struct pilot_topic *pilot, uint64_t number,
		struct trial *t, struct err *e)
{
	const struct pilot_question *q = &s->asked.pilot;
	size_t topics = (size_t)s->pilot_topics;
	const struct pilot_design design = pilot_design(q);
	double *x = calloc(pilot_observations(&design) + 1, sizeof *x);
	struct judgment_model model;
	double deviance_r2;
	struct err why = { 0 };
	if (x == NULL)
		return err_memory(e);
	for (size_t i = 0; i < topics; i++)
		t->start += (double)pilot[i].judged[pilot[i].depths - 1];
	t->planned = pilot_observe(pilot, topics, &design, number, x, &why) == 0 &&
		     pilot_fit(&design, x, pilot_observations(&design), &model, &deviance_r2,
			       &why) == 0 &&
		     study_cheapest(&model, &s->price, s->topics, &t->plan, &why) == 0;
	free(x);
	if (why.status != STATUS_IO)
		return 0;
	*e = why; /* out of memory: not the pilot's fault */
	return -1;
}

/* Judges the topics that were drawn until they are certain enough; the state then. */
static struct map_difference judge_until(const struct pilot_topic *topic,
					 const struct pilot_draw *r, double certainty,
					 double *judged)
{
	struct map_difference x = { 0 };
	size_t depths = pilot_depths(topic, r);
	for (size_t k = 1; k <= depths; k++) {
		x = pilot_judge(topic, r, k, judged);
		if (pilot_reaches(&x, certainty))
			break;
	}
	return x;
}

/* The study itself, and beside it n topics that are judged until nothing is open. */
static int carry_out(const struct study_asked *s, const struct pilot_topic *topic, size_t topics,
		     int better, struct uniform *u, struct trial *t, struct err *e)
{
	size_t size = (size_t)t->topics, n = (size_t)s->topics;
	struct pilot_draw r;
	if (pilot_draw_init(&r, topics, size > n ? size : n, e) < 0) {
		pilot_draw_release(&r);
		return -1;
	}
	pilot_draw_next(&r, u, topics, size);
	struct map_difference x = judge_until(topic, &r, t->plan.lambda, &t->judgments);
	int64_t right = better > 0 ? x.positive : x.negative, seen = x.positive + x.negative;
	t->reached = pilot_reaches(&x, t->plan.lambda);
	t->observed = seen > 0 ? 2 * (double)right / (double)seen - 1 : 0;
	t->significant = right >= sign_critical_value(seen, s->alpha);
	pilot_draw_next(&r, u, topics, n);
	judge_until(topic, &r, SURE, &t->complete);
	judge_until(topic, &r, INFINITY, &t->pool);
	pilot_draw_release(&r);
	return 0;
}

/* Effect size of the better run over all topics, and which of the two that is. */
static double effect_of(const struct pilot_topic *topic, size_t topics, int *better)
{
	double balance = 0, different = 0;
	for (size_t i = 0; i < topics; i++) {
		balance += sign(pool_truth(&topic[i]));
		different += pool_truth(&topic[i]) != 0;
	}
	*better = sign(balance) >= 0 ? 1 : -1;
	return different > 0 ? fabs(balance) / different : 0;
}

/* A copy of the topics in random order, for the caller to free; NULL: out of memory. */
static struct pilot_topic *shuffle(const struct pilot_topic *topic, size_t topics,
				   struct uniform *u)
{
	size_t *order = malloc(topics * sizeof *order);
	struct pilot_topic *out = malloc(topics * sizeof *out);
	bool room = order != NULL && out != NULL;
	for (size_t i = 0; room && i < topics; i++)
		order[i] = i;
	if (room)
		uniform_choose(u, order, topics, topics);
	for (size_t i = 0; room && i < topics; i++)
		out[i] = topic[order[i]];
	free(order);
	if (!room)
		free(out);
	return room ? out : NULL;
}

static int run_trial(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct study_work *w = context;
	const struct study_asked *s = w->s;
	struct trial *t = &w->trial[number];
	struct uniform u = uniform_start(s->asked.effort.seed, number, STREAM_STUDY);
	size_t pair = uniform_below(&u, w->d->pairs), topics = w->d->topics, pilot = 0;
	const struct pilot_topic *topic = w->d->topic + pair * topics;
	struct pilot_topic *shuffled = NULL;
	int better, result = 0;
	t->effect = effect_of(topic, topics, &better);
	if (s->certainty > 0) {
		t->planned = true;
		t->plan = (struct study){ .lambda = s->certainty,
					  .topics = sign_adjusted_topics(s->topics, s->certainty) };
	} else { /* the first topics are for the pilot, the others for the study */
		pilot = (size_t)s->pilot_topics;
		topic = shuffled = shuffle(topic, topics, &u);
		result = shuffled == NULL ? err_memory(e) : plan(s, shuffled, number, t, e);
	}
	if (result == 0 && t->planned) {
		t->topics = near_ceil(t->plan.topics);
		result = carry_out(s, topic + pilot, topics - pilot, better, &u, t, e);
	}
	free(shuffled);
	return result;
}

/* Sums over the studies of a bin become means. */
static int sum_up(const struct study_work *w, size_t bin, struct study_bin *out, struct err *e)
{
	const struct study_asked *s = w->s;
	size_t count = 0, all = (size_t)s->asked.effort.samples;
	double *row = calloc(2 * all + 1, sizeof *row), *predicted = row, *actual = row + all;
	struct study_bin x = { 0 };
	if (row == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++) {
		const struct trial *t = &w->trial[i];
		size_t own = t->effect < 1 ? (size_t)(fmax(t->effect, 0) * STUDY_BINS + 1e-9)
					   : STUDY_BINS - 1;
		if (!t->planned || (bin < STUDY_BINS && own != bin))
			continue;
		x.effect += t->effect;
		x.certainty += t->plan.lambda;
		x.topics += t->topics;
		x.adjusted += sign_adjusted_effect(t->effect, t->plan.lambda);
		x.observed += t->observed;
		x.predicted_power += sign_power_exact((int64_t)s->topics, t->effect, s->alpha);
		x.power += t->significant;
		x.judgments += t->judgments;
		x.complete += t->complete;
		x.pool += t->pool;
		x.start += t->start;
		x.reached += t->reached;
		predicted[count] = t->plan.judgments;
		actual[count++] = t->judgments;
		x.predicted += t->plan.judgments;
	}
	double *const sum[] = { &x.effect,   &x.certainty, &x.topics,
				&x.adjusted, &x.observed,  &x.predicted_power,
				&x.power,    &x.judgments, &x.complete,
				&x.pool,     &x.start,	   &x.reached,
				&x.predicted };
	for (size_t i = 0; i < sizeof sum / sizeof *sum; i++)
		*sum[i] /= (double)count;
	x.studies = (int64_t)count;
	x.correlation = linear_correlation(predicted, actual, count);
	qsort(actual, count, sizeof *actual, ascending);
	x.median = count > 0 ? (actual[(count - 1) / 2] + actual[count / 2]) / 2 : NAN;
	if (s->certainty > 0)
		x.predicted = x.start = x.correlation = NAN;
	*out = x;
	free(row);
	return 0;
}

/* The bins, and how many pilots were left out, since no plan follows from them. */
static int study_simulate(const struct study_asked *s, const struct pilot_data *d,
			  struct study_bin *bin, int64_t *unplanned, struct err *e)
{
	size_t samples = (size_t)s->asked.effort.samples;
	if (s->certainty == 0 && (size_t)s->pilot_topics >= d->topics)
		return err_data(e, "%zu topics: none is left beside a pilot of %lld", d->topics,
				(long long)s->pilot_topics);
	struct study_work w = { s, d, calloc(samples, sizeof *w.trial) };
	int result = w.trial == NULL
			     ? err_memory(e)
			     : parallel_each(s->asked.effort.jobs, samples, run_trial, &w, e);
	for (size_t i = 0; i <= STUDY_BINS && result == 0; i++)
		result = sum_up(&w, i, &bin[i], e);
	for (size_t i = 0; i < samples && result == 0; i++)
		*unplanned += !w.trial[i].planned;
	free(w.trial);
	return result;
}

/* ---- lines and the picture ---- */

struct row {
	double from, to;
	struct study_bin bin;
	double n, alpha;
	int64_t seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "from", NULL, RECORD_REAL, 1, AT(from) },
	{ "to", NULL, RECORD_REAL, 1, AT(to) },
	{ "studies", NULL, RECORD_WHOLE, AT(bin.studies) },
	{ "effect", NULL, RECORD_REAL, 6, AT(bin.effect) },
	{ "certainty", NULL, RECORD_REAL, 6, AT(bin.certainty) },
	{ "topics", NULL, RECORD_REAL, 3, AT(bin.topics) },
	{ "adjusted", NULL, RECORD_REAL, 6, AT(bin.adjusted) },
	{ "observed", NULL, RECORD_REAL, 6, AT(bin.observed) },
	{ "predicted_power", NULL, RECORD_REAL, 6, AT(bin.predicted_power) },
	{ "power", NULL, RECORD_REAL, 6, AT(bin.power) },
	{ "predicted", NULL, RECORD_REAL, 3, AT(bin.predicted) },
	{ "judgments", NULL, RECORD_REAL, 3, AT(bin.judgments) },
	{ "median", NULL, RECORD_REAL, 3, AT(bin.median) },
	{ "complete", NULL, RECORD_REAL, 3, AT(bin.complete) },
	{ "pool", NULL, RECORD_REAL, 3, AT(bin.pool) },
	{ "pilot", NULL, RECORD_REAL, 3, AT(bin.start) },
	{ "reached", NULL, RECORD_REAL, 6, AT(bin.reached) },
	{ "correlation", NULL, RECORD_REAL, 6, AT(bin.correlation) },
	{ "n", NULL, RECORD_COUNT, AT(n) },
	{ "alpha", NULL, RECORD_SHORT, AT(alpha) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* Effect size and power, predicted and observed (Figures 7 and 8). */
static int draw(const struct study_asked *s, const struct study_bin *bin, struct picture *out,
		struct err *e)
{
	if (picture_init(out, 1, 2, e) < 0)
		return -1;
	struct plot *p = out->plot;
	p[1].from_zero = true;
	buffer_print(&p[0].title, "Adjusted effect size");
	buffer_print(&p[1].title, "Power (planned: that of %g topics)", s->topics);
	for (int power = 0; power < 2; power++) {
		buffer_print(&p[power].x_label, "effect size");
		buffer_print(&p[power].y_label, power ? "power" : "adjusted effect size");
		for (int observed = 0; observed < 2; observed++) {
			plot_curve(&p[power], observed ? PLOT_MARK : PLOT_LINE,
				   observed ? "observed" : "predicted", (size_t)observed);
			for (int i = 0; i < STUDY_BINS; i++) {
				const struct study_bin *y = &bin[i];
				double value = power	  ? observed ? y->power : y->predicted_power
					       : observed ? y->observed
							  : y->adjusted;
				if (y->studies > 0)
					plot_point(&p[power], y->effect, value);
			}
		}
	}
	return 0;
}

static int answer(const void *request, const struct pilot_data *d, int64_t *unplanned,
		  struct records *lines, struct picture *picture, struct err *e)
{
	const struct study_asked *s = request;
	struct study_bin bin[STUDY_BINS + 1];
	if (study_simulate(s, d, bin, unplanned, e) < 0)
		return -1;
	for (int i = 0; i <= STUDY_BINS; i++) {
		const struct row row = { .bin = bin[i],
					 .from = i < STUDY_BINS ? i / (double)STUDY_BINS : 0,
					 .to = i < STUDY_BINS ? (i + 1) / (double)STUDY_BINS : 1,
					 .n = s->topics,
					 .alpha = s->alpha,
					 .seed = (int64_t)s->asked.effort.seed };
		if (row.bin.studies > 0)
			records_add(lines, &row);
	}
	return s->asked.plot != NULL ? draw(s, bin, picture, e) : 0;
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
