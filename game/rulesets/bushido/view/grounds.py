"""The effects of terrain pieces, in our own words with the rules (B-TERR)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.rulebook.view import Line
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.terrain import standing
from game.rulesets.bushido.rules.terrain import TRAITS, Feature
from game.rulesets.bushido.view.reference import RULES
from game.wording import N_, _

SIZES: Final = {
    "zero": N_("Size Zero"),
    "tiny": N_("Size Tiny"),
    "small": N_("Size Small"),
    "medium": N_("Size Medium"),
    "large": N_("Size Large"),
    "huge": N_("Size Huge"),
}


def grounds(game: Game) -> dict[str, tuple[Line, ...]]:
    """Return the effect of each terrain piece on the table, by its id."""
    return {feature.piece.id: tuple(_lines(feature)) for feature in standing(game)}


def _lines(feature: Feature) -> Iterator[Line]:
    traits = [feature.passage, feature.visibility, *(["destructible"] if feature.destructible else [])]
    for trait in traits:
        name, rule = TRAITS[trait]
        if trait in ("normal", "clear"):  # their names say what they are
            yield Line(RULES.wording(rule), rule)
        else:
            yield Line(_("{trait}: {text}", trait=_(name), text=RULES.wording(rule)), rule)
    yield Line(_(SIZES[feature.size]), "B-TERR-10")
