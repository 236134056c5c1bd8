"""The odds of attacks: all targets beside one another, and what the attacks at one are made of (A-ATK, A-DMG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from game.engine.core.shares import Shares, mean
from game.engine.rulebook.view import Claim, Grid, GridRow, Likelihood, Line, OddsView, Spread, percent
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.odds.volley_odds import VolleyOdds, volley_odds
from game.rulesets.aos4.rules.abilities import REGISTRY
from game.rulesets.aos4.rules.abilities.resolving import reactions
from game.rulesets.aos4.rules.attacks.assigning import Aimed
from game.rulesets.aos4.rules.attacks.batch import Batch, Modifier, limited
from game.rulesets.aos4.rules.attacks.damage import Body
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.attacks.eligible import Group, is_guarded
from game.rulesets.aos4.rules.attacks.guarded import GUARDED_TO_HIT
from game.rulesets.aos4.rules.attacks.volleys import COVER_TO_HIT, batches_at, lasting, target_of
from game.rulesets.aos4.rules.attacks.weapon_abilities import weapon_abilities
from game.rulesets.aos4.rules.core.shooting import (
    ALL_OUT_ATTACK,
    COVERING_FIRE,
    AllOutAttack,
    AllOutDefence,
    all_out_defence,
)
from game.rulesets.aos4.rules.game import Game, joined
from game.rulesets.aos4.rules.state import Effect, Unit, of_unit
from game.rulesets.aos4.rules.use import NO_MODIFIER, Use
from game.rulesets.aos4.view.effects import effect_text
from game.wording import N_, _, ngettext, numeral

CRITS: Final = {
    "2 hits": (N_("critical hits count twice"), "A-WPN-1"),
    "auto-wound": (N_("critical hits wound without a roll"), "A-WPN-2"),
    "mortal": (N_("critical hits inflict mortal damage"), "A-WPN-3"),
}
OF_THE_ABILITY: Final = (
    (COVERING_FIRE, N_("Covering Fire"), "A-AB-17"),
    (ALL_OUT_ATTACK, N_("All-out Attack"), "A-AB-20"),
)
"""The modifier of an ability to its own hit rolls, with its name and rule."""


def made_of(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    """Yield the numbers of every batch of attacks against a target, then their parts, each cause once."""
    batches = [batch for _target, batch in batches_at(game, unit, aimed, hit)]
    for each, batch in zip(aimed, batches, strict=True):
        yield Line(_numbers(each, batch), "A-ATK-1")
    found = [
        *_to_hit(game, unit, target, aimed, hit),
        *_limits(game, unit, target, aimed, hit),
        *_of_weapons(game, unit, target, aimed),
        *_of_target(game, target),
    ]
    yield from {(line.text, line.rule): line for line in found}.values()


def _numbers(aimed: Aimed, batch: Batch) -> str:
    attacks = " + ".join(str(each) for each in batch.attacks)
    save = _("save {number}", number=needed(batch.save, batch.save_modifier)) if batch.save else _("no save")
    return ngettext(
        "{weapon}, {n} model: {attacks} attacks, hit {hit}, wound {wound}, {save}, damage {damage}",
        "{weapon}, {n} models: {attacks} attacks, hit {hit}, wound {wound}, {save}, damage {damage}",
        len(aimed.models),
        weapon=batch.weapon,
        attacks=attacks,
        hit=needed(batch.hit, batch.hit_modifier),
        wound=needed(batch.wound, batch.wound_modifier),
        save=save,
        damage=str(batch.damage),
    )


def needed(number: int, net: int) -> str:
    """Return the number that a roll needs, with its modifier."""
    return f"{number}+ ({net:+d})" if net else f"{number}+"


def _to_hit(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    for effect in unit.effects:
        if effect.what in ("hit", "wound"):
            rules = REGISTRY.get(effect.source)
            yield Line(effect_text(game, unit, effect), rules.rule if rules else "A-TURN-5", _tone(effect.amount))
    for part, name, rule in OF_THE_ABILITY:
        if hit == part:
            net = part.net(companion=False)
            yield Line(_("{ability}: {amount} to hit", ability=_(name), amount=f"{net:+d}"), rule, _tone(net))
    covered = sum(len(each.models) for each in aimed if each.target in each.group.covered)
    if covered:
        text = ngettext(
            "{unit} in cover from {n} model: {amount} to hit",
            "{unit} in cover from {n} models: {amount} to hit",
            covered,
            unit=target.name,
            amount=COVER_TO_HIT.other,
        )
        yield Line(text, "A-TAB-1", "warning")
    if is_guarded(game, target) and any(each.group.weapon.is_ranged for each in aimed):
        text = _("{unit} is guarded: {amount} to hit", unit=target.name, amount=GUARDED_TO_HIT.other)
        yield Line(text, "A-KEY-4", "warning")


def _tone(amount: int) -> str:
    return "good" if amount > 0 else "warning"


def _limits(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    """Yield the rolls whose modifiers exceed the limit (A-DICE-4, A-DICE-5)."""
    for each in aimed:
        raw = (hit + lasting(unit, "hit")).net(companion=weapon_abilities(each.group.weapon.abilities).companion)
        raw += COVER_TO_HIT.other if each.target in each.group.covered else 0
        raw += GUARDED_TO_HIT.other if each.group.weapon.is_ranged and is_guarded(game, target) else 0
        if raw != limited(raw):
            text = _("hit rolls: {amount} counts as {limit}", amount=f"{raw:+d}", limit=f"{limited(raw):+d}")
            yield Line(text, "A-DICE-4")


def _of_weapons(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed]) -> Iterator[Line]:
    facts, meets = game.models(unit), target_of(game, target)
    for each in aimed:
        weapon, found = each.group.weapon, weapon_abilities(each.group.weapon.abilities)
        for crit in found.crits[:1]:
            text, rule = CRITS[crit]
            yield Line(f"{weapon.name}: {_(text)}", rule)
        if len(found.crits) > 1:
            yield Line(_("{weapon}: calculated with its first critical effect", weapon=weapon.name), "A-WPN-8")
        if found.charge_damage and game.charged(unit):
            text = _("{weapon}: {amount} damage after a charge", weapon=weapon.name, amount=f"{found.charge_damage:+d}")
            yield Line(text, "A-WPN-4", "good")
        if rend := found.rend_against(meets.keywords, charged=meets.charged):
            text = _(
                "{weapon}: {amount} rend against {unit}", weapon=weapon.name, amount=f"{rend:+d}", unit=target.name
            )
            yield Line(text, "A-WPN-5", "good")
        if found.companion:
            yield Line(_("{weapon}: friendly bonuses do not count", weapon=weapon.name), "A-WPN-6")
        elif champions := sum("champion" in facts[model].titles for model in each.models):
            text = ngettext("{weapon}: {n} extra attack from a champion", "{weapon}: {n} extra attacks from champions",
                            champions, weapon=weapon.name)  # fmt: skip
            yield Line(text, "A-KEY-6", "good")


def _of_target(game: Game, target: Unit) -> Iterator[Line]:
    for effect in target.effects:
        if effect.what == "save":
            rules = REGISTRY.get(effect.source)
            yield Line(effect_text(game, target, effect), rules.rule if rules else "A-DICE-5", "warning")
    body = body_of(game, target)
    if body.ward is not None:
        text = of_unit("{unit} has a ward of {ward}", "{unit} have a ward of {ward}", target, ward=f"{body.ward}+")
        yield Line(text, "A-DMG-3", "warning")
    text = ngettext("{unit}: {n} point of damage destroys the unit", "{unit}: {n} points of damage destroy the unit",
                    body.left, unit=target.name)  # fmt: skip
    yield Line(text, "A-DMG-5", "quiet")


TELLING: Final = 0.5
"""Probability of destruction from which a row is coloured."""


@dataclass(frozen=True)
class Attack:
    """Attacks of a unit at one target that may be made: what is aimed, by which ability, and its hit modifier."""

    game: Game
    spec: AbilityDocument
    unit: Unit
    target: Unit
    aimed: tuple[Aimed, ...]
    hit: Modifier

    def odds(self, more: Modifier = NO_MODIFIER) -> VolleyOdds:
        """Return the odds, with something more added to hit rolls."""
        batches = [batch for _target, batch in batches_at(self.game, self.unit, self.aimed, self.hit + more)]
        return volley_odds(batches, self.body)

    @property
    def body(self) -> Body:
        """The target as the attacks meet it."""
        return body_of(self.game, self.target)

    @property
    def attacks(self) -> str:
        """How many attacks there are, in the notation of warscrolls where that is thrown for."""
        batches = [batch for _target, batch in batches_at(self.game, self.unit, self.aimed, self.hit)]
        plain = sum(each.plus for batch in batches for each in batch.attacks if not each.is_random)
        thrown = [str(each) for batch in batches for each in batch.attacks if each.is_random]
        return " + ".join([*([str(plain)] if plain or not thrown else []), *thrown])

    def answered(self) -> tuple[str, ...]:
        """Return which of All-out Attack and All-out Defence could be used on it now."""
        use = Use(self.game, self.spec, self.unit.owner, self.unit, targets=[self.target], aimed=[*self.aimed])
        found = []
        for player, kind in ((self.unit.owner, AllOutAttack.id), (self.target.owner, AllOutDefence.id)):
            barred = player == self.unit.owner and self.spec.kind == "command"  # its one command (A-CMD-2)
            if not barred and any(spec.effect_id == kind for spec, _unit in reactions(self.game, player, use)):
                found.append(kind)
        return tuple(found)


def attacks_on(game: Game, spec: AbilityDocument, unit: Unit, groups: Sequence[Group], hit: Modifier) -> list[Attack]:
    """Return a unit's possible attacks on each target if all groups that can attacked it."""
    targets = sorted({target for group in groups for target in group.targets}, key=list(game.state.units).index)
    return [
        Attack(
            game,
            spec,
            unit,
            game.state.units[target],
            tuple(Aimed(group, target, group.models) for group in groups if target in group.targets),
            hit,
        )
        for target in targets
    ]


def attacking(unit: Unit, target: Unit | None = None) -> str:
    """Return the title of what a unit's attacks may do, to a target if one is given."""
    if target is None:
        return of_unit("{unit} attacks", "{unit} attack", unit)
    return of_unit("{unit} attacks {target}", "{unit} attack {target}", unit, target=target.name)


def of_targets(unit: Unit, attacks: Sequence[Attack], marked: str = "") -> Grid:
    """Return a table of targets; the row of `marked` is that of an answer."""
    rows = tuple(
        _row(each.target.name, each, each.odds(), each.attacks, marked=each.target.id == marked) for each in attacks
    )
    return Grid((_("target"), _("attacks"), *_heads()), rows, _("All attacks by {unit} on one target", unit=unit.name))


def of_attack(attack: Attack) -> OddsView:
    """Return the odds of attacks at one target, with what they are made of and what reactions would change."""
    found, answered = attack.odds(), attack.answered()
    claims = attack.unit.id, attack.target.id
    return OddsView(
        attacking(attack.unit, attack.target),
        spreads=(
            Spread(
                _("damage"), suffered(found, attack.body), claim=Claim("damage", claims, suffered(found, attack.body))
            ),
            Spread(_("models slain"), plain(found.slain), "bad", Claim("slain", claims, plain(found.slain))),
        ),
        chances=(_destroyed(attack, found),),
        lines=(*made_of(attack.game, attack.unit, attack.target, attack.aimed, attack.hit), *_counted()),
        grids=(_reacted(attack, found, answered),) if answered else (),
    )


def _destroyed(attack: Attack, found: VolleyOdds) -> Likelihood:
    claim = Claim("destroyed", (attack.unit.id, attack.target.id), (found.destroyed,))
    target = attack.target
    label = of_unit("{unit} is destroyed", "{unit} are destroyed", target)
    return Likelihood(label, found.destroyed, "good", claim)


def suffered(found: VolleyOdds, target: Body) -> tuple[float, ...]:
    """Return the chance of each number of points that a target suffers: what is left over is lost (A-DMG-5)."""
    shares = plain(found.allocated)
    return (*shares[: target.left], sum(shares[target.left :])) if len(shares) > target.left else shares


def plain(shares: Shares) -> tuple[float, ...]:
    """Return shares as plain numbers."""
    return tuple(float(each) for each in shares)


def _heads() -> tuple[str, ...]:
    return _("damage"), _("slain"), _("destroyed")


def _row(label: str, attack: Attack, found: VolleyOdds, *first: str, marked: bool = False) -> GridRow:
    expected = sum(points * share for points, share in enumerate(suffered(found, attack.body)))
    damage, slain = numeral(expected, ".1f"), numeral(mean(found.slain), ".1f")
    tone = "good" if found.destroyed > TELLING else "plain"
    return GridRow(label, (*first, damage, slain, percent(found.destroyed)), tone, (), marked)


def _reacted(attack: Attack, now: VolleyOdds, answered: Sequence[str]) -> Grid:
    """Return the odds as they are beside those after each reaction that could come."""
    rows = [_row(_("no reaction"), attack, now)]
    defence = all_out_defence(attack.target.owner)
    if AllOutAttack.id in answered:
        rows.append(_row(_("All-out Attack"), attack, attack.odds(ALL_OUT_ATTACK)))
    if AllOutDefence.id in answered:
        with with_effect(attack.target, defence):
            rows.append(_row(_("All-out Defence"), attack, attack.odds()))
            if AllOutAttack.id in answered:
                rows.append(_row(_("both"), attack, attack.odds(ALL_OUT_ATTACK)))
    return Grid((_("reaction"), *_heads()), tuple(rows), _("Possible reactions"))


def _counted() -> Iterator[Line]:
    yield Line(_("exact: counts every roll; casualties do not reduce the number of attacks"), "A-ATK-7", "quiet")


@contextmanager
def with_effect(unit: Unit, effect: Effect) -> Iterator[None]:
    """Let an effect lie on a unit for as long as something is worked out."""
    before = unit.effects
    unit.effects = joined(before, effect)
    try:
        yield
    finally:
        unit.effects = before


REACTIONS: Final = {AllOutAttack.id: N_("All-out Attack"), AllOutDefence.id: N_("All-out Defence")}
"""The reactions that change attacks, by the names of their abilities."""


def of_reaction(use: Use, kind: str) -> OddsView | None:
    """Return what a reaction to attacks would change: before and after it, target by target."""
    if kind not in REACTIONS:
        return None
    game, rows = use.game, []
    for target in use.targets:
        aimed = tuple(each for each in use.aimed if each.target == target.id)
        attack = Attack(game, use.spec, use.unit, target, aimed, use.hit)
        now = attack.odds()
        if kind == AllOutAttack.id:
            then = replace(attack, hit=attack.hit + ALL_OUT_ATTACK).odds()
        else:
            with with_effect(target, all_out_defence(target.owner)):
                then = attack.odds()
        rows += [
            _row(target.name, attack, now),
            _row(_("with {ability}", ability=_(REACTIONS[kind])), attack, then, marked=True),
        ]
    changes = _("what {ability} changes", ability=_(REACTIONS[kind]))
    return OddsView(
        f"{attacking(use.unit)}: {changes}",
        lines=tuple(_counted()),
        grids=(Grid((_("target"), *_heads()), tuple(rows)),),
    )
