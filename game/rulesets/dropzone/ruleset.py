"""The rulebook as the engine sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from game.documents.battlescribe.opening import MOST_VALUES, SUFFIXES
from game.engine.kit.wiring import Wired
from game.engine.kit.wording import first_lesson
from game.engine.rulebook import editing, facets
from game.engine.rulebook.ruleset import Terms
from game.lengths import Unit
from game.rulesets.dropzone.ai import position
from game.rulesets.dropzone.ai import prospects as advice
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.rulesets.dropzone.editing import edits, sandbox, terrain
from game.rulesets.dropzone.new_game import offers as choices
from game.rulesets.dropzone.new_game.map_rules import check_map
from game.rulesets.dropzone.new_game.planning import AGREEMENTS, checked_setup, named_documents, planned_setup
from game.rulesets.dropzone.rosters.listing import Armies
from game.rulesets.dropzone.rules import invariants, secrets, soundness
from game.rulesets.dropzone.rules import play as course
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import lettered
from game.rulesets.dropzone.rules.setup import Setup, opening_state
from game.rulesets.dropzone.rules.setup_documents import DropzoneSetup
from game.rulesets.dropzone.rules.state import State
from game.rulesets.dropzone.view import (
    aiming,
    around,
    event_text,
    fans,
    instruments,
    odds,
    questions,
    reactions,
    reference,
    table,
)
from game.rulesets.dropzone.view import preview as previews
from game.rulesets.dropzone.view import threats as foresight
from game.wording import N_, _

TERMS: Final = Terms(
    unit=Unit(title=N_("inches")),
    points=N_("VP"),
    ends=12.0,
    step=0.1,
    roster=N_("Army"),
    rosters=N_("Armies"),
    activation=N_("Battlegroup"),
    thrown={"hit": N_("to hit"), "initiative": N_("initiative"), "save": N_("saves"), "hits": N_("hits"),
            "deployment": N_("roll-off")},
)  # fmt: skip


class Vision(facets.Vision[Game]):
    """Sight from weapons to targets, and threats."""

    aim = staticmethod(aiming.aim)
    fan = staticmethod(fans.fan)
    exposed = staticmethod(reactions.exposed)
    threats = staticmethod(foresight.threats)


class Movement(facets.Movement[Game]):
    """The moves of units: their lengths and paths."""

    paths = staticmethod(instruments.paths)
    stride = staticmethod(instruments.stride)
    takes_in = staticmethod(instruments.takes_in)
    ranges = staticmethod(around.ranges)


class Editor(editing.Editor[Setup, State, Game]):
    """Changes that people make to the table."""

    edits = edits.EDITS
    resume_rule = "D-BG-9"
    kit = terrain.STARTER
    palette = staticmethod(sandbox.palette)
    block = staticmethod(sandbox.block)
    room = staticmethod(sandbox.room)
    bare_setup = staticmethod(sandbox.bare_setup)
    free_state = staticmethod(sandbox.free_state)
    opening = staticmethod(sandbox.opening)
    built = staticmethod(sandbox.built)
    why_not_build = terrain.TERRAIN.why_not_lie


class Secrets(facets.Secrets[Game]):
    """The hands of cards."""

    private = staticmethod(secrets.private)
    redraw_secrets = staticmethod(secrets.redraw_secrets)
    known_to = staticmethod(secrets.known_to)
    cards = staticmethod(secrets.cards)


class Judge(facets.Judge[Game]):
    """The value of answers and positions."""

    prospects = staticmethod(advice.prospects)
    candidates = staticmethod(advice.candidates)
    reason = staticmethod(advice.reason)
    worth = staticmethod(position.worth)
    acting = staticmethod(position.acting)


class Papers(facets.Papers):
    """Armies, maps, the lesson."""

    lesson = staticmethod(partial(first_lesson, "game.rulesets.dropzone"))
    rosters = staticmethod(Armies)
    map_problems = staticmethod(check_map)

    def foreign(self) -> Sequence[facets.Foreign]:
        return (facets.Foreign("roster", SUFFIXES, lambda file: Armies().read(file)[1], most_values=MOST_VALUES),)


class DropzoneCommander(Wired[Setup, State, Game]):
    """Dropzone Commander as one object for the engine: setups, states, the flow and what screens need."""

    name = "dropzone"
    title = N_("Dropzone Commander, 2nd edition rules")
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
    setup_document, state_type = DropzoneSetup, State
    roster_field = "army"
    named_documents, checked_setup = staticmethod(named_documents), staticmethod(checked_setup)
    require_sound = staticmethod(soundness.require_sound)
    broken = staticmethod(invariants.violations)
    documents = staticmethod(lambda: (ArmyDocument, DropzoneSetup))
    agreements = staticmethod(lambda: AGREEMENTS)
    game = Game
    draw_rule = "D-WIN-4"
    new_setup = staticmethod(planned_setup)
    offers = staticmethod(choices.offers)
    lettered = staticmethod(lettered)
    begin = staticmethod(opening_state)
    play = staticmethod(course.play)

    # -- what people see
    odds_of_answer = staticmethod(odds.odds)
    compared = staticmethod(odds.compared)
    odds_of_pair = staticmethod(sandbox.pair_odds)
    wording, rules = reference.RULES.wording, reference.RULES.rules
    view, facts = staticmethod(table.view), staticmethod(table.facts)
    words = event_text.Words
    owners = staticmethod(table.owners)
    ranks = staticmethod(table.ranks)
    preview = staticmethod(previews.preview)
    arranged = staticmethod(previews.arranged)
    closest = staticmethod(previews.closest)
    reach = staticmethod(previews.reach)
    roll_wanted = staticmethod(table.roll_wanted)

    def credits(self) -> Sequence[tuple[str, str]]:
        return (("TTCombat", _("publisher of {title}, ttcombat.com", title=self.title)),)
