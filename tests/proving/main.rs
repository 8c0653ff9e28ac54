//! Proofs: found, checked, disturbed, and played against.

mod proofs;
mod prove;
mod prove_faults;
