"""Special attacks and defences, one by one: who is where, Prone or hurt after them (B-SPEC)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from game.engine.core.decisions import Place
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.melee.pools import splits
from game.rulesets.bushido.rules.moving.forced import SidestepRegion, ThrowRegion, shove
from game.rulesets.bushido.rules.moving.policies import is_in_zone
from game.rulesets.bushido.rules.specials import PROCEDURES, applied
from game.rulesets.bushido.rules.specials import fells as can_fell
from game.rulesets.bushido.view.preview import preview
from game.rulesets.bushido.warbands.traits import SPECIALS, Special
from game.table.lattice import position
from game.table.path.policy import CONTACT
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import BLADE, HALF, Moment, card, duel, moment, piece, warband


def attacked(special: str, dice: tuple[int, ...], *more: Any, **changes: Any) -> Moment:
    """A, who has the initiative, hits B with a special: one die a side, the attack by 6 against 2."""
    user = {"melee": 1, "weapons": [{**BLADE, "specials": [f"{special} Attack (0)"]}], **changes}
    at = duel((6, 2, *dice), user, {"melee": 1, "wounds": 20})
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    at.run(exchange(at.game, bout), "0/1", f"1/0 {special} Attack", *more)
    return at


def defended(special: str, dice: tuple[int, ...], *more: Any, gap: float = 0.0) -> Moment:
    """A attacks B with 2 against a defence of 6, and B defends with a special; B has 2 dice, A defends with none."""
    user = {"melee": 2, "weapons": [{**BLADE, "specials": [f"{special} Defence (0)"]}]}
    at = duel((2, 5, 6, *dice), {"melee": 1, "wounds": 20}, user, gap=gap)
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    at.run(exchange(at.game, bout), f"1/1 {special} Defence", "1/0", *more)
    return at


def gap(at: Moment) -> float:
    return at.game.apart(at["a"], at["b"])


def fell(at: Moment) -> str:
    return "".join(name for name in "ab" if at[name].has("Prone"))


SIDE: Any = {"melee": 1, "wounds": 9, "weapons": [{**BLADE, "specials": ["Sidestep Defence (0)"]}]}
BEGUN = 5.0, 5.0 + 2 * HALF
"""Where A and B stand at first."""


@pytest.mark.parametrize(
    ("rule", "special", "dice", "check"),
    [
        ("B-SPEC-A2", "Critical", (4, 4), lambda at: at["b"].place == "killed"),
        ("B-SPEC-A2", "Critical", (3, 4), lambda at: at["b"].wounds == 4),
        ("B-SPEC-A3", "Drag", (), lambda at: gap(at) < 0.01 and at["a"].x < BEGUN[0] - 0.99 and not at["b"].wounds),
        ("B-SPEC-A4", "Forceback", (3, 4), lambda at: gap(at) < 0.01 and at["b"].x > BEGUN[1] + 0.99),
        ("B-SPEC-A4", "Forceback", (3, 4), lambda at: at["b"].wounds == 2),
        ("B-SPEC-A5", "Grapple", (), lambda at: at["b"].has("Held") and len(at.told("Compared")) == 1),
        ("B-SPEC-A6", "Powerful", (3, 4), lambda at: at.told("DamageRolled")[0].total == 10),
        ("B-SPEC-A7", "Push", (), lambda at: 1.001 < gap(at) < 1.01 and not at["b"].wounds),
        ("B-SPEC-A10", "Stun", (3, 4), lambda at: at["b"].has("Stunned") and at["b"].wounds == 4),
        ("B-SPEC-A11", "Sweep", (3, 4), lambda at: fell(at) == "b" and at["b"].wounds == 2),
    ],
)
def test_b_spec_a_what_a_special_attack_does(
    rule: str, special: str, dice: tuple[int, ...], check: Callable[[Moment], bool]
) -> None:
    at = attacked(special, dice)
    assert SPECIALS[f"{special} Attack"].rule == rule
    assert check(at)
    at.dice_left()


def test_b_spec_a5_who_is_grappled_does_not_attack_even_if_it_cannot_be_held() -> None:
    user = {"melee": 1, "weapons": [{**BLADE, "specials": ["Grapple Attack (0)"]}]}
    at = duel((6, 5, 2), user, {"melee": 2, "traits": ["Immune [Held]"]})
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "1/1", "1/0 Grapple Attack")
    assert not at["b"].has("Held")
    assert len(at.told("Compared")) == 1


def aimed(bearing: float) -> list[float]:
    """Return the point 2 inches off where B begins."""
    turned = math.radians(bearing)
    return [round(BEGUN[1] + 2 * math.cos(turned), 4), round(12.0 + 2 * math.sin(turned), 4)]


def test_b_spec_a12_a_throw_goes_to_any_point_that_the_attacker_sees() -> None:
    at = attacked("Throw", (3, 4), aimed(37.5))
    assert (at["b"].x, at["b"].y) == pytest.approx(aimed(37.5), abs=1e-3)
    assert (fell(at), at["b"].wounds) == ("b", 2)
    asked = next(each for each in at.asked if each.prompt == "Where is B thrown to?")
    assert isinstance(asked, Place)
    assert asked.about == "north.b"
    at["b"].x, at["b"].y = BEGUN[1], 12.0
    behind = math.degrees(math.acos(-(BEGUN[1] - BEGUN[0]) / 2))  # where the middle line of A ends what it sees
    for bearing in range(0, 360, 5):
        assert asked.allows(aimed(bearing)) is (abs(math.remainder(bearing, 360)) < behind), bearing
    for answer in ([BEGUN[1] + 1.99, 12.0], [BEGUN[1] + 2.01, 12.0], "45"):
        assert not asked.allows(answer)
    rng = random.Random(3)
    spots = [asked.region.sample(rng) for _time in range(20)]
    assert all(spot is not None and asked.allows([*spot]) for spot in spots)
    assert len({*spots}) > 15
    nearest = asked.region.nearest((BEGUN[1] + 5.0, 12.0 + 5.0))
    assert nearest == pytest.approx(aimed(45), abs=1e-3)
    told = [each.cause for each in asked.region.why_not(position(*aimed(180)))]
    assert told == ["out of sight"]


def test_b_spec_a12_what_hides_a_point_forbids_it_and_the_edge_does_not() -> None:
    wall = piece("wall", 7.0, 12.5, 0.2, 3.0, passage="impassable", visibility="blocking", size="large")
    at = moment((), south=warband(card("A"), faction="S"), north=warband(card("B"), faction="N"), terrain=[wall])
    a, b = at.put("a", BEGUN[0], 12.0), at.put("b", BEGUN[1], 12.0, facing=18000)
    region = ThrowRegion(at.game, a, b, 2.0)
    assert [is_legal(region, position(*aimed(bearing))) for bearing in (50, 0, -50)] == [False, True, True]
    for model in (a, b):
        model.x += 24.0 - BEGUN[1] - 0.7
    region = ThrowRegion(at.game, a, b, 2.0)
    assert is_legal(region, (b.x + 2.0, 12.0))  # it stops at the edge
    place = Place(player="south", prompt="", rule="B-SPEC-A12", about=b.id, region=region)
    told = [line.text for line in preview(at.game, place, b.x + 2.0, 12.0).lines]
    assert "stopped after 0.11" in told[0]
    assert not any("left of" in text for text in told)
    at.game.mark(a, "Blind", 0)
    assert ThrowRegion(at.game, a, b, 2.0).find() is None


@pytest.mark.parametrize(
    ("rule", "special", "check"),
    [
        ("B-SPEC-D2", "Drag", lambda at: gap(at) < 0.01 and at["b"].x > BEGUN[1] + 0.99),
        ("B-SPEC-D3", "Forceback", lambda at: gap(at) < 0.01 and at["a"].x < BEGUN[0] - 0.99),
        ("B-SPEC-D4", "Grapple", lambda at: at["a"].has("Held") and len(at.told("Compared")) == 2),
        ("B-SPEC-D5", "Push", lambda at: gap(at) > 1.001 and at["a"].x < BEGUN[0]),
        ("B-SPEC-D7", "Sweep", lambda at: fell(at) == "a" and len(at.told("Compared")) == 2),
        ("B-SPEC-D8", "Throw", lambda at: fell(at) == "a" and at["a"].x == pytest.approx(BEGUN[0] - 2.0, abs=1e-3)),
    ],
)
def test_b_spec_d_what_a_special_defence_does(rule: str, special: str, check: Callable[[Moment], bool]) -> None:
    together = special in ("Drag", "Forceback", "Grapple", "Sweep")
    at = defended(special, (3, 4) if together else ())
    assert SPECIALS[f"{special} Defence"].rule == rule
    assert check(at)
    assert at["a"].wounds == (5 if together else 0)  # B attacks with 5 against none only if they are still together
    at.dice_left()


def test_b_spec_d6_a_sidestep_leads_out_of_the_attackers_zone() -> None:
    twin = duel((), {}, {}, gap=CONTACT / 2)
    region = SidestepRegion.of(twin.game, twin["b"], twin["a"])
    assert region is not None
    spot = region.nearest((BEGUN[1] + 0.4, 14.0))
    assert spot is not None
    at = defended("Sidestep", (), [*spot, 4500], gap=CONTACT / 2)
    assert is_in_zone(at.game, at["b"], at["a"]) is False
    assert gap(at) < 1.01
    assert at["b"].y > 13.0
    assert at["b"].facing == 4500  # its own move: it may turn (B-MOVE-5)
    assert len(at.told("Compared")) == 1


def test_amb_23_a_sidestep_ends_at_any_first_place_out_of_the_zone_and_never_leads_nearer() -> None:
    """From in front of A, which looks east: the rim of its zone, and the line behind which it sees nothing."""
    at = moment((), south=warband(card("A"), faction="S"), north=warband(card("B"), card("C"), faction="N"))
    a, b = at.put("a", 10.0, 12.0), at.put("b", 11.1815, 12.0, facing=18000)
    other = at.put("c", 11.6, 13.6)
    region = SidestepRegion.of(at.game, b, a)
    assert region is not None
    rng, ends = random.Random(4), []
    for _time in range(40):
        spot = region.sample(rng)
        assert spot is not None
        ends.append(spot)
        path = region.find(spot)
        assert path is not None
        far = [math.dist(point, (a.x, a.y)) for point in path.outline()]
        assert all(after >= before - 0.0015 for before, after in pairwise(far))
        with at.game.supposing(b, *spot, 0):
            assert not is_in_zone(at.game, b, a)
            assert at.game.apart(b, other) > -1e-6
        for share in (0.99, 1.01):
            assert not is_legal(region, (a.x + (spot.x - a.x) * share, a.y + (spot.y - a.y) * share))
    assert any(x < a.x + HALF for x, _y in ends)  # round to the rear
    assert any(x > a.x + 2.0 for x, _y in ends)
    assert region.nearest((16.0, 12.0)) == pytest.approx((a.x + 2 * HALF + 1.0018, 12.0), abs=0.06)
    assert not is_legal(region, (12.1, 13.3))  # through C
    length = region.geometry.length
    assert 3.0 < length < 9.0
    a.facing = 18000
    assert SidestepRegion.of(at.game, b, a) is None or not is_in_zone(at.game, b, a)


def test_b_spec_3_a_sidestep_without_a_way_out_goes_as_far_as_it_can() -> None:
    wall = piece("wall", 5.0 + 3 * HALF + 0.4, 0.0, 0.4, 24.0, passage="impassable", visibility="blocking", size="huge")
    post = piece("post", 5.0, 12.0 + 1.2, 1.0, 0.4, passage="impassable", visibility="blocking", size="huge")
    post2 = piece("post2", 5.0, 12.0 - 1.6, 1.0, 0.4, passage="impassable", visibility="blocking", size="huge")
    south = warband(card("A", **SIDE), faction="S")
    at = moment((2, 6), south=south, north=warband(card("B", **SIDE), faction="N"), terrain=[wall, post, post2])
    at.put("a", BEGUN[0], 12.0)
    at.put("b", 6.1815, 12.0, facing=18000)
    at.game.begin_activation(at["a"])
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    at.run(exchange(at.game, bout), "0/1 Sidestep Defence", "1/0")
    assert at["b"].x == pytest.approx(BEGUN[1] + 0.4, abs=0.01)
    assert at["b"].y == pytest.approx(12.0)


def test_b_spec_2_and_b_melee_9_one_special_and_a_die_of_its_colour() -> None:
    names = ["Sweep Attack (0)", "Sweep Defence (0)"]
    at = duel((), {"melee": 2, "weapons": [{**BLADE, "specials": names}]}, {})
    bout = Bout(Fighter(at["a"], "Blade", 2), Fighter(at["b"], "Blade", 1))
    keys = [each.key for each in splits(at.game, bout, bout.activating)]
    assert "2/0 Sweep Attack" in keys
    assert "0/2 Sweep Attack" not in keys
    assert "2/0 Sweep Defence" not in keys
    assert not any("Attack" in key and "Defence" in key for key in keys)


def test_b_spec_4_the_movement_comes_before_the_damage() -> None:
    kinds = [event.kind for event in attacked("Slam", (3, 4)).game.events]
    assert kinds.index("Moved") < kinds.index("DamageRolled")


def _row(mover: dict[str, Any], other: dict[str, Any], second: float = 10.0) -> Moment:
    south = warband(card("Mover", **mover), faction="S")
    at = moment((), south=south, north=warband(card("Other", **other), faction="N"))
    at.put("mover", 8.0, 12.0)
    at.put("other", second, 12.0)
    return at


@pytest.mark.parametrize(
    ("mover", "other", "crash", "prone", "gone"),
    [
        (30, 30, True, ["mover", "other"], 0.819),
        (30, 50, True, ["mover"], 0.425),
        (50, 30, True, ["mover", "other"], 3.0),
        (30, 30, False, [], 0.819),
    ],
)
def test_b_spec_5_collisions(mover: int, other: int, crash: bool, prone: list[str], gone: float) -> None:
    at = _row({"base_mm": mover}, {"base_mm": other})
    assert shove(at.game, at["mover"], 1.0, 0.0, 3.0, "test", crash=crash) == pytest.approx(gone, abs=2e-3)
    assert [name for name in ("mover", "other") if at[name].has("Prone")] == prone
    assert at.game.apart(at["mover"], at["other"]) >= 0.0
    assert (at["other"].y != 12.0 or at["other"].x != 10.0) == (gone == 3.0)


def test_b_spec_5_and_b_move_14_impassable_terrain_stops_and_fells_difficult_does_not() -> None:
    for passage, prone, x in (("impassable", True, 10.0 - HALF), ("difficult", False, 11.0)):
        wall = piece("wall", 10.0, 10.0, 1.0, 4.0, passage=passage)
        at = moment((), terrain=[wall])
        warden = at.put("bell-warden", 8.0, 12.0)
        shove(at.game, warden, 1.0, 0.0, 3.0, "test", crash=True)
        assert warden.has("Prone") is prone
        assert warden.x == pytest.approx(x, abs=1e-3)


def test_b_spec_3_the_edge_stops_and_zones_do_not() -> None:
    at = _row({}, {}, 8.0 + 2 * HALF + 0.4)
    at["other"].facing = 18000
    shove(at.game, at["mover"], -1.0, 0.0, 20.0, "test", crash=True)
    assert not at["mover"].has("Prone")
    assert at["mover"].x == pytest.approx(HALF, abs=1e-3)
    shove(at.game, at["mover"], 1.0, 0.0, 20.0, "test")
    assert at.game.apart(at["mover"], at["other"]) < 0.01


@pytest.mark.parametrize(("special", "aim"), [("Slam", []), ("Throw", [aimed(30)])])
def test_b_spec_5_who_is_slammed_or_thrown_against_another_fells_it(special: str, aim: list[list[float]]) -> None:
    user: dict[str, Any] = {"melee": 1, "weapons": [{**BLADE, "specials": [f"{special} Attack (0)"]}]}
    north = warband(card("B", melee=1, wounds=20), card("C"), faction="N")
    at = moment((6, 2, 3, 4), south=warband(card("A", **user), faction="S"), north=north)
    at.put("a", BEGUN[0], 12.0)
    at.put("b", BEGUN[1], 12.0, facing=18000)
    at.put("c", BEGUN[1] + 2 * HALF + 0.5, 12.0)
    at.game.begin_activation(at["a"])
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "0/1", f"1/0 {special} Attack", *aim)
    assert [at[name].has("Prone") for name in "abc"] == [False, True, True]
    assert at.game.apart(at["b"], at["c"]) < 0.01


@pytest.mark.parametrize(("rule", "special", "left"), [("A3", "Drag Attack", 0.5), ("D2", "Drag Defence", 0.0)])
def test_b_spec_a3_who_is_dragged_by_an_attack_follows_one_inch_by_a_defence_into_contact(
    rule: str, special: str, left: float
) -> None:
    at = duel((), {}, {}, gap=0.5)
    one, other = Fighter(at["a"]), Fighter(at["b"])
    at.run(applied(SPECIALS[special], at.game, Bout(one, other), one, other, 0))
    assert SPECIALS[special].rule == f"B-SPEC-{rule}"
    assert at["a"].x == pytest.approx(BEGUN[0] - 1.0, abs=2e-3)
    assert gap(at) == pytest.approx(left, abs=0.01)


def on_a_tower(x: float, user: float, more: float = 0.0, size: str = "huge", **foe: Any) -> Moment:
    """B stands on high ground that ends at 12 inches, A beside it at an angle in degrees; C may bar the east."""
    tower = piece("tower", 8.0, 2.0, 4.0, 20.0, visibility="enhancing", size=size)
    north = warband(card("B", **foe), card("C", base_mm=50), faction="N")
    at = moment((), south=warband(card("A"), faction="S"), north=north, terrain=[tower])
    turned = math.radians(user)
    at.put(
        "a", x + math.cos(turned) * 2 * HALF, 12.0 + math.sin(turned) * 2 * HALF, facing=round((user + 180) % 360) * 100
    )
    at.put("b", x, 12.0)
    if more:
        at.put("c", x + HALF + 50 / 50.8 + more, 12.0)
    return at


@pytest.mark.parametrize(
    ("special", "at", "fells"),
    [
        ("Slam Attack", on_a_tower(11.0, 180.0), True),
        ("Slam Attack", on_a_tower(11.5, 0.0), False),  # it stays on the tower
        ("Slam Attack", on_a_tower(11.0, 90.0), False),  # it goes along the edge
        ("Slam Attack", on_a_tower(11.0, 180.0, size="large"), False),
        ("Slam Attack", on_a_tower(11.0, 180.0, traits=["Immovable"]), False),
        ("Slam Attack", on_a_tower(11.9, 180.0, 0.01), False),  # C is in the way
        ("Slam Attack", on_a_tower(11.0, 180.0, 1.6), True),
        ("Throw Defence", on_a_tower(11.0, 180.0), False),
        ("Sweep Attack", on_a_tower(11.0, 180.0), False),
        ("Throw Attack", on_a_tower(10.6, 180.0), True),
        ("Throw Attack", on_a_tower(10.6, 0.0), False),  # what is behind A is out of its sight
        ("Throw Attack", on_a_tower(10.6, 180.0, traits=["Immovable"]), False),
        ("Throw Attack", on_a_tower(14.0, 180.0), False),
    ],
)
def test_b_terr_8_what_can_make_the_opponent_fall_is_foretold(special: str, at: Moment, fells: bool) -> None:
    assert can_fell(SPECIALS[special], at.game, at["a"], at["b"]) is fells


def test_b_move_4_who_is_moved_is_not_turned() -> None:
    at = _row({}, {})
    at["mover"].facing = 1234
    shove(at.game, at["mover"], 0.0, 1.0, 2.0, "test")
    assert at["mover"].facing == 1234
    assert at["mover"].y == pytest.approx(14.0, abs=1e-3)


@pytest.mark.parametrize("trait", ["Immovable", ""])
def test_b_tr_27_an_immovable_model_is_not_moved_and_never_prone(trait: str) -> None:
    at = _row({"traits": [trait] if trait else []}, {})
    shove(at.game, at["mover"], 1.0, 0.0, 3.0, "test", crash=True)
    assert ((at["mover"].x == 8.0), at["mover"].has("Prone")) == ((True, False) if trait else (False, True))


def test_b_spec_6_and_b_spec_7_a_technique_of_a_single_profile_is_a_row_like_any_other() -> None:
    """B-SPEC-6: its cost stands on the card."""
    found = Special(name="Butterfly Attack", rule="B-SPEC-7", does="push", rolls_damage=False)
    assert (found.levels(3), found.bonus, found.rolls_damage) == ([3], 0, False)
    assert {special.does for special in SPECIALS.values()} == {*PROCEDURES, "sweep", "stun", ""}


@pytest.mark.parametrize("cost", [0, 2])
def test_b_spec_6_a_special_costs_what_the_card_says(cost: int) -> None:
    at = duel((), {"weapons": [{**BLADE, "specials": [f"Push Attack ({cost})"]}]}, {})
    a, b = (Fighter(at[name], "Blade", 3) for name in "ab")
    found = [(each.attack, each.defence) for each in splits(at.game, Bout(a, b), a) if each.special == "Push Attack"]
    assert {attack + defence for attack, defence in found} == {3 - cost}
