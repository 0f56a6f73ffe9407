#include <math.h>
#include <stdlib.h>

#include "core/stats/independent/confusion_mean.h"
#include "core/stats/independent/confusion_sum.h"

static int interval_of_many(const struct confusion_posterior *topic, size_t count, double lower_p,
			    double upper_p, struct macro_interval *out)
{
	struct figure_term *term = malloc(count * sizeof *term);
	if (term == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		term[i] = (struct figure_term){ &topic[i], false };
	struct figure_sum *s = figure_sum_new(term, count);
	free(term);
	if (s == NULL)
		return -1;
	double T = (double)count;
	double lower = figure_sum_quantile(s, lower_p), upper = figure_sum_quantile(s, upper_p);
	*out = (struct macro_interval){ .mean = figure_sum_mean(s) / T,
					.lower = lower / T,
					.upper = upper / T,
					.error = fmax(figure_sum_error(s, lower),
						      figure_sum_error(s, upper)) };
	figure_sum_free(s);
	return 0;
}

int macro_interval(const struct confusion_posterior *topic, size_t count, double lower_p,
		   double upper_p, struct macro_interval *out, struct err *e)
{
	if (count == 0)
		return err_usage(e, "there is no topic to take the mean of");
	if (count == 1) {
		*out = (struct macro_interval){ confusion_mean(topic),
						confusion_quantile(topic, lower_p),
						confusion_quantile(topic, upper_p), 1e-9 };
		return 0;
	}
	return interval_of_many(topic, count, lower_p, upper_p, out) < 0 ? err_memory(e) : 0;
}

/* The sum of A's figures and of 1 less B's is above T where A is better. */
static int compare_many(const struct confusion_posterior *a, const struct confusion_posterior *b,
			size_t count, struct tails *out, double *error)
{
	struct figure_term *term = malloc(2 * count * sizeof *term);
	if (term == NULL)
		return -1;
	for (size_t i = 0; i < count; i++) {
		term[2 * i] = (struct figure_term){ &a[i], false };
		term[2 * i + 1] = (struct figure_term){ &b[i], true };
	}
	struct figure_sum *s = figure_sum_new(term, 2 * count);
	free(term);
	if (s == NULL)
		return -1;
	double below = figure_sum_cdf(s, (double)count);
	*out = (struct tails){ below, 1 - below };
	*error = figure_sum_error(s, (double)count);
	figure_sum_free(s);
	return 0;
}

static bool same_topics(const struct confusion_posterior *a, const struct confusion_posterior *b,
			size_t count)
{
	size_t i = 0;
	while (i < count && confusion_same(&a[i], &b[i]))
		i++;
	return i == count;
}

int macro_compare(const struct confusion_posterior *a, const struct confusion_posterior *b,
		  size_t count, struct tails *out, double *error, struct err *e)
{
	if (count == 0)
		return err_usage(e, "there is no topic to take the mean of");
	if (count == 1) {
		*out = confusion_compare(a, b);
		*error = 1e-9;
		return 0;
	}
	if (same_topics(a, b, count)) {
		*out = (struct tails){ 0.5, 0.5 };
		*error = 0;
		return 0;
	}
	return compare_many(a, b, count, out, error) < 0 ? err_memory(e) : 0;
}
