"""The report of a study: one page that opens without a network, and its figures as CSV and PNG beside it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from html import escape
from io import StringIO
from pathlib import Path

from grognard.kernel.match.rules_version import rules_version
from grognard.simulate import charts, figures, fronts
from grognard.simulate.charts import Chart
from grognard.simulate.figures import Row
from grognard.simulate.folder import Study, need, write_whole

STYLE = """
body { font: 16px/1.5 system-ui, 'Segoe UI', sans-serif; color: #2b2620; background: #faf7f0; margin: 0 auto;
  max-width: 900px; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.4rem 0 .4rem; }
p { max-width: 42rem; } .dim { color: #6b5f4c; }
table { border-collapse: collapse; font-size: .92rem; } th, td { padding: .25rem .8rem .25rem 0; text-align: right; }
th:first-child, td:first-child { text-align: left; } th { border-bottom: 1px solid #b8ad95; font-weight: 600; }
figure { margin: .8rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
.maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 1rem; }
figcaption { font-size: .9rem; color: #6b5f4c; }
.key { display: inline-block; width: .9em; height: .9em; margin: 0 .3em 0 .8em; vertical-align: -.1em; }
"""


def write_report(study: Study) -> Path:
    """Write `report.html` and the figures into the study's folder; gives the page's path."""
    page = Page(study)
    page.write()
    path = study.folder / "report.html"
    write_whole(path, page.html().encode())
    return path


class Page:
    """The page as it grows, section by section."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.question = study.question
        self.body: list[str] = []
        self.seat = next(iter(self.question.cells[0].seats))

    def write(self) -> None:
        self.head()
        self.wins()
        self.compared()
        self.length()
        self.turning()
        self.luck()
        self.losses()
        self.front()

    # ------------------------------------------------------------------------------------------- the sections
    def head(self) -> None:
        games = self.study.games()
        game = self.question.load(self.question.cells[0])
        played = (
            f"{games.height} of {self.question.total}" if games.height < self.question.total else f"{games.height}"
        )
        cells = len(self.question.cells)
        words = f"{played} games" + (f" in {cells} cells" if cells > 1 else "")
        self.body.append(f"<h1>{escape(game.title)}</h1>")
        self.say(f"{words}, rules version {rules_version(game)}, seed {self.question.seed}.", "dim")
        rows = [
            {"cell": row["cell"], "games": row["games"], "score": f"{row['score']:.2f} ± {row['score_margin']:.2f}"}
            | {"turns": f"{row['turns']:.1f}", "actions": f"{row['actions']:.0f}"}
            for row in figures.summary(self.study)
        ]
        self.table(rows)
        self.say(
            "Score: the mean with its 95 % interval; what it counts is the game's own: points, a track, a level.",
            "dim",
        )

    def wins(self) -> None:
        rows = figures.win_rates(self.study)
        if rows:
            self.title("Who wins", "The share of games each seat won, with 95 % intervals (Wilson).")
            self.figure("wins", charts.shares(rows, "seat"), rows)
        levels = figures.endings(self.study)
        self.title("How it ends", "The share of games that ended at each level.")
        self.figure("endings", charts.shares(levels, "level"), levels)

    def compared(self) -> None:
        if len(self.question.cells) < 2:
            return
        rows = figures.comparison(self.study)
        self.title(
            "The cells compared",
            "The difference with its 95 % interval, and how likely one as large would be by chance alone "
            "(Fisher's exact test for wins, Mann and Whitney's for scores; Holm's correction for so many pairs).",
        )
        self.csv("comparison", rows)
        percent = rows and rows[0]["test"] == "Fisher"
        shown = []
        for row in sorted(rows, key=lambda row: float(row["p"]))[:20]:
            numbers = [f"{row[key]:+.1%}" if percent else f"{row[key]:+.2f}" for key in ("difference", "low", "high")]
            p = f"{row['p']:.3f}" if row["p"] >= 0.001 else "< 0.001"
            shown.append(
                {"cell": row["cell"], "against": row["other"], "": row["what"]}
                | {"difference": numbers[0], "interval": f"{numbers[1]} to {numbers[2]}", "p": p}
            )
        self.table(shown)

    def length(self) -> None:
        labels = {cell.number: self.question.label(cell) for cell in self.question.cells}
        games = self.study.games().select("cell", "turns", "actions", "score")
        rows = [{"cell": labels[c], "turns": t, "actions": a, "score": s} for c, t, a, s in games.iter_rows()]
        self.title("How long it lasts", "Games by their length in actions, and by their score.")
        self.figure("length", charts.lengths(rows, "actions"), rows)
        self.figure("score", charts.lengths(rows, "score"))

    def turning(self) -> None:
        rows, words = figures.turning_points(self.study)
        if rows:
            self.title(
                "When it is decided",
                f"For each turn: how often a number is higher where {words} than where not. At "
                "0.5 it tells nothing, at 1 or 0 everything: the turn in which a line leaves the middle is a turning "
                "point. The six most telling numbers are shown.",
            )
            domain = (0.0, 1.0)
            self.figure("turning-points", charts.lines(rows, "tells", "tells won from lost", "number", domain), rows)
        courses = figures.courses(self.study)
        self.csv("courses", courses)
        shown = [row["number"] for row in sorted(rows, key=lambda row: -abs(row["tells"] - 0.5))]
        for number in list(dict.fromkeys(shown))[:3]:
            self.figure(f"course-{_file(number)}", charts.courses(courses, number))

    def luck(self) -> None:
        each, fifths = figures.luck(self.study)
        self.title(
            "Luck and outcome",
            f"Luck is what the dice showed over what they show on average, in pips, counted for {self.seat}.",
        )
        self.figure("luck", charts.luck(each, self.seat), each)
        self.csv("luck-fifths", fifths)
        shown = []
        for row in fifths:
            won = {"wins": f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"} if "share" in row else {}
            shown.append({"luck": row["luck"], "games": row["games"], "score": f"{row['score']:.2f}", **won})
        self.table(shown)

    def losses(self) -> None:
        rows = figures.battles(self.study)
        if rows:
            self.title("What battles cost", "Steps lost by attacker and defender, by the odds of the battle.")
            self.figure("battles", charts.battles(rows), rows)

    def front(self) -> None:
        for cell in self.question.cells[:4]:
            mine = self.study.games()["cell"] == cell.number
            if not mine.any():
                continue
            maps, rows = fronts.fronts(self.study, cell.number)
            label = self.question.label(cell)
            name = f"front-{cell.number}"
            self.title(
                f"The front by turn: {label}" if len(self.question.cells) > 1 else "The front by turn",
                "Who holds what, over all games: the stronger the colour, the more of them agree.",
            )
            keys = zip(fronts.sides_of(self.study), fronts.PAIR, strict=False)
            words = "".join(f'<span class="key" style="background:{c}"></span>{escape(side)}' for side, c in keys)
            self.body.append(f"<p>{words}</p><div class=maps>")
            for i, (title, svg) in enumerate(maps):
                self.body.append(f"<figure>{svg}<figcaption>{escape(title)}</figcaption></figure>")
                self.png(f"{name}-{i + 1}", need("vl_convert").svg_to_png(svg, scale=2))
            self.body.append("</div>")
            self.csv(name, rows)

    # ------------------------------------------------------------------------------------------ what they are made of
    def title(self, title: str, words: str) -> None:
        self.body.append(f"<h2>{escape(title)}</h2>")
        self.say(words)

    def say(self, words: str, kind: str = "") -> None:
        self.body.append(f"<p class={kind}>{escape(words)}</p>" if kind else f"<p>{escape(words)}</p>")

    def table(self, rows: Sequence[Row]) -> None:
        if rows:
            head = "".join(f"<th>{escape(str(name))}</th>" for name in rows[0])
            lines = ("".join(f"<td>{escape(str(value))}</td>" for value in row.values()) for row in rows)
            self.body.append(f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>")

    def figure(self, name: str, chart: Chart, rows: Sequence[Row] = ()) -> None:
        """A chart on the page, and its files."""
        self.body.append(f"<figure>{chart.svg()}</figure>")
        self.png(name, chart.png())
        self.csv(name, rows)

    def png(self, name: str, raw: bytes) -> None:
        write_whole(self.study.folder / "figures" / f"{name}.png", raw)

    def csv(self, name: str, rows: Sequence[Row]) -> None:
        if rows:
            out = StringIO()
            names: dict[str, None] = {}
            for row in rows:
                names |= dict.fromkeys(row)
            writer = csv.DictWriter(out, list(names))
            writer.writeheader()
            writer.writerows(rows)
            write_whole(self.study.folder / "figures" / f"{name}.csv", out.getvalue().encode())

    def html(self) -> str:
        title = escape(self.question.load(self.question.cells[0]).title)
        asked = f"<h2>The question</h2><pre>{escape(self.question.toml())}</pre>"
        head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        head += f"<title>{title}: a study</title>"
        return f"<!doctype html><html lang=en>{head}<style>{STYLE}</style>{''.join(self.body)}{asked}</html>\n"


def _file(words: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in words)
