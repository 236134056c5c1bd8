"""Rosters as PDF: pages of text and lines, or cards to cut out. Needs an optional library, imported late."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from game.documents.error import DocumentError
from game.documents.files import replacing
from game.engine.rulebook.printing import PrintedRoster, PrintedRule, PrintedTable, PrintedUnit
from game.resources import resource
from game.wording import N_, _

EXTRA: Final = '"inchwise[pdf]"'
MISSING: Final = N_("writing PDF needs one more library - install it with: pip install {name}")
MM: Final = 72 / 25.4
"""Points in a millimetre."""
PAGE: Final = (210 * MM, 297 * MM)
EDGE: Final = 14 * MM
CARD: Final = (63 * MM, 88 * MM)
ACROSS, DOWN = 3, 3
"""The cards on a page."""
CARD_EDGE: Final = 3.2 * MM
INK, QUIET, LINE, ACCENT, TINT = "#17181c", "#5b5f68", "#b9bdc6", "#8a5a12", "#f3efe6"
"""Colours: text, what is less important, thin lines, headings, and the ground of figures."""
SCALES: Final = (1.15, 1.0, 0.92, 0.85, 0.78)
"""Scales of the type in which a unit is tried on a card before it goes on to a second one."""
Progress = Callable[[float], None]


def why_not() -> str:
    """Return why no PDF can be written, or "" if it can."""
    return "" if find_spec("reportlab") else _(MISSING, name=EXTRA)


def no_progress(_share: float) -> None:
    """Show no progress."""


def save_pdf(roster: PrintedRoster, path: Path, *, cards: bool = False, progress: Progress = no_progress) -> None:
    """Write a roster to a PDF file, as pages or as cards; raise `DocumentError`, `OSError`.

    `progress` is called with the part done, from 0 to 1, and may raise an exception to stop.
    """
    if reason := why_not():
        raise DocumentError(str(path), "", reason)
    content = BytesIO()
    (_Cards if cards else _Pages)(roster, content, progress).write()
    with replacing(path) as aside:
        aside.write_bytes(content.getvalue())


# -- type ------------------------------------------------------------------------------------------


@cache
def _register_fonts() -> None:
    """Register the program's fonts with the PDF library, so that they are embedded in the file."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name in ("OpenSans-Regular", "OpenSans-Semibold", "OpenSans-Bold", "Grenze-SemiBold", "Grenze-Bold"):
        pdfmetrics.registerFont(TTFont(name, str(resource("assets/fonts") / f"{name}.ttf")))
    plain, bold = "OpenSans-Regular", "OpenSans-Bold"
    pdfmetrics.registerFontFamily(plain, normal=plain, bold=bold, italic=plain, boldItalic=bold)


@dataclass(frozen=True)
class _Type:
    """The paragraph styles at one scale of type."""

    scale: float = 1.0

    def style(self, size: float, font: str = "OpenSans-Regular", colour: str = INK, **more: Any) -> Any:
        """Return a paragraph style; `size` is in points, before scaling."""
        from reportlab.lib.styles import ParagraphStyle

        size *= self.scale
        leading = size * (1.18 if font.startswith("Grenze") else 1.28)
        return ParagraphStyle(f"{font} {size}", fontName=font, fontSize=size, leading=leading, textColor=colour, **more)

    def text(self, text: str, size: float, font: str = "OpenSans-Regular", colour: str = INK, **more: Any) -> Any:
        """Return a paragraph; words between ** are bold, and line breaks stay."""
        from reportlab.platypus import Paragraph

        return Paragraph(_markup(text), self.style(size, font, colour, **more))


_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")


def _markup(text: str) -> str:
    return _BOLD.sub(r"<b>\1</b>", escape(text)).replace("**", "").replace("\n", "<br/>")


def _plain(text: str) -> str:
    return text.replace("**", "")


# -- a unit ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Block:
    """A unit as flowing parts, at a scale and a width in points."""

    unit: PrintedUnit
    width: float
    type: _Type
    narrow: bool = False

    @property
    def title(self) -> str:
        times = f"  ×{self.unit.times}" if self.unit.times > 1 else ""
        return f"{_plain(self.unit.name)}{times}"

    def head(self) -> Iterator[Any]:
        """Yield the parts that stay together on a page: name, note, figures and tables."""
        size = 12.5 if self.narrow else 15
        name, note = self.type.text(self.title, size, "Grenze-SemiBold"), self.unit.note
        if self.narrow or not note:
            yield name
            if note:
                yield self.type.text(note, 6.6, colour=QUIET)
        else:
            yield _columns(
                [name, self.type.text(note, 8.2, colour=QUIET, alignment=2)], [0.62, 0.38], self.width, "BOTTOM"
            )
        yield _rule(self.width, 1.6 if self.narrow else 2)
        if self.unit.figures:
            yield self._figures()
        for line in self.unit.lines:
            yield self.type.text(line, 6.6 if self.narrow else 8.2, colour=QUIET)
        for table in self.unit.tables:
            yield _gap(1.6 * self.type.scale)
            yield self._table(table)

    def rules(self) -> Iterator[Any]:
        """Yield the rules, in two columns if the block is wide enough, then the keywords."""
        paragraphs = [self._rule(rule) for rule in self.unit.rules]
        if paragraphs and self.narrow:
            for paragraph in paragraphs:
                yield _gap(2.0 * self.type.scale)
                yield paragraph
        elif paragraphs:
            yield _gap(3)
            yield from _in_two_columns(paragraphs, self.width)
        if self.unit.tags:
            yield _gap(2.4 * self.type.scale)
            yield self.type.text(self.unit.tags, 5.8 if self.narrow else 7.2, "OpenSans-Semibold", ACCENT)

    def _rule(self, rule: PrintedRule) -> Any:
        size = 6.8 if self.narrow else 8.4
        when = f' <font color="{ACCENT}">{escape(rule.when)}</font>' if rule.when else ""
        text = f"<br/>{_markup(rule.text)}" if rule.text and when else f" {_markup(rule.text)}" if rule.text else ""
        from reportlab.platypus import Paragraph

        name = f"<b>{escape(_plain(rule.name))}{':' if rule.text and not when else ''}</b>"
        return Paragraph(f"{name}{when}{text}", self.type.style(size))

    def _figures(self) -> Any:
        """Return the row of figures, each in a box with its word below."""
        from reportlab.platypus import Table

        has_words = any(word for _value, word in self.unit.figures)
        from reportlab.pdfbase.pdfmetrics import stringWidth

        word_size = (5.4 if self.narrow else 6.6) * self.type.scale
        size = (11 if self.narrow else 14) * self.type.scale
        widths = [stringWidth(value, "OpenSans-Bold", size) for value, _word in self.unit.figures]
        widths += [stringWidth(word, "OpenSans-Regular", word_size) for _value, word in self.unit.figures]
        least = (11.5 if self.narrow else 17) * MM * self.type.scale
        column_width = min(max(least, *(width + 6 for width in widths)), self.width / len(self.unit.figures))
        cells = [[value for value, _word in self.unit.figures]]
        rows = [size * 1.35]
        if has_words:
            cells.append([word for _value, word in self.unit.figures])
            rows.append((8.0 if self.narrow else 9.5) * self.type.scale)
        style: list[Any] = [
            ("FONT", (0, 0), (-1, 0), "OpenSans-Bold", size),
            ("TEXTCOLOR", (0, 0), (-1, -1), INK),
            ("ALIGN", (0, 0), (-1, -1), "CENTER"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, 0), 2.2 * self.type.scale),
            ("LEFTPADDING", (0, 0), (-1, -1), 1),
            ("RIGHTPADDING", (0, 0), (-1, -1), 1),
            ("BACKGROUND", (0, 0), (-1, -1), TINT),
            ("LINEBEFORE", (1, 0), (-1, -1), 2, "white"),
        ]
        if has_words:
            style += [
                ("FONT", (0, 1), (-1, 1), "OpenSans-Regular", word_size),
                ("TEXTCOLOR", (0, 1), (-1, 1), QUIET),
                ("BOTTOMPADDING", (0, 1), (-1, 1), 1),
            ]
        return Table(
            cells,
            [column_width] * len(self.unit.figures),
            rows,
            style=style,
            hAlign="LEFT",
            spaceBefore=2,
            spaceAfter=2,
        )

    def _table(self, table: PrintedTable) -> Any:
        """Return a table whose first column takes the width that the others leave."""
        from reportlab.platypus import Table

        size = 6.2 if self.narrow else 8.2
        numbers = [self._width(table, place, size * self.type.scale) for place in range(1, len(table.head))]
        first_width = max(self.width - sum(numbers), self.width * 0.3)
        head = [self.type.text(cell, size - 0.8, "OpenSans-Semibold", QUIET, alignment=bool(place)) for place, cell in
                enumerate(table.head)]  # fmt: skip
        rows = [
            [self.type.text(cell, size, alignment=bool(place)) for place, cell in enumerate(row)] for row in table.rows
        ]
        style: list[Any] = [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 0.6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2 * self.type.scale),
            ("LEFTPADDING", (0, 0), (-1, -1), 1 if self.narrow else 1.5),
            ("RIGHTPADDING", (0, 0), (-1, -1), 1 if self.narrow else 1.5),
            ("LINEBELOW", (0, 0), (-1, 0), 0.5, LINE),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), ["white", TINT]),
        ]
        return Table([head, *rows], [first_width, *numbers], style=style, hAlign="LEFT")

    def _width(self, table: PrintedTable, place: int, size: float) -> float:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        texts = [table.head[place], *(row[place] for row in table.rows)]
        widest = max(stringWidth(_plain(text), "OpenSans-Semibold", size) for text in texts)
        return float(min(widest + (3.4 if self.narrow else 6), self.width * 0.3))


def _gap(high: float) -> Any:
    from reportlab.platypus import Spacer

    return Spacer(1, high)


def _rule(width: float, gap: float) -> Any:
    from reportlab.platypus import HRFlowable

    return HRFlowable(width, 0.7, color=ACCENT, spaceBefore=1, spaceAfter=gap)


def _columns(cells: Sequence[Any], shares: Sequence[float], width: float, valign: str = "TOP") -> Any:
    from reportlab.platypus import Table

    style = [
        ("VALIGN", (0, 0), (-1, -1), valign),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 0),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
    ]
    return Table([[*cells]], [share * width for share in shares], style=style)


GUTTER: Final = 5 * MM


def _in_two_columns(parts: Sequence[Any], width: float) -> Iterator[Any]:
    """Yield parts in two columns, row by row, so that a page can end after any row."""
    column_width = (width - GUTTER) / 2
    columns: tuple[list[Any], list[Any]] = ([], [])
    heights = [0.0, 0.0]
    for part in parts:
        place = 0 if heights[0] <= heights[1] else 1
        heights[place] += part.wrap(column_width, 10_000)[1] + 3
        columns[place].extend((part, _gap(3)))
    shares = [column_width / width, GUTTER / width, column_width / width]
    if max(heights) <= PAGE[1] / 3:
        yield _columns([columns[0], "", columns[1]], shares, width)
        return
    for left_part, right_part in zip(parts[::2], [*parts[1::2], ""]):
        yield _columns([left_part, "", right_part], shares, width)
        yield _gap(3)


# -- pages -----------------------------------------------------------------------------------------


@dataclass
class _Document:
    """A PDF that is written to a stream."""

    roster: PrintedRoster
    stream: BytesIO
    progress: Progress

    def canvas(self) -> Any:
        """Return a canvas that knows the title of the roster."""
        from reportlab.pdfgen.canvas import Canvas

        _register_fonts()
        canvas = Canvas(self.stream, PAGE, invariant=1, pageCompression=1)
        canvas.setTitle(self.roster.title)
        canvas.setCreator("inchwise")
        return canvas

    @property
    def units(self) -> list[PrintedUnit]:
        """All units, in order."""
        return [unit for part in self.roster.parts for unit in part.units]


class _Pages(_Document):
    """A roster as pages, with a title, units under headings, and rules at the end."""

    def write(self) -> None:
        from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

        _register_fonts()
        low = EDGE + 5 * MM
        frame = Frame(EDGE, low, PAGE[0] - 2 * EDGE, PAGE[1] - EDGE - low, 0, 0, 0, 0)
        title = _plain(self.roster.title)
        document = BaseDocTemplate(self.stream, pagesize=PAGE, title=title, creator="inchwise", invariant=1)
        document.addPageTemplates([PageTemplate("page", [frame], onPage=self._footer)])
        parts = [*self._flow()]
        number = len(parts)
        document.setProgressCallBack(lambda kind, value: self.progress(value / number) if kind == "PROGRESS" else None)
        document.build(parts)

    def _flow(self) -> Iterator[Any]:
        from reportlab.platypus import CondPageBreak, KeepTogether

        kind, width = _Type(), PAGE[0] - 2 * EDGE
        yield kind.text(_plain(self.roster.title), 26, "Grenze-Bold")
        yield _gap(3)
        yield from (kind.text(line, 9, colour=QUIET) for line in self.roster.lines)
        for part in self.roster.parts:
            if part.title:
                yield CondPageBreak(45 * MM)
                yield _gap(9)
                yield kind.text(part.title.upper(), 9, "OpenSans-Bold", ACCENT)
            for unit in part.units:
                block = _Block(unit, width, kind)
                yield _gap(8)
                head, rules = [*block.head()], [*block.rules()]
                yield KeepTogether([*head, *rules[:2]])
                yield from rules[2:]
        if self.roster.rules:
            yield CondPageBreak(45 * MM)
            yield _gap(12)
            yield kind.text(_(self.roster.rules_title).upper(), 9, "OpenSans-Bold", ACCENT)
            yield _rule(width, 3)
            block = _Block(PrintedUnit(""), width, kind)
            yield from _in_two_columns([block._rule(rule) for rule in self.roster.rules], width)

    def _footer(self, canvas: Any, made: Any) -> None:
        canvas.setFont("OpenSans-Regular", 7)
        canvas.setFillColor(QUIET)
        canvas.drawString(EDGE, EDGE - 2 * MM, _plain(self.roster.title))
        canvas.drawRightString(PAGE[0] - EDGE, EDGE - 2 * MM, str(made.page))


# -- cards -----------------------------------------------------------------------------------------


class _Cards(_Document):
    """A roster as cards of 63 × 88 mm, nine on a page, with marks to cut along."""

    def write(self) -> None:
        canvas, place = self.canvas(), 0
        units = self.units
        if self.roster.rules:
            title = _(self.roster.rules_title)
            units.append(PrintedUnit(title, self.roster.title, rules=self.roster.rules))
        for done, unit in enumerate(units, 1):
            for card in self._cards(unit):
                if place == ACROSS * DOWN:
                    canvas.showPage()
                    place = 0
                if not place:
                    _draw_cutting_marks(canvas)
                self._draw(canvas, place, card)
                place += 1
            self.progress(done / len(units))
        canvas.save()

    def _cards(self, unit: PrintedUnit) -> Iterator[list[Any]]:
        """Yield the contents of each card of a unit: one card if it fits at a smaller scale, or else several."""
        room = CARD[0] - 2 * CARD_EDGE, CARD[1] - 2 * CARD_EDGE
        parts: list[Any] = []
        for scale in SCALES:
            block = _Block(unit, room[0], _Type(scale), narrow=True)
            parts = [*block.head(), *block.rules()]
            if sum(part.wrap(*room)[1] + part.getSpaceBefore() + part.getSpaceAfter() for part in parts) <= room[1]:
                yield parts
                return
        block, number = _Block(unit, room[0], _Type(SCALES[-2]), narrow=True), 1
        parts = [*block.head(), *block.rules()]
        while parts:
            card, parts = _split_at_card_end(parts, room)
            yield card if number == 1 else [*_continued_head(block), *card]
            number += 1

    def _draw(self, canvas: Any, place: int, card: list[Any]) -> None:
        left, bottom = _corner(place)
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.4)
        canvas.roundRect(left + 1 * MM, bottom + 1 * MM, CARD[0] - 2 * MM, CARD[1] - 2 * MM, 2 * MM)
        top = bottom + CARD[1] - CARD_EDGE
        for part in card:
            wide, high = part.wrap(CARD[0] - 2 * CARD_EDGE, CARD[1])
            del wide
            top -= part.getSpaceBefore() + high
            part.drawOn(canvas, left + CARD_EDGE, top)
            top -= part.getSpaceAfter()


def _continued_head(block: _Block) -> list[Any]:
    """Return the head of a unit's second and later cards."""
    return [block.type.text(f"{block.title} …", 9, "Grenze-SemiBold"), _rule(block.width, 1.6)]


def _split_at_card_end(parts: list[Any], room: tuple[float, float]) -> tuple[list[Any], list[Any]]:
    """Return the parts that fit on a card, and the parts left over; a part taller than a card is split."""
    room_left, card = room[1] - 16, list[Any]()
    while parts:
        part = parts[0]
        high = part.wrap(room[0], room[1])[1] + part.getSpaceBefore() + part.getSpaceAfter()
        if high <= room_left:
            room_left -= high
            card.append(parts.pop(0))
            continue
        pieces = part.split(room[0], room_left)
        if len(pieces) > 1:
            card.append(pieces[0])
            return card, [*pieces[1:], *parts[1:]]
        if not card:
            card.append(parts.pop(0))
        return card, parts
    return card, parts


def _corner(place: int) -> tuple[float, float]:
    """Return the lower left corner of a card on the page."""
    row, column = divmod(place, ACROSS)
    left, low = (PAGE[0] - ACROSS * CARD[0]) / 2, (PAGE[1] - DOWN * CARD[1]) / 2
    return left + column * CARD[0], low + (DOWN - 1 - row) * CARD[1]


def _draw_cutting_marks(canvas: Any) -> None:
    """Draw the lines at the edges of the page along which the cards are cut."""
    left, low = _corner(ACROSS * (DOWN - 1))
    right, high = left + ACROSS * CARD[0], low + DOWN * CARD[1]
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.35)
    mark_length, distance_from_cards = 5 * MM, 1.5 * MM
    for column in range(ACROSS + 1):
        x = left + column * CARD[0]
        canvas.line(x, low - distance_from_cards - mark_length, x, low - distance_from_cards)
        canvas.line(x, high + distance_from_cards, x, high + distance_from_cards + mark_length)
    for row in range(DOWN + 1):
        y = low + row * CARD[1]
        canvas.line(left - distance_from_cards - mark_length, y, left - distance_from_cards, y)
        canvas.line(right + distance_from_cards, y, right + distance_from_cards + mark_length, y)
