/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "readers/lines.h"
#include "readers/zscores.h"

int zscores_read(const struct input *in, zscore_sink sink, void *context, struct err *e)
{
	static const struct columns columns = { 4, 4, "topic measure mean deviation" };
	struct slice field[4];
	struct lines l;
	lines_start(&l, in);
	int count;
	while ((count = lines_next_checked(&l, &columns, field, 4, e)) > 0) {
		struct zscore_record r = { .topic = field[0], .measure = field[1] };
		if (!parse_real(field[2], &r.mean) || !isfinite(r.mean))
			return field_bad(lines_place(&l), "mean", field[2],
					 "is not a finite number", e);
		if (!parse_real(field[3], &r.deviation) || !isfinite(r.deviation) ||
		    r.deviation < 0)
			return field_bad(lines_place(&l), "deviation", field[3],
					 "is not a finite number of at least 0", e);
		if (sink(context, &r, l.number, e) < 0)
			return -1;
	}
	return count;
}
