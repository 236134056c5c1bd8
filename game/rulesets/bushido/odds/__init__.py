"""Exact odds of an exchange: every split against every split. Imports rules."""
