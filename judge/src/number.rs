//! Numbers as they are written.

use std::str::FromStr;

/// The number of a text: digits alone, and no zero before others.
pub fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}
