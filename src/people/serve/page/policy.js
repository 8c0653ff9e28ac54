// What a Content-Security-Policy of the web server forbids to the page: docs/site.md has the header that allows all it does.

import { Refusal } from "./refusal.js";

/** How long a browser may take to tell what its policy has stopped, in steps of so many milliseconds. */
const [STEPS, STEP] = [10, 10];

const stopped = new Set();
globalThis.addEventListener?.("securitypolicyviolation", ({ effectiveDirective }) => stopped.add(effectiveDirective));

/** The refusal of what the policy forbids: `what` is its name, `needed` what the header must have. */
export const forbidden = (what, needed) =>
  new Refusal({ code: "forbidden", message: `the web server forbids ${what} by its header Content-Security-Policy, which must have ${needed}` });

/** Whether the policy has just stopped a request that falls under one of its directives. */
export async function isStopped(directive) {
  if (!globalThis.document) return false;
  for (let step = 0; step < STEPS && !stopped.has(directive); step++) await new Promise((done) => setTimeout(done, STEP));
  return stopped.has(directive);
}
