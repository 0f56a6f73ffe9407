/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/evaluate/evaluated.h"

double evaluation_number(const struct score_row *row, const struct request *q,
			 const struct request_column *c)
{
	if (c->over_topics != NULL)
		return c->kind == COLUMN_LOWER ? row->mean_bound[c->place].ends.lower
					       : row->mean_bound[c->place].ends.upper;
	if (c->kind == COLUMN_VALUE)
		return row->score[q->first + c->value];
	const struct estimate *x = evaluation_estimate(row, q, c);
	return c->kind == COLUMN_ERROR	 ? x->se
	       : c->kind == COLUMN_LOWER ? x->bounds.lower
					 : x->bounds.upper;
}

const char *evaluation_method(const struct score_row *row, const struct request *q,
			      const struct request_column *c)
{
	const char *used = evaluation_estimate(row, q, c)->method;
	return used != NULL ? used : q->method[c->method];
}

void evaluation_add_cautions(struct caution *all, const struct caution *more)
{
	for (size_t i = 0; i < CAUTIONS_MAX && more[i].text != NULL; i++) {
		size_t k = 0;
		while (k < CAUTIONS_MAX && all[k].text != NULL &&
		       strcmp(all[k].text, more[i].text) != 0)
			k++;
		if (k == CAUTIONS_MAX)
			return;
		all[k].text = more[i].text;
		all[k].count += more[i].count;
	}
}

void evaluation_add_caution(struct evaluation *x, const char *text)
{
	const struct caution one[CAUTIONS_MAX] = { { text, 1 } };
	evaluation_add_cautions(x->caution, one);
}

/* The largest one of all topics. */
static double largest(const struct evaluation *x, size_t estimate)
{
	double most = 0;
	for (size_t t = 0; t < x->judgments->topics; t++)
		if (x->evaluated[t])
			most = fmax(most, evaluation_row(x, t).estimate[estimate].design_effect);
	return most;
}

struct design_effects design_effects_of(const struct evaluation *x)
{
	struct design_effects list = { "" };
	size_t used = 0;
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t k = 0; k < q->methods * q->values; k++) {
			double effect = largest(x, q->first_estimate + k);
			if (effect > 0 && used < sizeof list.text)
				used += (size_t)snprintf(list.text + used, sizeof list.text - used,
							 "%s%s %.2f", used > 0 ? ", " : "",
							 q->column[k % q->values].name, effect);
		}
	}
	return list;
}
