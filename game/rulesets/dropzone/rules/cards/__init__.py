"""Command cards: Influence, hands, when each card may be played, and what it does (D-CMD, D-CARD)."""
