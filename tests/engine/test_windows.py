"""Windows: players act in turn until all pass; who can do nothing is not asked, unless it is agreed otherwise."""

from __future__ import annotations

from typing import Any

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.engine.core.windows import PASS, Opportunity, window


def asked(
    hands: dict[str, list[str]], *answers: str, always: tuple[str, ...] = (), alternately: bool = False
) -> list[str]:
    """Play a window in which each player may lay the cards of a hand; return who was asked for what, and what fell."""
    told: list[str] = []

    def lay(player: str, card: str) -> Flow:
        yield from ()
        hands[player].remove(card)
        told.append(f"{player} lays {card}")

    def open_to(player: str) -> list[Opportunity]:
        return [Opportunity(Option(card, card), lambda card=card: lay(player, card)) for card in hands[player]]  # type: ignore[misc]

    def ask(player: str, options: tuple[Option, ...]) -> Choose:
        return Choose(player=player, prompt="Lay a card?", rule="T-1", options=options)

    flow = window(
        tuple(hands), open_to, ask, lambda player: Option(PASS, "No"), lambda player: player in always,
        alternately=alternately,
    )  # fmt: skip
    run(flow, told, answers)
    return told


def run(flow: Flow, told: list[str], answers: tuple[str, ...]) -> None:
    """Run a flow with some answers, all of which are used, and add who was asked for what."""
    left: list[Any] = list(answers)
    answer = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration:
            assert not left
            return
        assert isinstance(decision, Choose)
        told.append(f"{decision.player}: {', '.join(option.key for option in decision.options)}")
        answer = left.pop(0)


def test_nobody_who_can_do_nothing_is_asked() -> None:
    assert asked({"ann": [], "bob": []}) == []
    assert asked({"ann": [], "bob": ["ace"]}, PASS) == ["bob: ace, pass"]


def test_who_acted_may_act_again_and_the_others_answer() -> None:
    told = asked({"ann": ["ace", "king"], "bob": ["ten"]}, "ace", PASS, "ten", PASS)
    assert told == ["ann: ace, king, pass", "ann lays ace", "ann: king, pass", "bob: ten, pass", "bob lays ten",
                    "ann: king, pass"]  # fmt: skip


def test_who_is_to_be_asked_anyway_is_asked_with_nothing_to_do() -> None:
    assert asked({"ann": [], "bob": []}, PASS, always=("bob",)) == ["bob: pass"]
    told = asked({"ann": ["ace"], "bob": []}, "ace", PASS, always=("bob",))
    assert told == ["ann: ace, pass", "ann lays ace", "bob: pass"]


def test_players_act_in_their_order_round_and_round() -> None:
    hands = {"ann": ["a1"], "bob": ["b1", "b2"], "cy": ["c1"]}
    told = asked({name: [*cards] for name, cards in hands.items()}, PASS, "b1", PASS, PASS, "a1", PASS, PASS)
    assert [line for line in told if ":" in line] == [
        "ann: a1, pass", "bob: b1, b2, pass", "bob: b2, pass", "cy: c1, pass", "ann: a1, pass", "bob: b2, pass",
        "cy: c1, pass",
    ]  # fmt: skip
    told = asked(hands, "a1", "b1", PASS, PASS, alternately=True)
    assert [line for line in told if ":" in line] == [
        "ann: a1, pass", "bob: b1, b2, pass", "cy: c1, pass", "bob: b2, pass",
    ]  # fmt: skip
