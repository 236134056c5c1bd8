"""The odds of attacks: all targets beside one another, and what the attacks at one are made of (A-ATK, A-DMG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from game.engine.rulebook.view import Claim, Grid, GridRow, Likelihood, Line, OddsView, Spread, percent
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.odds.shares import Shares, mean
from game.rulesets.aos4.odds.volley_odds import VolleyOdds, volley_odds
from game.rulesets.aos4.rules.abilities.resolving import reactions
from game.rulesets.aos4.rules.attacks.assigning import Aimed
from game.rulesets.aos4.rules.attacks.batch import Modifier
from game.rulesets.aos4.rules.attacks.damage import Body
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.attacks.eligible import Group
from game.rulesets.aos4.rules.attacks.volleys import batches_at
from game.rulesets.aos4.rules.core.shooting import ALL_OUT_ATTACK, AllOutAttack, AllOutDefence, all_out_defence
from game.rulesets.aos4.rules.game import Game, joined
from game.rulesets.aos4.rules.state import Effect, Unit, of_unit
from game.rulesets.aos4.rules.use import NO_MODIFIER, Use
from game.rulesets.aos4.view.made_of import made_of
from game.wording import N_, _, numeral

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
        """What the attacks meet."""
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
    """Return what a unit could do to each target if all groups that can attacked it."""
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
