#include "core/data/runs/ranking.h"
#include "core/data/runs/rankings.h"

/* Working memory, used again for each topic. */
struct numbering {
	struct ranking ranking;
	struct document_table table;
	struct slice *name;  /* by number */
	unsigned *hash;	     /* by number */
	uint32_t *last_run;  /* by number: that had the document, and 1 */
	struct keyed *keyed; /* twice the room */
	uint32_t *place;     /* by number: the one in the order of names */
	size_t room;
};

static struct slice name_of(const void *context, size_t i)
{
	return ((const struct numbering *)context)->name[i];
}

static unsigned hash_of(const void *context, size_t i)
{
	return ((const struct numbering *)context)->hash[i];
}

static uint32_t *slot_of(const struct numbering *n, struct slice name, unsigned hash)
{
	const struct documents documents = { n, name_of, hash_of };
	return document_table_slot(&n->table, &documents, name, hash);
}

static void numbering_forget(struct numbering *n)
{
	free(n->name);
	free(n->hash);
	free(n->last_run);
	free(n->keyed);
	free(n->place);
	n->name = NULL;
	n->hash = n->last_run = n->place = NULL;
	n->keyed = NULL;
	n->room = 0;
}

static int numbering_start(struct numbering *n, size_t most, struct err *e)
{
	if (most > DOCUMENTS_MAX)
		return err_data(e,
				"the runs have %zu documents for one topic: at most %u are allowed",
				most, DOCUMENTS_MAX);
	if (most > n->room) {
		numbering_forget(n);
		n->name = malloc(most * sizeof *n->name);
		n->hash = malloc(most * sizeof *n->hash);
		n->last_run = malloc(most * sizeof *n->last_run);
		n->keyed = malloc(2 * most * sizeof *n->keyed);
		n->place = malloc(most * sizeof *n->place);
		n->room = most;
		if (n->name == NULL || n->hash == NULL || n->last_run == NULL || n->keyed == NULL ||
		    n->place == NULL) {
			numbering_forget(n);
			return err_memory(e);
		}
	}
	return document_table_start(&n->table, most, e);
}

static void numbering_release(struct numbering *n)
{
	ranking_release(&n->ranking);
	document_table_release(&n->table);
	numbering_forget(n);
}

/* The error that a document is there twice; where it stood first is looked for only now. */
static int is_twice(const struct numbering *n, const struct run *run, const struct run_topic *topic,
		    struct slice name, struct err *e)
{
	struct slice first = piece_slice(&run->in, n->ranking.document[0]);
	for (size_t i = 1; !slice_equal(first, name); i++)
		first = piece_slice(&run->in, n->ranking.document[i]);
	return retrieved_twice(run, topic, first, name, e);
}

/* Ranks one run's documents and gives numbers to those that are new. */
static int number_run(struct rankings *k, struct numbering *n, const struct run *run,
		      const struct run_topic *topic, struct ranked_topic *t, size_t number,
		      struct err *e)
{
	uint32_t *order = arena_alloc(&k->memory, (topic->count + 1) * sizeof *order);
	if (order == NULL)
		return err_memory(e);
	if (ranking_make(&n->ranking, run, topic, TIES_FALLING, e) < 0)
		return -1;
	for (size_t i = 0; i < topic->count; i++) {
		struct slice name = piece_slice(&run->in, n->ranking.document[i]);
		unsigned hash = hash_bytes(name.at, name.length);
		uint32_t *slot = slot_of(n, name, hash);
		if (*slot == 0) {
			n->name[t->documents] = name;
			n->hash[t->documents] = hash;
			n->last_run[t->documents++] = 0;
			*slot = (uint32_t)t->documents;
		}
		order[i] = *slot - 1;
		if (n->last_run[order[i]] == number + 1)
			return is_twice(n, run, topic, name, e);
		n->last_run[order[i]] = (uint32_t)number + 1;
	}
	t->order[number] = order;
	t->count[number] = topic->count;
	return 0;
}

static int grade_documents(struct rankings *k, const struct numbering *n, struct ranked_topic *t,
			   struct err *e)
{
	const struct judgment_set *s = &t->judged->all;
	t->grade = arena_alloc(&k->memory, (t->documents + 1) * sizeof *t->grade);
	if (t->grade == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->documents; i++)
		t->grade[i] = GRADE_UNPOOLED;
	for (size_t i = 0; i < s->count; i++) {
		const struct judgment *x = &s->judgment[i];
		uint32_t slot = *slot_of(n, judgment_document(x), x->hash);
		if (slot != 0)
			t->grade[slot - 1] = x->level < 0 ? GRADE_UNJUDGED : (int32_t)x->level;
	}
	return 0;
}

static int by_document(uint64_t a, uint64_t b, const void *context)
{
	const struct slice *name = context;
	return slice_compare(name[a], name[b]);
}

/* Gives the documents new numbers, in the order of their names. */
static int number_by_name(struct rankings *k, struct numbering *n, struct ranked_topic *t,
			  struct err *e)
{
	int32_t *grade = arena_alloc(&k->memory, (t->documents + 1) * sizeof *grade);
	t->name = arena_alloc(&k->memory, (t->documents + 1) * sizeof *t->name);
	if (grade == NULL || t->name == NULL)
		return err_memory(e);
	if (t->documents == 0)
		return 0;
	for (size_t i = 0; i < t->documents; i++)
		n->keyed[i] = (struct keyed){ key_of_text(n->name[i]), i };
	keyed_sort(n->keyed, t->documents, n->keyed + n->room, by_document, n->name);
	for (size_t i = 0; i < t->documents; i++) {
		size_t before = n->keyed[i].item;
		n->place[before] = (uint32_t)i;
		grade[i] = t->grade[before];
		t->name[i] = hash_name(n->name[before]);
	}
	t->grade = grade;
	for (size_t r = 0; r < k->runs; r++)
		for (size_t i = 0; i < t->count[r]; i++)
			t->order[r][i] = n->place[t->order[r][i]];
	return 0;
}

/* -M first, then -J, as in the join of a single run. */
static void shorten(struct ranked_topic *t, size_t runs, const struct rankings_options *o)
{
	for (size_t r = 0; r < runs; r++) {
		if ((uint64_t)t->count[r] > (uint64_t)o->most_retrieved)
			t->count[r] = (size_t)o->most_retrieved;
		if (!o->judged_only)
			continue;
		size_t kept = 0;
		for (size_t i = 0; i < t->count[r]; i++)
			if (t->grade[t->order[r][i]] >= 0)
				t->order[r][kept++] = t->order[r][i];
		t->count[r] = kept;
	}
}

/* The topics of all runs by number of the judged topic. */
struct run_topics {
	const struct run_topic **topic; /* runs x topics */
	size_t topics;
};

static int find_topics(struct run_topics *x, const struct judgments *j,
		       const struct run *const *runs, size_t count, struct err *e)
{
	x->topics = j->topics;
	x->topic = calloc(count * j->topics + 1, sizeof(const struct run_topic *));
	if (x->topic == NULL)
		return err_memory(e);
	for (size_t r = 0; r < count; r++)
		for (size_t t = 0; t < runs[r]->topics; t++)
			if (runs[r]->topic[t].judged != NAME_UNKNOWN)
				x->topic[r * j->topics + (size_t)runs[r]->topic[t].judged] =
					&runs[r]->topic[t];
	return 0;
}

static int build_topic(struct rankings *k, struct numbering *n, const struct run *const *runs,
		       const struct run_topics *x, size_t number, const struct rankings_options *o,
		       struct ranked_topic *t, struct err *e)
{
	static const struct run_topic nothing = { .count = 0 };
	size_t most = 0;
	for (size_t r = 0; r < k->runs; r++)
		if (x->topic[r * x->topics + number] != NULL)
			most += x->topic[r * x->topics + number]->count;
	t->order = arena_alloc(&k->memory, k->runs * sizeof *t->order);
	t->count = arena_alloc(&k->memory, k->runs * sizeof *t->count);
	if (t->order == NULL || t->count == NULL)
		return err_memory(e);
	if (numbering_start(n, most, e) < 0)
		return -1;
	for (size_t r = 0; r < k->runs; r++) {
		const struct run_topic *topic = x->topic[r * x->topics + number];
		t->order[r] = NULL;
		t->count[r] = 0;
		if (topic == NULL && o->complete)
			topic = &nothing;
		if (topic != NULL && number_run(k, n, runs[r], topic, t, r, e) < 0)
			return -1;
	}
	if (grade_documents(k, n, t, e) < 0 || (o->by_name && number_by_name(k, n, t, e) < 0))
		return -1;
	shorten(t, k->runs, o);
	return 0;
}

int rankings_build(struct rankings *k, const struct judgments *j, const struct run *const *runs,
		   size_t count, const struct rankings_options *o, struct err *e)
{
	*k = (struct rankings){ .topics = j->topics, .runs = count };
	struct run_topics x;
	struct numbering n = { 0 };
	int result = find_topics(&x, j, runs, count, e);
	k->topic = calloc(j->topics + 1, sizeof *k->topic);
	if (result == 0 && k->topic == NULL)
		result = err_memory(e);
	for (size_t i = 0; i < j->topics && result == 0; i++) {
		k->topic[i].judged = &j->topic[j->sorted[i]];
		result = build_topic(k, &n, runs, &x, j->sorted[i], o, &k->topic[i], e);
	}
	numbering_release(&n);
	free(x.topic);
	if (result < 0)
		rankings_release(k);
	return result;
}

void rankings_release(struct rankings *k)
{
	arena_release(&k->memory);
	free(k->topic);
}
