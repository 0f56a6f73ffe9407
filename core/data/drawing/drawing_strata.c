/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simple random samples from the cells of run intersections. Documents that are taken for certain
 * are not in the cells: a cell is what is left.
 *
 * A cell of which nothing is drawn would have no say in any estimate. So if there are more cells
 * than documents to draw, those that would give fewer than two in proportion to their sizes are
 * joined: cells that the same number of runs retrieve become one stratum, or, if that still leaves
 * too many, all of them.
 *
 * Whole families of a collection are drawn in the same way, each with a random number of its own.
 */
#include <math.h>

#include "core/base/hash.h"
#include "core/base/sort.h"
#include "core/data/drawing/drawing.h"
#include "core/stats/sampling/allocation.h"

/* Documents to draw from: a cell, or several joined. The last may be the rest of the collection. */
struct part {
	uint32_t cell;		 /* the first of those joined */
	size_t least, most;	 /* joined: how many runs retrieve its documents; else 0 */
	int64_t known, relevant; /* documents that are judged already, and those relevant */
	const char *label;	 /* NULL until it is needed */
	struct smallest sample;
};

struct parts {
	struct part *part;
	struct allocation_part *share; /* of the part with the same number */
	size_t count;
	uint32_t *of_cell; /* number of a cell's part, plus 1 */
	bool rest;	   /* the last one is the rest of the collection */
};

/* How many documents of the collection are neither retrieved nor judged; -1 with `e` filled. */
static int64_t size_of_rest(const struct drawing *d, struct err *e)
{
	int64_t listed = (int64_t)d->pool.count + d->outside;
	if (listed > d->o->collection_size)
		return err_data(e,
				"-N %lld: topic '%s' has %lld documents in the runs and "
				"judgments, more than the collection",
				(long long)d->o->collection_size, d->t->name, (long long)listed);
	return d->o->collection_size - listed;
}

static struct part *add_part(struct parts *x, uint32_t cell, int64_t size)
{
	x->part[x->count] = (struct part){ .cell = cell };
	x->share[x->count] = (struct allocation_part){ .size = size };
	x->of_cell[cell] = (uint32_t)++x->count;
	return &x->part[x->count - 1];
}

static size_t runs_of(const struct pool_cell *cell, uint32_t number)
{
	size_t runs = 0;
	for (uint32_t c = number; c != 0; c = cell[c].parent)
		runs++;
	return runs;
}

/* What becomes of a cell that would give fewer than two documents. */
enum joining { JOIN_NONE, JOIN_BY_RUNS, JOIN_ALL };

/* The cells in this order become parts; part_of has room for a number for each number of runs. */
static void add_cells(const struct drawing *d, struct parts *x, enum joining how, int64_t documents,
		      const struct keyed *order, size_t count, uint32_t *part_of)
{
	memset(part_of, 0, (d->o->run_count + 1) * sizeof *part_of);
	x->count = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t cell = (uint32_t)order[i].item;
		int64_t size = d->cells.cell[cell].size;
		bool small = (double)size * (double)d->t->size < 2 * (double)documents;
		if (how == JOIN_NONE || !small) {
			add_part(x, cell, size);
			continue;
		}
		size_t runs = runs_of(d->cells.cell, cell);
		uint32_t *joined = &part_of[how == JOIN_BY_RUNS ? runs : 0];
		if (*joined == 0) {
			struct part *p = add_part(x, cell, size);
			p->least = p->most = runs;
			*joined = (uint32_t)x->count;
			continue;
		}
		struct part *p = &x->part[*joined - 1];
		p->least = runs < p->least ? runs : p->least;
		p->most = runs > p->most ? runs : p->most;
		x->share[*joined - 1].size += size;
		x->of_cell[cell] = *joined;
	}
}

/*
 * Cells by falling size, so that the larger one comes first where shares are equal; the rest last.
 */
static int list_parts(struct drawing *d, struct parts *x, struct err *e)
{
	struct pool_cells *c = &d->cells;
	for (size_t i = 0; i < d->pool.count; i++)
		c->cell[c->of[i]].size -= d->certain[i] != UNCERTAIN;
	x->part = arena_alloc(&d->memory, c->count * sizeof *x->part);
	x->share = arena_alloc(&d->memory, c->count * sizeof *x->share);
	x->of_cell = arena_zeroed(&d->memory, c->count, sizeof *x->of_cell);
	struct keyed *order = arena_alloc(&d->memory, 2 * c->count * sizeof *order);
	uint32_t *part_of = arena_alloc(&d->memory, (d->o->run_count + 1) * sizeof *part_of);
	int64_t rest = d->o->collection_size > 0 ? size_of_rest(d, e) : 0, documents = rest;
	if (d->memory.failed)
		return err_memory(e);
	if (rest < 0)
		return -1;
	size_t count = 0;
	for (size_t i = 1; i < c->count; i++) {
		documents += c->cell[i].size;
		if (c->cell[i].size > 0)
			order[count++] = (struct keyed){ ~(uint64_t)c->cell[i].size, i };
	}
	keyed_sort(order, count, order + c->count, NULL, NULL);
	bool fixed = d->o->listed || d->o->allocation == ALLOCATION_GIVEN;
	enum joining how = JOIN_NONE;
	add_cells(d, x, how, documents, order, count, part_of);
	while (!fixed && how < JOIN_ALL && (int64_t)x->count + (rest > 0) > d->t->size)
		add_cells(d, x, ++how, documents, order, count, part_of);
	d->of.joined = how != JOIN_NONE;
	x->rest = rest > 0;
	if (x->rest)
		add_part(x, 0, rest);
	return 0;
}

/* "A+B", the names of the cell's runs in their order; NULL: memory ran out. */
static const char *runs_text(struct drawing *d, uint32_t number)
{
	const struct pool_cell *cell = d->cells.cell;
	size_t length = 0;
	for (uint32_t c = number; c != 0; c = cell[c].parent)
		length += strlen(d->o->runs[cell[c].run]->id) + 1;
	char *text = arena_alloc(&d->memory, length), *at = text != NULL ? text + length : NULL;
	for (uint32_t c = number; c != 0 && text != NULL; c = cell[c].parent) {
		const char *id = d->o->runs[cell[c].run]->id;
		*--at = c == number ? '\0' : '+'; /* from the last run to the first */
		at -= strlen(id);
		memcpy(at, id, strlen(id));
	}
	return text;
}

/* The names of its runs, or if it is joined "2-of-8-runs", which retrieve its documents, or
 * "1-to-3-of-8-runs"; "-" for none, "all" if there are no runs and nothing was left out. */
static int name_part(struct drawing *d, struct part *x, struct err *e)
{
	size_t all = d->o->run_count;
	if (all == 0 || (x->most == 0 && x->cell == 0))
		x->label = all == 0 && !d->o->rest ? "all" : "-";
	else if (x->most == 0)
		x->label = runs_text(d, x->cell);
	else if (x->least == x->most)
		x->label = arena_print(&d->memory, "%zu-of-%zu-runs", x->most, all);
	else
		x->label =
			arena_print(&d->memory, "%zu-to-%zu-of-%zu-runs", x->least, x->most, all);
	return x->label == NULL ? err_memory(e) : 0;
}

/* What is known of the cells. */
static void count_known(const struct drawing *d, struct parts *x)
{
	const struct judged_topic *t = d->t->judged;
	for (size_t i = 0; t != NULL && i < t->all.count; i++) {
		const struct judgment *j = &t->all.judgment[i];
		size_t document = pool_find(&d->pool, judgment_document(j), j->hash);
		uint32_t cell = document != SIZE_MAX ? d->cells.of[document] : 0;
		uint32_t number = x->of_cell[cell];
		if (j->level < 0 || number == 0)
			continue;
		x->part[number - 1].known++;
		x->part[number - 1].relevant += j->level >= d->o->level;
	}
}

/* Whether a guess is meant for the documents of a part. */
static bool is_meant(const struct drawing *d, const struct prevalence_guess *g,
		     const struct part *p)
{
	const struct pool_cell *cell = d->cells.cell;
	if (g->of == NULL)
		return slice_equal(g->label, slice_of(p->label));
	for (uint32_t c = p->cell; c != 0; c = cell[c].parent)
		if (d->o->runs[cell[c].run] == g->of)
			return true;
	return false;
}

static double guess_of(const struct drawing *d, const struct part *p)
{
	const struct drawing_options *o = d->o;
	for (size_t i = 0; i < o->guesses; i++)
		if (is_meant(d, &o->guess[i], p)) {
			atomic_store(&o->guess[i].used, true);
			return o->guess[i].share;
		}
	return p->cell == 0 ? o->rest_prevalence : o->prevalence;
}

static int weigh(struct drawing *d, struct parts *x, struct err *e)
{
	const struct drawing_options *o = d->o;
	if (o->allocation == ALLOCATION_NEYMAN)
		count_known(d, x);
	for (size_t i = 0; i < x->count; i++) {
		struct part *p = &x->part[i];
		if (o->guesses > 0 && name_part(d, p, e) < 0)
			return -1;
		double size = (double)x->share[i].size, guess = guess_of(d, p);
		double share = ((double)p->relevant + guess) / ((double)p->known + 1);
		x->share[i].least = o->allocation == ALLOCATION_NEYMAN ? o->least : 0;
		x->share[i].weight = o->allocation == ALLOCATION_PROPORTIONAL ? size
				     : o->allocation == ALLOCATION_EQUAL
					     ? 1
					     : size * sqrt(share * (1 - share));
	}
	return 0;
}

static int take_given(struct drawing *d, struct parts *x, struct err *e)
{
	const struct stratum_rows *s = d->o->shares;
	for (size_t i = 0; i < x->count; i++) {
		struct part *p = &x->part[i];
		if (name_part(d, p, e) < 0)
			return -1;
		const struct slice topic = slice_of(d->t->name);
		struct stratum_row *given = stratum_rows_find(s, topic, slice_of(p->label));
		if (given == NULL && i == 0 && x->count == 1 + (size_t)x->rest)
			given = stratum_rows_find(s, topic, slice_of("retrieved")); /* of `plan` */
		if (given == NULL)
			continue;
		given->used = true;
		if (given->is.size > x->share[i].size)
			return err_at(e, s->in.path, given->is.place.line,
				      "size %lld: cell '%s' of topic '%s' has %lld documents to "
				      "draw from",
				      (long long)given->is.size, shown(slice_of(p->label)).text,
				      d->t->name, (long long)x->share[i].size);
		x->share[i].share = given->is.size;
	}
	return 0;
}

static int share_out(struct drawing *d, struct parts *x, struct err *e)
{
	for (size_t i = 0; i < x->count; i++)
		d->of.available += x->share[i].size;
	if (d->o->allocation == ALLOCATION_GIVEN)
		return take_given(d, x, e);
	if (weigh(d, x, e) < 0)
		return -1;
	return allocate(x->share, x->count, d->t->size, e);
}

/* The documents that are drawn from the pool. */
static void draw_from_pool(const struct drawing *d, struct parts *x)
{
	for (size_t i = 0; i < d->pool.count; i++) {
		uint32_t number = x->of_cell[d->cells.of[i]];
		if (d->certain[i] != UNCERTAIN || number == 0)
			continue;
		struct smallest *s = &x->part[number - 1].sample;
		if (s->room > 0)
			smallest_keep(s, drawing_bits(d, pool_name(&d->pool.document[i])), i);
	}
}

/* The documents that are drawn from the rest of the collection, by their numbers in it. */
static void draw_from_rest(const struct drawing *d, struct smallest *s)
{
	const struct collection *c = d->o->collection;
	for (size_t i = 0; i < collection_size(c); i++) {
		uint64_t bits = uniform_permanent(d->o->seed, d->key, c->hash[i]);
		if (!smallest_wants(s, bits))
			continue;
		struct slice name = collection_name(c, i);
		unsigned hash = c->table_hash[i];
		bool certain = d->o->add_judged && drawing_judgment(d, name, hash) != NULL;
		if (!certain && pool_find(&d->pool, name, hash) == SIZE_MAX)
			smallest_keep(s, bits, i);
	}
}

static int add_drawn(struct drawing *d, const struct part *p, const struct allocation_part *share,
		     struct err *e)
{
	bool rest = p->cell == 0, nameless = rest && d->o->collection == NULL;
	for (int64_t i = 0; i < share->share; i++) {
		struct drawn_document row = { .probability =
						      (double)share->share / (double)share->size,
					      .stratum = p->label,
					      .size = share->size };
		size_t item = nameless ? 0 : (size_t)p->sample.heap[i].item;
		if (!nameless)
			row.name = rest ? collection_name(d->o->collection, item)
					: pool_name(&d->pool.document[item]);
		if (drawing_add(d, &row, e) < 0)
			return -1;
	}
	d->of.nameless += nameless ? share->share : 0;
	return 0;
}

static int add_parts(struct drawing *d, struct parts *x, struct names *labels, struct err *e)
{
	for (size_t i = 0; i < x->count; i++) {
		struct part *p = &x->part[i];
		if (x->share[i].share == 0) {
			d->of.unsampled += x->share[i].size;
			continue;
		}
		if (p->label == NULL && name_part(d, p, e) < 0)
			return -1;
		size_t before = labels->count;
		if (names_add(labels, &d->memory, slice_of(p->label), e) < 0)
			return -1;
		if (labels->count == before)
			return err_data(e,
					"topic '%s': two cells would be called '%s': the name of a "
					"run with a + in it must not be made up of names of other "
					"runs",
					d->t->name, shown(slice_of(p->label)).text);
		if (add_drawn(d, p, &x->share[i], e) < 0)
			return -1;
	}
	return 0;
}

int drawing_strata(struct drawing *d, struct err *e)
{
	struct parts x = { 0 };
	if (pool_cells_make(&d->cells, &d->pool, e) < 0 || list_parts(d, &x, e) < 0 ||
	    share_out(d, &x, e) < 0)
		return -1;
	for (size_t i = 0; i < x.count; i++) {
		struct part *p = &x.part[i];
		bool nameless = p->cell == 0 && d->o->collection == NULL;
		p->sample.room = nameless ? 0 : (size_t)x.share[i].share;
		p->sample.heap = arena_alloc(&d->memory, p->sample.room * sizeof *p->sample.heap);
		if (p->sample.heap == NULL)
			return err_memory(e);
	}
	draw_from_pool(d, &x);
	if (x.rest && d->o->collection != NULL)
		draw_from_rest(d, &x.part[x.count - 1].sample);
	struct names labels = { 0 };
	int result = add_parts(d, &x, &labels, e);
	names_release(&labels);
	return result;
}

/* ---- families ---- */

/* The families of the collection, by number: those with a name, and behind as many numbers as there
 * are documents those of a document alone. Some numbers have no documents. */
struct family_list {
	size_t *of;	/* of each document */
	size_t *size;	/* of each family */
	uint64_t *bits; /* its random number */
	size_t numbers;
};

static int list_families(struct drawing *d, struct family_list *f, struct names *names,
			 struct err *e)
{
	const struct collection *c = d->o->collection;
	size_t documents = collection_size(c);
	f->numbers = 2 * documents;
	f->of = arena_alloc(&d->memory, documents * sizeof *f->of);
	f->size = arena_zeroed(&d->memory, f->numbers, sizeof *f->size);
	f->bits = arena_alloc(&d->memory, f->numbers * sizeof *f->bits);
	if (d->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < documents; i++) {
		struct slice family = c->family[i];
		bool alone = family.length == 0;
		int64_t number =
			alone ? (int64_t)(documents + i) : names_add(names, &d->memory, family, e);
		if (number < 0)
			return -1;
		/* a document may be called as a family is */
		f->bits[number] = uniform_permanent(d->o->seed, d->key + alone,
						    alone ? c->hash[i] : hash_name(family));
		f->of[i] = (size_t)number;
		f->size[number]++;
	}
	return 0;
}

int drawing_families(struct drawing *d, struct err *e)
{
	const struct collection *c = d->o->collection;
	const size_t all = collection_size(c), most = all / 100 > 10 ? all / 100 : 10;
	struct family_list f = { 0 };
	struct names names = { 0 };
	int result = list_families(d, &f, &names, e);
	names_release(&names);
	if (result < 0)
		return -1;
	int64_t in_large = 0;
	for (size_t k = 0; k < f.numbers; k++) {
		d->of.available += f.size[k] > 0 && f.size[k] <= most;
		d->of.large += f.size[k] > most;
		in_large += f.size[k] > most ? (int64_t)f.size[k] : 0;
	}
	d->of.families = (size_t)(d->t->size < d->of.available ? d->t->size : d->of.available);
	struct smallest s = { .room = d->of.families };
	bool *drawn = arena_zeroed(&d->memory, f.numbers, sizeof *drawn);
	s.heap = arena_alloc(&d->memory, s.room * sizeof *s.heap);
	if (drawn == NULL || s.heap == NULL)
		return err_memory(e);
	for (size_t k = 0; k < f.numbers; k++)
		if (f.size[k] > 0 && f.size[k] <= most)
			smallest_keep(&s, f.bits[k], k);
	for (size_t i = 0; i < s.count; i++)
		drawn[s.heap[i].item] = true;
	struct part whole = { 0 };
	if (name_part(d, &whole, e) < 0)
		return -1;
	const double share = (double)d->of.families / (double)d->of.available;
	struct drawn_document row[2] = {
		{ .probability = share, .stratum = whole.label, .size = (int64_t)all - in_large },
		{ .probability = 1,
		  .stratum = d->o->rest ? "-" LARGE_FAMILIES : LARGE_FAMILIES,
		  .size = in_large },
	};
	for (size_t i = 0; i < all && result == 0; i++) {
		struct drawn_document *x = &row[f.size[f.of[i]] > most];
		x->name = collection_name(c, i);
		x->family = c->family[i];
		if (x == &row[1] || drawn[f.of[i]])
			result = drawing_add(d, x, e);
	}
	return result;
}
