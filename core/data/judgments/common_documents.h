/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Documents that stand in two files of judgments.
 */
#pragma once

#include "core/data/judgments/judges.h"
#include "core/data/judgments/judgments.h"

/* How A and B judge the documents that both have in topics of the same name, all pooled. */
int common_agreement(const struct judgments *a, const struct judgments *b, int32_t level,
		     struct agreement *out, struct err *e);
