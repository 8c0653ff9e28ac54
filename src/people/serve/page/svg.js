// Parts of drawings.

const SVG = "http://www.w3.org/2000/svg";

/** A part of an SVG, put into `parent` unless there is none. */
export function shape(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}
