//! `retrograph draw`: pictures of positions, lines of play and game trees.

use std::collections::HashMap;
use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::ValueEnum;

use super::database::{DatabaseArgs, one_position, open_oracle, typed_position};
use super::endings::{Form, promised};
use super::failure::{Code, Failure};
use super::out_file::OutFile;
use engine::Family;
use game::BadPosition;
use graph::{Graph, decode_graph6, one_line, parse, parse_any_order, parse_two_coloured};
use oracle::{Move, Oracle, Side, Value, line};
use pictures::draw::{Arrow, Drawing, Format, Pen, Picture, Stroke};

/// Draw a position, the main line or a game tree as SVG, TikZ or DOT, for papers and talks
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph draw 'E?Bw' --out position.svg
  retrograph draw -n 6 0-1,1-2,3-4 --format tikz
  retrograph draw -n 6 'red:0-1,2-3 green:1-2'              # two colours
  retrograph draw --db triangle-10 0-1,2-3                  # with its value
  retrograph draw --db triangle-10 --line --out line.tex
  retrograph draw --db triangle-8 --tree 3 --out tree.svg

Without --out the picture goes to standard output, as SVG unless --format says
otherwise; with --out the file's suffix decides: .svg, .tex, .dot or .gv. TikZ
needs \\usepackage{tikz}; Graphviz turns DOT into pictures: dot -Tpdf tree.dot.
Red edges are solid, green ones dashed, the last move is thick. In a tree,
isomorphic positions of a level stand once, and moves that win are thick.")]
pub(super) struct Args {
    /// The position: graph6, an edge list, or edges by colour; [] is the empty board [default with --db: the start]
    #[arg(value_name = "GRAPH6")]
    graph: Option<String>,
    /// Folder of a database, for values, lines and trees
    #[arg(long = "db", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Number of vertices, where neither graph6 nor a database says it
    #[arg(short, conflicts_with = "folder")]
    n: Option<usize>,
    /// Draw the positions of the main line: both players make a best move
    #[arg(long, conflicts_with = "tree")]
    line: bool,
    /// Draw all positions up to this many moves later
    #[arg(long, value_name = "MOVES")]
    tree: Option<usize>,
    /// Language of the picture [default: by the suffix of --out, else svg]
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Write to a file, which appears when complete
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file of --out if there is one
    #[arg(long, requires = "out")]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatName {
    /// For browsers and Inkscape
    Svg,
    /// For LaTeX
    Tikz,
    /// For Graphviz
    Dot,
}

/// More positions than a page can show.
const MOST_PICTURES: usize = 500;

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    // The parser would ask for --db, but not beside -n, which excludes it.
    let needs_values = [("--line", args.line), ("--tree", args.tree.is_some())];
    if let (None, Some((option, _))) = (&args.folder, needs_values.iter().find(|(_, given)| *given)) {
        let sentence = format!("{option} needs --db, which has the values of moves");
        return Err(Failure::new(Code::Usage, sentence));
    }
    typed_position("draw", args.graph.as_deref().unwrap_or_default())?;
    let format = args.format()?;
    let form = match format {
        Format::Svg => Form::Svg,
        Format::Tikz => Form::Tikz,
        Format::Dot => Form::Dot,
    };
    let out = args.out.as_deref().map(|path| OutFile::create(path, args.force, form));
    let out = out.transpose()?;
    let hinted = |failure| match &args.graph {
        Some(text) => one_position("draw", text, failure),
        None => failure,
    };
    let drawing = match &args.folder {
        None => Drawing::strip(vec![args.position().map_err(hinted)?]),
        Some(folder) => {
            let folder = folder.clone();
            let oracle = open_oracle(family, &DatabaseArgs { folder })?;
            args.of_values(&*oracle).map_err(hinted)?
        }
    };
    let text = drawing.text(format);
    match out {
        Some(out) => out.write_whole(text.as_bytes()),
        None => Ok(stdout().write_all(text.as_bytes())?),
    }
}

impl Args {
    fn format(&self) -> Result<Format, Failure> {
        const FORMS: [Form; 3] = [Form::Svg, Form::Tikz, Form::Dot];
        let by_suffix = match self.out.as_deref().and_then(|path| promised(path, &FORMS)) {
            Some(Form::Svg) => Some(FormatName::Svg),
            Some(Form::Tikz) => Some(FormatName::Tikz),
            Some(_) => Some(FormatName::Dot),
            None => None,
        };
        let unknown = self.out.is_some() && by_suffix.is_none() && self.format.is_none();
        if unknown {
            let sentence = "--out must end in .svg, .tex, .dot or .gv, or give --format";
            return Err(Failure::new(Code::Usage, sentence));
        }
        Ok(match self.format.or(by_suffix).unwrap_or(FormatName::Svg) {
            FormatName::Svg => Format::Svg,
            FormatName::Tikz => Format::Tikz,
            FormatName::Dot => Format::Dot,
        })
    }

    /// The position as it is given, of any game.
    fn position(&self) -> Result<Picture, Failure> {
        let Some(text) = self.graph.as_deref().map(one_line) else {
            return Err(Failure::new(Code::Usage, "give a position to draw, or --db DIR"));
        };
        let words: Vec<&str> = text.split(' ').collect();
        let by_colour = |word: &&str| word.starts_with("red:") || word.starts_with("green:");
        // Neither graph6 nor sparse6 has a digit; a dash or a bracket is an edge list without edges.
        let is_list =
            |word: &&str| word.contains(|c: char| c.is_ascii_digit() || graph::DASHES.contains(&c)) || *word == "[]";
        let is_pair = matches!(words[..], [red, green] if !red.ends_with(',') && !green.starts_with(','));
        let is_coloured = words.iter().any(by_colour) || is_pair && !text.contains('(');
        let n = match (self.n, words.iter().find(|word| !is_list(word))) {
            (Some(n), _) => n,
            (None, Some(word)) if !words.iter().any(by_colour) => {
                parse_any_order::<u32, 32>(word).map_err(BadPosition::from)?.order()
            }
            _ => {
                let sentence = "an edge list does not say how many vertices there are; give -n N";
                return Err(Failure::new(Code::Usage, sentence));
            }
        };
        let layers: Vec<Graph<u32, 32>> = if is_coloured {
            let graph = parse_two_coloured(&text, n, |_| false).map_err(BadPosition::from)?;
            vec![*graph.layer(0), *graph.layer(1)]
        } else {
            vec![parse(&text, n).map_err(BadPosition::from)?]
        };
        Ok(picture(&layers, &[], String::new()))
    }

    fn of_values(&self, oracle: &dyn Oracle) -> Result<Drawing, Failure> {
        let identity = oracle.identity();
        let is_coloured = oracle.canonical("red:").is_ok_and(|empty| empty.next.is_some());
        let empty = if is_coloured { "red:" } else { "[]" };
        let text = self.graph.as_deref().unwrap_or(empty);
        let artist = Artist {
            oracle,
            order: identity.n as usize,
        };
        if self.line {
            return artist.line(text);
        }
        match self.tree {
            Some(depth) => artist.tree(text, depth),
            None => {
                let position = oracle.position(text)?;
                let picture = artist.picture(&position.graph6, &[], &position.value);
                Ok(Drawing::strip(vec![picture]))
            }
        }
    }
}

/// Draws positions with their values.
struct Artist<'a> {
    oracle: &'a dyn Oracle,
    order: usize,
}

impl Artist<'_> {
    /// A position in its own graph6, whose last move added `new`.
    fn picture(&self, graph6: &str, new: &[[usize; 2]], value: &Value) -> Picture {
        let words = graph6.split_whitespace().filter(|word| !word.contains(':'));
        let layers: Vec<Graph<u32, 32>> = words
            .map(|word| decode_graph6(word).expect("a position's own graph6 is graph6"))
            .collect();
        let picture = picture(&layers, new, value.text());
        assert_eq!(picture.order, self.order);
        picture
    }

    fn line(&self, text: &str) -> Result<Drawing, Failure> {
        let found = line(self.oracle, text, Side::default())?;
        let mut pictures = vec![self.picture(&found.position.graph6, &[], &found.position.value)];
        pictures.extend(
            found
                .line
                .iter()
                .map(|step| self.picture(&step.graph6, &added(step), &step.value)),
        );
        Ok(Drawing::strip(pictures))
    }

    fn tree(&self, text: &str, depth: usize) -> Result<Drawing, Failure> {
        let root = self.oracle.position(text)?;
        let mut drawing = Drawing {
            pictures: vec![self.picture(&root.graph6, &[], &root.value)],
            rows: vec![1],
            arrows: Vec::new(),
        };
        // Number in the drawing, and text.
        let mut row = vec![(0, root.graph6)];
        for _ in 0..depth {
            let mut next: Vec<(usize, String)> = Vec::new();
            let mut by_form: HashMap<String, usize> = HashMap::new();
            for (from, text) in &row {
                for step in self.oracle.moves(text)?.moves {
                    let key = format!("{} {}", step.canonical, step.ends);
                    let to = *by_form.entry(key).or_insert_with(|| {
                        let to = drawing.pictures.len();
                        drawing
                            .pictures
                            .push(self.picture(&step.graph6, &added(&step), &step.value));
                        if !step.ends {
                            next.push((to, step.graph6.clone()));
                        }
                        to
                    });
                    drawing.arrows.push(Arrow {
                        from: *from,
                        to,
                        is_strong: step.wins == Some(true),
                    });
                    if drawing.pictures.len() > MOST_PICTURES {
                        let sentence =
                            format!("the tree has more than {MOST_PICTURES} positions; give a smaller --tree");
                        return Err(Failure::new(Code::Usage, sentence));
                    }
                }
            }
            let before: usize = drawing.rows.iter().sum();
            if drawing.pictures.len() == before {
                break;
            }
            drawing.rows.push(drawing.pictures.len() - before);
            row = next;
        }
        Ok(drawing)
    }
}

/// The edges that a move adds.
fn added(step: &Move) -> Vec<[usize; 2]> {
    match &step.edges[..] {
        [] => vec![step.edge],
        edges => edges.to_vec(),
    }
}

/// One graph, or a red and a green one.
fn picture(layers: &[Graph<u32, 32>], new: &[[usize; 2]], caption: String) -> Picture {
    let pens = match layers.len() {
        1 => &[Pen::Plain][..],
        _ => &[Pen::Red, Pen::Green],
    };
    let strokes = layers.iter().zip(pens).flat_map(|(layer, &pen)| {
        layer.edges().map(move |(u, v)| Stroke {
            ends: [u.min(v), u.max(v)],
            pen,
            is_new: new.iter().any(|&[a, b]| [a.min(b), a.max(b)] == [u.min(v), u.max(v)]),
        })
    });
    Picture {
        order: layers[0].order(),
        strokes: strokes.collect(),
        caption,
    }
}
