"""Starting a game with people and bots on its seats, for the window and the command line."""

import math
import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from game import rulesets
from game.cached import cached_property
from game.engine.core.decisions import DEPLOY, Answer
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Interrupt
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.plans import Known, PlanDocument, require_fits
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Prospect
from game.engine.saving.saves import SizeGuard
from game.engine.session import Entry, Session
from game.players import HUMAN, Helped, Player, Remembering, Searching, answer_with, blind_fork, make_player, names
from game.players.helpers import Helpers, cores_of
from game.players.random_player import random_answer
from game.wording import _

ROLLED: Final = "rolled"
"""The program rolls the dice."""
TYPED: Final = "typed"
"""People roll dice and type them in."""

Bot = Callable[[Session], Answer]


class Seated:
    """A bot on a seat, which answers decisions on a fork of the game and gives reasons.

    The bot thinks for at most `most` seconds (0: no limit) on `cores` cores (0: all); None leaves this to the caller. A
    bot of another package is loaded at its first answer; if that fails, the caller gets a `BrokenPlayer`.
    """

    def __init__(self, kind: str, most: float | None = None, cores: int | None = None) -> None:
        self.kind, self.most, self.cores = kind, most, cores
        self._seeds = Random(secrets.randbits(32))
        self._journal: list[Entry] = []  # as it was when the bot last answered

    @cached_property
    def player(self) -> Player:
        return make_player(self.kind, secrets.randbits(32))

    def limit(self, most: float, stopped: Callable[[], bool] = lambda: False) -> None:
        """Let the bot answer within `most` seconds from now, or within its own limit; 0 for no limit.

        The bot also answers as soon as `stopped`, which is called often, returns true.
        """
        if isinstance(self.player, Searching):
            deadline = time.monotonic() + ((most if self.most is None else self.most) or math.inf)
            self.player.stopped = lambda: stopped() or time.monotonic() > deadline

    def helped_by(self, helpers: Helpers) -> None:
        """Let the helpers of a table search beside the bot, if its kind can be helped."""
        if isinstance(self.player, Helped):
            self.player.helpers = helpers

    def __call__(self, session: Session) -> Answer:
        if isinstance(self.player, Remembering):
            if session.journal[: len(self._journal)] != self._journal:
                self.player.forget()  # something was undone
            self._journal = [*session.journal]
        return answer_with(self.player, session, self._seeds.getrandbits(32))


def new_game(
    ruleset: str, plan: GamePlan, kinds: Sequence[str], seed: int | None = None, dice: str = ROLLED
) -> Session:
    """Return a new game with a kind of player on each seat.

    Without `seed`, a random one is used. Raises `KeyError` for an unknown rulebook, `DocumentError` for a bad plan.
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
    """Return a game from a setup with a kind of player on each seat; `seed` and `dice` are as in `new_game`.

    The game begins with `state`, if given.
    """
    source = TypedDice() if dice == TYPED else KeyedDice(secrets.randbits(48) if seed is None else seed)
    session = Session(rulebook, setup, source, state=state)
    session.guard = SizeGuard()
    seat(session, kinds)
    return session


def again(session: Session, *, swapped: bool = False, seed: int | None = None) -> Session:
    """Return a game that begins as `session` did, with new dice; if `swapped`, with the sides swapped."""
    rulebook, setup = session.ruleset, session.setup
    setup = rulebook.swapped(setup) if swapped else setup
    kinds = [session.seats.get(player, HUMAN) for player in rulebook.players(setup)]
    dice = TYPED if isinstance(session.dice, TypedDice) else ROLLED
    state = None if session.from_setup else session.marks[0].state.clone()
    new = start(rulebook, setup, kinds, seed, dice, state)
    new.lesson = session.lesson and session.lesson[:1]
    new.plans = {} if swapped else dict(session.plans)  # another roster does not fit a plan
    return new


def may_swap(session: Session) -> bool:
    """Return whether a game can begin again with the players' sides swapped."""
    return session.from_setup and session.ruleset.swapped(session.setup) is not None


def seat(session: Session, kinds: Sequence[str]) -> None:
    """Assign a kind of player to each seat, in seniority order; saves store the kinds."""
    session.seats = dict(zip(session.ruleset.players(session.setup), kinds, strict=False))


def give_plan(session: Session, player: str, plan: PlanDocument, file: str) -> None:
    """Give the computer player on a seat a plan; raise `DocumentError` if it names an unknown piece or place."""
    names_in_game = Known.of(session.ruleset.view(session.game))
    require_fits(plan, player, names_in_game, session.ruleset.name, file)
    session.plans[player] = plan


def deploy(session: Session) -> None:
    """Let the rulebook deploy all pieces, until players have something else to decide; the answers are recorded."""
    while session.decision is not None and session.decision.deploys:
        try:
            session.answer(DEPLOY)
        except RollNeeded:
            break  # people roll these dice themselves
    for player in session.ruleset.players(session.setup):
        session.deploying.setdefault(player, len(session.journal) - 1)  # before the first answer that can be undone


def set_up(session: Session) -> None:
    """Answer every question before the first round at random and deploy all pieces; the answers are recorded.

    The dice must be the program's.
    """
    rng = random.Random(secrets.randbits(32))
    while session.decision is not None and not begun(session):
        if session.decision.deploys:
            deploy(session)
        else:
            session.answer(random_answer(session.decision, rng))


def begun(session: Session) -> bool:
    """Return whether the first round has begun."""
    marks = (session.ruleset.landmark(event) for event in session.events)
    return any(mark is not None and mark.sort == "round" for mark in marks)


def bots(session: Session, most: float | None = None, cores: int | None = None) -> dict[str, Bot]:
    """Return the bots by player; seats of unknown kinds are left to people.

    `most` (seconds) and `cores` are as in `Seated`.
    """
    kinds = names()
    return {player: Seated(kind, most, cores) for player, kind in session.seats.items() if kind in kinds}


def let_help(helpers: Helpers, bots: Mapping[str, Bot], session: Session, cores: int) -> None:
    """Start helpers at a table if its bots can use them; each bot searches on `cores` cores, 0 for all."""
    seated = [bot for bot in bots.values() if isinstance(bot, Seated)]
    wanted = [cores_of(bot.kind, cores if bot.cores is None else bot.cores) for bot in seated]
    helpers.want(max(wanted, default=1) - 1, session)


def agrees(session: Session, interrupt: Interrupt, player: str) -> bool:
    """Return whether the bot on a player's seat agrees to an interrupt; the rulebook decides on a fork."""
    return session.ruleset.agrees(blind_fork(session, player, secrets.randbits(32)).game, interrupt, player)


def rated_of(bot: Bot) -> tuple[Prospect, ...]:
    """Return a bot's ratings for its last answer, best first, if any."""
    return getattr(bot.player, "rated", ()) if isinstance(bot, Seated) else ()


def reason_of(bot: Bot) -> str:
    """Return the reason for a bot's last answer, or "" if there is none."""
    return _(bot.player.reason) if isinstance(bot, Seated) else ""
