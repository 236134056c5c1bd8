"""Settings of the whole suite: random examples are drawn the same way every time, on every machine."""

import gc
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from game import lengths, wording
from inchwise_conformance.samples import SHARE

pytest_plugins = ["inchwise_conformance.plugin"]

os.environ[wording.VARIABLE] = wording.ENGLISH  # what the texts are compared with, whoever runs the tests

# The tests start the program some hundred times: what Python compiled is kept, also where the machine says not to.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


gc.disable()  # until all tests are found: what is made meanwhile stays to the end


LONG = ("tests/ui/test_whole_games.py", "tests/ui/test_real_window", "tests/players/test_players.py")
"""Where the longest tests are, which begin first: so no worker waits at the end for another's last one."""


SELDOM = Path(__file__).with_name("seldom.txt")
"""Long cases of which shorter ones show most: `tools/prove.py` runs these too. `tools/seldom.py` writes it."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long cases to `tools/prove.py`, if none was asked for by its name, and let the longest begin first."""
    if SHARE < 1.0 and SELDOM.exists() and not any("::" in argument for argument in config.args):
        seldom = set(SELDOM.read_text(encoding="utf-8").splitlines())
        left_out = [item for item in items if item.nodeid in seldom]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid not in seldom]
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


def pytest_collection_finish() -> None:
    """Let the garbage collector look seldom, and pass over the tests themselves: objects that stay to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def unexcused(reports: Iterable[pytest.TestReport], missing: Iterable[str]) -> list[str]:
    """Return a line for each skipped test whose reason names none of the tools that are known to be missing."""
    reasons = {report.nodeid: report.longrepr for report in reports}
    lines = {name: str(reason[-1] if isinstance(reason, tuple) else reason) for name, reason in reasons.items()}
    return [f"{name}: {reason}" for name, reason in lines.items() if not any(tool in reason for tool in missing)]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI let a skipped test fail the run, unless it needs a tool that could not be installed there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") != "true" or reporter is None or hasattr(session.config, "workerinput"):
        return
    skipped = unexcused(reporter.stats.get("skipped", ()), os.environ.get("INCHWISE_MISSING", "").split())
    if skipped:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line("")
        reporter.write_line("In CI no test may be skipped:", red=True)
        for line in skipped:
            reporter.write_line(line)


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever language a test speaks, the next one begins in English."""
    monkeypatch.setenv(wording.VARIABLE, wording.ENGLISH)
    yield
    wording.use(wording.ENGLISH)
    lengths.show_in("inches")
    lengths.count_in(lengths.Unit())


settings.register_profile(
    "deterministic",
    derandomize=True,
    database=None,
    deadline=None,  # a slow machine is no failure
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deterministic")
