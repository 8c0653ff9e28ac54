//! Writes the claims of a proof for the checkers that Coq has proved right: `claims FILE`, a line for each list of
//! docs/verified.md.

use std::io::{BufWriter, Write, stdout};
use std::process::exit;
use std::{env, fs, thread};

/// Five bits a letter, the least significant first; 32 more says that the number goes on.
fn letters(numbers: &[u32], line: &mut Vec<u8>) {
    line.clear();
    for &number in numbers {
        let mut left = number;
        while left >= 32 {
            line.push(b'P' + (left & 31) as u8);
            left >>= 5;
        }
        line.push(b'0' + left as u8);
    }
    line.push(b'\n');
}

fn main() {
    let [_, path] = &env::args().collect::<Vec<_>>()[..] else {
        eprintln!("claims: give the file of a proof");
        exit(2)
    };
    let file = fs::read(path).unwrap_or_else(|error| {
        eprintln!("claims: {path}: {error}");
        exit(2)
    });
    let (mut out, mut line) = (BufWriter::new(stdout().lock()), Vec::new());
    let mut list = |numbers: &[u32]| {
        letters(numbers, &mut line);
        // Who reads no further has refused a claim.
        out.write_all(&line).unwrap_or_else(|_| exit(6));
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let written = retrograph_judge::proof::claims(&file, threads, &mut list);
    if let Err(error) = written {
        eprintln!("claims: {path}: {error}");
        exit(6)
    }
    out.flush().unwrap_or_else(|_| exit(6));
}
