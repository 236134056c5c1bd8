"""The rulebook as the engine sees it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter

from game.documents.reading import Document, parse_document, validate_plain
from game.engine.core.decisions import Answer, Decision
from game.engine.core.dice import Dice
from game.engine.core.flow import Interrupt
from game.engine.rulebook import editing, facets
from game.engine.rulebook.new_game import Agreement
from game.engine.rulebook.ruleset import Ruleset, Terms
from game.engine.rulebook.view import OddsView
from game.lengths import Unit
from game.refusal import Refusal
from game.rulesets.bushido.ai import position
from game.rulesets.bushido.ai import prospects as advice
from game.rulesets.bushido.editing import edits, sandbox
from game.rulesets.bushido.lesson.lesson import lesson as first_lesson
from game.rulesets.bushido.new_game import offers as choices
from game.rulesets.bushido.new_game.map_rules import check_map
from game.rulesets.bushido.new_game.planning import (
    AGREEMENTS,
    checked_setup,
    named_documents,
    planned_setup,
    swapped_setup,
)
from game.rulesets.bushido.rosters.drafts import WarbandDraft
from game.rulesets.bushido.rosters.editor import WarbandEditor
from game.rulesets.bushido.rosters.listing import Warbands
from game.rulesets.bushido.rules import invariants, secrets
from game.rulesets.bushido.rules import play as course
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.setup import Setup, opening_state
from game.rulesets.bushido.rules.setup_documents import BushidoSetup
from game.rulesets.bushido.rules.setup_phase import deployment
from game.rulesets.bushido.rules.starter import STARTER
from game.rulesets.bushido.rules.state import Result, State
from game.rulesets.bushido.rules.turn.main import lettered
from game.rulesets.bushido.view import event_text, instruments, odds, own_secrets, questions, reference, table
from game.rulesets.bushido.view import preview as previews
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.wording import N_, _

TERMS: Final = Terms(
    unit=Unit(title=N_("inches")),
    points=N_("VP"),
    valued=N_("objectives"),
    ends=15.0,
    roster=N_("Warband"),
    rosters=N_("Warbands"),
    rounds=N_("Turns"),
    round=N_("Turn {number}"),
    before=N_("Before the first turn"),
    thrown={
        "length": N_("last turn?"),
        "tactics": N_("tactical test"),
        "ki": N_("Ki test"),
        "size": N_("size test"),
        "ranged": N_("ranged attack"),
        "move": N_("Move test"),
        "damage": N_("damage"),
    },
)


@cache
def _states() -> TypeAdapter[State]:
    """Return what reads states; it takes longer to make than to use."""
    return TypeAdapter(State)


class Vision(facets.Vision[Game]):
    """Who sees whom."""

    sight = staticmethod(instruments.sight)


class Movement(facets.Movement[Game]):
    """How far models get, and by which paths."""

    ways = staticmethod(instruments.ways)
    stride = staticmethod(instruments.stride)
    zone = staticmethod(instruments.zone)
    heeded = staticmethod(instruments.heeded)


class Judge(facets.Judge[Game]):
    """What answers and positions are worth."""

    prospects = staticmethod(advice.prospects)
    candidates = staticmethod(advice.candidates)
    reason = staticmethod(advice.reason)
    worth = staticmethod(position.worth)
    acting = staticmethod(position.acting)


class Secrets(facets.Secrets[Game]):
    """What one player alone knows."""

    private = staticmethod(secrets.private)
    deal_anew = staticmethod(secrets.deal_anew)
    known_to = staticmethod(own_secrets.known_to)


class Editor(editing.Editor[Setup, State, Game]):
    """How people change the table."""

    resume_rule = "B-MAIN-2"
    kit = STARTER
    palette = staticmethod(edits.palette)
    room = staticmethod(sandbox.room)
    bare_setup = staticmethod(sandbox.bare_setup)
    free_state = staticmethod(sandbox.free_state)
    opening = staticmethod(sandbox.opening)
    built = staticmethod(sandbox.built)
    why_not_build = edits.TERRAIN.why_not_lie
    edits = edits.EDITS


class Papers(facets.Papers):
    """Warbands, maps, the lesson."""

    lesson = staticmethod(first_lesson)
    rosters = staticmethod(Warbands)
    roster_editor = staticmethod(WarbandEditor)
    map_problems = staticmethod(check_map)


class Bushido(Ruleset[Setup, State, Game]):
    """Bushido as one object for the engine: setups, states, the flow and what screens need."""

    name = "bushido"
    title = N_("Bushido")
    version = "1"
    terms = TERMS
    vision = Vision()
    movement = Movement()
    judge = Judge()
    secrets = Secrets()
    editor = Editor()
    papers = Papers()
    questions = questions

    # -- the game
    new_setup = staticmethod(planned_setup)
    swapped = staticmethod(swapped_setup)
    offers = staticmethod(choices.offers)
    lettered = staticmethod(lettered)
    begin = staticmethod(opening_state)
    play = staticmethod(course.play)
    deployed = staticmethod(deployment.deployed)

    # -- what people see
    view = staticmethod(table.view)
    words = event_text.Words
    owners = staticmethod(table.owners)
    ranks = staticmethod(table.ranks)
    preview = staticmethod(previews.preview)
    closest = staticmethod(previews.closest)
    compared = staticmethod(odds.compared)
    outlook = staticmethod(previews.outlook)
    reach = staticmethod(table.reach)
    roll_wanted = staticmethod(table.roll_wanted)
    wording = staticmethod(reference.wording)
    rules = staticmethod(reference.rules)

    def read_setup(self, plain: object, file: str = "setup") -> Setup:
        return checked_setup(parse_document(json.dumps(named_documents(plain, file)), BushidoSetup, file), file)

    def odds(self, game: Game, decision: Decision, answer: Answer) -> OddsView | None:
        if isinstance(decision, editing.Editing):
            return sandbox.pair_odds(game, decision.about, answer)
        return odds.odds(game, decision, answer)

    def documents(self) -> tuple[type[Document], ...]:
        return WarbandDocument, WarbandDraft, BushidoSetup

    def agreements(self) -> Sequence[Agreement]:
        return AGREEMENTS

    def plain_setup(self, setup: Setup) -> dict[str, Any]:
        plain: dict[str, Any] = setup.document.model_dump(mode="json")
        return plain

    def read_state(self, plain: object, setup: Setup, file: str = "state") -> State:
        state = validate_plain(_states(), plain, file)
        invariants.require_sound(state, setup, file)
        return state

    def game(self, setup: Setup, state: State, dice: Dice) -> Game:
        return Game(setup, state, dice)

    def result(self, game: Game) -> Result | None:
        return game.state.result

    def interrupts(self, game: Game, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return what a player may declare: concede, and with the other's consent a draw."""
        if game.state.result is not None or player not in game.setup.players:
            return ()
        draw = Interrupt("draw", player, (game.other(player),), "B-END-4")
        return (Interrupt("concede", player), None), (draw, None)

    def violations(self, game: Game) -> list[str]:
        return invariants.violations(game.state, game.setup)

    def players(self, setup: Setup) -> tuple[str, ...]:
        return setup.players

    def credits(self) -> Sequence[tuple[str, str]]:
        return (("GCT Studios", _("publisher of {title}, gctstudios.com", title=self.title)),)
