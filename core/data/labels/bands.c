/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/sort.h"
#include "core/data/labels/bands.h"

/* Places of the scores in falling order; NULL: there is no memory. */
static struct keyed *put_in_order(const double *score, size_t n)
{
	struct keyed *keyed = malloc(2 * n * sizeof *keyed + 1);
	for (size_t i = 0; keyed != NULL && i < n; i++)
		keyed[i] = (struct keyed){ key_descending(score[i]), i };
	if (keyed != NULL)
		keyed_sort(keyed, n, keyed + n, NULL, NULL);
	return keyed;
}

int bands_cuts(const double *score, size_t n, size_t bands, double *cut, struct err *e)
{
	struct keyed *keyed = put_in_order(score, n);
	if (keyed == NULL)
		return err_memory(e);
	for (size_t i = 1; i < bands && n > 0; i++)
		cut[i - 1] = score[keyed[(i * n + bands - 1) / bands - 1].item];
	free(keyed);
	return 0;
}

int bands_of_few(const double *score, size_t n, size_t bands, double *cut, bool *few, struct err *e)
{
	struct keyed *keyed = put_in_order(score, n);
	size_t different = 0;
	if (keyed == NULL)
		return err_memory(e);
	for (size_t i = 0; i < n && different <= bands; i++) {
		double x = score[keyed[i].item];
		if (i > 0 && x == score[keyed[i - 1].item])
			continue;
		if (different + 1 < bands)
			cut[different] = x;
		different++;
	}
	for (size_t i = different; n > 0 && i + 1 < bands; i++)
		cut[i] = score[keyed[n - 1].item];
	*few = different <= bands;
	free(keyed);
	return 0;
}

/* Shares of 0 and 1 are never sure. */
static double deviation(double p)
{
	const double least = 0.02;
	return sqrt(fmax(p, least) * (1 - fmin(p, 1 - least)));
}

int bands_cuts_by_variance(const double *share, size_t n, size_t bands, double *cut, struct err *e)
{
	struct keyed *keyed = put_in_order(share, n);
	double all = 0, sum = 0;
	size_t made = 0;
	if (keyed == NULL)
		return err_memory(e);
	for (size_t i = 0; i < n; i++)
		all += deviation(share[i]);
	for (size_t i = 0; i < n; i++) {
		double x = share[keyed[i].item];
		sum += deviation(x);
		while (made + 1 < bands && sum >= all * (double)(made + 1) / (double)bands)
			cut[made++] = x;
	}
	while (made + 1 < bands && n > 0)
		cut[made++] = share[keyed[n - 1].item];
	free(keyed);
	return 0;
}
