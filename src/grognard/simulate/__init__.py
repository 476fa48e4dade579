"""Games by the thousand: studies with their tables and reports, fuzzing, and measuring, for any game.

A study is a folder: its question, its games as Parquet tables, its report.

>>> from grognard.simulate import Question, Study, simulate
>>> question = Question("springtime", games=100, seats={"axis": ["easy", "hard"], "allies": "easy"})
>>> study = simulate(question, "is-it-balanced")        # doctest: +SKIP
>>> study.games().group_by("seat_axis", "winner").len()  # doctest: +SKIP
"""

from grognard.simulate.folder import Study
from grognard.simulate.question import Cell, Question, read_question
from grognard.simulate.run import simulate

__all__ = ["Cell", "Question", "Study", "read_question", "simulate"]
