/*
 * The figures of simulate --sampling, as a person or a program wants them.
 */
#ifndef CLI_SIMULATE_SAMPLING_PRINT_H
#define CLI_SIMULATE_SAMPLING_PRINT_H

#include "core/cli/output/plot.h"
#include "core/cli/output/records.h"
#include "core/engine/simulate/pool_or_sample.h"

/* How well estimates agree with the truth: tables by measure, or a line for each figure. */
void sampling_print(struct buffer *b, const struct sampling_simulation *s,
		    const struct sampling_result *r, enum record_format format);

/* Instead, the estimates of each run. `name` by run. */
void sampling_print_runs(struct buffer *b, const struct sampling_simulation *s,
			 const struct sampling_result *r, const char *const *name,
			 enum record_format format);

/*
 * For each measure three pictures, of RMS error, linear correlation and Kendall's tau by judged
 * documents (Figure 10 of the paper); curves of runs that are held out are dashed (Figure 12).
 */
int sampling_draw(const struct sampling_simulation *s, const struct sampling_result *r,
		  const char *path, struct err *e);

#endif
