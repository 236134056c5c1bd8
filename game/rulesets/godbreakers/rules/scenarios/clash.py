"""The Clash: each circle rolls for a hunt of its own (section 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.engine.core.dice import roll_die
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.events import TableRolled
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.deployment import (
    centre,
    deployment,
    place_marker,
    set_up_apart,
    set_up_at,
    set_up_near,
    shards_in_order,
)
from game.rulesets.godbreakers.rules.scenarios import Task
from game.rulesets.godbreakers.rules.scenarios.score import Hoarded
from game.rulesets.godbreakers.rules.state import Marker
from game.rulesets.godbreakers.rules.wild.unaligned import (
    HORROR,
    HUNTER,
    LOCAL,
    QUARRY,
    SINISTER,
    TREASURE,
    TREASURE_VP,
    TROPHY,
    TROPHY_VP,
    Kind,
)
from game.wording import N_, _

RULE = "G-SCN-THE-CLASH"
FOLLOWER = Kind("follower", "Follower", 10, table=SINISTER, draws=2, rank=2, tame=True)
FOLLOWER_DISTANCE = 2
HORROR_DISTANCE = 6
SOLO_ROLLS, SOLO_HUNTS = 3, 2
ANOTHER, ELSEWHERE = N_("another hunter"), N_("hunter elsewhere")
HUNTS = {
    1: ("hunter", ANOTHER),
    2: ("horror",),
    3: ("local",) * 5,
    4: ("hoard",),
    5: ("objective",),
    6: ("follower", ELSEWHERE),
}
"""The pieces a player places for each face of the hunt die, in order."""

WORDS = {
    1: N_("two Hunters"),
    2: N_("a Horror"),
    3: N_("five Locals"),
    4: N_("a hidden treasure"),
    5: N_("an objective"),
    6: N_("a Follower and a Hunter"),
}
LONGEST = max(len(prey) for prey in HUNTS.values())


class TheClash(Hoarded):
    name, title, rule = "clash", N_("The Clash"), RULE
    place = 2
    families = ((HUNTER.kind,), (HORROR.kind,))
    prizes: ClassVar[Mapping[str, int]] = {TROPHY: TROPHY_VP, TREASURE: TREASURE_VP}
    trophies = (HORROR.kind,)
    """A Horror leaves a trophy. It has no Spawn here (H9)."""
    quarry: ClassVar[Mapping[str, int]] = QUARRY
    wards: ClassVar[Mapping[str, int]] = {FOLLOWER.kind: 10}
    text = N_(
        "Each player rolls on the hunt table for Hunters, a Horror, Locals, a hoard, an objective or a Follower. "
        "At the end, godbreakers score 10 VP with trophies and 5 VP with treasure. Casualties: Hunter +5, Local "
        "−1, Follower −10."
    )
    summary = N_("Each circle rolls for a hunt. Trophies, treasure and Hunters score; Locals and Followers cost you.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        hunts = SOLO_HUNTS if len(seniority) == 1 else 1
        tasks = shards_in_order(game)
        for player in seniority:
            tasks.append(partial(draw_hunts, game, player))
            tasks.extend(partial(place_prey, game, player, hunt, n) for hunt in range(hunts) for n in range(LONGEST))
        return [*tasks, *deployment(game, seniority[::-1])]


def draw_hunts(game: Game, player: str) -> Flow:
    """Roll for a player's hunt. In solo play, roll three times and keep the two lowest results."""
    if player in game.state.lost:
        return
    faces = sorted(_roll_hunt(game, player) for _roll in range(SOLO_ROLLS if game.solo else 1))
    game.state.hunts[player] = faces[:SOLO_HUNTS] if game.solo else faces
    yield from ()


def _roll_hunt(game: Game, player: str) -> int:
    roll = roll_die(game.dice, game.state.rolls, len(HUNTS), f"round {game.state.round}/{player}/hunt")
    game.emit(TableRolled(table=N_("hunt"), player=player, roll=roll, outcome=WORDS[roll.result], rule=RULE))
    return roll.result


def place_prey(game: Game, player: str, hunt: int, number: int) -> Flow:
    """Let a player place the piece with this number in their hunt, if it has so many."""
    if player in game.state.lost:
        return
    prey = HUNTS[game.state.hunts[player][hunt]]
    if number >= len(prey):
        return
    piece = prey[number]
    shard = game.state.markers[f"{player}.shard"]
    if piece in ("hoard", "objective"):
        yield from place_marker(game, player, piece, clear_of=game.lying(), others=_("any other marker"), rule=RULE)
    elif piece == "horror":
        yield from set_up_near(game, HORROR, player, centre(game), HORROR_DISTANCE, rule=RULE)
    elif piece == "local":
        yield from set_up_apart(game, LOCAL, player, shard, rule=RULE)
    elif piece == "follower":
        yield from set_up_near(game, FOLLOWER, player, shard.disc, FOLLOWER_DISTANCE, rule=RULE)
    else:
        yield from set_up_at(game, HUNTER, player, _hunting_grounds(game, piece, shard), rule=RULE)


def _hunting_grounds(game: Game, hunter: str, shard: Marker) -> list[Marker]:
    """Return the markers at which a Hunter can be placed. The hunt may exclude some of them."""
    markers = game.lying()
    if hunter == ELSEWHERE:
        return [marker for marker in markers if marker is not shard]
    if hunter == ANOTHER:
        first = [model for model in game.standing() if model.kind == HUNTER.kind][-1]
        taken = [marker for marker in markers if game.within(first, marker, 0)]
        # A first Hunter at several markers excludes none of them.
        return [marker for marker in markers if marker not in taken] if len(taken) == 1 else markers
    return markers
