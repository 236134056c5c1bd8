"""The terrain of a table: shapes, their kinds, the prepared battlefield, and the kit of pieces to build from.
Imports the table's own shapes and documents only."""
