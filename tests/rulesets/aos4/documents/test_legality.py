"""A-ROS-1 to A-ROS-8: what an army breaks is told, every reason; and which units may use an ability."""

import json
from collections.abc import Callable

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import ArmyDocument, RegimentDocument, UnitDocument, breaches, reinforced
from game.rulesets.aos4.documents.army_text import has_all, may_use, usable
from game.rulesets.aos4.documents.catalogue import NAMES, bundled_army

BASE = bundled_army(NAMES[0])
HERO, PIKES, SLINGERS, RIDERS = BASE.units


def copies(unit: UnitDocument, count: int, name: str = "", **more: object) -> list[UnitDocument]:
    return [
        unit.model_copy(update={"id": f"{name or unit.id}-{index}", "general": False, **more}) for index in range(count)
    ]


def army(
    *regiments: list[UnitDocument],
    auxiliaries: list[UnitDocument] | None = None,
    limit: int = 0,
    terrain: tuple[UnitDocument, ...] = (),
) -> ArmyDocument:
    made = tuple(RegimentDocument(name=f"R{index + 1}", units=tuple(units)) for index, units in enumerate(regiments))
    more = {"regiments": made, "auxiliaries": tuple(auxiliaries or ()), "limit": limit, "terrain": terrain}
    return BASE.model_copy(update=more)


def general(**more: object) -> list[UnitDocument]:
    return [HERO.model_copy(update={"general": True, **more})]


@pytest.mark.parametrize(("first", "second", "legal"), [(4, 0, True), (5, 0, False), (3, 3, True), (3, 4, False)])
def test_w_46_and_a_ros_2_sizes_of_regiments(first: int, second: int, legal: bool) -> None:
    regiments = [general() + copies(PIKES, first)]
    if second:
        regiments.append(copies(HERO, 1, "captain") + copies(SLINGERS, second))
    assert [breach.rule for breach in breaches(army(*regiments))] == ([] if legal else ["A-ROS-2"])


def test_w_46_and_a_ros_4_reinforced() -> None:
    double = reinforced(PIKES)
    assert (double.size, double.points, double.reinforced) == (20, 240, True)
    titles = [title for group in double.models for title in group.titles for _model in range(group.count)]
    assert sorted(titles) == ["champion", "musician", "musician", "standard bearer", "standard bearer"]
    assert reinforced(SLINGERS).models[-1].count == 19
    short = double.model_copy(update={"models": double.models[:-2] + PIKES.models[:1], "id": "short"})
    told = breaches(army([*general(), PIKES, short]))
    assert [(breach.rule, "20" in breach.text or "twice" in breach.text) for breach in told] == [("A-ROS-4", True)]


Broken = Callable[[], ArmyDocument]


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (lambda: BASE, []),
        (lambda: army([PIKES]), ["R1: no hero leads it (A-ROS-2)", "0 generals; there must be exactly one (A-ROS-3)"]),
        (
            lambda: army(general() + copies(HERO, 1, "other")),
            [
                "R1: 2 heroes (Beaconwright, Beaconwright) - only one leads; "
                "some may bring others, see their warscrolls (A-ROS-8)"
            ],
        ),
        (
            lambda: army(general(), copies(HERO, 1, "other", general=True)[:0] + general(id="other")),
            ["2 generals; there must be exactly one (A-ROS-3)"],
        ),
        (
            lambda: army(copies(HERO, 1), auxiliaries=general(id="aux")),
            ["Beaconwright: the general must be a hero who leads a regiment (A-ROS-3)"],
        ),
        (
            lambda: army(general(), copies(HERO, 1, "x", keywords=(*HERO.keywords, "WARMASTER"))),
            ["the general must be a unit with WARMASTER: Beaconwright (A-ROS-3)"],
        ),
        (
            lambda: army(general() + copies(PIKES, 2, keywords=(*PIKES.keywords, "UNIQUE"), reinforced=True)),
            [
                "Wallward Pikes: taken 2 times, but only one is allowed (A-ROS-5)",
                "Wallward Pikes: unique units cannot be reinforced (A-ROS-5)",
                "Wallward Pikes: unique units cannot be reinforced (A-ROS-5)",
            ],
        ),
        (
            lambda: army(general(), auxiliaries=copies(PIKES, 1, keywords=("INFANTRY",))),
            ["Wallward Pikes: an auxiliary unit must be of the army's faction, Lantern Concord (A-ROS-6)"],
        ),
        (
            lambda: army(general(), *(copies(HERO, 1, f"h{index}") for index in range(5)), limit=600),
            ["6 regiments; there must be 1 to 5 (A-ROS-7)", "660 points, the limit is 600 (A-ROS-7)"],
        ),
        (
            lambda: army(general(), terrain=tuple(copies(BASE.terrain[0], 2))),
            ["2 × faction terrain; at most one allowed (A-ROS-7)"],
        ),
    ],
)
def test_a_ros_every_reason_is_told(broken: Broken, told: list[str]) -> None:
    assert [str(breach) for breach in breaches(broken())] == told


def test_a_ros_7_one_regiment_of_renown() -> None:
    renown = [RegimentDocument(name="Guests", renown=True, units=tuple(copies(PIKES, 1, f"g{n}"))) for n in range(2)]
    found = BASE.model_copy(update={"regiments": (*BASE.regiments, *renown)})
    assert [str(breach) for breach in breaches(found)] == ["2 × regiments of renown; at most one allowed (A-ROS-7)"]


def test_a_ros_1_an_army_without_units_is_refused() -> None:
    plain = BASE.model_dump(mode="json") | {"regiments": []}
    with pytest.raises(DocumentError, match="has no unit"):
        parse_document(json.dumps(plain), ArmyDocument, "army.json")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda units: units[1].update(id=units[0]["id"]), "two units have the id"),
        (lambda units: units[1]["models"][0].update(weapons=["Spoon"]), "'Spoon' is not a weapon of this unit"),
    ],
)
def test_an_army_is_sound_in_itself(change: Callable[[list[dict[str, object]]], None], told: str) -> None:
    plain = BASE.model_dump(mode="json")
    change(plain["regiments"][0]["units"])
    with pytest.raises(ValueError, match=told):
        ArmyDocument.model_validate_json(json.dumps(plain))


# -- who may use what


def test_has_all_keywords_in_a_row() -> None:
    assert has_all(HERO, "LANTERN CONCORD WIZARD")
    assert not has_all(HERO, "LANTERN CONCORD PRIEST")
    assert not has_all(PIKES, "LANTERN CONCORD HERO")
    assert has_all(PIKES, "Lantern Concord infantry")


@pytest.mark.parametrize(
    ("declare", "used_by", "params", "users"),
    [
        ("Pick a friendly **LANTERN CONCORD WIZARD** and an enemy.", (), {}, ["Beaconwright"]),
        ("Pick a friendly **PRIEST** or **CAVALRY**.", (), {}, ["Duskmoth Riders"]),
        ("Pick a friendly unit that did not **RUN**.", (), {}, [unit.name for unit in BASE.units]),
        ("", ("wallward pikes",), {}, ["Wallward Pikes"]),
        ("", ("LANTERN CONCORD CAVALRY",), {}, ["Duskmoth Riders"]),
        ("Pick a friendly **HERO**.", (), {"user": "FLY"}, ["Duskmoth Riders"]),
    ],
)
def test_which_units_may_use_an_ability(
    declare: str, used_by: tuple[str, ...], params: dict[str, str | int], users: list[str]
) -> None:
    ability = AbilityDocument(
        id="x", name="X", timing="Your Hero Phase", declare=declare, used_by=used_by, params=params
    )
    assert [unit.name for unit in BASE.units if may_use(ability, unit)] == users


def test_of_the_starter_pack_each_army_uses_its_own() -> None:
    found = {name: {ability.id for ability in usable(bundled_army(name))} for name in NAMES}
    assert found["lantern-concord"] & found["brineback-tithe"] <= {"sacred-rites"}
    assert len(found["lantern-concord"] | found["brineback-tithe"]) == 11
    assert "drowning-peal" in found["brineback-tithe"]
