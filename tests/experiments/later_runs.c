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
#include "tests/experiments/lying_strata.h"

enum { STRATA = 2, QUANTITIES = 3, RETRIEVED = 100 };

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

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	static const enum measured_quantity what[QUANTITIES] = { SET_PRECISION, SET_F, SET_RECALL };
	const struct study *y = question;
	const struct later_question *q = y->asked;
	struct lying_topics *w = scratch;
	struct uniform u = uniform_start(q->effort.seed, number, (uint32_t)y->topics);
	w->topics = y->topics;
	w->strata = STRATA;
	for (size_t t = 0; t < y->topics; t++)
		lying_of(q, y->topics == 1 ? number : t, w->lying[t]);
	draw_lying(w, &u, RETRIEVED, q->outside == 1 ? OUTSIDE_NONRELEVANT : OUTSIDE_LEFT_OUT);
	for (int i = 0; i < QUANTITIES; i++)
		if (lying_claim(w, what[i], &to[i], e) < 0)
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
				       .scratch = sizeof(struct lying_topics),
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
