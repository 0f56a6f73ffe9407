/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/compare/comparison_output.h"
#include "core/output/text.h"

static void macro_row(struct buffer *b, const struct comparison *c, const struct pair *p,
		      const struct macro_difference *x, const struct comparison_output *o)
{
	int width = text_width(c->run, c->runs, 3);
	buffer_print(b, "%-*s %-*s", width, c->run[p->run[0]], width, c->run[p->run[1]]);
	text_number(b, 9, o->runs->digits, x->mean[0]);
	text_number(b, 9, o->runs->digits, x->mean[1]);
	text_number(b, 9, o->runs->digits, x->difference.mean);
	if (o->lower)
		text_number(b, 9, o->runs->digits, x->bounds.lower);
	if (o->upper)
		text_number(b, 9, o->runs->digits, x->bounds.upper);
	comparison_p(b, 8, x->p);
	buffer_print(b, "\n");
}

static void macro_table(struct buffer *b, const struct comparison *c, size_t measure,
			const struct comparison_output *o)
{
	int width = text_width(c->run, c->runs, 3);
	buffer_print(b, "\nMean over %zu groups, %s\n%-*s %-*s %9s %9s %9s",
		     o->groups->groups.count, c->measure[measure].title, width, "A", width, "B",
		     "mean A", "mean B", "A - B");
	buffer_print(b, "%s%s %8s\n", o->lower ? "      from" : "", o->upper ? "        to" : "",
		     "p");
	for (size_t i = 0; i < c->pairs; i++)
		macro_row(b, c, &c->pair[i], &o->groups->macro[i * c->measures + measure], o);
}

void comparison_group_tables(struct buffer *b, const struct comparison *c,
			     const struct comparison_output *o)
{
	const struct compared_groups *g = o->groups;
	if (g == NULL)
		return;
	for (size_t k = 0; k < g->groups.count; k++) {
		buffer_print(b, "\nGroup %s (topics: %zu)\n", g->groups.name[k],
			     g->groups.topics[k]);
		comparison_over_topics(b, &g->part[k], o);
	}
	for (size_t m = 0; m < c->measures; m++)
		macro_table(b, c, m, o);
	buffer_print(
		b,
		"each group counts alike; from, to: %g %% interval, p: two-sided, both by t with "
		"topics drawn within each group (Satterthwaite's degrees of freedom)\n"
		"no p-value is adjusted for the number of groups, and those of the mean over "
		"groups not for the number of pairs\n",
		100 * o->runs->level);
}
