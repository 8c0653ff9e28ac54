//! Figures for people and programs: level counts against published tables, and a forecast before a long run.
//!
//! * [`published`]: what is known about each game from elsewhere, embedded from `datasets/`
//! * [`level_table`]: the counts of every solved level, as table, CSV or JSON
//! * [`forecast`]: positions, disk, memory and CPU per level, before anything is computed
//! * [`figures`]: numbers and sizes as people read them

pub mod figures;
pub mod forecast;
pub mod level_table;
pub mod published;

pub use forecast::{Basis, Costs, Forecast, ForecastError, level_forecast};
pub use level_table::LevelTable;
pub use published::{Agreement, LevelCounts, Winner};
