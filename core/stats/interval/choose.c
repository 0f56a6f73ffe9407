/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/choose.h"
#include "core/stats/default_methods.h"

static bool constant(const struct mean_facts *f)
{
	return f->constant;
}

static bool difference(const struct mean_facts *f)
{
	return f->difference;
}

static bool unlimited(const struct mean_facts *f)
{
	return !f->limited;
}

static bool many_or_too_few(const struct mean_facts *f)
{
	return f->topics > RESAMPLED_TOPICS_MOST || !f->resampled;
}

static bool always(const struct mean_facts *f)
{
	(void)f;
	return true;
}

/* Coverage: doc/coverage.md, "Means over topics". */
const struct mean_rule mean_rules[] = {
	{ "mean, or difference of runs", "complete, all equal", "constant", constant },
	{ "difference of two runs", "complete", "t", difference },
	{ "mean over topics", "complete, unlimited", "t", unlimited },
	{ "", "complete, > 10,000", "delta", many_or_too_few },
	{ "", "complete", DEFAULT_TOPICS, always },
	{ 0 },
};

const char *choose_mean(const struct mean_facts *f)
{
	const struct mean_rule *r = mean_rules;
	while (!r->holds(f))
		r++;
	return r->method;
}
