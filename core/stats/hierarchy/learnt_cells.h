/*
 * The strata of many topics, as the means over topics see them.
 *
 * Strata of one group and one label are a class: the same kind of documents in every topic, such as
 * those that runs 1 and 3 retrieve and run 2 does not. The prevalence of a class is pooled over the
 * topics, with one document of the rate of its group:
 *
 *     rate = (r + g) / (n + 1),   g = (r_group + 1/2) / (n_group + 1)
 *
 * It only says how much a stratum weighs in its group, never what the group yields.
 */
#ifndef STATS_HIERARCHY_LEARNT_CELLS_H
#define STATS_HIERARCHY_LEARNT_CELLS_H

#include <stddef.h>

#include "core/base/err.h"
#include "core/stats/quantity.h"
#include "core/stats/stratum.h"

/* Groups of strata: as one run sees them, and as two runs do. */
enum { LEARNT_RETRIEVED, LEARNT_REST };
enum { LEARNT_BOTH, LEARNT_FIRST, LEARNT_SECOND, LEARNT_NEITHER, LEARNT_GROUPS };

/* Sizes need not be whole: gray documents are left out by their share. */
struct learnt_cell {
	double size, sampled, relevant;
	uint32_t label;
	int group;
	double rate; /* of its class; see learnt_cells_pool() */
};

struct learnt_topic {
	struct learnt_cell *cell;
	size_t cells;
};

/*
 * Gray documents as in core/stats/interval/interval.h: sampled and not relevant, or left out of
 * what is retrieved for precision and F.
 */
struct learnt_cell learnt_cell_of_stratum(const struct stratum *s, enum quantity quantity,
					  bool gray_nonrelevant);
struct learnt_cell learnt_cell_of_shared(const struct shared_cell *s, enum quantity quantity,
					 bool gray_nonrelevant);

/* Refuses what cannot be, and fills in the rates. */
int learnt_cells_pool(const struct learnt_topic *topic, size_t count, int groups, struct err *e);

/* Whether no document is left that nobody judged. */
bool learnt_cells_are_whole(const struct learnt_topic *topic, size_t count);

#endif
