"""Editable facts of a small game of pawns: their edits, knobs and records, pieces put down and taken away, terrain."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, Final, Literal

import pytest

from game.documents.error import DocumentError
from game.engine.core.decisions import MalformedAnswer
from game.engine.core.events import Corrected, Event
from game.engine.kit import pieces as kit
from game.engine.kit.editable import (
    Choice,
    Editable,
    Edits,
    Number,
    Row,
    Tick,
    Who,
    number,
    of_players,
    of_the_game,
)
from game.engine.kit.sandbox import supplied
from game.engine.rulebook.editing import Correction, Knob
from game.engine.rulebook.laying import Laid
from game.refusal import Refusal
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Battlefield, Piece
from game.table.terrain.kit import KIT
from game.table.terrain.rigid import centred

COPSE = Piece("copse", "Copse", area=(Area(((10.0, 2.0), (14.0, 2.0), (14.0, 6.0), (10.0, 6.0))),))
ROCK = Piece("rock", "Rock", area=(Area(((4.0, 8.0), (6.0, 8.0), (6.0, 10.0), (4.0, 10.0))),))
GRASS = Piece("grass", "Grass", area=COPSE.area, decoration=True)
FIELD = Battlefield(20.0, 14.0, (COPSE, GRASS))
SETUP = SimpleNamespace(
    ruler=Ruler(FIELD, MeasuringPolicy()), terrain_pieces={each.id: centred(each) for each in (COPSE, ROCK)}
)
PLAYERS = {"ann": "Ann", "bob": "Bob"}


@dataclass
class Pawn:
    id: str
    x: float = 0.0
    y: float = 0.0
    on_table: bool = True
    place: str = "table"
    side: str = "ann"
    strength: int = 3
    most: int = 5
    awake: bool = True
    title: str = ""


@dataclass
class State:
    pawns: dict[str, Pawn] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=lambda: {"ann": 4, "bob": 0})
    prayers: dict[str, int] = field(default_factory=lambda: {"bob": 2})
    round: int = 1
    laid: list[Laid] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


@dataclass
class Game:
    state: State
    over: bool = False
    forgotten: int = 0
    events: list[Event] = field(default_factory=list)
    setup: Any = field(default_factory=lambda: SETUP)

    @property
    def ruler(self) -> Ruler:
        kept = tuple(each for each in FIELD.pieces if each.id not in self.state.gone)
        return Ruler(replace(FIELD, pieces=kept), MeasuringPolicy())

    def player_name(self, player: str) -> str:
        return PLAYERS[player]

    def forget(self) -> None:
        self.forgotten += 1

    def emit(self, event: Event) -> None:
        self.events.append(event)


def why_no_player(game: Game, thing: object, player: str) -> list[Refusal]:
    return [] if player in PLAYERS else [Refusal(f"no {player}", "P-1")]


def rename(game: Game, pawn: Pawn, title: str) -> None:
    pawn.title = title.upper()


def why_not_there(game: Game, pawn: Pawn, edit: Any) -> list[Refusal]:
    others = [Disc(each.x, each.y, 0.5, each.id) for each in game.state.pawns.values() if each.id != pawn.id]
    return Region(0.5, (OnTable(FIELD, 0.5), ClearOf(others, 0.5, "overlaps a base"))).why_not(edit.spot)


def stand(game: Game, pawn: Pawn, edit: Any) -> None:
    pawn.x, pawn.y = edit.spot
    pawn.on_table, pawn.place = True, "table"


def take(game: Game, pawn: Pawn, to: str) -> None:
    pawn.on_table, pawn.place = False, to


PAWNS: Final = kit.Pieces[Game, Pawn]("change", "piece", lambda game: game.state.pawns, (
        Row(lambda game, pawn: [("place", kit.spot_text(pawn.x, pawn.y) if pawn.on_table else pawn.place)]),
        Number("strength", "Strength", "S-1", "strength", (0, 9), most=lambda game, pawn: pawn.most),
        Choice("side", "Fights for", "S-2", "side", form=Who, why_not=why_no_player, among=lambda game, pawn: PLAYERS),
        Tick("up", "Awake", "S-3", "awake", attribute="awake", shown=lambda game, pawn: pawn.strength > 0),
        Editable("title", fact="title", form=str, words=lambda title: title or "none", put=rename),
        kit.removals(kit.OFF_THE_TABLE, ("dead", "Kill it", "S-4")),
    ),
    first=("up", "side"),
    why_not_there=why_not_there,
    stand=stand,
    take=take,
)  # fmt: skip
SCORES: Final = of_players("score", lambda game: PLAYERS, (
        Number("points", "Points of {player}", "", "VP", (0, 99)),
        Number("prayers", "Prayers of {player}", "", "prayers", knob="prayer"),
    ),
    unknown=lambda game, player: why_no_player(game, None, player),
)  # fmt: skip
ROUND: Final = of_the_game("round", (
        Number("round", "Round", "R-1", "round", (1, 5), least=lambda game, state: 2, absent=...),
    ),
    closed=lambda game: [Refusal("it is over", "R-2")] if game.over else [],
    why_not=lambda game, edit: [Refusal("no round 4", "R-3")] if edit.round == 4 else [],
)  # fmt: skip


class Ground(kit.Terrain[Game]):
    rule, rule_of_bases, tolerance, gone = "T-1", "T-2", 0.001, "gone"

    def solid(self, piece: Piece) -> bool:
        return piece.id == "rock"

    def standing(self, game: Game) -> Iterator[tuple[str, list[Disc]]]:
        return ((pawn.id, [Disc(pawn.x, pawn.y, 0.5)]) for pawn in game.state.pawns.values() if pawn.on_table)


class PutEdit(kit.PuttingEdit[Game]):
    facing: kit.Facing | None = None


class RemoveEdit(kit.RemovingEdit[Game]):
    rule = "S-5"
    to: Literal["removed", "dead"] = "removed"


class AddEdit(kit.AddingEdit[Game, Pawn]):
    pieces, most = PAWNS, (4, "there are {most} pawns already")

    do: Literal["add"]
    side: Who = "ann"

    def against(self, game: Game) -> list[Refusal]:
        return why_no_player(game, None, self.side)

    def made(self, game: Game) -> Pawn:
        return Pawn(f"pawn-{kit.free_number('pawn-', game.state.pawns)}", side=self.side)


def require_sound(game: Game) -> None:
    if game.state.round == 5:
        raise DocumentError("table", "", "unlucky")


def copied(game: Game) -> Game:
    return replace(game, state=deepcopy(game.state), events=[])


EDITS: Final[Edits[Game]] = Edits(
    (PAWNS, SCORES, ROUND, Ground()), (PutEdit, RemoveEdit, AddEdit), copied, require_sound,
    lambda game, piece: {"copse": "Copse", **PLAYERS}.get(piece, piece),
)  # fmt: skip


@pytest.fixture
def game() -> Game:
    return Game(State({"a": Pawn("a", 2.0, 2.0), "b": Pawn("b", 8.0, 2.0, side="bob", strength=5)}))


def knob(game: Game, about: str, name: str) -> Knob:
    [found] = [each for each in EDITS.knobs(game, about) if each.id == name]
    return found


def change(game: Game, **edit: Any) -> list[tuple[str, str, str, str]]:
    """Carry out an allowed edit; return piece, fact, old and new value of everything recorded."""
    assert EDITS.why_not(game, edit) == []
    before = len(game.events)
    EDITS.apply(game, Correction(edit, "ann"))
    events = [event for event in game.events[before:] if isinstance(event, Corrected)]
    return [(event.piece, event.fact, event.before, event.after) for event in events]


def refused(game: Game, **edit: Any) -> list[str]:
    return [each.rule or each.text for each in EDITS.why_not(game, edit)]


def test_a_number_is_turned_within_its_bounds_and_set_within_its_limits(game: Game) -> None:
    strength = knob(game, "a", "strength")
    less, more = {"do": "change", "piece": "a", "strength": 2}, {"do": "change", "piece": "a", "strength": 4}
    assert strength == Knob("strength", "Strength", "3", less, more, "S-1")
    assert knob(game, "b", "strength").more is None
    assert change(game, do="change", piece="b", strength=0) == [("b", "strength", "5", "0")]
    assert knob(game, "b", "strength").less is None
    assert change(game, do="change", piece="b", strength=9) == [("b", "strength", "0", "9")]
    for wrong in (10, -1, 1.5, "3", True):
        with pytest.raises(MalformedAnswer, match="strength"):
            EDITS.why_not(game, {"do": "change", "piece": "a", "strength": wrong})
    assert knob(game, "", "round").less is None
    assert number("n", "N", 2, (0, 2), {"do": "x"}, "f", "R") == Knob("n", "N", "2", {"do": "x", "f": 1}, None, "R")


def test_a_choice_goes_from_value_to_value_in_its_words(game: Game) -> None:
    side = knob(game, "a", "side")
    assert side == Knob("side", "Fights for", "Ann", None, {"do": "change", "piece": "a", "side": "bob"}, "S-2")
    assert knob(game, "b", "side").less == {"do": "change", "piece": "b", "side": "ann"}
    assert knob(game, "b", "side").more is None
    game.state.pawns["b"].side = "cy"  # a value that is not among them: that of the first is shown
    assert knob(game, "b", "side").value == "Ann"
    assert refused(game, do="change", piece="a", side="cy") == ["P-1"]
    assert change(game, do="change", piece="a", side="bob") == [("a", "side", "ann", "bob")]


def test_a_tick_is_turned_to_its_contrary_and_shown_only_where_it_matters(game: Game) -> None:
    other = {"do": "change", "piece": "a", "up": False}
    assert knob(game, "a", "up") == Knob("up", "Awake", "yes", other, other, "S-3", True)
    assert change(game, **other) == [("a", "awake", "yes", "no")]
    assert knob(game, "a", "up").ticked is False
    game.state.pawns["a"].strength = 0
    assert "up" not in [each.id for each in EDITS.knobs(game, "a")]


def test_a_fact_without_a_label_has_no_knob_and_one_set_its_own_way_is_told_in_its_words(game: Game) -> None:
    assert change(game, do="change", piece="a", title="king") == [("a", "title", "none", "KING")]
    assert "title" not in [each.id for each in EDITS.knobs(game, "a")]


def test_knobs_come_in_their_order_and_records_in_that_of_the_rows(game: Game) -> None:
    names = [each.id for each in EDITS.knobs(game, "a")]
    assert names == ["up", "side", "strength", "remove:removed", "remove:dead"]
    edit: dict[str, Any] = {"do": "change", "piece": "a", "up": False, "strength": 1, "side": "bob", "title": "x"}
    assert [fact for _piece, fact, *_values in change(game, **edit)] == ["strength", "side", "awake", "title"]
    assert EDITS.knobs(game, "ghost") == EDITS.knobs(game, "ann") == []


def test_facts_by_player_are_those_that_the_state_has(game: Game) -> None:
    names = [each.id for each in EDITS.knobs(game, "")]
    assert names == ["points:ann", "points:bob", "prayer:bob", "round"]
    assert knob(game, "", "prayer:bob").label == "Prayers of Bob"
    assert change(game, do="score", player="ann", points=7) == [("ann", "VP", "4", "7")]
    assert game.state.points == {"ann": 7, "bob": 0}
    assert refused(game, do="score", player="cy", points=1) == ["P-1"]
    assert "ann:prayers" not in EDITS.facts(game)


def test_a_closed_sort_has_neither_knobs_nor_edits(game: Game) -> None:
    assert refused(game, do="round", round=4) == ["R-3"]
    assert refused(game, do="round", round=5) == ["unlucky"]
    assert change(game, do="round", round=3) == [("", "round", "1", "3")]
    for wrong in ({"do": "round"}, {"do": "round", "round": None}):
        with pytest.raises(MalformedAnswer, match="round"):
            EDITS.why_not(game, wrong)
    game.over = True
    assert refused(game, do="round", round=2) == ["R-2"]
    assert "round" not in [each.id for each in EDITS.knobs(game, "")]


def test_what_is_not_named_stays_and_what_is_unknown_is_refused(game: Game) -> None:
    before = deepcopy(game.state)
    assert change(game, do="change", piece="a") == []
    assert game.state == before
    assert refused(game, do="change", piece="ghost", strength=1) == ["nothing is called ghost"]
    assert refused(game, do="change", piece="copse", strength=1) == ["Copse cannot be changed this way"]


def test_of_steps_of_the_same_thing_only_the_last_remains() -> None:
    steps: list[dict[str, Any]] = [{"do": "change", "piece": "a", "strength": value} for value in (2, 1)]
    rounds: list[dict[str, Any]] = [{"do": "round", "round": value} for value in (2, 3)]
    other = {"do": "change", "piece": "b", "up": False}
    assert EDITS.folded([*steps, other, *rounds]) == [steps[-1], other, rounds[-1]]


def test_a_piece_is_put_where_it_has_room_and_taken_off_once(game: Game) -> None:
    assert EDITS.moved(game, "a", 3.0, 4.0) == {"do": "put", "piece": "a", "x": 3.0, "y": 4.0}
    assert change(game, do="put", piece="a", x=3.00004, y=4.0) == [("a", "place", "(2.00, 2.00)", "(3.00, 4.00)")]
    assert game.state.pawns["a"].x == 3.0
    [overlap] = EDITS.why_not(game, {"do": "put", "piece": "a", "x": 8.5, "y": 2.0})
    assert overlap.cause == "overlaps a base"
    assert refused(game, do="put", piece="ghost", x=1.0, y=1.0) == ["nothing is called ghost"]
    dead = knob(game, "a", "remove:dead").more
    assert dead == {"do": "remove", "piece": "a", "to": "dead"}
    assert change(game, **dead) == [("a", "place", "(3.00, 4.00)", "dead")]
    assert refused(game, **dead) == ["S-5"]
    assert change(game, do="remove", piece="a") == [("a", "place", "dead", "removed")]
    assert [each.id for each in EDITS.knobs(game, "a") if each.id.startswith("remove")] == []
    put = {"do": "put", "piece": "a", "x": 1.0, "y": 1.0}
    assert EDITS.faced(put, 900) == {**put, "facing": 900}
    assert EDITS.faced({"do": "remove", "piece": "a"}, 900) == {"do": "remove", "piece": "a"}


def test_a_new_piece_has_the_first_free_number_until_there_are_too_many(game: Game) -> None:
    assert change(game, do="add", x=5.0, y=5.0) == [("pawn-1", "place", "", "(5.00, 5.00)")]
    assert refused(game, do="add", x=5.0, y=5.2) != []
    assert refused(game, do="add", x=7.0, y=7.0, side="cy") == ["P-1"]
    change(game, do="add", x=7.0, y=7.0, side="bob")
    assert game.state.pawns["pawn-2"].side == "bob"
    assert refused(game, do="add", x=9.0, y=9.0) == ["there are 4 pawns already"]


def test_terrain_is_laid_turned_and_taken_away(game: Game) -> None:
    ground = EDITS.sorts[-1]
    assert isinstance(ground, Ground)
    turn = knob(game, "copse", "turn")
    assert (turn.value, turn.more, turn.rule) == ("0°", {**EDITS.moved(game, "copse", 12.0, 4.0), "degrees": 15}, "T-1")
    assert [each.id for each in ground.droppable(game)] == ["rock"]
    assert change(game, do="terrain", piece="rock", x=15.0, y=10.0, degrees=30) == [
        ("rock", "terrain", "", "(15.00, 10.00), 30°")
    ]
    assert game.forgotten == 1
    assert change(game, do="remove", piece="copse") == [("copse", "terrain", "on the map", "off the table")]
    assert game.state.gone == ["copse"]
    assert refused(game, do="remove", piece="copse") == ["Copse cannot be changed this way"]
    assert refused(game, do="remove", piece="grass") == ["nothing is called grass"]
    change(game, do="terrain", piece="copse", x=12.0, y=4.0)
    assert (game.state.gone, game.state.laid[-1].plain()) == ([], Laid("copse", 12.0, 4.0, 0).plain())


def test_terrain_needs_room_and_a_solid_piece_lies_on_no_base(game: Game) -> None:
    assert refused(game, do="terrain", piece="rock", x=12.0, y=4.0) == ["T-1"]
    assert refused(game, do="terrain", piece="rock", x=0.5, y=10.0) == ["T-1"]
    against = EDITS.why_not(game, {"do": "terrain", "piece": "rock", "x": 2.0, "y": 3.4})
    assert [(each.rule, each.text, round(each.short_by or 0, 3)) for each in against] == [
        ("T-2", "a is standing there", 0.1)
    ]
    assert refused(game, do="terrain", piece="copse", x=8.0, y=3.0) == []
    assert refused(game, do="terrain", piece="a", x=8.0, y=3.0) == ["a cannot be changed this way"]


def test_new_terrain_is_numbered_and_limited() -> None:
    class Document(SimpleNamespace):
        def model_copy(self, update: dict[str, Any]) -> Any:
            return Document(**{**vars(self), **update})

    setup: Any = SimpleNamespace(document=Document(terrain_supply=()))
    made, name = supplied(setup, KIT[0].document(), ["copse-1"], 1, lambda document, file: (document, file))
    assert (name, [each.id for each in made[0].terrain_supply], made[1]) == ("copse-2", ["copse-2"], "sandbox")
    with pytest.raises(DocumentError, match="1 new pieces"):
        supplied(SimpleNamespace(document=made[0]), KIT[0].document(), [], 1, lambda document, file: document)
