/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/services.h"
#include "core/stats/interval/interval.h"
#include "measures/compare/services.h"

const struct pair_services pair_services = {
	.interval_find = interval_find,
	.shared_compare = shared_compare,
	.shared_compare_mean = shared_compare_mean,
	.learnt_compare = learnt_compare,
	.confusion_posterior_init = confusion_posterior_init,
	.confusion_mean = confusion_mean,
	.confusion_mode = confusion_mode,
	.confusion_quantile = confusion_quantile,
	.confusion_compare = confusion_compare,
	.confusion_draw = confusion_draw,
	.macro_interval = macro_interval,
	.macro_compare = macro_compare,
	.utility_posterior_init = utility_posterior_init,
	.utility_mean = utility_mean,
	.utility_quantile = utility_quantile,
	.utility_compare = utility_compare,
	.agreement_update = agreement_update,
	.agreement_draw = agreement_draw,
	.agreement_compare = agreement_compare,
	.agreement_difference = agreement_difference,
	.agreement_difference_quantile = agreement_difference_quantile,
	.agreement_log_odds = agreement_log_odds,
	.agreement_log_odds_quantile = agreement_log_odds_quantile,
	.ap_numerator_init = ap_numerator_init,
	.ap_numerator_set = ap_numerator_set,
	.ap_numerator_release = ap_numerator_release,
	.ap_difference = ap_difference,
	.ap_difference_exact = ap_difference_exact,
	.map_difference = map_difference,
};
