#include "core/base/hash.h"
#include "core/data/design/strata.h"
#include "readers/strata_table.h"

/* One document of a topic, by name. */
struct member {
	const struct judgment *judgment; /* NULL: not among the judgments */
	struct part *part;		 /* where that stands */
	UT_hash_handle hh;
	uint64_t signature[];
};

/* All documents of one signature. */
struct signature {
	int64_t size;
	size_t labels;	 /* different ones among its judged documents, "none" counted too */
	int64_t labeled; /* sum of the sizes of its cells that are known by their label */
	UT_hash_handle hh;
	uint64_t bits[];
};

/* A cell on its way: the part of a signature with one label. */
struct part {
	struct signature *signature;
	uint32_t label; /* as struct judgment.part */
	int64_t listed; /* lines in the judgments, sampled or not */
	struct cell cell;
	int32_t place; /* of the cell among those of the topic */
	double least_probability, most_probability;
	UT_hash_handle hh;
	uint64_t key[]; /* signature and label */
};

/* A size that the judgments or a file give for a label. */
struct given_size {
	uint64_t key[2]; /* topic and label */
	int64_t size;
	int64_t rows; /* judgments of it; 0: not counted */
	uint64_t line;
	UT_hash_handle hh;
};

struct building {
	struct strata *s;
	const struct judgments *j;
	const struct run *const *runs;
	const struct strata_options *o;
	double *weight;
	int32_t *place;
	const struct run_topic **run_topic; /* of each run and judged topic; NULL: not retrieved */
	const char **label_name;
	bool whole_listed; /* the judgments list all documents of their strata */
	struct given_size *given;
	struct arena given_memory;
	/* of the topic at hand */
	struct arena memory;
	const struct judged_topic *topic;
	struct member *members;
	struct signature *signatures;
	struct part *parts;
	size_t *signatures_of_label; /* how many parts have a label */
};

static const unsigned hash_log2_buckets = 10;

/*
 * Sizes by label, from a file.
 */

static int take_size(void *context, const struct stratum_record *r, struct err *e)
{
	struct building *b = context;
	int64_t topic = names_find(&b->j->names, r->topic);
	int64_t label = names_find(&b->j->stratum_names, r->label);
	if (topic == NAME_UNKNOWN || label == NAME_UNKNOWN)
		return 0; /* nothing was judged there */
	struct given_size *g = arena_alloc(&b->given_memory, sizeof *g), *earlier;
	if (g == NULL)
		return err_memory(e);
	*g = (struct given_size){ .key = { (uint64_t)topic, (uint64_t)label + 1 },
				  .size = r->size,
				  .line = r->place.line };
	HASH_FIND(hh, b->given, g->key, sizeof g->key, earlier);
	if (earlier != NULL)
		return stratum_twice(r, earlier->line, e);
	HASH_ADD(hh, b->given, key, sizeof g->key, g);
	return g->hh.tbl == NULL ? err_memory(e) : 0;
}

/* The sizes that the judgments have themselves. */
static int take_given_sizes(struct building *b, struct err *e)
{
	for (size_t i = 0; i < b->j->strata.count; i++) {
		const struct given_stratum *x = &b->j->strata.given[i];
		struct given_size *g = arena_alloc(&b->given_memory, sizeof *g);
		if (g == NULL)
			return err_memory(e);
		*g = (struct given_size){ .key = { x->topic, x->label },
					  .size = x->size,
					  .rows = x->rows };
		HASH_ADD(hh, b->given, key, sizeof g->key, g);
		if (g->hh.tbl == NULL)
			return err_memory(e);
	}
	return 0;
}

static int read_sizes(struct building *b, struct err *e)
{
	if (b->o->sizes == NULL)
		return take_given_sizes(b, e);
	struct input in;
	if (input_read(&in, b->o->sizes, e) < 0)
		return -1;
	int result = stratum_sizes_read(&in, take_size, b, e);
	input_release(&in);
	return result;
}

/*
 * Documents and signatures of one topic.
 */

static struct member *find_member(struct building *b, struct slice name, unsigned hash)
{
	struct member *m;
	HASH_FIND_BYHASHVALUE(hh, b->members, name.at, name.length, hash, m);
	if (m != NULL)
		return m;
	size_t size = sizeof *m + b->s->words * sizeof *m->signature;
	m = arena_alloc(&b->memory, size);
	if (m == NULL)
		return NULL;
	memset(m, 0, size);
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, b->members, name.at, (unsigned)name.length, hash, m);
	return m->hh.tbl != NULL ? m : NULL;
}

static int gather_documents(struct building *b, size_t topic, struct err *e)
{
	for (size_t r = 0; r < b->s->runs; r++) {
		const struct run_topic *t = b->run_topic[r * b->j->topics + topic];
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&b->runs[r]->in, t->record[i].document);
			struct member *m = find_member(b, name, hash_bytes(name.at, name.length));
			if (m == NULL)
				return err_memory(e);
			m->signature[r / 64] |= UINT64_C(1) << (r % 64);
		}
	}
	const struct judgment_set *all = &b->topic->all;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *x = &all->judgment[i];
		struct member *m = find_member(b, judgment_document(x), x->hash);
		if (m == NULL)
			return err_memory(e);
		m->judgment = x;
	}
	return 0;
}

static struct signature *find_signature(struct building *b, const uint64_t *bits)
{
	size_t bytes = b->s->words * sizeof *bits;
	struct signature *s;
	HASH_FIND(hh, b->signatures, bits, bytes, s);
	if (s != NULL)
		return s;
	s = arena_alloc(&b->s->memory, sizeof *s + bytes);
	if (s == NULL)
		return NULL;
	*s = (struct signature){ 0 };
	memcpy(s->bits, bits, bytes);
	HASH_ADD(hh, b->signatures, bits, (unsigned)bytes, s);
	return s->hh.tbl != NULL ? s : NULL;
}

static struct part *find_part(struct building *b, struct signature *s, uint32_t label)
{
	uint64_t key[2] = { (uint64_t)(uintptr_t)s, label };
	struct part *p;
	HASH_FIND(hh, b->parts, key, sizeof key, p);
	if (p != NULL)
		return p;
	p = arena_alloc(&b->memory, sizeof *p + sizeof key);
	if (p == NULL)
		return NULL;
	*p = (struct part){
		.signature = s,
		.label = label,
		.cell = { .signature = s->bits,
			  .label = label > 0 ? b->label_name[label - 1] : NULL },
		.least_probability = 2,
	};
	memcpy(p->key, key, sizeof key);
	HASH_ADD(hh, b->parts, key, sizeof key, p);
	s->labels++;
	b->signatures_of_label[label]++;
	return p->hh.tbl != NULL ? p : NULL;
}

/* Whether a judgment says that the document was sampled; see readers/judgments/strata.c. */
static bool is_sampled(const struct building *b, const struct judgment *x)
{
	return !(b->whole_listed && x->level == -1);
}

static int count_member(struct building *b, struct member *m, struct err *e)
{
	struct signature *s = find_signature(b, m->signature);
	if (s == NULL)
		return err_memory(e);
	s->size++;
	const struct judgment *x = m->judgment;
	if (x == NULL)
		return 0;
	struct part *p = find_part(b, s, x->part);
	if (p == NULL)
		return err_memory(e);
	p->listed++;
	m->part = p;
	if (!is_sampled(b, x))
		return 0;
	p->cell.sampled++;
	p->cell.relevant += x->level >= b->o->level && x->level >= 0;
	p->cell.gray += x->level < 0;
	if (x->probability < p->least_probability)
		p->least_probability = x->probability;
	if (x->probability > p->most_probability)
		p->most_probability = x->probability;
	return 0;
}

/*
 * Sizes.
 */

static bool is_bottom(const struct building *b, const struct signature *s)
{
	for (size_t w = 0; w < b->s->words; w++)
		if (s->bits[w] != 0)
			return false;
	return true;
}

static const struct given_size *given_for(const struct building *b, size_t topic, uint32_t label)
{
	uint64_t key[2] = { topic, label };
	const struct given_size *g;
	HASH_FIND(hh, b->given, key, sizeof key, g);
	return label > 0 ? g : NULL;
}

/* The bottom holds what no run retrieves: the rest of the collection. */
static int size_bottom(struct building *b, struct err *e)
{
	int64_t elsewhere = 0;
	for (const struct signature *s = b->signatures; s != NULL; s = s->hh.next)
		elsewhere += is_bottom(b, s) ? 0 : s->size;
	uint64_t *none = arena_alloc(&b->memory, b->s->words * sizeof *none);
	if (none == NULL)
		return err_memory(e);
	memset(none, 0, b->s->words * sizeof *none);
	struct signature *bottom = find_signature(b, none);
	if (bottom == NULL)
		return err_memory(e);
	int64_t rest = b->o->collection_size - elsewhere;
	if (rest < bottom->size)
		return err_data(e,
				"-N %lld: topic '%s' has %lld documents in the runs and judgments, "
				"more than the collection",
				(long long)b->o->collection_size, b->topic->name,
				(long long)(elsewhere + bottom->size));
	bottom->size = rest;
	return 0;
}

static int size_is_missing(const struct building *b, const struct part *p, struct err *e)
{
	if (p->label > 0 && p->signature->labels > 1)
		return err_data(
			e,
			"%.600s: stratum '%s' of topic '%s' shares its documents' runs with "
			"another stratum, and its size is not known: give the sizes with "
			"--strata, or with --pool the runs that formed the strata",
			b->j->in.path, p->cell.label, b->topic->name);
	return err_data(e,
			"%.600s: topic '%s' has %lld judged documents that no run retrieves; how "
			"many such documents there are must be given by -N, the size of the "
			"collection%s",
			b->j->in.path, b->topic->name, (long long)p->listed,
			p->label > 0 ? ", or by --strata" : "");
}

/*
 * The size of one part, or -1 where it cannot be known. A label that was sampled in one signature
 * only may have other documents elsewhere: the part is at most as large as the signature.
 */
static int64_t size_of_part(const struct building *b, size_t topic, const struct part *p)
{
	if (b->whole_listed)
		return p->listed;
	const struct given_size *given = given_for(b, topic, p->label);
	bool counted = !is_bottom(b, p->signature) || b->o->collection_size > 0;
	int64_t count = counted ? p->signature->size : INT64_MAX;
	if (given != NULL && b->signatures_of_label[p->label] == 1)
		return given->size < count ? given->size : count;
	if (given != NULL && given->rows == given->size)
		return p->listed; /* all of the stratum was judged, and no more of it is elsewhere
				   */
	return p->signature->labels == 1 && counted ? count : -1;
}

static int size_parts(struct building *b, size_t topic, struct err *e)
{
	for (struct part *p = b->parts; p != NULL; p = p->hh.next) {
		const struct given_size *given = given_for(b, topic, p->label);
		p->cell.label_size = given != NULL ? given->size : 0;
		p->cell.size = size_of_part(b, topic, p);
		if (p->cell.size < 0)
			return size_is_missing(b, p, e);
		if (p->cell.size < p->cell.sampled)
			return err_data(
				e,
				"%.600s: stratum '%s' of topic '%s' has %lld sampled documents, "
				"but a size of %lld",
				b->j->in.path, p->cell.label != NULL ? p->cell.label : "",
				b->topic->name, (long long)p->cell.sampled,
				(long long)p->cell.size);
		p->signature->labeled += p->cell.size;
	}
	return 0;
}

/*
 * Cells.
 */

static bool is_uniform(const struct part *p)
{
	const double rounding = 0.005; /* probabilities are printed with few digits */
	return p->cell.sampled == 0 ||
	       p->most_probability - p->least_probability <= rounding * p->most_probability;
}

/* What of a signature is in no part: documents without a judgment. */
static struct cell rest_of(const struct building *b, const struct signature *s)
{
	bool counted = !is_bottom(b, s) || b->o->collection_size > 0;
	int64_t rest = counted ? s->size - s->labeled : 0;
	return (struct cell){ .signature = s->bits, .size = rest > 0 ? rest : 0 };
}

static int make_cells(struct building *b, struct topic_strata *t, struct err *e)
{
	size_t most = HASH_COUNT(b->parts) + HASH_COUNT(b->signatures);
	t->name = b->topic->name;
	t->uniform = true;
	t->cell = arena_alloc(&b->s->memory, most * sizeof *t->cell);
	if (t->cell == NULL)
		return err_memory(e);
	for (int bottom = 0; bottom <= 1; bottom++) {
		for (struct part *p = b->parts; p != NULL; p = p->hh.next) {
			if (is_bottom(b, p->signature) != bottom)
				continue;
			p->place = (int32_t)t->count;
			t->cell[t->count++] = p->cell;
			t->uniform = t->uniform && is_uniform(p);
		}
		for (const struct signature *s = b->signatures; s != NULL; s = s->hh.next) {
			struct cell rest = rest_of(b, s);
			if (is_bottom(b, s) == bottom && rest.size > 0)
				t->cell[t->count++] = rest;
		}
	}
	for (size_t i = 0; i < t->count; i++)
		b->s->unsampled += t->cell[i].sampled == 0 ? t->cell[i].size : 0;
	return 0;
}

/* What one sampled document stands for, and its cell. */
static void weigh(struct building *b)
{
	for (const struct member *m = b->members; m != NULL; m = m->hh.next) {
		if (m->judgment == NULL || !is_sampled(b, m->judgment))
			continue;
		size_t i = (size_t)(m->judgment - b->j->judgment);
		b->weight[i] = (double)m->part->cell.size / (double)m->part->cell.sampled;
		b->place[i] = m->part->place;
	}
}

static int build_topic(struct building *b, size_t topic, struct err *e)
{
	b->topic = &b->j->topic[topic];
	if (gather_documents(b, topic, e) < 0)
		return -1;
	for (struct member *m = b->members; m != NULL; m = m->hh.next)
		if (count_member(b, m, e) < 0)
			return -1;
	if (b->o->collection_size > 0 && size_bottom(b, e) < 0)
		return -1;
	if (size_parts(b, topic, e) < 0)
		return -1;
	if (make_cells(b, &b->s->topic[topic], e) < 0)
		return -1;
	weigh(b);
	return 0;
}

static void forget_topic(struct building *b)
{
	HASH_CLEAR(hh, b->members);
	HASH_CLEAR(hh, b->signatures);
	HASH_CLEAR(hh, b->parts);
	arena_release(&b->memory);
	memset(b->signatures_of_label, 0,
	       (b->j->stratum_names.count + 1) * sizeof *b->signatures_of_label);
}

static int build_all(struct building *b, struct err *e)
{
	size_t topics = b->j->topics, labels = b->j->stratum_names.count;
	b->run_topic = calloc(b->s->runs * topics + 1, sizeof *b->run_topic);
	b->label_name = calloc(labels + 1, sizeof *b->label_name);
	b->signatures_of_label = calloc(labels + 1, sizeof *b->signatures_of_label);
	b->s->topic = arena_alloc(&b->s->memory, topics * sizeof *b->s->topic);
	b->s->run = arena_alloc(&b->s->memory, b->s->runs * sizeof *b->s->run);
	if (b->run_topic == NULL || b->label_name == NULL || b->signatures_of_label == NULL ||
	    b->s->topic == NULL || b->s->run == NULL)
		return err_memory(e);
	names_list(&b->j->stratum_names, b->label_name);
	memset(b->s->topic, 0, topics * sizeof *b->s->topic);
	b->s->topics = topics;
	for (size_t r = 0; r < b->s->runs; r++) {
		b->s->run[r] = arena_copy(&b->s->memory, slice_of(b->runs[r]->id));
		if (b->s->run[r] == NULL)
			return err_memory(e);
		for (size_t t = 0; t < b->runs[r]->topics; t++)
			if (b->runs[r]->topic[t].judged != NAME_UNKNOWN)
				b->run_topic[r * topics + (size_t)b->runs[r]->topic[t].judged] =
					&b->runs[r]->topic[t];
	}
	if (read_sizes(b, e) < 0)
		return -1;
	int result = 0;
	for (size_t t = 0; t < topics && result == 0; t++) {
		result = build_topic(b, t, e);
		forget_topic(b);
	}
	return result;
}

static bool lists_unsampled(const struct judgments *j)
{
	for (size_t i = 0; i < j->count; i++)
		if (j->judgment[i].level == -1)
			return true;
	return false;
}

int strata_build(struct strata *s, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct strata_options *o, double *weight, int32_t *place,
		 struct err *e)
{
	*s = (struct strata){ .runs = count, .words = (count + 63) / 64 };
	struct building b = {
		.s = s, .j = j, .runs = runs, .o = o, .weight = weight, .place = place
	};
	b.whole_listed = strata_are_whole(j, o);
	if (b.whole_listed && !lists_unsampled(j))
		return err_data(
			e,
			"%.600s: only sampled documents are listed (none has relevance -1): the "
			"size of the strata must be given by -N, the size of the collection, or "
			"by --strata",
			j->in.path);
	int result = build_all(&b, e);
	HASH_CLEAR(hh, b.given);
	arena_release(&b.given_memory);
	free(b.run_topic);
	free(b.label_name);
	free(b.signatures_of_label);
	if (result < 0)
		strata_release(s);
	return result;
}

void strata_release(struct strata *s)
{
	arena_release(&s->memory);
}
