#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Run by deb_test.sh inside the fresh system.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root MANPAGER=cat PYTHONDONTWRITEBYTECODE=1

fail() {
	echo "deb-test: $*" >&2
	exit 1
}

files() {
	find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /packages -o -path /tmp -o -path /root -o -path /var/log \
		-o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -print | sort
}

apt-get -q update >/dev/null
files >/packages/before
apt-get -q -y --no-install-recommends install /packages/*.deb >/packages/log 2>&1 || { cat /packages/log; fail install; }

echo '-- strat_eval'
strat_eval -m map /packages/tiny/qrels /packages/tiny/alpha.run | grep -q '0.6278' || fail "strat_eval"
strat_eval --version | head -1
echo '-- man'
for page in /usr/share/man/man1/strat_eval*.1.gz; do
	page=${page##*/}
	man "${page%.1.gz}" 2>/dev/null | grep -q SYNOPSIS || fail "man ${page%.1.gz}"
done
man strat_eval-compare | grep -q baseline || fail "man strat_eval-compare"
echo '-- completion in bash, zsh and fish'
bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader strat_eval
	COMP_WORDS=(strat_eval compare --basel) COMP_CWORD=2; _strat_eval; [ "$COMPREPLY" = --baseline ]
	COMP_WORDS=(strat_eval agre) COMP_CWORD=1; _strat_eval; [ "$COMPREPLY" = agree ]
	COMP_WORDS=(strat_eval hel) COMP_CWORD=1; _strat_eval; [ "$COMPREPLY" = help ]' || fail bash
printf '%s\n' 'compare --basel>compare --baseline' 'agre>agree' 'hel>help' >/packages/lines
timeout 60 zsh -f /packages/tab.zsh </packages/lines | diff /packages/lines - || fail zsh
for line in 'compare --basel:--baseline' agre:agree hel:help; do
	fish -c "complete -C 'strat_eval ${line%%:*}'" | grep -q -- "^${line#*:}" || fail "fish: $line"
done
echo '-- Python'
python3 -c 'import strat_eval; print(strat_eval.evaluate("/packages/tiny/qrels", "/packages/tiny/alpha.run", "map"))'
{
	echo 'qrels = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "c": 1}}; run = {"1": {"b": 2.5, "a": 1.5}, "2": {"a": 3.0}}'
	cat /packages/pytrec.py
} >/packages/example.py
python3 /packages/example.py | grep -q "'map': 0.5" || fail pytrec_eval

echo '-- purge'
apt-get -q -y purge --autoremove strat-eval libstrat-eval0 libstrat-eval-dev python3-strat-eval >/packages/log 2>&1 ||
	{ cat /packages/log; fail purge; }
files >/packages/after
diff /packages/before /packages/after || fail "purge leaves something"
