"""What is wrong with a typed line."""


class Misread(ValueError):
    """A line without a meaning here; the message names one that has."""
