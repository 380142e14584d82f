"use strict";
// Sorting: a press on a heading orders the lines by that column, another press turns them around.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      const sign = down ? -1 : 1;
      const value = (row) => {
        const cell = row.cells[column];
        const key = cell.dataset.key;
        if (key === undefined) return cell.textContent;
        return key === "inf" ? Infinity : Number(key);
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
// Of a long table the first twelve lines, in whatever order, until all are asked for.
for (const table of document.querySelectorAll("table.long")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "fold";
  const fold = (isFolded) => {
    table.classList.toggle("folded", isFolded);
    button.setAttribute("aria-expanded", String(!isFolded));
    const count = table.tBodies[0].rows.length;
    button.textContent = isFolded ? `Show ${count - 12} more lines` : "Show the first 12 lines";
  };
  button.addEventListener("click", () => fold(!table.classList.contains("folded")));
  fold(true);
  table.parentElement.nextElementSibling.after(button);
}
// A link to a figure that is folded away unfolds it.
const unfold = () => {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const details = target?.closest("details");
  if (details && !details.open) {
    details.open = true;
    target.scrollIntoView();
  }
};
addEventListener("hashchange", unfold);
unfold();
// What is wider than its place fades where it goes on, and a table says so.
const scrolls = [...document.querySelectorAll(".scroll, .drawing")];
const mark = (scroll) => {
  const rest = scroll.scrollWidth - scroll.clientWidth;
  scroll.classList.toggle("wide", rest > 2);
  scroll.classList.toggle("more", rest - scroll.scrollLeft > 2);
};
const seen = new ResizeObserver((entries) => entries.forEach((entry) => mark(entry.target)));
for (const scroll of scrolls) {
  scroll.addEventListener("scroll", () => mark(scroll), { passive: true });
  seen.observe(scroll);
}
