/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/coded_sample.h"

bool coded_sample_is_settled(const struct coded_sample *s)
{
	for (int code = 0; code < 2; code++)
		if (!s->trusted[code] && s->again[code] < s->coded[code])
			return false;
	return true;
}

double coded_sample_share(const struct coded_sample *s, int code)
{
	if (s->trusted[code] || s->again[code] == 0)
		return code;
	return (double)s->relevant[code] / (double)s->again[code];
}

int64_t coded_sample_found(const struct coded_sample *s)
{
	return llround((double)s->coded[0] * coded_sample_share(s, 0) +
		       (double)s->coded[1] * coded_sample_share(s, 1));
}
