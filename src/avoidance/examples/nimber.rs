use proof::{Control, Question};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[1].parse().unwrap();
    let memory = args.get(2).map_or(1 << 28, |x| x.parse::<u64>().unwrap() << 20);
    let threads = args.get(3).map_or(1, |x| x.parse().unwrap());
    let last = std::sync::Mutex::new(Instant::now());
    let start = Instant::now();
    static STOP: AtomicBool = AtomicBool::new(false);
    let control = Control {
        memory,
        threads,
        proof: false,
        checkpoint: args.get(4).map(Into::into),
        interval: 1200.0,
        watch: &|p| {
            let mut l = last.lock().unwrap();
            if l.elapsed().as_secs() > 30 {
                *l = Instant::now();
                eprintln!(
                    "{:.0}s {} nodes {} of {}",
                    start.elapsed().as_secs_f64(),
                    p.nodes,
                    p.entries,
                    p.entries_most
                );
            }
            STOP.load(Ordering::Relaxed)
        },
    };
    let outcome = retrograph_avoidance::Avoidance::new("triangle", n, retrograph_avoidance::Wanted::Winner)
        .unwrap()
        .answer(&control)
        .unwrap();
    println!(
        "{} {:?} {:.2}s",
        outcome.sentence,
        outcome.progress,
        start.elapsed().as_secs_f64()
    );
}
