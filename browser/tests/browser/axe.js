// Judges the page by all rules of axe-core but its experiments.
const done = arguments[arguments.length - 1];
// A message that fades in is judged as it will be seen.
for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const found = await axe.run(document, { runOnly: { type: "tag", values }, rules: { "target-size": { enabled: true } } });
const reported = ({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`) });
done({ passes: found.passes.length, violations: found.violations.map(reported), incomplete: found.incomplete.map(reported) });
