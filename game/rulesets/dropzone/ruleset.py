"""The rulebook as the engine sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from game.documents.battlescribe.opening import MOST_VALUES, SUFFIXES
from game.documents.error import UnfinishedError
from game.documents.plain_text import SUFFIXES as TEXTS
from game.engine.kit.wiring import Wired, facet
from game.engine.kit.wording import first_lesson
from game.engine.rulebook import facets
from game.engine.rulebook.ruleset import Terms
from game.lengths import Unit
from game.rulesets.dropzone.ai.prospects import Judge
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.rulesets.dropzone.editing import sandbox
from game.rulesets.dropzone.new_game.planning import NEW_GAMES, check_map
from game.rulesets.dropzone.odds.fire import ordered
from game.rulesets.dropzone.rosters.editor import ArmyEditor
from game.rulesets.dropzone.rosters.listing import Armies
from game.rulesets.dropzone.rules import play as course
from game.rulesets.dropzone.rules import secrets
from game.rulesets.dropzone.rules.deployment import opening_state
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import lettered
from game.rulesets.dropzone.rules.setup import DropzoneSetup, Setup
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.rules.state import State
from game.rulesets.dropzone.view import barred, event_text, fans, odds, openings, questions, table
from game.rulesets.dropzone.view import preview as previews
from game.wording import N_, NN_

TERMS: Final = Terms(
    unit=Unit(title=N_("inches")),
    points=N_("VP"),
    ends=12.0,
    step=0.1,
    roster=N_("Army"),
    rosters=N_("Armies"),
    activation=N_("Battlegroup"),
    columns=table.WEAPON_COLUMNS,
    answers=NN_("{n} squad could hit you now", "{n} squads could hit you now"),
    thrown={purpose: text for purpose, (text, _rule) in table.ROLLS.items()} | {
        "hit": N_("hits"), "damage": N_("damage"), "initiative": N_("initiative"), "deployment": N_("roll-off")},
)  # fmt: skip


def _odd(file: str) -> Sequence[str]:
    """Return remarks about a roster in a file: its oddities and omissions."""
    try:
        return Armies().read(file)[1]
    except UnfinishedError as error:
        return [error.advice, *error.remarks]


class Papers(facets.Papers):
    """Armies, maps, the lesson."""

    lesson = staticmethod(partial(first_lesson, "game.rulesets.dropzone"))
    rosters = staticmethod(Armies)
    roster_editor = staticmethod(ArmyEditor)
    map_problems = staticmethod(check_map)
    random_maps = "game.rulesets.dropzone.new_game.random_maps"

    def foreign(self) -> Sequence[facets.Foreign]:
        return (facets.Foreign("roster", (*SUFFIXES, *TEXTS), _odd, most_values=MOST_VALUES),)


class DropzoneCommander(Wired[Setup, State, Game]):
    """Dropzone Commander as one object for the engine: setups, states, the flow, and views for screens."""

    name = "dropzone"
    title = N_("Dropzone Commander, 2nd edition rules")
    version = "1"
    publisher = "TTCombat", N_("publisher of {title}, ttcombat.com")
    terms = TERMS
    vision = facet(facets.Vision, fans.aim, fans.fan, fans.exposed, questions.threats, barred.bars)
    movement = facet(
        facets.Movement, previews.paths, previews.stride, previews.takes_in, previews.boards, previews.ranges
    )
    judge = Judge()
    secrets = facet(facets.Secrets, secrets.private, secrets.redraw_secrets, secrets.known_to, secrets.cards)
    editor = sandbox.Editor()
    papers = Papers()
    questions = questions
    openings = facet(facets.Openings, openings.homes, openings.footing, openings.openers, openings.unseen)

    # -- the game
    setup_document, state_type = DropzoneSetup, State
    new_games = NEW_GAMES
    sound = SOUND
    documents = staticmethod(lambda: (ArmyDocument, DropzoneSetup))
    game = Game
    draw_rule = "D-WIN-4"
    begin = staticmethod(opening_state)
    play = staticmethod(course.play)

    # -- what people see
    odds_of_answer = staticmethod(odds.odds)
    reference = event_text.RULES
    view = staticmethod(table.view)
    functions = (
        lettered,
        odds.compared,
        ordered,
        table.facts,
        table.owners,
        table.ranks,
        previews.arranged,
        previews.closest,
        previews.reach,
        table.roll_wanted,
    )
    words = event_text.Words
