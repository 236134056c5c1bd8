"""Healing, and slain models that return (A-DMG-7, A-DMG-8, A-AB-13)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking, Flow
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.keywords import TITLES
from game.rulesets.aos4.rules.moving.setting_up import beside_its_unit
from game.rulesets.aos4.rules.setup import ModelFacts
from game.rulesets.aos4.rules.state import Unit
from game.wording import _, series

KEEP_OFF = "keep-off"


def is_hurt(unit: Unit, *, slain: bool = True) -> bool:
    """Return whether there is anything to heal, or slain models that could return."""
    return unit.damage > 0 or (slain and bool(unit.slain))


def heal(game: Game, unit: Unit, points: int, rule: str = "A-DMG-7") -> None:
    """Lower a unit's damage count, never below 0 (A-DMG-7)."""
    healed = min(unit.damage, points)
    unit.damage -= healed
    game.emit(events.Healed(unit=unit.id, amount=healed, left=unit.damage, rule=rule))


def return_models(game: Game, unit: Unit, number: int) -> Flow:
    """Let a unit's commander set up slain models again, one after another, where there is room (A-DMG-8, A-AMB-30)."""
    for left in range(min(number, len(unit.slain)), 0, -1):
        model = yield from _who_returns(game, unit, left)
        region = beside_its_unit(game, unit, model)
        if not region.find():
            return
        answer = yield Place(
            player=unit.owner,
            prompt=_("Place the returning model of {unit}", unit=unit.name),
            rule="A-DMG-8",
            about=model,
            region=region,
            shortcuts=(Option(KEEP_OFF, _("It does not return"), "A-DMG-8", letter="h"),),
        )
        if answer == KEEP_OFF:
            return
        unit.slain = [each for each in unit.slain if each != model]
        game.state.uses.note(f"{model} returned", "turn")
        spots = {**unit.at, model: (answer[0], answer[1])}
        unit.at = {each: spots[each] for each in game.models(unit) if each in spots}
        game.emit(events.Returned(unit=unit.id, models={model: unit.at[model]}, rule="A-DMG-8"))


def _who_returns(game: Game, unit: Unit, number: int) -> Asking[str]:
    """Ask which of its slain models a unit gets back, if they differ and not all return; titles come first."""
    facts, kinds = game.models(unit), dict[tuple[str, float], str]()
    for model in sorted(unit.slain, key=lambda each: [title not in facts[each].titles for title in TITLES]):
        kinds.setdefault((_kind(facts[model]), facts[model].radius), model)
    first = next(iter(kinds.values()))
    if len(kinds) == 1 or number >= len(unit.slain):
        return first
    prompt = _("Which model of {unit} returns?", unit=unit.name)
    options = [Option(model, _kind(facts[model]), "A-DMG-8") for model in kinds.values()]
    answer: str = yield Choose(player=unit.owner, prompt=prompt, rule="A-DMG-8", about=unit.id, options=options)
    return answer


def _kind(facts: ModelFacts) -> str:
    """Return the words that set a model apart from others of its unit: its titles and its weapons."""
    titles = [_(TITLES[title]) for title in TITLES if title in facts.titles]
    weapons = [weapon.name for weapon in facts.weapons]
    return ": ".join(series(each) for each in (titles, weapons) if each) or _("Model")
