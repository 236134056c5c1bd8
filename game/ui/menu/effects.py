"""Effects read from the texts of a roster: a list to check, and each text to accept, correct or leave by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.rosters import rosters_of
from game.engine.rulebook.facets import ReadText, Rosters, TextValue
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.ui.shell.jobs import threaded
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import ReaderSheet, Section, Sheet
from game.wording import N_, _

STATES: Final = {
    "proposed": N_("read from text: check"),
    "accepted": N_("accepted"),
    "refused": N_("left by hand"),
}
TONES: Final = {"proposed": "warning", "accepted": "good", "refused": "plain"}


def reads_texts(book: AnyRuleset) -> bool:
    """Return whether a rulebook reads effects from the texts of rosters."""
    rosters = rosters_of(book)
    return rosters is not None and rosters.reads_texts


class EffectChecker:
    """Shows the effects read from a roster's texts on sheets of a screen; calls `changed` after each decision."""

    def __init__(
        self, screen: SheetScreen, book: AnyRuleset, roster: str, title: str, changed: Callable[[], None]
    ) -> None:
        self.screen, self.roster, self.title, self._changed = screen, roster, title, changed
        rosters = rosters_of(book)
        assert rosters is not None  # only such rulebooks have the row that leads here
        self._rosters: Rosters[Any] = rosters
        self.texts: Sequence[ReadText] = ()

    def open(self) -> None:
        """Read the texts, then show their list."""
        texts: list[ReadText] = []

        def work(progress: Callable[[float], None]) -> None:
            texts.extend(self._rosters.texts(self.roster) or ())

        def done() -> None:
            self.texts = texts
            self.list()

        self.screen.run(_("Reading {name}", name=self.title), threaded(work, "texts"), done, self._failed)

    def _failed(self, error: Exception) -> None:
        self.screen.report([str(error)], _("It could not be read"))

    # -- the list ----------------------------------------------------------------------------------

    def list(self, marked: str = "") -> None:
        """Show all texts with their state, those to check first."""
        rows = list[MenuItem]()
        for state, words in STATES.items():
            in_state = [text for text in self.texts if text.state == state]
            if in_state:
                rows.append(
                    MenuItem(f"part:{state}", _("{state} ({n})", state=_(words), n=len(in_state)), heading=True)
                )
            rows += [
                MenuItem(f"text:{text.id}", _named(text), detail="; ".join(text.effects), act=partial(self.show, text))
                for text in in_state
            ]
        lines = [Line(_("No effect is used before you accept it. What you decide counts for every roster."))]
        if not rows:
            lines = [Line(_("No text of this roster is read as an effect; its abilities are used by hand."))]
        rows.append(MenuItem("close", _("Done"), "escape"))
        title = _("Effects of {roster}", roster=self.title)
        self.screen.show(Sheet(self.screen.theme, title, lines, rows, wide=134, size="small", marked=marked))

    # -- one text ----------------------------------------------------------------------------------

    def show(self, text: ReadText) -> None:
        """Show a text with the words that were read and the effects they seem to have."""
        decided = text.state != "proposed"
        rows = [
            MenuItem("accept", _("Accept"), "a", primary=not decided, act=partial(self._decide, text, accepted=True)),
            MenuItem("correct", _("Correct …"), "c", act=partial(self._correct, text),
                     reason="" if text.values else _("it needs nothing in play")),
            MenuItem("refuse", _("Leave it by hand"), "h", act=partial(self._decide, text, accepted=False)),
            MenuItem("skip", _("Next text"), "n", act=partial(self._after, text)),
            MenuItem("close", _("Back to the list"), "escape", act=partial(self.list, f"text:{text.id}")),
        ]  # fmt: skip
        chapters = [
            Section(_(STATES[text.state]), (), TONES[text.state]),
            Section(_("The text, with the words that were read"), tuple(_marked(text))),
            Section(_("What it seems to mean"), tuple(Line(f"· {effect}") for effect in text.effects)),
        ]
        sheet = ReaderSheet(self.screen.theme, _named(text), (), rows, chapters=chapters, wide=134, beside=40)
        self.screen.show(sheet)

    def _after(self, text: ReadText) -> None:
        """Show the next text to check, or the list if all are checked."""
        index = next(number for number, other in enumerate(self.texts) if other.id == text.id)
        following = [*self.texts[index + 1 :], *self.texts[:index]]
        next_text = next((other for other in following if other.state == "proposed"), None)
        if next_text is None:
            self.list(f"text:{text.id}")
        else:
            self.show(next_text)

    def _decide(self, text: ReadText, *, accepted: bool) -> None:
        if self._try(lambda: self._rosters.decide(self.roster, [text.id], accepted=accepted), text):
            self._after(text)

    def _try(self, do: Callable[[], None], text: ReadText) -> bool:
        """Call a function that changes a decision, then read the texts again; return whether it worked.

        If it fails, the text is shown again with the reason.
        """
        try:
            do()
            self.texts = self._rosters.texts(self.roster) or ()
        except (DocumentError, OSError) as error:
            self.show(text)
            self._failed(error)
            return False
        self._changed()
        return True

    # -- corrections -------------------------------------------------------------------------------

    def _correct(self, text: ReadText) -> None:
        """Show all values in the effects of a text; the chosen one can be changed."""
        rows = list[MenuItem]()
        for number, effect in enumerate(text.effects):
            rows.append(MenuItem(f"part:{number}", effect, heading=True))
            rows += [
                MenuItem(f"value:{value.key}", f"{value.title}: {value.choices.get(value.value, value.value)}",
                         act=partial(self._ask, text, value))
                for value in text.values if value.key.startswith(f"{number} ")
            ]  # fmt: skip
        rows.append(MenuItem("close", _("Back"), "escape", act=partial(self.show, text)))
        self.screen.show(Sheet(self.screen.theme, _named(text), (), rows, wide=134, size="small"))

    def _ask(self, text: ReadText, value: TextValue) -> None:
        """Ask for another value: from a list, or typed."""
        change = partial(self._change, text, value)
        if not value.choices:
            self._correct(text)
            self.screen.ask_text(value.title, value.value, change)
            return
        rows = [
            MenuItem(f"choice:{choice}", words, ticked=choice == value.value, act=partial(change, choice))
            for choice, words in value.choices.items()
        ]
        rows += [
            MenuItem("none", _("Leave it out"), act=partial(change, "")),
            MenuItem("close", _("Back"), "escape", act=partial(self._correct, text)),
        ]
        marked = f"choice:{value.value}"
        self.screen.show(Sheet(self.screen.theme, value.title, (), with_keys(rows), wide=84, marked=marked))

    def _change(self, text: ReadText, value: TextValue, new: str) -> None:
        if self._try(lambda: self._rosters.correct(self.roster, text.id, value.key, new.strip()), text):
            self._correct(next(other for other in self.texts if other.id == text.id))


def _named(text: ReadText) -> str:
    return f"{text.owner} · {text.name}" if text.owner else text.name


def _marked(text: ReadText) -> list[Line]:
    """Return a text as lines, in which the words that were read are highlighted."""
    lines, end_before = list[Line](), 0
    for start, end in text.spans:
        lines += [Line(part) for part in text.text[end_before:start].split("\n") if part.strip()]
        lines += [Line(part, tone="good") for part in text.text[start:end].split("\n") if part.strip()]
        end_before = end
    return [*lines, *(Line(part) for part in text.text[end_before:].split("\n") if part.strip())]
