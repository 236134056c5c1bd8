"""The rulebook as the engine sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from game.engine.kit.wiring import Wired, facet
from game.engine.kit.wording import first_lesson
from game.engine.rulebook import facets
from game.engine.rulebook.ruleset import Terms
from game.lengths import Unit
from game.rulesets.aos4.ai import position
from game.rulesets.aos4.ai import ratings as advice
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.documents.kept_effects import KeptEffects
from game.rulesets.aos4.editing.edits import Editor
from game.rulesets.aos4.new_game.planning import NEW_GAMES, check_map
from game.rulesets.aos4.rosters.listing import Armies, foreign
from game.rulesets.aos4.rules import play as course
from game.rulesets.aos4.rules.abilities import REGISTRY as ABILITIES
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.invariants import SOUND
from game.rulesets.aos4.rules.phases.deployment import CORE_DEPLOYING
from game.rulesets.aos4.rules.play import lettered
from game.rulesets.aos4.rules.setup import Setup, opening_state
from game.rulesets.aos4.rules.setup_documents import Aos4Setup
from game.rulesets.aos4.rules.state import State
from game.rulesets.aos4.view import barred, cards, instruments, openings, questions, table
from game.rulesets.aos4.view import odds as chances
from game.rulesets.aos4.view import preview as previews
from game.rulesets.aos4.view import rail as phases
from game.rulesets.aos4.view import threats as foresight
from game.wording import N_

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
    columns=cards.WEAPON_COLUMNS,
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


class Papers(facets.Papers):
    """Armies, maps, the lesson, files of other programs."""

    lesson = staticmethod(partial(first_lesson, "game.rulesets.aos4"))
    map_problems = staticmethod(check_map)
    random_maps = "game.rulesets.aos4.new_game.random_maps"

    def rosters(self) -> Armies:
        return Armies({*ABILITIES, *CORE_DEPLOYING})

    def foreign(self) -> Sequence[facets.Foreign]:
        return foreign(self.rosters())


class AgeOfSigmar(Wired[Setup, State, Game]):
    """Age of Sigmar as one object for the engine: setups, states, the flow and what screens need."""

    name = "aos4"
    title = N_("Age of Sigmar 4")
    version = "4"
    publisher = "Games Workshop", N_("publisher of {title}, warhammer.com")
    terms = TERMS
    vision = facet(facets.Vision, instruments.sight, foresight.threats, barred.bars)
    movement = facet(
        facets.Movement,
        instruments.paths,
        instruments.turning,
        instruments.stride,
        instruments.zone,
        instruments.heeded,
        foresight.charges,
        foresight.ranges,
    )
    judge = facet(facets.Judge, advice.prospects, advice.candidates, position.worth, position.acting)
    editor = Editor()
    papers = Papers()
    questions = questions
    openings = facet(facets.Openings, openings.homes, openings.footing, openings.openers, openings.unseen)

    # -- the game
    setup_document, state_type = Aos4Setup, State
    new_games = NEW_GAMES
    sound = SOUND
    documents = staticmethod(lambda: (ArmyDocument, KeptEffects, Aos4Setup))
    game = Game
    draw_rule = "A-EBR-3"
    begin = staticmethod(opening_state)
    play = staticmethod(course.play)

    # -- what people see
    odds_of_answer = staticmethod(chances.odds)
    view = staticmethod(table.view)
    functions = (
        advice.deployed,
        table.facts,
        table.owners,
        table.ranks,
        instruments.reach,
        instruments.closest,
        previews.preview,
        previews.arranged,
        phases.rail,
        cards.ability_text,
        chances.compared,
        table.roll_wanted,
        lettered,
    )
    words = cards.Words
    reference = cards.RULES
