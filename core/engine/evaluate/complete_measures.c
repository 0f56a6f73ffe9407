/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/engine/evaluate/complete_measures.h"

/* How many names stand in one warning. */
enum { NAMES = 8 };

static bool is_wrong(const struct measure *m)
{
	return m->input == INPUT_GRADES && !m->any_judgments;
}

/* Whether a request before this one is for the same measure. */
static bool came_before(const struct request_list *asked, size_t place)
{
	for (size_t i = 0; i < place; i++)
		if (asked->request[i].measure == asked->request[place].measure)
			return true;
	return false;
}

/* "statAP for map, est_P for set_P": those with an estimate, or the names of those without. */
static size_t list(const struct request_list *asked, bool estimated, struct buffer *to)
{
	size_t count = 0;
	for (size_t i = 0; i < asked->requests; i++) {
		const struct measure *m = asked->request[i].measure;
		if (!is_wrong(m) || came_before(asked, i) || (m->if_sampled != NULL) != estimated)
			continue;
		if (count++ >= NAMES)
			continue;
		buffer_print(to, "%s%s%s%s", count > 1 ? ", " : "", estimated ? m->if_sampled : "",
			     estimated ? " for " : "", m->name);
	}
	if (count > NAMES)
		buffer_print(to, " and %zu others", count - NAMES);
	return count;
}

void warn_of_complete_measures(const struct request_list *asked, const struct judgments *j,
			       bool sizes, struct warnings *w)
{
	bool listed = j->with_probability < j->count && j->strata.count == 0;
	if (!judgments_are_sampled(j) || (judgments_are_complete(j) && !(listed && sizes)))
		return;
	struct buffer use = { 0 }, none = { 0 };
	size_t estimated = list(asked, true, &use), others = list(asked, false, &none);
	w->failed = w->failed || use.failed || none.failed;
	if (!w->failed && estimated + others > 0)
		warnings_add(w,
			     "the judgments are a sample, and measures of complete judgments count "
			     "unjudged documents as not relevant%s%.*s%s%.*s",
			     estimated > 0 ? ": use " : "", (int)use.length,
			     estimated > 0 ? use.text : "",
			     others > 0 ? "; there is no estimate of " : "", (int)none.length,
			     others > 0 ? none.text : "");
	buffer_release(&use);
	buffer_release(&none);
}
