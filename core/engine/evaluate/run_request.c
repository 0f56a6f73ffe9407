/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/base/parallel.h"
#include "core/data/judgments/returned_sample.h"
#include "core/engine/evaluate/labels_frame.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/evaluate/outside_frame.h"
#include "core/engine/evaluate/run_request.h"
#include "core/stats/interval/choose.h"

void run_request_init(struct run_request *o)
{
	*o = (struct run_request){
		.batch = {
			.evaluation = {
				.join = { .level = 1, .most_retrieved = INT64_MAX },
				.bounds = { .ends.seed = 1, .resamples = 10000 },
			},
			.jobs = parallel_processors(),
		},
		.level = 0.95,
		.digits = 4,
	};
}

int run_request_count_stdin(const struct run_request *o)
{
	return is_stdin(o->batch.strata.sizes) + count_stdin(&o->batch.labels.file) +
	       is_stdin(o->drawn) + is_stdin(o->only_topics) + is_stdin(o->topic_groups) +
	       is_stdin(o->system_of) + count_stdin(&o->batch.pool) + count_stdin(&o->file);
}

/* Measures see the second review's part of the sample, and only sets have bounds for that. */
static int check_two_phase_measures(const struct run_request *o, const struct request_list *asked,
				    bool pairs, struct err *e)
{
	if (!run_request_two_phase(o))
		return 0;
	if (pairs)
		return err_usage(e, "--judge=two-phase is for one run: a comparison takes one "
				    "judgment of each document (--judge=first or last)");
	for (size_t i = 0; i < asked->requests; i++) {
		const struct request *q = &asked->request[i];
		const struct measure *m = q->measure;
		bool number = m->quantity == SET_F ? q->parameters.value[0] == 1
						   : q->parameters.count == 0;
		if (m->input == INPUT_SAMPLE && !m->ranking && number && !q->capped &&
		    q->level == o->batch.evaluation.join.level)
			continue;
		if (o->measure.count > 0)
			return err_usage(e,
					 "-m %s: --judge=two-phase is for est_rel, est_recall, "
					 "est_P, est_F, est_elusion and their like, without "
					 "cutoffs",
					 q->column[0].name);
	}
	return 0;
}

/* --drawn-from=labels: people's judgments become a sample whose documents are all listed. */
static int take_label_frame(struct run_request *o, struct err *e)
{
	struct judgment_format *f = &o->formats.judgments;
	if (f->kind != JUDGMENTS_GRADED ||
	    (f->sampling != SAMPLING_NONE && f->sampling != SAMPLING_EITHER))
		return err_usage(
			e,
			"--drawn-from=labels: -R %s already says what could be drawn; human judgments are plain "
			"ones, such as qrels",
			f->name);
	const struct judgment_format *csv = judgment_format_find("csv", e);
	if (csv == NULL)
		return -1;
	o->people = *f;
	o->with_ci = true;
	*f = *csv;
	f->asks = o->people.asks;
	f->pairs = o->people.pairs;
	return 0;
}

/* Options that only samples have, with judgments that are none. */
static int check_sampling(const struct run_request *o, const struct judgment_format *f,
			  struct err *e)
{
	const struct batch *b = &o->batch;
	if (f->sampling == SAMPLING_NONE &&
	    (b->pool.count > 0 || b->strata.sizes != NULL || o->show_strata ||
	     b->strata.post_stratify || b->evaluation.micro || o->estimate_options))
		return err_usage(
			e, "--pool, --strata, --show=strata, --post-stratify, --micro, --gray, "
			   "--outside and --topics need sampled judgments: -R probs, prels, "
			   "strata, csv or table");
	if (f->sampling == SAMPLING_NONE && b->labels.file.count > 0)
		return err_usage(e, "--labels narrows estimates from sampled judgments: -R probs, "
				    "prels, strata or csv; if people judged a random sample of the "
				    "labelled documents: --drawn-from=labels");
	if (f->kind == JUDGMENTS_TABLE && b->labels.file.count > 0)
		return err_usage(e, "--labels needs documents, and a table names none");
	if (b->gray >= GRAY_WORST && b->evaluation.join.level < 1)
		return err_usage(e,
				 "--gray=worst and best need -l 1 or more: with -l %d all "
				 "assessable documents count as relevant",
				 (int)b->evaluation.join.level);
	if (f->sampling == SAMPLING_NONE && o->methods.count > 0)
		return err_usage(e, "--ci=%s is for estimates from sampled judgments",
				 o->methods.method[0]);
	if (f->kind == JUDGMENTS_TABLE && (b->pool.count > 0 || b->strata.sizes != NULL))
		return err_usage(e, "--pool and --strata form strata, which a table has already");
	if (f->kind == JUDGMENTS_TABLE && b->strata.post_stratify)
		return err_usage(e, "--post-stratify splits strata that a run cuts: a run of a "
				    "table cuts none");
	if (o->partial && !f->judges)
		return err_usage(e, "--partial is for -R csv, in which a relevance may be empty");
	if (o->judge != NULL && !f->judges)
		return err_usage(e, "--judge is for -R csv with a column judged_by");
	if (o->drawn != NULL && f->kind != JUDGMENTS_GRADED)
		return err_usage(e, "--drawn is for judgments with one grade per document");
	if (run_request_two_phase(o) &&
	    (o->methods.count > 0 || b->evaluation.bounds.ends.draws > 0))
		return err_usage(e, "--judge=two-phase has its own bounds: give --ci without a "
				    "method");
	return 0;
}

/* The format of -R; NULL: it is not given, or there is none of this name. */
static const struct judgment_format *named_format(const struct run_request *o)
{
	struct err ignored = { 0 };
	return o->judgment_format != NULL ? judgment_format_find(o->judgment_format, &ignored)
					  : NULL;
}

int run_request_check_methods(const struct run_request *o, const struct registry *r, struct err *e)
{
	const struct judgment_format *f = named_format(o);
	bool sampled = (f != NULL && f->sampling != SAMPLING_NONE) ||
		       o->batch.label_frame == FRAME_OF_LABELS;
	for (size_t i = 0; i < o->methods.count; i++)
		if (!method_is_known(o->methods.method[i]) &&
		    !registry_has_method(r, o->methods.method[i]))
			return method_unknown(o->methods.method[i], sampled, e);
	return 0;
}

const struct judgment_format *run_request_formats(struct run_request *o, struct err *e)
{
	struct batch *b = &o->batch;
	if (formats_find(&o->formats, o->judgment_format, o->run_format, e) < 0)
		return NULL;
	if (b->label_frame == FRAME_OF_LABELS && take_label_frame(o, e) < 0)
		return NULL;
	b->runs = o->file.count > 1 ? o->file.count - 1 : 0;
	b->run = b->runs > 0 ? o->file.text + 1 : NULL;
	b->run_format = &o->formats.runs;
	b->strata.collection_size = b->evaluation.join.collection_size;
	b->strata.listed = b->label_frame == FRAME_OF_LABELS;
	return check_sampling(o, &o->formats.judgments, e) == 0 ? &o->formats.judgments : NULL;
}

const struct judgment_format *run_request_at_hand(const struct run_request *o)
{
	struct input in;
	struct err ignored = { 0 };
	if (is_stdin(o->file.text[0]) || input_read(&in, o->file.text[0], &ignored) < 0)
		return NULL;
	const struct judgment_format *f = judgment_format_of(&o->formats.judgments, &in, &ignored);
	input_release(&in);
	return f;
}

size_t run_request_file_words(const struct run_request *o)
{
	const struct judgment_format *f = named_format(o);
	return f != NULL && f->kind == JUDGMENTS_TABLE ? 1 : o->file.count;
}

/* A column of families that nobody named, or that names families of one document each. */
static void warn_of_clusters(struct run_request *o, const struct judgments *j)
{
	struct slice column = j->clusters.column;
	if (column.at == NULL || clusters_matter(&j->clusters) || !judgments_are_sampled(j))
		return;
	struct shown name = shown(column);
	if (j->clusters.named) {
		warnings_add(&o->warnings,
			     "%s: each of the %zu judged documents is a cluster of its own (column "
			     "'%s'), so bounds are those of documents drawn one by one",
			     j->in.path, j->clusters.count, name.text);
		return;
	}
	warnings_add(
		&o->warnings,
		"%s has a column '%s', and bounds assume that documents were drawn one by one: if whole "
		"families or threads were drawn or coded, say --cluster-column='%s', if not, "
		"--column=cluster=",
		j->in.path, name.text, name.text);
}

static int read_judgments(struct run_request *o, const struct judgment_supplier *s,
			  struct judgments *j, struct err *e)
{
	const struct judgment_reading how = { .partial = o->partial,
					      .judge = o->judge,
					      .supplier = s };
	if (judgments_read_as(j, &o->formats.judgments, o->file.text[0], &how, e) < 0)
		return -1;
	if (j->by_others > 0)
		warnings_add(&o->warnings,
			     "%s: %zu documents that '%s' did not judge are left out; the "
			     "estimates assume that they are missing at random",
			     j->in.path, j->by_others, o->judge);
	if (o->judge != NULL && strcmp(o->judge, "last") == 0 && j->judged_again.again > 0 &&
	    j->judged_again.again < j->judged_again.documents)
		warnings_add(&o->warnings,
			     "%s: only %zu of %zu documents have a second judgment; if they were "
			     "drawn at random, what they show is not carried over to the others "
			     "(--judge=two-phase does that)",
			     j->in.path, j->judged_again.again, j->judged_again.documents);
	warn_of_clusters(o, j);
	if (j->unjudged > 0)
		warnings_add(&o->warnings,
			     "%s: %zu of %zu rows are not judged and left out; the estimates "
			     "assume that they are missing at random",
			     j->in.path, j->unjudged, j->unjudged + j->count);
	return 0;
}

bool run_request_chooses_topics(const struct run_request *o)
{
	return o->topic.count > 0 || o->only_topics != NULL;
}

int run_request_topics(const struct run_request *o, struct chosen_topics *c, struct err *e)
{
	return chosen_topics_read(c, o->topic.text, o->topic.count, o->only_topics, e);
}

static int choose_topics(const struct run_request *o, struct judgments *j, struct err *e)
{
	struct chosen_topics c;
	if (!run_request_chooses_topics(o))
		return 0;
	int result = run_request_topics(o, &c, e);
	if (result == 0)
		result = judgments_choose(j, &c, e);
	if (result < 0)
		judgments_release(j);
	chosen_topics_release(&c);
	return result;
}

/* With what the sample as it was drawn says of them. */
static int read_drawn(struct run_request *o, struct judgments *j, struct err *e)
{
	struct returned_sample drawn;
	if (returned_sample_read(&drawn, o->drawn, e) < 0)
		return -1;
	const struct judgment_supplier supplier = returned_sample_supplier(&drawn);
	int result = read_judgments(o, &supplier, j, e);
	if (result == 0 && !o->partial && returned_sample_check(&drawn, j, e) < 0) {
		judgments_release(j);
		result = -1;
	}
	returned_sample_release(&drawn);
	return result;
}

int run_request_read(struct run_request *o, struct judgments *j, struct err *e)
{
	int result = o->batch.label_frame == FRAME_OF_LABELS
			     ? labels_frame_read(j, &o->formats.judgments, &o->people,
						 o->file.text[0], &o->batch.labels, &o->warnings, e)
		     : o->drawn != NULL ? read_drawn(o, j, e)
					: read_judgments(o, NULL, j, e);
	return result < 0 ? -1 : choose_topics(o, j, e);
}

int run_request_groups(struct run_request *o, const struct judgments *j, struct topic_groups *g,
		       struct err *e)
{
	*g = (struct topic_groups){ 0 };
	if (o->topic_groups == NULL)
		return 0;
	return topic_groups_read(g, o->topic_groups, NULL, j->topic_name, j->topics, j->chosen,
				 &o->warnings, e);
}

/* The name of the first measure of rankings, with bounds if these are meant; NULL: there is none.
 */
static const char *first_ranking(const struct request_list *asked, bool bounds)
{
	for (size_t i = 0; i < asked->requests; i++)
		if (asked->request[i].measure->ranking &&
		    (!bounds || asked->request[i].methods > 0))
			return asked->request[i].measure->name;
	return NULL;
}

/* Rankings have a worst case too, but not by these counts; and bounds of their own. */
static void warn_of_rankings(struct run_request *o, const struct request_list *asked,
			     const struct judgments *j)
{
	const char *ranking = first_ranking(asked, false), *bounded = first_ranking(asked, true);
	if (o->batch.gray >= GRAY_WORST && ranking != NULL)
		warnings_add(&o->warnings,
			     "--gray=worst and best are for the est_ measures: %s leaves gray "
			     "documents out",
			     ranking);
	if (clusters_matter(&j->clusters) && bounded != NULL)
		warnings_add(&o->warnings,
			     "--cluster-column is for the est_ measures: bounds of %s assume that "
			     "documents were drawn one by one",
			     bounded);
}

/* Methods that were named, and estimates that have no bounds by any of them. */
static void warn_of_methods(struct run_request *o, const struct request_list *asked)
{
	bool named = o->with_ci && o->measure.count > 0 && o->batch.evaluation.topic_method == NULL;
	for (size_t i = 0; named && o->methods.count > 0 && i < asked->requests; i++) {
		const struct request *q = &asked->request[i];
		if (measure_has_bounds(q->measure) && q->columns == q->values)
			warnings_add(
				&o->warnings,
				"--ci=%s%s: no bounds of %s, which %s not for (--help lists the "
				"methods)",
				o->methods.method[0], o->methods.count > 1 ? ",..." : "",
				q->column[0].name,
				o->methods.count > 1 ? "these methods are" : "this method is");
	}
}

/*
 * A warning if measures of complete judgments are asked for, and the judgments are a sample: they
 * would count unjudged documents as not relevant. It names the estimates to use. `sizes`: how large
 * the strata are is said elsewhere (-N, --strata).
 */

/* How many names stand in one warning. */
enum { NAMES = 8 };

static void warn_of_complete_measures(const struct request_list *asked, const struct judgments *j,
				      bool sizes, struct warnings *w)
{
	bool listed = j->with_probability < j->count && j->strata.count == 0;
	if (!judgments_are_sampled(j) || (judgments_are_complete(j) && !(listed && sizes)))
		return;
	/* "statAP for map, est_P for set_P": those with an estimate, and the names of the others */
	struct buffer use = { 0 }, none = { 0 };
	size_t estimated = 0, others = 0;
	for (size_t i = 0; i < asked->requests; i++) {
		const struct measure *m = asked->request[i].measure;
		bool before = i > 0 && asked->request[i - 1].measure == m; /* they stand together */
		if (m->input != INPUT_GRADES || m->any_judgments || before)
			continue;
		if (m->if_sampled != NULL && estimated++ < NAMES)
			buffer_print(&use, "%s%s for %s", estimated > 1 ? ", " : "", m->if_sampled,
				     m->name);
		if (m->if_sampled == NULL && others++ < NAMES)
			buffer_print(&none, "%s%s", others > 1 ? ", " : "", m->name);
	}
	if (estimated > NAMES)
		buffer_print(&use, " and %zu others", estimated - NAMES);
	if (others > NAMES)
		buffer_print(&none, " and %zu others", others - NAMES);
	w->failed = w->failed || use.failed || none.failed;
	if (!w->failed && estimated + others > 0)
		warnings_add(w,
			     "the judgments are a sample, and measures of complete judgments count "
			     "unjudged documents as not relevant%s%.*s%s%.*s",
			     estimated > 0 ? ": use " : "", (int)use.length,
			     estimated > 0 ? use.text : "",
			     others > 0 ? "; there is no estimate of " : "", (int)none.length,
			     others > 0 ? none.text : "");
	buffer_release(&use);
	buffer_release(&none);
}

int run_request_ready(struct run_request *o, const struct request_list *asked,
		      const struct judgments *j, bool pairs, struct err *e)
{
	struct batch *b = &o->batch;
	const struct measure *pool = asked->pooled;
	if (check_two_phase_measures(o, asked, pairs, e) < 0)
		return -1;
	b->asked = asked;
	b->judgments = j;
	warn_of_rankings(o, asked, j);
	warn_of_methods(o, asked);
	warn_of_complete_measures(
		asked, j, b->strata.collection_size > 0 || b->strata.sizes != NULL, &o->warnings);
	/* labels of judgments that turn out to be no sample are refused there */
	b->sampled = asked->sampled || o->show_strata || pairs ||
		     (b->labels.file.count > 0 && !judgments_are_sampled(j));
	b->strata.level = b->evaluation.join.level;
	b->strata.pools = b->pool.count;
	b->strata.partial = o->partial;
	b->strata.pairs = pairs;
	b->frame_matters = asked->framed;
	if (pool != NULL && !strata_are_whole(j, &b->strata))
		return err_usage(e,
				 "-m %s: the judgments must list every document of their strata, "
				 "without -N and --strata",
				 pool->name);
	if (b->strata.sizes != NULL && j->with_stratum == 0)
		return err_usage(e, "--strata: the judgments name no strata, so there are no sizes "
				    "to give");
	if (pairs && clusters_matter(&j->clusters))
		return err_usage(e,
				 "--cluster-column: there are no comparisons by clusters: leave it "
				 "out, and P(A > B) takes documents as drawn one by one");
	if (b->sampled &&
	    (b->evaluation.join.most_retrieved != INT64_MAX || b->evaluation.join.judged_only))
		return err_usage(e, "-M and -J change the retrieved set, for which strata are "
				    "formed: use cutoffs (-m est_recall.100) instead");
	return 0;
}

void run_request_look_for_traps(struct run_request *o, bool compared)
{
	struct evaluation_options *x = &o->batch.evaluation;
	x->compared = compared;
	x->traps = !o->quiet && x->zscores == NULL;
	x->several = o->batch.runs > 1;
	x->topics_shown = o->topics;
	x->digits = o->digits;
}

/* The methods of a sample, if none is named: one for sets, and one for rankings. */
static int choose_methods(struct run_request *o, const struct judgments *j, struct err *e)
{
	struct method_list *methods = &o->methods;
	bool strata = j->format->kind == JUDGMENTS_TABLE || j->with_stratum > 0 ||
		      o->batch.strata.collection_size > 0;
	if (!strata && rates_give_strata(j, &strata, e) < 0)
		return -1;
	const struct sample_known known = { .clusters = clusters_matter(&j->clusters),
					    .no_strata = !strata || j->strata.picked,
					    .one_end = o->tail != TAIL_BOTH };
	o->batch.evaluation.topic_method = methods->method[methods->count++] =
		chosen_method(OF_SET, known);
	o->batch.evaluation.mean_method = chosen_method(OF_SET_MEAN, known);
	methods->method[methods->count++] = chosen_method(OF_RANKING, known);
	return 0;
}

int run_request_bounds(struct run_request *o, const struct judgments *j, struct bounds_asked *asked,
		       struct err *e)
{
	struct method_list *methods = &o->methods;
	bool named = methods->count + methods->over_topics_count > 0;
	bool sampled = judgments_are_sampled(j) || o->batch.label_frame == FRAME_OF_LABELS;
	if (!named && sampled && choose_methods(o, j, e) < 0)
		return -1;
	if (!named)
		methods->over_topics[methods->over_topics_count++] = &mean_interval_by_rule;
	tails_set(&o->batch.evaluation.bounds.ends, o->level, o->tail);
	*asked = (struct bounds_asked){
		.services = &services,
		.method = methods->method,
		.methods = methods->count,
		.over_topics = methods->over_topics,
		.over_topics_methods = methods->over_topics_count,
		.centred = o->batch.evaluation.topic_method,
		.named = named,
		.lower = o->tail != TAIL_UPPER,
		.upper = o->tail != TAIL_LOWER,
		.estimates_everywhere = o->with_ci || o->measure.count == 0,
		.means_everywhere = o->with_ci,
	};
	return 0;
}

int run_request_one_measure(const struct run_request *o, struct request_list *asked,
			    const struct registry *r, const struct judgments *j, const char *name,
			    const struct bounds_asked *bounds, struct err *e)
{
	bool ranked = j->format->kind == JUDGMENTS_GRADED && j->format->asks == NULL &&
		      !o->batch.run_format->set;
	if (name == NULL && !ranked)
		return err_usage(e, "a measure is needed for such judgments and runs: -m NAME");
	if (name == NULL)
		name = judgments_are_sampled(j) ? "statAP" : "map";
	if (requests_ask(asked, r, name, e) < 0 ||
	    requests_finish(asked, r, j->format, o->batch.evaluation.join.level, bounds, e) < 0)
		return -1;
	const struct request *q = &asked->request[0];
	if (asked->requests != 1 || q->values != 1 || q->shown != COLUMN_VALUE ||
	    !measure_is_averaged(q->measure))
		return err_usage(e, "-m %.200s: no measure that is averaged over topics", name);
	return 0;
}
