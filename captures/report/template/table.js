// The keyboard in the tables of versions: one stop for Tab in each, arrow keys from cell to cell.

const linksIn = (line) => all("td:not([hidden]) a", line);
const linesIn = (table) => all("tbody tr:not([hidden])", table).filter((line) => linksIn(line).length);

function stopAt(table, link) {
  for (const other of all("tbody a", table)) other.tabIndex = other === link ? 0 : -1;
}

// Keep the stop where it is, if it can still be reached: else at the chosen cell, else at the first one.
function keepOneTabStop(table) {
  const links = linesIn(table).flatMap(linksIn);
  const isStill = table.dataset.wired && links.find((link) => link.tabIndex === 0);
  stopAt(table, isStill || links.find((link) => link.getAttribute("aria-current")) || links[0]);
  table.dataset.wired = "1";
}

function moved(table, link, key) {
  const line = link.closest("tr");
  const lines = linesIn(table);
  const at = lines.indexOf(line);
  const links = linksIn(line);
  const column = links.indexOf(link);
  const strand = link.closest("td").dataset.strand;
  const inLine = (number) => {
    const there = linksIn(lines[Math.min(Math.max(number, 0), lines.length - 1)]);
    return there.find((each) => each.closest("td").dataset.strand === strand) ?? there[0];
  };
  switch (key) {
    case "ArrowLeft": return links[column - 1];
    case "ArrowRight": return links[column + 1];
    case "ArrowUp": return inLine(at - 1);
    case "ArrowDown": return inLine(at + 1);
    case "PageUp": return inLine(at - 10);
    case "PageDown": return inLine(at + 10);
    case "Home": return inLine(0);
    case "End": return inLine(lines.length - 1);
    default: return undefined;
  }
}

function wireTables() {
  for (const table of all("table.versions")) {
    table.addEventListener("focusin", (event) => {
      const link = event.target.closest("tbody a");
      if (link) stopAt(table, link);
    });
    table.addEventListener("keydown", (event) => {
      const link = event.target.closest("tbody a");
      if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const next = moved(table, link, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
  }
}

