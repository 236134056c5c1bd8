"""The course of a game: deployment, initiative, activations, recovery, resolution. Imports rules beside it."""
