"""Drills in the window: the page with the results, and the table on which tasks are answered."""
