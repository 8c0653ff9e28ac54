#!/usr/bin/env bash
# Compiles the programs that browsers run, the reader of proofs and the engine of games, and puts them beside the release
# build of retrograph, where `retrograph export --site` and `retrograph serve` find them. The same sources and compiler give the same bytes: no path of this
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
    cargo build --quiet --release --locked --workspace --manifest-path wasm/Cargo.toml --target $target
mkdir -p "$1/release"
for program in reader engine; do
    install -m 644 "$folder/$target/release/retrograph_$program.wasm" "$1/release/retrograph-$program.wasm"
    echo "$1/release/retrograph-$program.wasm"
done
