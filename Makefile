# The words people type. `make` alone lists them.

N ?= 12
DB ?= triangle-$(N)
ARGS ?=
TIME ?= 60
PREFIX ?= /usr/local
DESTDIR ?=
POSITIONS ?= 20000
ORDER ?= 6
THEOREMS ?= theorems

# One target folder for all packages, those outside the workspace too.
export CARGO_TARGET_DIR ?= $(CURDIR)/target

# rustup puts cargo here; a shell that has not been restarted since does not know.
export PATH := $(PATH):$(HOME)/.cargo/bin

# The same flags everywhere, so that nothing is compiled twice.
CARGO_FLAGS := --release --workspace --locked
RETROGRAPH := $(CARGO_TARGET_DIR)/release/retrograph
ROOT = $(DESTDIR)$(PREFIX)

.DEFAULT_GOAL := help
.PHONY: help setup build build-lean reader profile install dist release site wheel solve theorems verified test-verified book test test-all test-cluster test-scale test-long checks lint fuzz results atlas bench bench-peers bench-prove bench-runs clean

help: ## list these words
	@echo "make WORD, where WORD is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

setup: ## check for the compilers RocksDB needs, install what is missing
	@scripts/setup.sh

build: setup ## compile the program, the first time RocksDB too: 6 to 10 minutes on two cores
	scripts/cargo.sh build --release --locked

build-lean: ## compile without RocksDB, C++ and libclang, in 4 minutes of one core: all is read, nothing is solved
	cargo build --profile lean --locked --no-default-features --features program --target-dir target

reader: ## compile what browsers run, for `export --site` and the opponent that learns: docs/site.md
	scripts/reader.sh $(CARGO_TARGET_DIR)

profile: setup ## compile with symbols and line numbers, for profilers
	scripts/cargo.sh build --release --locked --config 'profile.release.package.retrograph.strip=false' \
		--config 'profile.release.package.retrograph-all-games.debug="line-tables-only"' \
		--config 'profile.release.package.retrograph-storage.debug="line-tables-only"'

install: build reader ## put program, browsers' programs, manual pages and completions under PREFIX (/usr/local)
	install -d $(ROOT)/bin $(ROOT)/share/man/man1 $(ROOT)/share/bash-completion/completions \
		$(ROOT)/share/zsh/site-functions $(ROOT)/share/fish/vendor_completions.d
	install -m 755 $(RETROGRAPH) $(ROOT)/bin/retrograph
	install -D -m 644 $(CARGO_TARGET_DIR)/release/retrograph-reader.wasm $(ROOT)/share/retrograph/reader.wasm
	install -D -m 644 $(CARGO_TARGET_DIR)/release/retrograph-engine.wasm $(ROOT)/share/retrograph/engine.wasm
	$(RETROGRAPH) man --out $(ROOT)/share/man/man1 --force
	$(RETROGRAPH) completions bash > $(ROOT)/share/bash-completion/completions/retrograph
	$(RETROGRAPH) completions zsh > $(ROOT)/share/zsh/site-functions/_retrograph
	$(RETROGRAPH) completions fish > $(ROOT)/share/fish/vendor_completions.d/retrograph.fish

dist: build reader ## pack the program as a tar.gz and a Debian package into dist/
	scripts/dist.sh $(RETROGRAPH) $(CARGO_TARGET_DIR)/release dist

release: dist wheel ## all that a release has, with SHA256SUMS, in dist/
	cd dist && sha256sum -- *.tar.gz *.deb *.whl > SHA256SUMS

site: build reader ## make a site of the book with games to play in target/site, for any web server: docs/site.md
	scripts/site.sh $(RETROGRAPH) target/site

wheel: build reader ## make the wheel in dist/, the Python package with the program, and test it: docs/python.md
	@scripts/setup.sh python
	scripts/wheel.sh dist

solve: build ## solve the triangle game on N vertices (N=12) into DB (triangle-N), ARGS="--memory 4GiB ..."
	$(RETROGRAPH) solve triangle -n $(N) --db $(DB) $(ARGS)
	$(RETROGRAPH) stats --db $(DB)

theorems: build ## prove theorems on single games into THEOREMS (theorems/), and check the proofs; LONG=1 for all
	scripts/theorems/all.sh $(RETROGRAPH) $(THEOREMS)

verified: ## check datasets/proofs by checkers that are proved right, in Coq; LONG=1 for more: docs/verified.md
	@scripts/setup.sh verified
	cargo build --release --locked --package retrograph-judge --bin claims
	$(MAKE) --no-print-directory -C verified -j $$(nproc) -O check LONG=$(LONG) CLAIMS=$(CARGO_TARGET_DIR)/release/claims

test-verified: build ## compare the proved checkers with the judge, on proofs and on thousands of damaged ones
	@scripts/setup.sh verified
	$(MAKE) --no-print-directory -C verified test RETROGRAPH=$(RETROGRAPH) CLAIMS=$(CARGO_TARGET_DIR)/release/claims

book: ## make a book of docs/ in target/book/ with mdBook, and check its links
	scripts/book.sh target/book

lint: ## formatting and clippy of the workspace
	cargo fmt --all --check
	scripts/cargo.sh clippy $(CARGO_FLAGS) --all-targets --test outside -- -D warnings

checks: build reader ## packages outside the workspace, documentation, oldest Rust, build without RocksDB, fuzz targets, miri
	scripts/checks.sh

test: setup lint ## formatting, clippy, unit tests and tests of the program, with what `make solve` needs and nothing else
	scripts/cargo.sh test $(CARGO_FLAGS)

test-all: build reader ## what `make test` leaves out: other programs, a browser, `checks`; installs what is missing
	@for program in browser python latex node slurm strace; do scripts/setup.sh $$program || exit 1; done
	scripts/cargo.sh test $(CARGO_FLAGS) --test outside
	RETROGRAPH=$(RETROGRAPH) cargo test --manifest-path browser/Cargo.toml --locked
	scripts/checks.sh
	@$(MAKE) verified test-verified

test-cluster: setup ## the tests of parts, workers and Slurm
	scripts/cargo.sh test $(CARGO_FLAGS) --test solving -- parts:: work::
	scripts/cargo.sh test $(CARGO_FLAGS) --test outside -- slurm::

test-scale: setup ## a level of more than 2^32 synthetic positions: 31 CPU minutes, 38 GB of TMPDIR
	RETROGRAPH_TEST_RECORDS=4296015872 scripts/cargo.sh test $(CARGO_FLAGS) --test scale -- --ignored --nocapture

test-long: setup ## the long passes of the tests: hundreds of kills, every failing call, large orders
	scripts/cargo.sh test $(CARGO_FLAGS) -- --ignored --nocapture

fuzz: build ## feed hostile input to every parser, each for TIME=60 seconds; needs a nightly Rust and cargo-fuzz
	scripts/cargo.sh build $(CARGO_FLAGS) --example fuzz_seeds
	scripts/fuzz.sh $(TIME) $(TARGETS)

results: build ## solve games up to POSITIONS=20000 that datasets/computed_values.csv lacks, write docs/values.md
	scripts/results.sh $(RETROGRAPH) $(POSITIONS)

atlas: build ## solve biased games on up to ORDER=6 vertices that datasets/positional lacks, write docs/atlas.md
	scripts/atlas.py $(RETROGRAPH) $(ORDER)

bench: setup ## measure the hot paths
	scripts/cargo.sh bench --profile release --workspace --locked --bench kernel --bench engine

bench-prove: setup ## measure proving and checking, as Markdown: a minute, with ARGS=--long more
	scripts/cargo.sh bench --profile release --workspace --locked --bench prove -- $(ARGS)

bench-runs: build ## measure whole solutions and proofs, as Markdown: 20 idle minutes and 8 GiB of disk
	scripts/performance.py $(RETROGRAPH) $(ARGS)

bench-peers: ## compare with nauty and its tools, as Markdown: 10 minutes, or seconds with ARGS=--quick
	@scripts/setup.sh peers
	scripts/cargo.sh bench --profile release --workspace --locked --bench peers -- $(ARGS)

clean: ## remove what was compiled here; RocksDB stays in the cache
	cargo clean
