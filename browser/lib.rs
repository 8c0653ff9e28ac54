//! Nothing: the tests are in `tests/`. `make test` runs them; the program must have been built.
