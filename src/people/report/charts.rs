//! The content of charts of solved levels: positions, share of P, positions without a move, distribution of values.

use super::ValueTable;
use super::value_table::{LevelValues, ValueTotal};
use game::shown_name;
use game::values::{Kind, Values};
use pictures::plot::{BLUE, Chart, Colour, Form, GREEN, Marker, Panel, Scale, Series, VERMILION, ramp};

/// Creates the chart of one solved game, or of several in one chart, one line each.
pub fn chart(tables: &[ValueTable]) -> Chart {
    match tables {
        [table] => Chart {
            title: title(table),
            panels: panels(table),
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

/// Name, colour and marker of P, N and ties.
const OUTCOMES: [(&str, Colour, Marker); 3] = [
    ("P", BLUE, Marker::Disc),
    ("N", VERMILION, Marker::Square),
    ("T", GREEN, Marker::Triangle),
];

/// Returns the outcomes that the values can have, by number.
fn outcomes(values: Values) -> impl Iterator<Item = (usize, &'static str, Colour, Marker)> {
    let count = match values.kind() {
        Kind::Score => 0,
        _ if values.may_tie() => 3,
        _ => 2,
    };
    let some = OUTCOMES[..count].iter().enumerate();
    some.map(|(index, &(name, colour, marker))| (index, name, colour, marker))
}

/// Creates the panels of one game.
fn panels(table: &ValueTable) -> Vec<Panel> {
    let mut counted: Vec<Series> = outcomes(table.values)
        .map(|(index, name, colour, marker)| {
            let count = |level: &LevelValues| table.outcomes(level).map(|counts| counts[index] as f64);
            series(name, colour, marker, table, count)
        })
        .collect();
    let is_score = counted.is_empty();
    if is_score {
        let all = |level: &LevelValues| Some(level.positions as f64);
        counted.push(series("positions", BLUE, Marker::Disc, table, all));
    }
    let mut panels = vec![of_edges("positions", Scale::Log, Form::Lines, counted)];
    if !is_score {
        let share = series("P / positions", BLUE, Marker::Disc, table, |level| table.share(level));
        panels.push(of_edges("share of P", Scale::Percent, Form::Lines, vec![share]));
    }
    let saturated = |level: &LevelValues| Some(level.saturated as f64);
    let saturated = series("without a move", GREEN, Marker::Triangle, table, saturated);
    panels.push(of_edges("saturated positions", Scale::Log, Form::Bars, vec![saturated]));
    panels.extend(spread(table));
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
    let bars = |name: &str, colour, marker, is_one: &dyn Fn(&ValueTotal) -> bool| Series {
        name: name.into(),
        colour,
        marker,
        points: (table.totals_by_value().iter().filter(|total| is_one(total)))
            .map(|total| (f64::from(total.value), total.positions as f64))
            .collect(),
    };
    let series: Vec<Series> = if by_number.is_empty() {
        let each = outcomes(table.values);
        let is_one = |index| move |total: &ValueTotal| total.outcome.is_some_and(|outcome| outcome as usize == index);
        each.map(|(index, name, colour, marker)| bars(name, colour, marker, &is_one(index)))
            .collect()
    } else {
        let named = by_number.iter().zip(OUTCOMES).enumerate();
        let is_one = |index| move |total: &ValueTotal| total.number == index;
        named
            .map(|(index, (name, (_, colour, marker)))| bars(name, colour, marker, &is_one(index)))
            .collect()
    };
    Some(Panel {
        x_label: match kind {
            Kind::Outcome | Kind::Grundy => "Grundy number",
            Kind::Remoteness if table.values.may_tie() => "moves to the end with best play (0: a tie)",
            Kind::Remoteness => "moves to the end with best play",
            Kind::Score => "edges at the end",
        }
        .into(),
        y_label: "positions".into(),
        scale: Scale::Log,
        form: Form::Bars,
        // Each number of moves belongs to only one of P, N and T.
        stacked: by_number.is_empty(),
        series,
    })
}

/// Compares several games, one line each, and plots their totals against n where they differ in nothing else.
fn comparison(tables: &[ValueTable]) -> Chart {
    let first = tables.first();
    let alike = first.is_some_and(|first| {
        tables
            .iter()
            .all(|table| (&table.game, table.values) == (&first.game, first.values))
    });
    let mut ordered: Vec<&ValueTable> = tables.iter().collect();
    ordered.sort_by_key(|table| (&table.game, table.n));
    let markers = [Marker::Disc, Marker::Square, Marker::Triangle];
    let lines = |value: fn(&ValueTable, &LevelValues) -> Option<f64>| -> Vec<Series> {
        let each = ordered.iter().enumerate().map(|(index, table)| {
            let name = if alike {
                format!("n = {}", table.n)
            } else {
                title(table)
            };
            let colour = ramp(index, ordered.len());
            series(&name, colour, markers[index % markers.len()], table, |level| {
                value(table, level)
            })
        });
        each.filter(|series| !series.points.is_empty()).collect()
    };
    let mut panels = vec![of_edges(
        "positions",
        Scale::Log,
        Form::Lines,
        lines(|_, level| Some(level.positions as f64)),
    )];
    let shares = lines(|table, level| table.share(level));
    if !shares.is_empty() {
        panels.push(of_edges("share of P", Scale::Percent, Form::Lines, shares));
    }
    let saturated = lines(|_, level| Some(level.saturated as f64));
    panels.push(of_edges("saturated positions", Scale::Log, Form::Lines, saturated));
    if alike {
        panels.push(against_n(&ordered));
    }
    let title = match first {
        Some(first) if alike => {
            let orders: Vec<String> = ordered.iter().map(|table| table.n.to_string()).collect();
            let kind = title(first).replacen(&format!(", n = {}", first.n), "", 1);
            format!("{kind}, n = {}", orders.join(", "))
        }
        _ => "levels of several games".into(),
    };
    Chart { title, panels }
}

/// Plots the positions of all levels of each table against n.
fn against_n(tables: &[&ValueTable]) -> Panel {
    let total = |name: &str, colour: Colour, marker, count: fn(&ValueTable) -> Option<u64>| Series {
        name: name.into(),
        colour,
        marker,
        points: (tables.iter())
            .filter_map(|table| Some((f64::from(table.n), count(table)? as f64)))
            .collect(),
    };
    let series = [
        total("positions", BLUE, Marker::Disc, |table| Some(table.total())),
        total("P", VERMILION, Marker::Square, |table| {
            table.total_outcomes().map(|[p, ..]| p)
        }),
        total("saturated", GREEN, Marker::Triangle, |table| {
            Some(table.levels.iter().map(|level| level.saturated).sum())
        }),
    ];
    Panel {
        x_label: "vertices".into(),
        y_label: "positions of all levels".into(),
        scale: Scale::Log,
        form: Form::Lines,
        stacked: false,
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
    }
}

fn of_edges(y_label: &str, scale: Scale, form: Form, series: Vec<Series>) -> Panel {
    Panel {
        x_label: "edges".into(),
        y_label: y_label.into(),
        scale,
        form,
        stacked: false,
        series,
    }
}

/// Returns a number of each level, from the lowest up.
fn series(
    name: &str,
    colour: Colour,
    marker: Marker,
    table: &ValueTable,
    value: impl Fn(&LevelValues) -> Option<f64>,
) -> Series {
    let levels = table.levels.iter().rev();
    Series {
        name: name.into(),
        colour,
        marker,
        points: levels
            .filter_map(|level| Some((f64::from(level.edges), value(level)?)))
            .collect(),
    }
}
