/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gains: what a document of a grade is worth. The grade itself, unless a parameter such as 1=0.5
 * says otherwise; unjudged documents (GRADE_UNPOOLED, GRADE_UNJUDGED) are worth nothing unless a
 * parameter names -1 or -2.
 */
#pragma once

#include <math.h>

#include "measures/measure.h"

static inline const struct gain *gain_given(const struct parameters *p, int32_t grade)
{
	for (size_t i = 0; i < p->gains; i++)
		if (p->gain[i].grade == grade)
			return &p->gain[i];
	return NULL;
}

static inline double gain_of(const struct parameters *p, int32_t grade)
{
	const struct gain *given = p->gains > 0 ? gain_given(p, grade) : NULL;
	return given != NULL ? given->value : grade > 0 ? (double)grade : 0;
}

/* How many documents of the topic are judged to be of a grade. */
static inline int64_t grade_occurrences(const struct topic_view *t, int32_t grade)
{
	size_t low = 0, high = t->distinct_grades;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (t->grades[middle].grade > grade)
			low = middle + 1;
		else
			high = middle;
	}
	return low < t->distinct_grades && t->grades[low].grade == grade ? t->grades[low].count : 0;
}

/*
 * The ideal ranking: all judged documents with a gain above 0, by falling gain. Two falling lists
 * are merged, the grades with their default gain and those that a parameter gives one.
 */
struct ideal {
	const struct topic_view *t;
	const struct parameters *p;
	size_t next_grade, next_given;
	double gain;   /* of the documents that come next ... */
	int64_t count; /* ... and how many there are; 0: no more */
};

static inline void ideal_advance(struct ideal *i)
{
	while (i->next_grade < i->t->distinct_grades &&
	       gain_given(i->p, i->t->grades[i->next_grade].grade) != NULL)
		i->next_grade++;
	while (i->next_given < i->p->gains &&
	       grade_occurrences(i->t, i->p->gain[i->next_given].grade) == 0)
		i->next_given++;
	double by_grade = i->next_grade < i->t->distinct_grades
				  ? (double)i->t->grades[i->next_grade].grade
				  : 0;
	double given = i->next_given < i->p->gains ? i->p->gain[i->next_given].value : 0;
	i->gain = fmax(fmax(by_grade, given), 0);
	i->count = 0;
	if (i->gain > 0 && given >= by_grade)
		i->count = grade_occurrences(i->t, i->p->gain[i->next_given++].grade);
	else if (i->gain > 0)
		i->count = i->t->grades[i->next_grade++].count;
}

static inline struct ideal ideal_start(const struct topic_view *t, const struct parameters *p)
{
	struct ideal i = { .t = t, .p = p };
	ideal_advance(&i);
	return i;
}

/* The gain of the next document of the ideal ranking; 0 when there is none left. */
static inline double ideal_next(struct ideal *i)
{
	double gain = i->gain;
	if (i->count > 0 && --i->count == 0)
		ideal_advance(i);
	return gain;
}
