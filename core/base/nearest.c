/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <strings.h>

#include "core/base/nearest.h"

enum { LENGTH_MAX = 63 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * How many characters must be inserted, deleted, replaced or swapped with the next one, no
 * character twice: the optimal string alignment distance. Upper and lower case are the same.
 */
static size_t distance(struct slice a, struct slice b)
{
	size_t row[3][LENGTH_MAX + 1];
	for (size_t k = 0; k <= b.length; k++)
		row[0][k] = k;
	for (size_t i = 1; i <= a.length; i++) {
		size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
		int x = tolower((unsigned char)a.at[i - 1]);
		now[0] = i;
		for (size_t k = 1; k <= b.length; k++) {
			int y = tolower((unsigned char)b.at[k - 1]);
			now[k] = least(last[k - 1] + (x != y), least(last[k], now[k - 1]) + 1);
			if (i > 1 && k > 1 && x == tolower((unsigned char)b.at[k - 2]) &&
			    y == tolower((unsigned char)a.at[i - 2]))
				now[k] = least(now[k], before[k - 2] + 1);
		}
	}
	return row[a.length % 3][b.length];
}

/* Two edits at most, and one in words of fewer than five letters. */
struct nearest nearest_to(struct slice wrong)
{
	return (struct nearest){ .wrong = wrong, .distance = least(2, (wrong.length + 1) / 3) + 1 };
}

/* Whether a name begins with what was typed, of at least three letters: not near, but meant. */
static bool begins(struct slice name, struct slice typed)
{
	return typed.length >= 3 && typed.length < name.length &&
	       strncasecmp(name.at, typed.at, typed.length) == 0;
}

void nearest_try(struct nearest *n, struct slice name)
{
	if (name.length == 0 || name.length > LENGTH_MAX || n->wrong.length > LENGTH_MAX ||
	    slice_equal(name, n->wrong))
		return;
	bool beginning = n->best.length == 0 && begins(name, n->wrong);
	size_t d = distance(n->wrong, name);
	if (d < n->distance || beginning) {
		n->distance = d < n->distance ? d : n->distance - 1;
		n->best = name;
	}
}

struct suggestion nearest_text(const struct nearest *n)
{
	struct suggestion s = { "" };
	if (n->best.length > 0)
		snprintf(s.text, sizeof s.text, "; did you mean '%.*s'?", (int)n->best.length,
			 n->best.at);
	return s;
}

void choices_add(struct choices *c, const char *name)
{
	size_t used = strlen(c->text);
	snprintf(c->text + used, sizeof c->text - used, "%s%s", used > 0 ? ", " : "", name);
	nearest_try(&c->nearest, slice_of(name));
}

const char *choices_text(struct choices *c)
{
	size_t used = strlen(c->text);
	snprintf(c->text + used, sizeof c->text - used, "%s", nearest_text(&c->nearest).text);
	return c->text;
}
