/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/output/output.h"
#include "core/cli/plan/plan.h"

int planning_finish(const struct planning_options *o, struct plot *p, struct buffer *b, int result,
		    const struct output *out, struct err *e)
{
	if (result == 0 && b->failed)
		result = err_memory(e);
	if (result == 0 && o->plot != NULL)
		result = plot_write(p, o->plot, e);
	plot_release(p);
	return output_finish(out, b, result, e);
}

int planning_print(const struct planning_options *o, struct records *r, struct buffer *b,
		   const struct output *out, struct err *e)
{
	struct plot none = { 0 };
	records_finish(r, o->format, b);
	return planning_finish(o, &none, b, 0, out, e);
}
