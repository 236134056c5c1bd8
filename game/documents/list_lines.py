"""The lines of a text list, tidied and split into bullets, points, counts and headings."""

from __future__ import annotations

import html
import re
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

MOST_LINES: Final = 1_500
"""The most lines of a text that are read."""
LONGEST_LINE: Final = 300
"""The most characters of a line that are read."""

_BREAK: Final = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
_TAG: Final = re.compile(
    r"</?(?:br|p|div|span|ul|ol|li|b|i|u|strong|em|h[1-6]|pre|code|font|a|table|tr|td)(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
"""A tag of a page from which a list was copied."""
_FENCE: Final = re.compile(r"\s*(?:`{3,}|~{3,})\s*\w*\s*")
"""The beginning or end of a block of code, as chat programs mark lists."""
_MISREAD: Final = ("Ã", "Â", "â€")
"""Beginnings of letters that a program read in the wrong encoding."""
_BULLETS: Final = "•*‣⁃◦·∙●○▪▫■□◆◇►▶▸▹➤➢→»❖✦✧★☆⚫⚪✓✔"
_BULLET: Final = re.compile(rf"(?P<mark>[{_BULLETS}]+|[-–—−+>]+(?!\d*\s*(?:pts|points)\b)|[o?\ufffd](?=\s))\s*(?=\S)")
_NUMBERED: Final = re.compile(r"\(?\d{1,2}[.)]\s+(?=[^\d\W]|\d+\s*[xX×])")
_RULE: Final = re.compile(r"[\s\-–—−_=*~+#•.·/\\|<>]*")
_ADORNED: Final = re.compile(r"(?P<mark>[=+~#*_–—|:-])(?P=mark)*\s*(?P<text>.*?\w.*?)\s*(?P=mark)+")
_BRACKETED: Final = re.compile(r"\[(?P<square>[^\[\]]*)\]|\((?P<round>[^()]*)\)")

_DIGIT: Final = re.compile(r"\d")
_UNIT: Final = r"(?:pts|pt|points?|pkt|punkte?|puntos?|punti|pontos?)\b\.?"
_POINTS: Final = r"(?P<points>[1-9][,.]\d{3}|\d{1,5})"
_INSIDE: Final = re.compile(rf"(?P<plus>\+?)\s*{_POINTS}\s*(?:{_UNIT}|p)?", re.IGNORECASE)
_INSIDE_MORE: Final = re.compile(rf"(?P<plus>\+?)\s*(?<![\d,.]){_POINTS}\s*(?:{_UNIT})", re.IGNORECASE)
_GROUP: Final = re.compile(r"[(\[{<](?P<inside>[^()\[\]{}<>]{1,80})[)\]}>]")
_SPOKEN: Final = re.compile(rf"(?<![\d/,.])(?P<plus>\+?){_POINTS}\s*{_UNIT}", re.IGNORECASE)
_BARE: Final = re.compile(r"(?P<between>\s*[:=|,;@…\-–—]+\s*|\s*\.{2,}\s*|\s{2,}|\s)(?P<points>\d{2,4})")
_LISTED: Final = re.compile(
    r"(?P<name>[^,;]*[^\W\d][^,;]*)[,;]\s*(?P<points>0|\d{1,3}[05])(?:\s*[,;]\s*(?P<after>\S.*))?"
)
"""A name, its points and its notes, parted by commas."""
_TOTAL: Final = re.compile(
    rf"(?<![\w/])(?P<points>\d{{1,3}}[,.']\d{{3}}|\d{{1,6}})\s*(?:{_UNIT}|p)?\s*(?:/|\bof\b|\bvon\b)"
    rf"\s*(?P<limit>\d{{1,3}}[,.']\d{{3}}|\d{{1,6}})(?:\s*(?:{_UNIT}|p\b)|(?![\w/]))",
    re.IGNORECASE,
)
_TIMES: Final = r"[xX×✕✖*]"
_BEFORE: Final = re.compile(
    rf"(?P<count>\d{{1,3}})(?:\s*[×✕✖*]\s*|\s*[xX]\s+|[xX])(?=\w)|{_TIMES}\s*(?P<behind>\d{{1,3}})\s+(?=\w)"
)
_PLAIN_BEFORE: Final = re.compile(r"(?P<count>\d{1,3})\s+(?=[^\d\W])")
_MODELS: Final = r"(?:models?|modelle?|figures?|figurines?|miniatures?|minis?|mod\.?|modelos?|modelli)"
_AFTER: Final = re.compile(
    rf"[\s,;–—-]*(?:[(\[]\s*{_TIMES}?\s*(?P<a>\d{{1,3}})\s*(?:{_TIMES}|{_MODELS})?\s*[)\]]"
    rf"|{_TIMES}\s*(?P<b>\d{{1,3}})|(?<=\W)(?P<c>\d{{1,3}})\s*(?:{_TIMES}|{_MODELS}))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TextLine:
    """A line with content: its number, text, bullet ("" without one), indent, and whether it is in brackets.

    `heading`: it is formatted as a heading, as in "# Leaders" or "+ Leaders +".
    """

    number: int
    text: str
    bullet: str = ""
    indent: int = 0
    bracketed: bool = False
    heading: bool = False

    @property
    def marked(self) -> bool:
        """Whether its form shows that the line is a note on the line above."""
        return bool(self.bullet) or self.bracketed


@dataclass(frozen=True)
class Priced:
    """A text split at its points: the texts before and after them, and the points or None.

    `added`: written as "+20".
    """

    text: str
    points: int | None = None
    after: str = ""
    added: bool = False


def text_lines(text: str) -> list[TextLine]:
    """Return the lines of a text that have content, at most `MOST_LINES`; separators such as "-----" have none."""
    plain_lines = [_plain(line) for line in _BREAK.split(html.unescape(text), MOST_LINES)[:MOST_LINES]]
    lines_with_content = [line.lstrip() for line in plain_lines if line.strip()]
    if sum(line.startswith(">") for line in lines_with_content) * 4 > len(lines_with_content) * 3:  # quoted
        plain_lines = [re.sub(r"^\s*> ?", "", line) for line in plain_lines]
    margin = min((len(line) - len(line.lstrip()) for line in plain_lines if line.strip()), default=0)
    lines = [_parsed_line(number, line[margin:]) for number, line in enumerate(plain_lines, 1) if line.strip()]
    return _with_points_joined([line for line in lines if line is not None])


def _with_points_joined(lines: list[TextLine]) -> list[TextLine]:
    """Return the lines, joining a line that only has points to the name above it."""
    joined: list[TextLine] = []
    for line in lines:
        is_points_only = _SPOKEN.fullmatch(line.text) or (line.bracketed and line.text.isdigit())
        if is_points_only and joined and priced(joined[-1].text).points is None and not line.bullet:
            points = next(digits for digits in re.findall(r"\d+", line.text))
            joined[-1] = replace(joined[-1], text=f"{joined[-1].text} ({points})")
        else:
            joined.append(line)
    return joined


def _plain(line: str) -> str:
    """Return a line with ordinary spaces and quotes, without markup, emoji and invisible characters."""
    line = line[:LONGEST_LINE].expandtabs(4)
    if any(begin in line for begin in _MISREAD):
        with suppress(UnicodeError):
            line = line.encode("cp1252").decode("utf-8")
    if _FENCE.fullmatch(line):
        return ""
    line = _APOSTROPHE.sub("'", _TAG.sub("", line)).replace("**", "").replace("__", "").replace("`", "")
    line = line.translate(_ORDINARY)
    if line.isascii() and line.isprintable():
        return line.rstrip()
    letters = []
    for letter in unicodedata.normalize("NFC", line):
        kind = unicodedata.category(letter)
        if kind == "Zs":
            letters.append(" ")
        elif letter in _KEPT or kind not in _UNSEEN:
            letters.append(letter)
    return "".join(letters).rstrip()


_APOSTROPHE: Final = re.compile(r"(?<=\w)[`\ufffd](?=\w)")
"""An apostrophe that a keyboard or a program changed."""
_ORDINARY: Final = {
    **dict.fromkeys((0x2019, 0x2018, 0x201B, 0x2032, 0x2BC, 0xFF07, 0xB4), "'"),
    **dict.fromkeys((0x2011, 0x2010), "-"),
    0xFF08: "(",
    0xFF09: ")",
    0xFF1A: ":",
}
"""Ordinary signs for letters that look like them."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "So", "Mn", "Me"})
"""Categories of characters without a meaning here: controls, marks of variants, emoji."""
_KEPT: Final = f"{_BULLETS}\ufffd"


def _parsed_line(number: int, line: str) -> TextLine | None:
    indent, text = len(line) - len(line.lstrip()), line.strip()
    if _RULE.fullmatch(text):
        return None
    heading = text.lstrip("#").strip() if text.startswith("#") else ""
    adorned = _ADORNED.fullmatch(text)
    if heading or (adorned and adorned["text"]):
        inner = (heading or (adorned["text"] if adorned else "")).strip(" *=+~#")
        if not _BRACKETED.fullmatch(inner):
            return TextLine(number, inner, "", indent, heading=True)
        text = inner
    bullet = ""
    if match := _BULLET.match(text):
        bullet, text = match["mark"], text[match.end() :]
    elif match := _NUMBERED.match(text):
        text = text[match.end() :]
    bracket = _BRACKETED.fullmatch(text)
    inside = (bracket["square"] or bracket["round"] or "").strip() if bracket else ""
    if inside:
        return TextLine(number, inside, bullet, indent, bracketed=True)
    text = text.strip(f" {_BULLETS}")
    return TextLine(number, text, bullet, indent) if text else None


def total(text: str) -> tuple[str, int, int] | None:
    """Return a text without "1990/2000 pts", the points, and the limit; None if it has none."""
    match = _TOTAL.search(text) if _DIGIT.search(text) else None
    if match is None:
        return None
    spent, limit = (int(re.sub(r"\D", "", match[name])) for name in ("points", "limit"))
    if limit < 100:
        return None
    text_without = f"{text[: match.start()]} {text[match.end() :]}"
    return tidied(re.sub(r"\(\s*\)|\[\s*\]", "", text_without)), spent, limit


def priced(text: str, *, bare: bool = False) -> Priced:
    """Return a text split at its points. With `bare`, a number at its end counts as points even without brackets."""
    if not _DIGIT.search(text):
        return Priced(text)
    groups = [(match, _points_inside(match["inside"])) for match in _GROUP.finditer(text)]
    groups_with_points = [(match, inside) for match, inside in groups if inside is not None]
    groups_with_word = [
        (match, inside) for match, inside in groups_with_points if not match["inside"].strip().isdigit()
    ]
    if groups_with_points:
        group, inside = groups_with_word[0] if groups_with_word else groups_with_points[-1]
        count_in_group = _COUNTED_INSIDE.search(group["inside"])
        before = text[: group.start()] + (f" ({count_in_group[0]})" if count_in_group else "")
        return Priced(before.strip(), _number(inside["points"]), text[group.end() :].strip(), bool(inside["plus"]))
    if (match := _SPOKEN.search(text)) is not None:
        before, after = text[: match.start()].strip(" -–—:=|,.…("), text[match.end() :].lstrip(" )").rstrip()
        if not before:
            before, after = after.strip(" -–—:=|"), ""
        return Priced(before, _number(match["points"]), after, bool(match["plus"]))
    if bare and (bare_match := _with_bare_points(text)):
        return bare_match
    return Priced(text)


_COUNTED_INSIDE: Final = re.compile(rf"\d{{1,3}}\s*{_MODELS}|{_TIMES}\s*\d{{1,3}}", re.IGNORECASE)


def _number(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))


def _points_inside(inside: str) -> re.Match[str] | None:
    return _INSIDE.fullmatch(inside.strip()) or _INSIDE_MORE.search(inside)


def _with_bare_points(text: str) -> Priced | None:
    """Return a text split at points written as a plain number ("Guard 150"); None if the number may be a count."""
    if listed := _LISTED.fullmatch(text):
        return Priced(listed["name"].strip(), int(listed["points"]), listed["after"] or "")
    match = next((match for match in _BARE.finditer(text) if match.end() == len(text)), None)
    if match is None or not any(letter.isalpha() for letter in text[: match.start()]):
        return None
    points = int(match["points"])
    if points % 5 or points < (20 if match["between"] != " " else 50):
        return None
    return Priced(text[: match.start()].strip(" .…"), points)


def counted(text: str) -> tuple[str, int | None]:
    """Return a name without a number before or after it, and that number."""
    count: int | None = None
    if match := _BEFORE.match(text) or _PLAIN_BEFORE.match(text):
        count, text = int(next(filter(None, match.groups()))), text[match.end() :]
        if second_number := _PLAIN_BEFORE.match(text):  # "2x3 Guard" are two units of three
            text = text[second_number.end() :]
    for match in _AFTER.finditer(text):
        if match.end() == len(text) and match.start():
            number_after = int(match["a"] or match["b"] or match["c"])
            return tidied(text[: match.start()]), number_after if count in (None, 1) else count
    return tidied(text), count


def tidied(text: str) -> str:
    """Return a text on one line, without signs that merely separate parts."""
    return " ".join(text.split()).strip(" -–—:;,|=…*").strip()


def unpriced(text: str) -> str:
    """Return a text without its points: "Forbidden Power (20 Points)", "Old Scars - (10) Points"."""
    cost = priced(text)
    plain = text if cost.points is None or not cost.text.strip(" -–—") else cost.text
    return tidied(plain)
