/*
 * The comparison of two systems by a mean over topics; see shared_posterior.h.
 *
 * Where the mean has few possible values, these are enumerated. Else each topic's law becomes
 * masses on the multiples of h, 1/STEPS of the width of their sum, which are convolved. Topics with
 * but one possible difference are a shift.
 */
#include <math.h>
#include <stdlib.h>

#include "core/stats/shared/difference_expectation.h"
#include "core/stats/shared/difference_table.h"
#include "core/stats/shared/shared_draw.h"
#include "core/stats/shared/shared_posterior.h"

enum { STEPS = 512, NODES = 1 << 18, FEW_LAWS = 4 };

#define FEW_SUMS 3e5

/* The topics with a difference. */
struct topics {
	struct shared_model *model;
	struct difference *difference;
	double *mean, *deviation; /* of the difference, for the choice of points */
	size_t count, made;
	size_t only; /* the number of the last of them */
};

static void topics_release(struct topics *x)
{
	for (size_t i = 0; i < x->count; i++)
		shared_model_release(&x->model[i]);
	for (size_t i = 0; i < x->made; i++)
		difference_release(&x->difference[i]);
	free(x->model);
	free(x->difference);
	free(x->mean);
}

static int topics_init(struct topics *x, const struct interval_method *m,
		       const struct shared_topic *topic, size_t count,
		       const struct interval_request *q, struct err *e)
{
	*x = (struct topics){ .model = calloc(count + 1, sizeof *x->model),
			      .difference = calloc(count + 1, sizeof *x->difference),
			      .mean = calloc(2 * count + 1, sizeof *x->mean) };
	if (x->model == NULL || x->difference == NULL || x->mean == NULL) {
		topics_release(x);
		return err_memory(e);
	}
	x->deviation = x->mean + count;
	for (size_t i = 0; i < count; i++) {
		struct shared_model *model = &x->model[x->count];
		if (shared_model_init(model, m, topic[i].cell, topic[i].cells, q, e) < 0) {
			topics_release(x);
			return -1;
		}
		if (model->undefined) {
			shared_model_release(model);
			continue;
		}
		x->only = i;
		x->count++;
	}
	return 0;
}

/* The laws of all topics, and the mean of the means. */
static int make_differences(struct topics *x, const struct interval_request *q, double *mean,
			    struct err *e)
{
	double sum = 0;
	for (size_t i = 0; i < x->count; i++) {
		struct difference *d = &x->difference[i];
		double one;
		if (shared_difference(&x->model[i], q, d, e) < 0)
			return -1;
		x->made++;
		if (difference_moments(d, &x->mean[i], &x->deviation[i], e) < 0 ||
		    difference_mean(d, &one, e) < 0)
			return -1;
		sum += one;
	}
	*mean = sum / (double)x->count;
	return 0;
}

/* The sum of the differences is `shift` + h times the lattice's node. */
struct sum {
	double shift, h;
	struct lattice lattice;
};

/* The laws of the topics that vary; the others are summed up in `shift`. */
static int make_laws(struct topics *x, struct difference_table *law, size_t *laws, double *shift,
		     struct err *e)
{
	for (size_t i = 0; i < x->count; i++) {
		if (difference_is_constant(&x->difference[i])) {
			*shift += x->mean[i];
			continue;
		}
		if (difference_table_init(&law[*laws], &x->difference[i], x->mean[i],
					  x->deviation[i], e) < 0)
			return -1;
		++*laws;
	}
	return 0;
}

static int add_laws(const struct difference_table *law, size_t laws, struct sum *s, struct err *e)
{
	double squares = 0, range = 0;
	for (size_t i = 0; i < laws; i++) {
		squares += law[i].width * law[i].width;
		range += law[i].high - law[i].low;
	}
	/* few topics may be open on very different scales, and their sum near 0 on the smallest */
	double wanted = laws <= FEW_LAWS ? 0 : sqrt(squares) / STEPS;
	s->h = fmax(fmax(wanted, range / NODES), 1e-12);
	struct lattice *l = calloc(laws + 1, sizeof *l);
	if (l == NULL || lattice_init(&l[0], 0, 0, 1) < 0) {
		free(l);
		return err_memory(e);
	}
	l[0].mass[0] = 1;
	size_t made = 1;
	int status = 0;
	for (size_t i = 0; i < laws && status == 0; i++) {
		status = difference_table_lattice(&law[i], s->h, &l[made], e);
		made += status == 0;
	}
	if (status == 0 && lattice_sum(l, made, INT64_MAX, 1e-13, &s->lattice) < 0)
		status = err_memory(e);
	else if (status < 0)
		for (size_t i = 0; i < made; i++)
			lattice_release(&l[i]);
	free(l);
	return status;
}

/* A node's mass is spread evenly over the spacing around it. */
static double sum_quantile(const struct sum *s, double p)
{
	const struct lattice *l = &s->lattice;
	double before = 0, at = (double)(l->first + (int64_t)l->count - 1);
	for (size_t i = 0; i < l->count; i++) {
		double mass = l->mass[i];
		if (mass > 0 && before + mass >= p) {
			at = (double)(l->first + (int64_t)i) - 0.5 + (p - before) / mass;
			break;
		}
		before += mass;
	}
	return s->shift + s->h * at;
}

static double sum_above_zero(const struct sum *s)
{
	const struct lattice *l = &s->lattice;
	double zero = -s->shift / s->h, above = 0;
	for (size_t i = 0; i < l->count; i++) {
		double top = (double)(l->first + (int64_t)i) + 0.5;
		above += l->mass[i] * fmin(fmax(top - zero, 0), 1);
	}
	return fmin(fmax(above, 0), 1);
}

/* From a lattice. */
static int add_up(const struct difference_table *law, size_t laws, double shift, double count,
		  const struct interval_request *q, struct shared_result *out, struct err *e)
{
	struct sum s = { .shift = shift };
	if (add_laws(law, laws, &s, e) < 0)
		return -1;
	out->probability = sum_above_zero(&s);
	out->interval.lower = sum_quantile(&s, q->lower_p) / count;
	out->interval.upper = sum_quantile(&s, q->upper_p) / count;
	lattice_release(&s.lattice);
	return 0;
}

/* From all values of the sum, where there are few: `done`. */
static int enumerate(const struct difference_table *law, size_t laws, double shift, double count,
		     const struct interval_request *q, struct shared_result *out, bool *done,
		     struct err *e)
{
	size_t size = 1;
	struct lump *sum = calloc(1, sizeof *sum);
	*done = true;
	if (sum == NULL)
		return err_memory(e);
	sum[0] = (struct lump){ shift, 1 };
	for (size_t i = 0; i < laws && *done; i++) {
		size_t values = law[i].values;
		*done = values > 0 && (double)size * (double)values <= FEW_SUMS;
		if (!*done)
			break;
		struct lump *next = calloc(size * values, sizeof *next);
		if (next == NULL) {
			free(sum);
			return err_memory(e);
		}
		for (size_t j = 0; j < size * values; j++) {
			const struct lump *a = &sum[j / values], *b = &law[i].value[j % values];
			next[j] = (struct lump){ a->value + b->value, a->mass * b->mass };
		}
		free(sum);
		sum = next;
		size = lumps_merge(sum, size * values);
	}
	if (*done) {
		for (size_t i = 0; i < size; i++)
			out->probability += sum[i].mass * (fabs(sum[i].value) <= LUMP_SAME ? 0.5
							   : sum[i].value > 0		   ? 1
											   : 0);
		out->interval.lower = lumps_quantile(sum, size, q->lower_p) / count;
		out->interval.upper = lumps_quantile(sum, size, q->upper_p) / count;
	}
	free(sum);
	return 0;
}

static int computed(struct topics *x, const struct interval_request *q, struct shared_result *out,
		    struct err *e)
{
	struct difference_table *law = calloc(x->count, sizeof *law);
	size_t laws = 0;
	double shift = 0, count = (double)x->count;
	bool done = false;
	*out = (struct shared_result){ 0 };
	if (law == NULL)
		return err_memory(e);
	int status = make_differences(x, q, &out->mean, e);
	if (status == 0)
		status = make_laws(x, law, &laws, &shift, e);
	if (status == 0)
		status = enumerate(law, laws, shift, count, q, out, &done, e);
	if (status == 0 && !done)
		status = add_up(law, laws, shift, count, q, out, e);
	for (size_t i = 0; i < laws; i++)
		difference_table_release(&law[i]);
	free(law);
	return status;
}

static int drawn(const struct topics *x, const struct interval_request *q,
		 struct shared_result *out, struct err *e)
{
	double *mean = calloc((size_t)q->draws, sizeof *mean);
	if (mean == NULL)
		return err_memory(e);
	for (int64_t draw = 0; draw < q->draws; draw++) {
		uint32_t stream = 0;
		for (size_t i = 0; i < x->count; i++) {
			mean[draw] += shared_draw(&x->model[i], q, draw, stream);
			stream += (uint32_t)x->model[i].begin[GROUPS];
		}
		mean[draw] /= (double)x->count;
	}
	shared_drawn(mean, q->draws, q, out);
	free(mean);
	return 0;
}

int shared_compare_mean(const struct interval_method *m, const struct shared_topic *topic,
			size_t count, const struct interval_request *q, struct shared_result *out,
			struct err *e)
{
	struct topics x;
	if (topics_init(&x, m, topic, count, q, e) < 0)
		return -1;
	int status = 0;
	if (x.count == 0)
		*out = (struct shared_result){ NAN, NAN, NAN, { NAN, NAN } };
	else if (x.count == 1)
		status = shared_compare(m, topic[x.only].cell, topic[x.only].cells, q, out, e);
	else
		status = q->draws > 0 ? drawn(&x, q, out, e) : computed(&x, q, out, e);
	topics_release(&x);
	return status;
}
