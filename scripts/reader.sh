#!/usr/bin/env bash
# Compiles the program with which exported sites read proofs in browsers, and puts it beside the release build of
# retrograph, where `retrograph export --site` finds it. The same sources and compiler give the same bytes: no path of this
# machine stays in it. rustup installs the target where it is missing.
#
#   scripts/reader.sh TARGET_DIR
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=wasm32-unknown-unknown
folder=$1/reader

# Asked of the compiler itself, which distributions install without rustup.
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    if [ "${RETROGRAPH_NO_INSTALL:-0}" != 0 ] || ! command -v rustup >/dev/null || ! rustup target add $target >&2; then
        echo "reader: the compiler lacks the target $target; install it: rustup target add $target" >&2
        exit 1
    fi
fi

separator=$'\x1f'
flags=--remap-path-prefix=$PWD=retrograph
flags+=$separator--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo
flags+=$separator--remap-path-prefix=$(rustc --print sysroot)=rust
CARGO_ENCODED_RUSTFLAGS=$flags CARGO_TARGET_DIR=$folder \
    cargo build --quiet --release --locked --manifest-path wasm/Cargo.toml --target $target
mkdir -p "$1/release"
install -m 644 "$folder/$target/release/retrograph_reader.wasm" "$1/release/retrograph-reader.wasm"
echo "$1/release/retrograph-reader.wasm"
