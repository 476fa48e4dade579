"""The command line: `grognard …`."""

from grognard.cli.app import main

__all__ = ["main"]
