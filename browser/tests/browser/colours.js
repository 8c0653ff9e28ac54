// The page as a server with a two-colour game would make it. Texts go there and back; lines have their colours.
const done = arguments[arguments.length - 1];
const { boardOf, encode } = await import("/js/graph.js");
const { Board } = await import("/js/board.js");
const { circle } = await import("/js/layout.js");
const { toneOf } = await import("/js/game.js");
const red = encode(6, [[0, 1], [2, 3]]), green = encode(6, [[1, 2]]);
const words = boardOf({ graph6: `${red} ${green} next:green` });
const old = document.querySelector("#board");
const svg = old.cloneNode(false);
old.replaceWith(svg);
const board = new Board(svg, { pair() {}, near() {}, dragged() {} });
const moves = [{ value: "P", wins: true }, { value: "T" }, { value: "N", wins: false }];
const tones = moves.map((move) => toneOf(move, moves, { isScore: false }));
board.show(words, [{ name: "3-4", u: 3, v: 4, tone: tones[0] }, { name: "4-5", u: 4, v: 5, tone: tones[1] }, { name: "0-5", u: 0, v: 5, tone: tones[2] }], ["2-3"]);
board.go(circle(6));
const edges = [...svg.querySelectorAll(".edge")].map((line) => [line.dataset.edge, line.getAttribute("class")]).sort();
done({ edges, next: words.next, tones });
