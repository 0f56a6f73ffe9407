/*
 * A sample of judgments: what each judged document stands for, and the strata where they are known.
 */
#ifndef DATA_SAMPLE_H
#define DATA_SAMPLE_H

#include "core/data/strata.h"

struct sample {
	struct strata strata;
	bool stratified;	       /* strata are known */
	bool weights_given;	       /* by probabilities in the judgments */
	bool capped, gray_nonrelevant; /* see struct sample_view */
	double *weight;		       /* of each judgment; 0: not sampled */
	size_t weights;
};

/*
 * From judgments and all runs that form strata, the evaluated ones first. Strata cannot be known
 * where the judgments have probabilities only and the size of the collection is not given. On
 * failure nothing is left to release.
 */
int sample_build(struct sample *s, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct strata_options *o, bool capped, struct err *e);

void sample_release(struct sample *s);

/* Working memory of one thread for the views of topics. */
struct sample_join {
	struct sampled_document *added; /* in the order of the judgments */
	struct sampled_document *document;
	size_t document_room; /* of both */
	uint32_t *at;	      /* at each rank the place in `added`, and 1; 0: not sampled */
	size_t rank_room, ranks;
	struct stratum *stratum;
	size_t stratum_room;
	struct sample_view view;
};

/*
 * Strata of a topic as run number `run` sees them. Of the cells without a sample there is one for
 * the retrieved and one for the other documents: to keep them apart would tell a method that it
 * knows as many things, where it knows nothing.
 */
int sample_join_strata(struct sample_join *x, const struct sample *s, size_t topic, size_t run,
		       struct err *e);

/*
 * Sampled documents of a topic: first room for `count` of them and for `ranks` retrieved documents,
 * then each one, in the order of the judgments, then they are put into the order of x->view.
 */
int sample_join_documents(struct sample_join *x, size_t count, size_t ranks, struct err *e);
void sample_join_add(struct sample_join *x, const struct sampled_document *d);
void sample_join_order(struct sample_join *x);

void sample_join_release(struct sample_join *x);

#endif
