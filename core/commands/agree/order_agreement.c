/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/agree/agree.h"
#include "core/stats/topics/p_adjust.h"
#include "core/stats/topics/paired_test.h"

/*
 * One side: its judgments and its measure, for all runs.
 */

static int expect(void *context, size_t count, struct err *e)
{
	(void)context;
	return count < 2 ? err_usage(e, "at least two runs are needed to compare their order") : 0;
}

/* Of the columns that the user names, that of this side instead of those of all sides. */
static int choose_column(struct text_list *list, struct agree_answer *x, size_t side, struct err *e)
{
	const struct text_list all = *list;
	const char *name = arena_print(&x->memory, OF_CODES "%s", x->column[side]);
	*list = (struct text_list){ .text = arena_zeroed(&x->memory, all.count + 1,
							 sizeof *list->text) };
	if (x->memory.failed)
		return err_memory(e);
	list->text[list->count++] = name;
	for (size_t i = 0; i < all.count; i++)
		if (strncmp(all.text[i], OF_CODES, strlen(OF_CODES)) != 0)
			list->text[list->count++] = all.text[i];
	return 0;
}

/* The request as it would be for this side alone: its judgments, and the runs. */
static int request_of_side(const struct agree_request *q, struct agree_answer *x, size_t side,
			   struct run_request *o, struct err *e)
{
	size_t skipped = x->by_file ? 1 : 0;
	*o = q->runs;
	o->warnings = (struct warnings){ 0 };
	if (side > 0 && q->format_of.count > 1)
		o->judgment_format = q->format_of.text[1];
	o->formats.columns.review = agree_has_no_runs(q);
	if (x->column[0] != NULL && choose_column(&o->formats.columns.column, x, side, e) < 0)
		return -1;
	if (agree_has_one_file(q) || skipped > o->file.count)
		return 0;
	o->file.count -= skipped;
	o->file.text = arena_zeroed(&x->memory, o->file.count + 1, sizeof *o->file.text);
	if (o->file.text == NULL)
		return err_memory(e);
	for (size_t i = 0; i < o->file.count; i++)
		o->file.text[i] = i == 0 ? x->side[side].path : q->runs.file.text[i + skipped];
	return 0;
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

static int evaluate_runs(struct agree_side *s, struct run_request *o, const struct registry *r,
			 struct err *e)
{
	const struct batch_receiver receiver = { .expect = expect, .keep = &s->scores };
	const struct bounds_asked none = { .lower = true, .upper = true };
	if (run_request_one_measure(o, &s->requests, r, &s->judgments, s->asked, &none, e) < 0 ||
	    run_request_ready(o, &s->requests, &s->judgments, false, e) < 0)
		return -1;
	const struct request *q = &s->requests.request[0];
	s->measure = q->column[0].name;
	s->lower_better = q->measure->lower_better;
	if (batch_run(&o->batch, &receiver, &o->warnings, e) < 0)
		return -1;
	return run_scores_table(&s->table, &s->scores, q, 0, SCORE_VALUE, e);
}

static int evaluate_side(struct agree_request *q, struct agree_answer *x, size_t side,
			 struct err *e)
{
	struct agree_side *s = &x->side[side];
	struct run_request o;
	if (request_of_side(q, x, side, &o, e) < 0)
		return -1;
	const struct judgment_format *format = run_request_formats(&o, e);
	if (format == NULL)
		return -1;
	bool alone = agree_has_no_runs(q); /* then there are two files */
	if (!alone && o.file.count < 3 && (format->kind != JUDGMENTS_TABLE || o.file.count == 0))
		return err_usage(e, "%s and two runs or more are needed",
				 x->by_file ? "two files of judgments" : "judgments");
	s->file = x->column[0] != NULL && agree_has_one_file(q) ? x->column[side]
								: shown_path(s->path);
	int result = run_request_read(&o, &s->judgments, e);
	s->read = result == 0;
	if (result == 0 && !alone)
		result = evaluate_runs(s, &o, &x->registry, e);
	add_warnings(&q->runs.warnings, &o.warnings);
	return result;
}

static int read_side(struct agree_answer *x, size_t side, struct err *e)
{
	struct agree_side *s = &x->side[side];
	s->file = shown_path(s->path);
	if (score_table_read(&s->table, s->path, s->asked, e) < 0)
		return -1;
	s->measure = s->table.measure;
	const struct measure *known =
		s->measure != NULL ? registry_find(&x->registry, s->measure) : NULL;
	s->lower_better = known != NULL && known->lower_better;
	x->summary = x->summary || s->table.summary;
	return 0;
}

static void release_side(struct agree_side *s)
{
	score_table_release(&s->table);
	run_scores_release(&s->scores);
	requests_release(&s->requests);
	if (s->read)
		judgments_release(&s->judgments);
}

/*
 * All sides on the same runs and topics.
 */

/* Means over topics become the one topic; nan if a topic is missing. */
static void take_means(struct score_table *t)
{
	static const char *all = "all";
	for (size_t i = 0; i < t->systems; i++) {
		double sum = 0;
		for (size_t k = 0; k < t->topics; k++)
			sum += t->value[i * t->topics + k] / (double)t->topics;
		t->value[i] = sum; /* of runs before the ones to come */
	}
	t->topics = 1;
	t->topic = &all;
}

/* Which of the table's runs has this name; tables of the same runs have them in the same order. */
static size_t find_run(const struct score_table *t, const char *name, size_t likely)
{
	if (likely < t->systems && strcmp(t->system[likely], name) == 0)
		return likely;
	return text_find(t->system, t->systems, name);
}

/* Names the runs of `from` that are not in `to`. */
static void name_missing(const struct agree_side *from, const struct agree_side *to,
			 struct warnings *w)
{
	for (size_t i = 0; i < from->table.systems; i++) {
		const char *name = from->table.system[i];
		if (find_run(&to->table, name, i) == to->table.systems)
			warnings_add(w,
				     "%.300s has no run '%.200s', which %.300s has: it is left out",
				     to->file, name, from->file);
	}
}

static int match_runs(struct agree_answer *x, struct warnings *w, struct err *e)
{
	const struct score_table *a = &x->side[0].table;
	x->run = arena_zeroed(&x->memory, a->systems + 1, sizeof *x->run);
	for (size_t s = 0; s < x->sides; s++) {
		struct agree_side *side = &x->side[s];
		side->run = arena_zeroed(&x->memory, a->systems + 1, sizeof *side->run);
		name_missing(&x->side[0], side, w);
		name_missing(side, &x->side[0], w);
	}
	if (x->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < a->systems; i++) {
		bool shared = true;
		for (size_t s = 0; s < x->sides; s++) {
			size_t *to = &x->side[s].run[x->runs];
			*to = find_run(&x->side[s].table, a->system[i], i);
			shared = shared && *to < x->side[s].table.systems;
		}
		x->run[x->runs] = a->system[i];
		x->runs += shared;
	}
	return x->runs >= 2 ? 0
			    : err_data(e, "at least two runs must be on all sides, and there %s",
				       x->runs == 1 ? "is 1" : "are none");
}

/* Whether all runs have a value for a topic. */
static bool all_have(const struct agree_answer *x, size_t side, size_t topic)
{
	const struct score_table *t = &x->side[side].table;
	for (size_t i = 0; i < x->runs; i++)
		if (!isfinite(t->value[x->side[side].run[i] * t->topics + topic]))
			return false;
	return true;
}

/* The topics of another side that A has, too. */
static size_t shared_topics(const struct score_table *a, const struct score_table *b)
{
	size_t count = 0;
	for (size_t i = 0; i < a->topics; i++)
		count += score_table_topic(b, slice_of(a->topic[i])) != SIZE_MAX;
	return count;
}

static void warn_of_topics(const struct agree_answer *x, size_t shared, struct warnings *w)
{
	const struct score_table *a = &x->side[0].table;
	for (size_t s = 1; s < x->sides; s++) {
		const struct score_table *b = &x->side[s].table;
		size_t both = shared_topics(a, b);
		if (both < a->topics || both < b->topics)
			warnings_add(w,
				     "topics that only one side has are left out: %zu of A, %zu of "
				     "%c",
				     a->topics - both, b->topics - both, (char)('A' + s));
	}
	if (x->topics < shared)
		warnings_add(w, "topics left out, as not every run has a value on %s sides: %zu%s",
			     x->sides == 2 ? "both" : "all", shared - x->topics,
			     x->side[0].read ? " (-c counts topics that a run lacks)" : "");
}

/* The topics that count: by topic, their numbers on all sides. */
static int common_topics(struct agree_answer *x, size_t *common, struct warnings *w, struct err *e)
{
	const struct score_table *a = &x->side[0].table;
	size_t shared = 0;
	for (size_t i = 0; i < a->topics; i++) {
		size_t *number = common + x->topics * x->sides, found = 0, whole = 0;
		for (size_t s = 0; s < x->sides; s++) {
			number[s] = score_table_topic(&x->side[s].table, slice_of(a->topic[i]));
			found += number[s] != SIZE_MAX;
			whole += number[s] != SIZE_MAX && all_have(x, s, number[s]);
		}
		shared += found == x->sides;
		x->topics += whole == x->sides;
	}
	if (shared > 0)
		warn_of_topics(x, shared, w);
	if (x->topics > 0)
		return 0;
	const char *all = x->sides == 2 ? "both" : "all";
	if (shared > 0)
		return err_data(e, "no topic has a value of every run on %s sides", all);
	return err_data(
		e, "no topic is on %s sides: %.200s has a topic '%.100s', %.200s has '%.100s'", all,
		x->side[0].file, a->topic[0], x->side[1].file, x->side[1].table.topic[0]);
}

/* The scores of a side on these topics, higher ones being better. */
static double *scores_of(struct agree_answer *x, size_t side, const size_t *common)
{
	const struct agree_side *s = &x->side[side];
	double *value = arena_zeroed(&x->memory, x->runs * x->topics + 1, sizeof *value);
	for (size_t i = 0; value != NULL && i < x->runs; i++)
		for (size_t k = 0; k < x->topics; k++) {
			double score = s->table.value[s->run[i] * s->table.topics +
						      common[k * x->sides + side]];
			value[i * x->topics + k] = s->lower_better ? -score : score;
		}
	return value;
}

/* Pairs by how they stand on both sides, the changed ones in the order of side A. */
static void find_changes(struct agree_answer *x, size_t judge)
{
	const double *a = x->side[0].place, *b = x->side[judge + 1].place;
	struct agree_judge *to = &x->judge[judge];
	for (size_t i = 0; i < x->runs; i++)
		for (size_t k = i + 1; k < x->runs; k++) {
			size_t up = x->order[i], down = x->order[k];
			to->tied[0] += a[up] == a[down] && b[up] != b[down];
			to->tied[1] += a[up] != a[down] && b[up] == b[down];
			if (a[up] < a[down] && b[up] > b[down])
				to->changed[to->changes++] = (struct changed_pair){ { up, down } };
		}
}

/*
 * Pairs of runs that a side says to differ.
 */

/* The p of all pairs of a side: the t test of `compare`, adjusted as there. */
static int find_p(const struct agree_answer *x, size_t side, const double *value, struct err *e)
{
	const struct paired_test *test = paired_test_find("t");
	double *p = x->side[side].p, *less = calloc(x->topics + 1, sizeof *less);
	int result = less == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < x->runs; i++)
		for (size_t k = i + 1; k < x->runs && result == 0; k++) {
			const double *a = value + i * x->topics, *b = value + k * x->topics;
			const struct paired_test_request q = { .scale = differences_scale(
								       a, b, x->topics) };
			struct paired_test_result found;
			for (size_t t = 0; t < x->topics; t++)
				less[t] = a[t] - b[t];
			result = paired_test_compute(test, less, x->topics, &q, &found, e);
			*p++ = found.p;
		}
	free(less);
	p = x->side[side].p;
	return result < 0 ? -1 : adjustment_apply(adjustments[0], p, x->pairs, p, e);
}

/* 1: the side says that the first run of the pair is better, -1: the second; 0: neither. */
static int separates(const struct agree_side *s, size_t pair, size_t first, size_t second,
		     double alpha)
{
	bool better = s->place[first] < s->place[second];
	return !(s->p[pair] < alpha) ? 0 : better ? 1 : -1;
}

static void find_separations(struct agree_answer *x, size_t judge, double alpha)
{
	const struct agree_side *a = &x->side[0], *b = &x->side[judge + 1];
	struct agree_judge *to = &x->judge[judge];
	for (size_t i = 0, pair = 0; i < x->runs; i++)
		for (size_t k = i + 1; k < x->runs; k++, pair++) {
			int of_a = separates(a, pair, i, k, alpha),
			    of_b = separates(b, pair, i, k, alpha);
			bool turned = a->place[k] < a->place[i];
			to->by_both += of_a != 0 && of_a == of_b;
			to->opposite += of_a * of_b < 0;
			to->by_one[0] += of_a != 0 && of_b == 0;
			to->by_one[1] += of_a == 0 && of_b != 0;
			if (of_a != of_b)
				to->separated[to->separations++] =
					(struct separated_pair){ { turned ? k : i, turned ? i : k },
								 { a->p[pair], b->p[pair] } };
		}
}

static int make_room_for_orders(struct agree_answer *x, size_t **room, struct err *e)
{
	struct arena *m = &x->memory;
	size_t judges = x->sides - 1;
	x->pairs = pairs_of(x->runs);
	x->order = arena_zeroed(m, x->runs, sizeof *x->order);
	*room = arena_zeroed(m, 2 * x->runs, sizeof **room);
	x->judge = arena_zeroed(m, judges, sizeof *x->judge);
	x->coefficient = arena_zeroed(m, judges * COEFFICIENTS, sizeof *x->coefficient);
	x->bounds = arena_zeroed(m, judges * COEFFICIENTS, sizeof *x->bounds);
	x->difference = arena_zeroed(m, pairs_of(judges) * COEFFICIENTS + 1, sizeof *x->difference);
	for (size_t i = 0; i < x->sides; i++) {
		x->side[i].mean = arena_zeroed(m, x->runs, sizeof(double));
		x->side[i].place = arena_zeroed(m, x->runs, sizeof(double));
		x->side[i].p = arena_zeroed(m, x->pairs, sizeof(double));
	}
	for (size_t j = 0; j < judges && x->judge != NULL; j++) {
		struct agree_judge *to = &x->judge[j];
		to->changed = arena_zeroed(m, x->pairs, sizeof *to->changed);
		to->separated = arena_zeroed(m, x->pairs, sizeof *to->separated);
	}
	return m->failed ? err_memory(e) : 0;
}

/* Which way the coefficients err. */
#define SHARED                                                                                    \
	"too low where both sides err independently, so that they are lower limits; errors that " \
	"both share, as on the same topics, can make them too high"

static void warn_unreliable(const struct agree_answer *x, const double *reliability, size_t judge,
			    struct warnings *w)
{
	double a = reliability[0], b = reliability[judge + 1];
	char who[4] = "";
	if (x->sides > 2)
		snprintf(who, sizeof who, "%c: ", (char)('B' + judge));
	if (isnan(a) || isnan(b))
		warnings_add(w,
			     "%sall means are the same, so the runs cannot be told apart: values "
			     "and intervals can be far off (" SHARED ")",
			     who);
	else if (fmin(a, b) < RELIABLE)
		warnings_add(w,
			     "%sthe topics hardly tell the runs apart (reliability of their means "
			     "%.2f and %.2f): below %.2f, 95 %% intervals of tau held in 24 to 93 "
			     "%% of simulated samples (" SHARED ")",
			     who, a, b, RELIABLE);
}

static int find_intervals(struct agree_answer *x, const struct rank_scores *s,
			  const double *reliability, struct agree_request *q, struct err *e)
{
	const struct rank_request r = agree_ranks(q);
	struct warnings *w = &q->runs.warnings;
	int64_t undefined[SIDES_MOST * COEFFICIENTS];
	size_t judges = x->sides - 1;
	if (x->topics < 2) {
		for (size_t i = 0; i < judges * COEFFICIENTS; i++)
			x->bounds[i] = (struct interval){ NAN, NAN };
		for (size_t i = 0; i < pairs_of(judges) * COEFFICIENTS; i++)
			x->difference[i] = (struct interval){ NAN, NAN };
		warnings_add(w,
			     "there %s, so there are no intervals over topics, and differences of "
			     "runs are not tested: values can be far off (" SHARED ")",
			     x->summary ? "are means only, and no topics" : "is one topic");
		return 0;
	}
	if (rank_intervals(s, &r, x->coefficient, x->bounds, undefined, x->difference, e) < 0)
		return -1;
	for (size_t j = 0; j < judges; j++) {
		warn_unreliable(x, reliability, j, w);
		if (undefined[j * COEFFICIENTS + TAU_B] > 0)
			warnings_add(w,
				     "in %lld of %lld resamples all runs are tied on one side: "
				     "tau-b and tau_AP,b are undefined there, and their intervals "
				     "leave these out",
				     (long long)undefined[j * COEFFICIENTS + TAU_B],
				     (long long)r.resamples);
	}
	return 0;
}

static int compare_orders(struct agree_answer *x, const struct rank_scores *s,
			  struct agree_request *q, struct err *e)
{
	double reliability[SIDES_MOST];
	size_t *room;
	if (make_room_for_orders(x, &room, e) < 0)
		return -1;
	for (size_t i = x->sides; i-- > 0;) { /* A last: its order stays */
		struct agree_side *side = &x->side[i];
		rank_means(s, i, NULL, side->mean);
		reliability[i] = rank_reliability(s, i, side->mean);
		rank_places(side->mean, x->runs, x->order, side->place);
		for (size_t k = 0; side->lower_better && k < x->runs; k++)
			side->mean[k] *= -1;
		if (find_p(x, i, s->value[i], e) < 0)
			return -1;
	}
	for (size_t j = 0; j + 1 < x->sides; j++) {
		rank_agreement(x->side[0].place, x->side[j + 1].place, x->runs, q->persistence,
			       room, x->coefficient + j * COEFFICIENTS);
		find_changes(x, j);
		find_separations(x, j, 1 - q->runs.level);
	}
	return find_intervals(x, s, reliability, q, e);
}

static int compare_sides(struct agree_answer *x, struct agree_request *q, struct err *e)
{
	struct warnings *w = &q->runs.warnings;
	const double *value[SIDES_MOST];
	for (size_t i = 0; i < x->sides && x->summary; i++)
		take_means(&x->side[i].table);
	size_t *common =
		arena_zeroed(&x->memory, (x->side[0].table.topics + 1) * x->sides, sizeof *common);
	if (common == NULL)
		return err_memory(e);
	if (match_runs(x, w, e) < 0 || common_topics(x, common, w, e) < 0)
		return -1;
	for (size_t i = 0; i < x->sides; i++)
		if ((value[i] = scores_of(x, i, common)) == NULL)
			return err_memory(e);
	const struct rank_scores s = { value, x->sides, x->runs, x->topics };
	return compare_orders(x, &s, q, e);
}

/*
 * All of it.
 */

static int check_files(const struct agree_request *q, struct err *e)
{
	const struct run_request *o = &q->runs;
	if (q->scores.count > 0 && (q->of_runs != NULL || q->also.count > 0 || o->file.count > 0))
		return err_usage(e, "--scores replaces judgments, runs and their options");
	if (q->scores.count > 0)
		return 0;
	if (run_request_count_stdin(o) > 0)
		return err_usage(e, "standard input, - or /dev/stdin, can be read only once, but "
				    "agree reads its files twice");
	return 0;
}

/* The files that are sides, in their order; NULL: there are no more. */
static const char *file_of(const struct agree_request *q, size_t i)
{
	if (q->scores.count > 0)
		return i < q->scores.count ? q->scores.text[i] : NULL;
	if (i < 2)
		return i < q->runs.file.count ? q->runs.file.text[i] : q->runs.file.text[0];
	return i - 2 < q->also.count ? q->also.text[i - 2] : NULL;
}

/* Judgments that are compared with themselves may be a check. */
static int refuse_twice(const struct agree_answer *x, bool scores, struct err *e)
{
	bool refused = x->by_file && (scores || x->sides > 2);
	for (size_t i = 0; i < x->sides && refused; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(x->side[i].path, x->side[k].path) == 0)
				return err_usage(e, "%.300s is given twice, as %c and as %c",
						 x->side[i].path, (char)('A' + k), (char)('A' + i));
	return 0;
}

static int choose_sides(const struct agree_request *q, const struct text_list *names,
			struct agree_answer *x, struct err *e)
{
	bool two = q->format_of.count > 1 || q->also.count > 0 || q->scores.count > 1;
	size_t files = 0;
	while (file_of(q, files) != NULL)
		files++;
	if (q->format_of.count > 2 || (two && names->count > 2))
		return err_usage(e, "%s: at most two, one for A and one for B and the others",
				 q->format_of.count > 2 ? "-R" : "-m");
	x->by_file = two || names->count < 2;
	size_t sides = x->by_file ? files : names->count;
	if (sides < 2)
		return err_usage(e, "two files of scores are needed, or two measures of one");
	if (sides > SIDES_MOST)
		return err_usage(e, "%d can be compared at most, A to Z, and there are %zu",
				 SIDES_MOST, sides);
	x->side = arena_zeroed(&x->memory, sides, sizeof *x->side);
	if (x->side == NULL)
		return err_memory(e);
	x->sides = sides;
	for (size_t i = 0; i < x->sides; i++) {
		struct agree_side *s = &x->side[i];
		s->path = file_of(q, x->by_file ? i : 0);
		size_t asked = x->by_file && i > 0 ? 1 : i; /* of B, and of the others */
		asked = names->count > 1 ? asked : 0;
		s->asked = names->count > 0 ? names->text[asked] : NULL;
	}
	return refuse_twice(x, q->scores.count > 0, e);
}

static int agree_on(struct agree_request *q, struct agree_answer *x, struct err *e)
{
	for (size_t i = 0; i < x->sides; i++)
		if ((q->scores.count > 0 ? read_side(x, i, e) : evaluate_side(q, x, i, e)) < 0)
			return -1;
	size_t *room;
	if ((agree_has_no_runs(q) ? make_room_for_orders(x, &room, e) : compare_sides(x, q, e)) < 0)
		return -1;
	if (q->scores.count == 0 && agree_on_documents(q, x, e) < 0)
		return -1;
	return warnings_check(&q->runs.warnings, e);
}

int agree(struct agree_request *q, struct agree_answer *out, struct err *e)
{
	struct text_list names = { 0 };
	*out = (struct agree_answer){ 0 };
	bool failed = check_files(q, e) < 0 ||
		      (agree_has_no_runs(q) && agree_find_columns(q, out, e) < 0) ||
		      measures_split(&q->runs.measure, &out->memory, &names, e) < 0 ||
		      choose_sides(q, &names, out, e) < 0 ||
		      registry_init(&out->registry, &q->runs.plugin, e) < 0 ||
		      agree_on(q, out, e) < 0;
	text_list_release(&names);
	return failed ? -1 : 0;
}

void agree_release(struct agree_answer *x)
{
	for (size_t i = 0; i < x->sides; i++)
		release_side(&x->side[i]);
	registry_release(&x->registry);
	arena_release(&x->memory);
}
