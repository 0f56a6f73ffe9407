/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/compare/comparison_output.h"
#include "core/engine/compare/score_comparison.h"

static void print_topics(struct buffer *b, const struct topic_difference *line, size_t count,
			 int digits)
{
	size_t width = 5;
	for (size_t i = 0; i < count; i++)
		width = strlen(line[i].topic) > width ? strlen(line[i].topic) : width;
	buffer_print(b, "%-*s %9s %9s %9s\n", (int)width, "topic", "A", "B", "A - B");
	for (size_t i = 0; i < count; i++)
		buffer_print(b, "%-*s %9.*f %9.*f %9.*f\n", (int)width, line[i].topic, digits,
			     line[i].a, digits, line[i].b, digits, line[i].difference);
}

void comparison_topic_table(struct buffer *b, const struct comparison *c,
			    const struct comparison_output *o)
{
	for (size_t i = 0; i < c->pairs * c->measures; i++) {
		const struct pair *p = &c->pair[i / c->measures];
		const struct compared_measure *m = &c->measure[i % c->measures];
		size_t count;
		struct topic_difference *line = topic_differences(m, p, &count);
		if (line == NULL) {
			b->failed = true;
			return;
		}
		buffer_print(b, "\n%s by topic, A: %s, B: %s\n", m->title, c->run[p->run[0]],
			     c->run[p->run[1]]);
		print_topics(b, line, count, o->runs->digits);
		free(line);
	}
}
