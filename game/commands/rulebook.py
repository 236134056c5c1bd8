"""Commands and options that a rulebook adds to the command line, built once the rulebook is chosen."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from game import rulesets
from game.commands.output import UsageRefusal
from game.documents.error import DocumentError
from game.documents.reading import read_json, read_text
from game.engine.rulebook.facets import Parameter, Values, Verb
from game.engine.rulebook.ruleset import AnyRuleset
from game.wording import _

OPTION = "--ruleset"

ruleset_option = click.option(OPTION, default=rulesets.DEFAULT, show_default=True, help="The rulebook.")


def chosen(name: str) -> AnyRuleset:
    """Return the rulebook with a name; raise `UsageRefusal` if it is unknown, `DocumentError` if it is broken."""
    try:
        return rulesets.load(name)
    except KeyError:
        known = ", ".join(rulesets.names())
        text = _("no rulebook is called {name!r} - use one of {known}", name=name[:40], known=known)
        raise UsageRefusal(text) from None


def split_off_rulebook(args: Sequence[str]) -> tuple[str, list[str]]:
    """Return the rulebook named by the arguments ("" if they name none) and the remaining arguments."""
    name, rest, words = "", [], iter(args)
    for word in words:
        option, sign, value = word.partition("=")
        if option == OPTION:
            name = value if sign else next(words, "")
        else:
            rest.append(word)
    return name, rest


def option_of(parameter: Parameter) -> click.Parameter:
    """Return a rulebook's parameter as an option or argument of a command."""
    if parameter.kind == "argument":
        return click.Argument([parameter.name])
    return click.Option(
        [f"--{parameter.name.replace('_', '-')}", parameter.name],
        help=_(parameter.help),
        metavar=parameter.metavar,
        multiple=parameter.kind == "several",
        is_flag=parameter.kind == "flag",
        type=click.IntRange(0, parameter.most) if parameter.kind == "number" else None,
    )


def with_options(more: Callable[[AnyRuleset], Sequence[Parameter]]) -> type[click.Command]:
    """Return a command class with `more` options, made by the rulebook of --ruleset or of the parent group."""

    class RulebookCommand(click.Command):
        own: Sequence[click.Parameter] = ()

        def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
            self.own = self.own or tuple(self.params)
            book_name, other_args = split_off_rulebook(args)
            parent_book = ctx.parent.obj if ctx.parent is not None else None
            ctx.obj = book = chosen(book_name or rulesets.DEFAULT) if book_name or parent_book is None else parent_book
            self.params = [*self.own, *map(option_of, more(book))]
            takes_rulebook = any(OPTION in option.opts for option in self.own)
            return super().parse_args(ctx, [OPTION, book.name, *other_args] if takes_rulebook else other_args)

    return RulebookCommand


class RulebookGroup(click.Group):
    """A group of commands that only some rulebooks have. `ctx.obj` is the rulebook of --ruleset or of a file."""

    def verbs(self, book: AnyRuleset) -> Sequence[Verb[Any]]:
        """Return the rulebook's own commands; raise `UsageRefusal` if it has none."""
        return ()

    def build(self, verb: Verb[Any]) -> click.Command:
        """Return the click command for a verb."""
        raise NotImplementedError

    def default(self, book: AnyRuleset) -> str:
        """Return the name of the command to run if none is given, or "" for the help."""
        return ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        book_name, other_args = split_off_rulebook(args)
        ctx.obj = book = chosen(book_name or _ruleset_of(other_args) or rulesets.DEFAULT)
        default = self.default(book)
        if default and not {*other_args[:1]} & {"--help", "-h", *self.list_commands(ctx)}:
            other_args = [default, *other_args]
        return super().parse_args(ctx, [OPTION, book.name, *other_args])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *(verb.name for verb in self.verbs(ctx.obj))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        verb = next((verb for verb in self.verbs(ctx.obj) if verb.name == cmd_name), None)
        return self.commands.get(cmd_name) if verb is None else self.build(verb)


def build(verb: Verb[Any], run: Callable[[Values, dict[str, Any]], None], *shared: click.Parameter) -> click.Command:
    """Return the click command for a verb; it passes the values of the verb and of `shared` parameters to `run`."""
    own = {parameter.name for parameter in verb.parameters}

    def callback(**values: Any) -> None:
        run({name: values.pop(name) for name in own}, values)

    params = [*shared, *map(option_of, verb.parameters)]
    return click.Command(verb.name, params=params, callback=callback, help=_(verb.text))


def _ruleset_of(args: Sequence[str]) -> str:
    """Return the rulebook of the first document among the arguments that names one, or ""."""
    for word in args[1:]:
        try:
            plain = read_json(read_text(word), word) if word.endswith(".json") else None
        except (OSError, DocumentError):
            continue  # the command that opens the file refuses it later
        name = plain.get("ruleset") if isinstance(plain, dict) else None
        if isinstance(name, str) and name in rulesets.names():
            return name
    return ""
