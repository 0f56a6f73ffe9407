/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals of precision and F hold of a run that came later, and lies within the frame.
 *
 * The sample was drawn from the hits of a query, 300:45, and from the rest of the collection,
 * 9700:`rest`. In one topic after the other .2, .4 and .6 of the hits are relevant, and .004 of the
 * rest. The run has 100 documents in each, of which `share` lie in the rest, where `good` of them
 * are relevant; those among the hits are relevant as hits are. Which of its documents are judged
 * is chance. `outside` is how documents count that could not be drawn (there is none): left-out
 * divides by an estimated number of documents, nonrelevant by 100. Which of the two is the default
 * depends on the rates (core/data/joined/sample_join.c).
 *
 * Evidence: samples=1000 seed=11 rest=150 share=0.6
 */
#include <math.h>

#include "core/engine/bounds/measure_bounds.h"
#include "core/stats/interval/choose.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/key_value.h"

enum { MOST_TOPICS = 500, STRATA = 2, QUANTITIES = 3, RETRIEVED = 100 };

static const char *const outsides[] = { "left-out", "nonrelevant", NULL };

struct later_question {
	struct number_list topics;
	int64_t rest, hits;
	double share, good;
	int outside;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct later_question, member)

static const struct command_option keys[] = {
	{ "topics", 0, "T,...", "Topics (default 1,20,50)", LIST(WHOLES(1, MOST_TOPICS)),
	  AT(topics) },
	{ "hits", 0, "N", "Judged of the 300 hits (default 45)", WHOLE(2, 300), AT(hits) },
	{ "rest", 0, "N", "Judged of the 9700 others (default 150)", WHOLE(2, 9700), AT(rest) },
	{ "share", 0, "X", "Of the run that lies in the rest (default 0.3)", REAL(FROM_TO(0, 1)),
	  AT(share) },
	{ "good", 0, "X", "Of these that is relevant (default 0.1)", REAL(FROM_TO(0, 1)),
	  AT(good) },
	{ "outside", 0, "HOW", "left-out, or nonrelevant (default)", WORD(outsides), AT(outside) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct later_question *)request =
		(struct later_question){ .topics = { { 1, 20, 50 }, 3 },
					 .hits = 45,
					 .rest = 150,
					 .share = 0.3,
					 .good = 0.1,
					 .outside = 1,
					 .effort = experiment_effort(1000) };
}

static const struct command_table table = {
	.name = "later_runs",
	.doc = "How often intervals of precision and F hold of a run that came later.",
	.option = keys,
	.size = sizeof(struct later_question),
	.init = init,
};

/* ---- the truth ---- */

/* Documents of a stratum: relevant [0] and others [1], of what is not retrieved and of the rest. */
struct lying {
	int64_t size, sampled, of[2][2];
};

struct study {
	const struct later_question *asked;
	size_t topics;
};

static void lying_of(const struct later_question *q, size_t topic, struct lying to[STRATA])
{
	int64_t far = llround(q->share * RETRIEVED), near = RETRIEVED - far;
	double rich = 0.2 + 0.2 * (double)(topic % 3);
	const int64_t size[STRATA] = { 300, 9700 }, retrieved[STRATA] = { near, far };
	const int64_t relevant[STRATA] = { llround(rich * 300), 39 };
	const int64_t found[STRATA] = { llround(rich * (double)near),
					llround(q->good * (double)far) };
	for (int i = 0; i < STRATA; i++)
		to[i] = (struct lying){
			.size = size[i],
			.sampled = i == 0 ? q->hits : q->rest,
			.of = { { relevant[i], size[i] - retrieved[i] - relevant[i] },
				{ found[i], retrieved[i] - found[i] } },
		};
}

/* ---- one sample ---- */

struct work {
	struct divided_stratum stratum[MOST_TOPICS][STRATA];
	struct sample_view view[MOST_TOPICS];
	const struct sample_view *sample[MOST_TOPICS];
	struct estimate estimate[MOST_TOPICS];
};

/* How many of `marked` documents are among n of `size`. */
static int64_t draw(struct uniform *u, int64_t size, int64_t marked, int64_t n)
{
	int64_t found = 0;
	for (int64_t i = 0; i < n && found < marked; i++)
		found += uniform_next(u) * (double)(size - i) < (double)(marked - found);
	return found;
}

static void draw_stratum(struct uniform *u, const struct lying *p, uint32_t label,
			 struct divided_stratum *to)
{
	int64_t left = p->size, n = p->sampled, met;
	*to = (struct divided_stratum){ .size = p->size, .sampled = n, .label = label };
	for (int side = 1; side >= 0; side--)
		for (int kind = 0; kind < 2; kind++) {
			int64_t found = draw(u, left, p->of[side][kind], n);
			*(kind == 0 ? &to->relevant[side] : &to->other[side]) = found;
			left -= p->of[side][kind];
			n -= found;
		}
	met = to->relevant[1] + to->other[1];
	to->cut = met > 0 && met < p->sampled;
	to->retrieved = met > 0;
}

static double value_of(const struct sample_view *v, enum measured_quantity what)
{
	double found = 0, other = 0, relevant = 0;
	for (size_t i = 0; i < v->strata; i++) {
		const struct divided_stratum *d = &v->stratum[i];
		double weight = (double)d->size / (double)d->sampled;
		found += weight * (double)d->relevant[1];
		other += weight * (double)d->other[1];
		relevant += weight * (double)(d->relevant[0] + d->relevant[1]);
	}
	double retrieved = v->outside_as == OUTSIDE_NONRELEVANT ? RETRIEVED : found + other;
	return what == SET_PRECISION ? fmin(found / retrieved, 1)
	       : what == SET_RECALL  ? found / relevant
				     : 2 * found / (retrieved + relevant);
}

static int claim_of(const struct study *y, enum measured_quantity what, double truth,
		    struct work *w, struct claim *to, struct err *e)
{
	const double beta = 1;
	const struct parameters p = { .count = what == SET_F, .value = &beta };
	struct estimate x = { .value = 0, .se = NAN, .bounds = { NAN, NAN } };
	double count = 0;
	for (size_t t = 0; t < y->topics; t++) {
		double value = value_of(&w->view[t], what);
		w->estimate[t] =
			(struct estimate){ .value = value, .se = NAN, .bounds = { NAN, NAN } };
		x.value += isnan(value) ? 0 : value;
		count += !isnan(value);
	}
	x.value /= count;
	struct estimate_request q = { .by_default = true,
				      .ends = { .lower_p = 0.025, .upper_p = 0.975 },
				      .other_method = true };
	const struct topic_view topic = { .sample = &w->view[0],
					  .level = 1,
					  .services = &services };
	const struct topics_view topics = { .topics = y->topics,
					    .estimate = w->estimate,
					    .sample = w->sample,
					    .level = 1,
					    .services = &services };
	q.method = y->topics > 1 ? chosen_method(OF_SET_MEAN, (struct sample_known){ 0 })
				 : chosen_method(OF_SET, (struct sample_known){ .ends = &q.ends });
	if (count > 0 && (y->topics > 1 ? services.mean(&topics, what, &p, &q, &x, e)
					: services.bounds(&topic, what, &p, &q, &x, e)) < 0)
		return -1;
	bool warned = x.caution != NULL;
	*to = (struct claim){ .truth = truth,
			      .estimate = x.value,
			      .interval = x.bounds,
			      .more = { warned, silent_miss(x.bounds, truth, warned) } };
	return 0;
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct study *y = question;
	const struct later_question *q = y->asked;
	struct work *w = scratch;
	struct uniform u = uniform_start(q->effort.seed, number, (uint32_t)y->topics);
	double truth[QUANTITIES] = { 0 };
	for (size_t t = 0; t < y->topics; t++) {
		struct lying p[STRATA];
		lying_of(q, y->topics == 1 ? number : t, p);
		for (uint32_t i = 0; i < STRATA; i++)
			draw_stratum(&u, &p[i], i, &w->stratum[t][i]);
		w->view[t] =
			(struct sample_view){ .stratum = w->stratum[t],
					      .strata = STRATA,
					      .level = 1,
					      .retrieved = RETRIEVED,
					      .divides = true,
					      .outside_as = q->outside == 1 ? OUTSIDE_NONRELEVANT
									    : OUTSIDE_LEFT_OUT };
		w->sample[t] = &w->view[t];
		double found = (double)(p[0].of[1][0] + p[1].of[1][0]);
		double relevant = found + (double)(p[0].of[0][0] + p[1].of[0][0]);
		truth[0] += found / RETRIEVED / (double)y->topics;
		truth[1] += 2 * found / (RETRIEVED + relevant) / (double)y->topics;
		truth[2] += found / relevant / (double)y->topics;
	}
	static const enum measured_quantity what[QUANTITIES] = { SET_PRECISION, SET_F, SET_RECALL };
	for (int i = 0; i < QUANTITIES; i++)
		if (claim_of(y, what[i], truth[i], w, &to[i], e) < 0)
			return -1;
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *outside, *quantity;
	int64_t topics, seed, rest;
	double share, good;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "outside", NULL, RECORD_TEXT, AT(outside) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "rest", NULL, RECORD_WHOLE, AT(rest) },
	{ "share", NULL, RECORD_SHORT, AT(share) },
	{ "good", NULL, RECORD_SHORT, AT(good) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(of.truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "warned", NULL, RECORD_REAL, 6, AT(of.more[0]) },
	{ "silent", NULL, RECORD_REAL, 6, AT(of.more[1]) },
	{ 0 },
};

static int simulate(const struct study *y, struct records *lines, struct err *e)
{
	static const char *const names[QUANTITIES] = { "P", "F", "recall" };
	const struct later_question *q = y->asked;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = QUANTITIES,
				       .scratch = sizeof(struct work),
				       .one = one_sample,
				       .question = y };
	struct tally tally[QUANTITIES];
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (int i = 0; i < QUANTITIES; i++)
		records_add(lines, &(struct row){ .outside = outsides[q->outside],
						  .quantity = names[i],
						  .topics = (int64_t)y->topics,
						  .seed = (int64_t)q->effort.seed,
						  .rest = q->rest,
						  .share = q->share,
						  .good = q->good,
						  .of = tally[i] });
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct later_question *q = request;
	struct records lines;
	int result = 0;
	records_init(&lines, columns, sizeof(struct row));
	for (size_t i = 0; i < q->topics.count && result == 0; i++) {
		const struct study y = { .asked = q, .topics = (size_t)q->topics.value[i] };
		result = simulate(&y, &lines, e);
	}
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
