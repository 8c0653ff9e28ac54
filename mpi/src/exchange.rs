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

/// Between two looks at whether the others have come, at first and at most. MPI itself would keep a core busy
/// meanwhile.
const LOOKS: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(2)];

type Messages = Vec<Vec<u8>>;

/// Does work whose messages go through MPI, at most `most` bytes of a rank at a time, while the calling thread, the
/// main one, passes them on. MPI counts in 32 bits. Also returns the bytes that went to other ranks.
pub fn with_ranks<T: Send>(
    world: &SimpleCommunicator,
    most: Count,
    work: impl FnOnce(&mut dyn Ranks) -> T + Send,
) -> (T, u64) {
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
            give.send(all_to_all(world, &messages, most))
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

/// Gives each rank its message, in as many turns as it takes for none to send or receive more than `most` bytes in one.
fn all_to_all(world: &SimpleCommunicator, messages: &[Vec<u8>], most: Count) -> Messages {
    // The length of its message, and of the longest one: so all know the longest of all.
    let longest = messages.iter().map(Vec::len).max().unwrap_or(0) as u64;
    let lengths: Vec<u64> = messages
        .iter()
        .flat_map(|message| [message.len() as u64, longest])
        .collect();
    let mut lengths_received = vec![0u64; lengths.len()];
    requests(|scope| wait(world.immediate_all_to_all_into(scope, &lengths[..], &mut lengths_received[..])));
    let lengths_received = lengths_received.as_chunks::<2>().0;

    let piece = piece(most, messages.len());
    let longest = lengths_received
        .iter()
        .map(|&[_, longest]| longest as usize)
        .max()
        .unwrap_or(0);
    let mut received = vec![Vec::new(); messages.len()];
    for start in (0..longest).step_by(piece) {
        let size = |length: usize| length.saturating_sub(start).min(piece) as Count;
        let sizes: Vec<Count> = messages.iter().map(|message| size(message.len())).collect();
        let sizes_received: Vec<Count> = lengths_received
            .iter()
            .map(|&[length, _]| size(length as usize))
            .collect();
        let pieces: Vec<&[u8]> = (messages.iter().zip(&sizes))
            .map(|(message, &size)| &message[start.min(message.len())..][..size as usize])
            .collect();
        // A byte more than needed: the address of an empty vector is Open MPI's MPI_IN_PLACE.
        let mut all = pieces.concat();
        all.push(0);
        let mut into = vec![0u8; sizes_received.iter().map(|&size| size as usize).sum::<usize>() + 1];
        let out = Partition::new(&all[..], &sizes[..], starts(&sizes));
        let mut partition = PartitionMut::new(&mut into[..], &sizes_received[..], starts(&sizes_received));
        requests(|scope| wait(world.immediate_all_to_all_varcount_into(scope, &out, &mut partition)));

        let mut rest = &into[..];
        for (message, &size) in received.iter_mut().zip(&sizes_received) {
            message.extend(rest.split_off(..size as usize).expect("all were received"));
        }
    }
    received
}

/// Bytes of each message in a turn, so that those for or from all ranks, and one more, are at most `most`.
fn piece(most: Count, ranks: usize) -> usize {
    ((most as usize).saturating_sub(1) / ranks.max(1)).max(1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_for_all_ranks_are_counted_in_32_bits() {
        for ranks in [1, 2, 3, 64, 1000, 1 << 20] {
            let piece = piece(Count::MAX, ranks);
            assert!(
                piece * ranks < Count::MAX as usize && (piece + 1) * ranks >= Count::MAX as usize,
                "{ranks}"
            );
        }
        assert_eq!(
            (piece(1, 4), piece(9, 4), piece(Count::MAX, 1)),
            (1, 2, Count::MAX as usize - 1)
        );
    }
}
