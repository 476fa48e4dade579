"""The command line: `grognard …`."""

import sys


def main() -> None:
    """Run the command that was typed."""
    if sys.argv[1:] == ["--version"]:  # answered before anything else is loaded
        from grognard import __version__

        print(__version__)
        return
    from grognard.cli.app import main as run

    run()


__all__ = ["main"]
