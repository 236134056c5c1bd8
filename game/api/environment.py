"""A PettingZoo environment (AEC) in which agents or bots play the seats; actions are candidate answers under a mask."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from game import rulesets
from game.api.candidates import candidates
from game.api.observing import Floats, features, observation_of
from game.documents.error import DocumentError
from game.engine.core.decisions import Answer
from game.engine.core.dice import KeyedDice
from game.engine.hidden import view_for
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import TableView
from game.engine.session import Session
from game.players import answer_with, make_player, names
from game.players.random_player import NoLegalPlace
from game.table.terrain.battlefield import Battlefield
from game.undisturbed import undisturbed
from game.wording import _

_SOUND: Final = "SDL_AUDIODRIVER"
_sound = os.environ.get(_SOUND)
try:
    with undisturbed():
        from gymnasium import spaces
        from pettingzoo import AECEnv
except ImportError as error:
    text_ = _("the environment needs PettingZoo: pip install inchwise[rl] ({error})", error=error)
    raise ImportError(text_) from None
finally:  # PettingZoo sets a driver without sound for the whole process
    if _sound is None:
        os.environ.pop(_SOUND, None)
    else:
        os.environ[_SOUND] = _sound

AGENT: Final = "agent"
"""The kind of a seat played by a learning agent; all other kinds are names of bots."""
MOST_DECISIONS: Final = 20_000
"""A game with more decisions is cut off."""

REWARDS: Final = ("result", "points")
RENDERED: Final = ("ansi", "rgb_array")
MODES: Final = (None, "human", *RENDERED)
"""The render modes; "human" renders nothing, because people have the window, but PettingZoo's tests require it."""

Observation = dict[str, Any]


def _require_known(where: str, value: str | None, known: Sequence[str | None]) -> None:
    if value not in known:
        raise DocumentError("environment", where, _("use one of {known}", known=", ".join(map(str, known))))


class TableEnvironment(AECEnv):  # type: ignore[misc]  # ships no types
    """A game as an environment. The deciding agent acts by giving the number of one of the `answers`.

    `players` is "agent" or the name of a bot for each seat; `plan` and `ruleset` describe the game; `count` is the most
    candidates of a decision, `tries` the budget of searching bots. Rewards are the result at the end (1 for a sole win,
    -1 for a loss, otherwise 0) or, with "points", the change of the lead over the best other player. Dead ends and
    endless games are truncations. Raises `DocumentError` for an impossible game.
    """

    metadata: Final = {"name": "inchwise_v0", "render_modes": [*RENDERED], "is_parallelizable": False}

    def __init__(
        self,
        plan: GamePlan | None = None,
        players: Sequence[str] = (AGENT, AGENT),
        ruleset: str = rulesets.DEFAULT,
        *,
        count: int = 24,
        reward: Literal["result", "points"] = "result",
        tries: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        for kind in players:
            if kind not in (AGENT, *names()):
                known = ", ".join((AGENT, *names()))
                reason = _("{kind!r} is not a kind of player - use one of {known}", kind=kind, known=known)
                raise DocumentError("environment", "players", reason)
        if AGENT not in players:
            reason = _("no player is learning: one of them must be {agent!r}", agent=AGENT)
            raise DocumentError("environment", "players", reason)
        _require_known("reward", reward, REWARDS)
        _require_known("render_mode", render_mode, MODES)
        if count < 1:
            raise DocumentError("environment", "count", _("must be 1 or more, not {count}", count=count))
        self.ruleset = rulesets.find(ruleset, "environment")
        plan = plan or GamePlan(tuple(f"Player {place}" for place in range(1, len(players) + 1)))
        self.setup = self.ruleset.new_setup(plan)
        seats = self.ruleset.players(self.setup)
        if len(seats) != len(players):
            reason = _("{n} given for {seats} seats - give one for each", n=len(players), seats=len(seats))
            raise DocumentError("environment", "players", reason)
        self.count, self.reward, self.tries, self.render_mode = count, reward, tries, render_mode
        self.kinds = dict(zip(seats, players))
        learned = [player for player in seats if self.kinds[player] == AGENT]
        self.possible_agents = [f"player_{seats.index(player)}" for player in learned]
        self.seat_of = dict(zip(self.possible_agents, learned))
        self._agent_of = {player: agent for agent, player in self.seat_of.items()}
        size = features(count)
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seeds = Random()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with `seed`, this game and all later ones are reproducible."""
        if seed is not None:
            self._seeds = Random(seed)
        self._rng = Random(self._seeds.getrandbits(32))
        self._seed = self._rng.getrandbits(48)
        self.session = Session(self.ruleset, self.setup, KeyedDice(self._seed), history=False, sparse=True)
        self._bots = {
            player: make_player(kind, self._seed + place, self.tries)
            for place, (player, kind) in enumerate(self.kinds.items())
            if kind != AGENT
        }
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decisions = 0
        self._leads = self._lead_by_agent()
        self._advance()

    def step(self, action: int | None) -> None:
        """Give the candidate answer with a number; raise `ValueError` for a masked number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.answers):
            raise ValueError(_("action {action} is masked: there are {n} answers", action=action, n=len(self.answers)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.session.answer(self.answers[int(action)])
        self._advance()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return an agent's view of the game and the mask of its answers, all 0 if another agent decides."""
        seat = self.seat_of[agent]
        decision = self.session.decision if self._deciding_agent == agent else None
        answers: Sequence[Answer] = self.answers if decision is not None else ()
        mask = np.zeros(self.count, np.int8)
        mask[: len(answers)] = 1
        return {"observation": self._observation(seat, answers), "action_mask": mask}

    def _observation(self, seat: str, answers: Sequence[Answer]) -> Floats:
        field = self.session.game.ruler.battlefield
        decision = self.session.decision if answers else None
        size = field.width, field.height
        facts = self.session.ruleset.facts(self.session.game)
        return observation_of(facts, seat, decision, answers, self.count, size)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Render the public view of the table as text ("ansi") or as a picture ("rgb_array")."""
        if self.render_mode == "ansi":
            return text(view_for("", self.session))
        if self.render_mode == "rgb_array":
            return picture(view_for("", self.session), self.session.game.ruler.battlefield)
        return None

    def close(self) -> None:
        """Do nothing, because nothing is open."""

    def _advance(self) -> None:
        """Let bots answer until an agent must decide or the game ends; then set the rewards."""
        session = self.session
        self.answers: list[Answer] = []
        stuck = False
        try:
            while session.decision is not None and (bot := self._bots.get(session.decision.player)) is not None:
                session.answer(answer_with(bot, session, self._seed + self.decisions))
                self.decisions += 1
        except NoLegalPlace:
            stuck = True
        if session.decision is not None and not stuck:
            self.decisions += 1
            self.answers = candidates(session.decision, self.count, self._rng, brief=True)[0]
        is_over = session.decision is None
        is_truncated = not is_over and (stuck or not self.answers or self.decisions > MOST_DECISIONS)
        self._deciding_agent = "" if is_over or is_truncated else self._agent_of[session.pending().player]
        self.agent_selection = self._deciding_agent or self.agents[0]
        if is_over or is_truncated:
            self.terminations = dict.fromkeys(self.agents, is_over)
            self.truncations = dict.fromkeys(self.agents, is_truncated)
        self._set_rewards(is_over)

    def _set_rewards(self, is_over: bool) -> None:
        if self.reward == "points":
            earlier_leads, self._leads = self._leads, self._lead_by_agent()
            self.rewards = {agent: float(self._leads[agent] - earlier_leads[agent]) for agent in self.agents}
        elif is_over:
            ending = self.session.ruleset.result(self.session.game)
            winners = list(ending.winners) if ending is not None else []
            for agent in self.agents:
                won, is_sole_winner = self.seat_of[agent] in winners, len(winners) == 1
                self.rewards[agent] = (1.0 if is_sole_winner else 0.0) if won else -1.0

    def _lead_by_agent(self) -> dict[str, int]:
        """Return each agent's lead over the best other player in points, or its points if it is alone."""
        if self.reward != "points":
            return {}
        scores = self.session.ruleset.facts(self.session.game).points
        return {
            agent: scores[seat] - max((score for other, score in scores.items() if other != seat), default=0)
            for agent, seat in self.seat_of.items()
        }


SCALE = 16
"""Pixels per inch."""
GROUND, AREA, WALL, NOBODY = "#d9d2c3", "#b3a78f", "#5d5346", "#8a8a8a"


def text(view: TableView) -> str:
    """Return the table as text, with the round, points and pieces."""
    lines = [f"{view.title}, {view.round_text}"]
    lines += [_("{player}: {score}", player=player.name, score=player.score) for player in view.players]
    lines += [
        f"  {piece.name} ({piece.x:.1f}, {piece.y:.1f}) {piece.owner} {piece.value}".rstrip() for piece in view.pieces
    ]
    return "\n".join([*lines, *([view.result] if view.result else [])])


def picture(view: TableView, field: Battlefield) -> NDArray[np.uint8]:
    """Return the table from above as an RGB picture."""
    high = round(field.height * SCALE)
    image = Image.new("RGB", (round(field.width * SCALE), high), GROUND)
    pen = ImageDraw.Draw(image)
    for terrain in field.pieces:
        for area in terrain.area:
            pen.polygon([(x * SCALE, high - y * SCALE) for x, y in area.outline], fill=AREA)
        for wall in terrain.barricades:
            pen.line([(x * SCALE, high - y * SCALE) for x, y in wall.line], fill=WALL, width=SCALE // 4)
    colours = {player.id: player.colour for player in view.players}
    for piece in view.pieces:
        x, y, radius = piece.x * SCALE, high - piece.y * SCALE, max(2.0, piece.radius * SCALE)
        colour = colours.get(piece.owner, NOBODY)
        filled = colour if piece.kind == "base" else None
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=filled, outline=colour, width=2)
    return np.asarray(image, np.uint8)
