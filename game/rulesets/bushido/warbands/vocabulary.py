"""What may stand on a card: traits, specials and feats by name, each in the form in which it is written (B-TR)."""

from __future__ import annotations

from difflib import get_close_matches

from game.rulesets.bushido.warbands.feats import CARDS, FEATS
from game.rulesets.bushido.warbands.specials import SPECIALS
from game.rulesets.bushido.warbands.terms import Term, UnreadableTerm, term
from game.rulesets.bushido.warbands.traits import FORMS, TRAITS
from game.wording import N_, _


def why_no_trait(text: str) -> str:
    """Return why a text is not a trait of the rules, an empty string if it is one."""
    found, reason = _read(text)
    if found is None:
        return reason
    if found.name not in TRAITS:
        known = sorted(TRAITS.values(), key=lambda row: (FORMS.index(row.form), row.name))
        return _unknown(N_("unknown trait {name!r} (B-STAT-2) - {known}"), found.name, tuple(row.name for row in known))
    form, names = TRAITS[found.name].form, TRAITS[found.name].names
    wrong = bool(found.about) != form.startswith("[D]") or len(found.values) != form.count("X") + form.count("Y")
    if wrong:
        return _(
            "{text!r} is written wrong - write it as {name} {form}", text=text, name=found.name, form=form
        ).rstrip()
    if found.name == "Charging Bonus":
        return why_no_trait(found.about)
    if names and found.about not in names:
        text = N_("{what!r} does not match anything in the rules - use one of {known}")
        return _(text, what=str(found), known=", ".join(names))
    return ""


def why_no_special(text: str) -> str:
    """Return why a text is not a special of the rules, with its cost (B-SPEC-1), an empty string if it is one."""
    found, reason = _read(text)
    if found is None:
        return reason
    if found.name not in SPECIALS:
        return _unknown(N_("unknown special {name!r} (B-SPEC-1) - {known}"), found.name, tuple(SPECIALS))
    if found.about or len(found.values) != 1 or found.value < 0:
        return _("{text!r} is written wrong - write it as {name} {form}", text=text, name=found.name, form="(X)")
    return ""


def why_no_feat(name: str) -> str:
    """Return why a name is not a feat of the rules, an empty string if it is one."""
    return "" if name in FEATS else _unknown(N_("unknown feat {name!r} (B-KI-1) - {known}"), name, tuple(FEATS))


def why_no_event(name: str) -> str:
    """Return why a name is not an event card of the rules, an empty string if it is one."""
    known = tuple(sorted(CARDS))
    return "" if name in CARDS else _unknown(N_("unknown event {name!r} (B-WARB-6) - {known}"), name, known)


def _read(text: str) -> tuple[Term | None, str]:
    try:
        return term(text), ""
    except UnreadableTerm as error:
        return None, str(error)


def _unknown(text: str, name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, 3, 0.7)
    listed = _("did you mean {names}?", names=", ".join(near)) if near else _("known: {names}", names=", ".join(known))
    return _(text, name=name, known=listed)
