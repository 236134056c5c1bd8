"""Circles: the rules of making them (G-CIR), the crucible and the alloy, those that come with the game."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice, RollCounter, ScriptedDice
from game.engine.rulebook.new_game import GamePlan
from game.rulesets import load
from game.rulesets.godbreakers.rules.circles.documents import (
    ALLOY,
    CIRCLES,
    CRUCIBLE,
    METALS,
    CircleDocument,
    GainDocument,
    Growth,
    circles_by_slug,
    flaw_names,
    listed,
    offers,
    random_circle,
    random_recruit,
    shown,
    throw,
    why_not,
)
from game.wording import slug
from tests.rulesets.godbreakers.kit import ready_circles, training_circles

Plain = dict[str, Any]


def member(name: str, die: int = 6, metal: str = "iron", **more: Any) -> Plain:
    return {"name": name, "die": die, "metals": [metal], "traits": {"Tough": 1, "Brutal": 1}} | more


def circle(*changed: tuple[int, Plain], **more: Any) -> Plain:
    """A legal fresh circle; `changed` gives single members other fields."""
    members = [
        member("Ada", 8, traits={"Tough": 2, "Brutal": 1}),
        member("Bea", 8),
        member("Cyd"),
        member("Dot"),
        member("Eve"),
    ]
    for place, fields in changed:
        members[place] |= fields
    whole = {"format": "inchwise-circle", "version": 1, "ruleset": "godbreakers", "name": "Five"}
    return whole | {"fights_for": "a test", "shard": "Fleet", "godbreakers": members} | more


def read(plain: Plain) -> CircleDocument:
    return parse_document(json.dumps(plain), CircleDocument, "circle.json")


def refused(plain: Plain) -> tuple[str, str]:
    """Where and why a circle is refused."""
    with pytest.raises(DocumentError) as caught:
        read(plain)
    return caught.value.where, caught.value.reason


def choice(*traits: str) -> list[Plain]:
    return [{"trait": trait} for trait in traits]


# -- legal ones --------------------------------------------------------------------------------


def test_g_cir_2_a_fresh_circle_of_five_is_legal_and_its_first_leads() -> None:
    assert [each.name for each in read(circle()).godbreakers] == ["Ada", "Bea", "Cyd", "Dot", "Eve"]


def test_eight_ready_circles_of_different_character_keep_every_rule() -> None:
    ready = ready_circles()
    assert len(ready) == 8
    assert len({each.shard for each in ready}) == 8
    assert {metal for each in ready for one in each.godbreakers for metal in one.metals} == set(METALS)
    names = [one.name for each in circles_by_slug().values() for one in each.godbreakers]
    assert len(names) == len(set(names))
    assert not any(each.training or each.veteran for each in ready)
    for each in ready:
        assert read(each.model_dump(mode="json", exclude_none=True)) == each


def test_the_training_circles_are_the_four_without_traits() -> None:
    assert [slug(each.name) for each in training_circles()] == [
        "the-lantern-row",
        "tidewrack",
        "the-ninth-bell",
        "the-greenhand",
    ]
    assert (*training_circles(), *ready_circles()) == (*circles_by_slug().values(),)


def test_training_circles_are_exempt_from_creation_but_not_from_the_limits() -> None:
    free = circle((1, {"traits": {"Fleet": 3}, "metals": [], "die": 12, "reach": 6}), training=True, shard=None)
    assert read(free).godbreakers[1].reach == 6
    assert "(G-CIR-5)" in refused(circle((1, {"traits": {"Fleet": 4}}), training=True))[1]
    assert "(G-CIR-5)" in refused(circle((1, {"traits": {"Flight": 1}}), training=True))[1]


# -- what is refused ---------------------------------------------------------------------------


def gains(traits: dict[str, int], *record: Plain, **more: Any) -> Plain:
    return circle((1, {"traits": traits, "gains": list(record)} | more))


IRON_5 = {"by": "crucible", "metal": "iron", "roll": 5, "trait": "Tough"}
GOLD_3 = {"by": "crucible", "metal": "gold", "roll": 3, "trait": "Shaping"}
ALLOYED = {"by": "alloy", "metal": "gold", "trait": "Ruinous", "flaw": "Prey"}

LEGAL = {
    "two choices": gains({"Tough": 2}, *choice("Tough", "Tough")),
    "the crucible of another metal": gains({"Shaping": 1, "Tough": 1}, GOLD_3, *choice("Tough")),
    "crucible of an owned trait raises it": gains({"Tough": 2}, *choice("Tough"), IRON_5),
    "crucible traded for a rise": gains({"Tough": 2}, *choice("Tough"), GOLD_3 | {"trait": "Tough"}),
    "an alloy traded for a rise": gains({"Tough": 2}, *choice("Tough"), GOLD_3 | {"roll": 6, "trait": "Tough"}),
    "an alloy": gains({"Tough": 1, "Ruinous": 1}, *choice("Tough"), ALLOYED, metals=["iron", "gold"], flaws=["Prey"]),
    "an alloy of the own metal": gains(
        {"Tough": 1, "Brutal": 1}, *choice("Tough"), ALLOYED | {"metal": "iron", "trait": "Brutal"}, flaws=["Prey"]
    ),
    "a choice from an alloyed metal": gains(
        {"Ruinous": 1, "Shaping": 1}, ALLOYED, *choice("Shaping"), metals=["iron", "gold"], flaws=["Prey"]
    ),
}


@pytest.mark.parametrize("plain", LEGAL.values(), ids=LEGAL)
def test_g_cir_6_a_recorded_gain_is_legal(plain: Plain) -> None:
    assert read(plain).godbreakers[1].traits == plain["godbreakers"][1]["traits"]


ILLEGAL: dict[str, tuple[str, str, Plain]] = {
    "first throw traded with nothing to raise (Q34)": (
        "G-CIR-6",
        "gains[0].trait",
        gains({"Tough": 2}, GOLD_3 | {"trait": "Tough"}, *choice("Tough")),
    ),
    "a trait that the face does not show": (
        "G-CIR-6",
        "gains[1].trait",
        gains({"Tough": 1, "Ruinous": 1}, *choice("Tough"), GOLD_3 | {"trait": "Ruinous"}),
    ),
    "a choice off the list": ("G-CIR-5", "gains[0].trait", gains({"Fleet": 2}, *choice("Fleet", "Fleet"))),
    "a choice of a metal before its alloy": (
        "G-CIR-5",
        "gains[0].trait",
        gains({"Ruinous": 1, "Shaping": 1}, *choice("Shaping"), ALLOYED, metals=["iron", "gold"], flaws=["Prey"]),
    ),
    "an alloy with an owned trait": (
        "G-CIR-7",
        "gains[1].trait",
        gains({"Tough": 2}, *choice("Tough"), ALLOYED | {"metal": "iron", "trait": "Tough"}, flaws=["Prey"]),
    ),
    "an alloy without its flaw": ("G-CIR-7", "gains[0].flaw", gains({"Ruinous": 1}, {**ALLOYED, "flaw": None})),
    "an alloy with an unknown flaw": (
        "G-CIR-7",
        "gains[0].flaw",
        gains({"Ruinous": 1}, ALLOYED | {"flaw": "Shy"}),
    ),
    "an alloy off its list": ("G-CIR-7", "gains[0].trait", gains({"Fleet": 1}, ALLOYED | {"trait": "Fleet"})),
    "a choice with a die": ("G-CIR-5", "gains[0].roll", gains({"Tough": 1}, {"trait": "Tough", "roll": 3})),
    "traits that the gains do not give": (
        "G-CIR-5",
        "traits",
        gains({"Tough": 1, "Brutal": 1}, *choice("Tough", "Tough")),
    ),
    "a metal that no alloy brought": (
        "G-CIR-7",
        "metals",
        gains({"Tough": 2}, *choice("Tough", "Tough"), metals=["iron", "gold"]),
    ),
    "the flaw of an alloy left out": (
        "G-CIR-7",
        "flaws",
        gains({"Tough": 1, "Ruinous": 1}, *choice("Tough"), ALLOYED, metals=["iron", "gold"]),
    ),
    "a return before creation": (
        "G-CIR-3",
        "gains[1].at",
        gains({"Tough": 2}, {"trait": "Tough", "at": "return"}, *choice("Tough"), die=12),
    ),
    "a return in a fresh circle": (
        "G-ASC-1",
        "gains",
        gains({"Tough": 2, "Brutal": 1}, *choice("Tough", "Tough"), {"trait": "Brutal", "at": "return"}),
    ),
}


@pytest.mark.parametrize(("rule", "where", "plain"), ILLEGAL.values(), ids=ILLEGAL)
def test_g_cir_7_a_record_that_breaks_a_rule_is_refused(rule: str, where: str, plain: Plain) -> None:
    place, reason = refused(plain)
    assert place == f"godbreakers[1].{where}"
    assert f"({rule}" in reason


def test_g_asc_1_a_veteran_circle_has_grown_in_games() -> None:
    back = [*choice("Tough", "Tough"), {"trait": "Brutal", "at": "return"}]
    grown = circle((1, {"die": 12, "traits": {"Tough": 2, "Brutal": 1}, "gains": back}), veteran=True)
    assert read(grown).godbreakers[1].die == 12
    assert "(G-CIR-2" in refused(circle((1, {"die": 12})))[1]
    poor = circle((1, {"traits": {"Tough": 1}, "gains": choice("Tough")}), veteran=True)
    assert "(G-CIR-3)" in refused(poor)[1]
    three = {"traits": {"Tough": 3}, "gains": choice("Tough", "Tough", "Tough")}
    assert read(circle((0, {"traits": {"Tough": 2}}), (1, three), veteran=True)).veteran
    assert "another godbreaker also has three" in refused(circle((1, three), (2, three), veteran=True))[1]


def test_bad_numbers_are_refused_before_any_rule() -> None:
    text = json.dumps(circle()).replace('"die": 8', '"die": NaN')
    with pytest.raises(DocumentError, match="NaN is no JSON number"):
        parse_document(text, CircleDocument, "circle.json")
    assert refused(circle((1, {"die": 7})))[0] == "godbreakers[1].die"
    assert refused(circle((1, {"traits": {"Tough": 0}})))[0] == "godbreakers[1].traits.Tough"


def test_a_circle_of_fifty_megabytes_is_refused_unread(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(50_000_000)
    with pytest.raises(DocumentError, match="is larger than"):
        CIRCLES.find(str(huge))


# -- the crucible ------------------------------------------------------------------------------


def test_g_cir_6_the_crucible_lists_what_the_metals_list() -> None:
    assert {metal: tuple(sorted(traits)) for metal, traits in CRUCIBLE.items()} == {
        metal: listed(metal) for metal in METALS
    }
    assert [shown("gold", face) for face in range(1, 7)] == [*CRUCIBLE["gold"], "Alloy"]


def test_g_cir_6_the_crucible_rolls_a_game_die() -> None:
    counter = RollCounter()
    assert throw(ScriptedDice((4,), ("a test/crucible",)), counter, "a test") == 4
    assert counter.total == 1


def growth(**traits: int) -> Growth:
    return Growth(["iron"], dict(traits))


def test_q34_without_anything_to_raise_the_throw_must_be_kept() -> None:
    assert [gain.trait for gain in offers(growth(), "copper", 2)] == ["Healer"]
    alloys = offers(growth(), "copper", ALLOY)
    assert {gain.by for gain in alloys} == {"alloy"}
    assert {(gain.trait, gain.flaw) for gain in alloys} == set(product(CRUCIBLE["copper"], flaw_names()))


def test_q34_an_owned_trait_rises_or_another_does() -> None:
    assert [gain.trait for gain in offers(growth(Tough=1, Brutal=2), "iron", 5)] == ["Tough", "Brutal"]
    assert [gain.trait for gain in offers(growth(Tough=3, Brutal=2), "iron", 5)] == ["Brutal"]


def test_g_cir_5_with_four_traits_only_a_rise_is_left() -> None:
    full = growth(Tough=3, Brutal=1, Pinning=3, Relentless=3)
    for metal, face in product(METALS, range(1, 7)):
        assert [gain.trait for gain in offers(full, metal, face)] == ["Brutal"], (metal, face)


def test_g_asc_1_four_traits_at_rank_3_can_gain_nothing() -> None:
    assert growth(Tough=3, Brutal=3, Pinning=3).can_gain
    full = growth(Tough=3, Brutal=3, Pinning=3, Relentless=3)
    assert not full.can_gain
    assert [
        offers(full, metal, face) for metal, face in product(METALS, range(1, 7)) if offers(full, metal, face)
    ] == []


def test_g_cir_6_a_throw_that_can_be_neither_kept_nor_traded_leaves_nothing() -> None:
    assert offers(growth(Tough=3), "iron", 5) == []


def test_g_cir_7_a_new_flaw_each_time_and_no_more_than_there_are() -> None:
    flawed = Growth(["iron"], {"Tough": 1}, list(flaw_names()[:-1]))
    assert {gain.flaw for gain in offers(flawed, "gold", ALLOY) if gain.by == "alloy"} == {flaw_names()[-1]}
    flawed.flaws.append(flaw_names()[-1])
    assert [gain.trait for gain in offers(flawed, "gold", ALLOY)] == ["Tough"]
    gain = GainDocument(by="alloy", metal="gold", trait="Shaping", flaw="Slow")
    broken = why_not(flawed, gain)
    assert broken is not None
    assert broken[:2] == ("G-CIR-7", "flaw")


# -- random circles ----------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(4))
def test_a_random_circle_is_always_legal_and_the_same_for_its_seed(block: int) -> None:
    for seed in range(block * 25, block * 25 + 25):
        made = random_circle("The Low Road", seed)
        assert read(made.model_dump(mode="json", exclude_none=True)) == made
        assert random_circle("The Low Road", seed) == made


def test_random_circles_show_every_way_of_gaining() -> None:
    ways = [gain.by for seed in range(30) for one in random_circle("A", seed).godbreakers for gain in one.gains]
    assert set(ways) == {"choice", "crucible", "alloy"}


def test_g_cir_1_a_recruit_is_a_d6_with_two_gains_and_a_name_of_its_own() -> None:
    recruit = random_recruit(KeyedDice(3), ["Ada"], "a test")
    assert (recruit.die, len(recruit.gains)) == (6, 2)
    assert recruit.name != "Ada"


# -- circles in new games ----------------------------------------------------------------------


def test_a_new_game_takes_circles_by_name_and_by_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(circle()), encoding="utf-8")
    plan = GamePlan(("Ann", "Bob", "Cid"), rosters=("the-mended", str(mine)))
    players = load("godbreakers").new_setup(plan).document.players
    assert [player.circle.name for player in players] == ["The Mended", "Five", "The Lantern Row"]


def test_an_unknown_circle_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(DocumentError, match=r"there is no circle or file called 'nobody'.*the-mended"):
        load("godbreakers").new_setup(GamePlan(("Ann",), rosters=("nobody",)))


def test_names_that_make_the_same_id_stay_five_models() -> None:
    plain = circle(*((place, {"name": name}) for place, name in enumerate(("Ёж", "Ух", "Як", "Shard", "Эй"))))
    setup = load("godbreakers").new_setup(GamePlan(("Ann", "Bob")))
    document = setup.document.model_dump(mode="json", exclude_none=True)
    document["players"][0]["circle"] = plain
    ruleset = load("godbreakers")
    state = ruleset.begin(ruleset.read_setup(document))
    own = [model for model in state.models.values() if model.owner == "ann"]
    assert [model.name for model in own] == ["Ёж", "Ух", "Як", "Shard", "Эй"]
    assert not {model.id for model in own} & set(state.markers)
