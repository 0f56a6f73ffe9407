/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/commands/plan/curves.h"
#include "core/commands/plan/sign_test.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/rmath.h"

/* ---- options ---- */

#define TOPICS(member) OPTION_AT(struct topics_options, member)

/* A list of numbers in which the last may be the word best. */
OPTION_SETTER(set_certainty)
{
	static const char best[] = "best";
	struct topics_options *q = request;
	struct number_list *list = &q->certainty;
	size_t length = strlen(text), word = sizeof best - 1;
	list->count = 0;
	bool best_asked = length >= word && strcmp(text + length - word, best) == 0 &&
			  (length == word || text[length - word - 1] == ',');
	if (best_asked)
		length -= length > word ? word + 1 : word;
	if ((length > 0 || !best_asked) &&
	    option_numbers(o, (struct slice){ text, length }, list, e) < 0)
		return -1;
	if (best_asked && list->count == LIST_MAX)
		return err_usage(e, "--%s: more than %d numbers", o->name, LIST_MAX);
	if (best_asked)
		list->value[list->count++] = NAN;
	return 0;
}

const struct command_option topics_options[] = {
	{ HEADING("Two of these three, the other one follows:") },
	{ NAME_TOPICS, LIST(WHOLES(1, 1e9)), TOPICS(topics) },
	{ "effect", 0, "H,...", "Effect size: A is better than B on a share (1+H)/2 of all topics",
	  LIST(ABOVE_TO(0, 1)), TOPICS(effect) },
	{ NAME_POWER, LIST(BETWEEN(0, 1)), TOPICS(power) },
	{ HEADING("The test:") },
	{ NAME_ALPHA, .here = "(default 0.05)", LIST(BETWEEN(0, 1)), TOPICS(alpha),
	  .usual = "0.05" },
	{ NAME_TAIL, .here = "(A is better than B: upper, as in the paper, is the default)",
	  WORD(tail_names), TOPICS(tail), .usual = "upper" },
	{ HEADING("Incomplete judgments:") },
	{ "certainty", 0, "X,...",
	  "Probability that the sign of a topic is right; best, as the last: the one that costs "
	  "least (default if costs are known: 1,best)",
	  LIST(ABOVE_TO(0.5, 1)), TOPICS(certainty), .set = set_certainty,
	  .more = "It is above 0.5." },
	{ OPTION_TOPIC_COST, TOPICS(price.topic) },
	{ OPTION_FREE_TOPICS, TOPICS(price.free_topics) },
	{ 0 },
};

void topics_options_ready(struct topics_options *q)
{
	q->price.judgment = 1; /* costs are in judgments */
	q->unknown = q->power.count == 0    ? UNKNOWN_POWER
		     : q->topics.count == 0 ? UNKNOWN_TOPICS
					    : UNKNOWN_EFFECT;
	if (q->priced && q->certainty.count == 0)
		q->certainty = (struct number_list){ { 1, NAN }, 2 };
}

/* ---- the work ---- */

/* A line of the answer with all that is printed beside it. */
struct topics_line {
	double level;	      /* of the test, as it was asked for */
	double alpha, wanted; /* its part on the side that counts; power that is asked for, nan if
				 it is the unknown */
	double topics;	      /* n, a whole number if it was found */
	double effect;	      /* h */
	double first_topics;  /* smallest n that has the power, if topics are unknown */
	double normal[2];     /* topics, effect by the normal approximation */
	double theta;
	int64_t critical_value;
	double power, normal_power; /* of n topics at h */
	struct study study;	    /* lambda, n', judgments and cost; lambda nan: not asked */
	const char *certainty_is;
	double adjusted_effect, adjusted_topics;
	struct judgment_model model;
	struct study_prices price;
	double key[4]; /* topics, effect, power and level as they were given */
	bool cheapest; /* lambda was found */
	struct curve_point point;
};

static int find_topics(struct topics_line *l, struct err *e)
{
	struct sign_topics exact;
	if (sign_topics_exact(l->effect, l->wanted, l->alpha, &exact, e) < 0)
		return -1;
	l->first_topics = (double)exact.first;
	l->topics = (double)exact.lasting;
	l->normal[0] = near_ceil(sign_topics_normal(l->effect, l->wanted, l->alpha));
	return 0;
}

static int find_effect(struct topics_line *l, struct err *e)
{
	l->effect = sign_effect_exact((int64_t)l->topics, l->wanted, l->alpha);
	l->normal[1] = sign_effect_normal(l->topics, l->wanted, l->alpha);
	if (!isnan(l->effect))
		return 0;
	return err_usage(
		e, "%.0f topics are too few: winning all of them is not significant at alpha %g",
		l->topics, l->alpha);
}

static int solve(const struct topics_options *q, struct topics_line *l, struct err *e)
{
	if (q->unknown == UNKNOWN_TOPICS && find_topics(l, e) < 0)
		return -1;
	if (q->unknown == UNKNOWN_EFFECT && find_effect(l, e) < 0)
		return -1;
	l->critical_value = sign_critical_value((int64_t)l->topics, l->alpha);
	l->power = sign_power_exact((int64_t)l->topics, l->effect, l->alpha);
	l->normal_power = sign_power_normal(l->topics, l->effect, l->alpha);
	return 0;
}

/* What certainty lambda changes; lambda is nan if the cheapest is wanted. */
static int add_study(const struct topics_options *q, struct topics_line *l, double lambda,
		     struct err *e)
{
	l->cheapest = isnan(lambda);
	if (l->cheapest)
		return study_cheapest(&q->model, &q->price, l->topics, &l->study, e);
	if (q->priced) {
		l->study = study_at(&q->model, &q->price, l->topics, lambda);
		return 0;
	}
	l->study = (struct study){ .lambda = lambda,
				   .topics = sign_adjusted_topics(l->topics, lambda),
				   .judgments = NAN,
				   .cost = NAN };
	return 0;
}

/* What is printed beside the answer. */
static void describe(const struct topics_options *q, struct topics_line *l)
{
	double lambda = l->study.lambda;
	bool certain = !isnan(lambda);
	l->theta = (1 + l->effect) / 2;
	l->certainty_is = !certain ? NULL : l->cheapest ? "cheapest" : "given";
	l->adjusted_effect = certain ? sign_adjusted_effect(l->effect, lambda) : NAN;
	l->adjusted_topics = certain ? near_ceil(l->study.topics) : NAN;
	l->model = q->priced ? q->model : (struct judgment_model){ { NAN, NAN, NAN } };
	l->price = q->priced ? q->price : (struct study_prices){ NAN, NAN, NAN };
}

static int find_lines(const struct topics_options *q, struct records *out, struct err *e)
{
	enum { ALPHA, TOPICS_GIVEN, EFFECT, POWER, CERTAINTY, GIVEN };
	const struct number_list *const list[] = { &q->alpha, &q->topics, &q->effect, &q->power,
						   &q->certainty };
	double x[GIVEN];
	size_t count = numbers_combined(list, GIVEN, 0, x);
	for (size_t i = 0; i < count; i++) {
		numbers_combined(list, GIVEN, i, x);
		struct topics_line l = {
			.alpha = x[ALPHA] / (q->tail == TAIL_BOTH ? 2 : 1),
			.level = x[ALPHA],
			.topics = x[TOPICS_GIVEN],
			.effect = x[EFFECT],
			.wanted = x[POWER],
			.first_topics = NAN,
			.normal = { NAN, NAN },
			.study = { NAN, NAN, NAN, NAN },
			.key = { x[TOPICS_GIVEN], x[EFFECT], x[POWER], x[ALPHA] },
		};
		if (solve(q, &l, e) < 0 ||
		    (q->certainty.count > 0 && add_study(q, &l, x[CERTAINTY], e) < 0))
			return -1;
		describe(q, &l);
		records_add(out, &l);
	}
	return out->failed ? err_memory(e) : 0;
}

/* ---- lines ---- */

#define ROW(field) .at = offsetof(struct topics_line, field)

static const struct record_column columns[] = {
	{ "alpha", "alpha", RECORD_SHORT, ROW(level) },
	{ "power_wanted", "wanted", RECORD_SHORT, ROW(wanted), .if_any = true },
	{ "topics", "topics", RECORD_COUNT, ROW(topics) },
	{ "topics_first", "first", RECORD_COUNT, ROW(first_topics), .if_any = true },
	{ "topics_other", "normal", RECORD_COUNT, ROW(normal[0]), .if_any = true },
	{ "effect", "effect", RECORD_REAL, 6, 4, 7, ROW(effect) },
	{ "effect_other", "normal", RECORD_REAL, 6, 4, 7, ROW(normal[1]), .if_any = true },
	{ "theta", "theta", RECORD_REAL, 6, 4, 7, ROW(theta) },
	{ "critical_value", "critical", RECORD_WHOLE, ROW(critical_value) },
	{ "power", "power", RECORD_REAL, 6, 4, 7, ROW(power) },
	{ "power_normal", "normal", RECORD_REAL, 6, 4, 7, ROW(normal_power) },
	{ "certainty", "certainty", RECORD_REAL, 6, 4, 7, ROW(study.lambda), .if_any = true },
	{ "certainty_is", "which", RECORD_TEXT, ROW(certainty_is), .if_any = true },
	{ "adjusted_effect", "effect'", RECORD_REAL, 6, 4, 7, ROW(adjusted_effect),
	  .if_any = true },
	{ "adjusted_topics", "topics'", RECORD_COUNT, ROW(adjusted_topics), .if_any = true },
	{ "judgments", "judgments", RECORD_REAL, 3, 0, 0, ROW(study.judgments), .if_any = true },
	{ "cost", "cost", RECORD_REAL, 3, 0, 7, ROW(study.cost), .if_any = true },
	{ "gamma_0", NULL, RECORD_SHORT, ROW(model.gamma[0]) },
	{ "gamma_1", NULL, RECORD_SHORT, ROW(model.gamma[1]) },
	{ "gamma_2", NULL, RECORD_SHORT, ROW(model.gamma[2]) },
	{ "topic_cost", NULL, RECORD_SHORT, ROW(price.topic) },
	{ "judgment_cost", NULL, RECORD_SHORT, ROW(price.judgment) },
	{ "free_topics", NULL, RECORD_SHORT, ROW(price.free_topics) },
	{ 0 },
};

/* ---- curves ---- */

static const struct curve_key keys[] = {
	{ offsetof(struct topics_line, key[0]), false, ", %.0f topics" },
	{ offsetof(struct topics_line, key[1]), false, ", effect %.3g" },
	{ offsetof(struct topics_line, key[2]), false, ", power %.3g" },
	{ offsetof(struct topics_line, key[3]), false, ", alpha %g" },
	{ 0 },
};

/* S of n topics, as Figure 1 of Carterette & Smucker: what leads to the error stands out. */
static void draw_distribution(struct plot *p, const struct topics_line *l, bool null)
{
	double other = (1 + l->effect) / 2, theta = null ? 0.5 : other, n = l->topics;
	double from = n / 2 - 2 * sqrt(n) - 2,
	       to = n * other + 4 * sqrt(n * other * (1 - other)) + 2;
	buffer_print(&p->title, "%s hypothesis: theta = %g, n = %.0f",
		     null ? "Null" : "Alternative", theta, n);
	buffer_print(&p->x_label, "S, critical value %lld", (long long)l->critical_value);
	buffer_print(&p->y_label, "probability");
	p->from_zero = true;
	for (int error = 0; error < 2; error++) {
		plot_curve(p, PLOT_IMPULSES,
			   !error ? NULL
			   : null ? "type I error"
				  : "type II error",
			   (size_t)error);
		for (double s = ceil(fmax(from, 0)); s <= fmin(to, n); s++)
			if ((error == 1) == ((s >= (double)l->critical_value) == null))
				plot_point(p, s, dbinom(s, n, theta, 0));
	}
}

/* Certainties, topics, effects or powers against what follows from them; of one line of the answer
 * the distributions behind it. */
static int draw(const struct topics_options *q, struct records *rows, struct picture *out,
		struct err *e)
{
	struct topics_line *line = (struct topics_line *)(void *)rows->line;
	static const char *const unknown[] = { "power", "topics", "effect size" };
	static const char *const given[] = { "topics", "effect size", "power" };
	bool certain = q->certainty.count > 1;
	int x = q->topics.count > 1 ? 0 : q->effect.count > 1 ? 1 : 2;
	if (rows->count == 1) {
		if (picture_init(out, 1, 2, e) < 0)
			return -1;
		draw_distribution(&out->plot[0], line, true);
		draw_distribution(&out->plot[1], line, false);
		return 0;
	}
	for (size_t i = 0; i < rows->count; i++) {
		struct topics_line *l = &line[i];
		const struct study *s = &l->study;
		const double found[] = { l->power, l->topics, l->effect };
		l->point = (struct curve_point){
			.x = certain ? s->lambda : l->key[x],
			.y = !certain	 ? found[q->unknown]
			     : q->priced ? s->cost
					 : s->topics,
			.pale = NAN,
			.marked = certain && l->cheapest,
		};
	}
	const struct curves c = {
		.title = "Sign test",
		.label = { certain ? "certainty" : given[x], !certain	 ? unknown[q->unknown]
							     : q->priced ? "cost"
									 : "topics" },
		.key = keys,
		.usual = &keys[3],
		.axis = certain ? NULL : &keys[x],
		.point = offsetof(struct topics_line, point),
		.marked = "cheapest",
	};
	return plan_curves(&c, rows, out, e);
}

int topics_plan(const struct topics_options *q, struct report *out, struct picture *picture,
		struct err *e)
{
	struct records r;
	report_line(out, q->tail == TAIL_BOTH ? "sign test, two-sided (--tail=both)"
					      : "sign test, one-sided (--tail=upper)");
	report_space(out);
	records_init(&r, columns, sizeof(struct topics_line));
	if (q->certainty.count > 0 && !isnan(q->certainty.value[q->certainty.count - 1]))
		records_column(&r, "certainty_is")->heading =
			NULL; /* best, the last, is not asked */
	int result = find_lines(q, &r, e);
	if (result == 0 && picture != NULL)
		result = draw(q, &r, picture, e);
	report_records(out, IN_PAGE, "Topics for the sign test", &r);
	return result;
}
