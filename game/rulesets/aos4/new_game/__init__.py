"""A new battle: what can be chosen, and the setup that comes of it. Imports documents, rules, engine and words."""
