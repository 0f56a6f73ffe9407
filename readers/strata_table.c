/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/strata_table.h"

static const struct columns_asked sizes_asked = {
	.needed = COLUMN(TOPIC) | COLUMN(STRATUM) | COLUMN(SIZE), .rows = "strata"
};
static const struct columns_asked sample_asked = {
	.needed = COLUMN(TOPIC) | COLUMN(STRATUM) | COLUMN(SIZE) | COLUMN(RUNS) | COLUMN(SAMPLED) |
		  COLUMN(RELEVANT),
	.optional = COLUMN(ASSESSABLE),
	.rows = "strata",
};

/* Where the records go. */
struct receiver {
	stratum_sink take;
	void *context;
	bool sampled; /* the table is one of samples */
};

bool stratum_next_run(struct slice *runs, struct slice *name)
{
	if (runs->length == 0)
		return false;
	*name = slice_before(runs, "+");
	return true;
}

static bool has_run(struct slice runs, struct slice wanted)
{
	struct slice name;
	while (stratum_next_run(&runs, &name))
		if (slice_equal(name, wanted))
			return true;
	return false;
}

/* "A+B", or nothing, for which '-' may stand. */
static int take_runs(const struct table_row *row, struct slice *runs, struct err *e)
{
	struct slice field = row->field[COLUMN_RUNS], rest = field, name;
	*runs = (struct slice){ field.at, 0 };
	if (field.length == 0 || slice_equal(field, slice_of("-")))
		return 0;
	if (field_name(row->place, "runs", field, e) < 0)
		return -1;
	while (stratum_next_run(&rest, &name)) {
		if (name.length == 0)
			break;
		if (has_run(rest, name))
			return field_bad(row->place, "runs", field, "names a run twice", e);
	}
	if (name.length == 0 || field.at[field.length - 1] == '+')
		return field_bad(row->place, "runs", field, "is not names of runs joined by +", e);
	*runs = field;
	return 0;
}

/* An error unless `less` is at most `more`. */
static int check_at_most(const struct table_row *row, const char *less_name, int64_t less,
			 const char *more_name, int64_t more, const char *complaint, struct err *e)
{
	if (less <= more)
		return 0;
	return err_at(e, row->place.path, row->place.line, "%s %lld, %s %lld: %s", less_name,
		      (long long)less, more_name, (long long)more, complaint);
}

static int check_counts(const struct table_row *row, const struct stratum_record *r, struct err *e)
{
	if (check_at_most(row, "sampled", r->sampled, "size", r->size,
			  "a stratum whose sample is larger than itself", e) < 0)
		return -1;
	if (row->field[COLUMN_ASSESSABLE].at == NULL)
		return check_at_most(row, "relevant", r->relevant, "sampled", r->sampled,
				     "more relevant than sampled", e);
	if (check_at_most(row, "assessable", r->assessable, "sampled", r->sampled,
			  "more assessable than sampled", e) < 0)
		return -1;
	return check_at_most(row, "relevant", r->relevant, "assessable", r->assessable,
			     "more relevant than assessable", e);
}

/* What both tables have. */
static int take_stratum(const struct table_row *row, struct stratum_record *r, struct err *e)
{
	r->place = row->place;
	r->topic = row->field[COLUMN_TOPIC];
	r->label = row->field[COLUMN_STRATUM];
	if (field_name(row->place, "topic", r->topic, e) < 0 ||
	    field_name(row->place, "stratum", r->label, e) < 0)
		return -1;
	return field_count(row->place, "size", row->field[COLUMN_SIZE], &r->size, e);
}

/* What only that of samples has. */
static int take_sample(const struct table_row *row, struct stratum_record *r, struct err *e)
{
	if (take_runs(row, &r->runs, e) < 0 ||
	    field_count(row->place, "sampled", row->field[COLUMN_SAMPLED], &r->sampled, e) < 0 ||
	    field_count(row->place, "relevant", row->field[COLUMN_RELEVANT], &r->relevant, e) < 0)
		return -1;
	struct slice assessable = row->field[COLUMN_ASSESSABLE];
	r->assessable = r->sampled;
	if (assessable.at != NULL &&
	    field_count(row->place, "assessable", assessable, &r->assessable, e) < 0)
		return -1;
	return check_counts(row, r, e);
}

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	const struct receiver *to = context;
	struct stratum_record r = { 0 };
	if (take_stratum(row, &r, e) < 0 || (to->sampled && take_sample(row, &r, e) < 0))
		return -1;
	return to->take(to->context, &r, e);
}

int strata_table_read(const struct input *in, stratum_sink receiver, void *context, struct err *e)
{
	struct receiver to = { receiver, context, true };
	return table_read(in, &sample_asked, take_row, &to, e);
}

int stratum_sizes_read(const struct input *in, stratum_sink receiver, void *context, struct err *e)
{
	struct receiver to = { receiver, context, false };
	return table_read(in, &sizes_asked, take_row, &to, e);
}

int stratum_twice(const struct stratum_record *r, uint64_t earlier, struct err *e)
{
	return err_at(e, r->place.path, r->place.line,
		      "stratum '%s' of topic '%s' appears twice: first on line %llu",
		      shown(r->label).text, shown(r->topic).text, (unsigned long long)earlier);
}
