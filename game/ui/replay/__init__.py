"""The time machine: any moment of a past game to inspect, annotate, practise from or export.

May import every room but its neighbours (campaign, sandbox) and app.
"""
