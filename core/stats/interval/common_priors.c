/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/common_priors.h"

void half_prior(const struct stratum *s, size_t count, struct prior *out)
{
	(void)s;
	for (size_t i = 0; i < count; i++)
		out[i] = (struct prior){ 0.5, 0.5 };
}

void shared_prior(const struct stratum *s, size_t count, struct prior *out)
{
	double segment[2] = { 0, 0 };
	for (size_t i = 0; i < count; i++)
		segment[s[i].retrieved] += (double)s[i].size;
	for (size_t i = 0; i < count; i++) {
		double h = s[i].size > 0 ? 0.5 * (double)s[i].size / segment[s[i].retrieved] : 0.5;
		out[i] = (struct prior){ h, h };
	}
}
