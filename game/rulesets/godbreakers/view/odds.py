"""Presentation facts: what the dice may bring when an answer is given, and what changes the rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.core.decisions import Answer, Choose, Decision, Pick
from game.engine.core.odds import Chance, Distribution
from game.engine.rulebook.view import Likelihood, Line, OddsView, Spread
from game.rulesets.godbreakers.odds.odds import (
    EngageOdds,
    engage_odds,
    recovery_odds,
    roll_odds,
    supposing,
    test_odds,
    triumph_odds,
)
from game.rulesets.godbreakers.rules.actions.engage import challenges, strikes, targets
from game.rulesets.godbreakers.rules.actions.repertoire import repertoire
from game.rulesets.godbreakers.rules.actions.special import takers
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range
from game.rulesets.godbreakers.rules.rolls import ATTACK, RECOVERY, thresholds
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.scenarios.gathering import VERIFICATION
from game.rulesets.godbreakers.rules.scenarios.tragedy import TREATMENT
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait, holding, speakers
from game.wording import N_, _

TESTS = {
    "sunder": N_("Destroy Marker"),
    "break-shard": "Destroy Marker",
    "hand-off": N_("Go Long!"),
    "despoil": N_("Stay With Me!"),
    "ruin": N_("Ruin"),
    "shape": N_("Shape"),
    "summon": N_("Obey!"),
    "thunder": N_("Thunder!"),
    "hidden-ways": N_("Hidden Ways"),
    "plunder": N_("What's That Sound?"),
    "treatment": TREATMENT,
    "verify": VERIFICATION,
}
"""The test that each action brings with it, by the action's key."""


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the exact odds of an answer that is thought of, None when no dice hang on it."""
    if isinstance(decision, Choose) and isinstance(answer, str):
        return _of_option(game, decision, answer)
    if isinstance(decision, Pick) and isinstance(answer, list):
        return _of_pick(game, decision, [identity for identity in answer if isinstance(identity, str)])
    return None


def _of_option(game: Game, decision: Choose, key: str) -> OddsView | None:
    model = game.state.models.get(decision.about)
    option = next((each for each in decision.options if each.key == key), None)
    if model is None or option is None or not model.on_table:
        return None
    if decision.rule == option.rule and (test := _test_under(game, model, decision.rule)):
        return of_test(game, model, test)
    if key == "engage":
        named = [game.state.models[identity] for identity in option.subject if identity in game.state.models]
        return _of_engage(game, model, named or targets(game, model))
    if key == "hand-off" and any(game.reaches(model, taker, 0) for taker in takers(game, model)):
        return None  # whoever is at hand takes without a test
    return of_test(game, model, TESTS[key]) if key in TESTS else None


def _of_engage(game: Game, model: Model, within_reach: Sequence[Model]) -> OddsView:
    """Return the odds of the engage against the only opponent there is, or the chance to win against each."""
    if len(within_reach) == 1:
        return of_engage(game, model, within_reach)
    wins = tuple(
        Likelihood(_("Wins against {other}", other=other.name), float(engage_odds(game, model, other).win), "good")
        for other in within_reach
    )
    return OddsView(_("{model} may engage one of {wins}", model=model.name, wins=len(wins)), chances=wins)


def _of_pick(game: Game, decision: Pick, picked: Sequence[str]) -> OddsView | None:
    chosen = [game.state.models[identity] for identity in picked if identity in game.state.models]
    if decision.rule == "G-REC-1" and chosen:
        return of_recovery(game, chosen[0])
    if decision.rule == "G-ADV-1" and chosen and game.state.active in game.state.models:
        return of_engage(game, chosen[0], [game.state.models[game.state.active]])
    model = game.state.models.get(decision.about)
    if model is None or not model.on_table:
        return None
    if decision.rule == "G-ENG-1":
        # Whom a Merciless model names further comes on top of whom it has named.
        named = [game.state.models[identity] for identity in game.state.engaged if identity != model.id]
        opponents = [*named, *chosen] if decision.minimum == 0 else chosen
        return of_engage(game, model, opponents) if opponents else None
    test = _test_under(game, model, decision.rule)
    if test == TESTS["hand-off"] and any(game.reaches(model, taker, 0) for taker in chosen):
        return None
    return of_test(game, model, test) if test else None


def _test_under(game: Game, model: Model, rule: str) -> str:
    """Return the test of the model's action that stands under a rule, or an empty string."""
    return next((TESTS[each.key] for each in repertoire(game, model) if each.rule == rule and each.key in TESTS), "")


# -- one engage --------------------------------------------------------------------------------


def of_engage(game: Game, model: Model, opponents: Sequence[Model]) -> OddsView:
    """Return the odds of an engage, and of the first opponent engaging the model in its turn."""
    engaged = [model, *opponents]
    found = engage_odds(game, model, *opponents)
    spreads = [
        Spread(_("Damage to {other}", other=other.name), _shares(fate.damage), "good")
        for other, fate in zip(opponents, found.opponents, strict=True)
    ]
    spreads.append(Spread(_("Damage to {model}", model=model.name), _shares(found.active.damage), "bad"))
    lines = list(_engage_lines(game, engaged))
    return OddsView(
        _(
            "{model} engages {opponents}",
            model=model.name,
            opponents=_(" and ").join(other.name for other in opponents),
        ),
        _outcomes(found),
        tuple(spreads),
        (*_casualties(engaged, found), *_triumphs(engaged, found)),
        tuple(lines),
        _returned(game, opponents[0], model),
    )


def _returned(game: Game, other: Model, model: Model) -> OddsView | None:
    """Return what it would be if `other` were active and engaged `model`; None where it cannot reach it."""
    supposed, attacker = supposing(game, other)
    if not strikes(supposed, attacker, model):
        return None
    found = engage_odds(supposed, attacker, model)
    chances = (*_casualties([other, model], found), *_triumphs([other, model], found))
    theirs = tuple(Likelihood(each.label, each.share, _OTHER[each.tone]) for each in (*_outcomes(found), *chances))
    return OddsView(_("If {other} engages {model}", other=other.name, model=model.name), theirs[:3], chances=theirs[3:])


_OTHER = {"good": "bad", "bad": "good", "plain": "plain"}
"""The tone of a thing seen from the other side."""


def _outcomes(found: EngageOdds) -> tuple[Likelihood, ...]:
    return (
        Likelihood(_("Win"), float(found.win), "good"),
        Likelihood(_("Tie"), float(found.tie)),
        Likelihood(_("Lose"), float(found.lose), "bad"),
    )


def _casualties(engaged: Sequence[Model], found: EngageOdds) -> Iterator[Likelihood]:
    """Yield for everybody the chance that the coming recovery removes it."""
    for place, (model, fate) in enumerate(zip(engaged, found.fates, strict=True)):
        yield Likelihood(
            _("{model} lost at recovery", model=model.name), float(fate.casualty), "good" if place else "bad"
        )


def _triumphs(engaged: Sequence[Model], found: EngageOdds) -> Iterator[Likelihood]:
    for place, (model, fate) in enumerate(zip(engaged, found.fates, strict=True)):
        if model.godbreaker:
            yield Likelihood(_("Triumph of {model}", model=model.name), float(fate.triumph), "bad" if place else "good")


def _shares(damage: Distribution) -> tuple[float, ...]:
    return tuple(weight / damage.total for weight in damage.weights)


# -- one roll ----------------------------------------------------------------------------------


def of_test(game: Game, model: Model, test: str) -> OddsView:
    """Return the odds of a test (G-ROLL-4)."""
    success = test_odds(game, model, test)
    triumph = triumph_odds(model, roll_odds(game, model, test, challenging=True))
    lines = (*_face_lines(game, model, test, [_("every test is challenging")], "G-ROLL-4"),)
    return OddsView(
        _("{model} tests {test}", model=model.name, test=_(test)),
        _either(_("Success"), success, _("Failure")),
        (),
        _proud(triumph),
        lines,
    )


def of_recovery(game: Game, model: Model) -> OddsView:
    """Return the odds of a recovery with the damage the model has (G-REC-1)."""
    recovery = recovery_odds(game, model)
    lost = recovery.casualty(model.damage)
    hard = (
        [_("the scenario makes its recovery challenging")] if scenario_of(game).challenges_recovery(game, model) else []
    )
    return OddsView(
        _("{model} recovers with {damage} damage", model=model.name, damage=model.damage),
        _either(_("Stays"), Chance(lost.total - lost.weight, lost.total), _("Lost")),
        (),
        _proud(recovery.triumph(model.damage)),
        (*_face_lines(game, model, RECOVERY, hard, "G-REC-1"),),
    )


def _either(good: str, chance: Chance, bad: str) -> tuple[Likelihood, ...]:
    share = float(chance)
    return Likelihood(good, share, "good"), Likelihood(bad, 1.0 - share, "bad")


def _proud(triumph: Chance) -> tuple[Likelihood, ...]:
    return (Likelihood(_("Triumph"), float(triumph), "good"),) if triumph.weight else ()


# -- what changes the rolls --------------------------------------------------------------------


def _engage_lines(game: Game, engaged: Sequence[Model]) -> Iterator[Line]:
    for place, model in enumerate(engaged):
        yield from _face_lines(game, model, ATTACK, challenges(game, model, list(engaged)), "G-ENG-3")
        for trait, rank in holding(game, model):
            changes = [
                _(words, amount=amount)
                for amount, words in (
                    (trait.dealt(model, rank), N_("{amount:+d} damage dealt")),
                    (-trait.taken(model, rank), N_("{amount:+d} damage taken, at least 1 is left")),
                    (trait.suffered(model, rank), N_("{amount:+d} damage suffered")),
                )
                if amount
            ]
            if changes:
                yield Line(f"{model.name}, {_(trait.name)}: {', '.join(changes)}", trait.rule)
            if _acts_later(trait, active=not place):
                yield Line(
                    _("{model}, {trait}: acts afterwards, not counted here", model=model.name, trait=_(trait.name)),
                    trait.rule,
                    "quiet",
                )
    model = engaged[0]
    for other in engaged[1:]:
        if not strikes(game, other, model):
            text = _(
                "{other} cannot hurt {model}: it reaches {reach} U",
                other=other.name,
                model=model.name,
                reach=attack_range(game, other),
            )
            yield Line(text, "G-ENG-4", "good")
        if not strikes(game, model, other):
            yield Line(_("{model} cannot hurt {other} from here", model=model.name, other=other.name), "G-ENG-4", "bad")


def _face_lines(game: Game, model: Model, purpose: str, hard: Sequence[str], rule: str) -> Iterator[Line]:
    """Yield what makes a roll challenging, and which trait or flaw rolls faces again or lets them count as 0."""
    reroll, zero = thresholds(game, model, purpose, challenging=bool(hard))
    for reason in hard:
        yield Line(
            _(
                "{model} rolls challenging: {reason}; {zero} or less counts as 0",
                model=model.name,
                reason=reason,
                zero=zero,
            ),
            rule,
            "warning",
        )
    for trait, rank in holding(game, model):
        if (own := trait.reroll_at_most(game, model, rank, purpose)) and own == reroll:
            yield Line(
                _("{model}, {trait}: rolls {own} or less again", model=model.name, trait=_(trait.name), own=own),
                trait.rule,
            )
        if hard and trait.zero_at_most(model, rank) == zero:
            yield Line(
                _("{model}, {trait}: {zero} or less counts as 0", model=model.name, trait=_(trait.name), zero=zero),
                trait.rule,
                "warning",
            )
    for helper, trait, rank in speakers(game, "lets_reroll") if purpose == RECOVERY else ():
        if (lent := trait.lets_reroll(game, helper, rank, model, purpose)) and lent == reroll:
            yield Line(
                _(
                    "{helper}, {trait}: {lent} or less is rolled again",
                    helper=helper.name,
                    trait=_(trait.name),
                    lent=lent,
                ),
                trait.rule,
                "good",
            )
    if purpose == RECOVERY:
        for trait, rank in holding(game, model):
            if sheds := trait.sheds(model, rank):
                yield Line(
                    _(
                        "{model}, {trait}: sheds {sheds} before the roll",
                        model=model.name,
                        trait=_(trait.name),
                        sheds=sheds,
                    ),
                    trait.rule,
                    "good",
                )


def _acts_later(trait: Trait, *, active: bool) -> bool:
    """Say whether a trait may act during the engage in a way that no odds can know."""
    kind = type(trait)
    after = kind.after_attack_roll is not Trait.after_attack_roll
    return kind.before_disengage is not Trait.before_disengage or (after and active)
