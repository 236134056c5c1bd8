"""Friend and foe (G-SIDE), who controls a marker, tokens and how things lie on the table (G-TBL)."""

import pytest

from game.documents.error import DocumentError
from game.rulesets import load
from game.rulesets.godbreakers.rules.events import Damaged, Displaced, TokenClaimed, TokensDropped
from game.rulesets.godbreakers.rules.state import BASE_RADIUS, MARKER_RADIUS, Model, Token
from tests.rulesets.godbreakers.kit import (
    FAR,
    A,
    B,
    begin,
    forgotten,
    godbreaker,
    hoard,
    make_setup,
    objective,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wall,
)

# -- G-TBL ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "players", "legal"),
    [
        (19.9, 15, 2, False),
        (20, 15, 2, True),
        (15, 20, 2, True),
        (35, 30, 3, True),
        (36, 30, 3, False),
        (30, 36, 3, False),
        (36, 30, 4, True),
    ],
)
def test_g_tbl_1_the_longer_side_is_20_to_35_u_with_fewer_than_four_players(
    width: float, height: float, players: int, legal: bool
) -> None:
    ruleset = load("godbreakers")
    plain = ruleset.plain_setup(make_setup(players, table(width=width, height=height)))
    if legal:
        assert ruleset.players(ruleset.read_setup(plain)) == ("anna", "bert", "cora", "dirk")[:players]
    else:
        with pytest.raises(DocumentError, match="G-TBL-1"):
            ruleset.read_setup(plain)


def test_g_tbl_1_nothing_overhangs_the_edge() -> None:
    play = begin(godbreaker("Raven", A, 2, 2))
    play.answer(["raven"], "move")
    assert play.may_place(0.5, 0.5)
    assert play.why_not(0.4, 0.5)["off the table"].rule == "G-TBL-1"


def test_g_tbl_2_a_base_overlaps_neither_base_nor_marker_nor_barricade() -> None:
    ground = table(wall("Hedge", (6, 12), (14, 12)))
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 13, 10), objective(10, 7), ground=ground)
    play.answer(["raven"], "move")
    refused = {
        "overlaps a base": play.why_not(12.01, 10),
        "overlaps a marker": play.why_not(10, 7.99),
        "on a barricade": play.why_not(10, 11.45),
    }
    for cause, reasons in refused.items():
        assert reasons[cause].rule == "G-TBL-2"
        assert list(reasons) == [cause]


def test_q4_contact_is_no_overlap() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, 13, 10))
    play.answer(["raven"], "move")
    assert play.may_place(12.0, 10)
    assert not play.may_place(12.0001, 10)


def test_g_tbl_5_where_nothing_fits_a_model_is_placed_nearest_and_takes_1_damage() -> None:
    # Seven bases round Raven leave no room for a Forgotten within 0 U.
    ring = [(11.5, 10), (10.9352, 11.1727), (9.6662, 11.4624), (8.6485, 10.6508)]
    ring += [(8.6485, 9.3492), (9.6662, 8.5376), (10.9352, 8.8273)]
    crowd = [godbreaker(f"Guard{index}", A, x, y) for index, (x, y) in enumerate(ring)]
    # The hoard stands among them, so that Anna controls it.
    play = begin(godbreaker("Raven", A, 10, 10), *crowd, hoard(A, 10, 12.55), dice=[2])
    happened = play.act("Raven", "plunder")
    newcomer = play.model("forgotten-1")
    assert newcomer.damage == 1
    assert [(event.piece, event.rule) for event in of_kind(happened, Displaced)] == [("forgotten-1", "G-TBL-5")]
    assert [(event.amount, event.rule) for event in of_kind(happened, Damaged)] == [(1, "G-TBL-5")]
    assert play.session.ruleset.violations(play.game) == []


def test_q23_while_a_spot_in_range_fits_no_other_can_be_chosen() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), hoard(A, 10, 11.9), godbreaker("Nova", B, *FAR), dice=[2])
    play.act("Raven", "plunder")
    assert play.asked == (B, "G-SCN-THE-SCORE")
    assert play.may_place(11.9, 10)
    assert "out of range" in play.why_not(12.1, 10)


CONTROL = [
    ("one alone", [(A, 11.5, 10)], True),
    ("nobody", [], False),
    ("one each", [(A, 11.5, 10), (B, 8.5, 10)], False),
    ("two against one", [(A, 11.5, 10), (A, 10, 11.5), (B, 8.5, 10)], True),
    ("two against two", [(A, 11.5, 10), (A, 10, 11.5), (B, 8.5, 10), (B, 10, 8.5)], False),
    ("just inside 0 U", [(A, 11.9999, 10)], True),
    ("a full inch away", [(A, 12, 10)], False),
]


@pytest.mark.parametrize(("models", "controlled"), [case[1:] for case in CONTROL], ids=[case[0] for case in CONTROL])
def test_g_tbl_6_more_own_godbreakers_at_a_marker_than_all_other_models(
    models: list[tuple[str, float, float]], controlled: bool
) -> None:
    pieces = [godbreaker(f"Model{index}", owner, x, y) for index, (owner, x, y) in enumerate(models)]
    play = begin(objective(10, 10), godbreaker("Away", A, *FAR), *pieces)
    assert play.game.controls(A, play.state.markers["objective"]) is controlled


@pytest.mark.parametrize("owner", ["", B, A], ids=["wild", "tame to the other", "own tame"])
def test_g_tbl_6_unaligned_models_count_against_whoever_controls_them(owner: str) -> None:
    beast = unaligned("Beast", 8.5, 10, owner=owner)
    play = begin(shard(A, 10, 10), godbreaker("Raven", A, 11.5, 10), beast)
    assert not play.game.controls(A, play.state.markers["anna.shard"])


def test_g_tbl_6_a_circle_controls_another_circles_shard_too() -> None:
    play = begin(shard(B, 10, 10), godbreaker("Raven", A, 11.5, 10))
    assert play.game.controls(A, play.state.markers["bert.shard"])
    assert not play.game.controls(B, play.state.markers["bert.shard"])


def test_g_tbl_7_and_q25_a_casualty_drops_all_its_tokens_where_it_stood_without_asking() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, damage=6),
        godbreaker("Nova", B, *FAR),
        treasure("gold", "raven"),
        treasure("silver", "raven"),
        treasure("bronze", "nova"),
        step="recovery",
        dice=[2],
    )
    dropped = of_kind(play.session.events, TokensDropped)
    assert [(event.tokens, event.x, event.y) for event in dropped] == [(("gold", "silver"), 10, 10)]
    assert [(token.id, token.x, token.y) for token in play.game.unclaimed()] == [("gold", 10, 10), ("silver", 10, 10)]
    assert play.state.tokens["bronze"].holder == "nova"


def test_g_tbl_8_damage_by_itself_removes_nothing_before_recovery() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, damage=40), godbreaker("Nova", B, *FAR))
    play.act("Raven", "move", [11, 10], "end")
    assert play.model("Raven").on_table
    assert play.model("Raven").damage == 40


def test_g_tbl_8_damage_adds_up() -> None:
    raven, nova = godbreaker("Raven", A, 10, 10, 8, damage=1), godbreaker("Nova", B, 11, 10, 8, damage=2)
    play = begin(raven, nova, dice=[6, 4, 5, 4])
    play.act("Raven", "engage", ["nova"], "engage", ["nova"])
    assert play.model("Nova").damage == 2 + 2 + 1


def test_g_tbl_10_trophies_are_no_treasure() -> None:
    carriers = [godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, *FAR)]
    tokens = [treasure("skull", "raven", sort="trophy"), treasure("gold", "nova")]
    play = begin(*carriers, *tokens, step="resolution", in_round=5)
    assert play.state.vp == {A: 0, B: 5}


def test_g_tbl_10_a_forgotten_leaves_other_tokens_where_they_lie() -> None:
    play = begin(forgotten("Grim", 10, 10), hoard(A, 25, 15), treasure("skull", x=10, y=11, sort="trophy"))
    happened = play.answer(["grim"], "override", "nothing")
    assert of_kind(happened, TokenClaimed) == []


def test_q20_sizes_of_bases_markers_and_tokens() -> None:
    play = begin(forgotten("Grim", 10, 10), godbreaker("Raven", A, 5, 5), hoard(A, 25, 15))
    assert play.model("Grim").radius == play.model("Raven").radius == BASE_RADIUS == 0.5
    assert play.state.markers["anna.hoard"].radius == MARKER_RADIUS == 0.5
    assert treasure("gold").disc.radius == Token.radius == 0.0
    assert {die: unaligned("Beast", 1, 1, die).radius for die in (6, 8, 10, 12)} == {6: 0.5, 8: 0.5, 10: 0.63, 12: 0.79}


def test_q30_the_objective_stands_in_the_middle_of_the_table() -> None:
    setup = make_setup(2, table(width=31, height=21))
    marker = load("godbreakers").begin(setup).markers["objective"]
    assert (marker.x, marker.y, marker.on_table) == (15.5, 10.5, True)


def test_q20_sizes_are_inches_whatever_a_u_is() -> None:
    ground = table(width=60, height=40).model_copy(update={"unit": 2.0})
    setup = make_setup(2, ground)
    state = load("godbreakers").begin(setup)
    # The table counts in U: half an inch is a quarter of a U.
    assert (setup.battlefield.width, setup.battlefield.height) == (30, 20)
    assert {model.radius for model in state.models.values()} == {0.25}
    assert {marker.radius for marker in state.markers.values()} == {0.25}


# -- G-SIDE --------------------------------------------------------------------------------------


def sides(*models: Model) -> set[tuple[str, str]]:
    """Every pair (one, other) in which `other` is friendly to `one`."""
    play = begin(*models)
    game = play.game
    everybody = list(play.state.models.values())
    friends = {(one.id, other.id) for one in everybody for other in everybody if game.friendly(one, other)}
    foes = {(one.id, other.id) for one in everybody for other in everybody if game.hostile(one, other)}
    assert not friends & foes
    assert {(one.id, other.id) for one in everybody for other in game.hostiles(one)} == foes
    assert len(friends | foes) == len(everybody) * (len(everybody) - 1)
    return friends


def test_g_side_1_models_of_one_player_are_friends_and_hostile_to_all_others() -> None:
    found = sides(godbreaker("Raven", A, 1, 1), godbreaker("Wren", A, 3, 1), godbreaker("Nova", B, 5, 1))
    assert found == {("raven", "wren"), ("wren", "raven")}


def test_g_side_2_wild_models_are_hostile_to_everything_and_to_each_other() -> None:
    assert sides(unaligned("One", 1, 1), unaligned("Two", 3, 1), godbreaker("Raven", A, 5, 1)) == set()


def test_g_side_2_a_scenario_may_make_a_kind_friendly_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begin(unaligned("One", 1, 1), unaligned("Two", 3, 1), unaligned("Odd", 5, 1, kind="other"))
    monkeypatch.setattr(type(play.game.scenario), "kin", lambda self, *kinds: set(kinds) == {"beast"})
    one, two, odd = (play.model(name) for name in ("One", "Two", "Odd"))
    assert play.game.friendly(one, two)
    assert play.game.hostile(one, odd)
    assert play.game.hostile(odd, one)
    assert play.game.hostiles(one) == [odd]


def test_g_side_3_a_tame_model_is_friendly_to_its_player_only() -> None:
    found = sides(unaligned("Pet", 1, 1, owner=A), godbreaker("Raven", A, 3, 1), unaligned("Wolf", 5, 1))
    assert found == {("pet", "raven"), ("raven", "pet")}


def test_g_side_3_a_tame_model_is_activated_as_its_players_and_acts_once() -> None:
    play = begin(unaligned("Pet", 10, 10, owner=A), godbreaker("Raven", A, 3, 3), godbreaker("Nova", B, 25, 15))
    assert play.asked == (A, "G-ACT-1")
    assert play.candidates == ["pet", "raven"]
    play.act("Pet", "move", [12, 10])
    assert play.asked == (B, "G-ACT-1")


def test_g_side_3_a_tame_model_has_no_triumph() -> None:
    play = begin(unaligned("Pet", 10, 10, owner=A, damage=9), godbreaker("Nova", B, 11, 10), dice=[8, 1])
    play.act("Pet", "engage", ["nova"])
    assert (play.model("Pet").damage, play.model("Pet").die) == (9, 8)
    assert play.model("Nova").damage == 7


def test_g_side_3_damage_and_recovery_of_a_tame_model_come_with_its_players_models() -> None:
    play = begin(
        unaligned("Pet", 10, 10, owner=B, damage=2),
        godbreaker("Raven", A, 3, 3, damage=1),
        unaligned("Wolf", 25, 15, damage=1),
        step="recovery",
        priority=[B, A],
        dice=[3, 4, 5],
    )
    recovered = [event.plain()["model"] for event in play.session.events if event.kind == "Recovered"]
    assert recovered == ["pet", "raven", "wolf"]


@pytest.mark.parametrize(("models", "controlled"), [case[1:] for case in CONTROL], ids=[case[0] for case in CONTROL])
def test_g_tbl_6_a_view_names_who_controls_a_marker(models: list[tuple[str, float, float]], controlled: bool) -> None:
    pieces = [godbreaker(f"Model{index}", owner, x, y) for index, (owner, x, y) in enumerate(models)]
    play = begin(objective(10, 10), godbreaker("Away", A, *FAR), *pieces)
    view = play.session.ruleset.view(play.game)
    assert [piece.controller for piece in view.pieces if piece.id == "objective"] == [A if controlled else ""]


def test_a_view_keeps_what_players_lost_and_says_what_became_of_it() -> None:
    play = begin(godbreaker("Nova", A, 10, 10), godbreaker("Raven", B, 11, 10), godbreaker("Scoria", B, 14, 10))
    play.state.models["raven"].place = "casualty"
    play.state.models["scoria"].place = "ascended"
    view = play.session.ruleset.view(play.game)
    fates = {piece.id: (piece.fate.text, piece.fate.rule) for piece in view.lost if piece.fate is not None}
    assert fates == {"raven": ("Casualty", "G-REC-1"), "scoria": ("Ascended", "G-ROLL-6")}
    assert [piece.id for piece in view.pieces if piece.kind == "base"] == ["nova"]
    assert all(piece.fate is None for piece in view.pieces)
