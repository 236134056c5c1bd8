"""The program's own bots: everything that others need to know about one, without loading it."""

from typing import Final, NamedTuple

from game.wording import N_


class Bot(NamedTuple):
    """A bot: its module and class, its label, and its level in words if levels are measured against one another.

    Its class says how much it `tries`. With `several_cores` it searches on more than one at a table.
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
"""Every bot by its name, the weakest first."""
