# shellcheck shell=sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions for tests in a fresh Debian 12, or SUITE=trixie, 13: read by deb_test.sh and tests/fresh/fresh.sh. They need
# root, debootstrap and a Debian mirror.

suite=${SUITE:-bookworm}

# Prints the mirror that apt uses on this machine for Debian, or nothing. DEBIAN_MIRROR names another one.
debian_mirror() {
	mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Component: main' \
		2>/dev/null | grep '^http:' | head -1)}
	echo "${mirror%/}"
}

# What apt has to know to reach the mirror.
apt_settings() {
	apt-config dump 2>/dev/null | grep -E '^Acquire::(http::Proxy|Check-Valid-Until) ' || true
}

# fresh_base FOLDER PACKAGE,...: makes the system FOLDER/base with these packages, unless it is there.
# Fails with what debootstrap said in FOLDER/debootstrap.log.
fresh_base() {
	[ "$(cat "$1/base.packages" 2>/dev/null)" != "$2" ] || return 0
	rm -rf "$1/base" "$1/base.packages"
	if [ -z "$(debian_mirror)" ]; then
		echo "apt names no mirror of Debian; DEBIAN_MIRROR=URL does" >"$1/debootstrap.log"
		return 1
	fi
	proxy=
	eval "$(apt-config shell proxy Acquire::http::Proxy 2>/dev/null)"
	http_proxy=${proxy:-${http_proxy-}} debootstrap --variant=minbase --include="$2" "$suite" "$1/base" "$(debian_mirror)" \
		>"$1/debootstrap.log" 2>&1 || return 1
	echo "$2" >"$1/base.packages"
}

# fresh_root FOLDER: FOLDER/root becomes a copy of FOLDER/base that reaches the mirror.
fresh_root() {
	rm -rf "$1/root"
	cp -a "$1/base" "$1/root"
	cp /etc/resolv.conf "$1/root/etc/resolv.conf"
	apt_settings >"$1/root/etc/apt/apt.conf.d/99mirror"
}

# in_root FOLDER COMMAND...: runs a command in FOLDER/root, without this machine's environment. The mounts
# and the processes that it leaves behind end with it.
in_root() {
	root_folder=$1
	shift
	# /proc: the library has bytes in memory as files there; /dev/pts: zsh types into a terminal of its own;
	# /dev/shm: Python's processes share locks
	unshare --mount --pid --fork --kill-child sh -eu -c '
		root=$1
		shift
		mount -t proc proc "$root/proc"
		mkdir -p "$root/dev/pts" "$root/dev/shm"
		mount -t devpts -o ptmxmode=0666,newinstance devpts "$root/dev/pts"
		mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
		ln -sf pts/ptmx "$root/dev/ptmx"
		exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
			chroot "$root" "$@"' sh "$root_folder/root" "$@"
}
