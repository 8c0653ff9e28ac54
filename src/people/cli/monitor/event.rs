//! The lines of a log.

use serde::Serialize;

use super::super::printable::printable;
use super::place::StepStatus;
use super::resident::Resident;
use crate::progress::by_name;
use base::units::{bytes, grouped, hours};
use game::values::Outcome;

/// What happened. In JSON, the field `event` holds the name in lower case with underscores.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Event<'a> {
    RunBegins {
        tool_version: &'a str,
        process: u32,
        game: &'a str,
        n: u32,
        values: &'a str,
        folder: &'a str,
        top: Option<u32>,
        lowest_sealed: Option<u32>,
        down_to: u32,
        memory_limit_bytes: u64,
        threads: usize,
        keep: &'a str,
    },
    Note {
        sentence: &'a str,
    },
    LevelBegins {
        level: u32,
    },
    StepBegins {
        level: Option<u32>,
        step: &'a str,
        done: u64,
        all: u64,
    },
    Progress {
        #[serde(flatten)]
        step: StepStatus,
    },
    StepEnds {
        #[serde(flatten)]
        step: StepStatus,
    },
    Checkpoint {
        level: u32,
        step: Option<&'a str>,
        done: Option<u64>,
        all: Option<u64>,
    },
    LevelSealed {
        level: u32,
        positions: u64,
        #[serde(flatten, serialize_with = "by_name")]
        outcomes: &'a [(Outcome, u64)],
        saturated: u64,
        seconds: f64,
        per_second: u64,
        bytes: u64,
        label_function_bytes: u64,
        labellings: u64,
        searches: u64,
        lookups: u64,
        asked: u64,
    },
    RunEnds {
        how: &'a str,
        exit_code: u8,
        sentence: Option<&'a str>,
        levels: u32,
        positions: u64,
        seconds: f64,
    },
}

/// One line.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Line<'a> {
    /// Left out when the clock has no valid time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    #[serde(flatten)]
    pub event: Event<'a>,
    #[serde(flatten)]
    pub memory: Option<Resident>,
}

impl Line<'_> {
    /// Renders one JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("names, numbers and strings are JSON")
    }

    /// Renders the line for people.
    pub fn text(&self) -> String {
        // Folder names may hold any character.
        let event = printable(&self.event.text());
        let mut text = (self.time.as_ref()).map_or(event.clone(), |time| format!("{time}  {event}"));
        if let Some(memory) = &self.memory {
            let [now, peak] = [memory.resident_bytes, memory.peak_resident_bytes].map(|size| bytes(size as f64));
            text += &format!("; memory {now}, at most {peak}");
        }
        text
    }
}

impl Event<'_> {
    fn text(&self) -> String {
        match self {
            Self::RunBegins {
                tool_version,
                process,
                game,
                n,
                values,
                folder,
                top,
                lowest_sealed,
                down_to,
                memory_limit_bytes,
                threads,
                keep,
            } => {
                let sealed = lowest_sealed.map_or("none sealed yet".into(), |level| format!("sealed down to {level}"));
                let top = top.map_or("?".into(), |top| top.to_string());
                let limit = bytes(*memory_limit_bytes as f64);
                format!(
                    "run begins: {game} on {n} vertices, {values}, into {folder}, levels {top} to {down_to}, {sealed}; \
                     {threads} threads, {limit}, keeping {keep}; process {process}, retrograph {tool_version}"
                )
            }
            Self::Note { sentence } => format!("note: {sentence}"),
            Self::LevelBegins { level } => format!("level {level} begins"),
            Self::StepBegins { level, step, done, all } => {
                let from = if *done == 0 {
                    String::new()
                } else {
                    format!("from {} on, ", grouped(*done))
                };
                let all = if *all == 0 { "?".into() } else { grouped(*all) };
                format!("{}{step} begins: {from}{all} positions", of_level(*level))
            }
            Self::Progress { step } => format!("{}{}: {}", of_level(step.level), step.step, step.figures()),
            Self::StepEnds { step } => format!(
                "{}{} ends: {} positions in {}, {} a second",
                of_level(step.level),
                step.step,
                grouped(step.done),
                hours(step.seconds / 3600.0),
                grouped(step.per_second)
            ),
            Self::Checkpoint { level, step, done, all } => {
                let mut text = format!("level {level}: checkpoint");
                if let (Some(step), Some(done), Some(all)) = (step, done, all) {
                    text += &format!(", {step} {} of {}", grouped(*done), grouped(*all));
                }
                text
            }
            Self::LevelSealed {
                level,
                positions,
                outcomes,
                saturated,
                seconds,
                per_second,
                bytes: size,
                label_function_bytes,
                labellings,
                searches,
                lookups,
                asked,
            } => {
                let [positions, saturated] = [positions, saturated].map(|count| grouped(*count));
                let outcomes: String = (outcomes.iter())
                    .map(|(outcome, count)| format!("{} {}, ", grouped(*count), outcome.letter()))
                    .collect();
                let [labellings, searches] = [labellings, searches].map(|count| grouped(*count));
                let [lookups, asked] = [lookups, asked].map(|count| grouped(*count));
                let [size, labels] = [size, label_function_bytes].map(|size| bytes(*size as f64));
                format!(
                    "level {level} sealed: {positions} positions, {outcomes}{saturated} saturated, {} \
                     ({} a second), {size}, label function {labels}; {labellings} labellings, {searches} searches, \
                     {lookups} look-ups, {asked} asked",
                    hours(seconds / 3600.0),
                    grouped(*per_second),
                )
            }
            Self::RunEnds {
                how,
                exit_code,
                sentence,
                levels,
                positions,
                seconds,
            } => {
                let sentence = sentence.map_or(String::new(), |sentence| format!(": {sentence}"));
                format!(
                    "run ends, {how} (exit code {exit_code}){sentence}; {levels} levels, {} positions, {}",
                    grouped(*positions),
                    hours(seconds / 3600.0)
                )
            }
        }
    }
}

fn of_level(level: Option<u32>) -> String {
    level.map_or(String::new(), |level| format!("level {level}: "))
}

impl StepStatus {
    /// Returns figures such as `1,200 of 5,000 (24 %), 61,000 a second, 6.2 s to go`.
    pub fn figures(&self) -> String {
        let mut text = grouped(self.done);
        if self.all > 0 {
            let percent = self.done as f64 * 100.0 / self.all as f64;
            text += &format!(" of {} ({percent:.0} %)", grouped(self.all));
        }
        text += &format!(", {} a second", grouped(self.per_second));
        if let Some(eta) = self.eta_seconds {
            text += &format!(", {} to go", hours(eta / 3600.0));
        }
        text
    }
}
