"""The events of a battle, each with its fields and its text for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from game.engine.core.events import Does, Fact, Meaning, PlayerFact, Remark, UnitFact, Words
from game.engine.core.pools import Pool
from game.lengths import length
from game.wording import N_, NN_, _, keep, ngettext, translated

__all__ = ["keep"]

INCHES: Final = ("move", "run", "redeploy", "charge")
"""The purposes of rolls that give distances."""


def shown(faces: tuple[int, ...]) -> str:
    """Return the faces of dice as a text, the highest first."""
    return " ".join(map(str, sorted(faces, reverse=True))) or "-"


class DiceFact(UnitFact):
    """An event about dice that were rolled for a unit. Its texts call the faces {faces}."""

    pool: Pool

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that count."""
        return self.pool.faces


class RolledOff(Fact):
    """Both players rolled a die, once or until they differed (A-DICE-7, A-PRI-2)."""

    sound = "dice"
    purpose: str
    pools: dict[str, Pool]
    winner: str

    @property
    def faces(self) -> dict[str, int]:
        """The face of each player's die."""
        return {player: pool.faces[0] for player, pool in self.pools.items()}

    def sentence(self, words: Words[Any]) -> str:
        faces = ", ".join(f"{words.name(player)} {face}" for player, face in self.faces.items())
        return _("Roll-off: {faces}; {player} chooses", faces=faces, player=words.name(self.winner))


class TerritoryChosen(PlayerFact):
    """A player took a territory (A-DEP-1)."""

    says = N_("{player} takes {side}")
    side: str


class RoundBegan(Fact):
    """A battle round begins (A-RND-2)."""

    does = Does("ends")
    means = Meaning("round", amount="round")
    round: int
    first: str

    def sentence(self, words: Words[Any]) -> str:
        text = N_("Battle round {n}: {player} goes first")
        return words.fill(self, text, n=self.round, player=words.name(self.first))


class TurnBegan(PlayerFact):
    """A player's turn begins (A-TURN-1)."""

    does = Does("ends")
    says = N_("{player}'s turn")
    means = Meaning("lead", "player")
    round: int
    turn: int


class PhaseBegan(PlayerFact):
    """A phase begins (A-TURN-1)."""

    does = Does("ends")
    says = "{phase}"
    phase: str


class UnderdogFound(PlayerFact):
    """A player is the underdog of this round (A-UND-1)."""

    says = N_("{player} is the underdog")


class CommandGained(PlayerFact):
    """A player gained command points; `amount` is the number they have now (A-CP-1 to A-CP-3)."""

    says = NN_("{player} has {n} command point", "{player} has {n} command points")
    counts = "amount"
    amount: int


class CommandSpent(PlayerFact):
    """A player paid for a command (A-CP-5)."""

    says = NN_("{player} spends {n} command point, {left} left", "{player} spends {n} command points, {left} left")
    counts = "amount"
    amount: int
    left: int


class AbilityUsed(UnitFact):
    """A unit uses an ability; `targets` are units."""

    does = Does("acts", "unit", "targets")
    means = Meaning("activation", "unit")
    ability: str
    player: str
    name: str
    targets: tuple[str, ...] = ()
    by_hand: bool

    def sentence(self, words: Words[Any]) -> str:
        text = words.fill(self, N_("{unit}: {ability}"), ability=_(self.name))
        return text + (_(" (by hand)") if self.by_hand else "")


class Passed(PlayerFact):
    """A player uses no further ability in a window."""

    says = N_("{player} is done")


class SetUp(UnitFact):
    """A unit was set up; `at` has its models."""

    sound = "placing"
    says = NN_("{unit} is set up", "{unit} are set up")
    at: dict[str, tuple[float, float]]
    deployed: bool


class Moved(UnitFact):
    """Models of a unit moved, in this order; `ways` has the corners of each path, including the start."""

    sound = "placing"
    ability: str
    ways: dict[str, list[tuple[float, float]]]
    inches: float

    def sentence(self, words: Words[Any]) -> str:
        if not self.ways:
            return words.fill(self, NN_("{unit} stays where it is", "{unit} stay where they are"))
        return words.fill(self, NN_("{unit} moves {distance}", "{unit} move up to {distance}"))


class Rolled(DiceFact):
    """Dice were rolled for a unit: the modifier, the sum, and the number to reach (A-DICE-10).

    `target` is the terrain feature that the roll was about (A-POP-3).
    """

    sound = "dice"
    counts = "total"
    later = ("target",)
    purpose: str
    plus: int
    total: int
    needed: int = 0
    success: bool = True
    target: str = ""
    needs: ClassVar[Mapping[str, str]] = {"pool": "least"}

    @property
    def least(self) -> int:
        """The least face that succeeds, or 0 if the result is not a single face."""
        single = len(self.pool.dice) == 1 and self.total == self.faces[0] + self.plus
        return max(0, self.needed - self.plus) if single and self.needed else 0

    def sentence(self, words: Words[Any]) -> str:
        purpose = _(self.purpose) + (f" ({words.name(self.target)})" if self.target else "")
        if self.purpose == "rally":
            rally = NN_("{unit}, {purpose}: {faces}, {n} rally point", "{unit}, {purpose}: {faces}, {n} rally points")
            return words.fill(self, rally, purpose=purpose)
        text = words.fill(self, N_("{unit}, {purpose}: {roll}"), purpose=purpose, roll=self.summed)
        if not self.needed:
            return text
        verdict = N_("needs {n}+: succeeds") if self.success else N_("needs {n}+: fails")
        return f"{text}, {_(verdict, n=self.needed)}"

    @property
    def summed(self) -> str:
        """The result of the dice, such as "5 + 3 = 8"; a D3 or a limited roll shows the value it counts as."""
        total = f"{self.total}″" if self.purpose in INCHES else str(self.total)
        plus = f" {'+' if self.plus > 0 else '-'} {abs(self.plus)}" if self.plus else ""
        dice = " + ".join(map(str, sorted(self.faces, reverse=True))) + plus
        if sum(self.faces) + self.plus != self.total:
            return _("{dice} counts as {total}", dice=dice, total=total)
        return total if dice == str(self.total) else f"{dice} = {total}"


class Attacked(UnitFact):
    """A batch of attacks was rolled: every pool of dice, and the result (A-ATK-1).

    `hits` includes all critical hits, and `wounds` includes automatic wounds. `damage` comes from unsaved attacks, and
    `mortal` from critical hits (A-WPN-3).
    """

    does = Does("attacks", "unit", "target")
    sound = "dice"
    target: str
    weapon: str
    attacks: int
    attack_pool: Pool
    hit_pool: Pool
    hits: int
    mortal_pool: Pool
    mortal: int
    wound_pool: Pool
    wounds: int
    save_pool: Pool
    unsaved: int
    damage_pool: Pool
    damage: int
    hits_on: int = 0
    wounds_on: int = 0
    saves_on: int = 0
    later = ("hits_on", "wounds_on", "saves_on")
    needs: ClassVar[Mapping[str, str]] = {"hit_pool": "hits_on", "wound_pool": "wounds_on", "save_pool": "saves_on"}
    rolled_by: ClassVar[Mapping[str, str]] = {"save_pool": "target"}

    @property
    def points(self) -> int:
        """The number of points for the target's damage pool (A-DMG-1)."""
        return self.damage + self.mortal

    def sentence(self, words: Words[Any]) -> str:
        parts = [
            ngettext("{n} attack", "{n} attacks", self.attacks),
            _("hits {n} ({faces})", n=self.hits, faces=shown(self.hit_pool.faces)),
        ]
        if self.wound_pool.faces or self.wounds:
            parts.append(_("wounds {n} ({faces})", n=self.wounds, faces=shown(self.wound_pool.faces)))
        if self.save_pool.faces:
            parts.append(_("unsaved {n} ({faces})", n=self.unsaved, faces=shown(self.save_pool.faces)))
        parts.append(_("damage {n}", n=self.damage))
        if self.mortal:
            parts.append(_("mortal damage {n}", n=self.mortal))
        return words.fill(self, N_("{unit} against {target}, {weapon}: {parts}"), parts=", ".join(parts))

    def remark(self) -> Remark | None:
        if self.points:
            return None
        text = N_("Hit, no wounds") if self.hits else N_("All attacks missed")
        return Remark(self.target, _(N_("All attacks saved") if self.wounds else text))


class Warded(DiceFact):
    """A unit rolled wards against points of damage (A-DMG-3)."""

    needs: ClassVar[Mapping[str, str]] = {"pool": "needed"}
    needed: int
    warded: int

    def sentence(self, words: Words[Any]) -> str:
        return words.fill(self, N_("{unit}, wards {needed}+: {faces}, {n} removed"), n=self.warded)


class Damaged(UnitFact):
    """Damage points were allocated (A-DMG-5)."""

    does = Does("hurts", to="unit", amount="points")
    points: int
    count: int
    slain: int
    mortal: bool

    def sentence(self, words: Words[Any]) -> str:
        text = NN_(
            "{unit} suffers {damage} damage; {slain} slain, damage count {count}",
            "{unit} suffer {damage} damage; {slain} slain, damage count {count}",
        )
        if self.mortal:
            text = NN_(
                "{unit} suffers {damage} mortal damage; {slain} slain, damage count {count}",
                "{unit} suffer {damage} mortal damage; {slain} slain, damage count {count}",
            )
        return words.fill(self, text, damage=self.points)


class Slain(UnitFact):
    """Models of a unit are slain; `models` has their spots (A-DMG-5)."""

    does = Does("removes", to="models")
    sound = "loss"
    counts = "models"
    means = Meaning("casualty", "unit", "models", text=N_("Casualties"), tone="bad")
    models: dict[str, tuple[float, float]]

    def sentence(self, words: Words[Any]) -> str:
        text = NN_("{n} model of {unit} is slain", "{n} models of {unit} are slain")
        if self.rule == "A-COH-4":
            text = NN_(
                "{n} model of {unit} is removed: the unit was split",
                "{n} models of {unit} are removed: the unit was split",
            )
        return words.fill(self, text)


class Destroyed(UnitFact):
    """A unit has no models left, or left play (A-DMG-10, A-MAN-2)."""

    on_card = True
    name: str
    why: str = ""

    def sentence(self, words: Words[Any]) -> str:
        text = words.fill(self, NN_("{unit} is destroyed", "{unit} are destroyed"), unit=self.name)
        return text + (f": {translated(self.why)}" if self.why else "")


class Healed(UnitFact):
    """A unit's damage count went down (A-DMG-7)."""

    says = NN_("{unit} heals {amount}, damage count {left}", "{unit} heal {amount}, damage count {left}")
    amount: int
    left: int


class Returned(UnitFact):
    """Slain models came back (A-DMG-8)."""

    says = N_("A model of {unit} returns")
    models: dict[str, tuple[float, float]]


class Charged(UnitFact):
    """A unit has charged (A-CHG-5)."""

    says = NN_("{unit} has charged", "{unit} have charged")


class ReachedNobody(UnitFact):
    """A charge ended where it began: it reached no enemy with its `inches` (A-CHG-6).

    `gap` is the distance to the nearest enemy in inches, or 0 if one is near enough but no path leads there.
    """

    inches: int
    gap: float

    def sentence(self, words: Words[Any]) -> str:
        text = NN_(
            "{unit} reaches no enemy: no path within {inches}″",
            "{unit} reach no enemy: no path within {inches}″",
        )
        if self.gap:
            text = NN_(
                "{unit} reaches no enemy with {inches}″: the nearest is {gap} away",
                "{unit} reach no enemy with {inches}″: the nearest is {gap} away",
            )
        return words.fill(self, text, gap=length(self.gap))


class CastRolled(DiceFact):
    """A casting roll (A-MAG-3): whether the spell is cast, fails or is miscast."""

    sound = "dice"
    ability: str
    total: int
    needed: int
    outcome: str

    def sentence(self, words: Words[Any]) -> str:
        outcome = {"cast": N_("cast"), "failed": N_("fails"), "miscast": N_("miscast")}[self.outcome]
        text = NN_(
            "{unit} casts: {faces}, {total} against {needed}: {outcome}",
            "{unit} cast: {faces}, {total} against {needed}: {outcome}",
        )
        return words.fill(self, text, outcome=_(outcome))


class Unbound(DiceFact):
    """An attempt to unbind a spell (A-MAG-7)."""

    sound = "dice"
    caster: str
    total: int
    against: int
    success: bool

    def sentence(self, words: Words[Any]) -> str:
        text = NN_(
            "{unit} unbinds: {faces}, {total} against {against}: {outcome}",
            "{unit} unbind: {faces}, {total} against {against}: {outcome}",
        )
        outcome = N_("the spell is unbound") if self.success else N_("the spell stands")
        return words.fill(self, text, outcome=_(outcome))


class Chanted(DiceFact):
    """A chanting roll (A-PRAY-2): `outcome` is "failed", "banked" or "answered"."""

    sound = "dice"
    ability: str
    total: int
    ritual: int
    needed: int
    outcome: str

    @property
    def face(self) -> int:
        """The face of the die."""
        return self.pool.faces[0]

    def sentence(self, words: Words[Any]) -> str:
        text = NN_(
            "{unit} chants: {face}, {total} with ritual points against {needed}: {outcome}",
            "{unit} chant: {face}, {total} with ritual points against {needed}: {outcome}",
        )
        outcome = {"failed": N_("it fails"), "banked": N_("banked"), "answered": N_("answered")}[self.outcome]
        return words.fill(self, text, face=self.face, outcome=_(outcome))


class RitualChanged(UnitFact):
    """A priest's ritual points changed (A-PRAY-3)."""

    counts = "amount"
    amount: int
    left: int

    def sentence(self, words: Words[Any]) -> str:
        text = NN_("{unit}: {amount} ritual point, {left} in all", "{unit}: {amount} ritual points, {left} in all")
        return words.fill(self, text, amount=f"{self.amount:+d}")


class RollChanged(UnitFact):
    """A reaction changed the casting or charge roll of a unit (A-DICE-6)."""

    amount: int
    total: int

    def sentence(self, words: Words[Any]) -> str:
        return words.fill(self, N_("{unit}: roll {change}, {total} in all"), change=f"{self.amount:+d}")


class EffectBegan(UnitFact):
    """An ability has a lasting effect on a unit."""

    says = "{unit}: {effect}"
    source: str
    what: str
    amount: int
    until: str
    keyword: str = ""


class ControlGained(PlayerFact):
    """A player gains control of an objective (A-OBJ-3)."""

    objective: str
    scores: dict[str, int]

    def sentence(self, words: Words[Any]) -> str:
        mine = self.scores[self.player]
        [other] = (score for player, score in self.scores.items() if player != self.player)
        return words.fill(self, N_("{player} gains control of {objective}, {tally}"), tally=f"{mine} : {other}")


class Scored(PlayerFact):
    """A player scores victory points (A-EOT-1)."""

    sound = "success"
    says = NN_("{player} scores {n} point: {reason}", "{player} scores {n} points: {reason}")
    counts = "points"
    means = Meaning("score", "player", "points", because="reason")
    points: int
    reason: str


class CardTicked(PlayerFact):
    """A player ticked a battle tactic card by hand."""

    says = N_("{player} completes {card}")
    card: str


class AdjustedByHand(PlayerFact):
    """A player did by hand what the program cannot enforce (A-IMP-8)."""

    says = N_("By hand, {player}: {text}")
    text: str


class AdjustedByReferee(AdjustedByHand):
    """A person made a change against a computer player, as a referee."""

    says = N_("Referee, {player}: {text}")


class EffectByHand(EffectBegan):
    """A player gave a unit a lasting effect by hand, or ended one; as a `referee` against a computer player."""

    player: str
    ended: bool = False
    referee: bool = False

    def sentence(self, words: Words[Any]) -> str:
        if self.ended:
            by_hand, referee = (
                N_("By hand, {player}: {unit} loses {effect}"),
                N_("Referee, {player}: {unit} loses {effect}"),
            )
        else:
            by_hand, referee = N_("By hand, {player}: {unit}, {effect}"), N_("Referee, {player}: {unit}, {effect}")
        return words.fill(self, referee if self.referee else by_hand)


class RolledByHand(PlayerFact):
    """A player rolled dice for any purpose; with `needed`, each die that shows at least this number succeeds."""

    sound = "dice"
    pool: Pool
    purpose: str = ""
    needed: int = 0
    referee: bool = False
    needs: ClassVar[Mapping[str, str]] = {"pool": "needed"}

    @property
    def good(self) -> int:
        """The number of dice that reach `needed`."""
        return sum(face >= self.needed for face in self.pool.faces)

    def sentence(self, words: Words[Any]) -> str:
        faces = self.pool.faces
        parts = {"dice": f"{len(faces)}D{self.pool.sides}", "faces": shown(faces), "total": sum(faces)}
        text = words.fill(self, N_("{player} rolls {dice}: {faces}, total {total}"), **parts)
        if self.needed:
            text += _("; {good} of {n} are {needed}+", good=self.good, n=len(faces), needed=self.needed)
        return f"{text} ({self.purpose})" if self.purpose else text


class Conceded(PlayerFact):
    """A player conceded, or both agreed to a draw."""

    how: str

    def sentence(self, words: Words[Any]) -> str:
        draw = N_("{player} offered a draw, and it was accepted")
        return words.fill(self, draw if self.how == "draw" else N_("{player} concedes"))


class Ended(Fact):
    """The battle is over."""

    means = Meaning("ending")
    winners: tuple[str, ...]
    reason: str

    def sentence(self, words: Words[Any]) -> str:
        names = _(" and ").join(map(words.name, self.winners))
        return words.fill(self, N_("The battle is over: {names} ({reason})"), names=names)
