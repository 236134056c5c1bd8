"""How far it is: the ruler, its policy (what a rulebook counts and rounds) and the receipt of a measure.
Imports terrain and the table's own shapes."""
