// Why there is no answer.

/** A failed request: `code` for the page, `message` for people, `witness` edges to be drawn. */
export class Refusal extends Error {
  constructor({ code, message, witness = [] }) {
    super(message);
    this.code = code;
    this.witness = witness;
  }
}
