"""Armies for people: listed, made at random, in words. Imports rules and documents."""
