"""What players do by hand to units in a battle: lasting effects, dice, and changes that lead to questions (A-IMP-8).

Each change is recorded in the journal like an answer. Imports the rules and the views.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from game.documents.reading import Name
from game.engine.core.flow import Flow, Interrupted
from game.engine.core.pools import roll_pool
from game.engine.kit.editable import EditDocument, PieceEdit, button
from game.engine.rulebook.editing import ByHand, Correction, Deed, Edit, Knob
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import AmountText, amount
from game.rulesets.aos4.documents.catalogue import core_abilities
from game.rulesets.aos4.documents.params import BARRED, MODIFIED, SET, SWITCHED, UNTIL
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.abilities.by_hand import DEEDS, carry_out, possible
from game.rulesets.aos4.rules.abilities.resolving import BY_HAND, rules_of
from game.rulesets.aos4.rules.attacks.damaging import casualties, slay
from game.rulesets.aos4.rules.battle import HAS
from game.rulesets.aos4.rules.effects import effect_amount
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.play import end_as_declared
from game.rulesets.aos4.rules.state import Effect, Unit
from game.rulesets.aos4.view.cards import effect_text
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import N_, _

MOST_DICE: Final = 60
SLAY: Final = "slay"
AT_ONCE: Final = {**DEEDS, SLAY: N_("Slay models")}
"""Changes that happen at once, and lead to the rules' own questions."""
NO_SOURCE: Final = N_("by hand")
"""The source of effects that people set without an ability; it affects a unit only once for each thing (A-ONE-3)."""
ONLY_GAME: Final = N_("this is for a game, where players can answer its questions")


class RollEdit(EditDocument[Game]):
    """Roll dice for any `purpose`. With `needed`, dice that show at least this number are counted."""

    aside: ClassVar[bool] = True
    only_game: ClassVar[str] = ONLY_GAME

    do: Literal["roll"]
    count: Annotated[int, Field(ge=1, le=MOST_DICE)] = 1
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    needed: Annotated[int, Field(ge=0, le=100)] = 0
    purpose: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""

    def carry_out(self, game: Game) -> None:
        """Change nothing: the dice are rolled in a game only."""

    def roll(self, game: Game, correction: Correction) -> None:
        """Roll the dice."""
        pool = roll_pool(game.dice, game.state.rolls, self.sides, self.count, game.key(None, "by hand"))
        game.emit(
            events.RolledByHand(
                player=correction.player,
                pool=pool,
                purpose=self.purpose,
                needed=self.needed,
                referee=bool(correction.agreed),
                rule="A-IMP-8",
            )
        )


class DeedEdit(PieceEdit[Game, Unit]):
    """Do something to a unit at once, by the rules: an `amount` of damage, healing, models or inches.

    With `needed` it happens only if a D6 shows that number. `source` is the reason, in words.
    """

    find: ClassVar[Any] = staticmethod(unit_of)
    only_game: ClassVar[str] = ONLY_GAME

    do: Literal["deed"]
    what: Literal["mortal", "unwarded", "heal", "return", "set-up", "move", "slay"]
    amount: Annotated[AmountText, Field(max_length=12)] = "1"
    needed: Annotated[int, Field(ge=0, le=6)] = 0
    source: Name = NO_SOURCE

    def against(self, game: Game, unit: Unit) -> list[Refusal]:
        if unit in possible(game, self.what):
            return []
        text = _("{deed} is not possible for {unit} now", deed=_(AT_ONCE[self.what]), unit=unit.name)
        return [Refusal(text, "A-IMP-8")]

    def change(self, game: Game, unit: Unit) -> None:
        """Change nothing before the questions are answered."""

    def flow(self, game: Game, correction: Correction) -> Flow:
        unit = unit_of(game, self.piece)
        assert unit is not None
        spec = AbilityDocument(id="by-hand", name=self.source, timing="")
        use = Use(game, spec, correction.player or unit.owner, unit, targets=[unit])
        game.under_way.append(use)
        try:
            yield from self._happen(use, unit, events.AdjustedByReferee if correction.agreed else events.AdjustedByHand)
        except Interrupted as interrupted:
            end_as_declared(game, interrupted.interrupt)
        game.under_way.remove(use)

    def _happen(self, use: Use, unit: Unit, event_class: type[events.AdjustedByHand]) -> Flow:
        """Roll for the change if needed, then make it and record it as an `event_class`."""
        game = use.game
        if self.needed:
            pool = game.throw(unit, 1, "by hand")
            success = pool.faces[0] >= self.needed
            game.rolled(unit, use.spec.name, pool, pool.faces[0], needed=self.needed, success=success, rule="A-IMP-8")
            if not success:
                return
        number = effect_amount(use, unit, amount(self.amount))
        if self.what != SLAY:
            yield from carry_out(use, self.what, unit, number, event_class)
            return
        text = events.keep("{deed}: {unit}, {amount}", deed=events.keep(AT_ONCE[SLAY]), unit=unit.name, amount=number)
        game.emit(event_class(player=use.player, text=text, rule="A-IMP-8"))
        slain = yield from casualties(game, unit, min(number, len(unit.at)), [*unit.at])
        slay(game, unit, slain)


def told_effect(game: Game, unit: Unit, effect: Effect, correction: Correction, *, ended: bool) -> None:
    """Emit the event that a player gave a unit an effect, or ended it."""
    game.emit(
        events.EffectByHand(
            unit=unit.id,
            player=correction.player,
            ended=ended,
            referee=bool(correction.agreed),
            rule="A-IMP-8",
            **effect.facts(),
        )
    )


# -- possible changes -------------------------------------------------------------------------------

SIGNED: Final = ("+1", "-1", "+2", "-2", "+3", "-3")
UP: Final = ("1", "2", "3")
DISTANCES: Final = ("12", "6", "9", "15", "18")
FACES: Final = ("2", "3", "4", "5", "6")
WARDS: Final = ("6", "5", "4", "3")
AMOUNTS: Final = ("1", "2", "3", "4", "5", "6", "D3", "D6", "2D6")
INCHES: Final = ("3", "6", "1", "2", "4", "5", "8", "10", "12", "D6", "2D6")
VALUES: Final = ("1", "2", "3", "4", "5", "6", "0", "8", "10")
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    N_("Its attacks"): ("hit", "wound", "attacks", "rend", "damage", "critical", "no critical", "no hit malus",
                        "no wound malus", "pierces", "no abilities", "second fight", "backfire 1", "range",
                        "double attacks",
                        "double damage"),
    N_("Attacks that target it"): ("hit taken", "wound taken", "attacks taken", "rend taken", "damage taken",
                                  "critical taken", "no critical taken", "no abilities taken", "miss taken",
                                  "wound miss taken",
                                  "backlash slain", "backlash hit 1", "backlash save 1", "backlash save 6",
                                  "no charge damage taken", "pierces taken"),
    N_("Its defence"): ("save", "ward", "no ward", "no save bonus", "no save malus", "spared", "no healing",
                       "hidden", "unshot"),
    N_("Moves and charges"): ("move", "half move", "run", "charge", "charge dice", "reroll run", "reroll charge",
                             "charge after run", "charge after retreat", "shoot after run", "shoot after retreat",
                             "safe retreat", "least run", "least redeploy", "best run", "best charge", "pile-in"),
    N_("Magic and control"): ("cast", "chant", "unbind", "banish", "reroll cast", "reroll chant", "control", "rally",
                             "power", "unbinds", "no control malus", "no contest"),
}  # fmt: skip
"""The values that players can change, in groups that together contain all of `MODIFIED`."""
UPWARD: Final = {
    **dict.fromkeys(
        ("critical", "critical taken", "spared", "backfire 1", "backlash hit 1", "backlash save 1", "backlash save 6"),
        UP,
    ),
    **dict.fromkeys(("least run", "least redeploy", "miss taken", "wound miss taken", "backlash slain"), FACES),
    **dict.fromkeys(("hidden", "unshot"), DISTANCES),
}
"""The values that cannot be negative, with the amounts offered for them."""
WEAPONS: Final = ("Crit (2 Hits)", "Crit (Auto-wound)", "Crit (Mortal)", "Charge (+1 Damage)", "Shoot in Combat")
LENT: Final = ("STRIKE-FIRST", "STRIKE-LAST", "FLY")


def deeds(unit: Unit, game: Game) -> Iterator[Deed]:
    """Yield all changes that can be made by hand to a unit, the most common first."""
    effect: Edit = {"do": "effect", "piece": unit.id}
    for group, values in GROUPS.items():
        for value_name in values:
            words = _(MODIFIED[value_name])
            amounts = () if value_name in SWITCHED else UPWARD.get(value_name, SIGNED)
            edit = {**effect, "what": value_name, "amount": 1}
            yield Deed(value_name, _(group), words[:1].upper() + words[1:], edit, amounts, lasts=True)
    lent_heading = _("Keywords and weapon abilities")
    for keyword in LENT:
        yield Deed(keyword, lent_heading, keyword, {**effect, "what": HAS, "keyword": keyword, "amount": 1}, lasts=True)
    yield Deed("WARD", lent_heading, _("WARD from"), {**effect, "what": HAS, "keyword": "WARD"}, WARDS, lasts=True)
    for weapon in WEAPONS:
        yield Deed(
            weapon, lent_heading, weapon, {**effect, "what": "weapon", "keyword": weapon, "amount": 1}, lasts=True
        )
    for value_name, label in AT_ONCE.items():
        if unit in possible(game, value_name):
            texts: tuple[str, ...] = {"set-up": (), "move": INCHES}.get(value_name, AMOUNTS)
            at_once: Edit = {"do": "deed", "what": value_name, "piece": unit.id}
            yield Deed(f"now:{value_name}", _("At once"), _(label), at_once, texts)
    for value_name, words in SET.items():
        label = _("{what} is", what=_(words)[:1].upper() + _(words)[1:])
        edit = {**effect, "what": f"{value_name} set", "amount": 1}
        yield Deed(f"{value_name} set", _("Replaced"), label, edit, VALUES, lasts=True, field="keyword")
    for kind in BARRED:
        edit = {**effect, "what": "barred", "keyword": kind, "amount": 1}
        yield Deed(f"barred {kind}", _("Not allowed"), _("No {kind}", kind=kind), edit, lasts=True)


def endings(game: Game, unit: Unit, player: str) -> Iterator[Knob]:
    """Yield a button to end each lasting effect on a unit."""
    for index, effect in enumerate(unit.effects):
        edit: Edit = {"do": "effect", "piece": unit.id, "what": effect.what, "amount": 0, "source": effect.source}
        edit = {**edit, "player": player}
        edit = {**edit, "keyword": effect.keyword} if effect.keyword else edit
        yield button(f"end:{index}", _("End this: {effect}", effect=effect_text(game, unit, effect)), edit, "A-TURN-5")


MOST_SOURCES: Final = 30


def sources(game: Game, unit: Unit, player: str) -> Iterator[tuple[str, str]]:
    """Yield possible reasons for a change, the most likely first: names of abilities, each with its player."""
    yield from ((use.spec.name, use.player) for use in reversed(game.under_way))
    by_hand = [
        (spec, owner)
        for owner in (player, game.other(player))
        for spec in game.setup.abilities[owner].values()
        if rules_of(spec) is BY_HAND
        and spec.id not in core_abilities()
        and "DEPLOY" not in spec.keywords
        and timing(spec.timing).moment != "passive"
        and spec.kind != "card"
        and any(True for _user in BY_HAND.users(game, owner, spec))
    ]
    used = {key.rpartition(" ability ")[2] for uses in game.state.uses.by_span.values() for key in uses}
    tried = {key.rpartition(" limited ")[2] for uses in game.state.uses.by_span.values() for key in uses}
    yield from ((spec.name, owner) for spec, owner in by_hand if spec.id in used | tried)
    yield NO_SOURCE, player
    yield from ((spec.name, owner) for spec, owner in by_hand if game.setup.names_unit(spec, unit))
    yield from ((spec.name, owner) for spec, owner in by_hand)


def offered(game: Game, piece: str, player: str) -> ByHand | None:
    """Return the changes that a player can make by hand to a unit, or None if the piece does not belong to a unit."""
    unit = unit_of(game, piece)
    if unit is None:
        return None
    names = dict[str, Edit]()
    for name, owner in sources(game, unit, player):
        if len(names) < MOST_SOURCES:
            names.setdefault(_(name), {"source": name, "player": owner})
    spans: dict[str, Edit] = {_(words): {"until": until} for until, words in UNTIL.items()}
    return ByHand(unit.name, tuple(deeds(unit, game)), tuple(endings(game, unit, player)), names, spans)
