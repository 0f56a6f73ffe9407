/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/data/design/label_cells.h"
#include "core/data/joined/sample_join.h"

/* Lists for a topic with so many judgments and strata, of a ranking of so many documents. */
static int make_room_for_sample(struct sample_join *x, size_t judgments, size_t strata,
				size_t ranks, struct err *e)
{
#define ROOM(list, count) ((list) = arena_alloc(&x->memory, (count) * sizeof *(list)))
	arena_clear(&x->memory);
	ROOM(x->document, judgments);
	ROOM(x->unsampled, judgments);
	ROOM(x->document_cell, judgments);
	ROOM(x->second, judgments);
	ROOM(x->rank, judgments);
	ROOM(x->at, ranks);
	ROOM(x->stratum, 2 * strata + 2);
	ROOM(x->cell, 2 * strata + 2);
	ROOM(x->stratum_of_cell, strata);
	ROOM(x->cell_at, strata);
	ROOM(x->met, strata);
#undef ROOM
	return x->memory.failed ? err_memory(e) : 0;
}

int sample_join_start(struct sample_join *x, const struct design *s, size_t topic, size_t judgments,
		      size_t ranks, struct err *e)
{
	x->view = (struct sample_view){ .weights_given = s->weights_given,
					.whole = s->whole,
					.gray = s->gray,
					.outside_as = s->outside_as,
					.outside_asked = s->outside_as,
					.highest_grade = s->highest_grade,
					.post_stratified = s->post_stratified,
					.labelled = s->labelled,
					.variates = s->variates };
	if (make_room_for_sample(x, judgments, s->topic[topic].count, ranks, e) < 0)
		return -1;
	x->ranks = ranks;
	x->placed = false;
	for (size_t i = 0; i < judgments; i++)
		x->rank[i] = NOT_RETRIEVED;
	for (size_t i = 0; i < ranks; i++)
		x->at[i] = 0;
	return 0;
}

void sample_join_rank(struct sample_join *x, size_t number, size_t rank)
{
	x->rank[number] = (uint32_t)rank;
	x->at[rank] = (uint32_t)number + 1;
}

/* Judgment `i` of all, which is number `number` of the topic, joins the sampled documents, or the
 * unsampled ones. */
static void take_judgment(struct sample_join *x, const struct design *s, const struct judgments *j,
			  size_t i, size_t number, int32_t rank)
{
	int32_t class_of = s->class_of != NULL ? s->class_of[i] : LABEL_NONE;
	if (s->weight[i] > 0) {
		double second = j->second != NULL ? j->second[j->judgment[i].group] : NAN;
		x->second[x->view.documents] = isnan(second) ? NOT_AGAIN : (int32_t)second;
		x->document[x->view.documents++] = (struct sampled_document){
			.grade = (int32_t)j->judgment[i].level,
			.cluster = clusters_find(&j->clusters, j->judgment[i].document),
			.weight = s->weight[i],
			.rank = rank,
			.drawn = s->drawn_place[i],
			.stratum = s->place[i],
			.class_of = class_of,
			.number = (uint32_t)number,
		};
	} else if (rank >= 0) {
		x->unsampled[x->view.unsampled_documents++] =
			(struct unsampled_document){ rank, s->drawn_place[i], class_of,
						     (uint32_t)number };
	}
}

void sample_join_documents(struct sample_join *x, const struct design *s, const struct judgments *j,
			   size_t topic)
{
	const struct judgment_set *all = &j->topic[topic].all;
	size_t first = (size_t)(all->judgment - j->judgment);
	for (size_t rank = 0; rank < x->ranks; rank++)
		if (x->at[rank] != 0)
			take_judgment(x, s, j, first + x->at[rank] - 1, x->at[rank] - 1,
				      (int32_t)rank);
	for (size_t i = 0; i < all->count; i++)
		if (x->rank[i] == NOT_RETRIEVED)
			take_judgment(x, s, j, first + i, i, -1);
	for (size_t i = 0; i < x->view.documents; i++)
		x->view.gray_sampled += x->document[i].grade < 0;
	x->view.document = x->document;
	x->view.two_phase = j->second != NULL;
	x->coded = x->view.documents;
	x->view.unsampled = x->unsampled;
	x->view.classes = s->classes;
	x->view.drawn = s->topic[topic].drawn;
	x->view.drawn_strata = s->topic[topic].drawn_strata;
}

/*
 * Strata.
 */

/* How many documents of a cell a run retrieves; -1: not known. */
static int64_t known_retrieved(const struct design_stratum *c, size_t run)
{
	return c->signature != NULL || c->retrieved != NULL ? stratum_side(c, run, 1).size : -1;
}

/* Was all of it judged? Then it is known, too, what a run retrieves of it. */
static bool is_whole(const struct sample_join *x, const struct design_stratum *c)
{
	return x->view.documents > 0 && c->sampled == c->size;
}

static void count_met(struct sample_join *x, const struct topic_strata *t)
{
	if (x->placed || t->count == 0)
		return;
	memset(x->met, 0, t->count * sizeof *x->met);
	for (size_t i = 0; i < x->view.documents; i++)
		x->met[x->document[i].stratum] += x->document[i].rank >= 0;
}

/* A cell, or a part of it, becomes a stratum, or joins those without a sample. */
static int32_t add_stratum(struct sample_join *x, const struct divided_stratum *d,
			   int64_t unsampled[2])
{
	size_t place = x->view.strata;
	if (d->sampled > 0)
		memmove(&x->stratum[x->view.strata++], d, sizeof *d);
	else
		unsampled[d->retrieved] += d->size;
	return (int32_t)place;
}

/*
 * The cells of a stratum that labels divide: on each side of the run, classes with few judged
 * documents are joined. Returns the place of the last one.
 */
static size_t list_cells(struct sample_join *x, const struct design *all,
			 const struct topic_strata *t, size_t first, size_t run,
			 int64_t unsampled[2])
{
	size_t end = cells_end(t, first), count = end - first;
	for (int side = 0; side <= 1; side++) {
		/* made where they stay, or where the next ones will be */
		struct divided_stratum *d = &x->stratum[x->view.strata];
		uint16_t group[LABEL_CLASSES_MAX + 1];
		int32_t place[LABEL_CLASSES_MAX + 1];
		size_t groups = label_groups(all, t, first, count, run, side, d, group);
		for (size_t g = 0; g < groups; g++) {
			d[g].relevant[side] = d[g].other[side] = 0; /* documents are counted */
			place[g] = add_stratum(x, &d[g], unsampled);
		}
		for (size_t i = 0; i < count && groups > 0; i++)
			x->stratum_of_cell[first + i][side] = place[group[i]];
		for (size_t i = first; i < end && all->labelled; i++) {
			struct label_cell *to = &x->cell[x->view.cells];
			*to = label_cell_of(all, t, i, stratum_side(&t->stratum[i], run, side),
					    side, 1);
			to->relevant = to->gray = 0; /* these, too */
			x->cell_at[i][side] = (int32_t)x->view.cells;
			x->view.cells += to->size > 0;
		}
	}
	return end - 1;
}

/* The strata without what was sampled of them. */
static void list_strata(struct sample_join *x, const struct design *all,
			const struct topic_strata *t, size_t run)
{
	int64_t unsampled[2] = { 0, 0 };
	x->view.strata = x->view.design_strata = x->view.cells = 0;
	for (size_t i = 0; i < t->count; i++) {
		const struct design_stratum *c = &t->stratum[i];
		if (c->cell_of > 0) {
			x->view.design_strata++;
			i = list_cells(x, all, t, i, run, unsampled);
			continue;
		}
		bool known = is_whole(x, c);
		int64_t retrieved = known ? x->met[i] : known_retrieved(c, run);
		bool cut = retrieved > 0 && retrieved < c->size;
		const struct divided_stratum whole = { .size = c->size,
						       .sampled = c->sampled,
						       .cut = cut,
						       .retrieved = retrieved > 0,
						       .label = stratum_class(all, t, i) };
		int32_t *place = x->stratum_of_cell[i];
		if (!cut || (c->sampled > 0 && !all->post_stratified && !known)) {
			place[0] = place[1] = add_stratum(x, &whole, unsampled);
			continue;
		}
		for (int side = 0; side <= 1; side++) {
			int64_t size = side == 1 ? retrieved : c->size - retrieved;
			int64_t sampled = known ? size : stratum_side(c, run, side).sampled;
			const struct divided_stratum part = { .size = size,
							      .sampled = sampled,
							      .retrieved = side == 1,
							      .label = whole.label };
			place[side] = add_stratum(x, &part, unsampled);
		}
	}
	for (int retrieved = 0; retrieved <= 1; retrieved++)
		if (unsampled[retrieved] > 0)
			x->stratum[x->view.strata++] =
				(struct divided_stratum){ .size = unsampled[retrieved],
							  .retrieved = retrieved };
	x->view.stratum = x->stratum;
	x->view.cell = x->cell;
}

/* A table has numbers only, and no documents. */
static void count_cells(struct sample_join *x, const struct topic_strata *t, size_t run)
{
	x->view.retrieved = x->view.gray_sampled = 0;
	for (size_t i = 0; i < t->count; i++) {
		const struct design_stratum *c = &t->stratum[i];
		bool retrieved = stratum_has_run(c, run);
		struct divided_stratum *to = &x->stratum[x->stratum_of_cell[i][retrieved]];
		x->view.retrieved += retrieved ? c->size : 0;
		if (c->sampled == 0)
			continue;
		to->relevant[retrieved] = c->relevant;
		to->other[retrieved] = c->sampled - c->gray - c->relevant;
		int counts = gray_counts_as(x->view.gray, retrieved);
		(counts < 0   ? to->gray
		 : counts > 0 ? to->relevant
			      : to->other)[retrieved] += c->gray;
		x->view.gray_sampled += c->gray;
	}
}

static void add_grade(struct divided_stratum *to, int32_t grade, int32_t level, bool retrieved)
{
	to->gray[retrieved] += grade < 0;
	to->relevant[retrieved] += grade >= 0 && grade >= level;
	to->other[retrieved] += grade >= 0 && grade < level;
}

/* Documents get their strata and, where these are split, the weights that they have there. */
static void place_documents(struct sample_join *x, bool post_stratified)
{
	for (size_t i = 0; i < x->view.documents && !x->placed; i++) {
		struct sampled_document *d = &x->document[i];
		if (x->view.cells > 0)
			x->document_cell[i] = x->cell_at[d->stratum][d->rank >= 0];
		d->stratum = x->stratum_of_cell[d->stratum][d->rank >= 0];
		const struct divided_stratum *of = &x->stratum[d->stratum];
		if (post_stratified)
			d->weight = (double)of->size / (double)of->sampled;
	}
	x->placed = true;
}

static void count_documents(struct sample_join *x, int32_t level)
{
	for (size_t i = 0; i < x->view.documents; i++) {
		const struct sampled_document *d = &x->document[i];
		struct divided_stratum *to = &x->stratum[d->stratum];
		bool retrieved = d->rank >= 0;
		int32_t grade = counted_grade(&x->view, d, retrieved);
		add_grade(to, grade, level, retrieved);
		if (x->view.cells > 0) {
			struct label_cell *c = &x->cell[x->document_cell[i]];
			c->relevant += grade >= 0 && grade >= level;
			c->gray += grade < 0;
		}
	}
}

/* If it is not known which documents of a stratum the run retrieves, the sample tells. */
static void find_cuts(struct sample_join *x, const struct topic_strata *t, size_t retrieved)
{
	int64_t all[2] = { 0, 0 }, size = 0;
	for (size_t i = 0; i < t->count; i++) {
		struct divided_stratum *s = &x->stratum[x->stratum_of_cell[i][0]];
		size += t->stratum[i].size;
		if (t->stratum[i].sampled == 0 || known_retrieved(&t->stratum[i], 0) >= 0)
			continue;
		if (is_whole(x, &t->stratum[i])) {
			all[1] += x->met[i];
			all[0] += t->stratum[i].size - x->met[i];
			continue;
		}
		int64_t part = s->relevant[1] + s->other[1] + s->gray[1];
		s->cut = part > 0 && part < s->sampled;
		s->retrieved = part > 0;
		all[1] += part;
		all[0] += s->sampled - part;
	}
	bool everywhere =
		(all[1] == 0 && retrieved > 0) || (all[0] == 0 && (int64_t)retrieved < size);
	for (size_t i = 0; everywhere && i < t->count; i++) {
		struct divided_stratum *s = &x->stratum[x->stratum_of_cell[i][0]];
		if (t->stratum[i].sampled > 0 && known_retrieved(&t->stratum[i], 0) < 0 &&
		    s->sampled < s->size)
			s->cut = true;
	}
}

/*
 * How many retrieved documents could not be drawn. It is counted if it is known what the run
 * retrieves of each stratum, and if the strata are the whole collection. Else those that could are
 * estimated without bias: judged documents stand for others. Strata without a sample may have the
 * rest.
 */
static void find_outside(struct sample_join *x, const struct topic_strata *t, size_t run)
{
	double inside = 0, unsampled = 0;
	bool known = t->count > 0;
	for (size_t i = 0; i < t->count; i++) {
		int64_t retrieved = known_retrieved(&t->stratum[i], run);
		known = known && retrieved >= 0;
		inside += known ? (double)retrieved : 0;
		unsampled += t->stratum[i].sampled == 0 ? (double)t->stratum[i].size : 0;
	}
	if (!known) {
		inside = unsampled;
		for (size_t i = 0; i < x->view.documents; i++)
			inside += x->document[i].rank >= 0 ? x->document[i].weight : 0;
	}
	x->view.outside_counted = known || t->complete;
	x->view.outside = t->complete ? 0 : (double)x->view.retrieved - sum_of_weights(inside);
}

/* Weights that differ by more are of different rates. */
static const double UNEQUAL = 2;

/* Are the strata that the run seems to retrieve as a whole all that it has? */
static bool retrieves_whole_strata(const struct sample_view *v)
{
	int64_t retrieved = 0;
	for (size_t i = 0; i < v->strata; i++) {
		if (v->stratum[i].cut)
			return false;
		retrieved += v->stratum[i].retrieved ? v->stratum[i].size : 0;
	}
	return retrieved == v->retrieved;
}

/*
 * May the run have as many documents as it lists? Not if all of these are judged and stand for
 * more, nor if more are estimated to be relevant or gray.
 */
static bool size_is_possible(const struct sample_join *x, int32_t level)
{
	const struct sample_view *v = &x->view;
	double relevant = 0, gray = 0;
	int64_t met = 0;
	for (size_t i = 0; i < v->documents; i++) {
		const struct sampled_document *d = &x->document[i];
		int32_t grade = counted_grade(v, d, true);
		if (d->rank < 0)
			continue;
		met++;
		gray += grade < 0 ? d->weight : 0;
		relevant += grade >= 0 && grade >= level ? d->weight : 0;
	}
	double size = (double)v->retrieved;
	return (met < v->retrieved || v->outside >= 0) && gray < size &&
	       sum_of_weights(relevant + gray) <= size;
}

/* Does the topic have strata that the run may divide, and of different rates? */
static bool has_different_rates(const struct design *all, const struct topic_strata *t, size_t run,
				bool *divides)
{
	double least = INFINITY, most = 0;
	for (size_t i = 0; i < t->count; i++) {
		const struct design_stratum *c = &t->stratum[i];
		int64_t retrieved = known_retrieved(c, run);
		bool whole = retrieved == 0 || retrieved == c->size;
		if (c->sampled == 0 || whole || (retrieved > 0 && all->post_stratified))
			continue;
		double weight = (double)c->size / (double)c->sampled;
		least = fmin(least, weight);
		most = fmax(most, weight);
	}
	*divides = most > 0;
	return most > UNEQUAL * least;
}

bool design_rates_differ(const struct design *s, size_t run)
{
	bool divides, differ = s->rates_differ != NULL && s->rates_differ[run];
	for (size_t t = 0; t < s->topics && s->rates_differ == NULL && !differ; t++)
		differ = has_different_rates(s, &s->topic[t], run, &divides);
	return differ;
}

/*
 * If strata that the run may divide were sampled at different rates, the sum of the weights of its
 * judged documents says little of how many it has: precision as a ratio of such sums is biased by
 * far (doc/coverage.md, "Runs that came later"). But how many it has is known. So it is taken to
 * lie within the frame, and its relevant documents are divided by that number; unless documents
 * outside are counted. With equal rates the ratio is the better estimate, and the one that was
 * measured with families.
 */
static void settle_outside(struct sample_join *x, const struct design *s,
			   const struct topic_strata *t, size_t run, int32_t level)
{
	struct sample_view *v = &x->view;
	bool divides, own = has_different_rates(s, t, run, &divides);
	v->divides = divides && !retrieves_whole_strata(v);
	bool none = v->outside_counted && v->outside <= 0, some = v->outside_counted && !none;
	bool families = v->documents > 0 && x->document[0].cluster != 0;
	bool by_size = v->divides && !some && !families && size_is_possible(x, level) &&
		       (own || design_rates_differ(s, run));
	if (v->outside_as == OUTSIDE_BY_DESIGN || (v->outside_as == OUTSIDE_UNKNOWN && none))
		v->outside_as = by_size ? OUTSIDE_NONRELEVANT : OUTSIDE_LEFT_OUT;
}

void sample_join_strata(struct sample_join *x, const struct design *s, size_t topic, size_t run,
			int32_t level)
{
	const struct topic_strata *t = &s->topic[topic];
	x->view.weights_given = s->weights_given && !(s->post_stratified && t->count > 0);
	count_met(x, t);
	list_strata(x, s, t, run);
	x->view.design = topic_design(s, t);
	x->view.level = level;
	if (x->view.documents == 0) {
		count_cells(x, t, run);
		x->view.outside_counted = true;
		return;
	}
	find_outside(x, t, run);
	if (t->count == 0)
		return;
	place_documents(x, s->post_stratified);
	count_documents(x, level);
	find_cuts(x, t, x->ranks);
	settle_outside(x, s, t, run, level);
}

void sample_view_top(const struct sample_view *s, double cutoff, struct divided_stratum *out)
{
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *d = &s->stratum[i];
		out[i] = (struct divided_stratum){ .size = d->size,
						   .sampled = d->sampled,
						   .retrieved = d->cut || d->retrieved };
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		struct divided_stratum *to = &out[d->stratum];
		bool top = d->rank >= 0 && (double)d->rank < cutoff;
		add_grade(to, counted_grade(s, d, top), s->level, top);
	}
	int64_t all[2] = { 0, 0 };
	for (size_t i = 0; i < s->strata; i++) {
		int64_t part = out[i].relevant[1] + out[i].other[1] + out[i].gray[1];
		out[i].cut = out[i].retrieved && part > 0 && part < out[i].sampled;
		all[1] += part;
		all[0] += out[i].sampled - part;
	}
	/* of strata that the run does not retrieve, its top has nothing */
	for (size_t i = 0; i < s->strata; i++) {
		bool open = out[i].retrieved && out[i].sampled > 0 && out[i].sampled < out[i].size;
		int64_t part = out[i].relevant[1] + out[i].other[1] + out[i].gray[1];
		out[i].cut = out[i].cut || (open && (all[0] == 0 || all[1] == 0));
		out[i].retrieved = part > 0;
	}
}
