//! Messages from every rank to every rank. MPI is called by the main thread alone: the threads that work hand their
//! messages to it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{scope, sleep};
use std::time::Duration;

use mpi::Count;
use mpi::datatype::{Partition, PartitionMut};
use mpi::request::{Request, scope as requests};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};
use retro::Ranks;

/// Between two looks at whether the others have come, at first and at most. MPI itself would keep a core busy meanwhile.
const LOOKS: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(2)];

type Messages = Vec<Vec<u8>>;

/// Does work whose messages go through MPI, while the calling thread, the main one, passes them on. Also returns the bytes
/// that went to other ranks.
pub fn with_ranks<T: Send>(world: &SimpleCommunicator, work: impl FnOnce(&mut dyn Ranks) -> T + Send) -> (T, u64) {
    let (send, sent) = channel();
    let (give, given) = channel();
    let mut ranks = Exchange {
        rank: world.rank() as usize,
        count: world.size() as usize,
        send,
        given,
    };
    scope(|threads| {
        let worker = threads.spawn(move || work(&mut ranks));
        // Until the work is over and its end of the channel gone.
        let mut bytes = 0;
        for messages in sent {
            let own = messages[world.rank() as usize].len();
            bytes += (messages.iter().map(Vec::len).sum::<usize>() - own) as u64;
            give.send(all_to_all(world, &messages))
                .expect("the worker waits for them");
        }
        (worker.join().expect("a panic ends the job"), bytes)
    })
}

/// The ranks, as the threads that work see them.
struct Exchange {
    rank: usize,
    count: usize,
    send: Sender<Messages>,
    given: Receiver<Messages>,
}

impl Ranks for Exchange {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.count
    }

    fn exchange(&mut self, messages: Messages) -> Messages {
        self.send.send(messages).expect("the main thread waits for them");
        self.given.recv().expect("the main thread gives what it receives")
    }
}

fn all_to_all(world: &SimpleCommunicator, messages: &[Vec<u8>]) -> Messages {
    // MPI counts in 32 bits; batches are far smaller.
    let size = |bytes: usize| Count::try_from(bytes).expect("the messages of a round have less than 2 GiB");
    let sizes: Vec<Count> = messages.iter().map(|message| size(message.len())).collect();
    let mut sizes_received = vec![0; sizes.len()];
    requests(|scope| wait(world.immediate_all_to_all_into(scope, &sizes[..], &mut sizes_received[..])));

    // A byte more than needed: the address of an empty vector is Open MPI's MPI_IN_PLACE.
    let mut all = messages.concat();
    all.push(0);
    let mut received = vec![0u8; sizes_received.iter().map(|&size| size as usize).sum::<usize>() + 1];
    size(all.len().max(received.len()));
    let out = Partition::new(&all[..], &sizes[..], starts(&sizes));
    let mut into = PartitionMut::new(&mut received[..], &sizes_received[..], starts(&sizes_received));
    requests(|scope| wait(world.immediate_all_to_all_varcount_into(scope, &out, &mut into)));

    let mut rest = &received[..];
    let mut next = |&size: &Count| rest.split_off(..size as usize).expect("all were received").to_vec();
    sizes_received.iter().map(&mut next).collect()
}

/// Where each of these many bytes begin, end to end.
fn starts(sizes: &[Count]) -> Vec<Count> {
    let before = |sum: &mut Count, &size: &Count| {
        let start = *sum;
        *sum += size;
        Some(start)
    };
    sizes.iter().scan(0, before).collect()
}

fn wait<'a, D: ?Sized, S: mpi::request::Scope<'a>>(mut request: Request<'a, D, S>) {
    let mut look = LOOKS[0];
    while let Err(waiting) = request.test() {
        request = waiting;
        sleep(look);
        look = (2 * look).min(LOOKS[1]);
    }
}
