"""The consequences of a placement, as claims and in words. The rules run on copies of the game to find them.

A claim is a fact that would become true, like an event of the future.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.engine.core.decisions import Decision, Place
from game.engine.core.odds import mixed
from game.engine.kit.wording import changed_hands
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Claim, Line, Preview, Verdict
from game.lengths import tape
from game.rulesets.godbreakers.odds.odds import (
    Resolved,
    engage_odds,
    failed,
    may_ascend,
    resolved,
    roll_odds,
    standing,
    test_odds,
    triumph_odds,
)
from game.rulesets.godbreakers.rules.actions.action import Deed
from game.rulesets.godbreakers.rules.actions.repertoire import (
    AVOID,
    CLIMB,
    ESCAPE,
    FALL,
    Engage,
    able_to_react,
    most_opponents,
    obstacles_to,
    refusal,
    targets,
)
from game.rulesets.godbreakers.rules.damage import extra_damage
from game.rulesets.godbreakers.rules.events import Damaged
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import (
    attack_range,
    landings,
    least_range,
    level_of,
    move_region,
    movement_range,
)
from game.rulesets.godbreakers.rules.rounds.activation import (
    acts_next_round,
    can_still_engage,
    has_another_action,
    will_act_again,
)
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import best_range, closest, compulsion_of, deeds_of
from game.rulesets.godbreakers.view.table import listed_tokens
from game.rulesets.godbreakers.words.rule_text import read_wording
from game.table.lattice import Position
from game.table.placing.conditions import AnyOf, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.wording import _, ngettext, percent, translated

MOST_TARGETS = 4
"""The most opponents whose odds are listed. With more opponents, only names are listed."""


def of_placement(game: Game, decision: Decision, model: Model, there: Disc) -> Iterator[Claim]:
    """Yield the consequences of placing a model at `there`, including those of a fall."""
    editing = isinstance(decision, Editing)  # an edit is previewed as a move of the active model
    moving = model.on_table and (editing or decision.rule == "G-MOVE-1")
    obstacles = obstacles_to(game, model, Position(there.x, there.y), there.level) if moving else []
    supposed, moved = standing(game, model, there)
    if editing:
        supposed.state.active = moved.id
    test = decision.test if not moving else AVOID if obstacles else ""
    outcomes = list(resolved(supposed, test, obstacles)) if supposed.state.active else [(1, supposed)]
    if moving:
        yield Claim(
            "range",
            (moved.id,),
            amount=least_range(game, game.stances(model), there, movement_range(game, model)),
            inches=math.dist((model.x, model.y), (there.x, there.y)),
        )
        yield from (Claim("obstacle", (moved.id, obstacle)) for obstacle in obstacles)
        if not obstacles:
            yield Claim("no obstacle", (moved.id,))
    if test:
        yield from _tested(supposed, test, len(obstacles) + extra_damage(supposed, moved) if moving else 0)
    if moved.level < there.level:
        damage = sum(event.amount for event in supposed.events if isinstance(event, Damaged))
        yield Claim("fall", (moved.id, str(moved.level)), amount=damage)
    in_contact = [
        piece.id for piece in supposed.present() if piece is not moved and _beside(supposed, moved.disc, piece)
    ]
    if in_contact:
        yield Claim("contact", (moved.id, *in_contact))
    if model.place == "casualty":
        for _cases, outcome in outcomes:  # a returned model stays only if the test passes
            models = outcome.state.models
            models[model.id] = models[model.id].clone()  # outcomes may share the model
            models[model.id].place = "casualty" if failed(outcome) else "table"
    on_table = [outcome for outcome in outcomes if _active(outcome[1]).on_table] if supposed.state.active else []
    reactors = list(_reactions(on_table, settled=moving or not test))
    for claim in _controls(game, model, moved, outcomes):
        yield replace(claim, amount=len(reactors))  # a reaction may change control
    if moving and (tokens := [token.id for token in supposed.unclaimed() if _beside(supposed, moved.disc, token)]):
        yield Claim("tokens", (moved.id, *tokens))
    if supposed.state.active:
        yield from reactors
        if supposed.state.active == moved.id:
            no_action_left = not editing and not has_another_action(game, model)
            yield from _fights(on_table, spent=no_action_left, plain=not reactors)
    elif game.state.step == "setup" and (others := targets(supposed, moved)):
        yield Claim("in range", (moved.id, *(other.id for other in others)))


def _active(game: Game) -> Model:
    return game.state.models[game.state.active]


def _tested(game: Game, test: str, damage: int) -> Iterator[Claim]:
    """Yield the chance that the active model passes a test, and that it ascends by it, if it can (G-ROLL-6)."""
    model = _active(game)
    yield Claim("test", (model.id, test), (float(test_odds(game, model, test)),), damage)
    if may_ascend(model):
        triumph = triumph_odds(model, roll_odds(game, model, test, challenging=True))
        yield Claim("ascends", (model.id,), (float(triumph),))


def _controls(game: Game, model: Model, moved: Model, outcomes: Sequence[Resolved]) -> Iterator[Claim]:
    """Yield the likeliest and the current controller of each marker whose controller may change (G-TBL-6)."""
    models = [game.state.models[identity] for identity in (model.id, game.leaving) if identity]
    left_behind = [other for other in models if other.on_table]
    for marker in game.lying():
        is_near = _beside(game, moved.disc, marker) or any(game.touching(marker, left_behind))
        if not is_near and len(outcomes) < 2:
            continue
        cases_by_controller: Counter[str] = Counter()
        for cases, outcome in reversed(outcomes):  # passed tests first
            cases_by_controller[outcome.controller(marker)] += cases
        if is_near or len(cases_by_controller) > 1:  # a model that ascends by the test gives up its markers
            [(controller, cases)] = cases_by_controller.most_common(1)
            yield Claim(
                "control", (marker.id, controller, game.controller(marker)), (cases / cases_by_controller.total(),)
            )


def _beside(game: Game, base: Disc, piece: Piece) -> bool:
    """Return whether a piece is within 0 U of a base (G-MEAS-2). Pieces far away are not measured."""
    gap = base.radius + piece.radius + 1.0
    is_close = -gap < piece.x - base.x < gap and -gap < piece.y - base.y < gap
    return is_close and game.ruler.within(base, piece.disc, 0)


# -- the active model's fights -----------------------------------------------------------------


def _reactions(outcomes: list[Resolved], *, settled: bool) -> Iterator[Claim]:
    """Yield the ready models that would engage the active model (G-ADV-1).

    The odds are added if nothing else comes first.
    """
    if outcomes and (reactors := able_to_react(outcomes[0][1])):
        game, model = outcomes[0][1], _active(outcomes[0][1])
        names = tuple(other.id for other in reactors)
        exact = settled and len(names) == 1 and not game.state.engaged
        chances = _mixed(outcomes, names[0], (model.id,))[0] if exact else ()
        yield Claim("could react" if game.state.engaged else "reacts", (model.id, *names), chances)


def _fights(outcomes: list[Resolved], *, spent: bool, plain: bool) -> Iterator[Claim]:
    """Yield the models that the active model could engage next (G-ENG-1).

    The odds are added if nothing else comes first. `spent`: no action is left. `plain`: no ready model reacts first.
    """
    if not outcomes:
        return
    game, model = outcomes[0][1], _active(outcomes[0][1])
    opponents = targets(game, model)
    about = (model.id, *(other.id for other in opponents))
    if not opponents:
        return
    if spent:
        yield Claim("spent", about)
    elif refusal(game, model, Engage(), game.state.performed):
        yield Claim("barred", about)
    elif not plain or game.state.engaged or len(opponents) > MOST_TARGETS:
        yield Claim("could engage", about)
    else:
        yield from (claim for other in about[1:] for claim in _engage(outcomes, about[:1], (other,)))
        if 1 < len(opponents) <= most_opponents(game, model):
            yield from _engage(outcomes, about[:1], about[1:])


def _engage(outcomes: list[Resolved], active: tuple[str, ...], opponents: tuple[str, ...]) -> Iterator[Claim]:
    """Yield the odds of an Engage, and the chances of casualties if there are any."""
    chances, casualty_chances = _mixed(outcomes, active[0], opponents)
    yield Claim("engage", active + opponents, chances)
    if any(casualty_chances):
        yield Claim("lost", active + opponents, casualty_chances)


def _mixed(
    outcomes: list[Resolved], active: str, opponents: tuple[str, ...]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the chances of win, tie and loss, and of casualties, averaged over all outcomes before the Engage."""
    rows = []
    for cases, game in outcomes:
        models = game.state.models
        odds = engage_odds(game, models[active], *(models[other] for other in opponents))
        chances = odds.win, odds.tie, odds.lose, *(fate.casualty for fate in odds.fates)
        rows.append([(cases, chance) for chance in chances])
    averages = tuple(float(mixed(column)) for column in zip(*rows, strict=True))
    return averages[:3], averages[3:]


# -- threats by others -------------------------------------------------------------------------


def of_others(game: Game, model: Model, there: Disc) -> Iterator[tuple[Claim, ...]]:
    """Yield ever longer lists of the hostile models that could reach a model at `there`, with their chances to win.

    Models that act only in the next round have a list of their own.
    """
    supposed, target = standing(game, model, there)
    at_once_by_id, after_move_by_id, next_round_by_id = dict[str, float](), dict[str, float](), dict[str, float]()
    for hostile in supposed.hostiles(target):
        other = supposed.state.models[hostile.id] = hostile.clone()
        supposed.state.active, other.unused = other.id, ()  # as when the other model's turn comes
        if not will_act_again(game, other):
            continue
        at_once = _reaches(supposed, other, target)
        if not at_once and not (can_still_engage(game, other) and could_come_to_reach(supposed, other, target)):
            continue
        wins = next_round_by_id if acts_next_round(game, hostile) else at_once_by_id if at_once else after_move_by_id
        wins[other.id] = float(engage_odds(supposed, other, target).win)
        reachers = {"at once": at_once_by_id, "after a move": after_move_by_id, "next round": next_round_by_id}
        yield tuple(
            Claim(kind, (target.id, *others), tuple(others.values())) for kind, others in reachers.items() if others
        )
    if not at_once_by_id and not after_move_by_id and not next_round_by_id:
        yield (Claim("nobody", (target.id,)),)


def _reaches(game: Game, other: Model, model: Model) -> bool:
    """Return whether `other` can strike `model` without moving. A wild model strikes only by its compulsion."""
    if not other.wild:
        return game.reaches(other, model, attack_range(game, other))
    return any(not deed.moves for deed in _deeds_against(game, other, model))


def _deeds_against(game: Game, other: Model, model: Model) -> list[Deed]:
    """Return the deeds that a wild model's compulsion demands against another model now (G-SIDE-4, Q12)."""
    deeds = deeds_of(game, other, compulsion_of(game, other)).values()
    return [deed for deed in deeds if deed.harms and model.id in deed.subject]


def could_come_to_reach(game: Game, other: Model, model: Model) -> bool:
    """Return whether a move of `other` can end with `model` in its attack range (G-MOVE-1, G-ENG-1).

    A wild model moves as its compulsion demands, which is as near to its target as possible (Q12).
    """
    if other.wild:
        if not _deeds_against(game, other, model):
            return False
        nearest = best_range(game, other, model, nearest=True).range
        return nearest is not None and nearest <= attack_range(game, other)
    move, attack = movement_range(game, other), attack_range(game, other)
    gap = math.hypot(model.x - other.x, model.y - other.y) - model.radius - other.radius
    if gap >= move + attack + 2.0:  # walls and terrain only shorten the reach
        return False
    return any(ends.find() for ends in striking_ends(game, other, model, attack))


def striking_ends(game: Game, other: Model, model: Model, n: int) -> Iterator[Region]:
    """Yield the spots from which `other` is within `n` U of `model` after a move, as a region for each level
    (G-ADV-2, G-ADV-5).
    """
    in_range = WithinRange(game.ruler, model.disc, n, other.radius, whole=False)
    if not game.levels:
        yield move_region(game, other, (in_range,))
        return
    for ends, level in landings(game, move_region(game, other)):
        # An Unbound model may shift its level for the attack too. An attack reaches one level up or down.
        levels_in_reach = [stance for stance in game.levels_of(other, level) if abs(stance - model.level) <= 1]
        if levels_in_reach:
            from_any_level = AnyOf([in_range.for_level(stance) for stance in levels_in_reach])
            yield Region(ends.radius, (*ends.conditions, from_any_level), ends.around)


_CLAIMS = read_wording("view")["claims"]
_OBSTACLE_RULES = {ESCAPE: "G-MOVE-3", CLIMB: "G-ADV-3", FALL: "G-ADV-3"}


def preview(game: Game, decision: Decision, x: float, y: float) -> Preview:
    """Return the consequences of putting the piece of a `Place` at (x, y)."""
    marker, model = game.state.markers.get(decision.about), game.state.models.get(decision.about)
    path, inches = tuple[tuple[float, float], ...](), 0.0
    if marker is not None:
        in_contact = [model.id for model in game.standing() if _beside(game, marker.disc.moved_to(x, y), model)]
        claims = [Claim("contact", (marker.id, *in_contact))] if in_contact else []
    elif model is not None:
        base = _spot(decision, model, x, y)
        claims = list(of_placement(game, decision, model, base))
        if model.on_table:  # the log also measures a move from centre to centre
            path, inches = ((model.x, model.y), (x, y)), math.dist((model.x, model.y), (x, y))
    else:
        return Preview()
    lines = tuple(_said(game, decision, claims, _line(game, decision, claim)) for claim in claims)
    contacts = next((claim.about[1:] for claim in claims if claim.kind == "contact"), ())
    return Preview(lines, contacts, path=path, inches=inches)


def outlook(game: Game, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
    """Yield ever longer lists of lines about the models that could reach the piece of a `Place` at (x, y)."""
    model = game.state.models.get(decision.about)
    if model is not None:
        for claims in of_others(game, model, _spot(decision, model, x, y)):
            yield tuple(_said(game, decision, claims, _line(game, decision, claim)) for claim in claims)


def nearest_hostiles(game: Game, piece: str) -> tuple[str, ...]:
    """Return the closest hostile models of a model on the table, several if they tie (G-MEAS-7)."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return ()
    return tuple(other.id for other in closest(game, model, game.hostiles(model)))


def _spot(decision: Decision, model: Model, x: float, y: float) -> Disc:
    """Return the base of a model moved to (x, y), on the level of the decision."""
    level = level_of(decision.region, model.level) if isinstance(decision, Place) else model.level
    return model.disc._replace(x=x, y=y, level=level)


# -- claims in words ---------------------------------------------------------------------------


def _line(game: Game, decision: Decision, claim: Claim) -> Line:
    """Return the line for a claim: its text with the names and numbers filled in, its rule and its tone."""
    kind, about, state = claim.kind, claim.about, game.state
    if kind == "obstacle":
        tone = _tone(game, decision, claim, "warning")
        return Line(translated(about[1]), _OBSTACLE_RULES.get(about[1], "G-MOVE-4"), tone, claim=claim)
    if kind == "control":
        return _control(game, decision, claim)
    second = about[1] if len(about) > 1 else ""
    # besides pieces, `about` may name a level, a test or an obstacle
    pieces = [game.piece(identity) for identity in about if identity in state.models or identity in state.markers]
    names = [translated(piece.disc.name) for piece in pieces]
    win, tie, lose = map(percent, claim.chances) if len(claim.chances) == 3 else ("", "", "")
    chances = _("wins {win}, ties {tie}, loses {lose}", win=win, tie=tie, lose=lose)
    # a range that is exceeded and the Avoid Obstacles test have texts of their own
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
    is_own = mover is not None and mover.owner == viewer
    if claim.kind in ("engage", "could engage"):
        threatened = any(models[identity].owner == viewer for identity in claim.about[1:])
        if claim.kind == "could engage":
            return "warning" if threatened else "good"
        win, _tie, lose = claim.chances
        if not is_own and not threatened:
            return "plain"
        return "good" if (win >= lose if is_own else lose >= win) else "warning"
    return tone if is_own else "plain"


def _control(game: Game, decision: Decision, claim: Claim) -> Line:
    """Return the line about the controller of a marker after the placement."""
    identity, new_controller, old_controller = claim.about
    marker, name = (
        game.state.markers[identity].name,
        game.player_name(new_controller) if new_controller else _("nobody"),
    )
    share = _share(claim) + (_(", before ready models strike") if claim.amount else "")
    if old_controller == new_controller:
        return Line(_("{marker} stays with {name}", marker=marker, name=name) + share, "G-TBL-6", claim=claim)
    was = (_(" (now {before})", before=game.player_name(old_controller)) if old_controller else "") + share
    viewer = decision.player or game.state.models[decision.about].owner
    tone = "good" if (new_controller == viewer if new_controller else old_controller != viewer) else "warning"
    if new_controller:
        text = _("{marker} would be controlled by {name}{was}", marker=marker, name=name, was=was)
    else:
        text = _("{marker} would be uncontrolled{was}", marker=marker, was=was)
    return Line(text, "G-TBL-6", tone, claim=claim)


def _share(claim: Claim) -> str:
    """Return the chance of a claim as the end of a sentence, "" if it is certain."""
    return f": {percent(claim.chances[0])}" if claim.chances[0] < 1.0 else ""


def _shares(names: Sequence[str], claim: Claim) -> Iterator[str]:
    """Yield the models that may become casualties, each with its chance, the active model last."""
    pairs = list(zip(names, claim.chances, strict=True)) if claim.kind == "lost" else []
    return (f"{name} {percent(chance)}" for name, chance in (*pairs[1:], *pairs[:1]) if chance)


# -- claims at the cursor ----------------------------------------------------------------------


def _said(game: Game, decision: Decision, claims: Sequence[Claim], line: Line) -> Line:
    """Return a line with the text at the cursor for its claim, if any. For a model of others, only its cost and the
    markers that it takes away.
    """
    claim, models = line.claim, game.state.models
    mover = models.get(decision.about)
    if claim is None or mover is None:
        return line
    viewer = decision.player or mover.owner
    if claim.kind == "range":
        move_range = movement_range(game, mover)
        text = (
            _("beyond {most} U", most=move_range)
            if claim.amount < 0
            else _("{n} of {most} U", n=claim.amount, most=move_range)
        )
        return replace(line, verdict=Verdict("cost", text, str(max(claim.amount, 0) or "")))
    if mover.owner != viewer and claim.kind != "control":
        return line
    return replace(line, verdict=_verdict_of_spot(game, claims, claim, viewer))


def _verdict_of_spot(game: Game, claims: Sequence[Claim], claim: Claim, viewer: str) -> Verdict | None:
    """Return the text at the cursor for a claim about a spot; None if only the full list shows the claim."""
    kind, about = claim.kind, claim.about
    if kind == "test":
        obstacles = [translated(item.about[1]) for item in claims if item.kind == "obstacle"]
        name = (
            ngettext("{n} obstacle", "{n} obstacles", len(obstacles))
            if len(obstacles) > 1
            else "".join(obstacles) or _(about[1])
        )
        facts = {"test": name, "safe": _("{chance} safe", chance=percent(claim.chances[0])), "n": str(claim.amount)}
        text = _("{test}: {safe}, else {n} damage", **facts) if claim.amount else _("{test}: {safe}", **facts)
        return Verdict("risk", text, facts["safe"], 1.0 - claim.chances[0])
    if kind == "ascends":
        share = percent(claim.chances[0])
        return Verdict(
            "risk", _("{chance} that it ascends and leaves the table", chance=share), share, claim.chances[0]
        )
    if kind == "fall" and claim.amount:
        damage = _("{n} damage", n=claim.amount)
        return Verdict("risk", _("Falls: {damage}", damage=damage), damage)
    if kind == "control":
        return _of_control(game, claim, viewer)
    if kind in ("reacts", "could react"):
        return _of_reaction(game, claim)
    if kind == "engage":
        win = percent(claim.chances[0])
        names = _(" and ").join(game.state.models[item].name for item in about[1:])
        return Verdict("gain", _("then {win} to beat {names}", win=win, names=names), win, claim.chances[0])
    return Verdict("answer", about=about[1:], chances=claim.chances) if kind in ("at once", "after a move") else None


def _of_control(game: Game, claim: Claim, viewer: str) -> Verdict | None:
    """Return the text at the cursor for a marker that gets another controller, or none; None for other markers."""
    identity, new_controller, old_controller = claim.about
    if new_controller == old_controller:
        return None
    marker = translated(game.state.markers[identity].name)
    text = changed_hands(marker, new_controller, old_controller, viewer, game.player_name)
    return Verdict("control", text + _share(claim), marker)


def _of_reaction(game: Game, claim: Claim) -> Verdict:
    """Return the text at the cursor for ready models: their number, or the chance to win if there is only one."""
    others = claim.about[1:]
    if claim.chances:
        name, win = game.state.models[others[0]].name, percent(claim.chances[0])
        text = _("{name} is ready: {win} to beat you first", name=name, win=win)
        return Verdict("answer", text, win, claim.chances[0], others)
    text = ngettext("{n} ready model could strike first", "{n} ready models could strike first", len(others))
    return Verdict("answer", text, str(len(others)), about=others)
