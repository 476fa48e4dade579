"""The report: one page without a network, with figures that are right."""

import csv
import re
from html.parser import HTMLParser

import polars
import pytest

from grognard.kernel.errors import BadInput
from grognard.simulate import Question, Study, simulate
from grognard.simulate import figures as found
from grognard.simulate.fronts import shares
from grognard.simulate.report import write_report


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    question = Question("springtime", games=6, seats={"axis": ["random", "easy"], "allies": "random"})
    return simulate(question, tmp_path_factory.mktemp("study") / "study")


class Reader(HTMLParser):
    """Collects what a page would fetch."""

    def __init__(self):
        super().__init__()
        self.fetched = []
        self.words = []

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if tag in ("script", "link", "iframe", "img", "image"):
            self.fetched.append((tag, attrs))
        self.fetched += [value for name, value in named.items() if name in ("src", "href") and value]

    def handle_data(self, data):
        self.words.append(data)


def test_a_report_is_one_page_that_fetches_nothing(study):
    path = write_report(study)
    page = path.read_text()
    reader = Reader()
    reader.feed(page)
    assert reader.fetched == []
    assert not re.search(r"url\((?!#)", page)
    words = " ".join(reader.words)
    for title in ("Who wins", "How it ends", "compared", "How long", "Luck", "battles cost", "front by turn"):
        assert title in words
    assert page.count("<svg") >= 10
    figures = {file.name for file in (study.folder / "figures").iterdir()}
    for name in ("wins", "endings", "length", "luck", "battles"):
        assert {f"{name}.csv", f"{name}.png"} <= figures
    assert {"front-0.csv", "front-0-1.png", "comparison.csv", "courses.csv"} <= figures
    for file in (study.folder / "figures").glob("*.png"):
        assert file.read_bytes().startswith(b"\x89PNG")


def test_the_figures_beside_it_count_what_the_games_say(study):
    write_report(study)
    games = study.games()
    with (study.folder / "figures" / "wins.csv").open() as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        cell = next(c.number for c in study.question.cells if study.question.label(c) == row["cell"])
        mine = games.filter(polars.col("cell") == cell)
        assert float(row["share"]) == pytest.approx((mine["winner"] == row["seat"]).mean())
        assert float(row["low"]) <= float(row["share"]) <= float(row["high"])
    with (study.folder / "figures" / "front-0.csv").open() as file:
        start = [row for row in csv.DictReader(file) if row["clock"] == "Turn 1"]
    assert {row["side"] for row in start if row["name"].startswith("Paris")} == {"allies"}
    assert {float(row["share"]) for row in start} == {1.0}


def test_a_place_is_held_as_often_as_it_is():
    turns = polars.DataFrame({"held_red": [b"\x01\x02", b"\x01\x00", b"\x03\x00", b"\x01\x00"]})
    places = [f"p{i}" for i in range(10)]
    assert shares(turns, places, "red") == {"p0": 1.0, "p1": 0.25, "p9": 0.25}


def test_a_number_tells_won_from_lost_as_often_as_it_is_higher():
    won, lost = [5, 7, 7, 9], [1, 5, 7]
    pairs = [(w > g) + (w == g) / 2 for w in won for g in lost]
    assert found.above(won, lost) == pytest.approx(sum(pairs) / len(pairs))
    assert found.above([1, 2], [3]) == 0.0


def test_a_difference_has_newcombes_interval():
    # Newcombe 1998, method 10: 56/70 - 48/80, 9/10 - 3/10
    assert found.newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=0.0001)
    assert found.newcombe(9, 10, 3, 10) == pytest.approx((0.1705, 0.8090), abs=0.0001)


def test_p_values_are_raised_for_many_tests():
    rows = [{"p": 0.01}, {"p": 0.04}, {"p": 0.03}]
    found.holm(rows)
    assert [row["p"] for row in rows] == pytest.approx([0.03, 0.06, 0.06])


def test_a_study_without_games_has_no_report(tmp_path):
    (tmp_path / "question.toml").write_text('game = "springtime"\n')
    with pytest.raises(BadInput, match="has no games yet"):
        write_report(Study(tmp_path))
