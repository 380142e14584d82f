"""Opens the page of a report in a browser and checks what a reader would notice.

    python check_page.py BROWSER PAGE [SCREENSHOTS | --few]

With --few only the windows that differ most.

Prints what it saw, a line for each window, and fails on console errors, requests to other places, verdicts below the first
screen, figures that cannot be chosen or read, words of figures that run out of the window, weak contrast, what a screen
reader cannot name, what axe-core reports against WCAG 2 A and AA, sorting that does not sort, and pages that are wider
than their window.
"""

import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

browser_path, page_path = sys.argv[1:3]
few = sys.argv[3:] == ["--few"]
shots = Path(sys.argv[3]) if len(sys.argv) > 3 and not few else None
url = Path(page_path).resolve().as_uri()
# Width, colours, and the height within which all verdicts stand.
WINDOWS = [
    ("phone", 390, "light", 1500),
    ("phone", 320, "dark", None),
    ("tablet", 768, "light", None),
    ("desktop", 1400, "light", 900),
    ("desktop", 1400, "dark", 900),
    ("wall", 2560, "light", 900),
]
if few:
    WINDOWS = [window for window in WINDOWS if window[1:3] in ((390, "light"), (320, "dark"), (1400, "light"))]

# Text and what lies behind it, as WCAG 2 measures their contrast: at least 4.5, or 3 where letters are large.
CONTRAST = """() => {
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = (colour) => {
        const linear = channels(colour).slice(0, 3).map(value => {
            const share = value / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if ((channels(colour)[3] ?? 1) > 0) return colour;
        }
        return "rgb(255, 255, 255)";
    };
    const weak = [];
    for (const element of document.body.querySelectorAll("*")) {
        const words = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
        if (!words || element.closest("svg, script, noscript") || !element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        const [one, other] = [luminance(style.color), luminance(behind(element))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (large ? 3 : 4.5)) weak.push(`${ratio.toFixed(2)}: ${element.tagName} ${element.textContent.slice(0, 40)}`);
    }
    return weak;
}"""

# What a screen reader needs: levels of headings without gaps, names, and ids that are alone.
STRUCTURE = """() => {
    const wrong = [];
    let level = 0;
    for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
        const own = Number(heading.tagName[1]);
        if (own > level + 1) wrong.push(`h${own} after h${level}: ${heading.textContent.slice(0, 40)}`);
        level = own;
    }
    if (document.querySelectorAll("h1").length !== 1) wrong.push("there is not one h1");
    const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
    for (const id of new Set(ids)) if (ids.filter(other => other === id).length > 1) wrong.push(`two elements are ${id}`);
    for (const link of document.querySelectorAll("a[href^='#']")) {
        if (!document.getElementById(decodeURIComponent(link.hash.slice(1)))) wrong.push(`nowhere: ${link.hash}`);
    }
    for (const named of document.querySelectorAll("[aria-labelledby]")) {
        if (!document.getElementById(named.getAttribute("aria-labelledby"))) wrong.push("a name that is not there");
    }
    for (const part of document.querySelectorAll("button, a, select, summary, [role=img], [role=group]")) {
        const name = part.getAttribute("aria-label") ?? part.closest("label")?.textContent ?? part.textContent;
        if (!name.trim()) wrong.push(`no name: ${part.outerHTML.slice(0, 80)}`);
    }
    return wrong;
}"""

# Words of drawings that are seen and run out of the window.
CUT_WORDS = """() => [...document.querySelectorAll("figure svg text")].filter(text => {
    const box = text.getBoundingClientRect();
    return text.checkVisibility() && box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5);
}).map(text => text.textContent)"""

# Rules of WCAG 2 at levels A and AA.
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}

# What axe-core tests in full: windows in which layout and colours differ.
TESTED_BY_AXE = [(390, "light"), (1400, "light"), (1400, "dark")]


def check_axe(page):
    """No violation of WCAG 2 A or AA, by axe-core."""
    response = Axe().run(page, options=RULES).response
    assert response["passes"], "axe-core tested nothing"
    told = [
        f"{violation['id']}: {violation['help']}: {node['html'][:160]}"
        for violation in response["violations"]
        for node in violation["nodes"][:5]
    ]
    assert told == [], "\n".join(told)


def column(table, index):
    """Keys of a column as they stand, numbers where there are some."""
    return table.evaluate(
        """(table, index) => [...table.tBodies[0].rows].map(row => {
            const cell = row.cells[index];
            if (cell.dataset.key !== undefined) return Number(cell.dataset.key);
            const number = cell.classList.contains("n") && cell.textContent.match(/-?\\d+(,\\d+)*(\\.\\d+)?/);
            return number ? Number(number[0].replaceAll(",", "")) : cell.textContent;
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
            # A column without a heading belongs to the one before it.
            if not headings.nth(number).inner_text():
                continue
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


def check_figures(page, width):
    """Every figure can be chosen, is seen then, and has words that can be read."""
    seen = 0
    for index in range(page.locator(".choice").count()):
        choice = page.locator(".choice").nth(index)
        select = choice.locator("select")
        names = [figure.get_attribute("id") for figure in choice.locator("figure").all()]
        if select.count():
            options = select.locator("option").evaluate_all("options => options.map(option => option.value)")
            assert options == names, (options, names)
        for name in names:
            if select.count():
                select.select_option(name)
            shown = [figure.get_attribute("id") for figure in choice.locator("figure").all() if figure.is_visible()]
            assert shown == [name], (shown, name)
            drawings = [svg for svg in choice.locator("figure.chosen svg").all() if svg.is_visible()]
            assert len(drawings) == 1, f"{len(drawings)} drawings of {name}"
            box = drawings[0].bounding_box()
            assert box["width"] > 200 and box["height"] > 80, box
            scale = drawings[0].evaluate("svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width")
            assert 13 * scale >= 10, f"words of {13 * scale} px in {name}"
            if width <= 390:
                drawn = drawings[0].evaluate("svg => svg.viewBox.baseVal.width")
                assert drawn == 350, f"{name} is drawn {drawn} px wide on a phone: names at its right end are not seen"
            if width != 320:
                assert page.evaluate(CUT_WORDS) == [], (name, page.evaluate(CUT_WORDS))
            seen += 1
    return seen


# The dot that is pointed at, in the drawing that is seen, and whether it says what it is.
POINTED_AT = """() => {
    const dots = [...document.querySelectorAll("figure.chosen g[stroke-linecap=round] path")];
    const dot = dots.find(dot => dot.checkVisibility());
    if (!dot) return null;
    dot.scrollIntoView({ block: "center", behavior: "instant" });
    const box = dot.getBoundingClientRect();
    // Another one of the same value may lie on it.
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return dots.includes(above) && above.textContent !== "";
}"""


def check_taking_along(page):
    """A figure can be saved, a table copied, and paper has all."""
    with page.expect_download() as download:
        page.locator("figure.chosen button", has_text="png").first.click()
    saved = Path(download.value.path()).read_bytes()
    assert saved.startswith(b"\x89PNG") and len(saved) > 2000, len(saved)
    if page.locator("p.files button:visible").count():
        button = page.locator("p.files button:visible").first
        button.click()
        assert button.text_content() == "copied", button.text_content()
    assert page.evaluate(POINTED_AT) is not False, "a dot of a figure cannot be pointed at"
    closed = page.locator("details:not([open])").count()
    assert closed > 0, "nothing is folded"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details:not([open])").count() == closed


def check_links(page):
    """A link to a figure shows it, wherever it stands."""
    for name in [figure.get_attribute("id") for figure in page.locator("figure").all()][-3:]:
        page.evaluate("name => { location.hash = name }", name)
        page.wait_for_function("name => document.getElementById(name).checkVisibility()", arg=name)


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
    for name, width, scheme, first_screen in WINDOWS:
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        problems, requests = [], []
        page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(url)
        assert page.locator("details[open]").count() == 0, "a fold is open"
        height = page.evaluate("document.documentElement.scrollHeight")
        answers = page.locator(".answers li").all()
        ends = [answer.bounding_box() for answer in answers]
        lowest = max((box["y"] + box["height"] for box in ends), default=0)
        if first_screen:
            assert lowest <= first_screen, f"verdicts end at {lowest} px in a window of {width}"
        widest = "document.scrollingElement.scrollWidth"
        assert page.evaluate(widest) <= width, f"{page.evaluate(widest)} px wide in a window of {width}"
        weak, wrong = page.evaluate(CONTRAST), page.evaluate(STRUCTURE)
        assert weak == [], weak
        assert wrong == [], wrong
        figures = check_figures(page, width)
        tips = page.locator("figure svg title").count()
        if page.locator("figure").count():
            assert tips > 0, "no point of a figure has a tooltip"
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        levels = [int(level) for level in paper.strip("rgb()").split(",")]
        assert (sum(levels) < 200) == (scheme == "dark"), paper
        if shots:
            page.screenshot(path=shots / f"{name}-{width}-{scheme}.png", full_page=True)
        if (width, scheme) == (1400, "light"):
            if figures:
                check_taking_along(page)
            check_links(page)
        for details in page.locator("details").all():
            details.evaluate("details => details.open = true")
        assert page.evaluate(widest) <= width, f"{page.evaluate(widest)} px wide, unfolded, in a window of {width}"
        weak = page.evaluate(CONTRAST)
        assert weak == [], weak
        if (width, scheme) in TESTED_BY_AXE:
            check_axe(page)
        if (width, scheme) == (1400, "light"):
            check_sorting(page)
        outside = [other for other in requests if not other.startswith((url, "data:", "blob:"))]
        assert outside == [], outside
        assert problems == [], problems
        print(f"{name} {width} {scheme}: {figures} figures beside answers, verdicts end at {lowest:.0f}, height {height}")
        page.close()
    browser.close()
