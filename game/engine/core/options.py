"""Options: labelled choices, which a rulebook may work out or judge only when they are looked at."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, Literal, Self, overload

from game.cached import cached_property
from game.refusal import Refusal
from game.wording import _


@dataclass(frozen=True, slots=True)
class Reference:
    """The things on the table that a choice is about besides pieces: terrain and players by id, or a level."""

    terrain: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    level: int | None = None

    def plain(self) -> dict[str, Any]:
        """Return the fields that are set, as JSON-ready data."""
        lists = {name: list(ids) for name, ids in (("terrain", self.terrain), ("players", self.players)) if ids}
        return lists if self.level is None else {**lists, "level": self.level}


NOTHING_ELSE: Final = Reference()

DicePool = tuple[tuple[str, int], ...]
"""Dice by colour name, with the number of each: the dice an answer would roll."""


ByHand = Literal["", "ground", "piece"]
"""The things that a drag for an option moves over or against; by default an option has no drag."""


@dataclass(frozen=True, slots=True)
class Option:
    """One labelled choice. `subject` holds the pieces it concerns, markers too; `about` what else on the table.

    `rule` is the rule that offers it. `letter` is its key in every situation ("e", or "shift+e" where letters run out);
    without one it gets a number. `dice` are those that it would throw, for display. `shows` is the face of the die that
    it is about, for programs. `stays`: by it all pieces stay where they stand. `brief` is the label without its
    subject, for a list that names that above it. `hand` says that dragging the piece stands for it: over the "ground",
    or against another "piece"; where no option has it, any that puts it somewhere.
    """

    key: str
    label: str
    rule: str = ""
    subject: tuple[str, ...] = ()
    letter: str = ""
    about: Reference = NOTHING_ELSE
    dice: DicePool = ()
    shows: int | None = None
    hand: ByHand = ""
    stays: bool = False
    brief: str = ""

    def shown(self) -> Self:
        """Return the option with its label translated, for options that are constants."""
        return replace(self, label=_(self.label))


class Later(Sequence[Option]):
    """Options that are worked out when they are first looked at, because few answers need them.

    `now` returns the moment of the game: looking at them after the game went on raises `RuntimeError`.
    """

    def __init__(self, find: Callable[[], Sequence[Option]], now: Callable[[], object]) -> None:
        self._find, self._now, self._asked = find, now, now()

    @cached_property
    def _found(self) -> tuple[Option, ...]:
        self._is_asked()
        return tuple(self._find())

    def _is_asked(self) -> None:
        if self._now() != self._asked:
            raise RuntimeError("these options were asked about before the game went on")

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        return self._found[at]

    def __iter__(self) -> Iterator[Option]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class Judged(Later):
    """The options without a reason against them, made and judged one by one, only as far as they are looked at.

    `make` returns the option with a key, `why_not` the reason against it, None if it is offered; see `Later` for `now`.
    """

    def __init__(
        self,
        keys: Iterable[str],
        make: Callable[[str], Option],
        why_not: Callable[[str], Refusal | None],
        now: Callable[[], object],
    ) -> None:
        super().__init__(lambda: [make(key) for key in self._keys if self.why_not(key) is None], now)
        self._keys, self._make, self._judge = dict.fromkeys(keys), make, why_not
        self._known: dict[str, Refusal | None] = {}

    def why_not(self, key: str) -> Refusal | None:
        """Return the reason against the option with a key, or None if it is offered."""
        if key not in self._known:
            self._is_asked()
            self._known[key] = self._judge(key)
        return self._known[key]

    def has(self, key: str) -> bool:
        """Return whether an option with this key is offered; no other option is judged."""
        return key in self._keys and self.why_not(key) is None

    def drawn(self, rng: Random) -> Option:
        """Return one of the offered options at random, all equally likely; only options drawn before it are judged."""
        left = list(self._keys)
        while True:
            key = left.pop(int(rng.random() * len(left)))
            if self.why_not(key) is None:
                return self._make(key)

    def refused(self) -> list[tuple[Option, Refusal]]:
        """Return the options that are not offered, each with its reason."""
        against = ((key, self.why_not(key)) for key in self._keys)
        return [(self._make(key), refusal) for key, refusal in against if refusal is not None]


class Listed(Judged):
    """Judged options that are all judged before one is drawn, as from a plain list of the offered ones."""

    def drawn(self, rng: Random) -> Option:
        return self[int(rng.random() * len(self))]
