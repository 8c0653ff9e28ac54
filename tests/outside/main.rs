//! What needs other people's programs: Node.js, Python, LaTeX, Graphviz, Slurm, strace, small mounts, and the reader
//! of proofs in WebAssembly. `scripts/setup.sh` installs them; a test without its program fails and names it.

mod exported;
mod installed;
mod latex;
mod locks;
mod mounted;
mod nothing_outside;
mod python;
mod site;
mod site_proofs;
mod site_rules;
mod slurm;
