/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the sample that a request asks for.
 */
#pragma once

#include "core/commands/sample/sample_options.h"

/* Checks the request, reads its files, draws and hands the documents to the receiver. */
int draw_sample(struct sample_request *q, const struct sampling_receiver *receiver,
		struct warnings *w, struct err *e);
