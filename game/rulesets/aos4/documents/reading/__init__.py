"""Effects proposed from the texts of abilities: recurring phrases, recognised as a whole or not at all (A-IMP-8).

`words` tidies texts and reads keywords, `units` reads units and conditions, `clauses` what changes, `texts` puts all
together. Imports documents and words only.
"""
