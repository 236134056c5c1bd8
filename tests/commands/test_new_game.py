"""What people say of a new game on the command line."""

import pytest

from game import rulesets
from game.commands.new_game import Request, read_request
from game.commands.output import UsageRefusal


def request(players: str = "human,human", colours: str | None = None) -> Request:
    return read_request(
        ruleset=rulesets.DEFAULT,
        scenario=None,
        map_name=None,
        players=players,
        names=None,
        colours=colours,
        rosters=(),
        rounds=None,
        switches=(),
        people=True,
    )


def test_players_have_the_colours_that_were_asked_for() -> None:
    parsed = request(colours="#102030, #AABBCC")
    setup = rulesets.load(parsed.ruleset).new_setup(parsed.plan)
    view = rulesets.load(parsed.ruleset)
    assert [view.plain_setup(setup)["players"][seat]["colour"] for seat in (0, 1)] == ["#102030", "#aabbcc"]


@pytest.mark.parametrize("colours", ["#102030", "red,blue", "#102030,#10203", "#102030,#405060,#708090"])
def test_colours_that_do_not_fit_are_refused_in_one_line(colours: str) -> None:
    with pytest.raises(UsageRefusal, match="--colours: 2 are needed"):
        request(colours=colours)
