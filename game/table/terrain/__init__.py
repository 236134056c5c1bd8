"""The terrain of a table: its shapes, what each counts as, a prepared battlefield and the kit of pieces to build from.
Imports the table's own shapes and documents only."""
