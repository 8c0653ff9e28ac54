// Compiled into both programs: how a page and a program exchange bytes.

use serde::Serialize;

/// What is kept between calls.
pub struct Exchange {
    /// What a page has filled.
    pub room: Vec<u8>,
    answer: Vec<u8>,
}

impl Exchange {
    pub const fn new() -> Self {
        Self {
            room: Vec::new(),
            answer: Vec::new(),
        }
    }

    /// Memory of so many bytes for a page to fill, in place of what it was given before.
    pub fn room(&mut self, bytes: usize) -> *mut u8 {
        self.room = vec![0; bytes];
        self.room.as_mut_ptr()
    }

    /// Keeps the answer until the next one.
    pub fn tell(&mut self, answer: Vec<u8>) -> *const u8 {
        self.room = Vec::new();
        self.answer = answer;
        self.answer.as_ptr()
    }

    pub fn answer_bytes(&self) -> usize {
        self.answer.len()
    }
}

/// The JSON that is sent.
pub fn text(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).expect("answers have only text for keys")
}

/// A text as the bytes of a section of the program, by which `retrograph export` recognizes its own version.
pub const fn section<const N: usize>(text: &str) -> [u8; N] {
    let text = text.as_bytes();
    let mut bytes = [0; N];
    let mut i = 0;
    while i < N {
        bytes[i] = text[i];
        i += 1;
    }
    bytes
}
