"""Terrain put down by the players, and that of warbands (B-SETUP-3, B-SETUP-5, B-SETUP-9, B-WARB-6)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from game.documents.error import DocumentError
from game.engine.core.decisions import DEPLOY, Choose, Decision, Lay
from game.engine.core.dice import KeyedDice, ScriptedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players import answer_with, make_player
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.new_game.planning import _near, check_map
from game.rulesets.bushido.rules.invariants import SOUND
from game.rulesets.bushido.rules.moving.sight import standing
from game.rulesets.bushido.rules.setup import BushidoSetup
from game.rulesets.bushido.warbands.profiles import WarbandDocument
from game.table.documents import MapDocument, find_map, load_map
from game.table.terrain.battlefield import piece_from
from tests.rulesets.bushido.bushido_kit import BARE, BELL, MUD, card, piece

OPEN = load_map(find_map("open-ground"))


def ground(**changes: Any) -> MapDocument:
    return OPEN.model_copy(update=changes)


def game(field: MapDocument = OPEN, **changes: Any) -> Session:
    """Return a game whose first player leads the setup: Ann, who wins the deployment test."""
    plain = RULESET.plain_setup(RULESET.new_setup(GamePlan(("Ann", "Bob"), "idols", "open-ground")))
    plain["map"] = field.model_dump(mode="json", exclude_none=True)
    for place, band in changes.items():
        plain["players"][int(place[-1])]["warband"] = band
    session = Session(RULESET, RULESET.read_setup(plain), ScriptedDice.of((5, 3)))
    session.answer(["bob.ferry-brute"])
    session.answer("ann")
    return session


def asked(session: Session) -> Decision:
    return session.pending()


def options(session: Session) -> list[str]:
    decision = session.pending()
    assert isinstance(decision, Choose)
    return [option.key for option in decision.options]


def refused(session: Session) -> dict[str, str]:
    decision = session.pending()
    assert isinstance(decision, Choose)
    return {option.key: refusal.text for option, refusal in decision.refusals()}


SPOTS = {
    "pond-1": [5.0, 12.5, 0],
    "pond-2": [19.0, 12.5, 0],
    "bamboo-1": [9.0, 17.5, 0],
    "bamboo-2": [15.0, 6.5, 0],
    "field-1": [9.0, 8.0, 0],
    "hill-1": [15.0, 17.0, 0],
    "hedge-1": [4.0, 19.0, 0],
}


def put(session: Session, count: int) -> list[str]:
    """Put down some pieces; return who did."""
    players = []
    for name, spot in [*SPOTS.items()][:count]:
        players.append(session.pending().player)
        session.answer(name)
        session.answer(spot)
    return players


def test_b_setup_3_player_one_begins_and_both_alternate_until_six_lie_there() -> None:
    session = game()
    assert asked(session).rule == "B-SETUP-3"
    assert len(session.state.objectives) == 3  # B-SETUP-1: they lie there before the terrain
    assert refused(session)["enough"] == "0 pieces are placed, but 6 are needed"
    assert put(session, 6) == ["ann", "bob"] * 3
    assert "enough" in options(session)


def test_b_setup_3_after_one_stops_the_other_adds_one_more_and_who_stopped_picks_the_side() -> None:
    session = game()
    put(session, 6)
    session.answer("enough")
    assert (asked(session).player, "enough" in options(session)) == ("bob", True)
    session.answer("hedge-1")
    session.answer(SPOTS["hedge-1"])
    assert (asked(session).player, asked(session).rule) == ("ann", "B-SETUP-3")
    session.answer("north")
    assert (session.state.south, session.state.stopped, len(session.state.laid)) == ("bob", "ann", 7)
    told = [event for event in session.events if event.kind in ("TerrainLaid", "TerrainDone")]
    assert RULESET.tell(session.game, told[0]) == "Ann places Pond 1"
    assert [event.kind for event in told] == ["TerrainLaid"] * 7 + ["TerrainDone"]


def test_b_setup_3_the_other_need_not_add_one() -> None:
    session = game()
    put(session, 6)
    for _player in range(2):
        session.answer("enough")
    assert (asked(session).player, len(session.state.laid)) == ("ann", 6)


def test_b_setup_3_when_nothing_is_left_it_is_enough() -> None:
    session = game(field=ground(dressing=OPEN.dressing[6:12]))
    for name in [each.id for each in OPEN.dressing[6:12]]:
        session.answer(name)
        session.answer(SPOTS.get(name, [12.0, 3.0, 0]))
    assert (asked(session).prompt, asked(session).player) == ("On which side do you deploy?", "ann")


@pytest.mark.parametrize(
    ("name", "spot", "reason"),
    [
        ("pond-1", [2.0, 12.0, 0], "edge"),
        ("tree-1", [12.0, 14.0, 0], "an objective of Idols"),
        ("tree-1", [5.0, 5.0, 0], "the corner square"),
        ("tree-1", [15.0, 4.5, 0], "House 1"),
        ("hill-1", [11.0, 5.0, 0], "House 1"),
    ],
)
def test_b_setup_9_why_a_piece_may_not_lie_there(name: str, spot: list[float], reason: str) -> None:
    session = game()
    session.answer("house-1")
    session.answer([12.0, 5.0, 0])
    session.answer(name)
    decision = asked(session)
    assert isinstance(decision, Lay)
    [refusal] = decision.why_not(spot)
    assert reason in refusal.text
    assert refusal.rule == "B-SETUP-9"
    assert refusal.short_by is not None
    near = decision.turned(0).nearest((spot[0], spot[1]))
    assert near is not None
    assert decision.allows([near.x, near.y, 0])


def test_b_setup_9_a_long_piece_without_room_off_the_edge_may_lie_at_it() -> None:
    long = piece("long", 1.0, 1.0, 8.9, 8.9)
    field = ground(
        dressing=(long, *OPEN.dressing[8:]), terrain=(piece("big", 6.0, 6.0, 9.0, 9.0, passage="difficult"),)
    )
    session = game(field=field)
    session.answer("long")
    decision = asked(session)
    assert decision.allows([19.5, 4.45, 0])
    assert not decision.allows([19.6, 4.45, 0])


def test_b_setup_1_the_terrain_laid_is_the_terrain_of_the_game() -> None:
    session = game()
    put(session, 6)
    session.answer("enough")
    session.answer("enough")
    assert [each.piece.id for each in standing(session.game)] == [*SPOTS][:6]
    again = RULESET.read_state(save_document(session, "").model_dump(mode="json")["checkpoint"]["state"], session.setup)
    assert [each.id for each in again.laid] == [*SPOTS][:6]
    assert SOUND.violations(again, session.setup) == []
    plain = save_document(session, "").model_dump(mode="json")["checkpoint"]["state"]
    plain["laid"][0]["id"] = "castle"
    with pytest.raises(DocumentError, match="'castle' is not a terrain piece"):
        RULESET.read_state(plain, session.setup)


@pytest.mark.parametrize("seed", range(2))
def test_b_setup_3_programs_place_terrain_that_the_rules_allow(seed: int) -> None:
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"), "keii", "open-ground")), KeyedDice(seed))
    player = make_player("random", seed)
    while not session.state.south:
        decision = session.pending()
        session.answer(DEPLOY if decision.deploys and seed else answer_with(player, session, seed))
        assert session.fork(0).state.digest() == session.state.digest()
    assert len(session.state.laid) >= 6
    assert RULESET.violations(session.game) == []


def test_b_setup_4_without_pieces_beside_the_map_nothing_can_be_placed() -> None:
    plain = RULESET.plain_setup(RULESET.new_setup(GamePlan(("Ann", "Bob"), "idols", "bamboo-ford")))
    plain["options"]["terrain"] = "placed"
    with pytest.raises(DocumentError, match="the map has no pieces for players to place"):
        RULESET.read_setup(plain)


def test_b_setup_9_pieces_beside_a_map_are_checked_too() -> None:
    large = piece("large", 1.0, 1.0, 9.5, 2.0)
    found = [(problem.where, problem.rule) for problem in check_map(ground(dressing=(large,)))]
    assert found == [("dressing[0]", "B-SETUP-9"), ("dressing", "B-SETUP-3")]


# -- what warbands bring


def band(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(BELL.model_dump_json())
    return {**plain, "rice_limit": 60, **changes}


def bring(name: str, width: float = 2.0, rice: int = 2) -> dict[str, Any]:
    shape = piece(name, 1.0, 1.0, width, 1.0, passage="impassable", visibility="blocking", size="small")
    return {"name": name.capitalize(), "rice": rice, "piece": shape.model_dump(mode="json", exclude_none=True)}


def test_b_setup_5_and_b_warb_6_the_winner_of_the_test_puts_down_its_warbands_terrain_first() -> None:
    own = {**json.loads(MUD.model_dump_json()), "rice_limit": 60, "terrain": [bring("raft")]}
    session = game(warband0=band(terrain=[bring("gate"), bring("bell")]), warband1=own)
    put(session, 6)
    for answer in ("enough", "enough", "south"):
        session.answer(answer)
    found = []
    for spot in ([9.0, 3.0, 0], [13.5, 3.0, 0], [12.0, 21.0, 0]):
        decision = asked(session)
        assert isinstance(decision, Lay)
        found.append((decision.player, decision.about, decision.rule))
        session.answer(spot)
    assert found == [
        ("ann", "ann.gate", "B-SETUP-5"),
        ("ann", "ann.bell", "B-SETUP-5"),
        ("bob", "bob.raft", "B-SETUP-5"),
    ]
    assert asked(session).prompt == "Who deploys first?"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"terrain": [bring("gate", rice=20)]}, "10 more than the limit of 60.*B-WARB-3"),
        ({"terrain": [bring("gate", 9.5)]}, "larger than 9 by 9 inches.*B-SETUP-9"),
        ({"terrain": [bring("gate"), bring("gate")]}, "appears twice.*B-WARB-4"),
        ({"terrain": [bring("gate", rice=0)]}, "greater than or equal to 1|at least 1"),
        ({"theme": {"name": "Drill", "permits": ["Soldier"]}}, "allows only Soldier.*B-WARB-6"),
        ({"theme": {"name": "Drill", "permits": ["Human"], "excludes": ["Healer"]}}, "excludes Healer.*B-WARB-6"),
    ],
)
def test_b_warb_6_what_a_theme_and_terrain_cards_must_keep_to(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises((ValidationError, ValueError), match=reason):
        WarbandDocument.model_validate_json(json.dumps(band(**changes)))


def test_b_warb_5_a_ronin_joins_a_theme_only_if_it_takes_ronin() -> None:
    ronin = {**card("Wanderer"), "faction": "Ronin", "hired_by": ["Still Bell"]}
    for takes in (True, False):
        plain = band(models=[ronin], theme={"name": "Road", "ronin": takes})
        if takes:
            assert WarbandDocument.model_validate_json(json.dumps(plain)).theme is not None
        else:
            with pytest.raises(ValidationError, match="does not allow Ronin"):
                WarbandDocument.model_validate_json(json.dumps(plain))


def test_b_warb_5_a_ronin_is_no_model_of_its_hirers_faction() -> None:
    from tests.rulesets.bushido.bushido_kit import moment

    ronin = {**card("Wanderer"), "faction": "Ronin", "hired_by": ["Test"]}
    models = band(faction="Test", models=[ronin, card("Local")])
    at = moment(south=WarbandDocument.model_validate_json(json.dumps(models)))
    assert [at.game.is_a(at[name], "Test") for name in ("wanderer", "local")] == [False, True]
    assert at.game.is_a(at["wanderer"], "Ronin")


def test_a_setup_without_terrain_reads_as_before() -> None:
    assert BushidoSetup.model_fields["options"].default.terrain == "map"
    assert not BARE.dressing


def test_b_setup_9_only_pieces_near_each_other_are_measured() -> None:
    """All pairs of pieces were measured: twice as many corners took four times as long."""
    rocks = [piece(f"rock-{at}", 1.0 + at % 7 * 3.0, 1.0 + at // 7 * 3.0, 1.0, 1.0) for at in range(49)]
    near = list(_near([(at, piece_from(rock)) for at, rock in enumerate(rocks)]))
    assert len(near) < 5 * len(rocks)
    touching = [
        piece("one", 5.0, 5.0, 1.0, 1.0),
        piece("two", 6.2, 5.0, 1.0, 1.0),
        piece("three", 20.0, 20.0, 1.0, 1.0),
    ]
    met = _near([(at, piece_from(rock)) for at, rock in enumerate(touching)])
    assert [(one[0], other[0]) for one, other in met] == [(0, 1)]
    assert not list(_near([]))
