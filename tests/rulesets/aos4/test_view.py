"""What people see: events and rules in words, cards, the rail of phases, what a place would mean, instruments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import shapely

from game.engine.core.decisions import Arrange, Choose
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Event
from game.engine.core.pools import Pool
from game.engine.core.windows import PASS
from game.engine.history.fairness import throws
from game.engine.history.luck import lucks
from game.engine.history.scores import counts_of
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.packs import parse_pack
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import resolving
from game.rulesets.aos4.rules.objectives import scores
from game.rulesets.aos4.rules.state import Effect
from game.rulesets.aos4.view import cards, preview, rolls, table
from game.rulesets.aos4.view.cards import weapon_line
from game.rulesets.aos4.view.preview import arranged
from game.table.lattice import position
from game.table.layout.steps import ends_of
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from game.table.sight.sight import Sight
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, box, field, piece, row

RULES = Path(table.__file__).parents[1]
ABSTRACT = {"Fact", "UnitFact", "DiceFact"}
FACTS = {
    name
    for name, kind in vars(events).items()
    if isinstance(kind, type) and kind.__module__ == events.__name__ and name not in ABSTRACT
}
SEEDS = (1, 2)


def session(seed: int) -> Session:
    return Session(RULESET, RULESET.new_setup(GamePlan(names=("Ann", "Bob"))), KeyedDice(seed))


def played(seed: int) -> Iterator[Session]:
    """A battle at random, standing still at every decision and at its end."""
    found, rng = session(seed), Random(seed)
    while not found.finished:
        yield found
        found.answer(random_answer(found.pending(), rng))
    yield found


# -- words


def test_every_kind_of_event_is_told_in_words() -> None:
    kinds = [vars(events)[name] for name in FACTS]
    assert [kind for kind in kinds if not kind.says and kind.sentence is Event.sentence] == []


@pytest.mark.parametrize(
    ("amount", "told"), [(-1, "-1 ritual point"), (1, "+1 ritual point"), (-2, "-2 ritual points")]
)
def test_points_that_are_lost_are_counted_as_those_that_are_gained(amount: int, told: str) -> None:
    event = events.RitualChanged(unit="x", amount=amount, left=2)
    assert RULESET.tell(session(1).game, event) == f"x: {told}, 2 in all"


@pytest.mark.parametrize(
    ("hits", "wounds", "points", "said"),
    [(0, 0, 0, "All attacks missed"), (2, 0, 0, "Hit, no wounds"), (2, 1, 0, "All attacks saved"), (2, 1, 1, "")],
)
def test_an_attack_without_damage_says_how_far_it_came(hits: int, wounds: int, points: int, said: str) -> None:
    none = Pool("", 6, ())
    event = events.Attacked(
        unit="x", target="y", weapon="Pike", attacks=2, attack_pool=none, hit_pool=none, hits=hits, mortal_pool=none,
        mortal=0, wound_pool=none, wounds=wounds, save_pool=none, unsaved=points, damage_pool=none, damage=points,
    )  # fmt: skip
    assert event.remark() == (("y", said) if said else None)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_event_is_told_by_its_name_alone_and_every_rule_has_words(seed: int) -> None:
    known, cited = {rule.id for rule in RULESET.rules()}, set[str]()
    found = None
    for found in played(seed):
        decision = found.decision
        if decision is not None:
            cited.add(decision.rule)
            cited |= {option.rule for option in decision.shortcuts}
        if isinstance(decision, Choose):
            cited |= {option.rule for option in decision.options}
            cited |= {refusal.rule for _option, refusal in decision.refused()} if decision.refused else set()
    assert found is not None
    told = [RULESET.tell(found.game, event) for event in found.events]
    assert all(text and not re.fullmatch(r"[A-Z]\w+", text) and "{" not in text for text in told)
    cited |= {event.rule for event in found.events}
    view = RULESET.view(found.game)
    lines = [line for unit in view.units.values() for line in unit.details]
    lines += [line for each in view.pieces for line in each.details]
    cited |= {line.rule for line in lines}
    assert cited - known - {""} == set()


def test_units_of_one_model_and_of_several_are_spoken_of_in_the_singular_and_the_plural() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "wallward-pikes")
    assert battle.asked.prompt == "Move Wallward Pikes up to 5″"
    assert [each.label for each in battle.asked.shortcuts] == ["Wallward Pikes stay where they are"]
    battle.say("stay").use("normal-move", "beaconwright")
    assert battle.asked.prompt == "Move Beaconwright up to 5″"
    assert [each.label for each in battle.asked.shortcuts] == ["Beaconwright stays where it is"]
    battle.say([{"id": "ann.beaconwright-1", "at": [20, 12]}])
    told = [RULESET.tell(battle.game, each) for each in battle.game.events]
    assert "Beaconwright moves 2.00″" in told
    several = events.Damaged(unit="ann.wallward-pikes", points=3, slain=1, count=1, mortal=False, rule="A-DMG-5")
    assert RULESET.tell(battle.game, several) == "Wallward Pikes suffer 3 damage; 1 slain, damage count 1"
    healed = events.Healed(unit="ann.wallward-pikes", amount=2, left=0, rule="A-DMG-7")
    assert RULESET.tell(battle.game, healed) == "Wallward Pikes heal 2, damage count 0"
    reeve = battle.game.state.units["bob.tide-reeve"]
    reeve.at = {}  # as one that left play in one piece
    gone = events.Destroyed(unit=reeve.id, name="Tide-Reeve", rule="A-DMG-10")
    assert RULESET.tell(battle.game, gone) == "Tide-Reeve is destroyed"


@pytest.mark.parametrize(
    ("purpose", "faces", "plus", "total", "needed", "told"),
    [
        ("redeploy", (1,), 0, 1, 0, "redeploy: 1″"),
        ("charge", (3, 5), 0, 8, 0, "charge: 5 + 3 = 8″"),
        ("run", (4,), 1, 5, 0, "run: 4 + 1 = 5″"),
        ("run", (1,), -2, 0, 0, "run: 1 - 2 counts as 0″"),
        ("rally", (6, 2, 4, 1, 4, 3), 0, 3, 4, "rally: 6 4 4 3 2 1, 3 rally points"),
        ("rally", (1, 2, 4), 0, 1, 4, "rally: 4 2 1, 1 rally point"),
        ("retreat", (5,), 0, 3, 0, "retreat: 5 counts as 3"),
        ("banish", (3, 3), 1, 7, 7, "banish: 3 + 3 + 1 = 7, needs 7+: succeeds"),
        ("place of power", (1,), 0, 1, 2, "place of power: 1, needs 2+: fails"),
    ],
)
def test_a_roll_is_told_as_a_sum_where_there_is_one(
    purpose: str, faces: tuple[int, ...], plus: int, total: int, needed: int, told: str
) -> None:
    battle = Battle()
    battle.put("beaconwright", (20, 10))
    event = events.Rolled(
        unit="ann.beaconwright",
        purpose=purpose,
        pool=Pool("", 6, tuple((face,) for face in faces)),
        plus=plus,
        total=total,
        needed=needed,
        success=total >= needed,
        rule="A-DICE-10",
    )
    assert RULESET.tell(battle.begin().game, event) == f"Beaconwright, {told}"


@pytest.mark.parametrize(
    ("ability", "one", "many"),
    [
        (rolls.run, "runs", "run"),
        (rolls.redeploy, "redeploys", "redeploy"),
        (rolls.retreat, "retreats", "retreat"),
        (rolls.charge, "charges", "charge"),
        (rolls.rally, "rallies", "rally"),
        (rolls.banishing, "banishes", "banish"),
    ],
)
def test_odds_speak_of_one_model_in_the_singular_and_of_several_in_the_plural(
    ability: rolls.Asked, one: str, many: str
) -> None:
    battle = Battle()
    battle.put("beaconwright", (20, 10))
    battle.put("wallward-pikes", *row(10, 2, 5, 1.2))
    battle.begin()
    for unit, said in (("beaconwright", f"Beaconwright {one}"), ("wallward-pikes", f"Wallward Pikes {many}")):
        view = ability(battle.game, battle.game.ability("ann", "run"), battle.unit(unit))
        assert view is not None
        assert view.title == said


def test_a_fight_3_a_unit_has_fought_only_when_its_fight_is_over() -> None:
    battle = Battle("combat")
    battle.put("beaconwright", (20, 10))
    battle.put("hullbreakers", (21.8, 10))
    battle.did("beaconwright", "RUN")
    battle.begin().use("fight", "beaconwright")
    unit = battle.unit("beaconwright")
    assert battle.asked.rule == "A-PILE-1"
    assert table.unit_view(battle.game, unit).states == ("ran",)


def test_a_dmg_10_what_is_destroyed_neither_ran_nor_charged() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (2, 28))
    battle.did("beaconwright", "RUN")
    unit = battle.begin().unit("beaconwright")
    assert table.unit_view(battle.game, unit).states == ("ran",)
    unit.place, unit.slain, unit.at = "destroyed", [*unit.at], {}
    assert table.unit_view(battle.game, unit).states == ()
    priest = battle.unit("tide-reeve")
    priest.ritual = 2
    assert table.unit_view(battle.game, priest).stock == "2 ritual points"
    priest.place, priest.slain, priest.at = "destroyed", [*priest.at], {}
    assert table.unit_view(battle.game, priest).stock == ""


def test_a_man_8_a_manifestation_that_was_destroyed_and_may_come_again_has_done_nothing() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (2, 28))
    battle.put("wandering-wick", (20, 14))
    battle.did("wandering-wick", "RETREAT")
    unit = battle.begin().unit("wandering-wick")
    assert table.unit_view(battle.game, unit).states == ("retreated",)
    unit.place, unit.at = "reserve", {}
    assert table.unit_view(battle.game, unit).states == ()


def test_a_battle_counts_every_model_lost_and_every_die_of_either_side() -> None:
    *_before, found = played(SEEDS[0])
    slain = dict.fromkeys(("ann", "bob"), 0)
    for event in found.events:
        if isinstance(event, events.Slain):
            slain[event.unit.split(".")[0]] += len(event.models)
    assert counts_of(found)["Casualties"] == slain
    luck = lucks(found)
    saves = sum(len(each.save_pool.dice) for each in found.events if isinstance(each, events.Attacked))
    assert saves
    assert all(each.rolls for each in luck.values())
    assert sum(each.rolls for each in luck.values()) == len([*throws(found.events)])


def test_every_rule_that_the_code_cites_is_in_the_reference() -> None:
    cited: set[str] = set()
    for path in RULES.rglob("*.py"):
        cited |= set(re.findall(r'"(A-[A-Z]+-\d+)"', path.read_text(encoding="utf-8")))
    assert len(cited) > 120
    assert cited - {*cards.RULES.entries} == set()


def test_the_reference_is_complete_short_and_linked() -> None:
    rules = RULESET.rules()
    families = {
        "GEO": 10,
        "DICE": 10,
        "ABIL": 9,
        "DEP": 9,
        "MAG": 9,
        "AB": 22,
        "WPN": 10,
        "KEY": 15,
        "TAB": 6,
        "DMG": 10,
    }
    for family, number in families.items():
        assert [each.id for each in rules if each.id.split("-")[1] == family] == [
            f"A-{family}-{count}" for count in range(1, number + 1)
        ]
    assert all(each.title and each.text and each.chapter and len(each.text) < 260 for each in rules)
    assert not [each.id for each in rules if re.match(r"\d to ", each.text)], "a sign is missing"
    assert {"A-AB-10"} <= set(next(each.see for each in rules if each.id == "A-MAG-7"))
    assert "A-MAG-7" in next(each.see for each in rules if each.id == "A-AB-10")


# -- cards


def test_a_imp_8_what_is_done_by_hand_stands_with_its_whole_text_on_the_card() -> None:
    odd = AbilityDocument(
        id="odd-thing", name="Odd Thing", timing="Once Per Turn (Army), Your Hero Phase", phases=("yourHero",),
        declare="Choose a **HERO**.", effect="Something odd happens.", used_by=("Beaconwright",),
    )  # fmt: skip
    card = odd.model_copy(update={"id": "card", "name": "Hold Fast", "kind": "card", "used_by": ()})
    army = LANTERN.model_copy(update={"abilities": (*LANTERN.abilities, odd, card)})
    battle = Battle("hero", armies=(army, BRINEBACK))
    battle.put("beaconwright", (20, 10))
    battle.begin()
    view = RULESET.view(battle.game)
    lines = [line for line in view.units["ann.beaconwright"].details if line.rule == "A-IMP-8"]
    assert [line.text for line in lines] == [
        "Odd Thing (by hand), Once Per Turn (Army), Your Hero Phase: Choose a HERO. Something odd happens."
    ]
    [cards] = [each.details[:1] for each in view.players if each.id == A]
    assert cards[0].text.startswith("Hold Fast (by hand)")
    while battle.asked.rule != "A-IMP-30":
        battle.done()
    battle.say("card")
    [after] = [each.details[0] for each in RULESET.view(battle.game).players if each.id == A]
    assert after.text.startswith("Hold Fast (completed, by hand)")
    [ticked] = battle.events(events.CardTicked)
    assert RULESET.tell(battle.game, ticked) == "Ann completes Hold Fast"


def test_a_imp_8_the_text_of_an_ability_is_told_with_its_option_and_while_it_is_carried_out() -> None:
    """A spell stands on no card: whoever casts it by hand has its text before them all the same."""
    odd = AbilityDocument(
        id="odd", name="Odd", timing="Once Per Battle, Your Hero Phase", phases=("yourHero",), effect="It is odd."
    )
    battle = Battle("hero", armies=(LANTERN.model_copy(update={"abilities": (odd,)}), BRINEBACK))
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (22, 25))
    battle.begin()

    def told(option: str = "") -> str:
        line = RULESET.ability_text(battle.game, battle.asked, option)
        return line.text if line is not None else ""

    text = "Odd (by hand), Once Per Battle, Your Hero Phase: It is odd."
    assert told("odd ann.beaconwright") == text
    assert told("searing-ray ann.beaconwright").endswith("The enemy unit suffers D3 mortal damage.")
    assert told("rally ann.beaconwright") == told(PASS) == told() == "", "the wording of the rules tells"
    battle.use("odd", "beaconwright")
    assert told() == text
    battle.say("unwarded")
    assert (told(), told("bob.tide-reeve")) == (text, "")
    battle.say("bob.tide-reeve", "1", "done")
    assert told() == ""


def test_a_obj_3_an_objective_tells_its_tally() -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", *row(10, 8, 12, 1.5, 5))
    battle.begin()
    [west] = [each for each in RULESET.view(battle.game).pieces if each.id == "west"]
    assert (
        west.details[1].text
        == f"control scores now: Ann {scores(battle.game, battle.setup.objectives['west'])[A]}, Bob 0"
    )


# -- the rail


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_2_the_rail_counts_what_the_window_offers(seed: int) -> None:
    looked = 0
    for found in played(seed):
        decision, rail = found.decision, RULESET.rail(found.game)
        view = RULESET.view(found.game)
        assert [each.name for each in rail] == list(view.phases)
        assert rail[0].name == ("Start of battle round" if found.game.state.round else "Deployment")
        assert [each.on for each in rail].count(True) <= 1
        if isinstance(decision, Choose) and decision.rule == "A-TURN-2":
            [now] = [each for each in rail if each.on]
            offered = [option.key for option in decision.options if option.key != PASS]
            uses = now.abilities[decision.player]
            if not any(use.rule == "A-AB-6" for use in uses):
                assert sum(use.units for use in uses) == len(offered)
                assert {key for use in uses for key in use.options} == {*offered}
                looked += 1
    assert looked > 10


def test_a_imp_10_texts_of_packs_stand_beside_their_phases_and_rule_nothing() -> None:
    rules = "[{id: movement, information: '<strong>Wade.</strong> No unit moves.'}]"
    text = f"{{type: custom, id: tides, name: Tides, abilities: [], rules: {rules}}}"
    pack, _warnings = parse_pack(text, "tides.yaml")
    rails = []
    for packs in ((), (pack,)):
        battle = Battle("movement", packs=packs)
        battle.put("beaconwright", (20, 10))
        rails.append(RULESET.rail(battle.begin().game))
        assert "normal-move beaconwright" in battle.keys
    added = [[line.text for line in now.hints if line not in before.hints] for before, now in zip(*rails)]
    assert added == [[], [], [], ["Wade. No unit moves."], [], [], [], []]
    assert [each.abilities for each in rails[0]] == [each.abilities for each in rails[1]]


def test_a_turn_2_the_rail_says_why_not() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.begin()
    uses = {use.name: use for use in next(each for each in RULESET.rail(battle.game) if each.on).abilities[A]}
    assert (uses["Normal Move"].units, uses["Normal Move"].reason) == (1, "")
    assert (uses["Retreat"].units, uses["Retreat"].reason) == (0, "Beaconwright is not in combat")


def test_why_not_is_said_of_several_models_in_the_plural() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(3, 20, 10, 1.3, files=3))
    battle.put("duskmoth-riders", *row(3, 36, 4, 2.5))
    battle.put("hullbreakers", *row(3, 20, 12.5, 1.5))
    decision = battle.begin().session.pending()
    assert isinstance(decision, Choose)
    reasons = {refusal.text for _, refusal in decision.refusals()}
    assert {"Wallward Pikes are in combat with Hullbreakers", "Duskmoth Riders are not in combat"} <= reasons


def test_a_weapon_of_one_attack_says_so_in_the_singular() -> None:
    sling = next(each for each in LANTERN.units if each.id == "glarecoil-slingers").weapons
    assert [weapon_line(each).split(": ")[1].split(",")[0] for each in sling] == ["2 attacks", "1 attack"]


# -- what a place would mean


@pytest.mark.parametrize("seed", SEEDS)
def test_what_an_arrangement_would_mean_is_what_it_then_means(seed: int) -> None:
    held = 0
    found, rng = session(seed), Random(seed)
    while not found.finished:
        decision, game = found.pending(), found.game
        answer = random_answer(decision, rng)
        if not isinstance(decision, Arrange) or isinstance(answer, str):
            found.answer(answer)
            continue
        layout, before = ends_of(decision.steps(answer)), found.state.digest()
        preview = arranged(game, decision, layout)
        assert found.state.digest() == before
        others = {each.id: each.at for each in game.state.units.values() if each.id != decision.about}
        found.answer(answer)
        unit = found.state.units[decision.about]
        same = {each.id: each.at for each in found.state.units.values() if each.id != decision.about} == others
        if not same or any(position(*unit.at[model]) != at for model, at in layout.items() if model in unit.at):
            continue
        foes = found.game.fought_by(unit)
        assert {model.rpartition("-")[0] for model in preview.contacts} == {foe.id for foe in foes}
        texts = [line.text for line in preview.lines if line.rule == "A-OBJ-3"]
        for marker in found.setup.objectives.values():
            tally = scores(found.game, marker)
            told = [text for text in texts if text.startswith(marker.name)]
            assert not told or told[0].endswith(f"{tally[unit.owner]} to {tally[found.game.other(unit.owner)]}")
        held += 1
    assert held > 10


def test_a_pile_1_whom_one_could_shoot_at_is_not_told_where_fighting_comes_next() -> None:
    battle = Battle("combat")
    battle.put("beaconwright", (20, 10))
    battle.put("hullbreakers", (21.8, 10))
    asked = battle.begin().use("fight", "beaconwright").asked
    assert isinstance(asked, Arrange)
    assert asked.rule == "A-PILE-1"
    found = arranged(battle.game, asked, {"ann.beaconwright-1": position(20.2, 10)})
    assert any("in combat" in line.text for line in found.lines)
    assert not any("could shoot at Hullbreakers" in line.text for line in found.lines)


def test_a_coh_1_a_split_unit_is_said_and_a_charge_too() -> None:
    battle = Battle("charge")
    battle.put("duskmoth-riders", (20, 10), (22.6, 10), (25.2, 10))
    battle.put("barbcasters", *row(4, 20, 17, 1.6))
    battle.rolls("charge", 6, 6).begin().use("charge", "duskmoth-riders").no_reaction()
    decision = battle.asked
    assert isinstance(decision, Arrange)
    far = {f"ann.duskmoth-riders-{number}": position(20 + 6 * number, 10) for number in (1, 2, 3)}
    near = {f"ann.duskmoth-riders-{number}": position(17.4 + 2.6 * number, 15) for number in (1, 2, 3)}
    texts = {line.rule: line for line in arranged(battle.game, decision, far).lines}
    assert texts["A-COH-2"].tone == "bad"
    assert texts["A-CHG-4"].tone == "warning"
    lines: dict[str, Line] = {line.rule: line for line in arranged(battle.game, decision, near).lines}
    assert lines["A-CHG-4"].text == "charges Barbcasters"
    assert lines["A-RANGE-2"].text == "enters combat with Barbcasters"


# -- instruments


def standing() -> Battle:
    wall = piece("wall", box(13.4, 14, 5, 1), 3.0, "impassable", "blocks-sight")
    battle = Battle("movement", on=field(wall))
    battle.put("wallward-pikes", *row(5, 10, 10, 1.5))
    battle.put("duskmoth-riders", (30, 10), (32.6, 10))
    battle.put("hullbreakers", (12, 20), (14, 20))
    battle.put("barbcasters", (31, 14))
    return battle.begin()


def test_a_range_1_the_combat_range_of_a_model_and_of_a_unit() -> None:
    battle = standing()
    disc = battle.game.positions.bases(battle.unit("hullbreakers")).footprints[0]
    one = RULESET.movement.zone(battle.game, disc._replace(name="bob.hullbreakers-1"))
    every = RULESET.movement.zone(battle.game, disc._replace(name="bob.hullbreakers"))
    assert one is not None
    assert every is not None
    assert one.rule == "A-RANGE-1"
    assert one.area.covers(shapely.Point(12 + disc.radius + 2.99, 20))
    assert not one.area.covers(shapely.Point(14 + disc.radius + 2.99, 20))
    assert every.area.covers(shapely.Point(14 + disc.radius + 2.99, 20))


def test_a_move_7_ways_are_those_of_the_moves_that_the_rules_ask_for() -> None:
    battle = standing()
    disc = RULESET.view(battle.game)
    model = next(each for each in disc.pieces if each.id == "ann.wallward-pikes-5")
    assert RULESET.movement.stride(battle.game, model.id) == 5.0
    ends = RULESET.reach(battle.game, model.id).move
    battle.use("normal-move", "wallward-pikes")
    assert isinstance(battle.asked, Arrange)
    theirs = next(each.ends for each in battle.asked.arrangements.members if each.id == model.id)
    assert ends is not None
    rng = Random(3)
    for _each in range(60):
        x, y = model.x + rng.uniform(-6, 6), model.y + rng.uniform(-6, 6)
        assert is_legal(ends, (x, y)) == is_legal(theirs, (x, y)), (x, y)


def test_a_key_12_who_has_no_weapons_strikes_nowhere() -> None:
    battle = Battle()
    battle.put("beaconwright", (20, 10))
    battle.put("wallward-pikes", (30, 10))
    battle.put("lamp-cairn", (10, 10))
    game = battle.begin().game
    reached = {
        name: RULESET.reach(game, f"ann.{name}").attack for name in ("beaconwright", "wallward-pikes", "lamp-cairn")
    }
    assert reached["lamp-cairn"] is None
    for name, x, inches in (("beaconwright", 20, 12 + 40 / 50.8), ("wallward-pikes", 30, 3 + 32 / 50.8)):
        shape = reached[name]
        assert shape is not None
        assert shape.bounds[2] == pytest.approx(x + inches)


@pytest.mark.parametrize(("ritual", "points"), [(1, "1 ritual point"), (4, "4 ritual points")])
def test_a_pray_3_one_ritual_point_is_in_the_singular(ritual: int, points: str) -> None:
    battle = Battle(active=B, windows="always")
    battle.put("tide-reeve", (20, 20), ritual=ritual)
    game, reeve = battle.begin().game, battle.unit("tide-reeve")
    assert table.unit_view(game, reeve).stock == points
    found = rolls.chanting(game, game.ability(B, "salt-the-wounds-shut"), reeve)
    assert found is not None
    assert found.lines[0].text == f"chanting value 4, {points}"


@pytest.mark.parametrize(("face", "label"), [(3, "Bank 1 ritual point"), (4, "Bank 2 ritual points")])
def test_a_pray_5_a_roll_of_one_banks_one_point(face: int, label: str) -> None:
    battle = Battle(active=B, windows="always")
    battle.put("tide-reeve", (20, 20), ritual=4, effects=[Effect("hush", "chant", -2, "turn", B)])
    battle.put("hullbreakers", (17, 22), damage=1)
    battle.rolls("chant", face).begin().use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers")
    assert isinstance(battle.asked, Choose)
    assert battle.asked.options[-1].label == label


def test_a_ab_3_in_combat_the_ways_are_those_of_a_retreat() -> None:
    battle = standing()
    [policy] = RULESET.movement.paths(battle.game, Disc(30, 10, 1.181, "ann.duskmoth-riders-1"), 12.0)
    assert {ground.rule for ground in policy.grounds} >= {"A-MOVE-3", "A-AB-3"}
    assert RULESET.movement.stride(battle.game, "ann.duskmoth-riders") == 12.0


def test_a_geo_3_the_closest_enemies_and_those_to_be_heeded() -> None:
    battle = standing()
    nearest = set(RULESET.closest(battle.game, "ann.wallward-pikes"))
    gaps = battle.game.positions.gaps(battle.unit("wallward-pikes"), battle.unit("hullbreakers")).min(axis=0)
    assert nearest == {f"bob.hullbreakers-{at + 1}" for at, gap in enumerate(gaps) if gap <= gaps.min() + 0.001}
    assert set(RULESET.movement.heeded(battle.game, "ann.wallward-pikes-1")) == {
        "bob.hullbreakers-1", "bob.hullbreakers-2", "bob.barbcasters-1",
    }  # fmt: skip


def test_a_vis_4_sight_is_the_rules_own() -> None:
    battle = standing()
    one, other = battle.unit("wallward-pikes"), battle.unit("hullbreakers")
    judge = Sight(RULESET.vision.sight(battle.game))
    seen = 0
    for mine in battle.game.positions.bases(one).footprints:
        for theirs in battle.game.positions.bases(other).footprints:
            assert judge.sees(mine, theirs) == battle.game.seeing.bases(mine, theirs)
            seen += judge.sees(mine, theirs)
    assert 0 < seen < 10


def test_refusals_speak_of_one_model_in_the_singular_and_of_several_in_the_plural() -> None:
    battle = Battle("movement", windows="always")
    battle.put("beaconwright", (20, 10))
    battle.put("wallward-pikes", *row(10, 2, 5, 1.2))
    battle.put("tide-reeve", (20, 13))
    battle.put("hullbreakers", *row(5, 2, 8, 1.8))
    game = battle.begin().game
    said = {
        f"{ability} {unit}": resolving.why_not(game, A, game.ability(A, ability), battle.unit(unit))
        for ability in ("normal-move", "unbind")
        for unit in ("beaconwright", "wallward-pikes")
    }
    assert {key: refusal.text for key, refusal in said.items() if refusal is not None} == {
        "normal-move beaconwright": "Beaconwright is in combat with Tide Reeve",
        "normal-move wallward-pikes": "Wallward Pikes are in combat with Hullbreakers",
        "unbind wallward-pikes": "Wallward Pikes lack the WIZARD keyword",
    }


def test_a_chg_1_a_shoot_1_a_unit_that_runs_is_promised_neither_charge_nor_shots() -> None:
    promised: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(3):
        session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(seed), history=False)
        rng = Random(seed)
        while session.decision is not None and min(map(len, promised.values())) < 4:
            decision = session.decision
            if isinstance(decision, Arrange) and decision.rule == "A-MOVE-7":
                game = session.game
                runs = game.used(game.state.units[decision.about], "RUN")
                lines = [
                    line for line in preview.arranged(game, decision, {}).lines if line.rule in ("A-CHG-2", "A-TGT-1")
                ]
                own = [line for line in lines if line.text.startswith(("could charge ", "could shoot at "))]
                promised[runs].append(len(own))
            session.answer(random_answer(decision, rng))
    assert sum(promised[True]) == 0 < sum(promised[False])
    assert promised[True]


def test_a_chg_1_a_reach_with_a_charge_is_told_only_of_units_that_can_still_charge() -> None:
    """Who ran, is in combat, or is past its charge phase was promised a charge "on average"."""

    def is_told(phase: str, *did: str, foe: tuple[float, float] = (20, 26), active: str = A) -> bool:
        battle = Battle(phase, active=active)
        unit = battle.put("beaconwright", (20, 5))
        battle.put("tide-reeve", foe)
        battle.did("beaconwright", *did)
        lines = RULESET.reach(battle.begin().game, next(iter(unit.at))).lines
        return any("with a charge" in line.text for line in lines)

    assert is_told("movement")
    assert is_told("charge", foe=(20, 14))
    assert is_told("combat", active=B), "its next turn counts"
    assert not is_told("movement", "RUN")
    assert not is_told("movement", "RETREAT")
    assert not is_told("charge", "CHARGE", foe=(20, 14))
    assert not is_told("combat")
    assert not is_told("movement", foe=(20, 7.5))
    assert not is_told("movement", foe=(20, 7.5), active=B)
