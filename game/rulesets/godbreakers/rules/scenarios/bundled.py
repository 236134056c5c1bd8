"""The scenarios of section 11."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import roll_die
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion, Deed
from game.rulesets.godbreakers.rules.actions.repertoire import Sunder, refusal
from game.rulesets.godbreakers.rules.damage import award, claim, suffer, take_away
from game.rulesets.godbreakers.rules.events import DamageCarried, TableRolled
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, region, within
from game.rulesets.godbreakers.rules.play import order_effects
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.rounds.deployment import (
    centre,
    choose_spot,
    deployment,
    place_clear_of_shards,
    place_marker,
    set_up_apart,
    set_up_apart_from_deployed,
    set_up_at,
    set_up_near,
    shards_in_order,
)
from game.rulesets.godbreakers.rules.scenarios import Scenario, Task
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.compulsions import approach, closest, inflict_on_closest
from game.rulesets.godbreakers.rules.wild.unaligned import (
    FORGOTTEN,
    HORROR,
    HUNTER,
    LOCAL,
    MIGHTY,
    QUARRY,
    SINISTER,
    TREASURE,
    TREASURE_VP,
    TROPHY,
    TROPHY_VP,
    Kind,
    bring,
    bring_in,
    carriers,
    enlist,
    new_token,
)
from game.table.placing.conditions import AnyOf
from game.wording import N_, _, keep

# -- The Score: circles rob a hoard that the Forgotten guard ---------------------------------------


SCORE = "G-SCN-THE-SCORE"
SOLO_FORGOTTEN = 5


class Plunder(Action):
    """Take treasure from a hoard that the godbreaker's player controls. On a failed test, a Forgotten appears."""

    key, label, rule = "plunder", N_("Plunder"), SCORE
    letter = "p"
    test = N_("What's That Sound?")
    outcomes = N_("No Forgotten"), N_("Wakes a Forgotten")

    def why_not(self, game: Game, model: Model) -> str:
        if not model.godbreaker:
            return _("only a godbreaker can plunder")
        if any(game.controlled(model.owner, game.lying("hoard"))):
            return ""
        return _("{owner} controls no hoard", owner=game.player_name(model.owner))

    def why_futile(self, game: Game, model: Model) -> str:
        if any(token.type == TREASURE for token in game.tokens_of(model)):
            return _("{model} already carries treasure: more is worth nothing", model=model.name)
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        token = new_token(game, TREASURE, model.x, model.y, model.level)
        claim(game, model, token, rule=SCORE)
        if not test(game, model, self.test, rule=SCORE):
            yield from bring(game, FORGOTTEN, model, 0, player=game.wild_handler, rule=SCORE)


class Hoarded(Scenario):
    """A scenario with hoards. Circles plunder them, and the Forgotten claim treasure."""

    actions = (Plunder(),)
    prizes: ClassVar[Mapping[str, int]] = {TREASURE: TREASURE_VP}
    hunts: ClassVar[Mapping[str, str]] = {FORGOTTEN.kind: TREASURE}

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        return MINE if model.kind == FORGOTTEN.kind and game.lying("hoard") else None

    def activation_ends(self, game: Game, model: Model) -> None:
        treasures_in_contact = (token for token in game.unclaimed(TREASURE) if game.within(model, token, 0))
        if model.kind == FORGOTTEN.kind and (treasure := next(treasures_in_contact, None)) is not None:
            claim(game, model, treasure, rule=self.rule)


class TheScore(Hoarded):
    name, title, rule = "score", N_("The Score"), SCORE
    place = 1
    text = N_(
        "Forgotten guard hoards of treasure. A godbreaker may Plunder a hoard its player controls, from anywhere, and "
        "rolls for What's That Sound?: 3 or less brings a Forgotten next to it. Each godbreaker carrying treasure at "
        "the end of the last round is worth 5 VP."
    )
    summary = N_("Plunder the hoards and still carry treasure when the last round ends.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        tasks = shards_in_order(game, partial(place_clear_of_shards, kind="hoard", rule=SCORE))
        if len(seniority) == 1:
            tasks += [Task(partial(place_forgotten, game, n), seniority[0]) for n in range(SOLO_FORGOTTEN)]
        return [*tasks, *deployment(game, seniority[::-1])]


def place_forgotten(game: Game, number: int) -> Flow:
    """Let the solo player place a Forgotten at the hoard or the objective. One of five must be at the objective."""
    player = game.setup.players[0]
    objective = game.state.markers["objective"]
    model = yield from enlist(game, FORGOTTEN, player=player)
    at_objective = within(game, objective.disc, 0, model.radius)
    places = [at_objective, *(within(game, hoard.disc, 0, model.radius) for hoard in game.lying("hoard"))]
    placed = game.standing(FORGOTTEN.kind)
    at_objective_only = number == SOLO_FORGOTTEN - 1 and not any(game.touching(objective, placed))
    where = region(game, model, [at_objective if at_objective_only else AnyOf(tuple(places))], None)
    spots = _("the objective") if at_objective_only else _("the objective or the hoard (at least one at the objective)")
    prompt = _("Place {model} within 0 U of {spots}", model=model.name, spots=spots)
    yield from choose_spot(game, player, model, where, prompt, around=objective.disc, rule=SCORE)


def _mine(game: Game, model: Model) -> list[Deed]:
    """Return the deeds of the compulsion "Mine!"."""
    if thieves := carriers(game, model, TREASURE):
        return inflict_on_closest(game, model, thieves)
    unclaimed = closest(game, model, game.unclaimed(TREASURE))
    deeds = [approach(game, model, token, "claim") for token in unclaimed]
    return [*deeds, *(approach(game, model, hoard) for hoard in game.lying("hoard"))]


MINE = Compulsion(
    N_("Mine!"),
    "G-COMP-MINE",
    _mine,
    N_(
        "Hurt the closest other model that carries treasure. If none does, claim the closest unclaimed treasure "
        "or get within 0 U of a hoard."
    ),
)
"""Hurt the closest other model with treasure (Q32), or else claim the closest treasure or go to a hoard."""


# -- The Nest: Horrors breed at the centre, and circles hunt them for trophies ---------------------


NEST = "G-SCN-THE-NEST"
SPAWN = Kind("spawn", "Spawn", 8, table=MIGHTY, draws=2)
HORROR_DISTANCE = 6
SPAWNING_DISTANCE = 2
HORROR_ABOVE = 7
"""A winning initiative above this value brings a Horror, any other result a Spawn."""

BREEDING = "breeding"
SPAWNS = Option("spawn", N_("A Spawn breaks out"), NEST)
BARREN = Option("barren", N_("No Spawn"), NEST)


class TheNest(Scenario):
    name, title, rule = "nest", N_("The Nest"), NEST
    place = 3
    families = ((HORROR.kind, SPAWN.kind),)
    prizes: ClassVar[Mapping[str, int]] = {TROPHY: TROPHY_VP}
    trophies = (HORROR.kind,)
    hunts: ClassVar[Mapping[str, str]] = {SPAWN.kind: TROPHY}
    text = N_(
        "Horrors and their Spawn haunt the centre; a Horror that dies leaves a trophy. Each godbreaker carrying "
        "trophies at the end of the last round is worth 10 VP."
    )
    summary = N_("Hunt the Horrors at the centre and still carry their trophies when the last round ends.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        place_horror = partial(set_up_near, game, HORROR, origin=centre(game), n=HORROR_DISTANCE, rule=NEST)
        horrors = [Task(partial(place_horror, player), player) for player in seniority[::-1]]
        return [*shards_in_order(game), *horrors, *deployment(game, seniority)]

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        """Return Avenger for a Spawn while another model carries a trophy (H10)."""
        return AVENGER if model.kind == SPAWN.kind and carriers(game, model, TROPHY) else None

    def round_starts(self, game: Game) -> Flow:
        objective = game.state.markers["objective"]
        godbreakers = game.standing("godbreaker") if objective.on_table else []
        if BREEDING in game.state.begun or not any(game.touching(objective, godbreakers)):
            return
        kind = HORROR if game.state.initiative_result > HORROR_ABOVE else SPAWN
        player = game.wild_handler
        model = yield from enlist(game, kind, player=player)
        game.state.begun.append(BREEDING)
        yield from bring_in(game, model, objective, 0, player=player, rule=NEST)

    def before_casualty(self, game: Game, model: Model) -> Flow:
        if model.kind != HORROR.kind:
            return
        key = yield Choose(
            player=game.wild_handler,
            prompt=_("{model} falls: does a Spawn break out of it?", model=model.name),
            rule=NEST,
            about=model.id,
            options=(SPAWNS.shown(), BARREN.shown()),
        )
        if key == SPAWNS.key:
            yield from bring(game, SPAWN, model, SPAWNING_DISTANCE, player=game.wild_handler, rule=NEST)


AVENGER = Compulsion(
    N_("Avenger"),
    "G-COMP-AVENGER",
    lambda game, model: inflict_on_closest(game, model, carriers(game, model, TROPHY)),
    N_("Hurt the closest other model that carries a trophy."),
)
"""Hurt the closest other model that carries a trophy (Q32)."""


# -- The Clash: each circle rolls for a hunt of its own --------------------------------------------


CLASH = "G-SCN-THE-CLASH"
FOLLOWER = Kind("follower", "Follower", 10, table=SINISTER, draws=2, rank=2, tame=True)
FOLLOWER_DISTANCE = 2
SOLO_ROLLS, SOLO_HUNTS = 3, 2
ANOTHER, ELSEWHERE = N_("another hunter"), N_("hunter elsewhere")
HUNTS = {
    1: (N_("two Hunters"), ("hunter", ANOTHER)),
    2: (N_("a Horror"), ("horror",)),
    3: (N_("five Locals"), ("local",) * 5),
    4: (N_("a hidden treasure"), ("hoard",)),
    5: (N_("an objective"), ("objective",)),
    6: (N_("a Follower and a Hunter"), ("follower", ELSEWHERE)),
}
"""The hunt for each face of the hunt die in words, and the pieces that the player places for it, in order."""

LONGEST = max(len(prey) for _words, prey in HUNTS.values())


class TheClash(Hoarded):
    name, title, rule = "clash", N_("The Clash"), CLASH
    place = 2
    families = ((HUNTER.kind,), (HORROR.kind,))
    prizes: ClassVar[Mapping[str, int]] = {TROPHY: TROPHY_VP, TREASURE: TREASURE_VP}
    trophies = (HORROR.kind,)
    """A Horror leaves a trophy. It has no Spawn here (H9)."""
    quarry: ClassVar[Mapping[str, int]] = QUARRY
    wards: ClassVar[Mapping[str, int]] = {FOLLOWER.kind: 10}
    text = N_(
        "Each player rolls on the hunt table for Hunters, a Horror, Locals, a hoard, an objective or a Follower. "
        "At the end, godbreakers score 10 VP with trophies and 5 VP with treasure. Casualties: Hunter +5, Local "
        "−1, Follower −10."
    )
    summary = N_("Each circle rolls for a hunt. Trophies, treasure and Hunters score; Locals and Followers cost you.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        hunts = SOLO_HUNTS if len(seniority) == 1 else 1
        tasks = shards_in_order(game)
        for player in seniority:
            prey = (partial(place_prey, game, player, hunt, n) for hunt in range(hunts) for n in range(LONGEST))
            tasks += [Task(flow, player) for flow in (partial(draw_hunts, game, player), *prey)]
        return [*tasks, *deployment(game, seniority[::-1])]


def draw_hunts(game: Game, player: str) -> Flow:
    """Roll for a player's hunt. In solo play, roll three times and use the two lowest results."""
    faces = sorted(_roll_hunt(game, player) for _roll in range(SOLO_ROLLS if game.solo else 1))
    game.state.hunts[player] = faces[:SOLO_HUNTS] if game.solo else faces
    yield from ()


def _roll_hunt(game: Game, player: str) -> int:
    roll = roll_die(game.dice, game.state.rolls, len(HUNTS), f"round {game.state.round}/{player}/hunt")
    game.emit(TableRolled(table=N_("hunt"), player=player, roll=roll, outcome=HUNTS[roll.result][0], rule=CLASH))
    return roll.result


def place_prey(game: Game, player: str, hunt: int, number: int) -> Flow:
    """Let a player place a piece of their hunt, by its `number` in the hunt. A hunt may have fewer pieces."""
    prey = HUNTS[game.state.hunts[player][hunt]][1]
    if number >= len(prey):
        return
    piece = prey[number]
    shard = game.state.markers[f"{player}.shard"]
    if piece in ("hoard", "objective"):
        yield from place_marker(game, player, piece, clear_of=game.lying(), others=_("any other marker"), rule=CLASH)
    elif piece == "horror":
        yield from set_up_near(game, HORROR, player, centre(game), HORROR_DISTANCE, rule=CLASH)
    elif piece == "local":
        yield from set_up_apart(game, LOCAL, player, shard, rule=CLASH)
    elif piece == "follower":
        yield from set_up_near(game, FOLLOWER, player, shard.disc, FOLLOWER_DISTANCE, rule=CLASH)
    else:
        yield from set_up_at(game, HUNTER, player, _hunting_grounds(game, piece, shard), rule=CLASH)


def _hunting_grounds(game: Game, hunter: str, shard: Marker) -> list[Marker]:
    """Return the markers at which a Hunter can be placed. The hunt may exclude some of them."""
    markers = game.lying()
    if hunter == ELSEWHERE:
        return [marker for marker in markers if marker is not shard]
    if hunter == ANOTHER:
        first_hunter = game.standing(HUNTER.kind)[-1]
        taken = [marker for marker in markers if game.within(first_hunter, marker, 0)]
        # A first Hunter at several markers excludes none of them.
        return [marker for marker in markers if marker not in taken] if len(taken) == 1 else markers
    return markers


# -- The Gathering: Hunters hide among the Locals --------------------------------------------------


GATHERING = "G-SCN-THE-GATHERING"
VERIFIED_VP = 1
HUNTER_DISTANCE = 6
REVEAL = Option("hunter", N_("Reveal a Hunter"), GATHERING)
CONCEAL = Option("nobody", N_("It was a Local after all"), GATHERING)


class Verify(Action):
    """Remove a Local within attack range. A test decides whether the player gains or loses VP."""

    key, label, rule = "verify", N_("Verify"), GATHERING
    letter = "shift+v"
    test = N_("This Will Hurt…")
    stakes = (VERIFIED_VP, -VERIFIED_VP)

    def why_not(self, game: Game, model: Model) -> str:
        if not model.godbreaker:
            return _("only a godbreaker can verify Locals")
        if suspects(game, model):
            return ""
        reach = attack_range(game, model)
        return _("no Local is within {model}'s attack range of {reach} U", model=model.name, reach=reach)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which Local does {model} verify?", model=model.name)
        local = yield from self.choose(game, model, prompt, suspects(game, model))
        take_away(game, local, model, rule=GATHERING)
        names = {"model": model.name, "local": local.name}
        if test(game, model, self.test, rule=GATHERING):
            award(game, model.owner, VERIFIED_VP, keep("{model} verifies {local}", **names), rule=GATHERING)
            yield from reveal(game, model, local)
        else:
            award(game, model.owner, -VERIFIED_VP, keep("{model} hurts {local}", **names), rule=GATHERING)


class TheGathering(Scenario):
    name, title, rule = "gathering", N_("The Gathering"), GATHERING
    place = 6
    families = ((HUNTER.kind,),)
    actions = (Verify(),)
    quarry: ClassVar[Mapping[str, int]] = QUARRY
    errands: ClassVar[Mapping[str, int]] = {LOCAL.kind: VERIFIED_VP}
    text = N_(
        "Hunters hide among the Locals. Verify a Local: a success scores 1 VP and may reveal a Hunter, a failure "
        "costs 1 VP. The circle closest to a casualty gains 5 VP for a Hunter and loses 1 VP for a Local."
    )
    summary = N_("Verify the Locals, and be closest to the Hunters as they fall; dead Locals cost you.")

    def tasks(self, game: Game) -> Sequence[Task]:
        first, *others = seniority = game.setup.players
        place_local = partial(set_up_apart_from_deployed, kind=LOCAL, rule=GATHERING)
        tasks = [*shards_in_order(game), *deployment(game, seniority[::-1], place_local)]
        if not others:
            tasks.append(Task(lambda: set_up_at(game, HUNTER, first, game.lying(), rule=GATHERING), first))
        return tasks


def suspects(game: Game, model: Model) -> list[Model]:
    """Return the Locals within a model's attack range."""
    reach = attack_range(game, model)
    return [local for local in game.standing(LOCAL.kind) if game.reaches(model, local, reach)]


def reveal(game: Game, model: Model, local: Model) -> Flow:
    """Let the active model's player replace a Local with a Hunter that has the same damage."""
    player = model.owner
    key = yield Choose(
        player=player,
        prompt=_("Was {local} a Hunter?", local=local.name),
        rule=GATHERING,
        about=model.id,
        options=(REVEAL.shown(), CONCEAL.shown()),
    )
    if key == CONCEAL.key:
        return
    hunter = yield from enlist(game, HUNTER, player=player)
    hunter.damage = local.damage
    if hunter.damage:
        game.emit(DamageCarried(model=hunter.id, source=local.id, amount=hunter.damage, rule=GATHERING))
    yield from bring_in(game, hunter, model, HUNTER_DISTANCE, player=player, rule=GATHERING)


# -- The Tragedy: the Lost sicken and turn into Damned unless godbreakers treat them ---------------


TRAGEDY = "G-SCN-THE-TRAGEDY"
LOST = Kind("lost", "Lost", 6)
DAMNED = Kind("damned", "Damned", 8, {"Fleet": 1})
SICKNESS = 1
TREATED_VP = 2


class Treatment(Action):
    """Remove a Lost within 0 U. On a success, it is saved. On a failure, it turns into a Damned."""

    key, label, rule = "treatment", N_("Treatment"), TRAGEDY
    letter = "shift+p"
    test = N_("Field Trials")
    stakes = (TREATED_VP, -0.5)

    def why_not(self, game: Game, model: Model) -> str:
        if not model.godbreaker:
            return _("only a godbreaker can treat the Lost")
        return "" if patients(game, model) else _("no Lost is within 0 U of {model}", model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which Lost does {model} treat?", model=model.name)
        lost = yield from self.choose(game, model, prompt, patients(game, model))
        take_away(game, lost, model, rule=TRAGEDY)
        if test(game, model, self.test, rule=TRAGEDY):
            award(game, model.owner, TREATED_VP, keep("{model} saves one of the Lost", model=model.name), rule=TRAGEDY)
        else:
            yield from bring(game, DAMNED, model, 0, player=game.wild_handler, rule=TRAGEDY)


class TheTragedy(Scenario):
    name, title, rule = "tragedy", N_("The Tragedy"), TRAGEDY
    place = 4
    errands: ClassVar[Mapping[str, int]] = {LOST.kind: TREATED_VP}
    actions = (Treatment(),)
    quarry: ClassVar[Mapping[str, int]] = {DAMNED.kind: 5}
    text = N_(
        "The Lost sicken and turn into Damned. A successful treatment scores 2 VP. A Damned removed in the "
        "Recovery phase scores 5 VP for the circle whose player's model is closest; on a tie, no one scores."
    )
    summary = N_("Treat the Lost before they turn, and put down the Damned that they become.")

    def tasks(self, game: Game) -> Sequence[Task]:
        place_lost = partial(set_up_apart_from_deployed, kind=LOST, rule=TRAGEDY)
        return [*shards_in_order(game), *deployment(game, game.setup.players[::-1], place_lost)]

    def round_starts(self, game: Game) -> Flow:
        for model in game.standing(LOST.kind):
            suffer(game, model, SICKNESS, rule=TRAGEDY)
        yield from ()

    def challenges_attack(self, game: Game, model: Model, engaged: Sequence[Model]) -> str:
        damned = [other for other in engaged if other is not model and other.kind == DAMNED.kind]
        return _("{damned} is engaged", damned=damned[0].name) if damned else ""

    def challenges_recovery(self, game: Game, model: Model) -> bool:
        return model.kind in (LOST.kind, DAMNED.kind)

    def before_casualty(self, game: Game, model: Model) -> Flow:
        if model.kind == LOST.kind:
            yield from bring(game, DAMNED, model, 0, player=game.wild_handler, rule=TRAGEDY)


def patients(game: Game, model: Model) -> list[Model]:
    """Return the Lost within 0 U of a model."""
    return list(game.touching(model, game.standing(LOST.kind)))


# -- The Trap: Betrayers appear at every objective and go for the shards ---------------------------


TRAP = "G-SCN-THE-TRAP"
BETRAYER = Kind("betrayer", "Betrayer", 8, {"Brutal": 1, "Deadly": 1})
OBJECTIVE = "objective"


class BreakShard(Sunder):
    """A Betrayer at a shard tries to destroy it."""

    key, label, rule = "break-shard", N_("Break the shard"), TRAP
    letter = "b"
    stays = False

    def why_not(self, game: Game, model: Model) -> str:
        if model.kind != BETRAYER.kind:
            return _("only a Betrayer can break a shard without controlling it")
        return "" if self.markers(game, model) else _("no shard is within 0 U of {model}", model=model.name)

    def markers(self, game: Game, model: Model) -> list[Marker]:
        """Return the shards within 0 U of a model."""
        return [shard for shard in game.lying("shard") if game.within(model, shard, 0)]


class TheTrap(Scenario):
    name, title, rule = "trap", N_("The Trap"), TRAP
    place = 5
    actions = (BreakShard(),)
    text = N_(
        "At the start of every round, a Betrayer appears within 0 U of each objective, out to destroy shards. "
        "Each player adds one objective; only markers score."
    )
    summary = N_("Hold the objectives while Betrayers rise from them and break the shards.")

    def tasks(self, game: Game) -> Sequence[Task]:
        place_objective = partial(place_clear_of_shards, kind=OBJECTIVE, rule=TRAP)
        return [*shards_in_order(game, place_objective), *deployment(game, game.setup.players[::-1])]

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        return FOR_THE_BROKEN if model.kind == BETRAYER.kind and game.lying("shard") else None

    def round_starts(self, game: Game) -> Flow:
        """Bring a Betrayer within 0 U of every objective marker (G-INI-4)."""
        begun = game.state.begun
        objectives = [marker.id for marker in game.lying(OBJECTIVE) if marker.id not in begun]
        for identity in (
            yield from order_effects(game, objectives, _("At which objective does a Betrayer rise first?"))
        ):
            player = game.wild_handler
            model = yield from enlist(game, BETRAYER, player=player)
            begun.append(identity)
            yield from bring_in(game, model, game.state.markers[identity], 0, player=player, rule=TRAP)


def _for_the_broken(game: Game, model: Model) -> list[Deed]:
    """Return the deeds of the compulsion "For The Broken!"."""
    action = BreakShard()
    shards_in_contact = action.markers(game, model)  # these are the closest, because no shard is closer than 0 U
    if shards_in_contact and refusal(game, model, action, []) is None:
        subject = tuple(shard.id for shard in shards_in_contact)
        return [Deed(action.key, _(action.label), TRAP, subject, lambda: action.perform(game, model))]
    return [approach(game, model, shard) for shard in closest(game, model, game.lying("shard"))]


FOR_THE_BROKEN = Compulsion(
    N_("For The Broken!"), "G-COMP-FOR-THE-BROKEN", _for_the_broken, N_("Destroy the closest shard.")
)
