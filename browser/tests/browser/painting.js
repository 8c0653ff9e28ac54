// In place of the server: a game in which Builder draws a path edge by edge on an infinite board and Painter chooses the
// colours; after three edges it ends. The page must take it like any other proof.
const about = {
  name: "it", game: "online-ramsey:P4", title: "game of drawing and painting", rules: "Builder draws, Painter paints",
  theorem: "Builder, moving first, wins", n: null, players: ["Builder", "Painter"], winner: 0, colours: ["Red", "Green"], paints: true,
};

function position(text) {
  const words = text ? text.split(",") : [];
  const pairs = words.filter((_, i) => i % 2 === 0).map((word) => word.split("-").map(Number));
  const painted = words.filter((_, i) => i % 2 === 1);
  const pending = pairs.length > painted.length ? pairs.at(-1) : null;
  const used = new Set(pairs.flat()).size;
  const isOver = painted.length === 3;
  const drawn = { edge: [Math.max(0, used - 1), Math.max(1, used)], verdict: "win" };
  const colours = [0, 1].map((colour) => ({ colour, verdict: "loss" }));
  return {
    moves: text, n: isOver ? used : used + 2, used, pending,
    edges: painted.map((word, i) => ({ pair: pairs[i], colour: word === "red" ? 0 : 1 })),
    next: isOver ? null : words.length % 2, is_proved: true,
    choices: isOver ? [] : pending ? colours : [drawn, { edge: [used, used + 1], verdict: "unknown" }],
    threats: painted.length === 2 && !pending ? [{ pair: drawn.edge, player: 0 }] : [],
    ending: isOver ? { winner: 0, why: "Builder has a path", set: pairs } : null,
  };
}

window.fetch = async (address) => {
  const url = new URL(address, location.href);
  const moves = url.searchParams.get("moves");
  const answer = () => {
    if (url.pathname.endsWith("/databases")) return { databases: [] };
    if (url.pathname.endsWith("/proofs")) return { proofs: [about] };
    const now = position(moves);
    if (url.pathname.endsWith("/position")) return now;
    return { reply: now.next === 0 ? { edge: now.choices[0].edge, is_proved: true } : now.next === 1 ? { colour: 0, is_proved: false } : null };
  };
  return { ok: true, json: async () => structuredClone(answer()) };
};
