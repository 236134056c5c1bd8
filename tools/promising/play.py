"""Playing a game on from any moment for the checks of promises, and judging what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from game.engine.core.decisions import Answer, Choose, Decision, Pick
from game.engine.core.dice import Dice, KeyedDice
from game.engine.session import Session
from game.rulesets.godbreakers.rules.events import AttackWon, Recovered
from game.rulesets.godbreakers.rules.placing import attack_range
from game.rulesets.godbreakers.rules.play import recover, recovery_begins
from game.rulesets.godbreakers.view.preview import striking_ends
from game.table.lattice import Position
from tools.promising.dice import Case, standing_faces

TESTS = {
    *("Avoid Obstacles", "Destroy Marker", "Go Long!", "Stay With Me!", "Ruin", "Shape", "Obey!", "Thunder!"),
    *("Hidden Ways", "What's That Sound?", "Field Trials", "This Will Hurt…"),
}


def tests_only(key: str) -> bool:
    """Say whether a roll is a test."""
    return key.rpartition("/")[2] in TESTS


def attacks_only(key: str) -> bool:
    """Say whether a roll is an attack."""
    return key.rpartition("/")[2] == "attack"


def declined(decision: Decision) -> Answer | None:
    """Return the answer that does least in the midst of an action, None where nothing can be declined."""
    if any(option.key == "stay" for option in decision.shortcuts):
        return "stay"
    if isinstance(decision, Pick) and decision.rule in ("G-ADV-1", "Q40"):
        return [decision.candidates[0]]  # one after another, whoever is first
    if isinstance(decision, Choose) and decision.rule == "Q40":
        return decision.options[0].key
    return [] if isinstance(decision, Pick) and decision.minimum == 0 else None


def free(session: Session, model: str) -> bool:
    """Say whether the pending decision is a model's next action."""
    decision = session.decision
    return isinstance(decision, Choose) and decision.rule == "G-ACT-4" and decision.about == model


def proposals(game: Any, other: str, model: str) -> list[Position]:
    """Return where the forecast thinks that a model could strike another from, to be tried."""
    models = game.state.models
    ends = striking_ends(game, models[other], models[model], attack_range(game, models[other]))
    spots = [each.nearest((models[model].x, models[model].y)) for each in ends]
    return [spot for spot in spots if spot is not None] * 2


# -- playing on --------------------------------------------------------------------------------


def least(session: Session, active: str) -> Answer | None:
    """Return what does least while an action goes on; None once it is over."""
    return declined(session.pending()) if session.state.active == active else None


def decline(session: Session, active: str) -> None:
    """Decline every decision until the active model may act again, or its activation is over."""
    while session.decision is not None and not free(session, active) and (answer := least(session, active)) is not None:
        session.answer(answer)


def act(session: Session, action: str) -> bool:
    """Let the active model perform an action, by its handler's final say if need be; say whether it may."""
    decision = session.decision
    if isinstance(decision, Choose) and decision.rule != "G-ACT-4":
        session.answer("override")
        decision = session.decision
    return choose(session, action)


def choose(session: Session, action: str) -> bool:
    """Choose an option of the pending decision; say whether there is such a one."""
    decision = session.decision
    if not isinstance(decision, Choose) or action not in {option.key for option in decision.options}:
        return False
    session.answer(action)
    return True


def engageable(session: Session, active: str) -> set[str]:
    """Return whom the active model may nominate if it engages now."""
    twin = session.fork()
    if not act(twin, "engage"):
        return set()
    asked = twin.decision
    assert isinstance(asked, Pick)
    return set(asked.candidates)


def reaches(session: Session, other: str, model: str) -> bool:
    """Say whether a model, were it active now, could strike another: a wild one, if its compulsion demands that."""
    twin = as_active(session, other)
    if not session.state.models[other].wild:
        return model in engageable(twin, other)
    decision = twin.pending()
    assert isinstance(decision, Choose)
    offered = {option.key: option.subject for option in decision.options if ":" not in option.key}
    if model in offered.get("engage", ()):
        twin.answer("engage")
        return isinstance(twin.decision, Pick) and model in twin.decision.candidates
    return any(model in subject for key, subject in offered.items() if key != "engage")


def comes(session: Session, other: str, model: str) -> bool:
    """Say whether a model that has moved could strike another; of a wild one, whether it came near enough for that."""
    game, models = session.game, session.state.models
    if not models[other].wild:
        return reaches(session, other, model)
    return bool(game.reaches(models[other], models[model], attack_range(game, models[other])))


def as_active(session: Session, model: str) -> Session:
    """Return the game with a model beginning its activation now, everybody where they stand."""
    state = session.state.clone()
    state.step, state.active, state.performed, state.engaged, state.alerted = "activation", model, [], [], []
    state.models[model].activated = True
    for each in state.models.values():
        each.raises, each.ascending = 0, False
    state.models[model].flaws = tuple(flaw for flaw in state.models[model].flaws if flaw not in ("Careful", "Slow"))
    return Session(session.ruleset, session.setup, KeyedDice(1), state=state, history=False)


def recoveries(session: Session, state: Any, model: str) -> list[Any]:
    """Return the game after every way in which a model may recover from what it has, nobody else rolling."""

    def opened(dice: Dice) -> Any:
        copy = state.clone()
        copy.active = ""
        return session.ruleset.game(session.setup, copy, dice)

    def resolve(game: Any) -> None:
        if game.state.step != "recovering":
            list(recovery_begins(game))
        if game.state.models[model].damage:
            next(recover(game, game.state.models[model]), None)

    return list(standing_faces(opened, resolve, state.models[model].die))


def others_came(session: Session, case: Case, model: str) -> bool:
    """Say whether more was put on the table than the decision was about."""
    before = {piece.id for piece in session.game.present()}
    return any(piece.id not in before and piece.id != model for piece in case.session.game.present())


# -- judging -----------------------------------------------------------------------------------


def outcome_of(case: Case, active: str) -> str:
    """Return how the first engage of a case ended for the active model."""
    won = case.of(AttackWon)[0].winner
    return "tie" if not won else "win" if won == active else "lose"


def controller_of(session: Session, marker: str) -> str:
    """Return who controls a marker, an empty string for nobody."""
    game = session.game
    return next((each for each in game.playing() if game.controls(each, game.state.markers[marker])), "")


def is_lost(game: Any, model: str) -> bool:
    """Say whether a model's recovery left it damage."""
    rolled = [event for event in game.events if isinstance(event, Recovered) and event.rule == "G-REC-1"]
    return any(event.model == model and event.left for event in rolled)


def lost_at_recovery(session: Session, every: Sequence[Case], model: str) -> Fraction | None:
    """Return the chance that recovery removes a model after these cases, None where they end in another phase."""
    known: dict[tuple[object, ...], Fraction] = {}
    total = Fraction(0)
    for case in every:
        state = case.session.state
        if (state.step, state.round) != (session.state.step, session.state.round) or state.engaged:
            return None
        found = state.models[model]
        key = found.damage, found.die, found.place
        if key not in known:
            ends = recoveries(session, state, model) if found.on_table else []
            known[key] = Fraction(sum(is_lost(end, model) for end in ends), len(ends) or 1)
        total += case.share * known[key]
    return total
