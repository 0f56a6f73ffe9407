/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over topics of a measure of rankings, from a sample of the documents of their frames:
 * precision, DCG and normalised DCG of the first k, and scores of nuggets. One estimator for a run,
 * whatever it is compared with; the difference of two runs is that of their means.
 *
 * A measure is a sum over the first k of w y/I: w a weight that the rank gives, y the gain of the
 * document, I the ideal sum of the topic (1 if the measure is not normalised). With J = E(1/I) and
 * m = w E(y/I) given the judgments of the topic (ideal_model.h), and N/n what a judged document
 * stands for,
 *
 *     z = w y J of judged documents,  Z_t = sum of N/n z,  X_t = sum of N/n m over the same,
 *     M_t = sum of m over all documents of the first k
 *     mean = B M/T,   B = Z/X          Z, X, M: summed over the T topics
 *
 * (with labels that explain gains B is drawn to 1, by up to three documents), a ratio estimate,
 * which is also the GREG estimate: the mean of B M_t + Z_t - B X_t. All topics count, those of
 * which nothing was judged, too. Labels enter by m only, so they may say anything.
 *
 * The contribution of a topic is its jackknife pseudo-value T mean - (T - 1) mean without it; their
 * mean is the mean, and tests over topics use them. It may be below 0 or above 1. The value of a
 * topic is what was judged of it and B m for the rest: never outside the range, and exact if all of
 * the first k and, for I, all of the frame is judged. If that is so of all topics, contributions
 * are these values.
 *
 * Documents of the first k outside the frame, of which nobody can say anything, are not in these
 * sums. They may be worth nothing, or be as good as the run's others, mean/i for a weight of 1,
 * i being the mean over topics of the weights inside the frame: mean, value and contribution lie
 * half-way, and the interval goes from the lower end of the one to the upper end of the other. In a
 * difference such a document has the weight that it has in the first run less that in the second.
 *
 * Strata of which nothing was judged in a topic that has judgments: N and n are those of all topics
 * that have judgments, by the name of the stratum.
 */
#pragma once

#include <math.h>

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/stats/bounds.h"

/* A document that is judged, or in the first k of the run. */
struct frame_document {
	uint64_t id;	/* in its topic, the same for all runs */
	double divisor; /* 1/w; 0: it is not in the first k */
	bool judged;
	int32_t grade;	  /* below 0: worth nothing */
	uint32_t stratum; /* of its topic */
	int32_t class;	  /* of its label; -1: it has none */
};

struct frame_stratum {
	uint32_t name; /* its number, the same in all topics */
	double size, sampled;
};

/* One of the first k outside the frame. */
struct outside_document {
	uint64_t id; /* in its topic, the same for all runs, and no other's */
	double divisor;
};

/* What these may be worth: as the others, or nothing; nothing; anything. */
enum ranked_outside { RANKED_AS_INSIDE, RANKED_NOTHING, RANKED_ANYTHING };

struct ranking_frame {
	const struct frame_stratum *stratum;
	size_t strata;
	const struct frame_document *document; /* by rank, those that are not in the first k last
						*/
	size_t documents;
	/* Documents of a stratum by class, those without a label first: stratum * (classes + 1) +
	 * class + 1. NULL: all are of one class. */
	const int64_t *class_size;
	const struct outside_document *outside;
	size_t outside_documents;
};

enum gain_kind { GAIN_RELEVANT, GAIN_LINEAR, GAIN_EXPONENTIAL, GAIN_SUPPORT, GAIN_FULL_SUPPORT };

struct ranking_asked {
	enum gain_kind gain;
	int32_t level;	 /* the least grade that is relevant */
	bool normalised; /* by the ideal sum of the first `cutoff` */
	double cutoff;
	double divisor; /* of the sum: k for precision, else 1 */
	size_t classes; /* of labels; 0: none */
	bool unlimited; /* values may be above 1 */
	enum ranked_outside outside;
	bool across; /* a topic without judgments lacks its strata as one that has some */
};

/* What a document of the first k has to do with the mean. */
struct shown_document {
	uint64_t id;
	double weight, gain; /* w; y, nan: not judged */
	double expected;     /* m */
	double without;	     /* the same of a judged one, by the other judgments of the topic */
	double z;	     /* 0: not judged */
	double stands_for;   /* N/n of its stratum; 0: none of it is judged */
	size_t stratum;
};

struct sampled_topic {
	const struct frame_stratum *stratum;
	size_t strata;
	bool *pooled;		      /* N/n of a stratum is that of all topics */
	struct shown_document *shown; /* by id */
	size_t count;
	double inverse, spread;		/* J, and the deviation of 1/I over it */
	double Z, X, M, without;	/* the last: X, each by the other judgments of its topic */
	double most;			/* that the first k can be worth, by the highest gain */
	struct shown_document *outside; /* by id; with weights only */
	size_t outside_count;
	double inside_weight, outside_weight;
	bool complete;
	double low; /* the contribution if what is outside is worth nothing */
	double value, contribution;
};

struct sampled_ranking {
	struct sampled_topic *topic;
	size_t topics;
	struct ranking_asked asked;
	double Z, X, M, B, without;
	double mean, low; /* the latter if what is outside is worth nothing */
	double quality;	  /* that a document outside may have, times its weight */
	double outside;	  /* share of the weights of the first k that is outside */
	double explained; /* part of the variance of gains that labels explain */
	double drawn;	  /* what B is drawn to 1 by: B = (Z + drawn)/(X + drawn) */
	bool complete;	  /* all topics are */
	double best;	  /* the highest gain that was judged */
	double most;	  /* that the mean can be */
};

/* Into `out`, whose memory is `memory`'s. Topics may lack judgments. */
int sampled_ranking(const struct ranking_frame *topic, size_t topics,
		    const struct ranking_asked *as, struct arena *memory,
		    struct sampled_ranking *out, struct err *e);

/* Documents that were judged and have a weight, in effect: (sum of u^2)^2 / sum of u^4, and which
 * share of the possible they have. */
struct deciding_part {
	double weight; /* what they would add to the mean if all were perfect */
	double share, documents;
	size_t judged, worthless, perfect;
};

/*
 * How sure a mean is, or the difference of two.
 *
 * These topics: the variance of the sum is V = sum over strata of N^2 (1 - n/N)/n S^2(e) + sum over
 * topics of (s_t Z_t)^2 + half a disagreement more than was seen (labels that are nearly right may
 * show none), with e = (M/X) (z - B m')/(1 - h), h = N/n m'/X, m' being m by the other judgments of
 * the topic, and s_t the deviation of 1/I over J.
 *
 * Topics like these: se^2 = S^2/T n/(n - 3) + (V' - V'')/T^2 + (.8 s mean^2)^2 + e. S^2 is the
 * variance of contributions over topics. They were fitted to the judgments, so that V' (as V, by
 * m') less V'' (by m) is added, and three numbers count as fitted. s is the mean of s_t, weighted
 * by Z_t; of differences mean^2 is the difference of both squares. e is a part of one document more
 * if fewer than eight decide.
 *
 * n is (sum of u)^2/(sum of u^2), u = N/n |w| of judged documents whose weights differ. Student's t
 * with n - 1 degrees of freedom, T - 1 at most for topics like these; means on the scale of logits
 * (without a limit: of logarithms), the upper end of nDCG no lower than on its own scale.
 *
 * If the documents that decide are nearly all worthless, or nearly all perfect, their scatter says
 * little. Where Clopper and Pearson's limits of their share, combined over the two sides of a
 * difference as Newcombe combines them, lie further out, these are the ends. Labels make more of
 * the number of documents by the square of what they explain. If no judged document decides, the
 * ends are what could be there.
 */
struct sampled_error {
	double estimate; /* what lies half-way, if there are documents outside */
	double low, high, se, df;
	bool difference, random, complete;
	double documents;	      /* that decide, in effect */
	size_t judged;		      /* of which there are so many */
	struct deciding_part part[2]; /* for, and, of differences, against */
	struct interval possible;     /* what could be there */
	struct interval limit;	      /* of the quantity */
	bool unlimited, normalised;
};

/* A topic, by its number in the first ranking and in the second. */
struct topic_numbers {
	size_t in[2];
};

/* Of `a`, or of `a` less `b`, unless that is NULL, over the topics listed. */
void sampled_error(const struct sampled_ranking *a, const struct sampled_ranking *b,
		   const struct topic_numbers *listed, size_t topics, bool random,
		   struct sampled_error *out);
struct interval sampled_interval(const struct sampled_error *x, double lower_p, double upper_p);

/* p of the two-sided test by t that the difference is 0: the largest for what documents outside may
 * be worth. nan: there is no se. */
double sampled_p(const struct sampled_error *x);
