/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/labelled.h"

const char *const label_kinds[] = {
	[KIND_PERFECT] = "perfect",   [KIND_GOOD] = "good",
	[KIND_WRONG] = "wrong1%",     [KIND_RANDOM_2] = "random2",
	[KIND_RANDOM_5] = "random5",  [KIND_REVERSED] = "reversed",
	[KIND_CONSTANT] = "constant", [KIND_ADVERSARIAL] = "adversarial",
	[KIND_FILE] = "file",	      [KINDS] = NULL,
};

uint16_t label_of_kind(enum label_kind kind, bool relevant, bool shown, double u)
{
	const double sensitivity = 0.85, wrong = 0.05, rare = 0.01;
	switch (kind) {
	case KIND_PERFECT:
		return relevant;
	case KIND_GOOD:
		return u < (relevant ? sensitivity : wrong);
	case KIND_WRONG:
		return relevant != (u < rare);
	case KIND_RANDOM_2:
		return (uint16_t)(2 * u);
	case KIND_RANDOM_5:
		return (uint16_t)(5 * u);
	case KIND_REVERSED:
		return !relevant;
	case KIND_ADVERSARIAL: /* the first run shows what it takes for relevant */
		return shown == relevant ? !relevant : relevant;
	default:
		return 0;
	}
}

struct row {
	const char *world, *labels, *quantity;
	int64_t sampled, seed;
	double level, ratio;
	struct tally of;
};

#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

const struct record_column labelled_columns[] = {
	{ "collection", "collection", RECORD_TEXT, .width = 10, AT(world) },
	{ "sampled", "sampled", RECORD_WHOLE, .width = 7, AT(sampled) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 11, AT(quantity) },
	{ "labels", "labels", RECORD_TEXT, .width = 11, AT(labels) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", "truth", RECORD_REAL, 6, 4, 9, AT(of.truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "ratio", "ratio", RECORD_REAL, 4, 3, 5, AT(ratio) },
	{ 0 },
};
const size_t labelled_line = sizeof(struct row);

void labelled_add(struct records *r, const struct labelled *x)
{
	size_t quantities = 0;
	while (x->quantities[quantities] != NULL)
		quantities++;
	for (size_t i = 0; i < quantities; i++)
		for (int k = -1; k < KINDS; k++) {
			size_t kind = k < 0 ? NO_LABELS : (size_t)k;
			const struct tally *t = &x->tally[kind * quantities + i];
			const struct tally *without = &x->tally[NO_LABELS * quantities + i];
			const struct row row = { .world = x->world,
						 .labels = k < 0 ? "none" : label_kinds[k],
						 .quantity = x->quantities[i],
						 .sampled = x->sampled,
						 .seed = x->seed,
						 .level = x->level,
						 .ratio = t->width / without->width,
						 .of = *t };
			if (x->wanted[i] && x->tried[kind])
				records_add(r, &row);
		}
}
