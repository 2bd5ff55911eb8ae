// Which item of one list is the same thing as which of another: by the keys that captures/report/matching.py gives, so
// that rows are matched as the findings are. A list without keys is matched by position.

// For each position on the left that has one, the position on the right. What a strict key leaves over is matched by
// the next; things of one key are matched in their order.
function matchedBy(leftKeys, rightKeys, count) {
  const found = new Map();
  for (let place = 0; place < count; place += 1) {
    const taken = new Set(found.values());
    const waiting = new Map();
    rightKeys.forEach((keys, to) => {
      if (!taken.has(to)) waiting.set(keys[place], [...(waiting.get(keys[place]) ?? []), to]);
    });
    leftKeys.forEach((keys, from) => {
      if (found.has(from) || keys[place] === null) return;
      const to = waiting.get(keys[place])?.shift();
      if (to !== undefined) found.set(from, to);
    });
  }
  return found;
}

// Whether what is certainly the same stands in another order.
function isReordered(leftKeys, rightKeys) {
  const matched = matchedBy(leftKeys, rightKeys, 1);
  const positions = [...matched.keys()].sort((a, b) => a - b).map((from) => matched.get(from));
  return positions.some((to, at) => at > 0 && to < positions[at - 1]);
}

