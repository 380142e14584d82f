"""Opens the page of a report in a browser and checks what a reader would notice.

    python check_page.py BROWSER PAGE [SCREENSHOTS]

Prints what it saw, one line each, and fails on console errors, requests to other places, figures
that cannot be seen, sorting that does not sort, and pages that are wider than their window.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

browser_path, page_path = sys.argv[1:3]
shots = Path(sys.argv[3]) if len(sys.argv) > 3 else None
url = Path(page_path).resolve().as_uri()
WINDOWS = [("desktop", 1280, "light"), ("desktop", 1280, "dark"), ("phone", 400, "light"), ("phone", 320, "dark")]


def column(table, index):
    """Keys of a column as they stand, numbers where there are some."""
    return table.evaluate(
        """(table, index) => [...table.tBodies[0].rows].map(row => {
            const cell = row.cells[index];
            return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
        })""",
        index,
    )


def check_sorting(page):
    tables = page.locator("table.sortable")
    assert tables.count() > 0, "there is no table to sort"
    sorted_columns = 0
    for index in range(tables.count()):
        table = tables.nth(index)
        if not table.is_visible():
            continue
        headings = table.locator("thead th")
        for number in range(headings.count()):
            before = column(table, number)
            headings.nth(number).locator("button").click()
            assert headings.nth(number).get_attribute("aria-sort") == "ascending"
            up = column(table, number)
            assert len(up) == len(before)
            numbers = [key for key in up if isinstance(key, (int, float))]
            assert numbers == sorted(numbers), (index, number, up)
            headings.nth(number).locator("button").click()
            assert headings.nth(number).get_attribute("aria-sort") == "descending"
            down = column(table, number)
            numbers = [key for key in down if isinstance(key, (int, float))]
            assert numbers == sorted(numbers, reverse=True), (index, number, down)
            sorted_columns += 1
    print(f"columns sorted: {sorted_columns}")


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
    for name, width, scheme in WINDOWS:
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        problems, requests = [], []
        page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(url)
        assert problems == [], problems
        outside = [other for other in requests if other != url and not other.startswith("data:")]
        assert outside == [], outside
        for details in page.locator("details").all():
            details.evaluate("details => details.open = true")
        figures = page.locator("figure svg")
        for index in range(figures.count()):
            box = figures.nth(index).bounding_box()
            assert box["width"] > 200 and box["height"] > 80, box
            # Drawings scroll within their frames, so that words stay large enough to be read.
            frame = page.locator("figure .drawing").nth(index).bounding_box()
            assert frame["x"] >= 0 and frame["x"] + frame["width"] <= width, frame
        smallest = page.evaluate(
            """Math.min(...[...document.querySelectorAll("figure svg")].map(svg =>
                13 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))"""
        )
        assert not figures.count() or smallest >= 11, f"words of {smallest} px"
        tips = page.locator("figure svg title").count()
        if figures.count():
            assert tips > 0, "no point of a figure has a tooltip"
        widest = page.evaluate("document.documentElement.scrollWidth")
        assert widest <= width, f"{widest} px wide in a window of {width}"
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        levels = [int(level) for level in paper.strip("rgb()").split(",")]
        assert (sum(levels) < 200) == (scheme == "dark"), paper
        print(f"{name} {width} {scheme}: {figures.count()} figures, {tips} tooltips")
        if shots:
            page.screenshot(path=shots / f"{name}-{width}-{scheme}.png", full_page=True)
        if (name, scheme) == ("desktop", "light"):
            check_sorting(page)
            assert problems == [], problems
        page.close()
    browser.close()
