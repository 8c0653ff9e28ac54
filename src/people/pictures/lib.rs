//! Pictures: charts of numbers, and drawings of positions. Nothing here knows a game.

pub mod draw;
pub mod plot;

/// A text as XML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
