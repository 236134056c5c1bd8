"""Armies for the command line and screens: finding, listing, random armies, texts and remarks.
Imports rules, documents and words."""
