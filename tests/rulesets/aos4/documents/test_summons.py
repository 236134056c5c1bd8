"""Abilities of rosters that set up manifestations: which work, and what the parts of a manifestation are (A-MAN)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.core.decisions import Arrange
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import UnitDocument
from game.rulesets.aos4.documents.catalogue import STARTER, bundled_pack
from game.rulesets.aos4.documents.importing.army import read_roster
from game.rulesets.aos4.documents.importing.summons import summoning, with_parts
from game.rulesets.aos4.rules.attacks.damaging import survivors
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, Battle
from tests.rulesets.aos4.documents.test_importing import altered

[WICK] = LANTERN.manifestations
TWINS = WICK.model_copy(update={"id": "the-twin-wicks", "name": "The Twin Wicks"})
FORMS = (WICK, TWINS)
R = 50 / 50.8
"""Inches from the centre of a Wick to its rim."""
PARTED = ' A Twin Wicks has 2 parts that must be set up within 9" of each other.'


def summon(effect: str, declare: str = "Choose a friendly **WIZARD**.") -> AbilityDocument:
    return AbilityDocument(
        id="roster.light-it",
        kind="spell",
        name="Light It",
        timing="Your Hero Phase",
        phases=("yourHero",),
        value=6,
        declare=declare,
        effect=effect,
        keywords=("SPELL", "SUMMON"),
    )


def read(ability: AbilityDocument) -> tuple[AbilityDocument, list[str]]:
    warnings: list[str] = []
    [found] = summoning([ability], FORMS, warnings)
    return found, warnings


@pytest.mark.parametrize(
    ("effect", "params"),
    [
        (
            'Set up a **Wandering Wick** wholly within 12" of the caster, visible to them and more than 9" from all '
            "enemy units.",
            {"unit": "Wandering Wick", "within": 12, "beyond": 9, "visible": 1},
        ),
        (
            "Set up a **Wandering Wick** endless spell wholly within 18” of the caster and visible to them.",
            {"unit": "Wandering Wick", "within": 18, "beyond": 0, "visible": 1},
        ),
        (
            "Put a Wandering Wick on the table, wholly within 10″ of the wizard.",
            {"unit": "Wandering Wick", "within": 10, "beyond": 0, "visible": 0},
        ),
        (
            'Set up a Twin Wicks wholly within 12" of the chanter.' + PARTED,
            {"unit": "The Twin Wicks", "within": 12, "beyond": 0, "visible": 0, "parts": 2, "apart": 9},
        ),
    ],
)
def test_a_man_5_what_the_text_of_a_summon_says_is_what_it_does(effect: str, params: dict[str, object]) -> None:
    found, warnings = read(summon(effect))
    assert (found.handler, found.params, warnings) == ("summon", params, [])


def test_a_imp_8_a_summon_that_asks_for_more_stays_by_hand_and_says_so() -> None:
    near = 'Set up a Wandering Wick wholly within 12" of the caster'
    for odd in (
        summon(f"{near}, then it makes a move."),
        summon(f'{near} and within 3" of another unit.'),
        summon(f"{near}.", declare='Choose a friendly **WIZARD** within 3" of a friendly **HERO**.'),
    ):
        found, warnings = read(odd)
        assert (found, warnings) == (odd, ["Light It: the program cannot work this out; use it by hand"])


def test_a_imp_8_a_summon_of_what_the_file_does_not_have_stays_by_hand_and_says_so() -> None:
    found, warnings = read(summon('Set up a Tall Wick wholly within 12" of the caster.'))
    assert not found.handler
    assert warnings == ["Light It: the file has no Tall Wick to set up; use it by hand"]


def test_a_man_7_a_manifestation_has_as_many_parts_as_its_texts_say() -> None:
    told, _warnings = read(summon('Set up a Twin Wicks wholly within 12" of the caster.' + PARTED.replace("2", "3")))
    parts = AbilityDocument(
        id="parts", kind="passive", name="Parts", timing="Passive", effect="It goes and both its parts go."
    )
    by_itself = TWINS.model_copy(update={"abilities": (parts,)})
    assert [(each.size, each.apart) for each in with_parts(FORMS, [told])] == [(1, 0), (3, 9)]
    assert [(each.size, each.apart) for each in with_parts([by_itself], [])] == [(2, 9)]


def test_a_imp_17_the_summons_of_a_roster_work(tmp_path: Path) -> None:
    profile = """<profiles><profile id="p1" name="Light It" typeId="7312-8367-c171-f2ef" typeName="Ability (Spell)">
      <characteristics>
        <characteristic name="Timing">Your Hero Phase</characteristic>
        <characteristic name="Casting Value">6</characteristic>
        <characteristic name="Declare">Choose a friendly **^^Wizard^^**.</characteristic>
        <characteristic name="Effect">Set up a **^^Wandering Wick^^** wholly within 12" of the caster.
          A Wandering Wick has 2 parts that must be set up within 6" of each other.</characteristic>
        <characteristic name="Keywords">**^^Spell^^**, **^^Summon^^**</characteristic>
      </characteristics></profile></profiles>"""
    before = 'entryId="e::manifestation-lore" number="1" type="upgrade" from="entry">'
    army, warnings = read_roster(altered(tmp_path, before, before + profile, "lamps.ros"), (bundled_pack(STARTER),))
    light = next(each for each in army.abilities if each.name == "Light It")
    [wick] = army.manifestations
    assert (light.handler, light.params["unit"]) == ("summon", "Wandering Wick")
    assert (wick.size, wick.apart, [group.weapons for group in wick.models]) == (2, 6, [("Trailing Flame",)])
    assert not [each for each in warnings if "Light It" in each]


def lit(*more: tuple[float, float]) -> Battle:
    """The Twin Wicks about to be set up by a Beaconwright, with enemies somewhere."""
    told, _warnings = read(
        summon('Set up a Twin Wicks wholly within 12" of the caster and more than 9" from all enemy units.' + PARTED)
    )
    army = LANTERN.model_copy(update={"abilities": (told,), "manifestations": tuple(with_parts([TWINS], [told]))})
    battle = Battle(armies=(army, BRINEBACK))
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", *(more or [(2, 28)]))
    return battle.rolls("cast", 5, 5).begin().use(told.id, "beaconwright").no_reaction()


def parts_at(battle: Battle, *spots: tuple[float, float]) -> list[dict[str, object]]:
    models = battle.setup.models_of(battle.unit("the-twin-wicks"))
    return [{"id": model, "at": [*spot]} for model, spot in zip(models, spots)]


def test_a_man_5_and_a_man_7_both_parts_are_set_up_so_far_apart_at_most() -> None:
    battle = lit()
    assert isinstance(battle.asked, Arrange)
    assert battle.allows(parts_at(battle, (14, 14), (14 + 2 * R + 8.9, 14)))
    assert battle.against(parts_at(battle, (14, 14), (14 + 2 * R + 9.1, 14))) == {"A-MAN-7"}
    assert battle.against(parts_at(battle, (14, 14), (14, 23))) == {"A-MAN-5"}, "not wholly within 12 inches"
    assert battle.against(parts_at(lit((24, 20)), (14, 14), (20, 14))) == set()
    near = lit((24, 20))
    assert near.against(parts_at(near, (14, 14), (20, 14))) == {"A-MAN-5"}, "too near an enemy"


def test_a_man_7_they_move_and_stay_so_far_apart_and_are_not_split() -> None:
    told, _warnings = read(summon('Set up a Twin Wicks wholly within 12" of the caster.' + PARTED))
    army = LANTERN.model_copy(update={"manifestations": tuple(with_parts([TWINS], [told]))})
    battle = Battle("movement", armies=(army, BRINEBACK))
    battle.put("beaconwright", (2, 2))
    battle.put("the-twin-wicks", (14, 14), (24, 14))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "the-twin-wicks")
    assert battle.allows(battle.to("the-twin-wicks", [(14, 13)], [(24, 13)]))
    assert battle.against(battle.to("the-twin-wicks", [(12, 14)], [(26, 14)])) == {"A-MAN-7"}
    assert survivors(battle.game, battle.unit("the-twin-wicks")) == []


def test_a_man_7_a_unit_is_still_coherent_by_half_an_inch() -> None:
    unit = next(each for each in LANTERN.units if each.size > 1)
    assert isinstance(unit, UnitDocument)
    assert unit.apart == 0
