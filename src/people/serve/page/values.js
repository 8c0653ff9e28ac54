// What a value says for one of the players. It is said of who is next, N or P, or of Red and Green, R or G; T is a tie.

const OF_NEXT = { N: "wins", P: "loses", T: "ties" };
const OTHER = { wins: "loses", loses: "wins", ties: "ties" };
const COLOURS = { R: "red", G: "green" };

/** The same for the other player. */
export const opposite = (verdict) => OTHER[verdict];

/** What a position of this value is for who is next, a colour where players have colours: `wins`, `loses` or `ties`; undefined
 * where nobody knows. */
export const ofNext = (value, next) => (COLOURS[value] ? (COLOURS[value] === next ? "wins" : "loses") : OF_NEXT[value]);

/** What it is for who has moved last, `by`. */
export const ofMover = (value, by) => (COLOURS[value] ? ofNext(value, by) : opposite(OF_NEXT[value]));

/** The colour that a value says wins; undefined where it is said of who is next. */
export const colourOf = (value) => COLOURS[value];
