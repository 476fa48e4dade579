"""The terminal game: one match at a prompt, for any game, with no full-screen tricks.

It asks the table the same questions as the browser does, and reads lines, so that it can be driven over ssh or
from a pipe. An action is built by numbers, slot by slot, or typed as text.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Generic

from rich.columns import Columns
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from grognard.bots import Bot
from grognard.bots.steady import Steady
from grognard.cli import sketch
from grognard.cli.commands import COMMANDS, Quit
from grognard.cli.common import HUMAN, write_bytes
from grognard.kernel.errors import BadInput, GameFault, GrognardError, Refused
from grognard.kernel.match.asking import Asking
from grognard.kernel.match.history import LogLine
from grognard.kernel.match.openly import Openly
from grognard.kernel.match.save import save_game
from grognard.kernel.match.table import Table
from grognard.kernel.rules.actions import PUBLIC, Action
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import DRAFT
from grognard.kernel.show import Decision

FLAT = 12
"""So many options are listed at once; more are asked for verb by verb."""
MOST_LISTED = 120
FEW_DUTIES = 3
"""So many duties are told at every prompt; of more, the first and their number."""
MOST_WASTES = 6
"""So many things that an end would waste are told before it."""
FULL = 80
"""A board with more pieces is not listed unasked."""


class Session(Generic[S]):
    """One match between humans at this terminal and bots."""

    def __init__(
        self,
        table: Table[S],
        players: dict[str, str],
        out: Console,
        seed: int | str | None = None,
        keep: Path | None = None,
        loaded: Path | None = None,
    ) -> None:
        self.own = {loaded.resolve()} if loaded is not None else set()
        """The files that hold this game, and may be written again."""
        self.keep = keep
        """Where a game that is left before its end is saved, if anywhere."""
        self.table = table
        self.game = table.game
        self.players = players
        self.out = out
        self.rng = random.Random(seed)
        self.bots: dict[str, Bot[S]] = {seat: Steady(self.game, who) for seat, who in players.items() if who != HUMAN}
        self.board = self.game.board()
        self.prefix: list[str] = []
        self.filter = ""
        self.decision: Decision | None = None
        """What is asked just now; options are labelled by it."""
        self.viewer = ""
        """The human seat that is asked now."""
        self.humans = [seat for seat, who in players.items() if who == HUMAN]
        self.shared = len(self.humans) > 1 and not table.practice
        """Several people look at this terminal, who may have secrets from one another."""
        self.eyes = ""
        """Whose view is shown: that of the one who is asked, or the public's while several people look on."""
        self.alone = ""
        """Who has taken the terminal for himself, though what is asked of him is asked openly."""
        self.unasked: set[tuple[str, str]] = set()
        """Seats, and the kinds of waste that they do not want to be asked about."""
        self.read_lines: dict[str, int] = {}
        """How many lines of its log each seat has read."""

    # ------------------------------------------------------------------------------------------ the loop
    def run(self) -> None:
        table = self.table
        self.out.print(Rule(Text(f"{self.game.title}: {self._scenario_title()}")))
        self.out.print(Text("A number chooses, ? tells the rule, help lists the commands, quit ends.", "dim"))
        try:
            while not table.over:
                seat = self._next_seat()
                if seat in self.bots:
                    self._bot_plays(seat)
                else:
                    self._ask(seat)
            self._show_end()
        except (Quit, KeyboardInterrupt):
            self._leave()

    def _leave(self) -> None:
        if self.keep is not None and len(self.table.history) > 1:
            self.keep.parent.mkdir(parents=True, exist_ok=True)
            self.save(self.free(self.keep))
        self.out.print(Text("Goodbye.", "dim"))

    def free(self, path: Path) -> Path:
        """The file, or the next of its name where another game lies in it: no game is written over another."""
        name, number = path.name.removesuffix(".save.json"), 2
        while path.exists() and path.resolve() not in self.own:
            path = path.with_name(f"{name}-{number}.save.json")
            number += 1
        return path

    def save(self, path: Path) -> None:
        write_bytes(path, save_game(self.table), "save")
        self.own.add(path.resolve())
        seats = " ".join(f"--seat {chair}={who}" for chair, who in self.players.items())
        self.out.print(Text(f"Saved. To go on: grognard play {self.game.id} --terminal --load {path} {seats}", "dim"))

    def _scenario_title(self) -> str:
        return next(x.title for x in self.game.scenarios if x.id == self.table.scenario)

    def _next_seat(self) -> str:
        """Bots answer first where several seats owe a decision; then whoever sits here goes on."""
        owing = self.table.seats
        for seat in owing:
            if seat in self.bots:
                return seat
        return self.viewer if self.viewer in owing else owing[0]

    def _bot_plays(self, seat: str) -> None:
        action = self.think(self.bots[seat], seat)
        self.table.play(action, seat)
        if not self.humans:
            self._show_news(PUBLIC, with_map=False)

    def think(self, bot: Bot[S], seat: str, view: S | None = None) -> Action:
        """A bot's choice from what the seat may know, with a sign of life while it takes its time."""
        with self.out.status(f"{seat} is thinking …"):
            return bot.choose(self.game, self.table.view(seat) if view is None else view, seat, self.rng)

    def _ask(self, seat: str) -> None:
        """One line from the person at this seat: a step towards an action, or a command."""
        eyes, before = self._eyes(seat), self.viewer
        if eyes != self.eyes:
            self._turn_to(eyes, seat)
        else:
            self.viewer = seat
            self._show_news(eyes, with_map=not self.is_open or seat != before)
        try:
            self.before_prompt(seat)
            options = self._options(seat)
            line = self._prompt(seat, options)
            self._answer(seat, line, options)
        except Refused as refused:
            self.show_reasons(refused)
        except GameFault as fault:
            self.out.print(Text(str(fault), "red"))
            self.prefix.clear()
        except GrognardError as error:
            self.out.print(Text(str(error), "yellow"))

    def before_prompt(self, seat: str) -> None:
        """For a lesson to speak."""

    # ------------------------------------------------------------------------------- several people here
    @property
    def is_open(self) -> bool:
        """Everybody at the terminal looks on."""
        return self.eyes == PUBLIC

    @property
    def asked(self) -> Asking[S]:
        """The table as it may be asked now: before everybody's eyes, or from what one seat knows."""
        return Openly(self.table) if self.is_open else self.table

    def _eyes(self, seat: str) -> str:
        """Through whose eyes the terminal shows what this seat is asked."""
        openly = self.shared and self.alone != seat and Openly(self.table).person() == seat
        return PUBLIC if openly else seat

    def _turn_to(self, eyes: str, seat: str) -> None:
        """A curtain where secrets are hidden from somebody who looks on, and what is new to whoever looks now."""
        begins, was_alone = not self.eyes, self.eyes not in ("", PUBLIC)
        if self.shared and was_alone and self.out.is_terminal:
            self.out.clear()
            self.out.file.write("\x1b[3J")  # what scrolled by is not for the others,
            _forget_lines()  # nor is what was typed
        if self.shared and eyes != PUBLIC and not begins:
            self.out.print(Rule(Text(f"{seat} is next")))
            self.out.print(Text(f"Hand over to {seat}, then press Enter."))
            self.read("")
        elif self.shared and eyes == PUBLIC and was_alone:
            self.out.print(Rule(Text("Everybody may look")))
        self.eyes, self.viewer = eyes, seat
        self.prefix.clear()
        self._show_news(eyes, with_map=False)
        self._show_start(seat)

    def undoing(self, seat: str) -> str:
        """Who takes something back: before everybody's eyes whoever did it openly."""
        last = self.table.history[-1]
        if not self.is_open or last.done is None or self.table.draft(seat):
            return seat
        by = Openly(self.table, last.before).person()
        return by if by in self.humans else seat

    # ------------------------------------------------------------------------------------------- showing
    def _show_start(self, seat: str) -> None:
        """The board for somebody who sits down; a very full one only on request."""
        count = len(self.asked.scene(seat).pieces)
        if count <= FULL:
            self.show_scene(seat)
        else:
            self.show_map(seat)
            words = f"{count} pieces are on the board: map lists them all, map PLACE shows a part."
            self.out.print(Text(words, "dim"))

    def _show_news(self, seat: str, with_map: bool = True) -> None:
        """What happened since these eyes looked last; and the map, if others did it. Who looked on with the others is
        told in private what only he may know of it."""
        lines = self.table.log(seat)
        news = lines[min(self.read_lines.get(seat, 0), len(lines)) :]
        if self.read_lines.get(PUBLIC) and seat != PUBLIC:
            known = {line.text for line in self.table.log(PUBLIC)[: self.read_lines[PUBLIC]]}
            news = [line for line in news if line.text not in known]
        self.show_log(news)
        if with_map and self.read_lines.get(seat) and any(not line.mine for line in news) and not self.table.over:
            self.show_map(self.viewer)
        self.read_lines[seat] = len(lines)

    def show_log(self, lines: list[LogLine]) -> None:
        for line in lines:
            if line.kind == "Headed":
                self.out.print(Rule(Text(line.text), align="left"))
            else:
                self.out.print(sketch.cited(line.text, line.rule, "green" if line.mine else ""))

    def show_scene(self, seat: str) -> None:
        self.show_map(seat)
        self.out.print(sketch.listing(self.board, self.asked.scene(seat)))

    def show_map(self, seat: str) -> None:
        scene = self.asked.scene(seat)
        head = Text().append(scene.clock + "   ", "bold").append_text(sketch.numbers(scene))
        if head.plain.strip():
            self.out.print(head)
        drawn = sketch.draw(self.board, scene, self.out.width)
        if drawn is not None:
            self.out.print(drawn, no_wrap=True, crop=True)

    def show_reasons(self, refused: Refused) -> None:
        for reason in refused.reasons:
            self.out.print(sketch.cited(reason.text, reason.rule, "yellow"))

    def _show_end(self) -> None:
        self._show_news(self.eyes or PUBLIC)
        result = self.table.result
        if result is not None:
            self.out.print(Rule(Text("The game is over")))
            words = f"{result.winner}: {result.level}. " if result.winner else f"{result.level}. "
            self.out.print(Text(words + result.text, "bold"))

    # ------------------------------------------------------------------------------------------- asking
    def _options(self, seat: str) -> list[Action]:
        """What may come next; a slot that has one answer only, and is not the last, is filled at once."""
        while True:
            options = self.asked.legal(" ".join(self.prefix), seat)
            if self.prefix and len(options) == 1 and not options[0].complete:
                self.prefix = options[0].text.split()
                continue
            return options

    def _prompt(self, seat: str, options: list[Action]) -> str:
        decision = self.decision = self.asked.decision(seat, " ".join(self.prefix))
        self.out.print()
        self.out.print(sketch.cited(f"{seat}: {decision.prompt}", decision.rule, "bold"))
        if decision.parts and not self.prefix:
            self.out.print(Text("So far: " + "; ".join(decision.parts), "cyan"))
        if not self.prefix:
            many = len(decision.duties)
            for duty in decision.duties[: many if many <= FEW_DUTIES else 1]:
                self.out.print(sketch.cited(f"Still to do: {duty.text}", duty.rule, "yellow"))
            if many > FEW_DUTIES:
                self.out.print(Text(f"… and {many - 1} more things: todo lists them.", "yellow"))
            for warning in decision.warnings:
                self.out.print(Text(f"Mind: {warning}", "yellow"))
            openly = self.asked
            if isinstance(openly, Openly) and (aside := openly.aside()):
                self.out.print(Text(f"private: {aside}; nobody else looks.", "dim"))
        self._list(seat, options)
        asked = " ".join(self.prefix)
        what = decision.slots[0] if self.prefix and decision.slots else None
        if what is not None:
            asked += f" [{what.prompt or what.name.replace('_', ' ')}]"
        return self.read(f"{asked}> " if asked else "> ")

    def choices(self, seat: str, options: list[Action]) -> list[tuple[str, Text]]:
        """The numbered choices: action text and how to call it. Many openings are first asked by their verb."""
        verbs = list(dict.fromkeys(option.verb for option in options))
        found: list[tuple[str, Text]] = []
        if not self.prefix and len(options) > FLAT and len(verbs) > 1:
            for verb in verbs:
                same = [option for option in options if option.verb == verb]
                label = self._label(same[0]) if len(same) == 1 else Text(f"{verb} …").append(f" {len(same)}", "dim")
                found.append((same[0].text if len(same) == 1 else verb, label))
        else:
            found = [(option.text, self._label(option)) for option in options]
        if self.prefix and self._can_stop(seat):
            found.insert(0, (" ".join(self.prefix), Text("that is all", "bold")))
        if self.filter:
            found = [(text, label) for text, label in found if self.filter in f"{text} {label.plain}".lower()]
        return found

    def _can_stop(self, seat: str) -> bool:
        sight = self.game.drafting(self.table.state, seat, self.table.draft(seat))
        return self.game.read(sight, seat, " ".join(self.prefix)).complete

    def _label(self, action: Action) -> Text:
        if not action.args:
            button = next((b.label for b in self._asked.buttons if b.action == action.text), "")
            label = Text(button or action.verb)
            return label if not button or button == action.verb else label.append(f" ({action.verb})", "dim")
        new = action.args[len(self.prefix) - 1 :] if self.prefix else action.args
        token = new[-1]
        name = self._called(action)
        label = Text(" ".join(new) if self.prefix else action.text)
        return label if name == token else label.append(f" {name}", "dim")

    @property
    def _asked(self) -> Decision:
        assert self.decision is not None
        return self.decision

    def _called(self, action: Action) -> str:
        """What the last word of an action is called."""
        step = self.table.state.stack[-1]
        return self.game.spell(step, action)[-1].name

    def _list(self, seat: str, options: list[Action]) -> None:
        shown = self.choices(seat, options)
        rows = [Text().append(f"{i:>3} ", "cyan").append_text(label) for i, (_, label) in enumerate(shown, 1)]
        if len(rows) > MOST_LISTED:
            rest = len(rows) - MOST_LISTED
            rows = [*rows[:MOST_LISTED], Text(f"… and {rest} more: /text lists those with the text", "dim")]
        self.out.print(Columns(rows, padding=(0, 3), column_first=len(rows) > 8))
        if self.filter:
            self.out.print(Text(f"Only those with “{self.filter}”; / lists all.", "dim"))

    def completions(self, typed: str) -> list[str]:
        """The words that may come next and begin like this: of actions and of commands."""
        words = typed.split() if typed.endswith(" ") or not typed else typed.split()[:-1]
        begun = "" if typed.endswith(" ") or not typed else typed.split()[-1]
        if words and words[0] in COMMANDS:
            return []
        prefix = [*self.prefix, *words] if not words or not self.prefix or words[0] != self.prefix[0] else words
        seat = self.viewer or self.table.game.seats[0]
        found: list[str] = []
        for option in self.asked.legal(" ".join(prefix), seat):
            tokens = option.text.split()
            if len(tokens) > len(prefix):
                found.append(tokens[len(prefix)])
        if not prefix:
            found += COMMANDS
        return [word for word in dict.fromkeys(found) if word.startswith(begun)]

    def read(self, prompt: str) -> str:
        """A line from the keyboard or the pipe; its end is the end of the session."""
        if self.out.is_terminal and sys.stdin.isatty():
            _edit_lines(self.completions)
            try:
                return input(prompt).strip()
            except EOFError:
                raise Quit from None
            except KeyboardInterrupt:  # forgets a half-typed action; where there is none, leaves
                self.out.print()
                if not self.prefix:
                    raise Quit from None
                self.prefix.clear()
                return ""
        self.out.print(Text(prompt), end="")
        line = sys.stdin.readline()
        if not line:
            self.out.print()
            raise Quit
        self.out.print(Text(line.strip()))
        return line.strip()

    # ---------------------------------------------------------------------------------------- answering
    def _answer(self, seat: str, line: str, options: list[Action]) -> None:
        if not line:
            return
        if line.startswith("/"):
            self.filter = line[1:].strip().lower()
            return
        if line in ("..", "back"):
            self._step_back(seat)
            return
        word, _, rest = line.partition(" ")
        name = word.removeprefix(":")
        if name != word and name not in COMMANDS:
            raise BadInput(f"There is no command “{name}”; help lists them.")
        if name in COMMANDS and (name != word or word not in {option.verb for option in options}):
            COMMANDS[name].run(self, seat, rest.strip())
        elif line.startswith("?"):
            COMMANDS["?"].run(self, seat, line[1:].strip())
        else:
            self._choose(seat, self._meant(seat, line, options))

    def _step_back(self, seat: str) -> None:
        """Forget the last word, and those before it that were filled in because nothing else was possible."""
        while self.prefix:
            self.prefix.pop()
            if len(self.asked.legal(" ".join(self.prefix), seat)) > 1:
                return

    def _meant(self, seat: str, line: str, options: list[Action]) -> str:
        """The action text that a line means: the number of an option, the next word, or a text of its own."""
        shown = self.choices(seat, options)
        if line.isdigit():
            if not 1 <= int(line) <= len(shown):
                raise BadInput(f"There is no option {line}; they go from 1 to {len(shown)}.")
            return shown[int(line) - 1][0]
        if self.prefix and line.split()[0] != self.prefix[0]:
            return " ".join([*self.prefix, line])
        return line

    def _choose(self, seat: str, text: str) -> None:
        """Go on with this text: play it if it is whole and nothing more is to be asked."""
        again = text.split() == self.prefix
        self.filter = ""
        reasons = self.asked.why_not(text, seat)
        if reasons and not self.prefix and all(reason.kind == "unknown" for reason in reasons):
            some = ", ".join(dict.fromkeys(option.verb for option in self.asked.legal("", seat)))
            raise BadInput(f"“{text}” is neither a command nor something to do here. There is: {some}, and help.")
        if reasons:
            raise Refused(reasons)
        sight = self.game.drafting(self.table.state, seat, self.table.draft(seat))
        action = self.game.read(sight, seat, text)
        if not action.complete or (action.more and not again and not self._only_keyword(seat, action)):
            self.prefix = text.split()
            return
        if self._agreed(seat, action):
            self.prefix.clear()
            self.play(text, seat)
        else:
            self.prefix.clear()

    def play(self, text: str, seat: str) -> None:
        self.table.play(text, seat)
        self.alone = ""

    def _only_keyword(self, seat: str, action: Action) -> bool:
        """Whether it can go on only by a word like `via`, which one types when one wants it."""
        longer = self.asked.legal(action.text, seat)
        return all(len(other.args) == len(action.args) + 2 for other in longer)

    def _agreed(self, seat: str, action: Action) -> bool:
        """Show what the action would do; where dice decide, ask once more."""
        preview = self.asked.preview(action.text, seat) if ";" not in action.text else None
        if preview is not None:
            self.out.print(Text(preview.text + (f" ({preview.cost})" if preview.cost else ""), "cyan"))
            for effect in preview.effects:
                self.out.print(sketch.cited(f"  {effect.text}", effect.rule, "yellow"))
        if not self._ends_all_the_same(seat, action):
            return False
        odds = self.asked.odds(action.text, seat) if ";" not in action.text else None
        if odds is None or self.table.state.stack[-1].kind == DRAFT:
            if odds is not None:
                self.out.print(sketch.odds(odds))
            return True
        self.out.print(sketch.odds(odds))
        return self.read("Go on? [Y/n] ").lower() in ("", "1", "y", "yes")

    def _ends_all_the_same(self, seat: str, action: Action) -> bool:
        """Before an end that cannot be taken back: what it would waste. Who says "never" is not asked again."""
        if self.table.practice or ";" in action.text:
            return True
        wastes = [w for w in self.asked.wastes(action.text, seat) if (seat, w.kind) not in self.unasked]
        if not wastes:
            return True
        self.out.print(Text("This cannot be taken back, and it would cost you something:", "yellow"))
        for waste in wastes[:MOST_WASTES]:
            self.out.print(sketch.cited(f"  {waste.text}", waste.rule, "yellow"))
        if len(wastes) > MOST_WASTES:
            self.out.print(Text(f"  … and {len(wastes) - MOST_WASTES} more.", "yellow"))
        answer = self.read("All the same? [y/N/never ask about this again] ").lower()
        if answer == "never":
            self.unasked |= {(seat, waste.kind) for waste in wastes}
        return answer in ("y", "yes", "never")


def _edit_lines(completions: Callable[[str], list[str]]) -> None:
    """Arrows, history and the Tab key at the prompt, where the machine has readline."""
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, n: int) -> str | None:
        try:
            found = completions(readline.get_line_buffer()[: readline.get_endidx()])
        except GrognardError:
            return None
        return found[n] + " " if n < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def _forget_lines() -> None:
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
