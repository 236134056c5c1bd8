"""The steps of a ranged attack (B-RNG-1 to B-RNG-12)."""

from __future__ import annotations

from functools import partial

import shapely

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, feats
from game.rulesets.bushido.rules.dice.tests import challenge, success_level
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee import pools
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.damage import Blow, roll_damage
from game.rulesets.bushido.rules.moving.policies import zone
from game.rulesets.bushido.rules.moving.sight import has_cover, sees, why_no_target
from game.rulesets.bushido.rules.picking import ask, only_friends, pick
from game.rulesets.bushido.rules.shooting.numbers import INTO_A_FIGHT, SIZE_SHIFT, band, dice, number
from game.rulesets.bushido.rules.specials import PLAIN, after_damage, applied
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import SPECIALS, Special, Term
from game.wording import _

NO_SPECIAL = "none"


def why_not_loaded(game: Game, shooter: Model, weapon: str) -> Refusal | None:
    """Return the reason why a weapon cannot shoot now, or None if it can (B-RNG-1, B-TR-3, B-TR-46)."""
    names = {"model": shooter.name, "weapon": _(weapon)}
    if shooter.ammo.get(weapon, 1) <= 0:
        return Refusal(_("{weapon} of {model} has no Ammo left", **names), "B-TR-3")
    if shooter.has("Reloading") and game.named(shooter, "Reload", weapon) is not None:
        return Refusal(_("{model} is Reloading {weapon}", **names), "B-STATE-15")
    return None


def loaded_weapons(game: Game, shooter: Model) -> list[str]:
    """Return the names of a model's ranged weapons that can shoot now (B-RNG-1)."""
    names = [weapon.name for weapon in game.weapons(shooter, "ranged")]
    return [name for name in names if why_not_loaded(game, shooter, name) is None]


def possible_targets(game: Game, shooter: Model) -> list[Model]:
    """Return the enemies that a model may shoot at (B-TR-11, B-STATE-7)."""
    return [enemy for enemy in game.enemies(shooter) if why_no_target(game, shooter, enemy) is None]


def in_range(game: Game, shooter: Model, weapon: str) -> list[Model]:
    """Return the enemies that a model may shoot at and that a weapon reaches (B-RNG-1)."""
    return [enemy for enemy in possible_targets(game, shooter) if band(game, shooter, weapon, enemy) is not None]


def shoot(game: Game, shot: Shot) -> Flow:
    """Carry out a ranged attack. The action is paid for even if the target is out of range (B-RNG-7)."""
    shooter, weapon = shot.shooter, shot.weapon
    if band(game, shooter, weapon, shot.target) is None:
        game.emit(events.OutOfRange(model=shooter.id, target=shot.target.id, weapon=weapon))
        return
    if why_not_loaded(game, shooter, weapon):
        return
    target = yield from intercept(game, shot)
    covered = has_cover(game, shooter, shot.target) and has_cover(game, shooter, target)
    is_first = target is shot.target  # an interceptor sees the shooter
    shot = Shot(shooter, weapon, target, shot.moved, shot.surprised and is_first, shot.unseen and is_first, covered)
    among = (shooter,) if shot.surprised else (shooter, target)
    game.aim = lambda _target: shot
    yield from feats.window(game, "ranged-set-up", target.side, among=among)
    needed = number(game, shot)
    yield from feats.window(game, "ranged-pool", target.side, among=(shooter,), target=target)
    count = dice(game, shooter, target)
    special, price = yield from _special(game, shot, count)
    modifier, rules = game.total(shooter, "attack_result", weapon=weapon), ("B-RNG-2", "B-RNG-3")
    level = yield from success_level(
        game, shooter, "ranged", count - price, needed, modifier, weapon, rules=rules, target=target.id
    )
    if level >= 0:
        yield from _hit(game, shot, special, level)
    spend(game, shooter, weapon)
    game.expire("exchange")


def _hit(game: Game, shot: Shot, special: Special, level: int) -> Flow:
    """Determine the victim and roll for damage (B-RNG-4, B-RNG-5)."""
    among = (shot.shooter,) if shot.surprised else (shot.shooter, shot.target)
    yield from feats.window(game, "ranged-damage", shot.target.side, among=among, struck=shot.target)
    victim = yield from determine_victim(game, shot.shooter, shot.target)
    if game.weapon(shot.shooter, shot.weapon).strength == "Sp":  # no standard damage (B-STAT-3)
        return
    assassin = shot.unseen and victim is shot.target and game.any(shot.shooter, "assassin", weapon=shot.weapon)
    user, opponent = Fighter(shot.shooter, shot.weapon), Fighter(victim)
    bout = Bout(user, opponent)
    yield from applied(special, game, bout, user, opponent, level)
    blow = partial(Blow, shot.shooter, victim, shot.weapon, assassin=assassin)
    yield from roll_damage(game, special, victim, level, bout.fallen, blow)
    after_damage(special, game, victim)


def _special(game: Game, shot: Shot, count: int) -> Asking[tuple[Special, int]]:
    """Return the special attack that the player chooses, and its cost in dice (B-RNG-2, B-SPEC-2)."""
    usable = specials(game, shot.shooter, shot.weapon, count)
    if not usable:
        return PLAIN, 0
    game.aim = lambda _target: shot
    options = [Option(str(entry), str(entry), "B-SPEC-2") for entry in usable]
    options.append(Option(NO_SPECIAL, _("None"), "B-SPEC-2", declines=True))
    prompt = _("Does {model} use a special?", model=shot.shooter.name)
    key = yield ask(shot.shooter, prompt, "B-SPEC-2", options)
    if key == NO_SPECIAL:
        return PLAIN, 0
    picked = next(entry for entry in usable if str(entry) == key)
    return SPECIALS[picked.name], picked.value


def specials(game: Game, shooter: Model, weapon: str, count: int) -> list[Term]:
    """Return the special attacks that leave a die, with their costs. `count` is the number of dice (B-SPEC-1)."""
    entries = pools.specials(game, shooter, weapon)
    return [entry for entry in entries if entry.name.endswith("Attack") and count - entry.value >= 1]


def friend_at_risk(game: Game, shooter: Model, target: Model) -> Model | None:
    """Return the shooter's friend in contact with the target, which may be hit instead, or None (B-RNG-11)."""
    friends = [friend for friend in game.friends(shooter) if game.within(friend, target, 0.0)]
    if not friends or game.size(target) == "huge":
        return None
    return min(friends, key=lambda friend: game.apart(shooter, friend))


def interceptors(game: Game, shot: Shot) -> list[Model]:
    """Return the friends of the target that may step in (B-RNG-1.4)."""
    return [other for other in game.friends(shot.target) if why_no_intercept(game, shot, other) is None]


def why_no_intercept(game: Game, shot: Shot, other: Model) -> Refusal | None:
    """Return the reason why a friend of the target may not step in, or None if it may (B-RNG-1.4)."""
    shooter, name = shot.shooter, other.name
    if other.exhausted:
        return Refusal(_("{model} has no activation counters", model=name), "B-RNG-1")
    if game.any(other, "insignificant"):
        return Refusal(_("{model} is Insignificant", model=name), "B-TR-31")
    if not sees(game, other, shooter):
        return Refusal(_("{model} does not see {other}", model=name, other=shooter.name), "B-RNG-1")
    if not crosses_zone(game, shooter, shot.target, other):
        return Refusal(_("no line of the shot crosses the zone of {model} first", model=name), "B-RNG-1")
    return why_no_target(game, shooter, other)


def crosses_zone(game: Game, shooter: Model, target: Model, other: Model) -> bool:
    """Return whether a line from the shooter's base to the target's base crosses another model's zone."""
    base = shapely.Point(target.x, target.y).buffer(target.radius)
    lines = shapely.convex_hull(shapely.union(shapely.Point(shooter.x, shooter.y).buffer(shooter.radius), base))
    before_target = shapely.difference(lines, base)
    return any(shapely.intersects(part, before_target) for part in zone(game, other))


def intercept(game: Game, shot: Shot) -> Asking[Model]:
    """Let the target's side choose a model that steps in, and return the final target (B-RNG-1.4)."""
    candidates = interceptors(game, shot)
    if not candidates:
        return shot.target
    prompt = _("Does another model take the shot for {target}?", target=shot.target.name)
    reasons = only_friends(shot.target), partial(why_no_intercept, game, shot)
    picked = yield from pick(game, shot.target, prompt, "B-RNG-1", candidates, *reasons, minimum=0)
    return picked[0] if picked else shot.target


def determine_victim(game: Game, shooter: Model, target: Model) -> Asking[Model]:
    """Return the model that is hit: the target, or a friend of the shooter in contact with it (B-RNG-11)."""
    friend = friend_at_risk(game, shooter, target)
    if friend is None:
        return target
    needed = INTO_A_FIGHT + SIZE_SHIFT[game.size(target)]
    test = challenge(game, shooter, "ranged", dice(game, shooter), needed, target=target, cause="fight")
    return target if (yield from test) else friend


def spend(game: Game, shooter: Model, weapon: str) -> None:
    """Spend ammunition, add Reloading markers and count the shot (B-RNG-6)."""
    if weapon in shooter.ammo:
        shooter.ammo[weapon] -= 1
    reload = game.named(shooter, "Reload", weapon)
    if reload is not None:
        game.mark(shooter, "Reloading", *[0] * reload.value)
    shooter.shots += 1
