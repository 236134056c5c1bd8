"""Properties that are worked out once."""

from __future__ import annotations

import threading

from game.cached import cached_property


class Pair:
    """Two values, each of which needs the other object's other one."""

    other: Pair

    def __init__(self, meet: threading.Barrier) -> None:
        self.meet, self.found = meet, 0

    @cached_property
    def first(self) -> int:
        """Work out the first value, which needs the second."""
        self.found += 1
        self.meet.wait(5)
        return self.other.second + 1

    @cached_property
    def second(self) -> int:
        """Work out the second value."""
        return 1


def test_two_threads_work_out_the_same_property_of_two_objects_at_once() -> None:
    meet = threading.Barrier(2)
    one, other = Pair(meet), Pair(meet)
    one.other, other.other = other, one
    threads = [threading.Thread(target=lambda each=each: each.first, daemon=True) for each in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert (one.first, other.first, one.found, other.found) == (2, 2, 1, 1)
