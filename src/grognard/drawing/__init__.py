"""Boards from maps, and pictures of boards: `drawing.picture(board, scene)`."""

from grognard.drawing.picture import Tint, picture

__all__ = ["Tint", "picture"]
