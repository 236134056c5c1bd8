"""The map editor: drawing a map, its checks while it is drawn, and a game on it.

May import every room but its neighbours (replay, campaign, sandbox, drills) and app.
"""
