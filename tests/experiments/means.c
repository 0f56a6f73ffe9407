/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * how often intervals of means over topics, from sampled judgments, cover the true
 * mean. For each sample, truths are drawn with replacement to be the topics (a named scenario makes
 * new ones), documents are sampled in each topic, and the interval of the mean is the one that an
 * evaluation or a comparison prints.
 */
#include <math.h>

#include "core/commands/simulate/trials.h"
#include "core/commands/simulate/truths_asked.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/learnt_prior/learnt_difference.h"
#include "core/stats/random/uniform.h"
#include "core/stats/two_runs/shared_posterior.h"
#include "tests/experiments/key_value.h"
#include "tests/support/covers.h"

struct means_asked {
	struct truths_asked truths;
	struct number_list topics; /* how many */
	bool difference;	   /* of two runs; truths say what the second one retrieves */
	bool random_topics;	   /* the true value is the mean over all truths */
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct means_asked, member)

static const char *const whose[] = { "these", "random", NULL };

static const struct command_option options[] = {
	{ .include = truth_options, AT(truths) },
	{ HEADING("Means:") },
	{ "topic-count", 0, "T,...", "Means over T truths, drawn with replacement as topics",
	  LIST(WHOLES(1, 100000)), AT(topics) },
	{ "topics", 0, "WHICH", "Means are of these topics (default), or of random ones like them",
	  WORD(whose), AT(random_topics),
	  .more = "The true value of `random` ones is the mean over all truths." },
	{ OPTION_QUANTITY("recall (default), precision, F or yield; diff-recall, diff-P or diff-F "
			  "of two runs; prob-gt, how sure one seems the better, is diff-recall",
			  simulation_quantities),
	  AT(truths.quantity) },
	{ OPTION_BETA, AT(truths.simulation.interval.beta) },
	{ .include = bound_options, AT(truths) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples, each of new topics (default 1000)"),
	  AT(truths.simulation.effort.samples), .usual = "1000" },
	{ .include = effort_options, AT(truths.simulation.effort) },
	{ 0 },
};

static int check(void *request, struct err *e)
{
	struct means_asked *q = request;
	q->difference = q->truths.quantity >= DIFFERENCES;
	if (q->topics.count == 0)
		return err_usage(e, "the number of topics is missing (--topic-count=T)");
	if (q->difference && q->random_topics)
		return err_usage(e, "--topics=random has no differences");
	return truths_asked_check(q, e);
}

static void init(void *request)
{
	((struct means_asked *)request)->answer.format = FORMAT_CSV;
}

static const struct command_table table = {
	.name = "means",
	.doc = "How often the intervals of means over topics cover the true mean, with samples from "
	       "known truths.",
	.notes = NOTE_OF_TRUTHS EXIT_STATUS,
	.option = options,
	.size = sizeof(struct means_asked),
	.release = truths_asked_release,
	.init = init,
	.check = check,
};

/* One number of topics, one source. */
struct means_study {
	const struct simulation *s;
	const struct means_asked *m;
	const struct truth_source *from;
	const char *method[METHODS_MAX];
	size_t methods, topics;
	bool by_default;
	double population; /* mean over all truths */
};

/*
 * Each method makes two claims: of the mean of all topics, which has figures of its own, and of
 * those that have an estimate.
 */
enum { OF_ALL, OF_ESTIMATED, CLAIMS };
enum { OUTSIDE, WARNED, SURELY_ABOVE, SURELY_BELOW };

/* One sample: the topics as an evaluation sees them, and as a comparison does. */
struct means_work {
	struct divided_stratum *stratum;
	struct pair_stratum *cell;
	struct true_stratum *second; /* strata of a truth as the second run retrieves them */
	struct sample_view *view;
	const struct sample_view **sample;
	struct estimate *estimate;
	struct shared_topic *shared;
	struct arena memory;
};

static size_t most_strata(const struct truth_source *from)
{
	size_t most = 2;
	for (size_t i = 0; from->truths != NULL && i < from->truths->count; i++)
		if (from->truths->truth[i].count > most)
			most = from->truths->truth[i].count;
	return most;
}

static int work_init(struct means_work *w, const struct means_study *y, struct err *e)
{
	size_t most = most_strata(y->from), topics = y->topics, cells = topics * most;
	struct arena *m = &w->memory;
	*w = (struct means_work){ 0 };
	w->stratum = arena_zeroed(m, cells, sizeof *w->stratum);
	w->cell = arena_zeroed(m, cells, sizeof *w->cell);
	w->second = arena_zeroed(m, most, sizeof *w->second);
	w->view = arena_zeroed(m, topics, sizeof *w->view);
	w->sample = arena_zeroed(m, topics, sizeof *w->sample);
	w->estimate = arena_zeroed(m, topics, sizeof *w->estimate);
	w->shared = arena_zeroed(m, topics, sizeof *w->shared);
	return m->failed ? err_memory(e) : 0;
}

/* How many relevant documents a simple random sample has, drawn one by one. */
static int64_t draw_relevant(const struct true_stratum *s, struct uniform *u)
{
	int64_t found = 0;
	if (s->sampled == s->size)
		return s->yield;
	for (int64_t i = 0; i < s->sampled && found < s->yield; i++)
		found += uniform_next(u) * (double)(s->size - i) < (double)(s->yield - found);
	return found;
}

/* A truth, and what is known of its strata besides. */
struct topic_truth {
	struct truth truth;
	const struct stratum_kind *kind;
	struct realization drawn; /* room for it */
};

/* The strata of a scenario with a name: the retrieved documents, and the others. */
static const struct stratum_kind two_kinds[2] = { { false, 0 }, { false, 1 } };

static void truth_at(const struct means_study *y, size_t number, struct topic_truth *out)
{
	out->truth = simulation_truth(y->s, y->from, number, &out->drawn);
	out->kind = y->from->scenario != NULL ? two_kinds : y->from->truths->kind[number];
}

static void draw_topic(struct means_work *w, size_t topic, size_t first,
		       const struct topic_truth *x, struct uniform *u)
{
	const struct truth *t = &x->truth;
	for (size_t i = 0; i < t->count; i++) {
		const struct true_stratum *s = &t->strata[i];
		uint32_t label = x->kind[i].label;
		int64_t r = draw_relevant(s, u);
		const struct stratum drawn = { s->size, s->sampled, r, s->sampled, s->retrieved };
		w->stratum[first + i] = counted_stratum(&drawn, label);
		w->cell[first + i] = (struct pair_stratum){ .size = s->size,
							    .sampled = s->sampled,
							    .relevant = r,
							    .assessable = s->sampled,
							    .in_a = s->retrieved,
							    .in_b = x->kind[i].second,
							    .label = label };
	}
	w->view[topic] = counted_sample(w->stratum + first, t->count);
	w->sample[topic] = &w->view[topic];
	w->shared[topic] = (struct shared_topic){ .cell = w->cell + first, .cells = t->count };
}

/*
 * The quantity of one truth; nan without a relevant document, except a precision and a yield.
 * `second` is room for the strata of the truth, and needed for differences only.
 */
static double value_of(const struct means_study *y, const struct topic_truth *x,
		       struct true_stratum *second)
{
	const struct truth *t = &x->truth;
	const struct interval_request *q = &y->s->interval;
	bool ratio = q->quantity == QUANTITY_RECALL || q->quantity == QUANTITY_F;
	int64_t relevant = 0;
	for (size_t i = 0; i < t->count; i++)
		relevant += t->strata[i].yield;
	if (relevant == 0 && (ratio || y->m->difference))
		return NAN;
	double value = truth_value(t, q);
	if (!y->m->difference)
		return value;
	for (size_t i = 0; i < t->count; i++) {
		second[i] = t->strata[i];
		second[i].retrieved = x->kind[i].second;
	}
	return value - truth_value(&(struct truth){ second, t->count }, q);
}

/* State of computing one mean. */
struct mean {
	double sum, count;
};

static void add(struct mean *m, double x)
{
	if (!isnan(x)) {
		m->sum += x;
		m->count++;
	}
}

static double mean_of(const struct mean *m)
{
	return m->count > 0 ? m->sum / m->count : NAN;
}

static void estimate_topics(const struct means_study *y, struct means_work *w)
{
	for (size_t t = 0; t < y->topics; t++)
		w->estimate[t] = (struct estimate){
			.value = divided_value(w->view[t].stratum, w->view[t].strata,
					       &y->s->interval),
			.se = NAN,
			.bounds = { NAN, NAN },
		};
}

static void draw_topics(const struct means_study *y, size_t number, struct means_work *w,
			double *value, double *estimated)
{
	struct uniform u = uniform_start(y->s->effort.seed, number, STREAM_COVERAGE_SAMPLES);
	struct mean all = { 0, 0 }, with_estimate = { 0, 0 };
	for (size_t t = 0, first = 0; t < y->topics; t++) {
		struct topic_truth x;
		if (y->from->scenario != NULL)
			truth_at(y, number * y->topics + t, &x);
		else
			truth_at(y, uniform_below(&u, y->from->truths->count), &x);
		draw_topic(w, t, first, &x, &u);
		double own = divided_value(w->stratum + first, x.truth.count, &y->s->interval);
		first += x.truth.count;
		double one = value_of(y, &x, w->second);
		add(&all, one);
		add(&with_estimate, isnan(own) ? NAN : one);
	}
	estimate_topics(y, w);
	*value = y->m->random_topics ? y->population : mean_of(&all);
	*estimated = y->m->random_topics ? y->population : mean_of(&with_estimate);
}

static enum measured_quantity measured_quantity(enum quantity q)
{
	return q == QUANTITY_RECALL	 ? SET_RECALL
	       : q == QUANTITY_PRECISION ? SET_PRECISION
	       : q == QUANTITY_F	 ? SET_F
					 : SET_YIELD;
}

/* As all_topics.c has it: a topic alone has its own interval. */
static int interval_of_run(const struct means_study *y, const char *method, struct means_work *w,
			   struct claim *out, struct err *e)
{
	const struct interval_request *i = &y->s->interval;
	bool other = y->by_default;
	const enum measured_quantity quantity = measured_quantity(i->quantity);
	const struct parameters beta = { .count = quantity == SET_F, .value = &i->beta };
	struct mean mean = { 0, 0 };
	size_t only = 0;
	for (size_t t = 0; t < y->topics; t++) {
		add(&mean, w->estimate[t].value);
		only = isnan(w->estimate[t].value) ? only : t;
	}
	struct estimate x = { .value = mean_of(&mean), .se = NAN, .bounds = { NAN, NAN } };
	struct estimate_request q = { .method = method,
				      .by_default = y->by_default,
				      .ends.lower_p = i->ends.lower_p,
				      .ends.upper_p = i->ends.upper_p,
				      .ends.seed = y->s->effort.seed,
				      .random_topics = y->m->random_topics,
				      .resamples = 1000,
				      .other_method = true };
	bool alone = mean.count <= 1 && !q.random_topics;
	if (alone && other)
		q.method = chosen_method(OF_SET, (struct sample_known){ .ends = &i->ends });
	const struct topic_view topic = { .sample = &w->view[only], .services = &services };
	const struct topics_view topics = { .topics = y->topics,
					    .estimate = w->estimate,
					    .sample = w->sample,
					    .services = &services };
	if (mean.count > 0 && (alone ? services.bounds(&topic, quantity, &beta, &q, &x, e)
				     : services.mean(&topics, quantity, &beta, &q, &x, e)) < 0)
		return -1;
	out->estimate = x.value;
	out->interval = x.bounds;
	out->more[WARNED] = x.caution != NULL;
	return 0;
}

static void add_probability(struct claim *out, double above)
{
	out->more[SURELY_ABOVE] = above > 0.95;
	out->more[SURELY_BELOW] = above < 0.05;
}

/* The strata as the second run divides them, or the first again. */
static void take_second(const struct means_study *y, struct means_work *w)
{
	for (size_t t = 0; t < y->topics; t++)
		for (size_t i = 0; i < w->view[t].strata; i++) {
			size_t at = (size_t)(w->view[t].stratum - w->stratum) + i;
			struct divided_stratum *d = &w->stratum[at];
			struct pair_stratum *c = &w->cell[at];
			int64_t relevant = c->relevant, other = c->sampled - c->relevant;
			bool in = d->retrieved == c->in_a ? c->in_b : c->in_a;
			if (c->in_a == c->in_b)
				continue;
			d->retrieved = in;
			d->relevant[in] = relevant;
			d->other[in] = other;
			d->relevant[!in] = d->other[!in] = 0;
		}
}

/* The difference of the means that an evaluation of each run has. */
static int difference_of_runs(const struct means_study *y, const char *method, struct means_work *w,
			      double *out, struct err *e)
{
	double mean[2];
	for (int run = 0; run < 2; run++) {
		struct claim one;
		if (interval_of_run(y, method, w, &one, e) < 0)
			return -1;
		mean[run] = one.estimate;
		take_second(y, w);
		estimate_topics(y, w);
	}
	*out = mean[0] - mean[1];
	return 0;
}

static int interval_of_pair(const struct means_study *y, const char *method, struct means_work *w,
			    struct claim *out, struct err *e)
{
	const struct interval_method *m = interval_find(method);
	const struct interval_request *i = &y->s->interval;
	const struct learnt_request q = { .of = { .quantity = i->quantity, .beta = i->beta },
					  .ends = i->ends };
	struct shared_result shared;
	struct learnt_result learnt;
	double difference;
	if (difference_of_runs(y, method, w, &difference, e) < 0)
		return -1;
	if (m->learnt && y->topics > 1) {
		if (learnt_compare(w->shared, y->topics, &q, &learnt, e) < 0)
			return -1;
		out->interval = interval_about(learnt.interval, learnt.estimate, difference);
		out->estimate = difference;
		add_probability(out, learnt.probability);
		out->more[WARNED] = learnt.caution != LEARNT_SOUND;
		return 0;
	}
	if (shared_compare_mean(m, w->shared, y->topics, i, &shared, e) < 0)
		return -1;
	out->interval = interval_about(shared.interval, shared.mean, difference);
	out->estimate = difference;
	add_probability(out, shared.probability);
	out->more[WARNED] = false;
	return 0;
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	(void)scratch;
	const struct means_study *y = question;
	struct means_work w;
	double value, estimated;
	int result = work_init(&w, y, e);
	if (result == 0)
		draw_topics(y, number, &w, &value, &estimated);
	for (size_t k = 0; k < y->methods && result == 0; k++) {
		struct claim *out = &to[k * CLAIMS];
		result = (y->m->difference ? interval_of_pair : interval_of_run)(y, y->method[k],
										 &w, out, e);
		out->truth = value;
		out->more[OUTSIDE] = !interval_covers(out->interval, out->estimate);
		out[OF_ESTIMATED] = *out;
		out[OF_ESTIMATED].truth = estimated;
		for (size_t i = 0; i < CLAIM_MORE && !interval_is_offered(out->interval); i++)
			out->more[i] = NAN;
	}
	arena_release(&w.memory);
	return result;
}

static int choose_methods(struct means_study *y, struct err *e)
{
	const struct method_list *named = &y->s->named;
	y->by_default = named->count == 0;
	if (y->by_default)
		y->method[y->methods++] = chosen_method(OF_SET_MEAN, (struct sample_known){ 0 });
	for (size_t i = 0; i < named->count; i++) {
		const struct interval_method *m = interval_find(named->method[i]);
		if (!(m->quantities & (unsigned)y->s->interval.quantity) ||
		    (y->m->difference && m->prior == NULL))
			return err_usage(e, "--ci=%s: the method does not apply to the quantity",
					 m->name);
		y->method[y->methods++] = m->name;
	}
	return 0;
}

static double population_mean(const struct means_study *y)
{
	struct mean all = { 0, 0 };
	size_t count = simulation_steps(y->from);
	for (size_t i = 0; i < count; i++) {
		struct topic_truth x;
		truth_at(y, i, &x);
		add(&all, value_of(y, &x, NULL)); /* there are no differences */
	}
	return mean_of(&all);
}

/* ---- lines ---- */

struct means_row {
	struct truths_row asked;
	const char *whose;
	double topics, estimated;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct means_row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(asked.scenario) },
	{ "topic_count", "topics", RECORD_COUNT, .width = 6, AT(topics) },
	{ "method", "method", RECORD_TEXT, .width = 13, AT(asked.method) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 9, AT(asked.quantity) },
	{ "beta", NULL, RECORD_SHORT, AT(asked.beta) },
	{ "level", NULL, RECORD_SHORT, AT(asked.level) },
	{ "tail", NULL, RECORD_TEXT, AT(asked.tail) },
	{ "topics", NULL, RECORD_TEXT, AT(whose) },
	{ "seed", NULL, RECORD_WHOLE, AT(asked.seed) },
	TALLY_COLUMNS(AT_TALLY),
	{ "coverage_estimated", "estimated", RECORD_REAL, 6, 4, 9, AT(estimated) },
	{ "outside", "outside", RECORD_REAL, 6, 4, 7, AT(of.more[OUTSIDE]) },
	{ "warned", "warned", RECORD_REAL, 6, 4, 7, AT(of.more[WARNED]) },
	{ "prob_above", "P>.95", RECORD_REAL, 6, 4, 7, AT(of.more[SURELY_ABOVE]), .if_any = true },
	{ "prob_below", "P<.05", RECORD_REAL, 6, 4, 7, AT(of.more[SURELY_BELOW]), .if_any = true },
	{ 0 },
};

static void add_lines(struct records *r, const struct means_study *y, const struct tally *tally)
{
	const struct truths_asked *q = &y->m->truths;
	for (size_t i = 0; i < y->methods; i++) {
		struct means_row row = { .asked = truths_row(q, y->from->name, y->method[i]),
					 .whose = whose[y->m->random_topics],
					 .topics = (double)y->topics,
					 .estimated = tally[i * CLAIMS + OF_ESTIMATED].coverage,
					 .of = tally[i * CLAIMS] };
		if (q->tail != TAIL_BOTH)
			row.of.width = NAN;
		records_add(r, &row);
	}
}

/* ---- the question ---- */

static int simulate_topics(const struct means_study *y, struct records *lines, struct err *e)
{
	struct tally tally[METHODS_MAX * CLAIMS];
	const struct trials trials = { .effort = &y->s->effort,
				       .groups = 1,
				       .samples = (size_t)y->s->effort.samples,
				       .claims = y->methods * CLAIMS,
				       .one = one_sample,
				       .question = y };
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	add_lines(lines, y, tally);
	return 0;
}

static int simulate_source(const struct means_asked *q, const struct truth_source *from,
			   struct records *lines, struct err *e)
{
	struct means_study y = { .s = &q->truths.simulation, .m = q, .from = from };
	if (q->difference && (from->truths == NULL || !from->truths->pairs))
		return err_data(e, "%.600s: no column retrieved_b, which differences need",
				from->name);
	for (size_t i = 0; from->truths != NULL && i < from->truths->count; i++)
		if (truth_check(&from->truths->truth[i], e) < 0)
			return -1;
	if (choose_methods(&y, e) < 0)
		return -1;
	y.population = q->random_topics ? population_mean(&y) : NAN;
	for (size_t k = 0; k < q->topics.count; k++) {
		y.topics = (size_t)q->topics.value[k];
		if (simulate_topics(&y, lines, e) < 0)
			return -1;
	}
	return 0;
}

static int answer(void *request, const struct truth_sources *x, struct records *lines,
		  struct picture *picture, const struct output *out, struct err *e)
{
	const struct means_asked *q = request;
	const struct effort *effort = &q->truths.simulation.effort;
	(void)picture; /* there is none */
	(void)out;
	progress_begin(&effort->progress, x->count * q->topics.count * (size_t)effort->samples);
	for (size_t i = 0; i < x->count; i++)
		if (simulate_source(q, &x->source[i], lines, e) < 0)
			return -1;
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct means_asked *q = request;
	struct records lines;
	records_init(&lines, columns, sizeof(struct means_row));
	return simulate_truths(&q->truths, &q->answer, answer, q, &lines, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
