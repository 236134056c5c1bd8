"""The settings: one row for every declared setting, by groups, each changed at once by keys or a click."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.view import Line
from game.ui.pages.keys import keys_sheet
from game.ui.prefs.settings import GROUPS, SETTINGS, turned
from game.ui.shell.host import SheetHost
from game.ui.widgets.form import FormSheet
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

NOTE: Final = N_("Aids only show; the rules are the same without them. All is kept for the next time.")


def settings_sheet(host: SheetHost) -> FormSheet:
    """Return the settings, to be shown over a table or as a place of their own."""

    def build() -> list[MenuItem]:
        rows = [MenuItem("close", _("Done"), "escape")]
        for group, title in GROUPS.items():
            found = [_row(host, name) for name, setting in SETTINGS.items() if setting.group == group]
            if group == "keys":
                found.append(MenuItem("keys", _("See and change the keys")))
            if found:
                rows += [MenuItem(f"group:{group}", _(title), heading=True), *found]
        return rows

    def turn(action: MenuItem, by: int) -> None:
        host.window.choose(turned(host.window.options, action.id, by))
        sheet.title, sheet.lines = _("Settings"), lines()  # perhaps in another language

    def perform(action: MenuItem) -> None:
        if action.id == "keys":
            host.show(keys_sheet(host))

    def lines() -> list[Line]:
        return [Line(_(NOTE), tone="quiet")]

    sheet = FormSheet(host.window.theme, _("Settings"), lines(), perform=perform, wide=84, build=build, turn=turn)
    return sheet


def _row(host: SheetHost, name: str) -> MenuItem:
    setting, now = SETTINGS[name], getattr(host.window.options, name)
    detail = _(setting.note) if setting.note else ""
    if setting.is_switch:
        return MenuItem(name, _(setting.label), ticked=bool(now), detail=detail)
    return MenuItem(name, _(setting.label), value=setting.words(now), detail=detail)
