#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "core/stats/interval/interval.h"
#include "core/stats/ranking/joint_inclusion.h"
#include "core/stats/ranking/ranked_sample.h"

bool ranked_is_certain(const struct ranked_sample *s)
{
	for (size_t i = 0; i < s->units; i++)
		if (s->unit[i].probability < 1)
			return false;
	return true;
}

static double logistic(double x)
{
	return 1 / (1 + exp(-x));
}

struct ranked_interval ranked_interval_of(double estimate, const struct ranked_error *error,
					  bool certain, double lower_p, double upper_p)
{
	struct ranked_interval out = { NAN, NAN };
	if (isnan(estimate))
		return out;
	if (certain)
		return (struct ranked_interval){ estimate, estimate };
	double centre = estimate - (error->corrected ? 0 : error->bias);
	double spread = error->corrected ? error->se : hypot(error->se, error->bias);
	if (estimate <= 0)
		out.lower = 0;
	if (!(estimate > 0 && centre > 0 && error->se > 0))
		return out;
	double low = qt(lower_p, error->df, 1, 0), high = qt(upper_p, error->df, 1, 0);
	if (centre >= 1) {
		double end = centre * exp(low * spread / centre);
		return (struct ranked_interval){ fmin(end, 1), 1 };
	}
	double middle = log(centre / (1 - centre)), scale = spread / (centre * (1 - centre));
	return (struct ranked_interval){ logistic(middle + low * scale),
					 logistic(middle + high * scale) };
}

struct ranked_mean ranked_mean_of(const double *estimate, const struct ranked_error *error,
				  size_t topics, bool random)
{
	double count = 0, known = 0, errors = 0, spreads = 0, sum = 0, bias = 0, scatter = 0;
	bool corrected = topics > 0 && error[0].corrected;
	for (size_t t = 0; t < topics; t++) {
		if (isnan(estimate[t]))
			continue;
		count++;
		sum += estimate[t];
		if (isnan(error[t].se))
			continue;
		double square = error[t].se * error[t].se;
		known++;
		errors += square;
		spreads += square + (corrected ? 0 : error[t].bias * error[t].bias);
		bias += error[t].bias;
	}
	for (size_t t = 0; t < topics; t++)
		scatter += isnan(estimate[t]) ? 0 : pow(estimate[t] - sum / count, 2);
	double se = sqrt(errors / known / count), independent = sqrt(spreads / known / count);
	if (random)
		se = independent = count > 1 ? sqrt(scatter / (count - 1) / count) : NAN;
	else if (known == 0)
		se = independent = NAN;
	return (struct ranked_mean){ .se = se,
				     .bias = corrected || count == 0 ? 0 : bias / count,
				     .spread = hypot(independent, bias / count) };
}

static bool allocate(struct ranked_ap *a, size_t units)
{
	double *numbers = calloc(3 * units + 1, sizeof *numbers);
	a->weight = numbers;
	a->precision = numbers != NULL ? numbers + units : NULL;
	a->gradient = numbers != NULL ? numbers + 2 * units : NULL;
	a->at = calloc(units + 1, sizeof *a->at);
	return numbers != NULL && a->at != NULL;
}

/* Precisions from the top, what each unit adds to those below it from the bottom. */
static void differentiate(struct ranked_ap *a, const struct ranked_sample *s)
{
	double above = 0, below = 0;
	for (size_t i = 0; i < a->units; i++) {
		double rank = s->unit[a->at[i]].rank;
		a->precision[i] = isinf(rank) ? 0 : (above + 1) / rank;
		a->numerator += a->weight[i] * a->precision[i];
		a->total += a->weight[i];
		above += a->weight[i];
	}
	for (size_t i = a->units; i-- > 0;) {
		double rank = s->unit[a->at[i]].rank;
		a->gradient[i] = a->precision[i] + below;
		below += isinf(rank) ? 0 : a->weight[i] / rank;
	}
}

int ranked_ap_init(struct ranked_ap *a, const struct ranked_sample *s, struct err *e)
{
	*a = (struct ranked_ap){ 0 };
	size_t relevant = 0;
	for (size_t i = 0; i < s->units; i++)
		relevant += s->unit[i].relevant;
	if (!allocate(a, relevant)) {
		ranked_ap_release(a);
		return err_memory(e);
	}
	for (size_t i = 0; i < s->units; i++) {
		if (!s->unit[i].relevant)
			continue;
		a->at[a->units] = i;
		a->weight[a->units++] = 1 / s->unit[i].probability;
	}
	differentiate(a, s);
	return 0;
}

void ranked_ap_release(struct ranked_ap *a)
{
	free(a->weight);
	free(a->at);
}

/* A' and its gradient: as A, with the factors of pairs. `gradient` has room for all units. */
static int pair_terms(const struct ranked_ap *a, const struct joint *j, double *numerator,
		      double *gradient, struct err *e)
{
	const struct ranked_unit *unit = j->sample->unit;
	struct joint_sums above, below;
	if (joint_sums_init(&above, j, e) < 0)
		return -1;
	if (joint_sums_init(&below, j, e) < 0) {
		joint_sums_release(&above);
		return -1;
	}
	*numerator = 0;
	for (size_t i = 0; i < a->units; i++) {
		const struct ranked_unit *u = &unit[a->at[i]];
		double more = joint_sums_from(&above, j, u->bucket);
		gradient[i] = isinf(u->rank) ? 0 : (more + 1) / u->rank;
		*numerator += a->weight[i] * gradient[i];
		joint_sums_add(&above, j, u->bucket, a->weight[i]);
	}
	for (size_t i = a->units; i-- > 0;) {
		const struct ranked_unit *u = &unit[a->at[i]];
		gradient[i] += joint_sums_from(&below, j, u->bucket);
		if (!isinf(u->rank))
			joint_sums_add(&below, j, u->bucket, a->weight[i] / u->rank);
	}
	joint_sums_release(&above);
	joint_sums_release(&below);
	return 0;
}

static int correct(const struct ranked_ap *a, const struct joint *j, double *gradient, double *ones,
		   double *value, struct err *e)
{
	double A, R = a->total, covariance, variance;
	for (size_t i = 0; i < a->units; i++)
		ones[i] = 1;
	if (pair_terms(a, j, &A, gradient, e) < 0 ||
	    joint_covariance(j, a->at, gradient, ones, a->units, &covariance, e) < 0 ||
	    joint_covariance(j, a->at, ones, ones, a->units, &variance, e) < 0)
		return -1;
	*value = A > 0 ? A / R * (1 + covariance / (A * R)) / (1 + variance / (R * R)) : 0;
	return 0;
}

int ranked_ap_beale(const struct ranked_sample *s, double *value, struct err *e)
{
	struct ranked_ap a;
	struct joint j;
	*value = NAN;
	if (!s->known)
		return 0;
	if (ranked_ap_init(&a, s, e) < 0)
		return -1;
	if (joint_init(&j, s, e) < 0) {
		ranked_ap_release(&a);
		return -1;
	}
	double *room = calloc(2 * a.units + 1, sizeof *room);
	int result = room == NULL ? err_memory(e) : 0;
	if (result == 0 && a.units > 0)
		result = correct(&a, &j, room, room + a.units, value, e);
	free(room);
	joint_release(&j);
	ranked_ap_release(&a);
	return result;
}

int ranked_ap_corrected(const struct ranked_sample *s, double *value, struct err *e)
{
	struct ranked_ap a;
	struct ranked_error error;
	if (ranked_ap_init(&a, s, e) < 0)
		return -1;
	*value = a.units > 0 ? a.numerator / a.total : NAN;
	ranked_ap_release(&a);
	if (interval_find("ht-jackknife")->ranked(s, RANKED_AP, 0, &error, e) < 0)
		return -1;
	*value -= error.bias;
	return 0;
}
