/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names as ir_measures writes them: NAME, NAME@CUTOFF, NAME(rel=2,p=0.8)@CUTOFF. A measure says in
 * its `alias` which of them it answers to. What is meant is what ir_measures means. Names of ranx
 * are such names too. Upper and lower case matter only if two aliases differ in nothing else.
 *
 * Apart from request_asks.c because it is a language of its own.
 */
#pragma once

#include "core/base/arena.h"
#include "core/engine/request/registry.h"

struct ir_name {
	const struct measure *measure; /* NULL: no measure has this name */
	const char *parameters;	       /* as behind `-m NAME.`, or NULL */
	bool has_level;
	int32_t level;		   /* rel=2 */
	bool judged_only;	   /* judged_only=True */
	const char *before_cutoff; /* the name as typed, without blanks, up to '@' */
	bool at;		   /* there is an '@' */
};

/* Takes the name apart, in `memory`. A name that is known with other settings is an error. */
int ir_name_find(const struct registry *r, const char *text, struct arena *memory,
		 struct ir_name *out, struct err *e);
