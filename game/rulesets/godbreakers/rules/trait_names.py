"""Which traits and flaws there are: names and metals only, for whoever must not import the traits themselves."""

METAL_OF: dict[str, str] = {}
"""The metal on whose list each trait is, "flaw" for flaws; every trait enters itself as it is defined."""
