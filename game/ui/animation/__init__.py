"""The show of events at the table: rolling dice, moving, suffering and leaving pieces."""
