"""A running game of The Godbreaker Saga with the queries that all rules share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from game.engine.core.dice import Dice
from game.engine.core.events import Event
from game.engine.kit.playing import PlayedGame
from game.rulesets.godbreakers.rules.setup import Setup
from game.rulesets.godbreakers.rules.state import READY, Marker, Model, State, Token
from game.table.heights import relief_of
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from game.wording import _, translated

Piece = Model | Marker | Token

ADJACENT = 1.0 - 2e-6
"""The largest gap in inches that counts as 0 U (G-MEAS-2, Q4)."""


class Game(PlayedGame):
    """The state, dice and events of a game. Copies share everything except what a fork replaces, such as `state`.

    `scenario` is a `Scenario`; rules that need its class call `scenario_of`. `levels` is whether the levels of terrain
    matter (G-ADV-2). `leaving` is the model that is about to be removed while a decision about its replacement is open.
    """

    leaving = ""

    def __init__(self, setup: Setup, state: State, dice: Dice, scenario: Any) -> None:
        self.setup = setup
        self.state = state
        self.dice = dice
        self.scenario = scenario
        self.events: list[Event] = []
        self.shard_traits = setup.shard_traits
        self.levels = setup.options.levels
        self.look_at_terrain()

    def __copy__(self) -> Game:
        # Python reads attributes fastest when they are set one by one.
        twin = object.__new__(type(self))
        twin.setup, twin.state, twin.dice, twin.scenario = self.setup, self.state, self.dice, self.scenario
        twin.events, twin.shard_traits, twin.levels = self.events, self.shard_traits, self.levels
        twin.ruler, twin.battlefield = self.ruler, self.battlefield
        if self.leaving:
            twin.leaving = self.leaving
        return twin

    def look_at_terrain(self) -> None:
        """Prepare the table with its current terrain. Call when a terrain piece is added or removed."""
        self.ruler = self.setup.ruler_on(self.state.shaped, self.state.ruined)
        self.battlefield = self.ruler.battlefield

    @property
    def solo(self) -> bool:
        """Whether this is a solo game (G-SCN-4)."""
        return len(self.setup.players) == 1

    # -- pieces --------------------------------------------------------------------------------

    def standing(self, kind: str | None = None) -> list[Model]:
        """Return the models on the table; with `kind`, only models of that kind."""
        models = self.state.models.values()
        return [model for model in models if model.place == "table" and (kind is None or model.kind == kind)]

    def lying(self, kind: str | None = None) -> list[Marker]:
        """Return the markers on the table; with `kind`, only markers of that kind."""
        return [marker for marker in self.state.markers.values() if marker.on_table and kind in (None, marker.kind)]

    def present(self) -> list[Model | Marker]:
        """Return the models and markers on the table."""
        return [*self.standing(), *self.lying()]

    def piece(self, identity: str) -> Piece:
        """Return the model, marker or token called `identity`; raise `KeyError`."""
        piece = self.find(identity)
        if piece is None:
            raise KeyError(f"no piece is called {identity!r}")
        return piece

    def find(self, identity: str) -> Piece | None:
        """Return the model, marker or token called `identity`, or None."""
        state = self.state
        return state.models.get(identity) or state.markers.get(identity) or state.tokens.get(identity)

    def name_of(self, identity: str) -> str:
        """Return the displayed name of a piece, a player or a terrain piece, even if it is no longer on the table."""
        piece = self.find(identity)
        if piece is None:
            if identity in self.setup.players:
                return self.player_name(identity)
            token_type = identity.rpartition("-")[0]  # a token no longer in the game
            fallback = _(token_type) if token_type in self.state.made else identity
            return self.setup.terrain_names.get(identity) or fallback
        return _(piece.type) if isinstance(piece, Token) else translated(piece.name)

    def circle(self, player: str) -> list[Model]:
        """Return a player's godbreakers on the table."""
        return [
            model
            for model in self.state.models.values()
            if model.owner == player and model.place == "table" and model.kind == "godbreaker"
        ]

    def tokens_of(self, model: Model) -> list[Token]:
        """Return the tokens that `model` holds."""
        return [token for token in self.state.tokens.values() if token.holder == model.id]

    def ready_token(self, model: Model) -> Token | None:
        """Return a ready token that `model` holds, if any (G-ADV-1)."""
        return next((token for token in self.tokens_of(model) if token.type == READY), None)

    def traits_of(self, model: Model) -> list[tuple[str, int]]:
        """Return name and rank of each trait in use (G-INI-5), of each flaw and of the shard's trait (G-CIR-4, Q13)."""
        ranks: list[tuple[str, int]] = [*model.traits.items()]
        if model.unused:
            ranks = [(name, rank) for name, rank in ranks if name not in model.unused]
        if model.flaws:
            ranks += [(name, 1) for name in model.flaws]
        if model.kind == "godbreaker":
            shard = self.shard_traits.get(model.owner)
            if shard and shard not in model.traits and self.state.markers[f"{model.owner}.shard"].on_table:
                ranks.append((shard, 1))
        return ranks

    def unclaimed(self, kind: str | None = None) -> list[Token]:
        """Return the tokens on the table that no model carries; with `kind`, only tokens of that type (G-TBL-10)."""
        return [token for token in self.state.tokens.values() if not token.holder and kind in (None, token.type)]

    def playing(self) -> list[str]:
        """Return the players still in the game, in seniority order (Q35)."""
        return [player for player in self.setup.players if player not in self.state.lost]

    def handler(self, model: Model) -> str:
        """Return the player who decides for `model`: its owner, or for wild models their handler (G-INI-5)."""
        return model.owner or self.wild_handler

    @property
    def wild_handler(self) -> str:
        """The player who decides for wild models, the lowest in priority unless agreed otherwise (G-INI-5, Q22)."""
        agreed = self.setup.options.wild_handler
        if agreed != "lowest" and agreed not in self.state.lost:
            return agreed
        order = self.state.priority or self.playing() or self.setup.players  # a game may end with no player left
        return order[-1]

    # -- friend and foe ------------------------------------------------------------------------

    def friendly(self, one: Model, other: Model) -> bool:
        """Return whether `other` is friendly to `one` (G-SIDE-1..3). A model is not its own friend (Q10)."""
        if one is other:
            return False
        if one.owner:
            return one.owner == other.owner
        return not other.owner and bool(self.scenario.kin(one.kind, other.kind))

    def hostile(self, one: Model, other: Model) -> bool:
        """Return whether `other` is hostile to `one` (G-SIDE-1, G-SIDE-2)."""
        return one is not other and not self.friendly(one, other)

    def hostiles(self, model: Model) -> list[Model]:
        """Return the models on the table that are hostile to `model`, faster than by single calls of `hostile`."""
        models, owner = self.state.models.values(), model.owner
        if owner:
            return [other for other in models if other.owner != owner and other.place == "table"]
        kin = {kind for kind in {other.kind for other in models} if self.scenario.kin(model.kind, kind)}
        others = [other for other in models if other.place == "table" and other is not model]
        return [other for other in others if other.owner or other.kind not in kin]

    # -- measuring -----------------------------------------------------------------------------

    def range(self, one: Piece, other: Piece) -> float | None:
        """Return the range between two pieces in U, or None when no line joins them (G-MEAS-1..6)."""
        return self.ruler.range(one.disc, other.disc)

    def within(self, one: Piece, other: Piece, n: float) -> bool:
        """Return whether two pieces are within `n` U of each other (G-MEAS-4)."""
        reach = n + 1 + one.radius + other.radius
        if abs(one.x - other.x) >= reach or abs(one.y - other.y) >= reach:
            return False
        return self.ruler.within(one.disc, other.disc, n)

    def touching(self, piece: Piece, others: list[Model]) -> Iterator[Model]:
        """Yield the models among `others` that are within 0 U of `piece`."""
        x, y, reach = piece.x, piece.y, piece.radius + 1.0
        for other in others:
            # Most are far away: comparing coordinates first saves measuring.
            least_distance = reach + other.radius
            close = abs(other.x - x) < least_distance and abs(other.y - y) < least_distance
            if close and other is not piece and self.ruler.within(piece.disc, other.disc, 0):
                yield other

    def at_barricade(self, model: Model) -> bool:
        """Return whether `model` is within 0 U of a barricade (G-ENG-3)."""
        level = model.level
        return bool(self.ground(level - 1, level, level + 1).barricades_near(model.disc, ADJACENT))

    def controls(self, player: str, marker: Marker) -> bool:
        """Return whether `player` controls `marker` (G-TBL-6)."""
        return any(self.controlled(player, [marker]))

    def controlled(self, player: str, markers: Iterable[Marker]) -> Iterator[Marker]:
        """Yield the markers at which `player` has more godbreakers than there are other models (G-TBL-6)."""
        circle = self.circle(player)
        for marker in markers:
            present = len(list(self.touching(marker, circle))) if marker.on_table else 0
            if present:  # usually there are none, so the others need not be counted
                others = [model for model in self.standing() if model not in circle]
                if present > len(list(self.touching(marker, others))):
                    yield marker

    def controller(self, marker: Marker) -> str:
        """Return the player who controls `marker`, or ""."""
        return next((player for player in self.playing() if self.controls(player, marker)), "")

    # -- levels --------------------------------------------------------------------------------

    def ground(self, *levels: int) -> Battlefield:
        """Return the table with only the terrain on these levels, or the whole table in a game without levels."""
        return self.battlefield.on_levels(*levels) if self.levels else self.battlefield

    def shift(self, model: Model) -> int:
        """Return the number of levels `model` may shift before a range is determined (G-ADV-5, G-TRAIT-UNBOUND)."""
        if not self.levels or not self.setup.options.unbound:
            return 0
        return next((rank for name, rank in self.traits_of(model) if name == "Unbound"), 0)

    def stances(self, model: Model) -> list[Disc]:
        """Return the model's base on every level it may count as standing on, its own first (G-ADV-5)."""
        if not self.shift(model):
            return [model.disc]
        return [model.disc._replace(level=level) for level in self.levels_of(model, model.level)]

    def falls(self, disc: Disc) -> bool:
        """Return whether a base has no surface under it on its level, in a game with levels (G-ADV-4)."""
        return self.levels and not relief_of(self.battlefield).carries(disc.level, disc)

    def levels_of(self, model: Model, level: int) -> list[int]:
        """Return the levels on which `model` may count as standing when it is on `level`, nearest first (G-ADV-5)."""
        shift = self.shift(model)
        return sorted(range(max(0, level - shift), level + shift + 1), key=lambda other: abs(other - level))

    def reaches(self, model: Model, other: Model, n: float) -> bool:
        """Return whether `other` is within `n` U of `model`, which may shift its level (G-ADV-5)."""
        return any(self.models_within(model, [other], n))

    def models_within(self, model: Model, others: Sequence[Model], n: float) -> Iterator[Model]:
        """Yield the models among `others` within `n` U of `model`, which may shift its level (G-ADV-5)."""
        x, y, reach = model.x, model.y, n + 1 + model.radius
        stances = self.stances(model)
        for other in others:
            least_distance = reach + other.radius
            if abs(other.x - x) >= least_distance or abs(other.y - y) >= least_distance:
                continue
            disc = other.disc
            if any(self.ruler.within(stance, disc, n) for stance in stances):
                yield other

    # -- obstacles to placing ------------------------------------------------------------------

    def bases(self, excluded: Piece | None = None) -> tuple[Disc, ...]:
        """Return the bases of the models on the table except `excluded`."""
        return tuple(model.disc for model in self.standing() if model is not excluded)

    def marker_discs(self, excluded: Piece | None = None) -> tuple[Disc, ...]:
        """Return the outlines of the markers on the table except `excluded`."""
        return tuple(marker.disc for marker in self.lying() if marker is not excluded)
