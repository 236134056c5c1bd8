"""Circles for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import Name, validate_plain
from game.engine.kit.rosters import NamedRosters
from game.engine.rulebook.facets import Parameter, Values
from game.rulesets.godbreakers.rules.circles.bundled import CIRCLES
from game.rulesets.godbreakers.rules.circles.creation import random_circle
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument, GodbreakerDocument
from game.rulesets.godbreakers.rules.circles.gains import trait_names
from game.wording import N_, _


def sheet(circle: CircleDocument) -> Iterator[str]:
    """Yield lines of text about a circle, with a line for each godbreaker, the leader first."""
    parts = {"circle": circle.name, "kind": kind_of(circle), "fights_for": circle.fights_for}
    yield _("{circle}, {kind}, fights for {fights_for}", **parts)
    yield _("  shard: {shard_name}", shard_name=circle.shard_name) + (f" ({circle.shard} 1)" if circle.shard else "")
    width = max((len(member.name) for member in circle.godbreakers), default=0)
    for place, member in enumerate(circle.godbreakers):
        mark = "*" if place == 0 else " "
        yield f"  {mark} {member.name:<{width}}  D{member.die:<3}{nature(member)}".rstrip()


def kind_of(circle: CircleDocument) -> str:
    """Return a text that says whether a circle is for training or experienced."""
    if circle.training:
        return _("a training circle")
    return _("an experienced circle") if circle.veteran else _("a circle")


def nature(member: GodbreakerDocument) -> str:
    """Return a text with the metals, traits and flaws of a godbreaker."""
    ranks = ", ".join(f"{name} {rank}" for name, rank in member.traits.items())
    parts = ["/".join(map(_, member.metals)), ranks, ", ".join(member.flaws)]
    return "; ".join(part for part in parts if part)


class Circles(NamedRosters[CircleDocument]):
    """The rosters of The Godbreaker Saga for the command line."""

    known = CIRCLES
    parameters: tuple[Parameter, ...] = (
        Parameter("fights_for", N_("Its cause; picked at random if omitted.")),
        Parameter("shard", N_("The trait of its shard; picked at random if omitted.")),
    )

    def listed(self, name: str, roster: CircleDocument) -> tuple[str, dict[str, Any]]:
        return _line(name, roster), _row(name, roster)

    sheet = staticmethod(sheet)

    def make(self, name: str, seed: int, values: Values) -> CircleDocument:
        """Return a random legal circle. Raise `DocumentError` for an impossible name, cause or shard trait."""
        fights_for = None if values["fights_for"] is None else str(values["fights_for"])
        shard = None if values["shard"] is None else str(values["shard"])
        for where, text in (("--name", name), ("--fights-for", fights_for)):
            if text is not None:
                try:
                    validate_plain(TypeAdapter(Name), text, "new circle")
                except DocumentError as error:
                    raise DocumentError("new circle", where, error.reason) from None
        if shard is not None and shard not in trait_names():
            text = N_("no trait is called {shard!r} - use one of {known} (G-CIR-4)")
            raise DocumentError("new circle", "--shard", _(text, shard=shard[:40], known=", ".join(trait_names())))
        return random_circle(name, seed, fights_for=fights_for, shard=shard)


def _row(name: str, circle: CircleDocument) -> dict[str, Any]:
    return {
        "circle": name,
        "name": circle.name,
        "fights_for": circle.fights_for,
        "training": circle.training,
        "shard": circle.shard or "",
        "members": [member.name for member in circle.godbreakers],
    }


def _line(name: str, circle: CircleDocument) -> str:
    kind = _("training") if circle.training else _("shard: {shard}", shard=_(circle.shard or ""))
    return _("{circle:<22}{kind:<20}for {cause}", circle=name, kind=kind, cause=circle.fights_for)
