"""Looking back: the timeline of a game, what may be undone, how the dice fell.
Imports every other room of the engine."""
