"""A tabletop simulator with measured movement. Bases have real sizes in inches, and a referee checks every move."""

__version__ = "1.0.0"
