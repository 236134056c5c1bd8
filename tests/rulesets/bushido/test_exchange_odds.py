"""The odds of an exchange equal what its flow does over every throw of all dice."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import Place
from game.rulesets.bushido.ai.prospects import prospects
from game.rulesets.bushido.odds.exchange_odds import ExchangeOdds, PairOdds
from game.rulesets.bushido.rules.dice import results
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange, face_each_other
from game.rulesets.bushido.rules.melee.pools import initiative, pools, splits
from game.rulesets.bushido.rules.moving.policies import release
from game.rulesets.bushido.view.odds import compared, odds
from game.wording import percent
from tests.every_throw import Enumerated, throws
from tests.rulesets.bushido.bushido_kit import Moment, card, dice_of_sides, moment, piece, warband
from tests.samples import few, some


def bout_of(game: Moment, **how: Any) -> Bout:
    return Bout(Fighter(game["one"], "Blade"), Fighter(game["two"], "Blade"), **how)


def facing(one: dict[str, Any], two: dict[str, Any], *, prone: bool = False, tower: str = "") -> Moment:
    terrain = [piece("tower", 8.0, 8.0, 4.0, 4.0, visibility="enhancing", size=tower)] if tower else []
    south, north = warband(card("One", **one)), warband(card("Two", **two), faction="Other")
    game = moment(south=south, north=north, terrain=terrain)
    game.put("one", 10.0, 10.0)
    game.put("two", 10.0, 11.1811)
    game.game.state.active = game["one"].id
    if prone:
        game.game.mark(game["two"], "Prone", 0)
    return game


def begun(one: dict[str, Any], two: dict[str, Any], how: dict[str, Any]) -> tuple[Moment, dict[str, Any]]:
    """Return two that face each other, and what is left of how it came about for the exchange itself."""
    table = {"prone": how.get("prone", False), "tower": how.get("tower", "")}
    return facing(one, two, **table), {key: value for key, value in how.items() if key not in table}


def fight(game: Moment, bout: Bout, own: str, other: str) -> None:
    """Run an exchange, each side with its split."""
    answers = {bout.activating.model.id: own, bout.opponent.model.id: other}
    flow = exchange(game.game, bout)
    asked: Any = next(flow, None)
    while asked is not None:
        try:
            asked = flow.send(answers[asked.about] if asked.rule == "B-MELEE-5" else anything(asked, game))
        except StopIteration:
            return


def by_policy(asked: Any, game: Moment) -> str:
    """Return the die whose reroll makes the result of its colour best on average for whoever decides, if any does."""
    owner = game.game.state.models[asked.about]
    assert game.game.bout is not None
    attack = len(game.game.bout.of(owner).dice["attack"].dice)
    every = [int(each) for each in asked.prompt.rpartition("? ")[2].split(", ")]
    sign = 1 if owner.side == asked.player else -1
    best, key = (0, 0), "keep"
    for option in asked.options[:-1]:
        colour, _space, place = option.key.rpartition(" ")
        faces = every[:attack] if colour == "attack" else every[attack:] if colour else every
        now, after = worth(faces), [0, 0]
        for side in range(1, results.SIDES + 1):
            then = worth([*faces[: int(place)], side, *faces[int(place) + 1 :]])
            after = [after[0] + then[0], after[1] + then[1]]
        gain = sign * (after[0] - results.SIDES * now[0]), sign * (after[1] - results.SIDES * now[1])
        if gain > best:
            best, key = gain, option.key
    return key


def worth(faces: list[int]) -> tuple[int, int]:
    """The result of dice and how many count, where nothing is added to them."""
    count = [each for each in faces if each > 1]
    return (max(count) + min(2, len(count) - 1), len(count)) if count else (0, 0)


def anything(asked: Any, game: Moment) -> Any:
    """Return an answer to a question that does not matter here: a feat that is kept, where one is thrown."""
    if asked.rule == "B-TEST-5":
        return by_policy(asked, game)
    if isinstance(asked, Place):  # nobody throws a foe against themselves (B-SPEC-5)
        standing = [(each.x, each.y) for each in (game["one"], game["two"])]
        spots = [spot for spot in (asked.region.nearest((10.0, y)) for y in (20.0, 0.0)) if spot is not None]
        return [*max(spots, key=lambda spot: min(math.dist(spot, at) for at in standing))]
    return asked.options[-1].key


def marked(game: Moment, name: str) -> int:
    """The boxes that were marked on a model, those that it healed by rising too, all that were left if removed."""
    model = game[name]
    at_once = any(each.model == model.id and each.rule == "B-SPEC-A2" for each in game.told("Killed"))
    told: list[int] = [each.amount for each in game.told("Wounded") if each.model == model.id]
    return sum(told) + at_once * game.game.left(model)


def lost(game: Moment, name: str) -> bool:
    """Whether a model is out of the game."""
    return not game[name].in_play


def played(one: dict[str, Any], two: dict[str, Any], own: str, other: str, **how: Any) -> PairOdds:
    """Fight the exchange itself over every throw."""
    hit = suffer = dealt = taken = kills = dies = total = 0.0
    start, how = begun(one, two, how)
    for dice in throws():
        game = Moment(Game(start.game.setup, start.game.state.clone(), dice))
        fight(game, bout_of(game, **how), own, other)
        share = 1.0 / prod(dice.sides)
        total += share
        hits = [each.attacker for each in game.told("Compared") if each.hit]
        armed = {each.model: each.attack > 0 for each in game.told("SplitRevealed")}
        hit += share * (game["one"].id in hits and armed[game["one"].id])
        suffer += share * (game["two"].id in hits and armed[game["two"].id])
        dealt += share * marked(game, "two")
        taken += share * marked(game, "one")
        kills += share * lost(game, "two")
        dies += share * lost(game, "one")
    assert total == pytest.approx(1.0)
    return PairOdds(hit, suffer, dealt, taken, kills, dies)


def worked_out(one: dict[str, Any], two: dict[str, Any], own: str, other: str, **how: Any) -> PairOdds:
    game, how = begun(one, two, how)
    bout = bout_of(game, **how)
    bout.activating.pool, bout.opponent.pool = pools(game.game, bout)
    bout.first = bout.activating
    mine = {each.key: each for each in splits(game.game, bout, bout.activating)}
    theirs = {each.key: each for each in splits(game.game, bout, bout.opponent)}
    return ExchangeOdds(game.game, bout).pair(bout.activating, mine[own], theirs[other])


def blade(*specials: str, strength: int = 0, traits: tuple[str, ...] = ()) -> dict[str, Any]:
    weapon = {"name": "Blade", "kind": "melee", "specials": specials, "strength": strength, "traits": traits}
    return {"weapons": [weapon], "boost": None}


def fighter(melee: int, weapon: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    weapons = (weapon or blade())["weapons"]
    return {"melee": melee, "weapons": weapons, "ki": {"value": 0, "max": 0}, **more}


CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str, str, dict[str, Any]]] = {
    "attack against defence": (fighter(1), fighter(1), "1/0", "0/1", {}),
    "the first blow may kill": (fighter(1, wounds=1), fighter(1, wounds=1), "1/0", "1/0", {}),
    "armour and brutal": (
        fighter(1, traits=["Armour (2)"]),
        fighter(1, traits=["Brutal (1)", "Tough (1)"]),
        "1/0",
        "0/1",
        {},
    ),
    "sweep": (fighter(2, blade("Sweep Attack (1)")), fighter(1), "1/0 Sweep Attack", "1/0", {}),
    "grapple": (fighter(2, blade("Grapple Attack (1)")), fighter(1), "1/0 Grapple Attack", "1/0", {}),
    "powerful": (fighter(2, blade("Powerful Attack (1)")), fighter(1), "1/0 Powerful Attack", "0/1", {}),
    "critical": (fighter(2, blade("Critical Attack (1)")), fighter(1), "1/0 Critical Attack", "0/1", {}),
    "counterstrike": (
        fighter(1, wounds=2),
        fighter(1, blade("Counterstrike Defence (0)")),
        "1/0",
        "0/1 Counterstrike Defence",
        {},
    ),
    "durable": (fighter(1), fighter(1, traits=["Durable"]), "1/0", "0/1", {}),
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_b_melee_odds_are_those_of_every_throw(case: str) -> None:
    one, two, own, other, how = CASES[case]
    assert worked_out(one, two, own, other, **how) == pytest.approx(played(one, two, own, other, **how))


LARGER: dict[str, tuple[dict[str, Any], dict[str, Any], str, str, dict[str, Any]]] = {
    "two against one": (fighter(2), fighter(1), "2/0", "0/1", {}),
    "a charge": (fighter(1), fighter(1, wounds=3), "1/0", "1/0", {"charge": True}),
    "all ways at once": (fighter(2), fighter(2), "1/1", "1/1", {}),
    "counterstrike after a wound": (
        fighter(2, blade("Counterstrike Defence (0)")),
        fighter(1, wounds=2),
        "1/1 Counterstrike Defence",
        "1/0",
        {},
    ),
    "a wound after a counterstrike": (
        fighter(1, wounds=2),
        fighter(2, blade("Counterstrike Defence (0)")),
        "1/0",
        "1/1 Counterstrike Defence",
        {},
    ),
    "combo on a charge": (
        fighter(2, blade("Combo Attack (1)")),
        fighter(1, wounds=4),
        "1/0 Combo Attack",
        "1/0",
        {"charge": True},
    ),
    "unblockable against a guard": (
        fighter(2, blade(traits=("Unblockable (1)",))),
        fighter(2, traits=["Impenetrable Defence"]),
        "2/0",
        "0/2",
        {},
    ),
    "dodge": (fighter(2), fighter(1, traits=["Dodge (1)"]), "2/0", "0/1", {}),
    "dodge of two dice": (fighter(2), fighter(1, traits=["Dodge (2)"]), "2/0", "0/1", {}),
    "feint": (fighter(1, traits=["Feint (1)"]), fighter(2), "1/0", "0/2", {}),
    "prowess in attack, and with both": (
        fighter(2, traits=["Prowess [Melee] (1)", "Prowess [Attack] (1)"]),
        fighter(1),
        "1/1",
        "0/1",
        {},
    ),
    "prowess of two dice with both": (fighter(3, traits=["Prowess [Melee] (2)"]), fighter(1), "2/1", "0/1", {}),
    "both at the same dice, the second side first": (
        fighter(1, traits=["Dodge (1)"]),
        fighter(2, traits=["Prowess [Melee] (1)"]),
        "0/1",
        "1/1",
        {},
    ),
    "both at the same dice, the first side last": (
        fighter(2, traits=["Prowess [Attack] (1)"]),
        fighter(1, traits=["Dodge (1)"]),
        "2/0",
        "0/1",
        {},
    ),
    "slammed off a tower": (
        fighter(2, blade("Slam Attack (1)")),
        fighter(1, wounds=9),
        "1/0 Slam Attack",
        "0/1",
        {"tower": "huge"},
    ),
    "slammed off a hill": (
        fighter(2, blade("Slam Attack (1)")),
        fighter(1, wounds=9),
        "1/0 Slam Attack",
        "0/1",
        {"tower": "large"},
    ),
    "thrown off a tower": (
        fighter(2, blade("Throw Attack (1)")),
        fighter(1, wounds=9),
        "1/0 Throw Attack",
        "0/1",
        {"tower": "huge"},
    ),
    "one that rises attacks no more": (fighter(1), fighter(1, wounds=1, traits=["Rise (3)"]), "1/0", "1/0", {}),
    "one that lies and rises attacks": (
        fighter(1, wounds=3),
        fighter(2, wounds=1, traits=["Rise (2)"]),
        "1/0",
        "1/0",
        {"prone": True},
    ),
    "combo on one that rises": (
        fighter(2, blade("Combo Attack (1)")),
        fighter(1, wounds=2, traits=["Rise (3)"]),
        "1/0 Combo Attack",
        "1/0",
        {},
    ),
    "one that rises after a counterstrike attacks": (
        fighter(1, wounds=1, traits=["Rise (2)"]),
        fighter(2, blade("Counterstrike Defence (0)")),
        "1/0",
        "1/1 Counterstrike Defence",
        {},
    ),
    "rising or the last stand": (
        fighter(1),
        fighter(1, wounds=1, traits=["Rise (3)", "Last Stand"]),
        "1/0",
        "1/0",
        {},
    ),
}
"""Cases of more dice, each with three sides instead of six."""


@pytest.fixture
def three_sided(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from dice_of_sides(monkeypatch, 3)


@pytest.mark.usefixtures("three_sided")
@pytest.mark.parametrize("case", few([*LARGER]), ids=str)
def test_b_melee_odds_of_more_dice_are_those_of_every_throw(case: str) -> None:
    one, two, own, other, how = LARGER[case]
    assert worked_out(one, two, own, other, **how) == pytest.approx(played(one, two, own, other, **how))


TRAITS = (
    *("Brutal (1)", "Parry (1)", "Armour (1)", "Armour (-1)", "Tough (1)", "Tough (-1)", "Durable", "Strong", "Weak"),
    *("Assassin", "Vengeance [Kind]", "Unblockable (1)", "Impenetrable Defence", "Kata", "Last Stand", "Immovable"),
    *("Lightning Reflexes", "Slow", "Indomitable (1)", "Endurance", "Reach", "Adept [Attack] (1)"),
    *("Rise (2)", "Rise (3)"),
)
OF_WEAPONS = ("Pierce (1)", "Sharp (1)", "Strong", "Brutal (1)", "Bleed (1/1)")
SPECIAL = (
    *("Combo", "Critical", "Drag", "Forceback", "Grapple", "Powerful", "Push", "Sidestep", "Slam", "Stun", "Sweep"),
    "Throw",
)
DEFENCES = ("Counterstrike", "Drag", "Forceback", "Grapple", "Push", "Sidestep", "Sweep", "Throw")
STATES = ("Stunned", "Frightened", "Death Sentence", "Prone", "Blind", "Held")


def any_fighter(rng: Random) -> dict[str, Any]:
    """Return a card with random traits, specials and wounds."""
    specials = [f"{rng.choice(SPECIAL)} Attack (0)", f"{rng.choice(DEFENCES)} Defence (0)"]
    weapon = blade(*specials, strength=rng.choice((-1, 0, 1)), traits=tuple(rng.sample(OF_WEAPONS, rng.randint(0, 1))))[
        "weapons"
    ]
    if rng.random() < 0.1:
        weapon[0]["strength"] = "Sp"
    traits = rng.sample(TRAITS, rng.randint(0, 3))
    return {
        "melee": rng.randint(1, 2),
        "ki": {"value": 0, "max": 0},
        "weapons": weapon,
        "traits": traits,
        "types": ["Kind"],
        "wounds": rng.randint(1, 4),
    }


def any_exchange(seed: int) -> tuple[Moment, dict[str, Any]]:
    """Return a random exchange about to begin, and how it came about."""
    rng = Random(seed)
    game = facing(any_fighter(rng), any_fighter(rng))
    for name in ("one", "two"):
        for state in STATES:
            if rng.random() < 0.12:
                game.game.mark(game[name], state, 0)
        if rng.random() < 0.3:
            game.game.lend(game[name], "Boost [melee] (1)", "exchange", "boost")
        game[name].ran = rng.random() < 0.2
        game[name].counters = rng.randint(0, 2)
        game[name].wounds = rng.randint(0, game.game.card(game[name]).wounds - 1)
    unseen = rng.random() < 0.4
    surprised = unseen and rng.random() < 0.7
    return game, {"charge": rng.random() < 0.5, "unseen": unseen, "surprised": surprised}


def moved_on(start: Moment, dice: Enumerated) -> Moment:
    return Moment(Game(start.game.setup, start.game.state.clone(), dice))


MOST_CASES = 400
SLOW = 40
"""As many of those in which somebody asks where to step aside to."""


@pytest.mark.parametrize("missed", [False, True])
def test_b_act_20_a_charger_that_counterstrikes_has_its_bonus_for_one_roll(missed: bool) -> None:
    """The defender strikes first; where that is defended the Counterstrike has the bonus, else the charger's attack."""
    one = {"melee": 2, "weapons": blade("Counterstrike Defence (0)")["weapons"], "wounds": 9}
    game = facing(one, {"melee": 1, "traits": ["Lightning Reflexes"], "wounds": 20})
    dice = Enumerated([2 if missed else 6, 6, 5, *[3] * 6])  # B's attack, A's attack, A's defence, then damage
    game = moved_on(game, dice)
    fight(game, bout_of(game, charge=True), "1/1 Counterstrike Defence", "1/0")
    told = [each.total for each in game.told("DamageRolled") if each.by == game["one"].id]
    assert told == ([8, 6] if missed else [8])


@pytest.mark.usefixtures("three_sided")
@pytest.mark.parametrize("seed", range(some(80)))
def test_b_melee_odds_of_any_exchange_are_those_of_every_throw(seed: int) -> None:
    """B-TR-5, B-TR-81, B-SPEC-D1: traits, specials, states and boosts at random, by the flow over every throw."""
    start, how = any_exchange(seed)
    known = moved_on(start, Enumerated())
    bout = bout_of(known, **how)
    face_each_other(known.game, bout)
    release(known.game, (known["one"], known["two"]))
    bout.first = initiative(known.game, bout)
    bout.activating.pool, bout.opponent.pool = pools(known.game, bout)
    rng = Random(seed)
    mine = rng.choice(splits(known.game, bout, bout.activating))
    theirs = rng.choice(splits(known.game, bout, bout.opponent))
    found = ExchangeOdds(known.game, bout).pair(bout.activating, mine, theirs)
    hit = suffer = dealt = taken = kills = dies = total = 0.0
    most = SLOW if "Sidestep" in mine.special + theirs.special else MOST_CASES
    for count, dice in enumerate(throws()):
        if count == most:
            break
        game = moved_on(start, dice)
        fight(game, bout_of(game, **how), mine.key, theirs.key)
        share = 1.0 / prod(dice.sides)
        total += share
        hits = [each.attacker for each in game.told("Compared") if each.hit]
        hit += share * (game["one"].id in hits and mine.attack > 0)
        suffer += share * (game["two"].id in hits and theirs.attack > 0)
        dealt += share * marked(game, "two")
        taken += share * marked(game, "one")
        kills += share * lost(game, "two")
        dies += share * lost(game, "one")
    else:
        assert total == pytest.approx(1.0)
        assert found == pytest.approx(PairOdds(hit, suffer, dealt, taken, kills, dies))
        return
    # Too many throws to see them all: those seen bound what the others may bring.
    assert total > 0.0
    for known_part, whole in zip((hit, suffer, dealt, taken, kills, dies), found, strict=True):
        assert known_part <= whole + 1e-9


def test_b_melee_5_all_splits_stand_beside_one_another_and_one_against_each_of_the_other_side() -> None:
    game = facing(fighter(3), fighter(2, blade("Sweep Attack (1)")))
    bout = bout_of(game)
    flow = exchange(game.game, bout)
    decision: Any = next(flow)
    assert decision.rule == "B-MELEE-5"
    about = game.game.state.models[decision.about]
    own, others = splits(game.game, bout, bout.of(about)), splits(game.game, bout, bout.against(about))
    every = compared(game.game, decision)
    assert every is not None
    [overview] = every.grids
    assert [row.dice for row in overview.rows] == [each.dice for each in own]
    assert not any(row.marked for row in overview.rows)
    found = odds(game.game, decision, decision.options[1].key)
    assert found is not None
    overview, against = found.grids
    assert [row.marked for row in overview.rows] == [number == 1 for number in range(len(own))]
    assert [row.dice for row in against.rows] == [each.dice for each in others]
    pairs = [ExchangeOdds(game.game, bout).pair(bout.of(about), own[1], other) for other in others]
    assert [row.cells[0] for row in against.rows] == [percent(pair.hit) for pair in pairs]
    assert overview.rows[1].cells[0] == percent(sum(pair.hit for pair in pairs) / len(pairs))
    assert overview.rows[1].cells[3] == f"{sum(pair.taken for pair in pairs) / len(pairs):.1f}"
    assert odds(game.game, decision, "9/9") is None


def test_b_melee_3_and_4_the_order_and_what_pools_are_made_of_stand_below_the_table() -> None:
    game = facing(fighter(3), fighter(2))
    bout = bout_of(game)
    bout.opponent.model.counters = 0
    flow = exchange(game.game, bout)
    found = compared(game.game, next(flow))  # type: ignore[arg-type]
    assert found is not None
    told = {line.rule: line.text for line in found.lines}
    assert "[secret split]" in told["B-MELEE-5"]
    assert told["B-MELEE-3"] == "One attacks first, then Two"
    assert told["B-MELEE-4"] == "Two: 1 dice (melee 2, Exhausted -1)"


def test_the_dice_of_splits_are_those_of_the_options() -> None:
    game = facing(fighter(2), fighter(2))
    decision: Any = next(exchange(game.game, bout_of(game)))
    dice = {option.key: option.dice for option in decision.options}
    assert dice == {"2/0": (("attack", 2),), "1/1": (("attack", 1), ("defence", 1)), "0/2": (("defence", 2),)}


CHANT = {
    "name": "Iron Chant",
    "timing": "Instant",
    "ki": 2,
    "subject": "Personal",
    "limits": ["once_per_turn"],
    "effect": "Armour (1) for the rest of the turn.",
}


@pytest.mark.parametrize(
    ("card_of_two", "rule"),
    [
        ({"traits": ["Dodge (1)"]}, "B-TEST-5"),
        ({"traits": ["Rise (4)"]}, "B-TR-47"),
        ({"feats": [CHANT]}, "B-MELEE-11"),
        ({}, ""),
    ],
)
def test_the_panel_says_by_which_policy_it_counts_and_what_it_leaves_out(
    card_of_two: dict[str, Any], rule: str
) -> None:
    game = facing(fighter(2), fighter(2) | card_of_two)
    found = compared(game.game, next(exchange(game.game, bout_of(game))))  # type: ignore[arg-type]
    assert found is not None
    told = {line.rule for line in found.lines}
    assert "B-MELEE-10" in told
    assert told & {"B-TEST-5", "B-TR-47", "B-MELEE-11", "B-TERR-8"} == ({rule} if rule else set())


def test_b_test_5_a_bot_rolls_dice_again_by_the_policy_that_the_odds_state() -> None:
    one = fighter(3, traits=["Feint (1)", "Prowess [Melee] (1)", "Brutal (1)"])
    start, _how = begun(one, fighter(3, traits=["Dodge (1)", "Parry (1)"]), {})
    taken: list[str] = []
    for faces in product((1, 3, 5), repeat=4):
        dice = Enumerated([faces[0], faces[1], faces[2], 6, 2, faces[3]])
        game = Moment(Game(start.game.setup, start.game.state.clone(), dice))
        flow = exchange(game.game, bout_of(game))
        asked: Any = next(flow)
        while True:
            if asked.rule == "B-TEST-5":
                rated = {each.answer: each.worth for each in prospects(game.game, asked, Random(0))}
                taken.append(str(max(rated, key=lambda key: rated[key])))
                assert taken[-1] == by_policy(asked, game), asked.prompt
            answers = {game["one"].id: "2/1", game["two"].id: "1/2"}
            try:
                asked = flow.send(answers[asked.about] if asked.rule == "B-MELEE-5" else anything(asked, game))
            except StopIteration:
                break
        assert game.game.lying is None
    assert {"keep", "0", "1", "attack 0", "defence 0"} <= {*taken}
