"""The time machine: any moment of a game to inspect, annotate, practise from or export.

May import every room but its neighbours (campaign, sandbox) and app.
"""
