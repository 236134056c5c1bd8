"""A new game: the rulebook's choices, the players' agreements, and the resulting plan."""

from dataclasses import dataclass

from game.engine.rulebook.view import PieceView


@dataclass(frozen=True)
class GamePlan:
    """A planned new game; None means the rulebook's default.

    `names` are the players' names in seniority order, `map` is a bundled map's name or a file, `rosters` are names or
    files, `switches` optional rules, `colours` "#rrggbb". `agreed` has pairs of name and value for `agreements`.
    """

    names: tuple[str, ...]
    scenario: str | None = None
    map: str | None = None
    rounds: int | None = None
    rosters: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    agreed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Agreement:
    """Something on which the players agree before a game: its name in a plan, its values and their labels.

    The first value is the default. With `players`, players' names are values too; with the `metavar` "FILE", so are
    files. `help` and `metavar` describe the option on the command line, where "threat_traits" becomes --threat-traits.
    """

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    rule: str = ""
    help: str = ""
    metavar: str = "HOW"
    players: bool = False


@dataclass(frozen=True)
class Sketch:
    """A small table that illustrates a choice: its size, and the middles and radii of `zones` in inches.

    `faces` has the names of pieces with the faces that were chosen for them.
    """

    width: float
    height: float
    pieces: tuple[PieceView, ...] = ()
    zones: tuple[tuple[float, float, float], ...] = ()
    faces: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Offer:
    """A choice for a new game: its name in a `GamePlan`, its title, a line about it, and its rule.

    `needs` names another offer that must be chosen with it; `sketch` describes its picture; `map` names the map that a
    scenario is made for, `rounds` is its own number of rounds, 0 for as many as the players agree on.
    """

    name: str
    title: str
    text: str = ""
    rule: str = ""
    needs: str = ""
    sketch: Sketch | None = None
    map: str = ""
    rounds: int = 0


@dataclass(frozen=True)
class Offers:
    """All choices for a new game. The first choice of every kind is the default.

    `seats` and `rounds` are the fewest, the most and the usual number; `rounds` is None if their number is fixed. The
    names of `colours` are "#rrggbb". `rosters` are in the order in which seats get them.
    """

    scenarios: tuple[Offer, ...] = ()
    maps: tuple[Offer, ...] = ()
    rosters: tuple[Offer, ...] = ()
    switches: tuple[Offer, ...] = ()
    seats: tuple[int, int, int] = (1, 2, 2)
    rounds: tuple[int, int, int] | None = None
    colours: tuple[Offer, ...] = ()
