/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/truths.h"

static const struct columns_asked asked = {
	.needed =
		COLUMN(TRUTH) | COLUMN(RETRIEVED) | COLUMN(SIZE) | COLUMN(YIELD) | COLUMN(SAMPLED),
	.optional = COLUMN(RETRIEVED_B) | COLUMN(LABEL),
};

/* Where the records go, and whether there are any. */
struct receiver {
	truth_sink receiver;
	void *context;
	bool any;
};

static int take_part(const struct table_row *row, enum known_column column, const char *name,
		     int64_t size, int64_t *part, struct err *e)
{
	if (field_count(row->place, name, row->field[column], part, e) < 0)
		return -1;
	if (*part > size)
		return err_at(e, row->place.path, row->place.line, "%s %lld, size %lld: too many",
			      name, (long long)*part, (long long)size);
	return 0;
}

static int take(void *context, const struct table_row *row, struct err *e)
{
	struct receiver *to = context;
	struct truth_record r = { .place = row->place, .truth = row->field[COLUMN_TRUTH] };
	to->any = true;
	if (field_name(row->place, "truth", r.truth, e) < 0 ||
	    field_flag(row->place, "retrieved", row->field[COLUMN_RETRIEVED], &r.retrieved, e) < 0)
		return -1;
	r.has_second = row->field[COLUMN_RETRIEVED_B].at != NULL;
	if (r.has_second &&
	    field_flag(row->place, "retrieved_b", row->field[COLUMN_RETRIEVED_B], &r.second, e) < 0)
		return -1;
	r.label = row->field[COLUMN_LABEL];
	if (field_count(row->place, "size", row->field[COLUMN_SIZE], &r.size, e) < 0 ||
	    take_part(row, COLUMN_YIELD, "yield", r.size, &r.yield, e) < 0 ||
	    take_part(row, COLUMN_SAMPLED, "sampled", r.size, &r.sampled, e) < 0)
		return -1;
	return to->receiver(to->context, &r, e);
}

int truths_read(const struct input *in, truth_sink receiver, void *context, struct err *e)
{
	struct receiver to = { .receiver = receiver, .context = context };
	if (table_read(in, &asked, take, &to, e) < 0)
		return -1;
	if (!to.any)
		return err_data(e, "%.600s: no truths: there is nothing below the header",
				in->path);
	return 0;
}
