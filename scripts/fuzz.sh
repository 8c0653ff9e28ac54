#!/usr/bin/env bash
# Runs fuzz targets: fuzz.sh SECONDS [TARGET...]; every target of fuzz/ when none is named.
#
# Needed: a nightly Rust and cargo-fuzz. RocksDB, which reads nothing, is linked as it is. Corpora start from a small solved database and stay in the target folder.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
target_dir=${CARGO_TARGET_DIR:-$PWD/target}

advice="run: rustup toolchain install nightly; cargo install cargo-fuzz"
cargo +nightly --version >/dev/null 2>&1 || { echo "fuzz: no nightly Rust; $advice" >&2; exit 1; }
cargo fuzz --version >/dev/null 2>&1 || { echo "fuzz: no cargo-fuzz; $advice" >&2; exit 1; }

export CARGO_TARGET_DIR=$target_dir/fuzz

corpora=$target_dir/fuzz/corpus
"$target_dir/release/examples/fuzz_seeds" "$target_dir/release/retrograph" "$corpora"

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names of targets
    set -- $(cargo fuzz list)
fi
# nauty, in the referee, keeps work space for each thread that has asked it.
export ASAN_OPTIONS=detect_leaks=0
for target in "$@"; do
    # Not every target has seeds.
    mkdir -p "$corpora/$target"
    # A header that claims a huge count must not get far: 64 MiB at once, 1 GiB in all (the sanitizer's share included).
    scripts/cargo.sh +nightly fuzz run "$target" "$corpora/$target" -- \
        -max_total_time="$seconds" -malloc_limit_mb=64 -rss_limit_mb=1024 -detect_leaks=0 -print_final_stats=1 \
        -max_len="${MAX_LEN:-8192}" -artifact_prefix="$target_dir/fuzz/artifacts-$target-"
done
