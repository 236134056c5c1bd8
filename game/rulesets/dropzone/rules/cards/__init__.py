"""Command cards: Influence, hands, what each card does and when (D-CMD, D-CARD). Imports shooting, scenery, space."""
