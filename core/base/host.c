/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/host.h"

static _Thread_local const struct host *current;

const struct host *host_get(void)
{
	return current;
}

void host_set(const struct host *h)
{
	current = h;
}
