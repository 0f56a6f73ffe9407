/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "measures/regressed_view.h"

static double discount(double rank)
{
	return 1 / log2(rank + 1);
}

/* Topics from which on all of them tell what one does not: the least number. */
enum { MODELLED_TOPICS = 5 };

/* The deviation of the logarithms of their pools' sizes from which on they do not. */
static const double MODELLED_SIZES = 0.6;

/* Of a pair of a run and a nugget. */
static double nugget_weight(const struct regressed_as *as, const struct nugget_counts *n,
			    int64_t rank)
{
	double vital = (double)n->vital, sum = vital + as->okay * ((double)n->all - vital);
	return rank < 0 || !(sum > 0) ? 0 : (rank < n->vital ? 1 : as->okay) / sum;
}

/* The weight of the document at a rank, from 0, of a run. */
static double weight_at(const struct regressed_as *as, const struct nugget_counts *n, int64_t rank)
{
	if (as->kind == REGRESSED_NUGGETS)
		return nugget_weight(as, n, rank);
	if (rank < 0 || (double)rank >= as->cutoff)
		return 0;
	return as->kind == REGRESSED_PRECISION ? 1 / as->cutoff : discount((double)rank + 1);
}

/* Of a document in the first run, or less that in the second. */
static double weight_of(const struct regressed_as *as, const struct regressed_pool *p, size_t i)
{
	const int64_t *rank = p->document[i].rank;
	return weight_at(as, &p->nuggets[0], rank[0]) -
	       (as->difference ? weight_at(as, &p->nuggets[1], rank[1]) : 0);
}

static double gain_of(const struct regressed_as *as, int32_t grade)
{
	if (grade < 0)
		return NAN;
	if (as->kind == REGRESSED_PRECISION || as->kind == REGRESSED_AP)
		return grade >= as->level;
	if (as->kind == REGRESSED_NUGGETS) /* support is 2, and partial support 1 */
		return as->strict ? grade >= 2 : fmin(grade / 2.0, 1);
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
static size_t count_grades(const struct pooled_document *d, size_t count,
			   const struct drawn_stratum *stratum, struct grade *grade)
{
	size_t grades = 0;
	for (size_t i = 0; i < count; i++) {
		size_t g = 0;
		if (d[i].grade <= 0)
			continue;
		const struct drawn_stratum *h = &stratum[d[i].drawn];
		while (g < grades && grade[g].grade != d[i].grade)
			g++;
		if (g == grades)
			grade[grades++] = (struct grade){ .grade = d[i].grade };
		grade[g].count += (double)h->size / (double)h->assessable;
	}
	qsort(grade, grades, sizeof *grade, falling);
	return grades;
}

/* The sum, and the influence of one document more of each grade on it. */
static double ideal_sum(struct grade *grade, size_t grades, double cutoff)
{
	double above = 0, before = 0, sum = 0, influence = 0;
	for (size_t g = 0; g < grades; g++) {
		above += grade[g].count;
		double upto = discounts(above, cutoff);
		sum += grade[g].grade * (upto - before);
		before = upto;
	}
	/* it moves the first document of every lower grade down by one */
	for (size_t g = grades; g-- > 0;) {
		double next = g + 1 < grades ? grade[g + 1].grade : 0;
		influence += (grade[g].grade - next) * discount_after(above, cutoff);
		grade[g].influence = influence;
		above -= grade[g].count;
	}
	return sum;
}

static double influence_of(const struct grade *grade, size_t grades, double gain)
{
	for (size_t g = 0; g < grades; g++)
		if (gain == grade[g].grade)
			return grade[g].influence;
	return 0;
}

/*
 * The ideal sum I is concave in the estimated numbers, so that it is too low and 1/I too high on
 * average. The jackknife's correction of 1/I: (1 - n/N) (n - 1) (mean of 1/I without a document -
 * 1/I), summed over strata.
 */
static double corrected_ideal(const struct pooled_document *d, size_t count,
			      const struct drawn_stratum *stratum, size_t strata,
			      const struct grade *grade, size_t grades, double ideal, double cutoff,
			      struct grade *trial, double *own)
{
	double bias = 0;
	for (size_t h = 0; h < strata; h++) {
		double n = (double)stratum[h].assessable, N = (double)stratum[h].size, none = n;
		if (n < 2 || n >= N)
			continue;
		for (size_t g = 0; g < grades; g++) {
			own[g] = 0;
			for (size_t i = 0; i < count; i++)
				own[g] += d[i].drawn == (int32_t)h && d[i].grade == grade[g].grade;
			none -= own[g];
		}
		for (size_t g = 0; g <= grades; g++) { /* the last is a document without a grade */
			double times = g < grades ? own[g] : none;
			for (size_t k = 0; k < grades; k++) {
				trial[k] = grade[k];
				trial[k].count +=
					N / (n - 1) * (own[k] - (k == g)) - N / n * own[k];
			}
			double without = times > 0 ? ideal_sum(trial, grades, cutoff) : ideal;
			if (!(without > 0))
				return ideal;
			bias += (1 - n / N) * (n - 1) * times / n * (1 / without - 1 / ideal);
		}
	}
	return 1 / fmax(1 / ideal - bias, 0.5 / ideal);
}

static int add_ideal(struct regressed_view *v, const struct pooled_document *d, size_t count,
		     const struct drawn_stratum *stratum, double cutoff, struct err *e)
{
	struct grade *grade = calloc(2 * count + 2, sizeof *grade);
	double *own = calloc(count + 1, sizeof *own);
	if (grade == NULL || own == NULL) {
		free(grade);
		free(own);
		return err_memory(e);
	}
	size_t grades = count_grades(d, count, stratum, grade);
	v->topic.ideal = ideal_sum(grade, grades, cutoff);
	for (size_t i = 0; i < count; i++) {
		double u = d[i].grade > 0 ? influence_of(grade, grades, d[i].grade) : 0;
		v->stratum[d[i].drawn].ideal[0] += u;
		v->stratum[d[i].drawn].ideal[1] += u * u;
	}
	for (size_t i = 0; i < v->topic.documents; i++)
		v->document[i].ideal = influence_of(grade, grades, v->document[i].gain);
	double plain = v->topic.ideal;
	if (plain > 0) {
		v->topic.ideal = corrected_ideal(d, count, stratum, v->topic.strata, grade, grades,
						 plain, cutoff, grade + count + 1, own);
		v->topic.shift = 1 - v->topic.ideal / plain;
	}
	free(grade);
	free(own);
	return 0;
}

/* ---- the ideal rankings of all topics ---- */

static bool is_modelled(const struct regressed_as *as, size_t topics)
{
	bool grades = as->highest > 0 && as->highest <= IDEAL_GRADES;
	return topics >= MODELLED_TOPICS &&
	       (as->kind == REGRESSED_AP || (as->kind == REGRESSED_NDCG && grades));
}

static int add_cells(struct regressed_view *v, const struct regressed_pool *p,
		     const struct regressed_as *as, struct err *e)
{
	const struct drawn_stratum *stratum = p->stratum;
	size_t strata = v->topic.strata;
	v->topic.ideal = 0;
	v->cell = calloc(2 * strata + 1, sizeof *v->cell);
	if (v->cell == NULL)
		return err_memory(e);
	for (size_t h = 0; h < strata; h++) {
		v->cell[2 * h] = (struct ideal_cell){ .stratum = stratum[h].label,
						      .size = (double)stratum[h].size };
		v->cell[2 * h + 1] =
			(struct ideal_cell){ .stratum = stratum[h].label, .shown = true };
	}
	for (size_t i = 0; i < p->documents; i++) {
		const struct pooled_document *d = &p->document[i];
		bool shown = weight_of(as, p, i) != 0;
		struct ideal_cell *x = &v->cell[2 * d->drawn + shown];
		v->cell[2 * d->drawn].size -= shown;
		x->size += shown;
		x->sampled += d->grade >= 0;
		if (d->grade > 0 && d->grade <= IDEAL_GRADES)
			x->count[d->grade - 1]++;
	}
	return 0;
}

/* Numbers the names of strata from 0 on; false: there are too many. */
static bool number_strata(struct regressed_view *view, size_t topics)
{
	size_t label[IDEAL_STRATA], labels = 0;
	for (size_t t = 0; t < topics; t++)
		for (size_t c = 0; c < 2 * view[t].topic.strata; c++) {
			size_t i = 0;
			while (i < labels && label[i] != view[t].cell[c].stratum)
				i++;
			if (i == IDEAL_STRATA)
				return false;
			if (i == labels)
				label[labels++] = view[t].cell[c].stratum;
			view[t].cell[c].stratum = i;
		}
	return true;
}

/* What is good in a large pool may be little of a small one, and the model has no such term. */
static bool sizes_are_alike(const struct regressed_view *view, size_t topics)
{
	double one = 0, two = 0, n = (double)topics;
	for (size_t t = 0; t < topics; t++) {
		double size = 0;
		for (size_t h = 0; h < view[t].topic.strata; h++)
			size += view[t].stratum[h].of.size;
		one += log(fmax(size, 1)) / n;
		two += pow(log(fmax(size, 1)), 2) / n;
	}
	return two - one * one < MODELLED_SIZES * MODELLED_SIZES;
}

static void take_ideal(struct regressed_view *v, const struct ideal_topic *x)
{
	v->topic.modelled = true;
	v->topic.shift = 0;
	v->topic.ideal = 1 / x->inverse;
	v->topic.spread = x->spread;
	v->topic.unknown = 1 - x->known;
	for (size_t i = 0; i < v->topic.documents; i++) {
		struct regressed_document *d = &v->document[i];
		const struct ideal_cell *c = &v->cell[2 * d->stratum + 1];
		double u = d->gain > 0 ? x->influence[(size_t)d->gain - 1] : 0;
		d->expected = c->expected / x->inverse;
		d->ideal = x->known * x->known * (u - c->influence);
	}
}

static int model_ideals(struct regressed_view *view, size_t topics, const struct regressed_as *as,
			struct err *e)
{
	struct ideal_asked asked = { .grades = (size_t)as->highest, .cutoff = as->cutoff };
	struct ideal_topic *topic = calloc(topics + 1, sizeof *topic);
	if (topic == NULL)
		return err_memory(e);
	for (size_t g = 0; g < asked.grades; g++)
		asked.grade[g] = (double)g + 1;
	for (size_t t = 0; t < topics; t++)
		topic[t] = (struct ideal_topic){ .cell = view[t].cell,
						 .cells = 2 * view[t].topic.strata };
	int result = ideal_model(topic, topics, &asked, e);
	for (size_t t = 0; t < topics && result == 0; t++)
		if (topic[t].inverse > 0)
			take_ideal(&view[t], &topic[t]);
	free(topic);
	return result;
}

/* ---- average precision ---- */

static struct ap_asked regressed_ap(const struct regressed_as *as)
{
	return (struct ap_asked){ as->cutoff, as->level, as->labels };
}

/* All documents of the pool, those that are not listed last. */
static int add_ap(struct regressed_view *v, const struct pooled_document *d, size_t count,
		  const struct drawn_stratum *stratum, const struct regressed_as *as, struct err *e)
{
	const struct ap_asked asked = regressed_ap(as);
	size_t strata = v->topic.strata, others = 0;
	int64_t *left = calloc(strata + 1, sizeof *left);
	double *u = calloc(count + 1, sizeof *u);
	for (size_t h = 0; left != NULL && h < strata; h++)
		left[h] = stratum[h].size;
	for (size_t i = 0; left != NULL && i < count; i++)
		left[d[i].drawn]--;
	for (size_t h = 0; left != NULL && h < strata; h++)
		others += (size_t)left[h];
	free(v->document);
	v->document = calloc(count + others + 1, sizeof *v->document);
	v->topic.document = v->document;
	int result = left == NULL || u == NULL || v->document == NULL ? err_memory(e) : 0;
	if (result == 0)
		result = ap_influence(as->shares, d, count, (double)others, stratum, &asked, u,
				      &v->topic.constant, as->modelled ? &v->topic.pairs : NULL, e);
	v->topic.constant += v->topic.pairs;
	for (size_t i = 0; i < count && result == 0; i++)
		v->document[v->topic.documents++] = (struct regressed_document){
			.weight = u[i],
			.gain = gain_of(as, d[i].grade),
			.stratum = (size_t)d[i].drawn,
			.class = ap_class(&d[i], &asked),
		};
	for (size_t h = 0; h < strata && result == 0; h++)
		for (int64_t k = 0; k < left[h]; k++)
			v->document[v->topic.documents++] = (struct regressed_document){
				.weight = u[count], .gain = NAN, .stratum = h, .class = -1
			};
	free(left);
	free(u);
	return result;
}

/* ---- the documents ---- */

int regressed_view_of(struct regressed_view *v, const struct regressed_pool *p,
		      const struct regressed_as *as, struct err *e)
{
	const struct pooled_document *d = p->document;
	const struct drawn_stratum *stratum = p->stratum;
	size_t count = p->documents, strata = p->strata;
	*v = (struct regressed_view){
		.document = calloc(count + 1, sizeof *v->document),
		.stratum = calloc(strata + 1, sizeof *v->stratum),
		.drawn = stratum,
	};
	v->topic = (struct regressed_topic){
		.stratum = v->stratum, .strata = strata, .document = v->document, .ideal = 1
	};
	if (v->document == NULL || v->stratum == NULL)
		return err_memory(e);
	for (size_t h = 0; h < strata; h++)
		v->stratum[h].of = (struct greg_stratum){ (double)stratum[h].size,
							  (double)stratum[h].assessable };
	if (as->kind == REGRESSED_AP)
		return add_ap(v, d, count, stratum, as, e);
	for (size_t i = 0; i < count; i++) {
		double w = weight_of(as, p, i);
		if (w == 0)
			continue;
		v->document[v->topic.documents++] =
			(struct regressed_document){ .weight = w,
						     .gain = gain_of(as, d[i].grade),
						     .stratum = (size_t)d[i].drawn,
						     .class = as->labels ? d[i].class : -1 };
	}
	if (as->kind != REGRESSED_NDCG)
		return 0;
	return as->modelled ? add_cells(v, p, as, e)
			    : add_ideal(v, d, count, stratum, as->cutoff, e);
}

/* To be freed; NULL: `e` is filled. */
static struct pooled_document *pooled_of(const struct sample_view *s, size_t *count, struct err *e)
{
	*count = s->documents + s->unsampled_documents;
	struct pooled_document *d = calloc(*count + 1, sizeof *d);
	bool classes = s->document_class != NULL;
	if (d == NULL) {
		err_memory(e);
		return NULL;
	}
	for (size_t i = 0; i < s->documents; i++)
		d[i] = (struct pooled_document){ .grade = s->document[i].grade,
						 .rank = { s->document[i].rank, -1 },
						 .drawn = s->document[i].drawn,
						 .class = classes ? s->document_class[i] : -1 };
	for (size_t i = 0; i < s->unsampled_documents; i++)
		d[s->documents + i] =
			(struct pooled_document){ .grade = -1,
						  .rank = { s->unsampled[i].rank, -1 },
						  .drawn = s->unsampled[i].drawn,
						  .class = classes ? s->unsampled_class[i] : -1 };
	return d;
}

int regressed_shares_add(struct ap_shares *x, const struct sample_view *s,
			 const struct regressed_as *as, struct err *e)
{
	size_t count;
	const struct ap_asked asked = regressed_ap(as);
	struct pooled_document *d = pooled_of(s, &count, e);
	if (d == NULL)
		return -1;
	ap_shares_add(x, d, count, s->drawn, &asked);
	free(d);
	return 0;
}

int regressed_view_init(struct regressed_view *v, const struct sample_view *s,
			const struct regressed_as *as, struct err *e)
{
	size_t count;
	*v = (struct regressed_view){ 0 };
	struct pooled_document *d = pooled_of(s, &count, e);
	if (d == NULL)
		return -1;
	const struct regressed_pool pool = { d, count, s->drawn, s->drawn_strata, { s->nuggets } };
	int result = regressed_view_of(v, &pool, as, e);
	free(d);
	return result;
}

void regressed_view_release(struct regressed_view *v)
{
	free(v->document);
	free(v->stratum);
	free(v->cell);
}

/* The largest possible value: of DCG that of a ranking of the highest grade, as far as pools go. */
static double most_of(const struct regressed_as *as, const struct regressed_topic *topic,
		      size_t topics)
{
	double pool = 0;
	if (as->kind != REGRESSED_DCG)
		return 1;
	for (size_t t = 0; t < topics; t++) {
		double documents = 0;
		for (size_t h = 0; h < topic[t].strata; h++)
			documents += topic[t].stratum[h].of.size;
		pool = fmax(pool, documents);
	}
	return (as->highest > 1 ? as->highest : 1) * discounts(pool, as->cutoff);
}

/* Without a model. */
static int view_again(struct regressed_view *view, size_t topics, const struct regressed_as *as,
		      regressed_topic_view *view_of, const void *context, struct err *e)
{
	int result = 0;
	for (size_t t = 0; t < topics && result == 0; t++) {
		regressed_view_release(&view[t]);
		result = view_of(context, t, as, &view[t], e);
	}
	return result;
}

/* Is there a document with a weight in a stratum that has no judged one? */
static bool lacks_sample(const struct regressed_view *view, size_t topics)
{
	for (size_t t = 0; t < topics; t++)
		for (size_t i = 0; i < view[t].topic.documents; i++)
			if (!(view[t].stratum[view[t].document[i].stratum].of.sampled > 0))
				return true;
	return false;
}

/* Those of a name are one of all topics. */
static int join_strata(struct regressed_view *view, size_t topics, struct err *e)
{
	size_t labels = 0;
	for (size_t t = 0; t < topics; t++)
		for (size_t h = 0; h < view[t].topic.strata; h++)
			if (view[t].drawn[h].label >= labels)
				labels = view[t].drawn[h].label + 1;
	struct greg_stratum *all = calloc(labels + 1, sizeof *all);
	if (all == NULL)
		return err_memory(e);
	for (int pass = 0; pass < 2; pass++)
		for (size_t t = 0; t < topics; t++)
			for (size_t h = 0; h < view[t].topic.strata; h++) {
				struct greg_stratum *to = &all[view[t].drawn[h].label];
				struct greg_stratum *of = &view[t].stratum[h].of;
				to->size += pass == 0 ? of->size : 0;
				to->sampled += pass == 0 ? of->sampled : 0;
				*of = pass == 0 ? *of : *to;
			}
	free(all);
	return 0;
}

int regress_topics(size_t topics, size_t classes, const struct regressed_as *as,
		   regressed_topic_view *view_of, const void *context,
		   struct ranked_regression *out, struct regressed_value *each, struct err *e)
{
	struct regressed_view *view = calloc(topics + 1, sizeof *view);
	struct regressed_topic *topic = calloc(topics + 1, sizeof *topic);
	int result = view == NULL || topic == NULL ? err_memory(e) : 0;
	struct regressed_as how = *as;
	how.modelled = is_modelled(as, topics);
	for (size_t t = 0; t < topics && result == 0; t++)
		result = view_of(context, t, &how, &view[t], e);
	bool ideals = how.modelled && as->kind == REGRESSED_NDCG;
	if (result == 0 && ideals && sizes_are_alike(view, topics) && number_strata(view, topics))
		result = model_ideals(view, topics, as, e);
	else if (result == 0 && ideals)
		result = view_again(view, topics, as, view_of, context, e);
	if (result == 0 && as->kind == REGRESSED_NUGGETS && lacks_sample(view, topics))
		result = join_strata(view, topics, e);
	for (size_t t = 0; t < topics && result == 0; t++)
		topic[t] = view[t].topic;
	if (result == 0)
		result = ranked_regression(topic, topics, classes, out, each, e);
	if (result == 0) {
		out->most = most_of(as, topic, topics);
		out->least = as->difference ? -out->most : 0;
		if (!isnan(out->mean))
			out->mean = fmin(fmax(out->mean, out->least), out->most);
	}
	for (size_t t = 0; view != NULL && t < topics; t++)
		regressed_view_release(&view[t]);
	free(view);
	free(topic);
	return result;
}
