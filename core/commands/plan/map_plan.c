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
static void split_variance(const struct map_pilot *p, struct map_subject *s,
			   const struct gathered *g)
{
	s->between = s->sd * s->sd;
	s->judged = s->within = NAN;
	if (!(g->errors > 0))
		return; /* not known, or everything was judged: there is nothing to choose */
	s->within = g->errors / g->known;
	s->judged = g->judged / (double)g->count;
	s->effort = s->within * s->judged;
	s->bias = p->quantity == RANKING_R_PRECISION ? MEAN_R_COMMON * s->mean * sqrt(s->within)
						     : g->bias / (double)g->count;
	s->squares = g->squares / g->known;
	s->clipped = s->between < s->within;
	s->between = fmax(0, s->between - s->within);
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
	split_variance(p, s, g);
	return 0;
}

static int find_baseline(const struct map_request *q, const struct map_pilot *p, size_t *found,
			 struct err *e)
{
	for (size_t i = 0; i < p->score.systems; i++)
		if (strcmp(p->score.system[i], q->baseline) == 0) {
			*found = i;
			return 0;
		}
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

static struct mean_study study_of(const struct map_request *q, const struct map_subject *s,
				  bool safe)
{
	double ratio = safe ? s->limit / s->sd : 1;
	return (struct mean_study){ .between = s->between * ratio * ratio,
				    .effort = s->effort * ratio * ratio,
				    .bias = isnan(s->judged) ? 0 : s->bias * s->judged,
				    .squares = isnan(s->judged)
						       ? 0
						       : s->squares * s->judged * s->judged,
				    .level = q->runs.level,
				    .these = q->these };
}

static double number(int64_t found)
{
	return found > 0 ? (double)found : NAN;
}

static int too_narrow(double wanted, struct err *e)
{
	return err_usage(e, "--half-width=%g: more than %lld topics would be needed", wanted,
			 (long long)MEAN_PLAN_MOST);
}

/* The number that is not given, for a half-width that is. */
static int reach(const struct map_request *q, const struct map_subject *s, struct map_line *l,
		 struct err *e)
{
	struct mean_study plain = study_of(q, s, false), safe = study_of(q, s, true);
	bool sampled = !isnan(s->judged);
	if (!isnan(l->topics)) {
		int64_t n = (int64_t)l->topics;
		l->judgments = number(mean_judgments(&plain, n, l->wanted));
		if (!q->these)
			l->judgments_safe = number(mean_judgments(&safe, n, l->wanted));
		return 0;
	}
	if (isnan(l->judgments) && q->priced && sampled) {
		struct mean_design d;
		if (!mean_cheapest(&plain, &q->price, l->wanted, &d))
			return too_narrow(l->wanted, e);
		l->topics = (double)d.topics;
		l->judgments = (double)d.judgments;
		l->cheapest = "yes";
	}
	if (isnan(l->judgments))
		l->judgments = s->judged;
	double m = sampled ? l->judgments : 1;
	if (isnan(l->topics))
		l->topics = number(mean_topics(&plain, m, l->wanted));
	if (isnan(l->topics) && plain.bias == 0)
		return too_narrow(l->wanted, e);
	if (!q->these)
		l->topics_safe = number(mean_topics(&safe, m, l->wanted));
	return 0;
}

/* What a number of topics and judgments gives. */
static void describe(const struct map_request *q, const struct map_subject *s, struct map_line *l)
{
	struct mean_study plain = study_of(q, s, false), safe = study_of(q, s, true);
	bool sampled = !isnan(s->judged);
	double m = sampled ? l->judgments : 1;
	if (isnan(m) || isnan(l->topics))
		return; /* no number is enough */
	int64_t n = (int64_t)l->topics;
	l->half_width = mean_half_width(&plain, n, m);
	if (!q->these)
		l->half_width_safe = mean_half_width(&safe, n, m);
	plain.these = true;
	if (sampled && !q->these)
		l->these = mean_half_width(&plain, n, m);
	if (sampled && q->priced)
		l->cost = mean_cost(&q->price, n, m);
}

static int answer_width(const struct map_request *q, const struct map_subject *s,
			struct map_line *l, struct err *e)
{
	if (!isnan(l->wanted) && reach(q, s, l, e) < 0)
		return -1;
	if (isnan(l->wanted) && isnan(l->topics))
		l->topics = (double)s->topics;
	if (isnan(l->wanted) && isnan(l->judgments))
		l->judgments = s->judged;
	describe(q, s, l);
	return 0;
}

/* ---- the test ---- */

static int answer_test(const struct map_request *q, const struct map_subject *s, struct map_line *l,
		       struct err *e)
{
	/* a one-sided test is half of a two-sided one of twice the level */
	double alpha = q->tail == TAIL_BOTH ? q->alpha : fmin(2 * q->alpha, 1 - NEAR_DIGITS);
	if (q->test == TEST_TOPICS) {
		l->topics = number(paired_topics(l->difference, s->sd, l->wanted_power, alpha));
		l->topics_safe =
			number(paired_topics(l->difference, s->limit, l->wanted_power, alpha));
		if (isnan(l->topics))
			return err_usage(e,
					 "--difference=%g: more than %lld topics would be needed",
					 l->difference, (long long)MEAN_PLAN_MOST);
	}
	int64_t n = (int64_t)l->topics;
	if (q->test == TEST_DIFFERENCE) {
		l->difference = paired_difference(n, s->sd, l->wanted_power, alpha);
		l->difference_safe = paired_difference(n, s->limit, l->wanted_power, alpha);
	}
	l->power = paired_power(n, l->difference, s->sd, alpha);
	l->power_safe = paired_power(n, l->difference, s->limit, alpha);
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
	l.between = isnan(s->within) ? NAN : sqrt(s->between);
	l.within = sqrt(s->within);
	l.bias = isnan(s->within) ? NAN : s->bias;
	l.wanted = given[LIST_WIDTH];
	l.topics = given[LIST_TOPICS];
	l.judgments = given[LIST_JUDGMENTS];
	l.difference = given[LIST_DIFFERENCE];
	l.wanted_power = given[LIST_POWER];
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
	l.more = isnan(l.topics) ? NAN : fmax(l.topics - (double)s->topics, 0);
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
