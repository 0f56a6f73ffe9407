/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the program computes for the measures of this folder (v->services->pairs), and what they
 * share.
 */
#pragma once

#include "core/stats/carterette_smucker/ap_difference.h"
#include "core/stats/goutte_gaussier/confusion_mean.h"
#include "core/stats/goutte_gaussier/paired_counts.h"
#include "core/stats/goutte_gaussier/utility.h"
#include "core/stats/learnt_prior/learnt_difference.h"
#include "core/stats/two_runs/shared_posterior.h"
#include "measures/pair.h"

/* Each is the function of its name. */
struct pair_services {
	__typeof__(interval_find) *interval_find;
	__typeof__(shared_compare) *shared_compare;
	__typeof__(shared_compare_mean) *shared_compare_mean;
	__typeof__(learnt_compare) *learnt_compare;

	__typeof__(confusion_posterior_init) *confusion_posterior_init;
	__typeof__(confusion_mean) *confusion_mean;
	__typeof__(confusion_mode) *confusion_mode;
	__typeof__(confusion_quantile) *confusion_quantile;
	__typeof__(confusion_compare) *confusion_compare;
	__typeof__(confusion_draw) *confusion_draw;
	__typeof__(macro_interval) *macro_interval;
	__typeof__(macro_compare) *macro_compare;

	__typeof__(utility_posterior_init) *utility_posterior_init;
	__typeof__(utility_mean) *utility_mean;
	__typeof__(utility_quantile) *utility_quantile;
	__typeof__(utility_compare) *utility_compare;

	__typeof__(agreement_update) *agreement_update;
	__typeof__(agreement_draw) *agreement_draw;
	__typeof__(agreement_compare) *agreement_compare;
	__typeof__(agreement_difference) *agreement_difference;
	__typeof__(agreement_difference_quantile) *agreement_difference_quantile;
	__typeof__(agreement_log_odds) *agreement_log_odds;
	__typeof__(agreement_log_odds_quantile) *agreement_log_odds_quantile;

	__typeof__(ap_numerator_init) *ap_numerator_init;
	__typeof__(ap_numerator_set) *ap_numerator_set;
	__typeof__(ap_numerator_release) *ap_numerator_release;
	__typeof__(ap_difference) *ap_difference;
	__typeof__(ap_difference_exact) *ap_difference_exact;
	__typeof__(map_difference) *map_difference;
};

/* The counts of both runs, added up over topics. */
static inline void pool_counts(const struct pair_view *v, struct confusion count[2])
{
	for (int side = 0; side < 2; side++) {
		count[side] = (struct confusion){ 0 };
		for (size_t t = 0; t < v->topics; t++) {
			count[side].tp += v->topic[t].count[side].tp;
			count[side].fp += v->topic[t].count[side].fp;
			count[side].fn += v->topic[t].count[side].fn;
		}
	}
}
