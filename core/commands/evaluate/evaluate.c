/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval [OPTION...] QRELS RUN...
 */
#include "core/base/number.h"
#include "core/commands/evaluate/board.h"
#include "core/commands/evaluate/evaluate.h"
#include "core/data/design/design.h"
#include "core/engine/evaluate/evaluated_systems.h"
#include "core/help/help.h"
#include "core/options/command.h"
#include "core/output/run_lines.h"
#include "core/stats/ranking/ranking_method.h"
#include "readers/memory.h"

static void help_method(struct buffer *b, const char *name)
{
	const struct interval_method *m = interval_find(name);
	const struct ranking_method *ranked = ranking_method_find(name);
	if (m != NULL)
		help_manual(b, "--ci=", m->name, m->summary, m->manual);
	else if (ranked != NULL)
		help_manual(b, "--ci=", ranked->name, ranked->summary, ranked->manual);
}

/* The manual of what was named, or else everything. */
static int help_named(struct help *h, const struct evaluate_request *q, const struct registry *r,
		      struct err *e)
{
	struct buffer *b = &h->text;
	if (run_request_check_methods(&q->runs, r, e) < 0)
		return -1;
	h->alone = q->runs.measure.count > 0 || q->runs.judgment_format != NULL ||
		   q->runs.run_format != NULL || q->runs.with_ci;
	if (!h->alone)
		help_everything(b, r);
	if (q->runs.judgment_format != NULL) {
		const struct judgment_format *f = judgment_format_find(q->runs.judgment_format, e);
		if (f == NULL)
			return -1;
		help_format(b, "-R ", f->name, f->summary, f->manual);
	}
	if (q->runs.run_format != NULL) {
		const struct run_format *f = run_format_find(q->runs.run_format, e);
		if (f == NULL)
			return -1;
		help_format(b, "-T ", f->name, f->summary, f->manual);
	}
	for (size_t i = 0; i < q->runs.methods.count; i++)
		help_method(b, q->runs.methods.method[i]);
	for (size_t i = 0; i < q->runs.methods.over_topics_count; i++)
		help_manual(b, "--ci=", q->runs.methods.over_topics[i]->name,
			    q->runs.methods.over_topics[i]->summary,
			    q->runs.methods.over_topics[i]->manual);
	return help_named_measures(b, r, &q->runs.measure, e);
}

static struct output_options output_options(const struct evaluate_request *q)
{
	return (struct output_options){
		.format = q->format,
		.topics = q->runs.topics,
		.no_summary = q->runs.no_summary,
		.zscores = q->zscores != NULL,
		.runs = &q->runs,
	};
}

/*
 * What does not depend on the runs. A library keeps the registry, which takes longer to make than a
 * topic to evaluate; and if complete judgments are records of the caller, and nothing else is read,
 * all of it until they change.
 */
struct prepared {
	struct registry registry;
	bool made; /* what follows */
	struct request_list asked;
	struct request_list label_figures; /* with --labels, for what is said of them */
	struct zscores zscores;
	bool with_zscores;
	struct judgments judgments;
	const struct given_records *from; /* the judgments; NULL: they are read again */
	uint64_t changes;		  /* of them, when they were read */
	struct join memory;		  /* from one run to the next, of one thread */
};

/* Lines of all runs. */
struct answer {
	const struct output *out;
	struct run_lines lines;
	struct output_options output, for_board;
	struct topic_groups groups;
	struct board board;
	struct output to_board;
	const struct evaluate_request *q;
	const struct request_list *label_figures;
	struct evaluation_options label_options;
	struct labels_report *labels; /* with --show=labels, and of a page; or NULL */
	struct batch_receiver receiver;
	struct evaluated_systems systems; /* with --system-of */
};

static struct labelled_sample labelled_sample(struct answer *a, const struct design *s,
					      const struct evaluated_run *run)
{
	const struct batch *b = &a->q->runs.batch;
	a->label_options = (struct evaluation_options){ .join = b->evaluation.join,
							.bounds = b->evaluation.bounds,
							.jobs = b->jobs,
							.topic_method = b->evaluation.topic_method,
							.mean_method = b->evaluation.mean_method };
	return (struct labelled_sample){ s, a->lines.judgments, run, a->label_figures,
					 &a->label_options };
}

static int report_labels(void *context, const struct design *s, const struct evaluated_run *run,
			 struct err *e)
{
	struct answer *a = context;
	const struct labelled_sample of = labelled_sample(a, s, run);
	if (!s->stratified)
		return err_usage(e, "--show=labels: the probabilities give no strata");
	a->labels = calloc(1, sizeof *a->labels);
	if (a->labels == NULL)
		return err_memory(e);
	return labels_report_init(a->labels, &of, &a->q->runs.batch.labels, e);
}

/* A judge of a jury, alone or with those before it. */
struct judge {
	struct answer *answer;
	const char *path;
	bool together;
};

static int show_judge(void *context, const struct design *s, const struct evaluated_run *run,
		      struct err *e)
{
	const struct judge *x = context;
	const struct labelled_sample of = labelled_sample(x->answer, s, run);
	return labels_report_judge(x->answer->labels, &of, x->path, x->together, e);
}

/* What each file brings: the sample is formed anew with its labels, and with those up to it. */
static int report_jury(struct answer *a, struct err *e)
{
	const struct batch *b = &a->q->runs.batch;
	int result = run_request_count_stdin(&a->q->runs) == 0
			     ? 0
			     : err_usage(e, "files of labels are read twice, "
					    "so none can be standard input");
	for (size_t g = 0; g < b->labels.file.count; g++)
		for (int together = 0; together <= (g > 0) && result == 0; together++) {
			struct judge x = { a, b->labels.file.text[g], together == 1 };
			const struct batch_receiver receiver = { .context = &x,
								 .strata = show_judge };
			struct warnings said = { 0 }; /* before, for all of them */
			struct batch one = *b;
			one.labels.file.text += together ? 0 : g;
			one.labels.file.count = together ? g + 1 : 1;
			result = batch_run(&one, &receiver, &said, e);
			warnings_release(&said);
		}
	return result;
}

/* A page also says what labels are worth. */
static int all_for_page(void *context, const struct evaluated_run *run, size_t count, struct err *e)
{
	/* merge has no strata: shards do not write them */
	bool known = count > 0 && run[0].sample != NULL && run[0].sample->stratified &&
		     run[0].sample->classes > 0;
	return known ? report_labels(context, run[0].sample, run, e) : 0;
}

/* When it is known what there will be: sets up the receiver. */
static void answer_receive(struct answer *a, const struct judgments *j)
{
	const struct evaluate_request *q = a->q;
	a->output = output_options(q);
	a->to_board = board_output(&a->board);
	a->board.by_topic = q->runs.topics;
	a->board.post_stratified = q->runs.batch.strata.post_stratify;
	a->board.labels = &q->runs.batch.labels;
	a->board.pairs = q->runs.people.pairs;
	if (q->runs.batch.label_frame == FRAME_OF_LABELS)
		a->board.whose = q->runs.batch.evaluation.bounds.random_topics ? "topics like these"
									       : "these topics";
	a->output.receiver = is_leaderboard(q->format) ? &a->to_board
			     : a->out->line != NULL    ? a->out
						       : NULL;
	a->lines = (struct run_lines){ .output = &a->output, .judgments = j };
	if (q->plot != NULL && a->output.receiver != &a->to_board) {
		a->for_board = a->output;
		a->for_board.receiver = &a->to_board;
		a->for_board.topics = a->for_board.no_summary = false;
		a->lines.also = &a->for_board;
	}
	a->receiver = run_lines_receiver(&a->lines, q->runs.show_strata);
	if (q->show_labels)
		a->receiver = (struct batch_receiver){ .context = a, .strata = report_labels };
	if (q->format == FORMAT_HTML && q->runs.batch.labels.file.count > 0 &&
	    !q->runs.people.pairs) {
		a->receiver.all = all_for_page;
		a->receiver.of_all = a;
	}
}

/* ---- runs against judgments ---- */

static const char *default_nickname(const struct judgments *j)
{
	enum judgment_kind kind = j->format->kind;
	return j->format->asks != NULL	   ? j->format->asks
	       : judgments_are_sampled(j)  ? "est"
	       : kind == JUDGMENTS_GRADED  ? "official"
	       : j->format->subtopics	   ? "diversity"
	       : kind == JUDGMENTS_GROUPED ? "qrels_jg"
					   : "prefs";
}

/* What fits on a line, or into a picture. */
static int ask_for_board(struct request_list *asked, const struct registry *r,
			 const struct judgments *j, struct err *e)
{
	static const char *const sampled[] = { "est_recall", "est_P", "est_F", NULL };
	static const char *const graded[] = { "map", "recip_rank", "P.10", "ndcg_cut.10", NULL };
	bool few = judgments_are_sampled(j);
	if (j->format->asks != NULL || (!few && j->format->kind != JUDGMENTS_GRADED))
		return requests_ask(asked, r, default_nickname(j), e);
	for (const char *const *name = few ? sampled : graded; *name != NULL; name++)
		if (requests_ask(asked, r, *name, e) < 0)
			return -1;
	return 0;
}

/*
 * What is printed without -m. A sample with documents tells what each of them stands for, be it by
 * probabilities or by strata, so that a ranking (other than a set) can be judged by it too.
 */
static int ask_default(struct request_list *asked, const struct registry *r,
		       const struct judgments *j, const struct evaluate_request *q, struct err *e)
{
	const struct run_format *runs = q->runs.batch.run_format;
	if (is_leaderboard(q->format) || q->plot != NULL)
		return ask_for_board(asked, r, j, e);
	if (requests_ask(asked, r, default_nickname(j), e) < 0)
		return -1;
	bool ranked = j->format->kind != JUDGMENTS_TABLE && !runs->set && j->format->asks == NULL;
	return judgments_are_sampled(j) && ranked ? requests_ask(asked, r, "stat", e) : 0;
}

/* Options that cannot be combined. */
static int check_options(const struct evaluate_request *q, const struct judgment_format *f,
			 struct err *e)
{
	if (f->kind != JUDGMENTS_TABLE && q->runs.file.count < 2)
		return err_usage(e, "two files are needed: judgments and a run");
	if (q->zscores != NULL && (f->sampling != SAMPLING_NONE || q->runs.with_ci))
		return err_usage(e, "-Z cannot be combined with sampled judgments or --ci");
	if (q->show_labels && q->runs.people.pairs)
		return err_usage(e, "--show=labels is about labels of documents: agree -R pairs "
				    "compares people with a model on pairs");
	return 0;
}

/* Whether systems have what is asked for. */
static int check_systems(struct request_list *asked, const struct judgments *j, struct err *e)
{
	if (judgments_are_sampled(j))
		return err_usage(
			e, "--system-of: the mean of estimates from a sample has no interval");
	return requests_keep_averaged(asked, "--system-of takes means over runs", e);
}

/* --level=90 may be the level of the bounds, or a grade. */
static int refuse_grade(const struct run_request *o, struct err *e)
{
	int64_t grade = o->batch.evaluation.join.level;
	double level = grade >= 50 && grade < 100 ? (double)grade / 100 : 0.95;
	return err_usage(e,
			 "--level=%lld: the level of bounds lies between 0 and 1, as in "
			 "--level=%s; the lowest relevant grade is -l %lld",
			 (long long)grade, real_text(level).text, (long long)grade);
}

/* Whoever gives --tail and forgets --ci would take an estimate for a bound. */
static int check_bounds_asked(const struct evaluate_request *q, const struct request_list *asked,
			      struct err *e)
{
	const struct run_request *o = &q->runs;
	struct run_request usual;
	run_request_init(&usual);
	const char *option =
		o->tail != usual.tail	  ? "--tail"
		: o->level != usual.level ? "--level"
		: o->batch.evaluation.bounds.resamples != usual.batch.evaluation.bounds.resamples
			? "--resamples"
			: NULL;
	bool any = q->show_labels ||
		   (q->format == FORMAT_HTML && o->batch.labels.file.count > 0 && !o->people.pairs);
	for (size_t i = 0; i < asked->requests; i++) {
		const struct request *r = &asked->request[i];
		any = any || r->columns > r->values;
		if (r->capped && o->batch.evaluation.join.collection_size == 0)
			return err_usage(e, "-m %.100s needs -N", r->column[0].name);
	}
	if (any && o->whole_level == WHOLE_LEVEL_TAKEN)
		return refuse_grade(o, e);
	if (option == NULL || any)
		return 0;
	return err_usage(e, "%s applies to bounds, and there are none: add --ci", option);
}

/* The figures that say what labels are worth, in the order in which measures stand in lists. */
static int ask_of_labels(const struct evaluate_request *q, struct prepared *x,
			 struct bounds_asked bounds, struct err *e)
{
	static const char *const figure[LABEL_FIGURES] = { "est_rel", "est_recall", "est_P",
							   "est_F" };
	const struct run_request *o = &q->runs;
	bounds.estimates_everywhere = true;
	if (o->batch.labels.file.count == 0 || o->people.pairs)
		return 0;
	for (size_t i = 0; i < LABEL_FIGURES; i++)
		if (requests_ask(&x->label_figures, &x->registry, figure[i], e) < 0)
			return -1;
	return requests_finish(&x->label_figures, &x->registry, x->judgments.format,
			       o->batch.evaluation.join.level, &bounds, e);
}

/* What is asked for, when the judgments are known. */
static int prepare_judged(struct evaluate_request *q, struct prepared *x, struct err *e)
{
	struct batch *b = &q->runs.batch;
	const struct judgments *judgments = &x->judgments;
	struct request_list *asked = &x->asked;
	struct bounds_asked bounds;
	if (run_request_bounds(&q->runs, judgments, &bounds, e) < 0 ||
	    ask_of_labels(q, x, bounds, e) < 0)
		return -1;
	asked->no_run = judgments->format->kind == JUDGMENTS_TABLE && !judgments->names_run;
	if (q->runs.measure.count == 0 && ask_default(asked, &x->registry, judgments, q, e) < 0)
		return -1;
	if (requests_finish(asked, &x->registry, judgments->format, b->evaluation.join.level,
			    &bounds, e) < 0 ||
	    check_bounds_asked(q, asked, e) < 0 ||
	    run_request_ready(&q->runs, asked, judgments, false, e) < 0 ||
	    (q->runs.system_of != NULL && check_systems(asked, judgments, e) < 0))
		return -1;
	run_request_look_for_traps(&q->runs, false);
	b->sampled = b->sampled || q->show_labels;
	b->shard = &q->runs.shard;
	b->evaluation.keep_documents = q->runs.plugin.count > 0;
	return 0;
}

static void prepared_forget(struct prepared *x)
{
	if (x->made)
		judgments_release(&x->judgments);
	if (x->with_zscores)
		zscores_release(&x->zscores);
	join_release(&x->memory);
	requests_release(&x->asked);
	requests_release(&x->label_figures);
	*x = (struct prepared){ .registry = x->registry };
}

/* Whether nothing else is read than records and runs, and nothing of it is changed by an answer. */
static bool can_be_kept(const struct evaluate_request *q, const struct judgment_format *f)
{
	const struct run_request *o = &q->runs;
	return f->kind == JUDGMENTS_GRADED && f->sampling == SAMPLING_NONE && !o->with_ci &&
	       o->plugin.count == 0 && o->batch.pool.count == 0 && o->only_topics == NULL &&
	       o->topic_groups == NULL && o->system_of == NULL && o->drawn == NULL &&
	       o->batch.labels.file.count == 0 && q->zscores == NULL && q->plot == NULL &&
	       !is_leaderboard(q->format) && !q->show_labels && !o->show_strata;
}

/* What -m says. If it is wrong, the judgments are looked at for what can be advised. */
static int ask(const struct evaluate_request *q, struct prepared *x,
	       const struct judgment_format *format, struct err *e)
{
	x->asked.format = format->unnamed ? NULL : format;
	if (requests_ask_all(&x->asked, &x->registry, &q->runs.measure, e) == 0)
		return 0;
	if (format->unnamed && e->status == STATUS_USAGE) {
		x->asked.format = run_request_at_hand(&q->runs);
		requests_ask_all(&x->asked, &x->registry, &q->runs.measure, e);
	}
	return -1;
}

static int prepare(struct evaluate_request *q, struct prepared *x, bool lines, struct err *e)
{
	if (run_request_check_methods(&q->runs, &x->registry, e) < 0)
		return -1;
	const struct judgment_format *format = run_request_formats(&q->runs, e);
	if (format == NULL || check_options(q, format, e) < 0)
		return -1;
	x->asked.takes_capped = true;
	x->asked.as_estimates = q->runs.batch.label_frame == FRAME_OF_LABELS;
	x->asked.trec_eval_9 = q->runs.batch.evaluation.join.trec_eval_9;
	struct evaluation_options *options = &q->runs.batch.evaluation;
	if (ask(q, x, format, e) < 0)
		return -1;
	if (q->zscores != NULL) {
		if (zscores_load(&x->zscores, q->zscores, e) < 0)
			return -1;
		x->with_zscores = true;
		options->zscores = &x->zscores;
	}
	if (run_request_read(&q->runs, &x->judgments, e) < 0)
		return -1;
	x->made = true;
	const struct memory_file *file = memory_file_find(q->runs.file.text[0]);
	x->from = file != NULL && can_be_kept(q, format) ? file->records : NULL;
	x->changes = x->from != NULL ? x->from->changes : 0;
	/* what is said of all topics would go nowhere */
	options->topics_only = x->from != NULL && lines && q->runs.no_summary && q->runs.quiet;
	options->memory = q->runs.batch.jobs == 1 ? &x->memory : NULL;
	return prepare_judged(q, x, e);
}

/* Whether the judgments, and what was made of the request with them, are still there. */
static bool is_prepared(const void *own)
{
	const struct prepared *x = own;
	return x->from != NULL && x->from->changes == x->changes;
}

/* ---- output ---- */

/* Either the board has lines or the runs do, so that their order does not matter. */
static int finish(struct answer *a, const struct evaluate_request *q, const struct output *out,
		  struct err *e)
{
	const struct report_origin origin = { .asked = &out->asked,
					      .words = run_request_file_words(&q->runs),
					      .warnings = &q->runs.warnings };
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct err lost;
	lost.status = STATUS_OK;
	int result = run_lines_ready(&a->lines, e);
	if (result == 0 && a->board.runs > 0)
		result = board_sort(&a->board, e);
	if (result == 0 && a->board.runs > 0 && is_leaderboard(q->format))
		result = board_report(&a->board, q->format, q->runs.digits, a->labels, origin, &b,
				      e);
	if (result == 0 && q->show_labels)
		result = labels_report_write(a->labels, q->format, &b, e);
	if (result == 0 && q->plot != NULL)
		result = board_picture(&a->board, &picture, e);
	if (result == 0 && b.failed)
		result = err_memory(e);
	if (result == 0)
		result = picture_write(&picture, q->plot, &lost, e);
	picture_release(&picture);
	result = output_finish(out, &b, result, e);
	if (result == 0)
		result = run_lines_write(&a->lines, out, e);
	return picture_status(result, &lost, e);
}

/* Groups of topics, and where each run goes. */
static int answer_begin(struct answer *a, struct evaluate_request *q, const struct judgments *j,
			struct err *e)
{
	struct batch *b = &q->runs.batch;
	if (run_request_groups(&q->runs, j, &a->groups, e) < 0)
		return -1;
	b->evaluation.groups = a->groups.count > 0 ? &a->groups : NULL;
	answer_receive(a, j);
	if (is_leaderboard(q->format) && board_groups(&a->board, &a->groups, e) < 0)
		return -1;
	a->systems = (struct evaluated_systems){ .to = a->receiver,
						 .batch = b,
						 .path = q->runs.system_of,
						 .warnings = &q->runs.warnings };
	if (q->runs.system_of != NULL)
		a->receiver = evaluated_systems_receiver(&a->systems);
	return 0;
}

/* When all runs are evaluated. */
static int answer_end(struct answer *a, struct evaluate_request *q, struct err *e)
{
	if (a->labels != NULL && q->runs.batch.labels.file.count > 1 && report_jury(a, e) < 0)
		return -1;
	run_lines_warn(&a->lines, &q->runs.warnings);
	if (warnings_check(&q->runs.warnings, e) < 0)
		return -1;
	return shard_writes(&q->runs.shard) ? 0 : finish(a, q, a->out, e);
}

static void answer_release(struct answer *a)
{
	run_scores_release(&a->systems.runs);
	if (a->labels != NULL)
		labels_report_release(a->labels);
	free(a->labels);
	board_release(&a->board);
	run_lines_release(&a->lines);
	topic_groups_release(&a->groups);
}

static int help(void *request, struct help *h, struct err *e)
{
	const struct evaluate_request *q = request;
	struct registry registry;
	if (registry_init(&registry, &q->runs.plugin, e) < 0)
		return -1;
	int result = help_named(h, q, &registry, e);
	registry_release(&registry);
	return result;
}

static void forget(void *own)
{
	struct prepared *x = own;
	prepared_forget(x);
	registry_release(&x->registry);
	free(x);
}

/* What was kept, or can be; NULL: an error. */
static struct prepared *prepared_for(const struct evaluate_request *q, struct kept *k,
				     struct err *e)
{
	if (k->own != NULL)
		return k->own;
	struct prepared *x = calloc(1, sizeof *x);
	if (x == NULL) {
		err_memory(e);
		return NULL;
	}
	if (registry_init(&x->registry, &q->runs.plugin, e) < 0) {
		free(x);
		return NULL;
	}
	*k = (struct kept){ .own = x, .forget = forget, .same = is_prepared };
	return x;
}

/* Reads the judgments, evaluates all runs, and writes the answer. */
static int evaluate_files(void *request, const struct output *out, struct err *e)
{
	struct evaluate_request *q = request;
	struct kept once = { 0 }, *kept = out->kept != NULL ? out->kept : &once;
	struct prepared *x = prepared_for(q, kept, e);
	if (x == NULL)
		return -1;
	struct answer a = { .out = out, .q = q, .label_figures = &x->label_figures };
	int result = shard_writes(&q->runs.shard) ? 0 : plot_check(q->plot, e);
	if (result == 0 && !is_prepared(x)) {
		prepared_forget(x);
		result = prepare(q, x, out->line != NULL, e);
	}
	if (result == 0)
		result = answer_begin(&a, q, &x->judgments, e);
	if (result == 0)
		result = batch_run(&q->runs.batch, &a.receiver, &q->runs.warnings, e);
	if (result == 0)
		result = answer_end(&a, q, e);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	answer_release(&a);
	if (result < 0 || x->from == NULL)
		prepared_forget(x);
	if (kept == &once)
		forget(x);
	return result;
}

COMMAND = { &evaluate_table, evaluate_files, help };
