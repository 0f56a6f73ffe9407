#include <stdlib.h>

#include "core/stats/hierarchy/learnt_cells.h"

static struct learnt_cell cell_of(const struct stratum *s, bool leave_gray_out)
{
	struct learnt_cell c = { .size = (double)s->size,
				 .sampled = (double)s->sampled,
				 .relevant = (double)s->relevant,
				 .label = s->label };
	if (leave_gray_out && s->assessable < s->sampled) {
		c.size *= (double)s->assessable / (double)s->sampled;
		c.sampled = (double)s->assessable;
	}
	return c;
}

static bool has_retrieved_below(enum quantity quantity)
{
	return quantity == QUANTITY_PRECISION || quantity == QUANTITY_F;
}

struct learnt_cell learnt_cell_of_stratum(const struct stratum *s, enum quantity quantity,
					  bool gray_nonrelevant)
{
	struct learnt_cell c =
		cell_of(s, s->retrieved && has_retrieved_below(quantity) && !gray_nonrelevant);
	c.group = s->retrieved ? LEARNT_RETRIEVED : LEARNT_REST;
	return c;
}

struct learnt_cell learnt_cell_of_shared(const struct shared_cell *s, enum quantity quantity,
					 bool gray_nonrelevant)
{
	const struct stratum plain = { .size = s->size,
				       .sampled = s->sampled,
				       .relevant = s->relevant,
				       .assessable = s->assessable,
				       .label = s->label };
	struct learnt_cell c = cell_of(
		&plain, (s->in_a || s->in_b) && has_retrieved_below(quantity) && !gray_nonrelevant);
	c.group = s->in_a && s->in_b ? LEARNT_BOTH
		  : s->in_a	     ? LEARNT_FIRST
		  : s->in_b	     ? LEARNT_SECOND
				     : LEARNT_NEITHER;
	return c;
}

static int check(const struct learnt_topic *topic, size_t count, int groups, struct err *e)
{
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < topic[t].cells; i++) {
			const struct learnt_cell *c = &topic[t].cell[i];
			if (c->group < 0 || c->group >= groups || !(c->relevant >= 0) ||
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

/* The cells in the order of their classes, which are then filled one by one. */
static void fill_rates(struct learnt_cell **cell, size_t cells)
{
	double relevant[LEARNT_GROUPS] = { 0 }, sampled[LEARNT_GROUPS] = { 0 };
	for (size_t i = 0; i < cells; i++) {
		relevant[cell[i]->group] += cell[i]->relevant;
		sampled[cell[i]->group] += cell[i]->sampled;
	}
	for (size_t i = 0, end; i < cells; i = end) {
		int g = cell[i]->group;
		double r = (relevant[g] + 0.5) / (sampled[g] + 1), n = 1;
		for (end = i; end < cells && by_class(&cell[i], &cell[end]) == 0; end++) {
			r += cell[end]->relevant;
			n += cell[end]->sampled;
		}
		for (size_t k = i; k < end; k++)
			cell[k]->rate = r / n;
	}
}

int learnt_cells_pool(const struct learnt_topic *topic, size_t count, int groups, struct err *e)
{
	size_t cells = 0, used = 0;
	if (check(topic, count, groups, e) < 0)
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

bool learnt_cells_are_whole(const struct learnt_topic *topic, size_t count)
{
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < topic[t].cells; i++)
			if (topic[t].cell[i].sampled < topic[t].cell[i].size)
				return false;
	return true;
}
