/*
 * Runs compared with each other: each is evaluated, then every pair is looked at.
 */
#include "core/cli/compare/compare.h"
#include "core/engine/compare/pair_topics.h"
#include "core/engine/evaluate/run_scores.h"

/* State of one comparison. */
struct work {
	struct compare_options *o;
	const struct judgments *judgments;
	struct plan plan;
	struct families families;
	bool only_families; /* pair measures alone are asked for */
	struct evaluation *evaluation;
	size_t evaluations;
	struct comparison comparison;
};

static int expect(void *context, size_t count, struct err *e)
{
	struct work *w = context;
	if (count < 2)
		return err_usage(e, "two runs or more are needed for a comparison");
	w->evaluation = calloc(count, sizeof *w->evaluation);
	w->evaluations = count;
	return w->evaluation == NULL ? err_memory(e) : 0;
}

static void take_evaluation(void *context, size_t number, const struct evaluation *x)
{
	struct work *w = context;
	w->evaluation[number] = *x;
}

static int fill_tables(struct work *w, struct err *e)
{
	struct comparison *c = &w->comparison;
	c->measure = calloc(w->plan.width + 1, sizeof *c->measure);
	if (c->measure == NULL)
		return err_memory(e);
	const struct run_scores scores = { .evaluation = w->evaluation,
					   .runs = w->evaluations,
					   .path = w->o->runs.batch.run,
					   .paths = w->o->runs.batch.runs };
	for (size_t i = 0; i < w->plan.requests; i++) {
		const struct request *q = &w->plan.request[i];
		bool averaged =
			q->measure->aggregate == AGGREGATE_MEAN && q->measure->value == VALUE_REAL;
		for (size_t v = 0; averaged && v < q->values; v++) {
			struct compared_measure *m = &c->measure[c->measures++];
			m->name = q->column[v].name;
			if (run_scores_table(&m->table, &scores, q, v, e) < 0)
				return -1;
		}
	}
	if (c->measures == 0)
		return err_usage(e, "none of the measures is averaged over topics");
	return 0;
}

/* Topics for which both runs were evaluated. */
static bool *topics_of_both(const struct work *w, const struct pair *p)
{
	size_t topics = w->judgments->topics;
	bool *both = calloc(topics + 1, sizeof *both);
	for (size_t t = 0; both != NULL && t < topics; t++)
		both[t] = w->evaluation[p->run[0]].evaluated[t] &&
			  w->evaluation[p->run[1]].evaluated[t];
	return both;
}

static int figures_of_pair(const struct work *w, const struct rankings *k,
			   const struct evaluated_run *r, struct pair *p, struct err *e)
{
	const struct join_options *join = &w->o->runs.batch.evaluation.join;
	struct pair_topics topics;
	int result;
	if (k != NULL) {
		result = pair_topics_of_rankings(&topics, k, p->run[0], p->run[1], join->level,
						 join->collection_size, e);
	} else {
		bool *both = topics_of_both(w, p);
		result = both == NULL
				 ? err_memory(e)
				 : pair_topics_of_strata(&topics, &r[0].sample->strata,
							 w->judgments, both, r[p->run[0]].number,
							 r[p->run[1]].number, e);
		free(both);
	}
	if (result < 0)
		return -1;
	const struct pair_view v = { .run = { w->comparison.run[p->run[0]],
					      w->comparison.run[p->run[1]] },
				     .topic = topics.topic,
				     .topics = topics.count,
				     .level = join->level,
				     .collection_size = join->collection_size };
	result = families_compare(&w->families, &v, &w->o->pair, &p->figures, e);
	pair_topics_release(&topics);
	return result;
}

static int figures_of_pairs(struct work *w, const struct rankings *k, const struct evaluated_run *r,
			    struct err *e)
{
	struct comparison *c = &w->comparison;
	struct err *errors = calloc(c->pairs + 1, sizeof *errors);
	if (errors == NULL)
		return err_memory(e);
#pragma omp parallel for schedule(dynamic, 1) num_threads(w->o->request.jobs)
	for (size_t i = 0; i < c->pairs; i++)
		figures_of_pair(w, k, r, &c->pair[i], &errors[i]);
	int result = 0;
	for (size_t i = 0; i < c->pairs && result == 0; i++) {
		if (errors[i].status == STATUS_OK)
			continue;
		*e = errors[i];
		result = -1;
	}
	free(errors);
	return result;
}

static int rank_and_compare(struct work *w, const struct evaluated_run *r, size_t count,
			    struct err *e)
{
	const struct join_options *join = &w->o->runs.batch.evaluation.join;
	const struct rankings_options options = { .most_retrieved = join->most_retrieved,
						  .judged_only = join->judged_only,
						  .complete = join->complete };
	const struct run **runs = calloc(count, sizeof *runs);
	struct rankings k;
	if (runs == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++)
		runs[i] = r[i].run;
	int result = rankings_build(&k, w->judgments, runs, count, &options, e);
	free(runs);
	if (result < 0)
		return -1;
	result = figures_of_pairs(w, &k, r, e);
	rankings_release(&k);
	return result;
}

static int compare_all(void *context, const struct evaluated_run *r, size_t count, struct err *e)
{
	struct work *w = context;
	if (fill_tables(w, e) < 0 || comparison_run(&w->comparison, &w->o->request, e) < 0)
		return -1;
	if (w->families.count == 0)
		return 0;
	if (r[0].sample == NULL)
		return rank_and_compare(w, r, count, e);
	if (!r[0].sample->stratified)
		return err_usage(e, "-m %s needs strata: give the size of the collection with -N",
				 w->families.asked[0].family->name);
	return figures_of_pairs(w, NULL, r, e);
}

/* Without -m. */
static int ask_defaults(struct work *w, const struct registry *r, bool strata, struct err *e)
{
	const struct judgments *j = w->judgments;
	bool sampled = judgments_are_sampled(j);
	bool set = w->o->runs.batch.run_format->set;
	static const char *const estimates[] = { "est_recall", "est_P", "est_F", NULL };
	static const char *const sets[] = { "set_recall", "set_P", "set_F", NULL };
	static const char *const ranking[] = { "map", NULL };
	static const char *const groups[] = { "qrels_jg", NULL };
	static const char *const prefs[] = { "prefs", NULL };
	enum judgment_kind kind = j->format->kind;
	const char *const *names = sampled			   ? estimates
				   : kind == JUDGMENTS_GROUPED	   ? groups
				   : kind == JUDGMENTS_PREFERENCES ? prefs
				   : set			   ? sets
								   : ranking;
	for (; *names != NULL; names++)
		if (plan_ask(&w->plan, r, *names, e) < 0)
			return -1;
	bool documents = kind == JUDGMENTS_GRADED && !sampled;
	enum pair_input input = documents ? PAIR_DOCUMENTS : PAIR_STRATA;
	/* with complete judgments of two runs only: for more, tests over topics say enough */
	bool wanted = documents ? w->o->runs.batch.runs == 2 : strata;
	for (size_t i = 0; wanted && pair_measures[i] != NULL; i++)
		if (pair_measures[i]->by_default && pair_measures[i]->input == input &&
		    families_ask(&w->families, pair_measures[i], NULL, e) < 0)
			return -1;
	return 0;
}

static int ask_named(struct work *w, const struct registry *r, const char *name,
		     const struct judgment_format *f, struct err *e)
{
	bool plain = f->kind == JUDGMENTS_GRADED && !judgments_are_sampled(w->judgments);
	const struct pair_measure *family =
		families_find(name, plain ? PAIR_DOCUMENTS : PAIR_STRATA);
	if (family == NULL && families_find(name, plain ? PAIR_STRATA : PAIR_DOCUMENTS) != NULL)
		return err_usage(e, "-m %.200s needs %s judgments", name,
				 plain ? "sampled" : "complete");
	if (family == NULL)
		return plan_ask(&w->plan, r, name, e);
	if (f->kind != JUDGMENTS_GRADED && f->kind != JUDGMENTS_TABLE)
		return err_usage(e, "-m %.200s needs judgments with one grade per document", name);
	return families_ask(&w->families, family, name, e);
}

/* The -m of the command line, as measures and as pair measures. */
static int make_plan(struct work *w, const struct registry *r, struct err *e)
{
	struct run_options *runs = &w->o->runs;
	const struct judgments *j = w->judgments;
	bool strata = j->format->kind == JUDGMENTS_TABLE || j->with_stratum > 0 ||
		      runs->batch.strata.collection_size > 0;
	int result = 0;
	for (int i = 0; i < runs->measures && result == 0; i++)
		result = ask_named(w, r, runs->measure[i], j->format, e);
	if (result == 0 && runs->measures == 0)
		result = ask_defaults(w, r, strata, e);
	w->only_families = w->plan.asks == 0;
	/* not printed, but three runs or more are paired and sorted by their means */
	if (result == 0 && w->only_families)
		result = plan_ask(&w->plan, r, judgments_are_sampled(j) ? "est_F" : "map", e);
	const struct bounds_asked none = { .lower = true, .upper = true };
	if (result == 0)
		result = plan_finish(&w->plan, r, j->format, runs->batch.evaluation.join.level,
				     &none, e);
	return result;
}

static int compare_judged(struct compare_options *o, const struct registry *r,
			  const struct judgments *j, struct err *e)
{
	struct work w = { .o = o, .judgments = j };
	int result = make_plan(&w, r, e);
	const struct batch_sink sink = { .context = &w,
					 .keep_runs = w.families.count > 0,
					 .expect = expect,
					 .evaluated = take_evaluation,
					 .all = compare_all };
	struct batch *b = &o->runs.batch;
	b->plan = &w.plan;
	b->judgments = j;
	b->sampled = plan_needs_sample(&w.plan) ||
		     (w.families.count > 0 && w.families.asked[0].family->input == PAIR_STRATA);
	b->strata.level = b->evaluation.join.level;
	b->sink = &sink;
	if (result == 0)
		result = batch_run(b, e);
	struct comparison shown = w.comparison;
	if (w.only_families)
		shown.measures = 0;
	if (result == 0)
		result = comparison_print(&shown, &o->output, e);
	comparison_release(&w.comparison);
	for (size_t i = 0; w.evaluation != NULL && i < w.evaluations; i++)
		if (w.evaluation[i].plan != NULL) /* else its run failed */
			evaluation_release(&w.evaluation[i]);
	free(w.evaluation);
	families_release(&w.families);
	plan_release(&w.plan);
	return result;
}

static int compare_with(struct compare_options *o, const struct registry *r, struct err *e)
{
	struct run_options *runs = &o->runs;
	struct batch *b = &runs->batch;
	const char *judgments_name =
		runs->judgment_format != NULL ? runs->judgment_format : "qrels";
	const char *runs_name = runs->run_format != NULL ? runs->run_format : "trec_results";
	const struct judgment_format *format = judgment_format_find(judgments_name, e);
	b->run_format = format != NULL ? run_format_find(runs_name, e) : NULL;
	b->strata.collection_size = b->evaluation.join.collection_size;
	if (b->run_format == NULL || run_options_check_sampling(runs, format, e) < 0 ||
	    run_options_check_stdin(runs, (const char *[]){ NULL }, e) < 0)
		return -1;
	if (runs->files < 3 && format->kind != JUDGMENTS_TABLE)
		return err_usage(e, "three files are needed: judgments and two runs");
	struct judgments judgments;
	if (run_options_read(runs, format, &judgments, e) < 0)
		return -1;
	int result = compare_judged(o, r, &judgments, e);
	judgments_release(&judgments);
	return result;
}

int compare_from_runs(struct compare_options *o, struct err *e)
{
	struct run_options *runs = &o->runs;
	if (runs->files < 1)
		return err_usage(e, "three files are needed: judgments and two runs");
	runs->batch.run = runs->file + 1;
	runs->batch.runs = (size_t)runs->files - 1;
	runs->batch.pool = runs->pool;
	runs->batch.pools = (size_t)runs->pools;
	struct registry registry;
	if (registry_init(&registry, e) < 0)
		return -1;
	int result = 0;
	for (int i = 0; i < runs->plugins && result == 0; i++)
		result = registry_load(&registry, runs->plugin[i], e);
	if (result == 0)
		result = compare_with(o, &registry, e);
	registry_release(&registry);
	return result;
}
