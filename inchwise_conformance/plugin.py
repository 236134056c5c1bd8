"""The pytest plugin: `pytest --rulebook NAME` checks an installed rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("inchwise", "rulebooks of inchwise")
    group.addoption("--rulebook", action="append", default=[], metavar="NAME", help="check this installed rulebook")
    group.addoption("--rulebook-rounds", type=int, metavar="N", help="play so many rounds of each game")
    group.addoption(
        "--rulebook-position", action="append", default=[], metavar="FILE", help="also play on from this position"
    )
    group.addoption("--rulebook-secrets", action="store_true", help="players of the rulebook choose in secret")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the checks if a rulebook is named: beside what the command line names, else alone."""
    config.addinivalue_line("markers", "of_rulebooks(name, values): run for each of these values of the rulebooks")
    if config.getoption("rulebook") and str(HERE) not in config.args:
        own = config.args if config.args_source is config.ArgsSource.ARGS else []
        config.args = [*own, str(HERE)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the checks of this package for the rulebooks that are named."""
    if metafunc.module.__name__.startswith(f"{HERE.name}."):
        from inchwise_conformance.listing import named, spread

        spread(metafunc, named(metafunc.config))
