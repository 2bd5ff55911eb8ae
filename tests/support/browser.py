"""A headless browser for tests of pages: one start for all of them, and it notes what a page may not do."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, ConsoleMessage, Page, Route, sync_playwright

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

QUIET: Final = (
    "--no-sandbox",  # it opens our own page alone, and a container has no other sandbox to give
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@dataclass(slots=True, kw_only=True)
class Opened:
    """A page, and what it did that it may not: errors, messages on the console, requests to anywhere."""

    page: Page
    misdeeds: list[str] = field(default_factory=list)


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A browser of this machine. Playwright's own is not fetched."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert program is not None, f"this test needs a browser: install one of {', '.join(PROGRAMS)}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield browser
        browser.close()


@contextmanager
def opened(
    browser: Browser,
    path: Path,
    *,
    link: str = "",
    width: int = 1280,
    scheme: Literal["light", "dark"] = "light",
) -> Iterator[Opened]:
    """Open a file, with what stands after the `#`; whoever opens it looks at `misdeeds`."""
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    found = Opened(page=context.new_page())

    def said(message: ConsoleMessage) -> None:
        found.misdeeds.append(f"console {message.type}: {message.text}")

    def asked(route: Route) -> None:
        if route.request.url.startswith(path.as_uri()):
            route.continue_()
        else:
            found.misdeeds.append(f"request: {route.request.url}")
            route.abort()

    found.page.on("console", said)
    found.page.on("pageerror", lambda error: found.misdeeds.append(f"error: {error}"))
    context.route("**/*", asked)
    found.page.goto(f"{path.as_uri()}{link}")
    yield found
    context.close()


def texts(page: Page, selector: str) -> list[str]:
    """The text of what is visible, also where the browser has not drawn it yet."""
    script = "all => all.filter(each => each.checkVisibility()).map(each => each.textContent)"
    return [" ".join(text.split()) for text in page.eval_on_selector_all(selector, script)]
