// The side-by-side view: findings above, and below them two captures of one question, row by row.

function findingElement(finding, places) {
  const place = places.get(finding);
  const pointer = element(place ? "button" : "code", { type: place ? "button" : null, class: "pointer" }, finding.pointer);
  if (place) pointer.addEventListener("click", () => show(place));
  const { severity } = finding;
  return element(
    "li",
    { "data-severity": severity },
    element("span", { class: "severity", "data-severity": severity }, `${SIGNS[severity]} ${severity}`),
    " ",
    element("span", {}, `${finding.sentence} `, element("code", { class: "rule" }, finding.rule), " ", pointer),
  );
}

function show(target) {
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

// The findings of the severities that the filter lets through; those of several steps wait behind a summary.
function findingsElement(strand, steps, { places, severities, isDirect }) {
  const found = steps.flatMap((step) => step.findings);
  const hidden = found.filter((finding) => !severities.includes(finding.severity)).length;
  const told = steps.flatMap((step) => {
    const items = step.findings.filter((finding) => severities.includes(finding.severity));
    if (!items.length) return [];
    const head = [versionOf(strand, step.fresh), element("small", {}, ` (after ${versionOf(strand, step.old)})`)];
    return [
      ...(isDirect ? [] : [element("h4", {}, ...head)]),
      element("ul", { class: "findings" }, ...items.map((finding) => findingElement(finding, places))),
    ];
  });
  const says = `${plural(hidden, "less grave finding")} not shown here; see Changes in the filter.`;
  const note = hidden ? element("p", { class: "hint" }, says) : null;
  const content = [...told, note].filter(Boolean);
  if (isDirect || !content.length) return element("div", {}, ...content);
  return element("details", {}, element("summary", {}, "Step by step"), ...content);
}

// What matters most to a reader comes first; the rest follows as it stands in the file.
const FIRST = ["verdict", "tools", "later_shapes", "envelopes", "traits", "calls", "subagent", "sightings", "requests", "mcp"];

function rowsOf(strand, old, fresh) {
  const isPair = old >= 0;
  const right = captureOf(strand, fresh);
  const left = isPair ? captureOf(strand, old) : right;
  const sides = {
    old: { keys: isPair ? keysOf(strand, old) : {}, wavering: (isPair && left.verdict.pointers) || [] },
    fresh: { keys: keysOf(strand, fresh), wavering: right.verdict.pointers ?? [] },
  };
  return [...new Set([...FIRST, ...Object.keys(right)])].map((name) => {
    const place = { oldPointer: `$.${name}`, freshPointer: `$.${name}` };
    return aligned(name, left[name], right[name], place, sides);
  });
}

// The table, and for each finding the element of its row.
function tableOf(rows, columns, options) {
  const places = new Map();
  const body = element("tbody", { role: "rowgroup" });
  for (const [row, made] of rows.flatMap((each) => [...rowElements(each, 0, options)])) {
    body.append(made);
    for (const finding of row.findings) {
      if (!places.has(finding) || finding.pointer === made.dataset.pointer) places.set(finding, made);
    }
  }
  const heads = ["Part of the capture", ...columns].map((text) => element("th", { scope: "col", role: "columnheader" }, text));
  const table = element(
    "table",
    { class: options.isPair ? "sides" : "sides alone", role: "table", "aria-label": columns.join(" and ") },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)),
    body,
  );
  return { table, places };
}

// The whole view. `old` is -1 when there is no version before; then the capture stands alone.
function comparisonOf(strand, old, fresh, { isAll, severities }) {
  const isPair = old >= 0;
  const silent = [old, fresh].filter((position) => position >= 0 && !isAnswered(strand, position));
  const isMarked = isPair && silent.length === 0;
  const steps = isMarked ? findingsBetween(strand, old, fresh) : [];
  const isDirect = steps.length === 1 && steps[0].old === old && steps[0].fresh === fresh;
  const rows = rowsOf(strand, old, fresh);
  mark(rows, isDirect ? steps[0].findings : []);
  const differing = rows.filter((row) => row.differs);
  const options = { isPair, isMarked, isAll: isAll || !isMarked || differing.length === 0 };
  const columns = [...(isPair ? [versionOf(strand, old)] : []), versionOf(strand, fresh)];
  const { table, places } = tableOf(rows, columns, options);
  const same = options.isAll ? [] : rows.filter((row) => !row.differs).map((row) => row.label);
  return [
    element("p", { class: "verdict" }, summaryOf(strand, old, fresh, { silent, steps, differing })),
    findingsElement(strand, steps, { places, severities, isDirect }),
    table,
    ...(same.length
      ? [element("p", { class: "hint" }, "The same on both sides: ", element("code", {}, same.join(", ")))]
      : []),
  ];
}

function summaryOf(strand, old, fresh, { silent, steps, differing }) {
  if (silent.length) {
    const reasons = silent.map((position) => `${versionOf(strand, position)} (${verdictOf(strand, position).reason})`);
    return `Inconclusive: ${reasons.join(" and ")}. Such a capture shows nothing, so nothing is marked.`;
  }
  if (old < 0) return `Nothing before ${versionOf(strand, fresh)} was captured, so it stands alone.`;
  const between = `From ${versionOf(strand, old)} to ${versionOf(strand, fresh)}`;
  const findings = steps.flatMap((step) => step.findings);
  if (!findings.length && !differing.length) return `${between} nothing changed.`;
  const count = (severity) => findings.filter((each) => each.severity === severity).length;
  const told = GRAVEST_FIRST.filter(count).map((severity) => `${count(severity)} ${severity}`);
  const way = steps.length > 1 ? `, in ${steps.length} steps (what came and went again is told too)` : "";
  return `${between}: ${plural(findings.length, "finding")}${told.length ? ` (${told.join(", ")})` : ""}${way}.`;
}

