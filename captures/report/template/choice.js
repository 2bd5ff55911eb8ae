// Which two captures stand side by side: the controls above them, and the state that they and the address share.

const choice = document.getElementById("choice");
const sides = document.getElementById("sides");

// The last two neighbours of a strand that differ, at or before a position; null when there are none.
function lastDifference(strand, position = strand.captures.length - 1) {
  for (let fresh = position; fresh > 0; fresh -= 1) {
    if (!isAnswered(strand, fresh)) continue;
    const old = answeredBefore(strand, fresh);
    if (old < 0) return null;
    if (strand.captures[old][1] !== strand.captures[fresh][1]) return { old, fresh };
  }
  return null;
}

function nextDifference(strand, position) {
  for (let fresh = position + 1; fresh < strand.captures.length; fresh += 1) {
    const old = isAnswered(strand, fresh) ? answeredBefore(strand, fresh) : -1;
    if (old >= 0 && strand.captures[old][1] !== strand.captures[fresh][1]) return { old, fresh };
  }
  return null;
}

// What is shown: what the address names, or the last two captures that differ of a question that fits the filter; null
// when none fits. `fitting` has the numbers of those that do.
function chosenIn(state, fitting) {
  if (state.strand === null) {
    const number = fitting.find((each) => lastDifference(DATA.strands[each]) !== null) ?? fitting[0];
    if (number === undefined) return null;
    const strand = DATA.strands[number];
    const fresh = strand.captures.length - 1;
    return { number, strand, ...(lastDifference(strand) ?? { old: answeredBefore(strand, fresh), fresh }) };
  }
  const strand = DATA.strands[state.strand];
  const old = state.old ?? answeredBefore(strand, state.fresh);
  return { number: state.strand, strand, old: Math.min(old, state.fresh), fresh: Math.max(old, state.fresh) };
}

function fillChoice({ number, strand, old, fresh }, fitting) {
  const options = (select, texts, chosen) => {
    select.replaceChildren(...texts.map(([value, text]) => element("option", { value }, text)));
    select.value = String(chosen);
  };
  const versions = strand.captures.map(([version], position) => [position, version]).reverse();
  const offered = DATA.strands.map((each, index) => [index, questionOf(each)]);
  options(choice.strand, offered.filter(([index]) => index === number || fitting.includes(index)), number);
  options(choice.old, old < 0 ? [[-1, "none"], ...versions] : versions, old);
  options(choice.new, versions, fresh);
  one("#step-older").disabled = lastDifference(strand, fresh - 1) === null;
  one("#step-newer").disabled = nextDifference(strand, fresh) === null;
}

const LOST = "The link leads to something that is not in this report.";

const LEFT_OUT = "The filter leaves this question out. It stands here because it was chosen.";

// What stands there now: letters typed into the filter draw it again only when it becomes something else.
let drawnView = "";

function drawSides(state, fitting) {
  const chosen = chosenIn(state, fitting);
  choice.hidden = chosen === null;
  one("#comparison .nothing").hidden = chosen !== null;
  if (chosen) fillChoice(chosen, fitting);
  choice.same.checked = state.same === "1";
  const isLeftOut = chosen !== null && !fitting.includes(chosen.number);
  const view = JSON.stringify([chosen?.number, chosen?.old, chosen?.fresh, isLeftOut, state.lost, state.same, state.severity]);
  if (view === drawnView) return;
  drawnView = view;
  const options = { isAll: state.same === "1", severities: severitiesIn(state) };
  sides.replaceChildren(
    state.lost ? element("p", { class: "lost", role: "alert" }, LOST) : "",
    isLeftOut ? element("p", { class: "hint" }, LEFT_OUT) : "",
    ...(chosen ? comparisonOf(chosen.strand, chosen.old, chosen.fresh, options) : []),
  );
}

// The cell that the address names, in the table.
function markCell({ strand, fresh }) {
  for (const cell of all("table.versions a[aria-current]")) cell.removeAttribute("aria-current");
  if (strand === null) return;
  const current = CELLS.get(`${strand} ${versionOf(DATA.strands[strand], fresh)}`);
  one("a", current).setAttribute("aria-current", "true");
}

function wireChoice(change) {
  const numbers = () => {
    const [strand, old, fresh] = [choice.strand, choice.old, choice.new].map((select) => Number(select.value));
    return { strand, old, fresh };
  };
  choice.addEventListener("submit", (event) => event.preventDefault());
  choice.strand.addEventListener("change", () => {
    const strand = DATA.strands[choice.strand.value];
    const fresh = strand.captures.length - 1;
    const found = lastDifference(strand) ?? { old: answeredBefore(strand, fresh), fresh };
    change({ strand: Number(choice.strand.value), old: found.old < 0 ? null : found.old, fresh: found.fresh });
  });
  // The two keep their order: the one that was not touched moves out of the way.
  choice.new.addEventListener("change", () => {
    const { strand, old, fresh } = numbers();
    const before = old < fresh ? old : answeredBefore(DATA.strands[strand], fresh);
    change({ strand, old: before < 0 ? null : before, fresh });
  });
  choice.old.addEventListener("change", () => {
    const { strand, old, fresh } = numbers();
    const last = DATA.strands[strand].captures.length - 1;
    const after = old < fresh ? fresh : Math.min(old + 1, last);
    change({ strand, old: old < 0 ? null : Math.min(old, last - 1), fresh: after });
  });
  choice.same.addEventListener("change", () => change({ same: choice.same.checked ? "1" : "" }));
  const step = (found) => found && change({ strand: Number(choice.strand.value), ...found });
  one("#step-older").addEventListener("click", () => {
    step(lastDifference(DATA.strands[choice.strand.value], Number(choice.new.value) - 1));
  });
  one("#step-newer").addEventListener("click", () => {
    step(nextDifference(DATA.strands[choice.strand.value], Number(choice.new.value)));
  });
}

