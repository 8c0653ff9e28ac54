//! Proves who wins a Maker-Breaker game, has the judge check the proof, and plays against it.
//!
//!     cargo run --release --example prove

use std::error::Error;

use retrograph::{Parameter, Proof, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let search = Search::new("maker-breaker:hamilton-cycle").with(Parameter::Order, 5);
    let proof = search.with(Parameter::Starter, "breaker").run()?;
    println!("{}.", proof.theorem());

    let folder = tempfile::tempdir()?;
    let file = folder.path().join("hamilton-5.proof");
    proof.save(&file)?;
    // Read again, and checked by code that shares nothing with the search.
    let proof = Proof::open(&file)?;

    // The loser takes the first legal edge each time.
    let mut moves = Vec::new();
    loop {
        let step = match proof.reply(&moves)? {
            Some(step) => step,
            None => match proof.state(&moves)?.choices.first() {
                Some(choice) => choice.step,
                None => break,
            },
        };
        println!("{}", step.text(proof.about()));
        moves.push(step);
    }
    Ok(())
}
