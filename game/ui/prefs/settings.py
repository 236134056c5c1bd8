"""The settings and their file.

A setting is one declaration: a field of `Options` annotated with a `Setting`. The file and the screen follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_type_hints

from pydantic import AfterValidator, Field, create_model

from game.documents.error import DocumentError
from game.documents.files import home, set_unread_aside, write_json
from game.documents.locks import changing
from game.documents.reading import Document, Identifier, load_document, refuse
from game.engine.history.undo_terms import Policy
from game.lengths import Measure, measures
from game.wording import N_, _, languages, own_name

Motion = Literal["full", "reduced", "off"]
Follows = Literal["still", "near", "own"]
Values = Mapping[Any, str]
Value = TypeVar("Value")

GROUPS: Final[dict[str, str]] = {
    "aids": N_("Aids"),
    "turns": N_("Taking turns"),
    "video": N_("Display"),
    "colours": N_("Colours"),
    "motion": N_("Motion"),
    "sound": N_("Sound"),
    "units": N_("Lengths"),
    "language": N_("Language"),
    "keys": N_("Keys"),
}
"""The groups of the settings in the order of the screen, with their titles."""
SCALES: Final[Values] = {0.0: N_("to fit the screen")} | {n / 10: f"{n * 10} %" for n in range(8, 21)}
"""Available interface scales; 0 depends on the size of the screen."""

SMALLEST_SCALE: Final = 0.5
"""The smallest interface scale allowed in a settings file, except 0."""


def switch() -> Values:
    """Return the values of a switch."""
    return {False: N_("off"), True: N_("on")}


@dataclass(frozen=True)
class Setting:
    """A setting on the screen: its group, its label (marked by `N_`), its values with labels, and a note.

    `values` may be a function, for values that are known only later.
    """

    group: str
    label: str
    values: Values | Callable[[], Values] = switch
    note: str = ""

    @property
    def is_switch(self) -> bool:
        return self.values is switch

    def choices(self) -> Values:
        """Return the values in order, each with its label."""
        return self.values() if callable(self.values) else self.values

    def words(self, value: Any) -> str:
        """Return the label of a value, or the value itself if it is unknown."""
        return _(self.choices().get(value, str(value)))


def _looks() -> Values:
    from game.ui.widgets.theme import LOOKS

    return {name: look.title for name, look in LOOKS.items()}


def _languages() -> Values:
    return {"": N_("same as this computer")} | {code: own_name(code) for code in languages()}


VOLUMES: Final[Values] = {n: f"{n} %" for n in range(20, 101, 20)}
CLOCKS: Final[Values] = {0: N_("none")} | {n: f"{n}:00" for n in (10, 20, 30, 45, 60, 90, 120)}
SHARES: Final[Values] = {0: N_("none")} | {n: f"{n // 60}:{n % 60:02d}" for n in (15, 30, 60, 120, 180)}
GAINS: Final[Values] = {0: N_("nothing")} | {n: f"0:{n:02d}" for n in (5, 10, 15, 30)}


def _sound_keys(sets: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    from game.ui.widgets.keys import valid_sets

    return valid_sets(sets)


def _sound_letters(letters: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    if not letters:  # checking loads the rulebook
        return letters
    from game.ui.prefs.letters import valid_letters

    return valid_letters(letters)


def _legible(scale: float) -> float:
    """Return a scale; refuse one at which not even the settings can be read."""
    if 0 < scale < SMALLEST_SCALE:
        refuse("", _("must be 0 or at least {least:g}, not {scale:g}", least=SMALLEST_SCALE, scale=scale))
    return scale


UNDO: Final[Values] = {"consent": N_("if the others agree"), "free": N_("always")}
MOTION: Final[Values] = {"full": N_("pieces glide, dice tumble"), "reduced": N_("dice fade in"), "off": N_("none")}
THOUGHTS: Final[Values] = {0.0: N_("no limit"), 0.5: "½ s", 1.0: "1 s", 2.0: "2 s", 5.0: "5 s",
                           10.0: "10 s", 30.0: "30 s"}  # fmt: skip
CORES: Final[Values] = {0: N_("all cores"), 1: N_("one core"), 2: "2", 4: "4", 8: "8"}
VIEWS: Final[Values] = {"still": N_("moves only if it must"), "near": N_("goes near the acting piece"),
                        "own": N_("never moves by itself")}  # fmt: skip
PACES: Final[Values] = {0.0: N_("instant"), 0.5: "½", 1.0: "1", 2.0: "2", 4.0: "4"}


@dataclass
class Options:
    """All settings; a field without a `Setting` is saved, but not shown among the settings."""

    region: Annotated[bool, Setting("aids", N_("Show where a piece may go"))] = True
    receipts: Annotated[bool, Setting("aids", N_("Show how a move is measured"))] = True
    odds: Annotated[bool, Setting("aids", N_("Show the odds before you decide"))] = True
    threat: Annotated[bool, Setting("aids", N_("Show what a piece could strike"))] = True
    coach: Annotated[bool, Setting("aids", N_("Always show the coach's advice"))] = False
    rosters: Annotated[bool, Setting("aids", N_("Show who else may act"))] = True
    banner: Annotated[bool, Setting("turns", N_("Announce who decides when players change"))] = True
    recap: Annotated[bool, Setting("turns", N_("Offer a recap when players change"))] = True
    score_card: Annotated[bool, Setting("turns", N_("Show scores after each round or turn"))] = True
    think: Annotated[float, Field(ge=0, le=60), Setting("turns", N_("Computer player's time limit"), THOUGHTS)] = 2.0
    cores: Annotated[int, Field(ge=0, le=64), Setting("turns", N_("Cores for a Warlord"), CORES)] = 0
    ask: Annotated[bool, Setting("turns", N_("Confirm before placing a piece"))] = False
    ask_forced: Annotated[bool, Setting("turns", N_("Ask even if only one answer makes sense"))] = False
    undo: Annotated[Policy, Setting("turns", N_("Undo after dice rolls"), UNDO)] = "consent"
    clock_total: Annotated[int, Field(ge=0, le=600), Setting("turns", N_("Clock for each player"), CLOCKS)] = 0
    clock_activation: Annotated[
        int, Field(ge=0, le=3600), Setting("turns", N_("Time for each activation, used first"), SHARES)
    ] = 0
    clock_gain: Annotated[int, Field(ge=0, le=600), Setting("turns", N_("Time gained per activation"), GAINS)] = 0
    keys: Annotated[dict[str, dict[str, str]], AfterValidator(_sound_keys)] = field(default_factory=dict)
    letters: Annotated[dict[str, dict[str, str]], AfterValidator(_sound_letters)] = field(default_factory=dict)
    gamepad: Annotated[bool, Setting("keys", N_("Gamepad"), note=N_("Sticks, D-pad and buttons; F1 lists them."))] = (
        False
    )
    scale: Annotated[
        float, Field(ge=0, le=2), AfterValidator(_legible), Setting("video", N_("Size of text and buttons"), SCALES)
    ] = 0.0
    look: Annotated[Identifier, Setting("colours", N_("Table theme"), _looks)] = "lit"
    view: Annotated[Follows, Setting("motion", N_("View of the table"), VIEWS)] = "still"
    motion: Annotated[Motion, Setting("motion", N_("Motion"), MOTION)] = "full"
    pace: Annotated[float, Field(ge=0, le=4), Setting("motion", N_("Animation speed"), PACES)] = 1.0
    sound: Annotated[bool, Setting("sound", N_("Sounds"))] = True
    measure: Annotated[Measure, Setting("units", N_("Show lengths in"), measures)] = "inches"
    language: Annotated[str, Field(max_length=20), Setting("language", N_("Language"), _languages)] = ""
    volume: Annotated[int, Field(ge=0, le=100), Setting("sound", N_("Volume"), VOLUMES)] = 60


def _declared() -> dict[str, Setting]:
    """Return the settings of the fields that have one."""
    hints = get_type_hints(Options, include_extras=True)
    settings_of = {
        name: [metadata for metadata in get_args(hint) if isinstance(metadata, Setting)] for name, hint in hints.items()
    }
    return {name: field_settings[0] for name, field_settings in settings_of.items() if field_settings}


SETTINGS: Final[dict[str, Setting]] = _declared()
"""Every shown setting by name, in the order of the declarations."""


def _document() -> type[Document]:
    """Return the class of the settings file, with a field for each setting."""
    hints = get_type_hints(Options, include_extras=True)
    content: dict[str, Any] = {name: (hints[name], default) for name, default in asdict(Options()).items()}
    content["format"] = (Literal["inchwise-settings"], "inchwise-settings")
    content["version"] = (Literal[1], 1)
    return create_model("SettingsDocument", __base__=Document, **content)


SettingsDocument: Final[type[Document]] = _document()
"""The settings file; missing fields have their defaults."""


def settings_path() -> Path:
    """Return the path of the settings file."""
    return home() / "settings.json"


def load_options(path: Path) -> tuple[Options, str]:
    """Return the options in a file, and a message if an error made them the defaults."""
    try:
        return _read(path), ""
    except FileNotFoundError:
        return Options(), ""
    except (DocumentError, OSError) as error:
        return Options(), _("The settings could not be read and were reset to their defaults: {error}", error=error)


def _read(path: Path) -> Options:
    return Options(**load_document(path, SettingsDocument).model_dump(exclude={"format", "version"}))


def save_options(options: Options, path: Path) -> None:
    """Save the options; raise `OSError` and leave the old file untouched if that fails."""
    document = SettingsDocument.model_validate({"format": "inchwise-settings", "version": 1, **asdict(options)})
    write_json(path, document.model_dump(mode="json"))


def keep_changes(before: Options, after: Options, path: Path) -> None:
    """Save the options that differ; the others stay as in the file, where another window may have set them.

    A file that cannot be read is set aside. Raises `OSError` and leaves the old file untouched if saving fails.
    """
    old_values = asdict(before)
    changes: dict[str, Any] = {name: value for name, value in asdict(after).items() if value != old_values[name]}
    with changing(path):
        try:
            after = replace(_read(path), **changes)
        except FileNotFoundError:
            pass
        except (DocumentError, OSError) as error:
            set_unread_aside(path, error)
        save_options(after, path)


def turned(options: Options, name: str, by: int = 1) -> Options:
    """Return the options with the named one moved on by a number of values, cyclically."""
    changed: dict[str, Any] = {name: following(list(SETTINGS[name].choices()), getattr(options, name), by)}
    return replace(options, **changed)


def following(values: Sequence[Value], now: Value, by: int) -> Value:
    """Return the value a number of places after another, cyclically; after an unknown one, the first or last."""
    start = -1 if by > 0 else 0
    if now in values:
        start = values.index(now)
    return values[(start + by) % len(values)] if values else now
