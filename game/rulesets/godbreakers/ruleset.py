"""The rulebook as the engine sees it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter

from game.documents.reading import Document, parse_document, validate_plain
from game.engine.campaigns import Campaigning
from game.engine.core.decisions import Answer, Decision
from game.engine.core.dice import Dice
from game.engine.core.flow import Interrupt
from game.engine.rulebook.abilities import (
    Advising,
    Calculating,
    Calculation,
    Foresight,
    MapJudging,
    RosterMaking,
    Teaching,
    Values,
    Verb,
)
from game.engine.rulebook.editing import Editing, Editor
from game.engine.rulebook.making import RosterEditing
from game.engine.rulebook.new_game import Agreement
from game.engine.rulebook.ruleset import Ruleset, Terms
from game.engine.rulebook.solo import SoloResult
from game.engine.rulebook.view import OddsView
from game.lengths import Unit
from game.refusal import Refusal
from game.rulesets.godbreakers.ai import candidates, evaluation, judges, position, reasons
from game.rulesets.godbreakers.editing import edits, sandbox, terrain
from game.rulesets.godbreakers.lesson import lesson
from game.rulesets.godbreakers.new_game import offers
from game.rulesets.godbreakers.new_game.map_rules import check_map
from game.rulesets.godbreakers.new_game.planning import (
    AGREEMENTS,
    checked_setup,
    named_documents,
    planned_setup,
    swapped_setup,
)
from game.rulesets.godbreakers.odds.duel_odds import CALCULATIONS
from game.rulesets.godbreakers.rules import invariants, play, scenarios
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft
from game.rulesets.godbreakers.rules.circles.editor import CircleEditor
from game.rulesets.godbreakers.rules.circles.roster_text import Circles
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds import activation, deployment
from game.rulesets.godbreakers.rules.setup import Setup, keep_names, opening_state
from game.rulesets.godbreakers.rules.setup_documents import SetupDocument
from game.rulesets.godbreakers.rules.state import Result, State
from game.rulesets.godbreakers.sagas.campaign import Sagas
from game.rulesets.godbreakers.sagas.standing import SagaDocument
from game.rulesets.godbreakers.view import event_text, odds, questions, table
from game.rulesets.godbreakers.view import preview as previews
from game.rulesets.godbreakers.words import reference, rule_text
from game.wording import N_, _

TERMS: Final = Terms(
    unit=Unit(N_("{amount} U"), N_("{amount} units"), N_("units"), N_("units (1 U is 1″)")),
    points=N_("VP"),
    ends=12.0,
    roster=N_("Circle"),
    rosters=N_("Circles"),
    campaign=N_("Saga"),
)


@cache
def _states() -> TypeAdapter[State]:
    """Return what reads states; it takes longer to make than to use."""
    return TypeAdapter(State)


class GodbreakerSaga(
    Ruleset[Setup, State, Game],
    Editor[Setup, State, Game],
    Foresight[Game],
    Advising[Game],
    Calculating,
    Campaigning,
    MapJudging,
    RosterEditing,
    RosterMaking,
    Teaching,
):
    """The Godbreaker Saga as one object for the engine: setups, states, the flow and what screens need."""

    name = "godbreakers"
    title = N_("The Godbreaker Saga")
    version = "1"
    terms = TERMS
    resume_rule = "G-ACT-3"

    # -- the game
    new_setup = staticmethod(planned_setup)
    swapped = staticmethod(swapped_setup)
    offers = staticmethod(offers.offers)
    lettered = staticmethod(activation.lettered)
    begin = staticmethod(opening_state)
    play = staticmethod(play.play)
    deployed = staticmethod(deployment.deployed)
    prospects = staticmethod(evaluation.prospects)
    candidates = staticmethod(candidates.candidates)
    reason = staticmethod(reasons.reason)
    worth = staticmethod(position.worth)
    acting = staticmethod(position.acting)
    judge = staticmethod(judges.judge)
    campaigns = staticmethod(Sagas)
    rosters = staticmethod(Circles)
    roster_editor = staticmethod(CircleEditor)
    map_problems = staticmethod(check_map)

    # -- what people see
    view = staticmethod(table.view)
    words = event_text.Words
    owners = staticmethod(table.owners)
    preview = staticmethod(previews.preview)
    outlook = staticmethod(previews.outlook)
    closest = staticmethod(previews.nearest_hostiles)
    reach = staticmethod(table.reach)
    roll_wanted = staticmethod(table.roll_wanted)
    threats = staticmethod(table.threats)
    askable = staticmethod(questions.askable)
    ends = staticmethod(questions.ends)
    engaging = staticmethod(questions.engaging)
    controlling = staticmethod(questions.controlling)
    reachers = staticmethod(questions.reachers)
    controller = staticmethod(questions.controller)
    fight = staticmethod(questions.fight)
    tests = staticmethod(questions.tests)
    wording = staticmethod(rule_text.wording)
    rules = staticmethod(reference.rules)
    lesson = staticmethod(lesson.lesson)

    # -- changing the table
    why_not_edit = edits.EDITS.why_not
    edit = edits.EDITS.apply
    supposed = edits.EDITS.supposed
    folded = edits.EDITS.folded
    knobs = edits.EDITS.knobs
    palette = staticmethod(sandbox.palette)
    moved = edits.EDITS.moved
    room = staticmethod(sandbox.room)
    bare_setup = staticmethod(sandbox.bare_setup)
    free_state = staticmethod(sandbox.free_state)
    opening = staticmethod(sandbox.opening)
    built = staticmethod(sandbox.built)
    why_not_build = terrain.TERRAIN.why_not_lie

    def read_setup(self, plain: object, file: str = "setup") -> Setup:
        return checked_setup(parse_document(json.dumps(named_documents(plain, file)), SetupDocument, file), file)

    def documents(self) -> tuple[type[Document], ...]:
        return CircleDocument, CircleDraft, SetupDocument, SagaDocument

    def agreements(self) -> Sequence[Agreement]:
        return AGREEMENTS

    def plain_setup(self, setup: Setup) -> dict[str, Any]:
        plain: dict[str, Any] = setup.document.model_dump(mode="json")
        return plain

    def read_state(self, plain: object, setup: Setup, file: str = "state") -> State:
        state = validate_plain(_states(), plain, file)
        invariants.require_sound(state, setup, file)
        keep_names(setup, state)
        return state

    def game(self, setup: Setup, state: State, dice: Dice) -> Game:
        return Game(setup, state, dice, scenarios.find(setup.document.scenario))

    def result(self, game: Game) -> Result | None:
        return game.state.result

    def solo_result(self, game: Game) -> SoloResult | None:
        """Return the result of a solo game (G-SCN-4)."""
        ending, document = game.state.result, game.setup.document
        if ending is None or not game.solo:
            return None
        alone, rounds = document.players[0], document.options.rounds
        won, points = bool(ending.winners), game.state.vp[alone.id]
        return SoloResult(document.scenario, document.map.name, alone.circle.name, rounds, points, won, ending.margin)

    def interrupts(self, game: Game, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return what a player may declare: concede (H12), and by agreement a draw or an early end (Q41)."""
        if game.state.result is not None or player not in game.setup.players:
            return ()
        if player not in game.playing():
            gone = Refusal(_("{player} is out of the game", player=game.player_name(player)), "Q35")
            return tuple((Interrupt(kind, player), gone) for kind in ("concede", "draw", "end"))
        unfair = None
        active = game.state.models.get(game.state.active)
        # A wild model's activation belongs to no player: not even its handler may cut it short.
        if active is not None and len(game.playing()) > 2 and active.owner != player:
            unfair = Refusal(
                _("wait until {active}'s activation is over: it cannot be cut short", active=active.name), "G-ACT-4"
            )
        early = None if game.state.round else Refusal(_("the game has not begun"), "G-RND-1")
        others = tuple(other for other in game.playing() if other != player)
        alone = Refusal(_("a solo player cannot agree to a draw"), "G-SCN-4") if game.solo else None
        return (
            (Interrupt("concede", player), unfair),
            (Interrupt("draw", player, others, "Q41"), alone),
            (Interrupt("end", player, others, "Q41"), early),
        )

    def agrees(self, game: Game, interrupt: Interrupt, player: str) -> bool:
        """Return whether a bot agrees to a draw or an early end: if it expects no more from going on (Q41)."""
        return evaluation.agrees(game, interrupt.kind, player)

    def violations(self, game: Game) -> list[str]:
        return invariants.violations(game.state, game.setup)

    def players(self, setup: Setup) -> tuple[str, ...]:
        return setup.players

    def odds(self, game: Game, decision: Decision, answer: Answer) -> OddsView | None:
        if isinstance(decision, Editing):
            return sandbox.pair_odds(game, decision.about, answer)
        return odds.odds(game, decision, answer)

    def calculations(self) -> Sequence[Verb[Callable[[Values], Calculation]]]:
        return CALCULATIONS

    def credits(self) -> Sequence[tuple[str, str]]:
        return (("Robin Uney", _("author of {title}, godbreakersaga.com", title=self.title)),)
