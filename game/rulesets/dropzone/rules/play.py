"""The course of a battle: one step after another, each with a checkpoint (D-ENG-1, D-RND, D-INIT, D-UP, D-WIN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import CHECKPOINT, Asking, Flow, Interrupt, Interrupted
from game.engine.core.pools import Pool, rerolled
from game.engine.kit.playing import Result, declared_outcome
from game.engine.kit.registry import load
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.activation import act, activation
from game.rulesets.dropzone.rules.cards.hands import mourn, offer_discards, replenish
from game.rulesets.dropzone.rules.cards.playing import Occasion, of_all, offer
from game.rulesets.dropzone.rules.deployment import choose_zones, deploy
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.perishing import ruin
from game.rulesets.dropzone.rules.scenery import left
from game.rulesets.dropzone.rules.shooting.declaring import resolve_tokens
from game.rulesets.dropzone.rules.state import State, Step
from game.wording import N_, _, keep

KEEP, HAND_OVER = "keep", "hand-over"
REROLL, LEAVE = "reroll", "leave"
SIX = 6


class Roll(NamedTuple):
    """A player's initiative roll: the die, and the Command Value that is added."""

    player: str
    face: int
    value: int

    @property
    def total(self) -> int:
        """The die and the Command Value together (D-INIT-2)."""
        return self.face + self.value


def ranked(rolls: Sequence[Roll]) -> list[list[str]]:
    """Return the players in the order of their rolls, as groups of tied players (D-INIT-2, D-INIT-4, D-INIT-5).

    The only natural six comes first, whatever the totals.
    """
    sixes = [roll for roll in rolls if roll.face == SIX]
    first = sixes if len(sixes) == 1 else []
    others = sorted((roll for roll in rolls if roll not in first), key=lambda roll: -roll.total)
    tied = [[roll.player for roll in group] for _total, group in groupby(others, key=lambda roll: roll.total)]
    return [[roll.player for roll in first], *tied] if first else tied


def order(game: Game, players: Sequence[str], again: int = 0, last: dict[str, Roll] | None = None) -> Asking[list[str]]:
    """Return players in the order of their initiative rolls; only tied players roll again (D-INIT-5, R-12).

    Special rules and cards may reroll the first dice before they are compared. `last` receives each player's final
    roll.
    """
    if len(players) == 1:
        return [*players]
    pools = {player: game.throw(f"initiative {player}{' again' * again}", 1) for player in players}
    rolls = {player: _total(game, player, pool) for player, pool in pools.items()}
    if not again:
        unmodified = dict(pools)
        yield from _offer_foresight(game, pools)
        occasion = Occasion(of_all(game, "INIT-ROLL"), pools=pools, so_far=partial(_standing_in_words, game, pools))
        yield from offer(game, occasion)
        rolls |= {
            player: _total(game, player, pools[player]) for player in players if pools[player] != unmodified[player]
        }
    if last is not None:
        last |= rolls
    in_order: list[str] = []
    for group in ranked([*rolls.values()]):
        in_order += yield from order(game, group, again + 1, last)
    return in_order


def _total(game: Game, player: str, pool: Pool) -> Roll:
    """Emit a player's initiative roll, and return it with the Command Value added (D-INIT-2, R-11)."""
    roll = _roll(game, player, pool)
    game.emit(events.Initiative(player=player, pool=pool, value=roll.value, total=roll.total, rule="D-INIT-2"))
    return roll


def _roll(game: Game, player: str, pool: Pool) -> Roll:
    value = game.command(player, embarked=game.setup.document.options.embarked == "on")
    return Roll(player, pool.faces[0], value)


def _standing_in_words(game: Game, pools: Mapping[str, Pool], player: str) -> str:
    """Return a sentence for a player: all totals, who goes first now, and what a reroll would need to win."""
    rolls = {roller: _roll(game, roller, pool) for roller, pool in pools.items()}
    own_roll = rolls[player]

    def goes_first(face: int) -> bool:
        return ranked([*(rolls | {player: own_roll._replace(face=face)}).values()])[0] == [player]

    others = (_roll_in_words(game.player_name(roll.player), roll) for roll in rolls.values() if roll is not own_roll)
    totals = ", ".join([_roll_in_words(_("you"), own_roll), *others])
    winning = [face for face in range(1, SIX + 1) if goes_first(face)]
    if own_roll.face in winning:
        return _("Initiative: {totals}. You go first.", totals=totals)
    leaders = ranked([*rolls.values()])[0]
    lead = _("You tie") if player in leaders else _("{player} goes first", player=game.player_name(leaders[0]))
    reroll = _("a reroll wins on {n}+", n=winning[0]) if winning else _("no reroll wins")
    return _("Initiative: {totals}. {lead}; {reroll}.", totals=totals, lead=lead, reroll=reroll)


def _roll_in_words(name: str, roll: Roll) -> str:
    """Return a player's initiative roll as text, such as a sum of die and Command Value."""
    return _("{name} {face} + {value} = {total}", name=name, face=roll.face, value=roll.value, total=roll.total)


def _offer_foresight(game: Game, pools: dict[str, Pool]) -> Flow:
    """Let players who have Foresight on the table reroll their dice, once per game (19.2)."""
    for player in game.state.players:
        units = (unit for unit in game.state.units.values() if unit.owner == player and game.is_in_play(unit))
        uses = game.state.uses
        seers = [
            unit
            for unit in units
            if "foresight" in game.sheet(unit).rules and not uses.count("game", f"foresight {unit.id}")
        ]
        if not seers:
            continue
        options = (
            Option(REROLL, _("Reroll the die"), "D-CORE-5"),
            Option(LEAVE, _("Let it stand"), "D-CORE-5", declines=True),
        )
        facts = {"unit": seers[0].name, "standing": _standing_in_words(game, pools, player)}
        prompt = _("{standing} Use the Foresight of {unit}?", **facts)
        question = Choose(player=player, prompt=prompt, rule="D-INIT-9", about=seers[0].id, options=options)
        if (yield question) == REROLL:
            game.state.uses.note(f"foresight {seers[0].id}", "game")
            pools[player] = rerolled(game.dice, game.state.rolls, pools[player], [0])


def initiative(game: Game) -> Flow:
    """Settle the initiative order of the round; the winner may hand it over (D-INIT-2 to D-INIT-6, R-13)."""
    state = game.state
    rolls = dict[str, Roll]()
    state.order = yield from order(game, state.players, last=rolls)
    game.emit(events.Ordered(order=tuple(state.order), rule="D-INIT-5"))
    first, second = state.order[:2]
    options = (
        Option(KEEP, _("Keep the initiative"), "D-INIT-6", declines=True),
        Option(HAND_OVER, _("Hand it to {player}", player=game.setup.player(second).name), "D-INIT-6"),
    )
    question = Choose(player=first, prompt=_why_first(rolls[first], rolls[second]), rule="D-INIT-6", options=options)
    if (yield question) == HAND_OVER:
        state.order = [second, first, *state.order[2:]]
        game.emit(events.HandedOver(player=first, other=second, rule="D-INIT-6"))


def _why_first(own: Roll, other: Roll) -> str:
    """Return the question to the winner, with both totals where these say why the winner goes first (D-INIT-4)."""
    if own.total <= other.total:
        return _("You won the initiative with the only 6. Keep it?") if own.face == SIX else _(
            "You won the initiative. Keep it?"
        )  # fmt: skip
    text = N_("You won the initiative, {total} to {other}: die plus Command Value on the table. Keep it?")
    return _(text, total=own.total, other=other.total)


def deal(game: Game) -> Flow:
    """Let each player discard cards, then draw up to the limit (D-INIT-7, D-INIT-8, R-9)."""
    state = game.state
    if game.setup.document.options.cards == "on":
        for player in state.order:
            yield from offer_discards(game, player)
        for player in state.order:
            replenish(game, player)
    state.waiting, state.step = [*state.order], "effects"


def before_the_round(game: Game) -> Flow:
    """Let one player after another play the cards of this phase, in initiative order (D-INIT-9)."""
    yield from mourn(game)
    if not game.state.waiting:
        game.state.step = "activation"
    elif not (yield from offer(game, Occasion({game.state.waiting[0]: "INIT"}))):
        game.state.waiting = [*game.state.waiting[1:]]


def initiate(game: Game) -> Flow:
    """Begin a round: reset units and squads, and roll for the order of players (D-INIT-1)."""
    state = game.state
    state.round += 1
    waiting = (group for group in state.groups.values() if group.mode == "reserve" and game.squads_of(group))
    reserve = tuple(group.id for group in waiting) if state.round == 1 else ()
    game.emit(events.RoundBegan(round=state.round, reserve=reserve, rule="D-RND-1"))
    refresh(state)
    yield from initiative(game)
    state.step, state.player = "cards", ""


def refresh(state: State) -> None:
    """Reset units, squads and battlegroups for a new round (D-ENG-2)."""
    for group in state.groups.values():
        group.status = "ready"
    for squad in state.squads.values():
        squad.acted, squad.actions = False, []
        squad.embarked = squad.disembarked = squad.left_air = squad.alighted = squad.high = False
    for unit in state.units.values():
        unit.moved, unit.turned, unit.fired, unit.rearmed = 0.0, False, [], []
        unit.received, unit.released, unit.tied = 0, 0, 0.0


def round_up(game: Game) -> Flow:
    """End a round: collateral damage, reserves, the end of the battle (D-UP-1 to D-UP-4, D-DEP-7, D-UP-3, R-47)."""
    state = game.state
    yield from offer(game, Occasion(of_all(game, "UP")))
    for feature in game.features:
        yield from resolve_tokens(game, feature)
        if feature.has("destructible") and not left(game, feature):
            yield from ruin(game, feature)
    yield from mourn(game)
    yield from scenarios.settle(game)
    if state.round == 1:
        for group in state.groups.values():
            group.mode = "readiness" if group.mode == "reserve" else group.mode
    alive = any(unit.alive for unit in state.units.values())
    if state.round >= game.setup.document.options.rounds or not alive:
        finish(game)
    else:
        state.step = "initiation"


def finish(game: Game) -> None:
    """End the battle: most victory points win, then most kill points, else it is a tie (D-WIN-1 to D-WIN-4).

    In some scenarios only kill points count.
    """
    scenario, state = scenarios.of(game), game.state
    scores = scenario.points(game)
    leading = [*state.players]
    measures = ((scores, keep("victory points"), "D-WIN-2"), (state.kills, keep("kill points"), "D-WIN-3"))
    for measure, reason, rule in measures[scenario.measure == "kills" :]:
        best = max(measure[player] for player in leading)
        leading = [player for player in leading if measure[player] == best]
        if len(leading) == 1:
            end(game, leading, reason, rule)
            return
    end(game, leading, keep("a tie"), "D-WIN-4")


def end(game: Game, winners: list[str], reason: str, rule: str) -> None:
    """End the battle with these winners."""
    game.state.result, game.state.step = Result(winners, reason, rule), "over"
    game.state.effects = []
    game.emit(events.Ended(winners=tuple(winners), reason=reason, rule=rule))


load(scenarios.__name__)

STEPS: dict[Step, Callable[[Game], Flow]] = {
    "zones": choose_zones,
    "deploying": deploy,
    "initiation": initiate,
    "cards": deal,
    "effects": before_the_round,
    "activation": activation,
    "group": act,
    "round-up": round_up,
}


def play(game: Game) -> Flow:
    """Continue from the state until the battle is over (D-SETUP-1, D-RND-2, D-ENG-1)."""
    while game.state.step != "over":
        game.state.asked = []
        yield CHECKPOINT
        try:
            yield from STEPS[game.state.step](game)
        except Interrupted as interrupted:
            declared(game, interrupted.interrupt)
    yield CHECKPOINT


def declared(game: Game, interrupt: Interrupt) -> None:
    """End the battle by a declaration: a player concedes, or all agree to a draw."""
    game.emit(events.Conceded(player=interrupt.player, how=interrupt.kind))
    end(game, *declared_outcome(interrupt, game.state.players), "D-WIN-4")
