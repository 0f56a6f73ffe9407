#include "core/base/sort.h"
#include "core/data/join.h"

/* The ranking as one set of judgments sees it. */
struct join_grades {
	int32_t *grade;
	uint32_t *relevant_at;
	size_t capacity;
};

void join_init(struct join *j, const struct join_options *options, enum judgment_kind kind)
{
	*j = (struct join){ .options = *options, .kind = kind };
}

void join_release(struct join *j)
{
	for (size_t g = 0; g < j->groups; g++) {
		free(j->grades[g].grade);
		free(j->grades[g].relevant_at);
	}
	free(j->grades);
	free(j->group_view);
	free(j->document);
	free(j->keyed);
	free(j->hash);
	free(j->table);
	preference_join_release(&j->preferences);
}

/* Replaces an array by a larger one whose content does not matter. */
static bool renew(void *array, size_t count, size_t size)
{
	void **p = array;
	free(*p);
	*p = malloc(count * size);
	return *p != NULL;
}

static int make_room(struct join *j, size_t count, struct err *e)
{
	if (count <= j->capacity)
		return 0;
	count += count / 2;
	size_t table_size = (size_t)1 << hash_log2(2 * count);
	j->capacity = 0;
	if (!renew(&j->document, count, sizeof *j->document) ||
	    !renew(&j->keyed, 2 * count, sizeof *j->keyed) ||
	    !renew(&j->hash, count, sizeof *j->hash) ||
	    !renew(&j->table, table_size, sizeof *j->table))
		return err_memory(e);
	j->capacity = count;
	j->table_size = table_size;
	return 0;
}

static int make_room_for_groups(struct join *j, size_t groups, struct err *e)
{
	if (groups <= j->groups)
		return 0;
	struct join_grades *grades = realloc(j->grades, groups * sizeof *grades);
	if (grades == NULL)
		return err_memory(e);
	j->grades = grades;
	memset(grades + j->groups, 0, (groups - j->groups) * sizeof *grades);
	j->groups = groups;
	return renew(&j->group_view, groups, sizeof *j->group_view) ? 0 : err_memory(e);
}

/* Which way documents of one score are put in order. */
struct tie_break {
	const struct input *in;
	int direction;
};

static int compare_documents(uint64_t a, uint64_t b, const void *context)
{
	const struct tie_break *t = context;
	struct piece x, y;
	memcpy(&x, &a, sizeof x);
	memcpy(&y, &b, sizeof y);
	return t->direction * slice_compare(piece_slice(t->in, x), piece_slice(t->in, y));
}

static bool is_ranked(const struct run_topic *topic, const struct tie_break *tie)
{
	const struct run_record *x = topic->record;
	for (size_t i = 1; i < topic->count; i++) {
		if (x[i - 1].score > x[i].score)
			continue;
		if (x[i - 1].score < x[i].score)
			return false;
		if (tie->direction * slice_compare(piece_slice(tie->in, x[i - 1].document),
						   piece_slice(tie->in, x[i].document)) >
		    0)
			return false;
	}
	return true;
}

/*
 * Falling score, then falling document number; preferences alone have rising document numbers, as
 * trec_eval has it. Most runs come in this order, which one pass over the scores can see.
 */
static void rank_documents(struct join *j, const struct run *run, const struct run_topic *topic)
{
	struct tie_break tie = { &run->in, j->kind == JUDGMENTS_PREFERENCES ? 1 : -1 };
	size_t n = topic->count;
	if (is_ranked(topic, &tie)) {
		for (size_t i = 0; i < n; i++)
			j->document[i] = topic->record[i].document;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		j->keyed[i].key = key_descending(topic->record[i].score);
		memcpy(&j->keyed[i].item, &topic->record[i].document, sizeof j->keyed[i].item);
	}
	keyed_sort(j->keyed, n, j->keyed + n, compare_documents, &tie);
	for (size_t i = 0; i < n; i++)
		memcpy(&j->document[i], &j->keyed[i].item, sizeof j->document[i]);
}

static int retrieved_twice(const struct run *run, const struct run_topic *topic, struct slice a,
			   struct slice b, struct err *e)
{
	struct slice later = a.at > b.at ? a : b, earlier = a.at > b.at ? b : a;
	return err_at(e, run->in.path, input_line(&run->in, later.at),
		      "document '%s' of topic '%s' is retrieved twice: first on line %llu",
		      shown(later.at, later.length).text, topic->name,
		      (unsigned long long)input_line(&run->in, earlier.at));
}

/* Also leaves the hash values for the look-up of the judgments. */
static int refuse_duplicates(struct join *j, const struct run *run, const struct run_topic *topic,
			     struct err *e)
{
	size_t n = topic->count, size = (size_t)1 << hash_log2(2 * n), mask = size - 1;
	memset(j->table, 0, size * sizeof *j->table);
	for (size_t i = 0; i < n; i++) {
		struct slice document = piece_slice(&run->in, j->document[i]);
		unsigned hash = hash_bytes(document.at, document.length);
		j->hash[i] = hash;
		size_t slot = hash & mask;
		for (; j->table[slot] != 0; slot = (slot + 1) & mask) {
			size_t other = j->table[slot] - 1;
			if (j->hash[other] != hash)
				continue;
			struct slice earlier = piece_slice(&run->in, j->document[other]);
			if (slice_equal(earlier, document))
				return retrieved_twice(run, topic, earlier, document, e);
		}
		j->table[slot] = (uint32_t)i + 1;
	}
	return 0;
}

static struct judgment *find(struct judgment *index, struct slice document, unsigned hash)
{
	struct judgment *found;
	HASH_FIND_BYHASHVALUE(hh, index, document.at, document.length, hash, found);
	return found;
}

static void count_relevant(struct join_grades *g, const struct judgment_set *s, int32_t level,
			   struct topic_view *view)
{
	size_t relevant = 0;
	for (size_t i = 0; i < view->retrieved; i++) {
		g->relevant_at[relevant] = (uint32_t)i;
		relevant += g->grade[i] >= level;
	}
	view->relevant_at = g->relevant_at;
	view->relevant_retrieved = relevant;
	view->level = level;
	judgment_set_count(s, level, &view->relevant, &view->nonrelevant);
}

static int join_set(struct join *j, struct join_grades *g, const struct judgment_set *s,
		    const struct run *run, size_t n, struct topic_view *view, struct err *e)
{
	if (g->capacity < n + 1) { /* count_relevant() writes one behind the last */
		g->capacity = 0;
		if (!renew(&g->grade, j->capacity + 1, sizeof *g->grade) ||
		    !renew(&g->relevant_at, j->capacity + 1, sizeof *g->relevant_at))
			return err_memory(e);
		g->capacity = j->capacity + 1;
	}
	size_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		const struct judgment *x =
			find(s->index, piece_slice(&run->in, j->document[i]), j->hash[i]);
		int32_t grade = x == NULL       ? GRADE_UNPOOLED
				: x->level < 0 ? GRADE_UNJUDGED
					       : (int32_t)x->level;
		g->grade[kept] = grade;
		kept += grade >= 0 || !j->options.judged_only;
	}
	view->retrieved = kept;
	view->grade = g->grade;
	view->positive = s->positive;
	view->grades = s->grades;
	view->distinct_grades = s->distinct_grades;
	count_relevant(g, s, j->options.level, view);
	return 0;
}

static int join_groups(struct join *j, const struct judged_topic *judged, const struct run *run,
		       size_t n, struct topic_view *view, struct err *e)
{
	if (make_room_for_groups(j, judged->groups, e) < 0)
		return -1;
	for (size_t g = 0; g < judged->groups; g++) {
		j->group_view[g] = *view;
		if (join_set(j, &j->grades[g], &judged->group[g], run, n, &j->group_view[g], e) < 0)
			return -1;
	}
	view->group = j->group_view;
	view->groups = judged->groups;
	return 0;
}

static int join_preferences(struct join *j, const struct preference_topic *p,
			    const struct run *run, size_t n, struct topic_view *view, struct err *e)
{
	if (preference_join_start(&j->preferences, p, e) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct judgment *x =
			find(p->index, piece_slice(&run->in, j->document[i]), j->hash[i]);
		if (x != NULL)
			j->preferences.rank[x->number] = (int64_t)i;
	}
	view->preferences = preference_join_count(&j->preferences, p);
	return 0;
}

int join_topic(struct join *j, const struct judged_topic *judged, const struct run *run,
	       const struct run_topic *topic, struct topic_view *view, struct err *e)
{
	size_t n = topic == NULL ? 0 : topic->count;
	*view = (struct topic_view){ .topic = judged != NULL ? judged->name : NULL,
				     .runid = run->id,
				     .level = j->options.level,
				     .collection_size = j->options.collection_size,
				     .complete = j->options.complete };
	if (n > UINT32_MAX - 1)
		return err_data(e, "%.600s: topic '%s' has %zu documents: at most %u are allowed",
				run->in.path, topic->name, n, UINT32_MAX - 1);
	if (make_room(j, n, e) < 0)
		return -1;
	if (topic != NULL) {
		rank_documents(j, run, topic);
		if (refuse_duplicates(j, run, topic, e) < 0)
			return -1;
	}
	if (judged == NULL)
		return 0;
	if ((uint64_t)n > (uint64_t)j->options.most_retrieved)
		n = (size_t)j->options.most_retrieved;
	switch (j->kind) {
	case JUDGMENTS_GRADED:
		if (make_room_for_groups(j, 1, e) < 0)
			return -1;
		return join_set(j, &j->grades[0], &judged->all, run, n, view, e);
	case JUDGMENTS_GROUPED:
		return join_groups(j, judged, run, n, view, e);
	case JUDGMENTS_PREFERENCES:
		return join_preferences(j, judged->preferences, run, n, view, e);
	}
	return -1;
}

void join_level(struct join *j, const struct judged_topic *judged, int32_t level,
		struct topic_view *view)
{
	view->level = level;
	if (j->kind == JUDGMENTS_GRADED)
		count_relevant(&j->grades[0], &judged->all, level, view);
	for (size_t g = 0; g < view->groups; g++)
		count_relevant(&j->grades[g], &judged->group[g], level, &j->group_view[g]);
}
