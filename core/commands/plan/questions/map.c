/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan map: how many topics, or judgments, make the interval of a mean over topics as narrow as
 * wanted, and how many topics let a paired t test find a difference; from a pilot study.
 */
#include <math.h>

#include "core/commands/plan/curves.h"
#include "core/commands/plan/map_plan.h"

#define AT(member)    OPTION_AT(struct map_request, member)
#define GIVEN(member) .given = offsetof(struct map_request, member)

OPTION_SETTER(set_scores)
{
	struct map_request *q = request;
	q->source = text != NULL ? MAP_MATRIX : MAP_SCORES;
	q->matrix = text;
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("The interval of a mean:") },
	{ NAME_HALF_WIDTH,
	  .here = "(the fewest topics, or judgments of each, that make the interval the mean +- X)",
	  LIST(BETWEEN(0, INFINITY)), AT(list[LIST_WIDTH]) },
	{ NAME_TOPICS, LIST(WHOLES(2, 1e9)), AT(list[LIST_TOPICS]) },
	{ NAME_SIZE, .here = "(default: as in the pilot study)", LIST(WHOLES(1, 1e9)),
	  AT(list[LIST_JUDGMENTS]),
	  .more = "This is for sampled judgments, by a measure that has standard errors of "
		  "topics, such as `statAP`. Of half-width, topics and size at most two are given." },
	{ OPTION_LEVEL, AT(runs.level) },
	{ OPTION_TOPIC_SCOPE("(default random)", "Of these, a sample of documents is judged."),
	  AT(random), .usual = "random", .own = true },
	{ NAME_ASSURANCE, AT(safety), GIVEN(safety_given),
	  .more = "Here it is the confidence of the upper limit of the standard deviation, Bonett's (2006), "
		  "for the columns `safe`." },
	{ OPTION_TOPIC_COST, AT(price.topic), GIVEN(priced),
	  .more = "With --half-width alone the topics and judgments are found that cost least." },
	{ OPTION_FREE_TOPICS, AT(price.free_topics), GIVEN(priced) },
	{ HEADING("Differences of runs:") },
	{ NAME_BASELINE, .type = OPTION_TEXT, AT(baseline) },
	{ "difference", 0, "X,...", "A mean difference that a paired t test is to find",
	  LIST(BETWEEN(0, INFINITY)), AT(list[LIST_DIFFERENCE]) },
	{ NAME_POWER, LIST(BETWEEN(0, 1)), AT(list[LIST_POWER]),
	  .more = "By default 0.8. Of topics, difference and power two are given." },
	{ NAME_ALPHA, .here = "(default 0.05)", LIST(BETWEEN(0, 1)), SINGLE, AT(alpha),
	  .usual = "0.05" },
	{ NAME_TAIL, .here = "(of the test; default both)", WORD(tail_names), AT(tail) },
	{ HEADING("The pilot study:") },
	{ NAME_MEASURE, .here = "(one here; default map, statAP of sampled judgments)",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(runs.measure) },
	{ OPTION_SCORES, .set = set_scores },
	{ OPTION_JUDGMENT_FORMAT, AT(runs.judgment_format) },
	{ .include = judgments_options, AT(runs) },
	{ OPTION_POOL, AT(runs.batch.pool) },
	{ OPTION_STRATA, AT(runs.batch.strata.sizes) },
	{ OPTION_PARTIAL, AT(runs.partial) },
	{ OPTION_JOBS, AT(runs.batch.jobs) },
	{ OPTION_PLUGIN, AT(runs.plugin) },
	{ OPTION_QUIET, AT(runs.quiet) },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

static void init(void *request)
{
	run_request_init(&((struct map_request *)request)->runs);
}

#define PAIRS "baseline|difference|power"

static const struct option_rule rules[] = {
	{ "power", .needs = "difference|topics" },
	{ "alpha", .needs = "difference|power",
	  .says = "--alpha belongs to a test: --difference or --power is needed" },
	{ "assurance", .excludes = "topic-scope=these",
	  .why = "it is about the variance between topics, of which nothing is said then" },
	{ "topics", .with = "difference", .excludes = "power",
	  .says = "--topics, --difference and --power leave nothing to compute" },
	{ "half-width", .with = "topics", .excludes = "size",
	  .says = "--half-width, --topics and --size leave nothing to compute" },
	{ "size|topic-cost|free-topics|topic-scope=these", .excludes = PAIRS,
	  .says = "--size, --topic-scope=these and costs are for single runs: errors of differences are not known" },
	{ "half-width", .with = "topics", .excludes = PAIRS,
	  .says = "--half-width and --topics leave nothing to compute" },
	{ "scores",
	  .excludes = "Rel_info_format|Results_format|pool|strata|Number_docs_in_coll|"
		      "complete_rel_info_wanted|Judged_docs_only|Max_retrieved_per_topic|"
		      "level_for_rel|plugin|partial",
	  .says = "options for judgments and runs need judgments and runs" },
	{ "topic-cost|free-topics", .with = "half-width", .needs = "topic-scope=random|topics|size",
	  .says = "--topic-scope=these: there is no cheapest number of them; give --topics or --size" },
	{ 0 },
};

/* What is to be found, of half-width, topics and size, and of topics, difference and power. */
static void choose_question(struct map_request *q)
{
	bool topics = q->list[LIST_TOPICS].count > 0, power = q->list[LIST_POWER].count > 0;
	q->these = !q->random;
	q->price.judgment = 1;
	q->choice = q->list[LIST_JUDGMENTS].count > 0 || q->priced || q->these;
	q->both = topics && q->list[LIST_WIDTH].count > 0;
	if (q->list[LIST_DIFFERENCE].count > 0) {
		q->test = topics ? TEST_POWER : TEST_TOPICS;
		if (q->test == TEST_TOPICS && !power)
			q->list[LIST_POWER] = (struct number_list){ { 0.8 }, 1 };
	} else if (power) {
		q->test = TEST_DIFFERENCE;
	}
	q->pairs = q->test != TEST_NONE || q->baseline != NULL;
}

const struct command_table map_table = {
	.name = "plan map",
	.summary = "topics and judgments for the interval of a mean, from a pilot study",
	.arguments = "QRELS RUN...\n--scores FILE...",
	.doc = "Topics and judgments for the interval of a mean such as MAP, from a pilot study.",
	.notes =
		"Without --half-width, what the numbers of topics and judgments give. " NOTE_OF_LISTS
			PILOT_EXIT_STATUS,
	.examples = "  strat_eval plan map --half-width=0.03 qrels a.run b.run\n",
	.option = options,
	.rule = rules,
	.word = &(const struct command_option){ ADDED_FILES, AT(runs.file) },
	.size = sizeof(struct map_request),
	.init = init,
};

#define SHOWN(field) .at = offsetof(struct map_line, field)

static const struct record_column columns[] = {
	{ "measure", NULL, RECORD_TEXT, SHOWN(measure) },
	{ "run", "run", RECORD_TEXT, SHOWN(run) },
	{ "minus", "minus", RECORD_TEXT, SHOWN(minus) },
	{ "pilot_topics", "pilot", RECORD_COUNT, SHOWN(pilot_topics) },
	{ "mean", "mean", RECORD_REAL, 6, 4, 6, SHOWN(subject.mean) },
	{ "sd", "sd", RECORD_REAL, 6, 4, 6, SHOWN(subject.sd) },
	{ "sd_safe", "safe", RECORD_REAL, 6, 4, 6, SHOWN(subject.limit) },
	{ "sd_between", "between", RECORD_REAL, 6, 4, 0, SHOWN(between) },
	{ "se_within", "within", RECORD_REAL, 6, 4, 0, SHOWN(within) },
	{ "bias", NULL, RECORD_REAL, 6, 4, 0, SHOWN(bias) },
	{ "pilot_judgments", "judged", RECORD_SHORT, SHOWN(subject.judged) },
	{ "half_width_wanted", "wanted", RECORD_SHORT, SHOWN(given[LIST_WIDTH]) },
	{ "topics", "topics", RECORD_COUNT, SHOWN(topics[0]) },
	{ "topics_safe", "safe", RECORD_COUNT, SHOWN(topics[1]) },
	{ "judgments", "judgments", RECORD_SHORT, SHOWN(judgments[0]) },
	{ "judgments_safe", "safe", RECORD_SHORT, SHOWN(judgments[1]) },
	{ "half_width", "half-width", RECORD_REAL, 6, 4, 0, SHOWN(half_width[0]) },
	{ "half_width_safe", "safe", RECORD_REAL, 6, 4, 6, SHOWN(half_width[1]) },
	{ "half_width_these", "these", RECORD_REAL, 6, 4, 6, SHOWN(these) },
	{ "difference", "difference", RECORD_REAL, 6, 4, 0, SHOWN(difference[0]) },
	{ "difference_safe", "safe", RECORD_REAL, 6, 4, 6, SHOWN(difference[1]) },
	{ "power_wanted", "wanted", RECORD_SHORT, SHOWN(given[LIST_POWER]) },
	{ "power", "power", RECORD_REAL, 6, 4, 6, SHOWN(power[0]) },
	{ "power_safe", "safe", RECORD_REAL, 6, 4, 6, SHOWN(power[1]) },
	{ "cost", "cost", RECORD_REAL, 3, 0, 6, SHOWN(cost) },
	{ "cheapest", NULL, RECORD_TEXT, SHOWN(cheapest) },
	{ "level", NULL, RECORD_SHORT, SHOWN(level) },
	{ "alpha", NULL, RECORD_SHORT, SHOWN(alpha) },
	{ "safety", NULL, RECORD_SHORT, SHOWN(safety) },
	{ "scope", NULL, RECORD_TEXT, SHOWN(scope) },
	{ "topic_cost", NULL, RECORD_SHORT, SHOWN(price.topic) },
	{ "judgment_cost", NULL, RECORD_SHORT, SHOWN(price.judgment) },
	{ "free_topics", NULL, RECORD_SHORT, SHOWN(price.free_topics) },
	{ "topics_more", "more", RECORD_COUNT, SHOWN(more) },
	{ 0 },
};

/* A table leaves out columns without values, except some. */
static void choose_columns(const struct map_request *q, const struct map_answer *a,
			   struct records *out)
{
	bool judged = false;
	for (size_t i = 0; i < a->subjects; i++)
		judged = judged || !isnan(a->subject[i].judged);
	static const char *const always[] = { "run", "pilot_topics", "topics", "half_width" };
	for (struct record_column *c = out->column; c->name != NULL; c++)
		c->if_any = true;
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		records_column(out, always[i])->if_any = false;
	records_column(out, "judgments")->if_any = !judged;
	if (q->source != MAP_SCORES)
		records_column(out, "topics_more")->heading = NULL;
	if (!map_shows_widths(q)) {
		records_column(out, "half_width")->heading = NULL;
		records_column(out, "half_width_safe")->heading = NULL;
	}
}

static void add_heading(const struct map_request *q, const struct map_pilot *p, struct report *b)
{
	if (map_shows_widths(q))
		report_line(b, "%s: half-widths of the interval of a mean over %s, at level %g",
			    p->measure, q->these ? "these topics" : "topics like these",
			    q->runs.level);
	if (q->test != TEST_NONE)
		report_line(b, "%s: paired t test, %s-sided at level %g", p->measure,
			    q->tail == TAIL_BOTH ? "two" : "one", q->alpha);
	if (!q->these)
		report_line(b,
			    "safe: the same if the standard deviation is at its upper %g %% limit",
			    100 * q->safety);
	report_space(b);
}

/* ---- curves ---- */

#define GIVEN_AT(list) offsetof(struct map_line, given[list]), false

static const struct curve_key keys[] = {
	{ offsetof(struct map_line, run), true, ", %s" },
	{ offsetof(struct map_line, minus), true, " - %s" },
	{ GIVEN_AT(LIST_WIDTH), ", +-%g" },
	{ GIVEN_AT(LIST_TOPICS), ", %g topics" },
	{ GIVEN_AT(LIST_JUDGMENTS), ", %g judgments" },
	{ GIVEN_AT(LIST_DIFFERENCE), ", difference %g" },
	{ GIVEN_AT(LIST_POWER), ", power %g" },
	{ 0 },
};
enum { FIRST_LIST = 2 };

/* What is drawn against the horizontal axis, as a column. */
static const char *choose_height(const struct map_request *q, int axis)
{
	bool judgments = q->list[LIST_TOPICS].count > 0;
	bool priced = q->priced && !judgments && q->list[LIST_JUDGMENTS].count == 0;
	if (axis == LIST_WIDTH)
		return priced ? "cost" : judgments ? "judgments" : "topics";
	if (q->test == TEST_NONE || axis == LIST_JUDGMENTS)
		return "half_width";
	return q->test == TEST_POWER ? "power" : q->test == TEST_TOPICS ? "topics" : "difference";
}

/* The first list with several values is the horizontal axis. */
static int draw(const struct map_request *q, const struct map_pilot *p, struct records *rows,
		struct picture *out, struct err *e)
{
	static const char *const names[LISTS] = { "half-width wanted", "topics",
						  "judgments of a topic", "difference", "power" };
	int axis = 0;
	while (axis < LISTS - 1 && q->list[axis].count < 2)
		axis++;
	const struct record_column *height = records_column(rows, choose_height(q, axis));
	for (size_t i = 0; i < rows->count; i++) {
		struct map_line *r = (struct map_line *)(void *)rows->line + i;
		r->point = (struct curve_point){ r->given[axis], record_real(r, height->at), NAN,
						 false };
	}
	const struct curves c = {
		.title = p->measure,
		.label = { names[axis], height->heading != NULL ? height->heading : "half-width" },
		.key = keys,
		.usual = &keys[0],
		.axis = &keys[FIRST_LIST + axis],
		.point = offsetof(struct map_line, point),
	};
	return plan_curves(&c, rows, out, e);
}

static int print_map_plan(const struct map_request *q, const struct map_pilot *p,
			  struct map_answer *a, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct records *rows = &a->line;
	struct report r;
	report_init(&r, q->options.format,
		    &(struct report_origin){ .asked = &out->asked, .warnings = &q->runs.warnings });
	choose_columns(q, a, rows);
	int result = q->options.plot != NULL ? draw(q, p, rows, &picture, e) : 0;
	add_heading(q, p, &r);
	report_records(&r, IN_PAGE, "Topics and what they give", rows);
	result = report_write(&r, result, &b, e);
	return picture_finish(&picture, q->options.plot, &b, result, out, e);
}

/* ---- the question ---- */

static void warn(struct warnings *w, const struct map_pilot *p, const struct map_answer *a)
{
	size_t constant = 0, clipped = 0, few = 0;
	for (size_t i = 0; i < a->subjects; i++) {
		few += a->subject[i].few;
		constant += a->subject[i].constant;
		clipped += a->subject[i].clipped && !a->subject[i].constant;
	}
	if (few > 0)
		warnings_add(w,
			     "%zu of %zu have fewer than two topics, which say nothing about other "
			     "topics",
			     few, a->subjects);
	if (constant > 0)
		warnings_add(w,
			     "%zu of %zu have the same %s in all topics, which says nothing about "
			     "other topics",
			     constant, a->subjects, p->measure);
	if (clipped > 0)
		warnings_add(w,
			     "in %zu of %zu the topics differ by less than their standard "
			     "errors: the variance between topics is taken as 0",
			     clipped, a->subjects);
}

static int plan_map(void *request, const struct output *out, struct err *e)
{
	struct map_request *q = request;
	struct map_pilot pilot;
	struct map_answer answer = { 0 };
	records_init(&answer.line, columns, sizeof(struct map_line));
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	choose_question(q);
	int result = map_pilot_read(&pilot, q->source, q->matrix, &q->runs, e);
	if (result == 0)
		result = map_plan(q, &pilot, &answer, e);
	if (result == 0) {
		warn(&q->runs.warnings, &pilot, &answer);
		result = warnings_check(&q->runs.warnings, e);
	}
	if (result == 0)
		result = print_map_plan(q, &pilot, &answer, out, e);
	map_answer_release(&answer);
	map_pilot_release(&pilot);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	return result;
}

COMMAND = { &map_table, plan_map, NULL };
