/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval methods that are used if none is named.
 */
#pragma once

/* Of a topic, between two ends. */
#define DEFAULT_INTERVAL "bb-poured"
/* The same, if one simple random sample is all that is in doubt (one_proportion.h). */
#define DEFAULT_ONE_SAMPLE "hypergeometric"
/* Of a topic, on one side. */
#define DEFAULT_BOUND "bb-bound"
/* Of a mean over topics. */
#define DEFAULT_MEAN "bb-learnt"
