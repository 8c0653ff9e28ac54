//! x
#[path = "../tests/common/mod.rs"]
mod common;
use retrograph_strong_games::Boards;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let boards = match &a[2][..] { "infinite" => Boards::Infinite, x if x.ends_with('+') => Boards::From(x[..x.len()-1].parse().unwrap()), x => Boards::Order(x.parse().unwrap()) };
    let p = common::proved(&a[1], boards, a.get(3).map(|x| x.parse().unwrap()));
    if let Some(p) = p {
        let start = std::time::Instant::now();
        println!("{:?} {:?}", retrograph_judge::strong_games::check_proof(&p, 1).map(|c| c.sentence()), start.elapsed());
    }
}
