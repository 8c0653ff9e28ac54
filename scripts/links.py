"""Checks that every link of the HTML files below a folder leads to a file and a place in it: links.py FOLDER"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The places of a page and its links."""

    def __init__(self, path):
        super().__init__()
        self.places, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


root = Path(sys.argv[1]).resolve()
pages = {path: Page(path) for path in sorted(root.rglob("*.html"))}
checked, wrong = 0, []
for path, page in pages.items():
    # It is shown at any depth, with links from the root of the server.
    if path.name == "404.html":
        continue
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        checked += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        target = target / "index.html" if target.is_dir() else target
        # With an equals sign it is an address within a page that is a program.
        place = "" if "=" in parts.fragment else unquote(parts.fragment)
        if not target.exists() or (place and target in pages and place not in pages[target].places):
            wrong.append(f"{path.relative_to(root)}: {link}")
if wrong or checked < 100:
    sys.exit("\n".join(["links: these lead nowhere:", *wrong] if wrong else [f"links: only {checked} were found"]))
print(f"links: {checked} of {len(pages)} pages lead where they should")
