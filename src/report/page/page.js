"use strict";
// Sorting: a press on a heading orders the lines by that column, another press turns them around.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.querySelector("button")?.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      const sign = down ? -1 : 1;
      const value = (row) => {
        const cell = row.cells[column];
        const key = cell.dataset.key;
        if (key !== undefined) return key === "inf" ? Infinity : Number(key);
        // The first number of the text, without the commas of thousands.
        const number = cell.classList.contains("n") && cell.textContent.match(/-?\d+(,\d+)*(\.\d+)?/);
        return number ? Number(number[0].replaceAll(",", "")) : cell.textContent;
      };
      // Numbers come before words, and what has no number stays at the end.
      const compare = (one, other) => {
        const [a, b] = [value(one), value(other)];
        if (typeof a === "number" && typeof b === "number") return sign * (a < b ? -1 : a > b ? 1 : 0);
        if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
        return sign * a.localeCompare(b, "en", { numeric: true });
      };
      const body = table.tBodies[0];
      body.append(...[...body.rows].sort(compare));
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    });
  });
}
const phone = matchMedia("(max-width: 40rem)");
// Of a long table the first twelve lines, in whatever order, until all are wanted; of cards on a phone the first six.
for (const table of document.querySelectorAll("table.long")) {
  const open = phone.matches && table.classList.contains("cards") ? 6 : 12;
  table.classList.toggle("short", open === 6);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "fold";
  const fold = (isFolded) => {
    table.classList.toggle("folded", isFolded);
    button.setAttribute("aria-expanded", String(!isFolded));
    const count = table.tBodies[0].rows.length;
    button.textContent = isFolded ? `Show ${count - open} more lines` : `Show the first ${open} lines`;
  };
  button.addEventListener("click", () => fold(!table.classList.contains("folded")));
  fold(true);
  table.parentElement.nextElementSibling.after(button);
}
// Of the figures beside an answer the first, until another is chosen.
const choose = (figure) => {
  const choice = figure.closest(".choice");
  if (!choice) return;
  for (const other of choice.querySelectorAll("figure")) other.classList.toggle("chosen", other === figure);
  const select = choice.querySelector("select");
  if (select) select.value = figure.id;
};
for (const choice of document.querySelectorAll(".choice")) {
  choose(choice.querySelector("figure"));
  const select = choice.querySelector("select");
  select?.addEventListener("change", () => choose(document.getElementById(select.value)));
}
// A link to what is folded away, or to a figure that is not chosen, shows it.
const unfold = () => {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (!target) return;
  if (target.matches("figure")) choose(target);
  for (let details = target.closest("details"); details; details = details.parentElement.closest("details")) {
    details.open = true;
  }
  target.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
// On paper nothing is folded.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const details of folded) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of folded) details.open = false;
});
// On a phone each cell of a wide table says which column it is of.
const label = () => {
  if (!phone.matches) return;
  for (const table of document.querySelectorAll("table.cards:not(.labelled)")) {
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.replace(/\s+/g, " "));
    table.setAttribute("role", "table");
    // A card is headed by its first cell, and by the second where the first is that of other cards, too.
    const rows = [...table.tBodies[0].rows];
    const first = new Set(rows.map((row) => row.cells[0].textContent));
    const heads = first.size < rows.length ? 2 : 1;
    for (const row of rows) {
      row.setAttribute("role", "row");
      [...row.cells].forEach((cell, column) => {
        cell.setAttribute("role", "cell");
        cell.dataset.label = names[column];
        cell.classList.toggle("heads", column < heads);
      });
    }
    table.classList.add("labelled");
  }
};
phone.addEventListener("change", label);
label();
// What can be taken along.
const button = (text, name, action) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "link";
  made.textContent = text;
  made.setAttribute("aria-label", name);
  made.addEventListener("click", () => action(made));
  return made;
};
// A table as columns of text for a sheet, and for LaTeX with booktabs.
const lines = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()));
const sheet = (table) => lines(table).map((cells) => cells.join("\t")).join("\n");
const special = {
  "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}",
  "|": "\\textbar{}", "\u2013": "--", "\u00b1": "$\\pm$", "\u00b2": "$^2$", "\u2212": "$-$",
};
const escaped = (text) => text.replace(/[&%$#_{}]|[\\~^<>|\u2013\u00b1\u00b2\u2212]/g, (c) => special[c] ?? `\\${c}`);
const latex = (table) => {
  const [head, ...body] = lines(table).map((cells) => `  ${cells.map(escaped).join(" & ")} \\\\`);
  const columns = [...table.tHead.rows[0].cells].map((cell) => (cell.classList.contains("n") ? "r" : "l")).join("");
  return [`\\begin{tabular}{${columns}}`, "  \\toprule", head, "  \\midrule", ...body, "  \\bottomrule", "\\end{tabular}"].join("\n");
};
const copy = (text, at) => {
  const area = document.createElement("textarea");
  area.value = text;
  at.after(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  at.focus();
  const before = at.textContent;
  at.textContent = done ? "copied" : "not copied";
  setTimeout(() => (at.textContent = before), 1500);
};
for (const place of document.querySelectorAll("p.files")) {
  let before = place.previousElementSibling;
  while (before && !before.matches(".scroll")) before = before.previousElementSibling;
  const table = before?.querySelector("table");
  if (!table || place.children.length) continue;
  const name = before.getAttribute("aria-label");
  place.append(
    button("copy", `Copy the table for a sheet: ${name}`, (at) => copy(sheet(table), at)),
    button("copy LaTeX", `Copy the table for LaTeX: ${name}`, (at) => copy(latex(table), at)),
  );
}
// A figure as a picture of points, twice the size, in the colours of print.
const paper = [...document.styleSheets[0].cssRules].find((rule) => rule.selectorText === ":root").style;
const picture = (figure) => {
  const svg = figure.querySelector("svg").cloneNode(true);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const text = new XMLSerializer().serializeToString(svg).replace(/var\((--[a-z0-9-]+)\)/g, (_, name) => paper.getPropertyValue(name).trim());
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2 * width;
    canvas.height = 2 * height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const link = document.createElement("a");
    link.download = `${figure.id}.png`;
    link.href = canvas.toDataURL("image/png");
    link.click();
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
};
for (const figure of document.querySelectorAll("figure")) {
  figure.querySelector("figcaption").append(" ", button("png", `Save the figure ${figure.id} as PNG`, () => picture(figure)));
}
// What is wider than its place fades where it goes on, and a table says so.
const scrolls = [...document.querySelectorAll(".scroll, .drawing")];
const mark = (scroll) => {
  const rest = scroll.scrollWidth - scroll.clientWidth;
  scroll.classList.toggle("goes-on", rest > 2);
  scroll.classList.toggle("fades", rest - scroll.scrollLeft > 2);
};
const seen = new ResizeObserver((entries) => entries.forEach((entry) => mark(entry.target)));
for (const scroll of scrolls) {
  scroll.addEventListener("scroll", () => mark(scroll), { passive: true });
  seen.observe(scroll);
}
