/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/services/weighted_documents.h"

size_t weighted_documents(const struct sample_view *s, int32_t level, double cutoff,
			  bool retrieved_only, struct weighted *out)
{
	size_t count = 0;
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		bool retrieved = d->rank >= 0 && (double)d->rank < cutoff;
		int32_t grade = counted_grade(s, d, retrieved);
		if (retrieved || !retrieved_only)
			out[count++] = (struct weighted){ .weight = d->weight,
							  .relevant = grade >= 0 && grade >= level,
							  .gray = grade < 0,
							  .retrieved = retrieved,
							  .cluster = d->cluster,
							  .stratum = d->stratum };
	}
	return count;
}
