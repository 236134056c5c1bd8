"""Queries about a game in a terminal: pieces, ranges, rules, reasons, odds and units of length."""

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
"""Units of length by the beginnings of their typed names."""
STRETCHES: Final = 5
"""The most parts of a legal region that `where` lists."""

Command = Callable[[str], Iterable[str]]
"""A function that executes a line without its first word and yields the lines to print; it may raise `Misread`."""


@dataclass
class Queries:
    """Queries about a game in a terminal; none changes the game."""

    model: SessionModel

    def commands(self) -> dict[str, Command]:
        """Return the queries by command word."""
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
        model = self.model
        if rest:
            piece = self._piece(rest)
            yield piece_line(model, piece)
            reach = model.session.ruleset.reach(model.session.game, piece.id)
            yield from _indented((*piece.details, *reach.lines))
            return
        field = model.battlefield
        yield _("The table is {width} by {height}.", width=size(field.width), height=size(field.height))
        for piece in model.units.on_table():
            yield f"  {piece_line(model, piece, nearest=False)}"
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
                one, other = self.model.units.closest(first[0].id, second[0].id)
                yield f"{one.name}: {range_line(self.model, one, other)}."
                receipt = self.model.session.game.ruler.measure(disc_of(one), disc_of(other))
                if receipt.terrain_inches > 0:
                    yield _("  {inches} of it in terrain", inches=tape(receipt.terrain_inches))
                for wall in dict.fromkeys(receipt.blocked_by):
                    yield _("  {wall} is in the way", wall=wall)
                return
        names = " ".join(piece.name for piece in self.model.units.on_table()[:2])
        raise Misread(_("Name two pieces: range {names}", names=names))

    def _coach(self, rest: str) -> Iterator[str]:
        model = self.model
        try:
            best_answers = thought(model.session)
        except NoAdvice as none:
            raise Misread(str(none)) from None
        rated = best_answers()
        if not rated:
            raise Misread(_("The coach has no advice here."))
        weighing = Weighing.before(model.session.pending(), rated, rated[0].answer)
        yield _("The coach's best answers, best first:")
        yield from (f"  - {line.text}" for line in candidate_lines(model, weighing, numbered=False))

    def _rule(self, rest: str) -> Iterator[str]:
        rule = Rulebook(self.model.session.ruleset.rules()).find(rest.upper())
        if rule is None:
            raise Misread(_("No rule is called {id!r}.", id=rest[:40]))
        yield f"{rule.id} {rule.title}: {rule.text}"
        if rule.see:
            yield _("See also {rules}.", rules=", ".join(rule.see))

    def _why(self, rest: str) -> Iterator[str]:
        model, decision = self.model, self.model.decision
        if decision is None:
            raise Misread(_("Nothing to decide."))
        if rest == "not":
            refused = list(decision.refusals()) if isinstance(decision, Choose) else []
            lines = [f"  {option.label}: {reason(refusal)}" for option, refusal in refused]
            yield from lines or [_("Every choice is allowed here.")]
            return
        if isinstance(decision, Place) and rest and not rest.isdecimal():
            refusals = decision.why_not([*read_placing(model, decision, rest)])
            yield from reasons(refusals) or [_("It is legal there.")]
            return
        if isinstance(decision, Arrange) and rest and not rest.isdecimal():
            yield from reasons(decision.why_not(read_answer(model, decision, rest))) or [_("That is legal.")]
            return
        rule, refusals = decision.rule, []
        if rest.isdecimal():
            listed, number = offers(model, decision), int(rest)
            rule = (listed[number - 1].rule if 1 <= number <= len(listed) else "") or rule
        elif rest:
            refusals = self._refusals_of(decision, rest)
        yield from reasons(refusals) or [f"{rule}: {model.session.ruleset.wording(rule)}"]

    def _refusals_of(self, decision: Decision, name: str) -> list[Refusal]:
        """Return the refusals of the piece or option with a name, none if it can be chosen."""
        if isinstance(decision, Pick):
            return decision.why_not([self._piece(name).id])
        wanted = name.casefold()
        return [
            refusal
            for option, refusal in (decision.refusals() if isinstance(decision, Choose) else ())
            if wanted == option.key.casefold() or option.label.casefold().startswith(wanted)
        ]

    def _where(self, rest: str) -> Iterator[str]:
        region = self._placement().region
        if not isinstance(region, Region | TerrainRegion | PathRegion):
            raise Misread(_("That can't be listed here. Type near 12.5, 8 to find the nearest legal spot."))
        parts = sorted(polygons_of(region.geometry), key=lambda part: -part.area)
        if not parts:
            raise Misread(_("No spot is legal."))
        yield ngettext("It is legal in {n} region:", "It is legal in {n} regions:", len(parts))
        for part in parts[:STRETCHES]:
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
        model, decision = self.model, self._placement()
        x, y, *turn = read_placing(model, decision, rest)
        answer = [x, y, *turn]
        refusals = decision.why_not(answer)
        if refusals:
            yield from reasons(refusals)
            region = decision.turned(int(turn[0])) if isinstance(decision, Lay) else decision.region
            nearest = region.nearest((x, y))
            if nearest is not None:
                yield _("  The nearest legal spot is {spot}.", spot=coordinates(nearest.x, nearest.y))
            return
        preview = model.session.ruleset.preview(model.session.game, decision.settled(answer), x, y)
        yield from _indented(preview.lines)
        for piece in preview.contacts:
            yield _("  in contact with {piece}", piece=model.name_of(piece))

    def _placement(self) -> Place:
        if not isinstance(self.model.decision, Place):
            raise Misread(_("There is nothing to place."))
        return self.model.decision

    def _odds(self, rest: str) -> Iterator[str]:
        model, decision = self.model, self.model.decision
        book, game = model.session.ruleset, model.session.game
        if decision is not None and rest:
            answer = read_answer(model, decision, rest)
            odds = book.odds(game, decision, answer) if decision.allows(answer) else None
        elif decision is not None and book.compared is not None:
            odds = book.compared(game, decision)
        else:
            raise Misread(_("Name a choice: odds 1"))
        if odds is None:
            yield _("No dice are involved.")
            return
        yield odds.title
        for chance in (*odds.outcomes, *odds.chances):
            yield f"  {chance.label}: {percent(chance.share, 1)}"
        for spread in odds.spreads:
            shares = [f"{amount}: {percent(share)}" for amount, share in enumerate(spread.shares) if share >= 0.005]
            yield f"  {spread.label}: {', '.join(shares)}"
        for grid in odds.grids:
            yield f"  {grid.title}"
            for row in grid.rows:
                cells = ", ".join(f"{head} {cell}" for head, cell in zip(grid.heads[1:], row.cells))
                yield f"    {row.label}: {cells}"
        yield from _indented(odds.lines)

    def _measure(self, rest: str) -> Iterator[str]:
        wanted = rest.strip().casefold()
        matches = [measure for begins, measure in _MEASURES.items() if wanted.startswith(begins)]
        matches += [measure for measure in measures() if wanted and measure.startswith(wanted)]
        if not matches:
            known = ", ".join(_(name) for name in measures().values())
            raise Misread(_("Lengths can be shown and typed in: {known}.", known=known))
        show_in(matches[0], spelled=True)
        self.model.retranslate()
        options = load_options(settings_path())[0]
        try:
            keep_changes(options, replace(options, measure=matches[0]), settings_path())
        except OSError as error:
            yield _("The settings could not be saved: {error}", error=error)
        yield _("Lengths are now shown and typed in {measure}.", measure=in_words())

    def _find(self, name: str) -> list[PieceView]:
        wanted = name.strip().casefold()
        pieces = self.model.units.on_table()
        exact = [piece for piece in pieces if wanted in (piece.id.casefold(), piece.name.casefold())]
        return exact or [piece for piece in pieces if wanted and piece.name.casefold().startswith(wanted)]

    def _piece(self, name: str) -> PieceView:
        matches = self._find(name)
        if not matches:
            raise Misread(_("No piece on the table is called {name!r}.", name=name[:40]))
        if len(matches) > 1:
            names = ", ".join(piece.name for piece in matches)
            raise Misread(_("Several pieces have that name: {names}.", names=names))
        return matches[0]


def _indented(lines: Iterable[Line]) -> Iterator[str]:
    return (cited(f"  {line.text}", line.rule) for line in lines)


def reasons(refusals: Iterable[Refusal]) -> list[str]:
    """Return refusals as indented lines."""
    return [f"  {reason(refusal)}" for refusal in refusals]


def reason(refusal: Refusal) -> str:
    """Return a refusal as a line: its reason, the missing length, and the rule."""
    return cited(with_missing(refusal.text, refusal.short_by), refusal.rule)
