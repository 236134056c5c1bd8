"""What people can change of the round, the battlegroups and the players."""

from __future__ import annotations

from typing import Any, Final, Literal

from game.documents.reading import Identifier
from game.engine.kit.editable import Choice, Number, PlayerIds, Sort, of_players, of_the_game
from game.refusal import Refusal
from game.rulesets.dropzone.new_game.planning import NEW_GAMES
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.setup import SURVEY
from game.rulesets.dropzone.rules.state import Group, State, Step
from game.rulesets.dropzone.view.event_text import STATUS
from game.rulesets.dropzone.view.table import MODES
from game.wording import N_, _

BEFORE: Final[tuple[Step, ...]] = ("zones", "deploying")
"""The steps before the first round."""
MOST_KILLS: Final = 50_000


PLAYERS: Final = PlayerIds("D-ARMY-1")


def _closed(game: Game) -> list[Refusal]:
    return [Refusal(_("the battle has not begun"), "D-RND-1")] if game.state.step in BEFORE else []


def _last_round(game: Game, state: State) -> int:
    """Return the highest number of the round now: if the next one is about to begin, it is one of the battle's too."""
    return max(1, game.setup.document.options.rounds - (state.step == "initiation"))


def _why_no_round(game: Game, edit: Any) -> list[Refusal]:
    rounds = _last_round(game, game.state)
    if edit.round is None or edit.round <= rounds:
        return []
    return [Refusal(_("the battle has {rounds} rounds", rounds=game.setup.document.options.rounds), "D-RND-1")]


def _let_begin(game: Game, state: State, player: str) -> None:
    state.order = [player, *(each for each in state.order or state.players if each != player)]


def _group_words(game: Game, identity: str) -> dict[str, str]:
    group = game.state.groups[identity]
    return {"group": _(group.name), "player": game.player_name(group.owner)}


def _why_not_set(game: Game, group: Group, status: object) -> list[Refusal]:
    if group.status != "active":
        return []
    return [Refusal(_("{group} is acting: finish that first", group=_(group.name)), "D-BG-7")]


def _is_off(game: Game, group: Group) -> bool:
    units = [unit for squad in game.squads_of(group) for unit in game.units_of(squad)]
    return bool(units) and not any(map(game.is_in_play, units))


TURN: Final = of_the_game("turn", (
        Number("round", N_("Round"), "D-RND-1", N_("round"), (1, NEW_GAMES.rounds[1]), most=_last_round),
        Choice("first", N_("Who activates first"), "D-INIT-2", N_("activates first"), PLAYERS.names,
               attribute="beginner", form=Identifier, why_not=PLAYERS.why_not, put=_let_begin),
    ),
    first=("round", "first"),
    closed=_closed,
    why_not=_why_no_round,
)  # fmt: skip
SCORES: Final = of_players("score", lambda game: game.setup.players, (
        Number("kills", N_("Kill points of {player}"), "D-WIN-3", N_("kill points"), (0, MOST_KILLS)),
        Number("scores", N_("VP of {player} for surveys"), "D-SCO-4", N_("VP"), (0, 99),
               shown=lambda game, player: game.setup.document.scenario == SURVEY),
    ),
    unknown=lambda game, player: PLAYERS.why_not(game, None, player),
)  # fmt: skip
GROUPS: Final = Sort[Game, Group]("group", "group", lambda game: game.state.groups, (
        Choice("status", N_("{group} of {player} has acted"), "D-BG-1", N_("has acted"), why_not=_why_not_set,
               form=Literal["ready", "done", "held"], knob="acted",
               shown=lambda game, group: group.status != "active",
               among=lambda game, group: {each: _(text) for each, text in STATUS.items() if each != "active"}),
        Choice("mode", N_("{group} of {player} waits"), "D-DEP-5", N_("waits"),
               form=Literal["readiness", "reserve"], knob="waits", shown=_is_off,
               among=lambda game, group: {each: _(text) for each, text in MODES.items() if each != "deployed"}),
    ),
    of_game=True,
    words=_group_words,
    closed=_closed,
)  # fmt: skip
