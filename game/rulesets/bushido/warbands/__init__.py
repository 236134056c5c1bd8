"""Warbands: profile cards, the warbands made of them, the checks of their rules. Imports documents and words only."""
