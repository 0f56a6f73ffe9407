#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# release.sh FOLDER VERSION: collects in FOLDER what a release consists of, with its SHA-256 sums. `make release` has built before: the page,
# WebAssembly, the Debian packages, the static program and the wheel for this machine, and build/amd64, if it is for another one.
set -eu

folder=$1 version=$2
rm -rf "$folder" && mkdir -p "$folder"
cp build/static/strat_eval "$folder/strat_eval-$version-linux-$(uname -m)"
cp build/release-wheel/*.whl build/deb/*.deb build/strat_eval.html "$folder/"
cp build/wasm/strat_eval.wasm "$folder/strat_eval-$version.wasm"
[ "$(uname -m)" = x86_64 ] || {
	cp build/amd64/build/static/strat_eval "$folder/strat_eval-$version-linux-x86_64"
	cp build/amd64/*.whl "$folder/"
}
cd "$folder"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
