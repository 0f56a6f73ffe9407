/*
 * What `validate` prints.
 */
#ifndef CLI_VALIDATE_VALIDATE_PRINT_H
#define CLI_VALIDATE_VALIDATE_PRINT_H

#include "core/base/buffer.h"
#include "core/engine/ask/validate_options.h"

void validate_print(struct buffer *b, const struct validate_request *q, const struct validation *x);

#endif
