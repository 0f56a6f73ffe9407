/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/evaluate/outside_frame.h"
#include "core/stats/sampling/frame_test.h"

/* One topic whose documents outside cannot be counted; `stratum` has room for its strata. */
static struct framed_topic framed(const struct sample_view *s, struct framed_stratum *stratum)
{
	struct framed_topic t = { .stratum = stratum, .retrieved = s->retrieved };
	int64_t judged = 0;
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *d = &s->stratum[i];
		if (d->sampled == 0) { /* it may hold as many of them */
			t.retrieved -= d->size;
			continue;
		}
		int64_t met = d->relevant[1] + d->other[1] + d->gray[1];
		stratum[t.strata++] = (struct framed_stratum){ d->size, d->sampled, met };
		judged += met;
	}
	t.retrieved = t.retrieved > judged ? t.retrieved : judged;
	return t;
}

static bool is_evaluated(const struct evaluation *x, size_t topic)
{
	return x->evaluated[topic] && judgments_have_chosen(x->judgments, topic);
}

static size_t all_strata(const struct evaluation *x)
{
	size_t strata = 0;
	for (size_t t = 0; t < x->judgments->topics; t++)
		strata += is_evaluated(x, t) ? x->kept[t].view.strata : 0;
	return strata;
}

int outside_frame_find(struct evaluation *x, struct err *e)
{
	size_t topics = 0, used = 0;
	struct framed_topic *topic = calloc(x->judgments->topics + 1, sizeof *topic);
	struct framed_stratum *stratum = calloc(all_strata(x) + 1, sizeof *stratum);
	struct outside_frame *to = &x->outside;
	bool room = topic != NULL && stratum != NULL;
	*to = (struct outside_frame){ .p = 1, .as = OUTSIDE_LEFT_OUT };
	for (size_t i = 0; room && i < x->judgments->topics; i++) {
		size_t t = x->judgments->sorted[i];
		const struct sample_view *s = &x->kept[t].view;
		if (!is_evaluated(x, t))
			continue;
		to->retrieved += (double)s->retrieved;
		*(s->outside_counted ? &to->counted : &to->estimated) += s->outside;
		if (s->outside_counted || s->strata == 0 || s->retrieved == 0)
			continue;
		to->as = s->outside_as > to->as ? s->outside_as : to->as;
		topic[topics] = framed(s, stratum + used);
		used += topic[topics].strata;
		for (size_t k = 0; k < topic[topics].strata; k++)
			to->judged += topic[topics].stratum[k].judged;
		topics++;
	}
	int result = room ? frame_test(topic, topics, &to->p, e) : err_memory(e);
	free(topic);
	free(stratum);
	return result;
}

static const char *said(enum outside as)
{
	static const char *const text[] = {
		[OUTSIDE_LEFT_OUT] =
			("precision, F and their differences are about the others (--outside), recall is "
			 "that of the frame"),
		[OUTSIDE_NONRELEVANT] =
			"they count as not relevant, and recall is that of the frame",
		[OUTSIDE_UNKNOWN] =
			"bounds are from none to all of them relevant, and recall is that of the frame",
	};
	return text[as];
}

void outside_frame_warn(const char *run, const struct outside_frame *x, enum outside as,
			struct warnings *w)
{
	bool by_design = as == OUTSIDE_BY_DESIGN;
	if (by_design)
		as = x->as;
	if (x->counted > 0)
		warnings_add(
			w,
			"%s: %.0f of its %.0f documents could not be drawn, as they are outside "
			"the frame of the sample: %s",
			run, x->counted, x->retrieved, said(by_design ? OUTSIDE_LEFT_OUT : as));
	if (x->p <= 0)
		warnings_add(w,
			     "%s: about %.0f of its %.0f documents could not be drawn, as they are "
			     "outside the frame of the sample (more than the frame can hold beside "
			     "what is not retrieved): %s",
			     run, x->estimated, x->retrieved, said(as));
	else if (x->p <= FRAME_ALARM)
		warnings_add(
			w,
			"%s: about %.0f of its %.0f documents could not be drawn, as they are "
			"outside the frame of the sample (%lld are judged; of a run within the "
			"frame that few would be with a probability of at most %.1g): %s",
			run, x->estimated, x->retrieved, (long long)x->judged, x->p, said(as));
}
