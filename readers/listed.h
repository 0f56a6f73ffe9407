/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of documents from which strata are made: CSV (readers/csv.h) with the columns docno (or
 * document, doc), label or score, and optionally topic; others are passed over. They are read like
 * runs, but are none: no run is evaluated by its labels.
 */
#pragma once

#include "readers/runs/format.h"

extern const struct run_format labelled_list; /* records have labels instead of scores */
extern const struct run_format scored_list;
