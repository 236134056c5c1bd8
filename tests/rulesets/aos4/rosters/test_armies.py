"""The armies as the command line knows them, and the documents that are not ours."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from game.commands import check, roster, schema
from game.documents.error import DocumentError
from game.documents.rosters import rosters_folder
from game.engine.rulebook.facets import Foreign, Papers
from game.engine.rulebook.new_game import GamePlan
from game.players import make_player
from game.players.new_session import start
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.documents.armies import breaches
from game.rulesets.aos4.documents.catalogue import CORE, NAMES, bundled_pack
from game.rulesets.aos4.new_game.planning import NEW_GAMES
from game.rulesets.aos4.rosters.listing import Armies, foreign

FIXTURES = Path(__file__).parent.parent / "documents" / "fixtures"
PACK = Path(schema.__file__).parents[1] / "rulesets" / "aos4" / "documents" / "data" / "core.yaml"


class Files(Papers):
    def foreign(self) -> Sequence[Foreign]:
        return foreign(self.rosters())

    def rosters(self) -> Armies:
        return Armies({"aura"})


class Book:
    """The part of the rulebook that this is about."""

    name = "aos4"
    title = "Age of Sigmar"

    def documents(self) -> tuple[()]:
        return ()

    papers = Files()


@pytest.fixture(autouse=True)
def _book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("game.rulesets.usable", lambda: (Book(),))
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def run(command: Any, *arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(command, list(arguments), obj=Book())
    assert result.exit_code == code, result.output
    return result.output


def test_list_and_show() -> None:
    told = run(roster.list_rosters)
    assert "4 units, 24 models, 500 points" in told
    assert "brineback-tithe" in told
    for name in (*NAMES, str(FIXTURES / "lamps.ros"), str(FIXTURES / "ebb.json")):
        assert "Move 5″" in run(roster.show_roster, name)
        shown = CliRunner().invoke(roster.show_roster, [name, "--json"], obj=Book()).stdout
        assert json.loads(shown)["format"] == "inchwise-aos4-army"


def test_show_ends_with_what_is_to_know() -> None:
    told = run(roster.show_roster, str(FIXTURES / "lamps.ros")).splitlines()
    assert told[told.index("Notes:") + 1] == "  1080 points, the limit is 1000 (A-ROS-7)"


def test_roster_check_tells_every_reason() -> None:
    told = run(roster.check, str(FIXTURES / "lamps.ros"), NAMES[0]).splitlines()
    assert told[0].endswith("lamps.ros: ok, Lamps over the Fen")
    assert "  1080 points, the limit is 1000 (A-ROS-7)" in told
    assert "  Wallward Pikes: resolve Brace by hand (A-IMP-8)" in told
    assert "  Glarecoil Slingers: resolve Wyrdflame of Glare Mortar by hand (A-WPN-10)" in told
    assert "lantern-concord: ok, The Lantern Concord" in told
    assert not any("Steady Glow" in line for line in told)


def test_a_imp_8_check_tells_of_a_roster_what_roster_check_does() -> None:
    file = str(FIXTURES / "lamps.ros")
    told, judged = run(check.command, file).splitlines(), run(roster.check, file).splitlines()
    assert "  Wallward Pikes: resolve Brace by hand (A-IMP-8)" in told
    assert told[1:] == judged[1:]


def test_a_imp_8_check_tells_what_of_a_pack_is_used_by_hand(tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text("""\
type: custom
id: fen
name: The Fen
rules: []
abilities:
- {id: mire, name: Mire, type: normal, timing: Your Hero Phase, availablePhases: [yourHero], declare: x, effect: x,
   keywords: [MIRE]}
""")
    assert "  The Fen: resolve Mire by hand (A-IMP-8)" in run(check.command, str(pack)).splitlines()
    assert not [*RULESET.papers.rosters().by_hand(bundled_pack(CORE))], "the rules know all core abilities"


def test_a_bad_roster_is_refused_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.ros"
    bad.write_text("<roster")
    told = run(roster.check, str(bad), code=2)
    assert told.startswith(f"{bad}: at line 1 column")
    assert len(told.splitlines()) == 1


def test_check_knows_packs_and_rosters(tmp_path: Path) -> None:
    told = run(check.command, str(PACK), str(FIXTURES / "minimal.ros"), str(FIXTURES / "ebb.json")).splitlines()
    assert [line.rpartition(": ")[2] for line in told if ": ok" in line] == [
        "ok, a pack", "ok, a roster", "ok, a roster",
    ]  # fmt: skip
    bad = tmp_path / "bad.yaml"
    bad.write_text("type: core\nid: A\nabilities: [{id: x, id: y}]\n")
    told = run(check.command, str(bad), code=2).splitlines()
    assert f"{bad}: at line 3 column 21, abilities[0].id: appears twice - keep one of them" in told
    assert len(told) > 5
    (verdict,) = json.loads(run(check.command, str(bad), "--json", code=2))
    assert len(verdict["faults"]) == len(told)


def test_schema_of_a_pack() -> None:
    assert "*.yaml *.yml" in run(schema.command)
    told = json.loads(run(schema.command, "pack"))
    ability = told["properties"]["abilities"]["items"]
    assert "availablePhases" in ability["required"]
    assert "yourHero" in ability["properties"]["availablePhases"]["items"]["enum"]
    assert set(told["required"]) == {"type", "id", "name", "abilities", "rules"}


def test_own_armies_are_found_by_name() -> None:
    armies = Armies()
    path = rosters_folder("aos4") / "mine.json"
    path.write_text(armies.make("Mine", 1, {}).model_dump_json(), encoding="utf-8")
    shutil.copy(FIXTURES / "lamps.ros", path.with_name("lamps.ros"))
    path.with_name("bad.rosz").write_text("PK")
    assert armies.find("mine").name == "Mine"
    assert armies.find("lamps").name == "Lamps over the Fen"
    told = run(roster.list_rosters).splitlines()
    assert [line.split()[0] for line in told] == ["lantern-concord", "brineback-tithe", "bad", "lamps", "mine"]
    assert "bad.rosz: at line 1" in told[2]


@pytest.mark.parametrize("seed", range(12))
def test_armies_by_chance_are_legal(seed: int) -> None:
    army = Armies().make("By chance", seed, {"limit": 300 + 100 * seed})
    assert breaches(army) == []
    assert army.points <= army.limit == 300 + 100 * seed
    assert army == Armies().make("By chance", seed, {"limit": 300 + 100 * seed})


@pytest.mark.parametrize(
    ("values", "told"),
    [({"faction": "Nobody"}, "there are no units of faction"), ({"limit": 5}, "the limit must be 200")],
)
def test_what_no_army_can_be_made_of(values: dict[str, str | int], told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        Armies().make("x", 1, values)


def test_a_imp_3_a_pack_joins_a_battle_and_its_words_count(tmp_path: Path) -> None:
    """A pack of core abilities, as people have it from elsewhere, stands in for ours."""
    ours = PACK.read_text(encoding="utf-8")
    theirs = tmp_path / "theirs.yaml"
    theirs.write_text(ours.replace("id: aos4-core", "id: theirs").replace("name: Normal Move", "name: March"))
    plan = GamePlan(("Ann", "Bob"), agreed=(("pack", str(theirs)),))
    setup = NEW_GAMES.planned(plan)
    for abilities in setup.abilities.values():
        assert abilities["normal-move"].name == "March"
        assert "run" in abilities
    again = RULESET.read_setup(RULESET.plain_setup(setup))
    assert again.document == setup.document


def test_a_pack_that_replaces_without_saying_so_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    text = PACK.read_text(encoding="utf-8").replace("type: core", "type: custom").replace("Normal Move", "March")
    other.write_text(text)
    with pytest.raises(DocumentError, match="overrides"):
        NEW_GAMES.planned(GamePlan(("Ann", "Bob"), agreed=(("pack", str(other)),)))
    other.write_text(text + "overrides: [normal-move]\n")
    assert (
        NEW_GAMES.planned(GamePlan(("Ann", "Bob"), agreed=(("pack", str(other)),))).document.packs[0].kind == "custom"
    )
    with pytest.raises(DocumentError, match="there is no pack or file called 'lunch'"):
        NEW_GAMES.planned(GamePlan(("Ann", "Bob"), agreed=(("pack", "lunch"),)))


def test_own_packs_are_offered(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "packs" / "aos4"
    folder.mkdir(parents=True)
    (folder / "house.yaml").write_text(PACK.read_text(encoding="utf-8"))
    (pack,) = (each for each in RULESET.agreements() if each.name == "pack")
    assert [value for value, _label in pack.values] == ["none", "house"]
    assert NEW_GAMES.planned(GamePlan(("Ann", "Bob"), agreed=(("pack", "house"),))).document.packs[0].id == "aos4-core"


def test_a_roster_of_another_program_joins_a_battle() -> None:
    setup = NEW_GAMES.planned(
        GamePlan(("Ann", "Bob"), rosters=(str(FIXTURES / "lamps.ros"), str(FIXTURES / "ebb.json")))
    )
    ann, bob = (setup.abilities[player] for player in setup.players)
    assert ann["blinding-flare"].params["user"] == "LANTERN CONCORD"
    assert "roster.brace" in ann
    assert "roster.undertow" in bob
    assert RULESET.read_setup(RULESET.plain_setup(setup)).document == setup.document


def test_a_battle_of_rosters_from_elsewhere_is_played_to_its_end() -> None:
    rosters = (str(FIXTURES / "lamps.ros"), str(FIXTURES / "ebb.json"))
    plan = GamePlan(("Ann", "Bob"), rounds=1, rosters=rosters, agreed=(("pack", str(PACK)),))
    session = start(RULESET, NEW_GAMES.planned(plan), ("random", "random"), 3)
    player = make_player("random", 3)
    while session.decision is not None:
        session.answer(player.decide(session.decision, session.fork))
    assert RULESET.result(session.game) is not None
