"""Verbs: a rulebook's own commands on the command line, with their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Run = TypeVar("Run")

Value = str | int | bool | tuple[str, ...] | None
Values = Mapping[str, Value]
"""The arguments of a verb by parameter name; None or () if left out."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a verb on the command line ("argument" or option); `help` is marked by `N_`."""

    name: str
    help: str = ""
    kind: Literal["argument", "text", "several", "number", "flag"] = "text"
    metavar: str | None = None
    most: int = 99


@dataclass(frozen=True)
class Verb(Generic[Run]):
    """A rulebook's own command: its name, a line of help marked by `N_`, its parameters, and its function."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    run: Run
