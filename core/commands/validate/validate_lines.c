/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `validate` prints for programs: the lines of an evaluation.
 */
#include <math.h>

#include "core/commands/validate/validate.h"
#include "core/output/score_lines.h"

/* If there are several methods, a name ends with that of the method. */
enum { NAME_MAX_LENGTH = 2 * METHOD_NAME_MAX };

static const char *name_for(char name[NAME_MAX_LENGTH], const struct validation *x, size_t m,
			    const char *prefix, const char *measure)
{
	snprintf(name, NAME_MAX_LENGTH, "%s%s%s%s", prefix, measure, x->methods > 1 ? "_" : "",
		 x->methods > 1 ? x->method[m].between : "");
	return name;
}

static void add_figure(struct score_lines *lines, const struct validate_request *q,
		       const struct validation *x, const struct validation_figure *f)
{
	char name[2 * METHODS_MAX][NAME_MAX_LENGTH];
	struct score_end end[2 * METHODS_MAX];
	size_t ends = 0;
	bool both = q->tail == TAIL_BOTH;
	for (size_t m = 0; m < x->methods; m++) {
		const struct validation_bounds *b = &f->bounds[m];
		const char *alone = x->method[m].one_sided, *method = both ? b->by : alone;
		double low = both ? b->between.lower : b->at_least;
		double high = both ? b->between.upper : b->at_most;
		if (q->tail != TAIL_UPPER && !isnan(low)) {
			const char *own = name_for(name[ends], x, m, "ci_lo_", f->measure);
			end[ends++] = (struct score_end){ .kind = END_LOWER,
							  .name = own,
							  .number = low,
							  .method = method,
							  .one_sided_method = alone,
							  .one_sided = b->at_least };
		}
		if (q->tail != TAIL_LOWER && !isnan(high)) {
			const char *own = name_for(name[ends], x, m, "ci_hi_", f->measure);
			end[ends++] = (struct score_end){ .kind = END_UPPER,
							  .name = own,
							  .number = high,
							  .method = method,
							  .one_sided_method = alone,
							  .one_sided = b->at_most };
		}
	}
	score_lines_add(lines, &(struct score_line){ .run = { NULL, "production" },
						     .topic = "all",
						     .measure = f->measure,
						     .end = end,
						     .ends = ends,
						     .kind = RECORD_REAL,
						     .number = f->value,
						     .one_sided = NAN,
						     .level = q->question.level,
						     .tail = tail_names[q->tail],
						     .seed = RECORD_NONE,
						     .n = 1,
						     .design = "counts" });
}

/* One word each: columns are separated by white space in some formats. */
static void add_verdicts(struct score_lines *lines, const struct validate_request *q,
			 const struct validation *x)
{
	static const char *const word[] = { "shown", "missed", "not_shown" };
	static const enum tail by[] = { TAIL_LOWER, TAIL_UPPER, TAIL_BOTH };
	for (size_t m = 0; m < x->methods && !isnan(q->question.target); m++) {
		char name[NAME_MAX_LENGTH];
		score_lines_add(lines,
				&(struct score_line){ .run = { NULL, "production" },
						      .topic = "all",
						      .measure = name_for(name, x, m, "", "target"),
						      .kind = RECORD_TEXT,
						      .text = word[x->verdict[m]],
						      .one_sided = NAN,
						      .method = x->method[m].one_sided,
						      .level = q->question.level,
						      .tail = tail_names[by[x->verdict[m]]],
						      .seed = RECORD_NONE,
						      .n = 1,
						      .design = "counts" });
	}
}

void validation_lines(struct buffer *b, const struct validate_request *q,
		      const struct validation *x, const struct output *receiver)
{
	struct score_lines lines;
	score_lines_init(&lines, b, q->format, false, true, q->digits, !q->digits_given);
	score_lines_one_sided(&lines);
	score_lines_begin(&lines, receiver);
	for (size_t i = 0; i < x->figures; i++)
		add_figure(&lines, q, x, &x->figure[i]);
	add_verdicts(&lines, q, x);
	score_lines_release(&lines);
}
