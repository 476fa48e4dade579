"""The commands of the terminal game, besides playing: rules, reasons, taking back, saving, looking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from grognard.bots import game_bots
from grognard.bots.advice import still_to_add
from grognard.bots.steady import Steady
from grognard.cli import sketch
from grognard.cli.common import write_bytes
from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.match.record import dump_record
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.state import S

if TYPE_CHECKING:
    from grognard.cli.terminal import Session


class Quit(Exception):
    """The person at the keyboard is done."""


class Command(NamedTuple):
    usage: str
    about: str
    run: Callable[[Session[Any], str, str], None]


def rule(t: Session[S], seat: str, rest: str) -> None:
    """The text of a case, of the present decision's if none is named; or the cases that speak of a word."""
    cases = t.game.rules()
    wanted = rest or t.asked.decision(seat).rule
    found = [case for case in cases if case.id == wanted]
    if not found and rest:
        word = rest.lower()
        found = [c for c in cases if c.id.startswith(rest + ".") or word in f"{c.id} {c.title} {c.text}".lower()][:12]
    if not found:
        raise BadInput(f"No case speaks of “{wanted}”." if wanted else "No rule is named here.")
    for case in found:
        t.out.print(Text().append(f"{case.id} {case.title}. ", "bold").append(case.text))


def why(t: Session[S], seat: str, rest: str) -> None:
    if not rest:
        raise BadInput("Say which action: why move hoth-pz 12.")
    text = rest if not t.prefix or rest.split()[0] == t.prefix[0] else " ".join([*t.prefix, rest])
    reasons = t.asked.why_not(text, seat)
    if reasons:
        t.show_reasons(Refused(reasons))
    else:
        t.out.print(Text(f"“{text}” is legal.", "green"))


def undo(t: Session[S], seat: str, rest: str) -> None:
    if t.prefix:
        t.prefix.clear()
        return
    if t.table.draft(seat) or not t.table.practice:
        t.table.undo(t.undoing(seat))
    else:  # no barrier here: back over what the bots did, to a decision of somebody at this terminal
        t.table.undo()
        while not set(t.table.seats) - set(t.bots) and t.table.barrier() is None:
            t.table.undo()
    t.out.print(Text("Taken back.", "dim"))


def drop(t: Session[S], seat: str, rest: str) -> None:
    if not rest.isdigit():
        raise BadInput("Say which part of your draft, by its number: drop 2.")
    t.table.drop(int(rest) - 1, seat)


def redo(t: Session[S], seat: str, rest: str) -> None:
    t.prefix.clear()
    t.table.redo()


def save(t: Session[S], seat: str, rest: str) -> None:
    t.save(Path(rest) if rest else t.free(Path(f"{t.game.id}.save.json")))


def record(t: Session[S], seat: str, rest: str) -> None:
    path = Path(rest or f"{t.game.id}.record.json")
    write_bytes(path, dump_record(t.table.record(t.eyes)), "record")
    t.out.print(Text(f"Written to {path}.", "dim"))


def position(t: Session[S], seat: str, rest: str) -> None:
    text = t.table.position(t.eyes)
    if rest:
        write_bytes(Path(rest), text.encode(), "position")
        t.out.print(Text(f"Written to {rest}.", "dim"))
    else:
        t.out.print(Text(text))


def hint(t: Session[S], seat: str, rest: str) -> None:
    """What the game's best bot would do here, from what this seat may know."""
    bot = Steady(t.game, list(game_bots(t.game))[-1])
    view = t.table.view(seat)
    if t.is_open:  # advice that everybody reads comes from what everybody may know
        view = t.game.view(t.game.guess(t.table.view(PUBLIC), PUBLIC, t.rng), seat).copy()
    action = t.think(bot, seat, view.copy())
    if drafted := t.table.draft(seat):
        action = still_to_add(t.game, t.game.drafting(view, seat, drafted), seat, action, drafted)
    if t.is_open and t.asked.why_not(action, seat):
        raise BadInput("What is best here depends on what only you know: private, then hint.")
    if principle := t.game.principle(view, seat):
        t.out.print(Text(principle, "italic"))
    t.out.print(Text().append(f"{bot.level} would play: ", "dim").append(action.text, "bold"))
    if bot.why:
        t.out.print(Text(bot.why))
    if bot.other:
        t.out.print(Text(f"It is {round(100 * bot.sure)} % sure; the best alternative was {bot.other}.", "dim"))


def orders(t: Session[S], seat: str, rest: str) -> None:
    """List the standing orders, or give or withdraw one."""
    if t.is_open:
        raise BadInput("Orders are given in private: the command private lets you.")
    if rest:
        name = rest.split()[0]
        given = name in t.table.orders(seat)
        t.table.order(name, seat, on=not given)
        t.out.print(Text(f"“{name}” is {'withdrawn' if given else 'given'}.", "dim"))
        return
    if not t.game.orders:
        t.out.print(Text("This game has no standing orders.", "dim"))
    for order in t.game.orders:
        mark = "on " if order.id in t.table.orders(seat) else "off"
        until = " (this turn)" if order.until == "turn" else ""
        t.out.print(Text(f"{mark} {order.id}: {order.text}{until}"))


def charts(t: Session[S], seat: str, rest: str) -> None:
    found = [c for c in t.game.charts() if not rest or rest.lower() in f"{c.id} {c.title}".lower()]
    if not found:
        raise BadInput(f"There is no chart “{rest}”." if rest else "This game has no charts.")
    if rest or len(found) == 1:
        for one in found:
            t.out.print(sketch.chart_of(one))
    else:
        for one in found:
            t.out.print(Text(f"{one.id}: {one.title}"))
        t.out.print(Text("charts NAME shows one.", "dim"))


def sequence(t: Session[S], seat: str, rest: str) -> None:
    for item in t.game.sequence(t.table.view(t.eyes)):
        mark = "→ " if item.now else "  "
        words = f"{'  ' * item.level}{mark}{item.title}"
        t.out.print(sketch.cited(words, item.rule, "bold" if item.now else ""))


def look(t: Session[S], seat: str, rest: str) -> None:
    """The whole board, or the surroundings of a place, or where a piece is."""
    if not rest:
        t.show_scene(seat)
        return
    scene = t.asked.scene(seat)
    word = rest.lower()
    places = [p for p in t.board.places if word in (p.id.lower(), p.name.lower())]
    places = places or [p for p in t.board.places if word in p.name.lower()]
    at = {piece.place for piece in scene.pieces if word in f"{piece.id} {piece.face.name}".lower()}
    places = places or [p for p in t.board.places if p.id in at]
    if not places:
        raise BadInput(f"There is no place and no piece “{rest}”.")
    if len(places) == 1:
        drawn = sketch.closer(t.board, scene, t.out.width, places[0].id)
        if drawn is not None:
            t.out.print(drawn, no_wrap=True, crop=True)
    t.out.print(sketch.listing(t.board, scene, [p.id for p in places]))


def overlay(t: Session[S], seat: str, rest: str) -> None:
    """Supply, zones of control, reach: what the game offers."""
    if not rest:
        if not t.game.overlays:
            t.out.print(Text("This game has no overlays.", "dim"))
        for kind in t.game.overlays:
            about = f" {kind.about.upper()}" if kind.about else ""
            t.out.print(Text(f"show {kind.id}{about}: {kind.title}"))
        return
    name, _, about = rest.partition(" ")
    if name not in [kind.id for kind in t.game.overlays]:
        raise BadInput(f"There is no overlay “{name}”; show lists them.")
    kind = next(kind for kind in t.game.overlays if kind.id == name)
    if kind.about and not about.strip():
        example = {"piece": "a unit, as in: show {} hoth-pz", "place": "a place, as in: show {} 17"}.get(
            kind.about, "a side, as in: show {} " + t.game.seats[0]
        )
        raise BadInput(f"“{kind.title}” needs {example.format(name)}.")
    found = t.game.overlay(t.table.view(t.eyes), name, about.strip())
    t.out.print(sketch.cited(found.title, found.rule, "bold"))
    if found.text:
        t.out.print(Text(found.text))
    by_tone: dict[str, list[str]] = {}
    for shade in found.shades:
        words = " ".join(x for x in (shade.side, shade.text or shade.tone) if x)
        by_tone.setdefault(words, []).append(shade.place)
    for words, at in by_tone.items():
        t.out.print(Text().append(f"{words}: ", "cyan").append(" ".join(at)))
    for path in found.paths:
        t.out.print(Text(" → ".join(path)))
    if found.cuts:
        t.out.print(Text("Cut at " + " ".join(found.cuts), "red"))


def odds(t: Session[S], seat: str, rest: str) -> None:
    action, whole = rest.removesuffix(" all"), rest.endswith(" all")
    found = t.asked.odds(action, seat)
    t.out.print(sketch.odds(found, whole) if found is not None else Text("Nothing is rolled for that.", "dim"))


def todo(t: Session[S], seat: str, rest: str) -> None:
    """Everything that this decision still asks for."""
    duties = t.asked.decision(seat).duties
    if not duties:
        t.out.print(Text("Nothing is left to do here.", "dim"))
    for duty in duties:
        t.out.print(sketch.cited(duty.text, duty.rule, "yellow"))


def log(t: Session[S], seat: str, rest: str) -> None:
    lines = t.table.log(t.eyes)
    t.show_log(lines[-int(rest) :] if rest.isdigit() else lines[-20:])


def luck(t: Session[S], seat: str, rest: str) -> None:
    t.out.print(Text(f"The dice of {seat} so far: {t.table.luck(seat):+.1f} pips over the average."))


def bot(t: Session[S], seat: str, rest: str) -> None:
    """Let a bot make this one decision."""
    levels = game_bots(t.game)
    name = rest or list(levels)[-1]
    if name not in levels:
        raise BadInput(f"There is no bot “{name}”; there are: {', '.join(levels)}.")
    if t.table.draft(seat):
        raise BadInput("You have begun a draft: finish it, or undo its parts first.")
    action = t.think(Steady(t.game, name), seat)
    t.prefix.clear()
    t.table.play(action, seat)


def private(t: Session[S], seat: str, rest: str) -> None:
    """Who is asked openly takes the terminal for himself, until he has played or shows it again."""
    if not t.shared:
        raise BadInput("Nobody else plays at this terminal.")
    t.alone = seat


def openly(t: Session[S], seat: str, rest: str) -> None:
    if t.is_open or not t.shared:
        raise BadInput("Everybody may look already.")
    if t.alone != seat:
        raise BadInput("This is decided in private.")
    t.alone = ""


def help_(t: Session[S], seat: str, rest: str) -> None:
    grid = Grid.grid(padding=(0, 2))
    for usage, about in (
        ("NUMBER", "choose an option"),
        ("move hoth-pz 12", "type an action, or its beginning"),
        ("/text", "list only the options with the text"),
        ("..", "back by one word"),
    ):
        grid.add_row(Text(usage, "bold"), Text(about))
    for command in dict.fromkeys(COMMANDS.values()):
        grid.add_row(Text(command.usage, "bold"), Text(command.about))
    t.out.print(grid)
    t.out.print(Text("Where a game has a verb of the same name, :undo is the command.", "dim"))


def leave(t: Session[S], seat: str, rest: str) -> None:
    raise Quit


COMMANDS: dict[str, Command] = {
    "?": Command("? [CASE or WORD]", "the rule of this decision, or of a case", rule),
    "why": Command("why ACTION", "why an action is not possible", why),
    "undo": Command("undo", "take back the last action, down to the barrier", undo),
    "drop": Command("drop N", "take the N-th part out of your draft", drop),
    "redo": Command("redo", "play it again", redo),
    "map": Command("map [PLACE or PIECE]", "the board, or a part of it", look),
    "log": Command("log [N]", "the last lines of the log", log),
    "odds": Command("odds ACTION [all]", "the chances of an action; all: with everything that is folded", odds),
    "todo": Command("todo", "everything that is still to do in this decision", todo),
    "show": Command("show [OVERLAY [ABOUT]]", "supply, zones, reach: what the game offers", overlay),
    "charts": Command("charts [NAME]", "the tables of the game", charts),
    "seq": Command("seq", "the sequence of play, with the present step", sequence),
    "hint": Command("hint", "what the best bot would do, and why", hint),
    "bot": Command("bot [LEVEL]", "let a bot make this decision", bot),
    "orders": Command("orders [NAME]", "list standing orders; give or withdraw one", orders),
    "luck": Command("luck", "your dice so far against the average", luck),
    "private": Command("private", "at one terminal: look at what only you may know, and play it", private),
    "openly": Command("openly", "let the others look again", openly),
    "save": Command("save [FILE]", "save the game", save),
    "record": Command("record [FILE]", "write the record, as far as you may know it", record),
    "position": Command("position [FILE]", "the position as text", position),
    "help": Command("help", "this list", help_),
    "quit": Command("quit", "leave the game", leave),
}
COMMANDS["exit"] = COMMANDS["quit"]
