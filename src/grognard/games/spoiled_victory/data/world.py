"""The printed components compiled to integers, bit masks and tuples: shared by all states, never copied.

A place is an index: land spaces first, then the sea, then the boxes off the map. An Allied unit is an index and
a bit: Combat units first, then evacuees. A German unit is known by the track it is on. Sets are bit masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from grognard.games.spoiled_victory.data import printed as p
from grognard.kernel.data import count_sources, decode, read_data
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Pack
from grognard.kernel.rules import Names, Static, bits, mask_of

PACKAGE = "grognard.games.spoiled_victory"
FILES = ("map", "units", "cards", "tables", "scenario")
NONE, SUPPRESSED, HIT, ELIMINATED = range(4)
RESULTS = ("none", "suppressed", "hit", "eliminated")
RESULT_WORDS = ("no effect", "Suppressed", "1 Hit + Suppressed", "eliminated")
BRITISH, FRENCH, BELGIAN, EVACUEE = range(4)
NATIONS = ("british", "french", "belgian", "evacuee")
NATION_WORDS = ("British", "French", "Belgian", "evacuee")
PANZER, MOTORIZED, INFANTRY = range(3)
TYPES = ("panzer", "motorized", "infantry")
BY_ROUTE, BY_DUNKIRK, BY_BEACHES, BY_TRACK, BY_CLOSE_SUPPORT = range(5)
BY_NAME, BY_CORPS, AT_RANDOM, BY_SURPRISE = range(4)
CHANNEL_ROW, EVACUEE_ROW, COMBAT_ROW = range(3)
AIR_ROWS = ("channel", "evacuee", "combat")
UNLIMITED = 1000
STRUCTURES = ("mole", "jetties")


class Entry(NamedTuple):
    """One location of a Luftwaffe entry: a mask of spaces, and the route that RAF CAP would shield."""

    kind: int
    spaces: int
    route: int
    words: str


class Card(NamedTuple):
    """An Action Card; its event is spelt out in fields, each at rest unless the event uses it."""

    number: int
    id: str
    title: str
    text: str
    luftwaffe: tuple[Entry, ...]
    german: int
    """How the German Moves entry calls units: BY_NAME, BY_CORPS, AT_RANDOM or BY_SURPRISE."""
    called: int
    """The German units called, as a mask of unit numbers."""
    german_words: str
    actions: int
    moves: tuple[int, int]
    """Evacuation Moves by day and by night."""
    air_drm: int = 0
    air_cards: int = 1
    german_cards: int = 1
    mandate: int = 0
    """The units that the event itself calls, instead of a card."""
    mandate_types: int = 0
    spare_disrupted: bool = False
    forbidden_types: int = 0
    dice: int = 0
    dice_types: int = 7
    no_canal: bool = False
    clear_disruption: bool = False
    recover_types: int = 0
    recover_count: int = 0
    interdiction_drm: int = 0
    interdicted_route: int = -1
    moves_delta: int = 0
    halve_moves: bool = False
    no_jetty: bool = False
    no_beach: bool = False
    beach_bonus: int = -1
    """Evacuation Moves instead, if the jetties stand; -1 if the event is not about them."""
    eboats: int = 0
    """Sea spaces whose evacuees are attacked at once."""
    actions_delta: int = 0
    june_actions: int = 0
    no_trucks: bool = False
    free_evacuees: int = 0
    free_jetties: int = -1
    """Player Actions instead, if the jetties stand; -1 if the event is not about jetties."""
    track_defence: int = 0
    nation_defence: int = 0
    defended_nation: int = -1
    sidestep: bool = False
    french_early: int = -1
    """Player Actions instead, if the French may be converted already; -1 if the event is not about them."""
    bombers: bool = False
    two_turns: bool = False
    false_intelligence: bool = False


class Data(Static):
    """Everything static. Built once for each set of data files."""

    def __init__(self, printed: p.Printed, sources: dict[str, int]) -> None:
        self.printed = printed
        self.sources = sources
        self._places()
        self._units()
        self._tables()
        self._cards()
        self._setup()

    # ------------------------------------------------------------------------------------------- map
    def _places(self) -> None:
        m = self.printed.map
        ids = [x.id for x in m.space] + [x.id for x in m.sea] + ["pool", "lost", "embarked"]
        _unique("space", ids)
        self.place_ids = Names(ids)
        self.map_ids = Names(ids[: len(m.space) + len(m.sea)])
        self.place_names = (
            *(x.name for x in m.space),
            *(x.name for x in m.sea),
            "the evacuee pool",
            "the lost units",
            "the embarked units",
        )
        self.place = self.place_ids.number
        self.place_words = tuple("the staging area" if x == m.route[0].spaces[0] else x for x in ids)
        self.land = len(m.space)
        self.sea_from, self.sea_to = self.land, self.land + len(m.sea)
        self.pool, self.lost, self.embarked = (self.place[x] for x in ("pool", "lost", "embarked"))
        self.land_mask = (1 << self.land) - 1
        self.sea_mask = (1 << self.sea_to) - 1 - self.land_mask
        self.track_ids = Names(t.id for t in m.track)
        self.tracks = tuple(tuple(self._place(x, f"track {t.id}") for x in t.spaces) for t in m.track)
        self.track_masks = tuple(mask_of(t) for t in self.tracks)
        self.behind = tuple(tuple(mask_of(t[:i]) for i in range(len(t))) for t in self.tracks)
        self.starts = mask_of(t[0] for t in self.tracks)
        # On the map as it is, no space lies behind the Germans of two tracks.
        self.behind_apart = (
            sum(b[-1].bit_count() for b in self.behind) == _union([b[-1] for b in self.behind], -1).bit_count()
        )
        self.tracks_of = tuple(mask_of(i for i, t in enumerate(self.tracks) if s in t) for s in range(self.land))

        def terrain(kind: str) -> int:
            return mask_of(i for i, x in enumerate(m.space) if kind in x.terrain)

        self.town, self.canal, self.marsh = terrain("town"), terrain("canal"), terrain("marsh")
        self.beach, self.lowlands, self.dunkirk = terrain("beach"), terrain("lowlands"), terrain("dunkirk")
        self.flooded_marsh = self.marsh | self.lowlands
        self.la_panne = _only(terrain("la-panne"), "La Panne")
        self.jetty = _only(terrain("east-jetty"), "East Jetty")
        self.la_panne_bit = 1 << self.la_panne
        self.jetty_bit = 1 << self.jetty
        self.create_mask = self.beach | self.jetty_bit
        # Nieuport is the shared end of tracks I and J (9.2f).
        self.nieuport = self.tracks[-1][-1]
        # Before the Belgian surrender: tracks H, I and J, where La Panne counts as track G (ruling 38).
        self.belgian_area = mask_of(s for t in self.tracks[-3:] for s in t) & ~self.la_panne_bit

        near = [0] * self.land
        red = [0] * self.land
        for c in m.connection:
            a, b = (self._place(x, "a connection") for x in c.ends)
            near[a] |= 1 << b
            near[b] |= 1 << a
            if c.colour == "red":
                red[a] |= 1 << b
                red[b] |= 1 << a
        self.near, self.red = tuple(near), tuple(red)
        self.near_of = tuple(tuple(bits(x)) for x in near)
        self.connections = m.connection
        self._near_unions = tuple(
            tuple(_union(near[k : k + 8], m) for m in range(256)) for k in range(0, self.land, 8)
        )

        self.staging = self._place(m.route[0].spaces[0], "route")
        self.route_ids = Names(r.id for r in m.route)
        self.structure_ids = Names(STRUCTURES)
        self.routes = tuple(tuple(self._place(x, f"route {r.id}") for x in r.spaces) for r in m.route)
        self.route_masks = tuple(mask_of(r) for r in self.routes)
        self.route_opens = tuple(r.opens for r in m.route)
        self.england = mask_of(r[-1] for r in self.routes)
        self.always_interdicted = mask_of(
            r[-1] for r, x in zip(self.routes, m.route, strict=True) if x.interdiction == "always"
        )
        self.nieuport_interdicted = mask_of(
            r[-1] for r, x in zip(self.routes, m.route, strict=True) if x.interdiction == "nieuport"
        )
        self.shut_until = {r[1]: x.opens for r, x in zip(self.routes, m.route, strict=True) if x.opens > 1}

        # 11.2: where one Evacuation Move can lead from each place.
        onward = [0] * self.sea_to
        for s in range(self.land):
            if self.create_mask >> s & 1:
                onward[s] |= 1 << self.staging
            elif (self.canal | self.dunkirk) >> s & 1:
                onward[s] |= near[s] & self.create_mask
        for r in self.routes:
            for a, b in pairwise(r):
                onward[a] |= 1 << b
        self.onward = tuple(onward)
        self.embarkation = tuple(i for i, x in enumerate(onward) if x)
        self.beaches = tuple(bits(self.beach))
        self.formation = tuple(bits(self.create_mask))
        self.from_shore = self._distances(self.create_mask)

        st = self.printed.tables.stacking
        ashore = [st.east_jetty if i == self.jetty else st.elsewhere for i in range(self.land)]
        afloat = [x.capacity or UNLIMITED for x in m.sea]
        self.room = (*ashore, *afloat, *[UNLIMITED] * (len(ids) - self.sea_to))

    def _distances(self, goal: int) -> tuple[int, ...]:
        """How many steps each land space is from the nearest of these."""
        far = [99] * self.land
        front = seen = goal
        n = 0
        while front:
            for space in bits(front):
                far[space] = n
            front = self.next_to(front) & ~seen
            seen |= front
            n += 1
        return tuple(far)

    def next_to(self, spaces: int) -> int:
        """Every space connected with one of these."""
        out = 0
        for chunk in self._near_unions:
            if not spaces:
                break
            out |= chunk[spaces & 255]
            spaces >>= 8
        return out

    def _place(self, name: str, where: str) -> int:
        if name not in self.place:
            raise BadInput(f"data/map.toml: {where} names the space “{name}”, which is not on the map.")
        return self.place[name]

    # ----------------------------------------------------------------------------------------- units
    def _units(self) -> None:
        u = self.printed.units
        if len(u.german) != len(self.tracks):
            raise BadInput(f"data/units.toml: {len(u.german)} German units for {len(self.tracks)} tracks.")
        by_track = {g.track: g for g in u.german}
        missing = [t for t in self.track_ids if t not in by_track]
        if missing:
            raise BadInput(f"data/units.toml: no German unit is on track {missing[0]}.")
        self.germans = tuple(by_track[t] for t in self.track_ids)
        self.german_ids = Names(g.id for g in self.germans)
        self.german_number = {g: i for i, g in enumerate(self.german_ids)}
        self.german_full = tuple(g.full for g in self.germans)
        self.german_reduced = tuple(g.reduced for g in self.germans)
        self.german_type = tuple(TYPES.index(g.type) for g in self.germans)
        self.german_reduced_type = tuple(TYPES.index(g.reduced_type) for g in self.germans)
        self.panzers = mask_of(i for i, g in enumerate(self.germans) if g.type == "panzer")
        corps = {g.corps for g in self.germans}
        self.corps = {c: mask_of(i for i, g in enumerate(self.germans) if g.corps == c) for c in corps}

        self.combat = len(u.allied)
        self.units = self.combat + u.evacuees.count
        ids = [*(a.id for a in u.allied), *(f"evacuees-{i + 1}" for i in range(u.evacuees.count))]
        _unique("unit", [*ids, *self.german_ids])
        self.unit_ids = Names(ids)
        self.unit_names = (*(a.name for a in u.allied), *(f"Evacuees {i + 1}" for i in range(u.evacuees.count)))
        self.unit = self.unit_ids.number
        self.pieces = Names([*self.unit_ids, *self.german_ids])
        self.full = (*(a.full for a in u.allied), *[u.evacuees.full] * u.evacuees.count)
        self.reduced = (*(a.reduced for a in u.allied), *[u.evacuees.reduced] * u.evacuees.count)
        self.nation = (*(NATIONS.index(a.nation) for a in u.allied), *[EVACUEE] * u.evacuees.count)
        self.nations = tuple(mask_of(i for i, n in enumerate(self.nation) if n == k) for k in range(4))
        self.british, self.french, self.belgian, self.evacuees = self.nations
        self.combat_mask = (1 << self.combat) - 1
        self.montgomery = mask_of(i for i, a in enumerate(u.allied) if a.montgomery)
        self.ghq = _only(mask_of(i for i, a in enumerate(u.allied) if a.ghq), "GHQ")
        self.ghq_bit = 1 << self.ghq
        self.barred_from_belgium = (self.british | self.french) & ~self.ghq_bit

    def unit_list(self, mask: int) -> list[str]:
        """The ids of the units in a mask."""
        return [self.unit_ids[i] for i in bits(mask)]

    def place_list(self, mask: int) -> list[str]:
        """The ids of the places in a mask."""
        return [self.place_ids[i] for i in bits(mask)]

    # ---------------------------------------------------------------------------------------- tables
    def _tables(self) -> None:
        t = self.printed.tables
        rows: dict[str, tuple[int, ...]] = {r.id: _row(r.cells, f"the Luftwaffe row “{r.id}”") for r in t.luftwaffe}
        titles: dict[str, str] = {r.id: r.title for r in t.luftwaffe}
        self.air_titles = tuple(titles[x] for x in AIR_ROWS)
        self.air_rows = tuple(rows[x] for x in AIR_ROWS)
        columns = {c.id: _row(c.cells, f"the Interdiction column “{c.id}”") for c in t.interdiction}
        self.interdiction = (columns["day"], columns["night"])
        m = {x.id: x.value for x in t.modifier}
        self.drm_town, self.drm_marsh, self.drm_night, self.drm_bombers = (
            m["town"],
            m["marsh"],
            m["night"],
            m["bombers"],
        )
        self.german_attack = tuple(sorted(t.german_attack, key=lambda r: r.wins))
        self.allied_attack = tuple(sorted(t.allied_attack, key=lambda r: r.wins))
        for name, table in (("german_attack", self.german_attack), ("allied_attack", self.allied_attack)):
            if [r.wins for r in table] != list(range(5)):
                raise BadInput(f"data/tables.toml: {name} needs one row each for 0 to 4 wins.")
        self.breakthrough = tuple(mask_of(TYPES.index(x) for x in r.breakthrough) for r in self.german_attack)
        self.cost, self.movement, self.calendar = t.cost, t.movement, t.calendar
        self.surrender, self.withdrawal = t.surrender, t.withdrawal

    # ----------------------------------------------------------------------------------------- cards
    def _cards(self) -> None:
        cards = sorted(self.printed.cards.card, key=lambda c: c.number)
        self.cards = tuple(self._card(c) for c in cards)
        self.with_blank = (*self.cards, Card(0, "", "no event", "", (), BY_NAME, 0, "", 0, (0, 0)))
        self.card_ids = tuple(c.id for c in self.cards)
        _unique("card", list(self.card_ids))
        self.card = {c: i for i, c in enumerate(self.card_ids)}
        self._card_tuples = tuple(tuple(tuple(x) for x in chunk) for chunk in _chunks(self.card_ids))
        self.all_cards = (1 << len(self.cards)) - 1
        # 12.5: the card that changes Evacuation Moves for two turns, and by how many.
        lasting = [x for x in self.cards if x.two_turns and x.moves_delta]
        if len(lasting) > 1:
            raise BadInput("data/cards.toml: only one card can change the Evacuation Moves of two turns.")
        self.lasting_title = lasting[0].title if lasting else ""
        self.lasting_moves = lasting[0].moves_delta if lasting else 0

    def card_tuple(self, mask: int) -> tuple[str, ...]:
        """The ids of the cards in a mask."""
        out: tuple[str, ...] = ()
        for chunk in self._card_tuples:
            out += chunk[mask & 255]
            mask >>= 8
        return out

    def _card(self, c: p.Card) -> Card:
        entries = tuple(self._entry(c, e) for e in c.luftwaffe)
        kind = ("units", "corps", "random", "surprise").index(c.german.kind)
        called = 0
        if kind == BY_NAME:
            called = mask_of(self._german(x, c) for x in c.german.units)
            words = " + ".join(self.germans[self.german_number[x]].name for x in c.german.units)
        elif kind == BY_CORPS:
            called = self._corps(c.german.corps, c)
            words = f"All {c.german.corps} Units"
        else:
            words = ("Random Moves", "Surprise Attack")[kind - AT_RANDOM]
        event: dict[str, Any] = {}
        for e in c.effects:
            fields = self._effect(c, e)
            if fields.keys() & event.keys():
                raise BadInput(
                    f"data/cards.toml: card {c.number} has the effect “{e.op}” beside another of its kind; "
                    "put them into one."
                )
            event |= fields
        if c.when == "two turns":
            if not event.keys() <= {"no_jetty", "moves_delta"}:
                raise BadInput(
                    f"data/cards.toml: card {c.number} lasts two turns; only “evac-delta” and “evac-forbid” of the "
                    "east-jetty can."
                )
            event["two_turns"] = True
        return Card(
            c.number, c.id, c.title, c.text, entries, kind, called, words, c.actions, (c.day, c.night), **event
        )

    def _german(self, name: str, c: p.Card) -> int:
        if name not in self.german_number:
            raise BadInput(f"data/cards.toml: card {c.number} calls the German unit “{name}”, which does not exist.")
        return self.german_number[name]

    def _corps(self, name: str, c: p.Card) -> int:
        if name not in self.corps:
            raise BadInput(f"data/cards.toml: card {c.number} calls the corps “{name}”, which does not exist.")
        return self.corps[name]

    def _entry(self, c: p.Card, e: p.AirEntry) -> Entry:
        if e.kind == "route":
            r = self._route(e.route, c)
            return Entry(BY_ROUTE, self.route_masks[r], r, f"Channel Route {e.route}")
        if e.kind == "dunkirk":
            return Entry(BY_DUNKIRK, self.dunkirk, -1, "Dunkirk")
        if e.kind == "beaches":
            return Entry(BY_BEACHES, self.beach, -1, "Beaches")
        for t in e.tracks:
            if t not in self.track_ids:
                raise BadInput(f"data/cards.toml: card {c.number} names the track “{t}”, which does not exist.")
        first, last = (self.track_ids.index(t) for t in e.tracks)
        spaces = 0
        for mask in self.track_masks[first : last + 1]:
            spaces |= mask
        if e.kind == "track":
            return Entry(BY_TRACK, spaces, -1, f"Track {e.tracks[0]}")
        return Entry(BY_CLOSE_SUPPORT, spaces, -1, f"Close Support: Tracks {e.tracks[0]} to {e.tracks[1]}")

    def _route(self, name: str, c: p.Card) -> int:
        if name not in self.route_ids:
            raise BadInput(f"data/cards.toml: card {c.number} names the route “{name}”, which does not exist.")
        return self.route_ids.index(name)

    def _effect(self, c: p.Card, e: p.Effect) -> dict[str, Any]:
        """The fields of a Card that one effect of its event sets."""
        types = mask_of(TYPES.index(x) for x in e.types)
        anybody = types or (1 << len(TYPES)) - 1
        match e.op:
            case "luftwaffe-drm":
                return {"air_drm": e.value}
            case "luftwaffe-cards":
                return {"air_cards": e.count}
            case "luftwaffe-cancel":
                return {"air_cards": 0}
            case "german-moves-cancel":
                return {"german_cards": 0, "false_intelligence": True}
            case "german-moves-mandate":
                units = mask_of(range(len(self.germans))) if e.all else 0
                for corps in e.corps:
                    units |= self._corps(corps, c)
                called = {"german_cards": 0, "mandate": units, "mandate_types": types}
                return called | {"spare_disrupted": e.except_disrupted, "false_intelligence": True}
            case "german-moves-cards":
                return {"german_cards": e.count}
            case "german-moves-forbid":
                return {"forbidden_types": anybody}
            case "german-attack-dice":
                return {"dice": e.value, "dice_types": anybody}
            case "no-canal-bonus":
                return {"no_canal": True}
            case "german-clear-disruption":
                return {"clear_disruption": True}
            case "german-recover-step":
                return {"recover_types": anybody, "recover_count": e.count}
            case "interdiction-drm":
                return {"interdiction_drm": e.value}
            case "interdict-route":
                return {"interdicted_route": self._route(e.route, c)}
            case "evac-delta":
                return {"moves_delta": e.value}
            case "evac-halve":
                return {"halve_moves": True}
            case "evac-forbid":
                if not e.start:
                    raise BadInput(f"data/cards.toml: card {c.number} must say in which “start” no move may begin.")
                return {"no_jetty" if e.start == "east-jetty" else "no_beach": True}
            case "beach-bonus-or-evac":
                return {"beach_bonus": e.value}
            case "eboat-attack":
                sea = 0
                for r in e.routes:
                    sea |= self.route_masks[self._route(r, c)]
                return {"eboats": sea & ~(1 << self.staging)}
            case "pa-delta":
                return {"actions_delta": e.value}
            case "pa-delta-june":
                return {"june_actions": e.value}
            case "no-trucks":
                return {"no_trucks": True}
            case "free-evacuees":
                return {"free_evacuees": e.count}
            case "free-jetties":
                return {"free_jetties": e.else_actions}
            case "track-defence":
                return {"track_defence": e.value}
            case "nation-defence":
                if e.nation not in NATIONS:
                    raise BadInput(f"data/cards.toml: card {c.number} must say which “nation” defends better.")
                return {"nation_defence": e.value, "defended_nation": NATIONS.index(e.nation)}
            case "monty-free-move":
                return {"sidestep": True}
            case "french-convert-june":
                return {"french_early": e.else_actions}
            case "bomber-sortie":
                if e.value != self.drm_bombers:
                    raise BadInput(
                        f"data/cards.toml: card {c.number} gives the bombers {e.value:+d}, and the modifier "
                        f"“bombers” of data/tables.toml {self.drm_bombers:+d}; change both."
                    )
                return {"bombers": True}
            case _:
                raise BadInput(f"data/cards.toml: card {c.number} has the effect “{e.op}”, which does not exist.")

    # ----------------------------------------------------------------------------------------- set-up
    def _setup(self) -> None:
        x = self.printed.scenario
        self.turns = x.turn
        self.last_turn = x.scenario.turns
        if [t.number for t in x.turn] != list(range(1, self.last_turn + 1)):
            raise BadInput(f"data/scenario.toml: the turns must be numbered 1 to {self.last_turn}.")
        self.night = (False, *(t.night for t in x.turn))
        where: dict[int, int] = {}
        for line in x.setup:
            if line.id not in self.unit:
                raise BadInput(f"data/scenario.toml: the set-up names the unit “{line.id}”, which does not exist.")
            if line.space not in self.place or self.place[line.space] >= self.land:
                raise BadInput(f"data/scenario.toml: {line.id} is set up in “{line.space}”, which is no land space.")
            where[self.unit[line.id]] = self.place[line.space]
        missing = [self.unit_ids[i] for i in range(self.combat) if i not in where]
        if missing:
            raise BadInput(f"data/scenario.toml: the unit “{missing[0]}” has no place in the set-up.")
        self.setup = tuple(where[i] for i in range(self.combat))
        if len(x.evacuee) > self.printed.units.evacuees.count:
            raise BadInput("data/scenario.toml: more evacuees are set up than there are counters.")
        for e in x.evacuee:
            if e.space not in self.place or self.place[e.space] >= self.land:
                raise BadInput(f"data/scenario.toml: an evacuee is set up in “{e.space}”, which is no land space.")
        self.evacuee_setup = tuple((self.place[e.space], e.strength == 2) for e in x.evacuee)
        self.levels = x.level


def _chunks(ids: Sequence[str]) -> tuple[tuple[list[str], ...], ...]:
    """For each eight ids, the list of those in each of the 256 masks."""
    return tuple(
        tuple([x for i, x in enumerate(eight) if m >> i & 1] for m in range(256))
        for eight in (ids[k : k + 8] for k in range(0, len(ids), 8))
    )


def _union(masks: Sequence[int], members: int) -> int:
    out = 0
    for i, mask in enumerate(masks):
        if members >> i & 1:
            out |= mask
    return out


def _row(cells: Sequence[p.Cell], where: str) -> tuple[int, ...]:
    """The result for each total from 0 to 12."""
    row: list[int] = []
    for cell in cells:
        row += [RESULTS.index(cell.result)] * (cell.to + 1 - len(row))
    if len(row) != 13:
        raise BadInput(f"data/tables.toml: {where} must end at 12.")
    return tuple(row)


def _unique(what: str, ids: Sequence[str]) -> None:
    twice = [x for i, x in enumerate(ids) if x in ids[:i]]
    if twice:
        raise BadInput(f"The {what} “{twice[0]}” is there twice.")


def _only(mask: int, what: str) -> int:
    if mask.bit_count() != 1:
        raise BadInput(f"There must be exactly one {what}, not {mask.bit_count()}.")
    return mask.bit_length() - 1


def build(pack: Pack | None = None) -> Data:
    """The data files, with a player's corrections laid over them."""
    tables = read_data(PACKAGE, FILES, pack)
    return Data(
        p.Printed(
            decode(tables, "map", p.MapFile, PACKAGE),
            decode(tables, "units", p.UnitsFile, PACKAGE),
            decode(tables, "cards", p.CardsFile, PACKAGE),
            decode(tables, "tables", p.TablesFile, PACKAGE),
            decode(tables, "scenario", p.ScenarioFile, PACKAGE),
        ),
        count_sources(tables),
    )
