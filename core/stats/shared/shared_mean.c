/*
 * The comparison of two systems by a mean over topics; see shared_posterior.h.
 *
 * A topic's difference is a function of three or four independent yields, and the mean over topics
 * a sum of such terms (core/stats/distribution/topic_sum.h).
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/stats/distribution/yield_term.h"
#include "core/stats/shared/difference_expectation.h"
#include "core/stats/shared/shared_draw.h"
#include "core/stats/shared/shared_posterior.h"

/* The topics with a difference. */
struct topics {
	struct shared_model *model;
	struct difference *difference;
	struct yield_term *yields;
	struct sum_term *term;
	size_t count, made, terms; /* models, differences, terms */
	size_t only;		   /* the number of the last of them */
	struct arena memory;
};

static void topics_release(struct topics *x)
{
	for (size_t i = 0; i < x->terms; i++)
		yield_term_release(&x->yields[i]);
	for (size_t i = 0; i < x->made; i++)
		difference_release(&x->difference[i]);
	for (size_t i = 0; i < x->count; i++)
		shared_model_release(&x->model[i]);
	arena_release(&x->memory);
}

static int topics_init(struct topics *x, const struct interval_method *m,
		       const struct shared_topic *topic, size_t count,
		       const struct interval_request *q, struct err *e)
{
	struct arena *room = &x->memory;
	*x = (struct topics){ 0 };
	x->model = arena_zeroed(room, count, sizeof *x->model);
	x->difference = arena_zeroed(room, count, sizeof *x->difference);
	x->yields = arena_zeroed(room, count, sizeof *x->yields);
	x->term = arena_zeroed(room, count, sizeof *x->term);
	if (room->failed)
		return err_memory(e);
	for (size_t i = 0; i < count; i++) {
		struct shared_model *model = &x->model[x->count];
		if (shared_model_init(model, m, topic[i].cell, topic[i].cells, q, e) < 0)
			return -1;
		if (model->undefined) {
			shared_model_release(model);
			continue;
		}
		x->only = i;
		x->count++;
	}
	return 0;
}

static double difference_at(const void *of, const double yield[YIELDS])
{
	return difference_value(of, yield);
}

static int add_term(struct topics *x, struct difference *d, struct err *e)
{
	const struct yield_distribution *distribution[AXES];
	struct yield_term *t = &x->yields[x->terms];
	for (size_t i = 0; i < d->axes; i++)
		distribution[i] = d->axis[i].distribution;
	if (yield_term_init(t, distribution, d->axes, difference_at, d, e) < 0)
		return -1;
	x->term[x->terms++] = yield_term_in_sum(t, 0);
	return 0;
}

/* The terms of all topics, and the mean of their means. */
static int make_terms(struct topics *x, const struct interval_request *q, double *mean,
		      struct err *e)
{
	double sum = 0;
	for (size_t i = 0; i < x->count; i++) {
		struct difference *d = &x->difference[i];
		double one;
		if (shared_difference(&x->model[i], q, d, e) < 0)
			return -1;
		x->made++;
		if (difference_mean(d, &one, e) < 0 || add_term(x, d, e) < 0)
			return -1;
		sum += one;
	}
	*mean = sum / (double)x->count;
	return 0;
}

static int computed(struct topics *x, const struct interval_request *q, struct shared_result *out,
		    struct err *e)
{
	struct sum_answers a;
	double count = (double)x->count;
	*out = (struct shared_result){ 0 };
	if (make_terms(x, q, &out->mean, e) < 0 ||
	    topic_sum(x->term, x->count, q->lower_p, q->upper_p, 0, &a, e) < 0)
		return -1;
	out->probability = fmin(fmax(a.above, 0), 1);
	out->interval = (struct interval){ a.lower / count, a.upper / count };
	return 0;
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
	int status = topics_init(&x, m, topic, count, q, e);
	if (status == 0 && x.count == 0)
		*out = (struct shared_result){ NAN, NAN, NAN, { NAN, NAN } };
	else if (status == 0 && x.count == 1)
		status = shared_compare(m, topic[x.only].cell, topic[x.only].cells, q, out, e);
	else if (status == 0)
		status = q->draws > 0 ? drawn(&x, q, out, e) : computed(&x, q, out, e);
	topics_release(&x);
	return status;
}
