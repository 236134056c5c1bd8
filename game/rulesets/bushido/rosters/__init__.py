"""Warbands made by people: drafts, cards of their own in a typed notation, the steps, and how a warband is shown.
Imports rules, warbands and words."""
