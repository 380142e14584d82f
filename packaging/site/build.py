#!/usr/bin/env python3
"""Builds the documentation site: the pages that SUMMARY.md lists, a page for each table of results, a gallery of figures.

    build.py OUT [REPORT ...]

OUT/html is the site. Figures of the gallery are taken from REPORT folders (those of `runner run`), one of each kind.
Pages keep their places in the repository, so that their links hold; what they link to comes along. Every link and anchor of the
finished site is checked. Needs mdBook: `MDBOOK` names it (default: `mdbook`).
"""

import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

#: A link of Markdown: its text, and what it leads to.
LINK = re.compile(r"\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def is_local(target: str) -> bool:
    return not re.match(r"[a-z]+:|//", target)


def copy_pages(source: Path, summary: str) -> None:
    """The pages of the summary, and the files that they link to."""
    for _, page in LINK.findall(summary):
        original = ROOT / page.replace("index.md", "README.md")
        if not original.is_file():
            continue  # made below

        def on_site(link: "re.Match[str]") -> str:
            target = link[2]
            linked = (original.parent / urldefrag(target)[0]).resolve()
            if not is_local(target) or target.startswith("#"):
                return link[0]
            if linked.is_dir():
                return link[1]  # in the repository alone
            if linked.suffix != ".md":
                copy_file(linked, source / linked.relative_to(ROOT))
            return f"[{link[1]}]({target.replace('README.md', 'index.md')})"

        copy_file(original, source / page)
        (source / page).write_text(LINK.sub(on_site, original.read_text(encoding="utf-8")), encoding="utf-8")


def copy_file(original: Path, copy: Path) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(original, copy)


def cell(text: str) -> str:
    return linked(text).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def linked(text: str) -> str:
    """With links in place of the names of pages."""
    return re.sub(r"`?(docs/[\w/-]+\.md)`?", r"[\1](../\1)", text)


def table_pages(source: Path) -> list[str]:
    """A page for each table of the schema, and the one that lists them; their lines of the summary."""
    schema = json.loads((ROOT / "schemas/tables.schema.json").read_text(encoding="utf-8"))
    folder = source / "tables"
    folder.mkdir()
    index = ["# Tables", "", schema["description"], "", "| table | a row |", "|---|---|"]
    lines = []
    for name, table in schema["$defs"].items():
        sentence = re.split(r"(?<=[.?!]) ", table["description"])[0]
        head = sentence.split(": ")[0]
        first = sentence if "(" in head and ")" not in head else head
        index.append(f"| [`{name}`]({name}.md) | {cell(first)} |")
        lines.append(f"  - [`{name}`](tables/{name}.md)")
        page = [f"# `{name}`", "", linked(table["description"]).replace("<", "&lt;"), ""]
        page += ["| column | type | may be null | what it is |", "|---|---|---|---|"]
        for column, described in table["properties"].items():
            null = "yes" if "null" in described["type"] else ""
            page.append(f"| `{column}` | {described['format']} | {null} | {cell(described['description'])} |")
        (folder / f"{name}.md").write_text("\n".join(page) + "\n", encoding="utf-8")
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")
    return lines


def gallery(source: Path, reports: list[Path]) -> None:
    """A figure of each kind, with what docs/commands.md says of it."""
    drawn = [figure for report in reports for figure in sorted((report / "figures").glob("*.svg"))]
    commands = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    kinds = re.findall(r"^\| ((?:`[\w-]+-\*`(?:, )?)+) \| (.+) \| (.+) \|$", commands, re.MULTILINE)
    assert len(kinds) > 20, "the table of figures in docs/commands.md is not found"
    names = [(prefix, shows, tables) for words, tables, shows in kinds for prefix in re.findall(r"`([\w-]+-)\*`", words)]
    page = ["# Gallery of figures", "", "One of each kind, from the experiments that the project ships.", ""]
    missing = []
    folder = source / "figures"
    folder.mkdir()
    for prefix, shows, tables in names:
        longer = tuple(other for other, *_ in names if other != prefix and other.startswith(prefix))
        of_kind = [figure for figure in drawn if figure.name.startswith(prefix) and not (longer and figure.name.startswith(longer))]
        if not of_kind:
            missing.append(f"`{prefix}*`")
            continue
        figure = max(of_kind, key=lambda figure: ("bleu" in figure.name, figure.stat().st_size))
        shutil.copyfile(figure, folder / figure.name)
        title = prefix.rstrip("-").replace("-", " ").capitalize()
        page += [f"## {title}", "", f"{shows[0].upper()}{shows[1:]}. Made of {tables}.", ""]
        page += [f"![{title}](figures/{figure.name})", ""]
    if missing:
        page += [f"Not among these experiments: {', '.join(missing)}.", ""]
    (source / "gallery.md").write_text("\n".join(page), encoding="utf-8")


def redirects() -> str:
    """Anchors of the page that the chapters of statistics were, for mdBook."""
    index = (ROOT / "docs/statistics.md").read_text(encoding="utf-8")
    lines = ["", "[output.html.redirect]"]
    for anchor, target in re.findall(r'<a id="([^"]+)"></a>\[.*\]\(([^)]+)\)$', index, re.MULTILINE):
        lines.append(f'"/docs/statistics.html#{anchor}" = "{target.replace(".md", ".html")}"')
    assert len(lines) > 50, "docs/statistics.md has lost its anchors"
    return "\n".join(lines) + "\n"


class Links(html.parser.HTMLParser):
    """Links, images and anchors of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, "str | None"]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and is_local(value):
                self.targets.add(value)
            if name == "id" and value:
                self.anchors.add(value)


def broken_links(site: Path) -> tuple[int, list[str]]:
    """The number of links, and those that lead nowhere."""
    pages = {page: Links(page) for page in site.rglob("*.html") if page.name not in ("404.html", "toc.html", "print.html")}
    broken = []
    count = 0
    for page, links in pages.items():
        for target in sorted(links.targets):
            path, anchor = urldefrag(unquote(target))
            place = (page.parent / path).resolve() if path else page
            if place.is_dir():
                place /= "index.html"
            count += 1
            if not place.is_file() or (anchor and place in pages and anchor not in pages[place].anchors):
                broken.append(f"{page.relative_to(site)}: {target}")
    return count, broken


def main(out: Path, reports: list[Path]) -> None:
    source = out / "src"
    for folder in (source, out / "html"):
        shutil.rmtree(folder, ignore_errors=True)
    source.mkdir(parents=True)
    summary = (HERE / "SUMMARY.md").read_text(encoding="utf-8")
    copy_pages(source, summary)
    lines = table_pages(source)
    gallery(source, reports)
    (source / "SUMMARY.md").write_text(
        summary.replace("  <!-- a line for each table -->", "\n".join(lines)), encoding="utf-8"
    )
    (out / "book.toml").write_text((HERE / "book.toml").read_text(encoding="utf-8") + redirects(), encoding="utf-8")
    shutil.copyfile(HERE / "site.css", out / "site.css")
    mdbook = os.environ.get("MDBOOK", "mdbook")
    subprocess.run([mdbook, "build", str(out), "--dest-dir", str((out / "html").resolve())], check=True)
    count, broken = broken_links((out / "html").resolve())
    if broken:
        sys.exit("\n".join(["links that lead nowhere:", *broken]))
    print(f"{count} links hold; the site begins at {out / 'html/index.html'}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), [Path(report) for report in sys.argv[2:]])
