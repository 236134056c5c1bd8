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
from game.rulesets.aos4.ai import position
from game.rulesets.aos4.ai import prospects as advice
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.editing import edits, sandbox, terrain
from game.rulesets.aos4.lesson.lesson import lesson as first_lesson
from game.rulesets.aos4.new_game import offers as choices
from game.rulesets.aos4.new_game.map_rules import check_map
from game.rulesets.aos4.new_game.planning import (
    agreements,
    checked_setup,
    named_documents,
    planned_setup,
    swapped_setup,
)
from game.rulesets.aos4.rosters.foreign import foreign
from game.rulesets.aos4.rosters.listing import Armies
from game.rulesets.aos4.rules import invariants
from game.rulesets.aos4.rules import play as course
from game.rulesets.aos4.rules.abilities import REGISTRY as ABILITIES
from game.rulesets.aos4.rules.effects.auras import AURA
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.lettered import lettered
from game.rulesets.aos4.rules.phases.deployment import CORE_DEPLOYING
from game.rulesets.aos4.rules.setup import Setup, opening_state
from game.rulesets.aos4.rules.setup_documents import Aos4Setup
from game.rulesets.aos4.rules.state import Result, State
from game.rulesets.aos4.view import around, event_text, instruments, questions, reference, table, telling
from game.rulesets.aos4.view import odds as chances
from game.rulesets.aos4.view import preview as previews
from game.rulesets.aos4.view import rail as phases
from game.rulesets.aos4.view import threats as foresight
from game.wording import N_, _

TERMS: Final = Terms(
    unit=Unit(title=N_("inches")),
    points=N_("VP"),
    ends=15.0,
    roster=N_("Army"),
    rosters=N_("Armies"),
    rounds=N_("Battle rounds"),
    round=N_("Round {number}"),
    before=N_("Deployment"),
    activation=N_("Ability"),
    spends=True,
    thrown={
        "territory": N_("roll-off"),
        "priority": N_("priority"),
        "hit": N_("hits"),
        "wound": N_("wounds"),
        "save": N_("saves"),
        "ward": N_("wards"),
        "damage": N_("damage"),
        "mortal": N_("mortal damage"),
        "cast": N_("casting"),
        "unbind": N_("unbinding"),
        "banish": N_("banishing"),
        "chant": N_("chanting"),
    },
)


@cache
def _states() -> TypeAdapter[State]:
    """Return what reads states; it takes longer to make than to use."""
    return TypeAdapter(State)


class Vision(facets.Vision[Game]):
    """Who sees and who threatens whom."""

    sight = staticmethod(instruments.sight)
    threats = staticmethod(foresight.threats)


class Movement(facets.Movement[Game]):
    """How far models get, and by which paths."""

    ways = staticmethod(instruments.ways)
    stride = staticmethod(instruments.stride)
    zone = staticmethod(instruments.zone)
    heeded = staticmethod(instruments.heeded)
    charges = staticmethod(around.charges)
    ranges = staticmethod(around.ranges)


class Judge(facets.Judge[Game]):
    """What answers and positions are worth."""

    prospects = staticmethod(advice.prospects)
    candidates = staticmethod(advice.candidates)
    reason = staticmethod(advice.reason)
    worth = staticmethod(position.worth)
    acting = staticmethod(position.acting)


class Editor(editing.Editor[Setup, State, Game]):
    """How people change the table."""

    edits = edits.EDITS
    resume_rule = "A-TURN-2"
    kit = terrain.STARTER
    palette = staticmethod(sandbox.palette)
    block = staticmethod(sandbox.block)
    room = staticmethod(sandbox.room)
    bare_setup = staticmethod(sandbox.bare_setup)
    free_state = staticmethod(sandbox.free_state)
    opening = staticmethod(sandbox.opening)
    built = staticmethod(sandbox.built)
    why_not_build = terrain.TERRAIN.why_not_lie


class Papers(facets.Papers):
    """Armies, maps, the lesson, files of other programs."""

    lesson = staticmethod(first_lesson)
    map_problems = staticmethod(check_map)

    def rosters(self) -> Armies:
        return Armies({*ABILITIES, *CORE_DEPLOYING, AURA})

    def foreign(self) -> Sequence[facets.Foreign]:
        return foreign(self.rosters())


class AgeOfSigmar(Ruleset[Setup, State, Game]):
    """Age of Sigmar as one object for the engine: setups, states, the flow and what screens need."""

    name = "aos4"
    title = N_("Age of Sigmar 4")
    version = "4"
    terms = TERMS
    vision = Vision()
    movement = Movement()
    judge = Judge()
    editor = Editor()
    papers = Papers()
    questions = questions

    # -- the game
    new_setup = staticmethod(planned_setup)
    swapped = staticmethod(swapped_setup)
    offers = staticmethod(choices.offers)
    begin = staticmethod(opening_state)
    play = staticmethod(course.play)
    deployed = staticmethod(advice.deployed)

    # -- what people see
    view = staticmethod(table.view)
    words = event_text.Words
    owners = staticmethod(table.owners)
    ranks = staticmethod(table.ranks)
    reach = staticmethod(instruments.reach)
    closest = staticmethod(instruments.closest)
    preview = staticmethod(previews.preview)
    arranged = staticmethod(previews.arranged)
    rail = staticmethod(phases.rail)
    told = staticmethod(telling.told)
    compared = staticmethod(chances.compared)
    roll_wanted = staticmethod(table.roll_wanted)
    lettered = staticmethod(lettered)
    rules = staticmethod(reference.rules)
    wording = staticmethod(reference.wording)

    def odds(self, game: Game, decision: Decision, answer: Answer) -> OddsView | None:
        if isinstance(decision, editing.Editing):
            return sandbox.pair_odds(game, decision.about, answer)
        return chances.odds(game, decision, answer)

    def read_setup(self, plain: object, file: str = "setup") -> Setup:
        return checked_setup(parse_document(json.dumps(named_documents(plain, file)), Aos4Setup, file), file)

    def documents(self) -> tuple[type[Document], ...]:
        return ArmyDocument, Aos4Setup

    def agreements(self) -> Sequence[Agreement]:
        return agreements()

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
        draw = Interrupt("draw", player, (game.other(player),), "A-EBR-3")
        return (Interrupt("concede", player), None), (draw, None)

    def violations(self, game: Game) -> list[str]:
        return invariants.violations(game.state, game.setup)

    def players(self, setup: Setup) -> tuple[str, ...]:
        return setup.players

    def credits(self) -> Sequence[tuple[str, str]]:
        return (("Games Workshop", _("publisher of {title}, warhammer.com", title=self.title)),)
