//! Proofs: found, checked, disturbed, and played against.

mod boards;
mod from_files;
mod from_values;
mod proofs;
mod prove;
mod prove_faults;
