// Two JSON values side by side, as a tree of rows. Objects go by key, lists by what their items are (match.js).
//
// A row has `label`, `old` and `fresh` (undefined where nothing stands), a pointer on each side, its `children`, and
// `mark`: "" for the same, "changed", "added", "removed", "moved" for a list in another order. `differs` says whether
// it or something below it is marked. What wavers in an unstable capture is never marked, as it is never a finding.

const isContainer = (value) => typeof value === "object" && value !== null;

// Small items that read better in one line than in one row for each key.
const BRIEF = [
  [["token", "pointer", "place"], (item) => `${item.place}, ${item.role} ${item.pointer}`],
  [["path", "change"], (item) => `${item.change}${item.to ? ` to ${item.to}` : ""}${item.of ? ` ${item.kept} of ${item.of}` : ""}`],
];

function briefly(value) {
  if (!isContainer(value) || Array.isArray(value)) return value;
  const found = BRIEF.find(([keys]) => keys.every((key) => Object.hasOwn(value, key)));
  return found ? found[1](value) : value;
}

// What an item of a list is called: the first of these that it has.
const TITLES = [
  (item) => item.path && item.method && [item.role, item.method, item.path].join(" "),
  (item) => item.alias && item.name && `${item.alias} ${item.name}`,
  (item) => item.route && item.kind && item.route,
  (item) => item.tools && item.attempt && `from request ${item.attempt}`,
  (item) => item.token,
  (item) => item.path,
  (item) => item.name,
];

function titleOf(item, position) {
  if (!isContainer(item)) return "";
  const titles = TITLES.map((title) => title(item));
  return titles.find((text) => typeof text === "string") ?? `[${position}]`;
}

function stepped(pointer, step) {
  if (pointer === null || step === null) return null;
  if (typeof step === "number") return `${pointer}[${step}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `${pointer}.${step}` : `${pointer}[${JSON.stringify(step)}]`;
}

const isBelow = (pointer, place) =>
  pointer !== null && pointer.startsWith(place) && [".", "[", undefined].includes(pointer[place.length]);

// `place` has the two pointers; `sides` has for each of the two captures its `keys` by pointer, and the pointers that
// are `wavering`.
function aligned(label, oldValue, freshValue, place, sides) {
  const [old, fresh] = [oldValue, freshValue].map(briefly);
  const row = { label, old, fresh, ...place, children: [], mark: "", differs: false, findings: [] };
  if ([old, fresh].some(isContainer)) row.children = childrenOf(old, fresh, place, sides);
  const isWavering =
    sides.old.wavering.some((pointer) => isBelow(place.oldPointer, pointer)) ||
    sides.fresh.wavering.some((pointer) => isBelow(place.freshPointer, pointer));
  if (!isWavering) row.mark = markOf(old, fresh, place, sides);
  row.differs = row.mark !== "" || row.children.some((child) => child.differs);
  return row;
}

function markOf(old, fresh, { oldPointer, freshPointer }, sides) {
  if (old === undefined) return "added";
  if (fresh === undefined) return "removed";
  if (!isContainer(old) || !isContainer(fresh)) return old === fresh ? "" : "changed";
  if (Array.isArray(old) !== Array.isArray(fresh)) return "changed";
  const [left, right] = [sides.old.keys[oldPointer], sides.fresh.keys[freshPointer]];
  return left && right && isReordered(left, right) ? "moved" : "";
}

function childrenOf(old, fresh, { oldPointer, freshPointer }, sides) {
  const [left, right] = [old, fresh].map((side) => (isContainer(side) ? side : undefined));
  if (left && right && Array.isArray(left) !== Array.isArray(right)) return [];
  const steps = Array.isArray(left ?? right)
    ? itemSteps(left ?? [], right ?? [], sides.old.keys[oldPointer], sides.fresh.keys[freshPointer])
    : keySteps(left ?? {}, right ?? {});
  return steps.map(([name, from, to]) =>
    aligned(
      name,
      from === null ? undefined : left[from],
      to === null ? undefined : right[to],
      { oldPointer: stepped(oldPointer, from), freshPointer: stepped(freshPointer, to) },
      sides,
    ),
  );
}

// Keys of both sides; one that is gone stands where it stood.
function keySteps(left, right) {
  const keys = Object.keys(right);
  let at = 0;
  for (const key of Object.keys(left)) {
    const found = keys.indexOf(key);
    if (found < 0) keys.splice(at, 0, key);
    at = (found < 0 ? at : found) + 1;
  }
  const has = (side, key) => (Object.hasOwn(side, key) ? key : null);
  return keys.map((key) => [key, has(left, key), has(right, key)]);
}

// Items of both sides in the order of the newer one; one that is gone stands behind the one that it stood behind.
function itemSteps(left, right, leftKeys, rightKeys) {
  const partners = partnersOf(left, right, leftKeys, rightKeys);
  const steps = right.map((item, to) => [titleOf(item, to), null, to]);
  for (const [from, to] of partners) steps[to][1] = from;
  left.forEach((item, from) => {
    if (partners.has(from)) return;
    const before = steps.findLastIndex(([, other]) => other !== null && other < from);
    steps.splice(before + 1, 0, [titleOf(item, from), from, null]);
  });
  return steps;
}

function partnersOf(left, right, leftKeys, rightKeys) {
  if (leftKeys && rightKeys) return matchedBy(leftKeys, rightKeys, leftKeys[0].length);
  if (left.length === right.length) return new Map(left.map((_item, at) => [at, at]));
  const [leftTexts, rightTexts] = [left, right].map((items) => items.map((item) => JSON.stringify(item)));
  return new Map(commonRun(leftTexts, rightTexts));
}

// Pairs of positions of a longest common subsequence.
function commonRun(left, right) {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let from = left.length - 1; from >= 0; from -= 1) {
    for (let to = right.length - 1; to >= 0; to -= 1) {
      lengths[from][to] =
        left[from] === right[to]
          ? lengths[from + 1][to + 1] + 1
          : Math.max(lengths[from + 1][to], lengths[from][to + 1]);
    }
  }
  const pairs = [];
  for (let from = 0, to = 0; from < left.length && to < right.length; ) {
    if (left[from] === right[to]) pairs.push([from++, to++]);
    else if (lengths[from + 1][to] >= lengths[from][to + 1]) from += 1;
    else to += 1;
  }
  return pairs;
}

