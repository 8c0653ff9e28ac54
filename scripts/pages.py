"""Checks the documents: links and their anchors, commands and tests that are named, figures that two pages give, lengths.
Run from anywhere: pages.py [PROGRAM]; with the program, its commands are compared with docs/commands.md. Prints the words
of each page."""

import re
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
# Words that a reader goes through to the end. Tables of results, formats and keys are looked up, not read.
LENGTHS = {
    "README.md": 1300,
    "docs/results.md": 1300,
    "docs/site.md": 1700,
    "datasets/README.md": 1300,
    "docs/commands.md": 1500,
    "docs/open.md": 1250,
    # Six forms of a body with their conditions and why these are enough; a condition less would be a gap.
    "docs/proofs.md": 5600,
    "docs/reliability.md": 2500,
    "docs/tests.md": 2700,
    "docs/architecture.md": 1500,
    "docs/design.md": 3500,
    "docs/performance.md": 1800,
    "docs/cluster.md": 1500,
    "docs/how-it-works.md": 1000,
    "docs/tutorial.md": 1500,
    "docs/faq.md": 1000,
    "docs/glossary.md": 400,
    "docs/conventions.md": 650,
    "docs/your-own-game.md": 900,
    # The bytes of three forms of proofs, and why they are right.
    "docs/hypergraphs.md": 1900,
}
# What the book copies beside its pages.
COPIED = {name: name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")} | {
    "theorems.md": "datasets/proofs/README.md",
    "datasets.md": "datasets/README.md",
}
wrong = []


def anchors(text):
    """The anchors of a page's headings, as GitHub and mdbook make them."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    found, seen = set(), {}
    for heading in re.findall(r"^#+ (.*)$", text, flags=re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        name = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(name if count == 0 else f"{name}-{count}")
    return found | set(re.findall(r'<a (?:id|name)="([^"]*)"', text))


listed = subprocess.run(["git", "ls-files", "*.md"], cwd=root, capture_output=True, text=True, check=True).stdout
pages = {name: (root / name).read_text(encoding="utf-8") for name in listed.split() if (root / name).exists()}
known = {name: anchors(text) for name, text in pages.items()}
links = 0
for name, text in pages.items():
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.S | re.M)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"[a-z]+:", target):
            continue
        links += 1
        path, _, anchor = target.partition("#")
        place = ((root / name).parent / path).resolve() if path else root / name
        if name == "docs/SUMMARY.md" and path in COPIED:
            place = root / COPIED[path]
        if not place.exists():
            wrong.append(f"{name}: {target} is not there")
        elif anchor and anchor not in known.get(str(place.relative_to(root)), {anchor}):
            wrong.append(f"{name}: {target} has no such heading")

words = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), flags=re.M))
for name, text in pages.items():
    commands = re.findall(r"`([^`\n]*)`|^    (.*)$", text, flags=re.M)
    for command in filter(None, map("".join, commands)):
        for word in re.findall(r"(?:^|&& |; )(?:[A-Z]+=\S+ )*make ((?:[a-z-]+ ?)+)", command):
            wrong += [f"{name}: there is no make {one}" for one in word.split() if one not in words]

for name, most in LENGTHS.items():
    words = len(pages[name].split())
    print(f"{words:6} of {most:5}  {name}")
    if words > 1.2 * most:
        wrong.append(f"{name} has {words} words; {most} were enough for somebody who reads it to the end")


# The tests that hold the promises are there.
tests = set()
sources = subprocess.run(["git", "ls-files", "*.rs"], cwd=root, capture_output=True, text=True, check=True).stdout
for name in sources.split():
    tests |= set(re.findall(r"#\[test\]\n(?: *#\[.*\n)* *fn (\w+)\(", (root / name).read_text(encoding="utf-8")))
for name in re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+){2,})`", pages["docs/tests.md"]):
    if name not in tests:
        wrong.append(f"docs/tests.md names the test {name}, which is not there")


def cells(page, start):
    """The first row of a page that begins so, without what is beside the figures."""
    row = next((line for line in pages[page].splitlines() if line.startswith(start)), None)
    if row is None:
        wrong.append(f"{page} has no row '{start}'")
        return []
    return [re.sub(r" \(.*?\)", "", cell).strip() for cell in row.split("|")[1:-1]]


# README's costs are those of docs/performance.md: wall, CPU, memory.
for n, start in [
    ("12", "| triangle, n = 12"),
    ("13", "| triangle, n = 13"),
    ("14", "| triangle, n = 14"),
    ("15", "| triangle, n = 15"),
    ("16", "| triangle, n = 16"),
]:
    short, long = cells("README.md", f"| {n}"), cells("docs/performance.md", start)
    if short[2:5] != long[1:4]:
        wrong.append(f"README says {short[2:5]} of n = {n}, docs/performance.md {long[1:4]}")

if len(sys.argv) > 1:
    said = subprocess.run([sys.argv[1], "completions", "bash"], capture_output=True, text=True, check=True).stdout
    commands = set(re.findall(r"retrograph,([a-z-]+)\)", said)) - {"help"}
    named = set(re.findall(r"retrograph ([a-z][a-z-]+)", pages["docs/commands.md"]))
    for command in sorted(commands - named):
        wrong.append(f"docs/commands.md does not have the command {command}")
    for name, text in pages.items():
        if name == "CHANGELOG.md":
            continue
        blocks = re.findall(r"^```.*?^```|^ {4}.*$", text, flags=re.S | re.M)
        for command in re.findall(r"^\s*(?:\$ )?retrograph ([a-z][a-z-]+)", "\n".join(blocks), flags=re.M):
            if command not in commands and command != "help":
                wrong.append(f"{name} has the command {command}, which is not there")

print(f"{links} links between {len(pages)} pages")
if wrong:
    sys.exit("\n".join(wrong))
