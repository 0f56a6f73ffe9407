/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gnu/libc-version.h>

#include "core/base/system.h"

void system_library(struct buffer *b)
{
	buffer_print(b, "glibc %s", gnu_get_libc_version());
}
