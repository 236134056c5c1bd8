"""A-IMP-11 to A-IMP-33: rosters of BattleScribe and New Recruit."""

import io
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from game import wording
from game.documents.battlescribe.tree import LONGEST_TEXT, read_xml, to_json
from game.documents.error import DocumentError
from game.rulesets.aos4.documents.armies import ArmyDocument, UnitDocument, breaches
from game.rulesets.aos4.documents.catalogue import ARMIES, STARTER, bundled_army, bundled_pack
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.army import read_roster
from game.rulesets.aos4.documents.importing.models import assumed, base_text
from game.rulesets.aos4.documents.importing.values import keyword, terrain_abilities
from game.rulesets.aos4.documents.timing import MOMENTS, WORDS, timing, timing_words

FIXTURES = Path(__file__).parent / "fixtures"
PACKS = (bundled_pack(STARTER),)


@pytest.fixture(scope="module")
def lamps() -> tuple[ArmyDocument, tuple[str, ...]]:
    return read_roster(FIXTURES / "lamps.ros", PACKS)


@pytest.fixture(scope="module")
def ebb() -> tuple[ArmyDocument, tuple[str, ...]]:
    return read_roster(FIXTURES / "ebb.json", PACKS)


def unit(army: ArmyDocument, name: str) -> UnitDocument:
    return next(each for each in (*army.units, *army.terrain, *army.manifestations) if each.name == name)


def altered(tmp_path: Path, old: str, new: str, name: str = "minimal.ros") -> Path:
    """Return a copy of a fixture in which one text is another."""
    text = (FIXTURES / name).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / name
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(DocumentError) as refused:
        read_roster(path)
    return str(refused.value)


# -- W-47, W-48


def test_w_47_the_minimal_roster() -> None:
    army, _warnings = read_roster(FIXTURES / "minimal.ros")
    (pikes,) = army.units
    assert (len(army.regiments), army.points, pikes.size) == (1, 120, 10)
    champions = [group for group in pikes.models if "champion" in group.titles]
    assert [group.count for group in champions] == [1]
    assert all(group.weapons == ("Long Pike",) for group in pikes.models)
    (pike,) = pikes.weapons
    assert (pike.rend, pike.abilities) == (1, ("Anti-charge (+1 Rend)",))
    attacks = sum(group.count * (int(pike.attacks) + ("champion" in group.titles)) for group in pikes.models)
    assert attacks == 21


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Anti\u2011**^^Monster^^** (+1 Rend)", ("Anti-MONSTER (+1 Rend)",)),
        ("Shoot In Combat", ("Shoot in Combat",)),
        ("Anit-infantry (+1 Rend), Crit (2 Hits", ("Anti-INFANTRY (+1 Rend)", "Crit (2 Hits)")),
        ("ANTI-Charge (+1 rend),crit (mortal)", ("Anti-charge (+1 Rend)", "Crit (Mortal)")),
        ("anti-monster (+2 rend), charge (+2 DAMAGE)", ("Anti-MONSTER (+2 Rend)", "Charge (+2 Damage)")),
        ("Blood-hungry", ("Blood-hungry",)),
        ("-", ()),
        ("", ()),
    ],
)
def test_w_48_and_a_imp_26_abilities_of_weapons(printed: str, read: tuple[str, ...]) -> None:
    assert values.printed_abilities(printed) == read


def test_w_48_and_a_imp_25_values() -> None:
    assert (values.rend("-"), values.rend(""), values.rend("2"), values.rend("-1"), values.rend("X")) == (
        0,
        0,
        2,
        1,
        None,
    )
    assert values.amount_text("D3+2") == "D3+2"
    assert [values.amount_text(text) for text in ('5"', '2D6"', 'D6+8"', "X", "-", "*")] == [
        "5", "2D6", "D6+8", None, None, None,
    ]  # fmt: skip
    assert [values.number(text) for text in ('12"', "12", "12”", "-", "")] == [12, 12, 12, None, None]
    assert [values.needed(text) for text in ("4+", "-", "4", "7+")] == [4, None, None, None]


@pytest.mark.parametrize(
    ("text", "moment", "limit", "army"),
    [
        ("Once Per Turn (Army), Any Combat Phase", "anyCombat", "turn", True),
        ("Once Per Turn(Army). Your Hero Phase", "yourHero", "turn", True),
        ("One Per Turn, Enemy Movement Phase", "enemyMovement", "turn", False),
        ("Once Per Battle Round, End of Enemy Turn", "enemyEndOfTurn", "round", False),
        ("Once Per Battle (Army), Start of Battle Round", "startOfBattleRound", "battle", True),
        ("Once Per Phase, Opponent declared an ATTACK ability", "reaction", "phase", False),
        ("Once Per Turn (Army) Your Movement Phase", "yourMovement", "turn", True),
        ("Once Per Turn (Army,) Your Hero Phase", "yourHero", "turn", True),
        ("Once Per Turn (Army,), Your Hero Phase", "yourHero", "turn", True),
        ("Start of First Battle Round", "startOfBattleRound", None, False),
        ("Once Per Battle, Start of the First Battle Round", "startOfBattleRound", "battle", False),
        ("Any Combat Phase, Reaction: You declared a FIGHT ability for this unit", "reaction", None, False),
        ("Deployment Phase", "deployment", None, False),
        ("Passive", "passive", None, False),
        ("At lunch", "", None, False),
    ],
)
def test_w_48_and_a_imp_27_timing(text: str, moment: str, limit: str | None, army: bool) -> None:
    told = timing(text)
    assert (told.moment, told.limit, told.army) == (moment, limit, army)


def test_a_imp_27_timings_are_told_in_the_language_of_the_program_as_far_as_they_are_understood() -> None:
    wording.use("de")
    told = {
        "Once Per Battle (Army), Start of Battle Round": "Einmal pro Schlacht (Armee), Beginn der Schlachtrunde",
        "Once Per Turn(Army). Your Shooting Phase": "Einmal pro Zug (Armee), Deine Beschussphase",
        "Once Per Phase, Opponent declared an ATTACK ability":
            "Einmal pro Phase, Reaktion: Opponent declared an ATTACK ability",
        "Reaction: You declared a Fight ability for this unit": "Reaktion: You declared a Fight ability for this unit",
        "Reaction: You declared a RUN ability": "Reaktion: Du hast eine RUN-Fähigkeit angesagt",
        "Passive": "Passiv",
        "Once Per Battle, At lunch": "Einmal pro Schlacht, At lunch",
    }  # fmt: skip
    assert {text: timing_words(text) for text in told} == told
    wording.use("en")
    assert timing_words("One Per Turn, Any Charge Phase") == "Once Per Turn, Any Charge Phase"
    for moment in MOMENTS:
        assert timing(WORDS[moment]).moment == moment


@pytest.mark.parametrize(
    ("printed", "read", "keyword", "whom", "phases"),
    [
        (
            "Reaction: You declared a **^^Fight^^** ability for this unit",
            "Reaction: You declared a Fight ability for this unit", "FIGHT", "user", 0,
        ),
        (
            "Reaction: Opponent declared a command, **^^Spell^^** ability or **^^Prayer^^** ability",
            "Reaction: Opponent declared a command, Spell ability or Prayer ability",
            "COMMAND SPELL PRAYER", "", 0,
        ),
        ("Reaction: Opponent did **^^something^^**", "Reaction: Opponent did something", "", "", 7),
        (
            "Any Combat Phase, Reaction: You declared a **^^Fight^^** ability for this unit",
            "Any Combat Phase, Reaction: You declared a Fight ability for this unit", "FIGHT", "user", 1,
        ),
    ],
)  # fmt: skip
def test_a_imp_24_and_a_imp_6_the_timing_of_a_reaction_is_cleaned(
    tmp_path: Path, printed: str, read: str, keyword: str, whom: str, phases: int
) -> None:
    """Keywords are marked in timings too; of a trigger not understood every phase counts, else it is never offered."""
    army, warnings = read_roster(altered(tmp_path, "Opponent declared a CHARGE ability", printed, "lamps.ros"))
    (brace,) = unit(army, "Wallward Pikes").abilities
    told = timing(brace.timing)
    assert (brace.timing, told.keywords, told.whom) == (read, tuple(keyword.split()), whom)
    assert len(brace.phases) == phases
    assert any(each.startswith("Brace: the trigger in ") for each in warnings) == (not keyword)


def test_a_imp_24_italics_leave_no_marks(tmp_path: Path) -> None:
    printed = "***Accept:*** It is **^^Lamplit^^**.\n*Reject:* 2 * 3 = 6*."
    army, _warnings = read_roster(altered(tmp_path, "Until the turn ends, this unit has", printed, "lamps.ros"))
    (brace,) = unit(army, "Wallward Pikes").abilities
    assert brace.effect.splitlines()[0] == "**Accept:** It is **Lamplit**."
    assert brace.effect.splitlines()[1].startswith("Reject: 2 * 3 = 6*.")


def test_a_imp_17_a_number_of_models_in_the_name_is_left_out(tmp_path: Path) -> None:
    """It is the entry's name, whatever number was chosen."""
    altered_name = 'name="Wallward Pikes (2 Models)" type="unit"'
    army, _warnings = read_roster(altered(tmp_path, 'name="Wallward Pikes" type="unit"', altered_name))
    assert [(each.name, each.size) for each in army.units] == [("Wallward Pikes", 10)]


# -- the army


def test_a_imp_13_faction_and_battlepack(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, _warnings = lamps
    assert (army.name, army.faction, army.battlepack) == ("Lamps over the Fen", "Lantern Concord", "Try-out Handbook")
    assert (army.points, army.limit) == (1080, 1000)


def test_a_imp_14_forces(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, _warnings = lamps
    told = [(each.name, each.renown, [unit.name for unit in each.units]) for each in army.regiments]
    assert told == [
        ("Regiment", False, ["Beaconwright", "Wallward Pikes", "Glarecoil Slingers"]),  # the leader first
        ("Regiment", False, ["Lamplighter of the Fen", "Wallward Pikes"]),
        ("Regiment of Renown: The Salt Line", True, ["Salt Warden"]),
    ]
    assert [unit.name for unit in army.auxiliaries] == ["Duskmoth Riders", "Duskmoth Riders"]


def test_a_imp_15_terrain_and_manifestations(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, _warnings = lamps
    (cairn,), (wick,) = army.terrain, army.manifestations
    assert cairn.keywords == ("FACTION TERRAIN", "LANTERN CONCORD", "COVER", "IMPASSABLE")
    assert (cairn.move, cairn.health, cairn.control, cairn.size) == (None, 8, None, 1)
    assert (wick.move, wick.banishment, wick.models[0].weapons) == ("8", 7, ("Trailing Flame",))


def test_a_tab_a_rule_that_lists_terrain_abilities_makes_them_keywords(tmp_path: Path) -> None:
    """So the exports have them; what says more than a list stays an ability to read."""
    listed = "<rules><rule name='Lamp Cairn'><description>%s\nObscuring, Unstable</description></rule></rules>"
    told = listed % "These abilities apply to this terrain feature (Terrain, 1.2):"
    before = 'entryId="e::lamp-cairn" number="1" type="unit" from="entry">'
    army, _warnings = read_roster(altered(tmp_path, before, before + told, "lamps.ros"))
    (cairn,) = army.terrain
    assert cairn.keywords[2:] == ("COVER", "IMPASSABLE", "OBSCURING", "UNSTABLE")
    assert [each.name for each in cairn.abilities] == ["Lit Path"]
    assert terrain_abilities("Impassable: not for those that FLY") == ()
    assert terrain_abilities("") == ()


def test_a_imp_16_two_profiles(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, warnings = lamps
    assert unit(army, "Beaconwright").health == 5
    assert any(each.startswith("Beaconwright has 2 warscrolls (Beaconwright") for each in warnings)


def test_a_imp_17_a_unit_with_a_number_is_so_many_units(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    first, second = lamps[0].auxiliaries
    assert (first.size, first.points, second.size, second.points) == (3, 150, 3, 150)
    assert first.id != second.id


def test_a_imp_18_weapons_are_shared_out(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, warnings = lamps
    armed = [(group.count, group.titles, group.weapons) for group in unit(army, "Glarecoil Slingers").models]
    assert armed == [
        (1, ("champion",), ("Glass-bolt Sling", "Belt Knife")),
        (6, (), ("Glass-bolt Sling", "Belt Knife")),
        (3, (), ("Glare Mortar", "Belt Knife")),
    ]
    assert any("3 × Glare Mortar for 10 models" in warning for warning in warnings)
    riders = army.auxiliaries[0].models[0]
    assert riders.weapons == ("Swoop Lance", "Moth Talons", "Moth Talons")


def test_a_imp_19_to_21_titles_general_and_reinforced(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    """A-IMP-19, A-IMP-20, A-IMP-21."""
    big, small = (each for each in lamps[0].units if each.name == "Wallward Pikes")
    titles = [(group.count, group.titles) for group in big.models]
    assert titles == [(1, ("champion",)), (1, ("musician",)), (1, ("standard bearer",)), (17, ())]
    assert (big.reinforced, big.points, small.reinforced) == (True, 240, False)
    assert [each.name for each in lamps[0].units if each.general] == ["Beaconwright"]


def test_a_imp_21_the_leader_comes_first_and_the_general_has_the_upgrade(tmp_path: Path) -> None:
    def regiment(name: str, upgrade: str) -> list[tuple[str, bool]]:
        text = (FIXTURES / "lamps.ros").read_text(encoding="utf-8")
        assert 'name="Regimental Leader"' in text
        path = tmp_path / "lamps.ros"
        path.write_text(
            text.replace("Regimental Leader", name).replace("a56b-952e-ad15-7868", upgrade), encoding="utf-8"
        )
        return [(each.name, each.general) for each in read_roster(path, PACKS)[0].regiments[0].units]

    named = regiment("Regimental Leader", "other")
    assert named == [("Beaconwright", True), ("Wallward Pikes", False), ("Glarecoil Slingers", False)]
    by_id = regiment("Hero", "a56b-952e-ad15-7868")
    assert by_id == [("Wallward Pikes", False), ("Beaconwright", True), ("Glarecoil Slingers", False)]


def test_a_imp_22_keywords(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    assert unit(lamps[0], "Beaconwright").keywords == (
        "INFANTRY", "HERO", "LANTERN CONCORD", "WIZARD (1)", "WARD (6+)",
    )  # fmt: skip
    assert keyword("Champions of the Fen") == "CHAMPIONS OF THE FEN"
    assert keyword("Wizard(2)") == "WIZARD (2)"
    assert (keyword("Musician (1/10)"), keyword("Regimental Option")) == ("MUSICIAN (1/10)", "")


def test_a_imp_23_points_are_compared(tmp_path: Path, lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    """A-IMP-12: what is odd is told, and bars nothing."""
    assert unit(lamps[0], "Beaconwright").points == 130  # with what it carries
    path = altered(tmp_path, '<cost name="pts" typeId="points" value="120"/></costs>\n <forces>',
                   '<cost name="pts" typeId="points" value="130"/></costs>\n <forces>')  # fmt: skip
    _army, warnings = read_roster(path)
    assert "the file says 130 points, but its parts add up to 120" in warnings


def test_a_imp_12_what_breaks_the_rules_of_armies_is_read_all_the_same() -> None:
    army, _warnings = read_roster(FIXTURES / "minimal.ros")
    assert [unit.name for unit in army.units] == ["Wallward Pikes"]
    assert {breach.rule for breach in breaches(army)} == {"A-ROS-2", "A-ROS-3"}


def test_a_imp_25_what_cannot_be_rolled_for_is_by_hand(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, warnings = lamps
    (pole,) = unit(army, "Lamplighter of the Fen").weapons
    assert (pole.by_hand, pole.damage) == (True, "D3+2")
    assert "Lamplighter of the Fen: Pole cannot be rolled for as printed; use it by hand" in warnings


def test_a_imp_28_core_passives_are_no_abilities(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, _warnings = lamps
    assert [each.name for each in unit(army, "Beaconwright").abilities] == ["Rekindle Resolve", "Trimmed Wick"]
    assert [each.name for each in unit(army, "Lamp Cairn").abilities] == ["Lit Path"]


def test_a_imp_29_the_same_ability_has_one_id_and_all_its_users(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    big, small = (each for each in lamps[0].units if each.name == "Wallward Pikes")
    assert big.abilities == small.abilities
    (brace,) = big.abilities
    assert (brace.id, brace.used_by) == ("roster.brace", ("Wallward Pikes",))
    assert brace.effect == "Until the turn ends, this unit has **Strike-first**."
    assert timing(brace.timing).moment == "reaction"


def test_abilities_of_the_army(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    found = {each.name: each for each in lamps[0].abilities}
    assert found["Blinding Flare"] in bundled_pack(STARTER).abilities  # it works as the pack's does
    assert (found["Snuff"].id, found["Snuff"].kind, found["Snuff"].value) == ("roster.snuff", "spell", 7)
    assert found["Snuff"].keywords == ("SPELL", "UNLIMITED")
    assert (found["Light the Way"].kind, found["Light the Way"].phases) == ("card", ())
    assert found["Light the Way"].effect.splitlines()[1:] == [
        "Affray: Hold one well.", "Strike: Hold two.", "Domination: Hold all.",
    ]  # fmt: skip
    assert found["Salted Earth"].effect.splitlines() == ["Salt it.", "Salt Points: 3"]
    assert found["By Lamplight"].kind == "passive"


def test_a_imp_27_what_is_not_understood_may_be_used_in_any_phase(tmp_path: Path) -> None:
    army, warnings = read_roster(altered(tmp_path, "Opponent declared a CHARGE ability", "At lunch", "lamps.ros"))
    (brace,) = unit(army, "Wallward Pikes").abilities
    assert len(brace.phases) == 7
    assert "anyCombat" in brace.phases
    assert "Brace: its timing is not understood, so it may be used in any phase: 'At lunch'" in warnings


def test_a_roster_in_json(ebb: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, _warnings = ebb
    assert [each.name for each in army.units] == ["Tide Reeve", "Hullbreakers", "Wreck Crab"]
    crab = unit(army, "Wreck Crab")
    assert (crab.move, crab.models[0].weapons) == ("D6+8", ("Great Claws", "Great Claws", "Brine Spout"))
    spout = crab.weapons[1]
    assert (spout.range_in, spout.attacks, spout.rend) == (10, "2D6", 0)
    found = {each.name: each for each in army.abilities}
    assert (found["Undertow"].kind, found["Undertow"].value) == ("prayer", 5)
    assert (found["Heave"].kind, found["Heave"].cost) == ("command", 2)
    assert unit(army, "Tide Reeve").abilities[0] in bundled_pack(STARTER).abilities


def test_an_imported_army_is_a_document_of_ours(lamps: tuple[ArmyDocument, tuple[str, ...]]) -> None:
    army, _warnings = lamps
    assert ArmyDocument.model_validate_json(army.model_dump_json()) == army


# -- bases


def test_a_imp_31_bases_from_catalogues_beside_it(tmp_path: Path) -> None:
    text = (FIXTURES / "ebb.json").read_text(encoding="utf-8")
    alone = tmp_path / "ebb.json"
    alone.write_text(text, encoding="utf-8")
    army, warnings = read_roster(alone)
    assert [(group.base_mm, group.assumed_base) for group in unit(army, "Wreck Crab").models] == [(100, True)]
    assert any("A-IMP-33" in warning for warning in warnings)
    shutil.copy(FIXTURES / "Brineback Tithe - Library.cat", tmp_path)
    army, _warnings = read_roster(alone)
    assert [(group.disc_mm, group.assumed_base) for group in unit(army, "Wreck Crab").models] == [(106, False)]
    sizes = [(group.count, group.base_mm) for group in unit(army, "Hullbreakers").models]
    assert sizes == [(1, 50), (1, 40), (3, 40)]
    (tmp_path / "Brineback Tithe - Library.cat").write_text("<!DOCTYPE x []><catalogue/>")
    _army, warnings = read_roster(alone)
    assert any("the catalogue is ignored" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("32mm", [32, 32, 32]),
        ("28.5 mm", [28.5, 28.5, 28.5]),
        ("60x35mm", [(60, 35, "oval")] * 3),
        ("35mm x 60mm oval", [(60, 35, "oval")] * 3),
        ("Rectangular, 50 × 25 mm", [(50, 25, "rectangle")] * 3),
        ("170x105mm", [(170, 105, "oval")] * 3),
        ("Use model", [None, None, None]),
        ("8/9 28.5mm\n1/9 40mm (Champion)", [40, 28.5, 28.5]),
        ("900mm", [250, 250, 250]),
    ],
)
def test_a_imp_32_texts_about_bases(text: str, sizes: list[float | tuple[float, float, str] | None]) -> None:
    read = [base_text(text).of_model(index) for index in range(3)]
    assert [base.mm if base is not None and base.wide_mm is None else base for base in read] == sizes


def test_a_imp_33_assumed_sizes() -> None:
    assert [assumed(words) for words in (["HERO", "INFANTRY"], ["INFANTRY"], ["HERO", "MONSTER"], ["CAVALRY"], [])] == [
        40, 32, 100, 60, 32,
    ]  # fmt: skip


# -- A-IMP-11: what is refused


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("</roster>", "", "is not XML"),
        ("<roster ", "<!DOCTYPE roster [<!ENTITY a 'b'>]><roster ", "declares a document type"),
        ("e51d-b1a3-75fc-dc3g", "28ec-711c-d87f-3aeb", "is for the game system"),
        ("<roster ", "<army ", "is not XML"),
        ('number="9"', 'number="1000000"', "not a valid number"),
        ('number="9"', 'number="nine"', "not a valid number"),
        ('number="9"', 'number="100"', "more than 100 models"),
        ('typeName="Unit" typeId="ff03-376e-972f-8ab2"', 'typeName="Other"', "1 unit read: 1 needs a profile"),
    ],
)
def test_a_imp_11_what_is_no_roster_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in refusal(altered(tmp_path, old, new))


def packed(path: Path, *entries: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return path


def test_a_imp_11_zip_files(tmp_path: Path) -> None:
    good = (FIXTURES / "minimal.ros").read_bytes()
    path = tmp_path / "list.rosz"
    assert read_roster(packed(path, ("list.ros", good)))[0].points == 120
    bomb = b"<roster>" + b" " * (17 * 1024 * 1024)
    refused = [
        ([("a.ros", good), ("b.ros", good)], "contains 2 files ending in .ros"),
        ([("a.txt", good), ("b.txt", good)], "contains 0 files"),
        ([("../a.ros", good)], "leads outside"),
        ([("/a.ros", good)], "leads outside"),
        ([("C:\\a.ros", good)], "leads outside"),
        ([("a.ros", bomb)], "unpacks to more than"),
        ([(f"{n}.txt", b"") for n in range(200)], "contains 200 files"),
    ]
    for entries, told in refused:
        assert told in refusal(packed(path, *entries))
    content = bytearray(packed(path, ("a.ros", good)).read_bytes())
    for head, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(head) + flags] |= 1
    path.write_bytes(content)
    assert "is encrypted" in refusal(path)
    path.write_bytes(good)
    assert read_roster(path)[0].points == 120  # a plain roster under the other suffix


def test_a_imp_11_a_roster_is_known_by_its_content(tmp_path: Path) -> None:
    xml = (FIXTURES / "minimal.ros").read_bytes()
    tree = to_json(read_xml(xml, ""))
    plain = json.dumps({"roster": tree}).encode()
    forms = {
        "list.xml": xml,
        "list.txt": xml,
        "list": b"\n  " + xml,
        "list.ros": plain,
        "other.txt": b"\xef\xbb\xbf" + plain,
        "bare.json": json.dumps(tree).encode(),  # without the outermost braces
        "list.json": xml,
        "list.zip": packed(tmp_path / "a.rosz", ("list", xml)).read_bytes(),
    }
    for name, content in forms.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert ARMIES.read(path)[0].points == 120, name
    path = tmp_path / "list.txt"
    path.write_bytes(b"\x00\x01")
    with pytest.raises(DocumentError, match="is not text"):
        ARMIES.read(path)


def test_a_imp_11_a_roster_may_lack_the_id_of_its_system_or_write_counts_as_decimals(tmp_path: Path) -> None:
    tree = to_json(read_xml((FIXTURES / "minimal.ros").read_bytes(), ""))
    tree.pop("gameSystemId")
    tree["forces"][0]["forces"][0]["selections"][0]["number"] = 1.0
    path = tmp_path / "list.json"
    path.write_text(json.dumps({"roster": tree}))
    assert read_roster(path)[0].points == 120


def test_a_imp_14_a_regiment_of_every_warscroll_of_a_faction_is_read(tmp_path: Path) -> None:
    tree = to_json(read_xml((FIXTURES / "minimal.ros").read_bytes(), ""))
    tree["forces"][0]["forces"][0]["selections"] *= 100
    path = tmp_path / "list.json"
    path.write_text(json.dumps({"roster": tree}))
    assert sum(1 for _unit in read_roster(path)[0].units) == 100


def test_a_imp_11_a_zip_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ros", b" " * (17 * 1024 * 1024))
    content = bytearray(buffer.getvalue())
    for head, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = content.index(head) + at
        content[start : start + 4] = (1000).to_bytes(4, "little")
    path = tmp_path / "lie.rosz"
    path.write_bytes(content)
    assert str(path) in refusal(path)


def test_a_imp_11_large_and_deep_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.ros"
    path.write_bytes(b"<roster>" + b" " * (50 * 1024 * 1024))
    assert "is larger than" in refusal(path)
    path.write_text("<a>" * 5000)
    assert "is nested too deeply" in refusal(path)
    path.write_text("<roster>" + "<a/>" * 100_000 + "</roster>")
    assert "contains more than 100,000 elements" in refusal(path)
    attributes = " ".join(f"a{number}='1'" for number in range(200_000))
    path.write_text(f"<roster {attributes}/>")
    assert "has a tag of more than 1,000,000 bytes" in refusal(path)
    assert "is not a file" in refusal(tmp_path)
    json_file = tmp_path / "deep.json"
    json_file.write_text('{"roster": ' + "[" * 500 + "]" * 500 + "}")
    assert "is nested too deeply" in refusal(json_file)
    json_file.write_text('{"roster": [1]}')
    assert "is not a roster" in refusal(json_file)


def test_a_imp_11_the_most_elements_are_read_whatever_the_pieces_in_which_they_come() -> None:
    content = f"<roster><a b='{'x' * 900_000}'/>{'<a/>' * 99_998}</roster>".encode()
    root = read_xml(content, "a file")
    assert len(root.lists[""]) == 99_999
    assert len(root.lists[""][0].get("b")) == LONGEST_TEXT


def test_a_imp_11_a_missing_revision_is_only_odd() -> None:
    _army, warnings = read_roster(FIXTURES / "minimal.ros")
    assert any("which revision" in warning for warning in warnings)


def test_an_army_of_ours_is_not_taken_for_a_roster(tmp_path: Path) -> None:
    path = tmp_path / "army.json"
    path.write_text(json.dumps({"roster": bundled_army("lantern-concord").model_dump(mode="json")}))
    assert "is for the game system" in refusal(path)
