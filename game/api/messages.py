"""The requests of the engine protocol; each is one line of JSON, and `do` names the kind of request."""

import json
from typing import Annotated, Final, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue, RootModel

from game.documents.reading import Identifier, Name, Part, refuse
from game.rulesets import DEFAULT
from game.wording import _

MOST_SEATS = 20
MOST_OPTIONS = 500

Tag = Annotated[str, Field(max_length=200)] | Annotated[int, Field(ge=-(2**53), le=2**53)]
Number = Annotated[int, Field(ge=1, le=1_000_000_000)]
Seed = Annotated[int, Field(ge=0, lt=2**62)]
Seats = Annotated[tuple[Identifier, ...], Field(min_length=1, max_length=MOST_SEATS)]
Text = Annotated[str, Field(max_length=1_000)]


class Message(Part):
    """The common part of requests: an `id` that the reply repeats."""

    id: Tag | None = None


class New(Message):
    """Begin a game: as planned, or at a `position` as a JSON document. Replies with its number as `game`.

    `players` has for each seat "human", which the client answers, or a kind of bot, with `tries` for searching bots;
    without it, two seats, or those of the position, are the client's. `agreed` holds the rulebook's agreements. Without
    `seed`, the dice are new every time.
    """

    do: Literal["new"]
    ruleset: Identifier = DEFAULT
    players: Seats | None = None
    names: Annotated[tuple[Name, ...], Field(max_length=MOST_SEATS)] | None = None
    scenario: Text | None = None
    map: Text | None = None
    rounds: Annotated[int, Field(ge=1, le=1_000)] | None = None
    rosters: Annotated[tuple[Text, ...], Field(max_length=MOST_SEATS)] = ()
    switches: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    agreed: Annotated[dict[Text, Text], Field(max_length=100)] = Field(default_factory=dict)
    seed: Seed | None = None
    tries: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    position: dict[str, JsonValue] | None = None


class GameMessage(Message):
    """A request about a game by its number; without one, about the latest game that still exists."""

    game: Number | None = None


class ViewMessage(GameMessage):
    """A request for what a player may know. `viewer` is one of the client's seats, by default the deciding one."""

    viewer: Identifier | None = None


class Position(ViewMessage):
    """Return the table to look at, and this moment as a document that plays on with the dice of `seed`."""

    do: Literal["position"]
    seed: Seed = 0


class Decision(ViewMessage):
    """Return the pending decision, or the result of the game."""

    do: Literal["decision"]


class Options(ViewMessage):
    """Return legal answers to the pending decision: all of them, or `count` drawn with `seed` if there are more."""

    do: Literal["options"]
    count: Annotated[int, Field(ge=1, le=MOST_OPTIONS)] = 32
    seed: Seed = 0


def _require_answer(answer: JsonValue) -> JsonValue:
    if not isinstance(answer, str | list | dict):
        refuse("", _("must be text, a list or an object, not {value}", value=json.dumps(answer)))
    return answer


class Answer(GameMessage):
    """Answer the pending decision. The bots then answer theirs, until the client has to decide again."""

    do: Literal["answer"]
    answer: Annotated[str | list[JsonValue] | dict[str, JsonValue], BeforeValidator(_require_answer)]


class Undo(GameMessage):
    """Undo the client's last answer and the bots' answers since. The dice will fall the same way again."""

    do: Literal["undo"]


class Fork(ViewMessage):
    """Copy a game with other dice, drawn with `seed`, and with new random facts that `viewer` may not know.

    Replies with its number. `players` are the seats of the copy; without them, the client answers for everyone.
    """

    do: Literal["fork"]
    players: Seats | None = None
    seed: Seed = 0


class Drop(GameMessage):
    """Forget a game that is no longer needed."""

    do: Literal["drop"]


class Quit(Message):
    """End the program."""

    do: Literal["quit"]


AnyRequest = New | Position | Decision | Options | Answer | Undo | Fork | Drop | Quit
"""A request of any kind."""
REQUESTS: Final[dict[str, type[AnyRequest]]] = {
    get_args(request.model_fields["do"].annotation)[0]: request for request in get_args(AnyRequest)
}
"""The requests by the value of `do`."""


class Request(RootModel[Annotated[AnyRequest, Field(discriminator="do")]]):
    """A request to `python -m game engine`, on one line."""

    model_config = ConfigDict(frozen=True, strict=True)
