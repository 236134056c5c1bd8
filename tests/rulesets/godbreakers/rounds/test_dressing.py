"""Table dressing by turns: G-SCN-1, G-TBL-1, G-TBL-2, G-TBL-9."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.engine.core.decisions import DEPLOY, Choose, IllegalAnswer, Lay, MalformedAnswer
from game.engine.core.dice import ScriptedDice
from game.engine.core.flow import Interrupt
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.maps import map_now
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players import answer_with, make_player
from game.rulesets import load
from game.rulesets.godbreakers.new_game.planning import check_map
from game.rulesets.godbreakers.rules.events import TableDressed, TerrainAdded
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.rules.terrain import cover, spare_pieces
from game.table.documents import MapDocument, TerrainPiece, find_map, load_map
from tests.rulesets.godbreakers.kit import A, B, make_setup, table, wall, wood

RULESET = load("godbreakers")


def undressed(*beside: TerrainPiece, terrain: Sequence[TerrainPiece] = (), players: int = 2) -> Session:
    """Return a game on a table of 30 × 20 inches with these pieces beside it; no die is rolled."""
    ground = table(*terrain).model_copy(update={"version": 2, "dressing": beside})
    return Session(RULESET, make_setup(players, ground), ScriptedDice.of(()))


def options(session: Session) -> list[str]:
    assert isinstance(session.decision, Choose)
    return [option.key for option in session.decision.options]


def refused(session: Session) -> dict[str, str]:
    assert isinstance(session.decision, Choose)
    return {option.key: refusal.text for option, refusal in session.decision.refusals()}


def big(name: str) -> TerrainPiece:
    """A tenth of the table: 10 × 6 inches."""
    return wood(name, 0, 0, 10, 6)


def test_players_put_terrain_down_by_seniority_before_anything_else_g_scn_1() -> None:
    session = undressed(big("One"), wall("Fence", (0, 0), (4, 0)), players=3)
    askers = []
    for answer in ("one", [5.0, 3.0, 0], "fence", [20.0, 10.0, 90]):
        assert session.decision is not None
        askers.append(session.decision.player)
        assert session.decision.rule == "G-TBL-9"
        session.answer(answer)
    assert askers == [A, A, B, B]
    added = [event for event in session.events if isinstance(event, TerrainAdded)]
    assert [(each.player, each.piece, each.degrees, each.rule) for each in added] == [
        (A, "one", 0, "G-TBL-9"),
        (B, "fence", 90, "G-TBL-9"),
    ]
    assert session.events[-1] == TableDressed(area=10, any_kind=10)
    assert session.decision is not None
    assert "shard" in session.decision.prompt
    fence = session.game.battlefield.piece("fence")
    assert fence.shape.bounds == pytest.approx((19.9, 8.0, 20.1, 12.0))


def test_a_map_with_nothing_beside_it_asks_nothing_and_says_nothing() -> None:
    session = undressed()
    assert session.decision is not None
    assert "shard" in session.decision.prompt
    assert not session.events


def test_nothing_may_overhang_the_edge_g_tbl_1() -> None:
    session = undressed(big("One"))
    session.answer("one")
    decision = session.decision
    assert isinstance(decision, Lay)
    assert decision.allows([5.0, 3.0, 0])
    assert not decision.allows([5.0, 3.0, 90])  # 10 inches high when turned, and its anchor 3 above the edge
    assert [(each.rule, round(each.short_by or 0, 3)) for each in decision.why_not([5.0, 3.0, 90])] == [
        ("G-TBL-1", 2.0)
    ]
    assert decision.allows([5.0, 5.0, 90])
    found = decision.turned(90).nearest((5.0, 3.0))
    assert found is not None
    assert (found.x, found.y) == pytest.approx((5.0, 5.0), abs=1e-3)


def test_a_barricade_overlaps_neither_the_objective_nor_another_barricade_but_may_touch_g_tbl_2() -> None:
    session = undressed(wall("Fence", (0, 0), (4, 0)), terrain=[wall("Dyke", (5, 5), (5, 15), width=1.0)])
    session.answer("fence")
    decision = session.decision
    assert isinstance(decision, Lay)
    assert [each.cause for each in decision.why_not([15.0, 10.0, 0])] == ["overlaps a marker"]
    assert [each.cause for each in decision.why_not([5.0, 10.0, 0])] == ["on a barricade"]
    assert decision.allows([7.5, 10.0, 0])  # end to side: from 5.5 on
    assert not decision.allows([7.49, 10.0, 0])
    assert decision.allows([15.0, 10.6, 0])  # half an inch of marker, a tenth of wall
    assert not decision.allows([15.0, 10.59, 0])


def test_area_terrain_may_lie_over_other_area_terrain_and_under_the_objective() -> None:
    session = undressed(big("One"), wood("Two", 0, 0, 4, 4))
    for answer in ("one", [15.0, 10.0, 0], "two", [15.0, 10.0, 45]):
        session.answer(answer)
    assert cover(session.game.battlefield).area == pytest.approx(0.1)
    assert isinstance(session.events[-1], TableDressed)


def test_a_piece_that_would_cover_more_than_half_is_refused_with_the_reason_g_tbl_9() -> None:
    session = undressed(big("One"), wood("Moor", 0, 0, 30, 9), wall("Fence", (0, 0), (4, 0)))
    session.answer("moor")
    session.answer([15.0, 4.5, 0])  # 45 %: about half is covered
    assert isinstance(session.events[-1], TableDressed)
    session = undressed(wood("Heath", 0, 0, 30, 10.5), wood("Moor", 0, 0, 30, 8))
    assert options(session) == ["moor"]
    assert "more than half" in refused(session)["heath"]
    with pytest.raises(IllegalAnswer, match="more than half"):
        session.answer("heath")


def test_enough_is_offered_from_a_quarter_on_and_counts_for_good_g_tbl_9() -> None:
    session = undressed(*(big(f"Wood-{n}") for n in range(4)), wall("Fence", (0, 0), (4, 0)))
    assert "quarter" in refused(session)["enough"]
    for answer in ("wood-0", [5.0, 3.0, 0], "wood-1", [15.0, 3.0, 0], "wood-2", [25.0, 3.0, 0]):
        session.answer(answer)
    assert session.decision is not None
    assert session.decision.player == B
    session.answer("enough")
    for answer in ("fence", [5.0, 15.0, 0]):
        assert session.decision.player == A
        session.answer(answer)
    assert session.decision.player == A, "Bert adds no more"
    session.answer("enough")
    assert session.events[-1] == TableDressed(area=30, any_kind=30)
    assert session.state.begun == []


def test_pieces_of_one_shape_are_one_option_that_says_how_many_there_are() -> None:
    session = undressed(big("Moor-1"), big("Moor-2"), wood("Copse-1", 0, 0, 3, 3))
    assert isinstance(session.decision, Choose)
    assert [option.label for option in session.decision.options] == ["Moor-, 2 left", "Copse-1"]


@pytest.mark.parametrize(
    "answer", [[5.0, 3.0, 7], [5.0, 3.0, 360], [5.0, 3.0, 15.0], [5.0, 3.0, True], [5.0], [1, 2, 3, 4]]
)
def test_a_turn_that_is_none_is_malformed(answer: list[float]) -> None:
    session = undressed(big("One"))
    session.answer("one")
    with pytest.raises(MalformedAnswer):
        session.answer(answer)
    assert session.journal == ["one"]


def test_an_answer_without_a_turn_leaves_the_piece_as_it_is() -> None:
    session = undressed(big("One"))
    session.answer("one")
    session.answer([5.0, 3.0])
    assert session.journal[-1] == [5.0, 3.0, 0]


def test_who_concedes_dresses_no_more() -> None:
    session = undressed(big("One"), big("Two"), wood("Copse", 0, 0, 3, 3), players=3)
    session.interrupt(Interrupt("concede", A))
    assert session.decision is not None
    assert session.decision.player == B


def test_the_rulebook_dresses_and_deploys_when_asked_the_same_each_time() -> None:
    ends = []
    for _run in range(2):
        session = Session(RULESET, bare(), ScriptedDice.of(()))
        session.answer(DEPLOY)  # Anna's pieces only
        assert session.decision is not None
        assert session.decision.player == "bob"
        ends.append(session.state.digest())
    assert ends[0] == ends[1]


def bare(players: int = 2) -> Setup:
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob", "Cy", "Dee")[:players], "score", "bare-table"))
    assert isinstance(setup, Setup)
    return setup


@pytest.mark.parametrize("kind", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(3))
def test_programs_dress_a_legal_table_that_can_be_kept_as_a_map(kind: str, seed: int) -> None:
    session = Session(RULESET, bare(2 + seed), ScriptedDice.of(()))
    player = make_player(kind, seed)
    while not any(isinstance(event, TableDressed) for event in session.events):
        session.answer(answer_with(player, session, seed))
        assert session.fork(0).state.digest() == session.state.digest()
    document = map_now(load_map(find_map("bare-table")), session.game.battlefield)
    assert not document.dressing
    assert check_map(document) == []
    again = MapDocument.model_validate_json(document.model_dump_json())
    assert again == document
    played = RULESET.read_setup({**save_document(session, "").setup, "map": document.model_dump(mode="json")})
    assert {piece.id: piece.shape.wkt for piece in played.battlefield.pieces} == {
        piece.id: piece.shape.wkt for piece in session.game.battlefield.pieces
    }


def test_shaping_may_bring_in_what_was_left_beside_the_table_q18() -> None:
    session = undressed(*(big(f"Wood-{n}") for n in range(3)), wood("Copse", 0, 0, 3, 3))
    for answer in ("wood-0", [5.0, 3.0, 0], "wood-1", [15.0, 3.0, 0], "wood-2", [25.0, 3.0, 0], "enough", "enough"):
        session.answer(answer)
    assert [piece.id for piece in spare_pieces(session.game, 12)] == ["copse"]
