"""The costs of feats and boosts in Ki (B-KI-1, B-KI-20, B-TR-84). Imports the game."""

from __future__ import annotations

from functools import lru_cache

from game.engine.core.options import Stock
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.profiles import KiDocument, StatisticDocument
from game.wording import _


def in_ki(amount: int) -> tuple[Stock, ...]:
    """Return an amount of Ki as the price of an option."""
    return (Stock("count-ki", amount, _("{ki} Ki", ki=amount)),) if amount else ()


def cost(game: Game, user: Model, ki: int) -> int:
    """Return the current cost of a feat or boost with a printed cost `ki`, at least 1 unless it is free (B-KI-1)."""
    if not ki or not _disturbing(game.setup):
        return ki
    return max(1, ki + max((game.total(enemy, "disturbs", user) for enemy in game.enemies(user)), default=0))


@lru_cache(maxsize=8)
def _disturbing(setup: Setup) -> bool:
    """Return whether any card has Disturb Flow, to skip a frequent check in most games (B-TR-84)."""
    return any(text.startswith("Disturb Flow") for card in setup.profiles.values() for text in card.traits)


def why_no_ki(game: Game, user: Model) -> str:
    """Return the reason why a model cannot spend Ki now, or ""."""
    if not user.on_table:
        return _("it is not on the table (B-GEN-9)")
    if user.has("Controlled"):
        return _("it is Controlled and cannot spend Ki (B-STATE-4)")
    return _("it is Surprised (B-SURP-2)") if game.surprised == user.id else ""


def boost_price(game: Game, model: Model, statistic: str, total: int | None = None) -> int | None:
    """Return the cost of raising a statistic by 1 in Ki, or None if this is not possible (B-KI-20).

    `total` is the statistic with all modifiers of the current test, which is limited (AMB-17a, B-GEN-3).
    """
    printed: StatisticDocument | KiDocument = getattr(game.card(model), statistic)
    if (
        game.state.step in ("starting", "ending")
        or printed.boost is None
        or printed.value is None
        or why_no_ki(game, model)
    ):
        return None
    price = cost(game, model, printed.boost)
    raised = (game.boosted(model, statistic) if total is None else total) + 1
    return price if game.limited(model, statistic, raised) == raised and model.ki >= price else None


def buy_boost(game: Game, model: Model, price: int, statistic: str) -> None:
    """Let a model pay for a boost of a statistic (B-KI-20)."""
    model.ki -= price
    paid = events.FeatUsed(model=model.id, feat="boost", cost=price, left=model.ki, rule="B-KI-20", about=statistic)
    game.emit(paid)
