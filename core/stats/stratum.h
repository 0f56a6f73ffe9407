/*
 * What was counted: strata as one run or two runs see them, and what a run got right. Part of the
 * plugin interface.
 */
#ifndef STATS_STRATUM_H
#define STATS_STRATUM_H

#include <stdbool.h>
#include <stdint.h>

/* `size` documents, of which a simple random sample was judged. */
struct stratum {
	int64_t size;	    /* N */
	int64_t sampled;    /* n: every sampled document, gray ones too */
	int64_t relevant;   /* r */
	int64_t assessable; /* a = n - gray; equals n where nothing is gray */
	bool retrieved;	    /* in the retrieved segment of the run */
	uint32_t label;	    /* strata of one label are alike in all topics; any number */
};

/* Counts of one run, not negative; they need not be integers. */
struct confusion {
	double tp, fp, fn;
};

/* A stratum as two runs see it. */
struct shared_cell {
	int64_t size, sampled, relevant, assessable; /* as in struct stratum */
	bool in_a, in_b;			     /* which runs retrieve it */
	uint32_t label;				     /* as in struct stratum */
};

#endif
