"""The rulebook as the engine sees it."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.engine.kit.wiring import Wired, facet
from game.engine.kit.wording import first_lesson
from game.engine.rulebook import facets
from game.engine.rulebook.ruleset import Terms
from game.lengths import Unit
from game.rulesets.bushido.ai import position
from game.rulesets.bushido.ai import prospects as advice
from game.rulesets.bushido.editing.edits import Editor
from game.rulesets.bushido.new_game.planning import NEW_GAMES, check_map
from game.rulesets.bushido.rosters.drafts import WarbandDraft
from game.rulesets.bushido.rosters.editor import WarbandEditor, Warbands
from game.rulesets.bushido.rules import secrets
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.invariants import SOUND
from game.rulesets.bushido.rules.setup import BushidoSetup, Setup, opening_state
from game.rulesets.bushido.rules.setup_phase import deployment
from game.rulesets.bushido.rules.state import State
from game.rulesets.bushido.rules.turn import main as course
from game.rulesets.bushido.view import (
    barred,
    event_text,
    instruments,
    odds,
    openings,
    questions,
    reference,
    table,
    threats,
)
from game.rulesets.bushido.view import preview as previews
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.rulesets.bushido.warbands.roster_text import WEAPON_COLUMNS
from game.wording import N_

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
    columns=WEAPON_COLUMNS,
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


class Papers(facets.Papers):
    """The documents of Bushido: warbands, maps and the lesson."""

    lesson = staticmethod(partial(first_lesson, "game.rulesets.bushido"))
    rosters = staticmethod(Warbands)
    roster_editor = staticmethod(WarbandEditor)
    map_problems = staticmethod(check_map)
    random_maps = "game.rulesets.bushido.new_game.random_maps"


class Bushido(Wired[Setup, State, Game]):
    """Bushido as one object for the engine: setups, states, the flow of a game, and everything for screens."""

    name = "bushido"
    title = N_("Bushido")
    version = "1"
    publisher = "GCT Studios", N_("publisher of {title}, gctstudios.com")
    terms = TERMS
    vision = facet(facets.Vision, instruments.sight, threats.threats, barred.bars)
    movement = facet(facets.Movement, instruments.paths, instruments.stride, instruments.zone, instruments.heeded)
    judge = facet(facets.Judge, advice.prospects, advice.candidates, advice.reason, position.worth, position.acting)
    secrets = facet(facets.Secrets, secrets.private, secrets.redraw_secrets, secrets.known_to)
    editor = Editor()
    papers = Papers()
    questions = questions
    openings = facet(facets.Openings, openings.homes, openings.footing, openings.openers, openings.unseen)

    # -- the game
    setup_document, state_type = BushidoSetup, State
    new_games = NEW_GAMES
    sound = SOUND
    documents = staticmethod(lambda: (WarbandDocument, WarbandDraft, BushidoSetup))
    game = Game
    draw_rule = "B-END-4"
    begin = staticmethod(opening_state)
    play = staticmethod(course.play)

    def round(self, game: Game) -> int:
        return game.state.turn

    # -- what people see
    odds_of_answer = staticmethod(odds.odds)
    view = staticmethod(table.view)
    functions = (
        course.lettered,
        deployment.deployed,
        table.facts,
        table.owners,
        table.ranks,
        previews.preview,
        previews.closest,
        odds.compared,
        previews.outlook,
        table.reach,
        table.roll_wanted,
    )
    words = event_text.Words
    reference = reference.RULES
