#!/usr/bin/env bash
# What can be checked beside the tests: formatting and clippy of the packages outside the workspace and the tests of
# those for browsers, the sources of the results, the documents and their book without broken links, the Dockerfile, the
# oldest Rust that is promised, the build without RocksDB, the fuzz targets, packages that could be published, and miri
# on the portable canonical form and the codecs.
#
# Toolchains that are missing are installed where rustup can; a check that cannot be made fails.
set -euo pipefail
cd "$(dirname "$0")/.."

target_dir=${CARGO_TARGET_DIR:-$PWD/target}

echo "checks: packages outside the workspace"
for package in browser wasm wasm/engine; do
    cargo fmt --manifest-path $package/Cargo.toml --check
done
cargo clippy --quiet --manifest-path browser/Cargo.toml --locked --all-targets -- -D warnings
for package in wasm wasm/engine; do
    CARGO_TARGET_DIR=$target_dir/wasm cargo clippy --quiet --release --manifest-path $package/Cargo.toml --locked -- \
        -D warnings
done
cargo test --quiet --target-dir "$target_dir/wasm" --manifest-path wasm/Cargo.toml --locked --workspace >&2

echo "checks: what the results say of sources"
python3 scripts/sources.py >&2

echo "checks: links, commands and figures of the documents, and their lengths"
python3 scripts/pages.py "$target_dir/release/retrograph" >&2

echo "checks: the book of the documents, with games"
scripts/site.sh "$target_dir/release/retrograph" target/site

echo "checks: workflows"
node scripts/workflows.mjs

echo "checks: Dockerfile"
"$(dirname "$(scripts/python.sh)")/hadolint" Dockerfile

export CARGO_TARGET_DIR=$target_dir/checks

echo "checks: documentation"
RUSTDOCFLAGS="-D warnings" scripts/cargo.sh doc --quiet --workspace --no-deps --locked

echo "checks: the program without RocksDB"
cargo build --quiet --profile lean --locked --no-default-features --features program
scripts/lean.sh "$target_dir/release/retrograph" "$CARGO_TARGET_DIR/lean/retrograph"

echo "checks: packages"
cargo package --quiet --workspace --no-verify --allow-dirty --locked 2> >(grep -v "documentation, homepage or repository\|^  |\|= note: see\|^warning: manifest has no\|^$" >&2)

echo "checks: fuzz targets"
scripts/cargo.sh check --quiet --manifest-path fuzz/Cargo.toml --locked

# Sees to it that the toolchain $1 is there with the components that follow.
toolchain() {
    local name=$1
    shift
    if ! command -v rustup >/dev/null 2>&1; then
        echo "checks: Rust $name is needed too, which rustup installs (https://rustup.rs)" >&2
        exit 1
    fi
    if ! cargo "+$name" --version >/dev/null 2>&1; then
        may_install "rustup toolchain install $name --profile minimal"
        rustup toolchain install "$name" --profile minimal >&2
    fi
    for component in "$@"; do
        if ! rustup component list --toolchain "$name" --installed 2>/dev/null | grep -q "^$component"; then
            may_install "rustup component add $component --toolchain $name"
            rustup component add "$component" --toolchain "$name" >&2
        fi
    done
}

may_install() {
    if [ "${RETROGRAPH_NO_INSTALL:-0}" != 0 ]; then
        echo "checks: missing; run: $1" >&2
        exit 1
    fi
}

oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
toolchain "$oldest"
echo "checks: Rust $oldest"
CARGO_TARGET_DIR=$target_dir/checks-oldest scripts/cargo.sh "+$oldest" check --quiet --workspace --all-targets --locked

toolchain nightly miri rust-src
echo "checks: miri"
# In the checkout: miri remembers in which folder tests were compiled, and fails when that one is gone.
export CARGO_TARGET_DIR=$PWD/target/checks-miri
cargo +nightly miri test --quiet --locked --lib -p retrograph-graph -p retrograph-canon
cargo +nightly miri test --quiet --locked --lib -p retrograph-base -- record::
cargo +nightly miri test --quiet --locked --lib -p retrograph-storage --no-default-features -- gaps::
