/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/design/label_cells.h"
#include "core/stats/sampling/jury.h"

/* The place of a class in a list of cells, of which there are `classes` for each stratum. */
static size_t cell_at(const struct label_cells *x, int32_t stratum, int32_t class_of)
{
	return (size_t)stratum * x->classes + (size_t)(class_of + 1);
}

struct placed label_cells_place(const void *context, struct slice name, unsigned hash)
{
	const struct label_cells *x = context;
	struct placed at = x->places->find(x->places->context, name, hash);
	if (at.judgment != NULL)
		at.place = x->b->d->place[at.judgment - x->b->j->judgment];
	else if (at.place >= 0)
		at.place = x->cell[cell_at(x, at.place, label_class(x->labels, name, hash))];
	return at;
}

static int count_labelled(struct label_cells *x, struct design_stratum *cell,
			  struct label_counts *to, struct err *e)
{
	for (size_t i = 0; x->labels != NULL && i < x->labels->count; i++) {
		struct slice name = label_document(x->labels, i);
		const struct placed at =
			x->places->find(x->places->context, name, x->labels->hash[i]);
		if (at.place == PLACE_UNKNOWN)
			return err_data(e,
					"%.400s: topic '%.200s': the stratum of the labelled "
					"document '%s' is not known: use judgments that list all "
					"documents of their strata (-R strata), or name the runs "
					"that formed the strata with --pool",
					x->b->o->labels->list.in.path, x->b->to->name,
					shown(name).text);
		if (at.place >= 0)
			cell[cell_at(x, at.place, x->labels->class_of[i])].size++;
		else
			to->outside++;
	}
	return 0;
}

static void count_judged(const struct label_cells *x, struct design_stratum *cell,
			 struct label_counts *to)
{
	const struct building *b = x->b;
	const struct judgment_set *all = &b->topic->all;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *y = &all->judgment[i];
		int32_t place = b->d->place[y - b->j->judgment];
		if (place < 0 || !judgment_is_sampled(b, y))
			continue;
		int32_t class_of = label_class(x->labels, judgment_document(y), y->hash);
		STRATUM_COUNT(b, &cell[cell_at(x, place, class_of)], y);
		to->judged++;
		to->judged_labelled += class_of != LABEL_NONE;
	}
}

/* What has no label is the rest of each stratum. */
static int count_unlabelled(struct label_cells *x, struct design_stratum *cell,
			    struct label_counts *to, struct err *e)
{
	const struct topic_strata *t = x->b->to;
	for (size_t h = 0; h < t->count; h++) {
		int64_t labelled = 0, size = t->stratum[h].size;
		struct design_stratum *none = &cell[cell_at(x, (int32_t)h, LABEL_NONE)];
		for (size_t k = 1; k < x->classes; k++)
			labelled += none[k].size;
		none->size = size - labelled;
		to->documents += size;
		to->unlabelled += x->labels != NULL ? none->size : 0;
		if (none->size >= none->sampled)
			continue;
		return err_data(
			e,
			"%.400s: topic '%.200s' has %lld labelled documents%s%.100s%s, and %lld that "
			"are judged have no label: more than its size of %lld. Are the document numbers "
			"written the same way, and are all labelled documents of the collection?",
			x->b->o->labels->list.in.path, t->name, (long long)labelled,
			t->stratum[h].name != NULL ? " of stratum '" : "",
			t->stratum[h].name != NULL ? t->stratum[h].name : "",
			t->stratum[h].name != NULL ? "'" : "", (long long)none->sampled,
			(long long)size);
	}
	return 0;
}

/* By the whole topic, whatever runs retrieve. */
static int choose_judges(struct building *b, struct err *e)
{
	struct topic_strata *t = b->to;
	struct jury_cell *cell = arena_alloc(&b->memory, (t->count + 1) * sizeof *cell);
	if (cell == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->count; i++)
		cell[i] = (struct jury_cell){ t->stratum[i].class_of,
					      t->stratum[i].cell_of,
					      { t->stratum[i].size, t->stratum[i].sampled },
					      t->stratum[i].relevant };
	t->judges = jury_choose(&b->d->jury, cell, t->count);
	return 0;
}

/* The cells that have documents take the places of the strata. */
static int replace_strata(struct label_cells *x, struct building *b,
			  const struct design_stratum *cell, struct err *e)
{
	struct topic_strata *t = b->to;
	size_t count = 0, all = t->count * x->classes;
	struct design_stratum *stratum = arena_alloc(&b->d->memory, (all + 1) * sizeof *stratum);
	if (stratum == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++) {
		x->cell[i] = PLACE_NONE;
		if (cell[i].size == 0)
			continue;
		x->cell[i] = (int32_t)count;
		stratum[count] = t->stratum[i / x->classes];
		stratum[count].size = cell[i].size;
		stratum[count].sampled = cell[i].sampled;
		stratum[count].relevant = cell[i].relevant;
		stratum[count].gray = cell[i].gray;
		stratum[count].cell_of = (uint32_t)(i / x->classes) + 1;
		stratum[count++].class_of = (int32_t)(i % x->classes) - 1;
	}
	const struct judgment_set *judged = &b->topic->all;
	for (size_t i = 0; i < judged->count; i++) {
		const struct judgment *y = &judged->judgment[i];
		int32_t *place = &b->d->place[y - b->j->judgment];
		int32_t class_of = label_class(x->labels, judgment_document(y), y->hash);
		*place = *place >= 0 ? x->cell[cell_at(x, *place, class_of)] : *place;
	}
	t->stratum = stratum;
	t->count = count;
	return choose_judges(b, e);
}

int label_cells_divide(struct label_cells *x, struct building *b, const struct document_places *p,
		       struct err *e)
{
	*x = (struct label_cells){ .b = b,
				   .places = p,
				   .labels = labels_of_topic(b->o->labels, b->number),
				   .classes = b->o->labels->classes + 1 };
	size_t all = b->to->count * x->classes;
	struct design_stratum *cell = arena_zeroed(&b->memory, all + 1, sizeof *cell);
	x->cell = arena_zeroed(&b->memory, all + 1, sizeof *x->cell);
	if (cell == NULL || x->cell == NULL)
		return err_memory(e);
	struct label_counts *to = &b->d->labels;
	to->topics_without += x->labels == NULL;
	if (count_labelled(x, cell, to, e) < 0)
		return -1;
	count_judged(x, cell, to);
	if (count_unlabelled(x, cell, to, e) < 0)
		return -1;
	return replace_strata(x, b, cell, e);
}

struct label_cell label_cell_of(const struct design *s, const struct topic_strata *t, size_t place,
				struct stratum_part part, int by, unsigned runs)
{
	const struct design_stratum *c = &t->stratum[place];
	return (struct label_cell){ .size = part.size,
				    .sampled = part.sampled,
				    .relevant = part.relevant,
				    .gray = part.gray,
				    .class_of = c->class_of,
				    .in = { by & 1, by >> 1 & 1 },
				    .part = (c->cell_of << runs) + (uint32_t)by,
				    .label = stratum_class(s, t, place) };
}

size_t join_cells(const struct design *s, const struct topic_strata *t, size_t first, size_t count,
		  const struct stratum_part *part, uint16_t *group)
{
	struct jury_cell cell[JURY_CELLS_MOST];
	for (size_t i = 0; i < count; i++)
		cell[i] = (struct jury_cell){ .class_of = t->stratum[first + i].class_of,
					      .part = { part[i].size, part[i].sampled } };
	return jury_join(&s->jury, &t->judges, cell, count, group);
}

struct stratum_part joined_cells(const struct topic_strata *t, size_t first, size_t count,
				 const struct stratum_part *part, const uint16_t *group, size_t g,
				 uint32_t *label)
{
	struct stratum_part sum = { 0 };
	int32_t lowest = 0, highest = 0;
	for (size_t i = 0; i < count; i++) {
		if (group[i] != g || part[i].size == 0)
			continue;
		lowest = sum.size == 0 ? t->stratum[first + i].class_of : lowest;
		highest = t->stratum[first + i].class_of;
		sum = parts_sum(sum, part[i]);
	}
	*label = classes_label(lowest, highest);
	return sum;
}

size_t label_groups(const struct design *s, const struct topic_strata *t, size_t first,
		    size_t count, size_t run, int side, struct divided_stratum *out,
		    uint16_t *group)
{
	struct stratum_part part[JURY_CELLS_MOST];
	for (size_t i = 0; i < count; i++)
		part[i] = stratum_side(&t->stratum[first + i], run, side);
	memset(group, 0, count * sizeof *group);
	size_t groups = s->labelled ? join_cells(s, t, first, count, part, group)
				    : cells_sum(t, first, run, side).size > 0;
	for (size_t g = 0; g < groups; g++) {
		uint32_t label;
		const struct stratum_part sum =
			joined_cells(t, first, count, part, group, g, &label);
		out[g] = (struct divided_stratum){ .size = sum.size,
						   .sampled = sum.sampled,
						   .retrieved = side == 1,
						   .label = s->labelled
								    ? label
								    : stratum_class(s, t, first) };
		out[g].relevant[side == 1] = sum.relevant;
		out[g].other[side == 1] = sum.sampled - sum.relevant;
	}
	return groups;
}
