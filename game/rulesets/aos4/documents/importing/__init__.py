"""Rosters of other programs and lists as text made into armies (A-IMP-11 to A-IMP-33).
What a file holds is read by `documents.battlescribe`; then `army`, with `units`, `models`, `values`. A list as text
goes from `text_lines` over `text_list` to `from_list`, which makes a roster of it, with profiles from `gathered`.
Imports documents, words and the facets of a rulebook only."""
