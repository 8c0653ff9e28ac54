//! Kills, signals, power losses, refusing disks, damage and limits: time may be lost, nothing else.

mod corrupting;
mod corruption;
mod hostile_journal;
mod kills;
mod limits;
mod power_loss;
mod read_errors;
mod signals;
mod write_errors;
