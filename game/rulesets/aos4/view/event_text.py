"""Every event in plain words, for the log and the report; sounds, and which are landmarks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.engine.core.events import Event
from game.engine.kit.editable import Corrected
from game.engine.rulebook.ruleset import Cue
from game.engine.rulebook.view import Landmark
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.phases.deployment import SIDES
from game.rulesets.aos4.rules.phases.windows import DEEDS
from game.rulesets.aos4.rules.state import Effect
from game.rulesets.aos4.view.corrections import corrected
from game.rulesets.aos4.view.effects import effect_text
from game.wording import N_, _, ngettext, numeral, translated

CUES: Final[Mapping[type[Event], Cue]] = {
    events.Rolled: "dice",
    events.RolledOff: "dice",
    events.Attacked: "dice",
    events.CastRolled: "dice",
    events.Chanted: "dice",
    events.Unbound: "dice",
    events.SetUp: "placing",
    events.Moved: "placing",
    events.Scored: "success",
    events.Slain: "loss",
}
"""The sound of each event that has one."""


INCHES: Final = ("move", "run", "redeploy", "charge")
"""The purposes of rolls that are distances."""


def landmark(event: Event) -> Landmark | None:
    """Return what an event means for the course of the battle, None for most."""
    match event:
        case events.RoundBegan():
            return Landmark("round", amount=event.round)
        case events.AbilityUsed():
            return Landmark("activation", event.unit)
        case events.TurnBegan():
            return Landmark("lead", event.player)
        case events.Slain():
            return Landmark("casualty", event.unit, len(event.models), N_("Casualties"), "bad")
        case events.Scored():
            return Landmark("score", event.player, event.points, translated(event.reason))
        case Corrected(fact="VP"):
            return Landmark("score", event.piece, int(event.after) - int(event.before), _("corrected by the referee"))
        case events.Ended():
            return Landmark("ending")
    return None


def tell(game: Game, event: Event) -> str:
    """Return an event in plain words."""
    return corrected(game, event) if isinstance(event, Corrected) else _Teller(game).told(event)


class _Teller:
    """Puts events of one battle into words."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def unit(self, identity: str) -> str:
        found = self.game.state.units.get(identity)
        return found.name if found is not None else identity

    def size(self, identity: str) -> int:
        """Return how many models a unit has or had: what is said of it is in the singular or the plural."""
        found = self.game.state.units.get(identity)
        return (found.size if found is not None else 1) or 1  # of what left the table as one nothing is known any more

    def feature(self, identity: str) -> str:
        """Return the name of a terrain feature, its id once it has left the table."""
        return next((each.name for each in self.game.features() if each.id == identity), identity)

    def player(self, identity: str) -> str:
        return self.game.player_name(identity)

    def told(self, event: Event) -> str:
        for part in (self._course, self._deeds, self._dice, self._damage, self._magic):
            text = part(event)
            if text is not None:
                return text
        return event.kind

    def _course(self, event: Event) -> str | None:
        match event:
            case events.TerritoryChosen():
                return _("{player} takes {side}", player=self.player(event.player), side=_(SIDES[event.side]))
            case events.RoundBegan():
                return _("Battle round {n}: {player} goes first", n=event.round, player=self.player(event.first))
            case events.TurnBegan():
                return _("Turn of {player}", player=self.player(event.player))
            case events.PhaseBegan():
                return _(DEEDS[event.phase])
            case events.UnderdogFound():
                return _("{player} is the underdog", player=self.player(event.player))
            case events.CommandGained():
                return ngettext("{player} has {n} command point", "{player} has {n} command points", event.amount,
                                player=self.player(event.player), n=event.amount)  # fmt: skip
            case events.CommandSpent():
                return ngettext(
                    "{player} spends {n} command point, {left} left",
                    "{player} spends {n} command points, {left} left",
                    event.amount,
                    n=event.amount,
                    player=self.player(event.player),
                    left=event.left,
                )
            case events.Passed():
                return _("{player} is done", player=self.player(event.player))
            case events.ControlGained():
                marker = self.game.setup.objectives[event.objective]
                tally = " : ".join(str(event.scores[each]) for each in (event.player, self.game.other(event.player)))
                text = N_("{player} gains control of {objective}, {tally}")
                return _(text, player=self.player(event.player), objective=_(marker.name), tally=tally)
            case events.Scored():
                return self._scored(event)
            case events.Conceded():
                how = (
                    N_("{player} concedes")
                    if event.how != "draw"
                    else N_("{player} offered a draw, and it was accepted")
                )
                return _(how, player=self.player(event.player))
            case events.Ended():
                names = _(" and ").join(map(self.player, event.winners))
                text = N_("The battle is over: {names}, {reason}")
                return _(text, names=names, reason=translated(event.reason))
        return None

    def _scored(self, event: events.Scored) -> str:
        facts = {"player": self.player(event.player), "reason": translated(event.reason)}
        return ngettext(
            "{player} scores {n} point: {reason}",
            "{player} scores {n} points: {reason}",
            event.points,
            n=event.points,
            **facts,
        )

    def _deeds(self, event: Event) -> str | None:
        match event:
            case events.AbilityUsed():
                by_hand = _(" (by hand)") if event.by_hand else ""
                return _("{unit}: {ability}", unit=self.unit(event.unit), ability=_(event.name)) + by_hand
            case events.SetUp():
                return ngettext("{unit} is set up", "{unit} are set up", self.size(event.unit),
                                unit=self.unit(event.unit))  # fmt: skip
            case events.Moved():
                return self._moved(event)
            case events.Charged():
                return ngettext("{unit} has charged", "{unit} have charged", self.size(event.unit),
                                unit=self.unit(event.unit))  # fmt: skip
            case events.ReachedNobody():
                return self._reached_nobody(event)
            case events.EffectBegan():
                return self._effect(event)
            case events.CardTicked():
                card = self.game.setup.abilities[event.player].get(event.card)
                name = _(card.name) if card is not None else event.card
                return _("{player} ticks {card}", player=self.player(event.player), card=name)
            case events.AdjustedByHand():
                text = translated(event.text)
                return _("By hand, {player}: {text}", player=self.player(event.player), text=text)
        return None

    def _moved(self, event: events.Moved) -> str:
        unit, size, inches = self.unit(event.unit), self.size(event.unit), f"{numeral(event.inches, '.1f')}″"
        if not event.ways:
            return ngettext("{unit} stays where it is", "{unit} stay where they are", size, unit=unit)
        return ngettext("{unit} moves {inches}", "{unit} move up to {inches}", size, unit=unit, inches=inches)

    def _reached_nobody(self, event: events.ReachedNobody) -> str:
        facts = {"unit": self.unit(event.unit), "inches": event.inches, "gap": f"{numeral(event.gap, '.2f')}″"}
        if not event.gap:
            return ngettext("{unit} reaches nobody: no way of {inches}″ leads to an enemy",
                            "{unit} reach nobody: no way of {inches}″ leads to an enemy",
                            self.size(event.unit), **facts)  # fmt: skip
        return ngettext("{unit} reaches nobody with {inches}″: the nearest enemy is {gap} away",
                        "{unit} reach nobody with {inches}″: the nearest enemy is {gap} away",
                        self.size(event.unit), **facts)  # fmt: skip

    def _effect(self, event: events.EffectBegan) -> str:
        unit = self.game.state.units[event.unit]
        known = [player for player in self.game.state.players if event.source in self.game.setup.abilities[player]]
        player = known[0] if known else unit.owner
        effect = Effect(event.source, event.what, event.amount, event.until, player, event.keyword)  # type: ignore[arg-type]
        assert event.what == HAS or not event.keyword
        return f"{unit.name}: {effect_text(self.game, unit, effect)}"

    def _dice(self, event: Event) -> str | None:
        match event:
            case events.RolledOff():
                faces = ", ".join(f"{self.player(player)} {face}" for player, face in event.faces.items())
                return _("Roll-off: {faces}; {player} chooses", faces=faces, player=self.player(event.winner))
            case events.Rolled():
                return self._rolled(event)
            case events.Attacked():
                return self._attacked(event)
        return None

    def _rolled(self, event: events.Rolled) -> str:
        purpose = _(event.purpose)
        if event.target:
            purpose = f"{purpose} ({self.feature(event.target)})"
        facts = {"unit": self.unit(event.unit), "purpose": purpose}
        if event.purpose == "rally":
            return ngettext(
                "{unit}, {purpose}: {faces}, {n} rally point",
                "{unit}, {purpose}: {faces}, {n} rally points",
                event.total,
                n=event.total,
                faces=shown(event.faces),
                **facts,
            )
        text = _("{unit}, {purpose}: {roll}", roll=summed(event), **facts)
        if not event.needed:
            return text
        verdict = N_("needs {n}+: succeeds") if event.success else N_("needs {n}+: fails")
        return f"{text}, {_(verdict, n=event.needed)}"

    def _attacked(self, event: events.Attacked) -> str:
        parts = [
            ngettext("{n} attack", "{n} attacks", event.attacks, n=event.attacks),
            _("hits {n} ({faces})", n=event.hits, faces=shown(event.hit_pool.faces)),
        ]
        if event.wound_pool.faces or event.wounds:
            parts.append(_("wounds {n} ({faces})", n=event.wounds, faces=shown(event.wound_pool.faces)))
        if event.save_pool.faces:
            parts.append(_("not saved {n} ({faces})", n=event.unsaved, faces=shown(event.save_pool.faces)))
        parts.append(_("damage {n}", n=event.damage))
        if event.mortal:
            parts.append(_("mortal damage {n}", n=event.mortal))
        text = N_("{unit} at {target}, {weapon}: {parts}")
        return _(
            text,
            unit=self.unit(event.unit),
            target=self.unit(event.target),
            weapon=event.weapon,
            parts=", ".join(parts),
        )

    def _damage(self, event: Event) -> str | None:
        match event:
            case events.Warded():
                text = N_("{unit}, wards {needed}+: {faces}, {n} removed")
                return _(
                    text, unit=self.unit(event.unit), needed=event.needed, faces=shown(event.faces), n=event.warded
                )
            case events.Damaged():
                return self._damaged(event)
            case events.Slain():
                return self._slain(event)
            case events.Destroyed():
                why = f": {translated(event.why)}" if event.why else ""
                size = self.size(event.unit)
                return ngettext("{unit} is destroyed", "{unit} are destroyed", size, unit=event.name) + why
            case events.Healed():
                return ngettext(
                    "{unit} heals {amount}, damage count {left}",
                    "{unit} heal {amount}, damage count {left}",
                    self.size(event.unit),
                    unit=self.unit(event.unit),
                    amount=event.amount,
                    left=event.left,
                )
            case events.Returned():
                return _("A model of {unit} returns", unit=self.unit(event.unit))
        return None

    def _slain(self, event: events.Slain) -> str:
        n, unit = len(event.models), self.unit(event.unit)
        if event.rule == "A-COH-4":
            return ngettext("{n} model of {unit} is removed: the unit was split",
                            "{n} models of {unit} are removed: the unit was split", n, unit=unit)  # fmt: skip
        return ngettext("{n} model of {unit} is slain", "{n} models of {unit} are slain", n, unit=unit)

    def _damaged(self, event: events.Damaged) -> str:
        size = self.size(event.unit)
        facts = {"unit": self.unit(event.unit), "damage": event.points, "slain": event.slain, "count": event.count}
        if event.mortal:
            return ngettext(
                "{unit} suffers {damage} mortal damage; {slain} slain, damage count {count}",
                "{unit} suffer {damage} mortal damage; {slain} slain, damage count {count}",
                size,
                **facts,
            )
        return ngettext(
            "{unit} suffers {damage} damage; {slain} slain, damage count {count}",
            "{unit} suffer {damage} damage; {slain} slain, damage count {count}",
            size,
            **facts,
        )

    def _magic(self, event: Event) -> str | None:
        match event:
            case events.CastRolled():
                outcome = _({"cast": N_("cast"), "failed": N_("fails"), "miscast": N_("miscast")}[event.outcome])
                return ngettext(
                    "{unit} casts: {faces}, {total} against {needed}: {outcome}",
                    "{unit} cast: {faces}, {total} against {needed}: {outcome}",
                    self.size(event.unit),
                    unit=self.unit(event.unit),
                    faces=shown(event.faces),
                    total=event.total,
                    needed=event.needed,
                    outcome=outcome,
                )
            case events.Unbound():
                outcome = _("the spell is unbound") if event.success else _("the spell stands")
                return ngettext(
                    "{unit} unbinds: {faces}, {total} against {against}: {outcome}",
                    "{unit} unbind: {faces}, {total} against {against}: {outcome}",
                    self.size(event.unit),
                    unit=self.unit(event.unit),
                    faces=shown(event.faces),
                    total=event.total,
                    against=event.against,
                    outcome=outcome,
                )
            case events.Chanted():
                words = {"failed": N_("it fails"), "banked": N_("banked"), "answered": N_("answered")}
                return ngettext(
                    "{unit} chants: {face}, {total} with ritual points against {needed}: {outcome}",
                    "{unit} chant: {face}, {total} with ritual points against {needed}: {outcome}",
                    self.size(event.unit),
                    unit=self.unit(event.unit),
                    face=event.face,
                    total=event.total,
                    needed=event.needed,
                    outcome=_(words[event.outcome]),
                )
            case events.RitualChanged():
                return ngettext(
                    "{unit}: {amount} ritual point, {left} in all",
                    "{unit}: {amount} ritual points, {left} in all",
                    abs(event.amount),
                    unit=self.unit(event.unit),
                    amount=f"{event.amount:+d}",
                    left=event.left,
                )
        return None


def summed(event: events.Rolled) -> str:
    """Return what dice come to: "5 + 3 = 8", a single die as it is, and what a D3 or a limit makes of them."""
    total = f"{event.total}″" if event.purpose in INCHES else str(event.total)
    plus = f" {'+' if event.plus > 0 else '-'} {abs(event.plus)}" if event.plus else ""
    dice = " + ".join(map(str, sorted(event.faces, reverse=True))) + plus
    if sum(event.faces) + event.plus != event.total:
        return _("{dice} counts as {total}", dice=dice, total=total)
    return total if dice == str(event.total) else f"{dice} = {total}"


def shown(faces: tuple[int, ...]) -> str:
    """Return dice in words: their faces, the highest first."""
    return " ".join(map(str, sorted(faces, reverse=True))) or "-"
