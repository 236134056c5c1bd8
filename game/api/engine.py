"""The engine protocol: every JSON request gets a JSON reply. The reply to a wrong request says what is wrong."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

from pydantic import TypeAdapter, ValidationError

from game import rulesets
from game.api import messages
from game.api.seated import SeatedGame
from game.documents.error import DocumentError
from game.documents.limits import MAX_BYTES
from game.documents.reading import first_refusal, parse_document, read_json, validate_plain
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.core.dice import UnplannedRoll
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import Ruleset
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import give_answers, start_of
from game.engine.session import NothingPending, Session
from game.players import HUMAN, names
from game.players.new_session import start
from game.players.random_player import NoLegalPlace
from game.printable import MOST_REPEATED, texts_in, unrepeated
from game.wording import N_, _

PROTOCOL: Final = 1
"""The version of the protocol; requests and replies may get new fields without a new version."""
MOST_GAMES: Final = 256
"""The most games at a time."""

UNUSABLE: Final = N_("cannot be used - name a bundled one, or give a file that passes `check`")

Reply = dict[str, Any]


class Engine:
    """The games of one client, by number; `over` is set once the client has asked to quit."""

    def __init__(self) -> None:
        self.games: dict[int, SeatedGame] = {}
        self.last_number = 0
        self.over = False
        self._actions: dict[type, Callable[[Any], Reply]] = {
            messages.New: self._new_game,
            messages.Position: self._show,
            messages.Decision: self._show,
            messages.Options: self._show,
            messages.Answer: self._change,
            messages.Undo: self._change,
            messages.Fork: self._fork_game,
            messages.Drop: self._drop_game,
            messages.Quit: self._quit_engine,
        }

    def reply(self, text: str) -> Reply:
        """Return the reply to a request of any text. Only a bug in this program raises an exception."""
        tag: Reply = {}
        tree: object = None
        try:
            tree = read_json(text.strip(), "")
            tag = _tag_of(tree)
            request = _read_request(tree)
            return {**tag, "ok": True, **self._actions[type(request)](request)}
        except IllegalAnswer as error:
            shorten = partial(unrepeated, given=[*texts_in(tree)], most=MOST_REPEATED)
            refusals = [
                {"reason": shorten(refusal.text), "rule": refusal.rule, "short_by": refusal.inches}
                for refusal in error.refusals
            ]
            return {**tag, **refused("illegal", "answer", shorten(str(error))), "refusals": refusals}
        except MalformedAnswer as error:
            fault = refused("malformed", "answer", str(error))
        except DocumentError as error:
            place = ": ".join(part for part in (error.file, error.where) if part)
            fault = refused("request", place, error.reason)
        except (NothingPending, NoLegalPlace, UnplannedRoll) as error:
            fault = refused("game", "", str(error))
        request_texts = [*texts_in(tree)]
        return {
            **tag,
            "ok": False,
            "error": {name: unrepeated(part, request_texts, MOST_REPEATED) for name, part in fault["error"].items()},
        }

    def _requested_game(self, request: messages.GameMessage) -> tuple[int, SeatedGame]:
        number = request.game if request.game is not None else max(self.games, default=0)
        game = self.games.get(number)
        if game is None:
            numbers = ", ".join(map(str, sorted(self.games)[-20:])) or _("none")
            reason = _("there is no game {number} (games: {there}) - start one with new", number=number, there=numbers)
            raise DocumentError("", "game", reason)
        return number, game

    def _add_game(self, game: SeatedGame) -> int:
        self.last_number += 1
        self.games[self.last_number] = game
        return self.last_number

    def _require_room(self) -> None:
        if len(self.games) >= MOST_GAMES:
            reason = _("there are already {n} games - drop one first", n=MOST_GAMES)
            raise DocumentError("", "do", reason)

    def _new_game(self, request: messages.New) -> Reply:
        self._require_room()
        seed = secrets.randbits(48) if request.seed is None else request.seed
        _check_kinds(request.players)
        session = _from_request(request, seed) if request.position is None else _from_position(request.position)
        seats = session.ruleset.players(session.setup)
        game = SeatedGame(session, request.players or (HUMAN,) * len(seats), seed, request.tries)
        game.play_bots()
        return {"game": self._add_game(game), "protocol": PROTOCOL, "seats": dict(session.seats), **game.news()}

    def _show(self, request: messages.Position | messages.Decision | messages.Options) -> Reply:
        """Return the part of a game that a player asks to see, without what that player may not know."""
        number, game = self._requested_game(request)
        viewer = game.viewer(request.viewer)
        if isinstance(request, messages.Position):
            return {"game": number, **game.position(viewer, request.seed)}
        if isinstance(request, messages.Options):
            return {"game": number, **game.options(viewer, request.count, request.seed)}
        return {"game": number, **game.moment(viewer)}

    def _change(self, request: messages.Answer | messages.Undo) -> Reply:
        """Give or undo an answer, let the bots answer, and return what happened in the game."""
        number, game = self._requested_game(request)
        if isinstance(request, messages.Answer):
            game.answer(request.answer)
        else:
            game.undo()
        return {"game": number, **game.news()}

    def _fork_game(self, request: messages.Fork) -> Reply:
        self._require_room()
        _check_kinds(request.players)
        game = self._requested_game(request)[1]
        copy = game.fork(game.viewer(request.viewer), request.players, request.seed)
        copy.play_bots()
        return {"game": self._add_game(copy), "seats": dict(copy.session.seats), **copy.news()}

    def _drop_game(self, request: messages.Drop) -> Reply:
        number = self._requested_game(request)[0]
        del self.games[number]
        return {"game": number}

    def _quit_engine(self, request: messages.Quit) -> Reply:
        self.over = True
        return {}


def _tag_of(tree: object) -> Reply:
    """Return the `id` of a request as a part of the reply, empty if the request has no valid `id`."""
    if isinstance(tree, dict) and "id" in tree:
        try:
            return {"id": TypeAdapter(messages.Tag).validate_python(tree["id"], strict=True)}
        except ValidationError:
            return {}
    return {}


def refused(kind: str, where: str, reason: str) -> Reply:
    """Return the reply to a request that cannot be met, with the kind, place and reason of the fault."""
    return {"ok": False, "error": {"kind": kind, "where": where, "reason": reason}}


def _read_request(tree: object) -> messages.AnyRequest:
    """Return the request in a JSON tree; raise `DocumentError`."""
    if not isinstance(tree, dict):
        raise DocumentError("", "", _('is not a JSON object - send a request like {"do": "new"}'))
    known = ", ".join(messages.REQUESTS)
    do = tree.get("do")
    model = messages.REQUESTS.get(do) if isinstance(do, str) else None
    if model is None:
        raise DocumentError("", "do", _("is missing or unknown - use one of {known}", known=known))
    return validate_plain(TypeAdapter(model), tree, "")


def _check_kinds(kinds: tuple[str, ...] | None) -> None:
    known = (HUMAN, *names())
    for place, kind in enumerate(kinds or ()):
        if kind not in known:
            reason = _("{kind!r} is not a kind of player - use one of {known}", kind=kind, known=", ".join(known))
            raise DocumentError("", f"players[{place}]", reason)


def _from_request(request: messages.New, seed: int) -> Session:
    """Return the new game of a request; raise `DocumentError`."""
    ruleset = rulesets.find(request.ruleset, "")
    kinds = request.players or (HUMAN, HUMAN)
    player_names = request.names or tuple(f"{kind.capitalize()} {place}" for place, kind in enumerate(kinds, 1))
    if len(player_names) != len(kinds):
        reason = _("{n} given for {seats} seats - give one for each", n=len(player_names), seats=len(kinds))
        raise DocumentError("", "names", reason)
    known = {agreement.name for agreement in ruleset.agreements()}
    for name in request.agreed:
        if name not in known:
            names_known = ", ".join(sorted(known)) or _("none")
            raise DocumentError(
                "", f"agreed.{name[:40]}", _("is not available - use one of {known}", known=names_known)
            )
    plan = GamePlan(
        player_names,
        request.scenario,
        request.map,
        request.rounds,
        request.rosters,
        request.switches,
        agreed=tuple(request.agreed.items()),
    )
    return start(ruleset, _setup_of_plan(ruleset, plan), kinds, seed)


def _setup_of_plan(ruleset: Ruleset, plan: GamePlan) -> Any:
    """Return the setup of a plan; raise `DocumentError`.

    An unusable map or roster is always refused in the same words, so that a client does not learn which files and
    folders this computer has.
    """
    files = {} if plan.map is None else {plan.map: "map"}
    files |= {name: f"rosters[{place}]" for place, name in reversed([*enumerate(plan.rosters)])}
    odd = next((where for name, where in files.items() if "\0" in name), None)
    if odd is not None:  # no file can have this name
        raise DocumentError("", odd, _(UNUSABLE))
    try:
        return ruleset.new_setup(plan)
    except ValidationError as error:
        raise first_refusal(error, "") from None
    except OSError as error:
        file = os.fsdecode(error.filename or "")
        raise DocumentError("", _field_of(file, files) or "rosters", _(UNUSABLE)) from None
    except DocumentError as error:
        where = _field_of(error.file, files)
        if where is None:
            raise
        raise DocumentError("", where, _(UNUSABLE)) from None


def _field_of(file: str, files: Mapping[str, str]) -> str | None:
    """Return the field of a request that names the file in an error, or None. The error may shorten the file name."""
    if not file:
        return None
    return next((at for name, at in files.items() if Path(name) == Path(file) or name.startswith(file)), None)


def _from_position(position: dict[str, Any]) -> Session:
    """Return the game of a position; raise `DocumentError`."""
    document = parse_document(json.dumps(position), PositionDocument, "position")
    if document.dice.typed is not None:
        raise DocumentError("position", "dice.typed", _("dice cannot be typed here - give a seed or faces"))
    session = start_of(document, rulesets.find, "position")
    give_answers(session, document, "position")
    return session


def bounded_lines(stream: BinaryIO, most: int = MAX_BYTES) -> Iterator[str | DocumentError]:
    """Yield each non-blank line as text, or its error. A line that is too long is never held in memory."""
    number = 0
    while line := stream.readline(most + 1):
        number += 1
        place = line_name(number)
        if len(line) > most and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(most)
            reason = _("is longer than {most:,} bytes - no request needs that much", most=most)
            yield DocumentError(place, "", reason)
            continue
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            byte_place = _("byte {start}", start=error.start)
            yield DocumentError(place, byte_place, _("is not UTF-8 text - send UTF-8"))
            continue
        if text.strip():
            yield text


def line_name(number: int) -> str:
    """Return the name of a line in refusals."""
    return _("line {number}", number=number)
