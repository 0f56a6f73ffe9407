/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/data/joined/regressed_view.h"

static double discount(double rank)
{
	return 1 / log2(rank + 1);
}

/* Of the document at a rank, from 0. */
static double weight_at(const struct regressed_as *as, int64_t rank)
{
	if (rank < 0 || (double)rank >= as->cutoff)
		return 0;
	return as->kind == REGRESSED_PRECISION ? 1 / as->cutoff : discount((double)rank + 1);
}

static double gain_of(const struct regressed_as *as, int32_t grade)
{
	if (grade < 0)
		return NAN;
	if (as->kind == REGRESSED_PRECISION)
		return grade >= as->level;
	return grade > 0 ? grade : 0;
}

/* ---- the ideal ranking ---- */

/* Documents of a grade, estimated. */
struct grade {
	int32_t grade;
	double count;
	double influence; /* of one document more of it on the ideal sum */
};

static int falling(const void *a, const void *b)
{
	const struct grade *x = a, *y = b;
	return (x->grade < y->grade) - (x->grade > y->grade);
}

/* The sum of the discounts of the first `count` ranks, of which there are at most `cutoff`. */
static double discounts(double count, double cutoff)
{
	double sum = 0, rank = 1;
	count = fmin(count, cutoff);
	for (; rank <= count; rank++)
		sum += discount(rank);
	return sum + (count - (rank - 1)) * discount(rank);
}

/* That of the rank at which a document that comes after `count` others begins. */
static double discount_after(double count, double cutoff)
{
	return count < cutoff ? discount(floor(count) + 1) : 0;
}

/* The numbers of documents of each grade above 0, falling; returns how many grades. */
static size_t count_grades(const struct sample_view *s, struct grade *grade)
{
	size_t grades = 0;
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		size_t g = 0;
		if (d->grade <= 0)
			continue;
		const struct drawn_stratum *h = &s->drawn[d->drawn];
		while (g < grades && grade[g].grade != d->grade)
			g++;
		if (g == grades)
			grade[grades++] = (struct grade){ .grade = d->grade };
		grade[g].count += (double)h->size / (double)h->assessable;
	}
	qsort(grade, grades, sizeof *grade, falling);
	return grades;
}

static void add_ideal(struct regressed_view *v, const struct sample_view *s,
		      const struct regressed_as *as, struct grade *grade)
{
	size_t grades = count_grades(s, grade);
	double above = 0, sum = 0, influence = 0;
	for (size_t g = 0; g < grades; g++) {
		double upto = above + grade[g].count;
		sum += grade[g].grade *
		       (discounts(upto, as->cutoff) - discounts(above, as->cutoff));
		above = upto;
	}
	/* one document more of a grade moves the first of every lower grade down by one */
	for (size_t g = grades; g-- > 0;) {
		double next = g + 1 < grades ? grade[g + 1].grade : 0;
		influence += (grade[g].grade - next) * discount_after(above, as->cutoff);
		grade[g].influence = influence;
		above -= grade[g].count;
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		for (size_t g = 0; g < grades; g++) {
			double u = grade[g].influence;
			if (grade[g].grade != d->grade)
				continue;
			v->stratum[d->drawn].ideal[0] += u;
			v->stratum[d->drawn].ideal[1] += u * u;
		}
	}
	for (size_t i = 0; i < v->topic.documents; i++)
		for (size_t g = 0; g < grades; g++)
			if (v->document[i].gain == grade[g].grade)
				v->document[i].ideal = grade[g].influence;
	v->topic.ideal = sum;
}

/* ---- the documents ---- */

static void add_documents(struct regressed_view *v, const struct sample_view *s,
			  const struct regressed_as *as)
{
	bool classes = as->labels && s->document_class != NULL;
	size_t count = 0;
	for (size_t i = 0; i < s->documents && s->document[i].rank >= 0; i++) {
		const struct sampled_document *d = &s->document[i];
		double w = weight_at(as, d->rank);
		if (w == 0)
			break; /* documents come by rank */
		v->document[count++] =
			(struct regressed_document){ .weight = w,
						     .gain = gain_of(as, d->grade),
						     .stratum = (size_t)d->drawn,
						     .class = classes ? s->document_class[i] : -1 };
	}
	for (size_t i = 0; i < s->unsampled_documents; i++) {
		const struct unsampled_document *d = &s->unsampled[i];
		double w = weight_at(as, d->rank);
		if (w == 0)
			break;
		v->document[count++] =
			(struct regressed_document){ .weight = w,
						     .gain = NAN,
						     .stratum = (size_t)d->drawn,
						     .class =
							     classes ? s->unsampled_class[i] : -1 };
	}
	v->topic.documents = count;
}

int regressed_view_init(struct regressed_view *v, const struct sample_view *s,
			const struct regressed_as *as, struct err *e)
{
	struct grade *grade = calloc(s->documents + 1, sizeof *grade);
	*v = (struct regressed_view){
		.document = calloc(s->documents + s->unsampled_documents + 1, sizeof *v->document),
		.stratum = calloc(s->drawn_strata + 1, sizeof *v->stratum),
	};
	v->topic = (struct regressed_topic){ .stratum = v->stratum,
					     .strata = s->drawn_strata,
					     .document = v->document,
					     .ideal = 1 };
	bool done = grade != NULL && v->document != NULL && v->stratum != NULL;
	for (size_t h = 0; done && h < s->drawn_strata; h++)
		v->stratum[h].of = (struct greg_stratum){ (double)s->drawn[h].size,
							  (double)s->drawn[h].assessable };
	if (done)
		add_documents(v, s, as);
	if (done && as->kind == REGRESSED_NDCG)
		add_ideal(v, s, as, grade);
	free(grade);
	return done ? 0 : err_memory(e);
}

void regressed_view_release(struct regressed_view *v)
{
	free(v->document);
	free(v->stratum);
}
