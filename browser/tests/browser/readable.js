// What can be pressed and has no name, and text that stands out too little from what is behind it (WCAG: 4.5 to 1).
const faults = [];
for (const each of document.querySelectorAll("button, input, select, a, svg, [role]")) {
  const name = each.getAttribute("aria-label") ?? each.labels?.[0]?.textContent ?? each.textContent;
  const by = document.getElementById(each.getAttribute("aria-labelledby"))?.textContent ?? "";
  if (!(name + by).trim() && !each.closest("[aria-hidden]") && !each.closest("[hidden]") && each.id !== "say") faults.push(`no name: ${each.outerHTML}`);
}
const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = parts(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (each) => {
  for (let at = each; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (parts(colour)[3] !== 0) return colour;
  }
  return getComputedStyle(document.documentElement).backgroundColor;
};
for (const each of document.querySelectorAll("body *")) {
  const hasText = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (!hasText || !each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || each.closest("svg, noscript, option, .sr, dialog") || each.disabled) continue;
  const [a, b] = [light(getComputedStyle(each).color), light(behind(each))].sort((x, y) => y - x);
  const contrast = (a + 0.05) / (b + 0.05);
  if (contrast < 4.5) faults.push(`${contrast.toFixed(2)}: ${each.outerHTML.slice(0, 80)}`);
}
return faults;
