"""New battles: the choices of players, and the setup made from them. Imports documents, rules, engine and words."""
