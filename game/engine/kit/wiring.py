"""Base classes of rulebooks, with the parts that most of them share."""

from __future__ import annotations

import json
from abc import update_abstractmethods
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from inspect import signature
from typing import Any, ClassVar, cast

from pydantic import TypeAdapter

from game.documents.reading import Document, parse_document, validate_plain
from game.engine.core.decisions import Answer, Decision
from game.engine.core.dice import Dice
from game.engine.core.flow import Interrupt
from game.engine.kit.new_games import NewGames, player_ids
from game.engine.kit.sandbox import SandboxEditor
from game.engine.kit.soundness import Soundness
from game.engine.kit.wording import Reference
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.game import Ending, GameT, SetupT, StateT
from game.engine.rulebook.new_game import Agreement, GamePlan, Offers
from game.engine.rulebook.reference import Rule
from game.engine.rulebook.ruleset import Ruleset
from game.engine.rulebook.view import OddsView, Preview, ReachView
from game.refusal import Refusal
from game.wording import _


@cache
def _reader(state: Any) -> TypeAdapter[Any]:
    """Return the reader of states of a class. It is cached, because making it takes longer than using it."""
    return TypeAdapter(state)


def wire(kind: type, functions: Iterable[Callable[..., Any]]) -> None:
    """Replace the methods of a class by functions with the same names; raise `TypeError` for an unknown name."""
    for function in functions:
        name = function.__name__
        if not hasattr(kind, name):
            raise TypeError(f"{kind.__name__} has no {name}")
        # Check that the function accepts the arguments of the method: `bind` raises `TypeError` if it does not.
        if (method := getattr(kind, name)) is not None:
            _self, *parameters = signature(method).parameters.values()
            keyword_only = {
                parameter.name: parameter for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY
            }
            signature(function).bind(
                *(parameter for parameter in parameters if parameter.name not in keyword_only), **keyword_only
            )
        setattr(kind, name, staticmethod(function))


def facet(kind: Any, *functions: Callable[..., Any]) -> Any:
    """Return a facet, such as a `facets.Vision`, whose methods are the given functions with the same names."""
    implementation: Any = type(kind.__name__, (kind,), {})
    wire(implementation, functions)
    update_abstractmethods(implementation)
    return implementation()


class Simple(Ruleset[SetupT, StateT, GameT]):
    """A rulebook whose setup is a document with `players`, and whose state names the `winners` once it is over.

    A `game_type` is made from a setup, a state and the dice. `seats` are the fewest, the most and the usual number.
    """

    setup_document: ClassVar[type[Document]]
    state_type: ClassVar[Any]
    game_type: ClassVar[Any]
    seats: ClassVar[tuple[int, int, int]] = Offers.seats

    def offers(self) -> Offers:
        return Offers(seats=self.seats)

    def documents(self) -> tuple[type[Document], ...]:
        return (self.setup_document,)

    def read_setup(self, plain: object, file: str = "setup") -> SetupT:
        setup: Any = parse_document(json.dumps(plain), self.setup_document, file)
        return cast(SetupT, setup)

    def new_setup(self, plan: GamePlan) -> SetupT:
        unchecked = self.setup_document.model_construct(players=tuple(player_ids(plan.names)))
        return self.read_setup(unchecked.model_dump(mode="json"), "new game")

    def plain_setup(self, setup: Any) -> dict[str, Any]:
        return cast(dict[str, Any], setup.model_dump(mode="json"))

    def players(self, setup: Any) -> tuple[str, ...]:
        return tuple(setup.players)

    def read_state(self, plain: object, setup: SetupT, file: str = "state") -> StateT:
        return cast(StateT, validate_plain(_reader(self.state_type), plain, file))

    def begin(self, setup: SetupT) -> StateT:
        return cast(StateT, self.state_type())

    def game(self, setup: SetupT, state: StateT, dice: Dice) -> GameT:
        return cast(GameT, self.game_type(setup, state, dice))

    def result(self, game: Any) -> Ending | None:
        state: Any = game.state
        return state if state.winners else None

    def interrupts(self, game: Any, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        return ()

    def violations(self, game: Any) -> list[str]:
        return []

    def preview(self, game: GameT, decision: Decision, x: float, y: float) -> Preview:
        return Preview()

    def reach(self, game: GameT, piece: str) -> ReachView:
        return ReachView()


class Wired(Simple[SetupT, StateT, GameT]):
    """A rulebook whose setup is made from a `document` and whose state holds its `result`.

    A subclass names its documents, and its `functions`, which become the methods with their names. `new_games` makes
    setups, `sound` checks states. `draw_rule` is the rule of a draw by agreement. `publisher` is a name, and its
    contribution as a text with {title}.
    """

    functions: ClassVar[Sequence[Callable[..., Any]]] = ()
    new_games: NewGames[SetupT, Any]
    sound: Soundness[StateT, SetupT]
    odds_of_answer: Callable[[GameT, Decision, Answer], OddsView | None]
    editor: SandboxEditor[SetupT, StateT, GameT]
    draw_rule: ClassVar[str] = ""
    reference: Reference
    publisher: ClassVar[tuple[str, str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        wire(cls, vars(cls).get("functions", ()))

    def new_setup(self, plan: GamePlan) -> SetupT:
        return self.new_games.planned(plan)

    def offers(self) -> Offers:
        return self.new_games.offers()

    def agreements(self) -> Sequence[Agreement]:
        return self.new_games.agreements()

    def read_setup(self, plain: object, file: str = "setup") -> SetupT:
        text = json.dumps(self.new_games.named_documents(plain, file))
        return self.new_games.checked(parse_document(text, self.setup_document, file), file)

    def plain_setup(self, setup: Any) -> dict[str, Any]:
        return cast(dict[str, Any], setup.document.model_dump(mode="json"))

    def swapped(self, setup: Any) -> Any:
        """Return a setup in which each player (with colour and roster) has the previous player's seat."""
        players, roster = setup.document.players, self.new_games.roster
        if len(players) < 2:
            return None
        sitting = zip(players, (*players[1:], players[0]), strict=True)
        moved = [player.model_copy(update={roster: getattr(seat, roster)}) for seat, player in sitting]
        return type(setup)(setup.document.model_copy(update={"players": tuple(moved)}))

    def read_state(self, plain: object, setup: SetupT, file: str = "state") -> StateT:
        state = super().read_state(plain, setup, file)
        self.sound.require(state, setup, file)
        return state

    def result(self, game: Any) -> Ending | None:
        return cast(Ending | None, game.state.result)

    def interrupts(self, game: Any, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return the declarations open to a player: to concede, or a draw if the others agree."""
        players = self.players(game.setup)
        if game.state.result is not None or player not in players:
            return ()
        others = tuple(opponent for opponent in players if opponent != player)
        return (Interrupt("concede", player), None), (Interrupt("draw", player, others, self.draw_rule), None)

    def violations(self, game: Any) -> list[str]:
        return self.sound.violations(game.state, game.setup)

    def odds(self, game: GameT, decision: Decision, answer: Answer) -> OddsView | None:
        if isinstance(decision, Editing):
            return self.editor.pair_odds(game, decision.about, answer)
        return self.odds_of_answer(game, decision, answer)

    def rules(self) -> Sequence[Rule]:
        return self.reference.rules()

    def wording(self, rule: str) -> str:
        return self.reference.wording(rule)

    def credits(self) -> Sequence[tuple[str, str]]:
        name, made = self.publisher
        return ((name, _(made, title=self.title)),)
