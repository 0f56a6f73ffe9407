#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# release.sh FOLDER VERSION OTHER: collects in FOLDER what a release consists of, with its SHA-256 sums. `make release` has built before: the
# page, WebAssembly, the Debian packages, the static program and the wheel for this machine, and those for the processor OTHER in build/OTHER.
set -eu

folder=$1 version=$2 other=$3
rm -rf "$folder" && mkdir -p "$folder"
cp build/static/strat_eval "$folder/strat_eval-$version-linux-$(uname -m)"
cp build/wheel/*.whl build/deb/*.deb build/strat_eval.html "$folder/"
cp build/wasm/strat_eval.wasm "$folder/strat_eval-$version.wasm"
cp "build/$other/build/static/strat_eval" "$folder/strat_eval-$version-linux-$other"
cp "build/$other"/*.whl "$folder/"
cd "$folder"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
