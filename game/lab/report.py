"""The battle report: a game in plain words, with the rules of its events."""

import re
from collections.abc import Mapping

from game.engine.plans import intent_words
from game.engine.session import Session
from game.lab.summary import LUCK, luck_table
from game.printable import one_line
from game.wording import _


def battle_report(session: Session, picture: str = "", reasons: Mapping[int, str] | None = None) -> str:
    """Return a game as Markdown, from its first event to its result, with the file `picture` at the top.

    `reasons` are the bots' reasons for their answers, by the number of the first event after each answer.
    """
    ruleset, game = session.ruleset, session.game
    view = ruleset.view(game)
    points = _(ruleset.terms.points)
    lines = [f"# {_(ruleset.title)}: {_plain(view.title)}", ""]
    if picture:
        lines += [_("![The table at the end]({picture})", picture=picture), ""]
    result = view.result or _("The game is not over.")
    lines += [f"**{_plain(result)}**", "", f"| {_('player')} | {points} |", "|---|---|"]
    lines += [*(f"| {_plain(player.name)} | {player.score} |" for player in view.players), ""]
    head, cells = luck_table(session)
    names = {player.id: player.name for player in view.players}
    table = [["", *head], ["---"] * (len(head) + 1), *([_plain(names[player]), *row] for player, row in cells.items())]
    lines += [*(f"| {' | '.join(row)} |" for row in table), "", _(LUCK), ""]
    for player, plan in session.plans.items() if session.finished else ():
        lines += [f"**{_plain(_('Plan of {player}', player=names[player]))}**", ""]
        lines += [*(f"- {_plain(f'{intent.who}: {intent_words(intent)}')}" for intent in plan.intents), ""]
    for number, event in enumerate(session.events):
        text = _plain(ruleset.tell(game, event))
        landmark = ruleset.landmark(event)
        if landmark is not None and landmark.sort == "round":
            lines += ["", f"## {text}", ""]
        elif not event.audience:
            reason = _plain((reasons or {}).get(number, ""))
            lines.append(" ".join(part for part in (f"- {text}", event.rule and f"`{event.rule}`", reason) if part))
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return a text with Markdown's special characters escaped, because names may contain them."""
    return re.sub(r"([\\`*_\[\]<>|#&])", r"\\\1", one_line(text))
