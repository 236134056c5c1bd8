"""Tests with pools of D6 (B-TEST). Imports the game."""
