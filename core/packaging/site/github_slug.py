# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Anchors of headings as GitHub makes them, so that one link serves both."""
import re

import markdown.extensions.toc


def github_slug(text, separator):
    return re.sub(r"[^\w \-]", "", text.strip().lower()).replace(" ", separator)


def unique(anchor, used):
    """The second of two equal headings ends in -1; Python's Markdown has _1."""
    number, new = 0, anchor
    while new in used:
        number += 1
        new = f"{anchor}-{number}"
    used.add(new)
    return new


markdown.extensions.toc.unique = unique
