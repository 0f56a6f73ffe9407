/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/cli/compare/print.h"

struct topic_line {
	const char *topic;
	double a, b;
};

/* By A - B, falling; then by the order of the names, which is that of the table. */
static int by_difference(const void *x, const void *y)
{
	const struct topic_line *p = x, *q = y;
	double u = p->a - p->b, v = q->a - q->b;
	if (u != v)
		return u > v ? -1 : 1;
	return strcmp(p->topic, q->topic);
}

static size_t gather(const struct compared_measure *m, const struct pair *p, struct topic_line *to)
{
	const struct score_table *t = &m->table;
	size_t count = 0;
	for (size_t i = 0; i < t->topics; i++) {
		double a = t->value[p->run[0] * t->topics + i];
		double b = t->value[p->run[1] * t->topics + i];
		if (!isnan(a) && !isnan(b))
			to[count++] = (struct topic_line){ t->topic[i], a, b };
	}
	qsort(to, count, sizeof *to, by_difference);
	return count;
}

static void print_topics(struct buffer *b, const struct topic_line *line, size_t count, int digits)
{
	size_t width = 5;
	for (size_t i = 0; i < count; i++)
		width = strlen(line[i].topic) > width ? strlen(line[i].topic) : width;
	buffer_print(b, "%-*s %9s %9s %9s\n", (int)width, "topic", "A", "B", "A - B");
	for (size_t i = 0; i < count; i++)
		buffer_print(b, "%-*s %9.*f %9.*f %9.*f\n", (int)width, line[i].topic, digits,
			     line[i].a, digits, line[i].b, digits, line[i].a - line[i].b);
}

void comparison_topic_table(struct buffer *b, const struct comparison *c,
			    const struct comparison_output *o)
{
	for (size_t i = 0; i < c->pairs * c->measures; i++) {
		const struct pair *p = &c->pair[i / c->measures];
		const struct compared_measure *m = &c->measure[i % c->measures];
		struct topic_line *line = calloc(m->table.topics + 1, sizeof *line);
		if (line == NULL) {
			b->failed = true;
			return;
		}
		buffer_print(b, "\n%s by topic, A: %s, B: %s\n", m->name, c->run[p->run[0]],
			     c->run[p->run[1]]);
		print_topics(b, line, gather(m, p, line), o->digits);
		free(line);
	}
}
