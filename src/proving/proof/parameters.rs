//! What a question says beside the name of a game.

/// One thing that a question may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The number of vertices.
    Order,
    /// The edges there are, or that the board is infinite.
    Board,
    /// What is asked for: `winner` or `grundy`.
    Value,
    /// Who moves first.
    Starter,
    /// Edges that are Maker's before the game.
    Maker,
    /// Edges that are Breaker's before the game.
    Breaker,
    /// The edges of both in one text.
    Position,
    /// Rules that the search does without, with commas between them.
    Without,
    /// Within so many rounds.
    Rounds,
    /// The vertices that a player may use.
    Vertices,
    /// Whether a player keeps the graph connected.
    Connected,
    /// To what a player commits herself.
    Commit,
    /// Whether a search that is stopped says what it has proved.
    Bounds,
    /// The least number of vertices of all boards asked about.
    Fresh,
    /// The most moves of the winner.
    Moves,
    /// How many elements a player takes in a turn, Maker and Breaker, such as `1:2`.
    Bias,
    /// The most moves of Breaker.
    BreakerMoves,
    /// What the file says that a name begins to name, as in `strong:file=`, in place of a file.
    File,
    /// For which moves a proof has replies: `all` or `needed`.
    Replies,
}

/// What a question says, each as a text; of what is true or false the text is empty.
#[derive(Clone, Debug, Default)]
pub struct Parameters(Vec<(Parameter, String)>);

impl Parameters {
    /// Those that have a text.
    pub fn new(texts: impl IntoIterator<Item = (Parameter, Option<String>)>) -> Self {
        let given = texts.into_iter().filter_map(|(what, text)| Some((what, text?)));
        Self(given.collect())
    }

    /// The number of vertices alone, if there is one.
    pub fn order(n: Option<usize>) -> Self {
        Self::new([(Parameter::Order, n.map(|n| n.to_string()))])
    }

    /// What is said, in its order.
    pub fn given(&self) -> impl Iterator<Item = Parameter> {
        self.0.iter().map(|(what, _)| *what)
    }

    /// Whether something is said.
    pub fn has(&self, what: Parameter) -> bool {
        self.text(what).is_some()
    }

    /// What is said of something.
    pub fn text(&self, what: Parameter) -> Option<&str> {
        let found = self.0.iter().find(|(given, _)| *given == what);
        found.map(|(_, text)| &text[..])
    }

    /// The same, as a number.
    ///
    /// # Errors
    /// [`BadQuestion::Number`].
    pub fn number(&self, what: Parameter) -> Result<Option<usize>, BadQuestion> {
        let number = |text: &str| text.parse().map_err(|_| BadQuestion::Number(text.into()));
        self.text(what).map(number).transpose()
    }
}

/// Why nothing can be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadQuestion {
    /// No prover has such a name.
    #[error("no prover knows the game '{0}'")]
    Unknown(String),
    /// There is no such game, or not on such a board.
    #[error("{0}")]
    Game(String),
    /// A text is not a graph or a position.
    #[error("{0}")]
    Text(String),
    /// It is not a number, or too large.
    #[error("'{0}' is not a number that counts anything here")]
    Number(String),
    /// One of these must be said.
    #[error("the question lacks what it must say")]
    Missing(&'static [Parameter]),
    /// Only one of the two can be said.
    #[error("the question says the same thing twice")]
    Both(Parameter, Parameter),
    /// Games of this family have no such parameter.
    #[error("the question says what makes no sense of this game")]
    Foreign(Parameter),
}
