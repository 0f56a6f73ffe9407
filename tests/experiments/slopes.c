/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals of means over topics hold where recall depends on the size of topics.
 *
 * Topics are the same in every sample, but of world=drawn; only which documents are judged differs.
 * Topic t of T has R relevant documents, evenly spaced on the scale of logarithms from `low` to
 * `high`; z is log R less its mean. Worlds:
 *
 *	pair  two runs. Both retrieve .25 R, one of them alone R (.1 + .4 s(slope z)), the other
 *	      R (.1 + .4 s(-slope z)), s being the logistic function: opposite slopes of equal
 *	      means. Strata 150:15 (both), 250:25 (first), 250:25 (second), 3000:60 (neither).
 *	      Other shapes have R .45 s(f) and R .45 s(-f + shift), the shift
 *	      making the means equal: curve f = .8 - z^2; curve2 f = -.4 + z^2/2; step f = -.7 of
 *	      half of the topics (R from 12 to 26), .7 of the others (150 to 300); plateau 0, and
 *	      for the other run .35, less 1.2 log(R/200) above 200
 *	drawn two runs, and a new world in each sample: 8 to 50 topics, R log-normal about 50 of
 *	      deviation .5 to 1.5, within 3 to 600. The logit of each run's recall is a level of
 *	      -1 to 1, a Gaussian process in log R of length .5 to 2 and deviation .3 to 1, and
 *	      noise of deviation 0 to .7; of what the worse run finds both find .3 to .9. Strata
 *	      twice those of pair. Lines of each third of topics, lengths and noise
 *	one   one run. The logit of recall is level - .9 slope log(R/10) rounded to documents;
 *	      strata 400:50 and 4000:100
 *	large one run: 50 and 20 relevant documents in strata 100:30 and 1000:60; of the first topic
 *	      10 and 20, all but the samples `large` times as many
 *	pool  a judged pool, of which `judged` documents of each topic are drawn without strata. A
 *	      file has a line for each topic: relevant and retrieved, relevant and not, retrieved
 *	      and not relevant, neither
 *
 * `rate` multiplies the
 * samples, `vary` those of every second topic. `mirror` exchanges the two runs.
 *
 * Evidence: quantity=diff-recall slope=0.6,0.3 samples=1000
 */
#include <math.h>

#include "core/stats/learnt_prior/learnt_difference.h"
#include "core/stats/learnt_prior/learnt_mean.h"
#include "core/stats/random/variates.h"
#include "tests/experiments/key_value.h"

enum { MOST_TOPICS = 500, STRATA = 4, QUANTITIES = 3, CLAIMS = 2 * QUANTITIES };
enum { SETS = 10 }; /* of samples of drawn worlds: all, and thirds of three variables */
enum { WARNED, SURELY_ABOVE, SURELY_BELOW, SILENT };

static const char *const names[] = { "all",	    "recall", "P",	"F",
				     "diff-recall", "diff-P", "diff-F", NULL };
static const char *const worlds[] = { "pair", "one", "pool", "drawn", "large", NULL };
enum { PAIR, ONE, POOL, DRAWN, LARGE };
static const char *const shapes[] = { "straight", "curve", "curve2", "step", "plateau", NULL };
enum { STRAIGHT, CURVE, CURVE2, STEP, PLATEAU };
static const char *const sets[SETS] = { "all",	    "topics 1", "topics 2", "topics 3", "length 1",
					"length 2", "length 3", "noise 1",  "noise 2",	"noise 3" };

struct slopes_question {
	int world, shape, quantity;
	int64_t topics, judged, large;
	struct number_list slopes;
	double low, high, slope, level, rate, vary; /* slope: the present one */
	bool mirror;
	const char *file;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct slopes_question, member)

static const struct command_option keys[] = {
	{ "world", 0, "NAME", "Of pair (default), one, pool, drawn and large", WORD(worlds),
	  AT(world) },
	{ "shape", 0, "NAME", "Of world=pair: straight (default), curve, curve2, step, plateau",
	  WORD(shapes), AT(shape) },
	{ "quantity", 0, "NAME", "recall, P, F, diff-recall, diff-P or diff-F; all is the default",
	  WORD(names), AT(quantity) },
	{ "topics", 0, "T", "Topics (default 20)", WHOLE(2, MOST_TOPICS), AT(topics) },
	{ "low", 0, "R", "Relevant documents of the smallest topic (default 15)",
	  REAL(FROM_TO(1, 1000)), AT(low) },
	{ "high", 0, "R", "Of the largest (default 300)", REAL(FROM_TO(1, 1000)), AT(high) },
	{ "slope", 0, "X,...", "By which recall changes (default 0.6)", LIST(FROM_TO(-5, 5)),
	  AT(slopes) },
	{ "level", 0, "X", "Of world=one: logit of recall if R is 10 (default 2.5)",
	  REAL(FROM_TO(-10, 10)), AT(level) },
	{ "large", 0, "N", "Of world=large: the first topic is so many times as large (default 50)",
	  WHOLE(2, 1000), AT(large) },
	{ "rate", 0, "X", "Multiplies the samples (default 1)", REAL(FROM_TO(0.05, 10)), AT(rate) },
	{ "vary", 0, "X", "Multiplies those of every second topic (default 1)",
	  REAL(FROM_TO(0.05, 10)), AT(vary) },
	{ "mirror", 0, NULL, "Exchange the runs", .type = OPTION_FLAG, AT(mirror) },
	{ "judged", 0, "N", "Of world=pool: judged of a topic (default 10)", WHOLE(1, 1000),
	  AT(judged) },
	{ "file", 0, "FILE", "Of world=pool: the counts", .type = OPTION_TEXT, AT(file) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct slopes_question *)request =
		(struct slopes_question){ .topics = 20,
					  .judged = 10,
					  .low = 15,
					  .high = 300,
					  .slopes = { { 0.6 }, 1 },
					  .level = 2.5,
					  .large = 50,
					  .rate = 1,
					  .vary = 1,
					  .effort = experiment_effort(1000) };
}

static const struct command_table table = {
	.name = "slopes",
	.doc = "How often intervals of means hold where recall depends on the size of topics.",
	.option = keys,
	.size = sizeof(struct slopes_question),
	.init = init,
};

/* ---- the truth ---- */

struct part {
	int64_t size, sampled, relevant;
	bool in[2]; /* which runs retrieve it */
};

struct study {
	const struct slopes_question *asked;
	struct part part[MOST_TOPICS][STRATA];
	size_t topics;
	int parts;
	double truth[CLAIMS];
};

static double logistic(double x)
{
	return 1 / (1 + exp(-x));
}

static int64_t share(double x, int64_t most)
{
	int64_t n = (int64_t)lround(x);
	return n < most ? n : most;
}

/* Strata of two runs, `times` as large, with what both and each alone find. */
static void set_pair(const double *found, int64_t R, int64_t times, struct part *p)
{
	static const struct part design[STRATA] = { { 150, 15, 0, { true, true } },
						    { 250, 25, 0, { true, false } },
						    { 250, 25, 0, { false, true } },
						    { 3000, 60, 0, { false, false } } };
	for (int i = 0; i < STRATA; i++) {
		p[i] = design[i];
		p[i].size *= times;
		p[i].sampled *= times;
		p[i].relevant = i < 3 ? share(found[i], R) : R;
		R -= p[i].relevant;
	}
}

/* The logit of what a run alone finds, by log R less its mean, and by R. */
static double logit_of(int shape, int run, double z, double R)
{
	double f = shape == CURVE ? 0.8 - z * z : shape == CURVE2 ? 0.5 * z * z - 0.4 : 0;
	if (shape == STEP)
		f = R < 50 ? -0.7 : 0.7;
	if (shape == PLATEAU)
		return run == 0 ? 0 : 0.35 - (R > 200 ? 1.2 * log(R / 200) : 0);
	return run == 0 ? f : -f;
}

/* What makes both runs find as much alone, on the mean. */
static double shift_of(const struct slopes_question *q, const double *R, double mean)
{
	double low = -3, high = 3;
	for (int round = 0; round < 60 && q->shape != STRAIGHT; round++) {
		double middle = (low + high) / 2, d = 0;
		for (int64_t t = 0; t < q->topics; t++) {
			double z = log(R[t]) - mean;
			d += logistic(logit_of(q->shape, 0, z, R[t])) -
			     logistic(logit_of(q->shape, 1, z, R[t]) + middle);
		}
		*(d > 0 ? &low : &high) = middle;
	}
	return (low + high) / 2;
}

static void make_pair(const struct slopes_question *q, double R, double z, double shift,
		      struct part *p)
{
	double found[3] = { 0.25 * R };
	for (int run = 0; run < 2; run++) {
		double slope = run == 0 ? q->slope : -q->slope;
		double f = logit_of(q->shape, run, z, R) + (run == 1 ? shift : 0);
		double part =
			q->shape == STRAIGHT ? 0.1 + 0.4 * logistic(slope * z) : 0.45 * logistic(f);
		found[1 + (run != q->mirror)] = R * part;
	}
	set_pair(found, (int64_t)R, 1, p);
}

static void make_one(const struct slopes_question *q, double R, struct part *p)
{
	double recall = logistic(q->level - 0.9 * q->slope * log(R / 10));
	p[0] = (struct part){ 400, 50, share(R * recall, (int64_t)R), { true, false } };
	p[1] = (struct part){ 4000, 100, (int64_t)R - p[0].relevant, { false, false } };
}

static void make_large(int64_t times, struct part *p)
{
	p[0] = (struct part){ 100 * times, 30, times > 1 ? 10 * times : 50, { true, false } };
	p[1] = (struct part){ 1000 * times, 60, 20 * times, { false, false } };
}

static int read_pool(struct study *y, struct err *e)
{
	const struct slopes_question *q = y->asked;
	FILE *in = q->file != NULL ? fopen(q->file, "r") : NULL;
	long n[4];
	if (in == NULL)
		return err_usage(e, "world=pool: no file of counts (file=FILE)");
	for (; y->topics < MOST_TOPICS &&
	       fscanf(in, "%ld %ld %ld %ld", &n[0], &n[1], &n[2], &n[3]) == 4;
	     y->topics++) {
		struct part *p = y->part[y->topics];
		p[0] = (struct part){ n[0] + n[2], 0, n[0], { true, false } };
		p[1] = (struct part){ n[1] + n[3], 0, n[1], { false, false } };
		if (p[0].size + p[1].size < q->judged) {
			fclose(in);
			return err_data(e, "%.300s: a topic of fewer documents than are judged",
					q->file);
		}
	}
	bool whole = feof(in) && y->topics > 0;
	fclose(in);
	return whole ? 0 : err_data(e, "%.300s: not four counts a line", q->file);
}

/* Quantities of one run: recall, precision, F. */
static void values_of(const struct part *p, int parts, int run, double *to)
{
	double right = 0, retrieved = 0, relevant = 0;
	for (int i = 0; i < parts; i++) {
		relevant += (double)p[i].relevant;
		right += p[i].in[run] ? (double)p[i].relevant : 0;
		retrieved += p[i].in[run] ? (double)p[i].size : 0;
	}
	to[0] = right / relevant;
	to[1] = right / retrieved;
	to[2] = 2 * right / (relevant + retrieved);
}

/* Relevant documents of topic t. */
static double size_of(const struct slopes_question *q, int64_t t)
{
	double step = log(q->high / q->low) / (double)(q->topics - 1), low = q->low;
	if (q->world == PAIR && q->shape == STEP) {
		int64_t half = q->topics / 2;
		low = t < half ? 12 : 150;
		step = log(t < half ? 26.0 / 12 : 2) / (double)(t < half ? half : q->topics - half);
		t -= t < half ? 0 : half;
	}
	return floor(low * exp(step * (double)t) + 1e-9);
}

static void set_truth(struct study *y)
{
	double count = 0;
	for (size_t t = 0; t < y->topics; t++) {
		double of[CLAIMS];
		values_of(y->part[t], y->parts, 0, of);
		values_of(y->part[t], y->parts, 1, of + QUANTITIES);
		if (isnan(of[0]))
			continue;
		count++;
		for (int i = 0; i < QUANTITIES; i++) {
			y->truth[i] += of[i];
			y->truth[QUANTITIES + i] += of[i] - of[QUANTITIES + i];
		}
	}
	for (int i = 0; i < CLAIMS; i++)
		y->truth[i] /= count;
}

static int make_world(struct study *y, struct err *e)
{
	const struct slopes_question *q = y->asked;
	double R[MOST_TOPICS], mean = 0;
	y->parts = q->world == PAIR ? 4 : 2;
	if (q->world == DRAWN)
		return 0;
	if (q->world == POOL && read_pool(y, e) < 0)
		return -1;
	for (int64_t t = 0; t < q->topics; t++) {
		R[t] = size_of(q, t);
		mean += log(R[t]) / (double)q->topics;
	}
	double shift = shift_of(q, R, mean);
	for (int64_t t = 0; t < q->topics && q->world != POOL; t++, y->topics++) {
		struct part *p = y->part[t];
		if (q->world == PAIR)
			make_pair(q, R[t], log(R[t]) - mean, shift, p);
		else
			make_one(q, R[t], p);
		if (q->world == LARGE)
			make_large(t == 0 ? q->large : 1, p);
		for (int i = 0; i < y->parts; i++)
			p[i].sampled =
				share(q->rate * (t % 2 == 1 ? q->vary : 1) * (double)p[i].sampled,
				      p[i].size);
	}
	set_truth(y);
	return 0;
}

/* ---- drawn worlds ---- */

static double between(struct random *g, double low, double high)
{
	return low + (high - low) * random_uniform(g);
}

/* The Gaussian process at x, of deviation 1, by Cholesky's factor. */
static void draw_curve(struct random *g, const double *x, size_t n, double length, double *to)
{
	static _Thread_local double l[50][50], normal[50];
	for (size_t i = 0; i < n; i++) {
		normal[i] = random_normal(g);
		to[i] = 0;
		for (size_t j = 0; j <= i; j++) {
			double d = (x[i] - x[j]) / length, s = exp(-d * d / 2) + (i == j) * 1e-6;
			for (size_t k = 0; k < j; k++)
				s -= l[i][k] * l[j][k];
			l[i][j] = i == j ? sqrt(fmax(s, 1e-9)) : s / l[j][j];
			to[i] += l[i][j] * normal[j];
		}
	}
}

/* `set` receives the sets of the sample beside all: of topics, length and noise. */
static void draw_world(struct study *y, struct random *g, int *set)
{
	double u[3] = { random_uniform(g), random_uniform(g), random_uniform(g) };
	double length = 0.5 + 1.5 * u[1], noise = 0.7 * u[2], spread = between(g, 0.5, 1.5);
	double deviation = between(g, 0.3, 1), overlap = between(g, 0.3, 0.9);
	double x[50], curve[2][50], level[2];
	for (int i = 0; i < 3; i++)
		set[i] = 1 + 3 * i + (int)(3 * u[i]);
	y->topics = 8 + (size_t)(43 * u[0]);
	y->parts = STRATA;
	for (size_t t = 0; t < y->topics; t++)
		x[t] = fmax(log(3), fmin(log(600), log(50) + spread * random_normal(g)));
	for (int run = 0; run < 2; run++) {
		level[run] = between(g, -1, 1);
		draw_curve(g, x, y->topics, length, curve[run]);
	}
	for (size_t t = 0; t < y->topics; t++) {
		double R = floor(exp(x[t]) + 0.5), in[2];
		for (int run = 0; run < 2; run++)
			in[run] = logistic(level[run] + deviation * curve[run][t] +
					   noise * random_normal(g));
		double both = fmax(in[0] + in[1] - 1, overlap * fmin(in[0], in[1]));
		const double found[3] = { R * both, R * (in[0] - both), R * (in[1] - both) };
		set_pair(found, (int64_t)R, 2, y->part[t]);
		for (int i = 0; i < STRATA; i++)
			y->part[t][i].sampled = share(
				y->asked->rate * (double)y->part[t][i].sampled, y->part[t][i].size);
	}
	set_truth(y);
}

/* ---- one sample ---- */

struct work {
	struct study own; /* of a drawn world */
	struct divided_stratum stratum[MOST_TOPICS][STRATA];
	struct pair_stratum cell[MOST_TOPICS][STRATA];
	struct shared_topic pair[MOST_TOPICS];
	struct learnt_topic topic[MOST_TOPICS];
	struct learnt_cell room[MOST_TOPICS][STRATA * LEARNT_CELLS_MOST];
};

/* How many of `marked` documents are among n of `size`. */
static int64_t draw(struct uniform *u, int64_t size, int64_t marked, int64_t n)
{
	int64_t found = 0;
	for (int64_t i = 0; i < n; i++)
		found += uniform_next(u) * (double)(size - i) < (double)(marked - found);
	return found;
}

static void draw_strata(const struct study *y, size_t t, struct uniform *u, struct work *w)
{
	for (int i = 0; i < y->parts; i++) {
		const struct part *p = &y->part[t][i];
		int64_t r = draw(u, p->size, p->relevant, p->sampled);
		struct divided_stratum *d = &w->stratum[t][i];
		*d = (struct divided_stratum){ .size = p->size,
					       .sampled = p->sampled,
					       .retrieved = p->in[0],
					       .label = (uint32_t)i };
		d->relevant[p->in[0]] = r;
		d->other[p->in[0]] = p->sampled - r;
		w->cell[t][i] = (struct pair_stratum){ .size = p->size,
						       .sampled = p->sampled,
						       .relevant = r,
						       .assessable = p->sampled,
						       .in_a = p->in[0],
						       .in_b = p->in[1],
						       .label = (uint32_t)i };
	}
}

static void draw_pool(const struct study *y, size_t t, struct uniform *u, struct work *w)
{
	const struct part *p = y->part[t];
	int64_t size = p[0].size + p[1].size, n = y->asked->judged;
	int64_t retrieved = draw(u, size, p[0].size, n);
	struct divided_stratum *d = &w->stratum[t][0];
	*d = (struct divided_stratum){ .size = size, .sampled = n, .cut = true };
	for (int side = 1; side >= 0; side--) {
		int64_t of = side ? retrieved : n - retrieved;
		d->relevant[side] = draw(u, p[!side].size, p[!side].relevant, of);
		d->other[side] = of - d->relevant[side];
	}
}

static const enum quantity quantities[QUANTITIES] = { QUANTITY_RECALL, QUANTITY_PRECISION,
						      QUANTITY_F };

static int claim_of(const struct study *y, int i, struct work *w, struct claim *to, struct err *e)
{
	bool pool = y->asked->world == POOL, pair = i >= QUANTITIES;
	const struct learnt_request r = {
		.of = { .quantity = quantities[i % QUANTITIES], .beta = 1, .share = pool },
		.ends = { .lower_p = 0.025, .upper_p = 0.975 }
	};
	struct learnt_result result;
	for (size_t t = 0; t < y->topics && !pair; t++)
		w->topic[t] = learnt_cells_of_design(w->stratum[t], pool ? 1 : (size_t)y->parts,
						     &r.of, w->room[t]);
	if ((pair ? learnt_compare(w->pair, y->topics, &r, &result, e)
		  : learnt_mean(w->topic, y->topics, &r, &result, e)) < 0)
		return -1;
	bool warned = result.caution != LEARNT_SOUND;
	*to = (struct claim){ .truth = y->truth[i],
			      .estimate = result.estimate,
			      .interval = result.interval,
			      .more = { warned, pair ? result.probability > 0.95 : NAN,
					pair ? result.probability < 0.05 : NAN,
					silent_miss(result.interval, y->truth[i], warned) } };
	return 0;
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct study *y = question;
	struct work *w = scratch;
	struct uniform u = uniform_start(y->asked->effort.seed, number, STREAM_FIRST);
	int world = y->asked->world, set[3] = { 0 };
	if (world == DRAWN) {
		struct random g;
		random_init(&g, y->asked->effort.seed, number, STREAM_STUDY);
		w->own = (struct study){ .asked = y->asked };
		draw_world(&w->own, &g, set);
		y = &w->own;
	}
	for (size_t t = 0; t < y->topics; t++) {
		(world == POOL ? draw_pool : draw_strata)(y, t, &u, w);
		w->pair[t] = (struct shared_topic){ .cell = w->cell[t], .cells = (size_t)y->parts };
	}
	int claims = y->parts == STRATA ? CLAIMS : QUANTITIES;
	for (int i = 0; i < claims; i++) {
		if (y->asked->quantity != 0 && y->asked->quantity != i + 1)
			continue;
		if (claim_of(y, i, w, &to[i], e) < 0)
			return -1;
		for (int k = 0; k < 3 && world == DRAWN; k++)
			to[set[k] * CLAIMS + i] = to[i];
	}
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *world, *set, *quantity;
	int64_t topics, seed;
	double slope;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "world", NULL, RECORD_TEXT, AT(world) },
	{ "samples_of", NULL, RECORD_TEXT, AT(set) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "slope", NULL, RECORD_SHORT, AT(slope) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(of.truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "warned", NULL, RECORD_REAL, 6, AT(of.more[WARNED]) },
	{ "silent", NULL, RECORD_REAL, 6, AT(of.more[SILENT]) },
	{ "prob_above", NULL, RECORD_REAL, 6, AT(of.more[SURELY_ABOVE]) },
	{ "prob_below", NULL, RECORD_REAL, 6, AT(of.more[SURELY_BELOW]) },
	{ 0 },
};

static int simulate(const struct slopes_question *q, struct records *lines, struct err *e)
{
	static struct study y;
	y = (struct study){ .asked = q };
	struct tally tally[SETS * CLAIMS];
	bool bends = q->world == PAIR && q->shape != STRAIGHT;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = q->world == DRAWN  ? SETS * CLAIMS
						 : q->world == PAIR ? CLAIMS
								    : QUANTITIES,
				       .scratch = sizeof(struct work),
				       .one = one_sample,
				       .question = &y };
	if (make_world(&y, e) < 0 || trials_run(&trials, tally, e) < 0)
		return -1;
	for (size_t i = 0; i < trials.claims; i++)
		if (q->quantity == 0 || q->quantity == (int)(i % CLAIMS) + 1)
			records_add(lines, &(struct row){ .world = bends ? shapes[q->shape]
									 : worlds[q->world],
							  .set = sets[i / CLAIMS],
							  .quantity = names[i % CLAIMS + 1],
							  .topics = (int64_t)y.topics,
							  .seed = (int64_t)q->effort.seed,
							  .slope = q->slope,
							  .of = tally[i] });
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct slopes_question *q = request;
	struct records lines;
	int result = 0;
	records_init(&lines, columns, sizeof(struct row));
	for (size_t i = 0; i < q->slopes.count && result == 0; i++) {
		q->slope = q->slopes.value[i];
		result = simulate(q, &lines, e);
	}
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
