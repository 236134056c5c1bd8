"""Healing, rallying and the return of slain models (A-DMG-7, A-DMG-8, A-AB-13)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from game.engine.core.decisions import Choose, Faced, LegalSpots, Option, Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules import events, mixed
from game.rulesets.aos4.rules.abilities import Ability, Use
from game.rulesets.aos4.rules.attacks.damaging import Rally as Spending
from game.rulesets.aos4.rules.attacks.damaging import rallies
from game.rulesets.aos4.rules.core.moves import out_of_combat
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.turns import all_facings, facing_first
from game.rulesets.aos4.rules.moving.unit_moves import beside_its_unit, in_all_facings
from game.rulesets.aos4.rules.rulings import RALLIED, RALLY_DICE
from game.rulesets.aos4.rules.setup import TITLES, ModelFacts
from game.rulesets.aos4.rules.state import Unit
from game.table.footprints import Footprint, Oblong
from game.table.placing.region import Region
from game.wording import N_, _, ngettext, series

KEEP_OFF = "keep-off"
_FACINGS: Final = 64
"""The number of facings of a returning model for which legal spots are cached."""
Spot = tuple[float, float]


def is_hurt(unit: Unit, *, slain: bool = True) -> bool:
    """Return whether a unit has damage or, with `slain`, slain models."""
    return unit.damage > 0 or (slain and bool(unit.slain))


def heal(game: Game, unit: Unit, points: int, rule: str = "A-DMG-7") -> None:
    """Lower a unit's damage count, never below 0 (A-DMG-7)."""
    healed = 0 if game.bonus(unit, "no healing") else min(unit.damage, points)
    unit.damage -= healed
    game.emit(events.Healed(unit=unit.id, amount=healed, left=unit.damage, rule=rule))


def return_models(game: Game, unit: Unit, number: int, *, weakest: bool = False) -> Flow:
    """Let a unit's player set up slain models again, one after another (A-DMG-8, A-AMB-30).

    With `weakest`, models with the lowest Health return first, as they cost the fewest points.
    """
    if game.bonus(unit, "no healing"):
        return
    last_spot: Spot | None = None
    for remaining in range(min(number, len(unit.slain)), 0, -1):
        model = yield from _next_to_return(game, unit, remaining, weakest=weakest)
        region, turning, faced = _room_of(game, unit, model)
        if not region.find():
            return
        answer = yield Place(
            player=unit.owner,
            prompt=_("Place the returning model of {unit}", unit=unit.name),
            rule="A-DMG-8",
            about=model,
            region=region,
            turning=turning,
            faced=faced,
            shortcuts=(Option(KEEP_OFF, _("It does not return"), "A-DMG-8", letter="h"),),
            usual=partial(_spot_beside, region, last_spot),
        )
        if answer == KEEP_OFF:
            return
        last_spot = answer[0], answer[1]
        unit.slain = [other for other in unit.slain if other != model]
        game.state.uses.note(f"{model} returned", "turn")
        spots = {**unit.at, model: (answer[0], answer[1])}
        unit.at = {other: spots[other] for other in game.models(unit) if other in spots}
        unit.facings = all_facings(game, unit, {model: answer[2]} if len(answer) > 2 else {})
        unit.damage = min(unit.damage, mixed.lowest_health(game, unit) - 1)
        game.emit(events.Returned(unit=unit.id, models={model: unit.at[model]}, rule="A-DMG-8"))


def _room_of(game: Game, unit: Unit, model: str) -> tuple[Region, Turning | None, Faced | None]:
    """Return the legal spots of a returning model, with its turning if its base is not round.

    It first faces as its unit does; if no spot is legal like that, it faces so that one is.
    """
    base = facing_first(game, unit, model, game.models(unit)[model].base)
    if not isinstance(base, Oblong):
        return beside_its_unit(game, unit, model), None, None
    region_facing = lru_cache(maxsize=_FACINGS)(partial(beside_its_unit, game, unit, model))
    bases = (base, *in_all_facings(base))
    facings = (turned.facing for turned in bases if isinstance(turned, Oblong))
    first_facing = next((facing for facing in facings if region_facing(facing).find()), base.facing)
    return region_facing(first_facing), Turning.asked(first_facing, "A-DMG-8"), Faced(base, region_facing)


def _spot_beside(region: LegalSpots, beside: Spot | None) -> list[float] | None:
    """Return the legal spot nearest to the model that returned before, or None for the first one."""
    spot = region.nearest(beside) if beside is not None else None
    return [*spot[:2]] if spot is not None else None


def _next_to_return(game: Game, unit: Unit, number: int, *, weakest: bool) -> Asking[str]:
    """Return the slain model to set up next. The player chooses if the models differ and not all return."""
    models, kinds = game.models(unit), dict[tuple[str, Footprint, int], str]()
    lowest_health = mixed.healths(game, unit, slain=True)[0]
    possible = [model for model in unit.slain if not weakest or models[model].printed.health == lowest_health]
    for model in sorted(possible, key=lambda slain: [title not in models[slain].titles for title in TITLES]):
        kinds.setdefault((_kind(models[model]), models[model].base, models[model].printed.health), model)
    best = next(iter(kinds.values()))
    if len(kinds) == 1 or number >= len(possible):
        return best
    prompt = _("Which model of {unit} returns?", unit=unit.name)
    options = [Option(model, _kind(models[model]), "A-DMG-8") for model in kinds.values()]
    answer: str = yield Choose(player=unit.owner, prompt=prompt, rule="A-DMG-8", about=unit.id, options=options)
    return answer


def _kind(facts: ModelFacts) -> str:
    """Return a text that distinguishes a model from others of its unit: name, titles and weapons."""
    titles = [*filter(None, [facts.name]), *(_(TITLES[title]) for title in TITLES if title in facts.titles)]
    weapons = [weapon.name for weapon in facts.weapons]
    return ": ".join(series(weapon) for weapon in (titles, weapons) if weapon) or _("Model")


class Rally(Ability):
    """Roll dice, each 4+ a point, and spend the points to heal damage or return models (A-AB-13, A-CMD-5)."""

    id, rule, letter, needs = "rally", "A-AB-13", "y", (out_of_combat,)

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        return is_hurt(unit)

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        pool = game.throw(unit, rally_dice(game, unit), "rally")
        points = sum(face >= RALLIED for face in pool.faces)
        game.rolled(unit, N_("rally"), pool, points, needed=RALLIED, rule=self.rule)
        spendings = rallies(points, unit.damage, mixed.healths(game, unit, slain=True))
        if not spendings:
            return
        chosen = spendings[0] if len(spendings) == 1 else spendings[int((yield self._question(use, spendings)))]
        if chosen.healed:
            heal(game, unit, chosen.healed, self.rule)
        yield from return_models(game, unit, chosen.returned, weakest=True)

    def _question(self, use: Use, ways: tuple[Spending, ...]) -> Choose:
        options = [Option(str(number), spending_text(way), self.rule) for number, way in enumerate(ways)]
        prompt = _("Spend the rally points of {unit}", unit=use.unit.name)
        return Choose(player=use.player, prompt=prompt, rule=self.rule, about=use.unit.id, options=options)


def rally_dice(game: Game, unit: Unit) -> int:
    """Return the number of a unit's rally dice, one more with a musician (A-AB-13, A-KEY-7)."""
    return max(0, RALLY_DICE + (1 if game.holders(unit, "musician") else 0) + game.bonus(unit, "rally"))


def spending_text(way: Spending) -> str:
    """Return a description of a way to spend rally points."""
    parts = []
    if way.returned:
        parts.append(ngettext("{n} model returns", "{n} models return", way.returned, n=way.returned))
    if way.healed:
        parts.append(_("heal {n}", n=way.healed))
    if way.lost:
        parts.append(ngettext("{n} point is lost", "{n} points are lost", way.lost, n=way.lost))
    return ", ".join(parts)
