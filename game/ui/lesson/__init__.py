"""The lesson at the table and its coach.

May import every room but its neighbours (replay, campaign, sandbox) and app.
"""
