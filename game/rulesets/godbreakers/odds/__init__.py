"""Exact odds of Engages, tests and recoveries, with or without a table. Imports rules and words."""
