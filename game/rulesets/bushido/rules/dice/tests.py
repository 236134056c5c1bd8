"""Challenge and opposed tests, the tactical test, fear (B-TEST-10 to B-TEST-20, B-FEAR)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking
from game.engine.core.pools import Pool
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.dice.lying import MOST_RESULT, Lying
from game.rulesets.bushido.rules.dice.results import SUPPORTS, Result, beats, compensated, result, without_the_highest
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price, buy_boost
from game.rulesets.bushido.rules.picking import ask
from game.rulesets.bushido.rules.state import Model
from game.wording import _

OPPOSED_KI = "opposed ki"
"""What traits are told of an opposed Ki test; one against a number is "ki" (B-TR-72)."""
SIZE_DICE = {"tiny": 1, "small": 2, "medium": 3, "large": 4, "huge": 5}
"""Dice of a size challenge (B-TEST-12)."""


def worth(game: Game, model: Model, faces: Sequence[int], test: str, modifier: int = 0, weapon: str = "") -> Result:
    """Return what a model's dice are worth in a test, with what its traits say of supports and of 1s."""
    supports = SUPPORTS + game.total(model, "supports", test, weapon=weapon)
    return result(faces, modifier, supports=supports, keeps_ones=game.any(model, "keeps_ones", test, weapon=weapon))


def challenge(
    game: Game,
    model: Model,
    test: str,
    dice: int,
    number: int,
    modifier: int = 0,
    target: Model | None = None,
    cause: str = "",
) -> Asking[bool]:
    """Make a challenge test against a number with a pool of at least one die (B-TEST-4, B-TEST-11).

    `target` and `cause` say in the log which other model it is about, and what about it.
    """
    on = "" if target is None else target.id
    pool = game.throw(model, max(1, dice), test)
    pool = yield from own_rerolls(game, model, pool, test, number=number, modifier=modifier, most=number)
    found = worth(game, model, pool.faces, test, modifier)
    game.emit(events.PoolRolled(model=model.id, purpose=test, pool=pool, rule="B-TEST-1", target=on, cause=cause))
    success = found.value >= number
    game.emit(
        events.Tested(
            model=model.id, test=test, result=found.value, number=number, success=success, target=on, cause=cause
        )
    )
    return success


def size_test(game: Game, model: Model, number: int) -> Asking[bool]:
    """Make a size challenge (B-TEST-12, B-TR-54)."""
    dice = SIZE_DICE[game.size(model)] + game.any(model, "strong") - game.any(model, "weak")
    return (yield from challenge(game, model, "size", dice, number, cause="Immobilised"))


def opposed_ki(game: Game, active: Model, other: Model) -> Asking[bool]:
    """Make an opposed Ki test; return whether the activating model wins (B-TEST-10, B-TEST-13, B-TR-70, B-TR-71)."""
    if game.any(other, "soulless"):  # B-TR-52
        return False
    others = yield from boosted_ki(game, other)  # the opponent declares first (B-TEST-8)
    counts = compensated((yield from boosted_ki(game, active)), others)
    pools = [game.throw(model, count, "ki") for model, count in zip((active, other), counts)]
    pools[1] = yield from own_rerolls(game, other, pools[1], "ki")  # B-TEST-5
    pools[0] = yield from own_rerolls(game, active, pools[0], "ki")
    found: list[Result] = []
    for model, foe, role, pool in ((active, other, "active", pools[0]), (other, active, "passive", pools[1])):
        game.emit(events.PoolRolled(model=model.id, purpose="ki", pool=pool, rule="B-TEST-13", target=foe.id))
        taken = game.total(foe, "takes_ki_dice_active" if foe is active else "takes_ki_dice_passive")
        left = without_the_highest(pool.faces, taken)
        found.append(worth(game, model, left, OPPOSED_KI, game.total(model, f"ki_{role}_result")))
    won = beats(*found, one_is_active=True)
    _tell(game, (active.id, other.id), (found[0], found[1]), won)
    return won


def tactical_test(game: Game, nominated: Sequence[Model], bonus: tuple[int, int] = (0, 0)) -> Asking[str]:
    """Make the tactical test between two nominated models; return the winning player (B-TEST-20).

    A tie after the dice were counted is rolled again: nobody is active yet. `bonus` is added to a result of which a
    die counts (B-SETUP-2, B-TEST-3).
    """
    while True:
        found: list[Result] = []
        pools = [game.throw(model, 1 + game.total(model, "tactics"), "tactics") for model in nominated]
        for model, foe, more, thrown in zip(nominated, nominated[::-1], bonus, pools):
            pool = yield from own_rerolls(game, model, thrown, "tactical")
            rolled = events.PoolRolled(model=model.id, purpose="tactics", pool=pool, rule="B-TEST-20", target=foe.id)
            game.emit(rolled)
            found.append(worth(game, model, pool.faces, "tactical", more))
        if found[0] != found[1]:
            won = beats(found[0], found[1], one_is_active=False)
            _tell(game, (nominated[0].id, nominated[1].id), (found[0], found[1]), won)
            return nominated[0 if won else 1].side


def fear_test(game: Game, model: Model, number: int, cause: Model | None = None) -> Asking[bool]:
    """Make a fear test against a number, with the second tries of both sides (B-FEAR-1, B-TR-9, B-TR-16, B-TR-74).

    Without a test, who is Fearless or Soulless passes, and who has as much Fear, if the cause brings no Dread
    (B-TR-75); a Frightened model fails in the Main Phase (B-STATE-8).
    """
    if game.any(model, "fearless") or game.any(model, "soulless"):
        return True
    dread = game.total(cause, "dread") if cause is not None else 0
    if not dread and game.total(model, "fear") >= number:
        return True
    if model.has("Frightened") and game.state.step in ("main", "activation"):
        return False
    lent = [game.total(friend, "lends_fear_result", model) for friend in (model, *game.friends(model))]
    modifier = game.total(model, "fear_result") + max(lent, default=0)
    dice = max(1, (yield from boosted_ki(game, model, -dread)))
    brave, cowardly = game.any(model, "brave"), game.any(model, "cowardly")
    terror = cause is not None and game.any(cause, "terrible") and not brave
    test = partial(challenge, game, model, "ki", dice, number, modifier, cause, "Fear")
    passed = yield from test()
    for again in (cowardly and not brave, terror):
        if passed and again:
            passed = yield from test()
    if not passed and brave and not cowardly:
        passed = yield from test()
    return passed


def beyond_doubt(game: Game, model: Model, other: Model) -> bool:
    """Return whether a Disguise keeps a model from targeting another or going to it, without a test (B-STATE-7)."""
    return other.has("Disguised") and other.side != model.side and game.card(model).ki.value <= 1


def sees_through(game: Game, model: Model, other: Model) -> Asking[bool]:
    """Let a model test against the Disguise of an enemy that it targets or goes to; passed, it is over (B-STATE-7)."""
    if not other.has("Disguised") or other.side == model.side:
        return True
    dice = yield from boosted_ki(game, model)
    number = max(other.markers["Disguised"])
    if not (yield from challenge(game, model, "ki", dice, number, target=other, cause="Disguised")):
        return False
    game.unmark(other, "Disguised")
    return True


def ki_dice(game: Game, model: Model) -> int:
    """Return a model's dice in Ki tests, at most twice the printed value (B-TEST-13, B-TR-83, B-GEN-3)."""
    return game.limited(model, "ki", _total_ki(game, model))


def _total_ki(game: Game, model: Model) -> int:
    """Return the first Ki number with boosts and Spirit, never the second (B-TEST-13, B-TR-83)."""
    return game.boosted(model, "ki") + game.total(model, "spirit")


def boosted_ki(game: Game, model: Model, more: int = 0) -> Asking[int]:
    """Return a model's dice in a Ki test, with the boosts for it that its player pays for first (B-KI-20, AMB-17a).

    `more`: dice that this test adds, or takes away if it is negative.
    """
    total = _total_ki(game, model) + more
    while (price := boost_price(game, model, "ki", total)) is not None:
        more_ki = Option("boost", _("One extra die for {model} ({ki} Ki)", model=model.name, ki=price), "B-KI-20")
        prompt = _("Add a die to the Ki test of {model}?", model=model.name)
        if (yield ask(model, prompt, "B-KI-20", (more_ki, Option("no", _("No"), "B-KI-20")))) == "no":
            break
        buy_boost(game, model, price, "ki")
        total += 1
    return game.limited(model, "ki", total)


def own_rerolls(
    game: Game,
    model: Model,
    pool: Pool,
    test: str,
    weapon: str = "",
    number: int | None = None,
    modifier: int = 0,
    most: int = MOST_RESULT,
) -> Asking[Pool]:
    """Let a model roll some of its own dice again, each once, one by one (B-TEST-5, B-TR-41).

    With a `number` that is to be reached it is told what the dice are worth with a modifier; results beyond `most`
    are no better than that.
    """
    pools = {"": pool}

    def standing() -> str:
        if number is None:
            return ""
        value = worth(game, model, pools[""].faces, test, modifier, weapon).value
        return " " + _("({value}, {number} needed)", value=value, number=number)

    lying = Lying(pools, {"": test}, weapon, number, modifier, most)
    yield from rerolls(game, model, lying, game.total(model, "rerolls_own", test, weapon=weapon), model, standing)
    return pools[""]


def rerolls(
    game: Game, model: Model, lying: Lying, most: int, by: Model, standing: Callable[[], str] = str
) -> Asking[None]:
    """Let `by` have up to `most` dice of a model's pools rolled again, each once (B-TEST-5).

    `standing` says how things stand with the faces that lie now.
    """
    pools, fresh = lying.pools, lying.again
    keep = Option("keep", _("Keep them"), "B-TEST-5")
    while len(fresh) < most:
        dice = {f"{name} {index}".strip(): (name, index) for name in pools for index in range(len(pools[name].dice))}
        options = [
            Option(key, _("the {face}", face=face), "B-TEST-5", shows=face)
            for key, (name, index) in dice.items()
            if key not in fresh
            for face in (pools[name].faces[index],)
        ]
        if not options:
            return
        faces = ", ".join(str(face) for pool in pools.values() for face in pool.faces)
        prompt = _("Reroll a die of {model}? {faces}", model=model.name, faces=faces) + standing()
        game.lying = lying
        key = yield Choose(player=by.side, prompt=prompt, rule="B-TEST-5", about=model.id, options=(*options, keep))
        game.lying = None
        if key == keep.key:
            return
        fresh.add(key)
        name, index = dice[key]
        pools[name] = game.again(pools[name], [index])


def _tell(game: Game, names: tuple[str, str], found: tuple[Result, Result], won: bool) -> None:
    one, other = found
    game.emit(
        events.Opposed(
            names=names,
            results=(one.value, other.value),
            counted=(one.counted, other.counted),
            winner=0 if won else 1,
            level=abs(one.value - other.value),
        )
    )
