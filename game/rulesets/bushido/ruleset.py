"""The rulebook as the engine sees it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from pydantic import TypeAdapter

from game.documents.reading import Document, parse_document, validate_plain
from game.engine.core.dice import Dice
from game.engine.core.events import Event
from game.engine.core.flow import Interrupt
from game.engine.rulebook.abilities import MapJudging, RosterMaking
from game.engine.rulebook.new_game import Agreement
from game.engine.rulebook.ruleset import Cue, Ruleset, Terms
from game.lengths import Unit
from game.refusal import Refusal
from game.rulesets.bushido.ai import prospects
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
from game.rulesets.bushido.rules import invariants
from game.rulesets.bushido.rules import play as course
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.setup import Setup, opening_state
from game.rulesets.bushido.rules.setup_documents import BushidoSetup
from game.rulesets.bushido.rules.setup_phase import deployment, flanks
from game.rulesets.bushido.rules.state import Result, State
from game.rulesets.bushido.rules.turn.main import lettered
from game.rulesets.bushido.view import event_text, instruments, odds, reference, table
from game.rulesets.bushido.view import preview as previews
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.rulesets.bushido.warbands.roster_text import Warbands
from game.wording import N_, _

TERMS: Final = Terms(
    unit=Unit(title=N_("inches")),
    points=N_("VP"),
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
    },
)


class Bushido(Ruleset[Setup, State, Game], MapJudging, RosterMaking):
    """Bushido as one object for the engine: setups, states, the flow and what screens need."""

    name = "bushido"
    title = N_("Bushido")
    version = "1"
    terms = TERMS

    # -- the game
    new_setup = staticmethod(planned_setup)
    swapped = staticmethod(swapped_setup)
    offers = staticmethod(choices.offers)
    lettered = staticmethod(lettered)
    begin = staticmethod(opening_state)
    play = staticmethod(course.play)
    deployed = staticmethod(deployment.deployed)
    rosters = staticmethod(Warbands)
    map_problems = staticmethod(check_map)

    # -- what people see
    view = staticmethod(table.view)
    tell = staticmethod(event_text.tell)
    landmark = staticmethod(event_text.landmark)
    owners = staticmethod(table.owners)
    preview = staticmethod(previews.preview)
    closest = staticmethod(previews.closest)
    prospects = staticmethod(prospects.prospects)
    compared = staticmethod(odds.compared)
    odds = staticmethod(odds.odds)
    outlook = staticmethod(previews.outlook)
    reach = staticmethod(table.reach)
    sight = staticmethod(instruments.sight)
    ways = staticmethod(instruments.ways)
    zone = staticmethod(instruments.zone)
    heeded = staticmethod(instruments.heeded)
    keeps_secrets = staticmethod(flanks.keeps_notes)
    deal_anew = staticmethod(flanks.deal_notes)
    roll_wanted = staticmethod(table.roll_wanted)
    wording = staticmethod(reference.wording)
    rules = staticmethod(reference.rules)
    lesson = staticmethod(first_lesson)

    def read_setup(self, plain: object, file: str = "setup") -> Setup:
        return checked_setup(parse_document(json.dumps(named_documents(plain, file)), BushidoSetup, file), file)

    def documents(self) -> tuple[type[Document], ...]:
        return WarbandDocument, BushidoSetup

    def agreements(self) -> Sequence[Agreement]:
        return AGREEMENTS

    def plain_setup(self, setup: Setup) -> dict[str, Any]:
        plain: dict[str, Any] = setup.document.model_dump(mode="json")
        return plain

    def read_state(self, plain: object, setup: Setup, file: str = "state") -> State:
        state = validate_plain(TypeAdapter(State), plain, file)
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

    def cue(self, event: Event) -> Cue | None:
        return event_text.CUES.get(type(event))

    def credits(self) -> Sequence[tuple[str, str]]:
        return (("GCT Studios", _("publisher of {title}, gctstudios.com", title=self.title)),)
