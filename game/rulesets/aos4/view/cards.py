"""Texts for players: warscroll cards with current effects, the fields of events in the log, and the rules by id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

from game.engine.core import events
from game.engine.core.decisions import Choose, Decision
from game.engine.kit.wording import Reference, read_wording
from game.engine.rulebook.view import Line
from game.rulesets.aos4.documents.abilities import AbilityDocument, step_of, unmarked
from game.rulesets.aos4.documents.armies import CharacteristicsDocument, ModelsDocument, UnitDocument, WeaponDocument
from game.rulesets.aos4.documents.army_text import base_lines
from game.rulesets.aos4.documents.catalogue import core_abilities
from game.rulesets.aos4.documents.effect_words import change_words, graded
from game.rulesets.aos4.documents.params import GRADED, MODIFIED, SET, SWITCHED, UNTIL
from game.rulesets.aos4.documents.timing import timing_words
from game.rulesets.aos4.rules.abilities import current
from game.rulesets.aos4.rules.abilities.resolving import ATTUNED, BY_HAND, rules_of
from game.rulesets.aos4.rules.battle import HAS
from game.rulesets.aos4.rules.battleplans import REGISTRY as BATTLEPLANS
from game.rulesets.aos4.rules.events import CardTicked, DiceFact, EffectBegan, shown
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.phases.deployment import SIDES
from game.rulesets.aos4.rules.phases.windows import DEEDS
from game.rulesets.aos4.rules.setup import AURA, TITLES
from game.rulesets.aos4.rules.state import Effect, Unit
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import N_, _, ngettext, series, translated


def card(game: Game, unit: Unit) -> tuple[Line, ...]:
    """Return a unit's characteristics, weapons, keywords, abilities and current effects."""
    warscroll, abilities = game.card(unit), game.setup.abilities[unit.owner].values()
    return (
        Line(characteristics(warscroll), "A-STATE-3"),
        *(Line(text, "A-AMB-4") for text in base_lines(warscroll, as_discs=not game.setup.has_shapes)),
        *(Line(own_line(group), "A-STATE-3") for group in warscroll.models if group.own is not None),
        *(Line(weapon_line(weapon), "A-ATK-1") for weapon in warscroll.weapons),
        Line(", ".join(warscroll.keywords), "A-KEY-10"),
        *(ability_line(spec) for spec in abilities if game.setup.names_unit(spec, unit)),
        *(Line(effect_text(game, unit, effect), "A-TURN-5", "warning") for effect in unit.effects),
        *_counts(game, unit),
    )


def characteristics(sheet: UnitDocument) -> str:
    """Return the characteristics of a warscroll in one line, with "-" for a missing one."""
    banishment = [_("Banishment {banishment}", banishment=f"{sheet.banishment}+")] if sheet.banishment else []
    return " · ".join([*_characteristics(sheet.characteristics), *banishment])


def own_line(group: ModelsDocument) -> str:
    """Return the characteristics of models that have their own in one line, after their name."""
    assert group.own is not None
    titles = [_(TITLES[title]) for title in group.titles]
    name = group.name or series(titles) or ngettext("{n} model", "{n} models", group.count, n=group.count)
    return f"{name}: {' · '.join(_characteristics(group.own))}"


def _characteristics(printed: CharacteristicsDocument) -> Iterator[str]:
    """Yield each characteristic with its label."""
    yield _("Move {move}", move=f"{printed.move}″" if printed.move is not None else "-")
    yield _("Health {health}", health=printed.health)
    yield _("Save {save}", save=f"{printed.save}+" if printed.save is not None else "-")
    yield _("Control {control}", control=printed.control if printed.control is not None else "-")


def profile(sheet: UnitDocument) -> tuple[tuple[str, str], ...]:
    """Return the characteristics of a warscroll, each with its label."""
    return (
        (f"{sheet.move}″" if sheet.move is not None else "-", _("Move")),
        (f"{sheet.save}+" if sheet.save is not None else "-", _("Save")),
        (str(sheet.health), _("Health")),
        (str(sheet.control) if sheet.control is not None else "-", _("Control")),
    )


WEAPON_COLUMNS: Final = (
    (N_("Rng"), N_("Range: the inches within which it shoots")),
    (N_("Atk"), N_("Attacks: the hit rolls of each model")),
    (N_("Hit"), N_("Hit: the lowest roll that hits")),
    (N_("Wnd"), N_("Wound: the lowest roll that wounds, for each hit")),
    (N_("Rnd"), N_("Rend: how much worse the target's save rolls are")),
    (N_("Dmg"), N_("Damage: the damage points of each wound that is not saved")),
)


def weapon_numbers(weapon: WeaponDocument) -> tuple[str, ...]:
    """Return the numbers of a weapon for `WEAPON_COLUMNS`, with an empty range for a melee weapon."""
    needed = (f"{face}+" if face else "-" for face in (weapon.hit, weapon.wound))
    reach = f"{weapon.range_in}″" if weapon.range_in is not None else ""
    return reach, weapon.attacks, *needed, str(weapon.rend or "-"), weapon.damage


def weapon_line(weapon: WeaponDocument) -> str:
    """Return a weapon's numbers and abilities in one line, in the order of a warscroll."""
    reach = f"{weapon.range_in}″" if weapon.range_in is not None else _("melee")
    numbers = [
        ngettext("{n} attack", "{n} attacks", 1 if weapon.attacks == "1" else 2, n=weapon.attacks),
        _("hit {n}", n=f"{weapon.hit}+") if weapon.hit else _("hit -"),
        _("wound {n}", n=f"{weapon.wound}+") if weapon.wound else _("wound -"),
        _("rend {n}", n=weapon.rend or "-"),
        _("damage {n}", n=weapon.damage),
    ]
    return f"{weapon.name}, {reach}: {', '.join((*numbers, *weapon.abilities))}"


def ability_line(spec: AbilityDocument, *, ticked: bool = False) -> Line:
    """Return an ability with its timing, price and text. Abilities used by hand are marked (A-IMP-8)."""
    by_hand = spec.kind != "passive" and rules_of(spec) is BY_HAND
    marks = [_("completed")] if ticked else []
    marks += [_("by hand")] if by_hand else []
    head = [f"{_(spec.name)} ({', '.join(marks)})" if marks else _(spec.name)]
    if spec.timing:
        head.append(timing_words(spec.timing))
    if spec.cost:
        head.append(ngettext("{n} command point", "{n} command points", spec.cost, n=spec.cost))
    if spec.value:
        head.append(_("value {n}", n=spec.value))
    text = " ".join(unmarked(_(part)).strip() for part in (spec.declare, spec.effect) if part.strip())
    return Line(f"{', '.join(head)}: {text}", "A-IMP-8" if by_hand else "A-ABIL-1", "good" if ticked else "plain")


def army_lines(game: Game, player: str) -> Iterator[Line]:
    """Yield the battle tactic cards of a player, then other abilities that name no unit (A-IMP-15)."""
    specs = [spec for spec in game.setup.abilities[player].values() if not spec.used_by and not _is_core(spec)]
    for spec in sorted(specs, key=lambda spec: spec.kind != "card"):
        yield ability_line(spec, ticked=spec.id in game.state.ticked[player])


def _counts(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield lines about damage, slain models and ritual points of a unit."""
    if unit.damage:
        text = ngettext("{n} damage point suffered", "{n} damage points suffered", unit.damage, n=unit.damage)
        yield Line(text, "A-DMG-5", "warning")
    if unit.slain:
        yield Line(ngettext("{n} model slain", "{n} models slain", len(unit.slain), n=len(unit.slain)), "A-DMG-5")
    if game.number(unit, "PRIEST"):
        yield Line(ngettext("{n} ritual point", "{n} ritual points", unit.ritual, n=unit.ritual), "A-PRAY-3")


def ability_text(game: Game, decision: Decision, option: str = "") -> Line | None:
    """Return the text of an option's ability or of the ability in use; None for core abilities, which have rules."""
    if option:
        abilities = game.setup.abilities[decision.player] if isinstance(decision, Choose) else {}
        spec = abilities.get(option.partition(" ")[0])
    else:
        use = current(game)
        spec = use.spec if use is not None else None
    return ability_line(spec) if spec is not None and not _is_core(spec) else None


def _is_core(spec: AbilityDocument) -> bool:
    return spec.id in core_abilities()


WHAT = {**MODIFIED, ATTUNED: N_("unbinding and banishing as a WIZARD (1)")}


def effect_text(game: Game, unit: Unit, effect: Effect) -> str:
    """Return a description of a lasting effect with its ability and duration."""
    spec = game.setup.abilities[effect.player].get(step_of(effect.source)[0])
    source = _(spec.name) if spec is not None else translated(effect.source)
    end = _(UNTIL[effect.until])
    if effect.what in (HAS, "weapon"):
        return _("{source}: {keyword} {until}", source=source, keyword=effect_mark(effect), until=end)
    if effect.what == "free":
        return _(
            "{source}: {keyword} costs no command points {until}", source=source, keyword=effect.keyword, until=end
        )
    if effect.what == "shielded":
        return _("{source}: no target of enemy {keyword} {until}", source=source, keyword=effect.keyword, until=end)
    if effect.what == "barred":
        return _("{source}: no {keyword} {until}", source=source, keyword=effect.keyword, until=end)
    if effect.what == AURA:
        return _("{source} {until}", source=source, until=end)
    if effect.what.endswith(" set"):
        value_name = _(SET[effect.what.removesuffix(" set")])
        return _(
            "{source}: {what} is {amount} {until}", source=source, what=value_name, amount=effect.keyword, until=end
        )
    value_name = _(WHAT.get(effect.what, effect.what))
    if effect.what in SWITCHED:
        return _("{source}: {keyword} {until}", source=source, keyword=value_name, until=end)
    if effect.what in GRADED:
        return _(
            "{source}: {what}: {amount} {until}",
            source=source,
            what=value_name,
            amount=graded(effect.what, effect.amount),
            until=end,
        )
    amount = f"{effect.amount:+d}"
    return _("{source}: {amount} to {what} {until}", source=source, amount=amount, what=value_name, until=end)


def effect_mark(effect: Effect) -> str:
    """Return a lasting effect in a few words, such as "-1 hit rolls", to show beside its unit; "" for an aura."""
    if effect.what == AURA:
        return ""
    if effect.what == ATTUNED:
        return f"{effect.amount:+d} {_(WHAT[ATTUNED])}"
    return change_words(effect.what, effect.amount, effect.keyword)


def name_of(game: Game, identity: str) -> str:
    """Return the name of a player, unit, model, objective or terrain piece, or else the id."""
    setup = game.setup
    if identity in setup.players:
        return game.player_name(identity)
    unit = unit_of(game, identity)
    if unit is not None:
        several = identity != unit.id and len(game.models(unit)) > 1
        return f"{unit.name} {identity.rpartition('-')[2]}" if several else unit.name
    if identity in setup.objectives:
        return _(setup.objectives[identity].name)
    piece = setup.terrain_pieces.get(identity)
    return piece.name if piece is not None else identity


_OF_PLAYERS: Final = ("controlled by", "has the turn", "underdog")
"""The facts whose values are players."""
_PLACES: Final = {
    "reserve": N_("in reserve"),
    "destroyed": N_("destroyed"),
    "slain": N_("slain"),
    "off the table": N_("off the table"),
    "on the map": N_("on the map"),
}
"""The displayed names of places, by their names in events."""


class Words(events.Words[Game]):
    """The texts for fields of events in a battle."""

    def name(self, identity: str) -> str:
        """Return the name of a player, unit, model, objective or terrain feature, or else the id."""
        name = name_of(self.game, identity)
        if name != identity:
            return name
        return next((feature.name for feature in self.game.features() if feature.id == identity), identity)

    def value(self, fact: str, value: str) -> str:
        """Return the text for a value that a person has edited."""
        if fact in _OF_PLAYERS:
            return self.name(value) or _("nobody")
        if fact == "phase":
            return _(DEEDS[value])
        return _(_PLACES.get(value, value)) or "–"

    def size(self, event: events.Event) -> int:
        """Return the number of an event's models, for the choice of singular or plural."""
        unit = self.game.state.units.get(getattr(event, "unit", ""))
        return (unit.size if unit is not None else 1) or 1

    def parts(self, event: events.Event) -> dict[str, Any]:
        """Return the texts for the fields of an event."""
        parts = super().parts(event)
        if isinstance(event, DiceFact):
            parts["faces"] = shown(event.faces)
        elif isinstance(event, EffectBegan):
            parts["effect"] = self._effect(event)
        elif isinstance(event, CardTicked) and event.card in self.game.setup.abilities[event.player]:
            parts["card"] = _(self.game.setup.abilities[event.player][event.card].name)
        return parts

    def _effect(self, event: EffectBegan) -> str:
        """Return the text for a lasting effect that began."""
        unit = self.game.state.units[event.unit]
        ability, _number = step_of(event.source)
        owners = [player for player in self.game.state.players if ability in self.game.setup.abilities[player]]
        player = owners[0] if owners else unit.owner
        effect = Effect(event.source, event.what, event.amount, event.until, player, event.keyword)  # type: ignore[arg-type]
        return effect_text(self.game, unit, effect)

    spoken: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        **dict.fromkeys(("unit", "target", "player", "objective"), name),
        **dict.fromkeys(("reason", "text"), lambda words, text: translated(text)),
        "side": lambda words, side: _(SIDES[side]),
        "phase": lambda words, phase: _(DEEDS[phase]),
    }


class Rules(Reference):
    """The rules of Age of Sigmar."""

    def examples(self, rule: str) -> tuple[str, ...]:
        """Return the texts of the battleplans with a rule."""
        plans = [plan for plan in BATTLEPLANS.values() if plan.rule == rule]
        return tuple(f"{_(plan.title)}: {_(plan.text)}" for plan in plans)


RULES: Final = Rules(read_wording("game.rulesets.aos4", "words"), "A-")
