/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/fetch.h"
#include "core/base/hash.h"
#include "core/base/sort.h"
#include "core/data/joined/join.h"
#include "core/data/runs/ranked_documents.h"
#include "core/stats/numeric/ascending.h"

/* The ranking as one set of judgments sees it. */
struct join_grades {
	int32_t *grade;
	uint32_t *relevant_at;
	const struct join *join;
	uint32_t *rank; /* -J: of those that are left, before the others were taken out */
};

/* The number of the document at a rank of a view that join_topic() made. */
static struct document_number document_at(const struct topic_view *t, size_t rank)
{
	const struct join_grades *g = t->ranking;
	size_t at = g->join->options.judged_only ? g->rank[rank] : rank;
	struct slice name = piece_slice(g->join->in, g->join->ranking.document[at]);
	return (struct document_number){ name.at, name.length };
}

/* The score of the document at a rank. */
static double score_at(const struct topic_view *t, size_t rank)
{
	const struct join_grades *g = t->ranking;
	return g->join->score[g->join->options.judged_only ? g->rank[rank] : rank];
}

void join_init(struct join *j, const struct join_options *options,
	       const struct judgments *judgments, const struct design *sample, size_t run_number)
{
	j->options = *options;
	j->judgments = judgments;
	j->sample = sample;
	j->run_number = run_number;
}

void join_release(struct join *j)
{
	ranking_release(&j->ranking);
	document_table_release(&j->table);
	arena_release(&j->sampled.memory);
	arena_release(&j->memory);
}

static struct documents ranked(const struct join *j)
{
	return documents_of_pieces(j->in, j->ranking.document, sizeof(struct piece), j->hash);
}

/* Lines in any order: each name is a wait for memory. */
enum { AHEAD = 12 };

/* Puts the ranked documents into the table. */
static int tabulate(struct join *j, const struct run *run, const struct run_topic *topic,
		    struct err *e)
{
	j->hash = arena_alloc(&j->memory, topic->count * sizeof *j->hash);
	if (j->hash == NULL)
		return err_memory(e);
	const struct documents documents = ranked(j);
	if (document_table_start(&j->table, topic->count, e) < 0)
		return -1;
	for (size_t i = 0; i < topic->count; i++) {
		struct slice name = piece_slice(&run->in, j->ranking.document[i]);
		if (i + AHEAD < topic->count)
			fetch(run->in.bytes + j->ranking.document[i + AHEAD].at);
		j->hash[i] = hash_bytes(name.at, name.length);
	}
	for (size_t i = 0; i < topic->count; i++) {
		if (i + AHEAD < topic->count)
			fetch(&j->table.slot[j->hash[i + AHEAD] & j->table.mask]);
		if (document_table_add(&j->table, &documents, i) < i)
			return retrieved_twice(run, topic, e);
	}
	return 0;
}

/* A ranking is by falling score: its scores are those of the topic in order. */
static int keep_scores(struct join *j, const struct run_topic *topic, struct err *e)
{
	j->score = arena_alloc(&j->memory, topic->count * sizeof *j->score);
	if (j->score == NULL)
		return err_memory(e);
	for (size_t i = 0; i < topic->count; i++)
		j->score[i] = topic->record[i].score;
	qsort(j->score, topic->count, sizeof *j->score, descending);
	return 0;
}

/* The rank, from 0, of a judged document; SIZE_MAX: it is not retrieved. */
static inline size_t rank_of(const struct join *j, const struct documents *d,
			     const struct judgment *x)
{
	uint32_t slot = *document_table_slot(&j->table, d, judgment_document(x), x->hash);
	return slot != 0 ? slot - 1 : SIZE_MAX;
}

void view_relevant(struct topic_view *view, int32_t level, uint32_t *at)
{
	size_t relevant = 0, unjudged = 0;
	for (size_t i = 0; i < view->retrieved; i++) {
		at[relevant] = (uint32_t)i;
		relevant += view->grade[i] >= level;
	}
	for (size_t i = 0; level < 0 && i < relevant; i++)
		unjudged += view->grade[at[i]] < 0;
	view->relevant_at = at;
	view->relevant_retrieved = relevant;
	view->relevant_unjudged = unjudged;
	view->level = level;
}

static void count_relevant(struct join_grades *g, const struct judgment_set *s, int32_t level,
			   struct topic_view *view)
{
	view_relevant(view, level, g->relevant_at);
	judgment_set_count(s, level, &view->relevant, &view->nonrelevant);
}

static int join_set(struct join *j, struct join_grades *g, const struct judgment_set *s, size_t n,
		    struct topic_view *view, struct err *e)
{
	size_t room = j->listed + 1; /* count_relevant() writes one behind the last */
	g->grade = arena_alloc(&j->memory, room * sizeof *g->grade);
	g->relevant_at = arena_alloc(&j->memory, room * sizeof *g->relevant_at);
	if (j->options.judged_only)
		g->rank = arena_alloc(&j->memory, room * sizeof *g->rank);
	if (j->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < j->listed; i++)
		g->grade[i] = GRADE_UNPOOLED;
	const struct documents documents = ranked(j);
	for (size_t i = 0; n > 0 && i < s->count; i++) {
		size_t rank = rank_of(j, &documents, &s->judgment[i]);
		double level = s->judgment[i].level;
		if (rank < j->listed)
			g->grade[rank] = level < 0 ? GRADE_UNJUDGED : (int32_t)level;
		j->known += rank < n;
	}
	g->join = j;
	view->retrieved = n;
	view->grade = g->grade;
	view->document = document_at;
	view->score = j->options.scores ? score_at : NULL;
	view->ranking = g;
	view->positive = s->positive;
	view->grades = s->grades;
	view->distinct_grades = s->distinct_grades;
	return 0;
}

/* -J: takes out the documents that none of `count` sets of judgments from `first` on judges. */
static void keep_judged(struct join_grades *first, size_t count, struct topic_view *view)
{
	size_t kept = 0;
	for (size_t i = 0; i < view->retrieved; i++) {
		bool judged = false;
		for (size_t g = 0; g < count && !judged; g++)
			judged = first[g].grade[i] >= 0;
		for (size_t g = 0; judged && g < count; g++) {
			first[g].rank[kept] = (uint32_t)i;
			first[g].grade[kept] = first[g].grade[i];
		}
		kept += judged;
	}
	for (size_t g = 0; g < count; g++)
		view[g].retrieved = kept;
}

static int join_groups(struct join *j, const struct judged_topic *judged, size_t n,
		       struct topic_view *view, struct err *e)
{
	bool together = j->judgments->format->subtopics;
	j->grades = arena_alloc(&j->memory, judged->groups * sizeof *j->grades);
	j->group_view = arena_alloc(&j->memory, judged->groups * sizeof *j->group_view);
	if (j->memory.failed)
		return err_memory(e);
	for (size_t g = 0; g < judged->groups; g++) {
		j->group_view[g] = *view;
		j->group_view[g].group_name =
			j->judgments->group_name[judged->group[g].judgment[0].group];
		if (join_set(j, &j->grades[g], &judged->group[g], n, &j->group_view[g], e) < 0)
			return -1;
		if (j->options.judged_only && !together)
			keep_judged(&j->grades[g], 1, &j->group_view[g]);
	}
	if (j->options.judged_only && together)
		keep_judged(j->grades, judged->groups, j->group_view);
	for (size_t g = 0; g < judged->groups; g++)
		count_relevant(&j->grades[g], &judged->group[g], j->options.level,
			       &j->group_view[g]);
	view->group = j->group_view;
	view->group_size = sizeof *j->group_view;
	view->groups = judged->groups;
	view->judgment = judged->by_document;
	view->judgments = together ? judged->all.count : 0;
	return 0;
}

static int join_preferences(struct join *j, const struct judged_topic *judged, size_t n,
			    struct topic_view *view, struct err *e)
{
	if (preference_join_start(&j->preferences, judged->preferences, &j->memory, e) < 0)
		return -1;
	const struct documents documents = ranked(j);
	for (size_t i = 0; n > 0 && i < judged->all.count; i++) {
		const struct judgment *x = &judged->all.judgment[i];
		size_t rank = rank_of(j, &documents, x);
		if (rank < n) {
			j->preferences.rank[x->in_topic] = (int64_t)rank;
			j->known++;
		}
	}
	view->preferences = preference_join_count(&j->preferences, judged->preferences);
	return 0;
}

/* How many documents of each class the strata have, if judgments list them all. */
static int count_classes(struct join *j, const struct judged_topic *judged, struct err *e)
{
	const struct design *s = j->sample;
	struct sample_join *x = &j->sampled;
	size_t first = (size_t)(judged->all.judgment - j->judgments->judgment);
	size_t classes = s->classes + 1, count = x->view.drawn_strata * classes;
	if (s->class_of == NULL || !s->whole)
		return 0;
	int64_t *size = arena_zeroed(&x->memory, count, sizeof *size);
	if (size == NULL)
		return err_memory(e);
	for (size_t i = first; i < first + judged->all.count; i++)
		if (s->drawn_place[i] >= 0)
			size[(size_t)s->drawn_place[i] * classes + (size_t)(s->class_of[i] + 1)]++;
	x->view.class_size = size;
	return 0;
}

/* The first documents of the ranking that the judgments do not have. */
static int list_beyond(struct join *j, const struct topic_view *view, size_t n, struct err *e)
{
	struct sample_join *x = &j->sampled;
	size_t end = n < j->options.beyond ? n : j->options.beyond;
	struct beyond_document *beyond = arena_alloc(&x->memory, end * sizeof *beyond);
	if (beyond == NULL)
		return err_memory(e);
	for (size_t i = 0; i < end; i++) {
		struct slice name = piece_slice(j->in, j->ranking.document[i]);
		uint64_t hash = 14695981039346656037u; /* FNV-1a */
		for (size_t k = 0; k < name.length; k++)
			hash = (hash ^ (unsigned char)name.at[k]) * 1099511628211u;
		if (view->grade[i] == GRADE_UNPOOLED)
			beyond[x->view.beyond_documents++] =
				(struct beyond_document){ (int64_t)i, hash };
	}
	x->view.beyond = beyond;
	return 0;
}

static int join_sample(struct join *j, const struct judged_topic *judged, size_t n,
		       struct topic_view *view, struct err *e)
{
	size_t topic = (size_t)(judged - j->judgments->topic);
	struct sample_view *s = &j->sampled.view;
	if (sample_join_start(&j->sampled, j->sample, topic, judged->all.count, n, e) < 0)
		return -1;
	const struct documents documents = ranked(j);
	for (size_t i = 0; n > 0 && i < judged->all.count; i++) {
		size_t rank = rank_of(j, &documents, &judged->all.judgment[i]);
		if (rank < n)
			sample_join_rank(&j->sampled, i, rank);
	}
	if (judged->all.count > 0) {
		sample_join_documents(&j->sampled, j->sample, j->judgments, topic);
		s->retrieved = (int64_t)n;
		if (count_classes(j, judged, e) < 0 || list_beyond(j, view, n, e) < 0)
			return -1;
	}
	s->nuggets = (struct nugget_counts){ .all = (int64_t)n };
	for (size_t i = 0; j->options.scores && i < n; i++)
		s->nuggets.vital += j->score[i] >= IMPORTANCE_VITAL;
	view->sample = s;
	return second_review_strata(&j->sampled, j->sample, topic, j->run_number, view->level, e);
}

int join_topic(struct join *j, const struct judged_topic *judged, const struct run *run,
	       const struct run_topic *topic, struct topic_view *view, struct err *e)
{
	size_t n = topic == NULL ? 0 : topic->count;
	*view = (struct topic_view){ .topic = judged != NULL ? judged->name : NULL,
				     .level = j->options.level,
				     .collection_size = j->options.collection_size,
				     .complete = j->options.complete,
				     .trec_eval_9 = j->options.trec_eval_9 };
	/* preferences alone have rising document numbers, as trec_eval has it */
	enum tie_order ties =
		j->judgments->format->kind == JUDGMENTS_PREFERENCES ? TIES_RISING : TIES_FALLING;
	if (j->options.ties_by_rank)
		ties = TIES_BY_RANK;
	j->in = run != NULL ? &run->in : NULL;
	j->listed = n;
	j->retrieved = j->known = 0;
	j->grades_kept = NULL;
	arena_clear(&j->memory);
	if (topic != NULL &&
	    (ranking_make(&j->ranking, run, topic, ties, e) < 0 || tabulate(j, run, topic, e) < 0 ||
	     (j->options.scores && keep_scores(j, topic, e) < 0)))
		return -1;
	if (judged == NULL)
		return 0;
	if ((uint64_t)n > (uint64_t)j->options.most_retrieved)
		n = (size_t)j->options.most_retrieved;
	j->retrieved = n;
	switch (j->judgments->format->kind) {
	case JUDGMENTS_GRADED:
		j->grades = arena_alloc(&j->memory, sizeof *j->grades);
		if (j->grades == NULL)
			return err_memory(e);
		if (join_set(j, &j->grades[0], &judged->all, n, view, e) < 0)
			return -1;
		if (j->options.judged_only)
			keep_judged(&j->grades[0], 1, view);
		count_relevant(&j->grades[0], &judged->all, j->options.level, view);
		return j->sample != NULL ? join_sample(j, judged, n, view, e) : 0;
	case JUDGMENTS_TABLE:
		return join_sample(j, judged, n, view, e);
	case JUDGMENTS_GROUPED:
		return join_groups(j, judged, n, view, e);
	case JUDGMENTS_PREFERENCES:
		return join_preferences(j, judged, n, view, e);
	}
	return -1;
}

/*
 * Ties.
 */

/* Documents that another order may bring before the cut of -M. With -J only those that are there
 * change places. */
static size_t in_order(const struct join *j, const struct topic_view *view)
{
	return j->options.judged_only ? view->retrieved : j->listed;
}

/* Whether a tie has different grades, one of them `least` or above. */
static bool tie_matters(const struct join *j, const struct tie *t, int32_t least,
			const struct topic_view *view)
{
	size_t end = t->begin < view->retrieved ? in_order(j, view) : 0;
	for (size_t r = t->begin + 1; r < t->end && r < end; r++)
		if (view->grade[r] != view->grade[r - 1] &&
		    (view->grade[r] >= least || view->grade[r - 1] >= least))
			return true;
	return false;
}

/* -J: the places of the ties among the documents that are left. */
static void move_ties(struct join *j, const struct topic_view *view)
{
	const uint32_t *rank = j->grades[0].rank;
	uint32_t at = 0;
	for (size_t i = 0; i < j->ranking.ties; i++) {
		struct tie *t = &j->ranking.tie[i];
		while (at < view->retrieved && rank[at] < t->begin)
			at++;
		t->begin = at;
		while (at < view->retrieved && rank[at] < t->end)
			at++;
		t->end = at;
	}
}

bool join_keep_ties(struct join *j, int32_t least, const struct topic_view *view)
{
	struct ranking *k = &j->ranking;
	if (j->options.judged_only)
		move_ties(j, view);
	size_t kept = 0;
	for (size_t i = 0; i < k->ties; i++)
		if (tie_matters(j, &k->tie[i], least, view))
			k->tie[kept++] = k->tie[i];
	k->ties = kept;
	return kept > 0;
}

static int falling_grades(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return (x < y) - (x > y);
}

static int rising_grades(const void *a, const void *b)
{
	return falling_grades(b, a);
}

/* Puts the grades of one tie in order. They are small as a rule, and counted. */
static void order_grades(int32_t *grade, size_t count, bool falling)
{
	enum { LEAST = GRADE_UNJUDGED, FEW = 8 };
	size_t number[FEW] = { 0 };
	for (size_t i = 0; i < count; i++) {
		uint32_t place = (uint32_t)(grade[i] - LEAST);
		if (place >= FEW) {
			qsort(grade, count, sizeof *grade,
			      falling ? falling_grades : rising_grades);
			return;
		}
		number[place]++;
	}
	for (int k = 0; k < FEW; k++) {
		int place = falling ? FEW - 1 - k : k;
		for (size_t i = number[place]; i > 0; i--)
			*grade++ = place + LEAST;
	}
}

/* Finds the relevant documents of ties anew; there are as many in each as before, unless -M cuts
 * the last one. */
static void find_relevant_in_ties(struct join *j, struct topic_view *view)
{
	struct join_grades *g = &j->grades[0];
	size_t found = 0, ties = j->ranking.ties;
	if (ties > 0 && j->ranking.tie[ties - 1].end > view->retrieved) {
		view_relevant(view, view->level, g->relevant_at);
		return;
	}
	for (size_t i = 0; i < ties; i++) {
		const struct tie t = j->ranking.tie[i];
		while (found < view->relevant_retrieved && g->relevant_at[found] < t.begin)
			found++;
		for (uint32_t r = t.begin; r < t.end; r++)
			if (g->grade[r] >= view->level)
				g->relevant_at[found++] = r;
	}
}

static int keep_grades(struct join *j, const struct topic_view *view, struct err *e)
{
	size_t n = in_order(j, view);
	if (j->grades_kept == NULL)
		j->grades_kept = arena_alloc(&j->memory, j->listed * sizeof *j->grades_kept);
	if (j->grades_kept == NULL)
		return err_memory(e);
	if (n > 0)
		memcpy(j->grades_kept, j->grades[0].grade, n * sizeof *j->grades_kept);
	return 0;
}

int join_order_ties(struct join *j, bool falling, struct topic_view *view, struct err *e)
{
	if (keep_grades(j, view, e) < 0)
		return -1;
	for (size_t i = 0; i < j->ranking.ties; i++) {
		const struct tie t = j->ranking.tie[i];
		order_grades(j->grades[0].grade + t.begin, t.end - t.begin, falling);
	}
	find_relevant_in_ties(j, view);
	return 0;
}

void join_restore_ties(struct join *j, struct topic_view *view)
{
	size_t n = in_order(j, view);
	if (n > 0)
		memcpy(j->grades[0].grade, j->grades_kept, n * sizeof *j->grades_kept);
	find_relevant_in_ties(j, view);
}

/* Ranks count the documents as a rule, from 0 or 1 on: each is a place, and one of n + 1 is left.
 */
static bool place_by_rank(const struct join *j, const struct run *run, int32_t *grade, size_t n)
{
	enum { NONE = INT32_MIN };
	for (size_t i = 0; i <= n; i++)
		grade[i] = NONE;
	for (size_t i = 0; i < n; i++) {
		const struct piece *next = &j->ranking.document[i + AHEAD < n ? i + AHEAD : i];
		fetch(run->in.bytes + next->at + next->length);
		double rank = rank_behind(run, j->ranking.document[i]);
		size_t at = rank >= 0 && rank <= (double)n ? (size_t)rank : n;
		if (rank != (double)at || grade[at] != NONE)
			return false;
		grade[at] = j->grades_kept[i];
	}
	size_t left = 0;
	while (grade[left] != NONE)
		left++;
	memmove(grade + left, grade + left + 1, (n - left) * sizeof *grade);
	return true;
}

static int sort_by_rank(const struct join *j, const struct run *run, struct join_grades *g,
			size_t n, struct err *e)
{
	struct keyed *list = calloc(2 * n + 1, sizeof *list);
	if (list == NULL)
		return err_memory(e);
	for (size_t i = 0; i < n; i++) {
		size_t at = j->options.judged_only ? g->rank[i] : i;
		list[i] = (struct keyed){ rank_key(run, j->ranking.document[at]), i };
	}
	keyed_sort(list, n, list + n, NULL, NULL);
	for (size_t i = 0; i < n; i++)
		g->grade[i] = j->grades_kept[list[i].item];
	free(list);
	return 0;
}

int join_order_ranks(struct join *j, const struct run *run, const struct topic_view *view,
		     struct err *e)
{
	size_t n = in_order(j, view);
	struct join_grades *g = &j->grades[0];
	if (keep_grades(j, view, e) < 0)
		return -1;
	if (!j->options.judged_only && place_by_rank(j, run, g->grade, n))
		return 0;
	return sort_by_rank(j, run, g, n, e);
}

void join_level(struct join *j, const struct judged_topic *judged, int32_t level,
		struct topic_view *view)
{
	view->level = level;
	if (j->judgments->format->kind == JUDGMENTS_GRADED)
		count_relevant(&j->grades[0], &judged->all, level, view);
	for (size_t g = 0; g < view->groups; g++)
		count_relevant(&j->grades[g], &judged->group[g], level, &j->group_view[g]);
	struct err ignored; /* there is room already */
	if (j->sample != NULL)
		second_review_strata(&j->sampled, j->sample, (size_t)(judged - j->judgments->topic),
				     j->run_number, level, &ignored);
}

const struct judgments *view_judgments(const struct topic_view *view)
{
	return ((const struct join_grades *)view->ranking)->join->judgments;
}
