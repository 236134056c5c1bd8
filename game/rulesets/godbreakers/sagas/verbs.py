"""What the command line can do with a saga between games (G-ASC-1, G-CIR-1): bring one back, fill a gap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.documents.error import DocumentError
from game.engine.campaigns import CampaignDeed
from game.engine.rulebook.abilities import Parameter, Values, Verb
from game.rulesets.godbreakers.sagas import steps
from game.rulesets.godbreakers.sagas.documents import SagaDocument
from game.rulesets.godbreakers.sagas.text import tell
from game.wording import N_, _


def bring_back(saga: SagaDocument, values: Values) -> tuple[SagaDocument | None, Sequence[str]]:
    """Return the saga with one back from ascension, or what they may gain; raise `DocumentError`."""
    circle, name = str(values["circle"]), str(values["name"])
    trait, flaw, crucible, never = values["trait"], values["flaw"], values["crucible"], values["never"]
    if sum((trait is not None, crucible is not None, bool(never))) > 1 or (flaw is not None and trait is None):
        raise DocumentError("return", "", _("give one of --trait, --crucible and --never; --flaw goes with --trait"))
    if trait is not None:
        after = steps.bring_back(saga, circle, name, str(trait), None if flaw is None else str(flaw))
    elif crucible is not None:
        after = steps.cast_crucible(saga, circle, name, str(crucible))
    elif never:
        after = steps.farewell(saga, circle, name)
    else:
        return None, [_gains(saga, circle, name)]
    news = [tell(after.chronicle[-1])]
    return after, [*news, _gains(after, circle, name)] if crucible is not None else news


def recruit(saga: SagaDocument, values: Values) -> tuple[SagaDocument | None, Sequence[str]]:
    """Return the saga with a recruit; raise `DocumentError`."""
    name, metal, traits = values["name"], values["metal"], values["trait"]
    after = steps.recruit(
        saga,
        str(values["circle"]),
        None if name is None else str(name),
        None if metal is None else str(metal),
        traits if isinstance(traits, tuple) else (),
    )
    return after, [tell(after.chronicle[-1])]


def _gains(saga: SagaDocument, circle: str, name: str) -> str:
    return _("{name} may gain: {gains}", name=name, gains=steps.open_gains(saga, circle, name))


VERBS: Final[tuple[Verb[CampaignDeed[SagaDocument]], ...]] = (
    Verb(
        "return",
        N_("Bring NAME of CIRCLE back from ascension, as a D6 with a trait gained; or say what it may gain."),
        (
            Parameter("circle", kind="argument"),
            Parameter("name", kind="argument"),
            Parameter("trait", N_("The trait to gain or to raise.")),
            Parameter("flaw", N_("The flaw that comes with an alloy.")),
            Parameter("crucible", N_("Throw the crucible of a metal; then say --trait."), metavar="METAL"),
            Parameter("never", N_("It does not come back, now or ever."), "flag"),
        ),
        bring_back,
    ),
    Verb(
        "recruit",
        N_("Fill a gap in CIRCLE with a new D6."),
        (
            Parameter("circle", kind="argument"),
            Parameter("name", N_("What the recruit is called; without it the dice pick a name.")),
            Parameter("metal", N_("Its metal; without metal and traits the dice decide.")),
            Parameter("trait", N_("A trait gained; twice, the same one for rank 2."), "several"),
        ),
        recruit,
    ),
)
