"""Special attacks and defences, one by one: who is where, Prone or hurt after them (B-SPEC)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from game.engine.core.decisions import Choose
from game.rulesets.bushido.rules import specials
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.melee.pools import splits
from game.rulesets.bushido.rules.moving.forced import shove
from game.rulesets.bushido.rules.specials import Special
from tests.rulesets.bushido.bushido_kit import BLADE, HALF, Moment, card, duel, moment, piece, warband


def attacked(special: str, dice: tuple[int, ...], *more: str, **changes: Any) -> Moment:
    """A, who has the initiative, hits B with a special: one die a side, the attack by 6 against 2."""
    user = {"melee": 1, "weapons": [{**BLADE, "specials": [f"{special} Attack (0)"]}], **changes}
    at = duel((6, 2, *dice), user, {"melee": 1, "wounds": 20})
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    at.run(exchange(at.game, bout), "0/1", f"1/0 {special} Attack", *more)
    return at


def defended(special: str, dice: tuple[int, ...], *more: str) -> Moment:
    """A attacks B with 2 against a defence of 6, and B defends with a special; B has 2 dice, A defends with none."""
    user = {"melee": 2, "weapons": [{**BLADE, "specials": [f"{special} Defence (0)"]}]}
    at = duel((2, 5, 6, *dice), {"melee": 1, "wounds": 20}, user)
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]))
    at.run(exchange(at.game, bout), f"1/1 {special} Defence", "1/0", *more)
    return at


def gap(at: Moment) -> float:
    return at.game.apart(at["a"], at["b"])


def fell(at: Moment) -> str:
    return "".join(name for name in "ab" if at[name].has("Prone"))


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
    assert specials.REGISTRY[f"{special} Attack"].rule == rule
    assert check(at)
    at.dice_left()


def test_b_spec_a5_who_is_grappled_does_not_attack_even_if_it_cannot_be_held() -> None:
    user = {"melee": 1, "weapons": [{**BLADE, "specials": ["Grapple Attack (0)"]}]}
    at = duel((6, 5, 2), user, {"melee": 2, "traits": ["Immune [Held]"]})
    at.run(exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))), "1/1", "1/0 Grapple Attack")
    assert not at["b"].has("Held")
    assert len(at.told("Compared")) == 1


def test_b_spec_a12_a_throw_goes_where_the_attacker_likes_ahead_of_it() -> None:
    at = attacked("Throw", (3, 4), "45")
    assert (at["b"].x, at["b"].y) == pytest.approx((BEGUN[1] + math.sqrt(2), 12.0 + math.sqrt(2)), abs=1e-3)
    assert (fell(at), at["b"].wounds) == ("b", 2)
    asked = next(each for each in at.asked if each.prompt == "Where is B thrown?")
    assert isinstance(asked, Choose)
    assert "180" not in [option.key for option in asked.options]


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
    assert specials.REGISTRY[f"{special} Defence"].rule == rule
    assert check(at)
    assert at["a"].wounds == (5 if together else 0)  # B attacks with 5 against none only if they are still together
    at.dice_left()


def test_b_spec_d6_a_sidestep_leads_out_of_the_attackers_zone() -> None:
    at = defended("Sidestep", (), "90")
    assert gap(at) > 1.001
    assert at["b"].y > 12.5
    assert len(at.told("Compared")) == 1


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


def test_b_spec_7_a_technique_of_a_single_profile_is_a_class_like_any_other() -> None:
    """B-SPEC-6: its cost stands on the card."""

    class Butterfly(Special):
        name, rule, rolls_damage = "Butterfly Attack", "B-SPEC-7", False

    found = specials.REGISTRY.pop("Butterfly Attack")
    assert isinstance(found, Butterfly)
    assert (found.levels(3), found.bonus, found.rolls_damage) == ([3], 0, False)
