"""Effects that players apply by hand, outside the rules, to a piece or unit: sheets for effect, reason and end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.engine.rulebook.editing import ByHand, Deed, Edit
from game.engine.rulebook.view import Line
from game.play.session_model import SessionModel
from game.ui.dock.text import told
from game.ui.play.focus import Focus
from game.ui.play.sheets import close_row
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, Sheet
from game.wording import _

DICE: Final = "dice"
MOST_DICE: Final = 60
SIDES: Final = (2, 3, 4, 6, 8, 10, 12, 20, 100)
SPAN: Final = "span:"
SOURCE: Final = "source:"
WIDE: Final = 66
"""The width of these sheets in units of the theme."""


def can_change(focus: Focus) -> bool:
    """Return whether the rulebook allows changes by hand."""
    editor = focus.model.session.ruleset.editor
    return editor is not None and bool(editor.hand_rule)


def by_hand(focus: Focus, piece: str) -> None:
    """Show the changes that can be made by hand to a piece; with "", the units to choose from."""
    if not can_change(focus) or focus.model.session.finished:
        return
    offered = _offered(focus, piece)
    focus.show(deeds_sheet(focus, piece, offered) if offered is not None else units_sheet(focus))


def _offered(focus: Focus, piece: str) -> ByHand | None:
    """Return the changes that the rulebook offers for a piece; None without any."""
    editor, model = focus.model.session.ruleset.editor, focus.model
    return editor.by_hand(model.session.game, piece, model.hand_of) if editor is not None and piece else None


def units_sheet(focus: Focus) -> Sheet:
    """Return the sheet on which the unit to change is chosen."""
    units = [unit for unit in focus.model.units.on_table() if _offered(focus, unit.id) is not None]
    rows = [dice_row(focus), *(MenuItem(unit.id, unit.name) for unit in units)]
    title = _("By hand: choose a unit")
    choose = lambda name: by_hand(focus, name) if name != DICE else None  # noqa: E731
    return Sheet(focus.window.theme, title, (), with_keys([close_row(), *rows]), then=choose, wide=WIDE, fold=True)


def dice_row(focus: Focus) -> MenuItem:
    """Return the row that opens the sheet for rolling any dice."""
    return MenuItem(DICE, _("Roll dice..."), act=lambda: focus.show(dice_sheet(focus)))


def is_by_hand(model: SessionModel) -> bool:
    """Return whether the pending question is about an ability that players carry out by hand."""
    editor, decision = model.session.ruleset.editor, model.decision
    return editor is not None and decision is not None and decision.rule == editor.hand_rule != ""


def more_rows(focus: Focus) -> list[MenuItem]:
    """Return the rows for effects and dice in the dock, while the pending question needs changes by hand."""
    if not is_by_hand(focus.model) or focus.watched:
        return []
    return [MenuItem("hands", _("Give a lasting effect..."), act=lambda: by_hand(focus, "")), dice_row(focus)]


def told_rows(model: SessionModel) -> tuple[Line, ...]:
    """Return the text of the ability that the pending question leaves to the players, as lines."""
    line = told(model) if is_by_hand(model) else None
    return (line,) if line is not None else ()


def deeds_sheet(focus: Focus, piece: str, offered: ByHand) -> FormSheet:
    """Return the sheet with all changes to a piece or unit; a second sheet asks for the reason and the end."""
    deeds = {deed.id: deed for deed in offered.deeds}

    def open_second(name: str, amount: str) -> None:
        focus.show(details_sheet(focus, piece, offered, deeds[name], amount))

    def build() -> list[MenuItem]:
        endings = (MenuItem(ending.id, ending.label, rule=ending.rule) for ending in offered.endings)
        rows = [close_row(), dice_row(focus), *endings]
        for group in dict.fromkeys(deed.group for deed in offered.deeds):
            rows.append(MenuItem(f"group:{group}", group, heading=True))
            rows += [_deed_row(deed) for deed in offered.deeds if deed.group == group]
        return rows

    def turn(row: MenuItem, by: int) -> None:
        amounts = deeds[row.id].amounts
        # the first amount adds, the second subtracts
        open_second(row.id, amounts[0 if by > 0 or len(amounts) < 2 else 1])
        sheet.closed = True

    def perform(row: MenuItem) -> None:
        ending = next((item for item in offered.endings if item.id == row.id), None)
        if ending is not None and ending.more is not None:
            change(focus, ending.more)
        elif row.id in deeds:
            open_second(row.id, "")

    note = _("Left and Right, or the two ends of a row, are less and more.")
    title = _("By hand: {name}", name=offered.title)
    sheet = FormSheet(
        focus.window.theme,
        title,
        [Line(note, tone="quiet")],
        wide=WIDE,
        fold=True,
        perform=perform,
        build=build,
        turn=turn,
    )
    return sheet


def _deed_row(deed: Deed) -> MenuItem:
    """Return the row of a change, with its first amount or the sign that it goes both ways."""
    signed = deed.amounts[:1] == ("+1",)
    value = "- / +" if signed else next(iter(deed.amounts), "")
    return MenuItem(deed.id, deed.label, value=value)


@dataclass
class Wish:
    """The choices on the second sheet: the amount, and the name of the reason."""

    amount: str
    source: str


def details_sheet(focus: Focus, piece: str, offered: ByHand, deed: Deed, amount: str) -> FormSheet:
    """Return the sheet with the amount, the reason and the end of a change. Choosing the end, or "Do it", makes it."""
    wish = Wish(amount or (deed.amounts[0] if deed.amounts else ""), next(iter(offered.sources), ""))

    def build() -> list[MenuItem]:
        rows = [close_row()]
        if deed.amounts:
            rows.append(MenuItem("amount", _("Amount"), value=wish.amount))
        rows.append(MenuItem("from", _("From"), heading=True))
        rows += [MenuItem(f"{SOURCE}{name}", name, ticked=name == wish.source) for name in offered.sources]
        if deed.lasts:
            rows.append(MenuItem("until", _("How long, and give it"), heading=True))
            rows += [MenuItem(f"{SPAN}{words}", words[:1].upper() + words[1:]) for words in offered.spans]
        else:
            rows.append(MenuItem("do", _("Do it"), "return", primary=True))
        return rows

    def turn(row: MenuItem, by: int) -> None:
        if row.id.startswith(SOURCE):
            wish.source = row.id.removeprefix(SOURCE)
        elif deed.amounts:
            wish.amount = deed.amounts[(deed.amounts.index(wish.amount) + by) % len(deed.amounts)]

    def perform(row: MenuItem) -> None:
        if row.id != "close":
            source = offered.sources.get(wish.source, {})
            span = offered.spans.get(row.id.removeprefix(SPAN), {})
            fields = (source, span) if deed.lasts else ({key: source[key] for key in source if key == "source"},)
            change(focus, deed.made(wish.amount, *fields))

    title = _("{name}: {deed}", name=offered.title, deed=deed.label)
    first = next(iter(offered.spans), "")
    marked = f"{SPAN}{first}" if deed.lasts else "do"
    theme = focus.window.theme
    return FormSheet(theme, title, (), wide=WIDE, fold=True, perform=perform, build=build, turn=turn, marked=marked)


def dice_sheet(focus: Focus) -> FormSheet:
    """Return the sheet for rolling dice: their number, their sides, and the lowest number that counts."""
    wish = {"count": 1, "sides": 6, "needed": 0}

    def build() -> list[MenuItem]:
        needed = f"{wish['needed']}+" if wish["needed"] else "-"
        return [
            MenuItem("roll", _("Roll {n}D{sides}", n=wish["count"], sides=wish["sides"]), "return", primary=True),
            MenuItem("count", _("Number of dice"), value=str(wish["count"])),
            MenuItem("sides", _("Sides"), value=str(wish["sides"])),
            MenuItem("needed", _("Counts from"), value=needed),
            close_row(),
        ]

    def turn(row: MenuItem, by: int) -> None:
        if row.id == "sides":
            wish["sides"] = SIDES[(SIDES.index(wish["sides"]) + by) % len(SIDES)]
            wish["needed"] = min(wish["needed"], wish["sides"])
        elif row.id == "count":
            wish["count"] = (wish["count"] - 1 + by) % MOST_DICE + 1
        else:
            values = [0, *range(2, wish["sides"] + 1)]
            wish["needed"] = values[(values.index(wish["needed"]) + by) % len(values)]

    def perform(row: MenuItem) -> None:
        editor = focus.model.session.ruleset.editor
        edit = editor.rolled(**wish) if editor is not None and row.id == "roll" else None
        if edit is not None:
            change(focus, edit)

    return FormSheet(focus.window.theme, _("Roll dice"), (), wide=52, perform=perform, build=build, turn=turn)


def change(focus: Focus, edit: Edit) -> None:
    """Make a change by hand; a refusal is shown in the same place as that of an answer."""
    focus.call(lambda: focus.model.change_by_hand(edit))
