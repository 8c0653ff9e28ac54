// Light or dark: as set in the system, until the user chooses.

const SUN = '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="4.2"/><path d="M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8"/></svg>';
const MOON = '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"/></svg>';

const dark = matchMedia("(prefers-color-scheme: dark)");
let button;

/** The user's choice, stored where the browser allows it. */
function chosen() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

function apply(name = chosen() ?? (dark.matches ? "dark" : "light")) {
  document.documentElement.dataset.theme = name;
  if (!button) return;
  button.innerHTML = name === "dark" ? SUN : MOON;
  button.setAttribute("aria-label", name === "dark" ? "Light colours" : "Dark colours");
  button.title = `${button.getAttribute("aria-label")} (t)`;
}

export const theme = {
  listen(where) {
    button = where;
    button?.addEventListener("click", theme.next);
    apply();
  },
  next() {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", name);
    } catch {
      // It lasts as long as the page.
    }
    apply(name);
  },
};

dark.addEventListener("change", () => apply());
apply();
