/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A point in time, as exports of reviews have it: a number (seconds, ASReview until 2.0), or a date
 * and a time of day in the order of ISO 8601, with a blank or a T between (2025-04-19 08:30:05).
 *
 * Apart from review.h because dates know nothing of reviews.
 */
#pragma once

#include "core/base/slice.h"

/* Seconds, of a date since 1970 without leap seconds; false: it is neither. A zone is refused. */
bool parse_moment(struct slice text, double *seconds);
