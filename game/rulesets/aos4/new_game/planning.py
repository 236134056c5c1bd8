"""New battles: the requirements for a map (18.4, A-TAB), the choices of players, and the setup of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from shapely import Polygon

from game.documents.error import DocumentError
from game.engine.kit import new_games as kit
from game.engine.kit.new_games import in_inches, made_for
from game.engine.rulebook.facets import MapProblem as Problem
from game.engine.rulebook.new_game import Agreement, GamePlan, Sketch
from game.engine.rulebook.view import PieceView, drawn_as
from game.rulesets.aos4.documents.armies import ArmyDocument, together
from game.rulesets.aos4.documents.catalogue import ARMIES, CORE, bundled_pack, find_pack, own_packs
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.rulings import FROM_ENEMY_TERRITORY
from game.rulesets.aos4.rules.setup import TERRITORIES, Setup, base_of
from game.rulesets.aos4.rules.setup_documents import PLAYER_COLOURS, Aos4Setup, OptionsDocument
from game.rulesets.aos4.rules.terrain import ABILITIES, PREFIX, features
from game.table.documents import MapDocument, find_map, load_map
from game.table.facing import FULL_TURN
from game.table.footprints import Footprint, half_box
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

NAME: Final = "aos4"
SMALLEST: Final = (30.0, 22.0)
"""The smallest width and height of a table in inches."""


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return every problem that keeps `document` from being a table for Age of Sigmar."""
    return [*_table(document), *_territories(document), *_objectives(document), *_traits(document)]


def _table(document: MapDocument) -> Iterator[Problem]:
    """Yield problems of a map's ruleset, units and size."""
    yield from (*made_for(document, NAME), *in_inches(document, "A-GEO-1"))
    sides = {"width": document.width, "height": document.height}
    for name, least in zip(sides, SMALLEST):
        if sides[name] < least:
            text = N_("the table is {width:g} by {height:g} inches - it must be at least {wide:g} by {high:g}")
            yield Problem(name, _(text, **sides, wide=SMALLEST[0], high=SMALLEST[1]), "A-GEO-1")


def _territories(document: MapDocument) -> Iterator[Problem]:
    """Yield problems of the two territories."""
    zones = {zone.id: zone for zone in document.zones}
    for side in TERRITORIES:
        if side not in zones:
            yield Problem("zones", _("zone {side!r} is missing - it is a player's territory", side=side), "A-DEP-5")
        elif len(zones[side].area) != 1:
            yield Problem(f"zones.{side}", _("a territory must be one area"), "A-DEP-5")
    if all(side in zones and len(zones[side].area) == 1 for side in TERRITORIES):
        one, other = (Polygon(zones[side].area[0].outline) for side in TERRITORIES)
        if one.intersects(other):
            yield Problem("zones", _("the territories overlap"), "A-DEP-5")
        elif one.distance(other) <= FROM_ENEMY_TERRITORY and min(one.area, other.area) < 100:
            yield Problem("zones", _("there must be room more than 9″ from the other territory"), "A-DEP-5")


def _objectives(document: MapDocument) -> Iterator[Problem]:
    """Yield a problem if no battleplan can be played with the objectives of the map."""
    on_map = {objective.id for objective in document.objectives}
    playable = [name for name in battleplans.names() if {*battleplans.find(name).objectives} <= on_map]
    if not playable:
        known = "; ".join(f"{name}: {', '.join(battleplans.find(name).objectives)}" for name in battleplans.names())
        text = N_("no battleplan fits these objectives - battleplans need {known}")
        yield Problem("objectives", _(text, known=known), "A-OBJ-1")


def _traits(document: MapDocument) -> Iterator[Problem]:
    """Yield problems of the terrain traits."""
    known = ", ".join(PREFIX + name for name in ABILITIES)
    for index, piece in enumerate(document.terrain):
        for key, value in piece.traits.items():
            path = f"terrain[{index}].traits.{key}"
            if not key.startswith(PREFIX):
                continue
            if key.removeprefix(PREFIX) not in ABILITIES:
                yield Problem(
                    path, _("{key!r} is not a terrain trait - use one of {known}", key=key, known=known), "A-TERR-7"
                )
            elif not isinstance(value, bool):
                yield Problem(path, _("{value!r} must be true or false", value=value), "A-TERR-7")
        if piece.barricades:
            reason = _("{piece} contains a line - draw it as an area with a height", piece=piece.name)
            yield Problem(f"terrain[{index}].barricades", reason, "A-TERR-5")


SCALE: Final = 2.0
"""The divisor of lengths in the sketch of a battleplan; a smaller table makes its objectives visible."""
PACK: Final = "pack"
NO_PACK: Final = "none"

_agreement = partial(kit.agreement, OptionsDocument)
# fmt: off
AGREEMENTS: Final = (
    _agreement("coherency", "A-COH-4", N_("Split units"),
               N_("what happens to a unit that is still split at the end of a turn"),
               N_("lose models at the end of a turn"), N_("stay as they are until they move")),
    _agreement("own_models", "A-AMB-2", N_("Models of a moving unit"),
               N_("whether models of a moving unit block each other"),
               N_("block each other"), N_("pass through each other")),
    _agreement("tiers", "A-AMB-14", N_("Fighting"), N_("who picks next once all strike-first units have fought"),
               N_("keeps alternating through strike-first and strike-last"), N_("restarts in each tier")),
    _agreement("save_cap", "A-AMB-26", N_("Bonus to saves"),
               N_("whether the bonus to save rolls is limited before or after Rend"),
               N_("at most +1 after Rend"), N_("at most +1 before Rend")),
    _agreement("windows", "A-REACT-5", N_("Asking"), N_("whether players are asked only when they can use something"),
               N_("only those who can use something"), N_("both players, in every phase")),
    _agreement("elevation", "A-TERR-6", N_("Height"),
               N_("whether height counts for distances to models wholly on a flat top"),
               N_("does not count for distances"), N_("counts for distances")),
)
# fmt: on


def turned_ahead(base: Footprint) -> Footprint:
    """Return a base that faces up in a picture."""
    return base if isinstance(base, Disc) else base.turned_to(FULL_TURN // 4)


class NewGames(kit.NewGames[Setup, ArmyDocument]):
    """New battles: battleplans, maps, armies and numbers of rounds."""

    setup_type, document = Setup, Aos4Setup
    ruleset, roster, rosters = NAME, "army", ARMIES
    scenario, map = "three-wells", "three-wells"
    stories = battleplans.REGISTRY
    rounds = 1, 10, 4
    colours = tuple(zip(PLAYER_COLOURS, (N_("blue"), N_("orange"))))
    wrong_rounds = N_("{rounds} rounds - choose {fewest} to {most} (A-RND-1)")
    unknown_scenario = N_("no battleplan is called {scenario!r} - use one of {known}")
    unknown_roster = N_("no army is called {name!r} - use one of {known}, or give the army itself")
    too_many = N_("there are {rosters} armies, but only two players")
    longest_id = 20
    map_problems = staticmethod(check_map)

    def agreements(self) -> tuple[Agreement, ...]:
        """Return the agreements before a battle. A pack can also be given as a file (A-IMP-3)."""
        values = ((NO_PACK, N_("none")), *((name, name) for name in own_packs()))
        return *AGREEMENTS, Agreement(PACK, N_("Ability pack"), values, "A-IMP-1", N_("a pack of abilities"), "FILE")

    def map_text(self, document: MapDocument, extent: str) -> tuple[str, str]:
        pieces = features(Battlefield.from_map(document))
        does = [_(title) for key, (title, _rule) in ABILITIES.items() if any(key in piece.does for piece in pieces)]
        return f"{extent}: {', '.join(does)}", "A-TERR-7"

    def roster_text(self, roster: ArmyDocument) -> tuple[str, str]:
        units = [*roster.units]
        counts = {"units": len(units), "models": sum(unit.size for unit in units), "points": roster.points}
        facts = _("{units} units, {models} models, {points} points", **counts)
        return f"{facts}: {', '.join(unit.name for unit in units)}", "A-ROS-1"

    def roster_sketch(self, roster: ArmyDocument) -> Sketch:
        """Return a sketch of an army: its models in ranks, one block for each unit."""
        pieces, x = list[PieceView](), 1.2
        for unit in roster.units:
            shown = drawn_as(turned_ahead(base_of(unit.models[0])))
            sizes = [half_box(turned_ahead(base_of(model))) for model in unit.models]
            half_width, half_height = max(half for half, _up in sizes), max(half for _across, half in sizes)
            files = max(1, round(unit.size**0.5))
            for number in range(unit.size):
                spot = (
                    x + half_width + number % files * 2.1 * half_width,
                    1.0 + half_height + number // files * 2.1 * half_height,
                )
                leader = unit.general and number == 0
                pieces.append(
                    PieceView(f"{unit.id}-{number}", unit.name, "base", *spot, **shown, owner="1", leader=leader)
                )
            x += files * 2.1 * half_width + 0.8
        height = max(piece.y + piece.radius for piece in pieces) + 1.0
        return Sketch(x + 0.4, height, tuple(pieces))

    def scenario_sketch(self, name: str) -> Sketch:
        """Return a sketch of a battleplan's objectives on its map, at half the size."""
        plan = battleplans.find(name)
        document = load_map(find_map(plan.map))
        pieces = tuple(
            PieceView(
                objective.id, "", "marker", objective.at[0] / SCALE, objective.at[1] / SCALE, 0.8, symbol="objective"
            )
            for objective in document.objectives
            if objective.id in plan.objectives
        )
        return Sketch(document.width / SCALE, document.height / SCALE, pieces)

    def complete(self, plan: GamePlan, fields: dict[str, Any]) -> None:
        pack = fields["options"].pop(PACK, NO_PACK)
        fields["packs"] = () if pack == NO_PACK else (find_pack(pack),)
        if not all(player[self.roster].is_round for player in fields["players"]):
            fields["options"]["bases"] = "shapes"

    def checked(self, document: Aos4Setup, file: str) -> Setup:
        """Return the setup of a document whose battleplan fits the map; raise `DocumentError` if it does not."""
        setup = super().checked(document, file)
        plan, on_map = battleplans.find(document.scenario), {objective.id for objective in document.map.objectives}
        if missing := [objective for objective in plan.objectives if objective not in on_map]:
            text = N_("{title} needs the objectives {lacking}, which are not on the map")
            reason = _(text, title=_(plan.title), lacking=", ".join(missing))
            raise DocumentError(file, "map.objectives", f"{reason} ({plan.rule})")
        for player in document.players:
            together((bundled_pack(CORE), *document.packs, *player.army.packs))
        return setup


NEW_GAMES: Final = NewGames()
