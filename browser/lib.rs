//! Nothing: the tests are in `tests/`. `make test-all` runs them; the program must have been built.
