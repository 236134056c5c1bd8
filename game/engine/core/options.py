"""Options: labelled choices. A rulebook may make or judge them only when they are needed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self, overload

from game.cached import cached_property
from game.refusal import Refusal
from game.wording import _


@dataclass(frozen=True, slots=True)
class Reference:
    """The terrain, players (both by id) or level that a choice concerns, in addition to pieces."""

    terrain: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    level: int | None = None

    def plain(self) -> dict[str, Any]:
        """Return the fields that are set, as JSON-ready data."""
        lists = {name: list(ids) for name, ids in (("terrain", self.terrain), ("players", self.players)) if ids}
        return lists if self.level is None else {**lists, "level": self.level}


NOTHING_ELSE: Final = Reference()

DicePool = tuple[tuple[str, int], ...]
"""The dice that an answer would roll, as pairs of colour name and number."""


class Stock(NamedTuple):
    """A resource that is left or is the price of an option (or a role, with `number` None): icon, number, words."""

    icon: str
    number: int | None
    text: str


ByHand = Literal["", "ground", "piece"]
"""The target of a drag that means an option: the "ground", another "piece", or "" for no drag."""


@dataclass(frozen=True, slots=True)
class Option:
    """One labelled choice. `subject` holds the pieces and markers it concerns, `about` other things on the table.

    `rule` is the rule that offers it. `letter` is its fixed key on the keyboard ("e", or "shift+e" where letters run
    out); without one it gets a number. `dice` are the dice that it would roll, for display. `shows` is the face of the
    die that it concerns, for programs. `stays`: no piece moves. `declines`: it says no, or that the player is done.
    `idle`: it would change nothing now, so a window lists it last.
    `forgoes`: it gives up so much that neither Enter nor one press of its key takes it.
    `brief` is the label without its subject, for a list with the subject as heading. `price` is its cost; a label
    says it as the price's text in brackets, or not at all. `hand`: dragging the piece over the "ground" or onto another
    "piece" chooses this option; if no option has a `hand`, a drag chooses any option that puts the piece somewhere.
    `detail` says what it does, below the label.
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
    idle: bool = False
    stays: bool = False
    declines: bool = False
    forgoes: bool = False
    brief: str = ""
    price: tuple[Stock, ...] = ()
    detail: str = ""

    def shown(self) -> Self:
        """Return the option with its label translated, for options that are constants."""
        label = _(self.label)
        return self if label == self.label else replace(self, label=label)


class Later(Sequence[Option]):
    """Options that are made when they are first read, because few answers need them.

    `now` returns the moment of the game. Reading the options after the game went on raises `RuntimeError`.
    """

    def __init__(self, find: Callable[[], Sequence[Option]], now: Callable[[], object]) -> None:
        self._make_all, self._now, self._made_at = find, now, now()

    @cached_property
    def _options(self) -> tuple[Option, ...]:
        self._require_now()
        return tuple(self._make_all())

    def _require_now(self) -> None:
        if self._now() != self._made_at:
            raise RuntimeError("these options were asked about before the game went on")

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        return self._options[at]

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)


class Judged(Later):
    """The options without a reason against them. Each option is made and judged only when it is needed.

    `make` returns the option with a key; `why_not` returns the reason against it, if any. For `now`, see `Later`.
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
        self._verdicts: dict[str, Refusal | None] = {}

    def why_not(self, key: str) -> Refusal | None:
        """Return the reason why the option with a key is not offered, or None for an offered option."""
        if key not in self._verdicts:
            self._require_now()
            self._verdicts[key] = self._judge(key)
        return self._verdicts[key]

    def has(self, key: str) -> bool:
        """Return whether an option with this key is offered, without judging the other options."""
        return key in self._keys and self.why_not(key) is None

    def drawn(self, rng: Random) -> Option:
        """Return one of the offered options at random, all equally likely; only options drawn before it are judged."""
        undrawn = list(self._keys)
        while True:
            key = undrawn.pop(int(rng.random() * len(undrawn)))
            if self.why_not(key) is None:
                return self._make(key)

    def refused(self) -> list[tuple[Option, Refusal]]:
        """Return the options that are not offered, each with its reason."""
        verdicts = ((key, self.why_not(key)) for key in self._keys)
        return [(self._make(key), refusal) for key, refusal in verdicts if refusal is not None]
