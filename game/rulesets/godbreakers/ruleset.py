"""The rulebook as the engine sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from game.engine.core.dice import Dice
from game.engine.core.flow import Interrupt
from game.engine.kit.wiring import Wired, facet
from game.engine.kit.wording import first_lesson
from game.engine.rulebook import facets
from game.engine.rulebook.facets import SoloResult
from game.engine.rulebook.ruleset import Terms
from game.lengths import Unit
from game.refusal import Refusal
from game.rulesets.godbreakers.ai.evaluation import JUDGE, agrees
from game.rulesets.godbreakers.editing.edits import Editor
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES, check_map
from game.rulesets.godbreakers.odds.duel import CALCULATIONS
from game.rulesets.godbreakers.rules import play, scenarios
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft
from game.rulesets.godbreakers.rules.circles.editor import CircleEditor, Circles
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.invariants import SOUND
from game.rulesets.godbreakers.rules.rounds import activation, deployment
from game.rulesets.godbreakers.rules.setup import Setup, SetupDocument, keep_names, opening_state
from game.rulesets.godbreakers.rules.state import State
from game.rulesets.godbreakers.sagas.campaign import Sagas
from game.rulesets.godbreakers.sagas.standing import SagaDocument
from game.rulesets.godbreakers.view import barred, event_text, odds, questions, table
from game.rulesets.godbreakers.view import preview as previews
from game.rulesets.godbreakers.words.rule_text import RULES
from game.wording import N_, _

TERMS: Final = Terms(
    unit=Unit(N_("{amount} U"), N_("{amount} units"), N_("units"), N_("units (1 U is 1″)")),
    points=N_("VP"),
    ends=12.0,
    roster=N_("Circle"),
    rosters=N_("Circles"),
    campaign=N_("Saga"),
)


def solo_result(game: Game) -> SoloResult | None:
    """Return the result of a solo game (G-SCN-4)."""
    ending, document = game.state.result, game.setup.document
    if ending is None or not game.solo:
        return None
    alone, rounds = document.players[0], document.options.rounds
    won, points = bool(ending.winners), game.state.vp[alone.id]
    return SoloResult(document.scenario, document.map.name, alone.circle.name, rounds, points, won, ending.margin)


class Papers(facets.Papers):
    """The documents of The Godbreaker Saga: circles, sagas, maps, the lesson, best solo results, odds of duels."""

    lesson = staticmethod(partial(first_lesson, "game.rulesets.godbreakers"))
    rosters = staticmethod(Circles)
    roster_editor = staticmethod(CircleEditor)
    campaigns = staticmethod(Sagas)
    map_problems = staticmethod(check_map)
    random_maps = "game.rulesets.godbreakers.new_game.random_maps"
    solo_result = staticmethod(solo_result)
    calculations = staticmethod(lambda: CALCULATIONS)


class GodbreakerSaga(Wired[Setup, State, Game]):
    """The Godbreaker Saga as one object for the engine: setups, states, the flow of a game, all for screens."""

    name = "godbreakers"
    title = N_("The Godbreaker Saga")
    version = "1"
    publisher = "Robin Uney", N_("author of {title}, godbreakersaga.com")
    terms = TERMS
    vision = facet(facets.Vision, table.threats, barred.bars)
    judge = JUDGE
    editor = Editor()
    papers = Papers()
    questions = questions
    openings = facet(facets.Openings, table.homes, table.footing, table.openers)

    # -- the game
    setup_document, state_type = SetupDocument, State
    new_games = NEW_GAMES
    sound = SOUND
    documents = staticmethod(lambda: (CircleDocument, CircleDraft, SetupDocument, SagaDocument))
    begin = staticmethod(opening_state)
    play = staticmethod(play.play)

    # -- what people see
    odds_of_answer = staticmethod(odds.odds)
    view = staticmethod(table.view)
    functions = (
        agrees,
        activation.lettered,
        deployment.deployed,
        table.facts,
        table.owners,
        previews.preview,
        previews.outlook,
        table.reach,
        table.roll_wanted,
    )
    closest = staticmethod(previews.nearest_hostiles)
    words = event_text.Words
    reference = RULES

    def read_state(self, plain: object, setup: Setup, file: str = "state") -> State:
        state = super().read_state(plain, setup, file)
        keep_names(setup, state)
        return state

    def game(self, setup: Setup, state: State, dice: Dice) -> Game:
        return Game(setup, state, dice, scenarios.find(setup.document.scenario))

    def interrupts(self, game: Game, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return the declarations of a player, with reasons against those that are not possible now.

        They are to concede (H12), and by agreement a draw or an early end (Q41).
        """
        if game.state.result is not None or player not in game.setup.players:
            return ()
        if player not in game.playing():
            refusal = Refusal(_("{player} is out of the game", player=game.player_name(player)), "Q35")
            return tuple((Interrupt(kind, player), refusal) for kind in ("concede", "draw", "end"))
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
