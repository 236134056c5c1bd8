"""Floor 2: dice, exact odds, decisions, events, sessions and saves. Knows no rulebook."""
