"""Floor 1, the table: bases, terrain, measuring, legal places, threats, map documents. It does not know any rules.

It imports only the cellar (documents, words). Its rooms, top to bottom: threat, paths, placing and sight, reach,
measuring and heights, terrain.
"""
