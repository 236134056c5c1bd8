"""Exact odds of Age of Sigmar: volleys, wards and losses, and of rolls that must reach a number. Imports rules."""
