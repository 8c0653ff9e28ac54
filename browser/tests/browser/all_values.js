// Looks up the positions of positions.txt, some hundred at a time; window.reported is then a letter for each, or why there are none.
(async () => {
  const { database } = await import("./js/client.js");
  const positions = (await (await fetch("positions.txt")).text()).trim().split("\n");
  const reader = database("db");
  const letters = [];
  for (let at = 0; at < positions.length; at += 400) {
    const answers = positions.slice(at, at + 400).map((position) => reader.value({ position }));
    letters.push(...(await Promise.all(answers)).map(({ value }) => value));
  }
  window.reported = letters.join("");
})().catch((refusal) => (window.reported = `no values: ${refusal.message}`));
