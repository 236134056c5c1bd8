"""A new game: the rulebook's choices, the players' agreements, and the resulting plan."""

from dataclasses import dataclass

from game.engine.rulebook.view import PieceView


@dataclass(frozen=True)
class GamePlan:
    """A planned new game; None leaves the rulebook's default.

    `map` is a bundled map's name or a file, `names` are in seniority order, `switches` optional rules, `rosters` files,
    `colours` "#rrggbb", `agreed` pairs of name and value for the rulebook's `agreements`.
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
    """Something the players settle before a game: its name in a plan, and its values with their labels.

    The first value is the default; with `players`, a player's name is a value too. `help` and `metavar` describe it on
    the command line, where "threat_traits" is --threat-traits.
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
    """A small table that illustrates a choice: its size, and the middles and radii of `zones` in inches."""

    width: float
    height: float
    pieces: tuple[PieceView, ...] = ()
    zones: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class Offer:
    """A choice: its name in a `GamePlan`, its title, a line about it, its rule, and an offer it `needs`.

    `sketch` is what its picture shows.
    """

    name: str
    title: str
    text: str = ""
    rule: str = ""
    needs: str = ""
    sketch: Sketch | None = None


@dataclass(frozen=True)
class Offers:
    """All choices for a new game; the first of every kind is the default.

    `seats` and `rounds` are the fewest, the most and the usual number (None if fixed), `colours` named "#rrggbb", in
    order, `rosters` in the order in which seats take them.
    """

    scenarios: tuple[Offer, ...] = ()
    maps: tuple[Offer, ...] = ()
    rosters: tuple[Offer, ...] = ()
    switches: tuple[Offer, ...] = ()
    seats: tuple[int, int, int] = (1, 2, 2)
    rounds: tuple[int, int, int] | None = None
    colours: tuple[Offer, ...] = ()
