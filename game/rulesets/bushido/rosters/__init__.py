"""Warbands made by players: drafts, typed cards, the steps of the editor, and the display of a warband.

Imports rules, warbands and words.
"""
