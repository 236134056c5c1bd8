"""The choices The Godbreaker Saga offers for a new game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap

from game.engine.rulebook.new_game import Offer, Offers
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
from game.rulesets.godbreakers.new_game.sketches import circle_sketch, scenario_sketch
from game.rulesets.godbreakers.rules import scenarios
from game.rulesets.godbreakers.rules.circles.bundled import bundled_circles, own_circles
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.constants import DEFAULT_ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS
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
