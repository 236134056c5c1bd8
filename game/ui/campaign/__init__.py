"""The screens of a campaign: the list, one campaign, its next game.

May import every room but its neighbours (replay, sandbox, drills) and app.
"""
