"""A new game: what a rulebook offers for it, what people settle, and the plan they make of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GamePlan:
    """What people say of a new game; None leaves the rulebook's default.

    `map` is a bundled map's name or a file, `names` the players in seniority order, `switches` the optional
    rules to play with, `rosters` files of theirs, `colours` theirs as "#rrggbb", `agreed` what they settled of the
    rulebook's `agreements`, as pairs of name and value.
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
    """Something the players settle before a game: its name in a plan, what it is, and the values with their words.

    The first value holds where nothing is said; with `players` the name of a player is a value too. `rule` is the id
    of the rule that leaves it to them. `help` describes it on the command line, where it is called as in a plan
    ("threat_traits" is --threat-traits), with `metavar` for its value.
    """

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    rule: str = ""
    help: str = ""
    metavar: str = "HOW"
    players: bool = False


@dataclass(frozen=True)
class Offer:
    """One thing to choose: its name in a `GamePlan`, what people call it, a line about it, the rule that has it.

    `needs` names an offer of the same kind without which this one means nothing.
    """

    name: str
    title: str
    text: str = ""
    rule: str = ""
    needs: str = ""


@dataclass(frozen=True)
class Offers:
    """Everything that can be chosen for a new game; of every kind the first is the rulebook's default.

    `seats` are the fewest, most and usual players, `rounds` the same of rounds (None where nobody may choose),
    `colours` the players' in order, each named "#rrggbb".
    `rosters` stand in the order in which seats take them where nobody chooses.
    """

    scenarios: tuple[Offer, ...] = ()
    maps: tuple[Offer, ...] = ()
    rosters: tuple[Offer, ...] = ()
    switches: tuple[Offer, ...] = ()
    seats: tuple[int, int, int] = (1, 2, 2)
    rounds: tuple[int, int, int] | None = None
    colours: tuple[Offer, ...] = ()
