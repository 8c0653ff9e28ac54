//! What all floors of the house share, without a word of graphs or games.
//!
//! * [`record`]: a key and its label in one integer
//! * [`units`]: numbers and sizes as people read them
//! * [`parallel`]: loops over all threads
//! * [`random`]: random numbers that are the same on every machine
//! * [`cases`]: a property tested on cases, up to the first counterexample
//! * [`drafts`]: files and folders that appear complete or not at all
//! * [`main_memory`]: what this process may take
//! * [`printable`]: text from outside, for terminals, shells and Python

pub mod cases;
pub mod drafts;
pub mod main_memory;
pub mod parallel;
pub mod printable;
pub mod random;
pub mod record;
pub mod units;
