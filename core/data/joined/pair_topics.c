/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/joined/pair_topics.h"
#include "core/data/runs/ranked_documents.h"
#include "core/data/design/label_cells.h"
#include "core/stats/sampling/jury.h"

void pair_topics_release(struct pair_topics *x)
{
	arena_release(&x->memory);
	*x = (struct pair_topics){ 0 };
}

/*
 * Plain judgments.
 */

size_t pair_documents(const struct ranked_topic *t, size_t a, size_t b, uint32_t *place,
		      struct pair_document *out)
{
	const size_t run[2] = { a, b };
	size_t count = 0;
	memset(place, 0, t->documents * sizeof *place);
	for (int side = 0; side < 2; side++)
		for (size_t i = 0; i < t->count[run[side]]; i++) {
			uint32_t d = t->order[run[side]][i];
			if (place[d] == 0) {
				out[count] = (struct pair_document){ .grade = t->grade[d] };
				place[d] = (uint32_t)++count;
			}
			out[place[d] - 1].rank[side] = (uint32_t)i + 1;
		}
	return count;
}

/*
 * Which run is right about documents that only one of them retrieves (Goutte & Gaussier, section
 * 3): to retrieve a document is to call it relevant. A document without a judgment is not relevant.
 */
static void count_outcomes(struct pair_topic *t, int32_t level, int64_t collection_size)
{
	int64_t relevant[2] = { 0, 0 }, retrieved[2] = { 0, 0 }, judged = 0;
	for (size_t i = 0; i < t->documents; i++) {
		const struct pair_document *d = &t->document[i];
		bool good = d->grade >= 0 && d->grade >= level;
		judged += d->grade >= 0;
		for (int side = 0; side < 2; side++) {
			retrieved[side] += d->rank[side] > 0;
			relevant[side] += good && d->rank[side] > 0;
		}
		if ((d->rank[0] > 0) != (d->rank[1] > 0))
			t->right[(d->rank[0] > 0) == good ? 0 : 1]++;
	}
	for (int side = 0; side < 2; side++)
		t->count[side] = (struct confusion){
			.tp = (double)relevant[side],
			.fp = (double)(retrieved[side] - relevant[side]),
			.fn = (double)(t->relevant - relevant[side]),
		};
	/* without -N, all that is known of the collection is what was judged or retrieved */
	int64_t known = (int64_t)t->documents + t->judged - judged;
	int64_t size = collection_size > known ? collection_size : known;
	t->same = size - t->right[0] - t->right[1];
}

int pair_topics_of_rankings(struct pair_topics *x, const struct rankings *k, size_t a, size_t b,
			    int32_t level, int64_t collection_size, struct err *e)
{
	size_t largest = 0, most = 0, used = 0;
	for (size_t i = 0; i < k->topics; i++) {
		const struct ranked_topic *t = &k->topic[i];
		most += t->count[a] + t->count[b];
		largest = t->documents > largest ? t->documents : largest;
	}
	*x = (struct pair_topics){ 0 };
	x->topic = arena_zeroed(&x->memory, k->topics, sizeof *x->topic);
	struct pair_document *document = arena_alloc(&x->memory, most * sizeof *document);
	uint32_t *place = arena_alloc(&x->memory, largest * sizeof *place);
	if (x->memory.failed) {
		pair_topics_release(x);
		return err_memory(e);
	}
	for (size_t i = 0; i < k->topics; i++) {
		const struct ranked_topic *t = &k->topic[i];
		if (t->order[a] == NULL || t->order[b] == NULL)
			continue;
		struct pair_topic *to = &x->topic[x->count++];
		int64_t nonrelevant;
		to->name = t->judged->name;
		to->document = document + used;
		to->documents = pair_documents(t, a, b, place, document + used);
		used += to->documents;
		judgment_set_count(&t->judged->all, level, &to->relevant, &nonrelevant);
		to->judged = to->relevant + nonrelevant;
		count_outcomes(to, level, collection_size);
	}
	return 0;
}

/*
 * Strata.
 */

/*
 * The quarters of a stratum, by which runs retrieve its documents: bit 0 is A, bit 1 is B. How many
 * documents there are is known with --post-stratify, and those that neither run retrieves are the
 * rest.
 */
static int quarter_of(const uint64_t *by, size_t a, size_t b)
{
	return (int)(by[a / 64] >> (a % 64) & 1) | (int)(by[b / 64] >> (b % 64) & 1) << 1;
}

static struct pair_stratum whole_cell(const struct stratum_part *c, uint32_t label, bool in_a,
				      bool in_b)
{
	return (struct pair_stratum){ .size = c->size,
				      .sampled = c->sampled,
				      .relevant = c->relevant,
				      .assessable = c->sampled - c->gray,
				      .in_a = in_a,
				      .in_b = in_b,
				      .label = label };
}

/* A stratum that either run may cut: a cell for each quarter of which the sample has something. */
static size_t cut_cell(const struct stratum_part *c, uint32_t label,
		       const struct stratum_part quarter[4], struct pair_stratum *out)
{
	size_t count = 0;
	for (int k = 0; k < 4; k++) {
		const struct stratum_part *part = &quarter[k];
		if (part->sampled == 0)
			continue;
		out[count] = whole_cell(c, label, k & 1, k >> 1 & 1);
		out[count].relevant = part->relevant;
		out[count].assessable = c->sampled - part->gray;
		out[count].cut = part->sampled < c->sampled;
		out[count++].part = part->sampled;
	}
	return count;
}

/* With --post-stratify each quarter that has documents is a stratum. */
static size_t split_cell(uint32_t label, const struct stratum_part quarter[4],
			 struct pair_stratum *out)
{
	size_t count = 0;
	for (int k = 0; k < 4; k++)
		if (quarter[k].size > 0)
			out[count++] = whole_cell(&quarter[k], label, k & 1, k >> 1 & 1);
	return count;
}

/* The quarters of a stratum that labels divide, with classes joined as those of one run are. */
static size_t split_cells(const struct design *s, const struct topic_strata *t, size_t first,
			  size_t count, struct stratum_part (*q)[4], struct pair_stratum *out)
{
	size_t made = 0;
	for (int k = 0; k < 4; k++) {
		struct stratum_part part[JURY_CELLS_MOST];
		uint16_t group[JURY_CELLS_MOST];
		for (size_t i = 0; i < count; i++)
			part[i] = q[i][k];
		size_t groups = join_cells(s, t, first, count, part, group);
		for (size_t g = 0; g < groups; g++) {
			uint32_t label;
			const struct stratum_part sum =
				joined_cells(t, first, count, part, group, g, &label);
			out[made++] = whole_cell(&sum, label, k & 1, k >> 1 & 1);
		}
	}
	return made;
}

/* The same before classes are joined. */
static size_t label_quarters(const struct design *s, const struct topic_strata *t, size_t first,
			     size_t end, struct stratum_part (*q)[4], struct label_cell *out)
{
	size_t made = 0;
	for (int k = 0; k < 4; k++)
		for (size_t i = first; i < end; i++) {
			out[made] = label_cell_of(s, t, i, q[i][k], k, 2);
			made += q[i][k].size > 0;
		}
	return made;
}

static bool mostly(const struct design_stratum *c, size_t run)
{
	return c->retrieved != NULL && 2 * c->retrieved[run].size > c->size;
}

static void count_quarters(const struct design *s, const struct judgments *j, size_t topic,
			   size_t a, size_t b, int32_t level, struct stratum_part (*q)[4])
{
	const struct judgment_set *all = &j->topic[topic].all;
	size_t first = (size_t)(all->judgment - j->judgment);
	for (size_t i = 0; i < all->count; i++) {
		int32_t place = s->place[first + i];
		if (place < 0)
			continue;
		int k = quarter_of(s->by + (first + i) * s->words, a, b);
		struct stratum_part *part = &q[place][k];
		double grade = all->judgment[i].level;
		part->size++;
		if (!(s->weight[first + i] > 0)) /* listed, and not sampled */
			continue;
		part->sampled++;
		part->relevant += grade >= 0 && grade >= level;
		part->gray += grade < 0;
	}
	const struct topic_strata *t = &s->topic[topic];
	for (size_t i = 0; i < t->unlisted_documents; i++)
		q[t->unlisted[i].place][quarter_of(t->unlisted[i].by, a, b)].size++;
}

static int topic_cells(const struct design *s, const struct judgments *j, size_t topic, size_t a,
		       size_t b, int32_t level, struct pair_stratum *out, size_t *count,
		       struct label_cell *labelled, size_t *label_cells, struct err *e)
{
	const struct topic_strata *t = &s->topic[topic];
	struct stratum_part(*q)[4] = calloc(t->count + 1, sizeof *q);
	if (q == NULL)
		return err_memory(e);
	bool fixed = t->count > 0 && t->stratum[0].signature != NULL;
	if (!fixed)
		count_quarters(s, j, topic, a, b, level, q);
	for (size_t i = 0; i < t->count; i++) {
		const struct design_stratum *c = &t->stratum[i];
		if (fixed) /* all of its documents are in one quarter */
			q[i][stratum_has_run(c, a) | stratum_has_run(c, b) << 1] =
				stratum_side(c, 0, -1);
		else
			q[i][0].size = c->size - q[i][1].size - q[i][2].size - q[i][3].size;
	}
	for (size_t k = 0; k < t->count; k++) {
		const struct design_stratum *c = &t->stratum[k];
		const struct stratum_part all = stratum_side(c, 0, -1);
		uint32_t label = stratum_class(s, t, k);
		if (c->cell_of > 0) {
			size_t end = cells_end(t, k);
			*count += split_cells(s, t, k, end - k, q + k, out + *count);
			*label_cells += label_quarters(s, t, k, end, q, labelled + *label_cells);
			k = end - 1;
		} else if (fixed)
			out[(*count)++] = whole_cell(&all, label, stratum_has_run(c, a),
						     stratum_has_run(c, b));
		else if (s->post_stratified)
			*count += split_cell(label, q[k], out + *count);
		else if (c->sampled == 0)
			out[(*count)++] = whole_cell(&all, label, mostly(c, a), mostly(c, b));
		else
			*count += cut_cell(&all, label, q[k], out + *count);
	}
	free(q);
	return 0;
}

/* Documents of one run or the other, all of which are taken to be relevant, or none. */
static size_t outside_cells(const double outside[2], const bool relevant[2],
			    struct pair_stratum *out)
{
	enum { OUTSIDE_LABEL = INT32_MAX }; /* no other stratum has it, or the next one */
	size_t count = 0;
	for (int side = 0; side < 2; side++) {
		int64_t size = llround(outside[side]);
		const struct stratum_part c = { size, size, relevant[side] ? size : 0, 0 };
		uint32_t label = (uint32_t)OUTSIDE_LABEL + relevant[side];
		if (size > 0)
			out[count++] = whole_cell(&c, label, side == 0, side == 1);
	}
	return count;
}

/* As a cell of labels. */
static struct label_cell known_cell(const struct pair_stratum *c, size_t number)
{
	return (struct label_cell){ .size = c->size,
				    .sampled = c->sampled,
				    .relevant = c->relevant,
				    .class_of = LABEL_NONE,
				    .in = { c->in_a, c->in_b },
				    .part = UINT32_MAX - (uint32_t)number,
				    .label = c->label,
				    .known = c->relevant > 0 };
}

/* How many documents of a run the cells have. */
static double inside(const struct pair_topic *t, int side)
{
	double sum = 0;
	for (size_t i = 0; i < t->cells; i++)
		if (side == 0 ? t->cell[i].in_a : t->cell[i].in_b)
			sum += pair_stratum_size(&t->cell[i]);
	return sum;
}

/* `room` is behind the cells of the topic. */
static void add_outside(struct pair_topic *to, const struct pair_outside *o, size_t t,
			struct pair_stratum *room)
{
	to->outside_estimated = o->estimated[t];
	memcpy(to->outside_relevant, o->relevant, sizeof to->outside_relevant);
	if (!o->estimated[t] || o->relevant[0] || o->relevant[1])
		to->cells += outside_cells(o->outside[t], o->relevant, room);
	else
		for (int side = 0; side < 2; side++)
			to->beyond[side] = o->retrieved[t][side] - inside(to, side);
}

int pair_topics_of_strata(struct pair_topics *x, const struct design *s, const struct judgments *j,
			  const bool *both, const struct pair_outside *outside, size_t a, size_t b,
			  int32_t level, struct err *e)
{
	size_t cells = 0, used = 0, labelled = 0;
	for (size_t t = 0; t < s->topics; t++)
		cells += both[t] ? 4 * s->topic[t].count + 2 : 0;
	*x = (struct pair_topics){ 0 };
	x->topic = arena_zeroed(&x->memory, s->topics, sizeof *x->topic);
	struct pair_stratum *cell = arena_alloc(&x->memory, cells * sizeof *cell);
	struct label_cell *label_cell =
		arena_alloc(&x->memory, (s->labelled ? cells : 0) * sizeof *label_cell);
	int result = x->memory.failed ? err_memory(e) : 0;
	for (size_t i = 0; i < s->topics && result == 0; i++) {
		size_t t = j->sorted[i];
		if (!both[t] || s->topic[t].count == 0)
			continue;
		struct pair_topic *to = &x->topic[x->count++];
		to->name = s->topic[t].name;
		to->cell = cell + used;
		to->label_cell = label_cell + labelled;
		result = topic_cells(s, j, t, a, b, level, cell + used, &to->cells,
				     label_cell + labelled, &to->label_cells, e);
		size_t inside = to->cells;
		if (result == 0 && outside != NULL)
			add_outside(to, outside, t, cell + used + to->cells);
		for (size_t c = inside; c < to->cells && to->label_cells > 0; c++)
			label_cell[labelled + to->label_cells++] = known_cell(&cell[used + c], c);
		labelled += to->label_cells;
		for (size_t c = used; result == 0 && c < used + to->cells; c++)
			x->unsampled += cell[c].sampled == 0 ? cell[c].size : 0;
		used += to->cells;
	}
	if (result < 0)
		pair_topics_release(x);
	return result;
}

/* ---- pools ---- */

int judgment_ranks(const struct judgments *j, const struct run *run, int64_t *rank, struct err *e)
{
	struct document_table table = { 0 };
	struct ranking ranking = { 0 };
	int result = 0;
	for (size_t i = 0; i < j->count; i++)
		rank[i] = -1;
	for (size_t t = 0; t < run->topics && result == 0; t++) {
		const struct run_topic *x = &run->topic[t];
		if (x->judged == NAME_UNKNOWN)
			continue;
		const struct judgment_set *all = &j->topic[x->judged].all;
		result = judgments_tabulate(&table, all->judgment, all->count, e);
		if (result == 0)
			result = ranking_make(&ranking, run, x, TIES_FALLING, e);
		for (size_t i = 0; result == 0 && i < x->count; i++) {
			struct slice name = piece_slice(&run->in, ranking.document[i]);
			const struct judgment *y = judgments_find(&table, all->judgment, name,
								  hash_bytes(name.at, name.length));
			if (y != NULL)
				rank[y - j->judgment] = (int64_t)i;
		}
	}
	document_table_release(&table);
	ranking_release(&ranking);
	return result;
}
