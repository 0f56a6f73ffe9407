#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# fresh.sh FOLDER: what a stranger meets. Runs the commands at the top of README.md, and `make test` once more,
# in a Debian 12 (SUITE=trixie: 13) that has nothing but make, on the last commit. Prints times, counts, and why tests were skipped.
#
#	FRESH_AS=user          as a user who has sudo; otherwise as root
#	FRESH_AS=plain         as a user who has neither, on a system with make and gcc: `make`, `make install` into the home, and no more
#	FRESH_WITH=WORDS       any of: pictures (rsvg-convert and a font), and data (the folder STRAT_EVAL_DATA, beside the checkout)
#
# It needs root, debootstrap and a Debian mirror; without them it says "skipped". FOLDER/base is kept for the
# next time; FOLDER/*.log is what the commands printed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
. "$top/core/packaging/fresh_debian.sh"

skip() {
	echo "fresh-test: skipped: $*"
	exit 0
}

fail() {
	echo "fresh-test: $*" >&2
	exit 1
}

who=${FRESH_AS:-root}
with=${FRESH_WITH-}
case $who in root | user | plain) ;; *) fail "FRESH_AS is root, user or plain, not '$who'" ;; esac
for word in $with; do
	case $word in pictures | data) ;; *) fail "FRESH_WITH has words of pictures and data, not '$word'" ;; esac
done

# ---- the system ---------------------------------------------------------------------------------

[ "$(id -u)" = 0 ] || skip "only root can make a system of its own (chroot)"
command -v debootstrap >/dev/null || sh "$top/tests/setup.sh" debootstrap || true
for program in debootstrap git unshare; do
	command -v "$program" >/dev/null || skip "$program is not installed"
done
unshare --mount --pid --fork mount -t proc proc /proc 2>/dev/null || skip "mounts are not allowed here"
commit=$(git -c safe.directory='*' -C "$top" rev-parse --short HEAD) || skip "this is no git checkout"

mkdir -p "$1"
folder=$(cd "$1" && pwd)
fresh_base "$folder" make || skip "debootstrap: $(tail -n 1 "$folder/debootstrap.log")"
fresh_root "$folder"
rm -f "$folder"/*.log
mirror=$(debian_mirror)
in_root "$folder" /usr/lib/apt/apt-helper download-file "$mirror/dists/$suite/Release" /tmp/Release >/dev/null 2>&1 ||
	skip "$mirror does not answer"
rm "$folder/root/tmp/Release"

# in_system USER COMMAND: a shell's command line in the home of the user.
in_system() {
	in_root "$folder" su - "$1" -c "$2" </dev/null
}

extra=
case $who in user) extra=sudo ;; plain) extra='gcc libc6-dev' ;; esac
case " $with " in *' pictures '*) extra="$extra librsvg2-bin fonts-liberation" ;; esac
if [ -n "$extra" ]; then
	in_system root "apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $extra" \
		>"$folder/extra.log" 2>&1 || fail "apt-get install $extra: see $folder/extra.log"
fi
if [ "$who" != root ]; then
	in_system root "useradd --create-home $who"
	[ "$who" = plain ] || in_system root 'echo "user ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/user'
	home=$folder/root/home/$who
else
	home=$folder/root/root
fi
case " $with " in *' data '*)
	if [ -d "${STRAT_EVAL_DATA-}" ]; then
		mkdir "$home/shared"
		cp -r "$STRAT_EVAL_DATA" "$home/shared/data"
	else
		echo "fresh-test: there is no real data on this machine; without it"
		with=$(echo "$with" | sed 's/data//')
	fi
	;;
esac
mkdir "$home/strat_eval"
git -c safe.directory='*' -C "$top" archive HEAD | tar -xf - -C "$home/strat_eval"
in_system root "chown -R $who: ~$who"

# ---- the commands -------------------------------------------------------------------------------

# The first block of README.md that calls make.
commands=$(awk '/^```sh$/ { on = 1; text = ""; next } on && /^```/ { on = 0; if (text ~ /^make/) { printf "%s", text; exit } }
	on { text = text $0 "\n" }' "$home/strat_eval/README.md")
[ "$commands" = 'make demo
make test' ] || fail "README.md should call make demo and make test first, not: $commands"

echo "fresh-test: commit $commit on Debian $(cat "$folder/root/etc/debian_version"), minbase, make${extra:+ $extra}, as $who${with:+, with $with}," \
	"$(nproc) processors"

# try NAME COMMAND: runs a command in the checkout; its output is NAME.log.
try() {
	from=$(date +%s)
	in_system "$who" "cd strat_eval && $2" >"$folder/$1.log" 2>&1 || {
		grep -v '# SKIP' "$folder/$1.log" | grep -A 12 '^not ok' || tail -n 40 "$folder/$1.log"
		fail "'$2' failed: see $folder/$1.log, and the system $folder/root"
	}
	now=$(date +%s)
	printf '%s: %d s' "$2" $((now - from))
}

# says COMMAND WORDS: it fails, and says so.
says() {
	in_system "$who" "cd strat_eval && $1" >"$folder/says.log" 2>&1 && fail "'$1' does not fail"
	grep -qF -e "$2" "$folder/says.log" || fail "'$1' does not say '$2', but: $(tail -n 3 "$folder/says.log")"
}

# installed PREFIX: make install, a measure by the program and by Python, make uninstall; nothing is left.
installed() {
	try install "make install PREFIX=$1"
	echo
	path=$(sed -n 's/^Python finds the package with: export //p' "$folder/install.log")
	in_system "$who" "cd strat_eval/qrels-samples/tiny && $1/bin/strat_eval -m map qrels alpha.run" |
		grep -q 0.6278 || fail "$1/bin/strat_eval does not work"
	if grep -q '_engine.abi3.so' "$folder/install.log"; then
		in_system "$who" "$path python3 -c 'import strat_eval; strat_eval.evaluate'" || fail "python3 does not import the package: $path"
	fi
	in_system "$who" "cd strat_eval && make uninstall PREFIX=$1" >"$folder/uninstall.log" 2>&1 || fail "make uninstall: see $folder/uninstall.log"
	left=$(find "$folder/root$1" -name '*strat_eval*' -not -path '*/strat_eval/strat_eval*' -not -path "$home/strat_eval*" | head -n 3)
	[ -z "$left" ] || fail "make uninstall leaves: $left"
}

if [ "$who" = plain ]; then
	try make 'make'
	echo
	[ -d "$home/strat_eval/build/packages/usr" ] || fail "make did not unpack packages"
	[ ! -e "$folder/root/usr/include/csv.h" ] || fail "the system has csv.h, and nobody should have installed it"
	installed "/home/plain/own"
	rm -rf "$folder/root"
	echo 'fresh-test: all as it should be'
	exit 0
fi
says make 'there is no compiler (gcc)'
says 'make install' 'apt-get install'
try demo 'make demo'
# this file is written when the packages are there
echo ", of which after the packages: $((now - $(stat -c %Y "$home/strat_eval/build/flags"))) s"
[ ! -e "$folder/root/usr/bin/bats" ] || fail "make demo installs what only the tests need"
for name in test again; do
	try "$name" 'make test'
	echo ", $(tail -n 1 "$folder/$name.log")"
done

# with Python's headers by now; /usr/local is root's
if [ "$who" = root ]; then installed /usr/local; else installed /home/user/own; fi

echo 'skipped tests, by reason:'
awk '
	/^(not )?ok [0-9]+.*# (skip|SKIP)/ {
		# cmocka has no reason, but the name of the test
		sub(/.*# SKIP.*/, "a unit test, without a reason")
		sub(/.*# skip (skipped: )?/, "")
		sub(/ names the folder with .*/, " names the folder")
		count[$0]++
	}
	END { for (reason in count) printf "%5d  %s\n", count[reason], reason }' "$folder/again.log" | sort -rn
rm -rf "$folder/root"
echo 'fresh-test: all as it should be'
