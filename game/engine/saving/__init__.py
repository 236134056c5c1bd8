"""Games and positions as documents: saving, loading, and comparing a save with its replay.

Imports session, rulebook and core.
"""
