/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many documents of a stratum the runs retrieve is estimated if they cut it, and with it how
 * many of their documents are outside the frame. What error does that bring to a difference?
 *
 * Run A has D_A documents, a known number, of which those outside the frame are all relevant, or
 * none. If none is, A - B divides by D_A and D_B, and how many are outside is only what is left of
 * these (struct shared_topic). With f the difference as a function of the relevant documents of A,
 * of B and of all, one document more in a part of a stratum, of which p are relevant, is one less
 * outside, and moves it by
 *
 *     g = f_A (p - o_A) + f_B (p - o_B) + f_Y (p - o_A - o_B)
 *
 * with o_A = 1 if A retrieves the part and what it has outside is relevant, else 0; likewise o_B;
 * f_A is 0 if A does not retrieve the part. The sample of a stratum has n of N documents, m in each
 * part, q = m/n. So the estimated numbers of documents in all parts move the difference with the
 * variance
 *
 *     V = sum over strata of N^2 (1 - n/N) / (n-1) (sum of q g^2 - (sum of q g)^2)
 *
 * which is unbiased if the g are known (Cochran 1977, eq 2.20, of the variable g). But p is
 * estimated, and its error, which the posterior has already, would count twice: the variance of g
 * from that, v = (dg/dp)^2 p(1-p)/(m-1) (1 - n/N), is taken off as q (1-q) v. (Without that, means
 * over 20 topics of two families covered .976 and .982; nothing is taken off if m is 1.) A part of
 * which nothing was sampled adds nothing.
 *
 * A posterior that takes these numbers as known gets it added: its ends move outwards as
 * independent errors add up (Zou & Donner 2008, "Construction of confidence limits about effect
 * measures"), and P(A > B) is that of the normal distribution whose deviate shrinks accordingly.
 */
#pragma once

#include "core/stats/two_runs/shared_posterior.h"

/*
 * May be below 0: it is unbiased, and adds up over topics. Of one topic, or of several topics side
 * by side. Cells of one stratum stand together. `relevant`: what each run retrieves outside the
 * frame is.
 */
double part_error_variance(const struct shared_topic *topic, const struct interval_request *q,
			   const bool relevant[2]);

/* Adds an error of that variance to a result with these ends. */
void part_error_add(double variance, const struct ends *ends, struct shared_result *x);
