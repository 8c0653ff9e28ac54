// What the page says of a position: its value, the moves in the list with theirs, the lines on the board.
const { value } = document.querySelector("#verdict").dataset;
const moves = [...document.querySelectorAll("#moves li")].map((li) => [li.dataset.edge, li.dataset.value]);
const tones = ["wins", "loses", "ties", "unknown"];
const lines = [...document.querySelectorAll("#board .candidate")].map((line) => [line.dataset.edge, tones.find((tone) => line.classList.contains(tone))]);
const said = new URLSearchParams(location.hash.slice(1));
return { value, moves, lines, position: said.get("position"), headline: document.querySelector("#headline").textContent };
