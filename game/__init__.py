"""A tabletop simulator with measured movement: bases at real inches, refereed honestly."""

__version__ = "0.1.0"
