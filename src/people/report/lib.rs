//! Figures for people and programs: level counts against published tables, and a forecast before a long run.
//!
//! * [`published`]: results about each game from other sources, embedded from `datasets/`
//! * [`level_table`]: the counts of every solved level, as text, CSV or JSON
//! * [`value_table`]: the same for values that are more than who wins
//! * [`solution`]: a database's own description: identity, counts, checksum
//! * [`paper_table`]: both tables as LaTeX, Markdown and HTML
//! * [`mod@bfile`]: counts and results as b-files of the OEIS
//! * [`charts`]: both as charts
//! * [`page`], [`timings`], [`citation`]: all of it on one page
//! * [`counts`]: positions of every level, published or interpolated
//! * [`costs`], [`calibration`]: the cost of a position, measured on this machine
//! * [`listing`]: stored positions as rows for other programs
//! * [`forecast`], [`forecast_text`]: positions, disk, memory and time per level, before anything is computed

pub mod bfile;
pub mod calibration;
pub mod charts;
pub mod citation;
mod clock;
pub mod costs;
pub mod counts;
pub mod forecast;
pub mod forecast_text;
pub mod level_table;
pub mod listing;
pub mod page;
pub mod paper_table;
pub mod published;
pub mod solution;
pub mod timings;
pub mod value_table;

pub use bfile::{NoBFile, Sequence, bfile};
pub use calibration::{CalibrationError, calibrate};
pub use costs::Costs;
pub use counts::{Basis, ForecastError, level_forecast};
pub use forecast::{Forecast, Plan};
pub use level_table::LevelTable;
pub use paper_table::PaperTable;
pub use published::{Agreement, LevelCounts, Winner};
pub use solution::Solution;
pub use value_table::{LevelValues, ValueTable};
