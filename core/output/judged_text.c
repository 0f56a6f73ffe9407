/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "core/output/judged_text.h"

const char *const judged_names[JUDGED_FIGURES] = { "agreement", "kappa" };

void judged_counts(const struct two_judges *x, struct judged_count *out)
{
	const struct judged_count count[JUDGED_COUNTS] = {
		{ "judged_by_both", two_judges_documents(x) },
		{ "both_rel", x->count[1][1] },
		{ "only_a_rel", x->count[1][0] },
		{ "only_b_rel", x->count[0][1] },
		{ "neither_rel", x->count[0][0] },
		{ "either_gray", x->gray },
	};
	memcpy(out, count, sizeof count);
}

static bool is_constant(const struct judged_alike *x)
{
	return x->method != NULL && strcmp(x->method, JUDGED_CONSTANT) == 0;
}

void judged_warn(struct warnings *w, const char *who, const struct judged_all *x, double level)
{
	const struct judged_alike *kappa = &x->figure[JUDGED_KAPPA];
	if (x->topics > 0 && isnan(kappa->value))
		warnings_add(w,
			     "%skappa is undefined, because both judges give every document the "
			     "same grade",
			     who);
	if (kappa->one_topic)
		warnings_add(w,
			     "%skappa rests on one topic, because in the others both judges give "
			     "every document the same grade: it has no interval over topics "
			     "(--topic gives one of that topic, over documents)",
			     who);
	if (kappa->method != NULL && two_judges_are_lopsided(&x->sum))
		warnings_add(
			w,
			"%sonly %lld of %lld documents are relevant to either judge, and kappa is "
			"then low however well they agree on the others",
			who, (long long)two_judges_relevant(&x->sum),
			(long long)two_judges_documents(&x->sum));
	bool share_too = is_constant(&x->figure[JUDGED_SHARE]);
	if (share_too || is_constant(kappa))
		warnings_add(w,
			     "%s%s the same, whichever of the %zu topics is left out, and the "
			     "interval has no width: up to %.0f %% of all topics may still be "
			     "different",
			     who,
			     !is_constant(kappa) ? "agreement is"
			     : share_too	 ? "agreement and kappa are"
						 : "kappa is",
			     x->topics, 100 * (1 - pow(1 - level, 1 / (double)x->topics)));
}
