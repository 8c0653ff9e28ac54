// The learner that the browser keeps under KEY, by docs/format.md: {games, history, table}; null where none is kept.
const text = localStorage.getItem(KEY);
if (text === null) return null;
const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const view = new DataView(bytes.buffer);
let at = 12;
const four = () => view.getInt32((at += 4) - 4, true);
const eight = () => Number(view.getBigUint64((at += 8) - 8, true));
const word = (length) => String.fromCharCode(...bytes.subarray(at, (at += length)));
const list = (row) => Array.from({ length: four() }, row);
const words = word(four());
const [seed, games] = [eight(), eight()];
const history = list(() => [eight(), four(), four(), four(), four()]);
const table = list(() => [word(view.getUint8(at++)), four(), four()]);
return { words, seed, games, history, table };
