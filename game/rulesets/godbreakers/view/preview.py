"""The consequences of a placement in words, before the player commits to it (see `forecast`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from game.engine.core.decisions import Decision, Place
from game.engine.rulebook.view import Claim, Line, Preview, percent
from game.lengths import tape
from game.rulesets.godbreakers.rules.actions.engage import Engage
from game.rulesets.godbreakers.rules.actions.move import AVOID, CLIMB, ESCAPE, FALL
from game.rulesets.godbreakers.rules.actions.repertoire import refusal
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import level_of, movement_range
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import closest
from game.rulesets.godbreakers.view import forecast
from game.rulesets.godbreakers.view.table import listed_tokens
from game.rulesets.godbreakers.words.data import read_wording
from game.table.shapes import Disc
from game.wording import _, translated

_CLAIMS = read_wording("view")["claims"]
_OBSTACLE_RULES = {ESCAPE: "G-MOVE-3", CLIMB: "G-ADV-3", FALL: "G-ADV-3"}


def preview(game: Game, decision: Decision, x: float, y: float) -> Preview:
    """Return the consequences of putting the piece of a `Place` at (x, y)."""
    marker, model = game.state.markers.get(decision.about), game.state.models.get(decision.about)
    path, inches = tuple[tuple[float, float], ...](), 0.0
    if marker is not None:
        claims = list(forecast.of_marker(game, marker, x, y))
    elif model is not None:
        there = _spot(decision, model, x, y)
        claims = list(forecast.of_placement(game, decision, model, there))
        if model.on_table:  # the log also measures a move from centre to centre
            path, inches = ((model.x, model.y), (x, y)), math.dist((model.x, model.y), (x, y))
    else:
        return Preview()
    lines = tuple(_line(game, decision, claim) for claim in claims)
    contacts = next((claim.about[1:] for claim in claims if claim.kind == "contact"), ())
    return Preview(lines, contacts, path=path, inches=inches)


def outlook(game: Game, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
    """Yield the models that could reach the piece of a `Place` at (x, y). The lines grow as models are found."""
    model = game.state.models.get(decision.about)
    if model is not None:
        for claims in forecast.of_others(game, model, _spot(decision, model, x, y)):
            yield tuple(_line(game, decision, claim) for claim in claims)


def nearest_hostiles(game: Game, piece: str) -> tuple[str, ...]:
    """Return the closest hostile models of a model on the table, several if they tie (G-MEAS-7)."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return ()
    return tuple(other.id for other in closest(game, model, game.hostiles(model)))


def _spot(decision: Decision, model: Model, x: float, y: float) -> Disc:
    level = level_of(decision.region, model.level) if isinstance(decision, Place) else model.level
    return model.disc._replace(x=x, y=y, level=level)


# -- claims in words ---------------------------------------------------------------------------


def _line(game: Game, decision: Decision, claim: Claim) -> Line:
    kind, about, state = claim.kind, claim.about, game.state
    if kind == "obstacle":
        tone = _tone(game, decision, claim, "warning")
        return Line(translated(about[1]), _OBSTACLE_RULES.get(about[1], "G-MOVE-4"), tone, claim=claim)
    if kind == "control":
        return _control(game, decision, claim)
    second = about[1] if len(about) > 1 else ""
    pieces = [game.piece(identity) for identity in about if identity in state.models or identity in state.markers]
    names = [translated(piece.disc.name) for piece in pieces]
    win, tie, lose = map(percent, claim.chances) if len(claim.chances) == 3 else ("", "", "")
    chances = _("wins {win}, ties {tie}, loses {lose}", win=win, tie=tie, lose=lose)
    wording = _CLAIMS["beyond range" if claim.amount < 0 else "avoid" if second == AVOID else kind]
    text, rule, tone = wording["text"], wording["rule"], wording["tone"]
    if kind == "barred" and (why := refusal(game, state.models[about[0]], Engage(), state.performed)):
        rule = why.rule
    parts = {
        "amount": claim.amount,
        "distance": tape(claim.inches),
        "most": movement_range(game, state.models[about[0]]) if kind == "range" else 0,
        "n": len(about) - 1,
        "level": second,
        "test": _(second),
        "chance": percent(claim.chances[0]) if claim.chances else "",
        "chances": f": {chances}" if win else "",
        "names": ", ".join(names[1:]),
        "joined": _(" and ").join(names[1:]),
        "tokens": listed_tokens(state.tokens[identity] for identity in about[1:]) if kind == "tokens" else "",
        "lost": ", ".join(_shares(names, claim)),
    }
    return Line(_(text, **parts), rule or decision.rule, _tone(game, decision, claim, tone), claim=claim)


def _tone(game: Game, decision: Decision, claim: Claim, tone: str) -> str:
    """Return the tone of a claim for the deciding player, neutral if the model belongs to another player."""
    models = game.state.models
    mover = models.get(decision.about)
    viewer = decision.player or (mover.owner if mover is not None else "")
    own = mover is not None and mover.owner == viewer
    if claim.kind in ("engage", "could engage"):
        threatened = any(models[identity].owner == viewer for identity in claim.about[1:])
        if claim.kind == "could engage":
            return "warning" if threatened else "good"
        win, _tie, lose = claim.chances
        if not own and not threatened:
            return "plain"
        return "good" if (win >= lose if own else lose >= win) else "warning"
    return tone if own else "plain"


def _control(game: Game, decision: Decision, claim: Claim) -> Line:
    identity, after, before = claim.about
    marker, name = game.state.markers[identity].name, game.player_name(after) if after else _("nobody")
    share = f": {percent(claim.chances[0])}" if claim.chances[0] < 1.0 else ""
    if claim.amount:
        share += _(", before ready models strike")
    if before == after:
        return Line(_("{marker} stays with {name}", marker=marker, name=name) + share, "G-TBL-6", claim=claim)
    was = (_(" (now {before})", before=game.player_name(before)) if before else "") + share
    viewer = decision.player or game.state.models[decision.about].owner
    tone = "good" if after and after == viewer else "warning"
    if after:
        text = _("{marker} would be controlled by {name}{was}", marker=marker, name=name, was=was)
    else:
        text = _("{marker} would be uncontrolled{was}", marker=marker, was=was)
    return Line(text, "G-TBL-6", tone, claim=claim)


def _shares(names: Sequence[str], claim: Claim) -> Iterator[str]:
    """Yield the models that may become casualties, each with its chance, the active model last."""
    pairs = list(zip(names, claim.chances, strict=True)) if claim.kind == "lost" else []
    return (f"{name} {percent(chance)}" for name, chance in (*pairs[1:], *pairs[:1]) if chance)
