/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/agree/agree.h"
#include "core/output/judged_text.h"

/*
 * One side: its judgments and its measure, for all runs.
 */

static int expect(void *context, size_t count, struct err *e)
{
	(void)context;
	return count < 2 ? err_usage(e, "two runs or more are needed to have an order") : 0;
}

/* The request as it would be for this side alone. */
static struct run_request request_of_side(const struct agree_request *q, bool two_files, int side)
{
	struct run_request o = q->runs;
	size_t skipped = two_files && side == 1;
	o.warnings = (struct warnings){ 0 };
	o.file.text += skipped;
	o.file.count -= skipped;
	if (side == 1 && q->b_format != NULL)
		o.judgment_format = q->b_format;
	return o;
}

/* Adds the warnings that are not in the list yet: most are about runs, which both sides read. */
static void add_warnings(struct warnings *to, struct warnings *from)
{
	for (size_t i = 0; i < from->count; i++) {
		bool known = false;
		for (size_t k = 0; k < to->count; k++)
			known = known || strcmp(to->line[k], from->line[i]) == 0;
		if (!known)
			warnings_add(to, "%s", from->line[i]);
	}
	to->failed = to->failed || from->failed;
	warnings_release(from);
}

static int evaluate_runs(struct agree_side *s, struct run_request *o, const char *measure,
			 const struct registry *r, struct err *e)
{
	const struct batch_receiver receiver = { .expect = expect, .keep = &s->scores };
	const struct bounds_asked none = { .lower = true, .upper = true };
	if (run_request_one_measure(o, &s->asked, r, &s->judgments, measure, &none, e) < 0 ||
	    run_request_ready(o, &s->asked, &s->judgments, false, e) < 0)
		return -1;
	const struct request *q = &s->asked.request[0];
	s->measure = q->column[0].name;
	s->lower_better = q->measure->lower_better;
	o->batch.receiver = &receiver;
	if (batch_run(&o->batch, &o->warnings, e) < 0)
		return -1;
	return run_scores_table(&s->table, &s->scores, q, 0, SCORE_VALUE, e);
}

static int evaluate_side(struct agree_request *q, struct agree_answer *x, int side,
			 const char *measure, struct err *e)
{
	struct agree_side *s = &x->side[side];
	struct run_request o = request_of_side(q, x->two_files, side);
	const struct judgment_format *format = run_request_formats(&o, e);
	size_t judgments = x->two_files && side == 0 ? 2 : 1;
	if (format == NULL)
		return -1;
	if (o.file.count < judgments + 2 && format->kind != JUDGMENTS_TABLE)
		return err_usage(e, "%s and two runs or more are needed",
				 x->two_files ? "two files of judgments" : "judgments");
	s->file = shown_path(o.file.text[0]);
	run_request_files(&o, judgments);
	int result = run_request_read(&o, format, &s->judgments, e);
	s->read = result == 0;
	if (result == 0)
		result = evaluate_runs(s, &o, measure, &x->registry, e);
	add_warnings(&q->runs.warnings, &o.warnings);
	return result;
}

static void release_side(struct agree_side *s)
{
	score_table_release(&s->table);
	run_scores_release(&s->scores);
	requests_release(&s->asked);
	if (s->read)
		judgments_release(&s->judgments);
}

/*
 * Both sides on the same topics.
 */

/* Whether all runs have a value for a topic. */
static bool all_have(const struct score_table *t, size_t topic)
{
	for (size_t i = 0; i < t->systems; i++)
		if (!isfinite(t->value[i * t->topics + topic]))
			return false;
	return true;
}

/* The topics that count, by their numbers on both sides; room for the fewer topics of the two. */
static size_t common_topics(const struct agree_answer *x, size_t (*common)[2], struct warnings *w)
{
	const struct score_table *a = &x->side[0].table, *b = &x->side[1].table;
	size_t count = 0, both = 0;
	for (size_t i = 0, k = 0; i < a->topics && k < b->topics;) {
		int order = strcmp(a->topic[i], b->topic[k]);
		if (order == 0) {
			both++;
			common[count][0] = i;
			common[count][1] = k;
			count += all_have(a, i) && all_have(b, k);
		}
		i += order <= 0;
		k += order >= 0;
	}
	if (both < a->topics || both < b->topics)
		warnings_add(w, "topics that only one side has are left out: %zu of A, %zu of B",
			     a->topics - both, b->topics - both);
	if (count < both)
		warnings_add(w,
			     "topics left out, as not every run has a value on both sides: %zu (-c "
			     "counts topics that a run lacks)",
			     both - count);
	return count;
}

/* The scores of a side on these topics, higher ones being better. */
static double *scores_of(const struct agree_side *s, int side, size_t (*common)[2], size_t topics)
{
	const struct score_table *t = &s->table;
	double *value = calloc(t->systems * topics + 1, sizeof *value);
	for (size_t i = 0; value != NULL && i < t->systems; i++)
		for (size_t k = 0; k < topics; k++) {
			double score = t->value[i * t->topics + common[k][side]];
			value[i * topics + k] = s->lower_better ? -score : score;
		}
	return value;
}

/* Pairs by how they stand on both sides, the changed ones in the order of side A. */
static void find_changes(struct agree_answer *x)
{
	const double *a = x->side[0].place, *b = x->side[1].place;
	for (size_t i = 0; i < x->runs; i++)
		for (size_t k = i + 1; k < x->runs; k++) {
			size_t up = x->order[i], down = x->order[k];
			x->tied[0] += a[up] == a[down] && b[up] != b[down];
			x->tied[1] += a[up] != a[down] && b[up] == b[down];
			if (a[up] < a[down] && b[up] > b[down])
				x->changed[x->changes++] = (struct changed_pair){ { up, down } };
		}
}

static int make_room(struct agree_answer *x, size_t **room, struct err *e)
{
	x->pairs = x->runs * (x->runs - 1) / 2;
	x->order = arena_zeroed(&x->memory, x->runs, sizeof *x->order);
	x->changed = arena_zeroed(&x->memory, x->pairs, sizeof *x->changed);
	*room = arena_zeroed(&x->memory, 2 * x->runs, sizeof **room);
	for (int i = 0; i < 2; i++) {
		x->side[i].mean = arena_zeroed(&x->memory, x->runs, sizeof(double));
		x->side[i].place = arena_zeroed(&x->memory, x->runs, sizeof(double));
	}
	return x->memory.failed ? err_memory(e) : 0;
}

static struct rank_request rank_request_of(const struct agree_request *q)
{
	const struct evaluation_options *o = &q->runs.batch.evaluation;
	struct ends ends = o->bounds.interval.ends;
	tails_set(&ends, q->runs.level, q->runs.tail);
	return (struct rank_request){ .p = q->persistence,
				      .ends = ends,
				      .resamples = o->bounds.resamples,
				      .jobs = q->runs.batch.jobs };
}

/* Which way the coefficients err. */
#define SHARED                                                                                    \
	"too low where both sides err independently, so that they are lower limits; errors that " \
	"both share, as on the same topics, can make them too high"

static void warn_unreliable(const double reliability[2], struct warnings *w)
{
	if (isnan(reliability[0]) || isnan(reliability[1]))
		warnings_add(w,
			     "one topic, or means that are all the same, cannot tell how well runs "
			     "can be told apart: values and intervals can be far off (" SHARED ")");
	else if (fmin(reliability[0], reliability[1]) < RELIABLE)
		warnings_add(
			w,
			"the topics hardly tell the runs apart (reliability of their means %.2f "
			"and %.2f): below %.2f, 95 %% intervals of tau held in 24 to 93 %% of "
			"simulated samples (" SHARED ")",
			reliability[0], reliability[1], RELIABLE);
}

static int compare_orders(struct agree_answer *x, const struct rank_scores *s,
			  struct agree_request *q, struct err *e)
{
	const struct rank_request r = rank_request_of(q);
	int64_t undefined[COEFFICIENTS];
	double reliability[2];
	size_t *room;
	if (make_room(x, &room, e) < 0)
		return -1;
	for (int i = 1; i >= 0; i--) { /* A last: its order stays */
		struct agree_side *side = &x->side[i];
		rank_means(s, i, NULL, side->mean);
		reliability[i] = rank_reliability(s, i, side->mean);
		rank_places(side->mean, x->runs, x->order, side->place);
		for (size_t k = 0; side->lower_better && k < x->runs; k++)
			side->mean[k] *= -1;
	}
	rank_agreement(x->side[0].place, x->side[1].place, x->runs, r.p, room, x->coefficient);
	find_changes(x);
	if (rank_intervals(s, &r, x->coefficient, x->bounds, undefined, e) < 0)
		return -1;
	warn_unreliable(reliability, &q->runs.warnings);
	if (undefined[TAU_B] > 0)
		warnings_add(&q->runs.warnings,
			     "in %lld of %lld resamples all runs are tied on one side: tau-b and "
			     "tau_AP,b are undefined there, and their intervals leave these out",
			     (long long)undefined[TAU_B], (long long)r.resamples);
	return 0;
}

/* Tables name their runs themselves. */
static int check_runs(const struct agree_answer *x, struct err *e)
{
	const struct score_table *a = &x->side[0].table, *b = &x->side[1].table;
	if (a->systems != b->systems)
		return err_data(e, "%.300s has %zu runs, %.300s has %zu", x->side[0].file,
				a->systems, x->side[1].file, b->systems);
	for (size_t i = 0; i < a->systems; i++)
		if (strcmp(a->system[i], b->system[i]) != 0)
			return err_data(
				e,
				"run %zu is '%.200s' in %.300s and '%.200s' in %.300s: name "
				"the runs behind the files",
				i + 1, a->system[i], x->side[0].file, b->system[i],
				x->side[1].file);
	return 0;
}

static int compare_sides(struct agree_answer *x, struct agree_request *q, struct err *e)
{
	struct warnings *w = &q->runs.warnings;
	size_t(*common)[2] = calloc(x->side[0].table.topics + 1, sizeof *common);
	double *value[2] = { NULL, NULL };
	int result = common == NULL ? err_memory(e) : check_runs(x, e);
	if (result == 0) {
		x->run = x->side[0].table.system;
		x->runs = x->side[0].table.systems;
		x->topics = common_topics(x, common, w);
		if (x->topics == 0)
			result = err_data(e, "no topic has a value of every run on both sides");
	}
	for (int i = 0; i < 2 && result == 0; i++) {
		value[i] = scores_of(&x->side[i], i, common, x->topics);
		if (value[i] == NULL)
			result = err_memory(e);
	}
	const struct rank_scores s = { { value[0], value[1] }, x->runs, x->topics };
	if (result == 0)
		result = compare_orders(x, &s, q, e);
	free(common);
	free(value[0]);
	free(value[1]);
	return result;
}

/*
 * All of it.
 */

static int check_files(const struct run_request *o, struct err *e)
{
	if (run_request_count_stdin(o) > 0)
		return err_usage(e, "standard input, - or /dev/stdin, can be read only once, but "
				    "agree reads its files twice");
	return o->file.count > 0 ? 0 : err_usage(e, "judgments and two runs or more are needed");
}

static int choose_measures(struct agree_request *q, const struct text_list *names,
			   struct agree_answer *x, const char **measure, struct err *e)
{
	bool b_given = q->b_format != NULL || q->b_measure != NULL;
	if (names->count > 2)
		return err_usage(e, "two measures at most: -m %.100s is the third", names->text[2]);
	if (names->count == 2 && b_given)
		return err_usage(e, "-m twice is for one file of judgments, --b-measure and "
				    "--b-format are for two");
	x->two_files = names->count < 2;
	measure[0] = names->count > 0 ? names->text[0] : NULL;
	measure[1] = names->count > 1	    ? names->text[1]
		     : q->b_measure != NULL ? q->b_measure
					    : measure[0];
	return 0;
}

static int count_topic(const struct judgment_set *a, const struct judgment_set *b, int32_t level,
		       struct document_table *table, struct two_judges *out, struct err *e)
{
	if (judgments_tabulate(table, a->judgment, a->count, e) < 0)
		return -1;
	for (size_t i = 0; i < b->count; i++) {
		const struct judgment *of_b = &b->judgment[i];
		const struct judgment *of_a =
			judgments_find(table, a->judgment, judgment_document(of_b), of_b->hash);
		if (of_a != NULL)
			two_judges_count(out, of_a->level, of_b->level, level);
	}
	return 0;
}

static int count_topics(const struct judgments *a, const struct judgments *b, int32_t level,
			struct two_judges *out, struct err *e)
{
	struct document_table table = { 0 };
	int result = 0;
	for (size_t t = 0; t < a->topics && result == 0; t++) {
		const struct judged_topic *topic = &a->topic[t];
		int64_t other = names_find(&b->names, slice_of(topic->name));
		if (other != NAME_UNKNOWN && judgments_have_chosen(a, t))
			result = count_topic(&topic->all, &b->topic[other].all, level, &table,
					     &out[t], e);
	}
	document_table_release(&table);
	return result;
}

/* How A and B judge the documents that both have in topics of the same name. */
static int compare_judgments(struct agree_answer *x, struct agree_request *q, struct err *e)
{
	const struct judgments *a = &x->side[0].judgments, *b = &x->side[1].judgments;
	const struct ends ends = rank_request_of(q).ends;
	x->judged = x->two_files && a->format->kind == JUDGMENTS_GRADED &&
		    b->format->kind == JUDGMENTS_GRADED;
	if (!x->judged)
		return 0;
	struct two_judges *topic = calloc(a->topics + 1, sizeof *topic);
	if (topic == NULL)
		return err_memory(e);
	int result = count_topics(a, b, q->runs.batch.evaluation.join.level, topic, e);
	x->agreement = judged_all(topic, a->topics, q->over_documents, &ends);
	judged_warn(&q->runs.warnings, "", &x->agreement, q->runs.level);
	free(topic);
	return result;
}

static int agree_on(struct agree_request *q, struct agree_answer *x, const char *const *measure,
		    struct err *e)
{
	for (int i = 0; i < 2; i++)
		if (evaluate_side(q, x, i, measure[i], e) < 0)
			return -1;
	if (compare_sides(x, q, e) < 0 || compare_judgments(x, q, e) < 0)
		return -1;
	return warnings_check(&q->runs.warnings, e);
}

int agree(struct agree_request *q, struct agree_answer *out, struct err *e)
{
	struct text_list names = { 0 };
	const char *measure[2] = { NULL, NULL };
	*out = (struct agree_answer){ 0 };
	int result = check_files(&q->runs, e);
	if (result == 0)
		result = measures_split(&q->runs.measure, &out->memory, &names, e);
	if (result == 0)
		result = choose_measures(q, &names, out, measure, e);
	if (result == 0)
		result = registry_init(&out->registry, &q->runs.plugin, e);
	if (result == 0)
		result = agree_on(q, out, measure, e);
	text_list_release(&names);
	return result;
}

void agree_release(struct agree_answer *x)
{
	release_side(&x->side[0]);
	release_side(&x->side[1]);
	registry_release(&x->registry);
	arena_release(&x->memory);
}
