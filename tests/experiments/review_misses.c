/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often one-sided 95 % bounds miss if a sample was coded, and a part of it reviewed again
 * (core/stats/interval/two_phase.h): not by simulation, but by all outcomes of large designs
 * (doc/coverage.md).
 *
 * Of a design, every outcome has its bounds: so many hits coded relevant in the sample, so many of
 * those seen again upheld, so many of the others seen again overturned. The probability of a miss
 * is a sum of products of hypergeometric probabilities. It is largest just beyond a bound. So the
 * truths are: for each bound, one document more or less than it; a share of those that would be
 * coded relevant that are, from all to a tenth; and if others are seen again, a share of what is
 * relevant that was not coded so. A truth in which outcomes that are not listed have more than 1e-6
 * is left out; what they have counts as a miss, on both sides.
 *
 * `seen` and `seen_others` are what is seen again of the hits, rounded up, and of the others; none
 * counts as coded right. `misses` is the largest probability, `coded` and `relevant` its truth.
 *
 * Evidence: designs=1,2,3,4,5,6,7,8,9,10,11,12
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/stats/interval/two_phase.h"
#include "core/stats/rmath.h"
#include "tests/experiments/key_value.h"

static const double ERROR = 0.05, LEFT_OUT = 1e-6;

enum { OVERTURNED = 16 }; /* at most */

/* Hits from `first` to `last`; the others that are seen again, and how many of them are overturned
 * at most. */
static const struct review_design {
	int64_t size, drawn, first, last;
	double seen;
	int64_t seen_others, overturned;
} designs[] = {
	{ 960000, 2400, 0, 30, 0, 0, 0 },
	{ 960000, 2400, 0, 30, 0.34, 0, 0 },
	{ 960000, 2400, 0, 30, 1, 0, 0 },
	{ 40000, 500, 0, 30, 0, 0, 0 },
	{ 40000, 500, 0, 30, 0.34, 0, 0 },
	{ 40000, 500, 0, 30, 1, 0, 0 },
	{ 960000, 2400, 0, 30, 0.03, 0, 0 }, /* one hit */
	{ 960000, 2400, 0, 16, 0, 600, OVERTURNED },
	{ 960000, 2400, 0, 16, 0.34, 600, OVERTURNED },
	{ 40000, 500, 341, 433, 0, 0, 0 },
	{ 40000, 500, 341, 433, 0.1, 0, 0 },
	{ 40000, 500, 341, 433, 1, 0, 0 },
};
enum { DESIGNS = sizeof designs / sizeof *designs };

/* Of documents that would be coded relevant; of relevant documents, those that would not. */
static const double share_right[] = { 1, 0.95, 0.8, 0.5, 0.1 };
static const double share_missed[] = { 0, 0.1, 0.5, 0.9 };
enum { RIGHT = 5, MISSED = 4 };

struct outcome {
	struct coded_sample s;
	double bound[2]; /* upper, lower */
};

struct outcomes {
	const struct review_design *d;
	struct outcome *item;
	size_t count;
};

static int64_t seen_of(const struct review_design *d, int64_t hits)
{
	return (int64_t)ceil(d->seen * (double)hits);
}

static int list_outcomes(struct outcomes *x, const struct review_design *d, struct err *e)
{
	size_t room = 1;
	*x = (struct outcomes){ .d = d };
	for (int64_t hits = d->first; hits <= d->last; hits++)
		room += (size_t)((seen_of(d, hits) + 1) * (d->overturned + 1));
	x->item = calloc(room, sizeof *x->item);
	if (x->item == NULL)
		return err_memory(e);
	for (int64_t hits = d->first; hits <= d->last; hits++)
		for (int64_t upheld = 0; upheld <= seen_of(d, hits); upheld++)
			for (int64_t over = 0; over <= d->overturned; over++)
				x->item[x->count++].s = (struct coded_sample){
					.size = d->size,
					.coded = { d->drawn - hits, hits },
					.again = { d->seen_others, seen_of(d, hits) },
					.relevant = { over, upheld },
					.trusted = { d->seen_others == 0, d->seen == 0 },
				};
	return 0;
}

static int find_bounds(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	struct outcome *o = &((struct outcomes *)context)->item[item];
	const struct coded_sample *const side[2] = { &o->s, NULL };
	struct two_phase *x = two_phase_new(side, e);
	for (int lower = 0; x != NULL && lower < 2; lower++)
		o->bound[lower] = two_phase_bound(x, TWO_PHASE_NULL, lower, ERROR);
	two_phase_free(x);
	return x != NULL ? 0 : -1;
}

/* ---- truths ---- */

struct truth {
	int64_t coded, right, missed; /* N1, R1, R0 */
};

/* k of n drawn from N, of which R are marked */
static double drawn(int64_t k, int64_t N, int64_t R, int64_t n)
{
	return dhyper((double)k, (double)R, (double)(N - R), (double)n, 0);
}

/* P(miss) of either bound; nan: too much is not listed. */
static void misses(const struct outcomes *x, struct truth t, double out[2])
{
	const struct review_design *d = x->d;
	double all = 0, R = (double)(t.right + t.missed), hits = 0, over[OVERTURNED + 1];
	out[0] = out[1] = 0;
	for (int64_t i = 0; i <= d->overturned; i++)
		over[i] = d->seen_others > 0 ? drawn(i, d->size - t.coded, t.missed, d->seen_others)
					     : 1;
	for (size_t i = 0; i < x->count; i++) {
		const struct coded_sample *s = &x->item[i].s;
		if (s->relevant[0] == 0)
			hits = drawn(s->coded[1], d->size, t.coded, d->drawn);
		if (s->relevant[0] == 0 && !s->trusted[1] && hits > 0)
			hits *= drawn(s->relevant[1], t.coded, t.right, s->again[1]);
		double p = hits * over[s->relevant[0]];
		all += p;
		out[0] += R > x->item[i].bound[0] ? p : 0;
		out[1] += R < x->item[i].bound[1] ? p : 0;
	}
	for (int lower = 0; lower < 2; lower++)
		out[lower] = 1 - all <= LEFT_OUT ? out[lower] + fmax(1 - all, 0) : NAN;
}

struct worst {
	double misses;
	struct truth at;
};

/* The truths of one bound: so many relevant documents. */
static void try_all(const struct outcomes *x, int64_t R, double right, struct worst worst[2])
{
	for (size_t i = 0; i < MISSED; i++) {
		struct truth t = { .missed = llround((double)R * share_missed[i]) };
		t.right = R - t.missed;
		t.coded = llround((double)t.right / right);
		if ((share_missed[i] > 0 && x->d->seen_others == 0) || R < 0 ||
		    t.coded + t.missed > x->d->size)
			continue;
		double p[2];
		misses(x, t, p);
		for (int lower = 0; lower < 2; lower++)
			if (p[lower] > worst[lower].misses)
				worst[lower] = (struct worst){ p[lower], t };
	}
}

static int by_number(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* ---- lines ---- */

struct row {
	struct review_design of;
	double right;
	const char *bound;
	int64_t outcomes, coded, relevant;
	double misses;
};

#define IN(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "documents", NULL, RECORD_WHOLE, IN(of.size) },
	{ "sample", NULL, RECORD_WHOLE, IN(of.drawn) },
	{ "from", NULL, RECORD_WHOLE, IN(of.first) },
	{ "to", NULL, RECORD_WHOLE, IN(of.last) },
	{ "seen", NULL, RECORD_SHORT, IN(of.seen) },
	{ "seen_others", NULL, RECORD_WHOLE, IN(of.seen_others) },
	{ "outcomes", NULL, RECORD_WHOLE, IN(outcomes) },
	{ "right", NULL, RECORD_SHORT, IN(right) },
	{ "bound", NULL, RECORD_TEXT, IN(bound) },
	{ "misses", NULL, RECORD_REAL, 6, IN(misses) },
	{ "coded", NULL, RECORD_WHOLE, IN(coded) },
	{ "relevant", NULL, RECORD_WHOLE, IN(relevant) },
	{ 0 },
};

/* The worst truths beyond these numbers of documents. */
static void add_rows(const struct outcomes *x, const double *beyond, struct records *lines)
{
	for (size_t r = 0; r < (x->d->seen == 0 ? 1 : RIGHT); r++) {
		struct worst worst[2] = { { 0, { 0 } }, { 0, { 0 } } };
		for (size_t i = 0; i < 2 * x->count; i++)
			if (i == 0 || beyond[i] > beyond[i - 1])
				try_all(x, llround(beyond[i]), share_right[r], worst);
		for (int lower = 1; lower >= 0; lower--) {
			const struct truth *at = &worst[lower].at;
			struct row row = { .of = *x->d,
					   .right = share_right[r],
					   .bound = lower ? "at_least" : "at_most",
					   .outcomes = (int64_t)x->count,
					   .coded = at->coded,
					   .relevant = at->right + at->missed,
					   .misses = worst[lower].misses };
			if (row.misses > 0)
				records_add(lines, &row);
		}
	}
}

static int enumerate(const struct review_design *d, int jobs, struct records *lines, struct err *e)
{
	struct outcomes x;
	if (list_outcomes(&x, d, e) < 0)
		return -1;
	double *beyond = calloc(2 * x.count, sizeof *beyond);
	int result = beyond != NULL ? 0 : err_memory(e);
	if (result == 0)
		result = parallel_each(jobs, x.count, find_bounds, &x, e);
	for (size_t i = 0; i < x.count && result == 0; i++) {
		beyond[2 * i] = x.item[i].bound[0] + 1;
		beyond[2 * i + 1] = x.item[i].bound[1] - 1;
	}
	if (result == 0) {
		qsort(beyond, 2 * x.count, sizeof *beyond, by_number);
		add_rows(&x, beyond, lines);
	}
	free(beyond);
	free(x.item);
	return result;
}

/* ---- the program ---- */

struct misses_asked {
	struct number_list designs;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct misses_asked, member)

static const struct command_option keys[] = {
	{ "designs", 0, "N,...", "Numbers of designs, from 1 (default 1)", LIST(WHOLES(1, DESIGNS)),
	  AT(designs) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct misses_asked *)request =
		(struct misses_asked){ .designs = { { 1 }, 1 }, .effort = experiment_effort(1) };
}

static const struct command_table table = {
	.name = "review_misses",
	.doc = "How often bounds miss after a second review, by all outcomes of large designs.",
	.option = keys,
	.size = sizeof(struct misses_asked),
	.init = init,
};

static int run(void *request, const struct output *out, struct err *e)
{
	const struct misses_asked *q = request;
	struct records lines;
	int result = 0;
	records_init(&lines, columns, sizeof(struct row));
	for (size_t i = 0; i < q->designs.count && result == 0; i++)
		result = enumerate(&designs[(size_t)q->designs.value[i] - 1], q->effort.jobs,
				   &lines, e);
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
