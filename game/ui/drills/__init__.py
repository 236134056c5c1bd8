"""Drills in the window: the page with the results, and the table on which tasks are answered.

May import every room but its neighbours (replay, campaign, sandbox) and app.
"""
