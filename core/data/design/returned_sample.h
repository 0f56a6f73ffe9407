/*
 * Holds judgments against the sample that was handed out: what comes back from assessors must be
 * the documents that were drawn, no others and, unless some are still to come, all of them.
 */
#ifndef DATA_DESIGN_RETURNED_SAMPLE_H
#define DATA_DESIGN_RETURNED_SAMPLE_H

#include "core/data/judgments/judgments.h"

/*
 * `path` is the CSV of the sample, with the columns topic and docno (rows without a document are
 * passed over). An error names the file and line of a judgment that is not in it, or the first
 * document of the sample without a judgment where `partial` is not set.
 */
int drawn_check(const struct judgments *j, const char *path, bool partial, struct err *e);

#endif
