"""Settings of the whole suite: random examples are drawn the same way every time, on every machine."""

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from game import lengths, wording

os.environ[wording.VARIABLE] = wording.ENGLISH  # what the texts are compared with, whoever runs the tests

# The tests start the program some hundred times: what Python compiled is kept, also where the machine says not to.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over the tests themselves: thousands of objects that stay to the end."""
    gc.collect()
    gc.freeze()


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
