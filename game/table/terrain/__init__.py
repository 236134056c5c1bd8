"""The terrain of a table: shapes and their kinds, the prepared battlefield, and a kit of pieces for new tables.
Imports the table's own shapes and documents only."""
