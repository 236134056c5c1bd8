"""Exact odds of Age of Sigmar: volleys, wards, losses, and rolls that must reach a number. Imports rules."""
