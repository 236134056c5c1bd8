"""Measuring distances: the ruler, its policy (a rulebook's costs and rounding) and the receipt of a measurement.
Imports terrain and the table's own shapes."""
