// Puts the parts together: what the address says is drawn, what a control changes goes into the address.

let state = stateIn(location.hash);

// What each entry of the browser's history holds once it was drawn. The browser itself scrolls back to such a one.
const DRAWN = "drawn";

function draw() {
  markCell(state);
  drawSides(state, drawFilter(state));
}

// `isQuiet` changes leave no entry in the browser's history: not one for each letter that is typed.
function change(values, { isQuiet = false } = {}) {
  state = { ...state, ...values, lost: false };
  const address = location.pathname + location.search + hashOf(state);
  if (isQuiet) history.replaceState(DRAWN, "", address);
  else history.pushState(DRAWN, "", address);
  draw();
}

function goTo(id) {
  const section = document.getElementById(id);
  section.scrollIntoView();
  section.focus({ preventScroll: true });
}

// Draws what a link into the page says, and goes to what it leads to.
function follow() {
  draw();
  history.replaceState(DRAWN, "");
  if (state.strand !== null || state.lost) goTo("comparison");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const href = link.getAttribute("href");
  if (href.includes("=")) {
    const { strand, old, fresh } = stateIn(href);
    change({ strand, old, fresh });
    goTo("comparison");
  } else {
    goTo(href.slice(1));
  }
});

for (const name of ["popstate", "hashchange"]) {
  window.addEventListener(name, () => {
    const isNew = history.state !== DRAWN;
    if (!isNew && hashOf(state) === location.hash && !state.lost) return;
    state = stateIn(location.hash);
    if (isNew) follow();
    else draw();
  });
}

// The theme is a matter of the reader and not of the link.
const THEMES = ["as the system", "light", "dark"];
const themeButton = document.getElementById("theme");
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  themeButton.textContent = `Theme: ${theme}`;
}
function remembered(theme) {
  try {
    if (theme) localStorage.setItem("shape-probe-theme", theme);
    return localStorage.getItem("shape-probe-theme");
  } catch {
    return null; // a browser that keeps nothing for files
  }
}
themeButton.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
  remembered(next);
  setTheme(next);
});

// The bar of the filter sticks to the top, and takes two lines where it is narrow: what scrolls stops below it.
new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${filter.offsetHeight}px`)).observe(filter);

document.documentElement.classList.add("js");
setTheme(THEMES.find((theme) => theme === remembered()) ?? THEMES[0]);
wireChoice(change);
wireFilter(change);
wireTables();
follow();
})();
