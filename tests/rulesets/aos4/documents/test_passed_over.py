"""What the importer passes over is reported (A-IMP-11 to A-IMP-33); work grows with a roster, not with its square."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from game.documents.battlescribe import fields
from game.documents.error import DocumentError
from game.documents.limits import MOST_VALUES
from game.documents.reading import values_in
from game.rulesets.aos4.documents.armies import ArmyDocument, ModelsDocument
from game.rulesets.aos4.documents.importing.army import read_roster
from game.rulesets.aos4.documents.importing.values import GAME_SYSTEM
from game.rulesets.aos4.rosters.listing import Armies
from tests.commands.calls import call
from tests.rulesets.aos4.documents.foreign_lists import CASES, TROOPS, Case, profile, roster, selection


def written(folder: Path, *selections: str, total: int = 0) -> Path:
    path = folder / "list.ros"
    path.write_text(roster(*selections, total=total), encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["model", "upgrade"])
def test_a_imp_15_a_hero_that_is_no_unit_by_type_is_read_by_its_warscroll(kind: str, tmp_path: Path) -> None:
    hero = selection("Captain", kind, profiles=profile("Captain"), points=150)
    army, warnings = read_roster(written(tmp_path, TROOPS, hero, total=250))
    assert [(each.name, each.points) for each in army.units] == [("Troops", 100), ("Captain", 150)]
    assert not any("points" in each for each in warnings)


def test_a_imp_23_points_of_what_is_left_out_are_reported(tmp_path: Path) -> None:
    banner = selection("A banner", "upgrade", points=30)
    army, warnings = read_roster(written(tmp_path, TROOPS, banner, total=130))
    assert army.points == 100
    assert "30 of 130 points are for things other than units; these are left out or used by hand" in warnings


def test_a_imp_17_upgrades_with_a_warscroll_are_as_many_models(tmp_path: Path) -> None:
    four = "".join(selection(f"Rider {number}", "upgrade", profiles=profile("Rider", 2)) for number in range(4))
    army, _warnings = read_roster(written(tmp_path, selection("Riders", inner=four, profiles=profile("Rider", 2))))
    assert next(iter(army.units)).size == 4


def test_a_imp_16_models_have_the_warscroll_in_them_or_of_their_name(tmp_path: Path) -> None:
    chief = selection("Chief", "model", profiles=profile("Chief", 3))
    gunner, thug = selection("Gunners", "model", number="2"), selection("Thug", "model", number="3")
    gang = selection("Gang", inner=chief + gunner + thug, profiles=profile("Gang", 1) + profile("Gunner", 2))
    army, warnings = read_roster(written(tmp_path, gang))
    (unit,) = army.units
    assert [(group.count, group.name, group.own and group.own.health) for group in unit.models] == [
        (1, "Chief", 3),
        (2, "Gunner", 2),
        (3, "", None),
    ]
    assert unit.health == 1
    assert not any("warscrolls" in warning for warning in warnings)


def test_a_imp_16_a_warscroll_that_no_model_has_is_reported(tmp_path: Path) -> None:
    gang = selection("Gang", inner=selection("Thug", "model"), profiles=profile("Gang", 1) + profile("Chief", 3))
    army, warnings = read_roster(written(tmp_path, gang))
    assert next(iter(army.units)).health == 1
    assert "Gang has 2 warscrolls (Gang, Chief); Gang is used for all its models" in warnings


def test_a_imp_32_a_base_that_is_no_circle_keeps_its_shape(tmp_path: Path) -> None:
    rule = '<rules><rule name="Base Size"><description>75x42mm</description></rule></rules>'
    rider = selection("Rider", "model", profiles=profile("Rider", 2)).replace("</selection>", f"{rule}</selection>")
    file = written(tmp_path, selection("Riders", inner=rider, profiles=profile("Rider", 2)))
    army, notes = Armies().read(str(file))
    [models] = next(iter(army.units)).models
    assert (models.base_mm, models.base_wide_mm, models.base_shape) == (75, 42, "oval")
    assert not any("round base" in note for note in notes)
    sheet = list(Armies().sheet(army))
    assert "    1 × oval, 75 × 42 mm" in sheet
    kept = ArmyDocument.model_validate_json(army.model_dump_json())
    assert next(iter(kept.units)).models == (models,)


@pytest.mark.parametrize(
    ("base", "refused"),
    [
        ({"base_shape": "oval"}, "a base of this shape has a width"),
        ({"base_wide_mm": 35}, "a round base has no width"),
        ({"base_shape": "oval", "base_wide_mm": 5}, "10"),
    ],
)
def test_a_imp_32_a_base_is_round_or_has_a_width(base: dict[str, Any], refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        ModelsDocument(count=1, base_mm=60, **base)


def test_a_imp_15_names_that_people_gave_are_reported(tmp_path: Path) -> None:
    named = selection("Captain", profiles=profile("Captain"), customName="Grim Bess")
    _army, warnings = read_roster(written(tmp_path, named))
    assert "Captain: its own name, Grim Bess, is not used" in warnings


def test_a_imp_11_what_a_mac_keeps_beside_a_roster_is_none(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("__MACOSX/._list.ros", b"\0\5\26\7")
        archive.writestr("._list.ros", b"\0\5\26\7")
        archive.writestr("list.ros", roster(TROOPS))
    (tmp_path / "list.rosz").write_bytes(packed.getvalue())
    assert [each.name for each in read_roster(tmp_path / "list.rosz")[0].units] == ["Troops"]


def test_a_imp_14_more_units_than_an_army_holds_are_counted(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        read_roster(written(tmp_path, *[TROOPS] * 151))
    assert (caught.value.where, caught.value.reason) == ("forces", "has 151 auxiliary units - at most 150 are read")


DOORS = {
    "check": ("check", "{}"),
    "roster check": ("roster", "check", "{}", "--ruleset", "aos4"),
    "roster show": ("roster", "show", "{}", "--ruleset", "aos4"),
    "roster show as JSON": ("roster", "show", "{}", "--json", "--ruleset", "aos4"),
    "roster import": ("roster", "import", "{}", "--ruleset", "aos4"),
    "roster import as JSON": ("roster", "import", "{}", "--json", "--ruleset", "aos4"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_command_that_reads_a_roster_reports_what_is_passed_over(
    door: str, case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    path = tmp_path / case.file
    path.write_bytes(case.content)
    result = call(*(each.replace("{}", str(path)) for each in DOORS[door]))
    assert result.exit_code == (2 if case.refused else 0), result.output
    assert case.says in result.output.replace("\\u00d7", "×")
    own = [*(tmp_path / "home" / "rosters" / "aos4").glob("*")]
    assert len(own) == ("import" in door and not case.refused)


@pytest.mark.parametrize("command", [("play", "--headless", "--rounds", "1"), ("simulate", "--games", "1", "--json")])
def test_a_game_says_once_that_there_is_something_to_know_about_a_file(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "list.ros"
    path.write_bytes(CASES["a name of its own"].content)
    out = ("--out", str(tmp_path / "out")) if command[0] == "play" else ()
    rosters = ("--roster", str(path), "--roster", "lantern-concord", "--players", "random,random")
    result = call(*command, *out, *rosters, "--ruleset", "aos4")
    assert result.exit_code == 0, result.output
    told = [line for line in result.stderr.splitlines() if "notes; `roster check`" in line]
    assert told == [f"{path}: 5 notes; `roster check` shows them"]


@pytest.mark.parametrize("command", [("check",), ("roster", "check"), ("roster", "show"), ("roster", "import")])
@pytest.mark.parametrize(
    ("file", "says"),
    [("list.ros", "is XML, not JSON - a .ros roster"), ("list.rosz", "is a zip file, not JSON - a .rosz roster")],
)
def test_a_roster_of_another_rulebook_is_named_for_what_it_is(
    command: tuple[str, ...], file: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --ruleset the first rulebook is asked, which reads no such file; `check` finds the rulebook itself."""
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    path = tmp_path / file
    path.write_bytes(roster(TROOPS).encode() if file.endswith(".ros") else CASES["beside what a Mac keeps"].content)
    result = call(*command, str(path))
    if command == ("check",):
        assert result.exit_code == 0, result.output
        return
    assert result.exit_code == 2
    assert f"{path}: {says}" in result.output
    assert "choose that" in result.output


def test_ids_of_the_same_name_take_one_try_each() -> None:
    """Work grew with the square of the number of units of one name."""

    class Asked(Counter[str]):
        tries = 0

        def __getitem__(self, key: str) -> int:
            Asked.tries += 1
            return super().__getitem__(key)

    taken = Asked()
    ids = [fields.free_id(taken, "unit", "-no{}") for _number in range(2_000)]
    assert ids[:3] == ["unit", "unit-no2", "unit-no3"]
    assert len(set(ids)) == 2_000
    assert Asked.tries < 10 * 2_000


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("list.ros", roster(TROOPS), "is XML, not JSON - a .ros roster is read by its own rulebook: choose that"),
        (
            "list.txt",
            "Grand Alliance\nTroops (100)\n- 10 x Troop\n",
            "is plain text, not JSON - export a list as .json",
        ),
        ("pack.txt", "format: inchwise-aos4-pack\nname: Mine\n", "an ability pack ends in .yaml"),
        ("map.json", '{"format": "inchwise-map",\n oops}', "fix the syntax there"),
    ],
)
def test_a_file_of_another_kind_is_named_for_what_it_is(name: str, content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    result = call("roster", "check", str(path))
    assert result.exit_code == 2
    assert words in result.output


def test_a_large_roster_in_json_is_read_by_every_command(tmp_path: Path) -> None:
    """`check` counted its values by the limit of our own documents, and refused what `show` reads."""
    text = {"name": "Timing", "$text": "Passive"}
    abilities = [
        {"name": f"Ability {number}", "typeName": "Ability (Passive)", "characteristics": [text] * 60}
        for number in range(500)
    ]
    fields = [{"name": "Health", "$text": "1"}, {"name": "Move", "$text": "5"}]
    scroll = {"name": "Troops", "typeName": "Unit", "characteristics": fields}
    troops = {"name": "Troops", "type": "unit", "number": 1, "profiles": [scroll, *abilities]}
    forces = [{"name": "Pack", "catalogueName": "Faction", "selections": [troops]}]
    path = tmp_path / "list.json"
    path.write_text(json.dumps({"roster": {"name": "List", "gameSystemId": GAME_SYSTEM, "forces": forces}}))
    assert values_in(path.read_text()) > MOST_VALUES
    for name in ("check", "roster check", "roster show"):
        result = call(*(each.replace("{}", str(path)) for each in DOORS[name]))
        assert result.exit_code == 0, result.output
