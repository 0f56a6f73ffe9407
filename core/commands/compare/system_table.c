/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/compare/comparison_output.h"
#include "core/output/text.h"

static void one_measure(struct buffer *b, const struct comparison *c, size_t measure, int digits)
{
	const struct compared_measure *m = &c->measure[measure];
	int width = text_width(c->run, c->runs, 6);
	buffer_print(b, "%-*s %6s %9s %9s %9s %9s\n", width, "system", "runs", m->title, "sd",
		     "lowest", "highest");
	for (size_t i = 0; i < c->runs; i++) {
		const struct system_spread *x = &c->spread[measure * c->runs + i];
		buffer_print(b, "%-*s %6zu", width, c->run[i], x->runs);
		text_number(b, 9, digits, comparison_mean(m, i));
		text_number(b, 9, digits, x->deviation);
		text_number(b, 9, digits, x->least);
		text_number(b, 9, digits, x->most);
		buffer_print(b, "\n");
	}
}

void comparison_system_table(struct buffer *b, const struct comparison *c,
			     const struct comparison_output *o)
{
	if (c->spread == NULL)
		return;
	for (size_t m = 0; m < c->measures; m++)
		one_measure(b, c, m, o->runs->digits);
	buffer_print(b, "a system is the mean of its runs, topic by topic; sd, lowest, highest: of "
			"the means of its runs\n"
			"tests and intervals are over topics, for these runs: they do not say what "
			"other seeds would give\n\n");
}
