"""Measuring distances: the ruler, its policy (what a rulebook counts and how it rounds) and the receipt of a measure.
Imports terrain and the table's own shapes."""
