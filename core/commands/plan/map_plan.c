/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/commands/plan/map_plan.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/topics/paired_test.h"

void map_answer_release(struct map_answer *a)
{
	free(a->subject);
	records_release(&a->line);
}

bool map_shows_widths(const struct map_request *q)
{
	return q->test == TEST_NONE || q->list[LIST_WIDTH].count > 0;
}

/* ---- runs and differences of runs ---- */

/* The scores of a subject, or differences of scores, and what goes with them. */
struct gathered {
	double *value;
	size_t count;
	double scale;
	double known;	      /* how many standard errors */
	double errors;	      /* sum of their squares */
	double bias, squares; /* sums of biases, and of their squares */
	double judged;	      /* sum */
};

/* As in ranked_mean_of(): a bias that has been corrected is no error of a topic any more. */
static void gather_error(const struct map_pilot *p, size_t at, size_t topic, struct gathered *g)
{
	double error = p->error.value[at], bias = p->bias.value[at];
	g->judged += p->judged[topic];
	if (isnan(error) && p->quantity == RANKING_PRECISION)
		error = 0; /* no relevant document was drawn: so the mean square has no bias */
	if (isnan(error))
		return;
	g->known++;
	g->errors += error * error;
	g->bias += bias;
	g->squares += p->corrected ? 0 : bias * bias;
}

static void gather(const struct map_pilot *p, const struct map_subject *s, struct gathered *g)
{
	size_t topics = p->score.topics, first = (size_t)s->run * topics;
	const double *a = p->score.value + first;
	const double *b = s->minus != NO_RUN ? p->score.value + (size_t)s->minus * topics : NULL;
	for (size_t t = 0; t < topics; t++) {
		if (isnan(a[t]) || (b != NULL && isnan(b[t])))
			continue;
		g->value[g->count++] = b != NULL ? a[t] - b[t] : a[t];
		if (b == NULL && p->error.systems > 0)
			gather_error(p, first + t, t, g);
	}
	g->scale = differences_scale(a, b != NULL ? b : a, topics);
}

/* Topics whose error is not known count with the mean of the others; their bias with 0. What the
 * errors of R-precision have in common (mean_ap.h) is planned for as a bias. */
static void split_variance(const struct map_request *q, const struct map_pilot *p,
			   struct map_subject *s, const struct gathered *g)
{
	struct mean_study y = { .between = s->sd * s->sd,
				.level = q->runs.level,
				.these = q->these };
	if (g->errors > 0) { /* else not known, or all was judged: there is nothing to choose */
		s->within = g->errors / g->known;
		s->judged = g->judged / (double)g->count;
		s->bias = p->quantity == RANKING_R_PRECISION
				  ? MEAN_R_COMMON * s->mean * sqrt(s->within)
				  : g->bias / (double)g->count;
		s->clipped = y.between < s->within;
		y.between = fmax(0, y.between - s->within);
		y.effort = s->within * s->judged;
		y.bias = s->bias * s->judged;
		y.squares = g->squares / g->known * s->judged * s->judged;
	}
	for (int safe = 0; safe < 2; safe++) {
		double ratio = safe ? s->limit / s->sd : 1;
		s->study[safe] = y;
		s->study[safe].between = y.between * ratio * ratio;
		s->study[safe].effort = y.effort * ratio * ratio;
	}
}

static int measure_subject(const struct map_request *q, const struct map_pilot *p,
			   struct map_subject *s, struct gathered *g, struct err *e)
{
	struct differences d;
	gather(p, s, g);
	s->topics = g->count;
	s->few = g->count < 2;
	s->mean = s->sd = s->limit = s->judged = s->within = NAN;
	if (s->few)
		return 0;
	if (differences_init(&d, g->value, g->count, g->scale, e) < 0)
		return -1;
	s->mean = d.mean;
	s->sd = d.deviation;
	s->constant = d.deviation == 0;
	s->limit = q->these ? NAN : deviation_limit(d.value, d.count, q->safety);
	differences_release(&d);
	split_variance(q, p, s, g);
	return 0;
}

static int find_baseline(const struct map_request *q, const struct map_pilot *p, size_t *found,
			 struct err *e)
{
	*found = text_find(p->score.system, p->score.systems, q->baseline);
	if (*found < p->score.systems)
		return 0;
	return err_usage(e, "--baseline=%.300s: none of the runs has this name", q->baseline);
}

static void add_subject(struct map_answer *out, size_t run, int64_t minus)
{
	out->subject[out->subjects++] = (struct map_subject){ .run = (int64_t)run, .minus = minus };
}

/* Runs come first, then differences, as they were given. */
static int list_subjects(const struct map_request *q, const struct map_pilot *p,
			 struct map_answer *out, struct err *e)
{
	size_t runs = p->score.systems, baseline = 0;
	bool pairs = q->pairs || !(q->choice || q->both);
	if (q->pairs && runs < 2)
		return err_usage(e, "two runs or more are needed for a difference");
	if (q->baseline != NULL && find_baseline(q, p, &baseline, e) < 0)
		return -1;
	out->subject = calloc(runs + runs * (runs - 1) / 2 + 1, sizeof *out->subject);
	if (out->subject == NULL)
		return err_memory(e);
	for (size_t i = 0; map_shows_widths(q) && i < runs; i++)
		add_subject(out, i, NO_RUN);
	for (size_t i = 0; pairs && i < runs; i++) {
		if (q->baseline != NULL && i != baseline)
			add_subject(out, i, (int64_t)baseline);
		for (size_t k = i + 1; q->baseline == NULL && k < runs; k++)
			add_subject(out, i, (int64_t)k);
	}
	return 0;
}

static int make_subjects(const struct map_request *q, const struct map_pilot *p,
			 struct map_answer *out, struct err *e)
{
	if (list_subjects(q, p, out, e) < 0)
		return -1;
	double *value = calloc(p->score.topics + 1, sizeof *value);
	int result = value == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < out->subjects && result == 0; i++) {
		struct gathered g = { .value = value };
		result = measure_subject(q, p, &out->subject[i], &g, e);
	}
	free(value);
	size_t few = 0;
	for (size_t i = 0; i < out->subjects; i++)
		few += out->subject[i].few;
	if (result == 0 && few == out->subjects)
		return err_data(e,
				"a plan needs at least two topics with a score, and none of the "
				"runs%s has as many (%.100s)",
				q->test != TEST_NONE ? " that are compared" : "", p->measure);
	return result;
}

/* ---- intervals ---- */

static double number(int64_t found)
{
	return found > 0 ? (double)found : NAN;
}

/* The number that is not given, for a half-width that is. */
static int reach(const struct map_request *q, const struct map_subject *s, struct map_line *l,
		 struct err *e)
{
	struct mean_design d = { 0 };
	double wanted = l->given[LIST_WIDTH];
	bool sampled = !isnan(s->judged), given = !isnan(l->topics[0]), found = true;
	if (!given && isnan(l->judgments[0]) && q->priced && sampled) {
		found = mean_cheapest(&s->study[0], &q->price, wanted, &d);
		l->topics[0] = (double)d.topics;
		l->judgments[0] = (double)d.judgments;
		l->cheapest = "yes";
	}
	if (!given && isnan(l->judgments[0]))
		l->judgments[0] = s->judged;
	double m = sampled ? l->judgments[0] : 1;
	for (int safe = 0; safe < (q->these ? 1 : 2); safe++) {
		const struct mean_study *y = &s->study[safe];
		if (given)
			l->judgments[safe] =
				number(mean_judgments(y, (int64_t)l->topics[0], wanted));
		else if (found && isnan(l->topics[safe]))
			l->topics[safe] = number(mean_topics(y, m, wanted));
	}
	if (found && (given || !isnan(l->topics[0]) || s->study[0].bias != 0))
		return 0;
	return err_usage(e, "--half-width=%g: more than %lld topics would be needed", wanted,
			 (long long)MEAN_PLAN_MOST);
}

/* What a number of topics and judgments gives. */
static void describe(const struct map_request *q, const struct map_subject *s, struct map_line *l)
{
	struct mean_study these = s->study[0];
	bool sampled = !isnan(s->judged);
	double m = sampled ? l->judgments[0] : 1;
	if (isnan(m) || isnan(l->topics[0]))
		return; /* no number is enough */
	int64_t n = (int64_t)l->topics[0];
	for (int safe = 0; safe < (q->these ? 1 : 2); safe++)
		l->half_width[safe] = mean_half_width(&s->study[safe], n, m);
	these.these = true;
	if (sampled && !q->these)
		l->these = mean_half_width(&these, n, m);
	if (sampled && q->priced)
		l->cost = mean_cost(&q->price, n, m);
}

static int answer_width(const struct map_request *q, const struct map_subject *s,
			struct map_line *l, struct err *e)
{
	bool wanted = !isnan(l->given[LIST_WIDTH]);
	if (wanted && reach(q, s, l, e) < 0)
		return -1;
	if (!wanted && isnan(l->topics[0]))
		l->topics[0] = (double)s->topics;
	if (!wanted && isnan(l->judgments[0]))
		l->judgments[0] = s->judged;
	describe(q, s, l);
	return 0;
}

/* ---- the test ---- */

static int answer_test(const struct map_request *q, const struct map_subject *s, struct map_line *l,
		       struct err *e)
{
	/* a one-sided test is half of a two-sided one of twice the level */
	double alpha = q->tail == TAIL_BOTH ? q->alpha : fmin(2 * q->alpha, 1 - NEAR_DIGITS);
	double wanted = l->given[LIST_POWER];
	for (int safe = 0; safe < 2; safe++) {
		double sd = safe ? s->limit : s->sd, *difference = l->difference;
		if (q->test == TEST_TOPICS)
			l->topics[safe] = number(paired_topics(*difference, sd, wanted, alpha));
		if (isnan(l->topics[0]))
			return err_usage(e,
					 "--difference=%g: more than %lld topics would be needed",
					 *difference, (long long)MEAN_PLAN_MOST);
		int64_t n = (int64_t)l->topics[0];
		if (q->test == TEST_DIFFERENCE)
			difference[safe] = paired_difference(n, sd, wanted, alpha);
		l->power[safe] = paired_power(n, *difference, sd, alpha);
	}
	describe(q, s, l);
	return 0;
}

/* ---- all lines ---- */

/* What is known of a subject, and asked. */
static struct map_line begin_line(const struct map_request *q, const struct map_pilot *p,
				  const struct map_answer *out, const struct map_subject *s,
				  const double given[LISTS])
{
	struct map_line l = { 0 };
	record_clear(out->line.column, &l);
	memcpy(l.given, given, sizeof l.given);
	l.measure = p->measure;
	l.run = p->score.system[s->run];
	l.minus = s->minus == NO_RUN ? NULL : p->score.system[s->minus];
	l.subject = *s;
	l.subject.limit = s->constant ? NAN : s->limit;
	l.pilot_topics = (double)s->topics;
	l.between = isnan(s->within) ? NAN : sqrt(s->study[0].between);
	l.within = sqrt(s->within);
	l.bias = isnan(s->within) ? NAN : s->bias;
	l.topics[0] = given[LIST_TOPICS];
	l.judgments[0] = given[LIST_JUDGMENTS];
	l.difference[0] = given[LIST_DIFFERENCE];
	l.level = q->runs.level;
	l.alpha = q->test != TEST_NONE ? q->alpha : NAN;
	l.safety = q->these ? NAN : q->safety;
	l.scope = q->these ? "these" : "random";
	l.price = q->priced ? q->price : (struct study_prices){ NAN, NAN, NAN };
	return l;
}

static int add_line(const struct map_request *q, const struct map_pilot *p, struct map_answer *out,
		    size_t subject, bool test, const double given[LISTS], struct err *e)
{
	const struct map_subject *s = &out->subject[subject];
	struct map_line l = begin_line(q, p, out, s, given);
	if (!s->constant && !s->few &&
	    (test ? answer_test(q, s, &l, e) : answer_width(q, s, &l, e)) < 0)
		return -1;
	l.more = isnan(l.topics[0]) ? NAN : fmax(l.topics[0] - (double)s->topics, 0);
	records_add(&out->line, &l);
	return out->line.failed ? err_memory(e) : 0;
}

/* Every combination of the lists that count, for a test or for a width. */
static int add_lines(const struct map_request *q, const struct map_pilot *p, struct map_answer *out,
		     size_t subject, bool test, struct err *e)
{
	static const struct number_list none;
	const struct number_list *const list[LISTS] = {
		[LIST_WIDTH] = test ? &none : &q->list[LIST_WIDTH],
		[LIST_TOPICS] = &q->list[LIST_TOPICS],
		[LIST_JUDGMENTS] = test ? &none : &q->list[LIST_JUDGMENTS],
		[LIST_DIFFERENCE] = test ? &q->list[LIST_DIFFERENCE] : &none,
		[LIST_POWER] = test ? &q->list[LIST_POWER] : &none,
	};
	double given[LISTS];
	for (size_t i = 0; i < numbers_combined(list, LISTS, i, given); i++)
		if (add_line(q, p, out, subject, test, given, e) < 0)
			return -1;
	return 0;
}

/* Some questions need standard errors of single topics. */
static int check_map_answer(const struct map_request *q, const struct map_pilot *p,
			    const struct map_answer *a, struct err *e)
{
	for (size_t i = 0; (q->choice || q->both) && i < a->subjects; i++) {
		if (!isnan(a->subject[i].judged) || a->subject[i].few)
			continue;
		if (q->both)
			return err_usage(e,
					 "--half-width and --topics leave nothing to compute: the "
					 "%.100s of %.300s does not depend on how much is judged",
					 p->measure, p->score.system[a->subject[i].run]);
		return err_usage(e,
				 "--size, --topic-scope=these and costs are for estimates from "
				 "sampled judgments with standard errors: the %.100s of %.300s has "
				 "none",
				 p->measure, p->score.system[a->subject[i].run]);
	}
	return 0;
}

int map_plan(const struct map_request *q, const struct map_pilot *p, struct map_answer *out,
	     struct err *e)
{
	if (make_subjects(q, p, out, e) < 0 || check_map_answer(q, p, out, e) < 0)
		return -1;
	for (size_t i = 0; map_shows_widths(q) && i < out->subjects; i++)
		if (add_lines(q, p, out, i, false, e) < 0)
			return -1;
	for (size_t i = 0; q->test != TEST_NONE && i < out->subjects; i++)
		if (out->subject[i].minus != NO_RUN && add_lines(q, p, out, i, true, e) < 0)
			return -1;
	return 0;
}
