// One row of the side-by-side view as an element of a table.

function shown(value) {
  if (value === undefined) return "";
  if (isContainer(value)) return Object.keys(value).length ? "" : Array.isArray(value) ? "none" : "{}";
  return typeof value === "string" ? value : String(value);
}

// A value that has rows of its own, in one word.
const nameOf = (value) => (!isContainer(value) ? shown(value) : Array.isArray(value) ? "a list" : "an object");

const MARKS = {
  changed: ["≠", "changed"],
  added: ["+", "only in the newer"],
  removed: ["−", "only in the older"],
  moved: ["↕", "in another order"],
};

function leaves(row, isWanted) {
  if (!row.children.length) return isWanted(row) ? 1 : 0;
  return row.children.reduce((sum, child) => sum + leaves(child, isWanted), 0);
}

function side(value, row, isOwn) {
  const cell = element("td", { role: "cell", class: "value" });
  const text = shown(value);
  if (text && row.mark && isOwn) cell.append(element("mark", {}, text));
  else cell.append(text);
  return cell;
}

function rowElement(row, depth, options) {
  const isBranch = row.children.length > 0;
  const isMarked = options.isMarked && row.mark !== "";
  const [sign, says] = isMarked ? MARKS[row.mark] : ["", ""];
  const head = element(
    "th",
    { scope: "row", role: "rowheader" },
    element("span", { class: "gutter", "aria-hidden": "true" }, sign),
    element("span", { class: "label" }, row.label),
    says ? element("span", { class: "unseen" }, ` ${says}`) : null,
    ...row.findings.map((finding) => element("code", { class: "rule", title: finding.severity }, finding.rule)),
  );
  head.style.setProperty("--depth", depth);
  const made = element(
    "tr",
    {
      role: "row",
      class: isBranch ? "branch" : "leaf",
      tabindex: "-1",
      "data-mark": isMarked ? row.mark : null,
      "data-severity": options.isMarked && row.differs ? row.severity : null,
      "data-pointer": row.freshPointer ?? row.oldPointer,
      "data-depth": depth,
    },
    head,
  );
  if (isBranch) {
    const same = options.isAll ? 0 : leaves(row, (leaf) => !leaf.differs);
    const note = same ? `${same} the same` : "";
    const own = { changed: `${nameOf(row.old)} → ${nameOf(row.fresh)}`, moved: "in another order" }[row.mark];
    const width = options.isPair ? 2 : 1;
    made.append(element("td", { role: "cell", colspan: width, class: "note" }, (isMarked && own) || note));
  } else {
    if (options.isPair) made.append(side(row.old, row, isMarked));
    made.append(side(row.fresh, row, isMarked));
  }
  return made;
}

function* rowElements(row, depth, options) {
  if (!options.isAll && !row.differs) return;
  yield [row, rowElement(row, depth, options)];
  for (const child of row.children) yield* rowElements(child, depth + 1, options);
}

