"""A first battle step by step. Imports words."""
