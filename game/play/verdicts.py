"""The lines at the cursor about a possible answer: its three most important facts, in few words.

Both these lines and the full list use the same functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.engine.rulebook.ruleset import Terms
from game.engine.rulebook.view import Line, OddsView, Role, Spread, Verdict
from game.wording import _, ngettext, percent

MOST: Final = 3
"""The most lines at the cursor."""
LEAST, ALARMING = 0.05, 0.25
"""The chance below which a risk is only in the full list, and that from which it is alarming."""
ROLES: Final[tuple[Role, ...]] = ("cost", "control", "risk", "answer", "gain")
"""Gains come last: they have a line only if one is left. Every marker with another controller has one."""
_WORSE: Final = ("plain", "good", "warning", "bad")


@dataclass(frozen=True)
class Said:
    """A line at the cursor: its text with the `strong` part, role, tone and rule, its pieces and their chances."""

    text: str
    strong: str = ""
    role: Role = "cost"
    tone: str = "plain"
    rule: str = ""
    about: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()


def of_lines(lines: Sequence[Line], answers: tuple[str, str] = Terms.answers) -> tuple[Said, ...]:
    """Return the lines of a preview to show at the cursor: cost, own risk, enemies' answers, then a gain.

    Each role has one line, and a second one only if there is room. Markers that change hands each have a line.
    """
    with_verdict = [line for line in lines if line.verdict is not None]
    if not with_verdict:
        bad_lines = [line for line in lines if line.tone == "bad"]
        return tuple(Said(line.text, role="risk", tone="bad", rule=line.rule) for line in bad_lines[:1])
    first_lines, further_lines = list[Said](), list[Said]()
    for role in ROLES:
        lines_of_role = [line for line in with_verdict if line.verdict is not None and line.verdict.role == role]
        said = [*dict.fromkeys(_answers(lines_of_role, answers) if role == "answer" else _likeliest(lines_of_role))]
        most_first = len(said) if role == "control" else 1
        first_lines += said[:most_first]
        further_lines += said[most_first:]
    controls = sum(said.role == "control" for said in first_lines)
    lines_shown = [*first_lines, *further_lines][: max(MOST, MOST - 1 + controls)]
    return tuple(sorted(lines_shown, key=lambda said: ROLES.index(said.role)))


def _likeliest(lines: Sequence[Line]) -> Iterator[Said]:
    """Yield the lines of one role, likeliest first, without very unlikely ones. Quiet lines get a neutral tone."""
    verdicts = [(line.verdict, line) for line in lines if line.verdict is not None]
    for verdict, line in sorted(verdicts, key=lambda pair: -pair[0].chance):
        for said in _as_line(verdict, line.rule):
            tone = "plain" if line.tone == "quiet" else said.tone
            tone = line.tone if verdict.role == "control" else tone
            yield replace(said, tone=tone)


def _answers(lines: Sequence[Line], answers: tuple[str, str]) -> Iterator[Said]:
    """Yield the likeliest enemy action in words, or else the number of enemies that could hit the piece.

    While these are still being computed, yield only that.
    """
    worded = [line for line in lines if line.verdict is not None and line.verdict.text]
    if still_computed := next((line for line in worded if line.tone == "quiet"), None):
        yield Said(still_computed.text, role="answer", tone="quiet")
        return
    if any(line.verdict is not None and line.verdict.chance >= LEAST for line in worded):
        yield from _likeliest(worded)
        return
    verdicts = [line.verdict for line in lines if line.verdict is not None]
    enemies = tuple(dict.fromkeys(enemy for verdict in verdicts for enemy in verdict.about))
    if enemies:
        chance_of = {enemy: chance for verdict in verdicts for enemy, chance in zip(verdict.about, verdict.chances)}
        chances = tuple(chance_of[enemy] for enemy in enemies) if len(chance_of) == len(enemies) else ()
        text = ngettext(*answers, len(enemies))
        tone = max((line.tone for line in lines), key=lambda tone: _WORSE.index(tone) if tone in _WORSE else 0)
        yield Said(text, text, "answer", tone, lines[0].rule, enemies, chances)


def _as_line(verdict: Verdict, rule: str = "") -> Iterator[Said]:
    """Yield a verdict as a line, unless it is too unlikely to be shown."""
    if verdict.role != "cost" and verdict.chance < LEAST:
        return
    tone = "good" if verdict.role == "gain" else "plain"
    if verdict.role in ("risk", "answer"):
        tone = "bad" if verdict.chance >= ALARMING else "warning"
    yield Said(verdict.text, verdict.strong, verdict.role, tone, rule, verdict.about, verdict.chances)


def of_odds(odds: OddsView) -> tuple[Said, ...]:
    """Return the gains and risks to show with odds: two lines beside outcomes, three without outcomes.

    If no gain is likely enough, the first one is shown with its low chance, even a chance of 0.
    """
    of_lines = (line.verdict for line in odds.lines if line.verdict is not None)
    verdicts = odds.verdicts or (
        *of_lines, *_verdicts_of_amounts(odds), *_verdicts_of_chances(odds), *_verdicts_of_grids(odds)
    )  # fmt: skip
    lines = [said for verdict in verdicts for said in _as_line(verdict)]
    gain = next((verdict for verdict in verdicts if verdict.role == "gain"), None)
    if gain is not None and not odds.outcomes and all(said.role != "gain" for said in lines):
        lines.insert(0, Said(gain.text, gain.strong, "gain", "warning", "", gain.about, gain.chances))
    if not lines and not odds.outcomes:
        only = odds.lines[0] if len(odds.lines) == 1 and not odds.grids else Line(odds.title)
        most_important = next((line for line in odds.lines if line.tone in ("warning", "bad")), only)
        lines = [Said(most_important.text, tone=most_important.tone, rule=most_important.rule)]
    return tuple(lines[: MOST - 1 if odds.outcomes else MOST])


def _verdicts_of_amounts(odds: OddsView) -> Iterator[Verdict]:
    """Yield the largest possible gain, and the largest possible loss if no chance describes the loss."""
    by_tone: dict[str, list[tuple[int, Spread]]] = {"good": [], "bad": []}
    for spread in odds.spreads:
        if spread.tone in by_tone and (largest := spread.most):
            by_tone[spread.tone].append((largest, spread))
    roles: tuple[tuple[str, Role], ...] = (("good", "gain"), ("bad", "risk"))
    for tone, role in roles:
        if by_tone[tone] and (role == "gain" or not any(chance.tone == "bad" for chance in odds.chances)):
            largest, spread = max(by_tone[tone], key=lambda pair: pair[0])
            chance = 1.0 - sum(spread.shares[:1])
            yield Verdict(role, _("{label}: up to {n}", label=spread.label, n=largest), str(largest), chance)


def _verdicts_of_chances(odds: OddsView) -> Iterator[Verdict]:
    """Yield the worst chance for the player, then the best ones."""
    ranked = sorted(odds.chances, key=lambda chance: (chance.tone != "bad", -chance.share))
    for number, chance in enumerate(ranked):
        if chance.tone == "bad" and number:
            continue
        share = percent(chance.share)
        role: Role = "risk" if chance.tone == "bad" else "gain"
        yield Verdict(role, _("{label}: {chance}", label=chance.label, chance=share), share, chance.share)


def _verdicts_of_grids(odds: OddsView) -> Iterator[Verdict]:
    """Yield the marked row of the first table or else its best rows, each with its last column."""
    if not odds.grids or odds.spreads or odds.chances:
        return
    grid = odds.grids[0]
    marked = [row for row in grid.rows if row.marked]
    for row in (marked or sorted(grid.rows, key=lambda row: row.tone != "good"))[:MOST]:
        if row.cells and row.cells[-1]:
            facts = {"label": row.label, "head": grid.heads[-1], "cell": row.cells[-1]}
            chance = 0.0 if row.cells[-1] == percent(0.0) else 1.0
            yield Verdict("gain", _("{label}: {head} {cell}", **facts), row.cells[-1], chance)
