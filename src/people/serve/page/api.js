// The description of the API, readable.

import { element } from "./panel.js";
import { theme } from "./theme.js";

theme.listen(document.getElementById("theme"));
const place = document.getElementById("docs");
const ADDRESS = new URL("../api/openapi.json", import.meta.url);
const api = await (await fetch(ADDRESS)).json();
/** The address before each path, which a proxy may have put the server below. */
const SERVER = new URL(api.servers[0].url, ADDRESS).href.replace(/\/$/, "");

/** Resolves `$ref`. */
const found = (part) => (part?.$ref ? found(part.$ref.slice(2).split("/").reduce((at, key) => at[key], api)) : part);
const nameOf = (part) => part?.$ref?.split("/").pop();

/** Text with `code` and links to schemas. */
function words(css, text = "") {
  const made = element("p", css);
  text.split(/(`[^`]*`)/).forEach((piece) => made.append(piece.startsWith("`") ? element("code", "", piece.slice(1, -1)) : piece));
  return made;
}

/** A table of rows of nodes or texts. */
function table(head, rows) {
  const made = element("table");
  const row = (cells, kind) => {
    const line = element("tr");
    for (const cell of cells) {
      const box = element(kind);
      box.append(cell);
      line.append(box);
    }
    made.append(line);
  };
  row(head, "th");
  rows.forEach((cells) => row(cells, "td"));
  return made;
}

function typeOf(schema) {
  const name = nameOf(schema);
  if (name) {
    const link = element("a", "", name);
    link.href = `#${name}`;
    return link;
  }
  if (schema.oneOf) {
    const span = element("span");
    schema.oneOf.forEach((each, i) => span.append(...(i ? [" or "] : []), typeOf(each)));
    return span;
  }
  const text = schema.enum ? schema.enum.map((value) => JSON.stringify(value)).join(" | ") : [schema.type].flat().join(" or ");
  const span = element("span", "", schema.type === "array" ? "list of " : text);
  if (schema.type === "array") span.append(typeOf(schema.items));
  return span;
}

function properties(schema) {
  const rows = [];
  const collect = (part) => {
    (part.allOf ?? []).forEach((each) => collect(found(each)));
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const optional = (part.required ?? []).includes(name) ? "" : " (optional)";
      rows.push([element("code", "", name), typeOf(property), words("", (property.description ?? found(property).description ?? "") + optional)]);
    }
  };
  collect(schema);
  return rows.length ? table(["field", "type", "meaning"], rows) : "";
}

place.append(words("lead", api.info.description));
place.append(element("h2", "", "Requests"));
for (const [path, verbs] of Object.entries(api.paths)) {
  for (const [verb, operation] of Object.entries(verbs)) {
    const article = element("article");
    const title = element("h3");
    title.append(element("span", "verb", verb.toUpperCase()), path);
    article.append(title, words("", operation.description ?? operation.summary));
    const parameters = (operation.parameters ?? []).map(found);
    if (parameters.length) {
      article.append(table(["parameter", "in", "meaning"], parameters.map((each) => [element("code", "", each.name), each.in, words("", each.description + (each.required ? "" : " (optional)"))])));
    }
    const answers = Object.entries(operation.responses).map(([status, response]) => {
      const schema = Object.values(found(response).content ?? {})[0]?.schema;
      return [status, schema ? typeOf(schema) : "", words("", found(response).description)];
    });
    article.append(table(["status", "body", "meaning"], answers));
    const example = Object.values(found(operation.responses["200"]).content ?? {})[0]?.example;
    if (operation["x-example"]) {
      article.append(element("pre", "", `curl '${SERVER}${operation["x-example"]}'`));
    }
    if (example) article.append(element("pre", "", JSON.stringify(example, null, 2)));
    place.append(article);
  }
}
place.append(element("h2", "", "Bodies"));
for (const [name, schema] of Object.entries(api.components.schemas)) {
  const article = element("article");
  article.id = name;
  article.append(element("h3", "", name), words("", schema.description), properties(schema));
  place.append(article);
}
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
