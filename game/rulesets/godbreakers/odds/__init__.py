"""Exact odds of engages, tests and recoveries, on a table or between two fighters. Imports rules and words."""
