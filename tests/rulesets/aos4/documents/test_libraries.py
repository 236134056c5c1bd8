"""Libraries of catalogues: added, listed, removed; and lists that get their profiles from them (A-IMP-12, A-IMP-31)."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from game.documents.battlescribe.libraries import Libraries, add_library, library_files, remove_library
from game.documents.error import DocumentError, UnfinishedError
from game.rulesets.aos4.documents.armies import ArmyDocument, UnitDocument
from game.rulesets.aos4.documents.catalogue import ARMIES
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.army import read_list, read_roster
from game.rulesets.aos4.documents.importing.profiles import gathering, profile_of
from tests.rulesets.aos4.documents.foreign_lists import profile, roster, selection

FOLDER = Path(__file__).parent / "fixtures" / "library"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def add(path: Path = FOLDER) -> tuple[str, int, int, list[str]]:
    name, catalogues, units, remarks = add_library(path, "aos4", values.GAME_SYSTEM, values.GAME)
    return name, catalogues, units, list(remarks)


def read(body: str) -> tuple[ArmyDocument, tuple[str, ...]]:
    """Return the army of a list of the Tideborn."""
    made = read_list(f"Low Road 500/1000 pts\nTideborn\n{body}", "list.txt")
    assert made is not None
    return made


def unit(body: str) -> UnitDocument:
    return next(read(f"Regiment 1\n{body}")[0].units)


def groups(made: UnitDocument) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    return [(group.count, group.titles, group.weapons) for group in made.models]


# -- adding ----------------------------------------------------------------------------------------


def test_a_folder_is_added_listed_and_removed_and_does_not_need_its_files_again(tmp_path: Path) -> None:
    copy = tmp_path / "My Catalogues"
    shutil.copytree(FOLDER, copy)
    name, catalogues, units, remarks = add(copy)
    assert (name, catalogues, units) == ("my-catalogues", 2, 5)
    assert len(remarks) == 1
    assert "links to catalogues that are not here: Distant Shores" in remarks[0]
    shutil.rmtree(copy)
    assert Libraries("aos4").listed() == [("my-catalogues", 2, 5)]
    assert unit("Reef Warden (310)").health == 6
    remove_library("My Catalogues", "aos4")
    assert Libraries("aos4").listed() == []


def test_a_library_of_the_same_name_is_replaced() -> None:
    add()
    add()
    assert len(library_files("aos4")) == 1


def test_zips_of_folders_and_zipped_catalogues_are_added(tmp_path: Path) -> None:
    packed = tmp_path / "all.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in FOLDER.iterdir():
            archive.write(path, f"repo-main/{path.name}")
        archive.writestr("__MACOSX/._Tideborn.cat", b"\0\5")
        archive.writestr("repo-main/README.md", "hello")
    assert add(packed)[:3] == ("all", 2, 5)
    single = tmp_path / "Tide.catz"
    with zipfile.ZipFile(single, "w") as archive:
        archive.write(FOLDER / "Tideborn - Library.cat", "Tideborn - Library.cat")
    assert add(single)[:3] == ("tide", 1, 5)


def test_single_files_added_one_by_one_work_together() -> None:
    for path in FOLDER.iterdir():
        add(path)
    army, _remarks = read("Salt Wardens\nRegiment 1\nReef Warden (310)\n• Coral Crown\n")
    assert [ability.name for ability in next(army.units).abilities] == ["Coral Crown"]
    assert {ability.name for ability in army.abilities} == {"High Tide", "Salted"}


def _file(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


BAD = {
    "no XML": ("a.cat", b"hello", "is not XML"),
    "a roster": ("a.cat", b"<roster/>", "is not a catalogue - a roster is imported, not added"),
    "another game": (
        "a.cat",
        b'<catalogue gameSystemId="x" name="A"/>',
        "is for the game system 'x', not Age of Sigmar",
    ),
    "an entity": ("a.cat", b"<!DOCTYPE a [<!ENTITY b 'c'>]><catalogue/>", "declares a document type or an entity"),
    "nothing in it": ("a.cat", f'<catalogue gameSystemId="{values.GAME_SYSTEM}"/>'.encode(), "holds no unit"),
    "a torn zip": ("a.zip", b"PK\x03\x04torn", "is a damaged zip file"),
}


@pytest.mark.parametrize(("name", "content", "told"), BAD.values(), ids=BAD)
def test_what_is_no_catalogue_is_refused(name: str, content: bytes, told: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=told):
        add(_file(tmp_path, name, content))
    assert library_files("aos4") == []


def test_a_folder_without_catalogues_is_refused_and_a_broken_one_among_others_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="contains no catalogue"):
        add(_file(tmp_path, "x.txt", b"").parent)
    shutil.copy(FOLDER / "Tideborn - Library.cat", tmp_path)
    _file(tmp_path, "torn.cat", b"<catalogue")
    assert any("torn.cat" in remark for remark in add(tmp_path)[3])


def test_entries_that_lead_back_to_themselves_end(tmp_path: Path) -> None:
    loop = (
        '<selectionEntry id="u" name="Loop" type="unit"><profiles><profile id="p" name="Loop" typeName="Unit">'
        '<characteristics><characteristic name="Health">3</characteristic></characteristics></profile></profiles>'
        '<entryLinks><entryLink id="l" name="Again" type="selectionEntry" targetId="u"/></entryLinks></selectionEntry>'
    )
    text = f'<catalogue id="c" name="C" gameSystemId="{values.GAME_SYSTEM}"><sharedSelectionEntries>{loop}'
    add(_file(tmp_path, "loop.cat", f"{text}</sharedSelectionEntries></catalogue>".encode()))
    assert unit("Loop (100)").health == 3


def test_a_damaged_library_is_named_and_the_others_are_read() -> None:
    add()
    _file(library_files("aos4")[0].parent, "torn.profiles", b"PK\x03\x04")
    _army, remarks = read("Regiment 1\nReef Warden (310)\n")
    assert any("torn.profiles: is damaged" in remark for remark in remarks)
    remove_library("torn", "aos4")
    with pytest.raises(DocumentError, match="no library has that name - your libraries: library"):
        remove_library("torn", "aos4")


# -- lists -----------------------------------------------------------------------------------------


def test_a_list_gets_statistics_models_bases_weapons_titles_and_linked_abilities() -> None:
    add()
    guard = unit("Ember Guard (120)")
    assert (guard.move, guard.health, guard.save, guard.control, guard.points) == ("5", 2, 4, 1, 120)
    assert groups(guard) == [(1, ("champion",), ("Spear",)), (1, ("musician",), ("Spear",)), (3, (), ("Spear",))]
    assert {group.base_mm for group in guard.models} == {32.0}
    assert [ability.name for ability in guard.abilities] == ["Shield Wall", "Drilled"]
    assert "MUSICIAN (1/5)" in guard.keywords


def test_a_reinforced_unit_has_twice_the_models_and_the_points_of_the_list() -> None:
    add()
    guard = unit("Ember Guard (240)\n• Reinforced")
    assert (guard.size, guard.points, guard.reinforced) == (10, 240, True)
    assert [title for group in guard.models for title in group.titles * group.count] == [
        "champion",
        "musician",
        "musician",
    ]


@pytest.mark.parametrize(
    ("line", "sizes"),
    [("5 x Ember Guard", [5]), ("10 x Ember Guard", [10]), ("1 x Ember Guard", [5]), ("2 x Ember Guard", [5, 5]),
     ("3 x Reef Warden", [1, 1, 1])],
)  # fmt: skip
def test_a_number_means_models_or_units_as_it_fits(line: str, sizes: list[int]) -> None:
    add()
    army, _remarks = read(f"Regiment 1\n{line} (300)\n")
    assert [made.size for made in army.units] == sizes
    assert army.points == 300


def test_options_in_a_list_replace_the_usual_weapons() -> None:
    add()
    guard = unit("Ember Guard (120)\n• 2 Hook and Net")
    assert [(count, weapons) for count, _titles, weapons in groups(guard)] == [
        (1, ("Spear",)),
        (1, ("Spear",)),
        (1, ("Spear",)),
        (2, ("Net",)),
    ]
    assert {weapons for _count, _titles, weapons in groups(unit("Ember Guard (120)\n• Net and Hook"))} == {("Net",)}


@pytest.mark.parametrize(
    "name",
    ["REEF WARDEN", "Reef-Warden", "The Reef Warden", "Réef Wârden", "reef  warden", "Reef Warden (Season of Salt)"],
)
def test_names_are_compared_without_case_accents_punctuation_and_seasons(name: str) -> None:
    add()
    assert unit(f"{name} (310)").health == 6


def test_a_season_has_its_own_profile_and_else_that_of_the_plain_unit_is_named() -> None:
    add()
    assert unit("Season of Salt: Ember Guard (120)").health == 3
    _army, remarks = read("Regiment 1\nSeason of Ice: Ember Guard (120)\n")
    assert "Season of Ice: Ember Guard: the profile of Ember Guard is used (Tideborn - Library)" in remarks


def test_formation_lores_enhancements_terrain_and_manifestations_come_from_the_library() -> None:
    add()
    army, remarks = read(
        "Salt Wardens\nSpell Lore - Lore of Brine\nManifestation Lore - Things of the Deep\nGeneral's Regiment\n"
        "Reef Warden (310)\n• Artefact: Coral Crown\n• Lost Thing\nFaction Terrain\nSalt Shrine\n"
    )
    assert {ability.name for ability in army.abilities} == {"High Tide", "Salted", "Wash Away", "Summon Red Wave"}
    assert [made.name for made in army.terrain] == ["Salt Shrine"]
    assert [(made.name, made.banishment) for made in army.manifestations] == [("Red Wave", 7)]
    [warden] = army.units
    assert warden.general
    assert [ability.name for ability in warden.abilities] == ["Coral Crown"]
    assert "line 7: Lost Thing of Reef Warden is not in your libraries; use it by hand" in remarks


def test_a_line_without_points_that_is_an_upgrade_is_a_note_and_no_unit() -> None:
    add()
    army, _remarks = read("Regiment 1\nReef Warden (310)\n• General\nCoral Crown\nEmber Guard (120)\n")
    assert [made.name for made in army.units] == ["Reef Warden", "Ember Guard"]


def test_regiments_auxiliaries_and_renown_are_kept_apart() -> None:
    add()
    army, _remarks = read(
        "Regiment 1\nReef Warden (310)\nRegiments of Renown\nGrim Haul (200)\nEmber Guard\n"
        "Auxiliary Units\nEmber Guard (120)"
    )
    assert [(each.name, each.renown, len(each.units)) for each in army.regiments] == [
        ("Regiment 1", False, 1),
        ("Grim Haul", True, 1),
    ]
    assert [made.points for made in army.auxiliaries] == [120]
    assert army.points == 630


# -- what is missing -------------------------------------------------------------------------------


def test_units_without_profiles_leave_the_list_unfinished_with_near_misses() -> None:
    add()
    with pytest.raises(UnfinishedError) as caught:
        read("Regiment 1\nReef Wardan (310)\nGull (90)\n")
    assert caught.value.reason == "2 units read: 2 need a profile (Reef Wardan and Gull)"
    assert caught.value.advice.startswith(f"{caught.value.reason} - add a library")
    assert caught.value.facts["missing"] == [
        {"unit": "Reef Wardan", "line": 4, "near": ["Reef Warden"], "points": 310, "part": "leader", "models": 0},
        {"unit": "Gull", "line": 5, "near": [], "points": 90, "part": "", "models": 0},
    ]
    assert "line 4: no profile for Reef Wardan - is it Reef Warden?" in caught.value.remarks
    assert "  Gull, 90 points - needs a profile" in caught.value.lines


def test_a_typed_profile_or_another_name_finishes_the_list(tmp_path: Path) -> None:
    add()
    file = _file(
        tmp_path,
        "gull.yaml",
        b"name: Gull\nmove: 12\nhealth: 3\nsave: 6+\ncontrol: 1\nmodels: 2\nbase: 60x35mm\nkeywords: [BEAST, FLY]\n"
        b"weapons:\n  - Beak: 3 4+ 4+ - 1 Crit (Mortal)\n  - 'Spit: 9\" D3 5+ 4+ 1 D3'\n",
    )
    keep = gathering().keep
    assert keep is not None
    assert (keep(str(file)), keep({"name": "Reef Wardan", "like": "Reef Warden"})) == ("Gull", "Reef Wardan")
    army, _remarks = read("Regiment 1\nReef Wardan (310)\nGull (90)\n")
    warden, gull = army.units
    assert (warden.name, warden.health) == ("Reef Wardan", 6)
    assert (gull.move, gull.health, gull.save, gull.size, gull.keywords) == ("12", 3, 6, 2, ("BEAST", "FLY"))
    beak, spit = gull.weapons
    assert (beak.attacks, beak.hit, beak.rend, beak.damage, beak.abilities) == ("3", 4, 0, "1", ("Crit (Mortal)",))
    assert (spit.range_in, spit.attacks, spit.rend, spit.damage) == (9, "D3", 1, "D3")
    assert (gull.models[0].base_mm, gull.models[0].base_wide_mm, gull.models[0].disc_mm) == (60, 35, 47.5)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, "health"),
        ({"health": "many"}, "must be a whole number"),
        ({"health": 2, "weapons": "Beak 3"}, "is not a weapon - write Spear"),
        ({"health": 2, "base": "huge"}, "is not a base"),
        ({"health": 2, "save": "7+"}, "is not a Save"),
        ({"health": 2, "move": "far"}, "is not a Move"),
        ({"health": 2, "colour": "red"}, "is not known here"),
    ],
)
def test_a_typed_profile_that_cannot_be_is_refused(more: dict[str, object], told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        profile_of({"name": "Gull", **more}, "gull.yaml")


def test_a_roster_file_that_only_names_its_units_gets_their_profiles(tmp_path: Path) -> None:
    add()
    bare = selection("Ember Guard", points=240, inner=selection("Guard", "model", number="10"))
    path = _file(tmp_path, "short.ros", roster(bare, total=240).encode())
    army, _remarks = read_roster(path)
    [guard] = army.units
    assert (guard.size, guard.reinforced, guard.points, guard.weapons[0].name) == (10, True, 240, "Spear")
    path = _file(tmp_path, "unknown.ros", roster(bare, selection("Gull", points=90)).encode())
    with pytest.raises(UnfinishedError, match=r"1 needs a profile \(Gull\)"):
        read_roster(path)


def test_bases_of_a_roster_file_come_from_the_library(tmp_path: Path) -> None:
    add()
    inner = selection("Reef Warden", "model", number="1", entryId="x::warden-m")
    warden = selection("Reef Warden", inner=inner, profiles=profile("Reef Warden", 5), points=310)
    army, remarks = read_roster(_file(tmp_path, "full.ros", roster(warden).encode()))
    [made] = army.units
    assert (made.health, made.models[0].base_mm, made.models[0].assumed_base) == (5, 40.0, False)
    assert not any("assumed" in remark for remark in remarks)


# -- files -----------------------------------------------------------------------------------------

TEXT = "Low Road 310/1000 pts\nTideborn\nRegiment 1\nReef Warden (310)\n• General\nÉtoile x\n"


@pytest.mark.parametrize("name", ["list.txt", "list", "list.json", "list.ros", "list.TXT", "list.md"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text_list_is_read_whatever_its_suffix_and_encoding(name: str, encoding: str, tmp_path: Path) -> None:
    path = _file(tmp_path, name, TEXT.encode(encoding))
    with pytest.raises(UnfinishedError) as caught:
        ARMIES.read(path)
    assert "Étoile x" in "\n".join(caught.value.lines)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\0\1\2\3" * 100, "is not text - give a list saved as text"),
        (b"a" * 1_000_001, "is larger than 1,000,000 bytes"),
        (b"hello\nthere\n", "is not a list that can be read"),
    ],
)
def test_other_files_are_refused_in_one_sentence(content: bytes, told: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=told):
        ARMIES.read(_file(tmp_path, "list.txt", content))


def test_a_finished_list_is_a_document_like_any_other(tmp_path: Path) -> None:
    add()
    army, _remarks = ARMIES.read(_file(tmp_path, "list.txt", TEXT.replace("Étoile x\n", "").encode()))
    assert json.loads(army.model_dump_json())["regiments"][0]["units"][0]["name"] == "Reef Warden"
