/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Precision and F of all that a run retrieves, also outside the frame of the sample (--outside).
 *
 * Let D be the number of retrieved documents (without gray ones, if these are left out), inside and
 * outside, and R1 and R0 the relevant documents of the frame that are retrieved and that are not.
 * If nothing outside is relevant,
 *
 *     precision = R1 / D
 *     F_b       = (1+b^2) R1 / (D + b^2 (R1 + R0)) = (1+b^2)/b^2 * R1 / (R1 + R0 + D/b^2)
 *
 * D is known, so that the first is a number of documents over a constant. The second is a recall,
 * with D/b^2 more documents that are known to be relevant and not retrieved. If all X documents
 * outside are relevant, precision has R1 + X for R1, and F has X more relevant documents, which are
 * known to be retrieved: in recall too, as the population is then the frame and what is outside. R1
 * + X is D - S1, with S1 the others that are retrieved inside: so an estimated X brings the error
 * of S1.
 *
 * Apart from outside_bounds.c because it makes samples, and the bounds of them are computed as of
 * any other.
 */
#pragma once

#include "core/data/view.h"

/* Estimated numbers of documents: R1, R0, S1, and D, of which only gray documents are estimated. */
struct outside_sums {
	double found, missed, other; /* R1, R0, S1 */
	double base;		     /* D */
};
struct outside_sums outside_sums(const struct sample_view *s, int32_t level);

/*
 * The sample with `missed` more documents that are relevant and not retrieved, and `found` more
 * that are relevant and retrieved, all of them judged. To be freed with outside_sample_free().
 * NULL: memory ran out.
 */
struct sample_view *outside_sample(const struct sample_view *s, int64_t missed, int64_t found);
/* The sample with relevant documents and others exchanged. To be freed in the same way. */
struct sample_view *exchanged_sample(const struct sample_view *s, int32_t level);

void outside_sample_free(struct sample_view *s);
