"""The parts of a table besides its overlays: panes around it, dice, odds, tooltips, sheets, hand-overs.

May import the rest of play but what draws the whole scene.
"""
