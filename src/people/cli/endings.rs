//! What the ending of a file's name promises: a file that is written holds it, or is refused before any work.

use std::path::Path;

use super::failure::{Code, Failure};

/// What is written into a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Archive,
    Checkpoint,
    Csv,
    Dot,
    Folder,
    Graph6,
    Html,
    Learner,
    Log,
    Manual,
    Markdown,
    Parquet,
    Proof,
    Svg,
    Tikz,
}

impl Form {
    const ALL: [Form; 15] = [
        Form::Archive,
        Form::Checkpoint,
        Form::Csv,
        Form::Dot,
        Form::Folder,
        Form::Graph6,
        Form::Html,
        Form::Learner,
        Form::Log,
        Form::Manual,
        Form::Markdown,
        Form::Parquet,
        Form::Proof,
        Form::Svg,
        Form::Tikz,
    ];

    /// The form in words, and the endings that promise it, the usual one first.
    fn table(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Form::Archive => ("a tar archive, not compressed", &["tar"]),
            Form::Checkpoint => ("the state of a search", &["state", "checkpoint"]),
            Form::Csv => ("CSV", &["csv", "txt"]),
            Form::Dot => ("DOT", &["dot", "gv", "txt"]),
            Form::Folder => ("a folder", &[]),
            Form::Graph6 => ("graph6", &["g6", "graph6", "txt"]),
            Form::Html => ("HTML", &["html", "htm"]),
            Form::Learner => ("a learner", &["learner"]),
            Form::Log => ("a log", &["log", "jsonl", "ndjson", "json", "txt"]),
            Form::Manual => ("a manual page", &[]),
            Form::Markdown => ("Markdown", &["md", "markdown", "txt"]),
            Form::Parquet => ("Parquet", &["parquet", "pq"]),
            Form::Proof => ("a proof", &["proof"]),
            Form::Svg => ("SVG", &["svg"]),
            Form::Tikz => ("TikZ", &["tex", "tikz", "txt"]),
        }
    }
}

/// Endings of forms that nothing here writes.
const FOREIGN: [&str; 49] = [
    "7z", "arrow", "avro", "bmp", "bz2", "d6", "doc", "docx", "eps", "epub", "feather", "gif", "gml", "graphml", "gz",
    "h5", "ipynb", "jpeg", "jpg", "json", "lz4", "npy", "npz", "odp", "ods", "odt", "orc", "pdf", "pkl", "png", "pptx",
    "ps", "rar", "rst", "rtf", "s6", "tbz", "tgz", "tiff", "tsv", "txz", "webp", "xls", "xlsx", "xml", "xz", "zip",
    "zst", "zstd",
];

/// The form that the name of a file promises, of those that can be written.
pub(super) fn promised(path: &Path, forms: &[Form]) -> Option<Form> {
    let ending = ending(path)?;
    let is_it = |form: &&Form| form.table().1.contains(&&ending[..]) && ending != "txt";
    forms.iter().find(is_it).copied()
}

/// Checks that the name of a file or folder does not promise another form than is written, one of `forms`. An ending
/// that promises nothing is as good as none.
///
/// # Errors
/// [`Code::Usage`], with what can be written.
pub(super) fn check(path: &Path, forms: &[Form]) -> Result<(), Failure> {
    let shown = path.display();
    let refused = |sentence| Err(Failure::new(Code::Usage, sentence));
    if path.as_os_str() == "-" {
        return refused("'-' is standard output, and this is written to a file or folder; give a name".into());
    }
    let Some(ending) = ending(path) else { return Ok(()) };
    let written = |form: &Form| form.table().1.contains(&&ending[..]);
    let is_known = Form::ALL.iter().any(written) || FOREIGN.contains(&&ending[..]);
    if !is_known || forms.iter().any(written) {
        return Ok(());
    }
    let named = forms.iter().map(|form| match form.table() {
        (name, [usual, ..]) => format!("{name} (.{usual})"),
        (name, []) => name.into(),
    });
    let named: Vec<String> = named.collect();
    let named = match &named[..] {
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
        [] => unreachable!("something is written"),
    };
    refused(format!(
        "{shown} ends in .{ending}, but what is written is {named}; give another name"
    ))
}

/// The ending of the last part of a name, in small letters.
fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(path: &str, forms: &[Form]) -> Option<String> {
        match check(Path::new(path), forms) {
            Ok(()) => None,
            Err(Failure::Said(Code::Usage, sentence)) => Some(sentence),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn endings_that_promise_another_form_are_refused() {
        let rows = [Form::Graph6, Form::Csv, Form::Parquet];
        for path in [
            "p.g6",
            "p.CSV",
            "a/p.parquet",
            "p.txt",
            "p",
            ".csv",
            "p.2",
            "p.dat",
            "x.gz/p",
        ] {
            assert_eq!(said(path, &rows), None, "{path}");
        }
        for path in ["p.csv.gz", "p.tsv", "p.JSON", "p.html", "p.zst", "p.s6", "p.proof", "-"] {
            assert!(said(path, &rows).is_some(), "{path}");
        }
        assert_eq!(
            said("p.csv.gz", &rows).unwrap(),
            "p.csv.gz ends in .gz, but what is written is graph6 (.g6), CSV (.csv) or Parquet (.parquet); give another name"
        );
        assert_eq!(
            said("r.pdf", &[Form::Html]).unwrap(),
            "r.pdf ends in .pdf, but what is written is HTML (.html); give another name"
        );
        assert!(said("t.tar", &[Form::Folder]).unwrap().contains("is a folder; "));
        assert_eq!(said("t-1.2", &[Form::Folder]), None);
    }

    #[test]
    fn every_form_may_have_its_endings_and_none_of_the_foreign_ones() {
        for form in Form::ALL {
            for ending in form.table().1 {
                assert_eq!(said(&format!("x.{ending}"), &[form]), None);
            }
            for ending in FOREIGN.iter().filter(|ending| **ending != "json") {
                assert!(said(&format!("x.{ending}"), &[form]).is_some(), "{ending}");
            }
        }
        assert_eq!(promised(Path::new("a.GV"), &[Form::Svg, Form::Dot]), Some(Form::Dot));
        assert_eq!(promised(Path::new("a.txt"), &[Form::Svg, Form::Dot]), None);
    }
}
