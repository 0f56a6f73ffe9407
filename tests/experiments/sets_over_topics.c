/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals of means over topics hold, of sets of which few decide.
 *
 * review   The retrieved documents of each topic were all judged, and of the rest a sample, as in
 *          systematic reviews. R relevant documents, evenly spaced in log R, of which `missed` are
 *          not retrieved. `misses` is how these lie: in proportion to R, evenly, in proportion to
 *          1/R, or all in the largest topic. `scale` multiplies them.
 * unequal  The same, with 1:10 of the rest judged, and 1:10 `factor` in every fifth topic (`low`:
 *          where all misses are; `prop`: in proportion to R), or in the smallest (`little`: all
 *          misses are there).
 * few      Topics of which so little was missed that `scale` relevant documents are expected in the
 *          samples of all topics. The column `pooled` is the width by mid-p Poisson limits of the
 *          number of misses that were seen in all topics, no end inside the one-sided limit of the
 *          same level.
 * later    A run that came later cuts three strata, 100:30, 900:60 and 9000:60, of which .3 to .7,
 *          .04 and .002 are relevant. It has 50 documents, `design` of them in each; those of the
 *          two large strata are relevant with probability .3 (`rich`), as the strata are (`same`),
 *          never (`poor`), or up to .5, the more the more documents of the topic are relevant
 *          (`large`), or the fewer (`small`).
 *
 * half=choose and half=report are every second cell each.
 *
 * Evidence: world=review,unequal samples=1000 seed=58 half=report
 */
#include "core/stats/rmath.h"
#include "tests/experiments/lying_strata.h"

enum world { REVIEW, UNEQUAL, FEW, LATER, WORLDS };
static const char *const worlds[] = { "review", "unequal", "few", "later", NULL };
static const char *const halves[] = { "all", "choose", "report", NULL };

enum { QUANTITIES = 5, RETRIEVED = 50 };
static const char *const quantities[] = { "F", "rel", "recall", "elusion", "P", NULL };
static const enum measured_quantity measured[QUANTITIES] = { SET_F, SET_YIELD, SET_RECALL,
							     SET_ELUSION, SET_PRECISION };

struct sets_question {
	bool world[WORLDS], quantity[QUANTITIES];
	struct number_list topics; /* none: all that the world has */
	int half;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct sets_question, member)

static const struct command_option keys[] = {
	{ "world", 0, "NAME,...", "Of review, unequal, few, later (default: review)", NAMES(worlds),
	  AT(world) },
	{ "quantity", 0, "NAME,...", "Of F, rel, recall, elusion, P (default: F, rel)",
	  NAMES(quantities), AT(quantity) },
	{ "topics", 0, "T,...", "Cells of so many topics only", LIST(WHOLES(1, 100)), AT(topics) },
	{ "half", 0, "WHICH", "Of the cells: choose, report or all (default)", WORD(halves),
	  AT(half) },
	{ OPTION_SAMPLES("Samples of each cell (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct sets_question *)request = (struct sets_question){
		.world = { true }, .quantity = { true, true }, .effort = experiment_effort(1000)
	};
}

static const struct command_table table = {
	.name = "sets_over_topics",
	.doc = "How often intervals of means over topics hold, of sets of which few decide.",
	.option = keys,
	.size = sizeof(struct sets_question),
	.init = init,
};

/* ---- the truths ---- */

struct cell {
	enum world world;
	size_t topics, design;
	const char *misses;
	double scale, factor;
	bool chosen_on; /* of which half it is: neighbours differ */
};

/* Of a review; R from `low` to `high`. */
static const struct review {
	double low, high, missed;
	int64_t retrieved, rest, sampled;
} reviews[] = {
	{ 8, 320, 0.06, 800, 6000, 300 },
	{ 4, 320, 0.08, 1500, 12000, 300 },
	{ 20, 400, 0.10, 700, 3000, 300 },
};

/* Of topics of which little was missed: retrieved documents, those judged, relevant, the rest. */
static const struct few {
	int64_t retrieved, judged, relevant, rest, sampled;
} fews[] = { { 200, 40, 60, 2000, 60 }, { 200, 200, 60, 2000, 60 }, { 500, 60, 120, 6000, 300 } };

static const int64_t picks[][MOST_STRATA] = { { 15, 25, 10 }, { 30, 15, 5 }, { 5, 20, 25 } };

static double relevant_in(const struct cell *c, size_t t)
{
	const struct review *r = &reviews[c->design];
	double u = ((double)t + 0.5) / (double)c->topics;
	return floor(r->low * pow(r->high / r->low, u));
}

static bool is_low(const struct cell *c, size_t t)
{
	return c->world == UNEQUAL && (strcmp(c->misses, "little") == 0 ? t == 0 : t % 5 == 1);
}

/* How much of the misses lies in a topic, against others. */
static double part_of(const struct cell *c, size_t t)
{
	const char *m = c->misses;
	double R = relevant_in(c, t);
	return strcmp(m, "prop") == 0	   ? R
	       : strcmp(m, "even") == 0	   ? 1
	       : strcmp(m, "inverse") == 0 ? 1 / R
	       : strcmp(m, "one") == 0	   ? t == c->topics - 1
					   : is_low(c, t) * R;
}

/* Two strata: what is retrieved, of which `found` are relevant, and the rest, with `missed`. */
static void two_strata(struct lying to[MOST_STRATA], const int64_t size[2],
		       const int64_t sampled[2], int64_t found, int64_t missed)
{
	to[0] = (struct lying){ size[0], sampled[0], { { 0, 0 }, { found, size[0] - found } } };
	to[1] = (struct lying){ size[1], sampled[1], { { missed, size[1] - missed }, { 0, 0 } } };
}

static void lie_in_review(const struct cell *c, struct lying_topics *w)
{
	const struct review *r = &reviews[c->design];
	double all = 0, parts = 0, upto = 0, missed = 0;
	for (size_t t = 0; t < c->topics; t++) {
		all += relevant_in(c, t);
		parts += part_of(c, t);
	}
	all = fmax(1, round(c->scale * r->missed * all));
	for (size_t t = 0; t < c->topics; t++) {
		double R = relevant_in(c, t), rate = is_low(c, t) ? 10 * c->factor : 10;
		upto += part_of(c, t);
		double here = round(all * upto / parts) - missed;
		missed += here;
		const int64_t size[2] = { r->retrieved, r->rest };
		const int64_t n = c->world == REVIEW ? r->sampled : llround((double)r->rest / rate);
		const int64_t sampled[2] = { r->retrieved, n };
		two_strata(w->lying[t], size, sampled, llround(R * (1 - r->missed)), (int64_t)here);
	}
}

static void lie_with_few(const struct cell *c, struct lying_topics *w)
{
	const struct few *f = &fews[c->design];
	double all = round(c->scale * (double)f->rest / (double)f->sampled), T = (double)c->topics;
	const int64_t size[2] = { f->retrieved, f->rest }, sampled[2] = { f->judged, f->sampled };
	for (size_t t = 0; t < c->topics; t++) {
		double here = round(all * (double)(t + 1) / T) - round(all * (double)t / T);
		double varied = 1 + 0.4 * ((double)t / (T - 1) - 0.5);
		two_strata(w->lying[t], size, sampled, llround(varied * (double)f->relevant),
			   (int64_t)here);
	}
}

static int64_t chances(struct uniform *u, int64_t n, double p)
{
	int64_t count = 0;
	for (int64_t i = 0; i < n; i++)
		count += uniform_next(u) < p;
	return count;
}

static void lie_cut(const struct cell *c, struct lying_topics *w, size_t world)
{
	static const int64_t size[MOST_STRATA] = { 100, 900, 9000 },
			     n[MOST_STRATA] = { 30, 60, 60 };
	struct uniform u = uniform_start(4711 + c->design, world, (uint32_t)c->topics);
	const char *m = c->misses;
	for (size_t t = 0; t < c->topics; t++) {
		double z = c->topics > 1 ? (double)t / (double)(c->topics - 1) : uniform_next(&u);
		double top = 0.3 + 0.4 * z;
		double rich = strcmp(m, "rich") == 0	? 0.3
			      : strcmp(m, "large") == 0 ? 0.5 * z
			      : strcmp(m, "small") == 0 ? 0.5 * (1 - z)
							: 0;
		const double rate[MOST_STRATA] = { top, 0.04 * (0.5 + z), 0.002 * (0.5 + z) };
		for (int i = 0; i < MOST_STRATA; i++) {
			int64_t k = picks[c->design][i], rest = size[i] - k;
			double own = i == 0 || strcmp(m, "same") == 0 ? rate[i] : rich;
			int64_t found = chances(&u, k, own), other = chances(&u, rest, rate[i]);
			w->lying[t][i] = (struct lying){
				size[i], n[i], { { other, rest - other }, { found, k - found } }
			};
		}
	}
}

static void lie(const struct cell *c, size_t number, struct lying_topics *w)
{
	w->topics = c->topics;
	w->strata = c->world == LATER ? 3 : 2;
	if (c->world == LATER)
		lie_cut(c, w, c->topics == 1 ? number : 0);
	else if (c->world == FEW)
		lie_with_few(c, w);
	else
		lie_in_review(c, w);
}

/* ---- one sample ---- */

struct study {
	const struct sets_question *asked;
	struct cell cell;
	size_t number;
};

enum { WARNED, SILENT, POOLED };

/* One of the mid-p limits of a Poisson variable at which x was seen. */
static double mid_p_limit(double x, bool lower)
{
	double low = 0, high = x + 20;
	for (int i = 0; i < 60; i++) {
		double at = (low + high) / 2;
		double below = 1 - pgamma(at, x + 1, 1, 1, 0), equal = exp(dpois(x, at, 1));
		double p = lower ? 1 - below + equal / 2 : below - equal / 2;
		*((p > 0.025) == lower ? &high : &low) = at;
	}
	double alone =
		lower ? (x > 0 ? qgamma(0.05, x, 1, 1, 0) : 0) : qgamma(0.95, x + 1, 1, 1, 0);
	return lower ? fmin((low + high) / 2, alone) : fmax((low + high) / 2, alone);
}

/* The width of an interval of the quantity by these limits alone, what was found being known. */
static double pooled_width(const struct lying_topics *w, enum measured_quantity what)
{
	double seen = 0, found = 0, size = 0, weight = 0, end[2];
	for (size_t t = 0; t < w->topics; t++) {
		const struct lying *rest = &w->lying[t][1];
		seen += (double)w->stratum[t][1].relevant[0];
		found += (double)w->lying[t][0].of[1][0];
		size += (double)rest->size;
		weight = (double)rest->size / (double)rest->sampled;
	}
	for (int lower = 0; lower < 2; lower++) {
		double missed = weight * mid_p_limit(seen, lower);
		end[lower] = what == SET_RECALL ? found / (found + missed) : missed / size;
	}
	return fabs(end[0] - end[1]);
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct study *y = question;
	const struct sets_question *q = y->asked;
	struct lying_topics *w = scratch;
	struct uniform u = uniform_start(q->effort.seed, number, (uint32_t)y->number);
	bool later = y->cell.world == LATER;
	lie(&y->cell, number, w);
	draw_lying(w, &u, later ? RETRIEVED : 0, later ? OUTSIDE_NONRELEVANT : OUTSIDE_LEFT_OUT);
	for (int i = 0, used = 0; i < QUANTITIES; i++) {
		if (!q->quantity[i])
			continue;
		struct claim *x = &to[used++];
		if (lying_claim(w, measured[i], x, e) < 0)
			return -1;
		if (y->cell.world == FEW)
			x->more[POOLED] = pooled_width(w, measured[i]);
	}
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *world, *misses, *quantity;
	int64_t topics, design, seed;
	double scale, factor;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "world", NULL, RECORD_TEXT, AT(world) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "design", NULL, RECORD_WHOLE, AT(design) },
	{ "misses", NULL, RECORD_TEXT, AT(misses) },
	{ "scale", NULL, RECORD_SHORT, AT(scale) },
	{ "factor", NULL, RECORD_SHORT, AT(factor) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(of.truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "warned", NULL, RECORD_REAL, 6, AT(of.more[WARNED]) },
	{ "silent", NULL, RECORD_REAL, 6, AT(of.more[SILENT]) },
	{ "pooled", NULL, RECORD_REAL, 6, AT(of.more[POOLED]) },
	{ 0 },
};

static int simulate(const struct study *y, struct records *lines, struct err *e)
{
	const struct sets_question *q = y->asked;
	struct tally tally[QUANTITIES];
	size_t claims = 0, used = 0;
	for (int i = 0; i < QUANTITIES; i++)
		claims += q->quantity[i];
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = claims,
				       .scratch = sizeof(struct lying_topics),
				       .one = one_sample,
				       .question = y };
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (int i = 0; i < QUANTITIES; i++)
		if (q->quantity[i])
			records_add(lines, &(struct row){ .world = worlds[y->cell.world],
							  .misses = y->cell.misses,
							  .quantity = quantities[i],
							  .topics = (int64_t)y->cell.topics,
							  .design = (int64_t)y->cell.design,
							  .seed = (int64_t)q->effort.seed,
							  .scale = y->cell.scale,
							  .factor = y->cell.factor,
							  .of = tally[used++] });
	return 0;
}

/* The cells of a world are all combinations of these. */
static const struct combined {
	size_t topics[8];
	const char *misses[6];
	double scale[6], factor[4];
} combined[WORLDS] = {
	{ { 3, 6, 10, 15, 25 }, { "prop", "even", "inverse", "one" }, { 0.5, 1, 2 }, { 1 } },
	{ { 3, 6, 10, 15, 25 }, { "prop", "low", "little" }, { 0.5, 1, 2 }, { 3, 10, 40 } },
	{ { 2, 3, 4, 5 }, { "even" }, { 0.25, 0.5, 1, 2, 4 }, { 1 } },
	{ { 1, 20, 50, 100 }, { "rich", "same", "poor", "large", "small" }, { 1 }, { 1 } },
};

/* The cell with a number, and whether there is one. */
static bool cell_at(enum world world, size_t number, struct cell *out)
{
	const struct combined *c = &combined[world];
	size_t size[4] = { 0 }, at[4];
	while (c->factor[size[0]] > 0 && ++size[0] < 4)
		;
	while (c->scale[size[1]] > 0 && ++size[1] < 6)
		;
	while (c->misses[size[2]] != NULL && ++size[2] < 6)
		;
	while (c->topics[size[3]] > 0 && ++size[3] < 8)
		;
	*out = (struct cell){ .world = world, .design = number % 3 };
	size_t sum = out->design;
	number /= 3;
	for (int i = 0; i < 4; i++) {
		sum += at[i] = number % size[i];
		number /= size[i];
	}
	out->chosen_on = sum % 2 == 0;
	out->factor = c->factor[at[0]];
	out->scale = c->scale[at[1]];
	out->misses = c->misses[at[2]];
	out->topics = c->topics[at[3]];
	return number == 0;
}

static bool is_asked(const struct sets_question *q, const struct cell *c)
{
	bool of_half = q->half == 0 || c->chosen_on == (q->half == 1), of_topics = false;
	for (size_t i = 0; i < q->topics.count; i++)
		of_topics = of_topics || q->topics.value[i] == (double)c->topics;
	return of_half && (of_topics || q->topics.count == 0);
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct sets_question *q = request;
	struct records lines;
	int result = 0;
	records_init(&lines, columns, sizeof(struct row));
	for (int world = 0; world < WORLDS; world++) {
		struct study y = { .asked = q };
		for (; q->world[world] && result == 0 &&
		       cell_at((enum world)world, y.number, &y.cell);
		     y.number++)
			if (is_asked(q, &y.cell))
				result = simulate(&y, &lines, e);
	}
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
