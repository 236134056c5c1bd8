"""How much of what is drawn at random a run looks at; the same for the tests that ship with the program."""

from inchwise_conformance.samples import SHARE, apart, few, some

__all__ = ["SHARE", "apart", "few", "some"]
