/*
 * Strata as a published table (JUDGMENTS_TABLE) gives them.
 */
#ifndef DATA_DESIGN_STRATA_TABLE_H
#define DATA_DESIGN_STRATA_TABLE_H

#include "core/data/design/strata.h"

/* The runs are those that the table names. On failure nothing is left to release. */
int strata_from_table(struct strata *s, const struct judgments *j, struct err *e);

#endif
