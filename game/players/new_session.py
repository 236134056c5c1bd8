"""Starting a game with people and bots on its seats, for the window and the command line."""

import math
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game import rulesets
from game.cached import cached_property
from game.engine.core.decisions import DEPLOY, Answer
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Interrupt
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Prospect
from game.engine.saving.saves import SizeGuard
from game.engine.session import Session
from game.players import HUMAN, Helped, Player, Searching, answer_with, blind_fork, make_player, names
from game.players.helpers import Helpers, cores_of
from game.wording import _

ROLLED: Final = "rolled"
"""Dice that the program rolls."""
TYPED: Final = "typed"
"""Dice that people roll and type in."""

Bot = Callable[[Session], Answer]


class Seated:
    """A bot on a seat: it answers decisions on a fork of the game, and gives its reason.

    It thinks for `most` seconds at most, 0 for no limit, on that many `cores`, 0 for all; None leaves this to the
    caller. A bot of another package is loaded at its first answer; `BrokenPlayer` is raised then, for the caller to
    handle.
    """

    def __init__(self, kind: str, most: float | None = None, cores: int | None = None) -> None:
        self.kind, self.most, self.cores = kind, most, cores

    @cached_property
    def player(self) -> Player:
        return make_player(self.kind, secrets.randbits(32))

    def limit(self, most: float, stopped: Callable[[], bool] = lambda: False) -> None:
        """Let the bot answer within some seconds from now, or its own limit; 0 for no limit.

        It also answers as soon as `stopped`, which is called often, returns true.
        """
        if isinstance(self.player, Searching):
            until = time.monotonic() + ((most if self.most is None else self.most) or math.inf)
            self.player.stopped = lambda: stopped() or time.monotonic() > until

    def helped_by(self, helpers: Helpers) -> None:
        """Let helpers at the table search beside the bot, if it is of a kind that they can help."""
        if isinstance(self.player, Helped):
            self.player.helpers = helpers

    def __call__(self, session: Session) -> Answer:
        return answer_with(self.player, session, secrets.randbits(32))


def new_game(
    ruleset: str, plan: GamePlan, kinds: Sequence[str], seed: int | None = None, dice: str = ROLLED
) -> Session:
    """Return a new game with a kind of player on each seat; raise `KeyError` for an unknown rulebook.

    Raises `DocumentError` for an impossible plan. Without `seed`, a random one is used; with `TYPED` dice, people roll.
    """
    rulebook = rulesets.load(ruleset)
    return start(rulebook, rulebook.new_setup(plan), kinds, seed, dice)


def start(
    rulebook: AnyRuleset,
    setup: Any,
    kinds: Sequence[str],
    seed: int | None = None,
    dice: str = ROLLED,
    state: Any = None,
) -> Session:
    """Return the game of a setup with a kind of player on each seat; `seed` and `dice` as in `new_game`.

    It begins with `state`, if given.
    """
    source = TypedDice() if dice == TYPED else KeyedDice(secrets.randbits(48) if seed is None else seed)
    session = Session(rulebook, setup, source, state=state)
    session.guard = SizeGuard()
    seat(session, kinds)
    return session


def again(session: Session, *, swapped: bool = False, seed: int | None = None) -> Session:
    """Return a game that begins as another did, with new dice; with `swapped` sides, which must be possible."""
    rulebook, setup = session.ruleset, session.setup
    setup = rulebook.swapped(setup) if swapped else setup
    kinds = [session.seats.get(player, HUMAN) for player in rulebook.players(setup)]
    dice = TYPED if isinstance(session.dice, TypedDice) else ROLLED
    state = None if session.from_setup else session.marks[0].state.clone()
    return start(rulebook, setup, kinds, seed, dice, state)


def may_swap(session: Session) -> bool:
    """Return whether the players can begin the game of a session again with their sides swapped."""
    return session.from_setup and session.ruleset.swapped(session.setup) is not None


def seat(session: Session, kinds: Sequence[str]) -> None:
    """Assign a kind of player to each seat, in seniority order; it is stored in saves."""
    session.seats = dict(zip(session.ruleset.players(session.setup), kinds, strict=False))


def deploy(session: Session) -> None:
    """Let the rulebook deploy every piece, now or once players have answered the questions before; all is recorded."""
    while session.decision is not None and session.decision.deploys:
        try:
            session.answer(DEPLOY)
        except RollNeeded:
            break  # people roll these dice themselves
    for player in session.ruleset.players(session.setup):
        session.deploying.setdefault(player, len(session.journal) - 1)  # before the first answer that can be undone


def bots(session: Session, most: float | None = None, cores: int | None = None) -> dict[str, Bot]:
    """Return the bots by the player they answer for; seats of unknown kinds are left to people.

    `most` is how many seconds each may think, `cores` on how many cores, as in `Seated`.
    """
    known = names()
    return {player: Seated(kind, most, cores) for player, kind in session.seats.items() if kind in known}


def let_help(helpers: Helpers, bots: Mapping[str, Bot], session: Session, cores: int) -> None:
    """Start helpers at a table for its bots, if any can use them; all search on that many cores, 0 for all."""
    seated = [bot for bot in bots.values() if isinstance(bot, Seated)]
    wanted = [cores_of(bot.kind, cores if bot.cores is None else bot.cores) for bot in seated]
    helpers.want(max(wanted, default=1) - 1, session)


def agrees(session: Session, interrupt: Interrupt, player: str) -> bool:
    """Return whether the bot on a player's seat agrees to an interrupt; it decides on a fork."""
    return session.ruleset.agrees(blind_fork(session, player, secrets.randbits(32)).game, interrupt, player)


def rated_of(bot: Bot) -> tuple[Prospect, ...]:
    """Return a bot's ratings for its last answer, best first; nothing if it has none."""
    return getattr(bot.player, "rated", ()) if isinstance(bot, Seated) else ()


def reason_of(bot: Bot) -> str:
    """Return the reason for a bot's last answer, or "" if it gives none."""
    return _(bot.player.reason) if isinstance(bot, Seated) else ""
