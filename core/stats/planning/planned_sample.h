/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Planning a sample: draw outcomes of the design, ask the evaluator about each, and search for the
 * size from which on enough of them reach the target.
 *
 * An outcome is how many relevant documents are found in each stratum (of a control set: how many
 * that are retrieved, and how many that are not). If there are few, all are taken, with their
 * probabilities; else points of a lattice of uniform numbers, the same for every size, so that
 * sizes can be compared. The evaluator is asked about few of them: outcomes are put in the order of
 * a formula that is close to what it says (normal ends on the logit scale), and between two
 * outcomes that both reach the target, or both miss it, those in the middle of a short stretch are
 * taken to do the same. What decides are intervals as they will be printed. Of one stratum the sum
 * over all outcomes is exact (planned_share.h).
 *
 * The probability rises with the size of the sample, but not with every document: the number of
 * relevant documents that must be found is whole, and where it goes up by one the probability
 * falls. So the first size that has the probability is not the answer: larger ones are looked at,
 * too, as far as a step goes; of one stratum every one, or the last before each step.
 */
#pragma once

#include "core/stats/planning/planned_division.h"

struct planned_answer {
	int64_t size;
	int64_t checked;	  /* up to this size, larger ones were looked at, too */
	double probability;	  /* of reaching the target; nan: there is none */
	double error;		  /* its standard error; 0: all outcomes were looked at */
	struct expected expected; /* unless it is to tell which run is better */
	double rule_error; /* of its mean for the goal, of two segments: the difference from a
			    * rule with fewer nodes; 0: exact */
};

/* The true recall, or share. */
double planned_truth(const struct planned_sample *p);

/* Divides n documents among the strata, the best share being sought if there is none. */
int planned_divide(struct planned_sample *p, int64_t n, struct err *e);

/* What a sample of n documents gives. The division is left in the strata. */
int planned_reach(struct planned_sample *p, int64_t n, struct planned_answer *out, struct err *e);

/*
 * The division of n documents that is best by the expected value, in place of how often the target
 * is reached: the share is left in `share`, found to 0.3 % of the sample, on a curve that is flat
 * there, and of up to 24 documents by trying all divisions.
 *
 * A method without forced ends (naive, normal and their kin) claims certainty where a sample finds
 * nothing, so that its intervals would be narrowest where nothing can be found. For these the
 * division is Neyman's.
 */
int planned_best(struct planned_sample *p, int64_t n, struct err *e);

/*
 * The smallest sample that reaches the target with the probability, itself and the larger ones, as
 * far as the steps go that whole documents make. Fails if not even all documents do.
 */
int planned_smallest(struct planned_sample *p, double assurance, struct planned_answer *out,
		     struct err *e);

/*
 * The smallest sample whose mean width or bound reaches the target; 0: not even all documents. Of
 * two segments, with the best division, unless the share is given. The division is left in the
 * strata.
 */
int planned_expected(struct planned_sample *p, int64_t *size, struct err *e);
