"""The events of a battle, as typed facts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise, starmap
from typing import Any, ClassVar, Final

from game.engine.core.events import Does, Fact, Landmark, Meaning, PlayerFact, Remark, UnitFact, Words
from game.engine.core.pools import Pool
from game.lengths import tape
from game.rulesets.dropzone.documents.armies import VALUES
from game.rulesets.dropzone.rules.state import Commander
from game.wording import N_, NN_, _, ngettext, series


class SquadFact(Fact):
    """An event about one squad."""

    squad: str


def points_of(commander: Commander) -> int:
    """Return the points of a Commander (D-ARMY-7, D-ARMY-8)."""
    return commander.cost or VALUES[commander.value]


DID: Final = {
    "collateral": (
        N_("Collateral damage to {unit}: {dice}, no damage"),
        N_("Collateral damage to {unit}: {dice}, {total} damage"),
    ),
    "damage": (N_("{unit} is hit: {dice}, no damage"), N_("{unit} is hit: {dice}, {total} damage")),
    "save": (N_("{unit} saves nothing: {dice}"), N_("{unit} saves {total}: {dice}")),
    "collapse": (N_("{unit} falls: {dice}"), N_("{unit} falls: {dice}, {total} automatic hits")),
    "landing": (N_("{unit} lands unharmed: {dice}"), N_("{unit} loses {total} as it lands: {dice}")),
}
"""The texts of a roll without and with effect, by the first word of its purpose."""


class Rolled(UnitFact):
    """Dice were rolled for `unit`: the id of a unit, squad, player or piece."""

    sound = "dice"
    later = ("needed",)
    needs: ClassVar[Mapping[str, str]] = {"pool": "needed"}
    purpose: str
    pool: Pool
    total: int
    needed: int = 0

    def sentence(self, words: Words[Any]) -> str:
        name, purpose = words.name(self.unit), words.value("purpose", self.purpose)
        if (texts := DID.get(self.purpose.partition(" ")[0])) and self.unit:
            return _(texts[bool(self.total)], unit=name, dice=self.pool.shown, total=self.total)
        if not self.unit:
            return _("{what}: {dice}, total {total}", what=purpose, dice=self.pool.shown, total=self.total)
        return _(
            "{unit}, {what}: {dice}, total {total}", unit=name, what=purpose, dice=self.pool.shown, total=self.total
        )


class Initiative(PlayerFact):
    """A player rolled for initiative: the die, and the total with the Command Value (D-INIT-2)."""

    sound = "dice"
    says = N_("{player} rolls {face} for initiative, with Command Value {value}: {total}")
    pool: Pool
    value: int
    total: int

    @property
    def face(self) -> int:
        """The face of the die."""
        return self.pool.faces[0]

    def sentence(self, words: Words[Any]) -> str:
        return words.fill(self, self.says, face=self.face)


class Ordered(Fact):
    """The initiative order of the round is settled (D-INIT-2 to D-INIT-6)."""

    order: tuple[str, ...]

    def sentence(self, words: Words[Any]) -> str:
        if len(self.order) == 2:
            return _("{player} wins the initiative", player=words.name(self.order[0]))
        return _("Initiative: {order}", order=series([words.name(player) for player in self.order]))

    def landmark(self) -> Landmark:
        return Landmark("lead", self.order[0])


class HandedOver(PlayerFact):
    """The winner handed the initiative to the player in second place (D-INIT-6)."""

    says = N_("{player} hands the initiative to {other}")
    other: str


class RoundBegan(Fact):
    """A round begins (D-RND-1)."""

    does = Does("ends")
    says = N_("Round {round} begins")
    means = Meaning("round", amount="round")
    later = ("reserve",)
    round: int
    reserve: tuple[str, ...] = ()
    """The battlegroups that cannot come before round 2 (D-DEP-8)."""

    def sentence(self, words: Words[Any]) -> str:
        text = words.fill(self, self.says)
        if not self.reserve:
            return text
        owners = {group: words.game.state.groups[group].owner for group in self.reserve}
        names = series([f"{words.name(group)} ({words.name(owner)})" for group, owner in owners.items()])
        return _("{text}. In reserve until round 2, as not all of it comes by air: {names}", text=text, names=names)


class GroupActivated(PlayerFact):
    """A player activates a battlegroup, with the Auxiliary squads that act with it (D-BG-1, D-BG-2)."""

    does = Does("ends")
    says = N_("{player} activates {group}")
    means = Meaning("activation", "group")
    group: str
    auxiliaries: tuple[str, ...] = ()


class GroupHeld(PlayerFact):
    """A battlegroup In Readiness is held back this round (D-BG-5)."""

    says = N_("{player} holds {group} back")
    group: str


class Fired(UnitFact):
    """A weapon fired: the number needed to hit, and the hits (D-SHOOT-13)."""

    does = Does("attacks", "unit", "target")
    sound = "dice"
    says = NN_(
        "{unit} fires {weapon} at {target}, {needed}+: {n} hit",
        "{unit} fires {weapon} at {target}, {needed}+: {n} hits",
    )
    counts = "hits"
    without = "hits", N_("{unit} fires {weapon} at {target}, {needed}+: no hit")
    weapon: str
    target: str
    needed: int
    pool: Pool
    hits: int
    needs: ClassVar[Mapping[str, str]] = {"pool": "least"}

    @property
    def least(self) -> int:
        """The least face that hits: a natural 6 always does, a natural 1 never (D-SHOOT-13)."""
        return max(2, min(6, self.needed))


PASSED_OVER: Final = {
    "D-CORE-9": N_("no enemy is on the table"),
    "D-GARR-10": N_("it shoots from a side of the Garrison only"),
    "D-GARR-11": N_("the enemies are at the centre of a Garrison"),
    "D-RF-3": N_("it has fired this round"),
    "D-SHOOT-3": N_("only AA weapons shoot airborne Aircraft"),
    "D-SHOOT-6": N_("the unit moved too far for it"),
    "D-SHOOT-7": N_("it does not fire after disembarking"),
    "D-SHOOT-8": N_("no enemy is in its arc"),
    "D-SHOOT-9": N_("no enemy is in sight"),
    "D-SHOOT-10": N_("no enemy is in range"),
    "D-SPEC-ALT": N_("another profile of it was fired"),
    "D-SPEC-LIM": N_("it has no shots left"),
    "D-TRANS-17": N_("the squad embarked this round"),
    "D-TRANS-19": N_("it left an Aircraft this round"),
}
"""The reasons for passing over a weapon when its squad shoots, by rule."""


class PassedOver(SquadFact):
    """A weapon of a squad that shoots was passed over: it has no enemy to fire at (D-SHOOT-3 to D-SHOOT-11)."""

    notable = True
    weapon: str
    units: tuple[str, ...]

    def sentence(self, words: Words[Any]) -> str:
        names = series([words.name(unit) for unit in self.units])
        reason = _(PASSED_OVER.get(self.rule, N_("it has no target")))
        return _("{units} cannot fire {weapon}: {reason}", units=names, weapon=self.weapon, reason=reason)


class Outcome(Fact):
    """The outcome of all fire of a squad at one target: hits, points lost, and points left."""

    notable = True
    target: str
    hits: int
    points: int
    left: int

    def sentence(self, words: Words[Any]) -> str:
        if not self.hits:
            return words.fill(self, N_("{target}: no hit"))
        hits = ngettext("{n} hit", "{n} hits", self.hits)
        if not self.points:
            return words.fill(self, N_("{hits}, no damage: {target}"), hits=hits)
        damage = _("{n} damage", n=self.points)
        text = N_("{hits}, {damage}: {target} has {left} left") if self.left else N_(
            "{hits}, {damage}: {target} destroyed"
        )  # fmt: skip
        return words.fill(self, text, hits=hits, damage=damage)

    def remark(self) -> Remark | None:
        if self.points:
            return None
        return Remark(self.target, _("Hit, no damage") if self.hits else _("Missed"))


class Shot(UnitFact):
    """The effect of a weapon's hits: damage dice, saves, and the Damage not saved (D-SHOOT-15, D-SHOOT-18)."""

    sound = "dice"
    says = NN_("{weapon} does {n} Damage to {target}", "{weapon} does {n} Damage to {target}")
    counts = "points"
    without = "points", N_("{weapon} does no Damage to {target}")
    weapon: str
    target: str
    damage: Pool
    saves: Pool
    points: int
    damages_on: int = 0
    saves_on: int = 0
    doubles_on: int = 0
    later = ("damages_on", "saves_on", "doubles_on")
    needs: ClassVar[Mapping[str, str]] = {"damage": "damages_on", "saves": "saves_on"}
    doubles: ClassVar[Mapping[str, str]] = {"damage": "doubles_on"}
    rolled_by: ClassVar[Mapping[str, str]] = {"saves": "target"}


def shot(unit: str, weapon: str, target: str, damage: Pool, saves: Pool, points: int) -> Shot:
    """Return the event of the effect of a weapon's hits."""
    return Shot(unit=unit, weapon=weapon, target=target, damage=damage, saves=saves, points=points, rule="D-SHOOT-15")


class Damaged(UnitFact):
    """A unit lost damage points."""

    does = Does("hurts", to="unit", amount="amount")
    sound = "loss"
    says = NN_("{unit} loses {n} damage point, {left} left", "{unit} loses {n} damage points, {left} left")
    counts = "amount"
    amount: int
    left: int


class ZoneDamaged(UnitFact):
    """A damage zone of a Behemoth lost points (D-BEH-8)."""

    does = Does("hurts", to="unit", amount="amount")
    sound = "loss"
    says = NN_(
        "{unit} loses {n} damage point of its zone {zone}, {left} left there",
        "{unit} loses {n} damage points of its zone {zone}, {left} left there",
    )
    counts = "amount"
    zone: str
    amount: int
    left: int


class Crippled(UnitFact):
    """A damage zone of a Behemoth was Crippled; `weapons` fell silent (D-BEH-9)."""

    sound = "loss"
    zone: str
    weapons: tuple[str, ...] = ()

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{unit}: its zone {zone} is Crippled, and {names} silent")
        if not self.weapons:
            text = N_("{unit}: its zone {zone} is Crippled")
        return words.fill(self, text, names=series(self.weapons))


class Landfall(UnitFact):
    """A Behemoth dropped from the sky (D-BEH-4)."""

    sound = "placing"
    says = N_("{unit} drops from the sky at {spot}")
    x: float
    y: float


class Exploded(UnitFact):
    """A Behemoth was destroyed: inches and hits of its explosion, or inches in which all is removed (D-BEH-11)."""

    sound = "loss"
    strength: int
    removes: bool

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{unit} explodes and takes everything within {inches}″ with it")
        if not self.removes:
            text = N_("{unit} breaks down and explodes, {inches}″ around it")
        return words.fill(self, text, inches=self.strength)


class Destroyed(UnitFact):
    """A unit was destroyed and gives its points to the enemies (D-UNIT-7, D-WIN-3)."""

    does = Does("removes", to="unit")
    sound = "loss"
    says = N_("{unit} is lost")
    means = Meaning("casualty", "unit", tone="bad")
    points: int


class Struck(UnitFact):
    """A unit fought in close quarters: the damage dice, and the Damage before saves (D-CQ-3)."""

    does = Does("attacks", "unit", "squad")
    sound = "dice"
    says = NN_("{unit} strikes {squad} with {weapon}: {n} Damage", "{unit} strikes {squad} with {weapon}: {n} Damage")
    counts = "points"
    without = "points", N_("{unit} strikes {squad} with {weapon}: no Damage")
    weapon: str
    squad: str
    pool: Pool
    points: int
    damages_on: int = 0
    later = ("damages_on",)
    needs: ClassVar[Mapping[str, str]] = {"pool": "damages_on"}


class Crashed(UnitFact):
    """An Aircraft crashed: inches and hits of the explosion, 0 for none (D-AIR-7)."""

    sound = "loss"
    strength: int

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{unit} crashes") if not self.strength else N_("{unit} crashes and explodes, {inches}″ around it")
        return words.fill(self, text, inches=self.strength)


class Scarred(Fact):
    """A piece of scenery lost damage points (D-SCEN-12)."""

    says = NN_("{piece} loses {n} damage point, {left} left", "{piece} loses {n} damage points, {left} left")
    counts = "amount"
    piece: str
    amount: int
    left: int


class TokensAdded(Fact):
    """Collateral tokens were put on a piece (D-COLL-1)."""

    says = NN_("{n} Collateral token on {piece}", "{n} Collateral tokens on {piece}")
    counts = "count"
    piece: str
    count: int


class Collapsed(Fact):
    """A piece of scenery fell (D-SCEN-16)."""

    sound = "loss"
    says = N_("{piece} collapses")
    piece: str


class ObjectiveLost(Fact):
    """An objective was buried (D-SCEN-15)."""

    sound = "loss"
    says = N_("{objective} is lost")
    objective: str


MOVES: Final = {
    "D-DEP-4": N_("{squad} is deployed"),
    "D-SPEC-INF": N_("{squad} is deployed"),
    "D-DEP-5": N_("{squad} enters the table: {distance}"),
    "D-AIR-2": N_("{squad} flies {distance}"),
    "D-SPEC-FAS": N_("{squad} flies {distance}"),
    "D-TRANS-12": N_("{squad} gets out"),
    "D-TRANS-21": N_("{squad} gets out"),
    "D-GARR-6": N_("{squad} gets out"),
    "D-CQ-8": N_("{squad} gets out"),
    "D-SCEN-16": N_("{squad} gets out"),
}
"""The texts of moves that have more to say than that they are moves, by rule."""


class Moved(SquadFact):
    """Units of a squad moved, each along a path, and face anew."""

    sound = "placing"
    paths: dict[str, list[tuple[float, float]]]
    facings: dict[str, int]

    @property
    def inches(self) -> float:
        """The inches of the longest path."""
        return max((math.fsum(starmap(math.dist, pairwise(path))) for path in self.paths.values()), default=0.0)

    def sentence(self, words: Words[Any]) -> str:
        text = MOVES.get(self.rule, N_("{squad} moves {distance}") if self.inches else N_("{squad} turns"))
        return words.fill(self, text, distance=tape(self.inches))


class GateLost(UnitFact):
    """A player lost a gate (D-SPEC-ACC)."""

    sound = "loss"
    says = N_("{unit} no longer leads to Holding")


class LeftTable(SquadFact):
    """A Fast squad left the table (D-SPEC-FAS)."""

    does = Does("leaves", to="squad", text=N_("leaves the table"))
    says = N_("{squad} leaves the table")


class Landed(SquadFact):
    """Aircraft landed (D-AIR-3)."""

    says = N_("{squad} lands")


class LandedAlone(UnitFact):
    """An Aircraft landed while others of its squad stayed in the air (D-AIR-3)."""

    says = N_("{unit} lands")


class Embarked(SquadFact):
    """A squad boarded a Transport (D-TRANS-8)."""

    sound = "placing"
    says = N_("{squad} boards {transport}")
    transport: str


SEARCH_NEEDS: Final = 7
"""The result of a search die that finds an objective (D-OBJ-5)."""


class Searched(SquadFact):
    """A squad searched an objective (D-OBJ-5)."""

    sound = "dice"
    notable = True
    objective: str
    pool: Pool
    result: int
    found: bool
    needs: ClassVar[Mapping[str, str]] = {"pool": "least"}

    @property
    def least(self) -> int:
        """The least face that finds it; a natural 1 never does."""
        return max(2, SEARCH_NEEDS - self.result + self.pool.faces[0])

    def sentence(self, words: Words[Any]) -> str:
        face = self.pool.faces[0]
        more = self.result - face
        facts = {"face": face, "sign": "+" if more >= 0 else "−", "more": abs(more), "needed": SEARCH_NEEDS}
        if self.found:
            return words.fill(
                self, N_("{squad} finds {objective}: {face} {sign} {more} = {result}, {needed} needed"), **facts
            )
        text = N_("{squad} does not find {objective}: {face} {sign} {more} = {result}, {needed} needed")
        if self.result >= SEARCH_NEEDS:
            text = N_("{squad} does not find {objective}: a 1 always fails")
        return words.fill(self, text, **facts)


class Surveyed(PlayerFact):
    """A player was the first to claim an objective and surveyed it: the die (D-SCO-4)."""

    sound = "dice"
    means = Meaning("score", "player", 1)
    objective: str
    pool: Pool

    def sentence(self, words: Words[Any]) -> str:
        found = {1: N_("{player} surveys {objective}: a trap"), 6: N_("{player} surveys {objective}: a prize")}
        return words.fill(self, found.get(self.pool.faces[0], N_("{player} surveys {objective}")))


class Scanned(UnitFact):
    """A Transport scanned and has a Scan Token (D-OBJ-6)."""

    says = N_("{unit} scans and gains a Scan Token")


class GroupDeployed(Fact):
    """A player announced how a battlegroup, or a free Auxiliary squad, begins (D-DEP-2)."""

    group: str
    mode: str

    def sentence(self, words: Words[Any]) -> str:
        texts = {"deployed": N_("{group} deploys on the table"), "readiness": N_("{group} waits In Readiness")}
        return words.fill(self, texts.get(self.mode, N_("{group} waits In Reserve")))


class EdgeTaken(PlayerFact):
    """A player took a table edge or a corner (D-DEP-1)."""

    says = N_("{player} takes {edge}")
    edge: str


class Conceded(PlayerFact):
    """A player conceded, or both agreed to a draw."""

    how: str

    def sentence(self, words: Words[Any]) -> str:
        return words.fill(self, N_("The players agree to a draw") if self.how == "draw" else N_("{player} concedes"))


class Ended(Fact):
    """The battle is over."""

    sound = "turn"
    means = Meaning("ending")
    winners: tuple[str, ...]
    reason: str

    def sentence(self, words: Words[Any]) -> str:
        names = series([words.name(player) for player in self.winners])
        if len(self.winners) > 1:
            return _("A tie between {names}", names=names)
        return _("{names} wins", names=names)


class Reacted(UnitFact):
    """A unit reacts to an Aircraft at a point of its path (D-RF-2)."""

    says = N_("{unit} reacts to {target} at {spot}")
    target: str
    x: float
    y: float


class Garrisoned(SquadFact):
    """A squad took places in a Garrison: the slot of each unit (D-GARR-3, D-GARR-4)."""

    sound = "placing"
    says = N_("{squad} takes places in {piece}")
    piece: str
    slots: dict[str, str]


class Claimed(PlayerFact):
    """A player claims an objective (D-OBJ-3)."""

    sound = "success"
    says = N_("{player} claims {objective}")
    means = Meaning("feat", "player")
    objective: str


class Taken(SquadFact):
    """A squad carries an objective now (D-OBJ-7)."""

    says = N_("{squad} carries {objective}")
    objective: str


class Dropped(SquadFact):
    """A squad dropped an objective (D-OBJ-10, D-OBJ-11)."""

    says = N_("{squad} drops {objective}")
    objective: str


class Passed(SquadFact):
    """A squad passed an objective to another (D-OBJ-9)."""

    says = N_("{squad} passes {objective} to {other}")
    other: str
    objective: str


class Extracted(SquadFact):
    """A squad took an objective off the table (D-SCO-1)."""

    sound = "success"
    does = Does("leaves", "squad", "objective", text=N_("off the table"))
    says = N_("{squad} takes {objective} off the table")
    means = Meaning("score", "squad", 2)
    objective: str


class CardsDrawn(PlayerFact):
    """A player drew cards; nobody else sees which (D-INIT-8)."""

    says = NN_("{player} draws {n} card", "{player} draws {n} cards")
    counts = "count"
    count: int


class CardDiscarded(PlayerFact):
    """A player discarded a card (D-INIT-7, D-CMD-5)."""

    says = N_("{player} discards {card}")
    card: str


class CardPlayed(PlayerFact):
    """A player played a card, on a target and a weapon if it needs them (D-CARD-2)."""

    sound = "turn"
    means = Meaning("feat", "player")
    card: str
    target: str = ""
    weapon: str = ""

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{player} plays {card}")
        if self.weapon:
            text = N_("{player} plays {card} on {weapon} of {target}")
        elif self.target:
            text = N_("{player} plays {card} on {target}")
        return words.fill(self, text)


class CardCancelled(PlayerFact):
    """A card was cancelled (C23)."""

    says = N_("{card} is cancelled")
    card: str


class Changed(SquadFact):
    """A squad took the form of its other profile (D-TYPE-8)."""

    says = N_("{squad} becomes {form}")
    form: str


class OwnAction(SquadFact):
    """A squad took an action of its own stat sheet, which players carry out by hand (D-ACT-10)."""

    says = N_("{squad}: {action}")
    action: str


class Restored(UnitFact):
    """A unit regained damage points (D-UNIT-6)."""

    sound = "success"
    says = NN_("{unit} regains {n} damage point, {left} left", "{unit} regains {n} damage points, {left} left")
    counts = "amount"
    amount: int
    left: int


class Reallocated(UnitFact):
    """The shots of a weapon at a Commander's unit go to another of its squad (D-CMD-4)."""

    says = N_("{unit}'s shots with {weapon} go to {other}")
    weapon: str
    other: str
