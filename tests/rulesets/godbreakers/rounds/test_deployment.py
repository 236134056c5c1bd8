"""Deployment, the same in every scenario (G-SCN-6), and automatic deployment."""

from pathlib import Path
from typing import NoReturn

import pytest

from game.engine.core.decisions import Place
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.history.undo_policy import undo_effect
from game.engine.saving.documents import SaveDocument
from game.engine.saving.loading import load_save, verify
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.rulesets import find, load
from game.rulesets.godbreakers.rules.events import Placed
from game.rulesets.godbreakers.rules.rounds import deployment
from game.rulesets.godbreakers.rules.rounds.deployment import AUTO
from tests.rulesets.godbreakers.kit import A, B, C, Play, from_the_start, make_setup, of_kind, table, wall, wood


def deploying(players: int = 2, dice: tuple[int, ...] = ()) -> Play:
    """Shards and hoards have been placed on a 30 by 20 table; deployment begins."""
    play = from_the_start(players, dice=dice)
    shards = {A: [3, 3], B: [27, 17], C: [3, 17]}
    hoards = {A: [27, 3], B: [15, 3], C: [15, 17]}
    for player in (A, B, C)[:players]:
        play.answer(list(shards[player]), list(hoards[player]))
    return play


@pytest.mark.parametrize(("x", "legal"), [(7.5, True), (7.5001, False), (22.5, True), (22.4999, False), (15, False)])
def test_g_scn_6_and_q30_a_shard_goes_outside_6_u_of_the_centre_with_its_whole_outline(x: float, legal: bool) -> None:
    # The centre is (15, 10); out of 6 U means 7 inches and more to the rim.
    play = from_the_start()
    assert play.asked == (A, "G-SCN-6")
    assert play.may_place(x, 10) is legal
    if not legal:
        assert play.why_not(x, 10)["too close"].rule == "G-MEAS-5"


def test_g_meas_3_terrain_towards_the_centre_lets_a_shard_come_nearer() -> None:
    play = from_the_start(ground=table(wood("Wood", 8, 5, 13, 15)))
    assert play.may_place(8.6, 10)
    assert not play.may_place(21.4, 10)


def test_g_tbl_2_a_shard_may_not_lie_on_another_marker() -> None:
    play = from_the_start()
    play.answer([3, 3], [27, 17])
    assert list(play.why_not(3.5, 3)) == ["overlaps a marker"]
    assert "off the table" in play.why_not(0.2, 10)


def test_g_scn_6_what_cannot_be_deployed_next_is_refused_with_its_reason() -> None:
    play = deploying()
    first, second = play.decision.player, next(each for each in (A, B) if each != play.decision.player)
    mine, theirs = ([each.id for each in play.state.models.values() if each.owner == who] for who in (first, second))
    for piece in (mine[0], theirs[0]):
        play.answer([piece])
        play.answer(near_shard(play))
    name = play.game.name_of
    reasons = [play.refused([piece])[0].text for piece in (mine[0], theirs[1], f"{first}.shard")]
    assert reasons == [
        f"{name(mine[0])} has been deployed",
        f"{name(theirs[1])} is not yours to deploy",
        f"{name(f'{first}.shard')} is not a godbreaker",
    ]


def near_shard(play: Play) -> list[float]:
    """The legal spot nearest to the shard of the player who decides."""
    shard = play.state.markers[f"{play.decision.player}.shard"]
    assert isinstance(play.decision, Place)
    spot = play.decision.region.nearest((shard.x, shard.y))
    assert spot is not None
    return [spot.x, spot.y]


def test_g_scn_6_alternately_one_godbreaker_at_a_time_until_all_are_down() -> None:
    play = deploying(3)
    turns: list[str] = []
    for _ in range(12):
        turns.append(play.decision.player)
        play.answer([play.candidates[0]])
        play.answer(near_shard(play))
    assert turns == [C, B, A] * 4
    # The last of each needs no question which one it is.
    assert play.decision.kind == "place"
    play.answer(near_shard(play))
    play.answer(near_shard(play))
    assert play.asked == (A, "G-SCN-6")
    assert [len(play.game.circle(player)) for player in (A, B, C)] == [4, 5, 5]


def test_g_scn_6_each_within_its_own_movement_range_of_the_shard() -> None:
    play = deploying()
    assert play.asked == (B, "G-SCN-6")
    sizes = {identity: play.state.models[identity].die for identity in play.candidates}
    six = next(identity for identity, die in sizes.items() if die == 6)
    eight = next(identity for identity, die in sizes.items() if die == 8)
    # Bert's shard is at (27, 17): 6 U let the centre be less than 7 inches off, 8 U less than 9.
    play.answer([six])
    assert play.may_place(20.0001, 17)
    assert play.why_not(19.9, 17)["out of range"].rule == "G-MEAS-5"
    play.answer([20.5, 17])
    play.answer([play.candidates[0]], [4.2, 4.2])
    play.answer([eight])
    assert play.may_place(18.0001, 17)
    assert not play.may_place(17.9, 17)


def test_g_scn_6_a_player_deploys_only_their_own_and_each_once() -> None:
    play = deploying()
    mine = play.candidates
    assert all(identity.startswith(B) for identity in mine)
    play.answer([mine[0]], [26, 14])
    assert all(identity.startswith(A) for identity in play.candidates)
    play.answer([play.candidates[0]], [4.2, 4.2])
    assert play.candidates == mine[1:]
    assert play.refused([mine[0]])[0].rule == "G-SCN-6"


def test_g_scn_6_auto_deploy_puts_the_rest_down_legally_and_asks_no_more() -> None:
    play = from_the_start(dice=[2, 5])
    play.answer(AUTO.key)
    assert play.decision.player == B
    play.answer(AUTO.key)
    placed = of_kind(play.session.events, Placed)
    assert len(placed) == 4 + 10
    assert play.session.ruleset.violations(play.game) == []
    for player in (A, B):
        shard = play.state.markers[f"{player}.shard"]
        assert (play.game.range(shard, play.state.markers["objective"]) or 0) > 5
        for model in play.game.circle(player):
            assert play.game.within(shard, model, model.die)
    assert play.asked == (B, "G-INI-3")


def test_g_scn_6_auto_deploy_in_the_middle_leaves_what_is_placed() -> None:
    play = deploying(dice=(2, 5))
    first = play.candidates[0]
    play.answer([first], [26, 14], AUTO.key)
    assert play.decision.player == B
    play.answer(AUTO.key)
    assert play.asked == (B, "G-INI-3")
    assert (play.state.models[first].x, play.state.models[first].y) == (26, 14)
    assert {len(play.game.circle(player)) for player in (A, B)} == {5}


def test_g_scn_6_the_same_table_is_deployed_the_same_way() -> None:
    boards = []
    for _ in range(2):
        play = from_the_start(dice=())
        play.answer(AUTO.key)
        boards.append([(marker.x, marker.y) for marker in play.game.lying()])
    assert boards[0] == boards[1]


# -- automatic placements in the journal -------------------------------------------------------


def stored(session: Session) -> SaveDocument:
    """A save as it comes back from a file."""
    return SaveDocument.model_validate_json(save_document(session).model_dump_json(exclude_none=True))


def deployed() -> Play:
    """A game in which both have everything put down for them."""
    play = from_the_start(dice=[2, 5])
    play.answer(AUTO.key, AUTO.key)
    return play


def take_back(play: Play) -> None:
    """Undo as a person does."""
    assert SessionModel(play.session, lambda _: None, Path()).undo()


def test_every_automatic_placement_stands_in_the_journal_as_a_position() -> None:
    play = deployed()
    journal = play.session.journal
    placed = [[each.x, each.y] for each in of_kind(play.session.events, Placed)]
    assert AUTO.key not in journal
    assert [entry for entry in journal if isinstance(entry, list) and isinstance(entry[0], float)] == placed


def test_a_replay_of_automatic_placements_samples_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    play = deployed()

    def forbidden(*_: object) -> NoReturn:
        raise AssertionError("sampled")

    monkeypatch.setattr(deployment, "good_spot", forbidden)
    again, differences = verify(stored(play.session), find, "a test")
    assert differences == []
    assert again.state.digest() == play.state.digest()


def test_an_automatic_deployment_is_taken_back_in_one_step_even_after_loading() -> None:
    play = from_the_start(dice=[2, 5])
    play.answer(AUTO.key, [27, 17])
    length = len(play.session.journal)
    play.answer(AUTO.key)
    assert play.asked == (B, "G-INI-3")
    for session in (load_save(stored(play.session), find, "a test")[0], play.session):
        way = undo_effect(session)
        assert way is not None
        assert (way.entries, way.player) == (len(session.journal) - length, B)
        assert SessionModel(session, lambda _: None, Path()).undo()
        assert (len(session.journal), session.pending().player) == (length, B)
    play.answer(AUTO.key)


def test_what_is_placed_automatically_after_anothers_answer_goes_with_that_answer() -> None:
    play = from_the_start()
    play.answer(AUTO.key, [27, 17], [27, 3])
    length = len(play.session.journal)
    play.answer([play.candidates[0]], [26, 14])
    # One of Anna's has followed.
    assert play.decision.player == B
    assert len(play.session.journal) == length + 4
    way = undo_effect(play.session)
    assert way is not None
    assert (way.entries, way.player) == (3, B)
    # Anna's standing order outlasts it, whoever takes it back.
    take_back(play)
    play.answer([26, 14])
    play.session.undo()
    play.answer([26, 14])
    assert len(play.session.journal) == length + 4


def test_once_it_is_taken_back_the_player_is_asked_again() -> None:
    play = deploying()
    length = len(play.session.journal)
    play.answer(AUTO.key)
    assert play.decision.player == A
    take_back(play)
    play.answer([play.candidates[0]])
    assert (len(play.session.journal), play.decision.kind) == (length + 1, "place")


def test_people_who_roll_their_dice_do_so_in_the_middle_of_an_automatic_deployment() -> None:
    setup = make_setup(2, table(), scenario="clash")
    session = Session(load("godbreakers"), setup, TypedDice())
    session.answer([3, 3])
    with pytest.raises(RollNeeded):
        session.answer(AUTO.key)
    session.roll([5])
    with pytest.raises(RollNeeded):
        session.answer(AUTO.key)
    # Hers and his go on being placed after his hunt, up to the initiative.
    with pytest.raises(RollNeeded):
        session.roll([5])
    session.roll([3, 4])
    assert session.pending().rule == "G-INI-3"
    assert AUTO.key not in session.journal


def test_a_journal_of_an_older_program_still_deploys_by_its_shortcut() -> None:
    play = from_the_start(dice=[2, 5])
    for _ in range(2):
        play.session.give(AUTO.key)
    assert play.asked == (B, "G-INI-3")
    assert play.session.journal == [AUTO.key, AUTO.key]
    save = SaveDocument.model_validate_json(save_document(play.session).model_dump_json(exclude_none=True))
    session, difference = load_save(save, find, "a test")
    assert difference is None
    assert session.state.digest() == play.state.digest()


@pytest.mark.parametrize("automatic", [False, True])
def test_g_tbl_5_a_shard_walled_in_its_godbreakers_go_to_the_nearest_spot_and_take_1_damage(automatic: bool) -> None:
    pen = wall("Pen", (2.2, 0), (2.2, 2.2), (0, 2.2), impassable=True)
    play = from_the_start(2, table(pen))
    play.answer([1.05, 1.05], [15, 3], [27, 17], [15, 17])
    play.answer([play.candidates[0]], [26, 14])
    first = play.candidates[0]
    if automatic:
        play.answer(AUTO.key)
    else:
        play.answer([first])
    model = play.state.models[first]
    # Ties between east and north go to the lowest bearing.
    assert (model.x, model.y, model.damage) == (2.8, 1.05, 1)
    assert play.decision.player == B
