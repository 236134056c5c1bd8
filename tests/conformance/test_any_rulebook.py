"""The checks that ship for every rulebook, run for those listed here."""

from inchwise_conformance.test_lessons import *  # noqa: F403
from inchwise_conformance.test_letters import *  # noqa: F403
from inchwise_conformance.test_peeking import *  # noqa: F403
from inchwise_conformance.test_positions_swept import *  # noqa: F403
from inchwise_conformance.test_programs import *  # noqa: F403
from inchwise_conformance.test_refusals import *  # noqa: F403
from inchwise_conformance.test_secrets import *  # noqa: F403
from inchwise_conformance.test_whole_games import *  # noqa: F403
