"""The roster editor of Bushido (B-WARB): steps with their answers, broken rules, finished warbands, random warbands."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import validate_plain
from game.engine.kit.making import StepEditor
from game.engine.kit.rosters import NamedRosters
from game.engine.rulebook.facets import Parameter, Values
from game.engine.rulebook.making import Card, Choice, Step, typed_name
from game.refusal import Refusal
from game.rulesets.bushido.rosters import cards
from game.rulesets.bushido.rosters.cards import read_theme, theme_text
from game.rulesets.bushido.rosters.drafts import LIMITS, EntryDraft, WarbandDraft, factions, pool, reopened
from game.rulesets.bushido.rosters.show import card_of, member_of, printed
from game.rulesets.bushido.warbands.profiles import RONIN, WARBANDS, ProfileDocument, ThemeDocument, WarbandDocument
from game.rulesets.bushido.warbands.roster_text import sheet
from game.wording import N_, _

OTHER: Final = "faction-name"
CARD: Final = "card."


class WarbandEditor(StepEditor[WarbandDocument, WarbandDraft]):
    """The roster editor of Bushido. A step "card.ID" chooses the number of models of a card."""

    roster_type, draft_type, known = WarbandDocument, WarbandDraft, WARBANDS
    draft_file = "warband"
    card, made = staticmethod(card_of), staticmethod(WarbandDraft.warband)

    def draft_card(self, draft: WarbandDraft) -> Card:
        return card_of(draft.warband())

    def reopen(self, roster: WarbandDocument, seed: int) -> WarbandDraft:
        return reopened(roster)

    def missing(self, draft: WarbandDraft) -> list[Refusal]:
        refusals = [Refusal(step.title, step.rule) for step in self.steps(draft) if step.open]
        if not any(card.count for card in draft.cards):
            refusals.append(Refusal(_("at least one model"), "B-WARB-2"))
        return [*refusals, *draft.broken()]

    def steps(self, draft: WarbandDraft) -> list[Step]:
        return [*_whole(draft), *_cards(draft), *cards.bought_steps(draft), *cards.steps(draft)]

    def answered(self, draft: WarbandDraft, step: str, answer: str) -> WarbandDraft:
        if step == "name":
            return draft.model_copy(update={"name": typed_name(answer)})
        if step in ("faction", OTHER):
            if typed_name(answer) == RONIN:
                raise ValueError(_("Ronin cannot be chosen as a faction - name the one that hires them (B-WARB-2)"))
            return draft.model_copy(update={"faction": typed_name(answer)})
        if step == "limit":
            return draft.model_copy(update={"rice_limit": int(answer)})
        if step.startswith(CARD):
            identity = step.removeprefix(CARD)
            entry = draft.entry(identity) or EntryDraft(profile=pool()[identity])
            return draft.having(entry.model_copy(update={"count": int(answer)}))
        if step.startswith((cards.EVENT, cards.TERRAIN)):
            return cards.bought(draft, step, answer)
        if step == "theme":
            plain_theme = read_theme(answer)
            theme = None if plain_theme is None else validate_plain(TypeAdapter(ThemeDocument), plain_theme, "theme")
            return draft.model_copy(update={"theme": theme})
        return cards.answered(draft, step, answer)


def _whole(draft: WarbandDraft) -> Iterator[Step]:
    """Yield the steps about the warband as a whole: name, faction, limit and theme."""
    part = _("The warband")
    yield Step("name", _("Name"), part, draft.name, "B-WARB-2", suggestion=draft.name or _("The Reed Road"))
    faction_choices = tuple(Choice(name, name, rule="B-WARB-2") for name in factions())
    yield Step("faction", _("Faction"), part, draft.faction, "B-WARB-2", choices=faction_choices)
    own_faction = "" if draft.faction in factions() else draft.faction
    title = _("Custom faction")
    yield Step(OTHER, title, part, own_faction, "B-WARB-2", suggestion=own_faction, optional=True)
    spent = draft.warband().rice
    sums = {"limit": draft.rice_limit, "spent": spent, "left": draft.rice_limit - spent}
    value = _("{limit} rice, {spent} spent, {left} left", **sums)
    limits = tuple(Choice(str(limit), _("{n} rice", n=limit), rule="B-WARB-1") for limit in LIMITS)
    yield Step("limit", _("Limit"), part, value, "B-WARB-1", choices=limits)
    theme = theme_text(draft.theme) if draft.theme is not None else ""
    yield Step("theme", _("Theme"), part, theme, "B-WARB-6", suggestion=theme, optional=True)


def _cards(draft: WarbandDraft) -> Iterator[Step]:
    """Yield a step for each card that the warband can have, Ronin last."""
    in_draft = {card.profile.id: card.profile for card in draft.cards}
    cards = {identity: card for identity, card in pool().items() if _is_offered(draft, card)} | in_draft
    for ronin in (False, True):
        part = _("Ronin") if ronin else _("Cards")
        for identity, card in cards.items():
            if (card.faction == RONIN) == ronin:
                yield _card_step(draft, identity, card, part)


def _is_offered(draft: WarbandDraft, card: ProfileDocument) -> bool:
    """Return whether a card belongs to the faction, or is a Ronin that it can hire."""
    return draft.faction in (card.hired_by if card.faction == RONIN else ("", card.faction))


def _card_step(draft: WarbandDraft, identity: str, card: ProfileDocument, part: str) -> Step:
    """Return the step that chooses the number of models of a card. Numbers that break a rule are not offered."""
    entry = draft.entry(identity) or EntryDraft(profile=card)
    title = _("{name}, {rice} rice", name=card.name, rice=card.rice)
    value = _("{n} of {most}", n=entry.count, most=card.max) if entry.count else ""
    if not draft.faction and not entry.count:
        return Step(CARD + identity, title, part, value, "B-WARB-2", reason=_("choose the faction first"))
    broken_before, allowed = draft.broken(), [*range(entry.count + 1)]
    broken_rule: Refusal | None = None
    for count in range(entry.count + 1, card.max + 1):
        trial = draft.having(entry.model_copy(update={"count": count}))
        broken_rule = next((refusal for refusal in trial.broken() if refusal not in broken_before), None)
        if broken_rule is not None:
            break
        allowed.append(count)
    if broken_rule is not None and len(allowed) == 1:
        return Step(CARD + identity, title, part, value, broken_rule.rule, reason=broken_rule.text)
    text = "; ".join(line.text for line in member_of(card).traits)
    labels = [_("{n} of {most}", n=count, most=card.max) if count else _("none") for count in allowed]
    choices = [Choice(str(count), label, text, rule="B-WARB-4") for count, label in zip(allowed, labels, strict=True)]
    if broken_rule is not None:
        last = choices[-1]
        limit_text = _("No more: {reason} ({rule})", reason=broken_rule.text, rule=broken_rule.rule)
        choices[-1] = Choice(last.answer, last.label, f"{limit_text}. {text}", rule=broken_rule.rule)
    return Step(CARD + identity, title, part, value, "B-WARB-4", choices=tuple(choices), optional=True)


class Warbands(NamedRosters[WarbandDocument]):
    """The rosters of Bushido for the command line: warbands by name or file."""

    known = WARBANDS
    parameters: tuple[Parameter, ...] = (
        Parameter("faction", N_("Its faction; random if left out."), metavar="NAME"),
        Parameter("limit", N_("Its rice limit; 50 by default (B-WARB-1)."), "number", most=200),
    )

    def listed(self, name: str, roster: WarbandDocument) -> tuple[str, dict[str, Any]]:
        models = sum(profile.count for profile in roster.models)
        facts = {"faction": roster.faction, "rice": roster.rice, "limit": roster.rice_limit, "models": models}
        line = _("{name:<18}{title:<28}{models} models, {rice} rice", name=name, title=roster.name, **facts)
        return line, {"warband": name, "name": roster.name, **facts}

    sheet, printed = staticmethod(sheet), staticmethod(printed)

    def make(self, name: str, seed: int, values: Values) -> WarbandDocument:
        """Return a random legal warband, with as many cards as the rice allows; raise `DocumentError`."""
        rng, known_factions = Random(seed), factions()
        faction = str(values.get("faction") or rng.choice(known_factions))
        if faction not in known_factions:
            facts = {"faction": faction[:40], "known": ", ".join(known_factions)}
            reason = _("no card belongs to the faction {faction!r} - use one of {known}", **facts)
            raise DocumentError(name, "faction", reason)
        limit = int(str(values.get("limit") or 50))
        if not 10 <= limit <= 200:
            raise DocumentError(name, "limit", _("{limit} rice - the limit must be 10 to 200 (B-WARB-1)", limit=limit))
        try:
            draft = WarbandDraft(name=typed_name(name), faction=faction, rice_limit=limit)
        except ValueError as error:
            raise DocumentError(name, "name", str(error)) from None
        cards = [card for card in pool().values() for _copy in range(card.max)]
        rng.shuffle(cards)
        for card in cards:
            entry = draft.entry(card.id) or EntryDraft(profile=card)
            trial = draft.having(entry.model_copy(update={"count": entry.count + 1}))
            draft = draft if trial.broken() else trial
        return WarbandEditor().finish(draft)
