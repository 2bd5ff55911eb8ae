(() => {
"use strict";

// What the page knows: see captures/report/embedded.py for the data.
const DATA = JSON.parse(document.getElementById("data").textContent);
const SIGNS = { breaking: "▲", notable: "◆", cosmetic: "○" };
const GRAVEST_FIRST = ["breaking", "notable", "cosmetic"];

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// An element with attributes and children. Text is always set as text.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const conditionsOf = (strand) => Object.entries(strand.requested).map(([axis, setting]) => `${axis}=${setting}`);
const questionOf = (strand) => [strand.client, strand.scenario, ...conditionsOf(strand)].join(" ");

// The capture of a strand, whole again, by its position.
function captureOf(strand, position) {
  const parts = strand.states[strand.captures[position][1]];
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, DATA.parts[part]]));
}
const keysOf = (strand, position) =>
  Object.assign({}, ...Object.values(strand.states[strand.captures[position][1]]).map((part) => DATA.keys[part]));
const versionOf = (strand, position) => strand.captures[position][0];
const verdictOf = (strand, position) => captureOf(strand, position).verdict;
const isAnswered = (strand, position) => verdictOf(strand, position).kind !== "inconclusive";

// The position of the answered capture before this one, or -1.
function answeredBefore(strand, position) {
  do position -= 1; while (position >= 0 && !isAnswered(strand, position));
  return position;
}

