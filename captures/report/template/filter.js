// The filter: hides what does not fit, in the table, in the time line and in the requests, and says which questions are
// left for the side-by-side view. It changes no data.

const filter = document.getElementById("filter");

// The text of an element in lower case, read once: the page's own parts do not change.
const texts = new WeakMap();
function textOf(node) {
  if (!texts.has(node)) texts.set(node, node.textContent.toLowerCase().replace(/\s+/g, " "));
  return texts.get(node);
}

// The cells of the tables by `strand version`.
const CELLS = new Map(
  all("table.versions td[data-version]").map((cell) => [`${cell.dataset.strand} ${cell.dataset.version}`, cell]),
);
const QUESTIONS = DATA.strands.map((strand) => questionOf(strand).toLowerCase());

function severitiesIn(state) {
  return GRAVEST_FIRST.slice(0, { breaking: 1, any: 3 }[state.severity] ?? 2);
}

function fits(state) {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  const strandFits = DATA.strands.map(
    (strand) => [strand.client, ""].includes(state.client) && [strand.scenario, ""].includes(state.scenario),
  );
  const textFits = (...parts) => words.every((word) => parts.some((part) => part.includes(word)));
  return { strandFits, textFits };
}

// Gives the numbers of the questions of which a capture fits.
function drawFilter(state) {
  for (const name of ["client", "scenario", "shown", "severity", "text"]) {
    if (filter[name].value !== state[name]) filter[name].value = state[name];
  }
  const fit = fits(state);
  const cells = drawTables(state, fit);
  drawTimeline(state, fit);
  drawRequests(state, fit);
  const isOn = ["client", "scenario", "shown", "text"].some((name) => state[name]);
  const total = DATA.strands.reduce((sum, strand) => sum + strand.captures.length, 0);
  one("#filtered").textContent = isOn ? `${cells.size} of ${plural(total, "capture")}` : "";
  for (const clients of all("main .clients")) {
    one(".nothing", clients.parentElement).hidden = all(".client", clients).some((each) => !each.hidden);
  }
  const fitting = new Set([...cells].map((cell) => Number(cell.split(" ")[0])));
  return [...fitting].sort((left, right) => left - right);
}

// Gives the cells that fit, as `strand version`.
function drawTables(state, { strandFits, textFits }) {
  const found = new Set();
  for (const block of all("#table .client")) {
    for (const cell of all("thead th[data-strand]", block)) cell.hidden = !strandFits[cell.dataset.strand];
    for (const group of all("thead th[data-scenario]", block)) {
      group.hidden = Boolean(state.scenario) && group.dataset.scenario !== state.scenario;
    }
    let rows = 0;
    for (const row of all("tbody tr", block)) {
      const [head, ...cells] = row.children;
      let fitting = 0;
      for (const cell of cells) {
        const { strand, version, state: kind } = cell.dataset;
        cell.hidden = !strandFits[strand];
        const isFit =
          strandFits[strand] &&
          (!state.shown || kind === state.shown) &&
          textFits(textOf(head), textOf(cell), QUESTIONS[strand]);
        cell.classList.toggle("dim", !cell.hidden && !isFit);
        if (isFit) fitting += 1;
        if (isFit && version) found.add(`${strand} ${version}`);
      }
      row.hidden = fitting === 0;
      rows += fitting ? 1 : 0;
    }
    block.hidden = rows === 0;
    keepOneTabStop(one("table", block));
  }
  return found;
}

function drawTimeline(state, { strandFits, textFits }) {
  const severities = severitiesIn(state);
  for (const block of all("#timeline .client")) {
    let shownReleases = 0;
    for (const release of all(".release", block)) {
      let shownFindings = 0;
      for (const group of all(".group", release)) {
        const strands = group.dataset.strands.trim().split(" ").filter((strand) => strandFits[strand]);
        const isCell = !state.shown || strands.some((strand) => isShown(strand, group.dataset.version, state.shown));
        const about = [group.dataset.version, textOf(one(".questions", group)), block.dataset.client];
        let count = 0;
        for (const item of all(".findings > li", group)) {
          const isGrave = severities.includes(item.dataset.severity);
          item.hidden = !(isGrave && isCell && strands.length && textFits(...about, textOf(item)));
          count += item.hidden ? 0 : 1;
        }
        group.hidden = count === 0;
        shownFindings += count;
      }
      release.hidden = shownFindings === 0;
      shownReleases += shownFindings ? 1 : 0;
    }
    const isEmpty = all(".release", block).length === 0 && !state.text && !state.shown;
    block.hidden = shownReleases === 0 && !(isEmpty && (!state.client || state.client === block.dataset.client));
  }
}

const isShown = (strand, version, kind) => CELLS.get(`${strand} ${version}`)?.dataset.state === kind;

function drawRequests(state, { strandFits, textFits }) {
  for (const block of all("#requests .client")) {
    const { strand } = block.dataset;
    const heading = textOf(one("h3", block));
    let count = 0;
    for (const run of all("tbody", block)) {
      const versions = run.dataset.versions.split(" ");
      const isCell = !state.shown || versions.some((version) => isShown(strand, version, state.shown));
      run.hidden = !(strandFits[strand] && isCell && textFits(heading, run.dataset.versions, textOf(run)));
      count += run.hidden ? 0 : 1;
    }
    block.hidden = count === 0;
  }
}

function wireFilter(change) {
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.addEventListener("input", (event) => {
    change({ [event.target.name]: event.target.value }, { isQuiet: event.target.type === "search" });
  });
  filter.addEventListener("reset", (event) => {
    event.preventDefault();
    change({ client: "", scenario: "", shown: "", severity: "", text: "" });
  });
}

