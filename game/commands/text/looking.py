"""Queries about a game in a terminal: pieces, ranges, rules, reasons, odds, measures."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from game.engine.core.decisions import Arrange, Choose, Decision, Lay, Pick, Place
from game.engine.rulebook.reference import Rulebook
from game.engine.rulebook.view import Line, PieceView, percent
from game.lengths import Measure, coordinates, in_words, measures, show_in, size, tape, with_missing
from game.play.answers import cited, offers, read_answer, read_placing
from game.play.candidate_words import candidate_lines
from game.play.session_model import SessionModel, Weighing
from game.play.spoken_state import disc_of, piece_line, place_of, range_line
from game.play.terrain import kinds
from game.play.typed_spots import Misread
from game.players.coach import NoAdvice, thought
from game.refusal import Refusal
from game.table.path.region import PathRegion
from game.table.placing.region import Region
from game.table.placing.terrain_region import TerrainRegion
from game.table.terrain.area import polygons_of
from game.ui.prefs.settings import keep_changes, load_options, settings_path
from game.wording import _, ngettext

_MEASURES: Final[dict[str, Measure]] = {"u": "units", "cm": "centimetres", "in": "inches"}
"""Units of length by the beginnings of their names."""
STRETCHES: Final = 5
"""The most parts of a legal region that `where` lists, largest first."""

Command = Callable[[str], Iterable[str]]
"""Executes a line, given without its first word, and yields the lines to print; raises `Misread`."""


@dataclass
class Looking:
    """Queries about a game in a terminal. Nothing here changes the game."""

    desk: SessionModel

    def commands(self) -> dict[str, Command]:
        """Return the queries, by command word."""
        return {
            "why": self._why,
            "try": self._try,
            "odds": self._odds,
            "look": self._look,
            "range": self._range,
            "rule": self._rule,
            "measure": self._measure,
            "where": self._where,
            "coach": self._coach,
        }

    def _look(self, rest: str) -> Iterator[str]:
        desk = self.desk
        if rest:
            piece = self._piece(rest)
            yield piece_line(desk, piece)
            reach = desk.session.ruleset.reach(desk.session.game, piece.id)
            yield from _indented((*piece.details, *reach.lines))
            return
        field = desk.battlefield
        yield _("The table is {width} by {height}.", width=size(field.width), height=size(field.height))
        for piece in desk.units.on_table():
            yield f"  {piece_line(desk, piece, nearest=False)}"
        for terrain in field.pieces:
            corners = [spot for area in terrain.area for spot in area.outline]
            corners += [spot for wall in terrain.barricades for spot in wall.line]
            if corners:
                x, y = (sum(spot[axis] for spot in corners) / len(corners) for axis in (0, 1))
                yield f"  {terrain.name}, {kinds(terrain)}, {place_of(x, y)}."

    def _range(self, rest: str) -> Iterator[str]:
        words = rest.replace(",", " ").split()
        for cut in range(1, len(words)):
            first, second = self._find(" ".join(words[:cut])), self._find(" ".join(words[cut:]))
            if len(first) == len(second) == 1:
                one, other = self.desk.units.closest(first[0].id, second[0].id)
                yield f"{one.name}: {range_line(self.desk, one, other)}."
                receipt = self.desk.session.game.ruler.measure(disc_of(one), disc_of(other))
                if receipt.terrain_inches > 0:
                    yield _("  {inches} of it in terrain", inches=tape(receipt.terrain_inches))
                for wall in dict.fromkeys(receipt.blocked_by):
                    yield _("  {wall} is in the way", wall=wall)
                return
        names = " ".join(piece.name for piece in self.desk.units.on_table()[:2])
        raise Misread(_("Name two pieces: range {names}", names=names))

    def _coach(self, rest: str) -> Iterator[str]:
        desk = self.desk
        try:
            weigh = thought(desk.session)
        except NoAdvice as none:
            raise Misread(str(none)) from None
        rated = weigh()
        if not rated:
            raise Misread(_("The coach has no advice here."))
        weighing = Weighing.before(desk.session.pending(), rated, rated[0].answer)
        yield _("The coach's best answers, best first:")
        yield from (f"  - {line.text}" for line in candidate_lines(desk, weighing, numbered=False))

    def _rule(self, rest: str) -> Iterator[str]:
        rule = Rulebook(self.desk.session.ruleset.rules()).find(rest.upper())
        if rule is None:
            raise Misread(_("No rule is called {id!r}.", id=rest[:40]))
        yield f"{rule.id} {rule.title}: {rule.text}"
        if rule.see:
            yield _("See also {rules}.", rules=", ".join(rule.see))

    def _why(self, rest: str) -> Iterator[str]:
        desk, decision = self.desk, self.desk.decision
        if decision is None:
            raise Misread(_("Nothing to decide."))
        if rest == "not":
            refused = list(decision.refusals()) if isinstance(decision, Choose) else []
            lines = [f"  {option.label}: {reason(refusal)}" for option, refusal in refused]
            yield from lines or [_("Every choice is allowed here.")]
            return
        if isinstance(decision, Place) and rest and not rest.isdecimal():
            refusals = decision.why_not([*read_placing(desk, decision, rest)])
            yield from reasons(refusals) or [_("It is legal there.")]
            return
        if isinstance(decision, Arrange) and rest and not rest.isdecimal():
            yield from reasons(decision.why_not(read_answer(desk, decision, rest))) or [_("That is legal.")]
            return
        rule, against = decision.rule, []
        if rest.isdecimal():
            listed, number = offers(desk, decision), int(rest)
            rule = (listed[number - 1].rule if 1 <= number <= len(listed) else "") or rule
        elif rest:
            against = self._against(decision, rest)
        yield from reasons(against) or [f"{rule}: {desk.session.ruleset.wording(rule)}"]

    def _against(self, decision: Decision, name: str) -> list[Refusal]:
        """Return why the piece or option with that name is refused; nothing if it can be chosen."""
        if isinstance(decision, Pick):
            return decision.why_not([self._piece(name).id])
        wanted = name.casefold()
        return [
            refusal
            for option, refusal in (decision.refusals() if isinstance(decision, Choose) else ())
            if wanted == option.key.casefold() or option.label.casefold().startswith(wanted)
        ]

    def _where(self, rest: str) -> Iterator[str]:
        region = self._placing().region
        if not isinstance(region, Region | TerrainRegion | PathRegion):
            raise Misread(_("That can't be listed here. Type near 12.5, 8 to find the nearest legal spot."))
        found = sorted(polygons_of(region.geometry), key=lambda part: -part.area)
        if not found:
            raise Misread(_("No spot is legal."))
        yield ngettext("It is legal in {n} region:", "It is legal in {n} regions:", len(found))
        for part in found[:STRETCHES]:
            west, south, east, north = part.bounds
            inside = part.representative_point()
            yield _(
                "  {share:.0%} of the ground between {first} and {second}, such as {spot}",
                share=part.area / max((east - west) * (north - south), part.area),
                first=coordinates(west, south, 1),
                second=coordinates(east, north, 1),
                spot=coordinates(inside.x, inside.y, 1),
            )

    def _try(self, rest: str) -> Iterator[str]:
        desk, decision = self.desk, self._placing()
        x, y, *turn = read_placing(desk, decision, rest)
        answer = [x, y, *turn]
        refusals = decision.why_not(answer)
        if refusals:
            yield from reasons(refusals)
            region = decision.turned(int(turn[0])) if isinstance(decision, Lay) else decision.region
            nearest = region.nearest((x, y))
            if nearest is not None:
                yield _("  The nearest legal spot is {spot}.", spot=coordinates(nearest.x, nearest.y))
            return
        preview = desk.session.ruleset.preview(desk.session.game, decision.settled(answer), x, y)
        yield from _indented(preview.lines)
        for piece in preview.contacts:
            yield _("  in contact with {piece}", piece=desk.name_of(piece))

    def _placing(self) -> Place:
        if not isinstance(self.desk.decision, Place):
            raise Misread(_("There is nothing to place."))
        return self.desk.decision

    def _odds(self, rest: str) -> Iterator[str]:
        desk, decision = self.desk, self.desk.decision
        book, game = desk.session.ruleset, desk.session.game
        if decision is not None and rest:
            answer = read_answer(desk, decision, rest)
            found = book.odds(game, decision, answer) if decision.allows(answer) else None
        elif decision is not None and book.compared is not None:
            found = book.compared(game, decision)
        else:
            raise Misread(_("Name a choice: odds 1"))
        if found is None:
            yield _("No dice are involved.")
            return
        yield found.title
        for chance in (*found.outcomes, *found.chances):
            yield f"  {chance.label}: {percent(chance.share, 1)}"
        for spread in found.spreads:
            shares = [f"{amount}: {percent(share)}" for amount, share in enumerate(spread.shares) if share >= 0.005]
            yield f"  {spread.label}: {', '.join(shares)}"
        for grid in found.grids:
            yield f"  {grid.title}"
            for row in grid.rows:
                cells = ", ".join(f"{head} {cell}" for head, cell in zip(grid.heads[1:], row.cells))
                yield f"    {row.label}: {cells}"
        yield from _indented(found.lines)

    def _measure(self, rest: str) -> Iterator[str]:
        wanted = rest.strip().casefold()
        found = [measure for begins, measure in _MEASURES.items() if wanted.startswith(begins)]
        found += [measure for measure in measures() if wanted and measure.startswith(wanted)]
        if not found:
            known = ", ".join(_(name) for name in measures().values())
            raise Misread(_("Lengths can be shown and typed in: {known}.", known=known))
        show_in(found[0], spelled=True)
        self.desk.retranslate()
        kept = load_options(settings_path())[0]
        try:
            keep_changes(kept, replace(kept, measure=found[0]), settings_path())
        except OSError as error:
            yield _("The settings could not be saved: {error}", error=error)
        yield _("Lengths are now shown and typed in {measure}.", measure=in_words())

    def _find(self, name: str) -> list[PieceView]:
        wanted = name.strip().casefold()
        pieces = self.desk.units.on_table()
        exact = [piece for piece in pieces if wanted in (piece.id.casefold(), piece.name.casefold())]
        return exact or [piece for piece in pieces if wanted and piece.name.casefold().startswith(wanted)]

    def _piece(self, name: str) -> PieceView:
        found = self._find(name)
        if not found:
            raise Misread(_("No piece on the table is called {name!r}.", name=name[:40]))
        if len(found) > 1:
            raise Misread(_("Several pieces have that name: {names}.", names=", ".join(piece.name for piece in found)))
        return found[0]


def _indented(lines: Iterable[Line]) -> Iterator[str]:
    return (cited(f"  {line.text}", line.rule) for line in lines)


def reasons(refusals: Iterable[Refusal]) -> list[str]:
    """Return refusals as indented lines."""
    return [f"  {reason(refusal)}" for refusal in refusals]


def reason(refusal: Refusal) -> str:
    """Return a refusal as a line: its reason, the missing length, and the rule."""
    return cited(with_missing(refusal.text, refusal.short_by), refusal.rule)
