"""The conditions of effects in words, for players who check them (A-IMP-8)."""

from __future__ import annotations

from typing import Final

from game.rulesets.aos4.documents.params import condition_form
from game.wording import N_, _

WORDS: Final = {
    "charged": N_("charged this turn"),
    "not charged": N_("has not charged this turn"),
    "charge roll N": N_("charged this turn with an unmodified roll of {n} or more"),
    "in combat": N_("is in combat"),
    "not in combat": N_("is not in combat"),
    "fighting": N_("is in combat with the user"),
    "not fighting": N_("is not in combat with the user"),
    "damage N": N_("has {n} or more damage points"),
    "damage 1": N_("is damaged"),
    "not damage N": N_("has fewer than {n} damage points"),
    "not damage 1": N_("is not damaged"),
    "models N": N_("has {n} or more models"),
    "fewer N": N_("has at most {n} models"),
    "single": N_("began with one model"),
    "not single": N_("began with several models"),
    "size N": N_("began with {n} or more models"),
    "contesting": N_("contests an objective"),
    "contesting own": N_("contests an objective that its player controls"),
    "contesting enemy": N_("contests an objective that its enemy controls"),
    "contesting foreign": N_("contests an objective that its player does not control"),
    "contesting safe": N_("contests an objective that its enemy does not control"),
    "contesting together": N_("contests the same objective as the user"),
    "contesting alone": N_("contests an objective that no other friendly unit contests"),
    "all contesting": N_("contests an objective with all its models"),
    "all contesting own": N_("contests with all its models an objective that its player controls"),
    "own territory": N_("is wholly within its own territory"),
    "not own territory": N_("is not wholly within its own territory"),
    "enemy territory": N_("is wholly within enemy territory"),
    "not enemy territory": N_("is not wholly within enemy territory"),
    "outside own territory": N_("is wholly outside its own territory"),
    "outside enemy territory": N_("is wholly outside enemy territory"),
    "used KEYWORD": N_("used a {named} ability this turn"),
    "not used KEYWORD": N_("has used no {named} ability this turn"),
    "just used KEYWORD": N_("used a {named} ability this phase"),
    "not just used KEYWORD": N_("has used no {named} ability this phase"),
    "army not used KEYWORD": N_("is in an army that has used no {named} ability this turn"),
    "army not just used KEYWORD": N_("is in an army that has used no {named} ability this phase"),
    "set up": N_("was set up this turn"),
    "not set up": N_("was not set up this turn"),
    "own turn": N_("is in its own turn"),
    "enemy turn": N_("is in its enemy's turn"),
    "round N": N_("is in battle round {n}"),
    "from round N": N_("is in battle round {n} or later"),
    "far N": N_("is more than {n}″ from all enemies"),
    "close N": N_("is within {n}″ of an enemy"),
    "edge N": N_("is wholly within {n}″ of an edge of the table"),
    "terrain N": N_("is within {n}″ of a terrain feature"),
    "at terrain N": N_("is wholly within {n}″ of a terrain feature"),
    "around N": N_("is within {n}″ of the user"),
    "beyond N": N_("is more than {n}″ from the user"),
    "fought N": N_("is in combat with {n} or more enemy units"),
    "health N": N_("has a Health of {n} or more"),
    "frail N": N_("has a Health of at most {n}"),
    "health above": N_("has more Health than the user"),
    "control above": N_("has more Control than the user"),
    "control below": N_("has less Control than the user"),
    "models below": N_("has fewer models than the user"),
    "hurt turn": N_("took damage points this turn"),
    "hurt any turn": N_("took damage points from attacks of the user this turn"),
    "hurt any phase": N_("took damage points from attacks of the user this phase"),
    "hurt shooting turn": N_("took damage points from shooting attacks of the user this turn"),
    "hurt shooting phase": N_("took damage points from shooting attacks of the user this phase"),
    "hurt combat turn": N_("took damage points from combat attacks of the user this turn"),
    "hurt combat phase": N_("took damage points from combat attacks of the user this phase"),
    "crossed turn": N_("was passed across by the user this turn"),
    "crossed phase": N_("was passed across by the user this phase"),
    "slew turn": N_("slew models with attacks this turn"),
    "slew shooting turn": N_("slew models with shooting attacks this turn"),
    "slew combat turn": N_("slew models with combat attacks this turn"),
    "slew any turn": N_("slew models this turn"),
    "destroyed turn": N_("destroyed a unit with attacks this turn"),
    "destroyed combat turn": N_("destroyed a unit with combat attacks this turn"),
    "destroyed any turn": N_("destroyed a unit this turn"),
    "harmed turn": N_("hurt an enemy with attacks this turn"),
    "harmed shooting turn": N_("hurt an enemy with shooting attacks this turn"),
    "harmed combat turn": N_("hurt an enemy with combat attacks this turn"),
    "aimed shooting turn": N_("was the only target of the user's shooting attacks this turn"),
    "aimed shooting phase": N_("was the only target of the user's shooting attacks this phase"),
    "aimed combat turn": N_("was the only target of the user's combat attacks this turn"),
    "aimed combat phase": N_("was the only target of the user's combat attacks this phase"),
    "struck shooting turn": N_("was a target of the user's shooting attacks this turn"),
    "struck shooting phase": N_("was a target of the user's shooting attacks this phase"),
    "struck combat turn": N_("was a target of the user's combat attacks this turn"),
    "struck combat phase": N_("was a target of the user's combat attacks this phase"),
    "thinned shooting turn": N_("lost models to shooting attacks of the user this turn"),
    "thinned shooting phase": N_("lost models to shooting attacks of the user this phase"),
    "thinned combat turn": N_("lost models to combat attacks of the user this turn"),
    "thinned combat phase": N_("lost models to combat attacks of the user this phase"),
    "with NAME": N_("still has its {named}"),
    "is PHRASE": N_("is {named}"),
    "fights PHRASE": N_("is in combat with an enemy {named}"),
    "near N PHRASE": N_("is within {n}″ of a friendly {named}"),
    "near N ANY": N_("is within {n}″ of another friendly unit"),
    "inside N PHRASE": N_("is wholly within {n}″ of a friendly {named}"),
    "not near N PHRASE": N_("is not within {n}″ of a friendly {named}"),
    "not near N ANY": N_("is not within {n}″ of another friendly unit"),
    "close N PHRASE": N_("is within {n}″ of an enemy {named}"),
    "not close N PHRASE": N_("is not within {n}″ of an enemy {named}"),
    "lost PHRASE": N_("is in an army that lost a {named}"),
    "felled PHRASE": N_("hurt with attacks an enemy {named} that was destroyed this turn"),
    "felled ANY": N_("hurt with attacks an enemy that was destroyed this turn"),
    "outfought PHRASE": N_("hurt with combat attacks an enemy {named} that was destroyed this turn"),
    "outfought ANY": N_("hurt with combat attacks an enemy that was destroyed this turn"),
    "reduced": N_("has fewer models than it began with"),
    "same regiment": N_("is in the user's regiment"),
    "reinforced": N_("is reinforced"),
    "not reinforced": N_("is not reinforced"),
}
"""The words for each form of `params.CONDITIONS`; "ANY" stands for units with any keywords, 1 for any damage."""
_BLANKS: Final = ("N", "PHRASE", "KEYWORD", "NAME")


def condition_words(condition: str) -> str:
    """Return a condition in words, such as "is within 3″ of a terrain feature"."""
    if condition in WORDS:
        return _(WORDS[condition])
    form = condition_form(condition)
    start = " ".join(word for word in form.split() if word not in _BLANKS)
    number, named = "", condition.removeprefix(start).strip()
    if "N" in form.split():
        number, _blank, named = named.partition(" ")
    if named == "ANY":
        form = form.replace("PHRASE", named)
    return _(WORDS[form], n=number, named=named) if form in WORDS else condition
