"""Challenge tests, opposed tests, tactical tests and fear tests (B-TEST-10 to B-TEST-20, B-FEAR)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking
from game.engine.core.pools import Pool
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.dice.results import (
    MOST_RESULT,
    SUPPORTS,
    KiTest,
    Lying,
    Result,
    Scale,
    beats,
    compensated,
)
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price, buy_boost, in_ki
from game.rulesets.bushido.rules.picking import ask, ask_player, pick_own
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

OPPOSED_KI = "opposed ki"
"""The name of an opposed Ki test for traits. A Ki test against a number is "ki" (B-TR-72)."""
SIZE_DICE = {"tiny": 1, "small": 2, "medium": 3, "large": 4, "huge": 5}
"""The number of dice in a size test, by size (B-TEST-12)."""
KEEP = Option("keep", N_("Keep them"), "B-TEST-5", letter="t", declines=True)
"""The option to reroll nothing. Other options to keep something have its key and its letter."""


def scale_of(game: Game, model: Model, test: str, modifier: int = 0, weapon: str = "", taken: int = 0) -> Scale:
    """Return the scale that turns a model's dice into its result in a test, with its traits.

    `taken` is the number of dice that it loses.
    """
    supports = SUPPORTS + game.total(model, "supports", test, weapon=weapon)
    return Scale(modifier, supports, game.any(model, "keeps_ones", test, weapon=weapon), taken)


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
    """Return whether a model passes a challenge test against a number (B-TEST-4, B-TEST-11).

    `target` and `cause` are the other model and the reason, for the log.
    """
    target_id = "" if target is None else target.id
    roll = success_level(game, model, test, dice, number, modifier, most=number, target=target_id, cause=cause)
    return (yield from roll) >= 0


def success_level(
    game: Game,
    model: Model,
    test: str,
    dice: int,
    number: int,
    modifier: int = 0,
    weapon: str = "",
    most: int = MOST_RESULT,
    rules: tuple[str, str] = ("B-TEST-1", "B-TEST-11"),
    **about: str,
) -> Asking[int]:
    """Roll against a number and return the success level, below 0 for a failure (B-TEST-11, B-RNG-3).

    `dice` below 1 count as 1. `rules` are those of the roll and of the result, `about` are other fields of both events.
    """
    pool = game.throw(model, max(1, dice), test)
    pool = yield from own_rerolls(game, model, pool, test, weapon, number, modifier, most)
    scale = scale_of(game, model, test, modifier, weapon)
    result = scale.result(pool.faces).value
    facts: dict[str, Any] = {"model": model.id, **about}
    game.emit(events.PoolRolled(purpose=test, pool=pool, sum=scale.worked(pool.faces), rule=rules[0], **facts))
    success = result >= number
    game.emit(events.Tested(test=test, result=result, number=number, success=success, rule=rules[1], **facts))
    return result - number


def size_test(game: Game, model: Model, number: int) -> Asking[bool]:
    """Return whether an Immobilised model passes a size test (B-TEST-12, B-TR-54)."""
    dice = SIZE_DICE[game.size(model)] + int(game.any(model, "strong")) - int(game.any(model, "weak"))
    return (yield from challenge(game, model, "size", dice, number, cause="Immobilised"))


def opposed_ki(game: Game, active: Model, other: Model) -> Asking[bool]:
    """Return whether the activating model wins an opposed Ki test (B-TEST-10, B-TEST-13, B-TR-70, B-TR-71)."""
    if game.any(other, "soulless"):  # B-TR-52
        return False
    # the opponent declares first (B-TEST-8)
    other_dice = yield from boosted_ki(game, other, KiTest(other=active, dice=ki_dice(game, active), role="passive"))
    dice_counts = compensated((yield from boosted_ki(game, active, KiTest(other=other, dice=other_dice))), other_dice)
    pools = [game.throw(model, count, "ki") for model, count in zip((active, other), dice_counts)]
    scales = ki_scale(game, active, other, "active"), ki_scale(game, other, active, "passive")

    def won_by_active(own: Sequence[int], enemy: Sequence[int]) -> bool:
        return beats(scales[0].result(own), scales[1].result(enemy), one_is_active=True)

    passive, active_faces = pools[1], pools[0].faces
    pools[1] = yield from own_rerolls(  # B-TEST-5
        game, other, passive, "ki", wins=lambda faces: not won_by_active(active_faces, faces)
    )
    other_faces = pools[1].faces
    pools[0] = yield from own_rerolls(
        game, active, pools[0], "ki", wins=lambda faces: won_by_active(faces, other_faces)
    )
    results: list[Result] = []
    for model, opponent, scale, pool in ((active, other, scales[0], pools[0]), (other, active, scales[1], pools[1])):
        worked, rolled = scale.worked(pool.faces), partial(events.PoolRolled, model=model.id, target=opponent.id)
        game.emit(rolled(purpose="ki", pool=pool, sum=worked, rule="B-TEST-13"))
        results.append(scale.result(pool.faces))
    won = beats(*results, one_is_active=True)
    _emit_opposed(game, (active, other), results, won)
    return won


def ki_scale(game: Game, model: Model, opponent: Model, role: str) -> Scale:
    """Return the scale of a model's dice in an opposed Ki test; its `role` is "active" or "passive" (B-TEST-13)."""
    dice_lost = game.total(opponent, "takes_ki_dice_passive" if role == "active" else "takes_ki_dice_active")
    return scale_of(game, model, OPPOSED_KI, game.total(model, f"ki_{role}_result"), taken=dice_lost)


def choose_first(game: Game, rule: str, prompt: str, label: str, bonus: tuple[int, int] = (0, 0)) -> Asking[str]:
    """Make a tactical test and let its winner choose the first player, who is returned (B-START-4, B-SETUP-2)."""
    state = game.state
    first = yield from nominate(game, state.players[0])
    second = yield from nominate(game, state.players[1])
    winner = state.tactical_winner = yield from tactical_test(game, (first, second), bonus)
    state.first_player = yield from ask_player(game, winner, prompt, rule, label, winner)
    return state.first_player


def nominate(game: Game, player: str) -> Asking[Model]:
    """Return the model that makes a player's tactical test. Asks only if the choice matters (B-TEST-20)."""
    candidates = game.in_play(player) or [
        model for model in game.models if model.side == player
    ]  # in the deployment test, no model is in play yet
    if len({game.total(model, "tactics") for model in candidates}) == 1:
        return candidates[0]
    prompt = _("Which model takes the tactical test? A Tactician adds dice")
    return (yield from pick_own(game, player, prompt, "B-TEST-20", candidates))


def tactical_test(game: Game, nominated: Sequence[Model], bonus: tuple[int, int] = (0, 0)) -> Asking[str]:
    """Make a tactical test between two models and return the winning player (B-TEST-20).

    Full ties are rolled again, because no player is active. `bonus` is added to the results (B-SETUP-2), unless no die
    counts (B-TEST-3).
    """
    while True:
        results: list[Result] = []
        pools = [game.throw(model, 1 + game.total(model, "tactics"), "tactics") for model in nominated]
        for model, opponent, modifier, first_roll in zip(nominated, nominated[::-1], bonus, pools):
            scale = scale_of(game, model, "tactical", modifier)
            pool = yield from own_rerolls(game, model, first_roll, "tactical")
            worked, rolled = scale.worked(pool.faces), partial(events.PoolRolled, model=model.id, target=opponent.id)
            game.emit(rolled(purpose="tactics", pool=pool, sum=worked, rule="B-TEST-20"))
            results.append(scale.result(pool.faces))
        if results[0] != results[1]:
            won = beats(results[0], results[1], one_is_active=False)
            _emit_opposed(game, nominated, results, won)
            return nominated[0 if won else 1].side


def fear_test(game: Game, model: Model, number: int, cause: Model | None = None) -> Asking[bool]:
    """Return whether a model passes a fear test, which traits may repeat (B-FEAR-1, B-TR-9, B-TR-16, B-TR-74).

    Fearless and Soulless models pass without a test, as do models with as much Fear (B-FEAR-4) if the cause has
    no Dread (B-TR-75). A Frightened model fails without a test in the Main Phase (B-STATE-8).
    """
    if game.any(model, "fearless") or game.any(model, "soulless"):
        return True
    dread = game.total(cause, "dread") if cause is not None else 0
    if not dread and game.total(model, "fear") >= number:
        return True
    if model.has("Frightened") and game.state.step in ("main", "activation"):
        return False
    lent_bonuses = [game.total(friend, "lends_fear_result", model) for friend in (model, *game.friends(model))]
    modifier = game.total(model, "fear_result") + max(lent_bonuses, default=0)
    brave, cowardly = game.any(model, "brave"), game.any(model, "cowardly")
    is_terrible = cause is not None and game.any(cause, "terrible") and not brave
    must_repeat, may_repeat = int(cowardly and not brave) + int(is_terrible), brave and not cowardly
    facing = KiTest(number, modifier, must_repeat=must_repeat, may_repeat=may_repeat)
    dice = max(1, (yield from boosted_ki(game, model, facing, -dread)))
    test = partial(challenge, game, model, "ki", dice, number, modifier, cause, "Fear")
    passed = yield from test()
    for _time in range(must_repeat):
        if passed:
            passed = yield from test()
    if not passed and may_repeat:
        passed = yield from test()
    return passed


def beyond_doubt(game: Game, model: Model, other: Model) -> bool:
    """Return whether a model cannot see through another's Disguise even with a test (B-STATE-7)."""
    return other.has("Disguised") and other.side != model.side and game.card(model).ki.value <= 1


def sees_through(game: Game, model: Model, other: Model) -> Asking[bool]:
    """Return whether a model sees through an enemy's Disguise. A passed test removes the Disguise (B-STATE-7)."""
    if not other.has("Disguised") or other.side == model.side:
        return True
    number = max(other.markers["Disguised"])
    dice = yield from boosted_ki(game, model, KiTest(number))
    if not (yield from challenge(game, model, "ki", dice, number, target=other, cause="Disguised")):
        return False
    game.unmark(other, "Disguised")
    return True


def ki_dice(game: Game, model: Model) -> int:
    """Return a model's number of dice in Ki tests, at most twice the printed value (B-TEST-13, B-TR-83, B-GEN-3)."""
    return game.limited(model, "ki", _total_ki(game, model))


def _total_ki(game: Game, model: Model) -> int:
    """Return a model's number of dice in Ki tests before the limit, with boosts and Spirit (B-TEST-13)."""
    return game.boosted(model, "ki") + game.total(model, "spirit")


def boosted_ki(game: Game, model: Model, test: KiTest, more: int = 0) -> Asking[int]:
    """Let a player pay for boosts of a Ki test, and return the number of dice (B-KI-20, AMB-17a).

    `more` is added to the number of dice in this test. It may be negative.
    """
    total = _total_ki(game, model) + more
    while (price := boost_price(game, model, "ki", total)) is not None:
        label = _("One extra die for {model} ({ki} Ki)", model=model.name, ki=price)
        pay = Option("boost", label, "B-KI-20", price=in_ki(price))
        prompt = _("Add a die to the Ki test of {model}?", model=model.name)
        game.ki_test = test._replace(total=total)
        answer = yield ask(model, prompt, "B-KI-20", (pay, Option("no", _("No"), "B-KI-20", declines=True)))
        game.ki_test = None
        if answer == "no":
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
    wins: Callable[[Sequence[int]], bool] | None = None,
) -> Asking[Pool]:
    """Let a model reroll its own dice one by one, each once, and return the pool (B-TEST-5, B-TR-41).

    `number` is the result to reach, if there is one; prompts then show the current result. A result above `most` counts
    as `most`. For `wins`, see `Lying`.
    """
    pools, scale = {"": pool}, scale_of(game, model, test, modifier, weapon)

    def result_text() -> str:
        if number is None:
            return ""
        faces = pools[""].faces
        facts = {"sum": scale.sum_of(faces), "value": scale.result(faces).value, "number": number}
        return " " + _("({sum} = {value}, {number} needed)", **facts)

    least = None if number is None else number - 1
    open_roll = Lying(pools, {"": scale._replace(least=least, most=most)}, test, wins=wins)
    yield from rerolls(
        game, model, open_roll, game.total(model, "rerolls_own", test, weapon=weapon), model, result_text
    )
    return pools[""]


def rerolls(
    game: Game, model: Model, lying: Lying, most: int, by: Model, result_text: Callable[[], str] = str
) -> Asking[None]:
    """Let the model `by` reroll up to `most` dice of a model's pools, each once (B-TEST-5).

    `result_text` returns a text about the current result, for prompts.
    """
    pools, rerolled = lying.pools, lying.again
    keep = KEEP.shown()
    while len(rerolled) < most:
        dice = {f"{name} {index}".strip(): (name, index) for name in pools for index in range(len(pools[name].dice))}
        options = [
            Option(key, _("Reroll the {face}", face=face), "B-TEST-5", shows=face)
            for key, (name, index) in dice.items()
            if key not in rerolled
            for face in (pools[name].faces[index],)
        ]
        if not options:
            return
        faces = ", ".join(str(face) for pool in pools.values() for face in pool.faces)
        prompt = _("Reroll a die of {model} at no cost? {faces}", model=model.name, faces=faces) + result_text()
        game.lying = lying
        options.append(keep)
        key = yield Choose(
            player=by.side, prompt=prompt, rule="B-TEST-5", about=model.id, options=options, on_dice=True
        )
        game.lying = None
        if key == keep.key:
            return
        rerolled.add(key)
        name, index = dice[key]
        pools[name] = game.again(pools[name], [index])


def _emit_opposed(game: Game, models: Sequence[Model], results: Sequence[Result], won: bool) -> None:
    """Report the result of an opposed test. `won`: the first model won."""
    first, second = results
    game.emit(
        events.Opposed(
            names=(models[0].id, models[1].id),
            results=(first.value, second.value),
            counted=(first.counted, second.counted),
            winner=0 if won else 1,
            level=abs(first.value - second.value),
        )
    )
