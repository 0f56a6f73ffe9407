/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/learnt_cells.h"

static const double PADDED = 16;

static double sum_of(const int64_t x[2])
{
	return (double)(x[0] + x[1]);
}

static bool leaves_gray_out(const struct learnt_quantity *q)
{
	return (q->quantity == QUANTITY_PRECISION || q->quantity == QUANTITY_F) &&
	       !q->gray_nonrelevant;
}

/* The whole stratum, of which `relevant` documents of the sample are relevant. */
static struct learnt_cell whole_cell(const struct divided_stratum *d, double relevant)
{
	return (struct learnt_cell){ .size = (double)d->size,
				     .sampled = (double)d->sampled,
				     .relevant = relevant,
				     .weight = 1,
				     .label = d->label,
				     .group = d->retrieved ? LEARNT_RETRIEVED : LEARNT_REST,
				     .counted = true };
}

/* A stratum that is not cut. */
static struct learnt_cell segment_cell(const struct divided_stratum *d,
				       const struct learnt_quantity *q)
{
	struct learnt_cell c = whole_cell(d, sum_of(d->relevant));
	double gray = sum_of(d->gray);
	if (gray > 0 && d->retrieved && leaves_gray_out(q)) {
		c.size = c.size * (c.sampled - gray) / c.sampled;
		c.sampled -= gray;
	}
	return c;
}

static void pad(struct learnt_cell *c)
{
	c->size *= PADDED;
	c->sampled *= PADDED;
	c->padded = true;
}

static struct learnt_cell kind_cell(const struct divided_stratum *d, double relevant, int group,
				    double weight)
{
	struct learnt_cell c = whole_cell(d, relevant);
	pad(&c);
	c.group = group;
	c.weight = weight;
	return c;
}

/*
 * Sums. Strata without a sample take the rate of all sampled strata, retrieved or not, as the
 * topic's own estimate does: the documents of these count for more.
 */

static bool counts(const struct divided_stratum *d, int side, const struct learnt_quantity *q)
{
	bool all = q->quantity == QUANTITY_YIELD && !q->retrieved_only;
	return all || (side == 1 && (d->cut || d->retrieved));
}

/* What stands for the documents of a stratum: 1 for themselves, and what is borrowed. */
static size_t add_sum_cells(const struct divided_stratum *d, const struct learnt_quantity *q,
			    double borrowed, struct learnt_cell *out)
{
	size_t used = 0;
	if (!d->cut || counts(d, 0, q)) { /* all of its documents count alike */
		out[used] = segment_cell(d, q);
		out[used].counted = counts(d, d->cut || d->retrieved, q);
		out[used].weight = borrowed + (out[used].counted ? 1 : 0);
		return out[used].weight > 0 ? 1 : 0;
	}
	for (int side = 1; side >= 0; side--) {
		out[used] = whole_cell(d, (double)d->relevant[side]);
		out[used].group = side ? LEARNT_RETRIEVED : LEARNT_REST;
		out[used].counted = side == 1;
		out[used].weight = borrowed + side;
		used += out[used].weight > 0;
	}
	return used;
}

static struct learnt_topic sum_cells(const struct divided_stratum *d, size_t count,
				     const struct learnt_quantity *q, struct learnt_cell *out)
{
	struct learnt_topic t = { .cell = out, .unit = 1 };
	double sampled = 0, gray = 0, unsampled = 0, retrieved = 0;
	for (size_t i = 0; i < count; i++) {
		double size = (double)d[i].size;
		if (d[i].sampled == 0) {
			unsampled += counts(&d[i], d[i].retrieved, q) ? size : 0;
			continue;
		}
		sampled += size;
		gray += size * sum_of(d[i].gray) / (double)d[i].sampled;
		retrieved += d[i].retrieved ? segment_cell(&d[i], q).size : 0;
	}
	double borrowed = sampled > 0 ? unsampled / sampled : 0;
	/* of what has no sample as much is gray as elsewhere */
	double assessable = leaves_gray_out(q) && sampled > 0 ? 1 - gray / sampled : 1;
	for (size_t i = 0; i < count; i++) {
		if (d[i].sampled > 0) {
			t.cells += add_sum_cells(&d[i], q, borrowed, out + t.cells);
		} else if (counts(&d[i], d[i].retrieved, q)) {
			out[t.cells] = segment_cell(&d[i], q);
			out[t.cells++].size *= assessable;
		}
	}
	if (q->quantity == QUANTITY_PRECISION) {
		retrieved += unsampled * assessable;
		t.unit = retrieved > 0 ? 1 / retrieved : 0;
	}
	return t;
}

/*
 * Ratios.
 */

static size_t add_kinds(const struct divided_stratum *d, const struct learnt_quantity *q,
			struct learnt_cell *out)
{
	double beta2 = q->beta * q->beta, other = (double)d->other[1];
	size_t used = 0;
	if (q->gray_nonrelevant)
		other += (double)d->gray[1];
	if (d->cut || d->retrieved)
		out[used++] = kind_cell(d, (double)d->relevant[1], LEARNT_RETRIEVED, 1);
	if ((d->cut || d->retrieved) && q->quantity != QUANTITY_RECALL)
		out[used++] = kind_cell(d, other, LEARNT_REST, 1);
	if ((d->cut || !d->retrieved) && q->quantity != QUANTITY_PRECISION)
		out[used++] = kind_cell(d, (double)d->relevant[0], LEARNT_REST,
					q->quantity == QUANTITY_F ? beta2 : 1);
	return used;
}

struct learnt_topic learnt_cells_of_design(const struct divided_stratum *d, size_t count,
					   const struct learnt_quantity *q, struct learnt_cell *out)
{
	if (learnt_is_linear(q))
		return sum_cells(d, count, q, out);
	struct learnt_topic t = { .cell = out };
	bool kinds = q->share && q->quantity != QUANTITY_RECALL;
	for (size_t i = 0; i < count; i++) {
		t.retrieved += (double)(d[i].relevant[1] + d[i].other[1]);
		if (kinds || d[i].cut)
			t.cells += add_kinds(&d[i], q, out + t.cells);
		else
			out[t.cells++] = segment_cell(&d[i], q);
	}
	return t;
}

/*
 * Weights.
 */

struct learnt_topic learnt_cells_of_weights(const struct weighted *d, size_t count,
					    const struct learnt_quantity *q,
					    struct learnt_cell *out)
{
	struct learnt_topic t = { .cell = out, .unit = 1 };
	for (size_t i = 0; i < count; i++) {
		bool side = d[i].retrieved, sum = q->quantity == QUANTITY_YIELD;
		uint32_t label = UINT32_MAX - (uint32_t)ilogb(fmax(d[i].weight, 1));
		struct divided_stratum one = {
			.size = 1, .sampled = 1, .cut = true, .label = label
		};
		int64_t *kind = d[i].relevant ? one.relevant : d[i].gray ? one.gray : one.other;
		kind[side] = 1;
		t.retrieved += side && !d[i].gray;
		size_t end = t.cells + 1;
		if (sum)
			out[t.cells] =
				kind_cell(&one, d[i].relevant && (side || !q->retrieved_only),
					  LEARNT_RETRIEVED, 1);
		else
			end = t.cells + add_kinds(&one, q, out + t.cells);
		for (; t.cells < end; t.cells++)
			out[t.cells].size *= d[i].weight;
	}
	return t;
}

static struct learnt_cell pair_cell(const struct pair_stratum *s, const struct learnt_quantity *q)
{
	struct learnt_cell c = { .size = (double)s->size,
				 .sampled = (double)s->sampled,
				 .relevant = (double)s->relevant,
				 .weight = 1,
				 .label = s->label };
	double gray = (double)(s->sampled - s->assessable);
	if (s->cut && q->quantity == QUANTITY_RECALL) {
		pad(&c);
	} else if (s->cut) { /* as large as the sample says */
		c.size = pair_stratum_size(s);
		c.sampled = (double)s->part;
	}
	if (gray > 0 && (s->in_a || s->in_b) && leaves_gray_out(q)) {
		c.size = c.size * (c.sampled - gray) / c.sampled;
		c.sampled -= gray;
	}
	c.group = s->in_a && s->in_b ? LEARNT_BOTH
		  : s->in_a	     ? LEARNT_FIRST
		  : s->in_b	     ? LEARNT_SECOND
				     : LEARNT_NEITHER;
	return c;
}

struct learnt_topic learnt_cells_of_pair(const struct pair_stratum *s, size_t count,
					 const struct learnt_quantity *q, struct learnt_cell *out)
{
	for (size_t i = 0; i < count; i++)
		out[i] = pair_cell(&s[i], q);
	return (struct learnt_topic){ .cell = out, .cells = count };
}

/*
 * Classes.
 */

static int check_learnt_topics(const struct learnt_topic *topic, size_t count, struct err *e)
{
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < topic[t].cells; i++) {
			const struct learnt_cell *c = &topic[t].cell[i];
			if (c->group < 0 || c->group >= LEARNT_GROUPS || !(c->relevant >= 0) ||
			    c->relevant > c->sampled || c->sampled > c->size)
				return err_data(
					e,
					"topic %zu, stratum %zu: need 0 <= relevant <= sampled <= "
					"size, found %g, %g, %g",
					t + 1, i + 1, c->relevant, c->sampled, c->size);
		}
	return 0;
}

static int by_class(const void *a, const void *b)
{
	const struct learnt_cell *const *x = a, *const *y = b;
	if ((*x)->group != (*y)->group)
		return (*x)->group < (*y)->group ? -1 : 1;
	return ((*x)->label > (*y)->label) - ((*x)->label < (*y)->label);
}

/*
 * What the sample of each cell is divided by before samples are added up: if some cells of a group
 * are padded and others are not, as a run cuts a stratum in some topics only, 16 for the former.
 */
static double unit_of(const struct learnt_cell *c, const bool mixed[LEARNT_GROUPS])
{
	return mixed[c->group] && c->padded ? PADDED : 1;
}

static void find_mixed(struct learnt_cell **cell, size_t cells, bool mixed[LEARNT_GROUPS])
{
	bool any[LEARNT_GROUPS][2] = { { false } };
	for (size_t i = 0; i < cells; i++)
		any[cell[i]->group][cell[i]->padded] = true;
	for (int g = 0; g < LEARNT_GROUPS; g++)
		mixed[g] = any[g][0] && any[g][1];
}

/* The cells in the order of their classes, which are then filled one by one. */
static void fill_rates(struct learnt_cell **cell, size_t cells)
{
	double relevant[LEARNT_GROUPS] = { 0 }, sampled[LEARNT_GROUPS] = { 0 };
	double classes[LEARNT_GROUPS] = { 0 };
	bool mixed[LEARNT_GROUPS];
	find_mixed(cell, cells, mixed);
	for (size_t i = 0; i < cells; i++) {
		int g = cell[i]->group;
		relevant[g] += cell[i]->relevant;
		sampled[g] += cell[i]->sampled / unit_of(cell[i], mixed);
		classes[g] += i == 0 || by_class(&cell[i - 1], &cell[i]) != 0;
	}
	for (size_t i = 0, end; i < cells; i = end) {
		int g = cell[i]->group;
		double of_group = (relevant[g] + 0.5) / (sampled[g] + 1);
		double r = fmax(of_group, classes[g] > 1 ? 0.5 / classes[g] : 0), n = 1;
		for (end = i; end < cells && by_class(&cell[i], &cell[end]) == 0; end++) {
			r += cell[end]->relevant;
			n += cell[end]->sampled / unit_of(cell[end], mixed);
		}
		for (size_t k = i; k < end; k++)
			cell[k]->rate = r / n / unit_of(cell[k], mixed);
	}
}

int learnt_cells_pool(const struct learnt_topic *topic, size_t count, struct err *e)
{
	size_t cells = 0, used = 0;
	if (check_learnt_topics(topic, count, e) < 0)
		return -1;
	for (size_t t = 0; t < count; t++)
		cells += topic[t].cells;
	struct learnt_cell **cell = calloc(cells + 1, sizeof *cell);
	if (cell == NULL)
		return err_memory(e);
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < topic[t].cells; i++)
			cell[used++] = &topic[t].cell[i];
	qsort(cell, cells, sizeof *cell, by_class);
	fill_rates(cell, cells);
	free(cell);
	return 0;
}

static double seen_in(const struct learnt_topic *t, int least_group)
{
	double seen = 0;
	for (size_t i = 0; i < t->cells; i++)
		seen += t->cell[i].group >= least_group ? t->cell[i].relevant : 0;
	return seen;
}

double learnt_model_share(const struct learnt_topic *topic, size_t count, int least_group)
{
	double sum = 0;
	for (size_t t = 0; t < count; t++)
		sum += 1 / (1 + seen_in(&topic[t], least_group));
	return sum / (double)count;
}

double learnt_relevant_seen(const struct learnt_topic *topic, size_t count, size_t *blank)
{
	double seen = 0;
	*blank = 0;
	for (size_t t = 0; t < count; t++) {
		double here = seen_in(&topic[t], 0);
		seen += here;
		*blank += !(here > 0);
	}
	return seen;
}

bool learnt_cells_are_whole(const struct learnt_topic *topic, size_t count)
{
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < topic[t].cells; i++)
			if (topic[t].cell[i].sampled < topic[t].cell[i].size)
				return false;
	return true;
}
