/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/stats/discount.h"
#include "core/stats/regression/sampled_ranking.h"
#include "core/stats/topics/mean_interval.h"

/* Judged documents that decide from which on nothing is said of their number. */
enum { ENOUGH = 16 };

/* The share of the weights that may be outside. */
static const double OUTSIDE_MOST = 1 / 3.0;

bool regression_has_bounds(enum measured_quantity quantity, const char *method)
{
	(void)quantity;
	return strcmp(method, "greg") == 0;
}

/* ---- frames ---- */

/* A quantity at one of its cutoffs. */
struct ranking_quantity {
	struct ranking_asked as;
	bool discounted, nuggets;
	double okay; /* weight of nuggets that are not vital */
};

static struct ranking_quantity nuggets_of(enum measured_quantity quantity,
					  const struct parameters *p)
{
	int kind = (int)quantity - LABELLED_VITAL;
	return (struct ranking_quantity){
		.as = { .gain = kind >= 3 ? GAIN_FULL_SUPPORT : GAIN_SUPPORT,
			.divisor = 1,
			.across = true },
		.nuggets = true,
		.okay = kind % 3 == 2 ? p->setting[0] : kind % 3,
	};
}

static struct ranking_quantity quantity_of(enum measured_quantity quantity,
					   const struct parameters *p, size_t k, int32_t level)
{
	if (quantity >= LABELLED_VITAL)
		return nuggets_of(quantity, p);
	bool precision = quantity == REGRESSION_PRECISION || quantity == LABELLED_PRECISION;
	bool dcg = quantity == REGRESSION_DCG || quantity == LABELLED_DCG;
	bool exponential = quantity == REGRESSION_NDCG_EXP || quantity == LABELLED_NDCG_EXP;
	return (struct ranking_quantity){
		.as = { .gain = precision     ? GAIN_RELEVANT
				: exponential ? GAIN_EXPONENTIAL
					      : GAIN_LINEAR,
			.level = level,
			.normalised = !precision && !dcg,
			.cutoff = p->value[k],
			.divisor = precision ? p->value[k] : 1,
			.unlimited = dcg },
		.discounted = !precision,
	};
}

static bool uses_labels(enum measured_quantity quantity)
{
	return quantity >= LABELLED_PRECISION && quantity != REGRESSION_NDCG_EXP;
}

/* 1/w of the document at a rank; 0: it has no weight. */
static double divisor_at(const struct ranking_quantity *q, const struct nugget_counts *n,
			 int64_t rank)
{
	double vital = (double)n->vital, sum = vital + q->okay * ((double)n->all - vital);
	if (rank < 0 || (!q->nuggets && (double)rank >= q->as.cutoff))
		return 0;
	if (q->nuggets)
		return rank < n->vital ? sum : q->okay > 0 ? sum / q->okay : 0;
	return q->discounted ? rank_discount((double)rank + 1) : 1;
}

/* Those of the first k, sampled or not, by rank, and then the other sampled ones. */
static void list_documents(const struct sample_view *s, const struct ranking_quantity *q,
			   struct ranking_frame *f, struct frame_document *to)
{
	size_t i = 0, k = 0;
	while (i < s->documents || k < s->unsampled_documents) {
		const struct sampled_document *a = &s->document[i];
		const struct unsampled_document *b = &s->unsampled[k];
		bool other = k < s->unsampled_documents &&
			     (i == s->documents || a->rank < 0 || b->rank < a->rank);
		int64_t rank = other ? b->rank : a->rank;
		int32_t place = other ? b->drawn : a->drawn;
		struct frame_document d = {
			.id = other ? b->number : a->number,
			.divisor = divisor_at(q, &s->nuggets, rank),
			.judged = !other,
			.grade = other ? 0 : a->grade,
			.stratum = (uint32_t)place,
			.class = other ? b->class_of : a->class_of,
		};
		k += other;
		i += !other;
		bool own = !q->nuggets || rank >= 0; /* of pairs only those of the run matter */
		if (place >= 0 && own && (d.judged || d.divisor > 0))
			to[f->documents++] = d;
	}
}

static void list_strata(const struct sample_view *s, const struct ranking_quantity *q,
			struct ranking_frame *f, struct frame_stratum *h, int64_t *size)
{
	size_t classes = q->as.classes + 1;
	for (size_t i = 0; i < s->drawn_strata; i++)
		h[i] = (struct frame_stratum){ s->drawn[i].label, (double)s->drawn[i].size,
					       (double)s->drawn[i].sampled };
	for (size_t i = 0; size != NULL && i < s->drawn_strata * classes; i++)
		size[i] = s->class_size[i];
	if (q->nuggets) { /* only what the run has, which is one stratum of all topics */
		for (size_t i = 0; i < s->drawn_strata; i++) {
			bool own = false;
			for (size_t k = 0; k < f->documents; k++)
				own = own || f->document[k].stratum == i;
			for (size_t c = 0; size != NULL && c < classes && !own; c++)
				size[i * classes + c] = 0;
			h[i].name = 0;
			if (!own)
				h[i].size = h[i].sampled = 0;
		}
	}
}

static int frame_of(const struct sample_view *s, const struct ranking_quantity *q,
		    struct arena *memory, struct ranking_frame *out, struct err *e)
{
	size_t most = s->documents + s->unsampled_documents, classes = q->as.classes + 1;
	struct frame_stratum *h = arena_zeroed(memory, s->drawn_strata + 1, sizeof *h);
	int64_t *size = q->as.classes > 0
				? arena_zeroed(memory, s->drawn_strata * classes + 1, sizeof *size)
				: NULL;
	struct outside_document *outside =
		arena_zeroed(memory, s->beyond_documents + 1, sizeof *outside);
	struct frame_document *document = arena_zeroed(memory, most + 1, sizeof *document);
	*out = (struct ranking_frame){ .document = document,
				       .stratum = h,
				       .strata = s->drawn_strata,
				       .class_size = size,
				       .outside = outside };
	if (memory->failed)
		return err_memory(e);
	list_documents(s, q, out, document);
	list_strata(s, q, out, h, size);
	for (size_t i = 0; i < s->beyond_documents && !q->nuggets; i++) {
		double divisor = divisor_at(q, &s->nuggets, s->beyond[i].rank);
		if (divisor > 0)
			outside[out->outside_documents++] =
				(struct outside_document){ s->beyond[i].name, divisor };
	}
	return 0;
}

int ranking_estimate(const struct sample_view *const *sample, size_t topics,
		     enum measured_quantity quantity, const struct parameters *p, size_t k,
		     int32_t level, struct arena *memory, struct sampled_ranking *out,
		     struct err *e)
{
	struct ranking_quantity q = quantity_of(quantity, p, k, level);
	struct arena own = { 0 };
	struct ranking_frame *frame = arena_zeroed(&own, topics + 1, sizeof *frame);
	enum outside asked = topics > 0 ? sample[0]->outside_asked : OUTSIDE_BY_DESIGN;
	int result = own.failed ? err_memory(e) : 0;
	q.as.outside = asked == OUTSIDE_NONRELEVANT ? RANKED_NOTHING
		       : asked == OUTSIDE_UNKNOWN   ? RANKED_ANYTHING
						    : RANKED_AS_INSIDE;
	for (size_t t = 0; t < topics && uses_labels(quantity); t++)
		if (sample[t]->class_size != NULL)
			q.as.classes = sample[t]->classes;
	for (size_t t = 0; t < topics && result == 0; t++)
		result = frame_of(sample[t], &q, &own, &frame[t], e);
	if (result == 0)
		result = sampled_ranking(frame, topics, &q.as, memory, out, e);
	arena_release(&own);
	return result;
}

/* ---- values and bounds ---- */

int regression_value(const struct topic_view *t, enum measured_quantity quantity,
		     const struct parameters *p, double *value, struct err *e)
{
	struct arena memory = { 0 };
	int result = 0;
	for (size_t k = 0; result == 0 && (k == 0 || k < p->count); k++) {
		struct sampled_ranking x;
		result = ranking_estimate(&t->sample, 1, quantity, p, k, t->level, &memory, &x, e);
		value[k] = result == 0 ? x.topic[0].value : NAN;
	}
	arena_release(&memory);
	return result;
}

void ranking_topic_bounds(const struct sampled_ranking *x, size_t topic,
			  const struct estimate_request *q, struct estimate *out)
{
	const struct topic_numbers one = { { topic, 0 } };
	const struct sampled_topic *t = &x->topic[topic];
	struct sampled_error error;
	sampled_error(x, NULL, &one, 1, false, &error);
	double half = (error.high - error.low) / 2;
	error.estimate = t->value;
	error.low = fmax(t->value - half, 0);
	error.high = t->value + half;
	out->value = t->value;
	out->se = error.se;
	out->bounds = sampled_interval(&error, q->ends.lower_p, q->ends.upper_p);
}

/* All is judged: topics like these as of complete judgments. */
static int bound_complete(const struct topics_view *v, const struct estimate_request *q,
			  struct estimate *out, struct err *e)
{
	const struct mean_interval_method *rule = &mean_interval_by_rule;
	const struct sampled_ranking *x = v->ranking;
	const struct mean_interval_request r = { .ends = q->ends,
						 .most = x->asked.unlimited ? INFINITY : 1,
						 .resamples = q->resamples };
	double *score = calloc(v->topics + 1, sizeof *score);
	struct mean_bounds b = { .ends = { NAN, NAN } };
	if (score == NULL)
		return err_memory(e);
	for (size_t t = 0; t < v->topics; t++)
		score[t] = x->topic[v->listed[t].in[0]].contribution;
	int result = mean_intervals(&rule, 1, score, v->topics, &r, &b, e);
	out->bounds = b.ends;
	free(score);
	return result;
}

static const char no_sample[] = "some strata have no judged document: the other "
				"strata represent them, and the error is not known";

static bool has_unsampled(const struct sampled_ranking *x)
{
	for (size_t t = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].count; i++)
			if (x->topic[t].strata > 1 && x->topic[t].shown[i].stands_for == 0 &&
			    x->topic[t].X > 0)
				return true;
	return false;
}

int regression_mean(const struct topics_view *v, enum measured_quantity quantity,
		    const struct parameters *p, const struct estimate_request *q,
		    struct estimate *out, struct err *e)
{
	(void)p;
	const struct sampled_ranking *x = v->ranking;
	struct sampled_error error;
	if (v->topics == 0 || x == NULL)
		return 0;
	sampled_error(x, NULL, v->listed, v->topics, q->random_topics, &error);
	out->value = ranking_has_value(x) ? error.estimate : NAN;
	out->se = error.se;
	out->bounds = sampled_interval(&error, q->ends.lower_p, q->ends.upper_p);
	out->estimator =
		uses_labels(quantity) && x->asked.classes > 0 ? "regression, labels" : "regression";
	if (error.complete && q->random_topics && bound_complete(v, q, out, e) < 0)
		return -1;
	if (!error.complete && has_unsampled(x))
		out->caution = no_sample;
	return 0;
}

bool ranking_has_value(const struct sampled_ranking *x)
{
	return x->outside <= OUTSIDE_MOST || x->asked.outside == RANKED_NOTHING;
}

const char *ranking_outside(const struct sampled_ranking *x, const char *name, struct arena *memory)
{
	static const char *const assumed[] = {
		[RANKED_AS_INSIDE] = "from none of them relevant to as good as the run's others",
		[RANKED_NOTHING] = "none of them relevant",
		[RANKED_ANYTHING] = "from none of them relevant to all",
	};
	if (!(x->outside > 0))
		return NULL;
	return arena_print(
		memory,
		"of %.100s %.1f %% of the weight is of documents outside the frame, which nobody "
		"labelled or could draw, counted as %s (--outside)%s",
		name, 100 * x->outside, assumed[x->asked.outside],
		!ranking_has_value(x) ? "; that is more than a third, and there is no value" : "");
}

const char *ranking_few(const struct sampled_error *x, const char *name, struct arena *memory)
{
	if (x->complete || !(x->documents < ENOUGH))
		return NULL;
	return arena_print(
		memory,
		x->judged == 0
			? "of %.100s no judged document decides: the ends show what is possible"
			: "of %.100s few judged documents decide (%zu, which count as %.1f): an "
			  "interval is reliable from 16 on",
		name, x->judged, x->documents);
}
