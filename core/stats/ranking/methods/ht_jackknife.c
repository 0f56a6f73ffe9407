/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ht-jackknife: see core/stats/ranking/jackknife.h. */
#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/ranking_method.h"

RANKING_METHOD = {
	.name = "ht-jackknife",
	.summary = "statAP, statRprec, statP: leaving out one sampled document at a time",
	.manual =
		"Jackknife over the documents drawn, those of each simple random sample by "
		"themselves, with a correction for finite populations: the whole estimator varies, "
		"the precisions and the number of relevant documents in it too. Interval of a "
		"topic on the logit scale, by Student's t with one degree of freedom less than "
		"relevant documents drawn; of a mean over these topics likewise, around the estimate, "
		"with Satterthwaite's degrees of freedom; none of a mean of statRprec from few relevant "
		"documents. Of statP by gamma distributions, with a document that was not seen (Fay and "
		"Feuer 1997). nan if fewer than two relevant documents are in the sample, or none of "
		"them was drawn, but for statP.",
	.quantities = RANKED_AP | RANKED_AP_CORRECTED | RANKED_R_PRECISION | RANKED_PRECISION,
	.error = ranked_jackknife,
};
