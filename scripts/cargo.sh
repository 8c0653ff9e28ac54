#!/usr/bin/env bash
# cargo, with RocksDB as a library that a machine compiles once: the crate's own sources and flags, in 16 units that
# include 20 files each. That takes 5 CPU minutes where a file at a time takes 24. Cargo needs the library only to link,
# so both compile side by side. On other systems than Linux cargo compiles RocksDB itself, the slow way.
#
#   scripts/cargo.sh build --release --workspace --locked
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ -z "${ROCKSDB_LIB_DIR:-}" ] || exec cargo "$@" # such a library is there

flags="-O1 -std=c++20 -fPIC -ffunction-sections -fdata-sections -w -include cstdint -DNDEBUG -DZSTD -DHAVE_ALIGNED_NEW \
    -DHAVE_UINT128_EXTENSION -DOS_LINUX -DROCKSDB_PLATFORM_POSIX -DROCKSDB_LIB_IO_POSIX -DROCKSDB_SCHED_GETCPU_PRESENT \
    -DROCKSDB_AUXV_GETAUXVAL_PRESENT -DROCKSDB_FALLOCATE_PRESENT -DROCKSDB_RANGESYNC_PRESENT"
case $(uname -sm) in "Linux x86_64") flags+=" -msse2" ;; "Linux aarch64") ;; *) exec cargo "$@" ;; esac

cxx=${CXX:-c++}
version=$(sed -n '/^name = "librocksdb-sys"$/{n;s/version = "\(.*\)"/\1/p}' "$root/Cargo.lock")
flags="${CXXFLAGS:-} $flags"
key=$({ echo "$flags" && $cxx --version; } | sha256sum | cut -c 1-16)
export ROCKSDB_LIB_DIR=${XDG_CACHE_HOME:-$HOME/.cache}/retrograph/rocksdb-$version-$key

# The folder of the sources of crate $1.
crate() {
    cargo metadata --format-version 1 --locked --manifest-path "$root/Cargo.toml" |
        grep -o "\"manifest_path\":\"[^\"]*/$1-[0-9][^\"]*" | sed 's|.*:"||; s|/Cargo.toml$||'
}

compile_rocksdb() {
    local sources zstd work done=0 start=$SECONDS
    sources=$(crate librocksdb-sys) zstd=$(crate zstd-sys)/zstd/lib
    echo "RocksDB is compiled once for this machine, beside the program: five minutes of CPU time" >&2
    mkdir -p "$ROCKSDB_LIB_DIR"
    work=$(mktemp -d "$ROCKSDB_LIB_DIR/compiling.XXXXXX")
    # shellcheck disable=SC2064  # The folder is known now.
    trap "rm -rf '$work'" EXIT
    grep -v '^util/build_version.cc' "$sources/rocksdb_lib_sources.txt" | sed 's|.*|#include "&"|' >"$work/all"
    split --number=l/16 --additional-suffix=.cc "$work/all" "$work/unit-"
    cp "$sources/build_version.cc" "$work/unit-version.cc"
    # shellcheck disable=SC2086  # They are several flags.
    printf '%s\0' "$work"/unit-*.cc | xargs -0 -P "$(nproc)" -I UNIT sh -c '"$@" -c "UNIT" -o "UNIT.o" && echo' sh $cxx \
        $flags -I"$sources/rocksdb/include" -I"$sources/rocksdb" -I"$sources" -I"$zstd" | while read -r; do
        done=$((done + 1))
        echo "RocksDB: $done of 17 units compiled after $((SECONDS - start)) s" >&2
    done
    ar rcs "$work/librocksdb.a" "$work"/unit-*.o
    mv "$work/librocksdb.a" "$ROCKSDB_LIB_DIR/"
}

case $* in check* | *" check "* | clippy* | doc*) exec cargo "$@" ;; esac

if [ ! -e "$ROCKSDB_LIB_DIR/librocksdb.a" ]; then
    (compile_rocksdb) &
    case $1 in build | test | bench)
        cargo build --release --locked --package retrograph-cli --package retrograph-all-games --features retrograph-cli/rocksdb --manifest-path "$root/Cargo.toml"
        ;;
    esac
    wait $! || { echo "cargo.sh: RocksDB does not compile in units; plain \`cargo $1\` compiles it file by file" >&2; exit 1; }
fi
exec cargo "$@"
