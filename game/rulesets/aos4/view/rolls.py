"""The odds of rolls for moves, charges, magic and rallying (A-AB, A-CHG, A-MAG, A-PRAY)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

import numpy as np

from game.engine.core.pools import Pool
from game.engine.core.shares import Shares, mapped, mean, power
from game.engine.rulebook.view import Claim, Grid, GridRow, Likelihood, Line, OddsView, Spread, Verdict
from game.lengths import length
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.odds.charging import charge_chance, needed_by_paths, needed_straight
from game.rulesets.aos4.odds.exact import (
    FACES,
    casting_odds,
    chance_of,
    chanting_odds,
    of_amount,
    reaching,
    unbinding_chance,
    volley_odds,
)
from game.rulesets.aos4.odds.mortal import Case, body_for, damage_cases, happens, healed_shares
from game.rulesets.aos4.rules import mixed
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.abilities.resolving import reactions
from game.rulesets.aos4.rules.attacks.damaging import Body, body_of, rallies
from game.rulesets.aos4.rules.core.attacking import ForwardToVictory, charge_dice, highest_charge
from game.rulesets.aos4.rules.core.magic import INTERVENING, Unbind, banishable, banishing_bonus, usable_powers
from game.rulesets.aos4.rules.core.moves import AtTheDouble, move_of, run_dice, weaker_enemies, with_effects
from game.rulesets.aos4.rules.effects import outcomes, targets
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import rally_dice, spending_text
from game.rulesets.aos4.rules.magic import chanting_roll, is_answered, is_cast
from game.rulesets.aos4.rules.rulings import AT_THE_DOUBLE, RALLIED
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.rulesets.aos4.view.volleys import plain, suffered_mean, suffered_shares
from game.wording import N_, _, ngettext, numeral, percent

DIE: Final = Amount(1)
D3: Final = Amount(1, 3)
Asked = Callable[[Game, AbilityDocument, Unit], OddsView | None]


def can_react(use: Use, player: str, effect: str) -> list[Unit]:
    """Return a player's units that could react to a use with a certain ability."""
    return [unit for spec, unit in reactions(use.game, player, use) if spec.effect_id == effect]


# -- moves


def run(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of a run (A-AB-2)."""
    least = game.bonus(unit, "least run")
    rolled = mapped(of_amount(run_dice(game, unit)), lambda face: max(0, max(face, least) + game.bonus(unit, "run")))
    distances = plain(np.convolve(_move(game, unit), rolled))
    restriction = of_unit(
        "afterwards it cannot shoot or charge this turn", "afterwards they cannot shoot or charge this turn", unit
    )
    lines = [Line(restriction, "A-SHOOT-1", "warning")]
    if can_react(Use(game, spec, unit.owner, unit), unit.owner, AtTheDouble.id):
        least = int((_move(game, unit) > 0).argmax()) + AT_THE_DOUBLE
        text = _("At the Double: {inches}″ without a roll, for 1 command point", inches=least)
        lines.insert(0, Line(text, "A-AB-16"))
    title = of_unit("{unit} runs", "{unit} run", unit)
    return OddsView(title, spreads=(_distance(unit, distances),), lines=tuple(lines))


def _distance(unit: Unit, shares: tuple[float, ...]) -> Spread:
    """Return the spread of a distance in inches."""
    return Spread(_("inches"), shares, claim=Claim("inches", (unit.id,), shares))


def _move(game: Game, unit: Unit) -> Shares:
    """Return the chances of each length of a unit's Move (A-MOVE-8)."""
    printed = of_amount(move_of(game, unit))
    return mapped(printed, lambda inches: with_effects(game, unit, inches))


def redeploy(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of a redeployment (A-AB-15)."""
    title = of_unit("{unit} redeploys", "{unit} redeploy", unit)
    shares = mapped(of_amount(DIE), lambda face: max(face, game.bonus(unit, "least redeploy")))
    return OddsView(title, spreads=(_distance(unit, plain(shares)),))


def retreat(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of a retreat's damage (A-AB-3)."""
    next_step = of_unit(
        "it then moves up to its Move, out of all combat ranges",
        "they then move up to their Move, out of all combat ranges",
        unit,
    )
    body = body_of(game, unit)
    odds = volley_odds((), body, (D3,))
    slain = plain(odds.slain)
    spreads = (
        Spread(_("mortal damage"), suffered_shares(odds, body), "bad"),
        Spread(_("models slain"), slain, "bad", Claim("slain", (unit.id, unit.id), slain)),
    )
    title = of_unit("{unit} retreats", "{unit} retreat", unit)
    return OddsView(title, spreads=spreads, lines=(Line(next_step, "A-AB-3"),))


def power_through(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView | None:
    """Return the odds of Power Through for each possible target (A-AB-22)."""
    enemies = weaker_enemies(game, unit)
    if not enemies:
        return None
    title = of_unit("{unit} uses Power Through", "{unit} use Power Through", unit)
    return _mortal_damage(game, enemies, D3, 0, title)


# -- charges


def charge(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of a charge at each enemy, with and without a reroll (A-CHG, A-AB-19)."""
    bonus = game.bonus(unit, "charge")
    with_reroll = spec.kind != "command" and can_roll_again(game, spec, unit)
    grid, best, verdicts = charges(game, unit, again=with_reroll)
    title = of_unit("{unit} charges", "{unit} charge", unit)
    if grid is None:
        too_far = Line(_("no enemy is near enough, no matter what you roll"), "A-CHG-6", "warning")
        return OddsView(title, lines=(too_far,))
    lines = [
        *_bonus(bonus, "A-CHG-2"),
        Line(_("{dice} must cover the distance to within ½″ of an enemy", dice=charge_dice(game, unit)), "A-CHG-4"),
    ]
    text = _("by path: the nearest models go around obstacles; the others must be able to follow")
    lines.append(Line(text, "A-CHG-3", "quiet"))
    if with_reroll:
        lines.append(Line(_("rerolled once: with Forward to Victory, for 1 command point"), "A-AB-19"))
    claim = Claim("charge", (unit.id,), (best,))
    reached = Likelihood(_("reaches an enemy"), best, "good", claim)
    return OddsView(title, chances=(reached,), lines=tuple(lines), grids=(grid,), verdicts=verdicts)


def can_roll_again(game: Game, spec: AbilityDocument, unit: Unit) -> bool:
    """Return whether a unit could reroll a charge roll (A-AB-19)."""
    use = Use(game, spec, unit.owner, unit, pool=Pool("", 6, ((1,), (1,))))
    return bool(can_react(use, unit.owner, ForwardToVictory.id))


def charges(game: Game, unit: Unit, *, again: bool) -> tuple[Grid | None, float, tuple[Verdict, ...]]:
    """Return a table of charges at each enemy with the nearest first, the best chance by a path, and the verdicts."""
    rows, best, verdicts = [], 0.0, []
    for enemy in sorted(game.enemies(unit), key=lambda other: game.positions.gap(unit, other)):
        straight = needed_straight(game, unit, enemy)
        if straight > highest_charge(game, unit):
            break
        by_path = needed_by_paths(game, unit, enemy)
        chance = 0.0 if by_path is None else charge_chance(game, unit, by_path)
        best = max(best, chance)
        cells = [length(game.positions.gap(unit, enemy)), f"{straight}+ {percent(charge_chance(game, unit, straight))}"]
        cells.append("–" if by_path is None else f"{by_path}+ {percent(chance)}")
        if again:
            cells.append("–" if by_path is None else percent(charge_chance(game, unit, by_path, again=True)))
        rows.append(GridRow(enemy.name, tuple(cells), "good" if chance >= 0.5 else "plain"))
        text = _("{target}: {chance} to reach", target=enemy.name, chance=percent(chance))
        verdicts.append(Verdict("gain", text, percent(chance), chance, about=(enemy.id,), weight=chance))
    columns = [_("enemy"), _("distance"), _("straight"), _("by path")]
    columns += [_("rerolled")] if again else []
    by_chance = sorted(verdicts, key=lambda verdict: -verdict.chance)
    return (Grid(tuple(columns), tuple(rows)) if rows else None), best, (*by_chance,)


def _bonus(bonus: int, rule: str) -> Iterator[Line]:
    """Yield a line about a modifier of a roll, if any."""
    if bonus:
        text = _("{amount} to the roll", amount=f"{bonus:+d}")
        yield Line(text, rule, "good" if bonus > 0 else "warning")


def charge_again(use: Use) -> OddsView:
    """Return the odds of a rerolled charge, with the result of the current roll (A-AB-19)."""
    game, unit = use.game, use.unit
    grid, best, _said = charges(game, unit, again=False)
    reached_now = [enemy.name for enemy in game.enemies(unit) if needed_straight(game, unit, enemy) <= use.total]
    text = _("{total} now: reaches {names} in a straight line", total=use.total, names=", ".join(reached_now))
    text = text if reached_now else _("{total} now: reaches no enemy", total=use.total)
    current_roll = Line(text, "A-CHG-2", "good" if reached_now else "bad")
    reached = Likelihood(_("reaches an enemy"), best, "good", Claim("charge", (unit.id,), (best,)))
    title = of_unit("{unit} charges again", "{unit} charge again", unit)
    verdicts = (Verdict("gain", text, str(use.total)),) if reached_now else ()
    grids = (grid,) if grid is not None else ()
    return OddsView(title, chances=(reached,), lines=(current_roll,), grids=grids, verdicts=verdicts)


def chances_again(use: Use) -> tuple[float, float] | None:
    """Return the chance that the current roll of a charge, spell or prayer succeeds as it is, and after a reroll.

    Return None for other rolls (A-DICE-2, A-AB-19).
    """
    game, unit, spec = use.game, use.unit, use.spec
    if spec.effect_id in ("charge", "counter-charge"):
        by_paths = [needed_by_paths(game, unit, enemy) for enemy in game.enemies(unit)]
        reached = any(needed is not None and needed <= use.total for needed in by_paths)
        return float(reached), charges(game, unit, again=False)[1]
    if use.pool is None:
        return None
    if spec.kind == "spell":
        bonus = game.casting_bonus(unit, spec) + use.plus
        return float(is_cast(use.pool.faces, bonus, spec.value)), casting_odds(spec.value, bonus).cast
    if spec.kind == "prayer":
        bonus = game.bonus(unit, "chant") + use.plus
        rolled = chanting_roll(use.pool.faces[0], bonus)
        answered = rolled is not None and is_answered(rolled, unit.ritual, spec.value)
        return float(answered), chanting_odds(spec.value, unit.ritual, bonus).answered
    return None


# -- magic


def casting(game: Game, spec: AbilityDocument, unit: Unit, plus: int = 0) -> OddsView:
    """Return the odds of casting a spell (A-MAG)."""
    bonus = game.casting_bonus(unit, spec) + plus
    use = Use(game, spec, unit.owner, unit)
    unbinders = can_react(use, game.other(unit.owner), Unbind.id)
    unbinding_bonuses = {enemy.name: game.bonus(enemy, "unbind") for enemy in unbinders}
    odds = casting_odds(spec.value, bonus, unbinding=max(unbinding_bonuses.values(), default=None))
    failed = 1.0 - odds.cast - odds.miscast
    claims = unit.id, spec.id
    outcomes = [
        Likelihood(_("cast"), odds.stands, "good", Claim("cast", claims, (odds.cast, odds.stands))),
        Likelihood(_("cast, but unbound"), odds.cast - odds.stands, "warning"),
        Likelihood(_("fails"), failed, "plain", Claim("failed", claims, (failed,))),
        Likelihood(_("miscast: D3 mortal damage, and no more spells this phase"), odds.miscast, "bad",
                   Claim("miscast", claims, (odds.miscast,))),
    ]  # fmt: skip
    lines = [Line(_("casting value {value}", value=spec.value), "A-MAG-3"), *_bonus(bonus, "A-MAG-3")]
    lines += [Line(_("{unit} could unbind it", unit=name), "A-MAG-7", "warning") for name in unbinding_bonuses]
    if not unbinding_bonuses:
        lines.append(Line(_("no enemy could unbind it"), "A-MAG-7", "good"))
    title = of_unit("{unit} casts {ability}", "{unit} cast {ability}", unit, ability=_(spec.name))
    shown = tuple(outcome for outcome in outcomes if outcome.share > 0.0)
    grids, verdicts = _effects(game, spec, unit)
    return OddsView(title, shown, lines=tuple(lines), grids=grids, verdicts=verdicts)


def chanting(game: Game, spec: AbilityDocument, unit: Unit, plus: int = 0) -> OddsView | None:
    """Return the odds of chanting a prayer (A-PRAY, A-PRAY-7)."""
    title = of_unit("{unit} chants {ability}", "{unit} chant {ability}", unit, ability=_(spec.name))
    if not spec.value:
        points_after = mapped(of_amount(params.AMOUNT.of(spec.params)), lambda points: points + unit.ritual)
        line = Line(_("without a roll, and without risk"), "A-PRAY-7")
        return OddsView(title, spreads=(Spread(_("ritual points"), plain(points_after)),), lines=(line,))
    bonus, better = game.bonus(unit, "chant") + plus, params.FROM.of(spec.params) or None
    odds = chanting_odds(spec.value, unit.ritual, bonus, better=better)
    claims = unit.id, spec.id
    outcomes = [
        Likelihood(_("can be answered"), odds.answered, "good", Claim("answered", claims, (odds.answered,))),
        Likelihood(_("can only be banked"), 1.0 - odds.answered - odds.failed),
        Likelihood(_("fails on a 1, and D3 ritual points are lost"), odds.failed, "bad",
                   Claim("failed", claims, (odds.failed,))),
    ]  # fmt: skip
    chances = (Likelihood(_("better effect, on {n} or more", n=better), odds.better, "good"),) if better else ()
    text = ngettext("chanting value {value}, {n} ritual point", "chanting value {value}, {n} ritual points",
                    unit.ritual, value=spec.value)  # fmt: skip
    lines = [Line(text, "A-PRAY-3")]
    lines += _bonus(bonus, "A-PRAY-5")
    banked = Spread(_("ritual points if it is not answered"), plain(odds.banked))
    shown = tuple(outcome for outcome in outcomes if outcome.share > 1e-12)
    grids, verdicts = _effects(game, spec, unit)
    return OddsView(title, shown, (banked,), chances, tuple(lines), grids=grids, verdicts=verdicts)


def interventions(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of each spell and prayer for Magical Intervention (A-AB-14)."""
    rows = []
    for choice in usable_powers(game, unit):
        odds = intervention(game, choice, unit)
        share = odds.outcomes[0].share if odds is not None and odds.outcomes else 1.0
        rows.append(GridRow(_(choice.name), (percent(share),)))
    title = of_unit("{unit} intervenes", "{unit} intervene", unit)
    line = Line(_("at -1, with the same limits as in your own hero phase"), "A-AB-14")
    return OddsView(title, lines=(line,), grids=(Grid((_("spell or prayer"), _("succeeds")), tuple(rows)),))


def intervention(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView | None:
    """Return the odds of one spell or prayer for Magical Intervention."""
    return (casting if spec.kind == "spell" else chanting)(game, spec, unit, INTERVENING)


def unbinding(use: Use, unit: Unit) -> OddsView:
    """Return the odds of unbinding a spell (A-MAG-7)."""
    bonus = use.game.bonus(unit, "unbind")
    chance = unbinding_chance(use.total, bonus)
    claim = Claim("unbind", (unit.id, use.unit.id), (chance,), use.total)
    outcomes = Likelihood(_("unbound"), chance, "good", claim), Likelihood(_("the spell stands"), 1.0 - chance, "bad")
    lines = (Line(_("2D6 must be higher than {total}", total=use.total), "A-MAG-7"), *_bonus(bonus, "A-MAG-7"))
    title = of_unit("{unit} unbinds {ability}", "{unit} unbind {ability}", unit, ability=_(use.spec.name))
    return OddsView(title, outcomes, lines=lines)


def banishing(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of banishing each possible manifestation (A-AB-11)."""
    bonus, rows, claims = banishing_bonus(game, unit), [], list[Likelihood]()
    for target in banishable(game, unit):
        value = game.card(target).banishment
        chance = reaching(value, bonus=bonus)
        rows.append(GridRow(target.name, (f"{value}+", percent(chance))))
        claims.append(Likelihood(target.name, chance, "good", Claim("banish", (unit.id, target.id), (chance,))))
    grid = Grid((_("manifestation"), _("banishment"), _("chance")), tuple(rows))
    title = of_unit("{unit} banishes", "{unit} banish", unit)
    return OddsView(title, chances=tuple(claims), lines=tuple(_bonus(bonus, "A-AB-11")), grids=(grid,))


def place_of_power(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of a Place of Power (A-POP-2)."""
    benefit = _("+1 to casting or chanting, or Unbind and Banish once, this turn")
    outcomes = Likelihood(benefit, 5 / len(FACES), "good"), Likelihood(_("D3 mortal damage"), 1 / len(FACES), "bad")
    title = of_unit("{unit} draws on a Place of Power", "{unit} draw on a Place of Power", unit)
    return OddsView(title, outcomes, lines=(Line(_("a 1 hurts"), "A-POP-2"),))


# -- rally and effects


def rally(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView:
    """Return the odds of a rally, with the ways to spend the average number of points (A-AB-13)."""
    points = rally_points(game, unit)
    expected = round(mean(points))
    ways = rallies(expected, unit.damage, mixed.healths(game, unit, slain=True))
    lines = [Line(_("with {n} points: {ways}", n=expected, ways=_(" or ").join(map(spending_text, ways))), "A-AB-13")]
    if not unit.damage and not unit.slain:
        lines = [Line(_("nothing to heal, and no models to return"), "A-AB-13", "warning")]
    elif not ways:
        lines = []
    claim = Claim("rally", (unit.id,), plain(points))
    spread = Spread(_("rally points"), plain(points), "good", claim)
    title = of_unit("{unit} rallies", "{unit} rally", unit)
    return OddsView(title, spreads=(spread,), lines=tuple(lines))


def rally_points(game: Game, unit: Unit) -> Shares:
    """Return the chances of each number of rally points."""
    success = chance_of_effect(RALLIED)
    return power(np.array((1.0 - success, success)), rally_dice(game, unit))


def effect(game: Game, spec: AbilityDocument, unit: Unit) -> OddsView | None:
    """Return the odds of an ability's effect, or None without dice."""
    (grids, verdicts), needs = _effects(game, spec, unit), spec.params
    least_roll, by_target = (
        params.ON.of(needs),
        any(param.of(needs) for param in (params.OVER, params.PLUS_ROLL, params.ROLLS)),
    )
    chances: tuple[Likelihood, ...] = ()
    if least_roll and not by_target:
        faces = outcomes(needs)
        chances = (
            Likelihood(_("on {n}+", n=least_roll), sum(face >= least_roll for face in faces) / len(faces), "good"),
        )
    if by_target and (possible := targets(game, spec, unit)):
        rows = [GridRow(target.name, (percent(happens(game, spec, unit, target)),)) for target in possible]
        grids = (Grid((_("target"), _("chance")), tuple(rows)), *grids)
    if not grids and not chances:
        return None
    return OddsView(f"{unit.name}: {_(spec.name)}", chances=chances, grids=grids, verdicts=verdicts)


def chance_of_effect(on: int) -> float:
    """Return the chance of an effect that needs a roll of `on` or more, or no roll if that is 0."""
    return chance_of(lambda face: face >= on)


@contextmanager
def _using(game: Game, spec: AbilityDocument, unit: Unit) -> Iterator[None]:
    """Treat an ability as in use for the duration of a `with` block, since some wards apply only to its kind."""
    game.under_way.append(Use(game, spec, unit.owner, unit))
    try:
        yield
    finally:
        game.under_way.pop()


def _effects(game: Game, spec: AbilityDocument, unit: Unit) -> tuple[tuple[Grid, ...], tuple[Verdict, ...]]:
    """Return the mortal damage or healing of an ability for each possible target, with the verdicts."""
    if spec.effect_id not in ("mortal-damage", "heal") or not (candidates := targets(game, spec, unit)):
        return (), ()
    if spec.effect_id == "mortal-damage":
        text = N_("{target}: {n} damage expected if it succeeds") if spec.value else EXPECTED
        with _using(game, spec, unit):
            cases = [(target, damage_cases(game, spec, unit, target)) for target in candidates]
            odds = _damage(cases, "", partial(body_for, game, spec), text)
        return odds.grids, odds.verdicts
    rows = []
    for target in candidates:
        healed = mapped(healed_shares(game, spec, unit, target), partial(min, target.damage))
        rows.append(GridRow(target.name, (str(target.damage), numeral(mean(healed), ".1f"))))
    return (Grid((_("target"), _("damage suffered"), _("healed")), tuple(rows)),), ()


def _mortal_damage(game: Game, units: Sequence[Unit], points: Amount, on: int, title: str) -> OddsView:
    """Return the odds of mortal damage for each unit (A-DMG-2)."""
    cases = [(target, [(chance_of_effect(on), (points,))]) for target in units]
    return _damage(cases, title, partial(body_of, game))


EXPECTED: Final = N_("{target}: {n} damage expected")


def _damage(
    cases: Sequence[tuple[Unit, Sequence[Case]]],
    title: str,
    body_of_target: Callable[[Unit], Body],
    said: str = EXPECTED,
) -> OddsView:
    """Return the odds of mortal damage for each unit from its possible cases. `said` is the text of a verdict."""
    rows, verdicts = [], []
    for target, unit_cases in cases:
        body, damage, slain, destroyed = body_of_target(target), 0.0, 0.0, 0.0
        for chance, points in unit_cases:
            odds = volley_odds((), body, points)
            damage += chance * suffered_mean(odds, body)
            slain += chance * mean(odds.slain)
            destroyed += chance * odds.destroyed
        expected = numeral(damage, ".1f")
        rows.append(GridRow(target.name, (expected, numeral(slain, ".1f"), percent(destroyed))))
        verdicts.append(Verdict("gain", _(said, target=target.name, n=expected), expected, about=(target.id,)))
    grid = Grid((_("target"), _("damage"), _("slain"), _("destroyed")), tuple(rows), _("Mortal damage"))
    return OddsView(title, grids=(grid,), verdicts=tuple(verdicts))


BY_ABILITY: Final[dict[str, Asked]] = {
    "run": run,
    "redeploy": redeploy,
    "retreat": retreat,
    "power-through": power_through,
    "charge": charge,
    "counter-charge": charge,
    "magical-intervention": interventions,
    "banish-manifestation": banishing,
    "activate-place-of-power": place_of_power,
    "rally": rally,
}
"""The function for the odds of each core ability, by id."""
