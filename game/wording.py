"""The words people read. Every text of the program passes through `_`, so that it can be translated.

The English text is the key; `assets/languages/` holds the catalogues and translations (GNU gettext). No game may depend
on these words: events and states hold texts made with `keep`, which `translated` shows in the language in use.
"""

import ctypes
import gettext
import locale
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, Final

from game.printable import quoted
from game.resources import resource

ENGLISH = "en"
DOMAIN = "inchwise"
VARIABLE = "INCHWISE_LANGUAGE"
"""The environment variable that chooses a language."""

_chosen: gettext.GNUTranslations | None = None
"""The translation in use, or None for English, which needs none."""
_lookup: Callable[[str], str] = str
"""The lookup of the language in use, cached because the rules need thousands per second."""


def languages() -> tuple[str, ...]:
    """Return the codes of all available languages, English first."""
    catalogues = resource("assets/languages").glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH, *sorted(path.parents[1].name for path in catalogues))


def own_name(language: str) -> str:
    """Return a language's own name for itself."""
    return {"en": "English", "de": "Deutsch"}.get(language, language)


def language() -> str:
    """Return the code of the language in use."""
    return ENGLISH if _chosen is None else _chosen.info().get("language", "") or ENGLISH


def use(wanted: str) -> str:
    """Switch to a language ("de", "de_AT.UTF-8", "" for this computer's) or else to English; return its code."""
    global _chosen, _lookup  # noqa: PLW0603 - one choice for the whole program
    code = (wanted or _of_this_computer()).replace("-", "_").split(".")[0]
    _chosen = None
    if code.split("_")[0] == ENGLISH:
        return language()
    catalogue = gettext.find(DOMAIN, str(resource("assets/languages")), [code, code.split("_")[0]])
    if catalogue is not None:
        with open(catalogue, "rb") as file:
            _chosen = gettext.GNUTranslations(file)
        _lookup = lru_cache(maxsize=8192)(_chosen.gettext)
    return language()


def prefer(wanted: str) -> None:
    """Switch to the language in the settings, unless the environment or the command line names one."""
    if wanted and not os.environ.get(VARIABLE):
        use(wanted)


def _of_this_computer() -> str:
    """Return the language set in the environment, else that of the operating system, or "" when neither names one."""
    for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    if sys.platform == "win32":
        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    try:
        return locale.getlocale()[0] or ""
    except ValueError:  # a locale that Python does not know
        return ""


def _(text: str, /, **parts: Any) -> str:
    """Return a text in the language in use, its {parts} filled in after translation."""
    if _chosen is not None and text:
        text = _lookup(text)
        if KeptText in map(type, parts.values()):
            parts = {name: translated(part) if type(part) is KeptText else part for name, part in parts.items()}
    return _filled(text, parts) if parts else text


def _filled(text: str, parts: Mapping[str, Any]) -> str:
    if "!r}" not in text and (_chosen is None or all(type(part) in (str, int) for part in parts.values())):
        return text.format_map(parts)
    return _LOCAL.vformat(text, (), parts)


class _Local(Formatter):
    """Fills parts into texts of other languages, and into texts that quote foreign input."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """Return a quoted part, cut to the length that a refusal may repeat."""
        return quoted(value) if conversion == "r" else super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a part in its format and in the notation of the language."""
        return numeral(value, format_spec)


_LOCAL: Final = _Local()


def numeral(value: Any, form: str) -> str:
    """Return a number in a format such as ".2f", "g" or ".0%", in the notation of the language: 13,79 in German."""
    text = format(value, form)
    if _chosen is None or form[-1:] not in tuple("fg%"):
        return text
    text = text.replace(".", _(_PAIR)[1])
    return text[:-1] + _(_SHARE)[2:] if form.endswith("%") else text


def percent(share: float, digits: int = 0) -> str:
    """Return a probability for display. If something is possible but not certain, it is never 0% or 100%."""
    smallest = 10.0 ** -(digits + 2)
    if 0.0 < share < smallest / 2:
        return "<" + numeral(smallest, f".{digits}%")
    if 1.0 - smallest / 2 <= share < 1.0 - 1e-12:  # rounding errors of a certain thing are smaller
        return ">" + numeral(1.0 - smallest, f".{digits}%")
    return numeral(share, f".{digits}%")


def pair(first: str, second: str) -> str:
    """Return two numbers with the language's separator, so that no comma is ambiguous: 12,50; 8,00 in German."""
    return first + _(_PAIR)[3:-3] + second


def ngettext(one: str, many: str, n: int, /, **parts: Any) -> str:
    """Return the singular or plural text for `n`; {n} in it is that number."""
    text = (one if n == 1 else many) if _chosen is None else _chosen.ngettext(one, many, n)
    return _filled(text, {"n": n, **parts})


def slug(text: str, nameless: str = "x") -> str:
    """Return a text as an id: lower case, dashes for all but letters and digits, `nameless` if nothing is left."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or nameless


def within_line(label: str) -> str:
    """Return a label for the middle of a sentence: lower case in English; other languages keep their capitals."""
    return label.lower() if _chosen is None else label


def N_(text: str) -> str:  # noqa: N802 - the name that every gettext project gives it
    """Return the text itself, which marks a constant for the catalogue; `_(CONSTANT)` translates it later."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as above
    """Return the singular and plural themselves, which marks them for the catalogue; `ngettext` translates them."""
    return one, many


_PAIR: Final = N_("0.5, 0.5")
"""Two numbers whose translation shows the decimal mark and the separator between numbers."""
_SHARE: Final = N_("50%")


class KeptText(str):
    """An English text that keeps its template and parts for later translation; compares and saves as plain English."""

    text: str
    parts: Mapping[str, Any]


def keep(text: str, /, **parts: Any) -> str:
    """Return a text for an event or a state, always in English, to be shown by `translated`."""
    kept = KeptText(text.format_map(parts) if parts else text)
    kept.text, kept.parts = text, parts
    return kept


_shown: Final[dict[str, str]] = {}
"""The text to show for each outdated text in saves."""
_shown_with_parts: Final[list[tuple[re.Pattern[str], str]]] = []
"""The same for texts with parts: a pattern of the text as saved, and the text to show."""


def stored(text: str, shown: str) -> str:
    """Return a text that saves hold and that never changes; `translated` shows `shown` instead."""
    _shown[text] = shown
    if "{" in text:
        _shown_with_parts.append((re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(text))), shown))
    return text


def translated(text: str) -> str:
    """Return a kept text and its kept parts in today's words and in the language in use.

    A text read from a file is recognised only if it has no parts or was declared with `stored`.
    """
    if isinstance(text, KeptText):
        shown = _shown.get(text.text, text.text)
        if _chosen is None and shown is text.text:
            return text
        return _(shown, **text.parts)
    if text in _shown:
        return _(_shown[text])
    for pattern, shown in _shown_with_parts:
        if match := pattern.fullmatch(text):
            return _(shown, **match.groupdict())
    return _(text)


def series(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: "A, B and C", or "nobody" for no names."""
    if len(names) < 2:
        return names[0] if names else _("nobody")
    return _("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
