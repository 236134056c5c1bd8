"""Games and positions as documents: saving, loading, and comparing with a replay.

Imports session, rulebook and core.
"""
