"""Plans: the intents that a player gives to the pieces of a computer player, as documents and in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from game.documents.error import DocumentError
from game.documents.files import home
from game.documents.reading import Document, Identifier, Name, Part, parse_document, refuse
from game.documents.yaml_text import SUFFIXES as YAML
from game.documents.yaml_text import text_of
from game.lengths import coordinates
from game.wording import N_, _

if TYPE_CHECKING:
    from game.engine.rulebook.view import TableView

MOST_SHOWN: Final = 12
"""The most names that a refusal lists."""

SUFFIXES: Final = (".json", *YAML)
"""The endings of plans' files."""
Kind = Literal["hold", "push", "screen", "hunt", "reserve"]
Inches = Annotated[float, Field(ge=0, le=1000)]
Round = Annotated[int, Field(ge=1, le=99)]


class IntentText(NamedTuple):
    """An intent in words: its name, its effect, the field that it `needs`, and the fields that it `may` have."""

    name: str
    text: str
    needs: str = ""
    may: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The field that names the place, friend or enemy of the intent."""
        return self.may[0]


KINDS: Final[Mapping[Kind, IntentText]] = {
    "hold": IntentText(N_("Hold"), N_("Goes to a place and stays there."), "", ("where",)),
    "push": IntentText(N_("Push"), N_("Goes to a place as fast as it can."), "where", ("where",)),
    "screen": IntentText(
        N_("Screen"), N_("Stays between a friend and the enemy."), "friend", ("friend", "enemy")
    ),
    "hunt": IntentText(N_("Hunt"), N_("Goes for an enemy and attacks it."), "enemy", ("enemy",)),
    "reserve": IntentText(N_("Reserve"), N_("Stays back from the enemy until its round."), "until", ()),
}  # fmt: skip
"""The intents in words."""


class IntentDocument(Part):
    """The aim of a piece or unit from round `since` on, and before round `until`.

    `who`, `friend` and `enemy` are names or ids. `where` is a marker, a terrain piece or a spot in inches; the piece is
    there `within` some inches of it.
    """

    who: Name
    intent: Kind
    where: Name | tuple[Inches, Inches] | None = None
    friend: Name | None = None
    enemy: Name | None = None
    within: Inches | None = None
    since: Round = 1
    until: Round | None = None

    @model_validator(mode="before")
    @classmethod
    def _with_present_names(cls, plain: Any) -> Any:
        """Rename the fields `whom` and `against` of older plans, in files and in saves."""
        if not isinstance(plain, dict):
            return plain
        names = {"whom": "friend", "against": "enemy"} if plain.get("intent") == "screen" else {"whom": "enemy"}
        return {names.get(name, name): value for name, value in plain.items()}

    @model_validator(mode="after")
    def _fields_fit(self) -> Self:
        """Refuse an intent that lacks a required field, or has a field that it does not use."""
        text = KINDS[self.intent]
        if text.needs and getattr(self, text.needs) is None:
            refuse(text.needs, _("is missing - {intent} needs it", intent=self.intent))
        for name in ("where", "friend", "enemy"):
            if name not in text.may and getattr(self, name) is not None:
                refuse(name, _("has no meaning for {intent} - remove it", intent=self.intent))
        if self.until is not None and self.until <= self.since:
            refuse(
                "until", _("is not after the round {since} in which it begins - use a later round", since=self.since)
            )
        return self

    def applies(self, round_number: int) -> bool:
        """Return whether the intent applies in a round; before the first round, that is the first round's intents."""
        number = max(1, round_number)
        return self.since <= number and (self.until is None or number < self.until)


class PlanDocument(Document):
    """A plan for a computer player: the intents of its pieces and units. Later intents replace earlier ones."""

    format: Literal["inchwise-plan"] = "inchwise-plan"
    version: Literal[1] = 1
    name: Name
    ruleset: Identifier | None = None
    intents: Annotated[tuple[IntentDocument, ...], Field(max_length=200)]


def plans_folder() -> Path:
    """Return the folder of the player's own plans, created if missing; raise `OSError`."""
    folder = home() / "plans"
    folder.mkdir(exist_ok=True)
    return folder


def own_plans(ruleset: str) -> dict[str, PlanDocument]:
    """Return the readable plans in the player's folder that fit a rulebook, by their files."""
    plans = dict[str, PlanDocument]()
    for path in sorted(plans_folder().iterdir()):
        if path.suffix.lower() in SUFFIXES:
            with suppress(DocumentError, OSError):
                plan = load_plan(str(path))
                plans |= {str(path): plan} if plan.ruleset in (None, ruleset) else {}
    return plans


def load_plan(file: str) -> PlanDocument:
    """Return the plan in a JSON or YAML file; raise `DocumentError`, `OSError`."""
    return parse_document(text_of(file), PlanDocument, file)


# -- names -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """The pieces, units and places of a game that a plan can name, as ids by their names in lower case.

    `pieces` are those of each player, `models` the ids of the models of a unit or lone piece, and `places` the shapes.
    """

    pieces: Mapping[str, Mapping[str, tuple[str, ...]]]
    models: Mapping[str, tuple[str, ...]]
    places: Mapping[str, str]
    shown: Mapping[str, str]

    @classmethod
    def of(cls, view: TableView) -> Known:
        """Return the names on a table, with those of pieces that are lost or may still enter."""
        models: dict[str, list[str]] = {}
        pieces: dict[str, dict[str, dict[str, None]]] = {}  # by owner and name: ids, as keys without repetition
        places: dict[str, str] = {}
        titles: dict[str, str] = {}
        for player in view.players:
            pieces[player.id] = {}
        for unit in view.units.values():
            models.setdefault(unit.id, [])
            titles[unit.id] = unit.name
            for name in _names(unit.id, unit.name, unit.owner):
                pieces.setdefault(unit.owner, {}).setdefault(name, {})[unit.id] = None
        for piece in (*view.pieces, *view.reserve, *view.lost):
            if piece.kind != "base":
                titles[piece.id] = piece.name
                places |= dict.fromkeys((piece.id.lower(), piece.name.lower(), _(piece.name).lower()), piece.id)
                continue
            unit_id = piece.unit if piece.unit in view.units else piece.id
            models.setdefault(unit_id, []).append(piece.id)
            if unit_id == piece.id:
                titles[piece.id] = piece.name
                for name in _names(piece.id, piece.name, piece.owner):
                    pieces.setdefault(piece.owner, {}).setdefault(name, {})[piece.id] = None
        for identity, name in view.names.items():
            titles[identity] = name or identity
            places |= {text.lower(): identity for text in (identity, name, _(name)) if text}
        by_owner = {owner: {name: tuple(ids) for name, ids in names.items()} for owner, names in pieces.items()}
        return cls(by_owner, {unit_id: tuple(ids) for unit_id, ids in models.items()}, places, titles)

    def own(self, player: str, name: str) -> tuple[str, ...]:
        """Return the units and lone pieces of a player with a name or id."""
        return self.pieces.get(player, {}).get(name.lower(), ())

    def others(self, player: str, name: str) -> tuple[str, ...]:
        """Return the units and lone pieces of other players with a name or id."""
        lower_name = name.lower()
        return tuple(
            identity
            for owner, names in self.pieces.items()
            if owner != player
            for identity in names.get(lower_name, ())
        )

    def names(self, owners: Collection[str]) -> list[str]:
        """Return the names of all units and lone pieces that belong to the given players."""
        ids = [identity for owner in owners for ids in self.pieces.get(owner, {}).values() for identity in ids]
        return list(dict.fromkeys(self.shown[identity] for identity in ids))

    def short(self, identity: str) -> str:
        """Return the name to use for a piece, unit or place in a plan: its id if others share its name."""
        owner = next((owner for owner, names in self.pieces.items() if (identity,) in names.values()), None)
        named = self.shown.get(identity, identity)
        if owner is None:
            return named if self.places.get(named.lower(), identity) == identity else identity
        if self.pieces[owner].get(named.lower(), (identity,)) == (identity,):
            return named
        return identity.removeprefix(f"{owner}.")


def _names(identity: str, name: str, owner: str) -> set[str]:
    """Return the names that mean a piece, in lower case: its id with and without its owner, and its name."""
    return {identity.lower(), identity.lower().removeprefix(f"{owner}."), name.lower()}


def require_fits(plan: PlanDocument, player: str, known: Known, ruleset: str, file: str) -> None:
    """Raise `DocumentError` for the first piece or place of a plan that a player's game does not have."""
    if plan.ruleset not in (None, ruleset):
        reason = _(
            "is a plan for {theirs}, but this game is {ours} - choose another plan", theirs=plan.ruleset, ours=ruleset
        )
        raise DocumentError(file, "ruleset", reason)
    enemies = [owner for owner in known.pieces if owner != player]
    for number, intent in enumerate(plan.intents):
        for field, name, ids, owners in (
            ("who", intent.who, known.own(player, intent.who), [player]),
            ("friend", intent.friend, known.own(player, intent.friend or ""), [player]),
            ("enemy", intent.enemy, known.others(player, intent.enemy or ""), enemies),
        ):
            if name is not None and not ids:
                text = N_("{name!r} is not a piece of this side" if owners == [player] else "{name!r} is not an enemy")
                raise _unknown(file, f"intents[{number}].{field}", _(text, name=name), name, known.names(owners))
        if isinstance(intent.where, str) and intent.where.lower() not in known.places:
            text = _("{name!r} is not a place on this table", name=intent.where)
            names = list(dict.fromkeys(known.shown[place] for place in known.places.values()))
            raise _unknown(file, f"intents[{number}].where", text, intent.where, names)


def _unknown(file: str, where: str, text: str, name: str, names: Sequence[str]) -> DocumentError:
    """Return the error for a name that is not in the game, with similar names."""
    if not names:
        return DocumentError(file, where, _("{text} - this game has none", text=text))
    similar = get_close_matches(name, names, 3, 0.5) or list(names[:MOST_SHOWN])
    ellipsis = ", ..." if len(similar) < len(names) else ""
    return DocumentError(file, where, _("{text} - use one of {names}", text=text, names=", ".join(similar) + ellipsis))


# -- words -----------------------------------------------------------------------------------------


def intent_words(intent: IntentDocument) -> str:
    """Return an intent in a few words, without its piece: "push to Objective, from round 2"."""
    place_in_words = coordinates(*intent.where) if isinstance(intent.where, tuple) else _(intent.where or "")
    texts: dict[Kind, Callable[[], str]] = {
        "hold": lambda: _("hold {place}", place=place_in_words) if place_in_words else _("hold its spot"),
        "push": lambda: _("push to {place}", place=place_in_words),
        "screen": lambda: _("screen {friend}", friend=intent.friend or ""),
        "hunt": lambda: _("hunt {enemy}", enemy=intent.enemy or ""),
        "reserve": lambda: _("reserve"),
    }
    parts = [texts[intent.intent]()]
    parts += [_("against {enemy}", enemy=intent.enemy)] if intent.friend and intent.enemy else []
    parts += [_("from round {n}", n=intent.since)] if intent.since > 1 else []
    parts += [_("until round {n}", n=intent.until)] if intent.until is not None else []
    return ", ".join(parts)
