"""The form in which a player types the profile of a unit; it may begin with the values of another unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from game.documents.battlescribe.names import near
from game.documents.error import DocumentError
from game.engine.rulebook.facets import Gathering
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.dialogs import ChoiceSheet
from game.ui.widgets.sheet import FormSheet
from game.wording import _, series

FIELD: Final = "field:"
"""The prefix of the ids of rows with values; the key of a field follows, and the number of a line."""
LINES: Final = "weapons"
"""The field with several lines, each in a row of its own."""


class ProfileForm:
    """Types the profile of a unit and calls `then` when it is saved or removed. One of the player's is changed."""

    def __init__(self, screen: SheetScreen, gathering: Gathering, unit: str, then: Callable[[], None]) -> None:
        self.screen, self.gathering, self.unit, self.then = screen, gathering, unit, then
        self.is_own = unit in gathering.profiles()
        self.values = dict(gathering.values(unit)) if self.is_own else {}

    def show(self, marked: str = "") -> None:
        """Show the form from its top, or with the cursor on a field."""
        row = f"{FIELD}{marked}" if marked else ""
        form = FormSheet(self.screen.theme, self.unit, build=self._rows, perform=self._take, marked=row, wide=84)
        self.screen.show(form)
        if marked:
            form.list.show_cursor()

    def _rows(self) -> list[MenuItem]:
        rows = [MenuItem("like", _("Begin with the values of another unit"))]
        for key, title, example in self.gathering.fields:
            value, about = self.values.get(key, ""), _("for example {example}", example=example)
            lines = value.splitlines() if key == LINES else []
            for number, line in enumerate(lines):
                rows.append(MenuItem(f"{FIELD}{key}[{number}]", f"{_(title)}: {line}"))
            if lines:
                rows.append(MenuItem(f"{FIELD}{key}", _("Another weapon"), detail=about))
            else:
                rows.append(MenuItem(f"{FIELD}{key}", f"{_(title)}: {value}" if value else _(title),
                                     detail="" if value else about))  # fmt: skip
        rows.append(MenuItem("keep", _("Save it"), "return", primary=True))
        if self.is_own:
            rows.append(MenuItem("remove", _("Remove this profile")))
        return [*rows, MenuItem("close", _("Cancel"), "escape")]

    def _take(self, row: MenuItem) -> None:
        if row.id == "keep":
            self._keep()
        elif row.id == "remove":
            self._remove()
        elif row.id == "like":
            self._choose_other()
        elif row.id.startswith(FIELD):
            self._ask(row.id.removeprefix(FIELD))

    def _choose_other(self) -> None:
        """Ask for the unit with whose values the profile begins; units with a similar name are the first ones."""
        names = [name for name in self.gathering.others() if name != self.unit]
        similar = near(self.unit, names)
        choices = [*similar, *(name for name in names if name not in similar)]

        def begin_with(name: str) -> None:
            self.values.update(self.gathering.values(name))
            self.screen.renew()

        self.show()
        self.screen.show(ChoiceSheet(self.screen.theme, _("Values of which unit?"), choices=choices, picked=begin_with))

    def _ask(self, place: str) -> None:
        """Ask for the value of a field, or for one of its lines."""
        key, bracket, number = place.partition("[")
        title, example = next((title, example) for name, title, example in self.gathering.fields if name == key)
        lines = self.values.get(key, "").splitlines()
        index = int(number.removesuffix("]")) if bracket else len(lines) if key == LINES else 0
        suggestion = lines[index] if index < len(lines) else example

        def typed(text: str) -> None:
            lines[index : index + 1] = [text.strip()] if text.strip() else []
            self.values[key] = "\n".join(lines)
            self.screen.renew()

        self.show()
        self.screen.ask_text(f"{self.unit} · {_(title)}", suggestion, typed)

    def _keep(self) -> None:
        """Save the profile, or name the values that are missing."""
        titles = {key: _(title) for key, title, _example in self.gathering.fields}
        missing = [key for key in titles if key in self.gathering.needed and not self.values.get(key)]
        save = self.gathering.keep
        assert save is not None  # profiles are typed only for such rulebooks
        if missing:
            names = series([titles[key] for key in missing])
            self._refuse(missing[0], _("Missing: {names}. Type them, or - for none.", names=names))
            return
        self._try(partial(save, {"name": self.unit, **self.values}), _("It could not be saved"))

    def _remove(self) -> None:
        remove = self.gathering.remove
        assert remove is not None  # profiles are typed only for such rulebooks
        self._try(partial(remove, self.unit), _("Not possible"))

    def _try(self, change: Callable[[], object], title: str) -> None:
        """Change the kept profiles and go on, or show the form again with the row of the fault, and report it."""
        titles = {key: _(title) for key, title, _example in self.gathering.fields}
        try:
            change()
        except DocumentError as error:
            field = titles.get(error.where.partition("[")[0], error.where)
            text = _("{field}: {reason}", field=field, reason=error.reason) if field else error.reason
            self._refuse(error.where, text, title)
        except OSError as error:
            self._refuse("", str(error), title)
        else:
            self.then()

    def _refuse(self, place: str, text: str, title: str = "") -> None:
        """Show the form again with the cursor on a field, below a report of what is wrong."""
        rows = {row.id for row in self._rows()}
        self.show(place if f"{FIELD}{place}" in rows else place.partition("[")[0])
        self.screen.report([text], title or _("It could not be saved"))
