/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/hash.h"
#include "core/engine/evaluate/traps.h"

/* ---- ties ---- */

/* Values that are averaged and that a view without -J serves. */
static bool is_averaged(const struct request *q)
{
	return q->measure->value == VALUE_REAL && q->measure->aggregate == AGGREGATE_MEAN &&
	       q->measure->input == INPUT_GRADES && q->measure->score_for_all == NULL &&
	       !q->judged_only;
}

static bool any_averaged(const struct request_list *p)
{
	for (size_t i = 0; i < p->requests; i++)
		if (is_averaged(&p->request[i]))
			return true;
	return false;
}

/*
 * The next request that is looked at (after NULL: the first), or NULL: those that were asked for by
 * their names; of nicknames, which ask for many, only the first.
 */
static const struct request *next_looked_at(const struct request_list *p,
					    const struct request *before)
{
	bool named = false;
	for (size_t i = 0; i < p->requests && !named; i++)
		named = is_averaged(&p->request[i]) && p->request[i].column[0].asked != NULL;
	if (before != NULL && !named)
		return NULL;
	for (const struct request *q = before != NULL ? before + 1 : p->request;
	     q < p->request + p->requests; q++)
		if (is_averaged(q) && (!named || q->column[0].asked != NULL))
			return q;
	return NULL;
}

/* Widens the limits of a topic's values by those that its ties have in one order. */
static int score_order(const struct evaluation *x, struct join *j,
		       const struct judged_topic *judged, bool falling, struct topic_view *view,
		       struct tied_topic *t, double *value, struct err *e)
{
	int failed = 0;
	if (join_order_ties(j, falling, view, e) < 0)
		return -1;
	for (const struct request *q = next_looked_at(x->asked, NULL); q != NULL && failed == 0;
	     q = next_looked_at(x->asked, q)) {
		if (view->level != q->level)
			join_level(j, judged, q->level, view);
		failed = q->measure->score(view, &q->parameters, value);
		for (size_t v = 0; v < q->values && failed == 0; v++) {
			t->least[q->first + v] = fmin(t->least[q->first + v], value[v]);
			t->most[q->first + v] = fmax(t->most[q->first + v], value[v]);
		}
	}
	join_restore_ties(j, view);
	return failed != 0 ? err_memory(e) : 0;
}

static int look_at_ties(struct found_traps *f, struct evaluation *x, struct join *j,
			const struct judged_topic *judged, struct topic_view *view, struct err *e)
{
	size_t width = x->asked->width;
	struct tied_topic *t = arena_zeroed(&x->memory, 1, sizeof *t);
	double *room = arena_alloc(&x->memory, (3 * width + 1) * sizeof *room);
	if (t == NULL || room == NULL)
		return err_memory(e);
	t->topic = (size_t)(judged - x->judgments->topic);
	t->least = room;
	t->most = room + width;
	memcpy(t->least, x->score + t->topic * width, width * sizeof *room);
	memcpy(t->most, t->least, width * sizeof *room);
	for (int falling = 0; falling <= 1; falling++)
		if (score_order(x, j, judged, falling, view, t, room + 2 * width, e) < 0)
			return -1;
	struct found_traps one = { .tied = t, .last = &t->next };
	traps_add(f, &one);
	return 0;
}

/* ---- ranks ---- */

/* Ranks contradict scores in many topics or in none: these, of a run with more, are enough. */
enum { RANKED_TOPICS = 1000 };

/* Whether the ranks of the first documents, which decide most, rise as the scores fall. */
static bool ranks_contradict(const struct join *j, const struct run *run, size_t count)
{
	enum { FIRST = 20 };
	const struct ranking *k = &j->ranking;
	double before = -INFINITY;
	size_t tie = 0;
	for (size_t i = 0; i < count && i < FIRST; i++) {
		double rank = rank_behind(run, k->document[i]);
		while (tie < k->ties && k->tie[tie].end <= i)
			tie++;
		bool tied = tie < k->ties && k->tie[tie].begin < i;
		if (!tied && rank < before)
			return true;
		before = tied ? fmax(before, rank) : rank;
	}
	return count > FIRST && rank_behind(run, k->document[count - 1]) < before;
}

/* ---- upper and lower case ---- */

static uint64_t folded(struct slice name)
{
	uint64_t hash = 0xcbf29ce484222325;
	for (size_t i = 0; i < name.length; i++)
		hash = (hash ^ (uint64_t)tolower((unsigned char)name.at[i])) * 0x100000001b3;
	return hash;
}

static bool has_letters(struct slice name)
{
	for (size_t i = 0; i < name.length; i++)
		if (isalpha((unsigned char)name.at[i]))
			return true;
	return false;
}

struct folded_name {
	uint64_t hash;
	struct slice name;
	size_t place; /* among the judged ones */
};

static int by_hash(const void *a, const void *b)
{
	uint64_t x = ((const struct folded_name *)a)->hash,
		 y = ((const struct folded_name *)b)->hash;
	return (x > y) - (x < y);
}

/* Whether none of the judged documents is retrieved. */
static bool finds_nothing(const struct topic_view *view)
{
	for (size_t i = 0; i < view->retrieved; i++)
		if (view->grade[i] != GRADE_UNPOOLED)
			return false;
	return view->retrieved > 0;
}

/* Whether a judged document has a name with a case: many have numbers. */
static bool case_matters(const struct judged_topic *judged)
{
	for (size_t i = 0; i < judged->all.count; i++)
		if (has_letters(judgment_document(&judged->all.judgment[i])))
			return true;
	return false;
}

static int look_at_case(struct found_traps *f, const struct join *j,
			const struct judged_topic *judged, const struct run *run, size_t count,
			struct err *e)
{
	struct found_traps one = { 0 };
	struct folded_name *list = calloc(judged->all.count + 1, sizeof *list);
	if (list == NULL)
		return err_memory(e);
	for (size_t i = 0; i < judged->all.count; i++) {
		struct slice name = judgment_document(&judged->all.judgment[i]);
		list[i] = (struct folded_name){ folded(name), name, i };
	}
	qsort(list, judged->all.count, sizeof *list, by_hash);
	for (size_t i = 0, first = SIZE_MAX; i < count; i++) {
		struct slice own = piece_slice(&run->in, j->ranking.document[i]);
		const struct folded_name key = { .hash = folded(own) };
		const struct folded_name *found =
			bsearch(&key, list, judged->all.count, sizeof *list, by_hash);
		if (found == NULL || found->place >= first)
			continue;
		first = found->place;
		one.unlike = 1;
		one.judged = shown(found->name.at, found->name.length);
		one.retrieved = shown(own.at, own.length);
	}
	traps_add(f, &one);
	free(list);
	return 0;
}

/* ---- topics ---- */

/* The documents in their order, by the hashes that the join has already. */
static uint64_t checksum(const struct join *j, size_t topic, size_t count)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += j->hash[i] * (2 * (uint64_t)i + 1);
	return (sum ^ topic) * UINT64_C(0x9e3779b97f4a7c15) >> 16;
}

/* In whatever order the topics come. */
static void add_rankings(struct found_traps *f, uint64_t sum)
{
	f->rankings = (f->rankings + sum) & (UINT64_MAX >> 16);
}

int traps_look(struct found_traps *f, struct evaluation *x, struct join *j,
	       const struct judged_topic *judged, const struct run *run,
	       const struct run_topic *topic, bool several, struct topic_view *view, struct err *e)
{
	size_t number = (size_t)(judged - x->judgments->topic);
	bool plain = j->judgments->format->kind == JUDGMENTS_GRADED && j->sample == NULL;
	bool ranked = any_averaged(x->asked);
	if (several)
		add_rankings(f, checksum(j, number, topic->count));
	if (plain && ranked && run->ranks && number < RANKED_TOPICS)
		f->contradicting += ranks_contradict(j, run, topic->count);
	if (plain && finds_nothing(view) && case_matters(judged) &&
	    look_at_case(f, j, judged, run, topic->count, e) < 0)
		return -1;
	return plain && ranked && !j->options.ties_chosen && join_keep_ties(j, topic, view)
		       ? look_at_ties(f, x, j, judged, view, e)
		       : 0;
}

void traps_add(struct found_traps *f, const struct found_traps *later)
{
	if (later->tied != NULL) {
		*(f->tied != NULL ? f->last : &f->tied) = later->tied;
		f->last = later->last;
	}
	if (later->unlike > 0 &&
	    (f->unlike == 0 || strcmp(later->judged.text, f->judged.text) < 0)) {
		f->judged = later->judged;
		f->retrieved = later->retrieved;
	}
	f->contradicting += later->contradicting;
	f->unlike += later->unlike;
	add_rankings(f, later->rankings);
}

/* ---- shards ---- */

static void shown_field(struct shown *x, struct shard_line *l)
{
	const char *text = x->text;
	SHARD_FIELD(l, &text);
	if (l->to == NULL)
		snprintf(x->text, sizeof x->text, "%s", text != NULL ? text : "");
}

static void tied_fields(struct tied_topic *t, const struct evaluation *x, struct shard_line *l)
{
	SHARD_FIELD(l, &t->topic);
	l->wrong = l->wrong || t->topic >= x->judgments->topics;
	for (size_t i = 0; i < x->asked->width; i++) {
		SHARD_FIELD(l, &t->least[i]);
		SHARD_FIELD(l, &t->most[i]);
	}
}

static void read_tied(struct found_traps *f, const struct evaluation *x, struct shard_line *l)
{
	struct tied_topic *t = arena_zeroed(l->memory, 1, sizeof *t);
	double *room = arena_zeroed(l->memory, 2 * x->asked->width + 1, sizeof *room);
	if (t == NULL || room == NULL) {
		l->failed = true;
		return;
	}
	t->least = room;
	t->most = room + x->asked->width;
	tied_fields(t, x, l);
	const struct found_traps one = { .tied = t, .last = &t->next };
	traps_add(f, &one);
}

void traps_fields(struct evaluation *x, struct shard_line *l)
{
	bool reads = l->to == NULL;
	struct found_traps f = reads ? (struct found_traps){ 0 } : x->traps;
	size_t count = 0;
	for (const struct tied_topic *t = f.tied; t != NULL; t = t->next)
		count++;
	SHARD_FIELD(l, &f.contradicting);
	SHARD_FIELD(l, &f.unlike);
	SHARD_FIELD(l, &f.rankings);
	shown_field(&f.judged, l);
	shown_field(&f.retrieved, l);
	SHARD_FIELD(l, &count);
	for (struct tied_topic *t = f.tied; !reads && t != NULL; t = t->next)
		tied_fields(t, x, l);
	for (size_t i = 0; reads && i < count && !l->wrong && !l->failed; i++)
		read_tied(&f, x, l);
	if (reads)
		traps_add(&x->traps, &f);
}

/* ---- a run ---- */

static bool look_alike(double x, double y, int digits)
{
	char one[352], other[352];
	snprintf(one, sizeof one, "%.*f", digits, x);
	snprintf(other, sizeof other, "%.*f", digits, y);
	return strcmp(one, other) == 0;
}

/* How the value of all topics would change with one column of the rows. `tied` is by topic. */
static void limits_of(const struct evaluation *x, const struct tied_topic *const *tied,
		      size_t column, double *least, double *most)
{
	double topics = 0, below = 0, above = 0;
	for (size_t t = 0; t < x->judgments->topics; t++) {
		double own = x->score[t * x->asked->width + column];
		if (!x->evaluated[t] || isnan(own))
			continue;
		topics++;
		below += tied[t] != NULL ? tied[t]->least[column] - own : 0;
		above += tied[t] != NULL ? tied[t]->most[column] - own : 0;
	}
	*least = x->overall.score[column] + below / topics;
	*most = x->overall.score[column] + above / topics;
}

/* Takes the measure that ties could change most, if a printed digit of it changes. */
static void find_measure(const struct evaluation *x, const struct tied_topic *const *tied,
			 int digits, struct run_traps *r)
{
	for (const struct request *q = next_looked_at(x->asked, NULL); q != NULL;
	     q = next_looked_at(x->asked, q)) {
		for (size_t v = 0; v < q->values; v++) {
			const struct request_column *c = &q->column[v];
			double value = x->overall.score[q->first + v], least, most;
			limits_of(x, tied, q->first + v, &least, &most);
			if ((look_alike(value, least, digits) && look_alike(value, most, digits)) ||
			    (r->measure != NULL && most - least <= r->most - r->least))
				continue;
			r->measure = c->title != NULL ? c->title : c->name;
			r->value = value;
			r->least = least;
			r->most = most;
		}
	}
}

int traps_of_run(const struct evaluation *x, int digits, struct run_traps *out, struct err *e)
{
	const struct found_traps *f = &x->traps;
	*out = (struct run_traps){ .path = x->path,
				   .topics = x->topics,
				   .contradicting = f->contradicting,
				   .unlike = f->unlike,
				   .judged = f->judged,
				   .retrieved = f->retrieved,
				   .rankings = f->rankings };
	if (f->tied == NULL)
		return 0;
	const struct tied_topic **tied = calloc(x->judgments->topics + 1, sizeof *tied);
	if (tied == NULL)
		return err_memory(e);
	for (const struct tied_topic *t = f->tied; t != NULL; t = t->next) {
		tied[t->topic] = t;
		out->tied++;
	}
	find_measure(x, tied, digits, out);
	free(tied);
	return 0;
}

/* ---- warnings ---- */

static void warn_of_ties(const struct run_traps *run, size_t runs, int digits, struct warnings *w)
{
	const struct run_traps *most = NULL;
	size_t count = 0;
	for (size_t i = 0; i < runs; i++) {
		if (run[i].measure == NULL)
			continue;
		count++;
		if (most == NULL || run[i].most - run[i].least > most->most - most->least)
			most = &run[i];
	}
	if (most == NULL)
		return;
	char others[64] = "";
	if (count > 1)
		snprintf(others, sizeof others, " (and %zu other run%s)", count - 1,
			 count == 2 ? "" : "s");
	warnings_add(w,
		     "%s%s: tied scores in %zu topic%s: another order of ties could change %s from "
		     "%.*f to between %.*f and %.*f (--score-ties)",
		     most->path, others, most->tied, most->tied == 1 ? "" : "s", most->measure,
		     digits, most->value, digits, most->least, digits, most->most);
}

static void warn_of_ranks(const struct run_traps *run, size_t runs, struct warnings *w)
{
	const struct run_traps *first = NULL;
	size_t count = 0;
	for (size_t i = 0; i < runs; i++) {
		first = first == NULL && run[i].contradicting > 0 ? &run[i] : first;
		count += run[i].contradicting > 0;
	}
	if (first != NULL)
		warnings_add(w,
			     "%s%s: in %s%zu of %zu topics the column of ranks contradicts the "
			     "scores: documents are ranked by falling score, and the ranks ignored",
			     first->path, count > 1 ? " (and other runs)" : "",
			     first->topics > RANKED_TOPICS ? "at least " : "", first->contradicting,
			     first->topics);
}

static void warn_of_case(const struct run_traps *run, size_t runs, struct warnings *w)
{
	for (size_t i = 0; i < runs; i++) {
		if (run[i].unlike == 0)
			continue;
		warnings_add(
			w,
			"%s: in %zu of %zu topics no judged document is retrieved, unless "
			"upper and lower case are the same: '%s' is judged, and '%s' retrieved",
			run[i].path, run[i].unlike, run[i].topics, run[i].judged.text,
			run[i].retrieved.text);
		return;
	}
}

static void warn_of_copies(const struct run_traps *run, size_t runs, struct warnings *w)
{
	for (size_t i = 1; i < runs; i++)
		for (size_t k = 0; k < i; k++) {
			if (run[i].rankings != run[k].rankings || run[i].topics != run[k].topics ||
			    run[i].path == NULL || run[k].path == NULL)
				continue;
			warnings_add(w,
				     "%s and %s retrieve the same documents in the same order: is "
				     "it the same run twice?",
				     run[k].path, run[i].path);
			return;
		}
}

void traps_warn(const struct run_traps *run, size_t runs, int digits, struct warnings *w)
{
	warn_of_ties(run, runs, digits, w);
	warn_of_ranks(run, runs, w);
	warn_of_case(run, runs, w);
	warn_of_copies(run, runs, w);
}
