/*
 * What -h and --version say beyond the list of options.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "core/base/buffer.h"
#include "core/cli/registry.h"
#include "readers/judgments/format.h"
#include "readers/runs/format.h"

void help_version(struct buffer *b);

/* All measures, a line each, and the nicknames. */
void help_measures(struct buffer *b, const struct registry *r);

/* The manual text of one measure. */
void help_measure(struct buffer *b, const struct measure *m);

/* The manual text of formats. */
void help_judgment_format(struct buffer *b, const struct judgment_format *f);
void help_run_format(struct buffer *b, const struct run_format *f);

#endif
