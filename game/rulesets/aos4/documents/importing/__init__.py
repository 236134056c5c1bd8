"""Makes rosters of other programs and lists in text into armies (A-IMP-11 to A-IMP-33).

`documents.battlescribe` reads a roster file, and `army` makes an army of it with `models` and `values`. `text_list`
reads a list in text, and `from_list` makes a roster of it with profiles from `gathered`.
Imports documents, words and the facets of a rulebook only."""
