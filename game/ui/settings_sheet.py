"""The settings: one row for every declared setting, by groups, each changed at once by keys or a click."""

from __future__ import annotations

from typing import Final

from game.engine.view import Line
from game.ui.actions import Action
from game.ui.form import FormSheet
from game.ui.host import Host
from game.ui.keys_sheet import keys_sheet
from game.ui.settings import GROUPS, SETTINGS, turned
from game.wording import mark, say

NOTE: Final = mark("Aids only show; the rules are the same without them. All is kept for the next time.")


def settings_sheet(host: Host) -> FormSheet:
    """Return the settings, to be shown over a table or as a place of their own."""

    def build() -> list[Action]:
        rows = [Action("close", say("Done"), "escape")]
        for group, title in GROUPS.items():
            found = [_row(host, name) for name, setting in SETTINGS.items() if setting.group == group]
            if group == "keys":
                found.append(Action("keys", say("See and change the keys")))
            if found:
                rows += [Action(f"group:{group}", say(title), heading=True), *found]
        return rows

    def turn(action: Action, by: int) -> None:
        host.window.choose(turned(host.window.options, action.id, by))
        sheet.title, sheet.lines = say("Settings"), lines()  # perhaps in another language

    def perform(action: Action) -> None:
        if action.id == "keys":
            host.show(keys_sheet(host))

    def lines() -> list[Line]:
        return [Line(say(NOTE), tone="quiet")]

    sheet = FormSheet(host.window.theme, say("Settings"), lines(), perform=perform, wide=84, build=build, turn=turn)
    return sheet


def _row(host: Host, name: str) -> Action:
    setting, now = SETTINGS[name], getattr(host.window.options, name)
    detail = say(setting.note) if setting.note else ""
    if setting.is_switch:
        return Action(name, say(setting.label), ticked=bool(now), detail=detail)
    return Action(name, say(setting.label), value=setting.words(now), detail=detail)
