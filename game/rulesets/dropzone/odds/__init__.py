"""Exact odds of fire, close quarters, falling scenery and searches, by the rules' own numbers. Imports rules."""
