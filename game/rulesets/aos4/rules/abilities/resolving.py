"""The steps of using an ability: limits and costs, declaration, reactions and effect (A-ABIL-2, A-REACT).

Limits: A-ONE, A-CMD, A-CP-5, A-ABIL-9, A-MAG-1, A-PRAY-1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from game.engine.core.decisions import Choose, Option, Topic
from game.engine.core.flow import Flow
from game.engine.core.options import Stock
from game.engine.core.windows import PASS, Opportunity, window
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.params import AGAIN
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.rules import events, mixed
from game.rulesets.aos4.rules.abilities import REGISTRY, Ability, Use
from game.rulesets.aos4.rules.abilities.by_hand import ByHand
from game.rulesets.aos4.rules.conditions import answers
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.magic import cast, chant
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.wording import N_, _, ngettext, series

POWERS: Final = {"SPELL": ("WIZARD", "A-MAG-1"), "PRAYER": ("PRIEST", "A-PRAY-1"), "UNBIND": ("WIZARD", "A-MAG-1")}
"""For abilities with a keyword: the unit's keyword whose number limits their uses in a phase, with the rule."""
SPANS: Final = {"phase": N_("phase"), "turn": N_("turn"), "round": N_("battle round"), "battle": N_("battle")}
ATTUNED: Final = "attuned"
"""The lasting effect that a Place of Power has on a hero that is neither WIZARD nor PRIEST (A-POP-2)."""


def limit_of(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the refusal by a limit or cost if it keeps a unit from using an ability, else None."""
    return (
        _ban(game, spec, unit)
        or _command_limit(game, player, spec, unit)
        or _once_per_phase(game, unit, spec)
        or _limit_in_text(game, player, spec, unit)
        or _power_limit(game, player, spec, unit)
        or _move_limit(game, spec, unit)
    )


def _ban(game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the refusal if an effect forbids a unit an ability, else None."""
    kinds = (*spec.keywords, *({"command": ("COMMAND",)}.get(spec.kind, ())), f"'{spec.name.upper()}'")
    if not game.is_barred(unit, kinds):
        return None
    return Refusal(_("an effect forbids this to {unit}", unit=unit.name), "A-ABIL-6")


def _once_per_phase(game: Game, unit: Unit, spec: AbilityDocument) -> Refusal | None:
    """Return the refusal if a unit has used a core ability, or this ability, in this phase, else None."""
    if "FIGHT" in spec.keywords and game.may_fight_again(unit):
        return None
    if "CORE" in spec.keywords and game.used(unit, "CORE", "phase"):
        return Refusal(_("{unit} already used a core ability this phase", unit=unit.name), "A-ONE-1")
    again = "UNBIND" in spec.keywords or AGAIN.of(spec.params)
    if not again and game.used(unit, f"ability {spec.id}", "phase"):  # as often as A-MAG-1 says
        return Refusal(_("{unit} already used {ability} this phase", unit=unit.name, ability=_(spec.name)), "A-ONE-2")
    return None


def _command_limit(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the cost or limit that keeps a unit from a command, or None (A-CMD-2, A-CMD-3, A-AMB-19)."""
    if spec.kind != "command":
        return None
    points, cost = game.state.command[player], cost_of(game, spec, unit)
    if points < cost:
        text = ngettext("{ability} costs {n} command point; only {points} left",
                        "{ability} costs {n} command points; only {points} left", cost,
                        ability=_(spec.name), n=cost, points=points)  # fmt: skip
        return Refusal(text, "A-CP-5")
    if game.state.uses.count("phase", f"{player} command {spec.id}"):
        return Refusal(_("the army already used {ability} this phase", ability=_(spec.name)), "A-CMD-3")
    if game.used(unit, "command", "phase"):
        return Refusal(_("{unit} already used a command this phase", unit=unit.name), "A-CMD-2")
    if "MANIFESTATION" in game.setup.keywords[unit.card]:
        return Refusal(_("manifestations cannot use commands"), "A-MAN-6")
    return None


def cost_of(game: Game, spec: AbilityDocument, unit: Unit) -> int:
    """Return the command points that a unit spends on an ability, none if an effect makes it free (A-CP-5)."""
    if spec.kind != "command" or any(
        influence.keyword == spec.name.upper() for influence in game.influences(unit, "free")
    ):
        return 0
    return spec.cost


def _limit_in_text(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the refusal by the limit in an ability's timing, such as once per battle, else None."""
    limit = timing(spec.timing)
    if limit.round and limit.round != game.state.round:
        return Refusal(_("{ability} is for battle round {n} only", ability=_(spec.name), n=limit.round), "A-TURN-4")
    if limit.limit is None:
        return None
    user = player if limit.army else unit.id
    if game.state.uses.count(limit.limit, f"{user} limited {spec.id}"):
        span = _(SPANS[limit.limit])
        return Refusal(_("{ability} was already used this {span}", ability=_(spec.name), span=span), "A-ABIL-9")
    return None


def _power_limit(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the refusal by the limits of magic, or None.

    A failed attempt counts. After a miscast, a unit can still unbind and banish (A-MAG-6, A-AMB-24). Each unit of an
    army may try an UNLIMITED spell or prayer (A-KEY-14).
    """
    for keyword, (power, rule) in POWERS.items():
        if keyword not in spec.keywords:
            continue
        level = game.number(unit, power)
        if keyword == "UNBIND" and (game.bonus(unit, ATTUNED) or game.bonus(unit, "unbinds")):
            level = max(level, 1)
        used = game.state.uses.count("phase", f"{unit.id} {keyword}")
        if used >= level:
            text = of_unit("{unit} lacks the {power} keyword", "{unit} lack the {power} keyword", unit, power=power)
            if level:
                text = _("power level {level} of {unit} is used up", unit=unit.name, level=level)
            return Refusal(text, rule)
        if keyword != "UNBIND" and spare_uses(game, unit) <= 0:
            return Refusal(_("{unit} banished instead this phase", unit=unit.name), "A-MAG-2")
        if keyword == "SPELL" and game.used(unit, "miscast", "phase"):
            return Refusal(_("{unit} miscast this phase", unit=unit.name), "A-MAG-4")
        unlimited = "UNLIMITED" in spec.keywords or keyword == "UNBIND"
        if not unlimited and game.state.uses.count("turn", f"{player} tried {spec.id}"):
            rule = "A-MAG-5" if keyword == "SPELL" else "A-PRAY-1"
            return Refusal(_("{ability} was already tried this turn", ability=_(spec.name)), rule)
    return None


def spare_uses(game: Game, unit: Unit) -> int:
    """Return the number of spells, prayers and banishments, taken together, left to a unit in this phase (A-MAG-2)."""
    count = game.state.uses.count
    spare = game.bonus(unit, ATTUNED) - count("phase", f"{unit.id} BANISH")
    for keyword in ("SPELL", "PRAYER"):
        spare += max(0, game.number(unit, POWERS[keyword][0]) - count("phase", f"{unit.id} {keyword}"))
    return spare


def _move_limit(game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the refusal of a move by a unit without a Move, or set up this turn, else None."""
    if "MOVE" not in spec.keywords:
        return None
    if mixed.move(game, unit) is None and not any(game.influences(unit, "move set")):
        text = of_unit("{unit} has no Move characteristic", "{unit} have no Move characteristic", unit)
        return Refusal(text, "A-MOVE-8")
    if game.state.phase_name == "movement" and unit.set_up_in == (game.state.round, game.state.turn):
        text = of_unit("{unit} was set up this turn", "{unit} were set up this turn", unit)
        return Refusal(text, "A-DEP-9")
    return None


def pay(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> None:
    """Pay for an ability, and record the use for later limits (A-CMD-1, A-ONE-4)."""
    if spec.kind == "command":
        cost = cost_of(game, spec, unit)
        game.state.command[player] -= cost
        game.state.uses.note(f"{player} command {spec.id}", "phase")
        game.note(unit, "command", "phase")
        if cost:
            points_left = game.state.command[player]
            game.emit(events.CommandSpent(player=player, amount=cost, left=points_left, rule="A-CP-5"))
    limit = timing(spec.timing)
    if limit.limit is not None:
        game.state.uses.note(f"{player if limit.army else unit.id} limited {spec.id}", limit.limit)
    game.note(unit, f"ability {spec.id}", "phase")
    if {"SPELL", "PRAYER"} & {*spec.keywords}:
        game.state.uses.note(f"{player} tried {spec.id}", "turn")
    for keyword in spec.keywords:
        game.note(unit, keyword)


BY_HAND = ByHand()
"""The stand-in for an effect that the rules do not know (A-IMP-8)."""


def rules_of(spec: AbilityDocument) -> Ability:
    """Return the rules of an ability, which are `BY_HAND` if the program cannot resolve its effect."""
    rules = REGISTRY.get(spec.effect_id, BY_HAND)
    return BY_HAND if rules.answers and timing(spec.timing).moment != "reaction" else rules


def why_not(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return why a unit cannot use an ability now, or None if it can."""
    return limit_of(game, player, spec, unit) or rules_of(spec).why_not(game, spec, unit)


def is_worth_asking(game: Game, uses: Iterable[tuple[AbilityDocument, Unit]]) -> bool:
    """Return whether to ask a player about these uses: one could change something, or an option says so (A-REACT-5)."""
    if game.setup.document.options.windows == "always":
        return True
    return any(rules_of(spec).matters(game, spec, unit) for spec, unit in uses)


def usual_pass(game: Game, uses: Iterable[tuple[AbilityDocument, Unit]], answered: Use | None = None) -> str | None:
    """Return PASS, without asking the player, if none of these uses could change anything; else None.

    A use by hand counts unless its text rules it out. With the option to ask always, the result is None. `answered` is
    the use to which the uses react.
    """
    trigger = answered.unit if answered is not None else None
    if game.setup.document.options.windows == "always":
        return None
    for spec, unit in uses:
        by_hand = rules_of(spec) is BY_HAND
        if BY_HAND.could_matter(game, spec, unit, trigger) if by_hand else not why_idle(game, spec, unit, answered):
            return None
    return PASS


def moments(game: Game, player: str, phase: str) -> frozenset[str]:
    """Return the values of `availablePhases` that match a phase for a player (A-TURN-4)."""
    if phase in ("startOfBattleRound", "endOfBattleRound", "deployment"):
        return frozenset((phase,))
    name = f"{phase[0].upper()}{phase[1:]}"
    return frozenset((f"any{name}", f"{'your' if player == game.state.active else 'enemy'}{name}"))


def use_ability(use: Use) -> Flow:
    """Let a unit pay for an ability, declare it and, after reactions, resolve it (A-ABIL-2, A-REACT-1, A-REACT-3)."""
    game, spec, rules = use.game, use.spec, rules_of(use.spec)
    pay(game, use.player, spec, use.unit)
    game.emit(
        events.AbilityUsed(
            unit=use.unit.id,
            ability=spec.id,
            player=use.player,
            name=spec.name,
            by_hand=rules is BY_HAND,
            rule=rules.rule,
        )
    )
    game.under_way.append(use)
    yield from _declare(use, rules)
    if not use.fails:
        yield from rules.effect(use)
    game.under_way.pop()
    for follow in use.after:
        yield from follow()
    for afterwards in AFTERWARDS:
        yield from afterwards(use)


AFTERWARDS: Final[list[Callable[[Use], Flow]]] = []
"""Functions that are called after each use of an ability."""


def _declare(use: Use, rules: Ability) -> Flow:
    """Make the choices and rolls of an ability, then let both players react (A-ABIL-2, A-ABIL-3)."""
    spec = use.spec
    yield from rules.declare(use)
    if spec.kind == "spell":
        yield from cast(use)
    elif spec.kind == "prayer" and spec.value:  # a prayer without a value stores points without a roll (A-PRAY-7)
        yield from chant(use)
    if use.trigger is None:  # a reaction triggers no reactions (A-REACT-3)
        yield from _reactions(use)


def _reactions(use: Use) -> Flow:
    """Let the players react alternately until both pass, the active player first (A-REACT-2, A-REACT-4, A-REACT-6)."""
    game = use.game
    players = [player for player in game.active_first() if player == use.player or use.is_cast]  # A-REACT-4
    if not any(True for player in players for _spec in _specs(game, player, use)):
        return

    made, asked = list[Use](), set[str]()

    def react(player: str, spec: AbilityDocument, unit: Unit) -> Flow:
        made.append(Use(game, spec, player, unit, trigger=use))
        yield from use_ability(made[-1])

    def open_to(player: str) -> list[Opportunity]:
        usable = list(reactions(game, player, use))
        if not is_worth_asking(game, usable):
            return []
        return [
            Opportunity(
                option_for(game, spec, unit, why_idle(game, spec, unit, use)),
                partial(react, player, spec, unit),
            )
            for spec, unit in usable
        ]

    def ask(player: str, options: tuple[Option, ...]) -> Choose:
        prompt = _prompt(use, player, made if player in asked else ())
        asked.add(player)
        return Choose(
            player=player,
            prompt=prompt,
            rule="A-REACT-2",
            about=use.unit.id,
            options=options,
            window="reaction",
            topics=_topics(game, player, options),
            until=f"phase-{game.state.round}-{game.state.turn}-{game.state.phase}",
            usual=lambda: usual_pass(game, reactions(game, player, use), use),
        )

    def passing(player: str) -> Option:
        return Option(PASS, _("No"), "A-REACT-2", letter="d")

    always = game.setup.document.options.windows == "always"
    yield from window(players, open_to, ask, passing, lambda player: always, alternately=True)


def _topics(game: Game, player: str, options: Iterable[Option]) -> tuple[Topic, ...]:
    """Return the reactions by hand among these options, which a player can answer once for the whole game (A-IMP-8)."""
    keys: dict[str, list[str]] = {}
    for option in options:
        keys.setdefault(option.key.partition(" ")[0], []).append(option.key)
    abilities = game.setup.abilities[player]
    return tuple(
        Topic(ability_id, _(abilities[ability_id].name), tuple(option_keys))
        for ability_id, option_keys in keys.items()
        if ability_id in abilities and rules_of(abilities[ability_id]) is BY_HAND
    )


def _prompt(use: Use, player: str, made: Sequence[Use]) -> str:
    """Return the question whether to react to a use, with its targets if it has any (A-REACT-2).

    `made` are the reactions since the player was last asked: if the latest is an enemy's, the question names it.
    """
    if made and made[-1].player != player:
        facts = {"unit": made[-1].unit.name, "ability": _(made[-1].spec.name), "answered": _(use.spec.name)}
        if player == use.player:
            return _("{unit}: {ability}, in reaction to {answered}. Add an ability now?", **facts)
        return _("{unit}: {ability}, in reaction to {answered}. React now?", **facts)
    ability, unit = _(use.spec.name), use.unit.name
    names = [*dict.fromkeys(target.name for target in use.targets)]
    if player == use.player:  # its own unit: nothing to react to, but something to add
        if not names:
            return _("{unit}: {ability}. Add an ability?", ability=ability, unit=unit)
        facts = {"ability": ability, "unit": unit, "names": series(names)}
        return _("{unit}: {ability}, target {names}. Add an ability?", **facts)
    if not names:
        return _("React to {ability} by {unit}?", ability=ability, unit=unit)
    return _("React to {ability} by {unit}, targeting {names}?", ability=ability, unit=unit, names=series(names))


def why_idle(game: Game, spec: AbilityDocument, unit: Unit, use: Use | None = None) -> str:
    """Return the reason why a usable ability would change nothing now, or "" if it could (A-REACT-5)."""
    rules = rules_of(spec)
    return (rules.idle(game, unit, use) if use is not None else "") or (
        "" if rules.matters(game, spec, unit) else rules.pointless(game, spec, unit)
    )


def option_for(game: Game, spec: AbilityDocument, unit: Unit, idle: str = "", **more: Any) -> Option:
    """Return the option to use an ability with a unit, with `more` fields; `idle` is why it would change nothing."""
    rules, text = rules_of(spec), _("{ability}: {unit}", ability=_(spec.name), unit=unit.name)
    text = _("{option} ({why})", option=text, why=idle) if idle else text
    cost = cost_of(game, spec, unit)
    points = ngettext("{n} command point", "{n} command points", cost)
    price = (Stock("count-command", cost, points),) if cost else ()
    key, models = f"{spec.id} {unit.id}", tuple(unit.at)
    return Option(key, text, rules.rule, models, letter=rules.letter, price=price, idle=bool(idle), **more)


def _specs(game: Game, player: str, use: Use) -> Iterator[AbilityDocument]:
    """Yield a player's reactions to a use.

    Reactions with an unknown trigger are offered in their phases (A-IMP-6, A-AMB-18).
    """
    side = "you" if player == use.player else "opponent"
    for spec in game.setup.reactions[player]:
        trigger = timing(spec.timing)
        if trigger.side not in ("", side):
            continue
        if trigger.during and trigger.during not in moments(game, player, game.state.phase_name):
            continue
        if trigger.without and not {*use.spec.keywords}.isdisjoint(trigger.without):
            continue
        if trigger.without:
            fits = True
        elif trigger.keywords:
            fits = not {*use.spec.keywords, use.spec.kind.upper()}.isdisjoint(trigger.keywords)
        elif trigger.named:
            fits = trigger.named.casefold() == use.spec.name.casefold()
        else:
            fits = not moments(game, player, game.state.phase_name).isdisjoint(spec.phases)
        if fits:
            yield spec


def reactions(game: Game, player: str, use: Use) -> Iterator[tuple[AbilityDocument, Unit]]:
    """Yield a player's possible reactions to a use, each with a unit that may use it (A-REACT-5)."""
    # Charges and abilities by hand have no targets yet.
    targets_known = bool(use.targets) or "ATTACK" in use.spec.keywords
    for spec in _specs(game, player, use):
        rules, whom = rules_of(spec), timing(spec.timing).whom
        for unit in rules.users(game, player, spec):
            if whom == "user" and unit is not use.unit:
                continue
            if not answers(game, spec.params, unit, use.unit):
                continue
            if whom == "target" and targets_known and unit not in use.targets:
                continue
            if rules.responds(game, spec, unit, use) and why_not(game, player, spec, unit) is None:
                yield spec, unit
