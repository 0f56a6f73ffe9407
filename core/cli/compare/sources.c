/*
 * Comparisons from counts, wins, scores, a matrix and runs, and the choice between them.
 */
#include "core/cli/compare/compare.h"
#include "core/engine/evaluate/services.h"

static int print(struct compare_options *o, const struct comparison *c, struct err *e)
{
	return comparison_print(c, &o->output, &o->runs.warnings, e);
}

/*
 * From counts.
 */

/* The pair has no documents: its one topic is given as counts. */
static int from_one_topic(struct compare_options *o, const char *family, const struct pair_topic *t,
			  struct err *e)
{
	struct families families = { 0 };
	struct pair pair = { .run = { 0, 1 } };
	static const char *names[2] = { "A", "B" };
	const struct pair_view v = {
		.run = { names[0], names[1] }, .topic = t, .topics = 1, .services = &services
	};
	struct comparison c = {
		.run = names, .runs = 2, .pair = &pair, .pairs = 1, .baseline = SIZE_MAX
	};
	struct registry registry;
	if (registry_init(&registry, e) < 0)
		return -1;
	int result =
		families_ask(&families, families_find(&registry, family, PAIR_DOCUMENTS), NULL, e);
	if (result == 0)
		result = families_compare(&families, &v, &o->pair, &pair.figures, e);
	if (result == 0)
		result = print(o, &c, e);
	figures_release(&pair.figures);
	families_release(&families);
	registry_release(&registry);
	return result;
}

static int from_counts(struct compare_options *o, struct err *e)
{
	if (o->confusions != 2)
		return err_usage(e, "--counts compares two: TP,FP,FN TP,FP,FN");
	const struct pair_topic t = { .count = { o->confusion[0], o->confusion[1] } };
	return from_one_topic(o, "prob_gt", &t, e);
}

static int from_wins(struct compare_options *o, struct err *e)
{
	const struct pair_topic t = { .right = { (int64_t)o->wins[0], (int64_t)o->wins[1] },
				      .same = (int64_t)o->wins[2] };
	return from_one_topic(o, "paired", &t, e);
}

/*
 * From scores.
 */

static int from_tables(struct compare_options *o, struct comparison *c, struct err *e)
{
	if (c->measure[0].table.systems < 2)
		return err_usage(e, "two systems or more are needed for a comparison");
	if (comparison_run(c, &o->request, e) < 0)
		return -1;
	return print(o, c, e);
}

static int from_scores(struct compare_options *o, struct err *e)
{
	static const char *by_default[] = { "map" };
	struct run_request *runs = &o->runs;
	const char **name = runs->measures > 0 ? runs->measure : by_default;
	size_t names = runs->measures > 0 ? (size_t)runs->measures : 1;
	if (runs->files < 2)
		return err_usage(e, "two files of scores or more are needed");
	struct comparison c = { .measure = calloc(names, sizeof *c.measure) };
	int result = c.measure == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < names && result == 0; i++) {
		struct compared_measure *m = &c.measure[c.measures++];
		m->name = name[i];
		result = score_table_from_scores(&m->table, runs->file, (size_t)runs->files,
						 name[i], e);
	}
	if (result == 0)
		result = from_tables(o, &c, e);
	comparison_release(&c);
	return result;
}

static int from_matrix(struct compare_options *o, struct err *e)
{
	struct comparison c = { .measure = calloc(1, sizeof *c.measure) };
	if (c.measure == NULL)
		return err_memory(e);
	c.measures = 1;
	c.measure[0].name = "score";
	int result = score_table_from_matrix(&c.measure[0].table, o->matrix, e);
	if (result == 0)
		result = from_tables(o, &c, e);
	comparison_release(&c);
	return result;
}

/*
 * From runs.
 */

static int from_runs(struct compare_options *o, struct err *e)
{
	struct run_comparison w = { .runs = &o->runs, .request = &o->request, .pair = &o->pair };
	int result = run_comparison(&w, e);
	if (result == 0)
		result = print(o, &w.shown, e);
	run_comparison_release(&w);
	return result;
}

/*
 * Any source.
 */

/* Refuses options that do not go with what is compared. */
static int check_source(const struct compare_options *o, struct err *e)
{
	const struct run_request *r = &o->runs;
	const struct batch *b = &r->batch;
	if (o->source != COMPARE_RUNS &&
	    (r->judgment_format != NULL || r->run_format != NULL || r->pools > 0 ||
	     b->strata.sizes != NULL || b->evaluation.join.collection_size > 0 ||
	     b->evaluation.join.complete || b->evaluation.join.judged_only ||
	     b->evaluation.join.most_retrieved != INT64_MAX || r->plugins > 0 ||
	     b->evaluation.bounds.interval.gray_nonrelevant || r->methods.count > 0))
		return err_usage(e,
				 "options of judgments and runs go with judgments and runs only");
	bool counted = o->source == COMPARE_COUNTS || o->source == COMPARE_WINS;
	if ((counted || o->source == COMPARE_MATRIX) && (r->files > 0 || r->measures > 0))
		return err_usage(e, "%s takes neither files nor -m",
				 o->source == COMPARE_MATRIX ? "--matrix" : "--counts and --wins");
	if (counted && (o->request.baseline != NULL || r->methods.over_topics_count > 0))
		return err_usage(e, "--baseline and --ci are for comparisons over topics");
	if (o->output.format == COMPARISON_LATEX && counted)
		return err_usage(e, "--format=latex is for comparisons over topics");
	return 0;
}

/* Copies the options into the requests of tests, pair measures and output. */
static void fill_requests(struct compare_options *o)
{
	struct run_request *r = &o->runs;
	struct comparison_request *q = &o->request;
	struct estimate_request *i = &o->pair.bounds;
	struct interval_request tails = { 0 };
	const struct interval_request *given = &r->batch.evaluation.bounds.interval;
	tails_set(&tails, r->level, r->tail);
	q->paired.resamples = r->batch.evaluation.bounds.resamples;
	q->paired.seed = i->seed = given->seed;
	q->lower_p = i->lower_p = tails.lower_p;
	q->upper_p = i->upper_p = tails.upper_p;
	q->jobs = r->batch.jobs;
	i->draws = given->draws;
	o->pair.gray_nonrelevant = given->gray_nonrelevant;
	if (r->methods.over_topics_count == 0)
		r->methods.over_topics[r->methods.over_topics_count++] = mean_interval_find("t");
	for (size_t k = 0; k < r->methods.over_topics_count; k++)
		q->method[q->methods++] = r->methods.over_topics[k];
	o->pair.bounds.method = r->methods.count > 0 ? r->methods.method[0] : "bb-shared";
	o->pair.topics = r->topics;
	o->output.request = q;
	o->output.level = r->level;
	o->output.lower = r->tail != TAIL_UPPER;
	o->output.upper = r->tail != TAIL_LOWER;
	o->output.topics = r->topics;
	o->output.no_summary = r->no_summary;
	o->output.digits = r->digits;
}

int compare_source(struct compare_options *o, struct err *e)
{
	if (check_source(o, e) < 0)
		return -1;
	fill_requests(o);
	switch (o->source) {
	case COMPARE_COUNTS:
		return from_counts(o, e);
	case COMPARE_WINS:
		return from_wins(o, e);
	case COMPARE_SCORES:
		return from_scores(o, e);
	case COMPARE_MATRIX:
		return from_matrix(o, e);
	case COMPARE_RUNS:
		break;
	}
	return from_runs(o, e);
}
