"""Melee exchanges (B-MELEE) and damage rolls (B-DMG). Imports tests, feats and specials."""
