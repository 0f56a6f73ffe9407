/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/rmath.h"
#include "core/stats/topics/crossed_seeds.h"

struct crossed_seeds crossed_seeds_test(double mean, double deviation, size_t topics,
					const struct seeds of[2])
{
	double n = (double)topics, of_topics = deviation * deviation / n;
	double variance = of_topics, below = of_topics * of_topics / (n - 1);
	struct crossed_seeds none = { NAN, NAN, NAN };
	for (int i = 0; i < 2; i++) {
		double count = (double)of[i].count;
		double of_means = of[i].deviation * of[i].deviation / count;
		double residual = of[i].residual / n / count;
		if (of[i].count < SEEDS_NEEDED)
			return none;
		variance += of_means - residual;
		below += (of_means * of_means + residual * residual / (n - 1)) / (count - 1);
	}
	if (isnan(variance) || !(of_topics > 0))
		return none;
	double freedom = variance > of_topics ? variance * variance / below : n - 1;
	double error = sqrt(fmax(variance, of_topics));
	return (struct crossed_seeds){ 2 * pt(-fabs(mean) / error, freedom, 1, 0), error, freedom };
}
