"""What an active model may do, one file for each action (G-ACT-4). Imports rules beside it."""
