// Which findings belong to two captures, and on which rows each of them hangs.

// The findings from one position to a later one, by steps: [{ old, fresh, findings }].
function findingsBetween(strand, old, fresh) {
  const stateAt = (position) => strand.captures[position][1];
  const named = (from, to) =>
    stateAt(from) === stateAt(to) ? [] : strand.pairs[`${stateAt(from)}-${stateAt(to)}`]?.map((n) => DATA.findings[n]);
  const direct = named(old, fresh);
  if (direct) return [{ old, fresh, findings: direct }];
  const steps = [];
  for (let to = fresh; to > old; to = answeredBefore(strand, to)) {
    const from = answeredBefore(strand, to);
    steps.push({ old: from, fresh: to, findings: named(from, to) ?? [] });
  }
  return steps.filter((step) => step.findings.length);
}

// Hang each finding on the rows that its pointers lead to: in the newer capture, or in the older one for what is gone.
function mark(rows, findings) {
  const walked = [];
  const walk = (row) => (walked.push(row), row.children.forEach(walk));
  rows.forEach(walk);
  // A pointer does not say into which of the two captures it leads: to what differs there, and else to what is there.
  const rowsAt = (pointer) => {
    const found = walked.filter((row) => row.differs && (row.freshPointer ?? row.oldPointer) === pointer);
    return found.length ? found : walked.filter((row) => row.freshPointer === pointer);
  };
  const rowsOf = (pointer, { before, after, pointer: first }) => {
    const found = rowsAt(pointer);
    const mark = pointer !== first ? null : after === null ? "removed" : before === null ? "added" : null;
    const fitting = found.filter((row) => row.mark === mark);
    return fitting.length ? fitting : found;
  };
  for (const finding of findings) {
    for (let pointer of [finding.pointer, ...finding.also]) {
      let found = rowsOf(pointer, finding);
      while (!found.length && pointer.length > 1) {
        pointer = pointer.replace(/(?:\.[^.[\]]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\]|.)$/, "");
        found = rowsOf(pointer, finding);
      }
      for (const row of found) if (!row.findings.includes(finding)) row.findings.push(finding);
    }
  }
  const settle = (row, above) => {
    const own = [...row.findings.map((finding) => finding.severity), ...(above ? [above] : [])];
    const inherited = GRAVEST_FIRST.find((severity) => own.includes(severity)) ?? null;
    const below = row.children.map((child) => settle(child, inherited)).filter(Boolean);
    row.severity = inherited ?? GRAVEST_FIRST.find((severity) => below.includes(severity)) ?? null;
    return row.severity;
  };
  rows.forEach((row) => settle(row, null));
}

