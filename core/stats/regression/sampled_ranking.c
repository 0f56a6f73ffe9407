/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/discount.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/regression/ideal_model.h"
#include "core/stats/regression/sampled_ranking.h"
#include "core/stats/sampling/joined_classes.h"

/* Judged documents for each class of labels but the first. */
enum { PER_CLASS = 16 };

/* Documents by which B is drawn to 1, if labels explain all. */
static const double DRAWN_BY = 3;

/* Different gains above 0 that are told apart before they are put together for the model. */
enum { GAINS_MOST = 64 };

/* All topics while they are estimated. */
struct work {
	const struct ranking_frame *frame;
	size_t topics;
	const struct ranking_asked *as;
	double gain[GAINS_MOST]; /* above 0, rising, each once */
	size_t gains;
	struct ideal_asked model;
	uint16_t *group; /* of each class, that of documents without a label first */
	size_t groups;
	size_t names;		   /* of strata that the model tells apart */
	struct frame_stratum *all; /* by name: sums over the topics that have judgments */
	bool *lacking;		   /* by name: one of these has none of it judged */
	size_t *number;		   /* by name, from 1 as they come */
	struct ideal_topic *ideal;
	struct arena memory;
};

static double gain_of(const struct ranking_asked *as, int32_t grade)
{
	switch (as->gain) {
	case GAIN_RELEVANT:
		return grade >= 0 && grade >= as->level;
	case GAIN_LINEAR:
		return grade > 0 ? grade : 0;
	case GAIN_EXPONENTIAL:
		return grade > 0 ? exp2(grade) - 1 : 0;
	case GAIN_SUPPORT: /* support is 2, and partial support 1 */
		return grade > 0 ? fmin(grade / 2.0, 1) : 0;
	case GAIN_FULL_SUPPORT:
		return grade >= 2;
	}
	return NAN;
}

/* ---- the model ---- */

/* Its place among the gains, or that of the nearest. */
static size_t place_of(const struct work *w, double gain)
{
	size_t i = 0;
	while (i + 1 < w->gains && w->gain[i] < gain)
		i++;
	return i;
}

static void add_gain(struct work *w, double gain)
{
	size_t i = w->gains;
	if (!(gain > 0) || w->gains == GAINS_MOST ||
	    (w->gains > 0 && w->gain[place_of(w, gain)] == gain))
		return;
	for (; i > 0 && w->gain[i - 1] > gain; i--)
		w->gain[i] = w->gain[i - 1];
	w->gain[i] = gain;
	w->gains++;
}

/* Which grade of the model a gain above 0 is: more than it has are put together. */
static size_t model_grade(const struct work *w, double gain)
{
	size_t place = place_of(w, gain);
	return w->gains <= IDEAL_GRADES ? place : place * IDEAL_GRADES / w->gains;
}

static void find_gains(struct work *w)
{
	double count[IDEAL_GRADES] = { 0 };
	for (size_t t = 0; t < w->topics; t++)
		for (size_t i = 0; i < w->frame[t].documents; i++)
			if (w->frame[t].document[i].judged)
				add_gain(w, gain_of(w->as, w->frame[t].document[i].grade));
	if (w->gains == 0)
		add_gain(w, 1);
	w->model = (struct ideal_asked){ .normalised = w->as->normalised, .cutoff = w->as->cutoff };
	for (size_t i = 0; i < w->gains; i++) {
		size_t g = model_grade(w, w->gain[i]);
		w->model.gain[g] += w->gain[i];
		count[g]++;
		w->model.grades = g + 1;
	}
	for (size_t g = 0; g < w->model.grades; g++)
		w->model.gain[g] /= count[g];
}

/* Classes of few judged documents are joined; of the frame, so that they are the same for all runs.
 */
static int join_classes(struct work *w, struct err *e)
{
	size_t classes = w->as->classes + 1, judged = 0;
	struct class_part *part = arena_zeroed(&w->memory, classes, sizeof *part);
	w->group = arena_zeroed(&w->memory, classes, sizeof *w->group);
	if (w->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < w->topics && w->as->classes > 0; t++) {
		const struct ranking_frame *x = &w->frame[t];
		for (size_t h = 0; h < x->strata && x->class_size != NULL; h++)
			for (size_t c = 0; c < classes; c++)
				part[c].size += x->class_size[h * classes + c];
		for (size_t i = 0; i < x->documents; i++)
			part[x->document[i].class + 1].sampled += x->document[i].judged;
	}
	for (size_t c = 0; c < classes; c++)
		judged += (size_t)part[c].sampled;
	size_t most = IDEAL_KINDS / (w->names > 0 ? w->names : 1);
	if (most > 1 + judged / PER_CLASS)
		most = 1 + judged / PER_CLASS;
	w->groups = classes_join(part, classes, most > 0 ? most : 1, w->group);
	w->groups = w->groups > 0 ? w->groups : 1;
	return 0;
}

static double judged_in(const struct ranking_frame *x)
{
	double judged = 0;
	for (size_t h = 0; h < x->strata; h++)
		judged += x->stratum[h].sampled;
	return judged;
}

/* Names of strata, and their sums over topics that have judgments. */
static int find_strata(struct work *w, struct err *e)
{
	uint32_t names = 0;
	for (size_t t = 0; t < w->topics; t++)
		for (size_t h = 0; h < w->frame[t].strata; h++)
			if (w->frame[t].stratum[h].name >= names)
				names = w->frame[t].stratum[h].name + 1;
	w->all = arena_zeroed(&w->memory, names + 1, sizeof *w->all);
	w->lacking = arena_zeroed(&w->memory, names + 1, sizeof *w->lacking);
	w->number = arena_zeroed(&w->memory, names + 1, sizeof *w->number);
	if (w->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < w->topics; t++)
		for (size_t h = 0; h < w->frame[t].strata; h++) {
			size_t *number = &w->number[w->frame[t].stratum[h].name];
			w->names += *number == 0;
			*number = *number == 0 ? w->names : *number;
		}
	w->names = w->names < IDEAL_KINDS ? w->names : IDEAL_KINDS;
	for (size_t t = 0; t < w->topics; t++) {
		const struct ranking_frame *x = &w->frame[t];
		for (size_t h = 0; h < x->strata && (w->as->across || judged_in(x) > 0); h++) {
			const struct frame_stratum *own = &x->stratum[h];
			w->all[own->name].size += own->size;
			w->all[own->name].sampled += own->sampled;
			if (own->size > 0 && !(own->sampled > 0))
				w->lacking[own->name] = true;
		}
	}
	return 0;
}

/* Strata beyond those that the model tells apart are one to it. */
static size_t kind_of(const struct work *w, const struct ranking_frame *x, uint32_t stratum,
		      size_t class)
{
	size_t name = w->number[x->stratum[stratum].name] - 1;
	return (name < w->names ? name : w->names - 1) * w->groups + w->group[class];
}

static struct ideal_cell *cell_at(const struct work *w, size_t t, size_t kind, bool shown)
{
	return &w->ideal[t].cell[2 * kind + shown];
}

static void count_topic(const struct work *w, size_t t)
{
	const struct ranking_frame *x = &w->frame[t];
	size_t classes = w->as->classes + 1;
	for (size_t h = 0; h < x->strata; h++)
		for (size_t c = 0; c < classes; c++) {
			double size = x->class_size != NULL ? (double)x->class_size[h * classes + c]
				      : c == 0		    ? x->stratum[h].size
							    : 0;
			cell_at(w, t, kind_of(w, x, (uint32_t)h, c), false)->size += size;
		}
	for (size_t i = 0; i < x->documents; i++) {
		const struct frame_document *d = &x->document[i];
		size_t class = x->class_size != NULL ? (size_t)(d->class + 1) : 0;
		size_t kind = kind_of(w, x, d->stratum, class);
		bool shown = d->divisor > 0;
		struct ideal_cell *cell = cell_at(w, t, kind, shown);
		double gain = d->judged ? gain_of(w->as, d->grade) : 0;
		cell_at(w, t, kind, false)->size -= shown;
		cell->size += shown;
		cell->sampled += d->judged;
		if (gain > 0)
			cell->count[model_grade(w, gain)]++;
	}
}

static int model_topics(struct work *w, struct err *e)
{
	size_t kinds = w->names * w->groups;
	struct ideal_cell *cell = arena_zeroed(&w->memory, 2 * kinds * w->topics + 1, sizeof *cell);
	w->ideal = arena_zeroed(&w->memory, w->topics + 1, sizeof *w->ideal);
	if (w->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < w->topics; t++) {
		w->ideal[t] =
			(struct ideal_topic){ .cell = cell + 2 * kinds * t, .cells = 2 * kinds };
		for (size_t c = 0; c < 2 * kinds; c++)
			w->ideal[t].cell[c] =
				(struct ideal_cell){ .kind = c / 2, .shown = c % 2 == 1 };
		count_topic(w, t);
	}
	return ideal_model(w->ideal, w->topics, &w->model, e);
}

/* The part of the variance of judged gains that lies between classes, adjusted; 0: none. At least
 * as much is left as three documents would show that were not seen. */
static double explained_by_labels(const struct work *w, struct err *e)
{
	double n = 0, sum = 0, square = 0, between = 0;
	double(*class)[2] = calloc(w->groups + 1, sizeof *class);
	if (class == NULL) {
		err_memory(e);
		return NAN;
	}
	for (size_t t = 0; t < w->topics; t++)
		for (size_t i = 0; i < w->frame[t].documents; i++) {
			const struct frame_document *d = &w->frame[t].document[i];
			if (!d->judged)
				continue;
			double y = gain_of(w->as, d->grade);
			double *to =
				class[w->group[w->frame[t].class_size != NULL ? d->class + 1 : 0]];
			to[0]++;
			to[1] += y;
			n++;
			sum += y;
			square += y * y;
		}
	for (size_t g = 0; g < w->groups; g++)
		between += class[g][0] > 0 ? class[g][1] * class[g][1] / class[g][0] : 0;
	free(class);
	double all = square - sum * sum / n, left = square - between, groups = (double)w->groups;
	if (!(all > 0) || !(n > groups + 3))
		return 0;
	return fmax(1 - fmax(left / (n - groups) * (n - 1) / all, 3 / n), 0);
}

/* ---- a topic ---- */

/* The value of a topic that is known, in the order in which measures of complete judgments add. */
static int exact_value(const struct work *w, size_t t, double *value, struct err *e)
{
	const struct ranking_frame *x = &w->frame[t];
	double got = 0, best = w->as->divisor, *gain = calloc(x->documents + 1, sizeof *gain);
	if (gain == NULL)
		return err_memory(e);
	for (size_t i = 0; i < x->documents; i++) {
		gain[i] = gain_of(w->as, x->document[i].grade);
		if (x->document[i].divisor > 0 && gain[i] != 0)
			got += gain[i] / x->document[i].divisor;
	}
	qsort(gain, x->documents, sizeof *gain, descending);
	if (w->as->normalised)
		best = 0;
	for (size_t i = 0; w->as->normalised && i < x->documents && (double)i < w->as->cutoff; i++)
		best += gain[i] != 0 ? gain[i] / rank_discount((double)i + 1) : 0;
	free(gain);
	*value = best > 0 ? got / best : 0;
	return 0;
}

/* N/n of a stratum; 0: it has no sample. */
static double stands_for(const struct work *w, const struct ranking_frame *x, size_t h)
{
	const struct frame_stratum *own = &x->stratum[h];
	if (w->lacking[own->name])
		own = &w->all[own->name];
	return (w->as->across || judged_in(x) > 0) && own->sampled > 0 ? own->size / own->sampled
								       : 0;
}

/* All of the first k is judged, and what the ideal sum needs. */
static bool is_complete(const struct ranking_asked *as, const struct ranking_frame *x)
{
	for (size_t h = 0; h < x->strata && as->normalised; h++)
		if (x->stratum[h].sampled < x->stratum[h].size)
			return false;
	for (size_t i = 0; i < x->documents; i++)
		if (x->document[i].divisor > 0 && !x->document[i].judged)
			return false;
	return x->outside_documents == 0 || as->outside == RANKED_NOTHING;
}

static void take_document(const struct work *w, size_t t, const struct frame_document *d,
			  const double *factor, struct sampled_topic *out)
{
	const struct ranking_frame *x = &w->frame[t];
	struct shown_document *to = &out->shown[out->count++];
	size_t kind = kind_of(w, x, d->stratum, x->class_size != NULL ? (size_t)(d->class + 1) : 0);
	*to = (struct shown_document){
		.id = d->id,
		.weight = 1 / d->divisor / w->as->divisor,
		.gain = d->judged ? gain_of(w->as, d->grade) : NAN,
		.stands_for = factor[d->stratum],
		.stratum = d->stratum,
	};
	to->expected = to->weight * cell_at(w, t, kind, true)->expected;
	if (d->judged)
		to->without = to->weight *
			      cell_at(w, t, kind, true)
				      ->without[to->gain > 0 ? model_grade(w, to->gain) + 1 : 0];
	to->z = isnan(to->gain) ? 0 : to->weight * to->gain * out->inverse;
	out->Z += to->stands_for * to->z;
	out->X += isnan(to->gain) ? 0 : to->stands_for * to->expected;
	out->without += to->stands_for * to->without;
	out->M += to->expected;
	out->most += to->weight * w->gain[w->gains - 1] * out->inverse;
}

/* Those outside the frame: with weights only. */
static void take_outside(const struct work *w, size_t t, struct sampled_topic *out)
{
	const struct ranking_frame *x = &w->frame[t];
	for (size_t i = 0; i < out->count; i++)
		out->inside_weight += out->shown[i].weight;
	for (size_t i = 0; i < x->outside_documents; i++) {
		double weight = 1 / x->outside[i].divisor / w->as->divisor;
		out->outside[out->outside_count++] = (struct shown_document){
			.id = x->outside[i].id, .weight = weight, .gain = NAN
		};
		out->outside_weight += weight;
	}
}

static int by_id(const void *a, const void *b)
{
	const struct shown_document *x = a, *y = b;
	return (x->id > y->id) - (x->id < y->id);
}

static int take_topic(struct work *w, size_t t, struct arena *memory, struct sampled_topic *out,
		      struct err *e)
{
	const struct ranking_frame *x = &w->frame[t];
	double *factor = arena_zeroed(&w->memory, x->strata + 1, sizeof *factor);
	size_t shown = 0;
	for (size_t i = 0; i < x->documents; i++)
		shown += x->document[i].divisor > 0;
	struct frame_stratum *stratum = arena_zeroed(memory, x->strata + 1, sizeof *stratum);
	*out = (struct sampled_topic){
		.stratum = stratum,
		.strata = x->strata,
		.pooled = arena_zeroed(memory, x->strata + 1, sizeof *out->pooled),
		.shown = arena_zeroed(memory, shown + 1, sizeof *out->shown),
		.outside = arena_zeroed(memory, x->outside_documents + 1, sizeof *out->outside),
		.inverse = w->ideal[t].inverse,
		.spread = w->ideal[t].spread,
		.complete = is_complete(w->as, x),
	};
	if (w->memory.failed || memory->failed)
		return err_memory(e);
	for (size_t h = 0; h < x->strata; h++) {
		stratum[h] = x->stratum[h];
		out->pooled[h] = w->lacking[x->stratum[h].name];
		factor[h] = stands_for(w, x, h);
	}
	for (size_t i = 0; i < x->documents; i++)
		if (x->document[i].divisor > 0)
			take_document(w, t, &x->document[i], factor, out);
	take_outside(w, t, out);
	qsort(out->shown, out->count, sizeof *out->shown, by_id);
	qsort(out->outside, out->outside_count, sizeof *out->outside, by_id);
	return out->complete ? exact_value(w, t, &out->value, e) : 0;
}

/* ---- all topics ---- */

/* By what the quality of documents outside is to be multiplied: it is the highest gain, if they may
 * be anything. */
static double outside_unit(const struct sampled_ranking *x, const struct sampled_topic *t)
{
	return x->asked.outside == RANKED_ANYTHING ? t->inverse : 1;
}

/* A document outside, with a weight of 1. */
static double quality_of(const struct sampled_ranking *x)
{
	double inside = 0;
	for (size_t t = 0; t < x->topics; t++)
		inside += x->topic[t].inside_weight;
	return x->asked.outside == RANKED_NOTHING    ? 0
	       : x->asked.outside == RANKED_ANYTHING ? x->best
	       : inside > 0			     ? x->low * (double)x->topics / inside
						     : 0;
}

/* What was judged, what is expected of the rest, and half of what may be outside. */
static void guess_value(const struct sampled_ranking *x, struct sampled_topic *t)
{
	double sum = x->quality * t->outside_weight * outside_unit(x, t) / 2;
	double most = x->asked.normalised ? 1 : t->most + 2 * sum;
	for (size_t i = 0; i < t->count; i++)
		sum += isnan(t->shown[i].gain) ? x->B * t->shown[i].expected : t->shown[i].z;
	t->value = t->complete ? t->value : fmin(fmax(sum, 0), most);
}

/* Pseudo-values, moved by one constant so that their mean is the mean. */
static void find_pseudo_values(struct sampled_ranking *x)
{
	double T = (double)x->topics, sum = 0;
	for (size_t t = 0; t < x->topics; t++) {
		struct sampled_topic *y = &x->topic[t];
		double X = x->X - y->X + x->drawn, Z = x->Z - y->Z + x->drawn;
		double without = X > NEAR_ROUNDING * x->X ? Z / X : x->B;
		y->low = x->B * x->M - without * (x->M - y->M);
		sum += y->low;
	}
	for (size_t t = 0; t < x->topics; t++)
		x->topic[t].low += x->low - sum / T;
}

/* What documents outside may be worth: the mean of the topic's low and high contribution, the
 * latter being low (1 + q) + quality (o_t - q i_t) with q = o/i. */
static void contribute(struct sampled_ranking *x)
{
	double o = 0, i = 0, sum = 0;
	for (size_t t = 0; t < x->topics; t++) {
		o += x->topic[t].outside_weight;
		i += x->topic[t].inside_weight;
	}
	double q = x->asked.outside == RANKED_AS_INSIDE && i > 0 ? o / i : 0;
	for (size_t t = 0; t < x->topics; t++) {
		struct sampled_topic *y = &x->topic[t];
		double more = q * y->low + x->quality * (outside_unit(x, y) * y->outside_weight -
							 q * y->inside_weight);
		y->contribution = x->complete ? y->value : y->low + more / 2;
		sum += y->contribution;
	}
	x->mean = sum / (double)x->topics;
	x->low = x->complete ? x->mean : x->low;
	x->outside = o > 0 ? o / (o + i) : 0;
}

/* What B is drawn to 1 by: so many documents, as far as labels explain gains. */
static double drawn_by(const struct sampled_ranking *x)
{
	double sum = 0, count = 0;
	for (size_t t = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].count; i++) {
			const struct shown_document *d = &x->topic[t].shown[i];
			sum += d->stands_for * d->expected;
			count++;
		}
	return count > 0 ? DRAWN_BY * x->explained * sum / count : 0;
}

static int estimate(struct work *w, struct arena *memory, struct sampled_ranking *out,
		    struct err *e)
{
	out->complete = true;
	for (size_t t = 0; t < w->topics; t++) {
		struct sampled_topic *x = &out->topic[t];
		if (take_topic(w, t, memory, x, e) < 0)
			return -1;
		out->Z += x->Z;
		out->X += x->X;
		out->M += x->M;
		out->without += x->without;
		out->complete = out->complete && x->complete;
		out->most += x->most / (double)w->topics;
	}
	out->explained = explained_by_labels(w, e);
	out->drawn = drawn_by(out);
	out->B = out->X > 0 ? (out->Z + out->drawn) / (out->X + out->drawn) : 1;
	out->best = w->gain[w->gains - 1];
	out->most = w->as->normalised ? 1 : out->most;
	out->low = fmin(out->B * out->M / (double)w->topics, out->most);
	out->quality = quality_of(out);
	for (size_t t = 0; t < w->topics; t++)
		guess_value(out, &out->topic[t]);
	find_pseudo_values(out);
	contribute(out);
	return isnan(out->explained) ? -1 : 0;
}

int sampled_ranking(const struct ranking_frame *topic, size_t topics,
		    const struct ranking_asked *as, struct arena *memory,
		    struct sampled_ranking *out, struct err *e)
{
	struct work w = { .frame = topic, .topics = topics, .as = as };
	*out = (struct sampled_ranking){
		.topic = arena_zeroed(memory, topics + 1, sizeof *out->topic),
		.topics = topics,
		.asked = *as,
	};
	int result = memory->failed ? err_memory(e) : find_strata(&w, e);
	if (result == 0)
		result = join_classes(&w, e);
	find_gains(&w);
	if (result == 0)
		result = model_topics(&w, e);
	if (result == 0)
		result = estimate(&w, memory, out, e);
	arena_release(&w.memory);
	return result;
}
