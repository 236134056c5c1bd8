"""Command cards: Influence, hands, effects and timings (D-CMD, D-CARD). Imports shooting, scenery, space."""
