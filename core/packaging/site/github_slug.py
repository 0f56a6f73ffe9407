# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Anchors of headings as GitHub makes them, so that one link serves both."""
import re


def github_slug(text, separator):
    return re.sub(r"[^\w \-]", "", text.strip().lower()).replace(" ", separator)
