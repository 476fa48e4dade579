# compiled as it stands
"""27.5: armored factors that are used as infantry: paying with them, and which of them are used first."""

from __future__ import annotations

from grognard.games.fortress_europa.data.counters import OF_ARMOR
from grognard.games.fortress_europa.rules.domains import ARMORED_POOLS
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.telling import tell_choice
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys


def pool_words(name: str) -> str:
    """A pool as people say it: "German armored"."""
    nation, _, kind = name.partition("-")
    return f"{nation.capitalize()} {kind}" if kind else nation


def pay(s: Position, u: int, cost: int) -> None:
    """Factors of the kind that a unit needs; those that serve as infantry before other infantry (ruling 303), other
    armored ones last."""
    w = s.data
    pool = w.pool_of[u]
    own = min(cost, s.pools[pool])
    s.pools[pool] -= own
    armored = w.armored_beside[pool]
    if armored < 0:
        return
    s.pools[armored] -= cost - own  # 27.5
    left = max(0, s.regraded.count(armored) - own)
    s.regraded = (*(x for x in s.regraded if x != armored), *(armored,) * left)


def armored_again(s: Position) -> None:
    """27.3: what has not been used as infantry is saved as what it is (rulings 223, 303)."""
    w = s.data
    for armored in s.regraded:
        s.pools[armored] += 1
        s.pools[w.armored_beside.index(armored)] -= 1
    s.regraded = ()


# ------------------------------------------------------------------------------------------------ the verb


def regrade_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    name = w.armored_pools[args[0]]
    pool = pool_words(name)
    if name.startswith("german") != (seat == "german"):
        yield Why("27.5", lambda: f"The {pool} factors are not yours.")
    elif not s.pools[w.pools.index(name)]:
        yield Why("27.5", lambda: f"There are no {pool} factors.")


def _armored(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    """The pools of a side with armored factors."""
    w, found = s.data, 0
    for value, pool in enumerate(w.armored_numbers):
        if s.pools[pool] and w.pools[pool].startswith("german") == (seat == "german"):
            found |= 1 << value
    return found


def do_regrade(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    name, pool = w.armored_pools[args[0]], w.armored_numbers[args[0]]
    s.pools[pool] -= 1
    s.pools[w.armored_beside.index(pool)] += 1
    s.regraded = (*s.regraded, pool)
    words = f"One {pool_words(name)} factor will serve as infantry."
    tell_choice(ev, seat, "regrade", name, words, "27.5")
    s.then(step)


REGRADE = Verb(
    "regrade",
    do_regrade,
    (
        Slot(
            "pool",
            ARMORED_POOLS,
            regrade_reasons,
            legal=_armored,
            prompt="Use an armored factor of which nation as infantry?",
            word=lambda step, value: pool_words(OF_ARMOR[value]),
        ),
    ),
    "27.5",
    "Use armored as infantry",
)
