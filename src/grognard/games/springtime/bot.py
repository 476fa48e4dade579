"""Bots."""

from grognard.bots import RandomBot


class EasyBot(RandomBot):
    pass


class HardBot(RandomBot):
    pass
