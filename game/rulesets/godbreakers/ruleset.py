"""The rulebook as the engine sees it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from pydantic import TypeAdapter

from game.documents.reading import Document, parse_document, validate_plain
from game.engine.campaigns import Campaigning
from game.engine.core.decisions import Answer, Decision, LegalPlaces, Refusal
from game.engine.core.dice import Dice
from game.engine.core.events import Event
from game.engine.core.flow import Flow, Interrupt
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
from game.engine.rulebook.editing import Correction, Droppable, Edit, Editing, Editor, Knob
from game.engine.rulebook.lessons import Lesson
from game.engine.rulebook.new_game import Agreement, GamePlan, Offers
from game.engine.rulebook.reference import Rule
from game.engine.rulebook.ruleset import Cue, Ruleset
from game.engine.rulebook.terms import Terms
from game.engine.rulebook.view import (
    Landmark,
    Line,
    OddsView,
    PieceView,
    Preview,
    Prospect,
    ReachView,
    RollView,
    TableView,
)
from game.lengths import Unit
from game.rulesets.godbreakers.ai import evaluation
from game.rulesets.godbreakers.editing import documents, edits, sandbox, terrain, view
from game.rulesets.godbreakers.lesson import lesson
from game.rulesets.godbreakers.new_game import offers
from game.rulesets.godbreakers.new_game.map_rules import Problem, check_map
from game.rulesets.godbreakers.new_game.planning import AGREEMENTS, checked_setup, named_documents, planned_setup
from game.rulesets.godbreakers.odds.duel_odds import CALCULATIONS
from game.rulesets.godbreakers.rules import invariants, play, scenarios
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.circles.roster_text import Circles
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds import deployment
from game.rulesets.godbreakers.rules.setup import Setup, keep_names, opening_state
from game.rulesets.godbreakers.rules.setup_documents import SetupDocument
from game.rulesets.godbreakers.rules.state import Result, State
from game.rulesets.godbreakers.sagas.campaign import Sagas
from game.rulesets.godbreakers.sagas.documents import SagaDocument
from game.rulesets.godbreakers.view import event_text, landmarks, odds, preview, rolls, sounds, table, threats
from game.rulesets.godbreakers.words import reference, rule_text
from game.table.documents import MapDocument, TerrainPiece
from game.table.terrain.battlefield import Piece
from game.table.threat.threat_map import Threat
from game.wording import N_, _

TERMS: Final = Terms(
    unit=Unit(N_("{amount} U"), N_("{amount} units"), N_("units"), N_("units (1 U is 1″)")),
    points=N_("VP"),
    roster=N_("Circle"),
    rosters=N_("Circles"),
    campaign=N_("Saga"),
)


class GodbreakerSaga(
    Ruleset[Setup, State, Game],
    Editor[Setup, State, Game],
    Foresight[Game],
    Advising[Game],
    Calculating,
    Campaigning,
    MapJudging,
    RosterMaking,
    Teaching,
):
    """The Godbreaker Saga on one seam: setups, states, the flow and what screens need to know."""

    name = "godbreakers"
    title = N_("The Godbreaker Saga")
    version = "1"
    terms = TERMS
    resume_rule = "G-ACT-3"

    def read_setup(self, plain: object, file: str = "setup") -> Setup:
        """Validate a setup, in which maps and circles may be given by name; raise `DocumentError`."""
        return checked_setup(parse_document(json.dumps(named_documents(plain, file)), SetupDocument, file), file)

    def new_setup(self, plan: GamePlan) -> Setup:
        """Return the setup of a new game; raise `DocumentError` when the plan asks for what is not there."""
        return planned_setup(plan)

    def documents(self) -> tuple[type[Document], ...]:
        """Return the kinds of document of this rulebook."""
        return CircleDocument, SetupDocument, SagaDocument

    def agreements(self) -> Sequence[Agreement]:
        """Return what the players may settle beside the advanced rules."""
        return AGREEMENTS

    def offers(self) -> Offers:
        """Return what can be chosen for a new game."""
        return offers.offers()

    def deployed(self, game: Game, decision: Decision) -> Answer:
        """Return the answer by which the rulebook deploys for whoever is asked (G-SCN-6)."""
        return deployment.deployed(game, decision)

    def plain_setup(self, setup: Setup) -> dict[str, Any]:
        """Return a setup as JSON-ready data that stands alone."""
        plain: dict[str, Any] = setup.document.model_dump(mode="json")
        return plain

    def read_state(self, plain: object, setup: Setup, file: str = "state") -> State:
        """Validate a state against its setup, every invariant included; raise `DocumentError`."""
        state = validate_plain(TypeAdapter(State), plain, file)
        invariants.require_sound(state, setup, file)
        keep_names(setup, state)
        return state

    def begin(self, setup: Setup) -> State:
        """Return the state of a game that has not started."""
        return opening_state(setup)

    def game(self, setup: Setup, state: State, dice: Dice) -> Game:
        """Return a running game over `state`."""
        return Game(setup, state, dice, scenarios.find(setup.document.scenario))

    def play(self, game: Game) -> Flow:
        """Return the flow of the game from its state on."""
        return play.play(game)

    def result(self, game: Game) -> Result | None:
        """Return how the game ended, or None."""
        return game.state.result

    def interrupts(self, game: Game, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return what a player may declare: concede (H12), and by agreement a draw or an early end (Q41)."""
        if game.state.result is not None or player not in game.setup.players:
            return ()
        if player not in game.playing():
            gone = Refusal(_("{player} is out of the game", player=game.player_name(player)), "Q35")
            return tuple((Interrupt(kind, player), gone) for kind in ("concede", "draw", "end"))
        unfair = None
        active = game.state.models.get(game.state.active)
        # A wild model's activation is nobody's own: not even whoever handles it may cut it short.
        if active is not None and len(game.playing()) > 2 and active.owner != player:
            unfair = Refusal(
                _("wait until {active}'s activation is over: it must not be cut short", active=active.name), "G-ACT-4"
            )
        early = None if game.state.round else Refusal(_("the game has not begun"), "G-RND-1")
        others = tuple(other for other in game.playing() if other != player)
        alone = Refusal(_("one player alone cannot agree a draw"), "G-SCN-4") if game.solo else None
        return (
            (Interrupt("concede", player), unfair),
            (Interrupt("draw", player, others, "Q41"), alone),
            (Interrupt("end", player, others, "Q41"), early),
        )

    def agrees(self, game: Game, interrupt: Interrupt, player: str) -> bool:
        """Say whether a program agrees to a draw or an early end: when it expects no more from going on (Q41)."""
        return evaluation.agrees(game, interrupt.kind, player)

    def violations(self, game: Game) -> list[str]:
        """Return every broken invariant, in words."""
        return invariants.violations(game.state, game.setup)

    def players(self, setup: Setup) -> tuple[str, ...]:
        """Return the ids of the players in seniority order."""
        return setup.players

    def view(self, game: Game) -> TableView:
        """Return the table as a screen shows it."""
        return table.view(game)

    def tell(self, game: Game, event: Event) -> str:
        """Return an event in plain words."""
        return event_text.tell(game, event)

    def landmark(self, event: Event) -> Landmark | None:
        """Return what an event means for the course of the game."""
        return landmarks.landmark(event)

    def preview(self, game: Game, decision: Decision, x: float, y: float) -> Preview:
        """Return what placing at (x, y) would mean."""
        return preview.preview(game, decision, x, y)

    def outlook(self, game: Game, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
        """Yield who could reach the piece there, as far as is known."""
        return preview.outlook(game, decision, x, y)

    def closest(self, game: Game, piece: str) -> tuple[str, ...]:
        """Return the hostile models closest to a model, all that tie."""
        return preview.nearest_hostiles(game, piece)

    def reach(self, game: Game, piece: str) -> ReachView:
        """Return where a piece could move and reach."""
        return table.reach(game, piece)

    def odds(self, game: Game, decision: Decision, answer: Answer) -> OddsView | None:
        """Return the exact odds of an answer that is thought of."""
        if isinstance(decision, Editing):
            return sandbox.pair_odds(game, decision.about, answer)
        return odds.odds(game, decision, answer)

    def cue(self, event: Event) -> Cue | None:
        """Return how an event sounds, None for most."""
        return sounds.CUES.get(type(event))

    def roll_wanted(self, game: Game, key: str) -> RollView:
        """Return what people must know to roll the die of that key themselves."""
        return rolls.roll_wanted(game, key)

    def threats(
        self, game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
    ) -> tuple[Threat, ...]:
        """Return which models hostile to a player's could move where and then engage, as if `about` stood at `spot`."""
        return threats.threats(game, player, about, spot, level)

    def prospects(self, game: Game, decision: Decision, rng: Random) -> Iterator[Prospect]:
        """Yield the answers worth considering with what each is worth in VP."""
        return evaluation.prospects(game, decision, rng)

    # -- changing the table (see `game.engine.rulebook.editing`) --------------------------------------------

    def why_not_edit(self, game: Game, edit: Edit) -> list[Refusal]:
        """Return every reason against an edit, each with its rule; raise `MalformedAnswer`."""
        return edits.why_not_edit(game, edit)

    def edit(self, game: Game, correction: Correction) -> None:
        """Carry an edit out."""
        edits.apply(game, correction)

    def folded(self, edits: Sequence[Edit]) -> list[Edit]:
        """Return edits that come to the same without the detours."""
        return documents.folded(edits)

    def knobs(self, game: Game, piece: str) -> Sequence[Knob]:
        """Return what can be changed of a piece, or of the game."""
        return view.knobs(game, piece)

    def palette(self, game: Game) -> Sequence[Droppable]:
        """Return what can be put on the table."""
        return view.palette(game)

    def moved(self, game: Game, piece: str, x: float, y: float) -> Edit:
        """Return the edit that puts a piece at (x, y)."""
        return view.moved(game, piece, x, y)

    def room(self, game: Game, view: PieceView) -> LegalPlaces:
        """Return where a piece of that size has room."""
        return sandbox.room(game, view)

    def supposed(self, game: Game, edit: Edit) -> Game:
        """Return a copy of the game as if an edit were carried out."""
        return edits.supposed(game, edit)

    def bare_setup(self, width: float, height: float, names: Sequence[str]) -> Setup:
        """Return the setup of an empty table; raise `DocumentError`."""
        return sandbox.bare_setup(width, height, names)

    def free_state(self, setup: Setup, state: State) -> State:
        """Return the state as a sandbox takes it."""
        return sandbox.free_state(setup, state)

    def why_not_build(self, game: Game, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
        """Return why a new piece of terrain cannot lie there."""
        return terrain.why_not_lie(game, piece, x, y, degrees)

    def built(self, setup: Setup, piece: TerrainPiece) -> tuple[Setup, str]:
        """Return the setup with one more piece of terrain off the table, and its id; raise `DocumentError`."""
        return sandbox.built(setup, piece)

    def opening(self, setup: Setup, state: State, rounds: int, begun: bool) -> tuple[Setup, State]:
        """Return setup and state of a game played from here; raise `DocumentError`."""
        return sandbox.opening(setup, state, rounds, begun)

    # -- words -------------------------------------------------------------------------------------

    def wording(self, rule: str) -> str:
        """Return a rule in our own words, or an empty string."""
        return rule_text.wording(rule)

    def rules(self) -> Sequence[Rule]:
        """Return every rule and ruling, with titles, links and worked examples."""
        return reference.rules()

    def lesson(self) -> Lesson:
        """Return a first game step by step."""
        return lesson.lesson()

    def campaigns(self) -> Sagas:
        """Return how circles live on from game to game."""
        return Sagas()

    def rosters(self) -> Circles:
        """Return what can be done with circles."""
        return Circles()

    def calculations(self) -> Sequence[Verb[Callable[[Values], Calculation]]]:
        """Return the odds of fighters without a table."""
        return CALCULATIONS

    def map_problems(self, document: MapDocument, players: int) -> Sequence[Problem]:
        """Return everything that keeps a map from being a legal battlefield."""
        return check_map(document, players)

    def credits(self) -> Sequence[tuple[str, str]]:
        """Return who wrote the rulebook."""
        return (("Robin Uney", _("author of {title}, godbreakersaga.com", title=self.title)),)
