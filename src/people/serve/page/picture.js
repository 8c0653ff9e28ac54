// The board as it is drawn, as a picture for papers and talks: SVG, TikZ, DOT. Colours, widths and sizes are those of
// `retrograph draw` (src/people/pictures/draw): a position on the circle is the same text there and here, but for the title.

/** Space around the board, its blank line below, and the radius of the page's circle; the last in the board's units. */
const [GAP, CAPTION, CIRCLE] = [4, 3, 420];

/** How edges are drawn, by the colours of the page; the order is that of the drawing. */
const PENS = {
  plain: { svg: "#000", dashes: "none", tikz: "black", dot: "color=black" },
  red: { svg: "#d55e00", dashes: "none", tikz: "retrographred", dot: 'color="#d55e00"' },
  green: { svg: "#009e73", dashes: "6 3", tikz: "retrographgreen,dashed", dot: 'color="#009e73", style=dashed' },
  pending: { svg: "#000", dashes: "2 3", tikz: "black,dotted", dot: "color=black, style=dotted" },
};
const NAMES = { "colour-0": "red", "colour-1": "green" };

/** Sorts what is drawn and finds the places in units of a vertex's radius, y downwards. `scene` is {title, n, used, places,
 * edges}: `places` are {x, y} in the board's square of side 1000, `edges` {u, v, colour, rank}; vertices from `used` on are
 * fresh, edges with the rank `last` or `decides` are thick. */
function sheet({ title, n, used, places, edges }) {
  const radius = Math.max(n * 0.8, 6), half = radius + 1.5;
  const at = (v) => [places[v].x, places[v].y].map((t) => GAP + half + ((t - 500) * radius) / CIRCLE);
  const order = Object.keys(PENS);
  const strokes = edges.map(({ u, v, colour = "plain", rank }) => ({
    ends: [Math.min(u, v), Math.max(u, v)], pen: NAMES[colour] ?? colour, isThick: rank === "last" || rank === "decides",
  }));
  strokes.sort((a, b) => order.indexOf(a.pen) - order.indexOf(b.pen) || a.ends[1] - b.ends[1] || a.ends[0] - b.ends[0]);
  const vertices = Array.from({ length: n }, (_, v) => ({ v, at: at(v), isFresh: v >= used }));
  // Comments end with their line.
  const line = title.replace(/[\x00-\x1f\x7f]+/g, " ");
  return { title: line, side: 2 * (half + GAP), strokes, vertices, at, pen: ({ pen }) => PENS[pen] };
}

function svg(scene) {
  const { title, side, strokes, vertices, at, pen } = sheet(scene);
  const px = (units) => (6 * units).toFixed(1);
  const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const [width, height] = [px(side), px(side + CAPTION)];
  const lines = strokes.map((stroke) => {
    const [[x1, y1], [x2, y2]] = stroke.ends.map((v) => at(v).map(px));
    const ends = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    return `<line ${ends} stroke="${pen(stroke).svg}" stroke-width="${stroke.isThick ? 3.5 : 1.5}" stroke-dasharray="${pen(stroke).dashes}"/>`;
  });
  const dots = vertices.flatMap(({ v, at: [x, y], isFresh }) => [
    `<circle cx="${px(x)}" cy="${px(y)}" r="6.0" fill="#fff" stroke="#000"${isFresh ? ' stroke-dasharray="2 2"' : ""}/>`,
    `<text x="${px(x)}" y="${px(y + 0.45)}" font-size="8">${v}</text>`,
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" text-anchor="middle">`,
    `<title>${escaped(title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>', "<g>", ...lines, ...dots, "</g>", "</svg>", "",
  ].join("\n");
}

function tikz(scene) {
  const { title, strokes, vertices, at, pen } = sheet(scene);
  const cm = (units) => (0.15 * units).toFixed(3);
  const place = ([x, y]) => `(${cm(x)},${cm(-y)})`;
  return [
    `% ${title}`,
    "\\definecolor{retrographred}{RGB}{213,94,0}",
    "\\definecolor{retrographgreen}{RGB}{0,158,115}",
    "\\begin{tikzpicture}[x=1cm,y=1cm,vertex/.style={circle,draw,fill=white,inner sep=0pt,minimum size=3mm,font=\\tiny}]",
    ...strokes.map((stroke) => {
      const [from, to] = stroke.ends.map((v) => place(at(v)));
      return `\\draw[${pen(stroke).tikz},${stroke.isThick ? "ultra thick" : "semithick"}] ${from} -- ${to};`;
    }),
    ...vertices.map(({ v, at, isFresh }) => `\\node[vertex${isFresh ? ",dashed" : ""}] at ${place(at)} {${v}};`),
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}

function dot(scene) {
  const { title, strokes, vertices, pen } = sheet(scene);
  const points = (units) => (9 * units).toFixed(1);
  return [
    `// ${title}`,
    "graph position {",
    "  layout=neato; inputscale=72;",
    "  node [shape=circle, width=0.25, fixedsize=true];",
    ...vertices.map(({ v, at: [x, y], isFresh }) => `  ${v} [pos="${points(x)},${points(-y)}!"${isFresh ? ", style=dashed" : ""}];`),
    ...strokes.map((stroke) => `  ${stroke.ends.join(" -- ")} [${pen(stroke).dot}${stroke.isThick ? ", penwidth=3" : ""}];`),
    "}",
    "",
  ].join("\n");
}

/** The languages, by their names in the page: what people call them, and how files are named. */
export const LANGUAGES = {
  svg: { name: "SVG", suffix: "svg", kind: "image/svg+xml", text: svg },
  tikz: { name: "TikZ", suffix: "tex", kind: "application/x-tex", text: tikz },
  dot: { name: "DOT", suffix: "dot", kind: "text/vnd.graphviz", text: dot },
};

/** Puts the controls of pictures to work. `scene()` is what is drawn now, with the `name` of files; `say(text)` says it
 * to the person. Returns {copy, hide}: what the button does, and what a change of the board needs. */
export function offer(scene, say) {
  const [choice, field] = ["picture-language", "picture-text"].map((id) => document.getElementById(id));
  const hide = () => (field.hidden = true);
  const copy = async () => {
    const language = LANGUAGES[choice.value];
    const text = language.text(scene());
    hide();
    try {
      await navigator.clipboard.writeText(text);
      say(`${language.name} copied.`);
    } catch {
      // Browsers deny the clipboard to pages without encryption.
      field.value = text;
      field.hidden = false;
      field.focus();
      field.select();
      say(`${language.name}: copy it from the field.`);
    }
  };
  const save = () => {
    const { text, kind, suffix } = LANGUAGES[choice.value];
    const drawn = scene();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text(drawn)], { type: kind }));
    link.download = `${drawn.name}.${suffix}`;
    link.click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  choice.replaceChildren(...Object.entries(LANGUAGES).map(([value, { name }]) => new Option(name, value)));
  choice.addEventListener("change", hide);
  document.getElementById("picture-copy").addEventListener("click", copy);
  document.getElementById("picture-save").addEventListener("click", save);
  return { copy, hide };
}
