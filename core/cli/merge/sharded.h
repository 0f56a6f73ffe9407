/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command that answers, or that does a part of the work (--shard) and writes the shard instead.
 */
#pragma once

#include "core/cli/command.h"

/* NULL: the command has no shards. */
struct shard *command_shard(const struct command *c, void *request);

/* `setting` is what the request was filled from. */
int command_answer(const struct command *c, void *request, const struct setting *setting,
		   size_t settings, const struct output *out, struct err *e);
