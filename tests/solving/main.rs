//! What is solved is right, and the same however it is cut: threads, memory, steps, parts, workers, kinds of value.

mod canonical_form;
mod census;
mod check_game;
mod conventions;
mod family;
mod levels;
mod marks;
mod names;
mod parts;
mod positional_theorems;
mod ramsey;
mod resume;
mod same_bytes;
mod saturated;
mod two_colours;
mod two_engines;
mod values;
mod work;
