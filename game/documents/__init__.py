"""Reading and writing documents of any kind: strict JSON, atomic files, refusals with file and place.

The cellar: it imports nothing of ours except the translations.
"""
