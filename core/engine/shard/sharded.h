/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a command. With --shard it does a part of the work, and writes a shard instead of an answer.
 */
#pragma once

#include "core/options/command.h"

/* NULL: the command has no shards. */
struct shard *command_shard(const struct command *c, void *request);

/* `setting`: the options and arguments from which the request was filled. */
int command_answer(const struct command *c, void *request, const struct setting *setting,
		   size_t settings, const struct output *out, struct err *e);
