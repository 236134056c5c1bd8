"""What The Godbreaker Saga offers for a new game."""

from __future__ import annotations

from typing import Final

from game.engine.decisions import Answer, Decision, Pick, Place
from game.engine.offers import Offer, Offers
from game.resources import bundled_maps
from game.rulesets.godbreakers import scenarios
from game.rulesets.godbreakers.circle_documents import CircleDocument
from game.rulesets.godbreakers.circles import bundled_circles
from game.rulesets.godbreakers.deployment import AUTO
from game.rulesets.godbreakers.documents import PLAYER_COLOURS
from game.rulesets.godbreakers.planning import DEFAULT_MAP, DEFAULT_SCENARIO, MOST_PLAYERS
from game.rulesets.godbreakers.rulings import DEFAULT_ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS
from game.rulesets.godbreakers.slugs import slug
from game.table.documents import MapDocument, load_map
from game.table.lengths import size
from game.wording import mark, say

SWITCHES: Final = (
    Offer("ready", mark("Ready"), mark("A model may wait and act within the turn of another."), "G-ADV-1"),
    Offer("levels", mark("Levels"), mark("Terrain with floors above the ground; models can fall."), "G-ADV-2"),
    Offer("unbound", mark("Unbound"), mark("A trait for models that levels do not hinder."), "G-ADV-5", "levels"),
)
"""The advanced rules in the order of the book."""

COLOURS: Final = (mark("blue"), mark("orange"), mark("green"), mark("violet"))
"""What the players' colours are called."""


def offers() -> Offers:
    """Return scenarios, maps, circles, advanced rules and how many may play (G-SCN-1, G-RND-1, G-ADV-1..5)."""
    titles = [(name, scenarios.find(name)) for name in scenarios.names()]
    return Offers(
        scenarios=_first(
            DEFAULT_SCENARIO,
            [
                Offer(name, say(each.title), say(each.summary), f"G-SCN-{slug(each.title).upper()}")
                for name, each in titles
            ],
        ),
        maps=_first(DEFAULT_MAP, [_map_offer(path.stem, load_map(path)) for path in bundled_maps()]),
        rosters=tuple(_roster_offer(circle) for circle in bundled_circles()),
        switches=tuple(Offer(each.name, say(each.title), say(each.text), each.rule, each.needs) for each in SWITCHES),
        handlers=(Offer("lowest", say("whoever has fewest VP"), rule="G-INI-5"),),
        seats=(1, MOST_PLAYERS, 2),
        rounds=(FEWEST_ROUNDS, MOST_ROUNDS, DEFAULT_ROUNDS),
        colours=tuple(Offer(colour, say(name)) for colour, name in zip(PLAYER_COLOURS, COLOURS, strict=True)),
    )


def deployed(decision: Decision) -> Answer | None:
    """Return the answer that has the rulebook put down the rest of a player's pieces, None elsewhere (G-SCN-6)."""
    offered = decision.shortcuts if isinstance(decision, (Place, Pick)) else ()
    return AUTO.key if any(each.key == AUTO.key for each in offered) else None


def _first(name: str, found: list[Offer]) -> tuple[Offer, ...]:
    """Return offers with the one of that name in front."""
    return tuple(sorted(found, key=lambda offer: offer.name != name))


def _map_offer(name: str, document: MapDocument) -> Offer:
    extent = say("{width} × {height}", width=size(document.width), height=size(document.height))
    return Offer(name, document.name, extent)


def _roster_offer(circle: CircleDocument) -> Offer:
    cause = say("fights for {cause}", cause=circle.fights_for)
    kind = say("training circle, no traits") if circle.training else cause
    return Offer(slug(circle.name), circle.name, kind, "G-CIR-1")
