/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval methods that are used if none is named.
 */
#pragma once

#define DEFAULT_INTERVAL "bb-shared" /* of a topic, between two ends */
#define DEFAULT_ONE_SAMPLE \
	"hypergeometric"	  /* the same, if one proportion is all (one_proportion.h) */
#define DEFAULT_BOUND "bb-bound"  /* of a topic, on one side */
#define DEFAULT_MEAN  "bb-learnt" /* of a mean over topics */
