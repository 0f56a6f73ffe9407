/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/data/judgments/zscores.h"
#include "readers/lines.h"

struct zscore {
	double mean, deviation;
	uint64_t line;
};

static int add_zscore(struct zscores *z, const struct lines *l, const struct slice *field,
		      struct err *e)
{
	struct zscore x = { .line = l->number };
	if (!parse_real(field[2], &x.mean) || !isfinite(x.mean))
		return field_bad(lines_place(l), "mean", field[2], "is not a finite number", e);
	if (!parse_real(field[3], &x.deviation) || !isfinite(x.deviation) || x.deviation < 0)
		return field_bad(lines_place(l), "deviation", field[3],
				 "is not a finite number of at least 0", e);
	size_t before = z->of.both.count;
	if (!ARRAY_ROOM(z->zscore, before, z->room))
		return err_memory(e);
	int64_t number = name_pairs_add(&z->of, field[0], field[1], e);
	if (number < 0)
		return -1;
	if ((size_t)number < before)
		return err_at(e, l->in->path, l->number,
			      "measure '%s' of topic '%s' appears twice: first on line %llu",
			      shown(field[1]).text, shown(field[0]).text,
			      (unsigned long long)z->zscore[number].line);
	z->zscore[number] = x;
	return 0;
}

int zscores_read(struct zscores *z, const struct input *in, struct err *e)
{
	static const struct columns columns = { 4, 4, "topic measure mean deviation" };
	struct slice field[4];
	struct lines l;
	int result;
	*z = (struct zscores){ 0 };
	lines_start(&l, in);
	while ((result = lines_next_checked(&l, &columns, field, 4, e)) > 0)
		if (add_zscore(z, &l, field, e) < 0) {
			result = -1;
			break;
		}
	if (result == 0 && z->of.both.count == 0)
		result = err_data(e, "%.600s: no z-scores in the file", in->path);
	if (result < 0)
		zscores_release(z);
	return result;
}

int zscores_load(struct zscores *z, const char *path, struct err *e)
{
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = zscores_read(z, &in, e);
	input_release(&in);
	return result;
}

void zscores_release(struct zscores *z)
{
	name_pairs_release(&z->of);
	free(z->zscore);
}

double zscore_of(const struct zscores *z, const char *topic, const char *measure, double value)
{
	const double missing = -1000000;
	int64_t number = name_pairs_find(&z->of, slice_of(topic), slice_of(measure));
	if (number == NAME_UNKNOWN)
		return missing;
	const struct zscore *found = &z->zscore[number];
	if (found->deviation == 0)
		return value == found->mean ? 0 : missing;
	return (value - found->mean) / found->deviation;
}
