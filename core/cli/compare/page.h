/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as a page of HTML.
 */
#pragma once

#include "core/cli/compare/comparison_output.h"
#include "core/cli/output/html.h"

int comparison_page(struct buffer *b, const struct comparison *c, const struct comparison_output *o,
		    struct err *e);
