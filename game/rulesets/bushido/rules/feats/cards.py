"""Event cards of warbands: used once in a game, timed like an Instant, but no feats (B-WARB-6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from game.engine.core import windows
from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model, Span
from game.wording import N_, _

REGISTRY: dict[str, EventCard] = {}
RULE = "B-WARB-6"


class EventCard:
    """A card: its name, its text in our own words, the moments at which it may be used, and what it does."""

    name: ClassVar[str] = ""
    rule: ClassVar[str] = RULE
    text: ClassVar[str] = ""
    moments: ClassVar[tuple[str, ...]] = ("open", "close")

    def __init_subclass__(cls) -> None:
        if cls.name:
            REGISTRY[cls.name] = cls()

    def effect(self, game: Game, player: str, among: Sequence[Model]) -> None:
        """Do what the card does for a player; `among` are their models that take part in the moment."""


def opportunities(game: Game, moment: str, player: str, among: Sequence[Model] | None) -> list[windows.Opportunity]:
    """Return the cards that a player may use at a moment: those of the warband that were not used yet."""
    found = []
    for card in game.setup.player(player).warband.events:
        known = REGISTRY[card.name]
        if moment in known.moments and not game.state.uses.count("game", _key(player, card.name)):
            label = _("Use the card {card}", card=card.name)
            option = Option(f"{player}/card/{card.name}", label, RULE)
            own = [each for each in game.of(player) if among is None or each in among]
            found.append(windows.Opportunity(option, _use(game, player, known, own)))
    return found


def _key(player: str, card: str) -> str:
    return f"{player} plays {card}"


def _use(game: Game, player: str, card: EventCard, among: Sequence[Model]) -> Callable[[], Flow]:
    def flow() -> Flow:
        yield from ()
        game.state.uses.note(_key(player, card.name), "game")
        game.emit(events.CardUsed(player=player, card=card.name))
        card.effect(game, player, among)

    return flow


class _Lends(EventCard):
    """Lends an entry of a card to all own models that take part."""

    entry: ClassVar[str] = ""
    span: ClassVar[Span] = "turn"

    def effect(self, game: Game, player: str, among: Sequence[Model]) -> None:
        for model in among:
            game.lend(model, self.entry, self.span, self.name)


class RisingMist(_Lends):
    """Shots at all own models are harder for the turn."""

    name, entry = "Rising Mist", "Ranged Defence (1)"
    text = N_("Until the end of the turn ranged attacks against all your models are 1 harder.")


class OldGrudge(_Lends):
    """A fighter strikes harder in one exchange."""

    name, entry, span, moments = "Old Grudge", "Brutal (1)", "exchange", ("pool",)
    text = N_("In this exchange your model has +1 to its attack result.")
