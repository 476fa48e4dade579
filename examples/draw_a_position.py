"""What does the board look like? Any position of any game as an SVG, without a browser.

python examples/draw_a_position.py 1940 board.svg
"""

import sys
from pathlib import Path

import grognard
from grognard import drawing


def main(game_id="spoiled-victory", out="board.svg"):
    game = grognard.load(game_id)
    table = game.table(practice=True, seed=1)
    svg = drawing.picture(game.board(), game.scene(table.view(game.seats[0])), title=game.title)
    Path(out).write_text(svg, encoding="utf-8")
    print(f"{out}: {len(svg) // 1024} KB")
    return svg


if __name__ == "__main__":
    main(*sys.argv[1:])
