//! What needs other people's programs: Node.js, Python, LaTeX, Graphviz, Slurm. `scripts/setup.sh` installs them.

mod exported;
mod python;
mod site;
mod site_proofs;
mod site_rules;
mod slurm;
