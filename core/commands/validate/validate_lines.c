/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `validate` prints for programs: the lines of an evaluation.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/commands/validate/validate.h"
#include "core/output/score_lines.h"

/* If there are several methods, a name ends with that of the method. */
enum { NAME_MAX_LENGTH = 2 * METHOD_NAME_MAX };

static const char *name_for(char name[NAME_MAX_LENGTH], const struct validation_method *by,
			    size_t methods, size_t m, const char *prefix, const char *measure)
{
	snprintf(name, NAME_MAX_LENGTH, "%s%s%s%s", prefix, measure, methods > 1 ? "_" : "",
		 methods > 1 ? by[m].between : "");
	return name;
}

static void add_figure(struct score_lines *lines, const struct validate_request *q,
		       const struct validation_method *by, size_t methods,
		       const struct validation_figure *f, const char *topic, double level)
{
	char name[2 * METHODS_MAX][NAME_MAX_LENGTH];
	struct score_end end[2 * METHODS_MAX];
	size_t ends = 0;
	bool both = q->tail == TAIL_BOTH;
	for (size_t m = 0; m < methods; m++) {
		const struct validation_bounds *b = &f->bounds[m];
		const char *alone = by[m].one_sided, *method = both ? b->by : alone;
		for (int upper = 0; upper < 2; upper++) {
			double two = upper ? b->between.upper : b->between.lower;
			double one = upper ? b->at_most : b->at_least;
			bool wanted = q->tail != (upper ? TAIL_LOWER : TAIL_UPPER);
			if (!wanted || isnan(both ? two : one))
				continue;
			const char *own = name_for(name[ends], by, methods, m,
						   upper ? "ci_hi_" : "ci_lo_", f->measure);
			end[ends++] = (struct score_end){ .kind = upper ? END_UPPER : END_LOWER,
							  .name = own,
							  .number = near_whole(both ? two : one),
							  .method = method,
							  .one_sided_method = alone,
							  .one_sided = near_whole(one) };
		}
	}
	struct score_line line = validation_line(topic, f->measure, RECORD_REAL);
	line.end = end;
	line.ends = ends;
	line.number = near_whole(f->value);
	line.level = level;
	line.tail = tail_names[q->tail];
	score_lines_add(lines, &line);
}

/* A stratum stands in the place of a topic. Its bounds are by one method, whatever is asked for. */
static void add_strata(struct score_lines *lines, const struct validate_request *q,
		       const struct validation *x)
{
	double level = validation_row_level(&q->question, &x->design);
	for (size_t i = 0; i < x->design.strata; i++) {
		struct slice name = x->design.name[i];
		struct buffer text = { 0 };
		if (!validation_has_row(&q->question, &x->design, i))
			continue;
		buffer_print(&text, "%s: %.*s",
			     x->design.stratum[i].cut	      ? "stratum"
			     : x->design.stratum[i].retrieved ? "produced"
							      : "null",
			     (int)name.length, name.at);
		struct validation_figure f = validation_row(&x->design.stratum[i], level);
		const struct validation_method exact = { f.bounds[0].by, f.bounds[0].by };
		add_figure(lines, q, &exact, 1, &f, text.failed ? "" : text.text, level);
		buffer_release(&text);
	}
}

/* One word each: columns are separated by white space in some formats. */
static void add_verdicts(struct score_lines *lines, const struct validate_request *q,
			 const struct validation *x)
{
	static const char *const word[] = { "shown", "missed", "not_shown" };
	static const enum tail by[] = { TAIL_LOWER, TAIL_UPPER, TAIL_BOTH };
	for (size_t m = 0; m < x->methods && !isnan(q->question.target); m++) {
		char name[NAME_MAX_LENGTH];
		struct score_line line = validation_line(
			"all", name_for(name, x->method, x->methods, m, "", "target"), RECORD_TEXT);
		line.text = word[x->verdict[m]];
		line.method = x->method[m].one_sided;
		line.level = q->question.level;
		line.tail = tail_names[by[x->verdict[m]]];
		score_lines_add(lines, &line);
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
		add_figure(&lines, q, x->method, x->methods, &x->figure[i], "all",
			   q->question.level);
	if (q->format == FORMAT_CSV || q->format == FORMAT_JSONL) {
		add_strata(&lines, q, x);
		ledger_lines(&lines, q, x);
	}
	add_verdicts(&lines, q, x);
	score_lines_release(&lines);
}
