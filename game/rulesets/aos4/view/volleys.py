"""The odds of attacks, with comparisons of targets and the causes of modifiers (A-ATK, A-DMG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Final

from game.engine.core.shares import Shares, mean
from game.engine.rulebook.view import Claim, Grid, GridRow, Likelihood, Line, OddsView, Spread, Verdict
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.weapon_abilities import weapon_abilities
from game.rulesets.aos4.odds.exact import VolleyOdds, volley_odds
from game.rulesets.aos4.rules.abilities import REGISTRY, Use
from game.rulesets.aos4.rules.abilities.resolving import reactions
from game.rulesets.aos4.rules.attacks.assigning import Aimed
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER, Batch, Modifier, limited
from game.rulesets.aos4.rules.attacks.damaging import Body, body_of
from game.rulesets.aos4.rules.attacks.eligible import GUARDED_TO_HIT, Group, groups, is_guarded
from game.rulesets.aos4.rules.attacks.modifiers import attacker_of, target_of, weapon_of
from game.rulesets.aos4.rules.attacks.volleys import COVER_TO_HIT, batch_at, sheltered
from game.rulesets.aos4.rules.core.attacking import (
    ALL_OUT_ATTACK,
    COVERING_FIRE,
    AllOutAttack,
    AllOutDefence,
    CoveringFire,
    all_out_defence,
    closest,
)
from game.rulesets.aos4.rules.game import Game, add_effect
from game.rulesets.aos4.rules.state import Effect, Unit, of_unit
from game.rulesets.aos4.view.cards import effect_text
from game.wording import N_, _, ngettext, numeral, percent

CRITS: Final = {
    "2 hits": (N_("critical hits count twice"), "A-WPN-1"),
    "auto-wound": (N_("critical hits wound without a roll"), "A-WPN-2"),
    "mortal": (N_("critical hits inflict mortal damage"), "A-WPN-3"),
}
LEAST_SLAIN: Final = 0.05
"""The least average number of slain models that is worth showing."""
OF_THE_ABILITY: Final = (
    (COVERING_FIRE, N_("Covering Fire"), "A-AB-17"),
    (ALL_OUT_ATTACK, N_("All-out Attack"), "A-AB-20"),
)
"""The modifiers of abilities to their own hit rolls, with names and rules."""


def causes(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    """Yield a line with the numbers of each batch of attacks against a target, then lines with their causes."""
    for attacks in aimed:
        yield Line(_numbers(attacks, batch_at(game, unit, attacks, hit)), "A-ATK-1")
    lines = [
        *_to_hit(game, unit, target, aimed, hit),
        *_limits(game, unit, aimed, hit),
        *_of_weapons(game, unit, target, aimed),
        *_of_target(game, target),
    ]
    yield from {(line.text, line.rule): line for line in lines}.values()


def _numbers(aimed: Aimed, batch: Batch) -> str:
    """Return the numbers of a batch of attacks as a text."""
    attacks = " + ".join(str(attack) for attack in batch.attacks)
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
    """Return the needed result of a roll with its modifier as a text."""
    return f"{number}+ ({net:+d})" if net else f"{number}+"


def _to_hit(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    """Yield lines about effects, abilities, cover and guards that change hit and wound rolls."""
    for effect in unit.effects:
        if effect.what in ("hit", "wound"):
            rules = REGISTRY.get(effect.source)
            yield Line(effect_text(game, unit, effect), rules.rule if rules else "A-TURN-5", _tone(effect.amount))
    for part, name, rule in OF_THE_ABILITY:
        if hit == part:
            net = part.net(companion=False)
            yield Line(_("{ability}: {amount} to hit", ability=_(name), amount=f"{net:+d}"), rule, _tone(net))
    covered = sum(len(attacks.models) for attacks in aimed if attacks.target in attacks.group.covered)
    if covered:
        text = ngettext(
            "{unit} in cover from {n} model: {amount} to hit",
            "{unit} in cover from {n} models: {amount} to hit",
            covered,
            unit=target.name,
            amount=COVER_TO_HIT.other,
        )
        yield Line(text, "A-TAB-1", "warning")
    if is_guarded(game, target) and any(attacks.group.weapon.is_ranged for attacks in aimed):
        text = _("{unit} is guarded: {amount} to hit", unit=target.name, amount=GUARDED_TO_HIT.other)
        yield Line(text, "A-KEY-4", "warning")


def _tone(amount: int) -> str:
    return "good" if amount > 0 else "warning"


def _limits(game: Game, unit: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    """Yield the modifiers to hit rolls that exceed the limit (A-DICE-4, A-DICE-5)."""
    for attacks in aimed:
        weapon, target = attacks.group.weapon, game.state.units[attacks.target]
        companion = weapon_abilities(weapon.abilities).companion
        attacker = attacker_of(game, unit, hit + sheltered(game, attacks), weapon, target)
        raw = attacker.hit.net(companion=companion)
        if raw != limited(raw):
            text = _("hit rolls: {amount} counts as {limit}", amount=f"{raw:+d}", limit=f"{limited(raw):+d}")
            yield Line(text, "A-DICE-4")


def _of_weapons(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed]) -> Iterator[Line]:
    """Yield lines about the weapon abilities that apply to attacks."""
    models, defender = game.models(unit), target_of(game, target)
    for attacks in aimed:
        weapon = weapon_of(game, unit, attacks.group.weapon, target)
        abilities = weapon_abilities(weapon.abilities)
        for crit in abilities.crits[:1]:
            text, rule = CRITS[crit]
            yield Line(f"{weapon.name}: {_(text)}", rule)
        if len(abilities.crits) > 1:
            yield Line(_("{weapon}: calculated with its first critical effect", weapon=weapon.name), "A-WPN-8")
        if abilities.charge_damage and game.charged(unit):
            amount = f"{abilities.charge_damage:+d}"
            text = _("{weapon}: {amount} damage after a charge", weapon=weapon.name, amount=amount)
            yield Line(text, "A-WPN-4", "good")
        if rend := abilities.rend_against(defender.keywords, charged=defender.charged):
            amount = f"{rend:+d}"
            text = _("{weapon}: {amount} rend against {unit}", weapon=weapon.name, amount=amount, unit=target.name)
            yield Line(text, "A-WPN-5", "good")
        if abilities.companion:
            yield Line(_("{weapon}: friendly bonuses do not count", weapon=weapon.name), "A-WPN-6")
        elif champions := sum("champion" in models[model].titles for model in attacks.models):
            text = ngettext("{weapon}: {n} extra attack from a champion", "{weapon}: {n} extra attacks from champions",
                            champions, weapon=weapon.name)  # fmt: skip
            yield Line(text, "A-KEY-6", "good")


def _of_target(game: Game, target: Unit) -> Iterator[Line]:
    """Yield lines about the target's save effects, its ward and its remaining damage points."""
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
"""The chance of destruction above which a row is coloured."""


@dataclass(frozen=True)
class Attack:
    """Possible attacks of a unit on one target by an ability. `hit` is the ability's modifier to hit rolls."""

    game: Game
    spec: AbilityDocument
    unit: Unit
    target: Unit
    aimed: tuple[Aimed, ...]
    hit: Modifier

    def odds(self, *reactions: str) -> VolleyOdds:
        """Return the odds of the attacks after these `REACTIONS`."""
        hit = self.hit + ALL_OUT_ATTACK if AllOutAttack.id in reactions else self.hit
        defended = AllOutDefence.id in reactions
        with with_effects(self.target, all_out_defence(self.target.owner)) if defended else nullcontext():
            batches = [batch_at(self.game, self.unit, attacks, hit) for attacks in self.aimed]
        return volley_odds(batches, self.body)

    @property
    def body(self) -> Body:
        """The target's numbers for damage."""
        return body_of(self.game, self.target)

    @property
    def attacks(self) -> str:
        """The number of attacks as a text, which may contain dice."""
        batches = [batch_at(self.game, self.unit, attacks, self.hit) for attacks in self.aimed]
        amounts = [amount for batch in batches for amount in batch.attacks]
        fixed = sum(amount.plus for amount in amounts if not amount.is_random)
        random_amounts = [str(amount) for amount in amounts if amount.is_random]
        if not fixed and random_amounts:
            return " + ".join(random_amounts)
        return " + ".join([str(fixed), *random_amounts])

    def answered(self) -> tuple[str, ...]:
        """Return the ids of the possible reactions to the attacks: All-out Attack and All-out Defence."""
        use = Use(self.game, self.spec, self.unit.owner, self.unit, targets=[self.target], aimed=[*self.aimed])
        reactions_used = []
        for player, kind in ((self.unit.owner, AllOutAttack.id), (self.target.owner, AllOutDefence.id)):
            barred = player == self.unit.owner and self.spec.kind == "command"  # its one command (A-CMD-2)
            if not barred and any(spec.effect_id == kind for spec, _unit in reactions(self.game, player, use)):
                reactions_used.append(kind)
        return tuple(reactions_used)


ATTACKING: Final = {"shoot": True, "fight": False, CoveringFire.id: True}
"""The abilities that attack, each with True if it is shooting."""


def attackers(game: Game, spec: AbilityDocument, unit: Unit) -> list[Group]:
    """Return the groups of a unit's models that could attack by an ability from their current spots."""
    only = closest(game, unit) if spec.effect_id == CoveringFire.id else None
    return groups(game, unit, ranged=ATTACKING[spec.effect_id], only=only)


def attacks_by(game: Game, spec: AbilityDocument, unit: Unit) -> list[Attack]:
    """Return a unit's possible attacks by an ability on each target, before it uses the ability."""
    hit = COVERING_FIRE if spec.effect_id == CoveringFire.id else NO_MODIFIER
    return attacks_on(game, spec, unit, attackers(game, spec, unit), hit)


def aimed_attacks(use: Use, aimed: Sequence[Aimed]) -> list[Attack]:
    """Return the planned attacks of a use on each target."""
    units = use.game.state.units
    return [
        Attack(use.game, use.spec, use.unit, units[key], tuple(part for part in aimed if part.target == key), use.hit)
        for key in dict.fromkeys(part.target for part in aimed)
    ]


def changed_attacks(use: Use, kind: str, unit: Unit) -> list[Attack]:
    """Return the planned attacks that a reaction of a unit changes; All-out Defence helps only that unit."""
    return [attack for attack in aimed_attacks(use, use.aimed) if kind != AllOutDefence.id or attack.target is unit]


def attacks_on(game: Game, spec: AbilityDocument, unit: Unit, groups: Sequence[Group], hit: Modifier) -> list[Attack]:
    """Return a unit's possible attacks on each target by all groups that can attack it."""
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
    """Return the title for a unit's attacks, perhaps on one target."""
    if target is None:
        return of_unit("{unit} attacks", "{unit} attack", unit)
    return of_unit("{unit} attacks {target}", "{unit} attack {target}", unit, target=target.name)


def of_targets(unit: Unit, attacks: Sequence[Attack], marked: str = "") -> Grid:
    """Return a table of targets. `marked` is the id of the target whose row is marked."""
    rows = tuple(
        _row(attack.target.name, attack, attack.odds(), attack.attacks, marked=attack.target.id == marked)
        for attack in attacks
    )
    return Grid((_("target"), _("attacks"), *_heads()), rows, _("All attacks by {unit} on one target", unit=unit.name))


def of_attack(attack: Attack) -> OddsView:
    """Return the odds of attacks on one target, with the causes of the numbers and the effects of reactions."""
    odds, answered, target = attack.odds(), attack.answered(), attack.target
    claims = attack.unit.id, target.id
    damage, slain = suffered_shares(odds, attack.body), plain(odds.slain)
    destroyed = of_unit("{unit} is destroyed", "{unit} are destroyed", target)
    return OddsView(
        attacking(attack.unit, target),
        spreads=(
            Spread(_("damage"), damage, claim=Claim("damage", claims, damage)),
            Spread(_("models slain"), slain, "bad", Claim("slain", claims, slain)),
        ),
        chances=(Likelihood(destroyed, odds.destroyed, "good", Claim("destroyed", claims, (odds.destroyed,))),),
        lines=(*causes(attack.game, attack.unit, attack.target, attack.aimed, attack.hit), _note()),
        grids=(_with_reactions(attack, odds, answered),) if answered else (),
        verdicts=(*_verdicts_of_attack(attack, odds),),
    )


def _verdicts_of_attack(attack: Attack, odds: VolleyOdds) -> Iterator[Verdict]:
    """Yield the verdicts of attacks: the average damage and slain, and the chance to destroy the target."""
    damage, slain = numeral(suffered_mean(odds, attack.body), ".1f"), numeral(mean(odds.slain), ".1f")
    yield Verdict("gain", _("{n} damage expected", n=damage), damage)
    if len(odds.slain) > 2:  # for a single model, this equals the chance to destroy it
        yield Verdict("gain", _("{n} slain on average", n=slain), slain, 1.0 - float(odds.slain[0]))
    destroyed = percent(odds.destroyed)
    yield Verdict("gain", _("{chance} to destroy it", chance=destroyed), destroyed, odds.destroyed)


def expected(attacks: Sequence[Attack]) -> tuple[Verdict, ...]:
    """Return the verdicts of attacks on several targets: average damage and slain, the most damage first."""
    odds = [(attack, attack.odds()) for attack in attacks]
    by_damage = sorted(
        ((suffered_mean(attack_odds, attack.body), mean(attack_odds.slain), attack) for attack, attack_odds in odds),
        key=lambda row: (-row[0], row[2].target.name),
    )
    verdicts = []
    for damage, slain, attack in by_damage:
        facts = {"target": attack.target.name, "n": numeral(damage, ".1f"), "slain": numeral(slain, ".1f")}
        text = _("{target}: {n} damage expected", **facts)
        if attack.body.models > 1 and slain >= LEAST_SLAIN:
            text = _("{target}: {n} damage expected, {slain} slain", **facts)
        verdicts.append(Verdict("gain", text, facts["n"], about=(attack.target.id,), weight=damage))
    return tuple(verdicts)


def suffered_shares(odds: VolleyOdds, target: Body) -> tuple[float, ...]:
    """Return the chance of each number of damage points that a target suffers, without lost points (A-DMG-5)."""
    shares = plain(odds.allocated)
    return (*shares[: target.left], sum(shares[target.left :])) if len(shares) > target.left else shares


def suffered_mean(odds: VolleyOdds, target: Body) -> float:
    """Return the expected number of damage points that a target suffers."""
    return float(sum(points * share for points, share in enumerate(suffered_shares(odds, target))))


def plain(shares: Shares) -> tuple[float, ...]:
    """Return an array of numbers as a tuple of floats."""
    return tuple(float(share) for share in shares)


def _heads() -> tuple[str, ...]:
    """Return the column titles of the odds of an attack."""
    return _("damage"), _("slain"), _("destroyed")


def _row(label: str, attack: Attack, odds: VolleyOdds, *first: str, marked: bool = False) -> GridRow:
    """Return a row of a table with the odds of an attack, after the cells of `first`."""
    damage, slain = numeral(suffered_mean(odds, attack.body), ".1f"), numeral(mean(odds.slain), ".1f")
    tone = "good" if odds.destroyed > TELLING else "plain"
    return GridRow(label, (*first, damage, slain, percent(odds.destroyed)), tone, (), marked)


def _with_reactions(attack: Attack, odds_without: VolleyOdds, reaction_ids: Sequence[str]) -> Grid:
    """Return a table with the odds without a reaction and after each possible reaction."""
    rows = [_row(_("no reaction"), attack, odds_without)]
    rows += [_row(_(REACTIONS[kind]), attack, attack.odds(kind)) for kind in reaction_ids]
    if len(reaction_ids) > 1:
        rows.append(_row(_("both"), attack, attack.odds(*reaction_ids)))
    return Grid((_("reaction"), *_heads()), tuple(rows), _("Possible reactions"))


def _note() -> Line:
    return Line(_("exact: counts every roll; casualties do not reduce the number of attacks"), "A-ATK-7", "quiet")


@contextmanager
def with_effects(unit: Unit, *effects: Effect) -> Iterator[None]:
    """Put effects on a unit for the duration of a `with` block."""
    before = unit.effects
    for effect in effects:
        unit.effects = add_effect(unit.effects, effect)
    try:
        yield
    finally:
        unit.effects = before


REACTIONS: Final = {AllOutAttack.id: N_("All-out Attack"), AllOutDefence.id: N_("All-out Defence")}
"""The names of the reactions that change attacks, by id."""


def of_reaction(use: Use, kind: str, unit: Unit) -> OddsView | None:
    """Return the odds of the attacks that a reaction of a unit changes, before and after it, or None."""
    if kind not in REACTIONS:
        return None
    label, rows, verdicts = _("with {ability}", ability=_(REACTIONS[kind])), list[GridRow](), list[Verdict]()
    for attack in changed_attacks(use, kind, unit):
        before, after = (
            numeral(suffered_mean(odds, attack.body), ".1f") for odds in (attack.odds(), attack.odds(kind))
        )
        facts = {"target": attack.target.name, "now": before, "then": after}
        verdicts.append(Verdict("gain", _("{target}: {then} damage expected instead of {now}", **facts), after))
        rows.append(_row(attack.target.name, attack, attack.odds()))
        rows.append(_row(label, attack, attack.odds(kind), marked=True))
    changes = _("what {ability} changes", ability=_(REACTIONS[kind]))
    grid = Grid((_("target"), *_heads()), tuple(rows))
    return OddsView(f"{attacking(use.unit)}: {changes}", lines=(_note(),), grids=(grid,), verdicts=tuple(verdicts))
