/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far the judges agree on documents: their grades, topic by topic.
 */
#include <math.h>

#include "core/commands/agree/agree.h"
#include "core/output/judged_text.h"

enum { GRADES_MOST = 256 }; /* beyond it, tables of grades would be mostly empty */

struct documents_of_judges {
	const struct agree_answer *x;
	struct graded_scale scale;
	int32_t grade[GRADES_MOST];
	struct names topics;	/* of all sides, those of A first */
	const char **topic;	/* their names */
	struct two_judges *two; /* of each judge, by topic */
	double *count;		/* of each judge, by topic, by grades; NULL: too many */
	double *coincidence;	/* of all, by topic */
	struct document_table table[SIDES_MOST];
};

/* The place of a grade in the scale, or where it would be. */
static size_t grade_place(const struct documents_of_judges *d, double level)
{
	size_t i = 0;
	while (i < d->scale.grades && d->grade[i] < level)
		i++;
	return i;
}

/* False: there are too many. */
static bool find_grades(struct documents_of_judges *d)
{
	for (size_t s = 0; s < d->x->sides; s++) {
		const struct judgments *j = &d->x->side[s].judgments;
		for (size_t t = 0; t < j->topics; t++)
			for (size_t i = 0; i < j->topic[t].all.count; i++) {
				double level = j->topic[t].all.judgment[i].level;
				size_t place = grade_place(d, level);
				if (level < 0 ||
				    (place < d->scale.grades && d->grade[place] == (int32_t)level))
					continue;
				if (d->scale.grades == GRADES_MOST)
					return false;
				for (size_t k = d->scale.grades++; k > place; k--)
					d->grade[k] = d->grade[k - 1];
				d->grade[place] = (int32_t)level;
			}
	}
	return true;
}

static int find_topics(struct documents_of_judges *d, struct arena *memory, struct err *e)
{
	for (size_t s = 0; s < d->x->sides; s++) {
		const struct judgments *j = &d->x->side[s].judgments;
		for (size_t t = 0; t < j->topics; t++)
			if (judgments_have_chosen(j, t) &&
			    names_add(&d->topics, memory, slice_of(j->topic[t].name), e) < 0)
				return -1;
	}
	d->topic = names_texts(&d->topics, memory, e);
	return d->topic == NULL ? -1 : 0;
}

static const struct judgment_set *set_of(const struct documents_of_judges *d, size_t side,
					 size_t topic)
{
	const struct judgments *j = &d->x->side[side].judgments;
	int64_t number = names_find(&j->names, slice_of(d->topic[topic]));
	return number == NAME_UNKNOWN ? NULL : &j->topic[number].all;
}

/* A document by the grades of all sides; nan: it has none there. */
static void count_document(struct documents_of_judges *d, size_t topic, const double *level,
			   int32_t relevant)
{
	size_t n = d->scale.grades, topics = d->topics.count, times[GRADES_MOST] = { 0 };
	for (size_t j = 0; j + 1 < d->x->sides; j++) {
		double a = level[0], b = level[j + 1];
		if (isnan(a) || isnan(b))
			continue;
		two_judges_count(&d->two[j * topics + topic], a, b, relevant);
		if (d->count != NULL && a >= 0 && b >= 0)
			d->count[((j * topics + topic) * n + grade_place(d, a)) * n +
				 grade_place(d, b)]++;
	}
	for (size_t s = 0; d->count != NULL && s < d->x->sides; s++)
		if (level[s] >= 0)
			times[grade_place(d, level[s])]++;
	if (d->count != NULL)
		coincidences_add(d->coincidence + topic * n * n, times, n);
}

/* Each document is counted where it stands first. */
static int count_topic(struct documents_of_judges *d, size_t topic, int32_t relevant, struct err *e)
{
	const struct judgment_set *set[SIDES_MOST];
	size_t sides = d->x->sides;
	for (size_t s = 0; s < sides; s++) {
		set[s] = set_of(d, s, topic);
		if (set[s] != NULL &&
		    judgments_tabulate(&d->table[s], set[s]->judgment, set[s]->count, e) < 0)
			return -1;
	}
	for (size_t s = 0; s < sides; s++)
		for (size_t i = 0; set[s] != NULL && i < set[s]->count; i++) {
			const struct judgment *judged = &set[s]->judgment[i];
			double level[SIDES_MOST];
			bool before = false;
			for (size_t k = 0; k < sides; k++) {
				const struct judgment *found =
					set[k] == NULL
						? NULL
						: judgments_find(&d->table[k], set[k]->judgment,
								 judgment_document(judged),
								 judged->hash);
				level[k] = found != NULL ? found->level : NAN;
				before = before || (k < s && found != NULL);
			}
			if (!before)
				count_document(d, topic, level, relevant);
		}
	return 0;
}

static int make_room_for_judges(struct documents_of_judges *d, struct agree_answer *x,
				struct err *e)
{
	struct arena *m = &x->memory;
	size_t judges = x->sides - 1, topics = d->topics.count;
	size_t cells = d->scale.grades * d->scale.grades;
	d->two = arena_zeroed(m, judges * topics + 1, sizeof *d->two);
	x->figure = arena_zeroed(m, judges * GRADED_FIGURES, sizeof *x->figure);
	x->figure_difference = arena_zeroed(m, pairs_of(judges) * GRADED_FIGURES + 1,
					    sizeof *x->figure_difference);
	if (x->graded) {
		d->count = arena_zeroed(m, judges * topics * cells + 1, sizeof *d->count);
		d->coincidence = arena_zeroed(m, topics * cells + 1, sizeof *d->coincidence);
	}
	return m->failed ? err_memory(e) : 0;
}

struct rank_request agree_ranks(const struct agree_request *q)
{
	const struct evaluation_options *o = &q->runs.batch.evaluation;
	struct ends ends = o->bounds.ends;
	tails_set(&ends, q->runs.level, q->runs.tail);
	return (struct rank_request){ .p = q->persistence,
				      .ends = ends,
				      .resamples = o->bounds.resamples,
				      .jobs = q->runs.batch.jobs };
}

static int compare_grades(struct documents_of_judges *d, struct agree_request *q,
			  struct agree_answer *x, struct err *e)
{
	const struct ends ends = agree_ranks(q).ends;
	size_t topics = d->topics.count, n = d->scale.grades;
	for (size_t j = 0; j + 1 < x->sides; j++) {
		struct judged_all *to = &x->judge[j].agreement;
		char who[4] = "";
		if (x->sides > 2)
			snprintf(who, sizeof who, "%c: ", (char)('B' + j));
		*to = judged_all(d->two + j * topics, topics, &ends);
		judged_warn(&q->runs.warnings, who, to, q->runs.level);
		if (to->topics == 0 && to->sum.gray == 0)
			warnings_add(&q->runs.warnings,
				     "no document is judged in both %.300s and %.300s: are topics "
				     "and document numbers written the same way?",
				     agree_name_of(x, 0), agree_name_of(x, j + 1));
	}
	if (!x->graded)
		return 0;
	for (int ordinal = 0; ordinal < 2; ordinal++)
		if (joint_alpha(d->coincidence, n, topics, ordinal == 1, &ends, &x->joint[ordinal],
				e) < 0)
			return -1;
	return graded_intervals(&d->scale, d->count, x->sides - 1, topics, &ends, x->figure,
				x->figure_difference, e);
}

int agree_on_documents(struct agree_request *q, struct agree_answer *x, struct err *e)
{
	int32_t level = q->runs.batch.evaluation.join.level;
	struct documents_of_judges d = { .x = x };
	d.scale = (struct graded_scale){ d.grade, 0, level };
	x->judged = x->by_file;
	for (size_t s = 0; s < x->sides; s++)
		x->judged = x->judged && x->side[s].judgments.format->kind == JUDGMENTS_GRADED;
	if (!x->judged)
		return 0;
	x->graded = find_grades(&d);
	x->binary = d.scale.grades == 2 && d.grade[0] < level && level <= d.grade[1];
	if (!x->graded)
		warnings_add(&q->runs.warnings,
			     "more than %d different grades: there is neither a weighted kappa nor "
			     "an alpha",
			     GRADES_MOST);
	int result = find_topics(&d, &x->memory, e);
	if (result == 0)
		result = make_room_for_judges(&d, x, e);
	for (size_t t = 0; t < d.topics.count && result == 0; t++)
		result = count_topic(&d, t, level, e);
	if (result == 0)
		result = compare_grades(&d, q, x, e);
	for (size_t s = 0; s < x->sides; s++)
		document_table_release(&d.table[s]);
	names_release(&d.topics);
	return result;
}
