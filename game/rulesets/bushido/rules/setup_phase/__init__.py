"""The setup before turn 1 (B-SETUP). Imports the rules beside it."""
