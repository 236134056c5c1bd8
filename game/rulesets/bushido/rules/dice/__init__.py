"""Tests with pools of D6: results, challenge, opposed and tactical tests, fear (B-TEST). Imports the game."""
