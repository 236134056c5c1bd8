"""The bots of this program, described without loading their modules."""

from typing import Final, NamedTuple

from game.wording import N_


class Bot(NamedTuple):
    """A bot: its module and class, its label, and its level in words if its strength is measured.

    With `several_cores`, it searches on more than one core at a table.
    """

    entry: str
    label: str
    level: str = ""
    several_cores: bool = False


PLAYERS: Final = {
    "random": Bot("game.players.random_player:RandomPlayer", N_("computer, random"), N_("chance")),
    "greedy": Bot("game.players.greedy:GreedyPlayer", N_("computer, greedy")),
    "recruit": Bot("game.players.recruit:RecruitPlayer", N_("computer, Recruit"), N_("recruit")),
    "veteran": Bot("game.players.veteran:VeteranPlayer", N_("computer, Veteran"), N_("veteran")),
    "warlord": Bot("game.players.warlord:WarlordPlayer", N_("computer, Warlord"), N_("warlord"), several_cores=True),
}
"""The bots by name, weakest first."""
