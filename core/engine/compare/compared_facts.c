/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is counted of a comparison, and which side a difference favours.
 */
#include "core/engine/compare/score_comparison.h"

size_t comparison_most_topics(const struct comparison *c)
{
	size_t most = 0;
	for (size_t i = 0; i < c->measures; i++)
		most = c->measure[i].table.topics > most ? c->measure[i].table.topics : most;
	return most;
}

double mean_of_scores(const double *score, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += score[i];
	return sum / (double)count;
}

bool comparison_is_better(const struct compared_measure *m, double a, double b)
{
	return m->lower_better ? a < b : a > b;
}

bool comparison_claims(const struct comparison *c, const struct pair *p)
{
	return !comparison_is_unmet(c, p->run[0]) && !comparison_is_unmet(c, p->run[1]);
}

size_t comparison_claimed(const struct comparison *c)
{
	size_t count = 0;
	for (size_t i = 0; i < c->pairs; i++)
		count += comparison_claims(c, &c->pair[i]);
	return count;
}

size_t comparison_met(const struct comparison *c)
{
	size_t count = 0;
	for (size_t i = 0; i < c->runs; i++)
		count += !comparison_is_unmet(c, i);
	return count;
}

const char *comparison_about(const struct comparison_request *q)
{
	return q->tests > 0 && q->adjust->together == NULL ? q->test[0]->about : NULL;
}

int comparison_favours(const struct compared_measure *m, double value)
{
	return comparison_is_better(m, value, 0) - comparison_is_better(m, 0, value);
}

bool comparison_against_mean(const struct compared_measure *m, const struct over_topics *x)
{
	return x->favours * comparison_favours(m, x->difference) < 0;
}

int comparison_refuse_gaps(const struct comparison *c, const struct compared_measure *m, size_t a,
			   size_t b, const char *option, struct err *e)
{
	const double *x = comparison_scores(m, a), *y = comparison_scores(m, b);
	for (size_t t = 0; t < m->table.topics; t++)
		if (isnan(x[t]) != isnan(y[t]))
			return err_data(
				e,
				"%s: %.200s has no value of %.100s for topic %.100s, and "
				"%.200s has one: -c counts topics that a run lacks as 0, and "
				"--topic=@FILE leaves others out",
				option, c->run[isnan(x[t]) ? a : b], m->name, m->table.topic[t],
				c->run[isnan(x[t]) ? b : a]);
	return 0;
}
