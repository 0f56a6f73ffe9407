/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * how often stopping rules reach their target, in reviews of urns, or of
 * rankings whose judgments are complete, with control samples and random tails drawn anew for each.
 * A rule that stops claims that recall is at least the target.
 *
 * A review judges the control sample first; then it follows the ranking, down to a share of the
 * collection; then it draws at random from what is left, to the end. Urns: the scores of relevant
 * documents are normal with mean `separation`, those of the others with mean 0, both with standard
 * deviation 1, drawn anew for each review.
 */
#include <math.h>
#include <stdlib.h>

#include "core/base/sort.h"
#include "core/commands/simulate/simulate.h"
#include "core/commands/simulate/trials.h"
#include "core/data/reviews/reviews.h"
#include "core/commands/stop/stop_request.h"
#include "core/stats/random/variates.h"
#include "core/stats/stopping/stopping.h"
#include "tests/experiments/key_value.h"

struct stopping_asked {
	struct stopping_question rules;
	double level;
	int64_t batch, control;
	double ranked;	    /* share of the collection that is reviewed by rank */
	int64_t collection; /* 0: not given */
	struct number_list prevalence;
	double separation;
	const struct ranked_reviews *reviews; /* NULL: urns */
	struct file_options files;
	struct effort effort; /* reviews of each urn or topic */
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct stopping_asked, member)

static const struct command_option options[] = {
	{ HEADING("Collections:") },
	{ "Number_docs_in_coll", 'N', "N",
	  "Documents of a collection (default 10000; of a ranking: those that it has, and relevant "
	  "ones that it lacks)",
	  WHOLE(10, 10000000), AT(collection) },
	{ "prevalence", 0, "X,...", "Share of an urn that is relevant (default 0.001,0.01,0.1)",
	  LIST(BETWEEN(0, 1)), AT(prevalence) },
	{ "separation", 0, "X",
	  "Urns: standard deviations between scores of relevant and other documents (default 2)",
	  REAL(FROM_TO(0, 100)), AT(separation), .usual = "2" },
	{ .include = file_options, AT(files) },
	{ HEADING("Reviews and rules:") },
	{ "control", 0, "N", "Documents in the control sample (default 500)", WHOLE(0, 10000000),
	  AT(control), .usual = "500" },
	{ "ranked", 0, "X",
	  "Share of the collection that is reviewed by rank, before random documents are drawn "
	  "(default 0.3)",
	  REAL(FROM_TO(0, 1)), AT(ranked), .usual = "0.3" },
	{ OPTION_TAIL_SIZE " (default 500)", WHOLE(1, INT64_C(1) << 53), AT(rules.tail),
	  .usual = "500" },
	{ OPTION_BATCH, AT(batch) },
	{ OPTION_TARGET, AT(rules.target) },
	{ OPTION_LEVEL, AT(level) },
	{ "batch-precision", 0, "X",
	  "Rule batch-precision: less than this of a batch is relevant (default 0.05)",
	  REAL(ABOVE_TO(0, 1)), .usual = "0.05", AT(rules.precision) },
	{ "budget", 0, "X", "Rule budget: this share of the collection is judged (default 0.5)",
	  REAL(ABOVE_TO(0, 1)), .usual = "0.5", AT(rules.budget) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Simulate N reviews of each urn, or of each topic (default 1000)"),
	  AT(effort.samples), .usual = "1000" },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static int check(void *request, struct err *e)
{
	struct stopping_asked *q = request;
	bool urns = q->files.file.count == 0;
	if (q->files.file.count == 1)
		return err_usage(e, "judgments and a run are needed, or no files");
	if (!urns && q->prevalence.count > 0)
		return err_usage(e, "--prevalence is for urns, and there are files");
	if (urns && q->collection == 0)
		q->collection = 10000;
	if (urns && q->prevalence.count == 0)
		q->prevalence = (struct number_list){ { 0.001, 0.01, 0.1 }, 3 };
	q->rules.alpha = 1 - q->level;
	return 0;
}

static void init(void *request)
{
	((struct stopping_asked *)request)->answer.format = FORMAT_CSV;
}

static const struct command_table table = {
	.name = "stopping",
	.arguments = "[QRELS RUN...]",
	.doc = "How often stopping rules miss their target, in reviews of urns, or of rankings.",
	.notes = EXIT_STATUS,
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, AT(files.file) },
	.size = sizeof(struct stopping_asked),
	.init = init,
	.check = check,
};

/* What is reviewed: an urn, or a topic of a run. */
struct subject {
	size_t group;
	int64_t collection, all;
	const struct ranked_review *ranked; /* NULL: an urn */
};

/* Urns, or the topics of a run. */
struct group {
	const char *run; /* NULL: an urn */
	double prevalence;
	int64_t collection;
	size_t truths;
	double least[STOPPING_RULES_MAX];      /* coverage of a topic */
	struct tally rule[STOPPING_RULES_MAX]; /* of all topics */
};

struct stopping_work {
	const struct stopping_asked *s;
	struct subject *subject;
	struct group *group;
	size_t subjects, groups, rules;
};

/* Besides the claim. */
enum { STOPPED, RECALL, COST };

/* ---- one review ---- */

/* Working memory of one review. */
struct desk {
	bool *relevant; /* by rank */
	bool *control;	/* the same documents */
	uint32_t *order;
	struct review_step *step;
	struct keyed *keyed; /* of an urn */
	struct arena memory;
};

static int desk_init(struct desk *d, const struct subject *x, const struct stopping_asked *s,
		     struct err *e)
{
	size_t n = (size_t)x->collection;
	*d = (struct desk){ 0 };
	d->relevant = arena_zeroed(&d->memory, n, sizeof *d->relevant);
	d->control = arena_zeroed(&d->memory, n, sizeof *d->control);
	d->order = arena_zeroed(&d->memory, n, sizeof *d->order);
	d->step = arena_zeroed(&d->memory, n + (size_t)s->control, sizeof *d->step);
	if (x->ranked == NULL)
		d->keyed = arena_zeroed(&d->memory, 2 * n, sizeof *d->keyed);
	return d->memory.failed ? err_memory(e) : 0;
}

static void fill_urn(struct desk *d, const struct subject *x, double separation, struct random *g)
{
	size_t n = (size_t)x->collection;
	for (size_t i = 0; i < n; i++) {
		bool relevant = (int64_t)i < x->all;
		double score = random_normal(g) + (relevant ? separation : 0);
		d->keyed[i] = (struct keyed){ key_descending(score), relevant };
	}
	keyed_sort(d->keyed, n, d->keyed + n, NULL, NULL);
	for (size_t i = 0; i < n; i++)
		d->relevant[i] = d->keyed[i].item;
}

/* Relevant documents that are not ranked stand right behind the ranking: there it is shuffled. */
static void fill_ranking(struct desk *d, const struct subject *x)
{
	const struct ranked_review *r = x->ranked;
	int64_t left = r->all;
	for (size_t i = 0; i < r->ranked; i++) {
		d->relevant[i] = r->relevant[i];
		left -= r->relevant[i];
	}
	for (int64_t i = 0; i < left; i++)
		d->relevant[r->ranked + (size_t)i] = true;
}

/* A simple random sample, document by document. */
static void draw_control(struct desk *d, int64_t collection, int64_t size, struct random *g)
{
	for (int64_t i = 0; i < collection && size > 0; i++) {
		d->control[i] = random_uniform(g) * (double)(collection - i) < (double)size;
		size -= d->control[i];
	}
}

/* By rank down to `switched`, the others shuffled. */
static void put_in_order(struct desk *d, size_t count, size_t switched, struct random *g)
{
	for (size_t i = 0; i < count; i++)
		d->order[i] = (uint32_t)i;
	for (size_t i = count; i > switched + 1; i--) {
		size_t other = switched + (size_t)(random_uniform(g) * (double)(i - switched));
		uint32_t kept = d->order[i - 1];
		d->order[i - 1] = d->order[other];
		d->order[other] = kept;
	}
}

static size_t make_steps(struct desk *d, size_t count, size_t switched)
{
	size_t steps = 0;
	for (size_t i = 0; i < count; i++)
		if (d->control[i])
			d->step[steps++] = (struct review_step){ STEP_CONTROL, d->relevant[i] };
	for (size_t i = 0; i < count; i++) {
		uint32_t document = d->order[i];
		d->step[steps++] = (struct review_step){
			.kind = d->control[document] ? STEP_AGAIN
				: i < switched	     ? STEP_RANKED
						     : STEP_RANDOM,
			.relevant = d->relevant[document],
		};
	}
	return steps;
}

static int follow_rules(const struct stopping_work *w, const struct subject *x,
			const struct desk *d, size_t steps, struct claim *to, struct err *e)
{
	struct review r;
	const struct stopping_asked *s = w->s;
	if (review_init(&r, d->step, steps, x->collection, s->batch, s->rules.tail, e) < 0)
		return -1;
	for (size_t i = 0; i < w->rules; i++) {
		size_t look = stopping_look(stopping_rules[i], &r, &s->rules);
		bool stops = look != SIZE_MAX;
		const struct review_point *p = stops ? review_at(&r, look) : &r.at[steps];
		to[i].truth = (double)p->found / (double)x->all;
		to[i].interval = (struct interval){ s->rules.target, 1 };
		to[i].more[STOPPED] = stops && p->judged < x->collection;
		to[i].more[RECALL] = to[i].truth;
		to[i].more[COST] = (double)p->judged / (double)x->collection;
	}
	review_release(&r);
	return 0;
}

static int review_once(const void *question, size_t number, void *scratch, struct claim *to,
		       struct err *e)
{
	(void)scratch;
	const struct stopping_work *w = question;
	const struct stopping_asked *s = w->s;
	const struct subject *x = &w->subject[number / (size_t)s->effort.samples];
	struct random g;
	struct desk d;
	int result = desk_init(&d, x, s, e);
	if (result == 0) {
		size_t count = (size_t)x->collection;
		size_t switched = (size_t)(s->ranked * (double)x->collection);
		random_init(&g, s->effort.seed, number, STREAM_STOPPING);
		if (x->ranked == NULL)
			fill_urn(&d, x, s->separation, &g);
		else
			fill_ranking(&d, x);
		if (x->ranked != NULL && switched > x->ranked->ranked)
			switched = x->ranked->ranked;
		draw_control(&d, x->collection, s->control, &g);
		put_in_order(&d, count, switched, &g);
		size_t steps = make_steps(&d, count, switched);
		result = follow_rules(w, x, &d, steps, to, e);
	}
	arena_release(&d.memory);
	return result;
}

/* ---- all of them ---- */

/* A topic is a part of its group: means of shares, and the standard error of the mean, with these
 * topics. */
static void add_topic(struct group *g, size_t rule, const struct tally *t)
{
	struct tally *all = &g->rule[rule];
	double n = (double)g->truths;
	all->samples += t->samples;
	all->offered += t->offered / n;
	all->coverage += t->coverage / n;
	all->coverage_se = hypot(all->coverage_se, t->coverage_se / n);
	all->below += t->below / n;
	all->above += t->above / n;
	for (size_t i = 0; i < CLAIM_MORE; i++)
		all->more[i] += t->more[i] / n;
	g->least[rule] = fmin(g->least[rule], t->coverage);
}

static int make_subjects(struct stopping_work *w, struct err *e)
{
	const struct stopping_asked *s = w->s;
	for (size_t i = 0; i < w->subjects; i++) {
		struct subject *x = &w->subject[i];
		if (s->reviews != NULL) {
			x->ranked = &s->reviews->review[i];
			x->all = x->ranked->all;
			bool same = i > 0 && x->ranked->run == x->ranked[-1].run;
			w->groups += !same;
			if (stop_collection(x->ranked, s->collection, &x->collection, e) < 0)
				return -1;
		} else {
			x->collection = s->collection;
			x->all = llround((double)s->collection * s->prevalence.value[i]);
			x->all = x->all > 0 ? x->all : 1;
			w->groups++;
		}
		x->group = w->groups - 1;
		if (s->control > x->collection)
			return err_data(e,
					"--control=%lld: more than the %lld documents of a "
					"collection",
					(long long)s->control, (long long)x->collection);
		struct group *g = &w->group[x->group];
		g->run = x->ranked != NULL ? x->ranked->run : NULL;
		g->collection += x->collection;
		g->prevalence += (double)x->all / (double)x->collection;
		g->truths++;
	}
	for (size_t g = 0; g < w->groups; g++) {
		w->group[g].prevalence /= (double)w->group[g].truths;
		w->group[g].collection /= (int64_t)w->group[g].truths;
	}
	return 0;
}

static int simulate_subjects(struct stopping_work *w, struct tally *tally, struct err *e)
{
	const struct effort *effort = &w->s->effort;
	const struct trials trials = { .effort = effort,
				       .groups = w->subjects,
				       .samples = (size_t)effort->samples,
				       .claims = w->rules,
				       .one = review_once,
				       .question = w };
	if (make_subjects(w, e) < 0)
		return -1;
	progress_begin(&effort->progress, w->subjects * trials.samples);
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (size_t i = 0; i < w->groups * w->rules; i++) {
		struct group *g = &w->group[i / w->rules];
		g->least[i % w->rules] = INFINITY;
		g->rule[i % w->rules] = (struct tally){ .width = NAN, .bias = NAN, .rmse = NAN };
	}
	for (size_t i = 0; i < w->subjects * w->rules; i++)
		add_topic(&w->group[w->subject[i / w->rules].group], i % w->rules, &tally[i]);
	return 0;
}

/* ---- lines ---- */

struct stopping_row {
	const char *source, *rule, *guarantee;
	double prevalence, target, level, least;
	int64_t collection, truths, control, tail, seed;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct stopping_row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "source", "source", RECORD_TEXT, .width = 6, AT(source) },
	{ "collection", NULL, RECORD_WHOLE, AT(collection) },
	{ "prevalence", "prevalence", RECORD_SHORT, .width = 10, AT(prevalence) },
	{ "truths", NULL, RECORD_WHOLE, AT(truths) },
	{ "target", NULL, RECORD_SHORT, AT(target) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "control", NULL, RECORD_WHOLE, AT(control) },
	{ "tail_size", NULL, RECORD_WHOLE, AT(tail) },
	{ "rule", "rule", RECORD_TEXT, .width = 15, AT(rule) },
	{ "guarantee", "guarantee", RECORD_TEXT, .width = 9, AT(guarantee) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	TALLY_COLUMNS(AT_TALLY),
	{ "least", "least", RECORD_REAL, 6, 4, 6, AT(least) },
	{ "stopped", "stopped", RECORD_REAL, 6, 4, 7, AT(of.more[STOPPED]) },
	{ "recall", "recall", RECORD_REAL, 6, 4, 6, AT(of.more[RECALL]) },
	{ "cost", "cost", RECORD_REAL, 6, 4, 6, AT(of.more[COST]) },
	{ 0 },
};

static void add_group(struct records *r, const struct stopping_asked *s, const struct group *g,
		      bool guarantee)
{
	for (size_t i = 0; stopping_rules[i] != NULL; i++) {
		const struct stopping_row row = {
			.source = g->run != NULL ? g->run : "urn",
			.rule = stopping_rules[i]->name,
			.guarantee = guarantee ? "yes" : "no",
			.prevalence = g->prevalence,
			.target = s->rules.target,
			.level = 1 - s->rules.alpha,
			.least = g->least[i],
			.collection = g->collection,
			.truths = (int64_t)g->truths,
			.control = s->control,
			.tail = s->rules.tail,
			.seed = (int64_t)s->effort.seed,
			.of = g->rule[i],
		};
		if (stopping_rules[i]->guarantee == guarantee)
			records_add(r, &row);
	}
}

/* ---- the question ---- */

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct stopping_asked *q = question;
	struct stopping_work w = { .s = q,
				   .subjects = q->reviews != NULL ? q->reviews->count
								  : q->prevalence.count };
	while (stopping_rules[w.rules] != NULL)
		w.rules++;
	struct arena memory = { 0 };
	w.subject = arena_zeroed(&memory, w.subjects, sizeof *w.subject);
	w.group = arena_zeroed(&memory, w.subjects, sizeof *w.group);
	struct tally *tally = arena_zeroed(&memory, w.subjects * w.rules, sizeof *tally);
	int result = memory.failed ? err_memory(e) : simulate_subjects(&w, tally, e);
	if (q->reviews == NULL)
		records_column(lines, "least")->heading = NULL;
	for (size_t g = 0; g < w.groups && result == 0; g++) {
		add_group(lines, q, &w.group[g], true);
		add_group(lines, q, &w.group[g], false);
	}
	arena_release(&memory);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct stopping_asked *q = request;
	struct file_options *f = &q->files;
	struct ranked_reviews reviews = { 0 };
	if (f->file.count > 0) {
		if (stop_formats(&f->formats, f->judgment_format, f->run_format, e) < 0 ||
		    ranked_reviews_read(&reviews, &f->formats.judgments, &f->formats.runs,
					f->file.text, f->file.count, f->level, q->effort.jobs,
					e) < 0)
			return -1;
		q->reviews = &reviews;
	}
	int result = simulation_lines(&q->effort, &q->answer, columns, sizeof(struct stopping_row),
				      simulate_all, q, out, e);
	if (q->reviews != NULL)
		ranked_reviews_release(&reviews);
	return result;
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
