/*
 * Judgments are collected in the order of the file, put in the order of topic (and group, and
 * sub-group) where they are not, and then indexed set by set, when the size of each set is known.
 */
#include "core/base/sort.h"
#include "core/data/judgments.h"
#include "core/data/preferences.h"

static int collect(void *context, const struct judgment_record *r, struct err *e)
{
	struct judgments *j = context;
	if (j->count == j->capacity) {
		size_t capacity = j->capacity < 1024 ? 1024 : j->capacity * 2;
		struct judgment *larger = realloc(j->judgment, capacity * sizeof *larger);
		if (larger == NULL)
			return err_memory(e);
		j->judgment = larger;
		j->capacity = capacity;
	}
	int64_t topic = names_add(&j->names, &j->memory, r->topic, e), group = 0, subgroup = 0;
	if (j->format->kind != JUDGMENTS_GRADED) {
		group = names_add(&j->group_names, &j->memory, r->group, e);
		subgroup = names_add(&j->subgroup_names, &j->memory, r->subgroup, e);
	}
	if (topic < 0 || group < 0 || subgroup < 0)
		return -1;
	struct judgment *next = &j->judgment[j->count++];
	next->document = r->document;
	next->level = r->level;
	next->topic = (uint32_t)topic;
	next->group = (uint32_t)group;
	next->subgroup = (uint32_t)subgroup;
	return 0;
}

/* Keys to put judgments in order by; the least important one is applied first. */
static uint64_t key_level(const struct judgment *x)
{
	return key_descending(x->level);
}

static uint64_t key_subgroup(const struct judgment *x)
{
	return x->subgroup;
}

static uint64_t key_group(const struct judgment *x)
{
	return x->group;
}

static uint64_t key_topic(const struct judgment *x)
{
	return x->topic;
}

static int keep_order(uint64_t a, uint64_t b, const void *context)
{
	(void)a, (void)b, (void)context;
	return 0;
}

static bool in_order(const struct judgments *j, uint64_t (*key)(const struct judgment *))
{
	for (size_t i = 1; i < j->count; i++)
		if (key(&j->judgment[i - 1]) > key(&j->judgment[i]))
			return false;
	return true;
}

static int order_by(struct judgments *j, uint64_t (*key)(const struct judgment *), struct err *e)
{
	if (in_order(j, key))
		return 0;
	struct keyed *keyed = malloc(2 * j->count * sizeof *keyed);
	struct judgment *ordered = malloc(j->count * sizeof *ordered);
	if (keyed != NULL && ordered != NULL) {
		for (size_t i = 0; i < j->count; i++)
			keyed[i] = (struct keyed){ .key = key(&j->judgment[i]), .item = i };
		keyed_sort(keyed, j->count, keyed + j->count, keep_order, NULL);
		for (size_t i = 0; i < j->count; i++)
			ordered[i] = j->judgment[keyed[i].item];
		free(j->judgment);
		j->judgment = ordered;
		ordered = NULL;
		j->capacity = j->count;
	}
	bool done = keyed != NULL && ordered == NULL;
	free(keyed);
	free(ordered);
	return done ? 0 : err_memory(e);
}

int judgments_twice(const struct judgments *j, const struct judgment *a, const struct judgment *b,
		    const char *where, struct err *e)
{
	const struct judgment *later = a->document.at > b->document.at ? a : b;
	const struct judgment *earlier = later == a ? b : a;
	return err_at(e, j->in.path, input_line(&j->in, later->document.at),
		      "document '%s' of topic '%s' is judged twice%s: first on line %llu",
		      shown(later->document.at, later->document.length).text,
		      j->topic[later->topic].name, where,
		      (unsigned long long)input_line(&j->in, earlier->document.at));
}

int judgments_index(struct judgment **index, unsigned hash_log2_buckets, struct judgment *x,
		    struct judgment **earlier, struct err *e)
{
	unsigned hash = hash_bytes(x->document.at, x->document.length);
	HASH_FIND_BYHASHVALUE(hh, *index, x->document.at, x->document.length, hash, *earlier);
	if (*earlier != NULL)
		return 0;
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, *index, x->document.at, x->document.length, hash, x);
	return x->hh.tbl == NULL ? err_memory(e) : 0;
}

static int falling(const void *a, const void *b)
{
	const struct grade_count *x = a, *y = b;
	return (x->grade < y->grade) - (x->grade > y->grade);
}

/* The distinct grades of a set. There are few of them as a rule, hence the search from the front. */
static int count_grades(struct judgments *j, struct judgment_set *s, struct err *e)
{
	enum { FEW = 16 };
	struct grade_count few[FEW];
	size_t distinct = 0;
	s->positive = 0;
	for (size_t i = 0; i < s->count && distinct <= FEW; i++) {
		int32_t grade = (int32_t)s->judgment[i].level;
		s->positive += grade > 0;
		if (grade < 0)
			continue;
		size_t k = 0;
		while (k < distinct && few[k].grade != grade)
			k++;
		if (k == FEW)
			distinct = FEW + 1;
		else if (k == distinct)
			few[distinct++] = (struct grade_count){ grade, 1 };
		else
			few[k].count++;
	}
	size_t room = distinct <= FEW ? distinct : s->count;
	s->grades = arena_alloc(&j->memory, room * sizeof *s->grades);
	if (s->grades == NULL)
		return err_memory(e);
	if (distinct <= FEW) {
		memcpy(s->grades, few, distinct * sizeof *few);
		qsort(s->grades, distinct, sizeof *few, falling);
		s->distinct_grades = distinct;
		return 0;
	}
	room = 0;
	s->positive = 0;
	for (size_t i = 0; i < s->count; i++) {
		int32_t grade = (int32_t)s->judgment[i].level;
		s->positive += grade > 0;
		if (grade >= 0)
			s->grades[room++] = (struct grade_count){ grade, 1 };
	}
	qsort(s->grades, room, sizeof *s->grades, falling);
	s->distinct_grades = 0;
	for (size_t i = 0; i < room; i++) {
		size_t last = s->distinct_grades;
		if (last > 0 && s->grades[last - 1].grade == s->grades[i].grade)
			s->grades[last - 1].count++;
		else
			s->grades[s->distinct_grades++] = s->grades[i];
	}
	return 0;
}

static int build_set(struct judgments *j, struct judgment_set *s, struct judgment *first,
		     size_t count, const char *where, struct err *e)
{
	*s = (struct judgment_set){ .judgment = first, .count = count };
	unsigned log2 = hash_log2(count);
	for (size_t i = 0; i < count; i++) {
		struct judgment *earlier;
		if (judgments_index(&s->index, log2, &first[i], &earlier, e) < 0)
			return -1;
		if (earlier != NULL)
			return judgments_twice(j, earlier, &first[i], where, e);
	}
	return count_grades(j, s, e);
}

size_t judgments_group_length(const struct judgment *first, const struct judgment *end)
{
	const struct judgment *x = first;
	while (x < end && x->group == first->group)
		x++;
	return (size_t)(x - first);
}

static int build_groups(struct judgments *j, struct judged_topic *t, struct judgment *first,
			struct judgment *end, struct err *e)
{
	for (const struct judgment *x = first; x < end; x += judgments_group_length(x, end))
		t->groups++;
	t->group = arena_alloc(&j->memory, t->groups * sizeof *t->group);
	if (t->group == NULL)
		return err_memory(e);
	memset(t->group, 0, t->groups * sizeof *t->group);
	for (size_t g = 0; g < t->groups; g++) {
		size_t count = judgments_group_length(first, end);
		if (build_set(j, &t->group[g], first, count, " by one group", e) < 0)
			return -1;
		first += count;
	}
	return 0;
}

static int build_topic(struct judgments *j, struct judged_topic *t, struct judgment *first,
		       struct judgment *end, struct err *e)
{
	switch (j->format->kind) {
	case JUDGMENTS_GRADED:
		return build_set(j, &t->all, first, (size_t)(end - first), "", e);
	case JUDGMENTS_GROUPED:
		return build_groups(j, t, first, end, e);
	case JUDGMENTS_PREFERENCES:
		return preferences_build(j, first, end, &t->preferences, e);
	}
	return -1;
}

static int by_name(uint64_t a, uint64_t b, const void *context)
{
	const struct judged_topic *topic = context;
	return strcmp(topic[a].name, topic[b].name);
}

static int sort_topics(struct judgments *j, struct err *e)
{
	struct keyed *keyed = malloc(2 * j->topics * sizeof *keyed);
	j->sorted = arena_alloc(&j->memory, j->topics * sizeof *j->sorted);
	if (keyed == NULL || j->sorted == NULL) {
		free(keyed);
		return err_memory(e);
	}
	for (size_t t = 0; t < j->topics; t++)
		keyed[t] = (struct keyed){ key_of_text(slice_of(j->topic[t].name)), t };
	keyed_sort(keyed, j->topics, keyed + j->topics, by_name, j->topic);
	for (size_t t = 0; t < j->topics; t++)
		j->sorted[t] = keyed[t].item;
	free(keyed);
	return 0;
}

static int build(struct judgments *j, struct err *e)
{
	if (j->count == 0)
		return err_data(e, "%.600s: no judgments: the file is empty", j->in.path);
	if (j->format->kind == JUDGMENTS_PREFERENCES &&
	    (order_by(j, key_level, e) < 0 || order_by(j, key_subgroup, e) < 0))
		return -1;
	if (j->format->kind != JUDGMENTS_GRADED && order_by(j, key_group, e) < 0)
		return -1;
	if (order_by(j, key_topic, e) < 0)
		return -1;
	size_t topics = j->names.count;
	j->topic = arena_alloc(&j->memory, topics * sizeof *j->topic);
	const char **name = malloc(topics * sizeof *name);
	if (j->topic == NULL || name == NULL) {
		free(name);
		return err_memory(e);
	}
	names_list(&j->names, name);
	for (size_t t = 0; t < topics; t++)
		j->topic[t] = (struct judged_topic){ .name = name[t] };
	free(name);
	j->topics = topics;
	struct judgment *x = j->judgment, *end = x + j->count;
	while (x < end) {
		struct judgment *first = x;
		while (x < end && x->topic == first->topic)
			x++;
		if (build_topic(j, &j->topic[first->topic], first, x, e) < 0)
			return -1;
	}
	return sort_topics(j, e);
}

int judgments_read(struct judgments *j, const struct judgment_format *format, const char *path,
		   struct err *e)
{
	*j = (struct judgments){ .format = format };
	if (input_read(&j->in, path, e) < 0)
		return -1;
	if (format->read(&j->in, collect, j, e) < 0 || build(j, e) < 0) {
		judgments_release(j);
		return -1;
	}
	return 0;
}

void judgments_release(struct judgments *j)
{
	for (size_t t = 0; t < j->topics; t++) {
		struct judged_topic *topic = &j->topic[t];
		HASH_CLEAR(hh, topic->all.index);
		if (topic->preferences != NULL)
			preferences_release(topic->preferences);
		for (size_t g = 0; g < topic->groups; g++)
			HASH_CLEAR(hh, topic->group[g].index);
	}
	names_release(&j->names);
	names_release(&j->group_names);
	names_release(&j->subgroup_names);
	arena_release(&j->memory);
	free(j->judgment);
	input_release(&j->in);
}

const struct judged_topic *judgments_find(const struct judgments *j, struct slice topic)
{
	int64_t number = names_find(&j->names, topic);
	return number == NAME_UNKNOWN ? NULL : &j->topic[number];
}

void judgment_set_count(const struct judgment_set *s, int32_t level, int64_t *relevant,
			int64_t *nonrelevant)
{
	*relevant = *nonrelevant = 0;
	for (size_t i = 0; i < s->distinct_grades; i++)
		*(s->grades[i].grade >= level ? relevant : nonrelevant) += s->grades[i].count;
}
