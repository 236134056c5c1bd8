"""Computer players: the value of positions and of answers, by the change that they make. Imports odds and rules."""
