/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/output/output.h"
#include "core/cli/plan/plan.h"

int planning_finish(const struct planning_options *o, const struct plot *p, const struct buffer *b,
		    const struct output *out, struct err *e)
{
	if (b->failed)
		return err_memory(e);
	if (o->plot != NULL && plot_write(p, o->plot, e) < 0)
		return -1;
	return output_write(out, b, e);
}

int planning_print(const struct planning_options *o, struct records *r, struct buffer *b,
		   const struct output *out, struct err *e)
{
	records_finish(r, o->format, b);
	int result = planning_finish(o, NULL, b, out, e);
	buffer_release(b);
	return result;
}
