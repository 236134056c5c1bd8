"""The odds of secret splits (B-MELEE-5) and of ranged attacks (B-RNG) for display."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Answer, Choose, Decision, Pick, Place
from game.engine.rulebook.view import Grid, GridRow, Line, OddsView, Verdict, changed_percent
from game.lengths import length, size
from game.rulesets.bushido.odds.exchange_odds import PairOdds, SplitTable, planned_bout, rerolls_of, split_table
from game.rulesets.bushido.odds.ki_odds import exchange_chances, feat_chance, ki_chances, payable
from game.rulesets.bushido.odds.reroll_odds import Chances, after_reroll
from game.rulesets.bushido.odds.shot_odds import (
    Aim,
    Reply,
    ShotOdds,
    StandIn,
    replies,
    seen_through,
    shot_odds,
    shots_from,
    stand_ins,
)
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.feats import ComplexFeat, SimpleFeat
from game.rulesets.bushido.rules.actions.moving import AFTER, STAND
from game.rulesets.bushido.rules.actions.shooting import RangedAttack
from game.rulesets.bushido.rules.dice.tests import KEEP
from game.rulesets.bushido.rules.feats import BOOSTED, has_any, targets
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot, Split
from game.rulesets.bushido.rules.melee.pools import has_reach, parts
from game.rulesets.bushido.rules.moving.bodyguard import guards
from game.rulesets.bushido.rules.moving.sight import high_ground, why_no_target
from game.rulesets.bushido.rules.shooting import numbers
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons, specials
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.view.meetings import answers_in_melee, facing_enemies, worst_reply
from game.rulesets.bushido.warbands.profiles import FeatDocument
from game.rulesets.bushido.warbands.traits import Term
from game.wording import N_, _, numeral, percent, series

TELLING: Final = 0.25
"""The difference in average wounds from which a row is coloured."""
STEPS: Final = (
    (N_("weapons"), "B-MELEE-2"),
    (N_("initiative"), "B-MELEE-3"),
    (N_("feats and boosts"), "B-MELEE-4"),
    (N_("secret split"), "B-MELEE-5"),
    (N_("all dice, rerolls"), "B-MELEE-7"),
    (N_("first attack"), "B-MELEE-10"),
    (N_("second attack"), "B-MELEE-13"),
    (N_("counters"), "B-MELEE-14"),
)
"""The steps of an exchange in their order."""
REASONS: Final = (N_("melee"), N_("assisting enemies"), N_("ran this turn"), N_("stood up"))
"""Names of parts of a pool, for translation."""
REROLLS: Final = N_("assumes that each side rerolls a die whenever that improves the average result of its colour")
"""The assumed policy for rerolls."""
NOW: Final = 3
"""The index of the step in which dice are split."""


FIGHTS: Final = {"B-ACT-12": False, "B-MOVE-9": False, "B-ACT-20": True, "B-MOVE-8": True}
"""Whether a decision is about a charge, by its rule. Such a decision chooses the enemy of an exchange, or the spot."""


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the odds of a split, compared with all splits of both sides, or of a shot; None for other answers."""
    if (again := _of_more_dice(game, decision, answer)) is not None:
        return again
    subject = _table_and_side(game, decision)
    if decision.rule in FIGHTS and isinstance(decision, Place | Pick):
        return _before_split(game, decision, answer)
    if subject is None:
        return shots_asked(game, decision, answer)
    if not isinstance(answer, str):
        return None
    table, fighter = subject
    row = next((number for number, model in enumerate(table.own) if model.key == answer), None)
    if row is None:
        return None
    enemy = table.bout.against(fighter.model)
    against = Grid(
        _heads(),
        tuple(_row(split, pair) for split, pair in zip(table.other, table.odds[row], strict=True)),
        _("{split}, against each split of {model}", split=_words(table.own[row]), model=enemy.model.name),
    )
    overview = _overview(game, table, fighter, marked=row)
    return replace(overview, grids=(*overview.grids, against))


def _before_split(game: Game, decision: Place | Pick, answer: Answer) -> OddsView | None:
    """Return the odds of all splits against the enemy that an answer picks or meets, with the best split marked."""
    model = game.state.models.get(decision.about)
    if model is None or not isinstance(answer, list) or not answer:
        return None
    base = model.disc if isinstance(decision, Pick) else model.disc.moved_to(*answer[:2])
    met_enemies = (
        enemy
        for enemy in game.enemies(model)
        if (enemy.id in answer if isinstance(decision, Pick) else game.ruler.within(base, enemy.disc, 0))
    )
    if (target := next(met_enemies, None)) is None:
        return None
    bout = planned_bout(game, model, target, charge=FIGHTS[decision.rule])
    table = split_table(game, bout, bout.activating)
    gains = [average.dealt - average.taken for average in table.averages]
    view = _overview(game, table, bout.activating, marked=max(range(len(gains)), key=gains.__getitem__, default=-1))
    said = [*answers_in_melee(game, target)]
    said += [_("{model} may take its place", model=guard.name) for guard in guards(game, target)]
    return replace(view, verdicts=(*view.verdicts, *(Verdict("answer", text, chance=MAYBE) for text in said)))


def compared(game: Game, decision: Decision) -> OddsView | None:
    """Return the odds of all splits or shots for comparison, or None for other decisions."""
    if (again := _of_more_dice(game, decision)) is not None:
        return again
    if decision.rule == "B-MAIN-3" and isinstance(decision, Choose):
        model = game.state.models.get(decision.about)
        return facing_enemies(game, model) if model is not None and model.on_table else None
    subject = _table_and_side(game, decision)
    return shots_asked(game, decision) if subject is None else _overview(game, *subject)


# -- rerolls and boosts ------------------------------------------------------------------------------


def _of_more_dice(game: Game, decision: Decision, answer: Answer | None = None) -> OddsView | None:
    """Return what each reroll or boost that a decision offers changes, or None for other decisions."""
    about = game.state.models.get(decision.about)
    if not isinstance(decision, Choose):
        return None
    if decision.rule == "B-TEST-5" and about is not None:
        answers = dict(_rerolls(game, decision, about))
        left_out = _("left out: later rerolls")
    elif decision.rule == "B-KI-20" and about is not None and game.ki_test is not None:
        chances = ki_chances(game, about, game.ki_test)
        answers = _boosted(N_("succeeds: {chance}"), {"boost": [(chance,) for chance in chances]})
        left_out = _("left out: rerolls of the opponent")
    elif decision.window in BOOSTED:
        answers = dict(_boosts_in_window(game, decision))
        left_out = _("counted: the split that gains most on average; left out: feats and boosts of the opponent")
    else:
        return None
    if not answers or (answer is not None and answer not in answers):
        return None
    rows = tuple(GridRow(option.label, (answers[option.key],), marked=option.key == answer)
                 for option in decision.options if option.key in answers)  # fmt: skip
    verdicts = (Verdict("gain", answers[answer]),) if isinstance(answer, str) else ()
    grid = Grid((_("answer"), _("chances")), rows)
    line = Line(left_out, decision.rule, "quiet")
    return OddsView(decision.prompt, lines=(line,), grids=(grid,), verdicts=verdicts, answers=answers)


def _rerolls(game: Game, decision: Choose, owner: Model) -> Iterator[tuple[str, str]]:
    """Yield each option of a decision about a reroll, with the chances as the dice lie and after it (B-TEST-5)."""
    before = after_reroll(game, owner, decision.player, "")
    for option in decision.options if before is not None else ():
        after = before if option.key == KEEP.key else after_reroll(game, owner, decision.player, option.key)
        if before is None or after is None:
            continue
        if after.enemy is not None and before.enemy is not None:
            facts = {"hit": _change(before, after), "suffer": _change(before.enemy, after.enemy)}
            yield option.key, _("you hit {hit}, they {suffer}", **facts)
        elif game.lying is not None and game.lying.test == "ranged":
            yield option.key, _("hits: {chance}", chance=_change(before, after))
        else:
            yield option.key, _("succeeds: {chance}", chance=changed_percent(before.success, after.success))


def _change(before: Chances, after: Chances) -> str:
    """Return how the chance of a hit changes, and the average success level if that changes."""
    chance = changed_percent(before.success, after.success)
    levels = dict.fromkeys(numeral(chances.level, ".1f") for chances in (before, after))
    return _("{chance} (success level {level})", chance=chance, level=" → ".join(levels)) if len(levels) > 1 else chance


def _boosted(text: str, chances: Mapping[str, Sequence[tuple[float, ...]]]) -> dict[str, str]:
    """Return what the first boost changes, and what a second one would, by option; the texts have places for chances.

    Each option has the chances without a boost, with one, and perhaps with two.
    """
    names = ("chance", "suffer")
    answers = {}
    for key, (before, *after) in chances.items():
        if not after:
            continue
        pairs = {name: changed_percent(old, new) for name, old, new in zip(names, before, after[0])}
        answers[key] = _(text, **pairs)
        if len(after) > 1:
            twice = _(text, **{name: percent(share) for name, share in zip(names, after[1])})
            answers[key] = _("{once}; with two: {twice}", once=answers[key], twice=twice)
    return answers


def _boosts_in_window(game: Game, decision: Choose) -> Iterator[tuple[str, str]]:
    """Yield what the boosts offered in a window before a roll change, by option (B-KI-20)."""
    for option in decision.options:
        user = game.state.models.get(option.subject[0] if option.subject else "")
        if user is None or option.key != f"{user.id}/boost":
            continue
        if decision.window == "pool" and game.bout is not None:
            pairs = [(odds.hit, odds.suffer) for odds in exchange_chances(game, game.bout, user)]
            yield from _boosted(N_("best split: you hit {chance}, they {suffer}"), {option.key: pairs}).items()
        elif decision.window == "ranged-pool" and game.aim is not None:
            shot = game.aim(user)
            most = payable(game, user, "ranged", numbers.total_dice(game, user, shot.target))
            shots = [shot_odds(game, shot, boosts=boosts) for boosts in range(most + 1)]
            hits = [(odds.target.hit,) for odds in shots if odds is not None]
            yield from _boosted(N_("hits: {chance}"), {option.key: hits}).items() if hits else ()


def compared_splits(game: Game, bout: Bout, own: Fighter) -> OddsView:
    """Return the odds of all splits of a side, averaged over the other side's splits."""
    return _overview(game, split_table(game, bout, own), own)


def _table_and_side(game: Game, decision: Decision) -> tuple[SplitTable, Fighter] | None:
    """Return the odds of all splits and the side that decides, or None if no split is being chosen."""
    bout = game.bout
    if bout is None or bout.first is None or decision.rule != "B-MELEE-5":  # not a split
        return None
    fighter = bout.of(game.state.models[decision.about])
    return split_table(game, bout, fighter), fighter


def _overview(game: Game, table: SplitTable, own: Fighter, marked: int = -1) -> OddsView:
    """Return the odds of all splits of a side, averaged over the splits of the enemy. One row may be marked."""
    enemy = table.bout.against(own.model)
    rows, verdicts, answers = [], tuple[Verdict, ...](), dict[str, str]()
    for number, (split, average) in enumerate(zip(table.own, table.averages, strict=True)):
        rows.append(_row(split, average, marked=number == marked))
        chances = {"hit": percent(average.hit), "suffer": percent(average.suffer)}
        answers[split.key] = _("you hit {hit}, they {suffer}", **chances)
        verdicts = (*_verdicts_of_split(average),) if number == marked else verdicts
    title = _("{model} against {other}", model=own.model.name, other=enemy.model.name)
    grid = Grid(_heads(), tuple(rows), _("On average, if the opponent picks each split equally often"))
    lines = tuple(_facts(game, table.bout))
    return OddsView(title, lines=lines, grids=(grid,), verdicts=verdicts, answers=answers)


def _verdicts_of_split(odds: PairOdds) -> Iterator[Verdict]:
    """Yield the texts at the cursor for a split, averaged over the splits of the opponent."""
    hit, suffer = percent(odds.hit), percent(odds.suffer)
    dealt, taken = numeral(odds.dealt, ".1f"), numeral(odds.taken, ".1f")
    if odds.hit:
        yield Verdict("gain", _("You hit: {chance}, {n} wounds on average", chance=hit, n=dealt), hit, odds.hit)
    else:
        yield Verdict("gain", _("You cannot hit"), chance=0.0)
    yield Verdict("risk", _("Their hit: {chance}, {n} wounds on average", chance=suffer, n=taken), suffer, odds.suffer)


def _heads() -> tuple[str, ...]:
    return _("split"), _("you hit"), _("wounds dealt"), _("you are hit"), _("wounds taken")


def _words(split: Split) -> str:
    return f"{split.attack}/{split.defence}" + (f" {_(split.special)}" if split.special else "")


def _row(split: Split, odds: PairOdds, *, marked: bool = False) -> GridRow:
    advantage = odds.dealt - odds.taken
    tone = "good" if advantage > TELLING else "bad" if advantage < -TELLING else "plain"
    amounts = numeral(odds.dealt, ".1f"), numeral(odds.taken, ".1f")
    cells = percent(odds.hit), amounts[0], percent(odds.suffer), amounts[1]
    return GridRow(_(split.special) if split.special else "", cells, tone, split.dice, marked)


def _facts(game: Game, bout: Bout) -> Iterator[Line]:
    """Yield lines about the current step, the initiative, and the parts of both pools."""
    steps = ", ".join(f"[{_(name)}]" if number == NOW else _(name) for number, (name, _rule) in enumerate(STEPS))
    yield Line(_("Steps: {steps}", steps=steps), STEPS[NOW][1], "quiet")
    first, second = bout.in_order
    why = _(" thanks to Reach") if has_reach(game, bout, first) and not has_reach(game, bout, second) else ""
    text = _("{first} attacks first{why}, then {second}", first=first.model.name, why=why, second=second.model.name)
    yield Line(text, "B-MELEE-3")
    for fighter in bout.in_order:
        pool_parts = [f"{_(reason)} {dice:+d}" if index else f"{_(reason)} {dice}" for index, (reason, dice) in
                enumerate(parts(game, bout, fighter))]  # fmt: skip
        facts = {"model": fighter.model.name, "dice": fighter.pool, "parts": ", ".join(pool_parts)}
        yield Line(_("{model}: {dice} dice ({parts})", **facts), "B-MELEE-4")
    yield from counted(game, bout)


def counted(game: Game, bout: Bout) -> Iterator[Line]:
    """Yield lines about the assumptions of the odds, and about facts left out (B-TEST-5, B-MELEE-11)."""
    yield Line(_("exact: every possible roll is counted, damage rolls too"), "B-MELEE-10", "quiet")
    if any(any(rerolls_of(game, bout, fighter)) for fighter in bout.in_order):
        yield Line(_(REROLLS), "B-TEST-5", "quiet")
    for fighter in bout.in_order:
        model = fighter.model
        if game.total(model, "rises"):
            text = _("{model} may Rise; wounds healed by that are not subtracted", model=model.name)
            yield Line(text, "B-TR-47", "quiet")
        if (ground := high_ground(game, model)) is not None and ground.size == "huge":
            text = _("{model} may fall: an enemy that can throw it off high ground does so", model=model.name)
            yield Line(text, "B-TERR-8", "quiet")
        if has_any(game, "damage", model.side, (model,)):
            yield Line(_("left out: feats of {model} after the roll", model=model.name), "B-MELEE-11", "quiet")


# -- ranged attacks (B-RNG) ------------------------------------------------------------------------

MAYBE: Final = 0.2
"""The chance at the cursor of an answer that the opponent may choose: it is said, but is no alarm."""
LIKELY_HIT: Final = 0.5
"""The chance of a hit from which a row is coloured."""
PARTS: Final = (
    *(N_("short"), N_("medium"), N_("long"), N_("size"), N_("cover"), N_("shooter moves"), N_("repeat shot")),
    N_("Ranged Defence"),
)
"""Names of parts of a challenge number, for translation."""
SHOT_REROLLS: Final = N_("assumes that a die is rerolled whenever that improves the average success level")
FEAT_ACTIONS: Final = (SimpleFeat.rule, ComplexFeat.rule)
"""The rules of the actions that use a feat."""
STEPS_IN: Final = ("B-TR-8", "B-RNG-1")
"""The rules of decisions about models that step in as the target of a shot."""
MOMENTS: Final = ("ranged-set-up", "ranged-pool", "ranged-damage")
"""The moments at which feats may still change a shot."""


def shots_asked(game: Game, decision: Decision, answer: Answer | None = None) -> OddsView | None:
    """Return the odds of the shots or the feat that an answer leads to, or of all if there is no answer yet.

    Return None if the decision is about neither.
    """
    about = game.state.models.get(decision.about)
    if decision.rule == "B-MAIN-3" and isinstance(answer, str):  # the choice of an action
        identity, _space, action = answer.partition(" ")
        about = game.state.models.get(identity)
        if about is None or action not in ACTIONS:
            return None
        if action == RangedAttack.key:
            return _from_here(game, about, moved=False)
        why = ACTIONS[action].why_futile(game, about)
        line = Line(_("No effect: {reason}", reason=why), ACTIONS[action].rule, "warning")
        return OddsView(_("{model} would change nothing", model=about.name), lines=(line,)) if why else None
    if decision.rule == RangedAttack.rule and isinstance(decision, Choose) and about is not None:
        return _from_here(game, about, moved=answer == AFTER) if answer in (None, STAND, AFTER) else None
    if about is not None and game.feat is not None and game.feat.opposed:
        if decision.rule == "B-KI-8" and isinstance(decision, Pick):
            return _of_feat(game, game.feat, about, [*decision.candidates] if answer is None else answer)
        if decision.rule in FEAT_ACTIONS and isinstance(decision, Choose) and answer in (None, STAND, AFTER):
            return _of_feat(game, game.feat, about, [target.id for target in targets(game, about, game.feat)])
    if game.aim is None or about is None:
        return None
    # the choice of a special
    if isinstance(decision, Choose) and decision.rule == "B-SPEC-2" and isinstance(answer, str | None):
        return _of_shot(game, game.aim(about), str(answer or ""))
    if not (isinstance(decision, Pick) and isinstance(answer, list | None)):
        return None
    if decision.rule == "B-RNG-1" and decision.minimum == 1:  # the choice of a target
        return _of_targets_asked(game, game.aim, decision, answer)
    if decision.rule in STEPS_IN and decision.minimum == 0:  # the choice of a model that steps in
        shot, picked = game.aim(about), None if answer is None else [str(identity) for identity in answer]
        return _of_targets(game, shot.shooter, [(shot, game.aim)], decision.rule, picked)
    return None


def _of_feat(game: Game, feat: FeatDocument, user: Model, targets: Answer) -> OddsView | None:
    """Return the chances that an opposed feat works on each of these models, by their ids."""
    models = [game.state.models[str(target)] for target in targets] if isinstance(targets, list) else []
    if not models:
        return None
    chances = [(target.name, feat_chance(game, user, target)) for target in models]
    verdicts = tuple(
        Verdict("gain", _("{chance} to work on {target}", chance=percent(share), target=name), percent(share), share)
        for name, share in chances
    )
    rows = tuple(GridRow(name, (percent(share),)) for name, share in chances)
    line = Line(_("left out: feats and boosts used from now on"), "B-KI-20", "quiet")
    title = _("{feat} of {model}", feat=feat.name, model=user.name)
    return OddsView(title, lines=(line,), grids=(Grid((_("target"), _("works")), rows),), verdicts=verdicts)


def _of_targets_asked(game: Game, aim: Aim, decision: Pick, answer: Answer | None) -> OddsView | None:
    """Return the odds of a shot at the target picked, or without an answer at every target."""
    models = game.state.models
    if answer is None:
        return _of_targets(game, models[decision.about], [(aim(models[target]), aim) for target in decision.candidates])
    target = models.get(str(answer[0])) if isinstance(answer, list) and len(answer) == 1 else None
    return None if target is None else _of_shot(game, aim(target), aim=aim)


def _from_here(game: Game, model: Model, *, moved: bool) -> OddsView | None:
    """Return the odds of shots at all possible targets from a model's current spot, with each loaded weapon."""
    shots = [*shots_from(game, model, moved=moved)]
    if any(numbers.band(game, model, shot.weapon, shot.target) is not None for shot, _aim in shots):
        return _of_targets(game, model, shots)
    weapons = loaded_weapons(game, model)
    near = [
        enemy
        for enemy in game.enemies(model)
        if any(numbers.band(game, model, weapon, enemy) is not None for weapon in weapons)
    ]
    nearest_first = sorted(near, key=lambda enemy: game.apart(model, enemy))
    refusals = [why_no_target(game, model, enemy) for enemy in nearest_first]
    hidden = [Line(refusal.text, refusal.rule, "bad") for refusal in refusals if refusal is not None]
    if shots:
        view = _of_targets(game, model, shots)
        return replace(view, lines=(*hidden, *view.lines))
    no_target = Line(_("{model} has no target in sight from here", model=model.name), "B-RNG-1", "warning")
    return OddsView(_("Shots of {model}", model=model.name), lines=(no_target, *hidden))


def _of_targets(
    game: Game,
    model: Model,
    shots: Sequence[tuple[Shot, Aim]],
    rule: str = "",
    picked: Sequence[str] | None = None,
) -> OddsView:
    """Return the odds of shots, and of those at models that may step in by `rule`, or by any rule if it is ""."""
    many_weapons = len({shot.weapon for shot, _aim in shots}) > 1
    rows, in_range, others, hit_chances = [], [], list[StandIn](), list[tuple[float, str]]()
    for shot, aim in shots:
        name, odds = (
            f"{shot.target.name}, {_(shot.weapon)}" if many_weapons else shot.target.name,
            shot_odds(game, shot),
        )
        rows.append(_shot_row(name, odds, marked=picked is not None and not picked))
        if odds is None:
            continue
        in_range.append(shot)
        answered = [*replies(game, shot, set_up=True)]
        rows += [_shot_row(_reply_label(reply), reply.odds) for reply in answered]
        told = [_("{target}: {chance} to hit", target=name, chance=percent(odds.target.hit))]
        told += [words for words, _number in worst_reply(odds, answered)]
        hit_chances.append((-odds.target.hit, ", ".join(told)))  # negative, to sort the highest first
        for stand_in in (other for other in stand_ins(game, shot, aim) if rule in ("", other.rule)):
            rows.append(_shot_row(_stand_in_label(stand_in), stand_in.odds, marked=stand_in.model.id in (picked or ())))
            others.append(stand_in)
    moves = _("walking in the same action") if shots and shots[0][0].moved else _("from where it is")
    grid = Grid((_("target"), *_shot_heads()), tuple(rows), _("without a special, {moves}", moves=moves))
    title = _("Shots of {model}", model=model.name)
    hit_chances.sort()
    verdicts = tuple(Verdict("gain", text, percent(-share), -share) for share, text in hit_chances)
    lines = (*_shot_notes(game, in_range, others),)
    if not in_range:
        lines = (Line(_("no target in range: a shot will miss"), "B-RNG-7", "bad"),)
    return OddsView(title, lines=lines, grids=(grid,), verdicts=verdicts)


def _stand_in_label(stand_in: StandIn) -> str:
    """Return the label of a model that may step in, with a star for a bodyguard."""
    name = stand_in.model.name
    return _("or {model}*", model=name) if stand_in.rule == "B-TR-8" else _("or {model}", model=name)


def _reply_label(reply: Reply) -> str:
    """Return the label of a row with the odds after a feat of the target."""
    return _("if it uses {feat}", feat=reply.feat)


def _of_shot(game: Game, shot: Shot, key: str = "", aim: Aim | None = None) -> OddsView:
    """Return the odds of a shot with each usable special. The row of the answer `key` is marked.

    `aim` is given if other models may still step in as the target.
    """
    dice = numbers.dice(game, shot.shooter, shot.target)
    choices: list[Term | None] = [None, *specials(game, shot.shooter, shot.weapon, dice)]
    title = _("{model} shoots at {other}", model=shot.shooter.name, other=shot.target.name)
    if numbers.band(game, shot.shooter, shot.weapon, shot.target) is None:
        farthest = size((game.weapon(shot.shooter, shot.weapon).bands or (0, 0, 0))[-1])
        distance = length(game.apart(shot.shooter, shot.target))
        text = _("too far: {distance}, but the weapon's range is {farthest}", distance=distance, farthest=farthest)
        return OddsView(title, lines=(Line(text, "B-RNG-1", "bad"),))
    odds_by_special = [(special, shot_odds(game, shot, special)) for special in choices]
    rows = [
        _shot_row(_(special.name) if special else _("none"), odds, dice=True, marked=str(special or "none") == key)
        for special, odds in odds_by_special
    ]
    others = [*stand_ins(game, shot, aim)] if aim is not None else []
    answered = [*replies(game, shot, set_up=aim is not None)]
    rows += [_shot_row(_reply_label(reply), reply.odds) for reply in answered]
    rows += [_shot_row(_stand_in_label(other), other.odds) for other in others]
    grid = Grid((_("special"), *_shot_heads()), tuple(rows), _(shot.weapon))
    lines = (*_made_of(game, shot, dice), *_shot_notes(game, [shot], others))
    chosen = next((odds for special, odds in odds_by_special if str(special or "none") == key), odds_by_special[0][1])
    return OddsView(title, lines=lines, grids=(grid,), verdicts=(*_verdicts_of_shot(chosen, answered, others),))


def _verdicts_of_shot(odds: ShotOdds | None, answered: Sequence[Reply], others: Sequence[StandIn]) -> Iterator[Verdict]:
    """Yield the texts at the cursor for a shot: the chance to hit, also after answers, then wounds and kills."""
    if odds is None:
        return
    target = odds.target
    hit, wounds, killed = percent(target.hit), numeral(target.wounds, ".1f"), percent(target.lost)
    if odds.best < odds.needed:
        facts = {"chance": hit, "n": odds.needed, "best": odds.best}
        yield Verdict("gain", _("{chance} to hit: needs {n}, at best {best}", **facts), hit, target.hit)
        return
    yield Verdict("gain", _("{chance} to hit, needs {n}", chance=hit, n=odds.needed), hit, target.hit)
    for text, number in worst_reply(odds, answered):
        yield Verdict("answer", text, number, MAYBE)
    for other in others:
        share = percent(other.odds.target.hit if other.odds is not None else 0.0)
        text = _("{chance} if {model} takes the shot", chance=share, model=other.model.name)
        yield Verdict("answer", text, share, MAYBE)
    yield Verdict("gain", _("{n} wounds on average", n=wounds), wounds, target.hit)
    yield Verdict("gain", _("{chance} to kill", chance=killed), killed, target.lost)
    if odds.friend is not None:
        share = percent(odds.friend.hit)
        text = _("{chance} to hit {model}", chance=share, model=odds.friend.model.name)
        yield Verdict("risk", text, share, odds.friend.hit)


def _shot_heads() -> tuple[str, ...]:
    return _("needs"), _("hit"), _("wounds"), _("killed")


def _shot_row(name: str, odds: ShotOdds | None, *, dice: bool = False, marked: bool = False) -> GridRow:
    if odds is None:
        return GridRow(name, (_("too far"), "", "", ""), "bad", (), marked)
    target = odds.target
    cells = str(odds.needed), percent(target.hit), numeral(target.wounds, ".1f"), percent(target.lost)
    tone = (
        "bad"
        if odds.friend is not None and odds.friend.hit > target.hit
        else "good"
        if target.hit > LIKELY_HIT
        else "plain"
    )
    return GridRow(name, cells, tone, (("ranged", odds.dice),) if dice else (), marked)


def _made_of(game: Game, shot: Shot, dice: int) -> Iterator[Line]:
    """Yield lines about the parts of the number needed, the dice, and the friend that may be hit instead."""
    amounts = numbers.parts(game, shot)
    parts = ", ".join(f"{_(reason)} {amount:+d}" if index else f"{_(reason)} {amount}" for index, (reason, amount) in
                      enumerate(amounts))  # fmt: skip
    yield Line(_("needed: {parts}", parts=parts), "B-RNG-10")
    yield Line(_("{model}: {dice} dice", model=shot.shooter.name, dice=max(1, dice)), "B-RNG-2")
    odds = shot_odds(game, shot)
    if odds is not None and odds.friend is not None:
        facts = {"model": odds.friend.model.name, "share": percent(odds.friend.hit)}
        wounds = numeral(odds.friend.wounds, ".1f")
        text = _("hits {model} instead: {share}, {wounds} wounds on average", **facts, wounds=wounds)
        yield Line(text, "B-RNG-11", "warning")


def _shot_notes(game: Game, shots: Sequence[Shot], others: Sequence[StandIn]) -> Iterator[Line]:
    """Yield lines about the assumptions of the odds, and about facts left out (B-TEST-5, B-RNG-1)."""
    if not shots:
        return
    shooter = shots[0].shooter
    for target in {shot.target.id: shot.target for shot in shots}.values():
        chance = seen_through(game, shooter, target)
        if chance < 1.0:
            share = percent(chance)
            text = _("counted: {share} chance to see through the Disguise of {model}", model=target.name, share=share)
            yield Line(text, "B-STATE-7", "warning")
    if others:
        yield Line(_("“or”: a model that may take the shot instead, if its player chooses"), "B-RNG-1")
    if any(other.rule == "B-TR-8" for other in others):
        yield Line(_("*: as a bodyguard, in the target's place"), "B-TR-8")
    yield Line(_("exact: every possible roll is counted, damage rolls too"), "B-RNG-3", "quiet")
    if any(game.total(shooter, "rerolls_own", "ranged", weapon=shot.weapon) for shot in shots):
        yield Line(_(SHOT_REROLLS), "B-TEST-5", "quiet")
    rising = [shot.target.name for shot in shots if game.total(shot.target, "rises")]
    if rising:
        text = _("{model} may Rise; wounds healed by that are not subtracted", model=series(rising))
        yield Line(text, "B-TR-47", "quiet")
    if others and game.total(shooter, "fear"):
        yield Line(_("left out: a bodyguard's fear test"), "B-TR-8", "quiet")
    users = (shooter, *(shot.target for shot in shots))
    if any(has_any(game, moment, user.side, (user,)) for user in users for moment in MOMENTS):
        yield Line(_("left out: feats and boosts used from now on"), "B-RNG-1", "quiet")
