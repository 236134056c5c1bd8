"""The rulebook's worked examples as one table: the pieces, the dice, the answers and what must come of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from game.engine.core.decisions import Answer
from game.rulesets.godbreakers.rules.state import Marker, Model, Step, Token
from game.table.documents import MapDocument
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    C,
    Play,
    begin,
    godbreaker,
    objective,
    shard,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)

NOBODY_ELSE = godbreaker("Bystander", B, *FAR)


@dataclass(frozen=True)
class Example:
    """Given pieces, dice and answers; then `told` of the game must be `expected`."""

    id: str
    pieces: Sequence[Model | Marker | Token]
    expected: object
    told: Callable[[Play], object]
    dice: Sequence[int] = ()
    answers: Sequence[Answer] = ()
    step: Step = "activation"
    ground: MapDocument | None = None
    players: int = 2


def fate(*names: str) -> Callable[[Play], object]:
    """Where models are, their damage and their die."""

    def told(play: Play) -> object:
        found = [(model.place, model.damage, model.die) for model in map(play.model, names)]
        return found[0] if len(found) == 1 else found

    return told


def range_between(one: str, other: str) -> Callable[[Play], object]:
    return lambda play: play.game.range(play.model(one), play.model(other))


def controls(player: str, marker: str) -> Callable[[Play], object]:
    return lambda play: play.game.controls(player, play.state.markers[marker])


def ascended_with_its_token(play: Play) -> object:
    casualties = [event for event in play.session.events if event.kind == "Casualty"]
    return play.model("Nexus").place, casualties, play.state.tokens["gold"].holder


def priority_after(order: list[str]) -> Callable[[Play], object]:
    def told(play: Play) -> object:
        asked = play.asked
        play.answer(list(order))
        return asked, play.state.priority

    return told


def duel(raven: Model, cassette: Model) -> list[Model | Marker]:
    """Two models within 0 U of each other."""
    return [raven, cassette]


ENGAGE = (["raven"], "engage", ["cassette"])

EXAMPLES = [
    Example(
        "E1",
        [godbreaker("Raven", A, 9, 9, damage=3), NOBODY_ELSE],
        ("table", 0, 6),
        fate("Raven"),
        dice=[4],
        step="recovery",
    ),
    Example(
        "E2",
        [godbreaker("Nova", A, 9, 9, 12, damage=7), NOBODY_ELSE],
        ("casualty", 1, 12),
        fate("Nova"),
        dice=[6],
        step="recovery",
    ),
    Example(
        "E3",
        [godbreaker("Cassette", A, 9, 9, damage=7), NOBODY_ELSE],
        ("table", 0, 8),
        fate("Cassette"),
        dice=[6],
        step="recovery",
    ),
    Example(
        "E4",
        duel(godbreaker("Raven", A, 10, 10, 8), godbreaker("Cassette", B, 11.5, 10)),
        [("table", 0, 8), ("table", 3, 6)],
        fate("Raven", "Cassette"),
        dice=[5, 2],
        answers=ENGAGE,
    ),
    Example(
        "E5",
        duel(godbreaker("Raven", A, 10, 10, 8), godbreaker("Cassette", B, 11.5, 10, 12)),
        [("table", 0, 8), ("table", 0, 12)],
        fate("Raven", "Cassette"),
        dice=[4, 4],
        answers=ENGAGE,
    ),
    Example(
        "E6",
        [godbreaker("Cassette", A, 10, 10, reach=6), godbreaker("Raven", B, 17.5, 10, 8)],
        [("table", 0, 6), ("table", 0, 8)],
        fate("Cassette", "Raven"),
        dice=[5, 7],
        answers=(["cassette"], "engage", ["raven"]),
    ),
    Example(
        "E10",
        [godbreaker("Raven", A, 5, 10), godbreaker("Nova", B, 11.2, 10)],
        7,
        range_between("Raven", "Nova"),
        ground=table(wood("Wood", 7, 5, 9.9, 15)),
    ),
    Example(
        "E11 just over two inches",
        [godbreaker("Raven", A, 5, 10), godbreaker("Nova", B, 8.001, 10)],
        2,
        range_between("Raven", "Nova"),
    ),
    Example(
        "E11 under one inch",
        [godbreaker("Raven", A, 5, 10), godbreaker("Nova", B, 6.9, 10)],
        0,
        range_between("Raven", "Nova"),
    ),
    Example(
        "E12",
        [godbreaker("Nexus", A, 10, 10, 8, damage=6), godbreaker("Nova", B, 11.5, 10)],
        [("table", 0, 10), ("table", 5, 6)],
        fate("Nexus", "Nova"),
        dice=[8, 3],
        answers=(["nexus"], "engage", ["nova"]),
    ),
    Example(
        "E13 alone",
        [objective(10, 10), godbreaker("Raven", A, 11.5, 10)],
        True,
        controls(A, "objective"),
    ),
    Example(
        "E13 two against two",
        [
            objective(10, 10),
            godbreaker("Raven", A, 11.5, 10),
            godbreaker("Wren", A, 8.5, 10),
            godbreaker("Nova", B, 10, 11.5),
            godbreaker("Nix", B, 10, 8.5),
        ],
        False,
        controls(A, "objective"),
    ),
    Example(
        "E13 with an own tame model",
        [shard(A, 10, 10), godbreaker("Raven", A, 11.5, 10), unaligned("Pet", 8.5, 10, owner=A)],
        False,
        controls(A, "anna.shard"),
    ),
    # Cass stands by Raven, so that Raven's 3 counts as 0 and Cassette's plain 1 wins.
    Example(
        "E17",
        [godbreaker("Raven", A, 10, 10), godbreaker("Cassette", B, 11.5, 10), godbreaker("Cass", C, 8.5, 10)],
        [("table", 1, 6), ("table", 0, 6)],
        fate("Raven", "Cassette"),
        dice=[3, 1],
        answers=ENGAGE,
        players=3,
    ),
    Example(
        "E19",
        [godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 3.5, 5)],
        ("table", 2, 6),
        fate("Raven"),
        dice=[2],
        answers=(["raven"], "move", [9, 5]),
        ground=table(wall("Hedge", (7, 0), (7, 10))),
    ),
    Example(
        "E20",
        [
            godbreaker("Nexus", A, 9, 9, 12, damage=20),
            godbreaker("Wren", A, 5, 9),
            NOBODY_ELSE,
            treasure("gold", "nexus"),
        ],
        ("ascended", [], "nexus"),
        ascended_with_its_token,
        dice=[12],
        step="recovery",
    ),
    Example(
        "E21",
        [godbreaker(f"Lead{each}", each, 3 + 5 * n, 5, 8, leader=True) for n, each in enumerate((A, B, C))],
        ((B, "G-INI-3"), [C, A, B]),
        priority_after([C, A, B]),
        dice=[5, 5, 3, 2, 4],
        step="initiative",
        players=3,
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.id for example in EXAMPLES])
def test_worked_example(example: Example) -> None:
    play = begin(*example.pieces, dice=example.dice, step=example.step, ground=example.ground, players=example.players)
    play.answer(*example.answers)
    assert example.told(play) == example.expected
