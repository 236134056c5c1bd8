"""The choices The Godbreaker Saga offers for a new game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap
from typing import Final

from game.engine.rulebook.new_game import Offer, Offers, Sketch
from game.engine.rulebook.view import PieceView
from game.engine.saving.maps import offered_maps
from game.lengths import size
from game.rulesets.godbreakers.new_game.map_rules import NAME
from game.rulesets.godbreakers.new_game.planning import (
    ADVANCED_RULES,
    DEFAULT_MAP,
    DEFAULT_SCENARIO,
    MOST_PLAYERS,
    WORDING,
)
from game.rulesets.godbreakers.rules import scenarios
from game.rulesets.godbreakers.rules.circles.bundled import bundled_circles, own_circles
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.constants import (
    BASE_RADIUS,
    DEFAULT_ROUNDS,
    FEWEST_ROUNDS,
    MARKER_RADIUS,
    MOST_ROUNDS,
    UNALIGNED_RADIUS,
)
from game.rulesets.godbreakers.rules.setup_documents import PLAYER_COLOURS
from game.rulesets.godbreakers.words.slugs import slug
from game.table.documents import MapDocument
from game.wording import _


def offers() -> Offers:
    """Return scenarios, maps, circles, advanced rules and numbers of players (G-SCN-1, G-RND-1, G-ADV-1..5)."""
    known = [(name, scenarios.find(name)) for name in scenarios.names()]
    stories = [
        Offer(name, _(each.title), _(each.summary), each.rule, sketch=scenario_sketch(name)) for name, each in known
    ]
    return Offers(
        scenarios=_first(DEFAULT_SCENARIO, stories),
        maps=_first(DEFAULT_MAP, starmap(_map_offer, offered_maps(NAME))),
        rosters=(
            *(_roster_offer(slug(circle.name), circle) for circle in bundled_circles()),
            *(_roster_offer(name, circle) for name, circle in own_circles().items()),
        ),
        switches=tuple(Offer(each.name, _(each.title), _(each.text), each.rule, each.needs) for each in ADVANCED_RULES),
        seats=(1, MOST_PLAYERS, 2),
        rounds=(FEWEST_ROUNDS, MOST_ROUNDS, DEFAULT_ROUNDS),
        colours=tuple(Offer(colour, _(each["text"])) for colour, each in zip(PLAYER_COLOURS, WORDING["colours"])),
    )


def _first(name: str, found: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return the offers, the one of that name first and those that need the players' work last."""
    return tuple(sorted(found, key=lambda offer: (offer.name != name, offer.rule == "G-TBL-9")))


def _map_offer(name: str, document: MapDocument) -> Offer:
    extent = _("{width} × {height}", width=size(document.width), height=size(document.height))
    if document.dressing:
        return Offer(name, document.name, _("{extent}, players add terrain in turn", extent=extent), "G-TBL-9")
    return Offer(name, document.name, extent)


def _roster_offer(name: str, circle: CircleDocument) -> Offer:
    cause = _("fights for {cause}", cause=circle.fights_for)
    kind = _("training circle, no traits") if circle.training else cause
    return Offer(name, circle.name, kind, "G-CIR-1", sketch=circle_sketch(circle))


SIZE: Final = (12.0, 7.0)
LARGER: Final = 1.35
"""How much larger pieces are than on a table, so that they can be told apart in a small picture."""
TOKEN_RADIUS: Final = 0.4
MARGIN: Final = 0.8
"""Inches of room for long names at either end of a circle."""
STEP: Final = 2.2
"""Inches between two godbreakers of a circle in its picture."""


def scenario_sketch(name: str) -> Sketch | None:
    """Return what brings victory points in a scenario: its markers, tokens, threats and zones."""
    plain = WORDING["sketches"].get(name)
    if plain is None:
        return None
    pieces = tuple(_piece(number, *each) for number, each in enumerate(plain["pieces"]))
    return Sketch(*SIZE, pieces, tuple(tuple(zone) for zone in plain["zones"]))


def _piece(number: int, what: str, x: float, y: float) -> PieceView:
    """Return a piece of a sketch: a marker, a token, a wild model by its die, or a leader of side 1 or 2."""
    sort, _dash, owner = what.partition("-")
    if sort == "leader":
        return PieceView(str(number), "", "base", x, y, BASE_RADIUS * LARGER, owner, "d8", "8", leader=True)
    if sort in ("d6", "d8", "d10", "d12"):
        die = int(sort[1:])
        return PieceView(str(number), "", "base", x, y, UNALIGNED_RADIUS[die] * LARGER, "", sort, str(die))
    if sort in ("treasure", "trophy"):
        return PieceView(str(number), "", "token", x, y, TOKEN_RADIUS, "", sort)
    return PieceView(str(number), "", "marker", x, y, MARKER_RADIUS * LARGER, owner, sort)


def circle_sketch(circle: CircleDocument) -> Sketch:
    """Return the five godbreakers of a circle in a row, the leader first."""
    pieces = tuple(
        PieceView(
            id=str(place),
            name=member.name,
            kind="base",
            x=STEP * (place + 0.5) + MARGIN,
            y=2.0 if place % 2 else 4.2,
            radius=BASE_RADIUS * 1.8,
            owner="1",
            symbol=f"d{member.die}",
            value=str(member.die),
            leader=place == 0,
        )
        for place, member in enumerate(circle.godbreakers)
    )
    return Sketch(STEP * len(pieces) + 2 * MARGIN, 6.8, pieces)
