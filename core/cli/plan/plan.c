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
