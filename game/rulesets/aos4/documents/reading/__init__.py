"""Effects proposed from the texts of abilities: each text is understood completely or not at all (A-IMP-8).

`words` tidies texts and reads keywords, `units` reads units and conditions, `clauses` reads changes, and `texts` reads
whole texts. Imports documents and words only.
"""
