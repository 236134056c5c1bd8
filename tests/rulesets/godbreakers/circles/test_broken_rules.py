"""Every rule of making a circle, broken once: the document is refused with the rule and the place (G-CIR-1..7)."""

from __future__ import annotations

from game.rulesets.godbreakers.rules.circles.documents import CRUCIBLE
from tests.rulesets.godbreakers.circles.test_circles import Plain, circle, member, refused

CASES: list[tuple[str, str, str, Plain]] = [
    ("six godbreakers", "G-CIR-1", "godbreakers", circle(godbreakers=[member(name) for name in "ABCDEF"])),
    ("four godbreakers", "G-CIR-1", "godbreakers", circle(godbreakers=[member(name) for name in "ABCD"])),
    ("a name twice", "G-CIR-1", "godbreakers[3].name", circle((3, {"name": "Ada"}))),
    ("a name twice in other letters", "G-CIR-1", "godbreakers[3].name", circle((3, {"name": "ADA"}))),
    ("three D8", "G-CIR-2", "godbreakers", circle((2, {"die": 8}))),
    ("a D12", "G-CIR-2", "godbreakers", circle((0, {"die": 12}))),
    ("no metal", "G-CIR-3", "godbreakers[1].metals", circle((1, {"metals": []}))),
    ("a leader with two", "G-CIR-3", "godbreakers[0].traits", circle((0, {"traits": {"Tough": 2}}))),
    ("three gains", "G-CIR-3", "godbreakers[1].traits", circle((1, {"traits": {"Tough": 3}}))),
    ("no traits at all", "G-CIR-3", "godbreakers[2].traits", circle((2, {"traits": {}}))),
    ("no shard trait", "G-CIR-4", "shard", circle(shard=None)),
    ("an unknown shard trait", "G-CIR-4", "shard", circle(shard="Glow")),
    ("a flaw as shard trait", "G-CIR-4", "shard", circle(shard="Slow")),
    ("an unknown trait", "G-CIR-5", "godbreakers[1].traits", circle((1, {"traits": {"Glow": 2}}))),
    ("a flaw as trait", "G-CIR-5", "godbreakers[1].traits", circle((1, {"traits": {"Slow": 2}}))),
    ("rank 4", "G-CIR-5", "godbreakers[1].traits.Tough", circle((1, {"traits": {"Tough": 4}}))),
    (
        "five traits",
        "G-CIR-5",
        "godbreakers[1].traits",
        circle((1, {"traits": dict.fromkeys(CRUCIBLE["iron"], 1)})),
    ),
    ("another metal's trait", "G-CIR-5", "godbreakers[1].traits.Fleet", circle((1, {"traits": {"Fleet": 2}}))),
    ("two metals without an alloy", "G-CIR-7", "godbreakers[1].metals", circle((1, {"metals": ["iron", "gold"]}))),
    ("a flaw without an alloy", "G-CIR-7", "godbreakers[1].flaws", circle((1, {"flaws": ["Slow"]}))),
    ("an unknown flaw", "G-CIR-7", "godbreakers[1].flaws[0]", circle((1, {"flaws": ["Tough"]}))),
    ("a flaw twice", "G-CIR-7", "godbreakers[1].flaws[1]", circle((1, {"flaws": ["Slow", "Slow"]}))),
    ("reach outside training", "G-MEAS-8", "godbreakers[1].reach", circle((1, {"reach": 2}))),
]


def test_g_cir_a_broken_rule_is_named_with_its_place() -> None:
    for case, rule, where, plain in CASES:
        place, reason = refused(plain)
        assert (case, place) == (case, where)
        assert f"({rule}" in reason, case
