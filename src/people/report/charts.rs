//! The content of charts of solved levels: positions, share of P, positions without a move, distribution of values.

use super::ValueTable;
use super::value_table::{LevelValues, ValueTotal};
use game::shown_name;
use game::values::{Kind, Outcome, Values};
use pictures::plot::{Chart, Colour, Form, Panel, Scale, Series, share_axes};

/// Creates the chart of one solved game, or of several in one chart, a row of panels each.
pub fn chart(tables: &[ValueTable]) -> Chart {
    match tables {
        [table] => Chart {
            title: title(table),
            rows: panels(table).into_iter().map(|panel| vec![panel]).collect(),
        },
        _ => comparison(tables),
    }
}

/// Returns name, order and kind of values.
fn title(table: &ValueTable) -> String {
    let values = if table.values.is_outcome() && table.values.to_string() == "outcome" {
        String::new()
    } else {
        format!(", {}", table.values.in_words())
    };
    format!("{}, n = {}{values}", shown_name(&table.game), table.n)
}

/// Colours of outcomes, in their order, and of numbers.
const COLOURS: [Colour; 3] = [Colour::Blue, Colour::Vermilion, Colour::Slate];

/// Returns the outcomes that the values can have, with name and colour.
fn outcomes(values: Values) -> impl Iterator<Item = (Outcome, &'static str, Colour)> {
    let each = values.outcomes().iter().zip(COLOURS);
    each.map(|(&outcome, colour)| {
        let name = match outcome {
            Outcome::Tie => "ties",
            Outcome::Red => "Red wins",
            Outcome::Green => "Green wins",
            other => other.letter(),
        };
        (outcome, name, colour)
    })
}

/// Creates the panels of one game: those of its levels, and the distribution of its values.
pub(super) fn panels(table: &ValueTable) -> Vec<Panel> {
    of_levels(table).into_iter().chain(spread(table)).collect()
}

/// Positions, the share of P and positions without a move, by edges.
fn of_levels(table: &ValueTable) -> Vec<Panel> {
    let mut counted: Vec<Series> = outcomes(table.values)
        .map(|(outcome, name, colour)| {
            let count = |level: &LevelValues| table.outcomes(level).map(|counts| counts.of(outcome) as f64);
            series(name, colour, table, count)
        })
        .collect();
    let is_score = counted.is_empty();
    if is_score {
        let all = |level: &LevelValues| Some(level.positions as f64);
        counted.push(series("positions", Colour::Blue, table, all));
    }
    let words = match is_score {
        false => "Positions, on a logarithmic scale. P: the previous player wins. N: the next player wins.",
        true => "On a logarithmic scale.",
    };
    let mut panels = vec![of_edges(
        ["Positions on each level", words],
        Scale::Log,
        Form::Lines,
        counted,
    )];
    if !is_score {
        let share = series("P", Colour::Blue, table, |level| table.share(level));
        let words = "Fraction of a level's positions that the player who has just moved wins.";
        panels.push(of_edges(["Share of P", words], Scale::Percent, Form::Bars, vec![share]));
    }
    let saturated = |level: &LevelValues| Some(level.saturated as f64);
    let saturated = series("saturated", Colour::Slate, table, saturated);
    let words = ["Saturated", "Positions without a legal move."];
    panels.push(of_edges(words, Scale::Count, Form::Bars, vec![saturated]));
    panels
}

/// Returns the positions of all levels by value, where values are more than who wins.
fn spread(table: &ValueTable) -> Option<Panel> {
    let kind = table.values.kind();
    let by_number: &[&str] = match kind {
        Kind::Outcome => return None,
        Kind::Score => &["Max to move", "Min to move"],
        Kind::Remoteness if table.values.is_twofold() => &["Red next", "Green next"],
        Kind::Grundy => &["Grundy number"],
        Kind::Remoteness => &[],
    };
    let bars = |name: &str, colour, is_one: &dyn Fn(&ValueTotal) -> bool| Series {
        name: name.into(),
        colour,
        points: (table.totals_by_value().iter().filter(|total| is_one(total)))
            .map(|total| (f64::from(total.value), total.positions as f64))
            .collect(),
    };
    let series: Vec<Series> = if by_number.is_empty() {
        let each = outcomes(table.values);
        let is_one = |outcome| move |total: &ValueTotal| total.outcome == Some(outcome);
        each.map(|(outcome, name, colour)| bars(name, colour, &is_one(outcome)))
            .collect()
    } else {
        let named = by_number.iter().zip(COLOURS).enumerate();
        let is_one = |index| move |total: &ValueTotal| total.number == index;
        named
            .map(|(index, (name, colour))| bars(name, colour, &is_one(index)))
            .collect()
    };
    Some(Panel {
        title: "Positions by value".into(),
        words: "Positions of all levels, on a logarithmic scale.".into(),
        x_label: match kind {
            Kind::Outcome | Kind::Grundy => "Grundy number",
            Kind::Remoteness if table.values.may_tie() => "moves to the end with best play (0: a tie)",
            Kind::Remoteness if table.values.play().hunter().is_some() => {
                "moves until it is completed with best play (0: never)"
            }
            Kind::Remoteness => "moves to the end with best play",
            Kind::Score => "edges at the end",
        }
        .into(),
        scale: Scale::Log,
        form: Form::Bars,
        // Each number of moves belongs to only one of P, N and T.
        stacked: by_number.is_empty(),
        series,
        reach: None,
    })
}

/// Compares several games: a row of panels for each, over the same axes, and their totals against n where they differ
/// in nothing else.
fn comparison(tables: &[ValueTable]) -> Chart {
    let first = tables.first();
    let alike = first.is_some_and(|first| {
        tables
            .iter()
            .all(|table| (&table.game, table.values) == (&first.game, first.values))
    });
    let mut ordered: Vec<&ValueTable> = tables.iter().collect();
    ordered.sort_by_key(|table| (&table.game, table.n));
    let mut rows: Vec<Vec<Panel>> = ordered.iter().map(|table| of_levels(table)).collect();
    for (table, row) in ordered.iter().zip(&mut rows) {
        row[0].title = match alike {
            true => format!("n = {}: {}", table.n, row[0].title.to_lowercase()),
            false => title(table),
        };
    }
    // Scores have no share of P.
    for scale in [Scale::Log, Scale::Percent, Scale::Count] {
        share_axes(rows.iter_mut().flatten().filter(|panel| panel.scale == scale));
    }
    if alike {
        rows.push(vec![against_n(&ordered)]);
    }
    let title = match first {
        Some(first) if alike => {
            let orders: Vec<String> = ordered.iter().map(|table| table.n.to_string()).collect();
            let kind = title(first).replacen(&format!(", n = {}", first.n), "", 1);
            format!("{kind}, n = {}", orders.join(", "))
        }
        _ => "levels of several games".into(),
    };
    Chart { title, rows }
}

/// Plots the positions of all levels of each table against n.
fn against_n(tables: &[&ValueTable]) -> Panel {
    let total = |name: &str, colour: Colour, count: fn(&ValueTable) -> Option<u64>| Series {
        name: name.into(),
        colour,
        points: (tables.iter())
            .filter_map(|table| Some((f64::from(table.n), count(table)? as f64)))
            .collect(),
    };
    let series = [
        total("P", Colour::Blue, |table| {
            table.total_outcomes().map(|tally| tally.of(Outcome::P))
        }),
        total("positions", Colour::Vermilion, |table| Some(table.total())),
        total("saturated", Colour::Slate, |table| {
            Some(table.levels.iter().map(|level| level.saturated).sum())
        }),
    ];
    Panel {
        title: "Positions of all levels".into(),
        words: "On a logarithmic scale.".into(),
        x_label: "vertices".into(),
        scale: Scale::Log,
        form: Form::Lines,
        stacked: false,
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
        reach: None,
    }
}

fn of_edges([title, words]: [&str; 2], scale: Scale, form: Form, series: Vec<Series>) -> Panel {
    Panel {
        title: title.into(),
        words: words.into(),
        x_label: "edges".into(),
        scale,
        form,
        stacked: false,
        series,
        reach: None,
    }
}

/// Returns a number of each level, from the lowest up.
fn series(name: &str, colour: Colour, table: &ValueTable, value: impl Fn(&LevelValues) -> Option<f64>) -> Series {
    let levels = table.levels.iter().rev();
    Series {
        name: name.into(),
        colour,
        points: levels
            .filter_map(|level| Some((f64::from(level.edges), value(level)?)))
            .collect(),
    }
}
