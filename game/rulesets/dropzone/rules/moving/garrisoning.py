"""Entering a Garrison, shifting in it, and leaving it (D-GARR-3 to D-GARR-9)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Reference
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.close_quarters.fighting import fortitude, share_out
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import ask, is_rooted, way_out
from game.rulesets.dropzone.rules.objectives import let_fall
from game.rulesets.dropzone.rules.scenery.garrisons import CENTRE, house_of, linked, open_slots, room, settle, squads_in
from game.rulesets.dropzone.rules.space import walls
from game.rulesets.dropzone.rules.state import Squad
from game.table.facing import compass_of
from game.table.layout.setting_up import SetUp
from game.wording import N_, _

ENTRANCE: Final = 2.0
"""Inches from a Garrison within which a squad enters it (D-GARR-3)."""
OUTSIDE: Final = "outside"
LEAVE, SHIFT, THROUGH = "leave", "shift", "through:"
POINTS: Final = (N_("north"), N_("north-east"), N_("east"), N_("south-east"), N_("south"), N_("south-west"), N_("west"),
                 N_("north-west"))  # fmt: skip


def slot_name(feature: Feature, place: str) -> str:
    """Return the name that people read for a slot of a Garrison."""
    if place == CENTRE:
        return _("the centre of {piece}", piece=feature.name)
    turn = compass_of(walls(feature)[int(place)].outward)
    side = _(POINTS[round(turn / 45.0) % len(POINTS)])
    return _("the {side} side of {piece}", side=side, piece=feature.name)


def near_garrisons(game: Game, squad: Squad) -> list[Feature]:
    """Return the Garrisons that a squad on the table may enter now (D-GARR-1, D-GARR-3, D-SHOOT-7, D-GARR-2, R-29)."""
    units = game.standing(squad)
    rooted = any(is_rooted(game, each) for each in units)
    if rooted or not game.sheet_of(squad).is_infantry or not units or not game.is_coherent(squad):
        return []
    reach = ENTRANCE + game.ruler.policy.tolerance
    return [
        each
        for each in game.features
        if each.has("garrison") and room(game, each) >= len(units) and any(each.gap(u.x, u.y) <= reach for u in units)
    ]


def enter(game: Game, squad: Squad) -> Flow:
    """Let a squad enter a Garrison that it has reached (D-GARR-3)."""
    found = near_garrisons(game, squad)
    if not found:
        return
    options = [
        Option(each.id, _("Enter {piece}", piece=each.name), "D-GARR-3", about=Reference((each.id,)), hand="piece")
        for each in found
    ]
    options.append(Option(OUTSIDE, _("Stay outside"), "D-GARR-3", letter="h"))
    prompt = _("{squad}: enter a Garrison?", squad=squad.name)
    answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-GARR-3", about=squad.id, options=options)
    if answer == OUTSIDE:
        return
    feature = next(each for each in found if each.id == answer)
    squad.entered = True
    yield from take_slots(game, squad, feature)


def take_slots(game: Game, squad: Squad, feature: Feature) -> Flow:
    """Ask for the slot of each unit in a Garrison; the first one may be for all (D-GARR-3, D-GARR-4)."""
    places, taken = open_slots(game, feature, squad.owner), dict[str, str]()
    for unit in game.units_of(squad):
        options = [
            Option(place, slot_name(feature, place), "D-GARR-3", about=Reference((f"{feature.id}:{place}",)))
            for place in places
        ]
        prompt = _("{unit}: where in {piece}?", unit=unit.name, piece=feature.name)
        place = yield Choose(player=squad.owner, prompt=prompt, rule="D-GARR-4", about=unit.id, options=options)
        taken[unit.id] = place
    for unit in game.units_of(squad):
        settle(game, unit, feature, taken[unit.id])
    slots = {unit.id: unit.slot for unit in game.units_of(squad)}
    game.emit(events.Garrisoned(squad=squad.id, piece=feature.id, slots=slots, rule="D-GARR-3"))


def move_inside(game: Game, squad: Squad) -> Flow:
    """Let a squad in a Garrison shift or leave (D-GARR-4, D-GARR-6, D-GARR-8)."""
    house = house_of(game, game.units_of(squad)[0])
    assert house is not None
    options = [Option(SHIFT, _("Take other places in {piece}", piece=house.name), "D-GARR-4", letter="s")]
    rooted = any(is_rooted(game, each) for each in game.units_of(squad))  # it only shifts, and only if agreed
    further = {} if rooted else {f"{THROUGH}{each.id}": each for each in rooms_beyond(game, squad, house)}
    options += [
        Option(key, _("Go into {piece}", piece=each.name), "D-GARR-5", about=Reference((each.id,)))
        for key, each in further.items()
    ]
    if not rooted and way_out(game, game.units_of(squad), house.shape, "D-GARR-6"):
        leaving = _("Leave {piece}", piece=house.name)
        options.append(Option(LEAVE, leaving, "D-GARR-6", squad.units, letter="l", hand="ground"))
    prompt = _("{squad}: shift or leave?", squad=squad.name)
    answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-GARR-4", about=squad.id, options=options)
    if answer == SHIFT:
        yield from take_slots(game, squad, house)
    elif answer in further:
        if (yield from _gets_away(game, squad, house)):
            squad.entered = True
            yield from take_slots(game, squad, further[answer])
    elif (yield from _gets_away(game, squad, house)):
        where = way_out(game, game.units_of(squad), house.shape, "D-GARR-6", forced=True)
        assert where is not None
        yield from leave(game, squad, where, "D-GARR-6")


def rooms_beyond(game: Game, squad: Squad, house: Feature) -> list[Feature]:
    """Return the linked Garrisons that have room for a whole squad (D-GARR-1, D-GARR-5)."""
    count = len(game.units_of(squad))
    return [each for each in linked(game, house) if room(game, each) >= count]


def _gets_away(game: Game, squad: Squad, house: Feature) -> Asking[bool]:
    """Test whether a squad outnumbered in a Garrison gets out unharmed (D-GARR-8)."""
    inside = Counter(each.owner for each in squads_in(game, house))
    most = max((each for each in inside if each != squad.owner), key=inside.__getitem__, default="")
    if inside.total() <= 2 * inside[squad.owner]:
        return True
    lost = yield from fortitude(game, squad)
    yield from share_out(game, squad, lost, most, "D-GARR-8")
    if lost:
        yield from let_fall(game, squad, "D-OBJ-11")
    return bool(game.units_of(squad))


def leave(game: Game, squad: Squad, where: SetUp, rule: str) -> Flow:
    """Set a squad down outside a Garrison (D-GARR-6, D-GARR-9)."""
    prompt = _("Where does {squad} get out?", squad=squad.name)
    yield from ask(game, squad, game.units_of(squad), where, prompt, rule)
