/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/sort.h"
#include "core/engine/compare/run_comparison.h"
#include "core/engine/evaluate/outside_frame.h"

/* ---- what runs are compared by: the measures of -m, of runs and of pairs, or those that suit the
 * judgments ---- */

/* The option by which some of what is compared has no documents; NULL: there is none. */
static const char *without_documents(const struct run_comparison *w)
{
	return w->runs->system_of != NULL	     ? "system-of"
	       : w->request->baseline_scores != NULL ? "baseline"
						     : NULL;
}

/* What a comparison is by when nothing is asked for. */
static int ask_defaults(struct run_comparison *w, bool strata, struct err *e)
{
	const struct judgments *j = &w->judgments;
	bool sampled = judgments_are_sampled(j);
	bool set = w->runs->batch.run_format->set;
	enum judgment_kind kind = j->format->kind;
	const char *const own[] = { j->format->asks, NULL };
	static const char *const usual[][4] = {
		{ "statAP" },	     { "est_recall", "est_P", "est_F" },
		{ "alpha_ndcg.10" }, { "qrels_jg" },
		{ "prefs" },	     { "set_recall", "set_P", "set_F" },
		{ "map" },
	};
	const char *const *names = own[0] != NULL ? own
						  : usual[sampled		 ? !j->strata.picked
							  : j->format->subtopics ? 2
							  : kind == JUDGMENTS_GROUPED	  ? 3
							  : kind == JUDGMENTS_PREFERENCES ? 4
							  : set				  ? 5
											  : 6];
	for (; *names != NULL; names++)
		if (requests_ask(&w->asked, &w->registry, *names, e) < 0)
			return -1;
	bool documents = kind == JUDGMENTS_GRADED && !sampled;
	enum pair_input input = documents ? PAIR_DOCUMENTS : PAIR_STRATA;
	/* of plain judgments two sets only: of more, or of rankings, tests over topics say enough
	 */
	bool wanted = documents ? set && w->runs->batch.runs == 2 : strata;
	wanted = wanted && without_documents(w) == NULL;
	for (size_t i = 0; wanted && i < w->registry.pairs; i++)
		if (w->registry.pair[i]->by_default && w->registry.pair[i]->input == input &&
		    families_ask(&w->families, w->registry.pair[i], NULL, e) < 0)
			return -1;
	return 0;
}

static int ask_named(struct run_comparison *w, const char *name, const struct judgment_format *f,
		     struct err *e)
{
	bool plain = f->kind == JUDGMENTS_GRADED && !judgments_are_sampled(&w->judgments);
	const struct pair_measure *family =
		families_find(&w->registry, name, plain ? PAIR_DOCUMENTS : PAIR_STRATA);
	if (family == NULL &&
	    families_find(&w->registry, name, plain ? PAIR_STRATA : PAIR_DOCUMENTS) != NULL)
		return err_usage(e, "-m %.200s needs %s judgments", name,
				 plain ? "sampled" : "complete");
	if (family == NULL)
		return requests_ask(&w->asked, &w->registry, name, e);
	if (without_documents(w) != NULL)
		return err_usage(e,
				 "-m %.200s is about the documents of two runs: it cannot be "
				 "combined with --%s",
				 name, without_documents(w));
	if (f->kind != JUDGMENTS_GRADED && f->kind != JUDGMENTS_TABLE)
		return err_usage(e, "-m %.200s needs judgments with one grade per document", name);
	return families_ask(&w->families, family, name, e);
}

/* The -m of the command line, as measures and as pair measures. */
static int ask_all_named(struct run_comparison *w, const struct text_list *texts, struct err *e)
{
	struct text_list list = { 0 };
	int result = measures_split(texts, &w->asked.memory, &list, e);
	for (size_t i = 0; i < list.count && result == 0; i++)
		result = ask_named(w, list.text[i], w->judgments.format, e);
	text_list_release(&list);
	return result;
}

/* The means of runs are those that the evaluation would print with the same options. */
static int finish_requests(struct run_comparison *w, struct err *e)
{
	struct bounds_asked bounds;
	if (run_request_bounds(w->runs, &w->judgments, &bounds, e) < 0)
		return -1;
	bounds.estimates_everywhere = bounds.named || w->request->run_bounds;
	bounds.means_everywhere = w->request->run_bounds;
	if (requests_finish(&w->asked, &w->registry, w->judgments.format,
			    w->runs->batch.evaluation.join.level, &bounds, e) < 0)
		return -1;
	return requests_keep_averaged(&w->asked, "runs are compared by means over topics", e);
}

static int ask(struct run_comparison *w, struct err *e)
{
	const struct run_request *runs = w->runs;
	const struct judgments *j = &w->judgments;
	bool strata = (j->format->kind == JUDGMENTS_TABLE || j->with_stratum > 0 ||
		       runs->batch.strata.collection_size > 0) &&
		      !j->strata.picked;
	int result = ask_all_named(w, &runs->measure, e);
	if (result == 0 && runs->measure.count == 0)
		result = ask_defaults(w, strata, e);
	w->only_families = w->asked.asks == 0;
	if (result == 0 && w->only_families && runs->topic_groups != NULL)
		return err_usage(e, "--topic-groups needs a measure that is averaged over topics: "
				    "-m NAME");
	/* not shown, but three runs or more are paired and sorted by their means */
	if (result == 0 && w->only_families)
		result = requests_ask(&w->asked, &w->registry,
				      judgments_are_sampled(j) ? "est_F" : "map", e);
	return result == 0 ? finish_requests(w, e) : result;
}

/* ---- comparing ---- */

static int expect(void *context, size_t count, struct err *e)
{
	const struct run_comparison *w = context;
	return count < 2 && w->request->baseline_scores == NULL
		       ? err_usage(e, "two runs or more are needed for a comparison")
		       : 0;
}

/* In the order of -m; the cutoffs of one request stay in theirs. */
static int by_order(const void *a, const void *b, void *context)
{
	const struct compared_measure *x = a, *y = b;
	(void)context;
	return (x->order > y->order) - (x->order < y->order);
}

/* The scores of an earlier call, as those of one more run; old->value is by old->topic. */
static int add_row(struct score_table *t, const struct score_table *old, const char *path,
		   struct err *e)
{
	size_t size = t->systems * t->topics;
	const char **name = arena_zeroed(&t->memory, t->systems + 1, sizeof *name);
	double *value = arena_zeroed(&t->memory, size + t->topics, sizeof *value);
	const char *own = arena_copy(&t->memory, slice_of(old->system[0]));
	if (t->memory.failed)
		return err_memory(e);
	name[t->systems] = own;
	for (size_t i = 0; i < t->systems; i++) {
		name[i] = t->system[i];
		if (strcmp(name[i], own) == 0)
			name[t->systems] = shown_path(path);
	}
	memcpy(value, t->value, size * sizeof *value);
	for (size_t k = 0; k < t->topics; k++)
		value[size + k] = NAN;
	for (size_t k = 0; k < old->topics; k++) {
		size_t topic = score_table_topic(t, slice_of(old->topic[k]));
		if (topic == SIZE_MAX)
			return err_data(e, "%.500s: topic '%.100s' is not in this call",
					shown_path(path), old->topic[k]);
		double *to = &value[size + topic];
		*to = old->value[k];
		for (size_t i = 0; i < t->systems; i++)
			if (fabs(value[i * t->topics + topic] - *to) < SCORE_GRAIN)
				*to = value[i * t->topics + topic];
	}
	t->system = name;
	t->value = value;
	t->systems++;
	return 0;
}

static int add_baseline(struct compared_measure *m, const char *path, struct err *e)
{
	struct score_table old;
	if (path == NULL)
		return 0;
	int result = score_table_from_scores(&old, &path, 1, m->name, NULL, e);
	if (result == 0 && old.systems > 1)
		result = err_data(e, "%.500s: has %zu runs, %.200s, %.200s ...: keep one",
				  shown_path(path), old.systems, old.system[0], old.system[1]);
	if (result == 0)
		result = add_row(&m->table, &old, path, e);
	score_table_release(&old);
	return result;
}

/* What the evaluation says of each run. */
static int fill_means(struct compared_measure *m, const struct run_scores *s, struct arena *memory,
		      struct err *e)
{
	const struct request *q = m->request;
	m->mean = arena_zeroed(memory, s->runs, sizeof *m->mean);
	if (m->mean == NULL)
		return err_memory(e);
	for (size_t i = 0; i < s->runs; i++) {
		const struct score_row *row = &s->evaluation[i].overall;
		struct run_mean *to = &m->mean[i];
		*to = (struct run_mean){ row->score[q->first + m->value], { NAN, NAN }, "" };
		for (size_t c = q->columns; c-- > q->values;) {
			const struct request_column *x = &q->column[c];
			if (x->value != m->value || x->kind == COLUMN_ERROR)
				continue;
			*(x->kind == COLUMN_LOWER ? &to->bounds.lower : &to->bounds.upper) =
				evaluation_number(row, q, x);
			to->method = x->over_topics != NULL ? row->mean_bound[x->place].by->name
							    : evaluation_method(row, q, x);
		}
	}
	return 0;
}

static int fill_measure(struct run_comparison *w, struct compared_measure *m,
			const struct request *q, size_t value, struct err *e)
{
	const struct request_column *x = &q->column[value];
	const char *baseline = w->request->baseline_scores;
	*m = (struct compared_measure){ .name = x->name,
					.title = column_title(x),
					.asked = x->asked,
					.order = x->order,
					.least = measure_range(q->measure).least,
					.most = measure_range(q->measure).most,
					.lower_better = q->measure->lower_better,
					.no_best = q->measure->no_best,
					.sampled = q->measure->input == INPUT_SAMPLE ||
						   quantity_is_joint(q->measure->quantity),
					.request = q,
					.value = value };
	if (run_scores_table(&m->table, &w->scores, q, value, SCORE_VALUE, e) < 0)
		return -1;
	for (size_t i = 0; m->sampled && i < w->request->tests; i++)
		if (w->request->test[i]->about != NULL && (w->request->tests_given || i == 0))
			return err_usage(e,
					 "--test=%s counts topics, but a topic's own "
					 "estimate of %.100s is mostly sampling error: "
					 "use t, random or bootstrap, which test the mean",
					 w->request->test[i]->name, m->name);
	bool lines = q->measure->ranking && !quantity_is_joint(q->measure->quantity);
	if (m->sampled && !lines && without_documents(w) != NULL)
		return err_usage(e,
				 "--%s: %.100s is estimated from a sample, so its mean over "
				 "topics is not the mean of the topics' own values: compare runs",
				 without_documents(w), m->name);
	if (baseline != NULL || w->runs->system_of != NULL)
		return add_baseline(m, baseline, e);
	return fill_means(m, &w->scores, &w->comparison.memory, e);
}

static int fill_tables(struct run_comparison *w, struct err *e)
{
	struct comparison *c = &w->comparison;
	c->measure = arena_zeroed(&c->memory, w->asked.width, sizeof *c->measure);
	/* a baseline of scores may be one more */
	c->unmet = arena_zeroed(&c->memory, w->scores.runs + 1, sizeof *c->unmet);
	const char *baseline = w->request->baseline_scores;
	if (w->scores.runs == w->runs->batch.runs && baseline == NULL)
		c->file = w->runs->batch.run;
	if (c->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < w->scores.runs; i++) {
		const struct evaluation *x = &w->scores.evaluation[i];
		bool none =
			x->count.retrieved > 0 || x->count.missing == x->judgments->chosen_count;
		c->unmet[i] = x->path != NULL && x->count.known == 0 && none;
	}
	for (size_t i = 0; i < w->asked.requests; i++) {
		const struct request *q = &w->asked.request[i];
		bool averaged = measure_is_averaged(q->measure);
		for (size_t v = 0; averaged && v < q->values; v++)
			if (fill_measure(w, &c->measure[c->measures++], q, v, e) < 0)
				return -1;
	}
	if (c->measures == 0)
		return err_usage(e, "none of the measures is averaged over topics");
	if (w->request->as_asked)
		stable_sort(c->measure, c->measures, sizeof *c->measure, by_order, NULL);
	return 0;
}

/* With --system-of, systems take the place of runs. */
static int average_systems(struct run_comparison *w, struct err *e)
{
	size_t topics = w->judgments.chosen_count, runs = w->scores.runs;
	size_t *found = calloc(runs + 1, sizeof *found);
	const struct topics_found complete = { found, topics };
	if (found == NULL)
		return err_memory(e);
	for (size_t i = 0; i < runs; i++)
		found[i] = topics - w->scores.evaluation[i].count.missing;
	int result = comparison_systems(&w->comparison, w->runs->system_of,
					w->runs->batch.evaluation.join.complete ? &complete : NULL,
					&w->runs->warnings, e);
	free(found);
	return result;
}

/* Of a sample of strata a model of both runs says how sure differences are. */
static void find_sets(struct run_comparison *w, const struct evaluated_run *r)
{
	struct set_source *s = &w->sets;
	*s = (struct set_source){ .w = w, .run = r, .topic = w->judgments.sorted };
	for (size_t i = 0; i < w->registry.pairs; i++)
		if (w->registry.pair[i]->model != NULL && r[0].sample != NULL &&
		    r[0].sample->stratified)
			s->family = w->registry.pair[i];
	if (r[0].sample != NULL)
		w->comparison.sets = s;
}

static int compare_all(void *context, const struct evaluated_run *r, size_t count, struct err *e)
{
	(void)count;
	struct run_comparison *w = context;
	w->comparison.request = w->request;
	find_sets(w, r);
	if (fill_tables(w, e) < 0 || compared_ties_tables(&w->comparison, &w->scores, e) < 0 ||
	    average_systems(w, e) < 0 || comparison_run(&w->comparison, e) < 0 ||
	    (!w->only_families &&
	     compared_ties_warn(&w->comparison, w->runs->digits, &w->runs->warnings, e) < 0) ||
	    compared_groups_run(&w->groups, &w->comparison, w->runs->topic_groups,
				&w->runs->warnings, e) < 0)
		return -1;
	if (w->families.count == 0)
		return 0;
	bool strata = r[0].sample == NULL || r[0].sample->stratified;
	if (!strata)
		return err_usage(e, "-m %s needs strata, and %s: -m statAP compares its rankings",
				 w->families.asked[0].family->name,
				 w->judgments.strata.picked
					 ? "this sample was drawn by rank (sample --design=stevens)"
					 : "the judgments give none");
	return pair_figures(w, r, e);
}

/* Whether sets are compared, by estimates from a sample whose documents were drawn one by one. */
static bool are_sets(const struct run_comparison *w)
{
	bool any = false;
	for (size_t i = 0; i < w->asked.requests; i++)
		any = any ||
		      set_quantity(&(struct compared_measure){ .request = &w->asked.request[i] }) !=
			      0;
	return any && !run_request_two_phase(w->runs) && !w->judgments.strata.picked &&
	       !clusters_matter(&w->judgments.clusters);
}

static int compare_judged(struct run_comparison *w, struct err *e)
{
	if (ask(w, e) < 0)
		return -1;
	const struct batch_receiver receiver = { .context = w,
						 .keep_runs = w->families.count > 0,
						 .expect = expect,
						 .keep = &w->scores,
						 .all = compare_all };
	bool strata = are_sets(w) ||
		      (w->families.count > 0 && w->families.asked[0].family->input == PAIR_STRATA);
	const struct interval_method *method = interval_find(w->pair->bounds->method);
	if (strata && (method == NULL || method->prior == NULL))
		return err_usage(
			e, "--ci=%s has no posterior, which is needed to compare runs on strata",
			w->pair->bounds->method);
	if (run_request_ready(w->runs, &w->asked, &w->judgments, strata, e) < 0)
		return -1;
	if (w->runs->batch.evaluation.join.ties_by_rank && w->families.count > 0)
		return err_usage(e, "--score-ties=rank cannot be combined with -m %s",
				 w->families.asked[0].family->name);
	run_request_look_for_traps(w->runs, true);
	w->runs->batch.frame_matters =
		families_need_frame(&w->families) || (!w->only_families && w->asked.framed);
	int result = batch_run(&w->runs->batch, &receiver, &w->runs->warnings, e);
	w->shown = w->comparison;
	if (w->only_families)
		w->shown.measures = 0;
	return result;
}

/* Says which files there are. */
static int refuse_files(const struct run_comparison *w, struct err *e)
{
	const struct text_list *file = &w->runs->file;
	bool scores = w->request->baseline_scores != NULL;
	const char *needed =
		scores ? "judgments and a run are needed beside the scores of --baseline"
		       : "three files are needed: judgments and two runs";
	if (file->count == 0)
		return err_usage(e, "%s", needed);
	return err_usage(e, "%s; there are only the judgments, %.200s%s%.200s", needed,
			 file->text[0], file->count > 1 ? ", and a run, " : "",
			 file->count > 1 ? file->text[1] : "");
}

int run_comparison(struct run_comparison *w, struct err *e)
{
	struct run_request *runs = w->runs;
	if (runs->file.count < 1)
		return refuse_files(w, e);
	if (registry_init(&w->registry, &runs->plugin, e) < 0 ||
	    run_request_check_methods(runs, &w->registry, e) < 0)
		return -1;
	w->asked.as_estimates = runs->batch.label_frame == FRAME_OF_LABELS;
	w->asked.trec_eval_9 = runs->batch.evaluation.join.trec_eval_9;
	const struct judgment_format *format = run_request_formats(runs, e);
	if (format == NULL)
		return -1;
	if (runs->file.count < (w->request->baseline_scores != NULL ? 2 : 3) &&
	    format->kind != JUDGMENTS_TABLE)
		return refuse_files(w, e);
	if (run_request_read(runs, &w->judgments, e) < 0)
		return -1;
	w->asked.format = w->judgments.format;
	return compare_judged(w, e);
}

void run_comparison_release(struct run_comparison *w)
{
	compared_groups_release(&w->groups);
	comparison_release(&w->comparison);
	run_scores_release(&w->scores);
	families_release(&w->families);
	requests_release(&w->asked);
	judgments_release(&w->judgments);
	registry_release(&w->registry);
}
