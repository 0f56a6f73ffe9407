/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval methods that are used if none is named. Nobody else knows their names: texts of
 * options are put together from these, and `help methods` prints them (core/help/help.c).
 */
#pragma once

/* A set, estimated from a sample: recall, precision, F, numbers and shares of relevant documents.
 */
#define DEFAULT_INTERVAL   "bb-spread"	    /* of a topic, between two ends */
#define DEFAULT_PROPORTION "hypergeometric" /* of one proportion of one sample */
#define DEFAULT_BOUND	   "bb-bound"	    /* of a topic, on one side */
#define DEFAULT_WEIGHTED   "ht-logit"	    /* of a topic, if probabilities give no strata */
#define DEFAULT_CLUSTERS   "clusters"	    /* of a topic, if clusters were drawn */
#define DEFAULT_MEAN	   "bb-learnt"	    /* of a mean over topics, and of two runs */

/* A ranking, estimated from a sample: average precision and others. */
#define DEFAULT_RANKING "ht-jackknife"

/* A mean over topics, the topics being a sample. */
#define DEFAULT_TOPICS "clogit" /* as a rule: core/stats/interval/choose.h has the others */
