"""Reading and writing documents of any kind. JSON is strict, files are replaced at once, refusals say file and place.

The cellar: it imports nothing of ours except the translations.
"""
