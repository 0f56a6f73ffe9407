/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata as a published table (JUDGMENTS_TABLE) gives them.
 */
#pragma once

#include "core/data/strata/strata.h"

/* Whether any stratum is retrieved by a run; of judgments that are no table: yes. */
int strata_table_names_run(const struct judgments *j, bool *names_run, struct err *e);

/* The runs are those that the table names. On failure nothing is left to release. */
int strata_from_table(struct strata *s, const struct judgments *j, struct err *e);
