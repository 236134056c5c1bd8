"""The odds of fights without a table, for the command line and other programs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.core.odds import Chance, Distribution
from game.engine.rulebook.facets import Calculation, Value, Values, Verb
from game.rulesets.godbreakers.odds.duel import ATTACKER, DEFENDER, MOST_DEFENDERS, Bout, Fighter, parse_fighter
from game.rulesets.godbreakers.odds.odds import engage_odds, recovery_odds, roll_odds, test_odds, triumph_odds
from game.rulesets.godbreakers.rules.actions.engage import most_opponents
from game.rulesets.godbreakers.rules.constants import HIGHEST_RANK
from game.rulesets.godbreakers.words.data import read_verbs
from game.wording import N_, _

Share = Callable[[Chance], str]
ANY_TEST = N_("a test")


def _engage(values: Values) -> Calculation:
    """Return the odds of an Engage and of the recovery after it (G-ENG-2..4). Raise `DocumentError`.

    "models" lists all fighters, the attacker first, with their chances to win and to have a Triumph, the chance of
    each amount of damage, and the chance to become a casualty with and without the Engage.
    """
    attacker, defenders = values["attacker"], _several(values["defender"])
    if attacker is None or not defenders:
        raise DocumentError("odds", "", _("give --attacker and at least one --defender, or name another calculation"))
    if len(defenders) > MOST_DEFENDERS:
        raise DocumentError("--defender", "", _("give one to {most} defenders (G-ENG-1)", most=MOST_DEFENDERS))
    fighters = [parse_fighter(text, "--defender") for text in defenders]
    active = parse_fighter(str(attacker), "--attacker")
    groups = _groups(len(fighters))
    bout = Bout(
        active,
        fighters,
        apart=bool(values["apart"]),
        challenging=_fighters_in(_several(values["challenging"]), groups, "--challenging"),
        out_of_reach=_fighters_in(_several(values["out_of_reach"]), groups, "--out-of-reach"),
        hard_recovery=bool(values["hard_recovery"]),
    )
    most = most_opponents(bout, bout.attacker)
    if len(fighters) > most:
        reason = _(
            "gives {fighters} defenders, but {active} can nominate at most {most} - give the attacker Merciless",
            fighters=len(fighters),
            active=active,
            most=most,
        )
        raise DocumentError("--defender", "", f"{reason} (G-ENG-1)")
    odds = engage_odds(bout, bout.attacker, *bout.defenders)
    models: list[dict[str, Any]] = [
        {
            "id": fate.model,
            "fighter": str(fighter),
            "win": fate.win,
            "triumph": fate.triumph,
            "damage": _by_number(fate.damage),
            "casualty": fate.casualty,
            "casualty_without": fate.unharmed,
        }
        for fighter, fate in zip([active, *fighters], odds.fates, strict=True)
    ]
    result = {"win": odds.win, "tie": odds.tie, "lose": odds.lose, "models": models}

    def lines(share: Share) -> list[str]:
        words = [_("for the attacker: {shares}", shares=_shares(result, "win tie lose", share))]
        for model in models:
            casualty = _("  casualty  {share} at recovery", share=share(model["casualty"]))
            words += [
                f"{model['id']}: {model['fighter']}",
                _("  damage    {spread}", spread=_spread(model["damage"], share)),
                casualty + _(" ({share} without the engage)", share=share(model["casualty_without"])),
                _("  Triumph   {share}", share=share(model["triumph"])),
            ]
        return words

    return Calculation(result, lines)


def _test(values: Values) -> Calculation:
    """Return the odds of a test (G-ROLL-4). Raise `DocumentError`."""
    fighter, active = parse_fighter(str(values["fighter"]), "fighter"), not values["inactive"]
    bout = Bout(fighter)
    bout.state.active = ATTACKER if active else ""
    roll = roll_odds(bout, bout.attacker, ANY_TEST, challenging=True)
    success = test_odds(bout, bout.attacker, ANY_TEST)
    result = {
        "fighter": str(fighter),
        "active": active,
        "success": success,
        "failure": _complement(success),
        "triumph": triumph_odds(bout.attacker, roll),
        "results": _by_number(roll),
    }

    def lines(share: Share) -> list[str]:
        return [_headline(result, "success failure triumph", share), _results(roll, share)]

    return Calculation(result, lines)


def _recovery(values: Values) -> Calculation:
    """Return the odds of a recovery, with or without a Healer nearby (G-REC-1). Raise `DocumentError`."""
    fighter, damage, healer = parse_fighter(str(values["fighter"]), "fighter"), values["damage"], values["healer"] or 0
    if isinstance(damage, int):
        fighter = replace(fighter, damage=damage)
    if not isinstance(healer, int) or not 0 <= healer <= HIGHEST_RANK:
        raise DocumentError("--healer", "", _("a rank is a number from 0 to {highest} (G-CIR-5)", highest=HIGHEST_RANK))
    healers = [Fighter(traits={"Healer": healer})] if healer else []
    bout = Bout(fighter, healers=healers, hard_recovery=bool(values["challenging"]))
    odds = recovery_odds(bout, bout.attacker)
    casualty, removed = odds.casualty(fighter.damage), min(odds.sheds, fighter.damage)
    result = {
        "fighter": str(fighter),
        "damage": fighter.damage,
        "removed_before": removed,
        "casualty": casualty,
        "survival": _complement(casualty),
        "triumph": odds.triumph(fighter.damage),
        "results": _by_number(odds.roll),
    }

    def lines(share: Share) -> list[str]:
        before = [_("  {n} damage is removed before the roll", n=removed)] if removed else []
        return [_headline(result, "survival casualty triumph", share), *before, _results(odds.roll, share)]

    return Calculation(result, lines)


def _complement(chance: Chance) -> Chance:
    return Chance(chance.total - chance.weight, chance.total)


def _by_number(distribution: Distribution) -> dict[str, Chance]:
    return {str(number): chance for number, chance in distribution.chances()}


def _headline(result: dict[str, Any], names: str, share: Share) -> str:
    return f"{result['fighter']}: {_shares(result, names, share)}"


def _results(roll: Distribution, share: Share) -> str:
    return _("  result    {spread}", spread=_spread(_by_number(roll), share))


def _several(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _shares(result: dict[str, Any], names: str, share: Share) -> str:
    return ", ".join(f"{name} {share(result[name])}" for name in names.split())


def _spread(chances: dict[str, Chance], share: Share) -> str:
    return "   ".join(f"{amount}: {share(chance)}" for amount, chance in chances.items())


CALCULATIONS: Final[tuple[Verb[Callable[[Values], Calculation]], ...]] = read_verbs(
    "odds", {"engage": _engage, "test": _test, "recovery": _recovery}
)
"""The calculations that need no table. Their parameters are the options of the command line."""


def _groups(defenders: int) -> dict[str, tuple[str, ...]]:
    """Return the ids of the fighters that each word of an option stands for."""
    ids = tuple(f"{DEFENDER}-{n}" for n in range(1, defenders + 1)) if defenders > 1 else (DEFENDER,)
    single = {identity: (identity,) for identity in ids}
    return {**single, ATTACKER: (ATTACKER,), DEFENDER: ids, "both": (ATTACKER, *ids)}


def _fighters_in(words: Sequence[str], groups: dict[str, tuple[str, ...]], option: str) -> Collection[str]:
    ids: set[str] = set()
    for word in words:
        if word not in groups:
            text = _("{word!r} is not one of {known}", word=word[:40], known=", ".join(sorted(groups)))
            raise DocumentError(option, "", text)
        ids.update(groups[word])
    return ids
