//! The gap code: strictly increasing records as differences of neighbouring keys, and their labels.
//!
//! The first key travels outside (it is the RocksDB key of a chunk, a field of a run block). For `count` records:
//!
//! ```text
//! labels    flag byte 0, label byte                  all labels equal
//!           flag byte 1, ceil(count / 8) bytes       labels 0 and 1, record i in bit i % 8 of byte i / 8
//!           flag byte 2, count bytes                 anything else
//! labels    once more, for the second labels of records that have two
//! lengths   one per gap: significant bytes of the gap, 1..=width
//!           records of 16 bytes: two to a byte, the earlier gap in the low half; wider records: a byte each
//! gaps      the significant bytes of every gap, least significant first
//! ```
//!
//! A gap is the difference of two keys read as integers of `width` bytes. Streams are apart because zstd then finds
//! in each of them one kind of symbol.

use crate::Record;

const LABELS_EQUAL: u8 = 0;
const LABELS_BITS: u8 = 1;
const LABELS_BYTES: u8 = 2;

/// Why bytes are not a valid gap code; a phrase that fits "is damaged: ...".
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadGaps(pub &'static str);

/// Maximum number of bytes that `encode` appends for `count` records.
pub(crate) fn encoded_bytes_max(count: usize, width: usize) -> usize {
    2 * (2 + count) + count * (width + 1)
}

/// Appends the code of `records` (not empty, strictly increasing keys) to `out`.
pub(crate) fn encode<R: Record>(records: &[R], width: usize, out: &mut Vec<u8>) {
    encode_labels(records, R::label, out);
    if R::LABEL_BYTES == 2 {
        encode_labels(records, R::second, out);
    }
    let shift = R::BYTES - width;
    let gap = |pair: &[R]| {
        debug_assert!(pair[0].key() < pair[1].key(), "keys must increase: {pair:?}");
        pair[1].key().wrapping_sub(pair[0].key()).shr_bytes(shift)
    };
    let gaps = records.len() - 1;
    let lengths_at = out.len();
    out.resize(lengths_at + lengths_bytes::<R>(gaps), 0);
    let mut at = out.len();
    // Whole windows are stored and then overlapped by the next gap; the slack is cut off at the end.
    out.resize(at + gaps * width + R::BYTES, 0);
    for (index, pair) in records.windows(2).enumerate() {
        let gap = gap(pair);
        let length = gap.significant_bytes();
        if R::BYTES == 16 {
            out[lengths_at + index / 2] |= (length as u8) << (index % 2 * 4);
        } else {
            out[lengths_at + index] = length as u8;
        }
        gap.store_le(&mut out[at..]);
        at += length;
    }
    out.truncate(at);
}

/// Appends the `count` records that start at key `first` to `out`; all of `bytes` must be used.
pub(crate) fn decode<R: Record>(
    first: R,
    count: usize,
    width: usize,
    bytes: &[u8],
    out: &mut Vec<R>,
) -> Result<(), BadGaps> {
    let start = out.len();
    let (labels, rest) = split_labels(bytes, count)?;
    let (seconds, rest) = match R::LABEL_BYTES {
        2 => split_labels(rest, count).map(|(seconds, rest)| (Some(seconds), rest))?,
        _ => (None, rest),
    };
    let gaps = count.checked_sub(1).ok_or(BadGaps("a block without records"))?;
    let (lengths, payload) = rest
        .split_at_checked(lengths_bytes::<R>(gaps))
        .ok_or(BadGaps("a block ends within the lengths of its gaps"))?;

    let mut key = first.key();
    let mut at = 0;
    let mut sound = true;
    let shift = R::BYTES - width;
    out.push(key);
    out.extend((0..gaps).map(|index| {
        let length = if R::BYTES == 16 {
            usize::from(lengths[index / 2] >> (index % 2 * 4) & 15)
        } else {
            usize::from(lengths[index])
        };
        let gap = match payload.get(at..at + R::BYTES) {
            Some(window) => R::load_le(window, length),
            None => load_at_end(payload, at, length),
        };
        let next = key.wrapping_add(gap.shl_bytes(shift));
        // Also catches gaps of zero, and sums past the largest key, which wrap around to a smaller one.
        sound &= length <= width && next > key;
        key = next;
        at += length;
        key
    }));
    if !sound || at != payload.len() {
        out.truncate(start);
        return Err(BadGaps("the gaps of a block do not yield increasing keys"));
    }
    labels.apply(&mut out[start..], R::with_label);
    if let Some(seconds) = seconds {
        seconds.apply(&mut out[start..], R::with_second);
    }
    Ok(())
}

fn lengths_bytes<R: Record>(gaps: usize) -> usize {
    if R::BYTES == 16 { gaps.div_ceil(2) } else { gaps }
}

#[cold]
fn load_at_end<R: Record>(payload: &[u8], at: usize, length: usize) -> R {
    let mut window = [0; 64];
    let tail = &payload[at.min(payload.len())..];
    window[..tail.len().min(64)].copy_from_slice(&tail[..tail.len().min(64)]);
    R::load_le(&window, length)
}

fn encode_labels<R: Record>(records: &[R], label: impl Fn(R) -> u8, out: &mut Vec<u8>) {
    let first = label(records[0]);
    let (mut union, mut equal) = (0, true);
    for &record in records {
        union |= label(record);
        equal &= label(record) == first;
    }
    if equal {
        out.extend([LABELS_EQUAL, first]);
    } else if union <= 1 {
        out.push(LABELS_BITS);
        out.extend(records.chunks(8).map(|eight| {
            eight
                .iter()
                .enumerate()
                .fold(0, |byte, (bit, &record)| byte | label(record) << bit)
        }));
    } else {
        out.push(LABELS_BYTES);
        out.extend(records.iter().map(|&record| label(record)));
    }
}

enum Labels<'a> {
    Equal(u8),
    Bits(&'a [u8]),
    Bytes(&'a [u8]),
}

fn split_labels(bytes: &[u8], count: usize) -> Result<(Labels<'_>, &[u8]), BadGaps> {
    const SHORT: BadGaps = BadGaps("a block ends within its labels");
    let (&flag, rest) = bytes.split_first().ok_or(SHORT)?;
    let length = match flag {
        LABELS_EQUAL => 1,
        LABELS_BITS => count.div_ceil(8),
        LABELS_BYTES => count,
        _ => return Err(BadGaps("a block has an unknown kind of labels")),
    };
    let (labels, rest) = rest.split_at_checked(length).ok_or(SHORT)?;
    let labels = match flag {
        LABELS_EQUAL => Labels::Equal(labels[0]),
        LABELS_BITS => Labels::Bits(labels),
        _ => Labels::Bytes(labels),
    };
    Ok((labels, rest))
}

impl Labels<'_> {
    fn apply<R: Record>(self, records: &mut [R], with_label: impl Fn(R, u8) -> R) {
        match self {
            Labels::Equal(0) => {}
            Labels::Equal(label) => records
                .iter_mut()
                .for_each(|record| *record = with_label(*record, label)),
            Labels::Bits(bits) => {
                for (eight, &byte) in records.chunks_mut(8).zip(bits) {
                    for (bit, record) in eight.iter_mut().enumerate() {
                        *record = with_label(*record, byte >> bit & 1);
                    }
                }
            }
            Labels::Bytes(bytes) => {
                for (record, &label) in records.iter_mut().zip(bytes) {
                    *record = with_label(*record, label);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Twofold, Wide};
    use arbtest::arbitrary::{Result as Arbitrary, Unstructured};

    fn some_records<R: Record>(u: &mut Unstructured<'_>, width: usize) -> Arbitrary<Vec<R>> {
        let labels = u.int_in_range(0..=3)?;
        let count = u.int_in_range(1..=40)?;
        let mut records = std::collections::BTreeMap::new();
        for _ in 0..count {
            let mut key = vec![0; width];
            let significant = u.int_in_range(0..=width)?;
            u.fill_buffer(&mut key[width - significant..])?;
            let most = [0, 1, 9, 255][labels];
            let second = if R::LABEL_BYTES == 2 {
                u.int_in_range(0..=most)?
            } else {
                0
            };
            records.insert(R::from_be(&key), (u.int_in_range(0..=most)?, second));
        }
        let labelled = |(key, (label, second)): (R, _)| key.with_label(label).with_second(second);
        Ok(records.into_iter().map(labelled).collect())
    }

    fn round_trip<R: Record>(u: &mut Unstructured<'_>) -> Arbitrary<()> {
        let width = u.int_in_range(1..=R::BYTES - R::LABEL_BYTES)?;
        let records: Vec<R> = some_records(u, width)?;
        let mut bytes = vec![];
        encode(&records, width, &mut bytes);
        assert!(bytes.len() <= encoded_bytes_max(records.len(), width));
        let mut back = vec![R::ZERO];
        decode(records[0], records.len(), width, &bytes, &mut back).unwrap();
        assert_eq!(back[1..], records);
        // A missing or extra byte is detected, whatever its value.
        back.clear();
        assert!(decode(records[0], records.len(), width, &bytes[..bytes.len() - 1], &mut back).is_err());
        bytes.push(0);
        assert!(decode(records[0], records.len(), width, &bytes, &mut back).is_err());
        assert!(back.is_empty());
        Ok(())
    }

    #[test]
    fn decode_inverts_encode() {
        arbtest::arbtest(round_trip::<u128>).budget_ms(400);
        arbtest::arbtest(round_trip::<Twofold>).budget_ms(400);
        arbtest::arbtest(round_trip::<Wide>).budget_ms(400);
    }

    fn hostile<R: Record>(u: &mut Unstructured<'_>) -> Arbitrary<()> {
        let width = u.int_in_range(1..=R::BYTES - R::LABEL_BYTES)?;
        let count = u.int_in_range(0..=50)?;
        let first = R::from_be(u.bytes(width)?);
        let mut out = vec![];
        let bytes = u.bytes(u.len())?;
        if decode(first, count, width, bytes, &mut out).is_ok() {
            assert_eq!(out.len(), count);
            assert!(out.windows(2).all(|pair| pair[0].key() < pair[1].key()));
            assert!(out.iter().all(|r| {
                r.to_be().as_ref()[width..R::BYTES - R::LABEL_BYTES]
                    .iter()
                    .all(|&b| b == 0)
            }));
        } else {
            assert!(out.is_empty());
        }
        Ok(())
    }

    #[test]
    fn hostile_bytes_never_panic() {
        arbtest::arbtest(hostile::<u128>).budget_ms(400);
        arbtest::arbtest(hostile::<Twofold>).budget_ms(400);
        arbtest::arbtest(hostile::<Wide>).budget_ms(400);
    }
}
