"""A real server, a real browser: Playwright on the system's Chromium."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.match.record import dump_record

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "tests" / "artefacts"


def find_chromium() -> str | None:
    """The system's Chromium, else the one that Playwright has fetched."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    return next((str(file) for file in sorted(cache.glob("chromium*/chrome-*/*")) if file.name in OWN), None)


OWN = ("chrome", "chrome.exe", "headless_shell", "chrome-headless-shell")
CHROMIUM = find_chromium()
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
BUILT = ROOT / "src" / "grognard" / "client" / "index.html"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = (
        "there is no Chromium on this machine (Debian: apt-get install chromium)" if CHROMIUM is None
        else "the client is not built (python client/hatch_build.py)" if not BUILT.exists()
        else ""
    )  # fmt: skip
    skipped = [item for item in items if "tests/browser" in str(item.path)] if missing else []
    for item in skipped:
        item.add_marker(pytest.mark.skip(reason=missing))
    if skipped:  # ./test says so in its last line
        ARTEFACTS.mkdir(exist_ok=True)
        (ARTEFACTS / "skipped").write_text(f"{len(skipped)} ({missing})\n", encoding="utf-8")


AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"

# What there is to know when a click came to nothing.
SEEN = """([[x, y], action]) => {
    const g = grognard, map = grognardMap, b = map.top.getBoundingClientRect(), hit = map.hit(x, y);
    const over = document.elementFromPoint(b.left + x, b.top + y);
    return {
        clicked: [x, y], over: over && `${over.tagName} ${over.className}`, page: [b.width, b.height],
        hit: {place: hit.place?.id, piece: hit.piece?.id, stack: hit.stack?.pieces.map((p) => p.id),
              heaped: hit.stack?.heaped, fanned: hit.fanned},
        isFanned: map.isFanned, isGliding: map.isGliding, hidePieces: map.hidePieces,
        offered: g.choices.value.some((c) => c.action === action), choices: g.choices.value.length,
        prefix: g.prefix.value, rev: g.state.value?.rev, decision: !!g.state.value?.decision,
        refused: g.refused.value, picking: g.picking.value, busy: g.busy.value, line: g.line.value,
        look: g.looks.shown.value?.action, dice: g.dice.value.length, replay: !!g.replay.value,
    } }"""


# A place that lies off the view, or at its very edge, is brought to the middle.
SOUGHT = """(id) => {
    const map = grognardMap, [x, y] = map.toScreen(...map.index.places.get(id).anchor), edge = 12;
    if (x < edge || y < edge || x > map.top.clientWidth - edge || y > map.top.clientHeight - edge)
        map.centreOn(...map.index.places.get(id).anchor) }"""


class Server:
    """The server with the toy games, as a process that can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(ROOT / "tests/server/toy_server.py"), "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--no-browser"], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+))/enter\?token=(\S+)", line)
        assert found, line
        self.home, self.port, self.token = found[1], int(found[2]), found[3]

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as data:
        found = Server(Path(data))
        yield found
        found.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


class Desk:
    """One page at the server, with hands: clicks on pieces, places and buttons, and waits for answers."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page = page
        self.server = server
        self.errors: list[str] = []
        self.clicked: list[float] = [0, 0]
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda m: self.errors.append(m.text) if m.type == "error" and "WebSocket" not in m.text else None,
        )
        page.goto(f"{server.home}/enter?token={server.token}")

    def new(self, game: str, **how: Any) -> str:
        script = """async (body) => { const r = await fetch("/api/tables", {method: "POST",
            headers: {"content-type": "application/json"}, body: JSON.stringify(body)});
            return (await r.json()).id }"""
        found: str = self.page.evaluate(script, {"game": game, **how})
        return found

    def sit(self, table: str) -> None:
        self.page.goto(f"{self.server.home}/table/{table}")
        self.page.wait_for_function("window.grognard?.state.value && window.grognardMap && window.grognard.map")
        if self.ask("grognard.shared.value && grognard.others.value.length > 0"):
            self.alone()
        self.settle()

    def alone(self) -> None:
        """Who is asked in private takes the screen for himself."""
        self.page.get_by_test_id("alone").first.click()
        self.page.wait_for_function("grognard.chair.value !== 'open' && grognard.state.value")

    def start(self, game: str, **how: Any) -> str:
        table = self.new(game, **how)
        self.sit(table)
        return table

    def lay(self, table: Any) -> None:
        """Sit down at a table that stands in this position."""
        script = """async (raw) => { const r = await fetch("/api/import", {method: "POST",
            headers: {"content-type": "application/json"}, body: raw}); return (await r.json()).id }"""
        self.sit(self.ask(script, dump_record(table.record()).decode()))

    def ask(self, script: str, *args: Any) -> Any:
        return self.page.evaluate(script, *args)

    @property
    def state(self) -> Any:
        return self.ask("grognard.state.value")

    @property
    def choices(self) -> list[dict[str, Any]]:
        return self.ask("grognard.choices.value")

    def places(self) -> dict[str, str]:
        return {p["id"]: p["place"] for p in self.state["scene"]["pieces"]}

    def rev(self) -> str:
        return self.ask("grognard.state.value?.rev")

    def settle(self) -> None:
        """Wait until nothing is under way and the map has been drawn."""
        self.page.wait_for_function("!grognard.busy.value && !grognardMap.isGliding")
        self.ask("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def at(self, point: list[float]) -> None:
        box = self.page.locator(".map-top").bounding_box()
        self.clicked = point
        self.page.mouse.click(box["x"] + point[0], box["y"] + point[1])

    def click_place(self, place: str) -> None:
        self.ask("(id) => grognardMap.reveal([id])", place)
        self.settle()
        self.ask(SOUGHT, place)
        self.settle()
        self.at(
            self.ask(
                "(id) => { const p = grognardMap.index.places.get(id); return grognardMap.toScreen(...p.anchor) }",
                place,
            )
        )

    def click_under(self, place: str) -> None:
        """A click on the place itself where a counter that may be chosen too lies on its middle: with H held."""
        mixed = any(c.get("kind") == "piece" and self.places().get(c["value"]) == place for c in self.choices)
        if mixed:
            self.page.keyboard.down("h")
        self.click_place(place)
        if mixed:
            self.page.keyboard.up("h")

    def click_piece(self, piece: str) -> None:
        place = self.places()[piece]
        self.ask("(id) => grognardMap.reveal([id])", place)
        self.settle()
        self.at(self.ask("(id) => { grognardMap.closeFan(); return grognardMap.whereIs(id) }", piece))

    def pick(self, piece: str) -> None:
        """Choose a piece, out of its heap if it lies in one."""
        self.click_piece(piece)
        if self.ask("grognardMap.isFanned"):
            self.at(self.ask("(id) => grognardMap.whereIs(id)", piece))

    def click_button(self, action: str) -> None:
        self.page.locator(f'.decision [data-action="{action}"]').first.click()

    def take(self, choice: dict[str, Any]) -> None:
        """Take a choice as a person with a mouse would: on the map if it is there, else by its button."""
        rev, prefix = self.rev(), self.ask("grognard.prefix.value")
        kind, value, action = choice.get("kind"), choice.get("value", ""), choice["action"]
        if not prefix and choice.get("more") == "repeat" and not choice.get("complete"):
            together = self.page.get_by_test_id("together")
            if together.count():  # else the click would be for the unit alone
                together.click()
        if kind == "place" and not choice.get("way") and any(c.get("way") for c in self.choices):
            self.page.get_by_test_id("by-way").click()  # else the click would be for the end of a way
        if kind == "piece" and value in self.places():
            self.pick(value)
        elif kind == "place" and self.ask("(id) => grognardMap.index.places.has(id)", value):
            self.click_under(value)
        else:
            self.click_button(action)
        changed = "grognard.state.value && (grognard.state.value.rev !== rev || grognard.prefix.value !== p)"
        try:
            arg = [rev, prefix]
            self.page.wait_for_function(
                f"([rev, p]) => grognard.picking.value || grognard.ending.value || ({changed})",
                arg=arg,
                timeout=15_000,
            )
            instead = self.page.locator(f'.instead[data-action="{action}"]')
            if instead.count() and self.ask("grognard.prefix.value") != action:  # not with the usual verb
                instead.click()
                self.page.wait_for_function(
                    "([rev, a]) => grognard.prefix.value === a || grognard.state.value?.rev !== rev",
                    arg=[rev, action],
                )
            if self.ask("!!grognard.ending.value"):
                self.page.get_by_test_id("end-anyway").click()
                self.page.wait_for_function(f"([rev, p]) => {changed}", arg=arg, timeout=15_000)
            if self.ask("grognard.picking.value"):
                self.page.locator(f'.pick [data-action="{action}"]').click()
                self.page.wait_for_function(f"([rev, p]) => {changed}", arg=arg, timeout=15_000)
        except Exception as error:
            self.shot("stuck")
            raise AssertionError(f"nothing came of {choice}: {self.ask(SEEN, [self.clicked, action])}") from error
        self.settle()

    def spell(self, action: str) -> None:
        """Put an action together word by word, as a person with a mouse would, and play it."""
        rev = self.rev()
        for _ in range(12):
            if self.ask("grognard.prefix.value") == action:  # it could go on, and does not
                self.click_button(action)
                self.wait_change(rev)
                return
            found = [c for c in self.choices if f"{action} ".startswith(f"{c['action']} ")]
            assert found, f"{action} is not offered after “{self.ask('grognard.prefix.value')}”"
            self.take(next((c for c in found if c.get("way")), found[-1]))
            if self.rev() != rev:
                return
        raise AssertionError(f"{action} was not played")

    def axe(self) -> list[str]:
        """What axe finds that is serious or worse, as one line each."""
        if not AXE.exists():
            pytest.skip("axe-core is not installed (npm ci in client)")
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{v['id']}: {v['help']} ({n['target'][0]})" for v in found["violations"] for n in v["nodes"]
            if v["impact"] in ("serious", "critical")
        ]  # fmt: skip

    def shot(self, name: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.wait_for_timeout(250)
        self.page.screenshot(path=str(ARTEFACTS / f"{name}.png"))

    def wait_change(self, rev: str, seconds: float = 20) -> None:
        self.page.wait_for_function(
            "(rev) => grognard.state.value && grognard.state.value.rev !== rev", arg=rev, timeout=seconds * 1000
        )
        self.settle()


@pytest.fixture
def desk(browser: Any, server: Server) -> Iterator[Callable[..., Desk]]:
    """Opens desks: `desk()`, `desk(width=390, height=844, touch=True)`, `desk(dark=True)`, `desk(follow=True)`, where
    what others do is played step by step."""
    contexts = []

    def make(
        width: int = 1440, height: int = 900, dark: bool = False, touch: bool = False, still: bool = True,
        follow: bool = False,
    ) -> Desk:  # fmt: skip
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", has_touch=touch,
            reduced_motion="reduce" if still else "no-preference", bypass_csp=True, accept_downloads=True,
        )  # fmt: skip
        contexts.append(context)
        if not follow:
            context.add_init_script("localStorage.setItem('grognard.follow', 'false')")
        return Desk(context.new_page(), server)

    yield make
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
