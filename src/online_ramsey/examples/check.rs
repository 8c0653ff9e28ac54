//! Checks a proof: `check FILE`.

fn main() {
    let file = std::fs::read(std::env::args().nth(1).expect("a file")).expect("a file that can be read");
    let start = std::time::Instant::now();
    match retrograph_judge::proof::check(&file, 1) {
        Ok(proved) => println!("{}: {:.2?} {:?}", proved.sentence, start.elapsed(), proved.facts),
        Err(error) => println!("it proves nothing: {error}"),
    }
}
