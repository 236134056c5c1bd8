"""Setups, maps, warbands and states from outside: every refusal names file, place and rule."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.resources import bundled_map
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.new_game.planning import NEW_GAMES, check_map
from game.rulesets.bushido.rules.scenarios import names
from game.rulesets.bushido.rules.terrain import passage, size, visibility
from game.rulesets.bushido.warbands.profiles import NAMES, WARBANDS, FeatDocument, WarbandDocument, bundled_warband
from game.rulesets.bushido.warbands.traits import FEATS
from game.table.documents import MapDocument, load_map, maps_for
from game.table.terrain.battlefield import Battlefield, piece_from
from tests.commands.calls import call
from tests.rulesets.bushido.bushido_kit import card, skirmish_session, warband

PAIR = ("Ann", "Bob")
PLAIN_MAP = json.loads(bundled_map("bamboo-ford").read_text(encoding="utf-8"))  # type: ignore[union-attr]


def square(x: float, y: float, side: float, **traits: str) -> dict[str, Any]:
    outline = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
    named = {f"bushido.{key}": value for key, value in traits.items()}
    return {"id": f"piece-{x:g}-{y:g}", "name": f"Piece {x:g}", "look": "wall", "area": [{"outline": outline}],
            "traits": named}  # fmt: skip


def changed(**changes: Any) -> MapDocument:
    return parse_document(json.dumps({**PLAIN_MAP, **changes}), MapDocument, "a map")


@pytest.mark.parametrize("path", maps_for("bushido"), ids=lambda path: path.stem)
def test_b_setup_9_the_bundled_maps_are_legal_in_every_scenario(path: Path) -> None:
    document = load_map(path)
    assert check_map(document) == []
    pieces = [*Battlefield.from_map(document).pieces, *map(piece_from, document.dressing)]
    assert len(pieces) >= 6
    kinds = {(passage(piece), visibility(piece), size(piece)) for piece in pieces}
    assert {"impassable", "difficult"} <= {kind[0] for kind in kinds} or "obscuring" in {kind[1] for kind in kinds}
    assert ("impassable", "blocking", "huge") in kinds
    for piece in pieces:
        west, south, east, north = piece.shape.bounds
        assert min(west, south, 24.0 - east, 24.0 - north) >= 2.0 - 1e-9, piece.name


@pytest.mark.parametrize(
    ("changes", "where", "reason", "rule"),
    [
        ({"width": 30}, "width", "30 by 24 inches", "B-STAT-1"),
        ({"rulesets": ["other"]}, "rulesets", "made for other", ""),
        ({"terrain": [square(7, 8, 9.5)]}, "terrain[0]", "measures 9.5 by 9.5", "B-SETUP-9"),
        (
            {"terrain": [square(3, 8, 1), square(4, 8, 1)]},
            "terrain[1]",
            "Piece 4 touches or overlaps Piece 3",
            "B-SETUP-9",
        ),
        (
            {"terrain": [square(11, 4, 1, passage="impassable"), square(11, 6, 1, passage="impassable")]},
            "terrain[1]",
            "1.00″ from Piece 11",
            "B-SETUP-9",
        ),
        ({"terrain": [square(12, 9, 1, passage="impassable")]}, "terrain[0]", "an objective of Idols", "B-SETUP-9"),
        ({"terrain": [square(3, 3, 1, passage="impassable")]}, "terrain[0]", "the corner square", "B-SETUP-9"),
        ({"terrain": [square(12, 1, 1, passage="impassable")]}, "terrain[0]", "the baseline", "B-SETUP-9"),
        ({"terrain": [square(3, 8, 1, passage="muddy")]}, "terrain[0].traits.bushido.passage", "normal", "B-TERR-10"),
        (
            {"terrain": [square(3, 8, 1, colour="red")]},
            "terrain[0].traits.bushido.colour",
            "terrain trait",
            "B-TERR-10",
        ),
        (
            {"terrain": [square(3, 8, 1, destructible="no")]},
            "terrain[0].traits.bushido.destructible",
            "true",
            "B-TERR-9",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_b_setup_9_every_fault_of_a_map_is_named(changes: dict[str, Any], where: str, reason: str, rule: str) -> None:
    found = check_map(changed(**changes))
    assert any(each.where == where and reason in each.reason and each.rule == rule for each in found), found


def test_b_geo_1_pieces_on_and_beside_the_table_are_measured_in_inches_and_another_unit_is_never_played() -> None:
    def sizes(unit: float, side: float) -> list[str]:
        """The places of the pieces that are too large."""
        documents = [changed(unit=unit, **{place: [square(7, 8, side)]}) for place in ("terrain", "dressing")]
        problems = [problem for document in documents for problem in check_map(document)]
        return [problem.where for problem in problems if f"measures {side:g} by {side:g}" in problem.reason]

    assert sizes(2.0, 9.5) == ["terrain[0]", "dressing[0]"]
    assert sizes(0.5, 6.0) == []
    document = RULESET.new_setup(GamePlan(PAIR)).document
    for unit in (2.0, 0.5):
        with pytest.raises(DocumentError, match="uses inches"):
            NEW_GAMES.checked(document.model_copy(update={"map": changed(unit=unit)}), "a setup")


@pytest.mark.parametrize(
    ("changes", "against"),
    [
        ({}, []),
        ({"width": 24.5}, ["width"]),
        ({"height": 23.5}, ["height"]),
        ({"width": 30, "height": 30}, ["width", "height"]),
    ],
)
def test_b_stat_1_the_table_measures_24_by_24_inches(changes: dict[str, float], against: list[str]) -> None:
    found = check_map(changed(terrain=[], dressing=[], **changes))
    assert [each.where for each in found if each.rule == "B-STAT-1"] == against


@pytest.mark.parametrize("scenario", names())
def test_a_setup_comes_back_as_it_was_written(scenario: str) -> None:
    setup = RULESET.new_setup(GamePlan(PAIR, scenario, "temple-court", rounds=5, agreed=(("length", "variable"),)))
    plain = RULESET.plain_setup(setup)
    again = RULESET.read_setup(json.loads(json.dumps(plain)))
    assert again.document == setup.document
    assert (again.document.options.turns, again.document.options.length) == (5, "variable")


def test_a_setup_may_name_bundled_maps_and_warbands() -> None:
    plain = RULESET.plain_setup(RULESET.new_setup(GamePlan(PAIR)))
    named = {**plain, "map": "bamboo-ford", "players": [
        {**player, "warband": name} for player, name in zip(plain["players"], NAMES)
    ]}  # fmt: skip
    assert RULESET.read_setup(named).document == RULESET.read_setup(plain).document
    for change, where in (
        ({"map": "nowhere"}, "map"),
        ({"map": "market-ruins"}, "map.rulesets"),
        ({"scenario": "chess"}, "scenario"),
        ({"options": {**plain["options"], "terrain": "placed"}}, "options.terrain"),
        ({"players": [{**plain["players"][0], "warband": "none"}, plain["players"][1]]}, "players[0].warband"),
    ):
        with pytest.raises(DocumentError) as error:
            RULESET.read_setup({**plain, **change}, "a setup")
        assert (error.value.file, error.value.where) == ("a setup", where)


@pytest.mark.parametrize(
    ("plan", "where"),
    [
        (GamePlan(("Ann",)), "players"),
        (GamePlan(PAIR, "chess"), "scenario"),
        (GamePlan(PAIR, map="walled-yard"), "rulesets"),
        (GamePlan(PAIR, rounds=8), "rounds"),
        (GamePlan(PAIR, switches=("levels",)), "switches"),
        (GamePlan(PAIR, rosters=("mudwater",) * 3), "rosters"),
        (GamePlan(PAIR, agreed=(("length", "endless"),)), "length"),
        (GamePlan(PAIR, agreed=(("weather", "rain"),)), "weather"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_impossible_plan_is_refused(plan: GamePlan, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        RULESET.new_setup(plan)
    assert (error.value.file, error.value.where) == (plan.map or "new game", where)


def test_players_swap_seats_with_their_colours() -> None:
    setup = RULESET.new_setup(GamePlan(PAIR))
    swapped = RULESET.swapped(setup)
    assert swapped is not None
    assert [player.name for player in swapped.document.players] == ["Bob", "Ann"]
    assert [player.warband.name for player in swapped.document.players] == [bundled_warband(n).name for n in NAMES]


STATE = Session(RULESET, RULESET.new_setup(GamePlan(PAIR, "keii")), KeyedDice(1)).state.plain()
ONE = "ann.bell-warden"


def on_table(plain: dict[str, Any], **more: Any) -> None:
    plain["models"][ONE].update({"place": "table", "x": 12.0, "y": 1.0, **more})


@pytest.mark.parametrize(
    ("change", "where", "reason"),
    [
        (lambda s: s.update(players=["ann", "cy"]), "players", "the players are"),
        (lambda s: s["points"].update(cy=1), "points", "cy"),
        (lambda s: s.update(south="cy"), "south", "not a player"),
        (lambda s: s.update(step="main"), "south", "is missing"),
        (lambda s: s.update(step="over"), "step", "result"),
        (lambda s: s.update(active="nobody"), "active", "not a model"),
        (lambda s: s.update(turn=9), "turn", "B-START-1"),
        (lambda s: s["models"][ONE].update(side="cy"), f"models.{ONE}.side", "not a player"),
        (lambda s: s["models"][ONE].update(profile="x"), f"models.{ONE}.profile", "no card"),
        (lambda s: s["models"][ONE].update(id="x"), f"models.{ONE}.id", "it must match its key"),
        (
            lambda s: s["models"][ONE].update(effects=[{"entry": "??", "span": "turn", "source": "", "weapon": ""}]),
            f"models.{ONE}.effects[0].entry",
            "cannot be read",
        ),
        (lambda s: s["models"][ONE].update(ki=7), "", "B-STAT-2"),
        (lambda s: s["models"][ONE].update(counters=3), "", "B-START-3"),
        (lambda s: s["models"][ONE].update(wounds=8), "", "B-STAT-5"),
        (lambda s: s["models"][ONE].update(markers={"Sleepy": [0]}), "", "no state"),
        (lambda s: s["models"][ONE].update(markers={"Prone": [0, 0]}), "", "B-STATE-14"),
        (lambda s: s["victory"].update(ann=4), "", "B-END-4"),
        (lambda s: on_table(s, x=0.1), "", "B-MOVE-1"),
        (lambda s: on_table(s, y=5.0), "", "B-TERR-3"),
        (lambda s: on_table(s, facing=36_000), "", "B-GEO-10"),
        (lambda s: on_table(s, x=12.00001), "", "lattice"),
    ],
)
def test_a_state_that_cannot_be_is_refused(change: Callable[[dict[str, Any]], None], where: str, reason: str) -> None:
    plain = copy.deepcopy(STATE)
    change(plain)
    setup = RULESET.new_setup(GamePlan(PAIR, "keii"))
    with pytest.raises(DocumentError) as error:
        RULESET.read_state(plain, setup, "a state")
    assert (error.value.file, error.value.where) == ("a state", where)
    assert reason in error.value.reason


def test_two_bases_on_one_spot_and_on_an_objective_are_violations() -> None:
    plain = copy.deepcopy(STATE)
    on_table(plain)
    plain["models"]["ann.herb-sister"].update({"place": "table", "x": 12.5, "y": 1.0})
    setup = RULESET.new_setup(GamePlan(PAIR, "keii"))
    with pytest.raises(DocumentError, match="Bell Warden overlaps Herb Sister"):
        RULESET.read_state(plain, setup)


def test_b_warb_the_command_line_lists_shows_and_checks_warbands(tmp_path: Path) -> None:
    assert [line.split()[0] for line in call("roster", "list", "--ruleset", "bushido").output.splitlines()] == [*NAMES]
    shown = call("roster", "show", "mudwater", "--ruleset", "bushido").output
    assert "2 × River Bandit Cutter, 7 rice" in shown
    assert "Poison (1/1), Ammo (4)" in shown
    plain = bundled_warband("mudwater").model_dump(mode="json")
    file = tmp_path / "own.json"
    file.write_text(json.dumps(plain), encoding="utf-8")
    assert "ok, Mudwater Band" in call("roster", "check", file, "--ruleset", "bushido").output
    assert WARBANDS.find(str(file)) == bundled_warband("mudwater")
    plain["rice_limit"] = 40
    file.write_text(json.dumps(plain), encoding="utf-8")
    told = call("roster", "check", file, "--ruleset", "bushido")
    assert told.exit_code == 2
    assert "B-WARB-3" in told.output
    assert "own.json" in told.output
    with pytest.raises(DocumentError, match="still-bell, mudwater"):
        WARBANDS.find("nobody")


def test_b_warb_2_a_ronin_fights_for_those_who_hire_it() -> None:
    plain = bundled_warband("mudwater").model_dump(mode="json")
    plain["models"][0] |= {"faction": "Ronin", "hired_by": ["Mudwater"]}
    assert parse_document(json.dumps(plain), WarbandDocument, "a warband").models[0].faction == "Ronin"
    with pytest.raises(DocumentError, match="cannot be chosen as a faction"):
        parse_document(json.dumps({**plain, "faction": "Ronin"}), WarbandDocument, "a warband")


def test_b_ki_8_a_feat_that_does_something_to_one_model_has_a_target() -> None:
    """Found by changing every field: such a feat without one ended the game."""
    targeted = [name for name, feat in FEATS.items() if feat.target]
    assert targeted == ["Green Balm", "Rush the Bank", "Tolling Voice"]
    for name in targeted:
        assert FeatDocument(name=name, timing="Active", ki=1, subject="Target").subject == "Target"
        with pytest.raises(ValidationError, match="must be Target"):
            FeatDocument(name=name, timing="Active", ki=1)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda models: models[0].update(count=2), "B-WARB-4"),
        (lambda models: models.append(models[1]), "B-WARB-4"),
        (lambda models: models[0].update(max=2), "B-STAT-2"),
        (lambda models: models[3].update(traits=["Hatred [Bandit]"]), "B-WARB-7"),
        (lambda models: models[0].update(weapons=[]), ""),
        (lambda models: models[0].update(faction="Elsewhere"), "B-WARB-2"),
        (lambda models: models[0].update(faction="Ronin"), "B-WARB-2"),
        (lambda models: models[0].update(traits=["Parrry (1)"]), "did you mean Parry"),
        (lambda models: models[0]["weapons"][0].update(specials=["Leap Attack (1)"]), "unknown special"),
        (lambda models: models[0]["weapons"][0].update(traits=["reach"]), "cannot be read"),
    ],
)
def test_b_warb_every_rule_of_warbands_is_named(change: Callable[[list[Any]], None], rule: str) -> None:
    plain = bundled_warband("mudwater").model_dump(mode="json") | {"rice_limit": 200}
    change(plain["models"])
    with pytest.raises(DocumentError) as error:
        parse_document(json.dumps(plain), WarbandDocument, "a warband")
    assert rule in str(error.value)
    assert error.value.where.startswith("models[")


def test_b_warb_4_one_of_each_card_and_a_model_for_each_wound_track_at_its_price() -> None:
    """A card that appears twice and a model without a wound track are refused; each model pays."""
    cutter = card("Cutter", rice=7, max=2)
    with pytest.raises(ValidationError, match="appears twice"):
        warband(cutter, cutter)
    with pytest.raises(ValidationError, match="3 of Cutter, but its card allows 2"):
        warband({**cutter, "count": 3})
    assert [warband({**cutter, "count": count}, card("A", rice=5)).rice for count in (1, 2)] == [12, 19]


@pytest.mark.parametrize(
    ("fields", "same"), [(("target", "cause", "about", "face", "counters"), True), (("cost",), False)]
)
def test_fields_of_the_log_that_older_saves_lack_are_not_held_against_them(
    fields: tuple[str, ...], same: bool, tmp_path: Path
) -> None:
    """What a version did not record is not compared; everything else is."""
    session = skirmish_session(ki=1)
    session.answer(["ann.bell-warden"])
    session.answer("ann.bell-warden walk")
    session.answer("boost")
    document = save_document(session)
    older = [
        {name: value for name, value in event.items() if name not in fields} for event in document.happened() or ()
    ]
    plain = document.model_copy(update={"forms": (), "events": tuple(older)}).model_dump(mode="json")
    plain["version"] = 1
    path = tmp_path / "game.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    _session, difference = load_game(path, rulesets.find)
    assert (difference is None) is same
