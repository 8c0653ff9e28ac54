// What reaches beyond the screen, and what is pressed and too small.
const shown = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".sr, .skip"));
const misfits = [];
const tell = (why, each) => misfits.push(`${why}: ${each.outerHTML.slice(0, 100)}`);
if (document.documentElement.scrollWidth > WIDTH) misfits.push(`the page is ${document.documentElement.scrollWidth} wide`);
for (const each of shown) {
  const { left, right } = each.getBoundingClientRect();
  // What scrolls by itself may hold more than is seen.
  if ((right > WIDTH + 0.5 || left < -0.5) && !each.closest(".scroll, pre")) tell("beyond the screen", each);
}
for (const each of shown.filter((each) => each.matches("button, select, input, textarea, summary, [role=option], header a"))) {
  // A click on its label counts.
  const boxes = [each, ...(each.labels ?? [])].map((part) => part.getBoundingClientRect());
  if (!boxes.some(({ width, height }) => width >= 24 && height >= 24)) tell("less than 24 pixels", each);
}
return misfits;
