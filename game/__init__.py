"""inchwise: a tabletop simulator with measured movement."""

__version__ = "0.1.0"
