"""Ki feats, boosts and event cards (B-KI, B-WARB-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, Literal

from game.engine.core import windows
from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.dice.tests import opposed_ki, sees_through
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price, buy_boost, in_ki, why_no_ki
from game.rulesets.bushido.rules.ki import cost as ki_cost
from game.rulesets.bushido.rules.melee.bout import Bout
from game.rulesets.bushido.rules.melee.pools import total_of
from game.rulesets.bushido.rules.moving.policies import engaged_with
from game.rulesets.bushido.rules.moving.sight import surprised, too_far, why_no_target
from game.rulesets.bushido.rules.picking import pick
from game.rulesets.bushido.rules.shooting.numbers import total_dice
from game.rulesets.bushido.rules.state import Aura, Model
from game.rulesets.bushido.warbands.profiles import FeatDocument
from game.rulesets.bushido.warbands.traits import CARDS, FEATS, RULE, EventCard, Feat
from game.table.path.path import Path
from game.wording import N_, _


def _cards(game: Game, moment: str, player: str, among: Sequence[Model] | None) -> list[windows.Opportunity]:
    """Return the unused cards of a player's warband for a moment."""
    unused = []
    for card in game.setup.player(player).warband.events:
        card_row = CARDS[card.name]
        if moment in card_row.moments and not game.state.uses.count("game", _key(player, card.name)):
            label = _("Use the card {card}", card=card.name)
            option = Option(f"{player}/card/{card.name}", label, RULE)
            models = [model for model in game.of(player) if among is None or model in among]
            unused.append(windows.Opportunity(option, partial(_use_card, game, player, card_row, models)))
    return unused


def _key(player: str, card: str) -> str:
    """Return the key under which the use of a card is counted."""
    return f"{player} plays {card}"


def _use_card(game: Game, player: str, card: EventCard, among: Sequence[Model]) -> Flow:
    """Use a card: its effect is lent to the player's models `among` those that it may affect."""
    yield from ()
    game.state.uses.note(_key(player, card.name), "game")
    game.emit(events.CardUsed(player=player, card=card.name))
    for model in among:
        game.lend(model, card.entry, card.span, card.name)


OPEN, CLOSE = "open", "close"
"""The windows at the beginning and the end of an activation (B-MAIN-2, B-MAIN-5)."""
TRAP = "trap"
"""The key of traps in the counts of uses. An activation has at most one trap (B-KI-10)."""
USE = N_("Use a feat?")
ASKED = {
    OPEN: N_("Use a feat before a model acts?"),
    CLOSE: N_("Use a feat before the activation ends?"),
    "declare": N_("Use a feat before the action is declared?"),
    "initiative": N_("Use a feat before it is decided who attacks first?"),
    "pool": N_("Use a feat or a boost before the dice are split?"),
    "damage": N_("Use a feat before the damage is rolled?"),
}
"""The prompt of a window, by its moment."""
NO: Final = "shift+n"
"""The letter of the option to pass a window."""
NONE = {OPEN: N_("No, activate a model"), CLOSE: N_("No, end the activation")}
"""The label of the option to pass a window, by its moment. The default is "No"."""
BOOSTED = {"pool": "melee", "ranged-pool": "ranged"}
"""The statistic that can be boosted in a window, by its moment (B-KI-11, B-KI-20)."""


def cost(game: Game, user: Model, feat: FeatDocument) -> int:
    """Return the current cost of a feat in Ki, at least 1 unless it is free (B-KI-1)."""
    return ki_cost(game, user, feat.ki)


def why_not(game: Game, user: Model, feat: FeatDocument) -> str:
    """Return the reason why a model cannot use a feat now, in any window, or "" if it can."""
    if reason := why_no_ki(game, user):
        return reason
    price = cost(game, user, feat)
    if user.ki < price:
        return _("it costs {cost} Ki, but {model} has {ki} (B-KI-1)", cost=price, model=user.name, ki=user.ki)
    # Only actions may ignore Prone enemies (B-ACT-30, B-STATE-10).
    is_action = feat.timing in ("Simple", "Complex")
    if "no_btb" in feat.limits and (engaged_with(game, user, leaving=False) if is_action else game.touching(user)):
        return _("not usable in base contact with an enemy (B-KI-9)")
    for limit, span in (("once_per_turn", "turn"), ("once_per_game", "game")):
        if limit in feat.limits and game.state.uses.count(span, f"{user.id}/{feat.name}"):
            return _("already used: you can use it only once per {span} (B-KI-9)", span=_(span))
    if "trap" in feat.limits and game.state.uses.count("activation", TRAP):
        return _("a trap has already taken effect in this activation (B-KI-10)")
    return ""


def window(
    game: Game,
    moment: str,
    first: str,
    bout: Bout | None = None,
    among: Sequence[Model] | None = None,
    target: Model | None = None,
    struck: Model | None = None,
) -> Flow:
    """Let the players use feats at a moment until both pass. `first` begins (B-KI-7, B-KI-11, B-TEST-8).

    `among` limits the models whose feats may be used. In an exchange, these are the fighters, except a Surprised one
    (B-SURP-2, B-WARB-6). `target` is the target of a shot, `struck` the model whose damage is about to be rolled.
    By agreement, players with feats for the moment are asked even if they cannot use any now. Where no option matters
    now, the usual answer is to pass.
    """
    if bout is not None:
        among = [bout.activating.model] if bout.surprised else [bout.activating.model, bout.opponent.model]

    def open_to(player: str) -> list[windows.Opportunity]:
        return list(opportunities(game, moment, player, bout, among, target, struck))

    def ask(player: str, options: tuple[Option, ...]) -> Choose:
        refused = partial(refusals, game, moment, player, among)
        prompt = _(ASKED.get(moment, USE))
        until = f"turn-{game.state.turn}"
        usual = partial(_usual_pass, game, options)
        return Choose(
            player=player,
            prompt=prompt,
            rule="B-KI-2",
            options=options,
            refused=refused,
            window=moment,
            until=until,
            usual=usual,
        )

    def passing(player: str) -> Option:
        return Option(windows.PASS, _(NONE.get(moment, N_("No"))), "B-KI-2", letter=NO)

    def anyway(player: str) -> bool:
        return game.setup.document.options.windows == "always" and has_any(game, moment, player, among)

    yield from windows.window(game.in_order(first), open_to, ask, passing, anyway)


def _usual_pass(game: Game, options: Sequence[Option]) -> str | None:
    """Return the answer that passes a window if no option in it has an effect now, else None."""
    if game.setup.document.options.windows == "always":  # the other player must not learn who could use a feat
        return None
    return windows.PASS if all(option.idle or option.key == windows.PASS for option in options) else None


def _is_idle(user: Model, feat: FeatDocument, moment: str, struck: Model | None) -> bool:
    """Return whether a feat has no effect now: it would end at once, or its user cannot act or is not the one hurt."""
    row = FEATS[feat.name]
    if moment == CLOSE:
        return _is_over(row, feat)
    if moment == OPEN:
        return user.exhausted and not (row.around or row.target) and _is_over(row, feat)
    return struck is not None and user is not struck and bool(row.entry) and not (row.around or row.target)


def has_any(game: Game, moment: str, player: str, among: Sequence[Model] | None = None) -> bool:
    """Return whether any of a player's models has a feat or a boost for a moment, usable or not."""
    cards = [game.card(model) for model in game.of(player) if among is None or model in among]
    if moment in BOOSTED and any(getattr(card, BOOSTED[moment]).boost is not None for card in cards):
        return True
    return any(_fits(game, FEATS[feat.name], feat, moment, player) for card in cards for feat in card.feats)


def opportunities(
    game: Game,
    moment: str,
    player: str,
    bout: Bout | None,
    among: Sequence[Model] | None = None,
    target: Model | None = None,
    struck: Model | None = None,
) -> Sequence[windows.Opportunity]:
    """Return the feats, boosts and cards that a player may use at a moment (B-MAIN-2)."""
    offers = []
    for user in _users(game, player, among):
        for feat, reason in _timely(game, user, moment, player):
            if not reason:
                facts = {"feat": feat.name, "model": user.name, "ki": cost(game, user, feat), "effect": _(feat.effect)}
                label = _("{feat} of {model} ({ki} Ki): {effect}", **facts)
                idle = _is_idle(user, feat, moment, struck)
                if idle and moment == CLOSE:
                    label = _("{option} No effect now: the action is over.", option=label)
                elif idle and moment == OPEN:
                    label = _("{option} No effect now: {model} cannot act.", option=label, model=user.name)
                price = in_ki(cost(game, user, feat))
                option = Option(f"{user.id}/{feat.name}", label, "B-KI-2", (user.id,), price=price, idle=idle)
                offers.append(windows.Opportunity(option, partial(use, game, user, feat)))
        if moment in BOOSTED:
            total = total_dice(game, user, target) if bout is None else total_of(game, bout, bout.of(user))
            offers += _boosts(game, user, BOOSTED[moment], total)
    if bout is not None:  # a card is not a feat: it also helps a Surprised model (B-WARB-6)
        among = [bout.activating.model, bout.opponent.model]
    return [*offers, *_cards(game, moment, player, among)]


def lendable(game: Game, moment: str, user: Model) -> Iterator[tuple[FeatDocument, str]]:
    """Yield the feats that a model can use at a moment to lend itself an entry, each with that entry."""
    for feat, reason in _timely(game, user, moment, user.side):
        row = FEATS[feat.name]
        if row.entry and not (reason or row.around or row.target or row.weapon):
            yield feat, row.entry


def refusals(
    game: Game, moment: str, player: str, among: Sequence[Model] | None = None
) -> list[tuple[Option, Refusal]]:
    """Return the feats of a player's models for a moment that cannot be used now, with the reasons."""
    refused = []
    for user in _users(game, player, among):
        for feat, reason in _timely(game, user, moment, player):
            if reason:
                label = _("{feat} of {model}", feat=feat.name, model=user.name)
                option = Option(f"{user.id}/{feat.name}", label, "B-KI-2", (user.id,))
                refused.append((option, Refusal(reason, "B-KI-2")))
    return refused


def _users(game: Game, player: str, among: Sequence[Model] | None) -> list[Model]:
    """Return a player's models in play whose feats may be used."""
    return [model for model in game.in_play(player) if among is None or model in among]


def _timely(game: Game, user: Model, moment: str, player: str) -> Iterator[tuple[FeatDocument, str]]:
    """Yield a model's feats for a moment, each with the reason why it cannot be used now, or ""."""
    for feat in game.card(user).feats:
        if _fits(game, FEATS[feat.name], feat, moment, player):
            reason = why_not(game, user, feat)
            if not reason and feat.subject == "Target" and not targets(game, user, feat):
                reason = _("it has no target in range and sight (B-KI-8)")
            if not reason and not _is_useful(game, user, FEATS[feat.name]):
                reason = _("it would do nothing now")
            yield feat, reason


def _fits(game: Game, row: Feat, feat: FeatDocument, moment: str, player: str) -> bool:
    """Return whether a player may use a feat at a moment by its timing (B-KI-3, B-KI-4)."""
    is_active = feat.timing == "Active" and player == game.state.active_player
    if moment in (OPEN, CLOSE):
        return is_active
    return (is_active or feat.timing == "Instant") and moment in row.moments


def use(game: Game, user: Model, feat: FeatDocument, path: Path | None = None) -> Flow:
    """Pay for a feat, choose its target, make the opposed test and apply the effect (B-KI-1, B-KI-8).

    `path` is the walk before a feat that is an action. A target that does not see the walk is Surprised (B-SURP-1).
    """
    price = cost(game, user, feat)
    target = None
    if feat.subject == "Target":
        game.feat = feat
        target = yield from _target(game, user, feat, walked=path is not None and path.inches > 0)
        game.feat = None
    if target is not None and path is not None and _takes_by_surprise(game, user, target, path):
        game.surprised = target.id
    user.ki -= price
    game.state.uses.note(f"{user.id}/{feat.name}", "activation", "turn", "game")
    if "trap" in feat.limits:
        game.state.uses.note(TRAP, "activation")
    target_id = "" if target is None else target.id
    game.emit(events.FeatUsed(model=user.id, feat=feat.name, cost=price, left=user.ki, target=target_id))
    if feat.subject == "Target" and target is None:  # without a target, the feat fails and the Ki is lost (B-KI-8)
        return
    if target is not None and not (yield from sees_through(game, user, target)):
        return
    if feat.opposed and target is not None and not (yield from opposed_ki(game, user, target)):
        return
    _take_effect(game, user, target, feat)


def _take_effect(game: Game, user: Model, target: Model | None, feat: FeatDocument) -> None:
    """Apply the effect of a feat: as an aura, to its target, or to its user (B-KI-8)."""
    row, recipient = FEATS[feat.name], target or user
    if row.around:
        span: Literal["turn", "activation"] = "activation" if feat.subject == "Pulse" else "turn"
        game.state.auras.append(Aura(row.entry, user.id, feat.range_in or 0, span, row.around))
    elif row.entry:
        game.lend(recipient, row.entry, row.span, row.name, row.weapon)
    if row.gives:
        game.mark(recipient, row.gives, 0)
    for state in row.cures:
        game.unmark(recipient, state)


def _is_useful(game: Game, user: Model, row: Feat) -> bool:
    """Return whether a feat would have an effect now. Useless feats are not offered."""
    if row.around:
        return all((aura.entry, aura.source) != (row.entry, user.id) for aura in game.state.auras)
    return bool(row.target) or all(effect.entry != row.entry for effect in user.effects)


def _is_over(row: Feat, feat: FeatDocument) -> bool:
    """Return whether the effect of a feat would end at once, because it lasts only for the action or exchange."""
    if row.around:
        return feat.subject == "Pulse"
    return bool(row.entry) and row.span in ("action", "exchange") and not (row.gives or row.cures)


def _takes_by_surprise(game: Game, user: Model, target: Model, path: Path) -> bool:
    """Return whether a feat action surprises its target, an enemy that did not see the user (B-SURP-1)."""
    is_new_enemy = target.side != user.side and target.id not in game.began.touched.get(user.id, ())
    return is_new_enemy and surprised(game, target, user, path)


def targets(game: Game, user: Model, feat: FeatDocument) -> list[Model]:
    """Return the models that a feat may target and affect (B-GEN-7, B-KI-8, B-STATE-7, B-TR-11)."""
    in_range = (each for each in affected(game, user, feat) if game.within(user, each, feat.range_in or 0))
    return [each for each in in_range if why_no_target(game, user, each) is None]


def affected(game: Game, user: Model, feat: FeatDocument) -> list[Model]:
    """Return the models that a feat with a target would change, at any distance (B-KI-8, B-TR-52)."""
    row = FEATS[feat.name]
    sides = {"": [], "enemy": game.enemies(user), "friend": [user, *game.friends(user)]}
    of_kind = [each for each in sides[row.target] if not row.kind or game.is_a(each, row.kind)]
    if not row.cures:
        return of_kind
    return [each for each in of_kind if any(map(each.has, row.cures)) and not game.any(each, "soulless")]


def _target(game: Game, user: Model, feat: FeatDocument, *, walked: bool) -> Asking[Model | None]:
    """Ask for the target of a feat and return it, or None if there is none.

    After a Walk, even an only target is asked about.
    """
    candidates = targets(game, user, feat)
    if not candidates:
        return None
    prompt = _("Choose a target for {feat} of {model}", feat=feat.name, model=user.name)
    reason = partial(_why_no_target, game, user, feat)
    return (yield from pick(game, user, prompt, "B-KI-8", candidates, reason, insists=walked))[0]


def _why_no_target(game: Game, user: Model, feat: FeatDocument, other: Model) -> Refusal | None:
    """Return the reason why a feat cannot target a model, or None if it can (B-KI-8)."""
    if refusal := too_far(game, user, other, feat.range_in or 0, "B-KI-8") or why_no_target(game, user, other):
        return refusal
    if other in targets(game, user, feat):
        return None
    return Refusal(_("{feat} does nothing for {model}", feat=feat.name, model=other.name), "B-KI-8")


def _boosts(game: Game, user: Model, statistic: str, total: int) -> list[windows.Opportunity]:
    """Return the boost of a statistic, if it can be paid for and raises the `total` of the test (AMB-17a)."""
    price = boost_price(game, user, statistic, total)
    if price is None:
        return []

    def boost() -> Flow:
        yield from ()
        buy_boost(game, user, price, statistic)
        game.lend(user, f"Boost [{statistic}] (1)", "exchange", "boost")

    label = _("One extra die for {model} ({ki} Ki)", model=user.name, ki=price)
    option = Option(f"{user.id}/boost", label, "B-KI-20", (user.id,), price=in_ki(price))
    return [windows.Opportunity(option, boost)]
