"""The setup before turn 1 (B-SETUP): who is Player 1, zones, objectives, deployment. Imports the rules beside it."""
