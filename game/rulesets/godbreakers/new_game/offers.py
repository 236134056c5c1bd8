"""The choices for a new game of The Godbreaker Saga."""

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
        Offer(name, _(kind.title), _(kind.summary), kind.rule, sketch=scenario_sketch(name)) for name, kind in known
    ]
    return Offers(
        scenarios=_first(DEFAULT_SCENARIO, stories),
        maps=_first(DEFAULT_MAP, starmap(_map_offer, offered_maps(NAME))),
        rosters=(
            *(_roster_offer(slug(circle.name), circle) for circle in bundled_circles()),
            *(_roster_offer(name, circle) for name, circle in own_circles().items()),
        ),
        switches=tuple(Offer(rule.name, _(rule.title), _(rule.text), rule.rule, rule.needs) for rule in ADVANCED_RULES),
        seats=(1, MOST_PLAYERS, 2),
        rounds=(FEWEST_ROUNDS, MOST_ROUNDS, DEFAULT_ROUNDS),
        colours=tuple(Offer(colour, _(words["text"])) for colour, words in zip(PLAYER_COLOURS, WORDING["colours"])),
    )


def _first(name: str, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return the offers with the one called `name` first, and maps that players must dress last."""
    return tuple(sorted(offers, key=lambda offer: (offer.name != name, offer.rule == "G-TBL-9")))


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
"""The factor by which pieces are enlarged in a small picture."""
TOKEN_RADIUS: Final = 0.4
MARGIN: Final = 0.8
"""Room for long names at both ends of a circle's picture, in inches."""
STEP: Final = 2.2
"""The distance between two godbreakers in a circle's picture, in inches."""


def scenario_sketch(name: str) -> Sketch | None:
    """Return a picture of the markers, tokens, threats and zones of a scenario, or None."""
    plain = WORDING["sketches"].get(name)
    if plain is None:
        return None
    pieces = tuple(_piece(number, *piece) for number, piece in enumerate(plain["pieces"]))
    return Sketch(*SIZE, pieces, tuple(tuple(zone) for zone in plain["zones"]))


def _piece(number: int, name: str, x: float, y: float) -> PieceView:
    """Return a piece of a picture: a marker, a token, a wild model by its die, or a leader of side 1 or 2."""
    kind, _dash, owner = name.partition("-")
    if kind == "leader":
        return PieceView(str(number), "", "base", x, y, BASE_RADIUS * LARGER, owner, "d8", "8", leader=True)
    if kind in ("d6", "d8", "d10", "d12"):
        die = int(kind[1:])
        return PieceView(str(number), "", "base", x, y, UNALIGNED_RADIUS[die] * LARGER, "", kind, str(die))
    if kind in ("treasure", "trophy"):
        return PieceView(str(number), "", "token", x, y, TOKEN_RADIUS, "", kind)
    return PieceView(str(number), "", "marker", x, y, MARKER_RADIUS * LARGER, owner, kind)


def circle_sketch(circle: CircleDocument) -> Sketch:
    """Return a picture of a circle's godbreakers in a row, the leader first."""
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
