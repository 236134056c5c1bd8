"""The bots of this program, described without loading their modules."""

from typing import Final, NamedTuple

from game.wording import N_


class Bot(NamedTuple):
    """A bot: its module and class, its label, and its level in words if its strength is measured.

    With `several_cores`, it searches on more than one core at a table. A bot with `ease`, how hard it is to beat, has a
    button in *New game*, named by its level or else by its label; `text` is a sentence about how it plays.
    """

    entry: str
    label: str
    level: str = ""
    several_cores: bool = False
    ease: str = ""
    text: str = ""


PLAYERS: Final = {
    "random": Bot("game.players.random_player:RandomPlayer", N_("computer, random"), N_("chance")),
    "greedy": Bot("game.players.greedy:GreedyPlayer", N_("computer, greedy")),
    "recruit": Bot(
        "game.players.recruit:RecruitPlayer",
        N_("computer, Recruit"),
        N_("recruit"),
        ease=N_("easy"),
        text=N_("Takes the first good move it sees, and sometimes misjudges it."),
    ),
    "veteran": Bot(
        "game.players.veteran:VeteranPlayer",
        N_("computer, Veteran"),
        N_("veteran"),
        ease=N_("normal"),
        text=N_("Plans each activation by the exact odds."),
    ),
    "warlord": Bot(
        "game.players.warlord:WarlordPlayer",
        N_("computer, Warlord"),
        N_("warlord"),
        several_cores=True,
        ease=N_("hard"),
        text=N_("Plans the whole game, and expects your best reply."),
    ),
}
"""The bots by name, weakest first."""
STAND_IN: Final = "greedy"
"""The bot that plays in place of people where there is no window."""
FIRST_OPPONENT: Final = "recruit"
"""The bot that a new game suggests as an opponent, and the other side in a lesson."""
