/*
 * A sample of judgments: what each judged document stands for, and the strata where they are known.
 */
#ifndef DATA_DESIGN_SAMPLE_WEIGHTS_H
#define DATA_DESIGN_SAMPLE_WEIGHTS_H

#include "core/data/design/named_strata.h"
#include "core/data/design/strata.h"

struct sample {
	struct strata strata;
	bool stratified;	       /* strata are known */
	struct drawn drawn;	       /* where the judgments have documents */
	bool whole;		       /* they list every document of their strata */
	bool weights_given;	       /* by probabilities in the judgments */
	bool capped, gray_nonrelevant; /* see struct sample_view */
	double *weight;		       /* of each judgment; 0: not sampled */
	int32_t *cell; /* of each judgment: its cell among those of its topic, where stratified */
	size_t weights;
};

/*
 * From judgments and all runs that form strata, the evaluated ones first. Strata cannot be known
 * where the judgments have probabilities only and the size of the collection is not given, nor
 * where their labels are buckets that were picked with replacement. On failure nothing is left to
 * release.
 */
int sample_build(struct sample *s, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct strata_options *o, bool capped, struct err *e);

void sample_release(struct sample *s);

/* Working memory of one thread for the views of topics. */
struct sample_join {
	struct sampled_document *document;
	struct unsampled_document *unsampled;
	uint32_t *rank;	       /* of each judgment; NOT_RETRIEVED */
	size_t judgments_room; /* of these three */
	uint32_t *at;	       /* the judgment at each rank, and 1; 0: none */
	size_t ranks, ranks_room;
	struct stratum *stratum;
	int32_t *stratum_of_cell; /* places in `stratum`; of cells without a sample, nothing */
	size_t stratum_room;	  /* of both */
	struct sample_view view;
};

enum { NOT_RETRIEVED = UINT32_MAX };

/*
 * Strata of a topic as run number `run` sees them. Of the cells without a sample there is one for
 * the retrieved and one for the other documents: to keep them apart would tell a method that it
 * knows as many things, where it knows nothing.
 */
int sample_join_strata(struct sample_join *x, const struct sample *s, size_t topic, size_t run,
		       struct err *e);

/*
 * Documents of a topic: first room for its `judgments` and for `ranks` retrieved documents, then
 * the rank of each judgment that is retrieved (its number is that in the topic), then all of them
 * are put into x->view.
 */
int sample_join_start(struct sample_join *x, size_t judgments, size_t ranks, struct err *e);
void sample_join_rank(struct sample_join *x, size_t number, size_t rank);
void sample_join_documents(struct sample_join *x, const struct sample *s, const struct judgments *j,
			   size_t topic);

void sample_join_release(struct sample_join *x);

#endif
