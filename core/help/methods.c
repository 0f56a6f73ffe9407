/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/help/help.h"
#include "core/stats/default_methods.h"
#include "core/stats/interval/interval.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/topics/mean_interval.h"

/* What is used if --ci names no method. */
static const struct {
	const char *quantity, *ends, *judgments, *method;
} defaults[] = {
	{ "set, one topic", "two", "sample with strata", DEFAULT_INTERVAL },
	{ "", "two", "one random sample", DEFAULT_PROPORTION },
	{ "", "one", "sample with strata", DEFAULT_BOUND },
	{ "", "any", "probabilities only", DEFAULT_WEIGHTED },
	{ "", "any", "--cluster-column", DEFAULT_CLUSTERS },
	{ "set, mean over topics", "any", "sample", DEFAULT_MEAN },
	{ "set, difference of two runs", "any", "sample with strata", DEFAULT_MEAN },
	{ "ranking", "any", "sample", DEFAULT_RANKING },
	{ "mean over topics", "any", "complete", DEFAULT_TOPICS },
	{ "difference of two runs", "any", "complete", DEFAULT_DIFFERENCE },
	{ "plan pair: two runs", "two", "planned", DEFAULT_INTERVAL },
};

void help_methods(struct buffer *b)
{
	buffer_print(b, "Interval methods for means over topics:\n");
	HELP_LIST(b, "  --ci=%-19s %s\n", mean_interval_methods);
	buffer_print(b, "Interval methods for estimates from sampled judgments:\n");
	HELP_LIST(b, "  --ci=%-19s %s\n", interval_methods);
	HELP_LIST(b, "  --ci=%-19s %s\n", ranking_methods);
}

void help_methods_page(struct buffer *b)
{
	static const char format[] = "  %-28s %-5s %-19s %s\n";
	buffer_print(b, "Which interval method is used if --ci names none:\n");
	buffer_print(b, format, "of a", "ends", "judgments", "method");
	for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++)
		buffer_print(b, format, defaults[i].quantity, defaults[i].ends,
			     defaults[i].judgments, defaults[i].method);
	buffer_print(
		b,
		"A set has recall, precision, F, and numbers and shares of relevant documents (est_...).\n"
		"A ranking has average precision, R-precision and precision at a cutoff (stat...).\n"
		"One end: --tail=lower or --tail=upper. plan and validate are about one topic.\n\n");
	help_methods(b);
	buffer_print(b, "-h --ci=NAME prints the manual of one.\n");
}
