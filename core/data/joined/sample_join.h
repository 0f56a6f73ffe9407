/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A topic of a sample as a run sees it: the judged documents with their ranks, and the strata of
 * the design as the run divides them.
 */
#pragma once

#include "core/data/design/design.h"

/* Does any topic have strata that the run may divide, and of different rates? All topics are
 * estimated in one way. */
bool design_rates_differ(const struct design *s, size_t run);

/* Working memory of one thread for the views of topics. */
struct sample_join {
	struct arena memory; /* of the current topic: all lists */
	struct sampled_document *document;
	struct unsampled_document *unsampled;
	int32_t *document_cell; /* in `cell`, of each document */
	int32_t *second; /* grade of each document by a second review, if there is one; NOT_AGAIN */
	uint32_t *rank;	 /* of each judgment; NOT_RETRIEVED */
	uint32_t *at;	 /* number of the judgment at each rank, plus 1; 0: none */
	size_t ranks;
	struct divided_stratum *stratum;
	/* For each cell the places in `stratum` of what is not retrieved and of what is. Without a
	 * sample they mean nothing. */
	int32_t (*stratum_of_cell)[2];
	int64_t *met;		 /* of each cell: judged documents that the run retrieves */
	struct label_cell *cell; /* as in the view, and where each is */
	int32_t (*cell_at)[2];
	bool placed;  /* documents have places in `stratum` */
	size_t coded; /* if there is a second review: documents before it */
	struct sample_view view;
};

enum { NOT_RETRIEVED = UINT32_MAX };
enum { NOT_AGAIN = INT32_MIN };

/*
 * Documents of a topic: first room for its `judgments` and for `ranks` retrieved documents, then
 * the rank of each judgment that is retrieved (its number is that in the topic), then all of them
 * are put into x->view.
 */
int sample_join_start(struct sample_join *x, const struct design *s, size_t topic, size_t judgments,
		      size_t ranks, struct err *e);
void sample_join_rank(struct sample_join *x, size_t number, size_t rank);
void sample_join_documents(struct sample_join *x, const struct design *s, const struct judgments *j,
			   size_t topic);

/*
 * Then the strata, as run number `run` divides them. Whether the run cuts a stratum is known if the
 * runs form the strata or all documents are listed. Else the sample tells: a stratum of which all
 * sampled documents are retrieved, or none, is not cut; but if this holds for the whole sample of
 * the topic, and the run retrieves only a part of the topic, the run may cut every stratum. Of the
 * strata without a sample there is one for the retrieved and one for the other documents: a method
 * would take several of them for as many independent unknowns. (A run that may cut such a stratum
 * is taken not to retrieve it.)
 *
 * With --post-stratify it is known how much of each stratum the run retrieves: a stratum that it
 * cuts is two, and documents weigh N/n of theirs.
 */
void sample_join_strata(struct sample_join *x, const struct design *s, size_t topic, size_t run,
			int32_t level);

/*
 * A second review of a random part of a sample, whose word counts (--judge=two-phase).
 *
 * n documents were drawn from a stratum of N. The first review codes n1 of them relevant and n0
 * not; m1 and m0 of these were drawn at random and reviewed again. A document of the second review
 * stands for N/n * n1/m1 documents, or N/n * n0/m0, and those that it did not see stand for
 * nothing (core/stats/interval/two_phase.h).
 */

/*
 * As sample_join_strata(), of a sample with or without a second review. With one, the view has the
 * documents that were reviewed again. A stratum that the run cuts, or of which a code was never
 * reviewed again, is an error.
 */
int second_review_strata(struct sample_join *x, const struct design *s, size_t topic, size_t run,
			 int32_t level, struct err *e);

/*
 * The strata of a view as the first `cutoff` documents of the ranking divide them; `out` has room
 * for them.
 */
void sample_view_top(const struct sample_view *s, double cutoff, struct divided_stratum *out);
