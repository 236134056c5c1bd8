"""The time machine: any moment of a game, to look at, annotate, practise from, write down.

May import every room but its neighbours (campaign, lesson, sandbox) and app.
"""
