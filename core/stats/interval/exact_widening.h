/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The default interval of a proportion whose one sample cheap labels divide into several strata.
 *
 * Without labels such an interval is exact (DEFAULT_PROPORTION) and wider than that of
 * DEFAULT_INTERVAL, which several strata have. Labels that say nothing must not narrow it. So each
 * end is moved away from the estimate by the factor by which it is further away, without labels, in
 * the exact interval. With classes drawn at random the two widths are the same within 1 %
 * (doc/labels.md).
 *
 * Apart from one_proportion.h because it knows two methods by name.
 */
#pragma once

#include "core/stats/interval/cut_strata.h"

/*
 * `d` are strata that labels made of one simple random sample, none of them cut. If without them
 * the quantity is that of one proportion, widens `x`, an interval by DEFAULT_INTERVAL of the same;
 * else leaves it as it is.
 */
int exact_widening(const struct divided_stratum *d, size_t count, const struct interval_request *q,
		   bool retrieved_only, struct interval *x, struct err *e);
