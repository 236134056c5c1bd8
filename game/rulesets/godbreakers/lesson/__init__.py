"""A first game step by step. Imports rules and words."""
