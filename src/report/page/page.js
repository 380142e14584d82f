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
// What if: sliders over sizes. Results lie between those that the program computed; nothing is estimated here.
const forms = {
  logarithms: { along: Math.log, up: Math.log, back: Math.exp, size: Math.exp },
  line: { along: (size) => size, up: (value) => value, back: (value) => value, size: (size) => size },
  root: { along: (size) => size, up: (value) => value ** -2, back: (value) => value ** -0.5, size: (size) => size },
};
// A result at a size, for a combination of choices; null where there is none.
const resultAt = (grid, number, row, size) => {
  const { between, values } = grid.results[number];
  const form = forms[between];
  const exact = grid.sizes.indexOf(size);
  if (exact >= 0) return values[row][exact];
  const last = grid.sizes.findIndex((other) => other >= size);
  const pair = [last - 1, last];
  if (last < 1) return null;
  if (pair.some((index) => values[row][index] === null)) return null;
  const [x0, x1] = pair.map((index) => form.along(grid.sizes[index]));
  const [y0, y1] = pair.map((index) => form.up(values[row][index]));
  return form.back(y0 + ((y1 - y0) * (form.along(size) - x0)) / (x1 - x0));
};
// The size at which a falling result is what is wanted: with "or fewer" or "more than" at the ends of the grid.
const sizeFor = (grid, number, row, wanted) => {
  const { between, values } = grid.results[number];
  const form = forms[between];
  const ys = values[row];
  const last = ys.findIndex((value) => value !== null && value <= wanted);
  if (last < 0) return ys.some((value) => value !== null) ? { size: grid.sizes.at(-1), end: "more" } : null;
  if (last === 0 || ys[last - 1] === null) return { size: grid.sizes[last], end: "fewer" };
  const [x0, x1] = [last - 1, last].map((index) => form.along(grid.sizes[index]));
  const [y0, y1] = [last - 1, last].map((index) => form.up(ys[index]));
  return { size: form.size(x0 + ((x1 - x0) * (form.up(wanted) - y0)) / (y1 - y0)), end: "" };
};
// Values of a slider between two ends in equal ratios, and a value that must be there.
const steps = (least, most, round, must) => {
  const all = Array.from({ length: 161 }, (_, index) => round(least * (most / least) ** (index / 160)));
  if (must !== null && must >= least && must <= most) all.push(must);
  return [...new Set(all)].sort((one, other) => one - other);
};
const grouped = (value) => value.toLocaleString("en");
const twoDigits = (value) => (value < 100 ? value.toPrecision(2) : grouped(Number(value.toPrecision(3))));
const wholeSize = (size, measured) => {
  const whole = Math.ceil(size - 1e-6);
  return whole < 100 || Math.abs(whole / measured - 1) <= 0.1 ? whole : Number(whole.toPrecision(2));
};
const inUnits = (size, unit) => `${grouped(size)} ${size === 1 ? unit.slice(0, -1) : unit}`;
const svg = (name, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};
// The result over sizes: what is beyond the data is dashed; the dot is the size that is chosen, the line what is wanted.
const drawCurve = (place, grid, row, size, wanted) => {
  const number = grid.drawn;
  const known = grid.sizes.filter((_, index) => grid.results[number].values[row][index] !== null);
  place.replaceChildren();
  place.setAttribute("aria-label", `No ${grid.wanted.label} with these choices.`);
  if (known.length < 2) return;
  const [least, most] = [known[0], known.at(-1)];
  const ends = [most, least].map((end) => resultAt(grid, number, row, end));
  const [low, high] = [ends[0] * 0.9, ends[1] * 1.1];
  const part = (value, from, to) => (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from));
  const x = (value) => 46 + 292 * part(value, least, most);
  const y = (value) => 166 - 140 * part(value, low, high);
  const line = (from, to) => {
    if (from >= to) return [];
    // The last step may miss the end by rounding.
    return Array.from({ length: 41 }, (_, index) => (index < 40 ? from * (to / from) ** (index / 40) : to))
      .map((at) => `${x(at).toFixed(1)},${y(resultAt(grid, number, row, at)).toFixed(1)}`);
  };
  const split = Math.min(Math.max(grid.measured, least), most);
  const words = (at, words, anchor) => svg("text", { ...at, "text-anchor": anchor, fill: "var(--quiet)", "font-size": 13 }, words);
  place.append(
    svg("path", { d: "M46,20V166H340", fill: "none", stroke: "var(--quiet)" }),
    svg("polyline", { points: line(least, split).join(" "), fill: "none", stroke: "var(--s1)", "stroke-width": 2 }),
    svg("polyline", { points: line(split, most).join(" "), fill: "none", stroke: "var(--s1)", "stroke-width": 2, "stroke-dasharray": "5 4" }),
    words({ x: 4, y: 12 }, grid.wanted.label, "start"),
    words({ x: 40, y: y(ends[1]) + 4 }, twoDigits(ends[1]), "end"),
    words({ x: 40, y: y(ends[0]) + 4 }, twoDigits(ends[0]), "end"),
    words({ x: 46, y: 182 }, grouped(Math.round(least)), "start"),
    words({ x: 340, y: 182 }, inUnits(Math.round(most), grid.unit), "end"),
  );
  if (wanted >= low && wanted <= high) {
    place.append(svg("path", { d: `M46,${y(wanted)}H340`, stroke: "var(--s2)", "stroke-dasharray": "2 3" }));
  }
  const value = size >= least && size <= most ? resultAt(grid, number, row, size) : null;
  if (value !== null) {
    place.append(
      svg("circle", { cx: x(size), cy: y(value), r: 5, fill: "var(--s2)" }),
      words({ x: Math.min(x(size) + 8, 300), y: y(value) - 8 }, twoDigits(value), "start"),
    );
  }
  place.setAttribute("aria-label", `${grid.wanted.label} from ${inUnits(Math.round(least), grid.unit)} to ${grouped(Math.round(most))}: ${twoDigits(ends[1])} to ${twoDigits(ends[0])}`);
};
// Beside its name a slider says whether it stops between what the program computed.
const slider = (name, between, values, words, start, changed) => {
  const label = document.createElement("label");
  const [input, value] = [document.createElement("input"), document.createElement("span")];
  Object.assign(input, { type: "range", min: 0, max: values.length - 1, step: 1 });
  value.className = "value";
  const control = {
    label,
    input,
    get value() { return values[input.valueAsNumber]; },
    set(index) {
      input.value = index;
      value.textContent = words(values[index]);
      input.setAttribute("aria-valuetext", value.textContent);
    },
    reset: () => control.set(start),
  };
  input.addEventListener("input", () => {
    control.set(input.valueAsNumber);
    changed();
  });
  const how = document.createElement("small");
  how.textContent = between ? "(interpolated)" : "(computed values)";
  label.append(`${name} `, how, value, input);
  control.reset();
  return control;
};
const nearest = (values, wanted) => values.reduce((best, value, index) => (Math.abs(value - wanted) < Math.abs(values[best] - wanted) ? index : best), 0);
// The sliders of a grid, and what they say.
const playGround = (place, grid) => {
  const said = document.createElement("output");
  said.setAttribute("aria-live", "polite");
  const note = document.createElement("p");
  const drawing = svg("svg", { viewBox: "0 0 350 190", role: "img" });
  const sizes = steps(Math.ceil(grid.sizes[0]), Math.floor(grid.sizes.at(-1)), Math.round, grid.start);
  const goal = grid.results[grid.wanted.result].values.flat().filter((value) => value !== null);
  const [least, most] = [Math.min(...goal), Math.max(...goal)];
  const start = grid.wanted.start ?? Math.sqrt(least * most);
  const wishes = steps(least, most, (value) => Number(value.toPrecision(2)), grid.wanted.start);
  const tell = () => {
    const picked = choices.map((choice) => choice.input.valueAsNumber);
    const row = grid.choices.reduce((row, choice, index) => row * choice.values.length + picked[index], 0);
    const isBeyond = grid.choices.some((choice, index) => choice.is_extrapolated[picked[index]]);
    const beyond = (size) => (isBeyond || size > grid.measured ? " (extrapolated)" : "");
    const results = grid.results.map((_, number) => resultAt(grid, number, row, size.value));
    const sentences = [];
    if (results.includes(null)) {
      sentences.push(`${inUnits(size.value, grid.unit)} are too few for a test with these choices.`);
    } else {
      const filled = grid.says.replace(/\{(\d)\}/g, (_, number) => twoDigits(results[number]));
      sentences.push(`${inUnits(size.value, grid.unit)}${beyond(size.value)}: ${filled}`);
    }
    const needed = sizeFor(grid, grid.wanted.result, row, wish.value);
    if (needed) {
      const whole = wholeSize(needed.size, grid.measured);
      const words = { more: `more than ${inUnits(whole, grid.unit)}`, fewer: `${inUnits(whole, grid.unit)} or fewer`, "": `about ${inUnits(whole, grid.unit)}` };
      sentences.push(grid.wanted.says.replace("{wanted}", String(wish.value)).replace("{size}", words[needed.end] + beyond(whole)));
    }
    said.textContent = sentences.join(" ");
    const error = Math.max(0.1, Math.ceil(1000 * grid.errors[row]) / 10);
    note.textContent = `Interpolated between ${grid.sizes.length} numbers of ${grid.unit} that the program computed; off by about ${error} % at most. The other sliders step through computed values. The data have ${inUnits(grid.measured, grid.unit)}; what is beyond them is extrapolated.`;
    drawCurve(drawing, grid, row, size.value, wish.value);
  };
  const size = slider(grid.unit, true, sizes, grouped, nearest(sizes, grid.start), tell);
  const choices = grid.choices.map((choice) => slider(choice.label, false, choice.values, String, choice.start, tell));
  const wish = slider(`wanted ${grid.wanted.label}`, true, wishes, String, nearest(wishes, start), tell);
  const controls = document.createElement("div");
  controls.className = "controls";
  controls.append(...[size, ...choices, wish].map((control) => control.label));
  for (const choice of choices) choice.label.hidden = choice.input.max === "0";
  note.className = "note";
  place.replaceChildren(controls, said, drawing, note);
  tell();
  return () => {
    for (const control of [size, ...choices, wish]) control.reset();
    tell();
  };
};
for (const fold of document.querySelectorAll("details.what-if")) {
  const grids = JSON.parse(fold.querySelector("script").textContent);
  const place = document.createElement("div");
  let reset = playGround(place, grids[0]);
  if (grids.length > 1) {
    const [label, select] = [document.createElement("label"), document.createElement("select")];
    label.className = "choose";
    const several = new Set(grids.map((grid) => grid.section)).size > 1;
    for (const grid of grids) select.add(new Option(several ? `${grid.metric} (${grid.section})` : grid.metric));
    select.addEventListener("change", () => { reset = playGround(place, grids[select.selectedIndex]); });
    label.append("Metric ", select);
    fold.append(label);
  }
  fold.append(place);
  fold.hidden = false;
  // Paper has what the spec plans.
  addEventListener("beforeprint", () => reset());
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
