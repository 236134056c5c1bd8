"""A first game step by step. Imports words."""
