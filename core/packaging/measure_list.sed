# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# From what `strat_eval help measures` prints to doc/measures.md: the lists. The site has all of it.
/^# Each measure/,$d
s/\[\([^]]*\)\](#[^)]*)/\1/g
