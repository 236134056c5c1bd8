"""Armies as the command line and screens want them: found, listed, made by chance, shown, judged.
Imports rules, documents and words."""
