"""The steps of a melee exchange (B-MELEE-1 to B-MELEE-15)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.engine.core.windows import in_secret
from game.rulesets.bushido.rules import events, feats
from game.rulesets.bushido.rules.dice.results import Lying, Scale, beats
from game.rulesets.bushido.rules.dice.tests import rerolls, scale_of
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Split
from game.rulesets.bushido.rules.melee.damage import blow_of, deals_damage, roll_damage
from game.rulesets.bushido.rules.melee.pools import initiative, pools, splits
from game.rulesets.bushido.rules.moving.carry_out import face
from game.rulesets.bushido.rules.moving.policies import release
from game.rulesets.bushido.rules.picking import ask
from game.rulesets.bushido.rules.specials import PLAIN, after_damage, applied
from game.rulesets.bushido.warbands.traits import SPECIALS
from game.wording import _, ngettext

COLOURS = ("attack", "defence")


def exchange(game: Game, bout: Bout) -> Flow:
    """Fight out an exchange between the activating model and its opponent (AMB-16)."""
    game.bout = bout
    face_each_other(game, bout)
    release(game, (bout.activating.model, bout.opponent.model))
    yield from choose_weapons(game, bout)
    bout.first = initiative(game, bout)
    yield from feats.window(game, "initiative", bout.opponent.model.side, bout)
    bout.first = initiative(game, bout)  # feats may have changed it
    active, opponent = bout.activating.model, bout.opponent.model
    game.emit(events.ExchangeBegan(activating=active.id, opponent=opponent.id, initiative=bout.first.model.id))
    yield from feats.window(game, "pool", bout.in_order[1].model.side, bout)
    bout.activating.pool, bout.opponent.pool = pools(game, bout)
    yield from commit(game, bout)
    if together(game, bout):
        yield from roll(game, bout)
        for attacker in bout.in_order:
            if not bout.over and together(game, bout):
                yield from attack(game, bout, attacker)
        pay(game, bout)
    game.expire("exchange")


def face_each_other(game: Game, bout: Bout) -> None:
    """Turn both models to face each other. Immovable models do not turn (B-MELEE-1, B-TR-27)."""
    for fighter in (bout.activating, bout.opponent):
        if not game.any(fighter.model, "immovable"):
            face(fighter.model, bout.against(fighter.model).model)
        game.unmark(fighter.model, "Disguised")


def choose_weapons(game: Game, bout: Bout) -> Flow:
    """Let both sides choose weapons, the opponent of the activating model first (B-MELEE-2)."""
    for fighter in (bout.opponent, bout.activating):
        names = [weapon.name for weapon in game.weapons(fighter.model, "melee")]
        fighter.weapon = names[0]
        if len(names) > 1:
            prompt = _("Which weapon does {model} use?", model=fighter.model.name)
            options = [Option(name, name, "B-MELEE-2") for name in names]
            fighter.weapon = yield ask(fighter.model, prompt, "B-MELEE-2", options)


def commit(game: Game, bout: Bout) -> Flow:
    """Let both sides choose their splits in secret, and reveal the splits (B-MELEE-5, B-MELEE-6, B-GEN-5)."""
    fighters = bout.in_order[::-1]
    choices = [{split.key: split for split in splits(game, bout, fighter)} for fighter in fighters]
    questions = [_split_question(fighter, own_splits) for fighter, own_splits in zip(fighters, choices)]
    keys = yield from in_secret(questions)
    for fighter, own_splits, key in zip(fighters, choices, keys):
        fighter.split = split = own_splits[str(key)]
        game.emit(
            events.SplitRevealed(
                model=fighter.model.id, attack=split.attack, defence=split.defence, special=split.special
            )
        )


def _split_question(fighter: Fighter, choices: Mapping[str, Split]) -> Choose:
    """Return the decision about the split of a side."""
    prompt = ngettext("Split the die of {model} in secret", "Split the {n} dice of {model} in secret", fighter.pool,
                      model=fighter.model.name)  # fmt: skip
    options = [
        Option(key, _text_of(split), SPECIALS.get(split.special, PLAIN).rule, dice=split.dice)
        for key, split in choices.items()
    ]
    return ask(fighter.model, prompt, "B-MELEE-5", options)


def _text_of(split: Split) -> str:
    """Return the label of a split."""
    text = _("{attack} attack, {defence} defence", attack=split.attack, defence=split.defence)
    return f"{text}, {split.special}" if split.special else text


def together(game: Game, bout: Bout) -> bool:
    """Return whether both models are on the table and in base contact (B-MELEE-7)."""
    active, other = bout.activating.model, bout.opponent.model
    return active.on_table and other.on_table and game.within(active, other, 0.0)


def roll(game: Game, bout: Bout) -> Flow:
    """Roll all dice, make rerolls, take dice away and compute the results (B-MELEE-7, B-MELEE-8, B-TEST-7)."""
    for fighter in bout.in_order:
        for colour, count in zip(COLOURS, (fighter.split.attack, fighter.split.defence)):
            fighter.dice[colour] = game.throw(fighter.model, count, f"melee/{colour}")
    first, second = bout.in_order
    for roller, enemy in ((second, first), (first, second)):
        yield from _rerolls(game, bout, roller, enemy)
    for fighter in bout.in_order:
        model, target = fighter.model.id, bout.against(fighter.model).model.id
        rolled = partial(events.PoolRolled, model=model, purpose="melee", rule="B-MELEE-7", target=target)
        for colour in COLOURS:
            pool = fighter.dice[colour]
            scale = scale_in(game, bout, fighter, colour)
            game.emit(rolled(pool=pool, colour=colour, sum=scale.worked(pool.faces) if pool.dice else ""))
            fighter.results[colour] = scale.result(pool.faces)


def scale_in(game: Game, bout: Bout, fighter: Fighter, colour: str) -> Scale:
    """Return the scale that turns dice of a colour into a side's result (B-MELEE-8)."""
    model, enemy = fighter.model, bout.against(fighter.model)
    dice_lost = game.total(enemy.model, f"takes_{colour}_dice", weapon=enemy.weapon)
    modifier = game.total(model, f"{colour}_result", weapon=fighter.weapon)
    if colour == "attack":
        modifier += game.total(model, "against", enemy.model, weapon=fighter.weapon)
    return scale_of(game, model, colour, modifier, fighter.weapon, dice_lost)


def _rerolls(game: Game, bout: Bout, side: Fighter, enemy: Fighter) -> Flow:
    """Let a side reroll enemy dice, then its own dice of each colour, then of both colours (B-TEST-5, B-TR-41)."""

    def most(moment: str, *test: str) -> int:
        return game.total(side.model, moment, *test, weapon=side.weapon)

    def reroll(owner: Fighter, colours: tuple[str, ...], dice: int) -> Flow:
        if not dice:
            return
        pools = {colour if len(colours) > 1 else "": owner.dice[colour] for colour in colours}
        scales = {name: scale_in(game, bout, owner, name or colours[0]) for name in pools}
        yield from rerolls(game, owner.model, Lying(pools, scales, colours[0]), dice, side.model)
        owner.dice.update(zip(colours, pools.values()))

    for colour in COLOURS:
        yield from reroll(enemy, (colour,), most(f"rerolls_enemy_{colour}"))
    for colour in COLOURS:
        yield from reroll(side, (colour,), most("rerolls_own", colour))
    yield from reroll(side, COLOURS, most("rerolls_own", "melee"))


def attack(game: Game, bout: Bout, attacker: Fighter) -> Flow:
    """Compare an attack with the defence and apply the outcome (B-MELEE-10 to B-MELEE-13)."""
    if attacker.model.id in bout.no_attack:
        return
    defender = bout.against(attacker.model)
    hit, level = compare(game, bout, attacker, defender)
    if hit:
        yield from _hit(game, bout, attacker, defender, level)
    elif defender.split.special.endswith("Defence"):
        yield from applied(SPECIALS[defender.split.special], game, bout, defender, attacker, level)
        bout.over = not together(game, bout) or defender.model.has("Prone")


def compare(game: Game, bout: Bout, attacker: Fighter, defender: Fighter) -> tuple[bool, int]:
    """Return whether an attack hits, and the winner's success level (B-MELEE-10, AMB-20)."""
    attack_result, defence_result = attacker.results["attack"], defender.results["defence"]
    tie = attack_result.value == defence_result.value
    attack_to_compare = attack_result._replace(counted=attacker.counted)
    defence_to_compare = defence_result._replace(counted=defender.counted)
    hit = beats(attack_to_compare, defence_to_compare, one_is_active=attacker is bout.activating)
    level = abs(attack_result.value - defence_result.value)
    game.emit(
        events.Compared(
            attacker=attacker.model.id,
            defender=defender.model.id,
            attack=attack_result.value,
            defence=defence_result.value,
            hit=hit,
            level=level,
            tie=tie,
        )
    )
    return hit, level


def _hit(game: Game, bout: Bout, attacker: Fighter, defender: Fighter, level: int) -> Flow:
    """Apply the special attack, then roll for damage (B-MELEE-10, B-MELEE-11, B-MELEE-12, B-SPEC-4)."""
    if not attacker.split.attack:  # without attack dice, there is no damage and no special (B-MELEE-8, B-MELEE-9)
        return
    was_prone = defender.model.has("Prone")
    name = attacker.split.special
    special = SPECIALS[name] if name.endswith("Attack") else PLAIN
    yield from applied(special, game, bout, attacker, defender, level)
    yield from feats.window(game, "damage", bout.in_order[1].model.side, bout, struck=defender.model)
    if deals_damage(game, attacker):
        blow = partial(blow_of, game, bout, attacker, defender)
        yield from roll_damage(game, special, defender.model, level, bout.fallen, blow)
    if defender.model.in_play:
        after_damage(special, game, defender.model)
    if not together(game, bout) or (defender.model.has("Prone") and not was_prone):
        bout.over = True


def pay(game: Game, bout: Bout) -> None:
    """Let the opponent pay a counter. The activating model pays for its action (B-ACT-3, B-MELEE-14, AMB-35)."""
    model = bout.opponent.model
    if model.in_play and not model.exhausted and not game.any(model, "tireless"):
        game.pay(model, 1)
    else:
        game.unmark(model, "Controlled", 1)  # an exchange fought (B-STATE-4)
