"""The actions of an active model, one file for each (G-ACT-4). Imports rules beside it."""
