"""3, 9.4, 22.1, 31.7, 31.8: the German set-up, hidden units and decoys."""

from __future__ import annotations

import random

from grognard.games.fortress_europa.data.world import ALPINE, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.movement.districts import release, release_all
from grognard.games.fortress_europa.rules.movement.stacking import overfull
from grognard.games.fortress_europa.rules.setup.deploying import area
from grognard.games.fortress_europa.rules.setup.setup import (
    GermanSetUp,
    PrepareSetUp,
    Reveal,
    opening,
    ready_made,
)
from grognard.games.fortress_europa.rules.standing import set_decoy, survey, units_in
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE
from grognard.kernel.rules import Events, Placed
from grognard.maps import members
from grognard.suite import rule
from grognard.suite.secrecy import everything


def begin(desk, *options):
    game = desk.game
    desk.s = game.begin("campaign", game.settle_options("campaign", dict.fromkeys(options, True)))
    game.advance(desk.s, None)
    return desk.s


def drafted(desk, text):
    """The German view with these parts in it."""
    s, game = desk.s, desk.game
    parts = [
        game.read(s, "german", "; ".join([*text.split("; ")[:i], one])) for i, one in enumerate(text.split("; "))
    ]
    return game.drafting(s, "german", [type(p)(p.verb, p.args, True, False, "german") for p in parts])


def after(desk, draft, prefix):
    """What may be added to a draft: the last words of the actions."""
    return {a.args[-1] for a in desk.game.legal(desk.s, "german", f"{draft}; {prefix}" if draft else prefix)}


# --------------------------------------------------------------------------------------------------- areas


@rule("3.3", "9.10", "2.2")
def test_district_units_stand_in_their_district_and_nowhere_else(desk):
    begin(desk)
    w = desk.w
    for unit, district in (("de-85", "15th"), ("de-77", "7th"), ("de-16lw", "netherlands"), ("de-276", "1st")):
        hexes = after(desk, "", f"place {unit}")
        ground = w.districts[DISTRICTS.index(district)] & ~w.ground[ALPINE] & ~w.dyke
        assert hexes == {w.labels[h] for h in members(ground)}
    assert desk.why("place de-85 M5") == ["3.3"], "M5 is the end of the 7th district (9.10)"
    assert desk.why("place de-77 M5") == []


@rule("2.2-example")
def test_the_85th_is_set_up_in_the_15th_district_and_the_340th_is_not_set_up(desk):
    s = begin(desk)
    assert "N5" in after(desk, "", "place de-85"), "the 15th reaches from N5 to CC6 (9.10)"
    assert desk.why("place de-340 N5") == ["3.3"]
    ready_made(s)
    assert s.bound[desk.unit("de-85")] == DISTRICTS.index("15th")
    assert desk.w.units[desk.unit("de-340")].group == 13
    assert desk.w.turns[desk.w.turn_of["dec-1"] - 1].german == 13


@rule("3.3", "9.3")
def test_garrisons_of_cities_stand_in_their_cities_from_the_start_and_are_not_frozen(desk):
    s = begin(desk)
    for unit, city in (("de-5geb", "Torino"), ("de-34", "Genova")):
        u = desk.unit(unit)
        assert (s.where[u], s.bound[u]) == (desk.w.place_hex[city], FREE)
        assert desk.why(f"place {unit} M5") == ["3.3"], "it has been set up"


@rule("3.3", "9.2")
def test_free_units_stand_anywhere_on_the_map(desk):
    begin(desk)
    w = desk.w
    hexes = after(desk, "", "place de-hq-ag-b")
    assert hexes == {w.labels[h] for h in members(w.land & ~w.dyke & ~w.ground[ALPINE])}, "ruling 29"
    assert desk.why("place de-hq-ag-b II2") == ["8.7"]
    alpine = w.labels[members(w.ground[ALPINE])[0]]
    assert desk.why(f"place de-hq-ag-b {alpine}") == ["8.4"]
    sea = w.labels[members(w.sea)[0]]
    assert desk.why(f"place de-hq-ag-b {sea}") == ["3.3"]
    s = drafted(desk, "place de-hq-ag-b M5")
    assert s.bound[desk.unit("de-hq-ag-b")] == FREE, "wherever it starts"


@rule("22.1")
def test_coastal_defense_units_stand_in_invadable_beach_hexes(desk):
    begin(desk)
    w = desk.w
    hexes = after(desk, "", "place de-716")
    assert hexes == {w.labels[h] for h in members(w.beaches & w.districts[DISTRICTS.index("7th")])}
    inland = next(w.labels[h] for h in members(w.districts[DISTRICTS.index("7th")] & ~w.coastal))
    assert desk.why(f"place de-716 {inland}") == ["22.1"]
    caen = w.labels[w.place_hex["Caen"]]
    assert w.inland_ports >> w.index[caen] & 1
    assert desk.why(f"place de-716 {caen}")[0] in ("3.3", "22.1"), "never in an inland port"
    nantes = w.labels[w.place_hex["Nantes"]]
    assert desk.why(f"place de-708 {nantes}") != []
    assert w.move[desk.unit("de-716")][0] == 0


@rule("3.3", "6.1")
def test_only_units_of_the_display_are_set_up_and_each_once(desk):
    begin(desk)
    assert desk.why("place de-9ss M5") == ["3.3"], "a reinforcement"
    assert desk.why("place us-1 M5") == ["3.3"]
    assert desk.why("place de-77 M5; place de-77 L5") == ["3.3"]
    full = "place de-352 M5; place de-353 M5; place de-91 M5"
    assert desk.why(f"{full}; place de-77 M5") == ["6.1"], "three in a clear hex"
    assert "M5" not in after(desk, full, "place de-77")
    assert desk.why(f"{full}; place de-hq-ag-b M5") == [], "an HQ stacks free (6.5)"


@rule("3.3")
def test_done_is_refused_until_everybody_stands(desk):
    s = begin(desk)
    assert "3.3" in desk.why("done")
    assert desk.why("rest; done") == []
    assert desk.why("rest; rest") == ["3.3"], "nobody is left"
    desk.play("rest; done")
    assert all(s.where[u] < desk.w.n or s.where[u] == desk.w.hidden for u in range(desk.w.n_units) if s.box[u] >= 0)
    assert not s.allied, "the German player controls all land"
    assert not overfull(s, GERMAN)


@rule("3.3")
def test_the_rest_goes_where_it_can_when_its_hexes_are_taken(desk):
    s = begin(desk)
    desk.play("place de-85 W5; place de-84 W5; place de-326 W5; rest; done")
    w = desk.w
    assert s.where[desk.unit("de-331")] != w.index["W5"]
    assert w.districts[DISTRICTS.index("15th")] >> s.where[desk.unit("de-331")] & 1
    assert not overfull(s, GERMAN)


# --------------------------------------------------------------------------------------------- hidden units


@rule("3.3", "9.4")
def test_designated_units_are_hidden_by_secret_note(desk):
    s = begin(desk)
    assert desk.why("place de-lehr M9") == ["3.3"], "it is a hidden unit"
    desk.play("hide de-lehr L6; rest; done")
    lehr = desk.unit("de-lehr")
    assert (s.where[lehr], s.notes[lehr], s.bound[lehr]) == (desk.w.hidden, desk.hex("L6"), FREE)
    assert not survey(s).occupied[GERMAN] >> desk.hex("L6") & 1 or "de-lehr" not in {
        desk.w.ids[u] for u in units_in(s, desk.hex("L6"))
    }
    allied = desk.game.view(s, "allied")
    assert allied.notes == [NOWHERE] * desk.w.n_units
    assert allied.where[lehr] == desk.w.hidden
    assert desk.game.view(s, "german").notes[lehr] == desk.hex("L6")


@rule("3.3")
def test_the_log_of_the_set_up_does_not_tell_the_allies_where_hidden_units_are(desk):
    s = begin(desk)
    events = Events()
    desk.game.apply(s, desk.game.read(s, "german", "hide de-lehr L6; rest; done"), events)
    own = [h.event.text(desk.w) for h in events.items]
    assert any("Lehr" in line and "L6" in line for line in own)
    assert {h.event.side for h in events.items if isinstance(h.event, Placed)} == {"german"}
    w = desk.w
    names = ", ".join(w.unit_names[u] for u in w.starters if s.where[u] == w.hidden)
    assert s.where.count(w.hidden) == 5
    assert own[-1] == f"Hidden: {names}."
    public = [(h.event if h.only is None or "allied" in h.only else h.public) for h in events.items]
    assert not any(e is not None and "Lehr" in e.text(desk.w) and "L6" in e.text(desk.w) for e in public)
    assert any(e is not None and "is set up in" in e.text(desk.w) for e in public)


@rule("9.4")
def test_two_units_may_be_hidden_in_their_districts_and_stay_frozen(desk):
    begin(desk)
    seventh = DISTRICTS.index("7th")
    s = drafted(desk, "hide de-275 M5; hide de-331 N5")
    assert s.bound[desk.unit("de-275")] == seventh
    assert s.bound[desk.unit("de-331")] == DISTRICTS.index("15th")
    assert desk.why("hide de-275 N5") == ["3.3"], "only in its own district (ruling 31)"
    assert desk.why("place de-275 M5") == [], "it may be hidden, it need not"


@rule("9.4", "3.3")
def test_two_more_are_chosen_from_those_the_display_allows_and_are_not_frozen(desk):
    begin(desk)
    s = drafted(desk, "hide de-21pz M5; hide de-2pz N5")
    assert s.bound[desk.unit("de-21pz")] == s.bound[desk.unit("de-2pz")] == FREE
    assert desk.why("hide de-21pz M5; hide de-2pz N5; hide de-116pz N5") == ["9.4"]
    assert desk.why("hide de-352 M5") == ["3.3"]
    assert desk.why("hide de-21pz N5") == ["3.3"], "in its own district"
    placed = drafted(desk, "place de-21pz M5")
    assert placed.bound[desk.unit("de-21pz")] == DISTRICTS.index("7th"), "in the open it is frozen"
    assert desk.w.book.hidden.most == 5 + 2 + 2


@rule("6.3", "3.3")
def test_the_secret_list_keeps_stacking_limits_together_with_the_visible_units(desk):
    begin(desk)
    hidden = "hide de-30 M5; hide de-275 M5; place de-352 M5"
    assert desk.why(f"{hidden}; place de-77 M5") == ["6.1"], "ruling 30"
    assert desk.why(f"{hidden}; hide de-lehr M5") == ["6.1"]


@rule("3.7", "12.19")
def test_hidden_units_appear_where_they_were_noted(desk):
    s = begin(desk)
    desk.play("hide de-lehr L6; hide de-275 M5; rest; done")
    desk.restart(Reveal())
    assert desk.at("de-lehr") == "L6"
    assert desk.at("de-275") == "M5"
    assert desk.at("de-30") == "N5", "the article's hidden unit before Caen"
    assert s.notes == [NOWHERE] * desk.w.n_units
    assert desk.w.hidden not in s.where
    assert s.bound[desk.unit("de-275")] == DISTRICTS.index("7th")
    assert survey(s).zones[GERMAN] >> desk.hex("L6") & 1


@rule("3.4", "3.5", "3.6", "3.8", "27.12")
def test_the_order_of_the_first_turn(desk):
    """Ruling 36: set-up, overstrength, aircraft, drops, invaders, ships, support, reveal, relocation, combat."""
    s = begin(desk)
    assert [type(x) for x in opening(s)][:2] == [PrepareSetUp, GermanSetUp]
    assert desk.seat == "german"
    desk.play("rest; done")
    assert (desk.step(), desk.seat) == ("Strengthening", "allied")
    desk.play("end")
    assert (s.turn, s.weather) == (1, 0), "3.4: June I is Clear"
    assert desk.step() == "AlliedAllocation"
    desk.allocate()
    coming = [type(x).__name__ for x in reversed(s.stack)]
    wanted = ["Dropping", "Invading", "ShipsMove", "BindSupport", "Reveal", "TurnedAway", "StartCombat"]
    assert coming[: len(wanted)] == wanted
    assert s.where.count(desk.w.hidden) == 5, "hidden still"


# ------------------------------------------------------------------------------------------------- decoys


@rule("31.7")
def test_decoys_replace_hidden_units(desk):
    s = begin(desk, "decoys-for-hidden")
    assert desk.why("hide de-lehr L6") == ["31.7"]
    assert desk.why("place de-lehr L6") == []
    assert desk.why("cover de-lehr") == ["31.7"], "it is not on the map yet"
    assert desk.why("place de-lehr L6; cover de-lehr; cover de-lehr") == ["31.7"]
    desk.play("place de-lehr L6; cover de-lehr; blank Q9; rest; done")
    w = desk.w
    assert sum(h >= 0 for h in s.decoy_at) == 19
    assert sum(u >= 0 for u in s.decoy_unit) == 9
    assert s.decoy_at == sorted(s.decoy_at), "their order tells nothing"
    assert s.decoy_unit.count(-1) == 10
    assert desk.hex("Q9") in s.decoy_at
    view = desk.game.view(s, "allied")
    assert view.decoy_at == s.decoy_at
    assert set(view.decoy_unit) == {-1}
    assert view.where[desk.unit("de-lehr")] == s.where[desk.unit("de-lehr")] == w.hidden
    assert view.notes == [NOWHERE] * w.n_units
    assert survey(view).occupied[GERMAN] >> desk.hex("L6") & 1
    assert survey(view).occupied[GERMAN] >> desk.hex("Q9") & 1


@rule("31.7")
def test_nine_units_and_ten_blanks_are_covered_no_more_no_less(desk):
    begin(desk, "decoys-for-hidden")
    nine = "; ".join(f"place {u} M5; cover {u}" for u in ("de-352", "de-353", "de-91"))
    nine += "; " + "; ".join(f"place {u} L5; cover {u}" for u in ("de-77", "de-275", "de-3fj"))
    nine += "; " + "; ".join(f"place {u} K5; cover {u}" for u in ("de-5fj", "de-6fjr", "de-21pz"))
    assert desk.why(f"{nine}; place de-hq-ag-b M5; cover de-hq-ag-b") == ["31.7"]
    ten = "; ".join(["blank M9"] * 10)
    assert desk.why(ten) == []
    assert desk.why(f"{ten}; blank M9") == ["31.7"]
    assert "31.7" in desk.why("done")


@rule("31.7")
def test_decoys_and_blanks_come_off_when_hidden_units_would_appear(desk):
    s = begin(desk, "decoys-for-hidden")
    desk.play("place de-lehr L6; cover de-lehr; blank Q9; rest; done")
    desk.restart(Reveal())
    assert s.decoy_at == [NOWHERE] * 19
    assert set(s.decoy_unit) == {-1}
    assert desk.at("de-lehr") == "L6"
    empty = {desk.w.ids[u] for u in units_in(s, desk.hex("Q9"))}
    assert "de-hq-ag-b" in empty or not empty


@rule("31.7")
def test_without_the_option_there_are_no_decoys_in_the_set_up(desk):
    begin(desk)
    assert desk.why("blank M5") == ["31.7"]


@rule("31.7", "3.7")
def test_what_lay_under_the_decoys_is_told(desk):
    w, told = desk.w, Events()
    s = desk.set_up({w.ids[0]: "hidden", "de-352": "M9"}, options="decoys-for-hidden", steps=[])
    s.notes[0] = desk.hex("M5")
    set_decoy(s, 0, desk.hex("M5"), 0)
    set_decoy(s, 1, desk.hex("L5"), -1)
    Reveal().run(s, told)
    assert [(h.event.text(w), h.event.pieces) for h in told.items] == [
        (f"{w.unit_names[0]} is under the decoy in {w.hex_name(desk.hex('M5'))}.", (w.ids[0],)),
        (f"Nothing is under the decoy in {w.hex_name(desk.hex('L5'))}.", ()),
        (f"{w.unit_names[0]} appears in {w.hex_name(desk.hex('M5'))}.", (w.ids[0],)),
    ]
    assert desk.at(w.ids[0]) == "M5"


@rule("31.7")
def test_the_log_of_the_set_up_tells_where_decoys_lie(desk):
    s = begin(desk, "decoys-for-hidden")
    events = Events()
    desk.game.apply(s, desk.game.read(s, "german", "rest; done"), events)
    lines = [h.event.text(desk.w) for h in events.items]
    hexes = sorted(set(s.decoy_at))
    assert lines[-len(hexes) :] == [f"A decoy is in {desk.w.hex_name(h)}." for h in hexes]
    assert not any(line.startswith("Hidden") for line in lines)


# ----------------------------------------------------------------------------------------- any unit, any box


@rule("31.8")
def test_five_armored_units_may_hold_the_netherlands(desk):
    s = begin(desk, "free-setup")
    five = ("de-2pz", "de-116pz", "de-21pz", "de-11pz", "de-lehr")
    hexes = ("GG2", "FF3", "GG3", "CC4", "HH4")
    draft = "; ".join(f"place {u} netherlands {h}" for u, h in zip(five, hexes, strict=True))
    assert desk.why(draft) == []
    assert desk.why(f"{draft}; place de-2ss netherlands GG3") == ["31.8"], "the box has five units"
    desk.play(f"{draft}; rest; done")
    for unit in five:
        assert s.bound[desk.unit(unit)] == DISTRICTS.index("netherlands"), "frozen as always"
    counts = [s.box.count(box) for box in range(len(desk.w.box_ids))]
    assert counts == [desk.w.box_of.count(box) for box in range(len(desk.w.box_ids))]


@rule("31.8", "22.1")
def test_coastal_units_still_need_beaches(desk):
    begin(desk, "free-setup")
    assert desk.why("place de-716 torino Z27")[0] == "22.1"
    assert desk.why("hide de-716 hidden M5") == ["22.1"]
    assert desk.why("place de-716 free M5") == []
    assert desk.why("place de-716 15th N5") == []
    inland = desk.w.labels[desk.w.place_hex["Paris"]]
    assert desk.why(f"place de-716 free {inland}") == ["22.1"]


@rule("31.8", "9.3", "9.4")
def test_boxes_bring_their_rules_with_them(desk):
    begin(desk, "free-setup")
    torino = desk.w.labels[desk.w.place_hex["Torino"]]
    s = drafted(desk, f"place de-2pz torino {torino}; hide de-21pz hidden M5; place de-lehr free L6")
    assert s.box[desk.unit("de-2pz")] == desk.w.box_ids.index("torino")
    assert s.bound[desk.unit("de-2pz")] == FREE
    assert s.notes[desk.unit("de-21pz")] == desk.hex("M5")
    assert s.bound[desk.unit("de-lehr")] == FREE
    assert desk.why("place de-lehr hidden L6") == ["3.3"], "units of this box are hidden"
    assert desk.why("place de-2pz torino M5") == ["3.3"]
    frozen = drafted(desk, "hide de-352 15th N5")
    assert frozen.bound[desk.unit("de-352")] == DISTRICTS.index("15th")
    assert desk.why("hide de-352 15th N5; hide de-353 15th N5") == ["9.4"]
    assert desk.why("hide de-352 1st D13") == ["9.4"]
    chosen = drafted(desk, "select de-352 1st D13")
    assert chosen.bound[desk.unit("de-352")] == FREE
    two = "select de-352 1st D13; select de-353 1st D13"
    assert desk.why(two) == []
    assert desk.why(f"{two}; select de-91 7th M5") == ["31.8"], "no more than two are chosen"


@rule("9.3", "31.8")
def test_the_unit_in_the_box_of_torino_stays_in_italy(desk):
    begin(desk, "free-setup")
    torino = desk.w.labels[desk.w.place_hex["Torino"]]
    desk.play(f"place de-2pz torino {torino}; rest; done")
    from grognard.games.fortress_europa.rules.movement.districts import bounds

    assert bounds(desk.s, desk.unit("de-2pz")) == desk.w.italy
    assert bounds(desk.s, desk.unit("de-5geb")) == desk.w.land


@rule("31.8")
def test_the_box_of_a_city_keeps_its_place(desk):
    begin(desk, "free-setup")
    torino = desk.w.labels[desk.w.place_hex["Torino"]]
    assert desk.why(f"place de-352 free {torino}; place de-353 free {torino}") == ["3.3"], "room for its own unit"
    assert desk.why(f"place de-352 free {torino}; place de-353 torino {torino}") == []


# ------------------------------------------------------------------------------------------------ guessing


@rule("3.3", "31.7")
def test_a_guess_puts_hidden_and_covered_units_where_they_could_be(desk):
    for options in ((), ("decoys-for-hidden",)):
        s = begin(desk, *options)
        desk.play("rest; done")
        guess = desk.game.guess(desk.game.view(s, "allied"), "allied", random.Random(1))
        w = desk.w
        hidden = [u for u in w.of_side[GERMAN] if guess.where[u] == w.hidden]
        assert len(hidden) == (9 if options else 5)
        for u in hidden:
            assert area(guess, u, guess.box[u]) >> guess.notes[u] & 1
            assert not options or guess.notes[u] in guess.decoy_at
        assert sum(u >= 0 for u in guess.decoy_unit) == (9 if options else 0)


def worlds(desk, number=30):
    """Guesses behind the Allied view, each checked to fit it and to tell the Allied player the same."""
    s, game = desk.s, desk.game
    view = game.view(s, "allied")
    for seed in range(number):
        guess = game.guess(view.copy(), "allied", random.Random(seed))
        assert game.view(guess, "allied") == view
        assert not list(game.check(guess))
        told = [everything(game, x, "allied", random.Random(seed)) for x in (s, guess)]
        assert told[0] == told[1]
        assert [guess.box.count(box) for box in range(len(desk.w.box_ids))] == list(desk.w.box_sizes)
        yield guess


@rule("31.8", "9.4")
def test_nobody_knows_which_box_a_hidden_unit_fills_nor_whether_it_is_frozen(desk):
    s = begin(desk, "free-setup")
    desk.play("hide de-352 15th N5; select de-21pz 1st D13; rest; done")
    w, view = desk.w, desk.game.view(s, "allied")
    hidden = [u for u in w.starters if s.where[u] == w.hidden]
    assert len(hidden) == 7
    assert {(view.box[u], view.bound[u]) for u in hidden} == {(-1, FREE)}
    seen = [u for u in w.starters if u not in hidden]
    assert [(view.box[u], view.bound[u]) for u in seen] == [(s.box[u], s.bound[u]) for u in seen]
    boxes, frozen = set(), set()
    for guess in worlds(desk):
        boxes.add(guess.box[desk.unit("de-352")])
        held = [u for u in hidden if guess.bound[u] != FREE]
        frozen |= set(held)
        assert [guess.bound[u] for u in held] in ([], [DISTRICTS.index("15th")]), "no place of the 7th is open"
        chosen = [u for u in hidden if guess.bound[u] == FREE and guess.box[u] != w.hidden_box]
        assert len(held) + len(chosen) == 2
        assert all(area(guess, u, guess.box[u]) >> guess.notes[u] & 1 for u in hidden)
    assert boxes == {DISTRICTS.index("15th"), DISTRICTS.index("1st"), w.hidden_box}
    assert len(frozen) > 2, "any of them may be the frozen one"


@rule("31.8", "9.4", "22.1")
def test_a_hidden_coastal_unit_is_guessed_to_be_the_frozen_one(desk):
    begin(desk, "free-setup")
    desk.play("hide de-716 15th N5; select de-21pz 15th N5; rest; done")
    for guess in worlds(desk, 10):
        assert guess.bound[desk.unit("de-716")] == DISTRICTS.index("15th")


@rule("31.8", "9.1A", "9.1E")
def test_nobody_is_guessed_to_be_frozen_whom_the_landing_has_released(desk):
    s = begin(desk, "free-setup")
    desk.play("hide de-352 15th N5; hide de-353 7th M5; rest; done")
    s.invaded = 1 << DISTRICTS.index("7th")
    release(s, DISTRICTS.index("7th"), None, "9.1A")
    assert {guess.bound[u] for guess in worlds(desk) for u in units_in(s, desk.w.hidden)} == {
        FREE,
        DISTRICTS.index("15th"),
    }
    release_all(s, None, "9.1E")
    assert {guess.bound[u] for guess in worlds(desk) for u in units_in(s, desk.w.hidden)} == {FREE}


@rule("31.7", "31.8")
def test_nobody_knows_which_box_a_covered_unit_fills(desk):
    s = begin(desk, "decoys-for-hidden", "free-setup")
    desk.play("place de-352 15th N5; cover de-352; place de-21pz free M20; cover de-21pz; rest; done")
    w, view = desk.w, desk.game.view(s, "allied")
    hidden = [u for u in w.starters if s.where[u] == w.hidden]
    assert {(view.box[u], view.bound[u]) for u in hidden} == {(-1, FREE)}
    ways = set()
    for guess in worlds(desk):
        ways.add((guess.box[desk.unit("de-352")], guess.bound[desk.unit("de-352")]))
        for u in hidden:
            box = guess.box[u]
            assert guess.bound[u] == (box if box < len(DISTRICTS) else FREE)
    assert len(ways) > 2


@rule("3.3")
def test_random_set_ups_can_always_be_finished(desk):
    for options in ((), ("free-setup",), ("decoys-for-hidden", "free-setup")):
        begin(desk, *options)
        rng = random.Random(5)
        action = desk.game.complete(desk.s, "german", rng.choice, lambda tail: False)
        desk.game.apply(desk.s, action)
        assert not overfull(desk.s, GERMAN)
