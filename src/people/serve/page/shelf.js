// The list of what is served: solved games and proofs.

import { PROOF_PAGE, ask } from "./client.js";
import { capital, nounOf } from "./messages.js";
import { element } from "./panel.js";

/** What a solved game and a proof are, in a few words. */
export const solvedWords = ({ title, n, values, play }) => `${title}, n = ${n}${values === "outcome" ? "" : `, ${values}`}${play === "misere" ? ", misère" : ""}`;
const orderWords = ({ n, elements }) => (n === null ? "infinite board" : elements ? `${n} elements` : `n = ${n}`);
export const provedWords = ({ title, players, winner, ...board }) => `${capital(title.replace(/^the /i, ""))}, ${orderWords(board)}: ${nounOf(players[winner])} wins`;

/** Fills the list, each game a group in which smaller boards come first, and returns {databases, proofs}. */
export async function stock(select) {
  const [{ databases }, { proofs }] = await Promise.all([ask("databases"), ask("proofs")]);
  const group = (label, kind, things, words) => {
    const made = element("optgroup");
    made.label = label;
    for (const thing of things) {
      const option = element("option", "", words(thing));
      option.value = `${kind} ${thing.name}`;
      made.append(option);
    }
    return made;
  };
  const titles = [...new Set(databases.map(({ title }) => title))];
  const solved = titles.map((title) => {
    const ofTitle = databases.filter((database) => database.title === title);
    return group(title, "db", ofTitle.sort((one, other) => one.n - other.n), solvedWords);
  });
  select.replaceChildren(...solved, ...(proofs.length ? [group("Proofs", "proof", proofs, provedWords)] : []));
  return { databases, proofs };
}

/** The kind, `db` or `proof`, and the name of what is chosen. */
export function chosen(select) {
  const [, kind, name] = select.value.match(/^(\w+) ([^]*)$/);
  return { kind, name };
}

/** The address of another thing's page. */
export function addressOf({ kind, name }) {
  return `${kind === "proof" ? PROOF_PAGE : "./"}#${new URLSearchParams({ [kind]: name })}`;
}
