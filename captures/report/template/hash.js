// The state of the page <-> what stands after the # of its address. Links are made in captures/report/links.py too.
//
//   #cell=codex/0.154.0/first-request/reply=accept             a version, and the one before it
//   #compare=codex/0.147.0..0.154.0/first-request/reply=accept two versions
//   &client= &scenario= &shown= &severity= &text= &same=1      the filter, and whether to show what is the same
//
// `strand`, `old` and `fresh` are positions in the data, null where nothing is chosen; `old` is null for a cell.
// `lost` says that a link leads to something that is not here.

const FILTERS = ["client", "scenario", "shown", "severity", "text", "same"];
const NOTHING = { strand: null, old: null, fresh: null, lost: false };

const encoded = (text) => encodeURIComponent(text).replace(/%(3D|3A|2C|40)/g, decodeURIComponent);

function stateIn(hash) {
  const state = { ...NOTHING, ...Object.fromEntries(FILTERS.map((name) => [name, ""])) };
  for (const pair of hash.replace(/^#/, "").split("&")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const text = pair.slice(at + 1);
    try {
      if (name === "cell" || name === "compare") Object.assign(state, placeIn(text.split("/").map(decodeURIComponent)));
      else if (FILTERS.includes(name)) state[name] = decodeURIComponent(text);
    } catch {
      state.lost = true; // a broken escape
    }
  }
  return state;
}

function placeIn([client, versions = "", scenario, ...conditions]) {
  const wanted = [client, scenario, ...conditions.sort()].join("\n");
  const strand = DATA.strands.findIndex(
    (each) => [each.client, each.scenario, ...conditionsOf(each).sort()].join("\n") === wanted,
  );
  if (strand < 0) return { ...NOTHING, lost: true };
  const [first, second] = versions.split("..");
  const place = (version) => DATA.strands[strand].captures.findIndex(([each]) => each === version);
  const old = second === undefined ? null : place(first);
  const fresh = place(second ?? first);
  if (fresh < 0 || (old !== null && old < 0)) return { ...NOTHING, lost: true };
  return { strand, old, fresh, lost: false };
}

function hashOf(state) {
  const pairs = [];
  if (state.strand !== null) {
    const strand = DATA.strands[state.strand];
    const fresh = versionOf(strand, state.fresh);
    const versions = state.old === null ? fresh : `${versionOf(strand, state.old)}..${fresh}`;
    const path = [strand.client, versions, strand.scenario, ...conditionsOf(strand)].map(encoded).join("/");
    pairs.push(`${state.old === null ? "cell" : "compare"}=${path}`);
  }
  for (const name of FILTERS) if (state[name]) pairs.push(`${name}=${encoded(state[name])}`);
  return pairs.length ? `#${pairs.join("&")}` : "";
}

