/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/sort.h"
#include "core/engine/evaluate/traps.h"

/* ---- other orders of the documents ---- */

static bool is_averaged(const struct request *q)
{
	return measure_is_averaged(q->measure) && q->measure->input == INPUT_GRADES &&
	       q->measure->score_for_all == NULL;
}

const struct request *traps_next(const struct request_list *p, const struct request *before)
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

size_t traps_width(const struct request_list *p)
{
	size_t width = 0;
	for (const struct request *q = NULL; (q = traps_next(p, q)) != NULL;)
		width += q->values;
	return width;
}

int32_t traps_least_placed(const struct request_list *p)
{
	int32_t least = 1;
	for (const struct request *q = NULL; (q = traps_next(p, q)) != NULL;) {
		bool all = q->measure->any_judgments || q->parameters.gains > 0;
		int32_t own = q->measure->graded || q->level > least ? least : q->level;
		least = all ? GRADE_UNJUDGED : own;
	}
	return least;
}

static struct other_orders *other_orders_new(size_t width, struct arena *memory)
{
	struct other_orders *o = arena_zeroed(memory, 1, sizeof *o);
	double *room = arena_zeroed(memory, 3 * width + 1, sizeof *room);
	if (o == NULL || room == NULL)
		return NULL;
	o->least = room;
	o->most = room + width;
	o->by_rank = room + 2 * width;
	return o;
}

/* Until another order was tried, the values are those that are printed. */
static void begin_with_own(struct other_orders *o, const struct evaluation *x)
{
	const double *own = evaluation_row(x, o->topic).score;
	size_t at = 0;
	for (const struct request *q = NULL; (q = traps_next(x->asked, q)) != NULL;)
		for (size_t v = 0; v < q->values; v++, at++)
			o->least[at] = o->most[at] = o->by_rank[at] = own[q->first + v];
}

/* The orders in which a topic is scored once more. */
enum order { TIES_WORST, TIES_BEST, BY_RANK };

static void keep_value(struct other_orders *o, size_t at, enum order how, double value)
{
	if (how == BY_RANK) {
		o->by_rank[at] = value;
		return;
	}
	o->least[at] = fmin(o->least[at], value);
	o->most[at] = fmax(o->most[at], value);
}

/* Scores the requests of one view in one order, and puts ties back; ranks are the last order. */
static int score_order(struct scored_topic *t, const struct evaluation *x, bool judged_only,
		       enum order how, struct other_orders *o, double *value, struct err *e)
{
	struct join *j = t->join[judged_only];
	struct topic_view *view = &t->view[judged_only];
	size_t at = 0;
	int failed = how == BY_RANK ? join_order_ranks(j, t->run, view, e)
				    : join_order_ties(j, how == TIES_BEST, view, e);
	if (failed < 0)
		return -1;
	if (how == BY_RANK)
		join_level(j, t->judged, view->level, view);
	for (const struct request *q = NULL; failed == 0 && (q = traps_next(x->asked, q)) != NULL;
	     at += q->values) {
		if (q->judged_only != judged_only)
			continue;
		if (view->level != q->level)
			join_level(j, t->judged, q->level, view);
		failed = q->measure->score(view, &q->parameters, value);
		for (size_t v = 0; v < q->values && failed == 0; v++)
			keep_value(o, at + v, how, value[v]);
	}
	if (how != BY_RANK)
		join_restore_ties(j, view);
	return failed != 0 ? err_memory(e) : 0;
}

/* Scores the topic in the orders that its ties and ranks allow, with -J and without. */
static int look_at_orders(struct found_traps *f, struct evaluation *x, struct scored_topic *t,
			  const bool *tied, bool ranked, struct err *e)
{
	size_t width = traps_width(x->asked);
	struct other_orders *o = other_orders_new(width, &x->memory);
	double *value = calloc(width, sizeof *value);
	int result = o == NULL || value == NULL ? err_memory(e) : 0;
	if (result == 0) {
		o->topic = t->number;
		o->tied = tied[0] || tied[1];
		o->ranked = ranked;
		begin_with_own(o, x);
	}
	for (int judged_only = 0; judged_only <= 1; judged_only++)
		for (enum order how = TIES_WORST; how <= BY_RANK && result == 0; how++)
			if (t->join[judged_only] != NULL &&
			    (how == BY_RANK ? ranked : tied[judged_only]))
				result = score_order(t, x, judged_only, how, o, value, e);
	free(value);
	if (result < 0)
		return -1;
	const struct found_traps one = { .other = o, .last = &o->next };
	traps_add(f, &one);
	return 0;
}

/* ---- ranks ---- */

/* Whether the ranks of the first documents, which decide most, rise as the scores fall. */
static bool ranks_contradict(const struct join *j, const struct run *run, size_t count)
{
	enum { FIRST = 20 };
	const struct ranking *k = &j->ranking;
	double above = -INFINITY, highest = -INFINITY; /* of higher scores, and of all so far */
	size_t tie = 0;
	for (size_t i = 0; i <= FIRST && i < count; i++) {
		size_t at = i < FIRST ? i : count - 1; /* and the last one */
		double rank = rank_behind(run, k->document[at]);
		while (tie < k->ties && k->tie[tie].end <= at)
			tie++;
		if (tie == k->ties || k->tie[tie].begin >= i)
			above = highest;
		if (rank < above)
			return true;
		highest = fmax(highest, rank);
	}
	return false;
}

/* Scores that are all 0, with ranks that are alike or none, are those of a set, which has no order.
 */
static bool is_set(const struct scored_topic *t)
{
	const struct ranking *k = &t->join[0]->ranking;
	size_t count = t->topic->count, i = 1;
	if (k->ties == 0 || k->tie[0].end - k->tie[0].begin < count ||
	    t->topic->record[0].score != 0)
		return false;
	while (t->run->ranks && i < count &&
	       rank_key(t->run, k->document[i]) == rank_key(t->run, k->document[0]))
		i++;
	return !t->run->ranks || i == count;
}

/* ---- documents that are not judged ---- */

static bool comes_first(const char *judged, const char *kept)
{
	return judged[0] != '\0' && (kept[0] == '\0' || strcmp(judged, kept) < 0);
}

static void keep_first(struct two_documents *to, const struct two_documents *other)
{
	if (comes_first(other->judged.text, to->judged.text))
		*to = *other;
}

void traps_keep_unmet(struct found_traps *f, const struct join *j,
		      const struct judged_topic *judged)
{
	if (judged->all.count == 0)
		return;
	const struct shown one = shown(judgment_document(&judged->all.judgment[0]));
	const struct slice other = piece_slice(j->in, j->ranking.document[0]);
	if (comes_first(one.text, f->unmet.judged.text))
		f->unmet = (struct two_documents){ one, shown(other) };
}

/* ---- upper and lower case ---- */

static uint64_t folded(struct slice name)
{
	uint64_t hash = 0xcbf29ce484222325;
	for (size_t i = 0; i < name.length; i++)
		hash = (hash ^ (uint64_t)tolower((unsigned char)name.at[i])) * 0x100000001b3;
	return hash;
}

struct folded_name {
	uint64_t hash;
	struct slice name;
	size_t place; /* among the judged ones */
};

/* Whether a judged document has a name with a case: many have numbers. */
static bool case_matters(const struct judged_topic *judged)
{
	for (size_t i = 0; i < judged->all.count; i++) {
		struct slice name = judgment_document(&judged->all.judgment[i]);
		for (size_t k = 0; k < name.length; k++)
			if (isalpha((unsigned char)name.at[k]))
				return true;
	}
	return false;
}

static int look_at_case(struct found_traps *f, const struct scored_topic *t, struct err *e)
{
	const struct join *j = t->join[0];
	const struct judged_topic *judged = t->judged;
	struct found_traps one = { 0 };
	struct folded_name *list = calloc(judged->all.count + 1, sizeof *list);
	if (list == NULL)
		return err_memory(e);
	for (size_t i = 0; i < judged->all.count; i++) {
		struct slice name = judgment_document(&judged->all.judgment[i]);
		list[i] = (struct folded_name){ folded(name), name, i };
	}
	qsort(list, judged->all.count, sizeof *list, compare_keys);
	for (size_t i = 0, first = SIZE_MAX; i < j->retrieved; i++) {
		struct slice own = piece_slice(j->in, j->ranking.document[i]);
		const struct folded_name key = { .hash = folded(own) };
		const struct folded_name *found =
			bsearch(&key, list, judged->all.count, sizeof *list, compare_keys);
		if (found == NULL || found->place >= first)
			continue;
		first = found->place;
		one.unlike = 1;
		one.alike = (struct two_documents){ shown(found->name), shown(own) };
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

/* Adds a topic's checksum; the sum is the same for any order of topics. */
static void add_rankings(struct found_traps *f, uint64_t sum)
{
	f->rankings = (f->rankings + sum) & (UINT64_MAX >> 16);
}

static void count_first(struct found_traps *f, const struct topic_view *view)
{
	enum { FIRST = 10 };
	size_t count = view->retrieved < FIRST ? view->retrieved : FIRST;
	f->first += count;
	for (size_t i = 0; i < count; i++)
		f->first_judged += view->grade[i] >= 0;
}

int traps_look(struct found_traps *f, struct evaluation *x, struct scored_topic *t, bool several,
	       struct err *e)
{
	struct join *j = t->join[0];
	bool tied[2] = { false, false }, set = is_set(t);
	if (several)
		add_rankings(f, checksum(j, t->number, t->topic->count));
	if (j->judgments->format->kind != JUDGMENTS_GRADED || j->sample != NULL)
		return 0;
	if (several && !j->options.judged_only)
		count_first(f, &t->view[0]);
	if (j->known == 0 && case_matters(t->judged) && look_at_case(f, t, e) < 0)
		return -1;
	bool has_ranks = t->run->ranks && (size_t)(t->topic - t->run->topic) < x->ranks_end;
	bool ranked = has_ranks && ranks_contradict(j, t->run, t->topic->count);
	f->looked++;
	f->ranked += has_ranks;
	for (int i = 0; i <= 1 && !j->options.ties_chosen; i++)
		tied[i] = t->join[i] != NULL && !set &&
			  join_keep_ties(t->join[i], x->least_placed, &t->view[i]);
	if ((!tied[0] && !tied[1] && !ranked) || traps_next(x->asked, NULL) == NULL)
		return 0;
	return look_at_orders(f, x, t, tied, ranked, e);
}

void traps_add(struct found_traps *f, const struct found_traps *later)
{
	if (later->other != NULL) {
		*(f->other != NULL ? f->last : &f->other) = later->other;
		f->last = later->last;
	}
	keep_first(&f->alike, &later->alike);
	keep_first(&f->unmet, &later->unmet);
	f->unlike += later->unlike;
	f->looked += later->looked;
	f->ranked += later->ranked;
	f->first += later->first;
	f->first_judged += later->first_judged;
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

static void shown_fields(struct two_documents *x, struct shard_line *l)
{
	shown_field(&x->judged, l);
	shown_field(&x->retrieved, l);
}

static void order_fields(struct other_orders *o, const struct evaluation *x, size_t width,
			 struct shard_line *l)
{
	SHARD_FIELDS(l, &o->topic, &o->tied, &o->ranked);
	l->wrong = l->wrong || o->topic >= x->judgments->topics;
	for (size_t i = 0; i < 3 * width; i++)
		SHARD_FIELD(l, &o->least[i]); /* all three rows */
}

static void read_orders(struct found_traps *f, const struct evaluation *x, size_t width,
			struct shard_line *l)
{
	struct other_orders *o = other_orders_new(width, l->memory);
	if (o == NULL) {
		l->failed = true;
		return;
	}
	order_fields(o, x, width, l);
	const struct found_traps one = { .other = o, .last = &o->next };
	traps_add(f, &one);
}

void traps_fields(struct evaluation *x, struct shard_line *l)
{
	bool reads = l->to == NULL;
	struct found_traps f = reads ? (struct found_traps){ 0 } : x->traps;
	size_t count = 0, width = traps_width(x->asked);
	for (const struct other_orders *o = f.other; o != NULL; o = o->next)
		count++;
	SHARD_FIELDS(l, &f.unlike, &f.looked, &f.ranked, &f.first, &f.first_judged, &f.rankings);
	shown_fields(&f.alike, l);
	shown_fields(&f.unmet, l);
	SHARD_FIELD(l, &count);
	for (struct other_orders *o = f.other; !reads && o != NULL; o = o->next)
		order_fields(o, x, width, l);
	for (size_t i = 0; reads && i < count && !l->wrong && !l->failed; i++)
		read_orders(&f, x, width, l);
	if (reads)
		traps_add(&x->traps, &f);
}
