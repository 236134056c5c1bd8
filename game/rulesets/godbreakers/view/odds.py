"""The odds of an answer for display, and the facts that change the rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.engine.core.decisions import Answer, Choose, Decision, Pick, Place, coordinates
from game.engine.core.odds import Chance
from game.engine.rulebook.view import Claim, Likelihood, Line, OddsView, Spread, Verdict
from game.rulesets.godbreakers.odds.odds import (
    EngageOdds,
    Fate,
    activated,
    engage_odds,
    may_ascend,
    resolved,
    roll_odds,
    standing,
    supposing,
    test_odds,
    triumph_odds,
)
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.actions.repertoire import (
    AVOID,
    HandOff,
    Move,
    able_to_react,
    challenges,
    obstacles_to,
    receivers,
    repertoire,
    strikes,
    targets,
)
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, level_of
from game.rulesets.godbreakers.rules.rolls import ATTACK, RECOVERY, damage_shed, recovery_odds, thresholds
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import put_down
from game.rulesets.godbreakers.rules.traits import ranked_traits, trait_amount, trait_holders
from game.table.lattice import Position
from game.table.placing.terrain_region import TerrainRegion
from game.wording import N_, _, percent


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the exact odds of an answer, or None if the answer leads to no roll."""
    if isinstance(decision, Pick) and isinstance(answer, list):
        models = game.state.models
        chosen = [models[identity] for identity in answer if identity in models]
        if decision.rule == "G-REC-1" and chosen:  # the model that recovers
            return of_recovery(game, chosen[0], decision.player)
        if decision.rule == "G-ADV-1" and chosen and game.state.active in models:  # the ready model that reacts
            return of_engage(game, chosen[0], [models[game.state.active]], decision.player)
        if decision.rule == "G-ENG-1" and decision.about in models:  # the opponents of an Engage
            opponents = chosen
            if decision.minimum == 0:  # a Merciless model adds opponents to the engaged ones
                engaged = [models[identity] for identity in game.state.engaged if identity != decision.about]
                opponents = [*engaged, *chosen]
            return of_engage(game, models[decision.about], opponents, decision.player) if opponents else None
    model = game.state.models.get(game.state.active)
    if model is None or not model.on_table:
        return None
    if isinstance(decision, Choose) and decision.about == model.id and answer == "engage":
        for option in decision.options:
            if option.key == answer:
                allowed = [game.state.models[key] for key in option.subject if key in game.state.models]
                return _of_any_engage(game, model, allowed or targets(game, model), decision.player)
    futile = _why_futile(game, model, decision, answer)
    test = _test_after(game, model, decision, answer)
    if test:
        return _with_warning(of_test(game, model, test, decision.player), futile)
    if futile:
        return _with_warning(OddsView(_("{model} would earn nothing", model=model.name)), futile)
    if isinstance(decision, Place) and not isinstance(answer, str):
        game = _supposed(game, decision, *coordinates(answer, decision.prompt))
    return _of_reaction(game, decision.player)


def _why_futile(game: Game, model: Model, decision: Decision, answer: Answer) -> str:
    """Return the reason why the action that an answer takes would earn nothing, or ""."""
    if decision.rule != "G-ACT-4" or decision.about != model.id:
        return ""
    return next((action.why_futile(game, model) for action in repertoire(game, model) if action.key == answer), "")


def _with_warning(view: OddsView, warning: str) -> OddsView:
    """Return odds with a warning as their first line and at the cursor."""
    if not warning:
        return view
    line = Line(warning[:1].upper() + warning[1:], "G-ACT-4", "warning")
    return replace(view, lines=(line, *view.lines), verdicts=(Verdict("risk", line.text), *view.verdicts))


def _supposed(game: Game, decision: Place, x: float, y: float) -> Game:
    """Return a copy of the game in which the piece of a placement is at (x, y)."""
    piece = game.state.models.get(decision.about)
    if piece is not None:
        base = piece.disc._replace(x=x, y=y, level=level_of(decision.region, piece.level))
        return standing(game, piece, base)[0]
    supposed = supposing(game)
    if isinstance(decision.region, TerrainRegion):
        put_down(supposed, decision.about, x, y, int(decision.region.degrees), rule=decision.rule)
    return supposed


def _of_reaction(game: Game, viewer: str) -> OddsView | None:
    """Return the odds of a ready model's Engage with the active model after its action, if any (G-ADV-1)."""
    if not game.state.alerted:
        return None
    game = next(resolved(game))[1]
    model = game.state.models[game.state.active]
    reactors = able_to_react(game)
    if len(reactors) == 1 and not game.state.engaged:
        return of_engage(game, reactors[0], [model], viewer)
    names = ", ".join(other.name for other in reactors)
    return OddsView(_("Ready models that could then react: {names}", names=names)) if reactors else None


def _test_after(game: Game, model: Model, decision: Decision, answer: Answer) -> str:
    """Return the name of the test that an answer leads to or may lead to, or "" for no test."""
    test, spot, level = decision.test, Position(model.x, model.y), model.level
    if isinstance(decision, Choose) and isinstance(answer, str) and not test:
        rule = next((option.rule for option in decision.options if option.key == answer), "")
        tests = {action.key: action.test for action in repertoire(game, model)}
        test = AVOID if rule == Move.rule else tests.get(answer, "")
        if test == HandOff.test and all(game.reaches(model, receiver, 0) for receiver in receivers(game, model)):
            return ""  # a receiver within 0 U needs no test
    if isinstance(decision, Choose) and decision.leads:
        level = level_of(decision.leads.get(str(answer)), level)
    elif isinstance(decision, Place) and not isinstance(answer, str):
        spot, level = Position(*coordinates(answer, decision.prompt)), level_of(decision.region, level)
    elif isinstance(decision, Pick) and test == HandOff.test:
        return "" if any(game.reaches(model, game.state.models[identity], 0) for identity in answer) else test
    # a move needs a test only if it meets obstacles
    return test if test != AVOID or obstacles_to(game, model, spot, level) else ""


def _of_any_engage(game: Game, model: Model, opponents: Sequence[Model], viewer: str) -> OddsView:
    """Return the chance to win against each possible opponent, or the full odds if there is only one."""
    if len(opponents) == 1:
        return of_engage(game, model, opponents, viewer)
    wins = tuple(
        _likely(
            _("Wins against {other}", other=other.name),
            engage_odds(game, model, other).win,
            _harm(other, [model, other], viewer),
            Claim("win", (model.id, other.id)),
        )
        for other in opponents
    )
    return OddsView(_("{model} may engage one of {wins}", model=model.name, wins=len(wins)), chances=wins)


def _likely(label: str, chance: Chance, tone: str, claim: Claim) -> Likelihood:
    """Return a labelled chance, with the chance added to its claim."""
    share = float(chance)
    return Likelihood(label, share, tone, replace(claim, chances=(share,)))


# -- one engage --------------------------------------------------------------------------------


def of_engage(game: Game, model: Model, opponents: Sequence[Model], viewer: str) -> OddsView:
    """Return the odds of an Engage and of the first opponent's Engage in return. Tones are from `viewer`'s side."""
    engaged = [model, *opponents]
    exact = engage_odds(game, model, *opponents)
    fates = zip([*opponents, model], [*exact.opponents, exact.active], strict=True)
    names = _(" and ").join(other.name for other in opponents)
    return OddsView(
        _("{model} engages {opponents}", model=model.name, opponents=names),
        _outcomes(engaged, exact, viewer),
        tuple(_spread(fighter, fate, _harm(fighter, engaged, viewer)) for fighter, fate in fates),
        tuple(_chances(engaged, exact, viewer)),
        tuple(_engage_lines(game, engaged, viewer)),
        _engage_in_return(game, opponents[0], model, viewer),
        Claim("engage", tuple(fighter.id for fighter in engaged)),
        verdicts=(*_verdicts_of_attack(engaged, exact, viewer),),
    )


def _verdicts_of_attack(engaged: Sequence[Model], exact: EngageOdds, viewer: str) -> Iterator[Verdict]:
    """Yield texts at the cursor for an Engage: what may happen to others, and the risk to lose each own model.

    The first two are shown below the bar of outcomes.
    """
    fates = [(model, fate, _harm(model, engaged, viewer)) for model, fate in zip(engaged, exact.fates, strict=True)]
    dealt = [
        (_spread(model, fate, tone).most, float(fate.casualty), model.name)
        for model, fate, tone in fates
        if tone != "bad"
    ]
    own = any(tone == "bad" for _model, _fate, tone in fates)
    for damage, chance, name in sorted(dealt, reverse=True)[
        : 1 if own else None
    ]:  # of others' fights, both sides count
        if not damage:
            continue
        facts = {"n": str(damage), "model": name, "chance": percent(chance)}
        if chance:
            text = _("{chance} to remove {model}, up to {n} damage", **facts)
            yield Verdict("gain", text, facts["chance"])
        else:
            yield Verdict("gain", _("Up to {n} damage to {model}", **facts), facts["n"])
    for model, fate, tone in fates:
        if tone == "bad":
            lost, ascends = float(fate.casualty), float(fate.triumph) if may_ascend(model) else 0.0
            facts = {"chance": percent(lost), "model": model.name, "share": percent(ascends)}
            text = _("Risk: {chance} to lose {model}", **facts)
            if ascends:
                text = _("Risk: {chance} to lose {model}, {share} that it ascends", **facts)
            yield Verdict("risk", text, facts["chance"], lost + ascends)


def _engage_in_return(game: Game, other: Model, model: Model, viewer: str) -> OddsView | None:
    """Return the odds if `other` engages `model` in its own activation, or None if it cannot strike."""
    supposed = activated(game, other)
    engaged = [other, supposed.state.models[model.id]]
    if not strikes(supposed, *engaged):
        return None
    exact = engage_odds(supposed, *engaged)
    return OddsView(
        _("If {other} engages {model}", other=other.name, model=model.name),
        _outcomes(engaged, exact, viewer),
        chances=tuple(_chances(engaged, exact, viewer)),
        claim=Claim("engage", (other.id, model.id)),
    )


def _harm(hurt: Model, engaged: Sequence[Model], viewer: str) -> str:
    """Return the tone of damage to a model: bad for the viewer's own model, good for rivals and enemies."""
    if hurt.owner == viewer:
        return "bad"
    return "good" if hurt.owner or any(fighter.owner == viewer for fighter in engaged) else "plain"


_SPARED = {"good": "bad", "bad": "good", "plain": "plain"}
"""The tone for a model that escapes damage, by the tone for damage to it."""


def _outcomes(engaged: Sequence[Model], exact: EngageOdds, viewer: str) -> tuple[Likelihood, ...]:
    """Return the chances to win, tie and lose, with tones for `viewer`."""
    active, *others = engaged
    tone = min(_harm(other, engaged, viewer) for other in others)  # by alphabet: "bad" wins over "good" and "plain"
    win, lose = _("Win"), _("Lose")
    if active.owner != viewer:  # of another side's attack, "win" could mean either
        win = _("{model} wins", model=active.name)
        lose = _("{model} wins", model=others[0].name) if len(others) == 1 else _("The others win")
    return (
        _likely(win, exact.win, tone, Claim("win")),
        _likely(_("Tie"), exact.tie, "plain", Claim("tie")),
        _likely(lose, exact.lose, _harm(active, engaged, viewer), Claim("lose")),
    )


def _chances(engaged: Sequence[Model], exact: EngageOdds, viewer: str) -> Iterator[Likelihood]:
    """Yield each model's chance to be a casualty at the next recovery, then each godbreaker's chance of a Triumph."""
    for model, fate in zip(engaged, exact.fates, strict=True):
        label = _("{model} lost at recovery", model=model.name)
        yield _likely(label, fate.casualty, _harm(model, engaged, viewer), Claim("lost", (model.id,)))
    for model, fate in zip(engaged, exact.fates, strict=True):
        if model.godbreaker:
            label, tone = _("Triumph for {model}", model=model.name), "good" if model.owner == viewer else "bad"
            if may_ascend(model):
                label = _("{model} ascends: it leaves the table", model=model.name)
                tone = "bad" if model.owner == viewer else "good"
            yield _likely(label, fate.triumph, tone, Claim("triumph", (model.id,)))


def _spread(model: Model, fate: Fate, tone: str) -> Spread:
    """Return the chance of each amount of damage to a model."""
    chances = tuple(weight / fate.damage.total for weight in fate.damage.weights)
    return Spread(_("Damage to {model}", model=model.name), chances, tone, Claim("damage", (model.id,), chances))


# -- one roll ----------------------------------------------------------------------------------


def of_test(game: Game, model: Model, test: str, viewer: str) -> OddsView:
    """Return the odds of a test. Tones are from `viewer`'s side (G-ROLL-4)."""
    success = test_odds(game, model, test)
    passed, failed = next((each.outcomes for each in repertoire(game, model) if each.test == test), Action.outcomes)
    triumph = triumph_odds(model, roll_odds(game, model, test, challenging=True))
    lines = (*_face_lines(game, model, test, [_("every test is challenging")], "G-ROLL-4"),)
    return OddsView(
        _("{model} tests {test}", model=model.name, test=_(test)),
        _either(_(passed), success, _(failed), "success", own=model.owner == viewer),
        (),
        _proud(model, triumph, viewer),
        lines,
        claim=Claim("test", (model.id, test)),
    )


def of_recovery(game: Game, model: Model, viewer: str) -> OddsView:
    """Return the odds of recovery from the model's current damage. Tones are from `viewer`'s side (G-REC-1)."""
    recovery = recovery_odds(game, model)
    casualty = recovery.casualty(model.damage)
    challenging = scenario_of(game).challenges_recovery(game, model)
    reasons = [_("the scenario makes its recovery challenging")] if challenging else []
    survival = Chance(casualty.total - casualty.weight, casualty.total)
    return OddsView(
        _("{model} recovers with {damage} damage", model=model.name, damage=model.damage),
        _either(_("Stays"), survival, _("Lost"), "stays", own=model.owner == viewer),
        (),
        _proud(model, recovery.triumph(model.damage), viewer),
        (*_face_lines(game, model, RECOVERY, reasons, "G-REC-1"),),
        claim=Claim("recovery", (model.id,)),
    )


def _either(good: str, chance: Chance, bad: str, kind: str, *, own: bool) -> tuple[Likelihood, ...]:
    """Return the chances of success and failure. Only rolls of the own models have good and bad tones."""
    tones = ("good", "bad") if own else ("plain", "plain")
    return _likely(good, chance, tones[0], Claim(kind)), Likelihood(bad, 1.0 - float(chance), tones[1])


def _proud(model: Model, triumph: Chance, viewer: str) -> tuple[Likelihood, ...]:
    """Return the chance of a Triumph, or () if the roll cannot be a Triumph."""
    label, tone = _("Triumph"), "good"
    if may_ascend(model):
        label = _("{model} ascends: it leaves the table", model=model.name)
        tone = "bad" if model.owner == viewer else "good"
    return (_likely(label, triumph, tone, Claim("triumph", (model.id,))),) if triumph.weight else ()


# -- what changes the rolls --------------------------------------------------------------------


def _engage_lines(game: Game, engaged: Sequence[Model], viewer: str) -> Iterator[Line]:
    """Yield the facts that change an Engage: rolls, damage of traits, and models that cannot be hurt."""
    for model in engaged:
        yield from _face_lines(game, model, ATTACK, [*challenges(game, model, list(engaged))], "G-ENG-3")
        for trait, rank in ranked_traits(game, model):
            changes = [
                _(words, amount=amount)
                for amount, words in (
                    (trait_amount(game, model, trait, rank, "dealt"), N_("{amount:+d} damage dealt")),
                    (-trait_amount(game, model, trait, rank, "taken"), N_("{amount:+d} damage taken, but at least 1")),
                    (trait_amount(game, model, trait, rank, "suffered"), N_("{amount:+d} damage suffered")),
                )
                if amount
            ]
            if changes:
                yield Line(f"{model.name}, {_(trait.name)}: {', '.join(changes)}", trait.rule)
            if trait.before_disengage is not None or (trait.after_attack_roll is not None and model is engaged[0]):
                fields = {"model": model.name, "trait": _(trait.name)}
                yield Line(_("{model}, {trait}: applies later, not counted here", **fields), trait.rule, "quiet")
    model = engaged[0]
    for other in engaged[1:]:
        names = {"model": model.name, "other": other.name}
        if not strikes(game, other, model):
            reach = attack_range(game, other)
            text = _("{other} cannot hurt {model}: it reaches {reach} U", reach=reach, **names)
            tone = _SPARED[_harm(model, engaged, viewer)]
            yield Line(text, "G-ENG-4", tone, claim=Claim("harmless", (other.id, model.id)))
        if not strikes(game, model, other):
            text = _("{model} cannot hurt {other} from here", **names)
            tone = _SPARED[_harm(other, engaged, viewer)]
            yield Line(text, "G-ENG-4", tone, claim=Claim("harmless", (model.id, other.id)))


def _face_lines(game: Game, model: Model, purpose: str, hard: Sequence[str], rule: str) -> Iterator[Line]:
    """Yield the reasons why a roll is challenging (`hard`), and the traits and flaws that change its faces."""
    reroll, zero = thresholds(game, model, purpose, challenging=bool(hard))
    rerolls, zeroes = Claim("rerolls", (model.id,), amount=reroll), Claim("challenging", (model.id,), amount=zero)
    for reason in hard:
        fields = {"model": model.name, "reason": reason, "zero": zero}
        text = _("{model}'s roll is challenging: {reason}; {zero} or less counts as 0", **fields)
        yield Line(text, rule, "warning", claim=zeroes)
    for trait, rank in ranked_traits(game, model):
        fields = {"model": model.name, "trait": _(trait.name)}
        if (highest := trait_amount(game, model, trait, rank, "reroll_at_most", purpose)) and highest == reroll:
            text = _("{model}, {trait}: rerolls {own} or less", own=highest, **fields)
            yield Line(text, trait.rule, claim=rerolls)
        if hard and trait_amount(game, model, trait, rank, "zero_at_most") == zero:
            text = _("{model}, {trait}: {zero} or less counts as 0", zero=zero, **fields)
            yield Line(text, trait.rule, "warning", claim=zeroes)
    if purpose != RECOVERY:
        return
    for helper, trait, rank in trait_holders(game, "lets_reroll"):
        if (highest_lent := trait_amount(game, helper, trait, rank, "lets_reroll", model)) and highest_lent == reroll:
            fields = {"helper": helper.name, "trait": _(trait.name)}
            text = _("{helper}, {trait}: {lent} or less is rerolled", lent=highest_lent, **fields)
            yield Line(text, trait.rule, "good", claim=rerolls)
    for trait, amount in damage_shed(game, model):
        fields = {"model": model.name, "trait": _(trait.name)}
        text = _("{model}, {trait}: removes {sheds} damage before the roll", sheds=amount, **fields)
        yield Line(text, trait.rule, "good", claim=Claim("sheds", (model.id,), amount=amount))
