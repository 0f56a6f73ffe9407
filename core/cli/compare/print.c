#include <math.h>

#include "core/cli/compare/compare.h"
#include "core/cli/output/score_lines.h"

static void warn_of_intervals(const struct compare_options *o, const struct comparison *c,
			      struct warnings *w)
{
	size_t alone = 0, undefined = 0;
	for (size_t i = 0; i < c->pairs * c->measures; i++) {
		const struct over_topics *x = &c->result[i];
		alone += x->effect.count == 1;
		for (size_t k = 0; k < o->request.methods; k++)
			undefined += isnan(x->bounds[k].lower) || isnan(x->bounds[k].upper);
	}
	if (alone > 0)
		warnings_add(w, "one topic only: tests over topics have nothing to go by");
	else if (undefined > 0)
		warnings_add(w,
			     "%zu interval%s of differences %s nan: all topics differ by the same, "
			     "or scores lie outside the method's range",
			     undefined, undefined == 1 ? "" : "s", undefined == 1 ? "is" : "are");
}

int compare_print(struct compare_options *o, const struct comparison *c, struct err *e)
{
	struct buffer b = { 0 };
	warn_of_intervals(o, c, &o->runs.warnings);
	comparison_print(&b, c, &o->output);
	int result = output_write(&b, e);
	buffer_release(&b);
	return result;
}
